"""Who decides for a seat: a computer level or an external engine; a person decides through the terminal.

A decision is asked with a ``Turn`` and answered with an action's text, or None to resign. Decisions take
long and must not hold up the network: computer levels think in a worker thread.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Any, Protocol

import trio

from engine.ai.levels import make_player
from engine.ai.player import Player
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
    level, the budget and the seed. After a restart in mid-turn the earlier decisions are made again, so
    that plan and remaining budget are what they were.
    """

    def __init__(self, game: Game[Any, Any], level: str, seat: Seat, seed: bytes, nodes: int | None) -> None:
        """Raises ``SetupError`` when the game has no such level."""
        self._make = partial(make_player, game, level, seat, seed, nodes)
        self._player: Player[Any, Any] = self._make()
        self._asked: tuple[int, ...] | None = None

    async def choose(self, turn: Turn) -> str | None:
        """Decide in a worker thread; cancelling stops the search soon after."""
        cancelled = Event()
        # Should this be cancelled, the thread keeps the player that it has, and the next question gets a new one.
        player, asked, self._asked = self._player, self._asked, None
        try:
            player, action = await trio.to_thread.run_sync(
                self._decide, turn, player, asked, cancelled, abandon_on_cancel=True
            )
        finally:
            cancelled.set()
        self._keep(player, turn)
        return action

    async def close(self) -> None:
        """Do nothing: a level holds only memory."""

    def decide(self, turn: Turn) -> str | None:
        """Decide in this thread."""
        player, action = self._decide(turn, self._player, self._asked, Event())
        self._keep(player, turn)
        return action

    def _keep(self, player: Player[Any, Any], turn: Turn) -> None:
        self._player = player
        self._asked = (*(k for k, _ in turn.earlier), turn.k)

    def _decide(
        self, turn: Turn, player: Player[Any, Any], asked: tuple[int, ...] | None, cancelled: Event
    ) -> tuple[Player[Any, Any], str | None]:
        """Return what ``player``, asked before at ``asked``, decides, and who that was in the end."""
        if not turn.earlier or asked != tuple(k for k, _ in turn.earlier):
            player = self._make()
            for k, state in turn.earlier:
                player.choose(state, k, cancelled.is_set)
        decision = player.choose(turn.state, turn.k, cancelled.is_set)
        return player, None if decision.action is None else turn.game.format(decision.action)


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
