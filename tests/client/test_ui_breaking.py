"""What a person, a disk or a stranger might do to the window that nobody meant it for."""

import os
from contextlib import suppress
from random import Random

import pytest
import trio

from client.app.live import LiveMatch
from client.app.preferences import Preferences, load_preferences, save_preferences
from client.errors import ClientError
from client.ui.gallery.__main__ import scenes
from client.ui.gallery.fakes import Silence, StillTable
from client.ui.gallery.kit import Kit, speak
from client.ui.gallery.scenes_lan import towers_room
from client.ui.geometry import Rect
from client.ui.screens.lan import LanScreen
from client.ui.screens.match import MatchScreen
from client.ui.screens.menu import MenuScreen
from client.ui.screens.opening import OpeningScreen
from client.ui.screens.settings import SettingsScreen
from client.ui.shell import Shell, WindowPort, chosen_palette
from client.ui.theme import DARK
from client.ui.toolkit import Button, Column, Field, Modal, Text
from client.ui.toolkit.stage import Stage
from client.ui.toolkit.tree import walk
from client.ui.toolkit.widget import KeyPress, Pointer
from client.view.sandbox import Sandbox
from client.view.source import ChatLine, SeatInfo
from engine.registry import find

SCENES = scenes()
SMALLEST = (1024, 640)


@pytest.fixture(autouse=True)
def _english():
    yield
    speak("en")


@pytest.fixture
def kit_of(hidden_screen):
    """A kit on the real canvas, in the smallest window, and a function that gives the window another size."""
    from client.ui.window import interface_scale

    def resize(width, height, user=1.0):
        return hidden_screen.canvas(width, height, interface_scale(width, height, 1.0, user))

    def make(**more):
        canvas = resize(*SMALLEST)
        return Kit(canvas, canvas.frame, **more), resize

    return make


# --- the window -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["krieg-waiting", "stones-rest"])
def test_a_window_of_any_size_is_painted(kit_of, name):
    kit, resize = kit_of()
    kit.stage_scene(SCENES[name])
    for size in ((1, 1), (40, 30, 2.0), (1, 900), (1900, 1), (4000, 3000, 0.9), SMALLEST):
        resize(*size)
        kit.paint()
    assert kit.findings() == []


def test_a_board_that_is_looked_at_closely_cuts_off_its_own_letters_alone(kit_of):
    kit, _ = kit_of()
    kit.stage_scene(SCENES["krieg-rest"])
    board = kit.find("board").rect
    cut = []
    for notches in (1, 1, 2, -1, 3):
        kit.stage.scrolled(Pointer(board.cx, board.cy), 0, notches)
        assert kit.findings() == []
        cut += [mark for mark in kit.canvas.texts if mark.box.y > SMALLEST[1]]
    assert cut, "some letters of cells were below the window"
    assert all(mark.clip.bottom <= SMALLEST[1] for mark in cut), "what holds them is held by the window"


NAMED = (
    "tab",
    "enter",
    "space",
    "escape",
    "left",
    "right",
    "up",
    "down",
    "home",
    "end",
    "pageup",
    "pagedown",
)
KEYS = (
    *NAMED,
    "backspace",
    "delete",
    "plus",
    "minus",
    "slash",
    "period",
    "comma",
    "f1",
    "f11",
    *"abceghilmnqrtuvz019",
)
TEXTS = ("a", "c", "\u200b", "😀", "\u202e", "שלום", "x" * 200, "{name}", "\u0301", "١٢٣", "²", "-1", "%s")
SIZES = (SMALLEST, (1280, 800), (1, 1), (2000, 1300), (1024, 640, 2.0), (1024, 640, 0.9), (300, 900))


