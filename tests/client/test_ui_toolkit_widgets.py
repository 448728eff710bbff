"""Single widgets: how they look in each state, what they say when used."""

from dataclasses import replace

import pytest

from client.ui.geometry import Rect
from client.ui.theme import DARK, LIGHT, fade
from client.ui.toolkit.buttons import Button, IconButton, Link, explained
from client.ui.toolkit.layout import Box, Column, Row, grow
from client.ui.toolkit.lists import Card, List, ListRow
from client.ui.toolkit.panels import Panel, Scroll
from client.ui.toolkit.progress import ProgressBar, Spinner
from client.ui.toolkit.segmented import Choice, Segmented
from client.ui.toolkit.stepper import Stepper
from client.ui.toolkit.switches import Slider, Toggle
from client.ui.toolkit.text import Chip, Divider, Icon, KeyHint, Notice, Painted, Text
from client.ui.toolkit.widget import Pointer


def alone(widget, width=None):
    return lambda size: Column([Box(widget, width=width)], align="start", pad=20)


def boxes(drive):
    drive.paint()
    return [call for call in drive.canvas.calls if call[0] == "box"]


# --- buttons ----------------------------------------------------------------------------------------------
def test_the_states_of_a_button_are_those_of_the_look(ui):
    drive = ui.Driver(alone(Button("Undo", key="b")))
    rect = drive.find("b").rect
    assert rect.h == 36

    def lip():
        drawn = boxes(drive)
        below = next(call[1] for call in drawn if call[2] == DARK.button_lip)
        return below.y - rect.y, drawn[-1][1].y

    assert lip()[0] == 3
    face = lip()[1]
    drive.hover("b")
    assert lip()[1] == face - 1
    at = drive.press("b")
    drive.paint()
    assert min(call[1].y for call in boxes(drive)) == rect.y + 2
    drive.stage.pointer_released(Pointer(at.x, at.y, "left"))
    drive.stage.pointer_left()
    drive.key("tab")
    ring = boxes(drive)[-1]
    assert ring[1] == rect.inset(-5)
    assert ring[3:] == (DARK.focus, 2)


def test_a_disabled_button_is_flat_says_why_and_does_nothing(ui):
    deeds = []
    button = Button("Build", lambda: deeds.append(1), enabled=False, reason="No wood", key="b")
    drive = ui.Driver(lambda size: Column([explained(button)], align="start"))
    assert drive.paint() == ["Build", "No wood"]
    assert [call[2] for call in boxes(drive)] == [DARK.panel2]
    assert ("text", "Build", fade(DARK.text3, 0.8)) in drive.canvas.calls
    assert button.tip == "No wood"
    drive.click("b")
    drive.key("tab", "enter")
    assert deeds == []
    assert explained(Button("x", reason="unused")).key == ""
    assert len(explained(button).children()) == 2
    assert explained(Button("x", key="x")).children() == ()


@pytest.mark.parametrize("palette", [DARK, LIGHT])
@pytest.mark.parametrize("kind", ["primary", "plain", "danger", "quiet"])
def test_every_kind_can_be_told_in_every_state(ui, palette, kind):
    drive = ui.Driver(alone(Button("Go", kind=kind, key="b")), palette=palette)
    seen = []

    def note():
        drive.paint()
        seen.append(tuple(drive.canvas.calls))

    note()
    drive.hover("b")
    note()
    drive.press("b")
    note()
    assert len(set(seen)) == 3


def test_a_long_word_or_two_wraps_before_anything_is_cut(ui):
    deeds = []
    button = Button(
        "Allen ein Unentschieden anbieten", lambda: deeds.append(1), key="b", icon="handshake", hint="U"
    )
    drive = ui.Driver(alone(button, width=180), canvas=ui.NoteCanvas(800, 500))
    drive.check()
    assert button.rect.h > 36
    assert len([text for text in drive.paint() if text != "U"]) >= 2
    drive.click("b")
    assert deeds == [1]


