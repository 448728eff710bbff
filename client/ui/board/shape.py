"""The geometry of a board in its own unit: a cell's circumradius is 1, (0, 0) is the centre of cell (0, 0).

Everything is turned already (``BoardPicture.turns``), so that whoever draws or picks knows one set of coordinates.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from client.ui.geometry import Rect
from engine.game import Board

__all__ = [
    "CORNER",
    "LIP",
    "MARGIN",
    "STEPS",
    "WIDE_MARGIN",
    "Point",
    "Shape",
    "hull",
    "offset",
    "rounded",
    "shape_of",
    "turned",
]

Point: TypeAlias = tuple[float, float]

ROOT3: Final = math.sqrt(3.0)

MARGIN: Final = 1.6 * ROOT3 / 2
"""From the outermost centres to the edge of the plate: a hexagonal plate's circumradius is (√3·R + 1.6)."""

WIDE_MARGIN: Final = 1.5
"""The same where a plate has fewer than six corners: letters, and colours of the bases, run along its edges."""

CORNER: Final = 1.05
LIP: Final = 0.21
"""Rounding of the plate's corners, and its thickness: 44 and 9 where a cell is 42."""

STEPS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Axial steps to the six neighbours, clockwise on the screen."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Where the cells of a board lie.

    Attributes:
        pointy: Whether cells stand on a corner.
        axial: Turned axial coordinates of each cell, by name, in the order of the board.
        names: The other way round.
        centres: Centre of each cell, by name.
        outline: The plate's corners, clockwise, sharp.
        bounds: The rectangle around the plate and the lip below it.
    """

    pointy: bool
    axial: Mapping[str, tuple[int, int]]
    names: Mapping[tuple[int, int], str]
    centres: Mapping[str, Point]
    outline: tuple[Point, ...]
    bounds: Rect

    def centre_of(self, q: float, r: float) -> Point:
        """Return the centre of the cell at these turned axial coordinates, whether there is one or not."""
        return _centre(self.pointy, q, r)

    def at(self, x: float, y: float) -> str | None:
        """Return the cell that holds the point, None beside the board. Every point of the comb is in a cell."""
        if self.pointy:
            q, r = x / ROOT3 - y / 3, y * 2 / 3
        else:
            q, r = x * 2 / 3, y / ROOT3 - x / 3
        return self.names.get(_nearest(q, r))

    def neighbour(self, name: str, step: int) -> str | None:
        """Return the cell next to ``name`` by ``STEPS[step]``, None where the board ends."""
        q, r = self.axial[name]
        dq, dr = STEPS[step]
        return self.names.get((q + dq, r + dr))

    def edge(self, step: int, radius: float) -> tuple[Point, Point]:
        """Return both ends of the edge towards ``STEPS[step]`` of a cell of that circumradius at (0, 0)."""
        middle = math.atan2(*reversed(_centre(self.pointy, *STEPS[step])))
        first, second = (
            (radius * math.cos(middle + turn), radius * math.sin(middle + turn))
            for turn in (-math.pi / 6, math.pi / 6)
        )
        return first, second

    def distance(self, first: str, second: str) -> int:
        """Return the number of steps between two cells."""
        (q, r), (u, v) = self.axial[first], self.axial[second]
        dq, dr = u - q, v - r
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def shape_of(board: Board, turns: int = 0) -> Shape:
    """Return the geometry of ``board``, turned by ``turns`` sixths clockwise. Owners do not matter."""
    cells = tuple((cell.name, cell.q, cell.r) for cell in board.cells)
    return _shape(board.orientation == "pointy", cells, turns % 6)


@lru_cache(maxsize=16)
def _shape(pointy: bool, cells: tuple[tuple[str, int, int], ...], turns: int) -> Shape:
    axial = {name: _turned(q, r, turns) for name, q, r in cells}
    centres = {name: _centre(pointy, q, r) for name, (q, r) in axial.items()}
    outline = _outline(pointy, list(centres.values()))
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    # Where a rounded corner points down the lip needs no room of its own.
    bottom = max(max(ys), LIP + max(y for _, y in rounded(outline, CORNER)))
    bounds = Rect(min(xs), min(ys), max(xs) - min(xs), bottom - min(ys))
    return Shape(pointy, axial, {place: name for name, place in axial.items()}, centres, outline, bounds)


def _centre(pointy: bool, q: float, r: float) -> Point:
    return (ROOT3 * (q + r / 2), 1.5 * r) if pointy else (1.5 * q, ROOT3 * (r + q / 2))


def _turned(q: int, r: int, turns: int) -> tuple[int, int]:
    for _ in range(turns):
        q, r = -r, q + r
    return q, r


def turned(point: Point, turns: int) -> Point:
    """Return a point of the unturned board where it lies after ``turns`` sixths of a turn, clockwise."""
    x, y = point
    cos, sin = math.cos(turns * math.pi / 3), math.sin(turns * math.pi / 3)
    return x * cos - y * sin, x * sin + y * cos


def _nearest(q: float, r: float) -> tuple[int, int]:
    """Return the cell whose centre is nearest: the coordinate that was rounded most follows from the others."""
    s = -q - r
    iq, ir, is_ = round(q), round(r), round(s)
    dq, dr, ds = abs(iq - q), abs(ir - r), abs(is_ - s)
    if dq > dr and dq > ds:
        return -ir - is_, ir
    return (iq, -iq - is_) if dr > ds else (iq, ir)


def _outline(pointy: bool, centres: Sequence[Point]) -> tuple[Point, ...]:
    corners = hull(centres)
    if len(corners) >= 3:
        return offset(corners, MARGIN if len(corners) >= 6 else WIDE_MARGIN)
    # A board that is a single line has no hull; that of its cells' corners does as well.
    turn = math.pi / 6 if pointy else 0.0
    around = [
        (x + math.cos(turn + k * math.pi / 3), y + math.sin(turn + k * math.pi / 3))
        for x, y in centres
        for k in range(6)
    ]
    return offset(hull(around), MARGIN - ROOT3 / 2)


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """Return the corners of the convex hull, clockwise on the screen; two or one where all lie on a line."""
    ordered = sorted({(round(x, 9), round(y, 9)) for x, y in points})
    if len(ordered) < 3:
        return tuple(ordered)
    chain: list[Point] = []
    for line in (ordered, ordered[::-1]):
        start = len(chain)
        for point in line:
            while len(chain) - start >= 2 and _cross(chain[-2], chain[-1], point) <= 1e-6:
                chain.pop()
            chain.append(point)
        chain.pop()
    return tuple(chain)


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def offset(corners: Sequence[Point], distance: float) -> tuple[Point, ...]:
    """Return a convex polygon, given clockwise, with every edge moved outwards (inwards if negative)."""
    moved = []
    count = len(corners)
    for i in range(count):
        before, here, after = corners[i - 1], corners[i], corners[(i + 1) % count]
        (ax, ay), (bx, by) = _normal(before, here), _normal(here, after)
        # Where both moved edges meet: along the bisector, the further the sharper the corner is.
        share = distance / (1 + ax * bx + ay * by)
        moved.append((here[0] + (ax + bx) * share, here[1] + (ay + by) * share))
    return tuple(moved)


def _normal(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    return dy / length, -dx / length


def rounded(corners: Sequence[Point], radius: float, steps: int = 8) -> list[Point]:
    """Return a polygon with its corners cut at ``radius`` and bent in ``steps`` pieces."""
    points: list[Point] = []
    count = len(corners)
    for i in range(count):
        before, here, after = corners[i - 1], corners[i], corners[(i + 1) % count]
        first = _towards(here, before, radius)
        last = _towards(here, after, radius)
        for k in range(steps + 1):
            t = k / steps
            u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
            points.append(
                (
                    u * first[0] + v * here[0] + w * last[0],
                    u * first[1] + v * here[1] + w * last[1],
                )
            )
    return points


def _towards(a: Point, b: Point, distance: float) -> Point:
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    share = min(distance / length, 0.49)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
