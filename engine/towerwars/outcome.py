"""The end (T6): who has won, and what can still be played.

Everything here is a function of the state alone. The last few answers are remembered, since one action asks
for them several times over (whose turn, what is legal, is this legal, what now).
"""

from functools import lru_cache
from typing import Final

from engine.game import Outcome
from engine.towerwars.geometry import geometry
from engine.towerwars.pieces import BASE, BLUE, Colour
from engine.towerwars.position import Position
from engine.towerwars.reach import SHIFT, TARGET, EncodedMove
from engine.towerwars.state import State

__all__ = ["can_swap", "conqueror", "legal_moves", "outcome"]

_REMEMBERED: Final = 64
"""States; a list of moves on the largest board takes 5 KB at the start, and 700 KB where towers let every stone see
the whole board."""


def conqueror(s: State) -> Colour | None:
    """Return the colour one of whose stones stands on the other's base (T4.12), None if none does."""
    board = geometry(s.size)
    codes = board.with_margin(s.board)
    for colour, home in enumerate(board.homes):
        if codes[home] != BASE[colour]:
            return 1 - colour
    return None


@lru_cache(maxsize=_REMEMBERED)
def outcome(s: State) -> Outcome | None:
    """Return how the game ended (T6.1-T6.3), None while it runs."""
    if s.resigned is not None:
        return Outcome((1 - s.resigned,), "resigned")  # T6.2
    winner = Position.of(s).winner()
    if winner is not None:
        reason = "stuck" if conqueror(s) is None else "base"
        return Outcome((s.seat_of(winner),), reason)  # T6.1
    if s.ply_limit and s.ply >= s.ply_limit:
        return Outcome((), "ply_limit")  # T6.3
    return None


def can_swap(s: State) -> bool:
    """Tell whether colours may be exchanged now (T6.3): as Blue's first action, in games with ``pie``."""
    return s.pie and not s.swapped and s.ply == 1 and s.turn == BLUE and outcome(s) is None


@lru_cache(maxsize=_REMEMBERED)
def legal_moves(s: State) -> tuple[EncodedMove, ...]:
    """Return all legal moves sorted by code point of their text; none when the game is over."""
    if outcome(s) is not None:
        return ()
    cell_of = geometry(s.size).cell_of
    moves = Position.of(s).moves()
    moves.sort(key=lambda move: (cell_of[move >> SHIFT], cell_of[move & TARGET]))
    return tuple(moves)
