"""The window of the program, from its first frame to its end.

Importing this module needs a display: pyglet looks for one. ``client.commands.window`` says what is missing.
"""

import sys
from typing import TYPE_CHECKING

from client.ui.theme import DARK, LIGHT
from client.ui.window import open_window

if TYPE_CHECKING:
    from client.app.application import WindowApplication

__all__ = ["run_window"]

_MAC_SECONDS = 1 / 60
"""On macOS nothing is drawn on demand."""


def run_window(app: "WindowApplication") -> int:
    """Show the window until it is closed or the program is asked to end; return the exit status.

    Raises:
        ClientError: ``no_window``: the display offers too little.
        Exception: A fault of window or program; every match is on disk, and everybody was taken leave of.
    """
    open_window("Wabe", LIGHT if app.preferences.theme == "light" else DARK, user_scale=app.preferences.scale)
    # The first frame is there; what it did not need is loaded now.
    from client.ui.guest import run_guest

    return run_guest(app.run, interval=_MAC_SECONDS if sys.platform == "darwin" else None)
