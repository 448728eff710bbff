"""Our side of S5: one action message from bytes to a checked value, without its signature."""

import hashlib

import msgspec

from bench.timing import Work
from protocol.entries import Act, Payload, decode_payload, encode_payload
from protocol.messages import EntryMessage, decode_message, encode_message

__all__ = ["action_message", "decode_action"]


def action_message() -> bytes:
    """Return the bytes of a message that holds an ordinary action with dice."""

    def digest(word: str) -> bytes:
        return hashlib.sha256(word.encode()).digest()

    act = Act(seat=1, action="attack e2 e3", x=digest("x"), used_ms=4_250, inc=())
    payload = Payload(
        author=1,
        seq=212,
        prev=digest("prev"),
        k=431,
        head=digest("head"),
        state=digest("state")[:16],
        body=act,
    )
    return encode_message(
        EntryMessage(packed=msgspec.Raw(encode_payload(payload)), signature=digest("s") * 2)
    )


def decode_action(data: bytes, times: int) -> Work:
    """Return work that decodes and validates the message and its payload, ``times`` times."""

    def run() -> int:
        for _ in range(times):
            message = decode_message(data)
            assert isinstance(message, EntryMessage)
            decode_payload(bytes(message.packed))
        return times

    return run
