"""Text (T8): names of cells, and moves as ``A2-B3``.

Cells are numbered once for all sizes of board, in the order of their names by code point (``A1``, ``A10``,
``A11``, ..., ``A2``, ..., ``B1``, ...). A smaller board has some of these cells in the same order, so lists
of moves sorted by these numbers are sorted by their texts.
"""

import enum
import re
from typing import Final, NamedTuple, TypeAlias

from engine.errors import ActionSyntaxError

__all__ = [
    "CELL_NAMES",
    "MAX_SIZE",
    "Action",
    "Cell",
    "Move",
    "Swap",
    "cell_at",
    "column_row",
    "format_action",
    "parse_action",
    "parse_cell",
]

MAX_SIZE: Final = 26
"""Columns and rows of the largest board (T1.1): as many as there are letters."""

Cell: TypeAlias = int
"""Number of a cell, 0..675, in the order of the names; the same on every size of board."""

_ROWS: Final = sorted(range(MAX_SIZE), key=lambda row: str(row + 1))
_RANKS: Final = [_ROWS.index(row) for row in range(MAX_SIZE)]


def cell_at(column: int, row: int) -> Cell:
    """Return the cell in ``column`` and ``row``, each 0..25 counted from A1."""
    return column * MAX_SIZE + _RANKS[row]


def column_row(cell: Cell) -> tuple[int, int]:
    """Return column and row, each 0..25, of ``cell``."""
    column, rank = divmod(cell, MAX_SIZE)
    return column, _ROWS[rank]


def _name(cell: Cell) -> str:
    column, row = column_row(cell)
    return f"{chr(ord('A') + column)}{row + 1}"


CELL_NAMES: Final = tuple(_name(cell) for cell in range(MAX_SIZE * MAX_SIZE))
"""The name of every cell by its number; ascending."""

_CELLS: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}
_MOVE: Final = re.compile(r"([A-Z][0-9]{1,2})->?([A-Z][0-9]{1,2})")


class Move(NamedTuple):
    """A stone, or the top stone of a tower, goes from ``source`` to ``target``.

    A named tuple rather than a dataclass: a large board lists thousands of moves for one position.
    """

    source: Cell
    target: Cell

    @classmethod
    def of(cls, text: str) -> "Move":
        """Return the move written ``text``; raises ``ActionSyntaxError`` for anything else."""
        match = _MOVE.fullmatch(text)
        if match is None or match[1] not in _CELLS or match[2] not in _CELLS:
            raise ActionSyntaxError("a move is written like A2-B3", text[:40])
        return cls(_CELLS[match[1]], _CELLS[match[2]])

    def __str__(self) -> str:
        return f"{CELL_NAMES[self.source]}-{CELL_NAMES[self.target]}"

    def __repr__(self) -> str:
        return f"Move.of({str(self)!r})"


class Swap(enum.Enum):
    """The second player takes over the other colour (T6.3)."""

    SWAP = "swap"

    def __repr__(self) -> str:
        return "Swap.SWAP"


Action: TypeAlias = Move | Swap


def parse_cell(name: str) -> Cell | None:
    """Return the cell called ``name`` (upper-case letter, row without leading zero), None if none is."""
    return _CELLS.get(name)


def format_action(action: Action) -> str:
    """Return the canonical text of ``action``."""
    return action.value if isinstance(action, Swap) else str(action)


def parse_action(text: str) -> Action:
    """Return the action written ``text``: canonical, or a move as older records write it (``A2->B3``).

    Raises:
        ActionSyntaxError: Nothing is written so. ``resign`` is no action: see ``Game.resign``.

    >>> parse_action("A2->B3")
    Move.of('A2-B3')
    """
    return Swap.SWAP if text == Swap.SWAP.value else Move.of(text)
