"""Stones, towers and bases of TowerWars, and dice: round and square things with a side (``client.ui.draw.pieces``)."""

from typing import Final

from client.ui.draw.canvas import Canvas
from client.ui.theme import BLACK, WHITE, Colour, Owner, Palette, fade, mix

__all__ = ["base", "die", "disc_stack", "dot"]

STONE: Final = 0.46
"""Radius of a stone in circumradii of a cell."""

STEP, NARROWER = 0.36, 0.045
"""Height of a disc in its radius, and how much narrower each further one is."""

LOCK_FROM: Final = 12.0
"""Radius of a disc from which a lock can be made out; a cross below."""

FLAT_FROM: Final = 15.0
"""Side of a die from which its rim can be made out."""

DARK_PIPS: Final = frozenset({"lemon", "orchid", "jade"})
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def dot(canvas: Canvas, cx: float, cy: float, r: float, colour: Colour) -> None:
    """Paint a disc among the pieces: a circle of the canvas would lie below them."""
    canvas.shape("stone", cx, cy, 2 * r, colour)


def disc_stack(
    canvas: Canvas,
    palette: Palette,
    owner: Owner,
    cx: float,
    cy: float,
    a: float,
    height: int,
    *,
    blocked_by: Owner | None = None,
) -> None:
    """Paint a stone or a tower.

    Args:
        canvas: Where to.
        palette: Colours of the theme.
        owner: Whose it is; engraved with a ring (madder) or three dimples.
        cx: Centre of the lowest disc's face.
        cy: Centre of the lowest disc's face.
        a: Circumradius of the cell.
        height: Of the tower; 0 for a stone.
        blocked_by: Whose stone locks it.
    """
    r = STONE * a
    if blocked_by is None:
        top, r_top = _discs(canvas, palette, owner, cx, cy, r, height + 1)
        _cap(canvas, palette, owner, cx, top, r_top, height)
        return
    pale = Owner(
        owner.name,
        mix(owner.face, palette.cell, 0.35),
        mix(owner.side, palette.cell, 0.3),
        owner.pattern,
        owner.text_dark,
        owner.text_light,
        owner.outline,
    )
    top, r_top = _discs(canvas, palette, pale, cx, cy, r, height + 1)
    dot(canvas, cx, top, 0.86 * r_top, mix(owner.side, BLACK, 0.35))
    lock_y = top - 0.10 * r
    k = 0.68 * r
    _discs(canvas, palette, blocked_by, cx, lock_y, k, 1, shadow=False)
    if r < LOCK_FROM:
        canvas.shape("cross", cx, lock_y, 2 * k, palette.bone)
        return
    y, size = lock_y - 0.06 * k, 1.9 * k
    for name in ("lock.shackle", "lock"):
        canvas.shape(name, cx, y, size, palette.ink, grow=0.0475 * k if name == "lock" else 0.08 * k)
    canvas.shape("lock.shackle", cx, y, size, palette.bone)
    canvas.shape("lock", cx, y, size, palette.bone, grow=-0.03 * k)


def _discs(
    canvas: Canvas,
    palette: Palette,
    owner: Owner,
    cx: float,
    cy: float,
    r: float,
    count: int,
    *,
    shadow: bool = True,
) -> tuple[float, float]:
    """Paint discs upon each other; return the y and the radius of the top face."""
    shape = canvas.shape
    step = STEP * r
    if shadow:
        shape("stone", cx + 0.12 * r, cy + step + 0.16 * r, 2.06 * r, fade(BLACK, 0.38), blur=0.22 * r)
    line = max(1.1, 0.07 * r)
    rim = mix(owner.face, WHITE, 0.34)
    y, wide = cy, r
    for level in range(count):
        y, wide = cy - level * step, r * (1 - NARROWER * level)
        size = 2 * wide
        shape("stone.side", cx, y, size, palette.ink, grow=line / 2)
        shape("stone.side", cx, y, size, owner.side, grow=-line / 2)
        dot(canvas, cx, y, wide + line / 2, palette.ink)
        dot(canvas, cx, y, wide - line / 2, owner.face)
    dot(canvas, cx, y, 0.965 * wide - line / 4, rim)
    dot(canvas, cx, y, 0.895 * wide - line / 4, owner.face)
    return y, wide


