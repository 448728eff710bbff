"""The log at one length: everything that decides which item may follow (N3, N4).

A ``Situation`` is a value. It is made once from the contract, and then from the one before by the effect of
one item; nothing else enters it, so peers that hold the same items hold the same situation.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.game import Game, Seat
from protocol.contract import ComputerSeat, Contract

__all__ = ["Situation", "Table"]


class Table:
    """What the contract fixes for the whole match: the rules, and who sits where.

    Attributes:
        game: The rules.
        match_id: M.
        humans: Human seats, ascending.
    """

    def __init__(self, contract: Contract, match_id: bytes) -> None:
        self.game: Game[Any, Any] = contract.rules()
        self.match_id = match_id
        self.humans = contract.humans
        self._operators = {
            number: seat.operator
            for number, seat in enumerate(contract.seats)
            if isinstance(seat, ComputerSeat)
        }
        self._size = len(contract.seats)

    def is_human(self, seat: Seat) -> bool:
        """Tell whether a person holds ``seat``."""
        return seat in self.humans

    def is_computer(self, seat: Seat) -> bool:
        """Tell whether the computer plays ``seat``."""
        return seat in self._operators

    def controller(self, seat: Seat, left: frozenset[Seat]) -> Seat:
        """Return the human seat that acts for ``seat`` when ``left`` have left (N5).

        A human seat acts for itself. For a computer seat its operator does, or the first human seat after
        that, cyclically, that has not left; with nobody left the operator.
        """
        if seat not in self._operators:
            return seat
        operator = self._operators[seat]
        for step in range(self._size):
            candidate = (operator + step) % self._size
            if candidate in self.humans and candidate not in left:
                return candidate
        return operator


@dataclass(frozen=True)
class Situation:
    """The log at length ``k``.

    Attributes:
        table: What the contract fixes.
        k, head: Length and head L_k of the log.
        state, state_hash: The game there.
        left: Human seats that no longer reveal or sign: resigned by a listed entry or by an item, or dropped.
        n: Number of events used so far.
        turn_items: Items since the seat to act last changed.
    """

    table: Table
    k: int
    head: bytes
    state: Any
    state_hash: bytes
    left: frozenset[Seat]
    n: int
    turn_items: int

    @cached_property
    def to_act(self) -> Seat | None:
        """The seat whose action is next; None when the game is over."""
        return self.table.game.to_act(self.state)

    def controller(self, seat: Seat) -> Seat:
        """Return the human seat that acts for ``seat`` now."""
        return self.table.controller(seat, self.left)

    @property
    def staying(self) -> tuple[Seat, ...]:
        """The human seats that have not left, ascending."""
        return tuple(seat for seat in self.table.humans if seat not in self.left)

    @cached_property
    def voters(self) -> tuple[Seat, ...]:
        """The human seats that have not left and are still in the game: who must agree to a draw."""
        living = self.table.game.living(self.state)
        return tuple(seat for seat in self.staying if seat in living)
