"""What can go wrong between peers, each with a stable code and a culprit.

Two families, as in the state machines that this project learned from: a ``LocalError`` is a mistake of the
caller and changes nothing; a ``RemoteError`` is the fault of whoever is on the other end of a link. What a
*signed* entry did wrong is no exception at all: it is recorded against its author (``protocol.evidence``).
"""

import enum

__all__ = ["Code", "LocalError", "ProtocolError", "RemoteError"]


class Code(enum.StrEnum):
    """Stable codes; the client makes words of them."""

    # streams and frames
    FRAME_SIZE = "frame_size"
    MALFORMED = "malformed"
    NOT_CANONICAL = "not_canonical"
    UNEXPECTED = "unexpected"
    TIMEOUT = "timeout"
    FLOOD = "flood"
    # links
    LOST = "lost"
    SLOW = "slow"
    BUSY = "busy"
    UNREACHABLE = "unreachable"
    ADDRESS = "address"
    # identity and authentication
    VERSION = "version"
    RULES_VERSION = "rules_version"
    SMALL_ORDER_KEY = "small_order_key"
    BAD_SIGNATURE = "bad_signature"
    CHANNEL = "channel"
    WRONG_PEER = "wrong_peer"
    STRANGER = "stranger"
    # room and contract
    CONTRACT = "contract"
    SEAT_TAKEN = "seat_taken"
    ROOM_FULL = "room_full"
    KICKED = "kicked"
    WRONG_MATCH = "wrong_match"
    # feeds and log
    SEQUENCE = "sequence"
    PREV = "prev"
    FORK = "fork"
    STALE = "stale"
    ILLEGAL = "illegal"
    WRONG_REVEAL = "wrong_reveal"
    UNSUPPORTED = "unsupported"
    LIMIT = "limit"
    DESYNC = "desync"
    # own side
    NOT_YOUR_SEAT = "not_your_seat"
    NOT_YOUR_TURN = "not_your_turn"
    FROZEN = "frozen"
    RECOVERING = "recovering"
    OVER = "over"
    # files
    NOT_A_TRANSCRIPT = "not_a_transcript"
    DAMAGED = "damaged"


class ProtocolError(Exception):
    """Base of both families.

    Attributes:
        code: Stable code.
        text: One sentence in English.
        culprit: Who or what is at fault: ``"seat 1"``, an address, a field; ``""`` if plain from the code.
    """

    def __init__(self, code: Code, text: str, culprit: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.culprit = culprit


class LocalError(ProtocolError):
    """The caller asked for something that may not be done now; nothing was changed."""


class RemoteError(ProtocolError):
    """The other end of a link broke the protocol; the link is to be closed with ``bye`` and this code."""
