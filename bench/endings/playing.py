"""What players make of the endings that they reach: are games that do not end drawn in truth?

Games come from records, or a level plays against itself, one of the seats with one node more, so that a pair of games with the same opening
is not one game played twice. The first plies are made at random.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from bench.endings.solving import DRAWN, Endings, Progress
from engine.ai.levels import default_nodes, make_player
from engine.ai.player import Player
from engine.dice import NoDraws
from engine.game import Seat
from engine.towerwars.game import TowerWars
from engine.towerwars.notation import Action
from engine.towerwars.position import Position
from engine.towerwars.state import State

__all__ = ["Fate", "fate", "play"]

OPENING: Final = 4
"""Random plies at the beginning of a game."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a game.

    Attributes:
        arrived: Number of plies before the first position that is solved; None if there was none.
        promised: To which seat that position is won; None if it is drawn, or there was none.
        winner: The seat that won, None if the game is not over.
        drawn: Whether the last position of a game that is not over is solved, and drawn.
    """

    arrived: int | None
    promised: Seat | None
    winner: Seat | None
    drawn: bool


def play(
    endings: Endings,
    level: str,
    *,
    nodes: int | None,
    games: int,
    seed: int,
    limit: int,
    progress: Progress = lambda done, total: None,
) -> list[Fate]:
    """Play games from the usual start, and look up what they come to.

    Args:
        endings: Whatever is solved in it counts as an ending that was reached.
        level: Name of a level of TowerWars.
        nodes: Its budget for one move; None: the usual one.
        games: How many games.
        seed: 0 or more; the same gives the same games.
        limit: Plies after which a game is broken off.
        progress: Is told how many games were played.

    Raises:
        SetupError: There is no such level.
    """
    budget = default_nodes(TowerWars.name, level) if nodes is None else nodes
    size, fates = endings.placing.geometry.size, []
    for number in range(games):
        progress(number, games)
        opening = random.Random(f"{seed} {number}")
        secret = (seed << 32 | number).to_bytes(32, "big")
        budgets = (budget, budget + 1)[:: -1 if number % 2 else 1]
        players = [make_player(TowerWars(), level, seat, secret, budgets[seat]) for seat in (0, 1)]
        fates.append(fate(endings, _positions(size, players, opening, limit)))
    return fates


def fate(endings: Endings, states: Iterable[State]) -> Fate:
    """Return what became of the game whose positions, one or more on the board of ``endings``, are ``states``."""
    arrived = promised = None
    game = TowerWars()
    for state in states:
        if arrived is None and game.to_act(state) is not None and endings.knows(Position.of(state)):
            arrived, promised = state.ply, _promised(endings, state)
    ended = game.outcome(state)
    if ended is not None:
        return Fate(arrived, promised, ended.winners[0] if ended.winners else None, False)
    return Fate(arrived, promised, None, arrived is not None and _promised(endings, state) is None)


def _positions(
    size: int, players: list[Player[Any, Any]], opening: random.Random, limit: int
) -> Iterator[State]:
    """Play a game and yield its positions."""
    game = TowerWars()
    state = game.setup({"size": size})
    yield state
    while (seat := game.to_act(state)) is not None and state.ply < limit:
        action: Action | None
        if state.ply < OPENING:
            action = opening.choice(game.legal_actions(state))
        else:
            action = players[seat].choose(state, state.ply).action
        state, _ = (
            game.resign(state, seat, NoDraws()) if action is None else game.apply(state, action, NoDraws())
        )
        yield state


def _promised(endings: Endings, state: State) -> Seat | None:
    """Return the seat to which a solved position is won, None if it is drawn."""
    value = endings.value(Position.of(state))
    if value == DRAWN:
        return None
    return state.turn if value % 2 else 1 - state.turn
