"""Small drawings that several screens show: the logo, emblems, coins, signs of a link, hollows."""

from typing import Final

from client.i18n import mark, tr
from client.ui.draw import pieces as draw
from client.ui.geometry import Rect
from client.ui.theme import Owner
from client.ui.toolkit import Box, Look, Painted, Widget
from client.ui.toolkit.faces import well

__all__ = ["Hollow", "coin", "emblem_of", "logo", "path_sign", "quality_sign"]

_PATHS: Final = {
    "direct": mark("A link of its own"),
    "through": mark("Relayed by another player"),
}
"""What the sign of a path says, by the state of the link; others are no link."""


def logo(height: float = 26.0) -> Widget:
    """Return the logo, ``height`` high, with some room above and below it."""

    def paint(look: Look, rect: Rect) -> None:
        draw.logo(look.canvas, look.palette, rect.cx, rect.cy, height)

    return Painted(paint, 2 * height, height + 10)


def emblem_of(owner: Owner, size: float, *, raised: bool = False, tip: str = "") -> Widget:
    """Return the hexagon of a seat in its owner's colours."""

    def paint(look: Look, rect: Rect) -> None:
        draw.emblem(look.canvas, look.palette, owner, rect.cx, rect.cy, size, raised=raised)

    return Painted(paint, size, size, tip=tip)


def coin(size: float = 16.0, *, tip: str = "") -> Widget:
    """Return a gold piece."""

    def paint(look: Look, rect: Rect) -> None:
        draw.coin(look.canvas, look.palette, rect.cx, rect.cy, size)

    return Painted(paint, size, size, tip=tip)


def quality_sign(quality: int, *, tip: str = "") -> Widget:
    """Return how good a link is: up to three hexagons."""

    def paint(look: Look, rect: Rect) -> None:
        draw.connection(look.canvas, look.palette, rect.x, rect.cy, quality)

    return Painted(paint, 32, 14, tip=tip)


def path_sign(state: str) -> Widget:
    """Return which way a link goes, by its state: straight, over somebody else, or not at all."""
    through = {"direct": "direct", "through": "relay"}.get(state, "")

    def paint(look: Look, rect: Rect) -> None:
        draw.path(look.canvas, look.palette, rect.x, rect.cy, through)

    return Painted(paint, 34, 14, tip=tr(_PATHS[state]) if state in _PATHS else tr("No link"))


class Hollow(Box):
    """A hollow with something in it that is only looked at."""

    def paint(self, look: Look) -> None:
        """Paint the hollow, then what is in it."""
        well(look, self.rect)
        super().paint(look)
