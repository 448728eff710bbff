"""Rectangles and sizes in units, y pointing down, and the smallest size that a window has."""

from dataclasses import dataclass
from typing import Final, NamedTuple

__all__ = ["MINIMUM", "Rect", "Size"]


class Size(NamedTuple):
    """Width and height."""

    w: float
    h: float


MINIMUM: Final = (1024, 640)
"""Smallest size of the window, in units; it has less only where the display has no more at the scale in use."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle by its top left corner and size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """The x of the centre."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """The y of the centre."""
        return self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> "Rect":
        """Return the rectangle with ``dx`` less at left and right, ``dy`` (or ``dx``) less above and below."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, max(0.0, self.w - 2 * dx), max(0.0, self.h - 2 * dy))

    def contains(self, x: float, y: float) -> bool:
        """Tell whether the point lies in it; of two neighbours only one contains a point on their edge."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def meet(self, other: "Rect") -> "Rect":
        """Return what both have in common, perhaps empty."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(
            x, y, max(0.0, min(self.right, other.right) - x), max(0.0, min(self.bottom, other.bottom) - y)
        )
