"""The field types that contracts, entries and link messages share: fixed lengths and ranges."""

from typing import Annotated, TypeAlias

from msgspec import Meta

__all__ = ["U32", "U64", "Bytes16", "Bytes32", "Hash", "PublicKey", "SeatNumber", "Signature"]

Bytes16: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]
Bytes32: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Hash: TypeAlias = Bytes32
PublicKey: TypeAlias = Bytes32
Signature: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
U32: TypeAlias = Annotated[int, Meta(ge=0, le=2**32 - 1)]
U64: TypeAlias = Annotated[int, Meta(ge=0)]
"""At most 2^64 - 1, the most that msgpack can write."""
