"""Tables of moves: from where to where, in ready-made tuples that lists of moves are put together from.

A move is one integer, ``source << 10 | target`` (indices of ``geometry``). Three observations make lists cheap:

- A stone without an own unblocked tower beside it may step onto every neighbour but its own base (T4.1,
  T4.3-T4.12): what eight such cells yield depends on nothing but which of them hold such stones
  (``Side.steps_of_eight``).
- Which neighbours a stone beside towers, or a tower, may not step onto is one of at most 64 patterns
  (``Side.near``).
- What is farther away falls into rings (``Side.far``), and a ring is seldom touched by a cell that a stone
  may not jump onto.

All tables fill as they are asked. Their size is bounded by the board: for n = 26 some 90 MB once every cell has
seen every reach and every pattern that there is, and in games a small part of that.
"""

from functools import cache
from typing import Final, TypeAlias

from engine.towerwars.geometry import Geometry, Index, Mask, geometry
from engine.towerwars.pieces import BASE, CONTENTS, STONE, Code, Colour

__all__ = ["SHIFT", "TARGET", "EncodedMove", "Ring", "Side", "sides"]

EncodedMove: TypeAlias = int
"""``source << SHIFT | target``; both are indices of ``geometry``."""

SHIFT: Final = 10
"""Bits of an index: the list of the largest board has 757 places."""

TARGET: Final = (1 << SHIFT) - 1
"""Mask of the target within an encoded move."""

Ring: TypeAlias = tuple[Mask, tuple[EncodedMove, ...]]
"""The cells at one distance: as a mask, and as moves to them."""


class _Near(dict[Mask, tuple[EncodedMove, ...]]):
    """Moves from one cell to its neighbours, by the mask of those neighbours that are forbidden."""

    __slots__ = ("_source", "_targets")

    def __init__(self, source: Index, targets: list[Index]) -> None:
        self._source = source << SHIFT
        self._targets = targets

    def __missing__(self, forbidden: Mask) -> tuple[EncodedMove, ...]:
        moves = tuple(self._source | target for target in self._targets if not forbidden >> target & 1)
        self[forbidden] = moves
        return moves


class _StepsOfEight(dict[int, tuple[EncodedMove, ...]]):
    """Moves from eight cells that follow each other, by the byte that says which of them hold stones."""

    __slots__ = ("_single",)

    def __init__(self, single: list[tuple[EncodedMove, ...]]) -> None:
        self._single = single

    def __missing__(self, byte: int) -> tuple[EncodedMove, ...]:
        moves: tuple[EncodedMove, ...] = ()
        for bit, single in enumerate(self._single):
            if byte >> bit & 1:
                moves += single
        self[byte] = moves
        return moves


class _Far(dict[int, tuple[Ring, ...]]):
    """The rings at distances 2..1 + bonus around one cell, by bonus; rings off the board left out.

    The rings themselves are shared by all bonuses that they belong to.
    """

    __slots__ = ("_centre", "_geometry", "_own_home")

    def __init__(self, board: Geometry, centre: Index, own_home: Index) -> None:
        self._geometry = board
        self._centre = centre
        self._own_home = own_home

    def __missing__(self, bonus: int) -> tuple[Ring, ...]:
        rings = self[bonus - 1] if bonus > 1 else ()
        targets = self._geometry.ring(self._centre, 1 + bonus, (self._own_home,))
        if targets:
            moves = tuple(self._centre << SHIFT | target for target in targets)
            rings = (*rings, (sum(self._geometry.bits[target] for target in targets), moves))
        self[bonus] = rings
        return rings


class Side:
    """What one colour's moves on one size of board are looked up in. Get it from ``sides``.

    Attributes:
        geometry: The board.
        colour: Whose moves.
        home, foe_home: Index of the own base and of the other one.
        base: Code of the own base.
        full: Code of an own unblocked tower of the greatest height, onto which nothing moves (T4.5).
        heights: For every code the bonus that a neighbouring stone has from it (T4.1): the height of own
            unblocked towers, else 0.
        near: By index, then by the mask of forbidden neighbours: moves to neighbours. Never onto the own base.
        far: By index, then by bonus: rings at distance 2 up to 1 + bonus. Without the own base.
        steps_of_eight: By byte of a mask (little end first), then by the byte: steps of stones that have no
            own unblocked tower beside them.
        width: Bytes of a mask.
    """

    __slots__ = (
        "base",
        "colour",
        "far",
        "foe_home",
        "full",
        "geometry",
        "heights",
        "home",
        "near",
        "steps_of_eight",
        "width",
    )

    def __init__(self, board: Geometry, colour: Colour) -> None:
        self.geometry = board
        self.colour = colour
        self.home: Index = board.homes[colour]
        self.foe_home: Index = board.homes[1 - colour]
        self.base: Code = BASE[colour]
        self.full: Code = STONE[colour] + board.max_height
        self.heights: tuple[int, ...] = tuple(
            0 if piece is None or piece.colour != colour or piece.blocked else piece.height
            for piece in CONTENTS
        )
        self.near = [_Near(index, self._neighbours(index)) for index in range(board.length)]
        self.far = [_Far(board, index, self.home) for index in range(board.length)]
        self.width = (board.length + 7) // 8
        single = [near[0] for near in self.near] + [()] * 8
        self.steps_of_eight = [_StepsOfEight(single[8 * byte : 8 * byte + 8]) for byte in range(self.width)]

    def _neighbours(self, index: Index) -> list[Index]:
        neighbours = self.geometry.neighbours[index]
        targets = sorted(index + step for step in self.geometry.steps)
        return [target for target in targets if target != self.home and neighbours >> max(target, 0) & 1]


@cache
def sides(size: int) -> tuple[Side, Side]:
    """Return the tables of red and of blue for boards of ``size`` 4..26, which are made once."""
    board = geometry(size)
    return Side(board, 0), Side(board, 1)
