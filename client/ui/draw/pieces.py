"""Pieces and other small pictures, built from the shapes of the atlas in the look's order of drawing.

Shadow, outline, side, rim, face, then details in bone. ``size`` is the side of the unit box, ``a`` the circumradius of
a cell. Everything of a piece is a shape of the atlas, so that a board of pieces is one draw call, each piece
covering those painted before it.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from client.ui.draw.canvas import Canvas
from client.ui.draw.signs import HONEY, band, coin, connection, emblem, logo, path, seal
from client.ui.draw.stones import base, die, disc_stack, dot
from client.ui.theme import BLACK, WHITE, Colour, Owner, Palette, fade, mix

__all__ = [
    "band",
    "base",
    "coin",
    "connection",
    "die",
    "disc_stack",
    "emblem",
    "guards",
    "logo",
    "path",
    "piece",
    "seal",
]

SMALL: Final = 30.0
"""Below this size rim, mane and hammer are dropped, bow and eye thickened."""

SHADOW: Final = 0.42
BLUR: Final = 0.16
STACKED, RAISED = 0.80, 0.20
"""A piece above its capsule is that much of its size, and that much of half of it higher."""

MOST_PIPS: Final = 5
PLUS_FROM: Final = 5.0
"""Radius of the mark of a new piece from which its plus can be made out."""


class _Tones(NamedTuple):
    face: Colour
    side: Colour
    top: Colour
    bottom: Colour
    rim: Colour
    line: Colour
    bone: Colour
    dark: Colour


@lru_cache(maxsize=512)
def _tones(face: Colour, side: Colour, line: Colour, bone: Colour, cell: Colour, done: bool) -> _Tones:
    if done:
        face, side, bone = mix(face, cell, 0.45), mix(side, cell, 0.35), mix(bone, cell, 0.45)
    return _Tones(
        face=face,
        side=side,
        top=mix(face, WHITE, 0.10),
        bottom=mix(face, side, 0.28),
        rim=mix(face, WHITE, 0.38),
        line=line,
        bone=bone,
        dark=mix(side, BLACK, 0.45),
    )


def piece(
    canvas: Canvas,
    palette: Palette,
    kind: str,
    owner: Owner,
    cx: float,
    cy: float,
    size: float,
    *,
    count: int = 0,
    charges: int | None = None,
    done: bool = False,
    new: bool = False,
    flat: bool = False,
) -> None:
    """Paint a piece of Krieg und Frieden.

    Args:
        canvas: Where to.
        palette: Colours of the theme.
        kind: ``worker fighter rider archer crown castle mine tower``.
        owner: Whose it is.
        cx: Centre of the unit box.
        cy: Centre of the unit box.
        size: Side of the unit box.
        count: Units of a stack, shown as 1..5 pips below; 0 for no capsule.
        charges: Buildings that a worker can still build, of two; None for no capsule.
        done: It has nothing left to do this turn.
        new: It was bought this turn.
        flat: Without side and shadow.
    """
    tones = _tones(owner.face, owner.side, owner.outline, palette.bone, palette.cell, done)
    u = size / 2
    if count > 0 or charges is not None:
        _body(canvas, kind, tones, cx, cy - RAISED * u, size * STACKED, size < SMALL, flat=flat)
        _capsule(canvas, palette, owner, cx, cy, u, min(count, MOST_PIPS), charges, done=done)
    else:
        _body(canvas, kind, tones, cx, cy, size, size < SMALL, flat=flat)
    if new:
        _plus(canvas, palette, cx + u, cy - 0.1 * u, 0.30 * u)


def _body(
    canvas: Canvas, kind: str, tones: _Tones, cx: float, cy: float, size: float, small: bool, *, flat: bool
) -> None:
    u = size / 2
    shape = canvas.shape
    width = max(0.05 * u / STACKED, 1.15)
    if flat:
        shape(kind, cx, cy, size, tones.line, grow=width)
    elif small:
        # A whole side is little more than a pixel high: two copies make it.
        drop = 0.10 * u
        shape(kind, cx + 0.07 * u, cy + 0.20 * u, size, fade(BLACK, SHADOW), blur=BLUR * u)
        shape(kind, cx, cy + drop, size, tones.line, grow=width)
        shape(kind, cx, cy, size, tones.line, grow=width)
        shape(kind, cx, cy + drop, size, tones.side)
    else:
        side = f"{kind}.side"
        shape(kind, cx + 0.07 * u, cy + 0.23 * u, size, fade(BLACK, SHADOW), blur=BLUR * u)
        shape(side, cx, cy, size, tones.line, grow=width)
        shape(side, cx, cy, size, tones.side)
    if small:
        shape(kind, cx, cy, size, tones.face)
    else:
        face = tones.face if kind == "archer" else (tones.top, tones.bottom)
        shape(kind, cx, cy, size, face, rim=tones.rim, rim_width=max(0.045 * u, 1.6 * STACKED))
    details = _DETAILS.get(kind)
    if details is not None:
        details(canvas, tones, cx, cy, size, small)


def _worker(canvas: Canvas, tones: _Tones, cx: float, cy: float, size: float, small: bool) -> None:
    canvas.shape("worker.face", cx, cy, size, tones.bone)
    canvas.shape("worker.seams", cx, cy, size, fade(tones.dark, 0.55))
    if small:
        dot(canvas, cx, cy + 0.16 * size, 0.075 * size, tones.bone)
    else:
        canvas.shape("worker.hammer", cx, cy, size, tones.bone)


def _fighter(canvas: Canvas, tones: _Tones, cx: float, cy: float, size: float, small: bool) -> None:
    canvas.shape("fighter.sword", cx, cy, size, tones.bone, grow=0.012 * size if small else 0.0)


def _rider(canvas: Canvas, tones: _Tones, cx: float, cy: float, size: float, small: bool) -> None:
    dot(canvas, cx + 0.21 * size, cy - 0.20 * size, (0.055 if small else 0.0375) * size, tones.bone)
    if not small:
        canvas.shape("rider.mane", cx, cy, size, fade(tones.bone, 0.85))
        canvas.shape("rider.foot", cx, cy, size, fade(tones.dark, 0.5))


def _archer(canvas: Canvas, tones: _Tones, cx: float, cy: float, size: float, small: bool) -> None:
    ink = tones.line if tones.line[0] < 128 else tones.side
    if small:
        canvas.shape("archer.chord", cx, cy, size, mix(tones.face, tones.side, 0.75))
        canvas.shape("archer.bow", cx, cy, size, tones.face, grow=0.03 * size)
        canvas.shape("archer.arrow", cx, cy, size, ink, grow=0.055 * size)
        canvas.shape("archer.arrow", cx, cy, size, tones.bone, grow=0.016 * size)
        return
    line = max(0.02 * size, 0.7) / 2
    canvas.shape("archer.chord", cx, cy, size, mix(tones.side, BLACK, 0.12))
    canvas.shape("archer.bow", cx, cy, size, tones.face, rim=tones.rim, rim_width=0.02 * size)
    canvas.shape("archer.arrow", cx, cy, size, ink, grow=line + 0.004 * size)
    canvas.shape("archer.arrow", cx, cy, size, tones.bone, grow=-0.8 * line)


def _crown(canvas: Canvas, tones: _Tones, cx: float, cy: float, size: float, small: bool) -> None:
    canvas.shape("crown.band", cx, cy, size, fade(tones.dark, 0.55))
    canvas.shape("crown.gems", cx, cy, size, tones.bone)


def _castle(canvas: Canvas, tones: _Tones, cx: float, cy: float, size: float, small: bool) -> None:
    canvas.shape("castle.gate", cx, cy, size, tones.dark)
    canvas.shape("castle.slits", cx, cy, size, tones.bone)


def _mine(canvas: Canvas, tones: _Tones, cx: float, cy: float, size: float, small: bool) -> None:
    u = size / 2
    canvas.shape("mine.gate", cx, cy, size, tones.dark)
    if small:
        dot(canvas, cx, cy + 0.62 * u, 0.17 * u, HONEY)
        return
    for x, y in ((-0.15, 0.70), (0.13, 0.72), (0.0, 0.52)):
        dot(canvas, cx + x * u, cy + y * u, 0.145 * u, tones.dark)
        dot(canvas, cx + x * u, cy + y * u, 0.115 * u, HONEY)


def _tower(canvas: Canvas, tones: _Tones, cx: float, cy: float, size: float, small: bool) -> None:
    canvas.shape("tower.marks", cx, cy, size, tones.dark)


_DETAILS: Final = {
    "worker": _worker,
    "fighter": _fighter,
    "rider": _rider,
    "archer": _archer,
    "crown": _crown,
    "castle": _castle,
    "mine": _mine,
    "tower": _tower,
}


def _capsule(
    canvas: Canvas,
    palette: Palette,
    owner: Owner,
    cx: float,
    cy: float,
    u: float,
    count: int,
    charges: int | None,
    *,
    done: bool,
) -> None:
    """Paint the capsule below a stack: pips, or the lozenges of a worker, hollow where spent."""
    small = 2 * u < SMALL
    y = cy + (0.84 if small else 0.83) * u
    size = 2 * u * (0.38 / 0.36 if small else 1.0)
    edge = (0.035 if small else 0.0275) * u
    light = mix(owner.face, WHITE, 0.15) if owner.outline[0] < 128 else owner.outline
    name = "pill.charges" if charges is not None else f"pill.{count}"
    canvas.shape(name, cx, y, size, light, grow=edge)
    canvas.shape(name, cx, y, size, palette.ink, grow=-edge)
    if charges is not None:
        r = (0.17 if small else 0.1425) * u
        half = (0.22 if small else 0.2075) * u
        for n in range(2):
            x = cx + (2 * n - 1) * half
            canvas.shape("lozenge", x, y, 2 * r, HONEY, grow=0.0225 * u)
            if n >= charges:
                canvas.shape("lozenge", x, y, 2 * r, palette.ink, grow=-max(0.0225 * u, 0.3))
        return
    r, gap = (0.125 * u, 0.10 * u) if small else (0.115 * u, 0.115 * u)
    left = cx - (count - 1) * (r + gap / 2)
    for n in range(count):
        x = left + n * (2 * r + gap)
        if done:
            dot(canvas, x, y, 0.86 * r, fade(palette.bone, 0.8))
            dot(canvas, x, y, 0.50 * r, palette.ink)
        else:
            dot(canvas, x, y, r, palette.bone)


def _plus(canvas: Canvas, palette: Palette, cx: float, cy: float, r: float) -> None:
    dot(canvas, cx, cy, r + 0.6, palette.ink)
    dot(canvas, cx, cy, r - 0.6, HONEY)
    if r >= PLUS_FROM:
        canvas.shape("plus", cx, cy, 2 * r, palette.ink)


def guards(
    canvas: Canvas,
    palette: Palette,
    owner: Owner,
    cx: float,
    cy: float,
    size: float,
    standing: int,
    beaten: int,
) -> None:
    """Paint a row of shields, the beaten ones dashed and empty.

    Args:
        canvas: Where to.
        palette: Colours of the theme.
        owner: Whose guards they are.
        cx: Centre of the row.
        cy: Centre of the row.
        size: Side of the unit box of one shield.
        standing: How many stand.
        beaten: How many were beaten; they come last.
    """
    step = 1.1 * size
    x = cx - (standing + beaten - 1) / 2 * step
    for n in range(standing + beaten):
        if n < standing:
            canvas.shape("fighter", x, cy, size, palette.ink, grow=max(0.05 * size, 0.8))
            canvas.shape("fighter", x, cy, size, palette.bone, grow=-0.02 * size)
            canvas.shape("fighter", x, cy, size * 0.56, owner.face)
        else:
            canvas.shape(
                "guard.beaten", x, cy, size, fade(palette.bone if palette.dark else palette.ink, 0.7)
            )
        x += step
