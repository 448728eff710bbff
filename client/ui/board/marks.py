"""Marks under and above the pieces. Every one is told from the others by its shape, not by colour alone."""

import math
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from client.ui.board.camera import Camera
from client.ui.board.shape import STEPS, Point, Shape
from client.ui.draw.canvas import Canvas
from client.ui.theme import WHITE, Colour, Palette, fade, rgb
from client.view.picture import Badge, Mark

__all__ = ["paint_above", "paint_arrows", "paint_badges", "paint_below"]

LINING: Final = rgb("#1A1408")
"""Around white marks in the dark theme: darker than wood, warmer than ink."""

UNDER: Final = (
    Mark.ORIGIN,
    Mark.TARGET,
    Mark.NEAR,
    Mark.FAR,
    Mark.SELECTED,
    Mark.ATTACK_LATER,
    Mark.THREAT,
)
"""In the order of painting: what matters more lies above."""

BADGE: Final = 10 / 44
"""Radius of a badge in circumradii."""


def paint_below(
    canvas: Canvas,
    palette: Palette,
    camera: Camera,
    shape: Shape,
    marks: Mapping[str, frozenset[Mark]],
    pointed: str | None = None,
    covered: Collection[str] = (),
) -> None:
    """Paint all marks that lie under pieces.

    The attack on ``pointed``, the hovered cell, is painted boldly. Of ``covered`` cells, where a base hides most, a
    threat lies above the pieces instead.
    """
    attacks = [name for name, found in marks.items() if Mark.ATTACK in found and name in shape.centres]
    for kind in UNDER:
        for name, found in marks.items():
            if kind is Mark.THREAT and name in covered:
                continue
            if kind in found and name in shape.centres:
                _mark(canvas, palette, shape, kind, *camera.place(shape.centres[name]), camera.a)
    for cased in (True, False):
        if attacks:
            canvas.layer()
        for name in attacks:
            x, y = camera.place(shape.centres[name])
            # Rings side by side are loud: a single one, or the one pointed at, is bold, the others are thin.
            bold = len(attacks) == 1 or name == pointed
            _attack(canvas, palette, x, y, camera.a, bold=bold, cased=cased)


def _mark(
    canvas: Canvas,
    palette: Palette,
    shape: Shape,
    kind: Mark,
    x: float,
    y: float,
    a: float,
) -> None:
    match kind:
        case Mark.NEAR:
            _near(canvas, palette, x, y, a, pointy=shape.pointy)
        case Mark.FAR:
            _far(canvas, palette, x, y, a, pointy=shape.pointy)
        case Mark.SELECTED:
            canvas.hexagon(
                x,
                y,
                0.98 * a,
                None,
                pointy=shape.pointy,
                border=fade(palette.ink, 0.75),
                border_width=max(2.0, 0.16 * a),
            )
            canvas.hexagon(
                x,
                y,
                0.945 * a,
                None,
                pointy=shape.pointy,
                border=palette.honey,
                border_width=max(1.5, 0.09 * a),
            )
        case Mark.ATTACK_LATER:
            width = max(1.5, 0.08 * a)
            _ring(canvas, x, y, 0.77 * a, width + 0.055 * a, fade(palette.ink, 0.55), dash=0.34 * a)
            _ring(canvas, x, y, 0.77 * a, width, palette.attack, dash=0.34 * a)
        case Mark.THREAT:
            _threat(canvas, palette, shape, x, y, a)
        case Mark.ORIGIN:
            colour = fade(palette.bone, 0.7) if palette.dark else fade(palette.ink, 0.5)
            for step in range(len(STEPS)):
                (px, py), (qx, qy) = shape.edge(step, 0.80 * a)
                for k in range(4):
                    share = k / 4 + 0.125
                    canvas.circle(
                        x + px + (qx - px) * share, y + py + (qy - py) * share, max(0.8, 0.026 * a), colour
                    )
        case Mark.TARGET:
            _middles(canvas, palette, shape, x, y, a)


def _near(canvas: Canvas, palette: Palette, x: float, y: float, a: float, *, pointy: bool) -> None:
    lining = fade(LINING, 0.55) if palette.dark else fade(palette.ink, 0.8)
    width = 1.2 if palette.dark else max(1.2, 0.04 * a)
    fill = fade(palette.reach, 0.93) if palette.dark else palette.reach
    canvas.hexagon(x, y, 0.80 * a, fill, pointy=pointy, border=lining, border_width=width)


