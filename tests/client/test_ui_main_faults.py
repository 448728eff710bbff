"""What keeps the program from starting is told in a window as well as on standard error."""

import subprocess
import sys

import pytest

from client.processes import child_environment
from client.profiles import open_profile
from client.ui.gallery.kit import speak
from client.ui.screens.fault import SIZE, fault_page

START = """
import sys
import pyglet
import client.ui.main as ui
from client.__main__ import main
from client.errors import ClientError
from client.ui.toolkit.tree import find

way = sys.argv[1]

def tell(window, error, real=ui._tell):
    real(window, error)
    native, draw = window._native, window.draw
    native._enable_event_queue = False

    def end(dt):
        rect, scale = find(window.stage.top, "close").rect, window.canvas.scale
        at = round(rect.cx * scale), round(native.height - 1 - rect.cy * scale)
        if way == "close":
            native.dispatch_event("on_close")
        elif way == "click":
            native.dispatch_event("on_mouse_press", *at, pyglet.window.mouse.LEFT, 0)
            native.dispatch_event("on_mouse_release", *at, pyglet.window.mouse.LEFT, 0)
        else:
            native.dispatch_event("on_key_press", getattr(pyglet.window.key, way), 0)

    def watch():
        draw()
        print(*(mark.text for mark in window.canvas.texts), sep="\\n", flush=True)
        window.draw = draw
        pyglet.clock.schedule_once(end, 0.01)

    window.draw = watch

def refuse(*arguments, **more):
    raise ClientError("no_window", "The display offers no OpenGL 3.3")

ui._tell = tell
if way == "no window":
    ui.open_window = refuse
sys.exit(main(["window", *sys.argv[2:]]))
"""


@pytest.fixture
def start(display, tmp_path):
    def run(way, *arguments, **more):
        return subprocess.run(
            [sys.executable, "-c", START, way, *arguments],
            env={**child_environment(tmp_path), "DISPLAY": display, **more},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run


@pytest.fixture
def damaged(tmp_path):
    """A profile whose key file is none."""
    profile = tmp_path / "profiles" / "default"
    profile.mkdir(parents=True)
    (profile / "identity.key").write_text("nothing\n")
    return profile


def test_a_profile_that_is_in_use(start, tmp_path, monkeypatch):
    monkeypatch.setenv("WABE_HOME", str(tmp_path))
    with open_profile("default"):
        done = start("click")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("wabe: error [profile_in_use]: the profile 'default' is in use by process ")
    shown = done.stdout.splitlines()
    assert shown[:2] == ["Wabe cannot start", "Wabe may be running already. Look for its window."]
    assert "The profile 'default' is in use by process" in shown[2]


@pytest.mark.parametrize("way", ["close", "ESCAPE", "ENTER"])
def test_a_damaged_key(start, damaged, way):
    done = start(way)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("wabe: error [identity]: ")
    assert str(damaged) in "".join(done.stdout.splitlines()[1:])
    assert (damaged / "identity.key").read_text() == "nothing\n"


def test_it_is_told_in_the_language_of_the_system_or_the_one_asked_for(start, damaged):
    assert start("close", LANGUAGE="de").stdout.startswith("Wabe kann nicht starten")
    assert start("close", "--language", "en", LANGUAGE="de").stdout.startswith("Wabe cannot start")


def test_where_no_window_is_possible_the_line_is_all(start, damaged):
    done = start("no window")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("wabe: error [identity]: ")


@pytest.mark.parametrize(("language", "pseudo"), [("en", False), ("de", False), ("en", True)])
@pytest.mark.parametrize("code", ["profile_in_use", "identity"])
def test_everything_has_room_in_the_small_window(ui, hidden_screen, code, language, pseudo):
    speak(language, pseudo)
    canvas = hidden_screen.canvas(*SIZE)
    text = "/home/somebody/" + "a directory with a long name/" * 20 + ": that is no file."
    page = fault_page(code, text, lambda: None)
    drive = ui.Driver(lambda size: page, canvas=canvas)
    drive.check()
    speak("en")
