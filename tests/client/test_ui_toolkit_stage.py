"""The stage: focus, capture, handing on, dialogs, popups, tooltips, motion."""

import pytest

from client.ui.geometry import Rect
from client.ui.toolkit.buttons import Button, IconButton, Pressable
from client.ui.toolkit.dropdown import Dropdown
from client.ui.toolkit.field import Field
from client.ui.toolkit.layout import Box, Column, Grid, Group, Row, Stack, grow
from client.ui.toolkit.lists import Card, List, ListRow
from client.ui.toolkit.modal import Modal
from client.ui.toolkit.motion import Eased, ease_out
from client.ui.toolkit.panels import Panel, Scroll
from client.ui.toolkit.segmented import Choice, Segmented
from client.ui.toolkit.stepper import Stepper
from client.ui.toolkit.switches import Slider, Toggle
from client.ui.toolkit.text import Text
from client.ui.toolkit.tracks import share
from client.ui.toolkit.tree import find, focusables, handed_on, walk
from client.ui.toolkit.widget import KeyPress, Look, Pointer, Widget

CHOICES = [Choice("a", "Alpha"), Choice("b", "Beta"), Choice("c", "Gamma")]


def everything(size):
    """One of every widget that can have the keyboard."""
    return Column(
        [
            Row(
                [
                    Button("One", key="one"),
                    Button("Off", enabled=False, key="off"),
                    IconButton("cog", tip="Set", key="cog"),
                ]
            ),
            Field(key="field"),
            Dropdown(CHOICES, "a", key="dropdown"),
            Segmented(CHOICES, "a", key="tabs"),
            Row(
                [Toggle(False, key="toggle"), Slider(3, 0, 9, key="slider"), Stepper(2, 0, 5, key="stepper")]
            ),
            Card(Text("Card"), key="card"),
            grow(
                Scroll(
                    Column([ListRow(Text(f"{i}"), print, key=f"row {i}") for i in range(30)]), key="scroll"
                )
            ),
            grow(List(50, lambda i: Text(f"entry {i}"), key="list")),
        ]
    )


def test_the_tab_key_reaches_everything_in_the_order_of_painting_and_goes_round(ui):
    drive = ui.Driver(everything)
    order = [w.key for w in focusables(drive.stage.top)]
    assert order[:8] == ["one", "cog", "field", "dropdown", "tabs", "toggle", "slider", "stepper"]
    assert len(order) == 8 + 1 + 30 + 1
    seen = []
    for _ in order:
        drive.key("tab")
        seen.append(drive.focus)
        rect = drive.find(drive.focus).rect
        assert rect.x >= 0
        assert rect.bottom <= 800
    assert seen == order
    drive.key("tab")
    assert drive.focus == "one"
    drive.key("shift+tab")
    assert drive.focus == "list"


def test_the_focus_stays_in_sight_in_what_scrolls(ui):
    drive = ui.Driver(everything)
    scroll = drive.find("scroll")
    for _ in range(9 + 25):
        drive.key("tab")
    assert drive.focus == "row 24"
    row = drive.find("row 24").rect
    assert scroll.rect.y <= row.y
    assert row.bottom <= scroll.rect.bottom
    drive.check()


def test_the_ring_is_seen_after_keyboard_use_only(ui):
    drive = ui.Driver(everything)

    def rings():
        drive.paint()
        focus = drive.stage.palette.focus
        return [call for call in drive.canvas.calls if call[0] == "box" and call[3] == focus]

    assert not rings()
    drive.key("tab")
    assert len(rings()) == 1
    drive.click("cog")
    assert not rings()
    drive.click("field")
    assert len(rings()) == 1
    drive.click("list", dy=0.1)
    assert not rings()
    drive.key("down")
    assert len(rings()) == 1


def test_enter_does_not_press_again_what_was_clicked(ui):
    deeds = []
    drive = ui.Driver(
        lambda size: Row([Button("End turn", lambda: deeds.append(1), key="end"), Button("x", key="x")])
    )
    drive.click("end")
    drive.key("enter", "space")
    assert deeds == [1]
    assert drive.passed == ["enter", "space"]
    drive.key("tab")
    assert drive.focus == "x"
    drive.key("shift+tab", "enter", "space")
    assert deeds == [1, 1, 1]


