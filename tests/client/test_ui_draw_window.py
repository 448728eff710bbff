"""The window itself: its scale, input by name and in units, frames on demand."""

import pytest

from client.ui.theme import BODY, DARK
from client.ui.toolkit.widget import KeyPress, Pointer


@pytest.fixture(scope="module")
def library(display):
    from client.ui import window

    return window


class NotedStage:
    """Notes what it is told."""

    def __init__(self):
        self.told = []
        self.frames = 0
        self.wake_at = None

    def paint(self, canvas):
        self.frames += 1
        canvas.text(10, 10, "shown", BODY, DARK.text)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *arguments: self.told.append((name, *arguments)) or True


@pytest.fixture
def window(library):
    import pyglet

    from_queue = pyglet.window.Window._enable_event_queue
    pyglet.window.Window._enable_event_queue = False
    shown = library.Window("Wabe", DARK, size=(1024, 640))
    shown.stage = NotedStage()
    yield shown
    shown.close()
    pyglet.window.Window._enable_event_queue = from_queue


@pytest.mark.parametrize(
    ("width", "height", "display_scale", "user", "expected"),
    [
        (1280, 800, 1.0, 1.0, 1.0),
        (1280, 800, 1.0, 0.5, 0.9),
        (2560, 1600, 1.0, 3.0, 2.0),
        (1600, 1000, 1.0, 1.0, 1.0),
        (1920, 1200, 1.0, 1.0, 1.2),
        (3000, 1000, 1.0, 1.0, 1.0),
        (2560, 1600, 2.0, 1.0, 2.0),
        (3840, 2400, 2.0, 1.0, 2.4),
        (1930, 1207, 1.0, 1.0, 1.2),
    ],
)
def test_the_scale(library, width, height, display_scale, user, expected):
    assert library.interface_scale(width, height, display_scale, user) == pytest.approx(expected)


def test_a_larger_scale_widens_the_window_to_its_minimum(window, library):
    window.rescale(1.5)
    width, height = library.MINIMUM
    assert (window.canvas.size.w, window.canvas.size.h) == (width, height)
    assert window.canvas.scale == 1.5


def test_every_key_has_the_name_that_widgets_know(library):
    import pyglet

    key = pyglet.window.key
    known = {name for name in dir(key) if name.isupper() or name.startswith("_")}
    names = {
        library._KEYS[key.symbol_string(getattr(key, name))]
        for name in known
        if isinstance(getattr(key, name), int) and key.symbol_string(getattr(key, name)) in library._KEYS
    }
    assert {"a", "z", "0", "9", "f1", "f11", "enter", "escape", "tab", "space", "left", "pageup"} <= names
    assert {"pagedown", "home", "end", "backspace", "delete", "plus", "minus"} <= names


def test_input_arrives_by_name_and_in_units(window):
    import pyglet

    key, native = pyglet.window.key, window._native
    window.rescale(2.0)
    native.dispatch_event("on_mouse_motion", 20, native.height - 1 - 40, 1, 1)
    native.dispatch_event("on_mouse_press", 20, native.height - 1 - 40, 1, key.MOD_SHIFT)
    native.dispatch_event("on_mouse_release", 20, native.height - 1 - 40, 4, 0)
    native.dispatch_event("on_mouse_scroll", 20, native.height - 1 - 40, 0, -1)
    native.dispatch_event("on_key_press", key.NUM_ENTER, key.MOD_CTRL)
    native.dispatch_event("on_key_press", key.ESCAPE, 0)
    native.dispatch_event("on_text", "ä")
    native.dispatch_event("on_text", "\r")
    scale = window.canvas.scale
    assert window.stage.told == [
        ("pointer_moved", Pointer(20 / scale, 40 / scale)),
        ("pointer_pressed", Pointer(20 / scale, 40 / scale, "left", shift=True)),
        ("pointer_released", Pointer(20 / scale, 40 / scale, "right")),
        ("scrolled", Pointer(20 / scale, 40 / scale), 0, -1),
        ("key_pressed", KeyPress("enter", ctrl=True)),
        ("key_pressed", KeyPress("escape")),
        ("text_entered", "ä"),
    ]
    assert window.is_open, "escape has closed the window"


def test_a_held_key_is_repeated(window):
    import pyglet

    key, native = pyglet.window.key, window._native
    native.dispatch_event("on_key_press", key.LEFT, 0)
    for _ in range(3):
        native.dispatch_event("on_text_motion", key.MOTION_LEFT)
    native.dispatch_event("on_key_release", key.LEFT, 0)
    native.dispatch_event("on_text_motion", key.MOTION_LEFT)
    assert window.stage.told == [*[("key_pressed", KeyPress("left"))] * 3, ("key_released",)]


def test_frames_are_painted_on_demand(window):
    import pyglet

    window.draw()
    assert window.stage.frames == 1
    for _ in range(5):
        pyglet.clock.tick()
    assert window.stage.frames == 1
    for _ in range(3):
        window.invalidate()
    window._drawn_at = 0.0
    pyglet.clock.schedule_once(lambda _: None, 0)
    while window._due:
        pyglet.clock.tick()
    assert window.stage.frames == 2
    assert [mark.text for mark in window.canvas.texts] == ["shown"]


def test_a_stage_may_ask_for_a_frame_later(window, library):
    import pyglet

    window.stage.wake_at = library.steady_ms()
    window.draw()
    window.stage.wake_at = None
    while window.stage.frames < 2:
        pyglet.clock.tick()
    assert not window._due


def test_clipboard_and_title(window):
    window.copy("wabe:invitation")
    assert window.paste() == "wabe:invitation"
    window.caption("Wabe · Krieg und Frieden")
    window.attention(True)
    assert window._native.caption == "● Wabe · Krieg und Frieden"
    window._native.dispatch_event("on_activate")
    assert window._native.caption == "Wabe · Krieg und Frieden"


def test_pointer_icon_and_closing(window):
    window.set_cursor("hand")
    window.set_cursor("")
    window.set_icon()
    window.may_close = lambda: False
    window._native.dispatch_event("on_close")
    assert window.is_open
    window.may_close = None
    window._native.dispatch_event("on_close")
    assert not window.is_open


def test_a_closed_window_does_nothing(window):
    window.close()
    window.close()
    frames = window.stage.frames
    for call in (window.draw, window.invalidate, window.fullscreen, window.paste):
        call()
    window.attention(True)
    window.caption("late")
    window.copy("late")
    window.rescale(1.3)
    window.set_cursor("hand")
    assert not window._due
    assert window.stage.frames == frames


def test_no_opengl_is_told_as_no_window(library, monkeypatch):
    import pyglet

    from client.errors import ClientError

    def refuse(*arguments, **options):
        raise pyglet.window.NoSuchConfigException("none")

    monkeypatch.setattr(pyglet.window, "Window", refuse)
    with pytest.raises(ClientError) as caught:
        library.Window("Wabe", DARK)
    assert caught.value.code == "no_window"