def test_margins_give_way_before_the_line_breaks(ui):
    text = "Zug enden"
    width = 14 * 0.55 * len(text) + 13
    button = Button(text, key="b")
    drive = ui.Driver(alone(button, width=width))
    assert drive.paint() == [text]
    assert button.rect.h == 36
    drive.check()


def test_large_and_icon_buttons_and_links_are_high_enough(ui):
    drive = ui.Driver(
        lambda size: Column(
            [
                Button("Start", large=True, kind="primary", hint="Enter", key="large"),
                IconButton("cog", tip="Settings", kind="quiet", key="icon"),
                Link("Rules of the game", key="link"),
            ],
            align="start",
        )
    )
    assert drive.find("large").rect.h == 48
    assert drive.find("icon").rect.h == 36
    assert drive.find("link").rect.h == 32
    drive.check()
    drive.key("tab", "tab", "tab")
    drive.check()


# --- values -----------------------------------------------------------------------------------------------
def test_a_toggle_flips_by_click_and_space(ui):
    heard = []
    drive = ui.Driver(alone(Toggle(False, heard.append, key="t")))
    drive.click("t")
    drive.key("shift+tab", "space")
    assert heard == [True, False]
    drive.check()


def test_a_slider_follows_keys_and_pointer_within_its_bounds(ui):
    heard = []
    state = {"value": 40}

    def changed(value):
        heard.append(value)
        state["value"] = value
        drive.stage.refresh()

    drive = ui.Driver(
        lambda size: Column(
            [Slider(state["value"], 0, 100, changed, step=5, text=lambda v: f"{v} %", key="s")],
            align="start",
        )
    )
    drive.key("tab", "right", "left", "pageup", "end", "right", "home")
    assert heard == [45, 40, 50, 100, 0]
    heard.clear()
    track = drive.find("s")._track
    drive.press("s", dx=(track.w / 2) / 240)
    assert heard == [50]
    for x, y, value in ((-50, 500, 0), (2000, 0, 100)):
        drive.stage.pointer_moved(Pointer(x, y, "left"))
        assert heard[-1] == value
    drive.stage.pointer_released(Pointer(2000, 0, "left"))
    drive.stage.pointer_moved(Pointer(30, 30))
    assert heard[-1] == 100
    drive.check()


def test_a_stepper_is_one_stop_and_keeps_its_bounds(ui):
    heard = []
    drive = ui.Driver(alone(Stepper(4, 1, 5, heard.append, key="s")))
    drive.click("s", dx=0.95)
    drive.click("s", dx=0.95)
    drive.click("s", dx=0.05)
    drive.click("s", dx=0.5)
    assert heard == [5, 4]
    drive.key("shift+tab", "up", "minus", "home", "left", "end", "plus")
    assert heard == [5, 4, 5, 4, 1, 5]
    drive.check()


def stepper(ui, low, high, value=None, text=str):
    """Return a driver, and what the number has become, of a screen that is built anew with every number."""
    heard = [low if value is None else value]

    def take(number):
        heard.append(number)
        drive.stage.refresh()

    drive = ui.Driver(
        lambda size: Column(
            [Box(Stepper(heard[-1], low, high, take, text=text, key="s"))], align="start", pad=20
        )
    )
    return drive, heard


def pass_time(drive, milliseconds):
    drive.wait(milliseconds)
    drive.paint()


def test_a_number_is_typed(ui):
    drive, heard = stepper(ui, 0, 999)
    drive.click("s", dx=0.5)
    drive.type("2")
    drive.type("50")
    assert heard[-1] == 250
    drive.key("backspace")
    assert heard[-1] == 25
    drive.type("7")
    assert heard[-1] == 257
    drive.type("8")  # four digits are too many: another number begins
    assert heard[-1] == 8
    pass_time(drive, 2000)
    drive.type("3")
    assert heard[-1] == 3
    drive.type("x")
    drive.key("pageup", "pageup", "pagedown", "end", "pagedown")
    assert heard[-5:] == [13, 23, 13, 999, 989]