def test_a_press_counts_only_where_it_is_released_and_survives_a_new_tree(ui):
    deeds = []
    drive = ui.Driver(
        lambda size: Row([Button("A", lambda: deeds.append("a"), key="a"), Button("B", key="b")])
    )
    at = drive.press("a")
    drive.stage.refresh()
    drive.stage.pointer_moved(Pointer(at.x, at.y + 1, "left"))
    drive.stage.pointer_released(Pointer(at.x, at.y, "left"))
    assert deeds == ["a"]
    drive.press("a")
    drive.hover("b")
    assert not [w for w in drive.stage._hovered if w.key == "b"]
    other = drive.find("b").rect
    drive.stage.pointer_released(Pointer(other.cx, other.cy, "left"))
    drive.click("a", button="right")
    assert deeds == ["a"]


def test_what_was_focused_and_goes_leaves_its_place_in_the_order(ui):
    keys = ["a", "b", "c", "d"]
    drive = ui.Driver(lambda size: Row([Button(key, key=key) for key in keys]))
    drive.key("tab", "tab")
    assert drive.focus == "b"
    keys.remove("b")
    drive.stage.refresh()
    assert drive.focus == ""
    assert not drive.key("enter")
    drive.key("tab")
    assert drive.focus == "c"


def test_arrows_walk_in_a_group_by_place(ui):
    keys = [["a", "b", "c"], ["d", "e", "f"]]
    grid = lambda size: Group(  # noqa: E731
        Grid([[Button(key, key=key) for key in row] for row in keys], [share()] * 3)
    )
    drive = ui.Driver(grid)
    drive.key("down")
    assert drive.focus == "a"
    for arrow, expected in [
        ("right", "b"),
        ("down", "e"),
        ("right", "f"),
        ("right", "f"),
        ("up", "c"),
        ("left", "b"),
    ]:
        drive.key(arrow)
        assert drive.focus == expected
    assert drive.passed == ["down", "right"]


class Memory(Pressable):
    """Knows something for itself."""

    def __init__(self, key=""):
        super().__init__(key=key)
        self.mind = None

    def adopt(self, earlier):
        super().adopt(earlier)
        self.mind = earlier.mind


class Other(Memory):
    """Another class of the same kind."""


def test_state_goes_to_the_widget_of_the_same_class_and_key():
    def tree(*widgets):
        return Row(widgets)

    def minds(before, after):
        old, new = tree(*before), tree(*after)
        for widget in walk(old):
            if isinstance(widget, Memory):
                widget.mind = widget
        handed_on(old, new)
        return [w.mind for w in walk(new) if isinstance(w, Memory)]

    a, b = Memory("a"), Memory("b")
    assert minds([a, b], [Memory("b"), Memory("a"), Memory("c")]) == [b, a, None]
    assert minds([a], [Other("a")]) == [None]
    # Moved to elsewhere: known by its key alone, as long as there is only one.
    assert minds([a, Box(key="in")], [Box(Memory("a"), key="in")]) == [a]
    in_one, in_two = Memory("kick"), Memory("kick")
    found = minds(
        [Box(in_one, key="1"), Box(in_two, key="2")],
        [Box(Memory("kick"), key="2"), Box(Memory("kick"), key="1")],
    )
    assert found == [in_two, in_one]
    first, second = Memory(), Memory()
    assert minds([first, second], [Memory(), Memory()]) == [first, second]


def test_find_follows_relatives():
    kick = Button("k", key="kick")
    tree = Row([Box(Button("k", key="kick"), key="seat 1"), Box(kick, key="seat 2")])
    assert find(tree, "seat 2/kick") is kick
    assert find(tree, "seat 3/kick") is None


