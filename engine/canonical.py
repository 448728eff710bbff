"""Canonical msgpack: the one byte form of a value of null, booleans, integers, texts, bytes and arrays.

Everything that is hashed, signed or stored is encoded here (or by an encoder that yields the same bytes).
No floats, no maps, no extension types: nothing whose bytes could depend on a platform or on an order.
"""

from typing import TypeAlias

import msgpack

from engine.errors import PositionError

__all__ = ["Value", "pack", "unpack"]

Value: TypeAlias = bool | int | str | bytes | list["Value"] | tuple["Value", ...] | None


def pack(value: Value) -> bytes:
    """Encode ``value``: integers in their shortest form, tuples and lists both as arrays."""
    _check(value)
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def unpack(data: bytes) -> Value:
    """Decode what ``pack`` made; arrays come back as lists.

    Raises:
        PositionError: ``data`` is not msgpack, holds another type, or is not its own canonical form
            (overlong integers, trailing bytes).
    """
    try:
        value: Value = msgpack.unpackb(data, raw=False, strict_map_key=True, use_list=True)
        again = pack(value)
    except (ValueError, TypeError, msgpack.exceptions.UnpackException, RecursionError) as error:
        raise PositionError("these bytes are not a canonical encoding") from error
    if again != data:
        raise PositionError("these bytes are not a canonical encoding")
    return value


def _check(value: Value) -> None:
    # Exact types: msgpack's extension types are tuples too.
    if type(value) is list or type(value) is tuple:
        for item in value:
            _check(item)
    elif value is not None and type(value) not in (bool, int, str, bytes):
        raise TypeError(f"{type(value).__name__} has no canonical encoding")
