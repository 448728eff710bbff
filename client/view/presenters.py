"""Which presenter speaks of which game: a further game needs none of its own."""

from collections.abc import Mapping
from typing import Any

from client.view.generic import Presenter
from client.view.krieg import KriegPresenter
from client.view.people import People
from client.view.towerwars import TowerWarsPresenter
from engine.game import Game

__all__ = ["presenter_for"]

_PRESENTERS: Mapping[str, type[Presenter]] = {"krieg": KriegPresenter, "towerwars": TowerWarsPresenter}


def presenter_for(game: Game[Any, Any], options: Mapping[str, Any], people: People) -> Presenter:
    """Return the presenter of a game, the generic one where there is no other."""
    return _PRESENTERS.get(game.name, Presenter)(game, options, people)
