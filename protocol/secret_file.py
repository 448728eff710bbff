"""The bytes of a ``.secret`` file: what only the holder of a match's seats has (N2).

One record, ``["secret", M, [[seat, key32, x_N], ...]]``, behind the magic line ``wabe secret 1``. Written once before the contract is signed,
with mode 0600, locked while in use, deleted when the match is complete. It is never part of a transcript, an
export, a bundle or a log: whoever has it can act for the seats and foresees their share of all dice to come.
"""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from protocol.chain import Chain
from protocol.codec import Codec
from protocol.errors import Code, RemoteError
from protocol.fields import Bytes32, Hash, SeatNumber
from protocol.identity import SeatSecret, private_key, public_bytes, secret_bytes
from protocol.limits import CHAIN_LENGTH, MAX_SEATS
from protocol.records import FileError, RecordReader, encode_record, magic_line

__all__ = ["decode_secrets", "encode_secrets"]

FORMAT_VERSION = 1
_KIND = "secret"


class _Seat(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    seat: SeatNumber
    key: Bytes32
    last: Bytes32


class _Secrets(msgspec.Struct, tag="secret", array_like=True, frozen=True, forbid_unknown_fields=True):
    match: Hash
    seats: Annotated[tuple[_Seat, ...], Meta(min_length=1, max_length=MAX_SEATS)]


_SECRETS: Codec[_Secrets] = Codec(_Secrets)


def encode_secrets(match_id: bytes, secrets: Mapping[int, SeatSecret]) -> bytes:
    """Return the bytes of the file for the match ``match_id`` and one's own human seats, at least one."""
    seats = tuple(
        _Seat(seat, secret_bytes(secret.key), secret.chain.last) for seat, secret in sorted(secrets.items())
    )
    return magic_line(_KIND, FORMAT_VERSION) + encode_record(_SECRETS.encode(_Secrets(match_id, seats)))


def decode_secrets(data: bytes, length: int = CHAIN_LENGTH) -> tuple[bytes, dict[int, SeatSecret]]:
    """Return match id and secrets of the file ``data``; building a chain takes up to 0.1 s a seat.

    Not checked: that keys and tips are those of the contract.

    Args:
        data: The whole file.
        length: Links of a chain; other than a match's only in tests.

    Raises:
        FileError: DAMAGED (also another kind of file), VERSION.
    """
    reader = RecordReader(_KIND, FORMAT_VERSION, Code.DAMAGED)
    bodies = [body for _, body in reader.feed(data)]
    if reader.close() is not None or len(bodies) != 1:
        raise FileError(Code.DAMAGED, "a secret file holds exactly one whole record", reader.offset)
    try:
        found = _SECRETS.decode(bodies[0])
    except RemoteError as error:
        # Only the code: the text of a decoding error could quote what must stay secret.
        raise FileError(
            Code.DAMAGED, f"the record of the secret file is unreadable ({error.code})", 0
        ) from None
    secrets: dict[int, SeatSecret] = {}
    for seat in found.seats:
        key = private_key(seat.key)
        secrets[seat.seat] = SeatSecret(key, Chain(public_bytes(key), seat.last, length))
    if len(secrets) != len(found.seats):
        raise FileError(Code.DAMAGED, "the secret file names a seat twice", 0)
    return found.match, secrets