def test_a_number_below_the_least_counts_only_once_it_is_complete(ui):
    drive, heard = stepper(ui, 12, 40)
    drive.click("s", dx=0.5)
    drive.type("2")
    assert heard == [12]
    drive.type("4")
    assert heard[-1] == 24


def test_what_is_shown_in_words_is_not_typed(ui):
    drive, heard = stepper(ui, 9, 20, 12, text=lambda tenths: f"{10 * tenths} %")
    drive.click("s", dx=0.5)
    drive.type("15")
    assert heard == [12]


def test_a_button_that_is_held_counts_on_faster_and_faster(ui):
    drive, heard = stepper(ui, 0, 999, 3)
    at = drive.press("s", dx=0.95)
    pass_time(drive, 300)
    assert heard[-1] == 3
    pass_time(drive, 110)
    assert heard[-1] == 4
    for _ in range(14):
        pass_time(drive, 70)
    assert heard[-4:] == [15, 20, 25, 30]
    for _ in range(100):
        pass_time(drive, 70)
    assert heard[-1] == 999
    drive.stage.pointer_released(replace(at, button="left"))
    assert heard[-1] == 999
    at = drive.press("s", dx=0.05)
    pass_time(drive, 410)
    drive.stage.pointer_released(replace(at, button="left"))
    assert heard[-1] == 998


def test_a_stepper_stays_where_it_is_whatever_its_number(ui):
    drive, heard = stepper(ui, 0, 999)
    width = drive.find("s").rect.w
    drive.click("s", dx=0.5)
    for number in ("9", "44", "888"):
        pass_time(drive, 2000)
        drive.type(number)
        assert heard[-1] == int(number)
        assert drive.find("s").rect.w == width


def test_segments_are_chosen_by_click_and_arrows_over_those_that_can_be(ui):
    heard = []
    choices = [Choice("a", "LAN", icon="lan"), Choice("b", "Online", enabled=False), Choice("c", "Watch")]
    drive = ui.Driver(alone(Segmented(choices, "a", heard.append, key="s")))
    drive.click("s", dx=0.9)
    drive.click("s", dx=0.5)
    assert heard == ["c"]
    drive.key("shift+tab", "left", "left", "right", "right", "home", "end")
    assert heard == ["c", "a", "c", "a", "c"]
    drive.check()


def test_segments_take_a_second_line_where_less_room_is(ui):
    choices = [Choice("a", "Beide Ladungen"), Choice("b", "Eine Ladung")]
    wide, narrow = Segmented(choices, "a", key="w"), Segmented(choices, "a", key="n")
    tree = Column([wide, Box(narrow, width=150)], align="start")
    drive = ui.Driver(lambda size: tree, canvas=ui.NoteCanvas(800, 500))
    assert wide.rect.h == 36
    assert narrow.rect.h > 36
    drive.check()


# --- lists ------------------------------------------------------------------------------------------------
class Long:
    """A screen with a list that counts how often its rows are built."""

    def __init__(self, ui, count=10_000, **more):
        self.built, self.opened, self.moved, self.current = [], [], [], None
        self.count, self.more = count, more
        self.drive = ui.Driver(self.build)

    def build(self, size):
        moves = {"on_move": self.moved.append} if self.more.get("follow") else {}
        more = {key: value for key, value in self.more.items() if key != "follow"}
        rows = List(
            self.count,
            self.row,
            on_activate=self.opened.append,
            current=self.current,
            key="list",
            **moves,
            **more,
        )
        return Panel(Column([Text("Moves"), grow(rows)]))

    def row(self, i):
        self.built.append(i)
        return Row([Text(f"Row {i}"), Text("end")])

    @property
    def list(self):
        return self.drive.find("list")


