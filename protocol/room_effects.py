"""What a room asks its driver to do or tells it, in the order in which it happened."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.game import Seat
from protocol.errors import Code
from protocol.messages import RoomMessage, SignatureMessage

__all__ = ["Agreed", "Changed", "ClaimsVoid", "Closed", "Expel", "Refused", "RoomEffect", "Send"]


@dataclass(frozen=True, slots=True)
class Send:
    """Send ``message`` over ``link``; if that is None, over every link of the room except ``but``."""

    message: RoomMessage | SignatureMessage
    link: int | None = None
    but: int | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """Something that a person can see is different; ``unreadied``: the own readiness ended with it."""

    unreadied: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """Something was refused.

    An own claim (SEAT_TAKEN), entrance (ROOM_FULL), a contract that the host proposed (CONTRACT, ...), or another's
    haste (FLOOD).

    Attributes:
        code: Stable code.
        text: One sentence in English.
        culprit: ``"seat 2"``, a field, or the identity key in hex.
    """

    code: Code
    text: str
    culprit: str


@dataclass(frozen=True, slots=True)
class ClaimsVoid:
    """The secrets of these own seats have signed a contract that came to nothing: throw them away.

    Whoever wants the seats still claims them again with fresh keys and chains; dice of one chain must never
    be opened in two matches.
    """

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Expel:
    """Close every link to this identity with code KICKED, and accept none from it while the room lasts."""

    identity: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """The room is over for this peer without a match: OVER (the host closed it) or KICKED."""

    code: Code
    text: str


@dataclass(frozen=True, slots=True)
class Agreed:
    """The contract is signed by every human seat: the match exists. Comes once.

    Attributes:
        packed: Bytes of the contract.
        match: Its match id.
        signatures: Contract signature of each human seat.
    """

    packed: bytes
    match: bytes
    signatures: Mapping[Seat, bytes]


RoomEffect: TypeAlias = Send | Changed | Refused | ClaimsVoid | Expel | Closed | Agreed
