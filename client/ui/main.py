"""The window of the program, from its first frame to its end.

Importing this module needs a display: pyglet looks for one. ``client.commands.window`` says what is missing.
"""

import sys
from typing import TYPE_CHECKING

from client.errors import ClientError
from client.ui.theme import DARK, LIGHT
from client.ui.window import open_window

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from client.app.application import WindowApplication
    from client.ui.shell import Shell
    from client.ui.toolkit.widget import KeyPress
    from client.ui.window import Window

__all__ = ["furnish", "run_window", "show_fault"]

_MAC_SECONDS = 1 / 60
"""On macOS nothing is drawn on demand."""


def run_window(app: "WindowApplication") -> int:
    """Show the window until it is closed or the program is asked to end; return the exit status.

    Raises:
        ClientError: ``no_window``: the display offers too little.
        Exception: A fault of window or program; every match is on disk, and everybody was taken leave of.
    """
    # Nobody asks the system now which theme it likes: that may take longer than the window.
    first = LIGHT if app.preferences.theme == "light" else DARK
    window = open_window("Wabe", first, user_scale=app.preferences.scale)
    try:
        # The first frame, the bare table, is there. The menu comes next, and trio, rules and network after that.
        furnish(window, app)
        window.draw()
        return _run(app.run)
    finally:
        window.close()


def show_fault(error: ClientError) -> None:
    """Tell in a small window why there will be no other, until it is closed.

    Where the display offers too little even for that nothing is shown: the window is drawn with OpenGL 3.3 as well.
    """
    from client.ui.screens.fault import SIZE

    try:
        window = open_window("Wabe", DARK, size=SIZE)
    except ClientError:
        return
    try:
        _tell(window, error)
        window.draw()
        import trio

        _run(trio.sleep_forever)
    finally:
        window.close()


def _run(main: "Callable[[], Awaitable[None]]") -> int:
    """Run the loop of the window, and ``main`` in trio beside it."""
    from client.ui.guest import run_guest

    return run_guest(main, interval=_MAC_SECONDS if sys.platform == "darwin" else None)


def _tell(window: "Window", error: ClientError) -> None:
    """Put what is wrong into the window of a fault."""
    from client.app.notices import sentence
    from client.ui.screens.fault import fault_page
    from client.ui.toolkit.stage import Stage
    from client.ui.window import steady_ms

    stage = Stage(
        window.canvas, window.palette, steady_ms, invalidate=window.invalidate, set_cursor=window.set_cursor
    )
    text = sentence(error.text)

    def key(press: "KeyPress") -> bool:
        if press.name == "escape":
            window.close()
        return press.name == "escape"

    stage.show(lambda size: fault_page(error.code, text, window.close), key)
    stage.focus_on("close")
    window.stage = stage
    window.set_icon()


def furnish(window: "Window", app: "WindowApplication") -> "Shell":
    """Put the menu into an open window, and have window and program hear of each other."""
    from client.ui.audio import Audio
    from client.ui.screens.menu import MenuScreen
    from client.ui.shell import Shell, WindowPort, chosen_palette
    from client.ui.toolkit.stage import Stage
    from client.ui.window import steady_ms

    stage = Stage(
        window.canvas,
        chosen_palette(app),
        steady_ms,
        invalidate=window.invalidate,
        paste=window.paste,
        copy=window.copy,
        set_cursor=window.set_cursor,
    )
    port = WindowPort(window.attention, window.copy, window.rescale, window.fullscreen)
    shell = Shell(app, stage, Audio(app.preferences.volume), steady_ms, port)
    window.stage = stage
    window.tick = shell.tick
    window.may_close = shell.may_close
    window.set_icon()
    shell.start(MenuScreen(shell))
    return shell
