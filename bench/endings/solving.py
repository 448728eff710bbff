"""Retrograde analysis: what every position with few stones comes to, when both sides play as well as can be.

All moves and all ends are the engine's (``Position``). Every position is asked once for its moves; where they
lead is kept, backwards, in plain arrays of integers. Then results are carried from the ends of games to the
positions before, in the order of their distance. No move adds a stone, so positions with fewer are solved first,
and a position and the one after the move have the same stones or stones that are solved already.

What is never reached from an end is drawn: either side can go on for ever without losing (T6.3: no repetition rule).
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final, TypeAlias

from bench.endings.placing import SHARES, Key, Placing, Stones
from engine.towerwars.pieces import LEAVE, RED
from engine.towerwars.position import Position

__all__ = ["DRAWN", "IMPOSSIBLE", "Endings", "Progress"]

DRAWN: Final = -1
IMPOSSIBLE: Final = -2
"""Two arrangements that are no position together."""

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many of how many arrangements were looked at."""


class Endings:
    """The exact values of all positions with few stones on one size of board.

    A value is the number of plies that the game lasts when the winner hurries and the loser delays: odd if the
    side to move wins, even if it loses, 0 if it cannot move (T6.1); or ``DRAWN``.

    Attributes:
        placing: The numbering of the positions.
        values: By stones of the mover and of the other side: the values, row by row of the mover's arrangements.
    """

    def __init__(self, size: int, most: int) -> None:
        """Prepare for positions in which no side has more than ``most`` stones; nothing is solved yet."""
        self.placing = Placing(size, most)
        self.values: dict[Stones, array[int]] = {}

    def solve(self, stones: Stones, progress: Progress = lambda done, total: None) -> None:
        """Solve the positions with ``stones`` and those with the sides exchanged, which lead to each other.

        All positions with fewer stones have to be solved before, and each side needs one stone or more.
        """
        solved = _Work(self, sorted({stones, stones[::-1]}, reverse=True), progress).values()
        for each, values in solved:
            self.values[each] = values

    def knows(self, position: Position) -> bool:
        """Tell whether ``position``, which is not over, is solved."""
        return self.placing.stones(position.codes, position.side) in self.values

    def value(self, position: Position) -> int:
        """Return the value of a position, which may be over. Raises ``KeyError`` if it is not solved."""
        if position.winner() is not None:
            return 0
        codes, side = position.codes, position.side
        return self.values[self.placing.stones(codes, side)][self.placing.slot(codes, side)]


