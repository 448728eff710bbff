"""What depends on the size of the board alone: the packed board, balls, and distances as masks.

A position is carried through the search as one integer, the sum over all cells of ``value[content][cell]``. Its
fields, from the lowest bit: six masks (stones, unblocked towers, blocked towers; red before blue in each), for
each colour a key of its unblocked towers with their heights, the sum of all piece values (red less blue), the
number of stones in the game, all steps that stones have come forward (red less blue), and, up to the top, a key
of the whole board. A move changes the sum by a
few additions, and taking it back costs nothing, as the caller still has the old integer. The keys are sums of
constants made by ``engine.digest.H``.
"""

from functools import cache
from typing import Final

from engine.ai.towerwars.weights import TUNED, Weights
from engine.digest import H
from engine.towerwars.geometry import Geometry, Index, Mask, geometry
from engine.towerwars.moves import PLANE_OF
from engine.towerwars.pieces import CONTENTS, EMPTY, LEAVE, Code, Colour
from engine.towerwars.reach import SHIFT, Side, sides

__all__ = ["BIAS", "FIELD", "Terrain", "interpolate", "terrain"]

FIELD: Final = 32
"""Bits of the fields of sums. A board of 676 towers of nine stones each stays far below half of its range."""

BIAS: Final = 1 << (FIELD - 1)
"""What is added to a sum that may be negative."""

_KEY: Final = 80
"""Bits of a key: a sum of at most 676 constants of 64 bits."""


def interpolate(row: tuple[int, ...], distance: int, farthest: int) -> int:
    """Return the value of ``row`` at ``distance`` 1..farthest, its entries being spread evenly over that range.

    >>> [interpolate((0, 10, 40), distance, 9) for distance in (1, 3, 5, 7, 9)]
    [0, 5, 10, 25, 40]
    """
    place, rest = divmod((max(distance, 1) - 1) * (len(row) - 1), farthest - 1)
    if rest == 0:
        return row[place]
    return row[place] + (row[place + 1] - row[place]) * rest // (farthest - 1)