def test_a_list_builds_only_the_rows_in_sight(ui):
    long = Long(ui)
    assert len(long.built) < 30
    long.drive.key("tab", "end")
    assert "Row 9999" in long.drive.paint()
    assert len(long.built) < 60
    long.drive.key("home")
    assert "Row 0" in long.drive.paint()
    long.drive.scroll("list", -100)
    assert "Row 0" not in long.drive.paint()
    long.drive.check()
    assert len(long.built) < 120


def test_a_list_is_walked_by_keys_and_enter_opens(ui):
    long = Long(ui)
    long.drive.key("tab", "down", "down", "enter", "up", "enter", "pagedown", "enter")
    assert long.opened[:2] == [2, 1]
    assert 15 < long.opened[2] < 30
    long.drive.stage.refresh()
    long.drive.key("down", "space")
    assert long.opened[3] == long.opened[2] + 1
    long.drive.key("home", "up", "enter", "end", "down", "enter")
    assert long.opened[4:] == [0, 9999]
    long.drive.check()


def test_a_click_opens_or_where_the_cursor_is_followed_a_double_click(ui):
    long = Long(ui)
    long.drive.click("list", dy=2.5 * 35 / long.list.rect.h)
    assert long.opened == [2]
    long = Long(ui, follow=True)
    at = 2.5 * 35 / long.list.rect.h
    long.drive.click("list", dy=at)
    assert (long.opened, long.moved) == ([], [2])
    long.drive.wait(1000)
    long.drive.click("list", dy=at)
    long.drive.click("list", dy=at)
    assert long.opened == [2]
    long.drive.key("down", "down")
    assert long.moved[-2:] == [3, 4]


def test_a_new_current_row_comes_in_sight_and_the_offset_stays_otherwise(ui):
    long = Long(ui)
    long.current = 5000
    long.drive.stage.refresh()
    assert "Row 5000" in long.drive.paint()
    long.drive.scroll("list", 30)
    offset = long.list.bar.offset
    long.drive.stage.refresh()
    long.drive.paint()
    assert long.list.bar.offset == offset
    assert any(call[0] == "box" and call[2] == DARK.honey for call in long.drive.canvas.calls) is False
    long.current = 5001
    long.drive.stage.refresh()
    assert any(call[2] == DARK.honey for call in boxes(long.drive))


def test_a_log_keeps_its_end_in_sight_while_it_is_in_sight(ui):
    long = Long(ui, count=100, keep_end=True)
    assert "Row 99" in long.drive.paint()
    long.count = 101
    long.drive.stage.refresh()
    assert "Row 100" in long.drive.paint()
    long.drive.scroll("list", 10)
    offset = long.list.bar.offset
    long.count = 110
    long.drive.stage.refresh()
    assert long.drive.paint()
    assert long.list.bar.offset == offset


def test_typing_finds_rows(ui):
    names = ["Ada", "Bea", "Ben", "Cy"]
    heard = []
    drive = ui.Driver(
        lambda size: List(
            4, lambda i: Text(names[i]), search=lambda i: names[i], on_move=heard.append, key="l"
        )
    )
    drive.key("tab")
    drive.type("b")
    drive.type("en")
    drive.wait(2000)
    drive.type("a")
    drive.wait(2000)
    drive.type("b")
    drive.type("b")
    assert heard == [1, 2, 0, 1, 2]
    assert drive.passed == []


def test_an_empty_list_says_so_and_is_no_stop(ui):
    long = Long(ui, count=0, empty="No room is open on this network.")
    assert "No room is open on this network." in long.drive.paint()
    assert not long.drive.key("tab")
    long.drive.click("list")


def test_the_bar_of_a_list_can_be_dragged(ui):
    long = Long(ui)
    long.drive.drag("list", (0.999, 0.001), (0.999, 0.5))
    assert long.opened == []
    middle = long.list.bar.offset / long.list.bar.most
    assert 0.4 < middle < 0.6
    long.drive.click("list", dx=0.999, dy=0.99)
    assert long.list.bar.offset == long.list.bar.most


