"""Every way in which a few stones can stand, numbered.

A colour's stones are an *arrangement*: which cells hold how many of them, alone, in a tower, or lying on a tower
of the other colour. Two arrangements make a position unless they claim the same cell in a way that T3.1 does not
know (it knows one stone on a tower). So a position is two numbers, and the numbers of all positions with the same
stones fill a rectangle nearly without gaps.

Each colour's cells are named as red sees them: a half turn of the board takes blue's base to red's and neighbours
to neighbours (T1.2, T2.1). Then ``(mover's arrangement, the other's)`` says all about a position, whichever colour
is to move. The exchange of columns and rows, which leaves the bases where they are, is the ``mirrored`` position.
"""

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Final, TypeAlias

from engine.towerwars.geometry import Geometry, Index, geometry
from engine.towerwars.pieces import BASE, BLUE, CONTENTS, EMPTY, RED, Code, Colour

__all__ = ["SHARES", "Arrangement", "Key", "Placing", "Stones"]

Stones: TypeAlias = tuple[int, int]
"""How many stones the side to move has, and how many the other; those that are blocked or block count too."""

Arrangement: TypeAlias = tuple[tuple[Index, int], ...]
"""Cells as red sees them, each with the number of stones that one colour has there."""

Key: TypeAlias = int
"""An arrangement as one number: the sum of ``Placing.unit`` over the stones."""


def _share(code: Code, colour: Colour) -> int:
    piece = CONTENTS[code]
    if piece is None or piece.kind == "base":
        return 0
    if piece.colour == colour:
        return piece.height + 1  # T3.1
    return int(piece.blocked)


SHARES: Final = tuple(tuple(_share(code, colour) for code in range(len(CONTENTS))) for colour in (RED, BLUE))
"""``SHARES[colour][code]``: how many stones of a colour stand on a cell."""

_CODE_OF: Final = {
    (SHARES[RED][code], SHARES[BLUE][code]): code for code in range(len(CONTENTS)) if code not in BASE
}
"""What a cell holds by the numbers of red and of blue stones on it; there is no code for what cannot be."""


