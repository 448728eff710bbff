"""The chance of one item: who opens a dice link for it, and the seed that the links make (N4).

Event n = 1, 2, ... belongs to the n-th item that needs chance. R, the seats that open x_n, is computed from
the log alone when the item is chosen, and never shrinks; while a seat owes its link everybody waits.
"""

from dataclasses import dataclass, field

from engine.dice import SeededDraws
from engine.game import Seat
from protocol.chain import ChainVerifier, event_seed, seat_bitmap
from protocol.entries import Reveal
from protocol.errors import Code
from protocol.feed import Fault

__all__ = ["Chance"]


@dataclass(slots=True)
class Chance:
    """Event ``n`` while its links come in.

    Attributes:
        n: Its number.
        cause: Name of the item that needs it.
        revealers: R, ascending.
        links: x_n of the seats that opened it so far, verified; also of seats that need not.
    """

    n: int
    cause: bytes
    revealers: tuple[Seat, ...]
    links: dict[Seat, bytes] = field(default_factory=dict)

    @property
    def owing(self) -> tuple[Seat, ...]:
        """The seats of R whose link is not known yet."""
        return tuple(seat for seat in self.revealers if seat not in self.links)

    def take(self, seat: Seat, reveal: Reveal, chain: ChainVerifier) -> Fault | None:
        """Take ``seat``'s reveal; one that is at fault changes nothing, and the seat still owes."""
        if reveal.n != self.n:
            return Fault(Code.ILLEGAL, f"opens link {reveal.n} while event {self.n} is due")
        if reveal.cause != self.cause:
            return Fault(Code.FORK, f"opens link {self.n} for another item than everybody else")
        if not chain.check(self.n, reveal.x):
            return Fault(Code.WRONG_REVEAL, f"this is not link {self.n} of the seat's chain")
        self.links[seat] = reveal.x
        return None

    def draws(self, match_id: bytes) -> SeededDraws:
        """Return the source that all links together make; none may be owing.

        Nothing enters it but M, n, R and the links, all of them fixed before the item was written.
        """
        links = [self.links[seat] for seat in self.revealers]
        return SeededDraws(event_seed(match_id, self.n, seat_bitmap(self.revealers), links))
