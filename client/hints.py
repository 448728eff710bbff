"""Advice for a person and for analysis: what a level would do, and why, computed in a worker.

The words of a reason are made in the window, in both languages, of ``Reason.kind`` and ``Reason.details``
(``client.reasons``).
"""

from typing import Any

from client.reasons import Reason
from client.workers.deciding import Advice, advise
from client.workers.pool import run_in_worker
from engine.ai.levels import default_nodes, levels_of
from engine.game import Game, Seat

__all__ = ["Hint", "Reason", "adviser", "hint"]

Hint = Advice
"""What is advised: ``action score line depth nodes reasons``."""


def adviser(game: Game[Any, Any]) -> tuple[str, int]:
    """Return level and budget of what advises persons in ``game``.

    It is the level that overlooks nothing, with the budget of the one below: quick enough to be waited for.
    """
    levels = levels_of(game.name)
    if "hard" not in levels:
        level = tuple(levels)[-1]
        return level, default_nodes(game.name, level)
    return "hard", default_nodes(game.name, "medium")


async def hint(game: Game[Any, Any], state: Any, seat: Seat, level: str, nodes: int | None = None) -> Hint:
    """Return what ``level`` would do for ``seat``, which is to act in ``state``.

    Equal positions get equal advice. Cancelling gives the search up at once.

    Args:
        game: The rules.
        state: The position.
        seat: Who is advised.
        level: Level of the adviser.
        nodes: Its budget; None: the level's usual one.

    Raises:
        SetupError: The game has no such level.
    """
    return await run_in_worker(advise, game.name, game.encode(state), seat, level, nodes)
