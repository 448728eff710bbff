"""Who decides for a seat: a computer level or an external engine; a person decides through the terminal.

A decision is asked with a ``Turn`` and answered with an action's text, or None to resign. Decisions take
long and must not hold up the network or the window: levels that search think in worker processes
(``client.workers``), the others in a thread.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, Protocol

import trio

from client.workers.deciding import Question, Spec, Thinker, answer, searches
from client.workers.pool import run_in_worker
from engine.ai.levels import make_player
from engine.ai.player import never
from engine.dice import NoDraws
from engine.errors import ChanceNeeded, EngineError
from engine.game import Game, Seat
from protocol.effects import Applied

__all__ = [
    "ComputerPlayer",
    "ForfeitError",
    "SeatPlayer",
    "Turn",
    "after_resignations",
    "earlier_decisions",
    "why_illegal",
]


class ForfeitError(Exception):
    """A player broke its promise and loses the game: too late, a wrong action, or ended.

    Attributes:
        code: ``engine_timeout``, ``engine_action``, ``engine_answer`` or ``engine_ended``.
        text: What happened, one sentence.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


@dataclass(frozen=True, slots=True)
class Turn:
    """A position in which a seat is to act, and how it came about.

    Attributes:
        game: The rules.
        seat: The seat to act.
        k: Length of the log.
        state: The position to decide for, resignations that the act will list already applied.
        resigned: Those resignations, in seat order.
        steps: All items applied so far.
        earlier: ``(k, state)`` of the seat's earlier decisions of the running turn, in their order.
    """

    game: Game[Any, Any]
    seat: Seat
    k: int
    state: Any
    resigned: tuple[Seat, ...]
    steps: Sequence[Applied]
    earlier: tuple[tuple[int, Any], ...]


class SeatPlayer(Protocol):
    """Decides for one seat."""

    async def choose(self, turn: Turn) -> str | None:
        """Return the canonical text of an action, or None to resign. Raises ``ForfeitError``."""

    async def close(self) -> None:
        """Let go of what the player holds; it is asked nothing any more."""


def after_resignations(game: Game[Any, Any], state: Any, seats: Sequence[Seat]) -> Any:
    """Return ``state`` after ``seats``, none of them to act, resigned in this order.

    A resignation out of turn draws nothing by the rules of any game (``Game.resign``).
    """
    for seat in seats:
        if seat in game.living(state):
            state, _ = game.resign(state, seat, NoDraws())
    return state


def earlier_decisions(
    game: Game[Any, Any], steps: Sequence[Applied], state_at: Callable[[int], Any], seat: Seat
) -> tuple[tuple[int, Any], ...]:
    """Return what ``seat`` was asked before in the turn that runs after the last of ``steps``.

    Args:
        game: The rules.
        steps: Items 1, 2, ..., as far as they were applied.
        state_at: Gives the position after k items, 0 the start.
        seat: The seat to act after them.
    """
    first = len(steps)
    while first > 0 and steps[first - 1].kind == "act" and steps[first - 1].seat == seat:
        first -= 1
    return tuple(
        (step.k - 1, after_resignations(game, state_at(step.k - 1), step.resigned)) for step in steps[first:]
    )


class ComputerPlayer:
    """A level of the game's own computer players.

    Its decision is the function that the contract promises: of the positions of the running turn, the
    level, the budget and the seed. After a restart in mid-turn, and when a worker was lost, the earlier
    decisions are made again, so that plan and remaining budget are what they were.
    """

    def __init__(self, game: Game[Any, Any], level: str, seat: Seat, seed: bytes, nodes: int | None) -> None:
        """Raises ``SetupError`` when the game has no such level."""
        make_player(game, level, seat, seed, nodes)
        self._spec = Spec(level, seat, seed, nodes)
        self._searches = searches(game.name, level)
        self._thinker = Thinker()

    async def choose(self, turn: Turn) -> str | None:
        """Decide in a worker process, a level that does not search in a thread; cancelling gives it up at once."""
        if self._searches:
            question = Question.of(turn.game, self._spec, turn.earlier, turn.k, turn.state)
            return await run_in_worker(answer, question)
        cancelled = Event()
        # Should this be cancelled, the thread keeps the thinker that it has, and the next question gets a new one.
        thinker, self._thinker = self._thinker, Thinker()
        try:
            action = await trio.to_thread.run_sync(
                self._decide, turn, thinker, cancelled.is_set, abandon_on_cancel=True
            )
        finally:
            cancelled.set()
        self._thinker = thinker
        return action

    async def close(self) -> None:
        """Do nothing: workers are everybody's, and end with the program."""

    def decide(self, turn: Turn) -> str | None:
        """Decide in this thread."""
        return self._decide(turn, self._thinker, never)

    def _decide(self, turn: Turn, thinker: Thinker, should_stop: Callable[[], bool]) -> str | None:
        decision = thinker.think(turn.game, self._spec, turn.earlier, turn.k, turn.state, should_stop)
        return None if decision.action is None else turn.game.format(decision.action)


def why_illegal(game: Game[Any, Any], state: Any, text: str) -> str | None:
    """Return why ``text`` may not be played in ``state``, or None when it may."""
    try:
        action = game.parse(text)
        game.apply(state, action, NoDraws())
    except ChanceNeeded:
        return None
    except EngineError as error:
        return error.text
    return None
