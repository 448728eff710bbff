"""What the match machine asks its driver to do or tells it, in an order that must be kept."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.game import Event, Outcome, Seat
from protocol.errors import Code

__all__ = [
    "Announce",
    "Applied",
    "Complete",
    "Effect",
    "Finished",
    "Froze",
    "Healed",
    "Pending",
    "Recorded",
    "Result",
    "Reverted",
    "Stopped",
    "Store",
]


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended; overlays the game's own outcome.

    Attributes:
        how: ``played`` (by the rules), ``resigned``, ``agreed``, ``limit`` (judged because everybody left or the dice
            chain ran out) or ``aborted``.
        outcome: Winners and reason; no winners for a draw; None when aborted.
    """

    how: str
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Store:
    """Append this entry to the transcript; ``durable``: it must be on disk before the next effect."""

    packed: bytes
    signature: bytes
    durable: bool


@dataclass(frozen=True, slots=True)
class Announce:
    """An entry is new here: send it over every link whose other end is not known to hold it.

    Read it when it is sent: by then the feed may have been found to fork before it, and have no such entry.
    """

    seat: Seat
    seq: int


@dataclass(frozen=True, slots=True)
class Pending:
    """Item ``k`` was chosen and awaits dice links of ``owing`` seats."""

    k: int
    seat: Seat
    action: str
    owing: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Applied:
    """Item ``k`` (1, 2, ...) was applied.

    Attributes:
        k: Length of the log now.
        kind: ``act``, ``resign`` or ``agree``.
        seat: Seat whose action or resignation it was; of an agree the author.
        action: Canonical text; ``""`` where resignations ended the game; of an agree its kind.
        resigned: Seats whose resignations took effect with it.
        dropped: Seats released from revealing by it.
        dice, choices: What was drawn.
        events: What the rules say happened.
        state_hash: Hash of the state now.
    """

    k: int
    kind: str
    seat: Seat
    action: str
    resigned: tuple[Seat, ...]
    dropped: tuple[Seat, ...]
    dice: tuple[int, ...]
    choices: tuple[int, ...]
    events: tuple[Event, ...]
    state_hash: bytes


@dataclass(frozen=True, slots=True)
class Reverted:
    """Items after ``k`` were taken back; what stands in their place is told by ``Applied`` (N6).

    They stood on an entry whose author had signed another one of the same number, and that is followed now.
    """

    k: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """Evidence against the author of an entry; kept, never a reason to distrust who forwarded it."""

    seat: Seat
    seq: int
    code: Code
    text: str
    packed: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Froze:
    """An entry's state hash differs from one's own at ``k``: nothing is applied or signed until ``rerun``."""

    k: int
    seat: Seat
    theirs: bytes
    ours: bytes


@dataclass(frozen=True, slots=True)
class Healed:
    """One's own re-run gave the state that the entry had: it was adopted, play goes on."""

    k: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The match cannot go on here: write the bundle, tell the person.

    Code ``desync``: states differ from those of ``seat``. Code ``fork``: ``seat`` signed two entries of one number,
    and different seats acknowledged different ones; the log ends at ``k``, before them.
    """

    code: Code
    k: int
    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The log is over."""

    result: Result


@dataclass(frozen=True, slots=True)
class Complete:
    """Every human seat that has not left has acknowledged the end: nothing is owed any more."""


Effect: TypeAlias = (
    Store
    | Announce
    | Pending
    | Applied
    | Reverted
    | Recorded
    | Froze
    | Healed
    | Stopped
    | Finished
    | Complete
)
