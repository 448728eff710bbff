"""Pieces and other small pictures, built from the shapes of the atlas in the look's order of drawing.

Shadow, outline, side, rim, face, then details in bone. ``size`` is the side of the unit box, ``a`` the circumradius of
a cell. Everything of a piece is a shape of the atlas, so that a board of pieces is one draw call, each piece
covering those painted before it.
"""

from functools import lru_cache
from math import cos, radians, sin
from typing import Final, NamedTuple

from client.ui.draw.canvas import Canvas, Pattern, Shadow
from client.ui.geometry import Rect
from client.ui.theme import BLACK, WHITE, Colour, Owner, Palette, fade, mix, rgb

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
STONE: Final = 0.46
"""Radius of a stone in circumradii of a cell."""

STEP, NARROWER = 0.36, 0.045
"""Height of a disc in its radius, and how much narrower each further one is."""

LOCK_FROM: Final = 12.0
"""Radius of a disc from which a lock can be made out; a cross below."""

CONNECTED: Final = 3
WAX_LIP, WAX_EDGE, WAX = rgb("#8A4F08"), rgb("#D98E1A"), rgb("#EDA72B")
WAX_RIM, WAX_PLATE, WAX_LIGHT = rgb("#C07C12"), rgb("#E39C22"), rgb("#FFE0A0")
WAX_DEEP: Final = rgb("#7A4405")
COIN_SIDE: Final = rgb("#8C5A0C")
DARK_PIPS: Final = frozenset({"lemon", "orchid", "jade"})
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


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
        _dot(canvas, cx, cy + 0.16 * size, 0.075 * size, tones.bone)
    else:
        canvas.shape("worker.hammer", cx, cy, size, tones.bone)


def _fighter(canvas: Canvas, tones: _Tones, cx: float, cy: float, size: float, small: bool) -> None:
    canvas.shape("fighter.sword", cx, cy, size, tones.bone, grow=0.012 * size if small else 0.0)


def _rider(canvas: Canvas, tones: _Tones, cx: float, cy: float, size: float, small: bool) -> None:
    _dot(canvas, cx + 0.21 * size, cy - 0.20 * size, (0.055 if small else 0.0375) * size, tones.bone)
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


HONEY: Final = rgb("#F2B13A")


def _mine(canvas: Canvas, tones: _Tones, cx: float, cy: float, size: float, small: bool) -> None:
    u = size / 2
    canvas.shape("mine.gate", cx, cy, size, tones.dark)
    if small:
        _dot(canvas, cx, cy + 0.62 * u, 0.17 * u, HONEY)
        return
    for x, y in ((-0.15, 0.70), (0.13, 0.72), (0.0, 0.52)):
        _dot(canvas, cx + x * u, cy + y * u, 0.145 * u, tones.dark)
        _dot(canvas, cx + x * u, cy + y * u, 0.115 * u, HONEY)


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


def _dot(canvas: Canvas, cx: float, cy: float, r: float, colour: Colour) -> None:
    canvas.shape("stone", cx, cy, 2 * r, colour)


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
            _dot(canvas, x, y, 0.86 * r, fade(palette.bone, 0.8))
            _dot(canvas, x, y, 0.50 * r, palette.ink)
        else:
            _dot(canvas, x, y, r, palette.bone)


def _plus(canvas: Canvas, palette: Palette, cx: float, cy: float, r: float) -> None:
    _dot(canvas, cx, cy, r + 0.6, palette.ink)
    _dot(canvas, cx, cy, r - 0.6, HONEY)
    if r >= LOCK_FROM / 2.4:
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


# --- TowerWars -----------------------------------------------------------------------------------------------
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
    _dot(canvas, cx, top, 0.86 * r_top, mix(owner.side, BLACK, 0.35))
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
        _dot(canvas, cx, y, wide + line / 2, palette.ink)
        _dot(canvas, cx, y, wide - line / 2, owner.face)
    _dot(canvas, cx, y, 0.965 * wide - line / 4, rim)
    _dot(canvas, cx, y, 0.895 * wide - line / 4, owner.face)
    return y, wide