def _far(canvas: Canvas, palette: Palette, x: float, y: float, a: float, *, pointy: bool) -> None:
    casing, line = max(2.6, 0.13 * a), max(1.6, 0.085 * a)
    lining = fade(LINING if palette.dark else palette.ink, 0.6)
    wash = fade(palette.reach, 0.16 if palette.dark else 0.45)
    outer = 0.76 * a
    canvas.hexagon(x, y, outer, wash, pointy=pointy)
    grown = casing / math.sqrt(3)
    canvas.hexagon(x, y, outer + grown, None, pointy=pointy, border=lining, border_width=casing)
    grown = line / math.sqrt(3)
    canvas.hexagon(x, y, outer + grown, None, pointy=pointy, border=palette.reach, border_width=line)


def _ring(
    canvas: Canvas, x: float, y: float, r: float, width: float, colour: Colour, dash: float = 0.0
) -> None:
    """Paint a ring whose middle line has radius ``r``: a circle's border lies within it."""
    canvas.circle(x, y, r + width / 2, None, border=colour, border_width=width, dash=dash)


def _attack(
    canvas: Canvas, palette: Palette, x: float, y: float, a: float, *, bold: bool, cased: bool
) -> None:
    """Paint a ring with four ticks on the diagonals: first all white casings (``cased``), then all red lines."""
    r = 0.77 * a
    if cased:
        width, start, colour = (
            max(2.8, (0.165 if bold else 0.115) * a),
            1.02,
            fade(WHITE, 1.0 if bold else 0.85),
        )
    else:
        width, start, colour = max(1.6, (0.095 if bold else 0.07) * a), 1.0, palette.attack
    _ring(canvas, x, y, r, width, colour)
    for degrees in (45, 135, 225, 315):
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        end = 1.16 if bold else 1.12
        ends = [(x + r * start * cos, y + r * start * sin), (x + r * end * cos, y + r * end * sin)]
        canvas.line(ends, width, colour)


def _threat(canvas: Canvas, palette: Palette, shape: Shape, x: float, y: float, a: float) -> None:
    for step in range(len(STEPS)):
        (px, py), (qx, qy) = shape.edge(step, 0.88 * a)
        mx, my = (px + qx) / 2, (py + qy) / 2
        length = math.hypot(mx, my)
        ux, uy = -mx / length, -my / length
        wide, deep = 0.17 * a, 0.24 * a
        white = max(1.0, 0.045 * a)
        for grow, colour in ((white, WHITE), (0.0, palette.attack)):
            canvas.polygon(
                [
                    (
                        x + mx - uy * (wide + 1.6 * grow) - ux * grow,
                        y + my + ux * (wide + 1.6 * grow) - uy * grow,
                    ),
                    (x + mx + ux * (deep + 1.6 * grow), y + my + uy * (deep + 1.6 * grow)),
                    (
                        x + mx + uy * (wide + 1.6 * grow) - ux * grow,
                        y + my - ux * (wide + 1.6 * grow) - uy * grow,
                    ),
                ],
                colour,
            )


def _middles(canvas: Canvas, palette: Palette, shape: Shape, x: float, y: float, a: float) -> None:
    """Paint a short bar in the middle of each edge: where the last move went."""
    for width, colour in (
        (max(2.6, 0.13 * a), fade(palette.ink, 0.6)),
        (max(1.4, 0.065 * a), fade(palette.bone, 0.9)),
    ):
        for step in range(len(STEPS)):
            (px, py), (qx, qy) = shape.edge(step, 0.88 * a)
            canvas.line(
                [
                    (x + px + (qx - px) * 0.34, y + py + (qy - py) * 0.34),
                    (x + px + (qx - px) * 0.66, y + py + (qy - py) * 0.66),
                ],
                width,
                colour,
            )


def _brackets(canvas: Canvas, palette: Palette, shape: Shape, x: float, y: float, a: float) -> None:
    """Paint the six corners of a cell: where the keyboard is."""
    edges = [shape.edge(step, 0.98 * a) for step in range(len(STEPS))]
    for width, colour in ((max(3.0, 0.15 * a), palette.ink), (max(1.6, 0.075 * a), palette.bone)):
        for k, (corner, after) in enumerate(edges):
            before = edges[k - 1][0]
            ends = (_between(corner, before, 0.26), corner, _between(corner, after, 0.26))
            canvas.line([(x + px, y + py) for px, py in ends], width, colour)


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


