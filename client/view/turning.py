"""How a board lies before a person: which way it is turned, where its labels are, what is beside what.

Turning is by sixths, and only by such as map the board's shape onto itself: a hexagon takes all six, a parallelogram
two. So the picture keeps its outline, and names and pieces stay upright.
"""

import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from client.view.picture import EdgeLabel
from engine.game import Board, BoardCell

__all__ = ["Layout", "centre", "layout"]

_NAME = re.compile(r"([A-Za-z]+)([0-9]+)")

_LABEL_DISTANCE = 1.23
"""From the centre of the outermost cell to its label, in circumradii."""

_NOTCH = math.radians(48)
"""By how much letters on pointed boards leave the line of their column: into the notch between two cells, away from the
corner, where the first number stands."""

_UP_LEFT = math.radians(210)
"""Where a row of flat cells goes on to at its left end, as drawn: to the neighbour at the upper left."""

_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Neighbours clockwise as drawn unturned: with pointed cells from the right, with flat ones from the lower right."""

_ARROWS: Mapping[str, tuple[float, float]] = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}


def centre(orientation: str, q: float, r: float) -> tuple[float, float]:
    """Return where a cell's centre is (``engine.game.BoardCell``), circumradius 1, y pointing down."""
    if orientation == "pointy":
        return math.sqrt(3) * (q + r / 2), 1.5 * r
    return 1.5 * q, math.sqrt(3) * (r + q / 2)


def _turned(q: int, r: int, turns: int) -> tuple[int, int]:
    """Return axial coordinates after ``turns`` sixths clockwise about the origin."""
    for _ in range(turns % 6):
        q, r = -r, q + r
    return q, r


def _moved_to_origin(cells: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Return a shape without its place, so that equal shapes are equal."""
    placed = list(cells)
    left, top = min(q for q, _ in placed), min(r for _, r in placed)
    return frozenset((q - left, r - top) for q, r in placed)


class Layout:
    """The cells of one board as they lie, turned by ``turns`` sixths.

    Attributes:
        board: The cells.
        turns: 0..5.
        at: Where each cell's centre is drawn, about the board's own middle.
        labels: Letters and numbers beside the board, in coordinates of the unturned board.
    """

    def __init__(self, board: Board, turns: int) -> None:
        self.board = board
        self.turns = turns
        self._cells = {cell.name: cell for cell in board.cells}
        self._names = {(cell.q, cell.r): cell.name for cell in board.cells}
        self.at = {cell.name: self._drawn(*_turned(cell.q, cell.r, turns)) for cell in board.cells}
        self.labels = tuple(self._labels())

    def _drawn(self, q: float, r: float) -> tuple[float, float]:
        return centre(self.board.orientation, q, r)

    def neighbour(self, cell: str, direction: int) -> str | None:
        """Return the cell beside ``cell``, or None at the edge.

        Args:
            cell: A cell of this board.
            direction: 0..5, clockwise as drawn, from the right (pointed cells) or the lower right (flat ones).
        """
        q, r = _turned(*_STEPS[direction % 6], -self.turns)
        here = self._cells[cell]
        return self._names.get((here.q + q, here.r + r))

    def towards(self, cell: str, arrow: str, anchor: tuple[float, float]) -> str | None:
        """Return the neighbour that an arrow key leads to, or None at the edge.

        That is the one straight ahead; where two lie aslant instead, the one nearer to the line through ``anchor``, so
        that going on the same way keeps to that line.

        Args:
            cell: A cell of this board.
            arrow: ``left``, ``right``, ``up`` or ``down``.
            anchor: Where the journey along this axis began, as in ``at``.
        """
        dx, dy = _ARROWS[arrow]
        x, y = self.at[cell]
        found = []
        for direction in range(6):
            other = self.neighbour(cell, direction)
            if other is None:
                continue
            ox, oy = self.at[other]
            ahead = (ox - x) * dx + (oy - y) * dy
            if ahead > 0.5:
                straight = abs((ox - x) * dy) + abs((oy - y) * dx) < 0.1
                aside = abs((ox - anchor[0]) * dy) + abs((oy - anchor[1]) * dx)
                found.append((not straight, round(aside, 6), direction, other))
        return min(found)[-1] if found else None

    def _labels(self) -> Iterable[EdgeLabel]:
        """Yield a letter at one end of every column and a number at one end of every row.

        On flat-topped boards rows have a bend in the middle; their numbers stand at the left as drawn.
        """
        lines: dict[str, list[BoardCell]] = {}
        for cell in self.board.cells:
            if match := _NAME.fullmatch(cell.name):
                lines.setdefault(match[1], []).append(cell)
                lines.setdefault(match[2], []).append(cell)
        bent = self.board.orientation == "flat"
        for text, cells in lines.items():
            if bent and text.isdecimal():
                yield self._row_label(text, cells)
            elif len(cells) > 1:
                yield self._label(text, cells)

    def _label(self, text: str, cells: list[BoardCell]) -> EdgeLabel:
        first, last = cells[0], cells[-1]
        fx, fy = self._drawn(first.q, first.r)
        lx, ly = self._drawn(last.q, last.r)
        # Flat: below as drawn. Pointed: at the end where rows and columns begin, wherever it lies.
        down = self.at[last.name][1] + self.at[last.name][0] * 0.01
        if self.board.orientation == "flat" and down > self.at[first.name][1] + self.at[first.name][0] * 0.01:
            fx, fy, lx, ly = lx, ly, fx, fy
        angle = math.atan2(fy - ly, fx - lx)
        if self.board.orientation == "pointy" and text.isalpha():
            angle += _NOTCH
        return EdgeLabel(text, fx + math.cos(angle) * _LABEL_DISTANCE, fy + math.sin(angle) * _LABEL_DISTANCE)

    def _row_label(self, text: str, cells: list[BoardCell]) -> EdgeLabel:
        """Put the number of a row that bends in the middle where the row would go on to the left, as drawn."""
        end = min(cells, key=lambda cell: self.at[cell.name])
        ex, ey = self._drawn(end.q, end.r)
        angle = _UP_LEFT - math.radians(60 * self.turns)
        return EdgeLabel(text, ex + math.cos(angle) * _LABEL_DISTANCE, ey + math.sin(angle) * _LABEL_DISTANCE)


@lru_cache(maxsize=32)
def layout(board: Board, homes: tuple[str, ...]) -> Layout:
    """Return ``board`` turned so that the middle of ``homes`` is as low as the shape allows.

    Args:
        board: The cells; who owns them is of no account.
        homes: Cells of whoever looks; none: the board is not turned.
    """
    shape = [(cell.q, cell.r) for cell in board.cells]
    there = _moved_to_origin(shape)
    allowed = [n for n in range(6) if _moved_to_origin([_turned(q, r, n) for q, r in shape]) == there]
    found = [Layout(board, turns) for turns in allowed]
    if not homes:
        return found[0]

    def depth(lying: Layout) -> float:
        middle = sum(y for _, y in lying.at.values()) / len(lying.at)
        return sum(lying.at[home][1] for home in homes) / len(homes) - middle

    # The first of equals: nothing is turned without need.
    return max(found, key=lambda lying: (round(depth(lying), 6), -lying.turns))