def test_new_screens_inherit_nothing_and_fallback_keys_go_to_the_new_one(ui):
    drive = ui.Driver(everything)
    drive.click("field")
    drive.type("abc")
    heard = []
    drive.stage.show(everything, lambda press: heard.append(press.name) or True)
    assert drive.find("field").text == ""
    assert drive.focus == ""
    assert drive.key("f5")
    assert heard == ["f5"]


# --- dialogs ----------------------------------------------------------------------------------------------
def ask(deeds, first=""):
    return lambda size: Modal(
        "Resign?",
        Text("This cannot be taken back."),
        [
            Button("Resign", lambda: deeds.append("resign"), kind="danger", key="resign"),
            Button("Keep playing", lambda: deeds.append("stay"), key="stay"),
        ],
        first=first,
    )


def test_a_dialog_keeps_the_keyboard_and_begins_with_what_does_no_harm(ui):
    deeds = []
    drive = ui.Driver(everything)
    drive.key("tab", "tab")
    drive.stage.open_modal(ask(deeds))
    assert drive.focus == "stay"
    for _ in range(5):
        drive.key("tab")
        assert drive.focus in ("stay", "resign")
    assert drive.key("f5")
    assert drive.passed == []
    drive.check()
    drive.key("escape")
    assert not drive.stage.modal_open
    assert drive.focus == "cog"


def test_a_dialog_without_a_harmless_button_hears_no_enter(ui):
    deeds = []
    drive = ui.Driver(everything)
    drive.stage.open_modal(
        lambda size: Modal("?", Text("!"), [Button("Do", lambda: deeds.append(1), kind="danger", key="do")])
    )
    drive.key("enter", "space")
    assert deeds == []
    drive.key("tab", "enter")
    assert deeds == [1]


def test_the_screen_behind_a_dialog_gets_nothing_of_the_pointer(ui):
    deeds = []
    drive = ui.Driver(
        lambda size: Box(Button("X", lambda: deeds.append(1), key="x"), align="start", valign="start")
    )
    x = drive.find("x").rect
    drive.stage.open_modal(ask(deeds, first="resign"))
    assert drive.focus == "resign"
    at = Pointer(x.cx, x.cy, "left")
    assert drive.stage.pointer_pressed(at)
    drive.stage.pointer_released(at)
    assert deeds == []
    drive.click("stay")
    assert deeds == ["stay"]
    drive.stage.close_modal()
    drive.click("x")
    assert deeds == ["stay", 1]


def test_a_dialog_that_is_higher_than_the_window_scrolls(ui):
    drive = ui.Driver(everything)
    drive.stage.open_modal(
        lambda size: Modal(
            "Rules", Column([Text(f"line {i}") for i in range(100)]), [Button("Close", key="close")]
        )
    )
    drive.check()
    body = drive.find("body")
    drive.scroll("body", -3)
    assert body.bar.offset > 0
    assert drive.find("close").rect.bottom < 800


# --- dropdowns --------------------------------------------------------------------------------------------
class Options:
    """A screen with a dropdown near the lower edge."""

    def __init__(self, ui, count=3, top=100):
        self.chosen, self.heard, self.top = "c0", [], top
        self.choices = [
            Choice(f"c{i}", f"{name} {i}", enabled=i != 1)
            for i, name in enumerate(["Ada", "Bob", "Cy"] * count)
        ]
        self.drive = ui.Driver(self.build)

    def build(self, size):
        return Column(
            [
                Box(height=self.top),
                Dropdown(self.choices, self.chosen, self.choose, width=200, key="who"),
                Button("x", key="x"),
            ],
            align="start",
        )

    def choose(self, key):
        self.chosen = key
        self.heard.append(key)
        self.drive.stage.refresh()


def test_a_dropdown_is_used_by_keys(ui):
    options = Options(ui)
    drive = options.drive
    drive.key("tab", "enter")
    assert drive.focus == "choices"
    drive.check()
    drive.key("down", "enter")
    assert options.heard == []
    drive.key("down", "enter")
    assert options.heard == ["c2"]
    assert drive.focus == "who"
    drive.key("space")
    drive.type("ada 3")
    drive.key("enter")
    assert options.heard == ["c2", "c3"]
    drive.key("down", "end", "escape")
    assert options.heard == ["c2", "c3"]
    assert drive.focus == "who"
    drive.key("down", "tab")
    assert drive.focus == "x"
    assert not drive.has("choices")


