"""Typed canonical msgpack: one ``Codec`` for each type that crosses a link or is signed.

Decoding validates against the type in one step and then demands that the value re-encodes to the very same
bytes: overlong integers, repeated keys, texts in place of bytes and trailing bytes are refused that way.
"""

from typing import Any, Generic, TypeVar

import msgspec

from protocol.errors import Code, RemoteError

__all__ = ["Codec"]

T = TypeVar("T")

_ENCODER = msgspec.msgpack.Encoder()


class Codec(Generic[T]):
    """Encoder and strict decoder of one type (a ``msgspec.Struct`` with ``array_like=True``, or a union)."""

    __slots__ = ("_decoder",)

    def __init__(self, kind: Any) -> None:
        self._decoder: msgspec.msgpack.Decoder[T] = msgspec.msgpack.Decoder(kind)

    @staticmethod
    def encode(value: Any) -> bytes:
        """Return the canonical bytes of ``value``."""
        return _ENCODER.encode(value)

    def decode(self, data: bytes) -> T:
        """Return the value of canonical ``data``.

        Raises:
            RemoteError: MALFORMED (no msgpack, or not of the type), NOT_CANONICAL (other bytes mean the same).
        """
        try:
            value = self._decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise RemoteError(Code.MALFORMED, f"not a valid message: {error}") from error
        if _ENCODER.encode(value) != data:
            raise RemoteError(Code.NOT_CANONICAL, "the bytes are not in canonical form")
        return value
