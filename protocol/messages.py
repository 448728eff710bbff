"""The messages of a link: one msgpack array ``[type, ...]`` a frame (N0).

Before authentication only ``hello``, ``auth`` and ``bye`` are understood. ``bye`` is frozen for ever.
Room bodies are defined in ``protocol.room``; here they travel as raw, signed bytes.
"""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from protocol.codec import Codec
from protocol.fields import U32, U64, Bytes16, Bytes32, Hash, PublicKey, SeatNumber, Signature
from protocol.limits import MAX_SEATS

__all__ = [
    "AnyMessage",
    "Ask",
    "Auth",
    "Bye",
    "Chat",
    "ContractMessage",
    "EntryMessage",
    "Have",
    "Hello",
    "Ping",
    "Pong",
    "RoomMessage",
    "SignatureMessage",
    "Tell",
    "Want",
    "decode_message",
    "encode_message",
]

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]


class Hello(msgspec.Struct, tag="hello", array_like=True, frozen=True, forbid_unknown_fields=True):
    """First message of each side.

    ``purpose`` is "room" (set up or join a match that has no contract yet), "match" or "watch";
    ``rules`` lists ``(game, rules_version)``; ``match`` is the match id if known.
    """

    purpose: Name
    protocol: tuple[U32, U32]
    rules: Annotated[tuple[tuple[Name, U32], ...], Meta(max_length=32)]
    application: Annotated[str, Meta(max_length=64)]
    identity: PublicKey
    nonce: Bytes32
    match: Hash | None


class Auth(msgspec.Struct, tag="auth", array_like=True, frozen=True, forbid_unknown_fields=True):
    """Proof of the identity key, bound to both hellos and to the server's certificate."""

    signature: Signature


class Bye(msgspec.Struct, tag="bye", array_like=True, frozen=True, forbid_unknown_fields=True):
    """Last message: why the sender closes. ``code`` is one of ``protocol.errors.Code`` or "done"."""

    code: Annotated[str, Meta(max_length=32)]
    text: Annotated[str, Meta(max_length=512)]


class Ping(msgspec.Struct, tag="ping", array_like=True, frozen=True, forbid_unknown_fields=True):
    """Asks for a ``pong`` with the same stamp, whose meaning only the sender knows."""

    stamp: U64


class Pong(msgspec.Struct, tag="pong", array_like=True, frozen=True, forbid_unknown_fields=True):
    """Echoes a ``ping``."""

    stamp: U64


class RoomMessage(msgspec.Struct, tag="room", array_like=True, frozen=True, forbid_unknown_fields=True):
    """A signed room statement, flooded through the graph of links (``protocol.room``).

    ``n`` rises with every statement of its author; ``body`` is the canonical encoding of a room body.
    """

    room: Bytes16
    author: PublicKey
    n: U32
    body: Annotated[bytes, Meta(max_length=8192)]
    signature: Signature


class ContractMessage(
    msgspec.Struct, tag="contract", array_like=True, frozen=True, forbid_unknown_fields=True
):
    """The bytes of C."""

    packed: Annotated[bytes, Meta(max_length=8192)]


class SignatureMessage(
    msgspec.Struct, tag="signature", array_like=True, frozen=True, forbid_unknown_fields=True
):
    """A human seat's contract signature (by its identity key)."""

    match: Hash
    seat: SeatNumber
    signature: Signature


class Have(msgspec.Struct, tag="have", array_like=True, frozen=True, forbid_unknown_fields=True):
    """How many entries of each human seat's feed the sender holds; asks for what lies beyond.

    Said when a link comes up, and after every 16 entries taken in from it: the other end sends no more than 256 ahead.
    """

    match: Hash
    lengths: Annotated[tuple[tuple[SeatNumber, U32], ...], Meta(max_length=MAX_SEATS)]


class EntryMessage(msgspec.Struct, tag="entry", array_like=True, frozen=True, forbid_unknown_fields=True):
    """One entry ``[P, sig]``, P as received."""

    packed: msgspec.Raw
    signature: Signature


class Want(msgspec.Struct, tag="want", array_like=True, frozen=True, forbid_unknown_fields=True):
    """Asks for a feed's entries from number ``seq`` on."""

    match: Hash
    seat: SeatNumber
    seq: U32


class Ask(msgspec.Struct, tag="ask", array_like=True, frozen=True, forbid_unknown_fields=True):
    """After a restart: what does everybody hold of these seats' feeds? Flooded; ``nonce`` is fresh (N6)."""

    match: Hash
    nonce: Bytes16


class Tell(msgspec.Struct, tag="tell", array_like=True, frozen=True, forbid_unknown_fields=True):
    r"""Answer of human seat ``seat`` to an ``ask``: lengths of all feeds it holds; flooded.

    Signed by the seat key over ``"wabe tell 1\0" ‖ M ‖ nonce ‖ u8 seat ‖ packed lengths``.
    """

    match: Hash
    nonce: Bytes16
    seat: SeatNumber
    lengths: Annotated[tuple[tuple[SeatNumber, U32], ...], Meta(max_length=MAX_SEATS)]
    signature: Signature


class Chat(msgspec.Struct, tag="chat", array_like=True, frozen=True, forbid_unknown_fields=True):
    r"""A line of chat, signed by the seat key over ``"wabe chat 1\0" ‖ M ‖ u8 seat ‖ u32 n ‖ text``; flooded."""

    match: Hash
    seat: SeatNumber
    n: U32
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    signature: Signature


AnyMessage: TypeAlias = (
    Hello
    | Auth
    | Bye
    | Ping
    | Pong
    | RoomMessage
    | ContractMessage
    | SignatureMessage
    | Have
    | EntryMessage
    | Want
    | Ask
    | Tell
    | Chat
)

_MESSAGE: Codec[AnyMessage] = Codec(AnyMessage)


def encode_message(message: AnyMessage) -> bytes:
    """Return the canonical bytes of a message: the body of one frame."""
    return _MESSAGE.encode(message)


def decode_message(data: bytes) -> AnyMessage:
    """Return the message in a frame's body. Raises ``RemoteError`` MALFORMED or NOT_CANONICAL."""
    return _MESSAGE.decode(data)
