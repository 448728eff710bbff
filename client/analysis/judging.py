"""What a level says of every position of a game, and what the actions played have cost by its judgement.

*Value*: the level's score for the seat to act, in its own units (hundredths of a stone or of a gold piece). *Loss* of an
action: the value of the position it was played in, less what it has led to for the same seat:

* the value of the next position, if the same seat is to act there,
* its value with the sign changed, where two seats alternate action by action,
* for an action that ends a turn of several actions: what the level sees in the position when it may look at nothing
  but that, a budget of one node; nothing is said if it would not end the turn even so.

An action that drew dice is not judged: luck and judgement cannot be told apart afterwards. Its swing is told instead.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import trio

from client.analysis.source import PlayedGame
from client.workers.deciding import HINT_SEED, orphaned
from client.workers.pool import run_in_worker, worker_limit
from engine.ai.levels import make_player
from engine.game import Game, Seat
from engine.record import RESIGN
from engine.registry import find

__all__ = ["Judgement", "Verdict", "judge_game", "look", "swings", "worst"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the level says of a position.

    Attributes:
        value: Score for the seat to act.
        best: Text of its choice; None: it would resign.
        at_rest: Score if the turn is ended at once; None: not known, or it is no game of such turns.
    """

    value: int
    best: str | None
    at_rest: int | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is said of one step.

    Attributes:
        number: Of the step, from 1.
        seat: Who acted.
        action: What was played, or ``resign``.
        value: Value of the position before it, for ``seat``.
        best: What the level would have played; None: it would resign.
        loss: What the action cost, 0 or more; None: not judged.
        swing: What dice changed, as seen by ``seat``; None: none rolled, or not comparable.
    """

    number: int
    seat: Seat
    action: str
    value: int
    best: str | None
    loss: int | None
    swing: int | None


def look(name: str, encoded: bytes, level: str, nodes: int | None) -> Verdict:
    """Return the verdict of ``level`` about a position; to be called in a worker.

    Args:
        name: The game's.
        encoded: The encoded state; a seat is to act in it.
        level: One of the game's levels.
        nodes: Its budget; None: the usual one.
    """
    game = find(name)
    state = game.decode(encoded)
    seat = game.to_act(state)
    assert seat is not None, "only positions of a running game are looked at"
    decision = make_player(game, level, seat, HINT_SEED, nodes).choose(state, 0, orphaned)
    best = None if decision.action is None else game.format(decision.action)
    end = game.end_action(state)
    at_rest = None
    if end is not None:
        glance = make_player(game, level, seat, HINT_SEED, 1).choose(state, 0)
        at_rest = glance.score if glance.action == end else None
    return Verdict(decision.score, best, at_rest)


async def judge_game(
    played: PlayedGame, level: str, nodes: int | None, told: Callable[[int, int], None]
) -> list[Judgement]:
    """Return what ``level`` says of every step, in their order.

    Args:
        played: The game.
        level: One of its levels.
        nodes: Budget for every position; None: the level's usual one.
        told: Called with how many positions were looked at, and of how many.
    """
    game = played.game
    positions = [k for k, state in enumerate(played.states) if game.to_act(state) is not None]
    verdicts: dict[int, Verdict] = {}
    # One more waits than can run, so that no worker is idle; a task for each of thousands would only take memory.
    waiting = trio.CapacityLimiter(2 * worker_limit())

    async def ask(k: int, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        async with waiting:
            task_status.started()
            encoded = game.encode(played.states[k])
            verdicts[k] = await run_in_worker(look, game.name, encoded, level, nodes)
            told(len(verdicts), len(positions))

    told(0, len(positions))
    async with trio.open_nursery() as nursery:
        for k in positions:
            await nursery.start(ask, k)
    return [
        _judge(played, k, verdicts[k], verdicts.get(k + 1))
        for k in range(len(played.steps))
        if played.steps[k].action != RESIGN
    ]


def worst(judgements: Sequence[Judgement], count: int) -> list[Judgement]:
    """Return the ``count`` actions with the largest loss above 0, largest first."""
    costly = [judgement for judgement in judgements if judgement.loss]
    return sorted(costly, key=lambda judgement: (-(judgement.loss or 0), judgement.number))[:count]


def swings(judgements: Sequence[Judgement], count: int) -> list[Judgement]:
    """Return the ``count`` actions by whose dice most changed, for good or ill, the largest first."""
    rolled = [judgement for judgement in judgements if judgement.swing]
    return sorted(rolled, key=lambda judgement: (-abs(judgement.swing or 0), judgement.number))[:count]


def _judge(played: PlayedGame, k: int, before: Verdict, after: Verdict | None) -> Judgement:
    step = played.steps[k]
    reached = _reached(
        played.game, played.states[k], played.states[k + 1], step.seat, step.action, before, after
    )
    loss = swing = None
    if step.dice or step.choices:
        swing = None if reached is None else reached - before.value
    elif step.action == before.best:
        loss = 0
    elif reached is not None:
        loss = max(0, before.value - reached)
    return Judgement(k + 1, step.seat, step.action, before.value, before.best, loss, swing)


def _reached(
    game: Game[Any, Any],
    state: Any,
    following: Any,
    seat: Seat,
    action: str,
    before: Verdict,
    after: Verdict | None,
) -> int | None:
    """Return what an action has led to for ``seat``; None where that cannot be compared."""
    outcome = game.outcome(following)
    if outcome is not None:
        # A win cannot have cost anything, and a draw is worth nothing to anybody.
        return before.value if seat in outcome.winners else None if outcome.winners else 0
    if after is None:
        return None
    if game.to_act(following) == seat:
        return after.value
    end = game.end_action(state)
    if end is not None:
        return before.at_rest if action == game.format(end) else None
    return -after.value if len(game.living(following)) == 2 else None
