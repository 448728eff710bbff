"""Files of records: one magic line, then records that are only ever appended.

A record is ``u32 length ‖ check(length) ‖ body ‖ check(body)``, where ``check(d)`` is the first four bytes of
``H("wabe.record", d)``. The checks are against accidents, not against people: they tell a write that was cut off by a kill or a
power failure (the last record only; expected, harmless, repaired by cutting it off) from damage anywhere else, and keep
a damaged length from swallowing what follows it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.digest import H
from protocol.errors import Code, LocalError, ProtocolError
from protocol.limits import MAX_RECORD_BYTES

__all__ = ["FileError", "RecordReader", "Torn", "encode_record", "magic_line"]

_CHECK = 4
_HEADER = 4 + _CHECK
_MAX_MAGIC = 32
"""Bytes of the magic line; what has no line end by then is another kind of file."""


class FileError(ProtocolError):
    """A file cannot be read on from ``offset``; everything before it has been returned.

    Attributes:
        offset: Bytes from the start of the file to what is at fault.
    """

    def __init__(self, code: Code, text: str, offset: int) -> None:
        super().__init__(code, text, f"byte {offset}")
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Torn:
    """The last write did not get to its end.

    Attributes:
        offset: Where the whole records end: cut the file to this length before appending to it.
        lost: Bytes behind it.
    """

    offset: int
    lost: int


def magic_line(kind: str, version: int) -> bytes:
    """Return the first line of a file of this kind and format version."""
    return f"wabe {kind} {version}\n".encode("ascii")


def encode_record(body: bytes) -> bytes:
    """Return ``body`` as one record.

    Raises:
        LocalError: LIMIT: it is empty or longer than a reader would take.
    """
    if not 1 <= len(body) <= MAX_RECORD_BYTES:
        raise LocalError(Code.LIMIT, f"a record has 1 to {MAX_RECORD_BYTES} bytes, not {len(body)}")
    length = len(body).to_bytes(4, "big")
    return length + _check(length) + body + _check(body)


def _check(data: bytes) -> bytes:
    return H("wabe.record", data)[:_CHECK]


class RecordReader:
    """Reads a file piece by piece; holds one piece and one record at a time.

    Args:
        kind: Word in the magic line.
        version: The highest format version that is understood; all lower ones are.
        wrong_kind: Code for a file of another kind.

    Attributes:
        offset: Where the whole records seen so far end.
    """

    __slots__ = (
        "_at",
        "_buffer",
        "_kind",
        "_magic_seen",
        "_suspect",
        "_version",
        "_wrong_kind",
        "_zeros",
        "offset",
    )

    def __init__(self, kind: str, version: int, wrong_kind: Code) -> None:
        self._kind = kind
        self._version = version
        self._wrong_kind = wrong_kind
        self._buffer = bytearray()
        self._at = 0
        self._magic_seen = False
        self._suspect = False
        self._zeros = 0
        self.offset = 0

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Yield ``(offset, body)`` of each record that ``data``, the next piece of the file, completes.

        Raises:
            FileError: On reaching what is at fault: the wrong kind (the code given), VERSION (a newer format: update the
                program), DAMAGED.
        """
        del self._buffer[: self._at]
        self._at = 0
        self._buffer += data
        return self._records()

    def close(self) -> Torn | None:
        """Tell that the file has ended; return what was cut off, or None if it ended with a whole record.

        Raises:
            FileError: The wrong kind: not even a part of the magic line.
        """
        left = len(self._buffer) - self._at + self._zeros
        if not self._magic_seen and not magic_line(self._kind, self._version).startswith(bytes(self._buffer)):
            raise self._wrong_file()
        return Torn(self.offset, left) if left else None

    def _records(self) -> Iterator[tuple[int, bytes]]:
        if not self._magic_seen:
            self._take_magic()
        while self._magic_seen and not self._suspect and len(self._buffer) - self._at >= _HEADER:
            length = self._length()
            if length is None:
                self._suspect = True
                break
            end = self._at + _HEADER + length + _CHECK
            if len(self._buffer) < end:
                return
            body = bytes(self._buffer[self._at + _HEADER : end - _CHECK])
            if self._buffer[end - _CHECK : end] != _check(body):
                self._suspect = True
                break
            start = self.offset
            self.offset += end - self._at
            self._at = end
            yield start, body
        if self._suspect:
            self._look_behind()

    def _take_magic(self) -> None:
        line, found, _ = bytes(self._buffer[:_MAX_MAGIC]).partition(b"\n")
        if not found:
            if len(self._buffer) >= _MAX_MAGIC:
                raise self._wrong_file()
            return
        words = line.split(b" ")
        if len(words) != 3 or words[:2] != [b"wabe", self._kind.encode("ascii")] or not words[2].isdigit():
            raise self._wrong_file()
        if not 1 <= int(words[2]) <= self._version:
            text = f"this {self._kind} has format {int(words[2])}; this program reads up to {self._version}: update it"
            raise FileError(Code.VERSION, text, 0)
        self._magic_seen = True
        self._at = self.offset = len(line) + 1

    def _wrong_file(self) -> FileError:
        return FileError(self._wrong_kind, f"this file is not a {self._kind} of this program", 0)

    def _length(self) -> int | None:
        """Return the length of the record at hand, or None if its header cannot be trusted."""
        at = self._at
        field = bytes(self._buffer[at : at + 4])
        length = int.from_bytes(field, "big")
        if self._buffer[at + 4 : at + _HEADER] != _check(field) or not 1 <= length <= MAX_RECORD_BYTES:
            return None
        return length

    def _look_behind(self) -> None:
        """Judge a record that does not check: torn if it is the last, else damage.

        After a power failure a file may have its new length but zeros where data were not yet written, so zeros
        behind a broken record, or in place of one, still count as its end.
        """
        length = self._length()
        behind = self._at + _HEADER + (0 if length is None else length + _CHECK)
        if any(self._buffer[behind:]):
            raise FileError(Code.DAMAGED, f"the {self._kind} is damaged at byte {self.offset}", self.offset)
        self._zeros += max(0, len(self._buffer) - behind)
        del self._buffer[behind:]