class Monkey:
    """Uses a screen without any idea of what it is doing; the same seed does the same."""

    def __init__(self, kit, resize, seed):
        self.kit, self.resize, self.chance = kit, resize, Random(seed)
        self.done = []

    def somewhere(self):
        size = self.kit.canvas.size
        return self.chance.uniform(-20, size.w + 20), self.chance.uniform(-20, size.h + 20)

    def click(self):
        targets = [w for w in walk(self.kit.stage.top) if w.focusable and w.enabled and w.rect.w]
        if targets and self.chance.random() < 0.8:
            widget = self.chance.choice(targets)
            rect = widget.rect
            at = rect.x + rect.w * self.chance.random(), rect.y + rect.h * self.chance.random()
            self.done.append(("click", widget.key))
        else:
            at = self.somewhere()
            self.done.append(("click", at))
        button = self.chance.choice(["left"] * 6 + ["right", "middle"])
        self.kit.stage.pointer_moved(Pointer(*at))
        self.kit.stage.pointer_pressed(Pointer(*at, button))
        if self.chance.random() < 0.2:
            at = self.somewhere()
            self.kit.stage.pointer_moved(Pointer(*at, button))
        if self.chance.random() < 0.95:
            self.kit.stage.pointer_released(Pointer(*at, button))

    def key(self):
        held = [name for name in ("shift", "ctrl", "alt") if self.chance.random() < 0.1]
        self.done.append("+".join([*held, self.chance.choice(KEYS)]))
        self.kit.key(self.done[-1])

    def text(self):
        self.done.append(self.chance.choice(TEXTS))
        self.kit.stage.text_entered(self.done[-1])

    def scroll(self):
        self.done.append("scroll")
        self.kit.stage.scrolled(Pointer(*self.somewhere()), 0, self.chance.choice([-30, -1, 1, 30]))

    def size(self):
        self.done.append(self.chance.choice(SIZES))
        self.resize(*self.done[-1])

    def look(self):
        self.done.append("look")
        self.kit.app.preferences.theme = self.chance.choice(["dark", "light"])
        speak(self.chance.choice(["en", "de"]))
        self.kit.shell.restyle()

    def wait(self):
        self.kit.now += self.chance.choice([10, 200, 5000])

    def live(self, steps):
        ways = (self.click, self.key, self.text, self.scroll, self.size, self.look, self.wait)
        try:
            for _ in range(steps):
                self.chance.choices(ways, (45, 30, 6, 5, 3, 2, 4))[0]()
                self.kit.paint()
            self.resize(*SMALLEST)
            self.kit.stage.pointer_left()
            self.kit.app.preferences.motion = "off"
            self.kit.shell.restyle()
            self.kit.now += 9000
            assert self.kit.findings() == []
            for _ in range(10):
                if self.kit.stage.modal_open:
                    self.kit.key("escape")
            assert not self.kit.stage.modal_open, "Escape leads out of whatever was asked"
        except Exception as error:
            error.add_note(f"{self.kit.shell.screen.name}: {self.done[-12:]}")
            raise


@pytest.mark.parametrize("name", ["menu", "setup", "stones-rest", "krieg-attack"])
def test_a_monkey_breaks_nothing(kit_of, name):
    monkey = Monkey(*kit_of(), f"{name} 1")
    monkey.kit.stage_scene(SCENES[name])
    monkey.live(40)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", SCENES)
def test_many_monkeys_break_nothing(kit_of, name, seed):
    monkey = Monkey(*kit_of(moving=seed == 0), f"{name} {seed}")
    monkey.kit.stage_scene(SCENES[name])
    monkey.live(80)


# --- what is typed and pasted ------------------------------------------------------------------------------
@pytest.mark.parametrize("held", [1, 4])
def test_the_letter_that_opens_the_chat_is_not_written_into_it(kit_of, held):
    kit, _ = kit_of()
    kit.stage_scene(SCENES["krieg-rest"])
    kit.stage.key_pressed(KeyPress("c"))
    for _ in range(held):  # a key that is held types on without being pressed again
        kit.stage.text_entered("c")
    assert kit.find("say").text == ""
    kit.stage.key_released()
    kit.stage.text_entered("ç")  # composed, so no key came before it
    kit.type("cc ")
    assert kit.find("say").text == "çcc "


def test_a_key_that_answers_a_question_is_not_written_into_the_field_below(ui):
    def build(size):
        return Column([Field("", key="field")])

    def ask(size):
        return Modal("Sure?", Text("?"), [Button("Yes", driver.stage.close_modal, key="yes")], first="yes")

    driver = ui.Driver(build)
    driver.click("field")
    driver.type("a")
    driver.stage.open_modal(ask)
    driver.type(" ")
    assert not driver.stage.modal_open
    driver.type("b c")
    assert driver.find("field").text == "ab c"