class _Work:
    """The arrays that are needed while one or two kinds of positions (``stones`` and its exchange) are solved.

    Both kinds stand in the same arrays, one after the other; a *node* is an index of those. Of two mirrored
    positions only the one with the smaller node is looked at. Red is to move in all that are; see ``placing``.
    """

    def __init__(self, endings: Endings, kinds: list[Stones], progress: Progress) -> None:
        self._endings = endings
        self._placing = placing = endings.placing
        self._first: dict[Stones, int] = {}
        size = 0
        for stones in kinds:
            self._first[stones] = size
            size += placing.slots(stones)
        self._values = array("h", (IMPOSSIBLE,)) * size
        self._left = array("H", (0,)) * size  # moves of which it is not known that they lose
        # The moves that lead to a node are a chain: `_newest[node]` is one of them, `_older[move]` the next.
        self._newest = array("i", (-1,)) * size
        self._older = array("i")
        self._sources = array("i")  # the node before the move
        self._nodes = _by_value()  # those whose value is known
        self._leaving = _by_value()  # those with a move to fewer stones, by the value of where it leads
        rows = [(stones, row) for stones in kinds for row in range(len(placing.arrangements[stones[0]]))]
        for done, (stones, row) in enumerate(rows):
            progress(done, len(rows))
            self._expand(stones, row)
        self._settle()
        self._reflect()

    def values(self) -> Iterator[tuple[Stones, "array[int]"]]:
        """Yield the values of each kind."""
        for stones, first in self._first.items():
            yield stones, self._values[first : first + self._placing.slots(stones)]

    def _pairs(self, stones: Stones, row: int) -> Iterator[tuple[int, int]]:
        """Yield the nodes of one row, each with that of the mirrored position."""
        mine, theirs = (self._placing.mirrored[count] for count in stones)
        here = self._first[stones] + row * len(theirs)
        there = self._first[stones] + mine[row] * len(theirs)
        for column, image in enumerate(theirs):
            yield here + column, there + image

    def _expand(self, stones: Stones, row: int) -> None:
        """Find all moves of the positions in which the side to move has its arrangement number ``row``."""
        placing = self._placing
        boards = placing.boards(placing.arrangements[stones[0]][row], stones[1], RED)
        keys = placing.keys[stones[1]]
        my_key = placing.keys[stones[0]][row]
        for (node, image), their_key, codes in zip(self._pairs(stones, row), keys, boards, strict=True):
            if codes is not None and node <= image:
                position = Position(placing.geometry, codes, RED)
                self._values[node] = self._look(node, stones, my_key, their_key, position)

    def _look(self, node: int, stones: Stones, my_key: Key, their_key: Key, position: Position) -> int:
        """Note where the moves of a position lead; return its value if that is plain at once, else ``DRAWN``."""
        placing = self._placing
        numbers, unit, turned = placing.numbers, placing.unit, placing.turned
        red, blue = SHARES
        my_mirror, their_mirror = placing.mirrored[stones[0]], placing.mirrored[stones[1]]
        first, width = self._first[stones[::-1]], len(my_mirror)
        moves = position.moves()
        if not moves:
            self._nodes[0].append(node)
            return 0
        reached = []
        exits = []
        for move in moves:
            position.make(move)
            source, target, piece, was, now = position.history[-1]
            leaving, mine, theirs = red[LEAVE[piece]] - red[piece], red[now] - red[was], blue[now] - blue[was]
            my_number = numbers.get(my_key + leaving * unit[source] + mine * unit[target])
            their_number = numbers[their_key + theirs * unit[turned[target]]]
            if leaving + mine == theirs == 0 and my_number is not None:
                after = first + their_number * width + my_number
                image = first + their_mirror[their_number] * width + my_mirror[my_number]
                reached.append(min(after, image))
            else:
                exits.append(self._endings.value(position))
            position.unmake()
        if 0 in exits:
            self._nodes[1].append(node)
            return 1
        self._left[node] = len(moves)
        for value in exits:
            if value != DRAWN:
                self._leaving[value].append(node)
        for after in reached:
            self._older.append(self._newest[after])
            self._newest[after] = len(self._sources)
            self._sources.append(node)
        return DRAWN

    def _before(self, node: int) -> Iterator[int]:
        """Yield the nodes before the moves that lead to ``node``."""
        move = self._newest[node]
        while move >= 0:
            yield self._sources[move]
            move = self._older[move]

    def _settle(self) -> None:
        """Carry the values back: what is found in one round lies one ply before what was found in the last."""
        value = 0
        while value <= max((*self._nodes, *self._leaving), default=-1):
            inside = chain.from_iterable(map(self._before, self._nodes.pop(value, ())))
            for node in chain(self._leaving.pop(value, ()), inside):
                if self._values[node] != DRAWN:
                    continue
                if value % 2:  # the move is one that loses: if it was the last, so does the node
                    self._left[node] -= 1
                    if self._left[node]:
                        continue
                self._values[node] = value + 1
                self._nodes[value + 1].append(node)
            value += 1

    def _reflect(self) -> None:
        """Give every position that was not looked at the value of the mirrored one."""
        for stones in self._first:
            for row in range(len(self._placing.arrangements[stones[0]])):
                for node, image in self._pairs(stones, row):
                    if image < node:
                        self._values[node] = self._values[image]


def _by_value() -> "defaultdict[int, array[int]]":
    return defaultdict(lambda: array("i"))
