"""The outlines of all shapes of the atlas, in unit boxes from -1 to 1, y down.

A shape is a union of parts. A part is a polygon (``Area``: one contour, or several with holes) or a stroke with
round ends (``Stroke``). The numbers are those of the look.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Point3: TypeAlias = tuple[float, ...]
"""A corner, perhaps with its own cut (``rounded``)."""


@dataclass(frozen=True)
class Area:
    """What lies in an odd number of the contours."""

    contours: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Stroke:
    """What lies within ``half`` of a line."""

    points: tuple[Point, ...]
    half: float


Part: TypeAlias = Area | Stroke


@dataclass(frozen=True)
class Shape:
    """Parts, and how far they are swept down (0: not at all)."""

    parts: tuple[Part, ...]
    sweep: float = 0.0


def outline(text: str) -> list[Point3]:
    """Return the points that the look lists in hundredths: ``x,y`` or ``x,y,cut``."""
    numbers = ([float(number) / 100 for number in corner.split(",")] for corner in text.split())
    return [(n[0], n[1]) if len(n) == 2 else (n[0], n[1], n[2]) for n in numbers]


def rounded(points: Sequence[Point3], radius: float) -> Area:
    """Return a polygon whose corners are cut by ``radius`` (or a corner's third number) and bent through the cut."""
    out: list[Point] = []
    count = len(points)
    for n, corner in enumerate(points):
        x, y = corner[0], corner[1]
        before, after = points[n - 1], points[(n + 1) % count]
        cut = corner[2] if len(corner) > 2 else radius
        a, b = hypot(before[0] - x, before[1] - y), hypot(after[0] - x, after[1] - y)
        cut = min(cut, a * 0.49, b * 0.49)
        start = (x + (before[0] - x) * cut / a, y + (before[1] - y) * cut / a)
        end = (x + (after[0] - x) * cut / b, y + (after[1] - y) * cut / b)
        out += bent(start, (x, y), end)
    return Area((tuple(out),))


def bent(start: Point, through: Point, end: Point, steps: int = 10) -> list[Point]:
    """Return a quadratic curve."""
    out = []
    for n in range(steps + 1):
        t = n / steps
        u = 1 - t
        out.append(
            (
                u * u * start[0] + 2 * u * t * through[0] + t * t * end[0],
                u * u * start[1] + 2 * u * t * through[1] + t * t * end[1],
            )
        )
    return out


def sharp(*points: Point) -> Area:
    """Return a polygon as it is."""
    return Area((points,))


def disc(x: float, y: float, r: float, steps: int = 120) -> Area:
    """Return a disc."""
    return Area((arc(x, y, r, 0.0, 2 * pi, steps)[:-1],))


def arc(x: float, y: float, r: float, start: float, end: float, steps: int = 40) -> tuple[Point, ...]:
    """Return points on a circle, by angles clockwise from the right."""
    return tuple(
        (x + r * cos(start + (end - start) * n / steps), y + r * sin(start + (end - start) * n / steps))
        for n in range(steps + 1)
    )


def mirrored(points: Sequence[Point3]) -> list[Point3]:
    """Return the right half of an outline and its mirror image, in one round. Points on the axis stay single."""
    left = [(-p[0], *p[1:]) for p in reversed(points) if p[0] != 0]
    return [*points, *left]


def mapped(parts: Sequence[Part], move: Callable[[Point], Point], scale: float = 1.0) -> tuple[Part, ...]:
    """Return the parts with every point moved; strokes become ``scale`` times as wide."""
    out: list[Part] = []
    for part in parts:
        if isinstance(part, Area):
            out.append(Area(tuple(tuple(move(p) for p in contour) for contour in part.contours)))
        else:
            out.append(Stroke(tuple(move(p) for p in part.points), part.half * scale))
    return tuple(out)


def turned(degrees: float, about: Point = (0.0, 0.0)) -> Callable[[Point], Point]:
    """Return a turn clockwise."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    ax, ay = about
    return lambda p: (ax + (p[0] - ax) * c - (p[1] - ay) * s, ay + (p[0] - ax) * s + (p[1] - ay) * c)


def hexagon(a: float, *, pointy: bool, corner: float = 0.12) -> Area:
    """Return a regular hexagon, its corners rounded by ``corner`` times ``a``."""
    start = 30 if pointy else 0
    points = [(a * cos(radians(start + 60 * n)), a * sin(radians(start + 60 * n))) for n in range(6)]
    return rounded(points, corner * a)


def pill(width: float, height: float) -> Area:
    """Return a bar with round ends."""
    r, x = height / 2, width / 2 - height / 2
    return Area((arc(x, 0, r, -pi / 2, pi / 2) + arc(-x, 0, r, pi / 2, 3 * pi / 2),))


def dashes(area: Area, dash: float, gap: float, half: float) -> tuple[Stroke, ...]:
    """Return strokes along the outline."""
    points = [*area.contours[0], area.contours[0][0]]
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    total = sum(lengths)
    count = round(total / (dash + gap))
    period = total / count
    share = dash / (dash + gap)

    def at(distance: float) -> Point:
        for (a, b), length in zip(pairwise(points), lengths, strict=True):
            if distance <= length and length > 0:
                t = distance / length
                return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
            distance -= length
        return points[-1]

    steps = 12
    return tuple(
        Stroke(tuple(at((n + share * k / steps) * period) for k in range(steps + 1)), half)
        for n in range(count)
    )


# --- pieces and buildings -----------------------------------------------------------------------------------
HAT = rounded(mirrored(outline("30,-96,16 40,-68 74,-62 74,-44")), 0.08)
WORKER = (
    rounded(mirrored(outline("34,-20 50,10 62,52 74,60 74,88")), 0.10),
    disc(0, -0.34, 0.31),
    HAT,
)
FIGHTER = rounded(mirrored(outline("0,-90,10 36,-76,10 72,-72,10 72,-4 60,36 34,68 0,92,6")), 0.22)
RIDER = rounded(
    outline(
        "-66,86 66,86 66,58 48,52 44,26 26,4 24,-8,3 44,-5 60,10 80,4 92,-18 66,-48 46,-66 42,-94,4"
        " 18,-76 4,-94,4 -6,-72 -34,-54 -54,-22 -60,12 -50,52 -66,58"
    ),
    0.09,
)


def _bow() -> tuple[Area, Area]:
    limit, steps = radians(74), 32
    outer, inner = [], []
    for n in range(steps + 1):
        t = -limit + 2 * limit * n / steps
        half = 0.15 * (1 - 0.55 * abs(t) / limit)
        outer.append((-0.30 + (0.86 + half) * cos(t), (0.86 + half) * sin(t)))
        inner.append((-0.30 + (0.86 - half) * cos(t), (0.86 - half) * sin(t)))
    return Area((tuple(outer + inner[::-1]),)), Area((tuple(outer),))


BOW, CHORD = _bow()
_ARROW_HALF = outline("104,0 62,27 62,7.5 -58,7.5 -72,26 -98,26 -86,7")
ARROW = rounded([*_ARROW_HALF, *[(x, -y) for x, y in _ARROW_HALF[:0:-1]]], 0.03)
UP = turned(-45)

CROWN = (
    rounded(mirrored(outline("0,-70,3 42,6,5 86,-36,3 72,60,3 72,84")), 0.08),
    disc(-0.85, -0.44, 0.14),
    disc(0.85, -0.44, 0.14),
    disc(0, -0.76, 0.16),
)
CASTLE = rounded(
    mirrored(outline("18,-30 18,-10 36,-10 36,-74 54,-74 54,-56 74,-56 74,-74 92,-74 92,86")), 0.035
)
MINE = rounded(outline("-96,84,6 -58,6 -36,0 2,-72 36,-14 54,-10 96,84,6"), 0.10)
TOWER = rounded(mirrored(outline("14,-88 14,-68 38,-68 38,-88 64,-88 64,-40 44,-30 56,88")), 0.035)
SWORD = (
    rounded(mirrored(outline("0,-66 8.5,-50 8.5,16 30,16 30,29 7,29 7,50")), 0.02),
    disc(0, 0.54, 0.10),
)


def _hammer() -> tuple[Part, ...]:
    head = rounded(mirrored(outline("26,-17 26,5 6,5 6,70")), 0.02)
    turn = turned(38, (0, 0.26))

    def move(p: Point) -> Point:
        x, y = turn((p[0] * 0.92, p[1] * 0.92))
        return x - 0.02, y + 0.12

    return mapped((head,), move)


def lozenge(x: float, y: float, w: float, h: float) -> Area:
    """Return a diamond by its half width and half height."""
    return sharp((x, y - h), (x + w, y), (x, y + h), (x - w, y))


def bar(left: float, top: float, right: float, bottom: float) -> Area:
    """Return a rectangle."""
    return sharp((left, top), (right, top), (right, bottom), (left, bottom))


GATE = Area(((*arc(0, 0.40, 0.22, -pi, 0), (0.22, 0.86), (-0.22, 0.86)),))
TOWER_GATE = Area(((*arc(0, 0.62, 0.17, -pi, 0), (0.17, 0.88), (-0.17, 0.88)),))
MINE_GATE = sharp((-0.30, 0.84), (-0.30, 0.44), (-0.18, 0.22), (0.18, 0.22), (0.30, 0.44), (0.30, 0.84))

# --- stones, bases, dice ------------------------------------------------------------------------------------
STONE_SWEEP = 0.36
BASE_SWEEP = 0.22 / 0.74
DIE = rounded(outline("-100,-100 100,-100 100,100 -100,100"), 0.4)


def _seal_lobes() -> tuple[Part, ...]:
    swell = (1.02, 0.95, 1.04, 0.97, 1.0, 0.94, 1.03, 0.96, 1.01, 0.95, 1.04, 0.98)
    r = 0.76
    lobes = [
        disc(r * 0.78 * k * cos(radians(30 * n)), r * 0.78 * k * sin(radians(30 * n)), r * 0.36 * k)
        for n, k in enumerate(swell)
    ]
    return (*lobes, disc(0, 0, r * 0.95))


def _logo() -> tuple[tuple[Stroke, ...], tuple[Stroke, ...]]:
    """Return the faint and the bright strokes; the height of both hexagons is 1, so the unit box is twice that."""
    a, w = 0.5, 0.5 * 3**0.5
    corners = [(a * cos(radians(30 + 60 * n)), a * sin(radians(30 + 60 * n))) for n in range(6)]
    left = [(x - w / 2, y) for x, y in corners]
    right = [(x + w / 2, y) for x, y in corners]
    faint = (
        Stroke((left[3], left[4], left[5], right[4], right[5]), 0.05),
        Stroke((left[5], left[0]), 0.05),
    )
    bright = (Stroke((left[3], left[2], left[1], left[0], right[1], right[0], right[5]), 0.085),)
    return faint, bright


LOGO_FAINT, LOGO_BRIGHT = _logo()

SHAPES: dict[str, Shape] = {
    "worker": Shape(WORKER),
    "worker.face": Shape((Area((arc(0, -0.43, 0.255, 0, pi),)),)),
    "worker.seams": Shape((bar(-0.66, -0.46, 0.66, -0.40), bar(-0.36, -0.72, 0.36, -0.65))),
    "worker.hammer": Shape(_hammer()),
    "fighter": Shape((FIGHTER,)),
    "fighter.sword": Shape(SWORD),
    "rider": Shape((RIDER,)),
    "rider.mane": Shape(
        (
            Stroke(tuple(bent((-0.10, -0.46), (-0.34, -0.22), (-0.36, 0.16))), 0.0425),
            Stroke(tuple(bent((0.06, -0.22), (-0.12, 0.0), (-0.14, 0.30))), 0.0425),
        )
    ),
    "rider.foot": Shape((bar(-0.52, 0.57, 0.52, 0.63),)),
    "archer": Shape(mapped((CHORD, ARROW), UP)),
    "archer.chord": Shape(mapped((CHORD,), UP)),
    "archer.bow": Shape(mapped((BOW,), UP)),
    "archer.arrow": Shape(mapped((ARROW,), UP)),
    "crown": Shape(CROWN),
    "crown.band": Shape((bar(-0.72, 0.52, 0.72, 0.60),)),
    "crown.gems": Shape(tuple(lozenge(x, 0.34, 0.10, 0.15) for x in (-0.42, 0.0, 0.42))),
    "castle": Shape((CASTLE,)),
    "castle.gate": Shape((GATE,)),
    "castle.slits": Shape((bar(-0.70, -0.22, -0.58, 0.06), bar(0.58, -0.22, 0.70, 0.06))),
    "mine": Shape((MINE,)),
    "mine.gate": Shape((MINE_GATE,)),
    "tower": Shape((TOWER,)),
    "tower.marks": Shape((bar(-0.07, -0.20, 0.07, 0.20), bar(-0.18, -0.05, 0.18, 0.06), TOWER_GATE)),
    "guard.beaten": Shape(dashes(FIGHTER, 0.16, 0.36, 0.10)),
    "stone": Shape((disc(0, 0, 1),)),
    "stone.side": Shape((disc(0, 0, 1),), STONE_SWEEP),
    "stone.dimples": Shape((disc(-0.34, 0.22, 0.17), disc(0.34, 0.22, 0.17), disc(0, -0.36, 0.17))),
    "base": Shape((hexagon(1, pointy=True),)),
    "base.side": Shape((hexagon(1, pointy=True),), BASE_SWEEP),
    "tile": Shape((hexagon(1, pointy=False),)),
    "die": Shape((DIE,)),
    "die.side": Shape((DIE,), 0.2),
    "lozenge": Shape((lozenge(0, 0, 1, 1),)),
    "lock": Shape((sharp((-0.4, -0.06), (0.4, -0.06), (0.4, 0.5), (-0.4, 0.5)),)),
    "lock.shackle": Shape((Stroke(((-0.2, -0.04), *arc(0, -0.26, 0.2, -pi, 0), (0.2, -0.04)), 0.08),)),
    "cross": Shape(
        (Stroke(((-0.42, -0.42), (0.42, 0.42)), 0.15), Stroke(((0.42, -0.42), (-0.42, 0.42)), 0.15))
    ),
    "plus": Shape((Stroke(((0, -0.52), (0, 0.52)), 0.12), Stroke(((-0.52, 0), (0.52, 0)), 0.12))),
    "tick": Shape((Stroke(((-0.52, 0.04), (-0.14, 0.42), (0.54, -0.38)), 0.13),)),
    "chevron": Shape((Stroke(((-0.5, 0.26), (0, -0.24), (0.5, 0.26)), 0.13),)),
    "seal": Shape(_seal_lobes()),
    "logo.faint": Shape(LOGO_FAINT),
    "logo": Shape(LOGO_BRIGHT),
    **{f"pill.{n}": Shape((pill(0.345 * n + 0.185, 0.36),)) for n in range(1, 6)},
    "pill.charges": Shape((pill(1.015, 0.36),)),
}
"""All but the digits, which come from the display face."""

SWEPT = ("worker", "fighter", "rider", "archer", "crown", "castle", "mine", "tower")
SIDE = 0.13
for _name in SWEPT:
    SHAPES[f"{_name}.side"] = Shape(SHAPES[_name].parts, SIDE)

COARSE = frozenset(
    {
        "stone",
        "stone.side",
        "base",
        "base.side",
        "tile",
        "die",
        "die.side",
        "lozenge",
        "cross",
        "plus",
        "tick",
    }
    | {"chevron", "lock", "lock.shackle", "stone.dimples", "guard.beaten", "mine.gate"}
    | {"castle.gate", "castle.slits", "crown.gems", "crown.band", "rider.foot", "worker.seams", "worker.face"}
    | {f"pill.{n}" for n in range(1, 6)}
    | {"pill.charges"}
)
"""Shapes without fine corners, baked at a lower resolution."""