def test_a_dropdown_is_used_by_the_pointer_and_closed_by_a_click_elsewhere(ui):
    options = Options(ui)
    drive = options.drive
    x = drive.find("x").rect
    drive.click("who")
    choices = drive.find("choices")
    drive.click("choices", dy=2.5 * 36 / choices.rect.h)
    assert options.heard == ["c2"]
    drive.click("who")
    at = Pointer(x.cx + 300, x.cy, "left")
    drive.stage.pointer_pressed(at)
    drive.stage.pointer_released(at)
    assert not drive.has("choices")
    assert drive.has("x")


def test_the_list_of_a_dropdown_stays_open_and_in_the_window(ui):
    options = Options(ui, count=20, top=700)
    drive = options.drive
    drive.click("who")
    drive.scroll("choices", -2)
    offset = drive.find("choices").bar.offset
    assert offset > 0
    drive.stage.refresh()
    assert drive.find("choices").bar.offset == offset
    popup = drive.find("popup").rect
    assert popup.bottom <= 700 + 8
    assert Rect(0, 0, 1280, 800).meet(popup) == popup
    drive.check()
    options.choices = []
    drive.stage.show(lambda size: Text("gone"))
    assert len(drive.stage.roots) == 1


# --- tooltips, notices, pointer ----------------------------------------------------------------------------
def test_a_tooltip_comes_after_half_a_second_and_goes_with_the_pointer(ui):
    drive = ui.Driver(
        lambda size: Row(
            [Button("Buy", enabled=False, reason="2 gold short", key="buy"), Button("y", key="y")]
        )
    )
    drive.hover("buy")
    assert "2 gold short" not in drive.paint()
    assert not drive.needs_frame(drive.now + 499)
    assert drive.needs_frame(drive.now + 500)
    drive.wait(500)
    assert "2 gold short" in drive.paint()
    drive.stage.refresh()
    assert "2 gold short" in drive.paint()
    drive.hover("y")
    assert "2 gold short" not in drive.paint()


def test_a_tooltip_keeps_within_the_window_and_comes_by_keyboard_too(ui):
    tip = "A long explanation of what this does, with many words that need three lines at the very least"
    drive = ui.Driver(
        lambda size: Box(Box(IconButton("cog", tip=tip, key="cog"), align="end", valign="end"), pad=0)
    )
    drive.key("tab")
    drive.paint()
    drive.wait(600)
    assert any(line in tip for line in drive.paint())
    drive.check()
    drive.press("cog")
    assert not drive.paint()


def test_notices_pass(ui):
    drive = ui.Driver(everything)
    drive.stage.notify("Saved")
    drive.stage.notify("Lost the way", bad=True)
    shown = drive.paint()
    assert "Saved" in shown
    assert "Lost the way" in shown
    drive.wait(5000)
    assert drive.needs_frame(drive.now)
    assert "Saved" not in drive.paint()


def test_the_pointer_has_a_shape_and_nothing_shines_through(ui):
    below = Button("below", key="below")
    drive = ui.Driver(lambda size: Stack([below, Row([Field(key="field")], align="start", pad=300)]))
    drive.hover("field")
    assert drive.cursor == "text"
    drive.hover("below", 0.1, 0.1)
    assert drive.cursor == "hand"
    assert below in drive.stage._hovered
    drive.stage.pointer_left()
    assert drive.cursor == ""


def test_frames_are_asked_for_once_and_only_when_something_changed(ui):
    drive = ui.Driver(everything)
    asked = drive.asked
    drive.stage.pointer_moved(Pointer(1279, 799))
    drive.paint()
    asked = drive.asked
    drive.stage.pointer_moved(Pointer(1278, 799))
    drive.key("f7")
    assert drive.asked == asked
    drive.hover("one")
    drive.hover("cog")
    assert drive.asked == asked + 1
    drive.paint()
    assert not drive.needs_frame(drive.now)


