"""The board (T1) and the starting stones (T2) of one size.

Inside, a board is a list with a margin: row r, column c stands at index ``(r + 1) * stride + c`` with
``stride = n + 1``, so that one spare column and a spare row on either side take every step off the board.
Neighbours then are fixed differences of the index, no two cells that are not neighbours have such a
difference, and a set of cells is an integer whose bit i stands for index i. Cells outside the engine's inner
loops are numbered as in ``notation``; ``order`` and ``cell_of`` lead across.
"""

from collections.abc import Iterable
from functools import cache
from operator import itemgetter
from typing import Final, TypeAlias

from engine.towerwars.notation import MAX_SIZE, Cell, cell_at, column_row
from engine.towerwars.pieces import BASE, BLUE, EMPTY, RED, STONE, Code

__all__ = ["MIN_SIZE", "Geometry", "Index", "Mask", "distance", "geometry"]

MIN_SIZE: Final = 4
"""Columns and rows of the smallest board (T1.1)."""

Index: TypeAlias = int
"""Place of a cell in the list with a margin."""

Mask: TypeAlias = int
"""A set of cells: bit i for index i."""


def distance(columns: int, rows: int) -> int:
    """Return how many steps apart two cells are whose columns and rows differ by that much (T1.3).

    >>> distance(1, -1), distance(1, 1)
    (1, 2)
    """
    return (abs(columns) + abs(rows) + abs(columns + rows)) // 2


class Geometry:
    """Everything that depends on the size of the board alone. Get it from ``geometry``; never change it.

    Attributes:
        size: n, 4..26.
        max_height: Height of the highest tower, ⌊n/3⌋ (T2.2).
        stride: Difference of the indices of a cell and the one in the row below.
        length: Length of a list with a margin.
        order: Index of every cell of the board, in the order of the cells' names.
        cell_of: Cell at an index; -1 in the margin.
        index_of: Index of a cell; 0, which lies in the margin, for cells that this board lacks.
        steps: The six differences between the indices of neighbours (T1.2).
        bits: The mask of each single index.
        neighbours: The mask of the neighbours on the board, by index; nothing in the margin.
        homes: Index of the red and of the blue base (T2.1).
        home_distance: For each colour the distance of every index to that colour's base (T1.3).
    """

    __slots__ = (
        "_from_margin",
        "_to_margin",
        "bits",
        "cell_of",
        "home_distance",
        "homes",
        "index_of",
        "length",
        "max_height",
        "neighbours",
        "order",
        "size",
        "steps",
        "stride",
    )

    def __init__(self, size: int) -> None:
        self.size = size
        self.max_height = size // 3
        self.stride = stride = size + 1
        self.length = (size + 2) * stride + 1
        cells = sorted(cell_at(column, row) for column in range(size) for row in range(size))
        self.order: tuple[Index, ...] = tuple(self._index(cell) for cell in cells)
        self.cell_of: list[Cell] = [-1] * self.length
        self.index_of: list[Index] = [0] * (MAX_SIZE * MAX_SIZE)
        for cell, index in zip(cells, self.order, strict=True):
            self.cell_of[index] = cell
            self.index_of[cell] = index
        self.bits: list[Mask] = [1 << index for index in range(self.length)]
        self.steps = frozenset((1, -1, stride, -stride, 1 - stride, stride - 1))
        board = sum(self.bits[index] for index in self.order)
        self.neighbours: list[Mask] = [0] * self.length
        for index in self.order:
            self.neighbours[index] = sum(self.bits[index + step] for step in self.steps) & board
        self.homes = (self._index(cell_at(0, 0)), self._index(cell_at(size - 1, size - 1)))
        self.home_distance = tuple(self._distances(home) for home in self.homes)
        self._from_margin = itemgetter(*self.order)
        places = {index: place for place, index in enumerate(self.order)}
        self._to_margin = itemgetter(*(places.get(index, size * size) for index in range(self.length)))

    def _index(self, cell: Cell) -> Index:
        column, row = column_row(cell)
        return (row + 1) * self.stride + column

    def _distances(self, home: Index) -> list[int]:
        return [self.distance(index, home) if self.cell_of[index] >= 0 else 0 for index in range(self.length)]

    def place(self, index: Index) -> tuple[int, int]:
        """Return column and row of an index on the board, each counted from 0."""
        row, column = divmod(index - self.stride, self.stride)
        return column, row

    def distance(self, one: Index, other: Index) -> int:
        """Return the distance of two indices on the board (T1.3)."""
        column, row = self.place(one)
        other_column, other_row = self.place(other)
        return distance(other_column - column, other_row - row)

    def with_margin(self, board: bytes) -> list[Code]:
        """Return the list with a margin for ``board``: n² codes in the order of the cells' names."""
        return list(self._to_margin(board + bytes((EMPTY,))))

    def without_margin(self, codes: list[Code]) -> bytes:
        """Return the n² codes of a list with a margin, in the order of the cells' names."""
        return bytes(self._from_margin(codes))

    def start(self) -> bytes:
        """Return the board at the start (T2.1): bases, and stones up to ⌊n/2⌋ steps from them."""
        return bytes(self._at_start(index) for index in self.order)

    def _at_start(self, index: Index) -> Code:
        for colour in (RED, BLUE):
            steps = self.home_distance[colour][index]
            if steps == 0:
                return BASE[colour]
            if steps <= self.size // 2:
                return STONE[colour]
        return EMPTY

    def ring(self, centre: Index, radius: int, without: Iterable[Index]) -> list[Index]:
        """Return the indices exactly ``radius`` (1 or more) from ``centre``, ascending, but for some."""
        column, row = self.place(centre)
        corner = (column + radius, row - radius)
        found = []
        for columns, rows in ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)):
            for _ in range(radius):
                if 0 <= corner[0] < self.size and 0 <= corner[1] < self.size:
                    found.append((corner[1] + 1) * self.stride + corner[0])
                corner = (corner[0] + columns, corner[1] + rows)
        return sorted(set(found).difference(without))


@cache
def geometry(size: int) -> Geometry:
    """Return the geometry of boards of ``size`` 4..26, which is made once."""
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"a board has {MIN_SIZE} to {MAX_SIZE} columns, not {size}")
    return Geometry(size)