@pytest.mark.parametrize(
    "name", ["😀" * 32, "\u202eabc\u202c", "a\u0301" * 16, "\u200b" * 32, "漢字" * 16, "W" * 32]
)
def test_any_name_and_a_flood_of_chat_find_their_room(kit_of, name):
    kit, _ = kit_of()
    source = Sandbox(
        find("towerwars"), {}, [SeatInfo(seat, "human", name, own=seat == 0) for seat in range(2)]
    )
    kit.show(MatchScreen(kit.shell, source))
    kit.key("c")
    source.chat_lines.extend(ChatLine(1, f"{n} {name}") for n in range(500))
    source.chat_lines.append(ChatLine(1, "x" * 2000))
    source.chat_lines.append(ChatLine(0, f"{name}\x00\x1b[2J\u2028" * 12))
    source.tell()
    assert kit.findings() == []


def test_whatever_was_copied_can_be_pasted_into_the_field_for_an_invitation(kit_of):
    kit, _ = kit_of()
    kit.show(LanScreen(kit.shell))
    kit.clipboard = "wabe://\x00\x1b[2J\n\u2028" + "x " * 4_000_000
    kit.click("paste")
    assert len(kit.find("target").text) <= 4096
    assert kit.find("target").text.isprintable()
    assert kit.findings() == []


# --- the disk ---------------------------------------------------------------------------------------------
def test_preferences_with_half_a_character_are_damaged(tmp_path):
    path = tmp_path / "preferences.json"
    path.write_text('{"name": "\\ud800", "last": {"krieg": {"seats": ["\\udc00"]}}}')
    preferences, sound = load_preferences(path)
    assert (preferences.name, preferences.last, sound) == ("", {}, False)
    save_preferences(path, preferences)
    assert load_preferences(path) == (Preferences(language=preferences.language), True)


def test_a_match_begins_although_its_address_cannot_be_kept(kit_of, monkeypatch):
    kit, _ = kit_of()
    monkeypatch.setattr(kit.app, "save_preferences", full)
    table = kit.app.opened = StillTable(room=towers_room())
    kit.show(LanScreen(kit.shell))
    kit.clipboard = "192.168.1.7"
    kit.click("paste")
    kit.click("join")
    seats = [SeatInfo(0, "human", "Mira", own=True), SeatInfo(1, "human", "Jonas", own=False)]
    table.match = Sandbox(find("towerwars"), {"size": 6}, seats)
    table.tell()
    assert kit.shell.screen.name == "match"
    assert "No room on the disk." in kit.paint()


def test_a_name_that_cannot_be_kept_tells_the_true_reason(kit_of, monkeypatch):
    kit, _ = kit_of()
    monkeypatch.setattr(kit.app, "save_preferences", full)
    kit.show(SettingsScreen(kit.shell))
    kit.shell.focus("name")
    kit.type("J")
    assert kit.find("name").error == "No room on the disk."


def full():
    raise ClientError("disk_full", "No room on the disk.")


async def test_whatever_lies_among_the_matches_the_others_are_listed(parlour):
    anna = parlour.open("anna")
    matches = anna.log_file.parent / "matches"
    (matches / "empty.wabe").touch()
    (matches / "folder.wabe").mkdir()
    (matches / "nowhere.wabe").symlink_to("/nowhere/at/all")
    (matches / "circle.wabe").symlink_to(matches / "circle.wabe")
    os.mkfifo(matches / "pipe.wabe")
    with (matches / "huge.wabe").open("wb") as huge:
        huge.truncate(1 << 40)
    with suppress(OSError):  # some file systems know no such names
        (matches / os.fsdecode(b"latin-\xfc.wabe")).write_bytes(b"x")
    done = trio.Event()
    anna.refresh_library(done.set)
    with trio.fail_after(20):
        await done.wait()
    names = {saved.path.name for saved in anna.library()}
    assert {"empty.wabe", "huge.wabe"} <= names
    assert names.isdisjoint({"folder.wabe", "nowhere.wabe", "circle.wabe", "pipe.wabe"})
    assert all(saved.damaged for saved in anna.library())
    assert anna.notices == []


