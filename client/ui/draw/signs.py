"""Small signs beside pieces: seats, gold, logo, seal, connections (``client.ui.draw.pieces``)."""

from math import cos, radians, sin
from typing import Final

from client.ui.draw.canvas import Canvas, Pattern, Shadow
from client.ui.draw.stones import dot
from client.ui.geometry import Rect
from client.ui.theme import BLACK, WHITE, Owner, Palette, fade, mix, rgb

__all__ = ["HONEY", "band", "coin", "connection", "emblem", "logo", "path", "seal"]

HONEY: Final = rgb("#F2B13A")
"""Of gold and lozenges: the same in both themes, as it lies on dark things."""

CONNECTED: Final = 3
WAX_LIP, WAX_EDGE, WAX = rgb("#8A4F08"), rgb("#D98E1A"), rgb("#EDA72B")
WAX_RIM, WAX_PLATE, WAX_LIGHT = rgb("#C07C12"), rgb("#E39C22"), rgb("#FFE0A0")
WAX_DEEP: Final = rgb("#7A4405")
COIN_SIDE: Final = rgb("#8C5A0C")


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


def band(
    canvas: Canvas, palette: Palette, owner: Owner, rect: Rect, radius: float, foot: float = 0.0
) -> None:
    """Paint the head of a seat card: the owner's tint and pattern, the upper corners rounded by ``radius``.

    ``foot`` rounds the lower corners, where the head is the whole card.
    """
    plum = owner.outline[0] >= 128
    marks = mix(owner.face, WHITE, 0.35) if plum else owner.face
    tint = (0.5 if plum else 0.22) if palette.dark else 0.20
    corners = (radius, radius, foot, foot)
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
    dot(canvas, cx, cy, 0.80 * r, WAX_RIM)
    dot(canvas, cx, cy + 0.018 * size, 0.80 * r, WAX_PLATE)
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
