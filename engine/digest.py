"""Hashes: labelled BLAKE2b, and the state hash made of part hashes.

``H(label, data)`` is the one hash of the whole project: BLAKE2b-256 with ``person=label``, so that bytes
hashed for one purpose never collide with bytes hashed for another.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeAlias

__all__ = ["EMPTY_DRAWS", "Digest16", "Digest32", "H", "extend_draws", "part_hash", "state_hash"]

Digest16: TypeAlias = bytes
Digest32: TypeAlias = bytes

EMPTY_DRAWS: Digest16 = bytes(16)
"""Running hash over all draws of a game before its first draw."""


def H(label: str, data: bytes) -> Digest32:  # noqa: N802 - the name that the protocol's documents use
    """Return the 32-byte BLAKE2b of ``data`` under the ASCII ``label`` (at most 16 characters).

    >>> H("wabe.event", b"")[:4].hex()
    'd18ca3d1'
    """
    return blake2b(data, digest_size=32, person=label.encode("ascii")).digest()


def part_hash(encoded: bytes) -> Digest16:
    """Return the 16-byte hash of one encoded part of a state (board, economy, ...)."""
    return blake2b(encoded, digest_size=16, person=b"wabe.part").digest()


def state_hash(parts: Iterable[Digest16]) -> Digest16:
    """Return the 16-byte hash of a state from its part hashes, in the order of ``Game.part_names``."""
    return blake2b(b"".join(parts), digest_size=16, person=b"wabe.state").digest()


def extend_draws(previous: Digest16, trace: bytes) -> Digest16:
    """Return the running hash over all draws after one step whose draws are ``trace``.

    ``trace`` holds two bytes a draw: the number of possible values less one (so that 256 fits) and the
    value drawn, counted from 0 (``DrawSource.trace``). A step without draws leaves the hash as it is.
    """
    if not trace:
        return previous
    return blake2b(previous + trace, digest_size=16, person=b"wabe.draws").digest()
