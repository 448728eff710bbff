"""What was said at a match, kept beside its file: so that whoever comes back can read it.

Chat is no part of the match: nothing is signed, nothing depends on it. So it is written without waiting for the
disk, and a file that cannot be written or read is no reason for anything but a line in the log.
"""

from collections import deque
from collections.abc import Iterable
from pathlib import Path

import msgspec

from client.errors import ClientError
from client.files import PRIVATE, write_whole
from client.log import LOG
from client.view.source import ChatLine

__all__ = ["MAX_BYTES", "MAX_LINES", "Talk"]

MAX_LINES = 500
MAX_BYTES = 64 * 1024
"""What is kept at most: the newest lines."""

_DECODER = msgspec.json.Decoder(tuple[int, str])


class Talk:
    """The lines of chat of one match.

    Args of the constructor:
        path: Their file, which need not exist: one JSON list of seat and text a line.
        seats: Number of seats of the match.

    Attributes:
        lines: What was said before, oldest first.
    """

    def __init__(self, path: Path, seats: int) -> None:
        self._path = path
        self._seats = seats
        self._kept: deque[bytes] = deque()
        self._bytes = self._size = 0
        self.lines = tuple(self._read())

    def _read(self) -> Iterable[ChatLine]:
        try:
            with self._path.open("rb") as file:
                data = file.read(4 * MAX_BYTES)
        except FileNotFoundError:
            return
        except OSError as error:
            LOG.warning("%s: not readable: %s", self._path, error)
            return
        self._size = len(data)
        for raw in data.splitlines(keepends=True):
            try:
                seat, _ = _DECODER.decode(raw)
            except (msgspec.DecodeError, UnicodeDecodeError):
                continue  # torn when the program was killed, or written by somebody else
            if raw.endswith(b"\n") and 0 <= seat < self._seats:
                self._keep(raw)
        for raw in self._kept:
            yield ChatLine(*_DECODER.decode(raw))
        if self._size != self._bytes:
            self._rewrite()

    def add(self, line: ChatLine) -> None:
        """Keep what somebody said."""
        assert line.seat is not None, "notices are told anew where they still hold"
        raw = msgspec.json.encode((line.seat, line.text)) + b"\n"
        self._keep(raw)
        if self._size + len(raw) > 2 * MAX_BYTES:
            self._rewrite()
            return
        try:
            with self._path.open("ab") as file:
                file.write(raw)
        except OSError as error:
            LOG.warning("%s: what was said was not kept: %s", self._path, error)
        else:
            self._size += len(raw)

    def _keep(self, raw: bytes) -> None:
        self._kept.append(raw)
        self._bytes += len(raw)
        while len(self._kept) > MAX_LINES or self._bytes > MAX_BYTES:
            self._bytes -= len(self._kept.popleft())

    def _rewrite(self) -> None:
        """Leave the file with nothing but what is kept."""
        try:
            write_whole(self._path, b"".join(self._kept), PRIVATE, replace=True)
        except ClientError as error:
            LOG.warning("%s: what was said was not kept: %s", self._path, error.text)
        else:
            self._size = self._bytes
