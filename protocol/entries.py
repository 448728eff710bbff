"""Entries: what a human seat says in a match, signed with its seat key (N2).

On the wire an entry is ``[P, sig]`` with ``P = [author, seq, prev, k, head, state, body]``. Its name is
``e = H("wabe.entry", M ‖ P)``, over the received bytes; the signature does not enter it, since one P can
carry many valid signatures.
"""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from engine.digest import H
from protocol.codec import Codec
from protocol.errors import Code, RemoteError
from protocol.fields import U32, Bytes16, Hash, SeatNumber
from protocol.limits import MAX_ACTION_CHARACTERS, MAX_ENTRY_BYTES, MAX_INC, MAX_SEATS

__all__ = [
    "Ack",
    "Act",
    "Agree",
    "Body",
    "Drop",
    "Inc",
    "Listed",
    "Offer",
    "Payload",
    "Resign",
    "Reveal",
    "Yes",
    "decode_payload",
    "encode_payload",
    "entry_hash",
    "signed_bytes",
]


class Listed(msgspec.Struct, tag="entry", array_like=True, frozen=True, forbid_unknown_fields=True):
    """An out-of-turn entry that an act lets take effect: ``["entry", seat, seq, e]``."""

    seat: SeatNumber
    seq: U32
    e: Hash


class Drop(msgspec.Struct, tag="drop", array_like=True, frozen=True, forbid_unknown_fields=True):
    """An eliminated seat that an act releases from revealing: ``["drop", seat]``."""

    seat: SeatNumber


Inc: TypeAlias = Listed | Drop


class Act(msgspec.Struct, tag="act", array_like=True, frozen=True, forbid_unknown_fields=True):
    """An action of ``seat``, which the author controls.

    ``action`` is canonical text, or ``""`` where ``inc`` ends the game; ``x`` is the author's dice link
    when the action needs chance and the author is in R; ``inc`` takes effect first, in its order.
    """

    seat: SeatNumber
    action: Annotated[str, Meta(max_length=MAX_ACTION_CHARACTERS)]
    x: Hash | None
    used_ms: U32
    inc: Annotated[tuple[Inc, ...], Meta(max_length=MAX_INC)]


class Agree(msgspec.Struct, tag="agree", array_like=True, frozen=True, forbid_unknown_fields=True):
    """The seat to act closes an agreement: the offer's e, and the e of each ``yes``."""

    offer: Hash
    yes: Annotated[tuple[Hash, ...], Meta(max_length=MAX_SEATS)]


class Reveal(msgspec.Struct, tag="reveal", array_like=True, frozen=True, forbid_unknown_fields=True):
    """The author's link of event ``n``, which the item ``cause`` asked for."""

    n: U32
    cause: Hash
    x: Hash


class Ack(msgspec.Struct, tag="ack", array_like=True, frozen=True, forbid_unknown_fields=True):
    """The author has applied the log up to here."""


class Resign(msgspec.Struct, tag="resign", array_like=True, frozen=True, forbid_unknown_fields=True):
    """The author's own seat resigns, or a computer seat that it operates while that is to act."""

    seat: SeatNumber


class Offer(msgspec.Struct, tag="offer", array_like=True, frozen=True, forbid_unknown_fields=True):
    """An agreement is offered: ``draw`` or ``abort`` with ``arg`` nil."""

    kind: Annotated[str, Meta(min_length=1, max_length=16)]
    arg: U32 | None


class Yes(msgspec.Struct, tag="yes", array_like=True, frozen=True, forbid_unknown_fields=True):
    """The author accepts the offer named by its e."""

    offer: Hash


Body: TypeAlias = Act | Agree | Reveal | Ack | Resign | Offer | Yes


class Payload(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """P, the signed part of an entry.

    Attributes:
        author: Seat whose feed this is in.
        seq: Number in that feed, from 0.
        prev: e of the author's previous entry; of the first: the match id.
        k, head: Length and head of the log as the author had applied it.
        state: State hash there.
        body: What is said.
    """

    author: SeatNumber
    seq: U32
    prev: Hash
    k: U32
    head: Hash
    state: Bytes16
    body: Body


_PAYLOAD: Codec[Payload] = Codec(Payload)


def encode_payload(payload: Payload) -> bytes:
    """Return the canonical bytes of P."""
    return _PAYLOAD.encode(payload)


def decode_payload(packed: bytes) -> Payload:
    """Return P; the signature is not looked at.

    Raises:
        RemoteError: MALFORMED, NOT_CANONICAL, or LIMIT when longer than an entry may be.
    """
    if len(packed) > MAX_ENTRY_BYTES:
        raise RemoteError(Code.LIMIT, f"an entry has at most {MAX_ENTRY_BYTES} bytes, this one {len(packed)}")
    return _PAYLOAD.decode(packed)


def entry_hash(match_id: bytes, packed: bytes) -> Hash:
    """Return e, the name of the entry with the bytes ``packed`` of P."""
    return H("wabe.entry", match_id + packed)


def signed_bytes(match_id: bytes, packed: bytes) -> bytes:
    """Return what the seat key signs."""
    return b"wabe entry 1\0" + match_id + packed