def test_hovering_moves_for_90_milliseconds_and_then_rests(ui):
    drive = ui.Driver(lambda size: Row([Button("One", key="one")], align="start"))
    drive.stage.still = False
    drive.paint()

    def face():
        drive.paint()
        return next(call[1].y for call in drive.canvas.calls if call[0] == "text" or call[0] == "box")

    rest = face()
    drive.hover("one")
    heights = []
    for _ in range(5):
        heights.append(face())
        drive.wait(30)
    assert heights[0] == rest
    assert heights == sorted(heights, reverse=True)
    assert heights[3] == heights[4] == rest - 1
    assert drive.stage.wake_at is None or not drive.needs_frame(drive.now)


def test_motion_is_eased_out_and_stops_short_when_turned_round(ui):
    look = Look(ui.NoteCanvas(), None)
    value = Eased()
    assert value.follow(look, 1.0, 100) == 0
    look.now = 50
    half = value.follow(look, 1.0, 100)
    assert half == ease_out(0.5) == pytest.approx(0.875)
    assert value.follow(look, 0.0, 100) == half
    look.now = 150
    look.wake = None
    assert value.follow(look, 0.0, 100) == 0
    assert look.wake is None
    look.still = True
    assert value.follow(look, 1.0, 100) == 1


def test_the_window_changes_its_size(ui):
    drive = ui.Driver(lambda size: Panel(Text(f"{size.w:.0f} x {size.h:.0f}"), key="panel"))
    drive.canvas.size = Rect(0, 0, 1024, 640)
    assert drive.paint() == ["1024 x 640"]
    assert drive.find("panel").rect.w == 1024


def test_a_host_is_what_widgets_stand_on(ui):
    drive = ui.Driver(everything)
    assert all(widget.host is drive.stage for widget in walk(drive.stage.top) if not isinstance(widget, Text))
    assert drive.stage.focus_on("field")
    assert not drive.stage.focus_on("off")
    assert not drive.stage.focus_on("nobody")
    assert drive.focus == "field"
    assert Widget().host is None


def test_a_dialog_in_the_middle_of_a_drag_ends_it(ui):
    heard = []
    drive = ui.Driver(lambda size: Row([Slider(5, 0, 10, heard.append, key="slider")]))
    drive.press("slider", dx=0.5)
    drive.stage.open_modal(ask([]))
    drive.paint()
    drive.stage.close_modal()
    drive.hover("slider", dx=0.9)
    drive.hover("slider", dx=0.1)
    assert heard == []


def test_a_dialog_ends_the_drag_of_a_bar_too(ui):
    drive = ui.Driver(lambda size: List(500, lambda i: Text(f"{i}"), key="list"))
    drive.press("list", dx=0.999, dy=0.001)
    drive.stage.open_modal(ask([]))
    drive.paint()
    drive.stage.close_modal()
    drive.hover("list", dy=0.2)
    drive.hover("list", dy=0.8)
    assert drive.find("list").bar.offset == 0


def test_a_tooltip_does_not_come_over_what_is_typed(ui):
    tip = "Your name, as others see it"
    drive = ui.Driver(lambda size: Field(tip=tip, key="name"))
    drive.stage.focus_on("name")
    drive.paint()
    drive.wait(600)
    assert drive.paint() == [tip]
    drive.type("a")
    drive.wait(1000)
    assert drive.paint() == ["a"]


def test_a_key_that_moves_the_keyboard_into_a_field_is_not_typed_there(ui):
    driver = ui.Driver(everything)
    driver.stage.key_fallback = lambda press: press.name == "f" and driver.stage.focus_on("field")
    for name, typed, expected in (("f", "f", ""), ("g", "g", "g")):
        driver.stage.key_pressed(KeyPress(name))
        driver.stage.text_entered(typed)
        assert find(driver.stage.root, "field").text == expected
    driver.stage.focus(None)
    driver.stage.key_pressed(KeyPress("f"))
    driver.stage.key_released()
    driver.stage.text_entered("ä")  # a key without a name
    assert find(driver.stage.root, "field").text == "gä"
