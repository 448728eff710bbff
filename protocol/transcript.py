"""The bytes of a ``.wabe`` file: a match as it was agreed and as everybody signed it (N2).

It is the save file, the replay and the evidence in one, and holds no secret. The magic line is ``wabe transcript 1``;
the records are canonical msgpack arrays (``protocol.records`` frames them):

- ``["contract", C]`` first and once;
- ``["signature", seat, sig]`` one for each human seat, over the contract by its identity key;
- ``["entry", P, sig]`` in the order in which they came to be known, P as received, all branches of a feed;
- ``["evidence", code, P, sig]`` signed entries that broke a feed and so stand in none.

Nothing here is trusted: whoever opens a transcript gives its contract, signatures and entries to the match
machine, which verifies them as if they came over a link.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from protocol.codec import Codec
from protocol.errors import Code, LocalError, RemoteError
from protocol.fields import SeatNumber, Signature
from protocol.limits import MAX_TRANSCRIPT_BYTES
from protocol.records import FileError, RecordReader, Torn, encode_record, magic_line

__all__ = [
    "FORMAT_VERSION",
    "ContractRecord",
    "EntryRecord",
    "EvidenceRecord",
    "Record",
    "SignatureRecord",
    "Transcript",
    "TranscriptReader",
    "encode_entry",
    "encode_evidence",
    "encode_signature",
    "encode_start",
    "encode_transcript",
    "read_transcript",
]

FORMAT_VERSION = 1
_KIND = "transcript"


class ContractRecord(
    msgspec.Struct, tag="contract", array_like=True, frozen=True, forbid_unknown_fields=True
):
    """The bytes of C."""

    packed: Annotated[bytes, Meta(max_length=8192)]


class SignatureRecord(
    msgspec.Struct, tag="signature", array_like=True, frozen=True, forbid_unknown_fields=True
):
    """A human seat's contract signature."""

    seat: SeatNumber
    signature: Signature


class EntryRecord(msgspec.Struct, tag="entry", array_like=True, frozen=True, forbid_unknown_fields=True):
    """An entry of a feed."""

    packed: msgspec.Raw
    signature: Signature


class EvidenceRecord(
    msgspec.Struct, tag="evidence", array_like=True, frozen=True, forbid_unknown_fields=True
):
    """An entry that stands in no feed, and the code of what its author did."""

    code: Annotated[str, Meta(min_length=1, max_length=32)]
    packed: msgspec.Raw
    signature: Signature


Record: TypeAlias = ContractRecord | SignatureRecord | EntryRecord | EvidenceRecord

_RECORD: Codec[Record] = Codec(Record)


def _encode(record: Record) -> bytes:
    return encode_record(_RECORD.encode(record))


def encode_start(packed_contract: bytes) -> bytes:
    """Return the beginning of a transcript: magic line and contract."""
    return magic_line(_KIND, FORMAT_VERSION) + _encode(ContractRecord(packed_contract))


def encode_signature(seat: int, signature: bytes) -> bytes:
    """Return the record of a contract signature, to append."""
    return _encode(SignatureRecord(seat, signature))


def encode_entry(packed: bytes, signature: bytes) -> bytes:
    """Return the record of an entry, to append; ``packed`` is P as received, which was decoded before."""
    return _encode(EntryRecord(msgspec.Raw(packed), signature))


def encode_evidence(code: str, packed: bytes, signature: bytes) -> bytes:
    """Return the record of an entry that is kept as evidence, to append."""
    return _encode(EvidenceRecord(str(code), msgspec.Raw(packed), signature))


class TranscriptReader:
    """Reads a transcript piece by piece, in bounded memory; a writer goes on at ``offset``."""

    __slots__ = ("_has_contract", "_records")

    def __init__(self) -> None:
        self._records = RecordReader(_KIND, FORMAT_VERSION, Code.NOT_A_TRANSCRIPT)
        self._has_contract = False

    @property
    def offset(self) -> int:
        """Where the whole records seen so far end."""
        return self._records.offset

    def feed(self, data: bytes) -> Iterator[Record]:
        """Yield the records that ``data``, the next piece of the file, completes.

        Raises:
            FileError: On reaching what is at fault: NOT_A_TRANSCRIPT, VERSION (a newer format), DAMAGED. The
                records before it have been yielded.
        """
        for offset, body in self._records.feed(data):
            yield self._decode(offset, body)

    def close(self) -> Torn | None:
        """Tell that the file has ended; return what was cut off of its last write, or None.

        Raises:
            FileError: NOT_A_TRANSCRIPT, also when there is not even a whole contract.
        """
        torn = self._records.close()
        if not self._has_contract:
            raise FileError(Code.NOT_A_TRANSCRIPT, "this transcript ends before its contract", self.offset)
        return torn

    def _decode(self, offset: int, body: bytes) -> Record:
        try:
            record = _RECORD.decode(body)
        except RemoteError as error:
            raise FileError(
                Code.DAMAGED, f"the record at byte {offset} is unreadable: {error.text}", offset
            ) from error
        if isinstance(record, ContractRecord) == self._has_contract:
            raise FileError(Code.DAMAGED, f"at byte {offset}: the contract must come first and once", offset)
        self._has_contract = True
        return record


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole transcript, nothing in it verified.

    Attributes:
        contract: The bytes of C.
        signatures: Contract signature of each human seat that has signed (of several for one seat the first).
        entries: ``(P, sig)`` in the order of the file.
        evidence: ``(code, P, sig)``.
        torn: What was cut off of the last write, or None.
    """

    contract: bytes
    signatures: dict[int, bytes] = field(default_factory=dict)
    entries: list[tuple[bytes, bytes]] = field(default_factory=list)
    evidence: list[tuple[str, bytes, bytes]] = field(default_factory=list)
    torn: Torn | None = None


def read_transcript(pieces: Iterable[bytes], limit: int = MAX_TRANSCRIPT_BYTES) -> Transcript:
    """Return the transcript whose file consists of ``pieces``.

    Raises:
        FileError: NOT_A_TRANSCRIPT, VERSION, DAMAGED.
        LocalError: LIMIT: it has more than ``limit`` bytes.
    """
    reader = TranscriptReader()
    contract = b""
    signatures: dict[int, bytes] = {}
    entries: list[tuple[bytes, bytes]] = []
    evidence: list[tuple[str, bytes, bytes]] = []
    for piece in pieces:
        limit -= len(piece)
        if limit < 0:
            raise LocalError(Code.LIMIT, "this transcript is too long to be one of a match")
        for record in reader.feed(piece):
            match record:
                case ContractRecord():
                    contract = record.packed
                case SignatureRecord():
                    signatures.setdefault(record.seat, record.signature)
                case EntryRecord():
                    entries.append((bytes(record.packed), record.signature))
                case EvidenceRecord():
                    evidence.append((record.code, bytes(record.packed), record.signature))
    return Transcript(contract, signatures, entries, evidence, reader.close())


def encode_transcript(transcript: Transcript) -> bytes:
    """Return the bytes of a whole file, for an export."""
    pieces = [encode_start(transcript.contract)]
    pieces += [encode_signature(seat, signature) for seat, signature in sorted(transcript.signatures.items())]
    pieces += [encode_entry(packed, signature) for packed, signature in transcript.entries]
    pieces += [encode_evidence(code, packed, signature) for code, packed, signature in transcript.evidence]
    return b"".join(pieces)