def _cap(canvas: Canvas, palette: Palette, owner: Owner, cx: float, cy: float, r: float, height: int) -> None:
    deep, light = mix(owner.face, BLACK, 0.42), mix(owner.face, WHITE, 0.35)
    if height > 0:
        line = max(1.1, 0.07 * r) * 0.8
        dot(canvas, cx, cy, 0.60 * r + line / 2, palette.ink)
        dot(canvas, cx, cy, 0.60 * r - line / 2, palette.bone)
        figures = str(height)
        size = (0.74 if len(figures) == 1 else 0.56) * r
        for n, figure in enumerate(figures):
            x = cx + (n - (len(figures) - 1) / 2) * 0.80 * size
            canvas.shape(f"digit.{figure}", x, cy, size, palette.ink, grow=0.012 * r)
    elif owner.pattern == "stripes":
        drop = 0.05 * r
        for y, half, colour in ((cy + drop, 0.065, light), (cy, 0.075, deep)):
            dot(canvas, cx, y, (0.48 + half) * r, colour)
            dot(canvas, cx, cy, (0.48 - half) * r, owner.face)
    else:
        canvas.shape("stone.dimples", cx, cy + 0.05 * r, 2 * r, light)
        canvas.shape("stone.dimples", cx, cy, 2 * r, deep)


def base(canvas: Canvas, palette: Palette, owner: Owner, cx: float, cy: float, a: float) -> None:
    """Paint a base of TowerWars on a cell of circumradius ``a``; (``cx``, ``cy``) is the centre of its face."""
    shape = canvas.shape
    size = 2 * 0.74 * a
    line = max(1.2, 0.05 * a)
    shape("base", cx + 0.06 * a, cy + 0.30 * a, 1.56 * a, fade(BLACK, 0.40), blur=0.12 * a)
    shape("base.side", cx, cy, size, palette.ink, grow=line)
    shape("base.side", cx, cy, size, owner.side)
    shape("base", cx, cy, size, palette.ink, grow=line / 2)
    shape("base", cx, cy, size, owner.face, grow=-line / 2)
    rim = mix(owner.face, WHITE, 0.34)
    shape("base", cx, cy, 2 * 0.70 * a, rim, grow=-line / 4)
    shape("base", cx, cy, 2 * 0.65 * a, owner.face, grow=-line / 4)
    shape("base", cx, cy, 2 * 0.46 * a, palette.ink, grow=0.02 * a)
    shape("base", cx, cy, 2 * 0.46 * a, palette.bone, grow=-0.02 * a)
    shape("base", cx, cy, 2 * 0.29 * a, owner.face)
    shape("base", cx, cy, 2 * 0.12 * a, palette.bone)


def die(
    canvas: Canvas,
    palette: Palette,
    owner: Owner,
    pips: int,
    cx: float,
    cy: float,
    size: float,
    *,
    lost: bool = False,
) -> None:
    """Paint a die of an owner's colour.

    Args:
        canvas: Where to.
        palette: Colours of the theme.
        owner: Whose die it is.
        pips: 1..6.
        cx: Centre of the face.
        cy: Centre of the face.
        size: Side of the face.
        lost: The die has lost its pair: pale and struck out.
    """
    face, side, pip = owner.face, owner.side, palette.bone
    dark = owner.name in DARK_PIPS
    if lost:
        face, side, pip = (
            mix(face, palette.panel, 0.62),
            mix(side, palette.panel, 0.62),
            mix(pip, palette.panel, 0.45),
        )
    if dark:
        pip = mix(palette.ink, face, 0.4 if lost else 0.0)
    shape = canvas.shape
    if not lost:
        shape("die", cx + 0.07 * size, cy + 0.21 * size, size, fade(BLACK, 0.32), blur=0.14 * size)
    shape("die.side", cx, cy, size, palette.ink, grow=0.6)
    shape("die.side", cx, cy, size, side, grow=-0.6)
    shape("die", cx, cy, size, palette.ink, grow=0.6)
    rim = mix(face, WHITE, 0.10 if lost else 0.28)
    shape("die", cx, cy, size, rim, grow=-0.9)
    shape("die", cx, cy, size, face, grow=-2.3 if size >= FLAT_FROM else -1.4)
    for x, y in PIPS[pips]:
        dot(canvas, cx + x * 0.25 * size, cy + y * 0.25 * size, 0.092 * size, pip)
    if lost:
        reach = 0.36 * size
        width = max(2.0, 0.1 * size)
        canvas.line([(cx - reach, cy + reach), (cx + reach, cy - reach)], width, palette.attack)
