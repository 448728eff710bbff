"""The board as a graph (K1.1, K1.3, K1.4): cells as ints, their names, neighbours, distances.

Everything here depends on the radius alone, is computed once for each and then shared. A cell is an int,
its canonical index (K1.3). Lists of cells to act on are kept in the order of their *names* by code point
(``e10`` before ``e2``), in which actions are listed (K11); wherever a rule says "lowest cell" the
canonical index decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

__all__ = ["MAX_RADIUS", "MIN_RADIUS", "Cell", "Geometry", "geometry"]

Cell: TypeAlias = int
"""Canonical index of a cell, 0 and on."""

MIN_RADIUS: Final = 3
MAX_RADIUS: Final = 8
"""Least and greatest radius of a board (K1.2)."""

SHOT_RANGE: Final = 2
"""How far archers and towers shoot (K3, K9.3)."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Geometry:
    """The board of one radius.

    Attributes:
        radius: Distance from the centre to each edge.
        coordinates: Axial ``(q, r)`` of every cell.
        names: Name of every cell, ``a1`` and on.
        index: Cell by name.
        by_name: All cells in the order of their names.
        neighbours: For every cell the adjacent ones, in the order of their names.
        within_shot: For every cell those at distance 1 or 2, in the order of their names.
        distances: For every cell its distance to each cell.
        corners: The six corner cells clockwise from south: S, SW, NW, N, NE, SE.
    """

    radius: int
    coordinates: tuple[tuple[int, int], ...]
    names: tuple[str, ...]
    index: Mapping[str, Cell]
    by_name: tuple[Cell, ...]
    neighbours: tuple[tuple[Cell, ...], ...]
    within_shot: tuple[tuple[Cell, ...], ...]
    distances: tuple[bytes, ...]
    corners: tuple[Cell, ...]

    @property
    def size(self) -> int:
        """Number of cells, 3R(R+1)+1."""
        return len(self.names)

    def at(self, q: int, r: int) -> Cell:
        """Return the cell at axial ``(q, r)``, which must be on the board."""
        return self.coordinates.index((q, r))


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the number of steps between two axial coordinates (K1.1).

    >>> distance((0, 4), (-4, 4))
    4
    """
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


@cache
def geometry(radius: int) -> Geometry:
    """Return the board of ``radius`` (3..8).

    >>> [geometry(4).names[cell] for cell in geometry(4).corners]
    ['e1', 'a1', 'a5', 'e9', 'i5', 'i1']
    """
    span = range(-radius, radius + 1)
    coordinates = tuple((q, r) for q in span for r in span if abs(q + r) <= radius)
    names = tuple(_name(radius, q, r) for q, r in coordinates)
    cells = range(len(coordinates))
    by_name = tuple(sorted(cells, key=names.__getitem__))
    distances = tuple(bytes(distance(here, there) for there in coordinates) for here in coordinates)
    corners = ((0, radius), (-radius, radius), (-radius, 0), (0, -radius), (radius, -radius), (radius, 0))
    return Geometry(
        radius=radius,
        coordinates=coordinates,
        names=names,
        index={name: cell for cell, name in enumerate(names)},
        by_name=by_name,
        neighbours=tuple(tuple(other for other in by_name if distances[cell][other] == 1) for cell in cells),
        within_shot=tuple(
            tuple(other for other in by_name if 1 <= distances[cell][other] <= SHOT_RANGE) for cell in cells
        ),
        distances=distances,
        corners=tuple(coordinates.index(corner) for corner in corners),
    )


def _name(radius: int, q: int, r: int) -> str:
    """Return column letter and position counted from the south, where ``r`` is largest (K1.3)."""
    southmost = min(radius, radius - q)
    return f"{chr(ord('a') + q + radius)}{southmost - r + 1}"