# --- tables -----------------------------------------------------------------------------------------------
async def test_a_match_at_one_machine_never_shows_a_room(parlour, parlours):
    anna = parlour.open("anna")
    table = anna.start_local("towerwars", {"size": 5}, [parlours.ME, parlours.ME])
    rooms = []
    table.subscribe(lambda: rooms.append(table.room))
    await parlour.begun(table)
    await parlour.act(table)
    table.match.take_back()
    await parlour.until(table, lambda: not table.match.steps)
    assert set(rooms) == {None}


class House:
    """A real program, all of its screens on a stage without a window; as much of a ``Kit`` as a monkey needs."""

    def __init__(self, app, ui):
        self.app, self.canvas, self.now = app, ui.NoteCanvas(), 1000
        self.stage = Stage(self.canvas, chosen_palette(app), lambda: self.now)
        port = WindowPort(lambda wanted: None, lambda text: None, lambda scale: None, lambda: None)
        self.shell = Shell(app, self.stage, Silence(), lambda: self.now, port)
        self.shell.start(MenuScreen(self.shell))

    def paint(self):
        self.shell.tick(self.now)
        with self.canvas.frame():
            self.stage.paint(self.canvas)

    def key(self, name):
        *held, name = name.split("+")
        self.stage.key_pressed(KeyPress(name, **dict.fromkeys(held, True)))

    @property
    def asks(self):
        model = getattr(self.shell.screen, "model", None)
        return self.stage.modal_open or (model is not None and model.pending() is not None)


@pytest.mark.parametrize(("game", "seed"), [("towerwars", 1), ("krieg", 2)])
async def test_a_monkey_at_a_real_table_gives_up_nothing_unasked(
    parlour, parlours, ui, monkeypatch, game, seed
):
    app = parlour.open("anna")
    house = House(app, ui)
    given_up = []
    resign = LiveMatch.resign
    monkeypatch.setattr(
        LiveMatch, "resign", lambda match, seat: (given_up.append(asked), resign(match, seat))
    )

    def resize(width, height, user=1.0):
        house.canvas.size = Rect(0, 0, width / user, height / user)

    monkey = Monkey(house, resize, seed)
    played = 0
    with monkeypatch.context() as patched:
        patched.setattr(app, "quit", lambda: None)
        patched.setattr(app, "switch_profile", lambda name: None)
        for _ in range(6):
            table = app.start_local(game, {}, [parlours.ME, parlours.computer("random")])
            house.shell.home()
            house.shell.go(OpeningScreen(house.shell, table))
            await parlour.begun(table)
            for _ in range(50):
                asked = house.asks
                monkey.chance.choice([monkey.click, monkey.click, monkey.key, monkey.text, monkey.wait])()
                house.now += 40
                house.paint()
                await trio.sleep(0)
                assert table.ended is None, (table.ended, monkey.done[-9:])
            played += len(table.match.steps)
    assert played
    assert all(given_up)


# --- time -------------------------------------------------------------------------------------------------
def test_frames_that_take_long_let_input_and_network_in_between(display, monkeypatch):
    import pyglet

    from client.ui import window as library

    monkeypatch.setattr(library, "FRAME_SECONDS", 0.0)  # as if painting always took longer
    window = library.Window("Wabe", DARK, size=SMALLEST)
    try:
        frames = []
        window.tick = lambda now: frames.append(now) is None
        window.invalidate()
        for count in range(1, 4):
            while len(frames) < count:
                pyglet.clock.tick()
            assert len(frames) == count
    finally:
        window.close()


def test_a_minimised_window_goes_on_and_so_tells_whose_turn_it_is(display):
    import pyglet

    from client.ui import window as library

    window = library.Window("Wabe", DARK, size=SMALLEST)
    try:
        ticks, flips = [], []
        window.tick = lambda now: ticks.append(now) is not None
        window._native._enable_event_queue = False
        window._native.flip = lambda: flips.append(len(ticks))
        window._native.dispatch_event("on_hide")
        window.invalidate()
        while not ticks:
            assert window._due, "nothing is going to happen"
            pyglet.clock.tick()
        assert flips == []
        window.invalidate()
        window._native.dispatch_event("on_show")
        window._drawn_at = 0.0
        while not flips:
            pyglet.clock.tick()
        assert flips == [2]
    finally:
        window.close()