# --- above the pieces -----------------------------------------------------------------------------------------
def paint_above(
    canvas: Canvas,
    palette: Palette,
    camera: Camera,
    shape: Shape,
    marks: Mapping[str, frozenset[Mark]],
    covered: Collection[str] = (),
) -> None:
    """Paint the keyboard's cursor, and threats on ``covered`` cells."""
    for name, found in marks.items():
        if name not in shape.centres:
            continue
        x, y = camera.place(shape.centres[name])
        if Mark.THREAT in found and name in covered:
            _threat(canvas, palette, shape, x, y, 1.13 * camera.a)
        if Mark.CURSOR in found:
            _brackets(canvas, palette, shape, x, y, camera.a)


def paint_badges(
    canvas: Canvas, palette: Palette, camera: Camera, shape: Shape, badges: Mapping[str, Badge]
) -> None:
    """Paint what a move to a cell will do: a chevron builds, a lock blocks, a tick frees."""
    a = camera.a
    r = max(6.0, BADGE * a)
    for name, badge in badges.items():
        if name not in shape.centres:
            continue
        x, y = camera.place(shape.centres[name])
        x, y = x + 0.58 * a, y - 0.46 * a
        canvas.circle(x, y, r, palette.ink, border=palette.bone, border_width=max(1.0, 0.15 * r))
        k = r / 10
        match badge:
            case Badge.BUILD:
                points = [(-4.5, 2.0), (0.0, -3.0), (4.5, 2.0)]
                canvas.line([(x + k * u, y + k * v) for u, v in points], 2.2 * k, palette.bone)
            case Badge.UNBLOCK:
                points = [(-4.5, 0.5), (-1.2, 4.0), (4.5, -3.5)]
                canvas.line([(x + k * u, y + k * v) for u, v in points], 2.2 * k, palette.bone)
            case Badge.BLOCK:
                body = [(-4.5, -1.0), (4.5, -1.0), (4.5, 5.0), (-4.5, 5.0)]
                canvas.polygon([(x + k * u, y + k * v) for u, v in body], palette.bone)
                arch = [(-2.7 * math.cos(t), -3.0 - 2.7 * math.sin(t)) for t in _half_turn()]
                bow = [(-2.7, -1.0), *arch, (2.7, -1.0)]
                canvas.line([(x + k * u, y + k * v) for u, v in bow], 1.7 * k, palette.bone)


def _half_turn() -> Iterable[float]:
    return (k * math.pi / 8 for k in range(9))


def paint_arrows(
    canvas: Canvas, palette: Palette, camera: Camera, shape: Shape, arrows: Iterable[tuple[str, str]]
) -> None:
    """Paint a bent dashed line from cell to cell, red on white, with a head at its end."""
    a = camera.a
    width = max(2.0, 0.078 * a)
    for source, target in arrows:
        if source not in shape.centres or target not in shape.centres or source == target:
            continue
        points, head = _arrow(camera.place(shape.centres[source]), camera.place(shape.centres[target]), a)
        canvas.line(points, width * 1.8, WHITE)
        canvas.polygon(_grown(head, 0.05 * a), WHITE)
        canvas.line(points, width, palette.attack, dash=0.2 * a)
        canvas.polygon(head, palette.attack)


def _arrow(start: Point, end: Point, a: float) -> tuple[list[Point], list[Point]]:
    """Return the line of an arrow, from the rim of one piece to that of the other, and its head."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    bend = 0.16 * length
    middle = ((start[0] + end[0]) / 2 + uy * bend, (start[1] + end[1]) / 2 - ux * bend)
    first = _along(start, middle, 0.60 * a)
    last = _along(end, middle, 0.86 * a)
    line = []
    for k in range(13):
        t = k / 12
        u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
        line.append((u * first[0] + v * middle[0] + w * last[0], u * first[1] + v * middle[1] + w * last[1]))
    tip = _along(end, middle, 0.62 * a)
    hx, hy = tip[0] - last[0], tip[1] - last[1]
    return line, [tip, (last[0] - hy * 0.7, last[1] + hx * 0.7), (last[0] + hy * 0.7, last[1] - hx * 0.7)]


def _along(a: Point, b: Point, distance: float) -> Point:
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    return a[0] + (b[0] - a[0]) * distance / length, a[1] + (b[1] - a[1]) * distance / length


def _grown(points: list[Point], distance: float) -> list[Point]:
    """Return a triangle moved outwards from its middle."""
    cx, cy = sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3
    return [_along((x, y), (cx, cy), -2 * distance) for x, y in points]
