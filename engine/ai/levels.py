"""The levels there are, by game, weakest first."""

from typing import Any

from engine.ai.player import Player
from engine.ai.simple_krieg import SimpleKrieg
from engine.ai.simple_towerwars import SimpleTowerWars
from engine.ai.uniform import Uniform
from engine.errors import SetupError
from engine.game import Game, Seat

__all__ = ["DEFAULT_NODES", "LEVELS", "levels_of", "make_player"]

LEVELS: dict[str, dict[str, type[Player[Any, Any]]]] = {
    "towerwars": {"random": Uniform, "simple": SimpleTowerWars},
    "krieg": {"random": Uniform, "simple": SimpleKrieg},
}

DEFAULT_NODES: dict[str, int] = {"random": 1, "simple": 1}
"""Node budget of one turn when none is named; levels that do not search ignore it."""


def levels_of(game: str) -> dict[str, type[Player[Any, Any]]]:
    """Return the levels of ``game``, weakest first; a game without entry of its own has ``random``."""
    return LEVELS.get(game, {"random": Uniform})


def make_player(
    game: Game[Any, Any], level: str, seat: Seat, seed: bytes, nodes: int | None = None
) -> Player[Any, Any]:
    """Return a player of ``level`` for ``seat``.

    Raises:
        SetupError: This game has no such level.
    """
    levels = levels_of(game.name)
    if level not in levels:
        raise SetupError(f"there is no level {level!r}; there are {', '.join(levels)}", "level")
    return levels[level](game, seat, seed, DEFAULT_NODES[level] if nodes is None else nodes)
