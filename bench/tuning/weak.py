"""``python -m bench.tuning.weak``: an engine that plays at random, but takes a win and prevents a loss one move deep.

A yardstick on the line protocol, no level: whatever is to be called strong must beat it nearly always, and a person
who has just read the rules about half of the time. In the arena: ``--engine "python -m bench.tuning.weak"``.
"""

import sys
from collections.abc import Callable
from typing import Any, ClassVar

from client.commands.engine import serve
from engine.ai.levels import LEVELS, Level
from engine.ai.player import Decision, Player, generator, never
from engine.ai.uniform import pick
from engine.dice import NoDraws
from engine.errors import ChanceNeeded
from engine.game import Game, Seat

__all__ = ["Weak"]


class Weak(Player[Any, Any]):
    """Wins if one action does it, surely or with even chances; else plays at random what does not lose at once."""

    level: ClassVar[str] = "weak"

    def choose(self, state: Any, step: int, should_stop: Callable[[], bool] = never) -> Decision[Any]:
        """Return the first winning action, or a random one after which no other seat can surely win at once."""
        actions = self.game.forward_actions(state)
        for action in actions:
            if _wins(self.game, state, action, self.seat):
                return Decision(action, nodes=len(actions), depth=1, line=(action,))
        safe = [action for action in actions if not _loses(self.game, state, action, self.seat)] or actions
        action = safe[pick(generator(self.seed, self.seat, step), len(safe))]
        return Decision(action, nodes=len(actions), depth=1, line=(action,))


def _wins(game: Game[Any, Any], state: Any, action: Any, seat: Seat) -> bool:
    try:
        after, _ = game.apply(state, action, NoDraws())
    except ChanceNeeded:
        told = game.describe(state, action).details
        return bool(told.get("wins")) and 2 * int(told["falls_rolls"]) >= int(told["rolls"])
    outcome = game.outcome(after)
    return outcome is not None and seat in outcome.winners


def _loses(game: Game[Any, Any], state: Any, action: Any, seat: Seat) -> bool:
    try:
        after, _ = game.apply(state, action, NoDraws())
    except ChanceNeeded:
        return False
    mover = game.to_act(after)
    if mover is None or mover == seat:
        return False
    return any(_wins(game, after, reply, mover) for reply in game.forward_actions(after))


def main() -> None:
    """Serve the line protocol with this player as the only level."""
    for name in LEVELS:
        LEVELS[name] = {Weak.level: Level(Weak)}
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