class Terrain:
    """Tables of one size of board, and of one set of weights. Get it from ``terrain``; never change it.

    Attributes:
        geometry: The board.
        weights: What the values of pieces are made of.
        sides: Its tables of moves.
        length: Bits of a mask.
        plane: All ones in a mask.
        board: The cells of the board as a mask.
        tower_key: Where the two tower keys begin.
        key_mask: All ones in a tower key.
        worth: Where the sum of piece values begins.
        advance: Where the sum of steps begins: how much nearer to the enemy base than the farthest cell every
            stone and tower stone stands.
        count: Where the number of stones begins, those in towers included. Only what cannot be undone changes it.
        key: Where the key of the board begins.
        value: By content and index, what the cell adds to the packed board.
        leaving: By content and index, what changes when the (top) stone of the content leaves the cell.
        ball: By distance and index, the other cells up to so far away.
        within: For each colour, by distance, the cells up to so far from the base that this colour attacks.
        order: For each colour, by move, the steps gained; the start of every ordering of quiet moves.
    """

    __slots__ = (
        "advance",
        "ball",
        "board",
        "count",
        "geometry",
        "key",
        "key_mask",
        "leaving",
        "length",
        "order",
        "plane",
        "sides",
        "tower_key",
        "value",
        "weights",
        "within",
        "worth",
    )

    def __init__(self, size: int, weights: Weights) -> None:
        self.weights = weights
        self.geometry = board = geometry(size)
        self.sides: tuple[Side, Side] = sides(size)
        self.length = board.length
        self.plane = (1 << board.length) - 1
        self.board = sum(board.bits[index] for index in board.order)
        self.tower_key = (6 * board.length, 6 * board.length + _KEY)
        self.key_mask = (1 << _KEY) - 1
        self.worth = self.tower_key[1] + _KEY
        self.count = self.worth + FIELD
        self.advance = self.count + FIELD
        self.key = self.advance + FIELD
        codes = [
            code for code, piece in enumerate(CONTENTS) if piece is None or piece.height <= board.max_height
        ]
        self.value = [[0] * board.length for _ in CONTENTS]
        self.leaving = [[0] * board.length for _ in CONTENTS]
        for code in codes:
            if code != EMPTY:
                for index in board.order:
                    self.value[code][index] = self._value(code, index)
        for code in codes:
            stays = LEAVE[code]
            for index in board.order:
                self.leaving[code][index] = self.value[stays][index] - self.value[code][index]
        self.ball = _balls(board)
        farthest = 2 * (size - 1)
        self.within = tuple(
            [
                sum(board.bits[i] for i in board.order if 0 < board.home_distance[1 - colour][i] <= steps)
                for steps in range(farthest + 1)
            ]
            for colour in (0, 1)
        )
        self.order = tuple(_gains(board, colour) for colour in (0, 1))

    def _value(self, code: Code, index: Index) -> int:
        piece = CONTENTS[code]
        assert piece is not None
        constants = H("wabe.tw.zobrist", bytes((code,)) + index.to_bytes(2, "big"))
        packed = int.from_bytes(constants[:8], "big") << self.key
        if piece.kind == "base":
            return packed
        packed |= 1 << (PLANE_OF[code] * self.length + index)
        if piece.kind == "tower" and not piece.blocked:
            packed |= int.from_bytes(constants[8:16], "big") << self.tower_key[piece.colour]
        distance = self.geometry.home_distance[1 - piece.colour][index]
        sign = 1 - 2 * piece.colour
        stones = piece.height + 1
        packed |= stones << self.count
        if not piece.blocked:
            packed += sign * stones * (2 * (self.geometry.size - 1) - distance) << self.advance
        return packed + (sign * self.worth_of(code, distance) << self.worth)

    def worth_of(self, code: Code, distance: int) -> int:
        """Return the value of a piece, for its owner, so far from the base that it attacks."""
        piece, weights = CONTENTS[code], self.weights
        if piece is None or piece.kind == "base":
            return 0
        if piece.blocked:
            return weights.blocked_stone * (piece.height + 1)
        farthest = 2 * (self.geometry.size - 1)
        if piece.kind == "stone":
            return interpolate(weights.stone, distance, farthest)
        more = max(piece.height - 2, 0) * weights.tower_step
        return (
            weights.tower[min(piece.height, 2) - 1]
            + more
            + interpolate(weights.tower_advance, distance, farthest)
        )

    def pack(self, codes: list[Code]) -> int:
        """Return the packed board of a list with a margin."""
        packed = BIAS << self.worth | BIAS << self.advance
        for index in self.geometry.order:
            packed += self.value[codes[index]][index]
        return packed


def _balls(board: Geometry) -> list[list[Mask]]:
    """Return, by radius and centre, the cells up to so far away without the centre itself."""
    balls = [[0] * board.length]
    nearer = [board.bits[index] if board.cell_of[index] >= 0 else 0 for index in range(board.length)]
    full = sum(nearer)
    step = board.stride
    for _ in range(2 * (board.size - 1)):
        grown = [
            (
                ball
                | ball << 1
                | ball >> 1
                | ball << step
                | ball >> step
                | ball << (step - 1)
                | ball >> (step - 1)
            )
            & full
            for ball in nearer
        ]
        balls.append([ball & ~bit for ball, bit in zip(grown, board.bits, strict=True)])
        nearer = grown
    return balls


def _gains(board: Geometry, colour: Colour) -> list[int]:
    """Return by move the steps that it leads ``colour`` nearer to the base that it attacks."""
    distances = board.home_distance[1 - colour]
    row = [0] * (1 << SHIFT)
    gains: list[int] = []
    for source in range(board.length):
        if board.cell_of[source] < 0:
            gains += row
            continue
        here = distances[source]
        gains += [here - there for there in distances]
        gains += [0] * ((1 << SHIFT) - board.length)
    return gains


@cache
def terrain(size: int, weights: Weights = TUNED) -> Terrain:
    """Return the tables for boards of ``size`` 4..26, which are made once."""
    return Terrain(size, weights)
