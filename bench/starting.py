"""S10 and S12: the program as a whole process, from its start to its first frames, and when nothing happens."""

import subprocess
import sys
import tempfile
from pathlib import Path

from bench.timing import Rate, Work
from client.processes import child_environment

__all__ = ["bare_window", "busy_core", "first_frame", "idle_window"]

_BARE = """
import os
import pyglet
window = pyglet.window.Window(1280, 800, resizable=True, vsync=False)
window.switch_to()
window.clear()
window.flip()
pyglet.gl.glFinish()
os._exit(0)
"""

_FIRST = """
import os
import pyglet
from client.__main__ import main
import client.ui.main as ui

def first_frame(*arguments, **more):
    window = open_window(*arguments, **more)
    pyglet.gl.glFinish()
    os._exit(0)

open_window, ui.open_window = ui.open_window, first_frame
main(["window"])
"""

_MENU = """
import os
import pyglet
from client.__main__ import main
import client.ui.main as ui

def furnish(window, app):
    shell = real(window, app)
    window.draw()
    pyglet.gl.glFinish()
    os._exit(0)

real, ui.furnish = ui.furnish, furnish
main(["window"])
"""

_IDLE = """
import resource
import sys
import trio
from client.__main__ import main
from client.app.application import WindowApplication

SETTLE, SECONDS = 3, float(sys.argv[1])

def used():
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime

async def run(self):
    async with trio.open_nursery() as nursery:
        nursery.start_soon(real, self)
        await trio.sleep(SETTLE)
        before = used()
        await trio.sleep(SECONDS)
        print(used() - before, flush=True)
        self.quit()

real, WindowApplication.run = WindowApplication.run, run
main(["window"])
"""

IDLE_SECONDS = 10.0


def _run(source: str, *arguments: str) -> str:
    with tempfile.TemporaryDirectory() as home:
        environment = child_environment(Path(home))
        done = subprocess.run(
            [sys.executable, "-P", "-c", source, *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return done.stdout


def bare_window() -> int:
    """Start Python, import pyglet, open a window and clear it."""
    _run(_BARE)
    return 1


def first_frame(*, menu: bool) -> Work:
    """Return work that starts the program and waits for its first frame, the bare table, or for the menu."""

    def run() -> int:
        _run(_MENU if menu else _FIRST)
        return 1

    return run


def idle_window() -> Rate:
    """Return for how many seconds the menu can be shown in a second of CPU time."""
    used = float(_run(_IDLE, str(IDLE_SECONDS)))
    return Rate(1, IDLE_SECONDS / max(used, 1e-4))


def busy_core() -> Rate:
    """Return for how many seconds a program that never rests runs in a second of CPU time."""
    return Rate(1, 1.0)