def _cap(canvas: Canvas, palette: Palette, owner: Owner, cx: float, cy: float, r: float, height: int) -> None:
    deep, light = mix(owner.face, BLACK, 0.42), mix(owner.face, WHITE, 0.35)
    if height > 0:
        line = max(1.1, 0.07 * r) * 0.8
        _dot(canvas, cx, cy, 0.60 * r + line / 2, palette.ink)
        _dot(canvas, cx, cy, 0.60 * r - line / 2, palette.bone)
        figures = str(height)
        size = (0.74 if len(figures) == 1 else 0.56) * r
        for n, figure in enumerate(figures):
            x = cx + (n - (len(figures) - 1) / 2) * 0.80 * size
            canvas.shape(f"digit.{figure}", x, cy, size, palette.ink, grow=0.012 * r)
    elif owner.pattern == "stripes":
        drop = 0.05 * r
        for y, half, colour in ((cy + drop, 0.065, light), (cy, 0.075, deep)):
            _dot(canvas, cx, y, (0.48 + half) * r, colour)
            _dot(canvas, cx, cy, (0.48 - half) * r, owner.face)
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


# --- dice, seats ---------------------------------------------------------------------------------------------
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
    shape("die", cx, cy, size, face, grow=-2.3 if size >= SMALL / 2 else -1.4)
    for x, y in PIPS[pips]:
        _dot(canvas, cx + x * 0.25 * size, cy + y * 0.25 * size, 0.092 * size, pip)
    if lost:
        reach = 0.36 * size
        width = max(2.0, 0.1 * size)
        canvas.line([(cx - reach, cy + reach), (cx + reach, cy - reach)], width, palette.attack)


def emblem(
    canvas: Canvas,
    palette: Palette,
    owner: Owner,
    cx: float,
    cy: float,
    size: float,
    *,
    raised: bool = False,
) -> None:
    """Paint a seat's hexagon with the owner's pattern, ``size`` wide; ``raised`` on a side with a shadow."""
    a = 0.94 * size / 2
    plum = owner.outline[0] >= 128
    marks = mix(owner.face, WHITE if plum else BLACK, 0.35 if plum else 0.38)
    edge = owner.side
    if palette.dark:
        edge = owner.outline if plum else mix(owner.face, WHITE, 0.35)
    if raised:
        drop = 0.10 * size
        canvas.hexagon(cx, cy + drop, a, owner.side, shadow=Shadow(4, 5, fade(BLACK, 0.35)))
    pattern = Pattern(owner.pattern, fade(marks, 0.8), 0.76) if owner.pattern else None
    canvas.hexagon(cx, cy, a, owner.face, border=edge, border_width=1.6, pattern=pattern)


def band(canvas: Canvas, palette: Palette, owner: Owner, rect: Rect, radius: float) -> None:
    """Paint the head of a seat card: the owner's tint and pattern, the upper corners rounded by ``radius``."""
    plum = owner.outline[0] >= 128
    marks = mix(owner.face, WHITE, 0.35) if plum else owner.face
    tint = (0.5 if plum else 0.22) if palette.dark else 0.20
    corners = (radius, radius, 0.0, 0.0)
    canvas.box(rect, mix(palette.panel, owner.face, tint), radius=corners)
    if not owner.pattern:
        return
    # The pattern fades towards the left, where the name stands.
    parts = 8
    for n in range(parts):
        left = rect.x + rect.w * n / parts
        strip = Rect(left, rect.y, rect.w / parts, rect.h)
        share = 0.10 + 0.90 * (n + 0.5) / parts
        with canvas.clip(strip):
            canvas.box(rect, None, radius=corners, pattern=Pattern(owner.pattern, fade(marks, 0.28 * share)))


def coin(canvas: Canvas, palette: Palette, cx: float, cy: float, size: float) -> None:
    """Paint a gold piece, ``size`` wide."""
    k = size / 16
    canvas.hexagon(cx, cy + 0.8 * k, 7 * k, COIN_SIDE, corner=0.22)
    canvas.hexagon(cx, cy - 0.4 * k, 7 * k, HONEY, corner=0.22)
    canvas.hexagon(cx, cy - 0.4 * k, 4.8 * k, None, corner=0.22, border=COIN_SIDE, border_width=1.2 * k)


