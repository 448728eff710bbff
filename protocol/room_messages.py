"""What is said in a room, before there is a contract: the bodies of ``RoomMessage`` and their signatures.

Each author has exactly one current statement, which says everything that it wants (for the host: the whole
set-up; for a guest: name, claims, readiness). A statement with a higher number replaces the one before. So a
room is a small set of latest statements, whoever missed some needs only the newest, and any order of arrival
gives the same room. Two statements with one number: the one with the greater bytes counts, everywhere.
"""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from engine.digest import H
from protocol.codec import Codec
from protocol.contract import Absence, Clock, ComputerSeat, OptionItem, Witness
from protocol.errors import Code, LocalError, RemoteError
from protocol.fields import U32, Bytes16, Hash, PublicKey, SeatNumber
from protocol.identity import Ed25519PrivateKey, public_bytes, sign, verify
from protocol.limits import MAX_SEATS
from protocol.messages import RoomMessage

__all__ = [
    "MAX_GUESTS",
    "MAX_KICKED",
    "MAX_REFUSED",
    "Body",
    "Claim",
    "Guest",
    "Member",
    "Open",
    "Profile",
    "RefusedClaim",
    "SetUp",
    "Taken",
    "Terms",
    "make_statement",
    "read_statement",
    "room_id",
]

MAX_GUESTS = 16
"""Guests of a room: five opponents and some who watch; keeps the set-up far below its 8,192 bytes."""

MAX_KICKED = 32
"""Identities that a room keeps out: twice as many as fit in."""

MAX_REFUSED = 32
"""Refused claims that a set-up lists; a guest drops a refused claim as soon as it reads of it."""

MAX_BODY_BYTES = 8192
"""As ``RoomMessage.body``: the largest set-up has under 7,500."""

# Control characters and those that turn the direction of writing would let a name pretend to be another line.
_SHOWN = r"\A[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+\Z"

Label: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32, pattern=_SHOWN)]
AddressText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[!-~]+\Z")]


class Profile(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """How somebody presents itself.

    Attributes:
        name: Shown to people; nothing vouches for it.
        addresses: Where it listens, ``host:port``; empty if it does not.
        application: Program and version.
    """

    name: Label
    addresses: Annotated[tuple[AddressText, ...], Meta(max_length=8)]
    application: Label


class Terms(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What a contract says beside its seats; ``options`` are all values in the order of the game's schema."""

    game: Annotated[str, Meta(min_length=1, max_length=32)]
    rules_version: U32
    options: Annotated[tuple[OptionItem, ...], Meta(max_length=32)]
    clock: Clock | None
    absence: Absence
    spectators: U32 | None
    witness: Witness | None


class Open(msgspec.Struct, tag="o", array_like=True, frozen=True, forbid_unknown_fields=True):
    """A human seat that nobody holds yet."""


class Taken(msgspec.Struct, tag="h", array_like=True, frozen=True, forbid_unknown_fields=True):
    """A human seat that ``identity`` holds, with the key and tip of the contract; ``label`` is only shown."""

    identity: PublicKey
    seat_key: PublicKey
    tip: Hash
    label: Label


class Guest(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A guest whom the host admitted; ``address`` is where the host sees it, or empty."""

    identity: PublicKey
    address: AddressText | None


class RefusedClaim(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A claim that the host does not grant, or no longer; names the claimant, since anybody can copy a seat key."""

    identity: PublicKey
    seat_key: PublicKey


class SetUp(msgspec.Struct, tag="setup", array_like=True, frozen=True, forbid_unknown_fields=True):
    """The host's statement: everything that is set.

    Attributes:
        nonce: With the author it hashes to the room id, which proves that the author is the host.
        version: Rises whenever the terms or the kinds of the seats change; a guest is ready for one version.
        terms, seats: What the contract will say.
        profile: The host's own.
        ready: Whether the host is ready to play.
        guests: Whom the host admitted.
        kicked: Who has to stay away.
        refused: Claims that were refused, latest last.
        start: Match id of the contract that terms and seats now make and that is to be signed; None before.
        closed: The host has gone; nothing will come of this room.
    """

    nonce: Bytes16
    version: U32
    terms: Terms
    seats: Annotated[tuple[Open | Taken | ComputerSeat, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    profile: Profile
    ready: bool
    guests: Annotated[tuple[Guest, ...], Meta(max_length=MAX_GUESTS)]
    kicked: Annotated[tuple[PublicKey, ...], Meta(max_length=MAX_KICKED)]
    refused: Annotated[tuple[RefusedClaim, ...], Meta(max_length=MAX_REFUSED)]
    start: Hash | None
    closed: bool


class Claim(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A seat that a guest wants or holds, with its key and tip for this match."""

    seat: SeatNumber
    seat_key: PublicKey
    tip: Hash
    label: Label


class Member(msgspec.Struct, tag="member", array_like=True, frozen=True, forbid_unknown_fields=True):
    """A guest's statement.

    Attributes:
        profile: Its own.
        claims: Seats that it wants or holds, by ascending number.
        ready: Version of the set-up that the person has agreed to, or None.
        left: It has gone.
    """

    profile: Profile
    claims: Annotated[tuple[Claim, ...], Meta(max_length=MAX_SEATS)]
    ready: U32 | None
    left: bool


Body: TypeAlias = SetUp | Member

_BODY: Codec[Body] = Codec(Body)


def room_id(host: bytes, nonce: bytes) -> bytes:
    """Return the id of the room of ``host``: nobody else can speak as the host of a room with this id."""
    return H("wabe.room", host + nonce)[:16]


def make_statement(key: Ed25519PrivateKey, room: bytes, n: int, body: Body) -> RoomMessage:
    """Return statement ``n`` of the owner of ``key``, signed.

    Raises:
        LocalError: LIMIT: it says more than a statement may hold.
        RemoteError: MALFORMED: a name or address is too long or holds what may not be shown.
    """
    packed = _BODY.encode(body)
    if len(packed) > MAX_BODY_BYTES:
        raise LocalError(
            Code.LIMIT, f"a room statement has at most {MAX_BODY_BYTES} bytes, not {len(packed)}"
        )
    _BODY.decode(packed)
    author = public_bytes(key)
    return RoomMessage(room, author, n, packed, sign(key, _signed_bytes(room, author, n, packed)))


def read_statement(message: RoomMessage) -> Body:
    """Return what a statement says after checking its signature, its form and that a host is the host.

    Not checked: that it is of the room in question and new, and that its author's key is of full order.

    Raises:
        RemoteError: BAD_SIGNATURE, MALFORMED, NOT_CANONICAL; STRANGER: somebody else speaks as the host.
            Nobody who checks this himself forwards such a statement, so it is the link's fault.
    """
    signed = _signed_bytes(message.room, message.author, message.n, message.body)
    if not verify(message.author, message.signature, signed):
        raise RemoteError(Code.BAD_SIGNATURE, "a room statement is not signed by its author", "room")
    body = _BODY.decode(message.body)
    if isinstance(body, SetUp):
        if room_id(message.author, body.nonce) != message.room:
            raise RemoteError(Code.STRANGER, "a set-up is not by the host of the room", "room")
    else:
        numbers = [claim.seat for claim in body.claims]
        if numbers != sorted(set(numbers)):
            raise RemoteError(Code.MALFORMED, "claims must name each seat once, in order", "room")
    return body


def _signed_bytes(room: bytes, author: bytes, n: int, body: bytes) -> bytes:
    return b"wabe room 1\0" + room + author + n.to_bytes(4, "big") + body
