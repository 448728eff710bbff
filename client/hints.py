"""Advice for a person and for analysis: what a level would do, and why, computed in a worker.

The words of a reason are made in the window, in both languages, of ``Reason.kind`` and ``Reason.details``
(``client.reasons``).
"""

from typing import Any

from client.reasons import Reason
from client.workers.deciding import Advice, advise
from client.workers.pool import run_in_worker
from engine.ai.levels import levels_of
from engine.game import Game, Seat

__all__ = ["Hint", "Reason", "adviser", "hint"]

Hint = Advice
"""What is advised: ``action score line depth nodes reasons``."""


def adviser(game: Game[Any, Any]) -> str:
    """Return the level that advises persons in ``game``: good, and quick enough to be waited for."""
    levels = tuple(levels_of(game.name))
    return "medium" if "medium" in levels else levels[-1]


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
