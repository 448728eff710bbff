"""The frame of screens outside a match: a bar with the way back and a title, and what lies below it."""

from collections.abc import Callable
from typing import Final

from client.i18n import tr
from client.ui.context import Context
from client.ui.theme import TITLE
from client.ui.toolkit import Box, Column, IconButton, Look, Row, Spacer, Stack, Text, Widget, grow
from client.ui.toolkit.faces import highlight, raised

__all__ = ["BAR", "GUTTER", "MARGIN", "Sheet", "page"]

BAR: Final = 64.0
MARGIN: Final = 16.0
GUTTER: Final = 12.0


def page(
    context: Context,
    title: str,
    body: Widget,
    *,
    middle: Widget | None = None,
    right: Widget | None = None,
    back: Callable[[], None] | None = None,
) -> Widget:
    """Return a screen.

    Args:
        context: The window.
        title: In the bar.
        body: Below the bar, up to the margins.
        middle: In the middle of the bar: tabs.
        right: At the right end of the bar.
        back: What the arrow does, by default the window's ``back``.
    """
    arrow = IconButton("arrow-left", back or context.back, tip=tr("Back (Escape)"), kind="quiet", key="back")
    row = Row([arrow, Text(title, TITLE), Spacer(), right], gap=10)
    bar: Widget = row if middle is None else Stack([row, Box(middle, align="middle", valign="middle")])
    return Column(
        [
            Box(bar, height=BAR, pad=(MARGIN, 0)),
            grow(Box(body, pad=(MARGIN, 0))),
            Spacer(MARGIN),
        ],
        gap=0,
    )


class Sheet(Box):
    """A panel without a shadow, for what is scrolled: a shadow would be cut off at the edges of what is seen."""

    solid = True

    def paint(self, look: Look) -> None:
        """Paint the panel and what is on it."""
        palette = look.palette
        raised(look.canvas, self.rect, 12, palette.panel, highlight(palette, palette.panel), palette.line)
        super().paint(look)
