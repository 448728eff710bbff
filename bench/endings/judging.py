"""How well a level plays endings that are solved: does it keep what it has?

One move is judged at a time. A move keeps a win if the position after it is lost for the other side, whose turn it
then is, and keeps a draw if the position after it is drawn. What a move at random would keep is counted beside it,
since in many positions little can go wrong.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bench.endings.placing import Stones
from bench.endings.solving import DRAWN, Endings, Progress
from engine.ai.levels import make_player
from engine.towerwars.game import TowerWars
from engine.towerwars.outcome import legal_moves
from engine.towerwars.pieces import Colour
from engine.towerwars.position import Position
from engine.towerwars.state import State

__all__ = ["KINDS", "Judgement", "judge"]

KINDS: Final[dict[str, Callable[[int], bool]]] = {
    "won": lambda value: value > 0 and value % 2 == 1,
    "drawn": lambda value: value == DRAWN,
}
"""What a position is to the side to move, by its value; of lost positions nothing is to be kept."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of positions of one kind.

    Attributes:
        positions: How many were asked about.
        kept: In how many the level kept what it had.
        open: How many have moves that keep it, and moves that do not.
        open_kept: In how many of those the level kept what it had.
        fastest: In how many won ones its move is one of those that win soonest.
        by_chance: The number that a player of random moves would be expected to keep.
    """

    positions: int
    kept: int
    open: int
    open_kept: int
    fastest: int
    by_chance: Fraction


def judge(
    endings: Endings,
    stones: Stones,
    kind: str,
    level: str,
    *,
    nodes: int | None,
    sample: int,
    seed: int,
    ply: int,
    progress: Progress = lambda done, total: None,
) -> Judgement:
    """Ask a level for a move in positions drawn at random, red and blue to move in turns, and judge the moves.

    Args:
        endings: In which ``stones`` are solved.
        stones: Of the side to move, and of the other.
        kind: One of ``KINDS``.
        level: Name of a level of TowerWars.
        nodes: Its budget for one move; None: the usual one.
        sample: How many positions; all of the kind if there are fewer.
        seed: 0 or more; the same gives the same judgement.
        ply: How many plies the games are said to have lasted. Levels that search become impatient with time.
        progress: Is told how many positions were judged.

    Raises:
        SetupError: There is no such level.
    """
    game, is_kind = TowerWars(), KINDS[kind]
    players = [make_player(game, level, seat, seed.to_bytes(32, "big"), nodes) for seat in (0, 1)]
    slots = [slot for slot, value in enumerate(endings.values[stones]) if is_kind(value)]
    chosen = random.Random(seed).sample(slots, min(sample, len(slots)))
    kept = open_ = open_kept = fastest = 0
    by_chance = Fraction()
    for number, slot in enumerate(chosen):
        progress(number, len(chosen))
        state = _state(endings, stones, slot, number % 2, ply)
        after = _values_after(endings, state)
        target = endings.values[stones][slot] - 1
        keeping = [text for text, value in after.items() if _kept(kind, value)]
        action = players[state.turn].choose(state, number).action
        text = "resign" if action is None else game.format(action)
        kept += text in keeping
        if len(keeping) < len(after):
            open_ += 1
            open_kept += text in keeping
        fastest += kind == "won" and after.get(text) == target
        by_chance += Fraction(len(keeping), len(after))
    return Judgement(len(chosen), kept, open_, open_kept, fastest, by_chance)


def _kept(kind: str, value: int) -> bool:
    """Tell whether a move that leads to ``value``, which is the other side's, keeps what the mover had."""
    return value == DRAWN if kind == "drawn" else value != DRAWN and value % 2 == 0


def _state(endings: Endings, stones: Stones, slot: int, mover: Colour, ply: int) -> State:
    placing = endings.placing
    return State(placing.geometry.size, placing.board(stones, slot, mover), mover, ply)


def _values_after(endings: Endings, state: State) -> dict[str, int]:
    """Return the values of the positions after all moves, by the texts of the moves."""
    game, position = TowerWars(), Position.of(state)
    values = {}
    for move, action in zip(legal_moves(state), game.legal_actions(state), strict=True):
        position.make(move)
        values[game.format(action)] = endings.value(position)
        position.unmake()
    return values