def test_rows_and_cards_hold_anything_and_are_pressed(ui):
    deeds = []
    drive = ui.Driver(
        lambda size: Column(
            [
                ListRow(
                    Row([Text("Ada"), Button("Kick", lambda: deeds.append("kick"), key="kick")]),
                    lambda: deeds.append("row"),
                    key="row",
                ),
                ListRow(Text("only shown"), key="shown", height=27),
                Card(Text("Towers"), lambda: deeds.append("card"), chosen=True, key="card"),
                Card(Text("Flat"), lambda: deeds.append("flat"), flat=True, key="flat"),
            ],
            align="start",
        )
    )
    drive.click("kick")
    drive.click("row", dx=0.05)
    drive.click("shown")
    drive.click("card")
    drive.click("flat")
    assert deeds == ["kick", "row", "card", "flat"]
    for _ in range(4):
        drive.key("tab", "enter")
        drive.check()
    assert deeds[4:] == ["row", "kick", "card", "flat"] or deeds[4:] == ["flat", "row", "kick", "card"]


# --- the rest ---------------------------------------------------------------------------------------------
def test_what_scrolls_hears_keys_if_nothing_in_it_does(ui):
    drive = ui.Driver(lambda size: Box(Scroll(Column([Text(f"{i}") for i in range(100)]), key="s")))
    scroll = drive.find("s")
    drive.key("tab", "pagedown")
    assert scroll.bar.offset > 500
    drive.key("home")
    assert scroll.bar.offset == 0
    drive.key("end")
    assert "99" in drive.paint()
    assert "0" not in drive.paint()
    drive.check()
    drive.drag("s", (0.999, 0.99), (0.999, 0.0))
    assert drive.find("s").bar.offset == 0


def test_a_chat_keeps_its_end_in_sight(ui):
    lines = [f"line {i}" for i in range(100)]
    drive = ui.Driver(lambda size: Scroll(Column([Text(line) for line in lines]), keep_end=True, key="s"))
    assert "line 99" in drive.paint()
    lines.append("line 100")
    drive.stage.refresh()
    assert "line 100" in drive.paint()
    drive.scroll("s", 20)
    lines.append("line 101")
    drive.stage.refresh()
    assert "line 101" not in drive.paint()


def test_texts_wrap_shorten_and_align(ui):
    name = Text("a very long name of a person", shortens=True, max_lines=1, align="end", key="n")
    plain = Text("three short words", key="p")
    address = Text("wabe://192.168.1.7:4417/7f3a-91c4", breaks=True, key="a")
    drive = ui.Driver(lambda size: Column([Box(w, width=100) for w in (name, plain, address)], align="start"))
    drive.check()
    assert plain.rect.h == 40
    assert drive.paint()[0].endswith("…")
    assert "".join(drive.paint()[-3:]) == address.text


def test_small_things_are_painted(ui):
    drawn = []
    drive = ui.Driver(
        lambda size: Column(
            [
                Row(
                    [
                        Icon("cog", tip="Cog"),
                        Chip("R 4"),
                        KeyHint("F1"),
                        Divider(vertical=True),
                    ],
                    align="stretch",
                ),
                Divider(),
                Painted(lambda look, rect: drawn.append(rect), 40, 30, key="piece"),
                Notice("One house rule is on."),
                ProgressBar(0.4),
                ProgressBar(None),
                Spinner(),
            ],
            align="start",
        )
    )
    drive.check()
    assert drawn[-1] == drive.find("piece").rect == Rect(0, drawn[-1].y, 40, 30)
    assert not drive.needs_frame(drive.now)
    drive.stage.still = False
    drive.paint()
    assert drive.needs_frame(drive.now + 33)
