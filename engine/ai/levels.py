"""The levels there are, by game, weakest first, each with its usual budget."""

from dataclasses import dataclass
from typing import Any

from engine.ai.krieg.players import (
    EasyKrieg,
    EasyResigningKrieg,
    HardKrieg,
    HardResigningKrieg,
    MediumKrieg,
    MediumResigningKrieg,
)
from engine.ai.player import Player
from engine.ai.simple_krieg import SimpleKrieg
from engine.ai.simple_towerwars import SimpleTowerWars
from engine.ai.towerwars.player import (
    EasyResigningTowerWars,
    EasyTowerWars,
    HardResigningTowerWars,
    HardTowerWars,
    MediumResigningTowerWars,
    MediumTowerWars,
)
from engine.ai.uniform import Uniform
from engine.errors import SetupError
from engine.game import Game, Seat

__all__ = ["LEVELS", "Level", "default_nodes", "levels_of", "make_player"]


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a game.

    Attributes:
        make: Its player.
        nodes: Node budget of one turn (TowerWars: one move) when none is named; levels that do not search
            ignore it.
        small: Budget where several computer seats play in one round; 0: the same.
    """

    make: type[Player[Any, Any]]
    nodes: int = 1
    small: int = 0


RANDOM = Level(Uniform)

LEVELS: dict[str, dict[str, Level]] = {
    "towerwars": {
        "random": RANDOM,
        "easy-resigning": Level(EasyResigningTowerWars, 1_000),
        "easy": Level(EasyTowerWars, 1_000),
        "simple": Level(SimpleTowerWars),
        "medium-resigning": Level(MediumResigningTowerWars, 12_000),
        "medium": Level(MediumTowerWars, 12_000),
        "hard-resigning": Level(HardResigningTowerWars, 220_000),
        "hard": Level(HardTowerWars, 220_000),
    },
    "krieg": {
        "random": RANDOM,
        "easy-resigning": Level(EasyResigningKrieg, 1_200),
        "easy": Level(EasyKrieg, 1_200),
        "simple": Level(SimpleKrieg),
        "medium-resigning": Level(MediumResigningKrieg, 10_000),
        "medium": Level(MediumKrieg, 10_000),
        "hard-resigning": Level(HardResigningKrieg, 120_000, 60_000),
        "hard": Level(HardKrieg, 120_000, 60_000),
    },
}


def levels_of(game: str) -> dict[str, Level]:
    """Return the levels of ``game``, weakest first; a game without entry of its own has ``random``."""
    return LEVELS.get(game, {"random": RANDOM})


def default_nodes(game: str, level: str, computers: int = 1) -> int:
    """Return the node budget of ``level`` when none is named.

    Args:
        game: Name of the game.
        level: One of ``levels_of(game)``.
        computers: How many seats of the match the computer holds: from three on a round with all of them
            would take long, and each has the smaller budget.
    """
    found = levels_of(game)[level]
    return found.small if found.small and computers > 2 else found.nodes


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
    return levels[level].make(game, seat, seed, default_nodes(game.name, level) if nodes is None else nodes)
