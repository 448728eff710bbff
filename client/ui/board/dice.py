"""Dice on a tray over the board, near the cell that they are about."""

import math
from collections.abc import Sequence
from typing import Final

from client.ui.board.motion import Die, Throw
from client.ui.board.standing import owner_of
from client.ui.draw import pieces as draw
from client.ui.draw.canvas import Canvas, Shadow
from client.ui.geometry import Rect
from client.ui.theme import Owner, Palette, fade

__all__ = ["paint_throw"]

SMALLEST: Final = 24.0
LARGEST: Final = 44.0


def paint_throw(
    canvas: Canvas,
    palette: Palette,
    owners: Sequence[Owner],
    throw: Throw,
    x: float,
    y: float,
    a: float,
    room: Rect,
) -> None:
    """Paint a tray with a row of dice for each side, beside the cell around (``x``, ``y``), within ``room``."""
    size = min(max(0.72 * a, SMALLEST), LARGEST)
    step, pad = size * 1.28, size * 0.42
    rows = [row for row in ([d for d in throw.dice if d.side == side] for side in (0, 1)) if row]
    width = max(len(row) for row in rows) * step - (step - size) + 2 * pad
    height = len(rows) * step - (step - size) + 2 * pad + 0.1 * size
    top = y - 1.15 * a - height
    if top < room.y + 4:
        top = y + 1.15 * a
    left = min(max(x - width / 2, room.x + 4), room.right - 4 - width)
    top = min(max(top, room.y + 4), room.bottom - 4 - height)
    canvas.box(
        Rect(left, top, width, height),
        fade(palette.well, 0.95),
        radius=size * 0.36,
        border=palette.line,
        shadow=Shadow(6, 18, palette.shadow),
    )
    canvas.layer()
    for i, row in enumerate(rows):
        start = left + (width - (len(row) * step - (step - size))) / 2 + size / 2
        for k, die in enumerate(row):
            hop = _hop(die, k + 3 * i) * size
            draw.die(
                canvas,
                palette,
                owner_of(owners, die.seat),
                die.pips,
                start + k * step,
                top + pad + size / 2 + i * step - hop,
                size,
            )


def _hop(die: Die, number: int) -> float:
    """Return how high a die is above the tray, in sizes: it bounces until it has settled."""
    if die.settled >= 1:
        return 0.0
    return 0.16 * (1 - die.settled) * abs(math.sin(2.1 * number + die.pips))
