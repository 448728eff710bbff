"""The games there are: one line each."""

from typing import Any

from engine.errors import SetupError
from engine.game import Game
from engine.krieg.game import Krieg
from engine.towerwars.game import TowerWars

__all__ = ["GAMES", "find"]

GAMES: dict[str, Game[Any, Any]] = {game.name: game for game in (TowerWars(), Krieg())}


def find(name: str) -> Game[Any, Any]:
    """Return the game registered under ``name``.

    Raises:
        SetupError: There is no such game.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise SetupError(f"there is no game {name!r}; there are {', '.join(GAMES)}", "game") from None
