"""Why the program cannot start, in a small window of its own: whoever started it by an icon sees no terminal."""

from collections.abc import Callable
from typing import Final

from client.i18n import mark, tr
from client.ui.screens.signs import logo
from client.ui.theme import TITLE
from client.ui.toolkit import Box, Button, Column, Row, Scroll, Text, Widget, grow

__all__ = ["SIZE", "fault_page"]

SIZE: Final = (560, 240)
"""Of the window, in units."""

_ADVICE: Final = {"profile_in_use": mark("Wabe may be running already. Look for its window.")}
"""By the code of the error, what helps."""


def fault_page(code: str, text: str, close: Callable[[], None]) -> Widget:
    """Return the page.

    Args:
        code: Of the error.
        text: What is wrong, as a sentence.
        close: Closes the window.
    """
    told: list[Widget] = [Text(text, breaks=True)]
    if code in _ADVICE:
        told.insert(0, Text(tr(_ADVICE[code])))
    return Box(
        Column(
            [
                Row([logo(), grow(Text(tr("Wabe cannot start"), TITLE))], gap=14),
                grow(Scroll(Column(told, gap=10), key="told")),
                Row([Button(tr("Close"), close, kind="primary", key="close")], justify="end"),
            ],
            gap=12,
        ),
        pad=(24, 20),
    )
