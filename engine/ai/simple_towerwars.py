"""Level "simple" of TowerWars: the documented one-ply strategy (T9).

A move scores the steps by which its stone comes nearer to the enemy base, plus 0, 1 or 2 for taking nothing,
a stone or a tower. A move that wins is always played. A move after which the opponent could win at once is
played only if there is no other. Among equals a seeded random choice decides. T9 rates moves alone, so colours
are never exchanged, and nothing is given up.

On a large board a position has thousands of moves and as many replies to each. What can win at once is
therefore not tried out but narrowed down: a base falls only to stones whose reach covers it, and a side gets
stuck only by a move onto one of few cells (``_critical``).
"""

from collections.abc import Callable
from typing import ClassVar

from engine.ai.player import Decision, Player, generator, never
from engine.ai.uniform import pick
from engine.towerwars.geometry import Index
from engine.towerwars.moves import STONES
from engine.towerwars.notation import Action, Move
from engine.towerwars.outcome import legal_moves
from engine.towerwars.pieces import CONTENTS, Colour
from engine.towerwars.position import Position
from engine.towerwars.reach import SHIFT, TARGET, EncodedMove
from engine.towerwars.state import State

__all__ = ["SimpleTowerWars", "score"]

_TAKEN_STONE = 1
_TAKEN_TOWER = 2


class SimpleTowerWars(Player[State, Action]):
    """Plays T9; looks at every legal move once and ignores its node budget."""

    level: ClassVar[str] = "simple"

    def choose(self, state: State, step: int, should_stop: Callable[[], bool] = never) -> Decision[Action]:
        """Return the move of T9, drawn among equals with ``generator(seed, seat, step)``.

        The equals are numbered in the order of ``Game.legal_actions``; ``Decision.score`` is the move's score.
        """
        moves = legal_moves(state)
        position = Position.of(state)
        candidates = _winning(position, moves)
        if not candidates:
            last = (
                state.ply_limit > 0 and state.ply + 1 >= state.ply_limit
            )  # nobody moves after this one (T6.3)
            candidates = list(moves) if last else _best_safe(position, moves) or list(moves)
        scores = [score(position, move) for move in candidates]
        best = max(scores)
        equals = [move for move, value in zip(candidates, scores, strict=True) if value == best]
        chosen = equals[pick(generator(self.seed, self.seat, step), len(equals))]
        cell_of = position.geometry.cell_of
        action = Move(cell_of[chosen >> SHIFT], cell_of[chosen & TARGET])
        return Decision(action, nodes=len(moves), depth=1, score=best, line=(action,))


def score(position: Position, move: EncodedMove) -> int:
    """Return the score of a legal move of the side to move (T9): steps gained, plus what is taken."""
    source, target = move >> SHIFT, move & TARGET
    to_base = position.geometry.home_distance[1 - position.side]
    return to_base[source] - to_base[target] + _taken(position, source, target)


def _taken(position: Position, source: Index, target: Index) -> int:
    other = CONTENTS[position.codes[target]]
    if other is None or other.colour == position.side or other.kind == "base":
        return 0
    if other.kind == "stone":
        return _TAKEN_STONE
    blocks = not other.blocked and target - source not in position.geometry.steps  # T4.10: takes nothing
    return 0 if blocks else _TAKEN_TOWER


def _winning(position: Position, moves: tuple[EncodedMove, ...]) -> list[EncodedMove]:
    """Return the moves that win at once: onto the base (T4.12), or leaving no move to the other side (T6.1)."""
    opponent = 1 - position.side
    home = position.geometry.homes[opponent]
    critical = _critical(position, opponent)
    return [
        move
        for move in moves
        if move & TARGET == home or ((move & TARGET) in critical and _leaves_stuck(position, move, opponent))
    ]


def _best_safe(position: Position, moves: tuple[EncodedMove, ...]) -> list[EncodedMove]:
    """Return the safe moves of the highest score that has any; the opponent cannot win at once after them."""
    by_score: dict[int, list[EncodedMove]] = {}
    for move in moves:
        by_score.setdefault(score(position, move), []).append(move)
    # Own moves never add to the reach of the other side: a base out of its reach now stays so.
    threatened = position.can_take_base(1 - position.side)
    for value in sorted(by_score, reverse=True):
        safe = [move for move in by_score[value] if not _loses(position, move, threatened)]
        if safe:
            return safe
    return []


def _loses(position: Position, move: EncodedMove, threatened: bool) -> bool:
    """Tell whether the opponent could win at once after ``move``, which does not win itself."""
    mover = position.side
    position.make(move)
    loses = threatened and position.can_take_base()
    if not loses:
        critical = _critical(position, mover)
        if critical:
            replies = [reply for reply in position.moves() if (reply & TARGET) in critical]
            loses = any(_leaves_stuck(position, reply, mover) for reply in replies)
    position.unmake()
    return loses


def _leaves_stuck(position: Position, move: EncodedMove, colour: Colour) -> bool:
    position.make(move)
    stuck = position.first_move(colour) is None
    position.unmake()
    return stuck


def _critical(position: Position, colour: Colour) -> frozenset[Index]:
    """Return cells one of which a move of the other side has to end on to leave ``colour`` without a move.

    A side with a stone can always move (``moves.first_move``), and a move takes one stone at most. Without
    stones any one move of a tower serves as witness: it goes on being possible unless something else comes
    to stand on its source or its target (T5.2).
    """
    stones = position.planes()[STONES + colour]
    if stones:
        only_one = stones & (stones - 1) == 0
        return frozenset((stones.bit_length() - 1,)) if only_one else frozenset()
    witness = position.first_move(colour)
    if witness is None:
        return frozenset(position.geometry.order)
    return frozenset((witness >> SHIFT, witness & TARGET))
