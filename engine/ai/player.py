"""The one interface of computer players.

A player is made for one seat of one game and lives as long as the match. It decides by counting nodes,
never by a clock, and draws from its own seeded generator: the same calls give the same decisions on every
machine. To recompute a decision, make a new player and repeat the calls of that turn in order.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from engine.dice import SeededDraws
from engine.digest import H
from engine.game import Game, Seat

__all__ = ["Decision", "Player", "generator", "never"]

State = TypeVar("State")
Action = TypeVar("Action")


def never() -> bool:
    """Return False: the ``should_stop`` of a search that is bounded by its node budget alone."""
    return False


def generator(seed: bytes, seat: Seat, step: int) -> SeededDraws:
    """Return the random source of one decision; ``choice`` of it serves sizes 2..256.

    Args:
        seed: The computer seat's 32-byte seed from the contract, or of the line protocol.
        seat: The deciding seat.
        step: Position in the game: length of the log, or actions since ``new`` or ``load``.
    """
    return SeededDraws(H("wabe.player", seed + bytes((seat,)) + step.to_bytes(4, "big")))


@dataclass(frozen=True, slots=True)
class Decision(Generic[Action]):
    """What a player decided.

    Attributes:
        action: A legal action, or None to resign (only levels with that option on).
        nodes: Positions looked at for this decision.
        depth: Depth reached, in plies; 0 where nothing was searched.
        score: Value for the deciding seat in the level's own units.
        line: The expected continuation, ``action`` first.
    """

    action: Action | None
    nodes: int = 0
    depth: int = 0
    score: int = 0
    line: tuple[Action, ...] = ()


class Player(ABC, Generic[State, Action]):
    """A computer player for one seat.

    Args of the constructor (all levels alike):
        game: The rules.
        seat: Its seat.
        seed: 32 bytes.
        nodes: Node budget of one turn (TowerWars: one move), 1 or more. A decision within a turn takes
            from what the earlier ones of the turn left.
    """

    level: ClassVar[str]

    def __init__(self, game: Game[State, Action], seat: Seat, seed: bytes, nodes: int) -> None:
        self.game = game
        self.seat = seat
        self.seed = seed
        self.nodes = nodes

    @abstractmethod
    def choose(self, state: State, step: int, should_stop: Callable[[], bool] = never) -> Decision[Any]:
        """Decide for ``state``, in which the player's seat is to act.

        Args:
            state: The position. Calls of one turn come in its order.
            step: Position in the game, rising from call to call; see ``generator``.
            should_stop: Asked now and then; True ends the search early with the best found so far
                (the decision is then not reproducible).
        """
