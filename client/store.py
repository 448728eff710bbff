"""The files of one match on disk, and the promise that nothing sent is ever lost (N6).

``ID.wabe`` is the transcript, appended to entry by entry; ``ID.secret`` holds the seat keys and dice chains
of this peer, written once and deleted when the match is over; ``ID.links.json`` says where the others could be
reached, and how far the chat is numbered; ``ID.chat.jsonl`` what was said, where a window was open; ``ID.lock`` keeps a second process away. The transcript may be given to anybody, the secret never.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from client.errors import ClientError, file_errors
from client.files import PRIVATE, SHARED, ensure_directory, write_whole
from client.i18n import tr
from client.log import LOG
from engine import strictjson
from engine.game import Seat
from engine.strictjson import JsonError
from protocol.identity import SeatSecret
from protocol.secret_file import decode_secrets, encode_secrets

__all__ = [
    "NAME_DIGITS",
    "MatchFiles",
    "chat_path",
    "read_links_beside",
    "remove_match",
    "remove_orphans",
    "transcript_path",
]


NAME_DIGITS = 32
"""Hexadecimal digits of a match id, of 64, in the names of its files."""

_LINKS = ".links.json"

_CHAT = ".chat.jsonl"


def transcript_path(directory: Path, match: bytes) -> Path:
    """Return where the transcript of the match of that id lies, if it is there."""
    return directory / f"{match.hex()[:NAME_DIGITS]}.wabe"


def chat_path(transcript: Path) -> Path:
    """Return where a window keeps what was said at the match of that transcript."""
    return transcript.with_suffix(_CHAT)


def remove_orphans(directory: Path) -> None:
    """Remove secrets without a transcript: of matches that were signed here and never began (N2).

    A match begins with the first own entry, which is stored after the transcript was created.
    """
    with file_errors(directory):
        for secret in directory.glob("*.secret"):
            if not secret.with_suffix(".wabe").exists():
                LOG.info("removing %s: that match never began", secret.name)
                secret.unlink(missing_ok=True)


def remove_match(transcript: Path) -> None:
    """Remove a match that nobody needs any more, secrets first, so that nobody goes on with half of it.

    Raises:
        ClientError: A file error.
    """
    with file_errors(transcript):
        for suffix in (".secret", _LINKS, _CHAT, ".wabe", ".lock"):
            transcript.with_suffix(suffix).unlink(missing_ok=True)


def read_links_beside(transcript: Path) -> dict[str, Any]:
    """Return what ``MatchFiles.write_links`` wrote beside a transcript, as ``MatchFiles.read_links`` does."""
    path = transcript.with_suffix(_LINKS)
    try:
        value = strictjson.load(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, JsonError) as error:
        LOG.warning("%s: not readable: %s", path, error)
        return {}
    return value if isinstance(value, dict) else {}


class MatchFiles:
    """The files of one match, held by this process until ``close``.

    All methods block on the disk; a driver calls ``append`` in a worker thread where it has to be ``durable``.

    Attributes:
        transcript: Path of ``ID.wabe``.
    """

    def __init__(self, directory: Path, match: bytes) -> None:
        """Take the match's lock.

        Args:
            directory: The profile's directory of matches.
            match: Match id.

        Raises:
            ClientError: ``match_in_use``, or a file error.
        """
        self.match = match
        self.transcript = transcript_path(directory, match)
        name = self.transcript.stem
        self._secret = directory / f"{name}.secret"
        self._links = self.transcript.with_suffix(_LINKS)
        self._descriptor = -1
        self._length = 0
        self._lock = FileLock(directory / f"{name}.lock", timeout=0, thread_local=False)
        with file_errors(directory):
            try:
                self._lock.acquire()
            except Timeout:
                raise ClientError(
                    "match_in_use",
                    tr("the match {match} is played by another process", match=name[:16]),
                    name,
                ) from None

    # --- secrets --------------------------------------------------------------------------------------
    def write_secrets(self, secrets: Mapping[Seat, SeatSecret]) -> None:
        """Put keys and chains on disk, once for a match; before anything is signed with them.

        Raises:
            ClientError: A file error; also when there are secrets already.
        """
        write_whole(self._secret, encode_secrets(self.match, secrets), PRIVATE)

    def read_secrets(self) -> dict[Seat, SeatSecret]:
        """Return keys and chains of the own seats; none when the match is over or is another profile's.

        Raises:
            FileError: The file is damaged.
            ClientError: ``wrong_match``, or a file error.
        """
        with file_errors(self._secret):
            try:
                stored = self._secret.read_bytes()
            except FileNotFoundError:
                return {}
        match, secrets = decode_secrets(stored)
        if match != self.match:
            raise ClientError(
                "wrong_match",
                tr("{path}: these secrets are of another match", path=self._secret),
                str(self._secret),
            )
        return secrets

    def delete_secrets(self) -> None:
        """Forget keys and chains for good: the match is over, or never began."""
        with file_errors(self._secret):
            self._secret.unlink(missing_ok=True)

    # --- transcript -----------------------------------------------------------------------------------
    def create(self, head: bytes) -> None:
        """Begin the transcript with ``head``, on disk as a whole or not at all.

        Raises:
            ClientError: A file error; also when the file is there already.
        """
        write_whole(self.transcript, head, SHARED)
        self.open(len(head))

    def open(self, length: int) -> None:
        """Open an existing transcript to append to, cut to ``length`` bytes (a torn tail goes).

        Raises:
            ClientError: A file error.
        """
        with file_errors(self.transcript):
            self._descriptor = os.open(self.transcript, os.O_RDWR | getattr(os, "O_BINARY", 0))
            torn = os.fstat(self._descriptor).st_size - length
            if torn:
                LOG.warning("cut %d torn bytes off the end of %s", torn, self.transcript.name)
                os.ftruncate(self._descriptor, length)
                os.fsync(self._descriptor)
            os.lseek(self._descriptor, length, os.SEEK_SET)
        self._length = length

    def append(self, data: bytes, *, durable: bool) -> None:
        """Append ``data``; with ``durable`` it is on disk on return.

        A file that somebody has removed or replaced meanwhile is put back first.

        Raises:
            ClientError: A file error (``disk_full``, ...), or ``changed``: somebody else has written to the file.
                Nothing of ``data`` counts then: what was written of it is cut off again, now or when the file
                is next opened.
        """
        with file_errors(self.transcript):
            self._keep_in_place()
            try:
                view = memoryview(data)
                while view:
                    view = view[os.write(self._descriptor, view) :]
                if durable:
                    os.fsync(self._descriptor)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(self._descriptor, self._length)
                    os.lseek(self._descriptor, self._length, os.SEEK_SET)
                raise
        self._length += len(data)

    def _keep_in_place(self) -> None:
        """See that what is written can be found again under the file's name: the open file outlives that."""
        held = os.fstat(self._descriptor)
        if held.st_size != self._length:
            raise ClientError(
                "changed",
                tr("{path}: another program has changed this file", path=self.transcript),
                str(self.transcript),
            )
        with suppress(FileNotFoundError):
            if os.path.samestat(held, self.transcript.stat()):
                return
        LOG.warning("%s was removed or replaced, and is put back", self.transcript.name)
        old = self._descriptor
        os.lseek(old, 0, os.SEEK_SET)
        with os.fdopen(os.dup(old), "rb") as file:
            content = file.read()  # which leaves the position, shared by both, at the end
        ensure_directory(self.transcript.parent)
        write_whole(self.transcript, content, SHARED, replace=True)
        self.open(self._length)
        os.close(old)

    # --- addresses ------------------------------------------------------------------------------------
    def write_links(self, value: Mapping[str, Any]) -> None:
        """Put what is needed to find the others again beside the transcript. Raises ``ClientError``."""
        write_whole(self._links, strictjson.dump(dict(value)).encode(), PRIVATE, replace=True)

    def read_links(self) -> dict[str, Any]:
        """Return what ``write_links`` wrote; nothing where the file is missing or damaged (it is only a help)."""
        return read_links_beside(self.transcript)

    # --- the end --------------------------------------------------------------------------------------
    def close(self) -> None:
        """Close the files and let the lock go; may be called again."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        self._lock.release()