class Placing:
    """The arrangements of up to ``most`` stones on one size of board.

    Attributes:
        geometry: The board.
        turned: Every index after a half turn of the board.
        unit: What one stone of red's adds to the key of an arrangement, by index; for blue's stones by the
            turned index. Keys of arrangements with a stone on a base are in no table.
        arrangements: By number of stones, then by number of the arrangement.
        keys: By number of stones, then by number of the arrangement: its key.
        numbers: The number of an arrangement by its key. Keys of different numbers of stones differ.
        mirrored: By number of stones, then by number: the number of the mirrored arrangement.
    """

    __slots__ = ("arrangements", "geometry", "keys", "mirrored", "numbers", "turned", "unit")

    def __init__(self, size: int, most: int) -> None:
        self.geometry: Geometry = geometry(size)
        board = self.geometry
        at = {board.place(index): index for index in board.order}
        last = size - 1
        self.turned: list[Index] = [0] * board.length
        flipped: dict[Index, Index] = {}
        for (column, row), index in at.items():
            self.turned[index] = at[last - column, last - row]
            flipped[index] = at[row, column]
        self.unit: list[Key] = [0] * board.length
        for place, index in enumerate(board.order):
            self.unit[index] = (board.max_height + 2) ** place  # one more than a cell can hold of one colour
        free = [index for index in board.order if index not in board.homes]
        self.numbers: dict[Key, int] = {}
        self.arrangements: list[list[Arrangement]] = []
        self.keys: list[list[Key]] = []
        self.mirrored: list[list[int]] = []
        for stones in range(most + 1):
            found = list(_arrangements(free, stones, board.max_height + 1))
            keys = [sum(self.unit[index] * count for index, count in each) for each in found]
            images = [sum(self.unit[flipped[index]] * count for index, count in each) for each in found]
            self.arrangements.append(found)
            self.keys.append(keys)
            self.numbers |= {key: number for number, key in enumerate(keys)}
            self.mirrored.append([self.numbers[key] for key in images])

    def slots(self, stones: Stones) -> int:
        """Return how many pairs of arrangements there are with these stones."""
        return len(self.arrangements[stones[0]]) * len(self.arrangements[stones[1]])

    def boards(self, mine: Arrangement, stones: int, mover: Colour) -> Iterator[list[Code] | None]:
        """Yield what stands where, as a list with a margin, for every arrangement of the other side's ``stones``.

        Args:
            mine: Arrangement of the side to move.
            stones: How many the other side has.
            mover: The colour to move.

        Yields:
            A new list, or None where the two arrangements claim the same cell.
        """
        board = self.geometry
        bare = [EMPTY] * board.length
        for colour, home in enumerate(board.homes):
            bare[home] = BASE[colour]
        mover_sees, other_sees = (self.turned, range(board.length))[:: 1 if mover else -1]
        for index, count in mine:
            bare[mover_sees[index]] = _code(mover, count, 0)
        held = SHARES[mover]
        for theirs in self.arrangements[stones]:
            codes = bare.copy()
            for index, count in theirs:
                cell = other_sees[index]
                codes[cell] = code = _code(mover, held[codes[cell]], count)
                if not code:
                    yield None
                    break
            else:
                yield codes

    def board(self, stones: Stones, slot: int, mover: Colour) -> bytes:
        """Return the board of one position, as ``State.board`` holds it.

        Args:
            stones: Of the side to move, and of the other.
            slot: Number of the mover's arrangement, times how many the other side has, plus the other's number.
            mover: The colour to move.

        Raises:
            ValueError: The two arrangements claim the same cell.
        """
        row, column = divmod(slot, len(self.arrangements[stones[1]]))
        boards = self.boards(self.arrangements[stones[0]][row], stones[1], mover)
        codes = next(islice(boards, column, None))
        if codes is None:
            raise ValueError(f"slot {slot} is no position")
        return self.geometry.without_margin(codes)

    def stones(self, codes: list[Code], mover: Colour) -> Stones:
        """Return how many stones stand on a board, for the side to move and for the other."""
        mine, theirs = (sum(SHARES[colour][code] for code in codes) for colour in (mover, 1 - mover))
        return mine, theirs

    def slot(self, codes: list[Code], mover: Colour) -> int:
        """Return the slot of a position (see ``board``) on which both bases stand.

        Raises:
            KeyError: It has more stones than there are arrangements of.
        """
        keys = [0, 0]
        for index in self.geometry.order:
            if codes[index]:
                keys[RED] += SHARES[RED][codes[index]] * self.unit[index]
                keys[BLUE] += SHARES[BLUE][codes[index]] * self.unit[self.turned[index]]
        _, theirs = self.stones(codes, mover)
        return self.numbers[keys[mover]] * len(self.arrangements[theirs]) + self.numbers[keys[1 - mover]]


def _code(mover: Colour, mine: int, theirs: int) -> Code:
    """Return what a cell with so many stones holds; ``EMPTY`` if there is no such content."""
    return _CODE_OF.get((mine, theirs) if mover == RED else (theirs, mine), EMPTY)


def _arrangements(cells: list[Index], stones: int, most: int) -> Iterator[Arrangement]:
    """Yield the ways to put ``stones`` on ``cells``, 1 to ``most`` on each that is used."""
    for used in range(stones + 1):
        for parts in _parts(stones, used, most):
            yield from (tuple(zip(chosen, parts, strict=True)) for chosen in combinations(cells, used))


def _parts(stones: int, used: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write ``stones`` as a sum of ``used`` numbers in 1..``most``, in every order."""
    if used == 0:
        if stones == 0:
            yield ()
        return
    for first in range(1, min(most, stones) + 1):
        for rest in _parts(stones - first, used - 1, most):
            yield (first, *rest)
