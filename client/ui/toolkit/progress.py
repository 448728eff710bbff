"""How far something has come, and that something is under way."""

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import fade
from client.ui.toolkit.widget import Look, Widget

__all__ = ["ProgressBar", "Spinner"]

ROUND = 1200
"""Milliseconds in which the light goes round the spinner, or along the bar."""

_PLACES = tuple((x * 0.866, y * 0.5) for x, y in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)))


class ProgressBar(Widget):
    """A bar, filled by ``share`` (0..1); None: under way, nobody knows how far."""

    def __init__(self, share: float | None, *, width: float = 160.0, key: str = "") -> None:
        super().__init__(key=key)
        self.share = share
        self.width = width

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the width asked for."""
        return Size(min(width, self.width), 8)

    def paint(self, look: Look) -> None:
        """Paint hollow and filling."""
        rect, canvas, palette = self.rect, look.canvas, look.palette
        canvas.box(rect, palette.well, radius=rect.h / 2, border=palette.line)
        if self.share is not None:
            begin, length = 0.0, min(max(0.0, self.share), 1.0)
        else:
            begin = 0.35 if look.still else (look.now % ROUND) / ROUND * 0.7
            length = 0.3
            if not look.still:
                look.again(33)
        if length > 0:
            inner = rect.inset(1)
            filled = Rect(inner.x + inner.w * begin, inner.y, max(inner.h, inner.w * length), inner.h)
            canvas.box(filled, palette.honey, radius=inner.h / 2)


class Spinner(Widget):
    """Six hexagons in a ring, one after the other lit: something is under way."""

    rigid = True
    solid = False

    def __init__(self, size: float = 24.0) -> None:
        super().__init__()
        self.size = size

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the square."""
        return Size(self.size, self.size)

    def paint(self, look: Look) -> None:
        """Paint the ring."""
        lit = 0.0 if look.still else (look.now % ROUND) / ROUND * 6
        if not look.still:
            look.again(33)
        a = self.size / 6
        for place, (x, y) in enumerate(_PLACES):
            behind = (lit - place) % 6
            alpha = 0.7 if look.still else max(0.2, 1 - behind / 5)
            cx, cy = self.rect.cx + x * a * 1.9, self.rect.cy + y * a * 1.9
            look.canvas.hexagon(cx, cy, a, fade(look.palette.honey, alpha), pointy=True)
