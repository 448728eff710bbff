"""One decision of a computer player as a value that can be sent to another process and asked there.

A decision depends on the positions of the running turn, level, budget and seed, and on nothing else. So a
worker may be any process: one that has made the turn's earlier decisions itself still holds their plan, and any
other makes them again first.

This module is loaded by workers and loads nothing that they do not need (no trio, no cryptography).
"""

import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from client.reasons import Reason, reasons_for
from engine.ai.levels import levels_of, make_player
from engine.ai.player import Decision, Player, never
from engine.game import Game, Seat
from engine.registry import find

__all__ = ["HINT_SEED", "Advice", "Question", "Spec", "Thinker", "advise", "answer", "orphaned", "searches"]

HINT_SEED = bytes(32)
"""Seed of advice: the same position gets the same advice, wherever it is asked for."""


@dataclass(frozen=True, slots=True)
class Spec:
    """Which player decides, in the terms of the contract.

    Attributes:
        level: One of the game's levels.
        seat: The seat it plays.
        seed: 32 bytes.
        nodes: Budget of one turn; None: the level's usual one.
    """

    level: str
    seat: Seat
    seed: bytes
    nodes: int | None


@dataclass(frozen=True, slots=True)
class Question:
    """A decision to be made, as it is sent to a worker.

    Attributes:
        game: Name of the game.
        spec: The player.
        earlier: ``(k, encoded state)`` of the turn's earlier decisions, in their order.
        k: Length of the log.
        state: The encoded state.
    """

    game: str
    spec: Spec
    earlier: tuple[tuple[int, bytes], ...]
    k: int
    state: bytes

    @classmethod
    def of(
        cls, game: Game[Any, Any], spec: Spec, earlier: tuple[tuple[int, Any], ...], k: int, state: Any
    ) -> "Question":
        """Return the question about ``state`` after the ``earlier`` ones of the turn."""
        before = tuple((number, game.encode(one)) for number, one in earlier)
        return cls(game.name, spec, before, k, game.encode(state))


@dataclass(frozen=True, slots=True)
class Advice:
    """A decision with everything that a person may want to know about it.

    Attributes:
        action: Text of the best action; None: the level would resign.
        score: Its value for the seat, in units of the level.
        line: Texts of the expected actions, ``action`` first; may be empty.
        depth: Depth reached.
        nodes: Positions looked at.
        reasons: What speaks for it, strongest first.
    """

    action: str | None
    score: int
    line: tuple[str, ...]
    depth: int
    nodes: int
    reasons: tuple[Reason, ...]


class Thinker:
    """Makes decisions and keeps the player of the last one for the next of the same turn."""

    def __init__(self) -> None:
        self._player: Player[Any, Any] | None = None
        self._kept: tuple[str, Spec, tuple[tuple[int, Any], ...]] | None = None

    def think(
        self,
        game: Game[Any, Any],
        spec: Spec,
        earlier: tuple[tuple[int, Any], ...],
        k: int,
        state: Any,
        should_stop: Callable[[], bool] = never,
    ) -> Decision[Any]:
        """Return the decision for ``state``.

        Args:
            game: The rules.
            spec: The player.
            earlier: ``(k, state)`` of the turn's earlier decisions: made again unless the last ones made here
                were exactly these.
            k: Length of the log.
            state: The position.
            should_stop: True gives up; the decision is then worthless, and nothing is kept.

        Raises:
            SetupError: The game has no such level.
        """
        player = self._player
        if player is None or not earlier or self._kept != (game.name, spec, earlier):
            player = make_player(game, spec.level, spec.seat, spec.seed, spec.nodes)
            for number, one in earlier:
                player.choose(one, number, should_stop)
        self._player = None
        decision = player.choose(state, k, should_stop)
        if not should_stop():
            self._player, self._kept = player, (game.name, spec, (*earlier, (k, state)))
        return decision


def searches(game: str, level: str) -> bool:
    """Tell whether decisions of ``level`` take long: it counts nodes. Others ignore their budget."""
    found = levels_of(game).get(level)
    return found is not None and found.nodes > 1


# --- in the worker --------------------------------------------------------------------------------------
_THINKER = Thinker()
"""The one of this process; only workers use it."""


def answer(question: Question) -> str | None:
    """Return the text of the action decided on, None to resign; to be called in a worker."""
    game = find(question.game)
    earlier = tuple((number, game.decode(one)) for number, one in question.earlier)
    decision = _THINKER.think(game, question.spec, earlier, question.k, game.decode(question.state), orphaned)
    return None if decision.action is None else game.format(decision.action)


def advise(name: str, encoded: bytes, seat: Seat, level: str, nodes: int | None) -> Advice:
    """Return what ``level`` would do in a position, and why; to be called in a worker.

    Args:
        name: The game's.
        encoded: The encoded state; ``seat`` is to act in it.
        seat: Who is advised.
        level: Level of the adviser.
        nodes: Its budget; None: the usual one.

    Raises:
        SetupError: The game has no such level.
    """
    game = find(name)
    state = game.decode(encoded)
    decision = make_player(game, level, seat, HINT_SEED, nodes).choose(state, 0, orphaned)
    if decision.action is None:
        return Advice(None, decision.score, (), decision.depth, decision.nodes, ())
    line = tuple(game.format(action) for action in decision.line)
    reasons = reasons_for(game, state, decision.action, decision.line)
    text = game.format(decision.action)
    return Advice(text, decision.score, line, decision.depth, decision.nodes, reasons)


def orphaned() -> bool:
    """Tell whether the process that asked is gone: then nobody waits for the answer, whatever its budget.

    In a process that is no worker this is False.
    """
    parent = multiprocessing.parent_process()
    return parent is not None and not parent.is_alive()