# --- signs ---------------------------------------------------------------------------------------------------
def logo(canvas: Canvas, palette: Palette, cx: float, cy: float, height: float) -> None:
    """Paint the two combs whose lower edges form a W; ``height`` is that of a comb."""
    canvas.shape("logo.faint", cx, cy, 2 * height, fade(palette.honey, 0.26))
    canvas.shape("logo", cx, cy, 2 * height, palette.honey)


def seal(canvas: Canvas, palette: Palette, cx: float, cy: float, size: float) -> None:
    """Paint the wax seal of a verified transcript, about ``size`` high with its shadow."""
    shape = canvas.shape
    r = 0.36 * size
    box = 2 * r / 0.76
    shape("seal", cx + 0.02 * size, cy + 0.06 * size, box, fade(BLACK, 0.45), blur=0.06 * size)
    shape("seal", cx, cy + 0.03 * size, box, WAX_LIP)
    shape("seal", cx, cy, box, WAX_EDGE)
    shape("seal", cx, cy + 0.018 * size, box * 0.985, WAX)
    _dot(canvas, cx, cy, 0.80 * r, WAX_RIM)
    _dot(canvas, cx, cy + 0.018 * size, 0.80 * r, WAX_PLATE)
    shape("tile", cx, cy + 0.013 * size, 2 * 0.655 * r, mix(WAX_PLATE, rgb("#FFD98A"), 0.8))
    shape("tile", cx, cy + 0.013 * size, 2 * 0.62 * r, WAX_PLATE, grow=-0.025 * r)
    shape("tile", cx, cy, 2 * 0.67 * r, WAX_LIP)
    shape("tile", cx, cy, 2 * 0.58 * r, WAX_PLATE)
    shape("tick", cx, cy + 0.015 * size, 1.16 * r, WAX_LIGHT)
    shape("tick", cx, cy, 1.16 * r, WAX_DEEP)


def connection(canvas: Canvas, palette: Palette, x: float, cy: float, quality: int) -> float:
    """Paint three small hexagons, ``quality`` (0..3) of them filled, from ``x`` on; return their width."""
    colour = palette.ok if quality >= CONNECTED else palette.warn if quality == CONNECTED - 1 else palette.bad
    for n in range(CONNECTED):
        on = n < quality
        canvas.hexagon(
            x + 6 + 10 * n,
            cy,
            5.2,
            colour if on else None,
            corner=0.2,
            border=colour if on else palette.text3,
            border_width=1.2,
        )
    return 32.0


def path(canvas: Canvas, palette: Palette, x: float, cy: float, through: str) -> float:
    """Paint how another seat is reached, from ``x`` on, and return the width.

    Args:
        canvas: Where to.
        palette: Colours of the theme.
        x: Left edge.
        cy: Middle.
        through: ``direct`` (dots joined by a line), ``relay`` (joined over a hexagon) or anything else: not yet.
    """
    colour = palette.text2
    canvas.circle(x + 5, cy, 3.5, colour)
    if through == "direct":
        canvas.line([(x + 10, cy), (x + 24, cy)], 2.2, colour)
        canvas.circle(x + 29, cy, 3.5, colour)
    elif through == "relay":
        canvas.line([(x + 10, cy), (x + 11.5, cy)], 2.2, colour)
        canvas.line([(x + 22.5, cy), (x + 24, cy)], 2.2, colour)
        points = [(x + 17 + 5.2 * cos(radians(60 * n)), cy + 5.2 * sin(radians(60 * n))) for n in range(7)]
        canvas.line(points, 1.8, colour)
        canvas.circle(x + 29, cy, 3.5, colour)
    else:
        canvas.line([(x + 10, cy), (x + 24, cy)], 2.0, colour, dash=3.0)
        canvas.circle(x + 29, cy, 3.8, None, border=colour, border_width=1.6)
    return 34.0
