"""The real program in its real window: two clicks into a match, what is loaded when, how it ends."""

import subprocess
import sys

import pytest

from client.processes import child_environment

START = """
import sys
import pyglet
import client.ui.main as ui
from client.__main__ import main
from client.ui.toolkit.tree import find

way = sys.argv[1]
LEFT = pyglet.window.mouse.LEFT
HEAVY = ("trio", "engine.registry", "engine.krieg", "protocol.match", "client.app.table", "client.app.library")

def furnish(window, app, real=ui.furnish):
    shell = real(window, app)
    native = window._native
    native._enable_event_queue = False
    frames = []

    def click(key):
        rect = find(window.stage.top, key).rect
        scale = window.canvas.scale
        at = round(rect.cx * scale), round(native.height - 1 - rect.cy * scale)
        native.dispatch_event("on_mouse_motion", *at, 0, 0)
        native.dispatch_event("on_mouse_press", *at, LEFT, 0)
        native.dispatch_event("on_mouse_release", *at, LEFT, 0)

    def fill():
        native.dispatch_event("on_key_press", pyglet.window.key.F11, 0)
        print("fills", native.fullscreen, *(round(side) for side in (window.canvas.size.w, window.canvas.size.h)))

    def larger():
        app.preferences.scale = 1.5
        shell.restyle()

    def close():
        native.dispatch_event("on_close")

    def play(dt):
        name = shell.screen.name
        if name == "menu":
            click("towerwars")
        elif name == "setup":
            click("start")
        elif name == "match":
            pyglet.clock.unschedule(play)
            match = shell.screen.source
            print("match", match.game.name, [(info.kind, info.own) for info in match.seats])
            close()
            print("asked", find(window.stage.top, "leave") is not None, flush=True)
            click("stay")
            print("stays", find(window.stage.top, "leave") is None)
            close()
            click("leave")

    draw = window.draw

    def watch():
        draw()
        frames.append(shell.screen.name)
        if len(frames) == 1:
            print("first", frames[0], [name for name in HEAVY if name in sys.modules], flush=True)
            if way == "close":
                pyglet.clock.schedule_once(lambda dt: close(), 0.01)
            elif way == "fullscreen":
                steps = [fill, larger, fill, close]
                pyglet.clock.schedule_interval(lambda dt: steps and steps.pop(0)(), 0.1)
            elif way == "crash":
                pyglet.clock.schedule_once(lambda dt: 1 / 0, 0.01)
            else:
                pyglet.clock.schedule_interval(play, 0.05)

    window.draw = watch
    return shell

ui.furnish = furnish
sys.exit(main(["window"]))
"""


@pytest.fixture
def started(display, tmp_path):
    def start(way):
        return subprocess.run(
            [sys.executable, "-c", START, way],
            env={**child_environment(tmp_path), "DISPLAY": display},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return start


def test_the_menu_is_there_before_network_and_rules_are_loaded(started):
    done = started("close")
    assert done.stdout.splitlines() == ["first menu []"]
    assert done.stderr == ""
    assert done.returncode == 0, "without a match nothing is asked"


def test_two_clicks_lead_into_a_match_and_the_window_asks_before_it_leaves_it(started, tmp_path):
    done = started("play")
    assert done.stdout.splitlines() == [
        "first menu []",
        "match towerwars [('human', True), ('computer', False)]",
        "asked True",
        "stays True",
    ]
    assert done.stderr == ""
    assert done.returncode == 0
    assert len(list(tmp_path.rglob("*.wabe"))) == 1, "the match is on disk"


def test_a_fault_of_the_interface_ends_the_program_in_its_order(started, tmp_path):
    done = started("crash")
    assert done.returncode == 70
    assert "error [internal]" in done.stderr
    (log,) = tmp_path.rglob("wabe.log")
    assert "ZeroDivisionError" in log.read_text("utf-8")


def test_the_window_fills_the_screen_and_is_large_enough_afterwards(started):
    done = started("fullscreen")
    _, filling, back = done.stdout.splitlines()
    assert filling.startswith("fills True ")
    assert back == "fills False 1024 640", "with a larger scale than before it filled the screen"
    assert done.returncode == 0
