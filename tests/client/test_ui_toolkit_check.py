"""The check of painted frames finds each fault that it is there for, and nothing else."""

import pytest

from client.ui.geometry import Rect, Size
from client.ui.theme import BODY
from client.ui.toolkit.buttons import Button, Link
from client.ui.toolkit.check import findings
from client.ui.toolkit.field import Field
from client.ui.toolkit.layout import Box, Column, Row, Stack
from client.ui.toolkit.lists import ListRow
from client.ui.toolkit.panels import Panel, Scroll
from client.ui.toolkit.segmented import Choice, Segmented
from client.ui.toolkit.switches import Toggle
from client.ui.toolkit.text import Painted, Text
from client.ui.toolkit.widget import Widget


def found(ui, root):
    drive = ui.Driver(lambda size: root)
    drive.paint()
    return findings(drive.stage.roots, drive.canvas)


def written(*lines, clip=None, layers=False):
    """A widget that writes texts where it likes."""

    def paint(look, rect):
        for x, y, text in lines:
            if layers:
                look.canvas.layer()
            if clip is None:
                look.canvas.text(x, y, text, BODY, look.palette.text)
            else:
                with look.canvas.clip(clip):
                    look.canvas.text(x, y, text, BODY, look.palette.text)

    return Painted(paint, 500, 500)


def test_a_good_screen_has_no_findings(ui):
    rows = Column([Text(f"row {i}") for i in range(60)])
    good = Panel(
        Row([Button("One"), Button("Two"), Box(Scroll(rows), height=105), Field("x" * 90, width=100)])
    )
    assert found(ui, good) == []


@pytest.mark.parametrize(
    ("fault", "root"),
    [
        ("leaves the window", lambda: written((1270, 10, "over the edge"))),
        ("leaves the window", lambda: written((10, 795, "below the edge"))),
        ("is cut off", lambda: written((10, 10, "wider than its clip"), clip=Rect(0, 0, 60, 60))),
        ("is cut off", lambda: written((10, 10, "halved"), clip=Rect(0, 0, 200, 20))),
        ("overlap", lambda: written((10, 10, "one"), (20, 18, "two"))),
        ("is shortened", lambda: Box(Text("immeasurable"), width=40)),
        ("is shortened", lambda: Box(Button("Unentschieden"), width=50)),
        ("is shortened", lambda: Box(Text("more than one line", max_lines=1), width=60)),
        ("breaks its text", lambda: Box(Button("End turn"), width=70)),
        (
            "breaks its text",
            lambda: Box(Segmented([Choice("a", "One or two"), Choice("b", "Both")], "a"), width=120),
        ),
        ("breaks its text", lambda: Box(Link("Where it leads"), width=70)),
        ("sticks out", lambda: Sticking()),
        ("high, less than 32", lambda: Row([Box(Button("x", key="x"), height=20)], align="start")),
        ("overlap", lambda: Stack([Button("  "), Button("  ")])),
        ("needs 44", lambda: Box(Toggle(True), width=30)),
        ("less than 27", lambda: Column([Box(ListRow(Text("x"), print, pad=0), height=20)])),
    ],
)
def test_each_fault_is_found_and_told(ui, fault, root):
    wrong = found(ui, root())
    assert len(wrong) == 1
    assert fault in wrong[0]


class Sticking(Widget):
    """Gives its child more than it has."""

    def __init__(self):
        super().__init__()
        self.child = Panel(None)

    def children(self):
        return (self.child,)

    def wanted(self, canvas, width):
        return Size(100, 100)

    def arrange(self, canvas, rect):
        super().arrange(canvas, rect)
        self.child.arrange(canvas, Rect(rect.x, rect.y, rect.w + 50, rect.h))


def test_lines_one_below_the_other_and_texts_of_two_layers_do_not_overlap(ui):
    assert found(ui, written((10, 10, "one"), (10, 26, "two"))) == []
    assert found(ui, written((10, 10, "one"), (10, 12, "two"), layers=True)) == []


def test_what_scrolls_may_cut_in_its_direction_only(ui):
    line = written((10, 10, "wider than what scrolls up and down " * 3))
    cut = Column([Box(Scroll(line, pad=0), width=100, height=100)], align="start")
    assert any("is cut off" in sentence for sentence in found(ui, cut))


def test_words_may_break_where_a_large_scale_leaves_less_room_than_the_smallest_window_has(ui):
    drive = ui.Driver(
        lambda size: Row([Box(Button("End turn"), width=70)], align="start"), canvas=ui.NoteCanvas(1000, 640)
    )
    drive.check()
