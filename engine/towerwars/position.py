"""The mutable board that searches, counts and simple players run on.

    position = Position.of(state)
    for move in position.moves():        # plain integers
        position.make(move)
        ...                              # position.side is the other colour now
        position.unmake()

``make`` trusts its caller: it takes moves that ``moves`` listed for this position and no others. It writes
two cells and one record, nothing else; the masks that lists of moves are made of are caught up with when a
list is asked for, from the nearest position above that had them. So a position that is only made and unmade,
as most leaves of a search are, costs next to nothing.

Only colours count here. Seats, swapping, resigning and the ply limit (T6.2, T6.3) belong to the state.
"""

from typing import TypeAlias

from engine.towerwars import moves as rules
from engine.towerwars.geometry import Geometry, Index, geometry
from engine.towerwars.landing import ARRIVE
from engine.towerwars.moves import PLANE_OF, Planes
from engine.towerwars.pieces import BLOCKED, LEAVE, Code, Colour
from engine.towerwars.reach import SHIFT, TARGET, EncodedMove, sides
from engine.towerwars.state import State

__all__ = ["Change", "Position"]

Change: TypeAlias = tuple[Index, Index, Code, Code, Code]
"""A move made: source, target, what the two cells held before, what the target holds now. The source holds
``LEAVE`` of what it held."""


class Position:
    """A board and the side to move, with moves made and taken back in place.

    Attributes:
        geometry: The board's geometry.
        codes: What every cell holds, as a list with a margin (see ``geometry``). To be read only.
        side: The colour to move.
        history: The moves made since the position was set up, newest last, for incremental evaluation and
            hashing. To be read only.
    """

    __slots__ = ("_planes", "_planes_after", "_sides", "_steps", "codes", "geometry", "history", "side")

    def __init__(self, board: Geometry, codes: list[Code], side: Colour) -> None:
        """Set up a position; ``codes`` is a list with a margin, which the position takes over."""
        self.geometry = board
        self.codes = codes
        self.side = side
        self.history: list[Change] = []
        self._sides = sides(board.size)
        self._steps = board.steps
        # _planes[d] are the planes after the first d moves, as long as _planes_after[d] is the very record
        # history[d - 1]: a record that has stayed in place has the same moves below it.
        self._planes: list[Planes] = [rules.make_planes(board, codes)]
        self._planes_after: list[Change | None] = [None]

    @classmethod
    def of(cls, state: State) -> "Position":
        """Return the board of ``state`` and its side to move."""
        board = geometry(state.size)
        return cls(board, board.with_margin(state.board), state.turn)

    def board(self) -> bytes:
        """Return the board as ``State.board`` holds it."""
        return self.geometry.without_margin(self.codes)

    def moves(self) -> list[EncodedMove]:
        """Return all legal moves of the side to move, in a fixed order; empty when it has lost (T6.1)."""
        return rules.generate(self._sides[self.side], self.codes, self.planes())

    def make(self, move: EncodedMove) -> None:
        """Play one of ``moves()`` of this position. Legality is not checked."""
        codes = self.codes
        source = move >> SHIFT
        target = move & TARGET
        piece = codes[source]
        was = codes[target]
        now = ARRIVE[piece][was]
        if not now:  # an unblocked tower of the other side: near it is taken, far it is blocked (T4.9, T4.10)
            now = piece if target - source in self._steps else was + BLOCKED
        self.history.append((source, target, piece, was, now))
        codes[source] = LEAVE[piece]
        codes[target] = now
        self.side ^= 1

    def unmake(self) -> None:
        """Take the last move back. Raises ``IndexError`` when there is none."""
        source, target, piece, was, _ = self.history.pop()
        codes = self.codes
        codes[source] = piece
        codes[target] = was
        self.side ^= 1

    def first_move(self, colour: Colour | None = None) -> EncodedMove | None:
        """Return some legal move of ``colour`` (the side to move if None), or None if it has none.

        For the other colour: some move that it would have, were it to move on this board.
        """
        side = self._sides[self.side if colour is None else colour]
        return rules.first_move(side, self.codes, self.planes())

    def winner(self) -> Colour | None:
        """Return who has won on the board (T6.1), None if nobody.

        The side to move has lost when its base is taken, or when it cannot move. A search that has asked for
        ``moves`` need not ask this too: an empty list says the same.
        """
        return None if self.first_move() is not None else 1 - self.side

    def can_take_base(self, colour: Colour | None = None) -> bool:
        """Tell whether ``colour`` (the side to move if None) has, or would have, a move onto the other base."""
        side = self._sides[self.side if colour is None else colour]
        return rules.can_take_base(side, self.codes, self.planes())

    def planes(self) -> Planes:
        """Return the masks of stones and towers (see ``moves``). To be read only; valid until ``unmake``."""
        history, known, after = self.history, self._planes, self._planes_after
        depth = len(history)
        if depth < len(known) and (not depth or after[depth] is history[depth - 1]):
            return known[depth]
        base = min(depth, len(known) - 1)
        while base and after[base] is not history[base - 1]:
            base -= 1
        del known[base + 1 :], after[base + 1 :]
        bits = self.geometry.bits
        planes = known[base]
        for change in history[base:]:
            source, target, piece, was, now = change
            planes = planes.copy()
            bit = bits[source]
            planes[PLANE_OF[piece]] ^= bit
            planes[PLANE_OF[LEAVE[piece]]] ^= bit
            bit = bits[target]
            planes[PLANE_OF[was]] ^= bit
            planes[PLANE_OF[now]] ^= bit
            known.append(planes)
            after.append(change)
        return planes
