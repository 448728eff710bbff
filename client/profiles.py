"""Profiles: each has its own identity key, settings and matches, and belongs to one process at a time (N1)."""

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from client.errors import ClientError, UsageError, file_errors
from client.files import PRIVATE, ensure_directory, write_whole
from client.i18n import tr
from protocol.identity import Ed25519PrivateKey, private_key, secret_bytes

__all__ = ["DEFAULT_PROFILE", "HOME_VARIABLE", "PROFILE_VARIABLE", "Profile", "home", "open_profile"]

DEFAULT_PROFILE = "default"

PROFILE_VARIABLE = "WABE_PROFILE"
"""Environment variable with the profile's name, for those who give no ``--profile``."""

HOME_VARIABLE = "WABE_HOME"
"""Environment variable with the directory of all profiles, in place of the platform's usual one."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")

_KEY_FILE = b"wabe identity 1\n%b\n"
"""What the key file holds: its kind, then the 32 secret bytes in hexadecimal."""

_KEY_PATTERN = re.compile(rb"wabe identity 1\r?\n([0-9a-f]{64})\r?\n?")

_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
"""File names that Windows keeps for devices; refused everywhere, so that a profile can move."""


@dataclass(frozen=True, slots=True)
class Profile:
    """An opened profile, locked to this process.

    Attributes:
        name: As in its directory's name.
        directory: Where it lives.
        key: The identity key.
    """

    name: str
    directory: Path
    key: Ed25519PrivateKey = field(repr=False)

    @property
    def matches(self) -> Path:
        """Directory of the match files."""
        return self.directory / "matches"

    @property
    def log_file(self) -> Path:
        """The log file."""
        return self.directory / "wabe.log"


def home() -> Path:
    """Return the directory that holds all profiles; it need not exist yet."""
    named = os.environ.get(HOME_VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("wabe", appauthor=False)


def check_name(name: str) -> str:
    """Return the profile name ``name`` in small letters, as file systems that ignore case would see it.

    Raises:
        UsageError: Not 1 to 32 letters a-z, digits, ``-`` and ``_`` (so neither a path nor hidden), or reserved.
    """
    folded = name.lower()
    if not _NAME.fullmatch(folded) or folded in _RESERVED:
        raise UsageError(
            tr("a profile's name is 1 to 32 letters a-z, digits, - and _, not {name}", name=repr(name[:40])),
            "profile",
            "profile",
        )
    return folded


@contextmanager
def open_profile(name: str | None = None) -> Iterator[Profile]:
    """Open a profile, creating it with a fresh identity where it is new, and hold it while the body runs.

    Args:
        name: Its name; without one that of ``WABE_PROFILE``, else ``default``.

    Raises:
        UsageError: No such name is possible.
        ClientError: ``profile_in_use`` (the text names the process that holds it), ``identity`` (the key file is
            damaged), or a file error.
    """
    name = check_name(name or os.environ.get(PROFILE_VARIABLE) or DEFAULT_PROFILE)
    directory = home() / "profiles" / name
    ensure_directory(directory)
    holder = directory / "holder"
    lock = FileLock(directory / "lock", timeout=0, thread_local=False)
    with file_errors(directory):
        try:
            lock.acquire()
        except Timeout:
            raise ClientError(
                "profile_in_use",
                tr("the profile {name} is in use by {holder}", name=repr(name), holder=_read_holder(holder)),
                name,
            ) from None
    try:
        write_whole(holder, f"{os.getpid()}\n".encode(), replace=True)
        profile = Profile(name, directory, _identity(directory / "identity.key"))
        ensure_directory(profile.matches)
        yield profile
    finally:
        holder.unlink(missing_ok=True)
        lock.release()


def _read_holder(path: Path) -> str:
    """Name the process that holds the lock; it may just have started, or be gone by now."""
    try:
        return tr("process {number}", number=int(path.read_text("ascii")))
    except (OSError, ValueError):
        return tr("another process")


def _identity(path: Path) -> Ed25519PrivateKey:
    with file_errors(path):
        stored = path.read_bytes() if path.exists() else None
    if stored is None:
        key = private_key(secrets.token_bytes(32))
        write_whole(path, _KEY_FILE % secret_bytes(key).hex().encode("ascii"), PRIVATE)
        return key
    found = _KEY_PATTERN.fullmatch(stored)
    if found is None:
        text = tr("{path}: this is no identity key; restore it from a backup", path=path)
        raise ClientError("identity", text, str(path))
    return private_key(bytes.fromhex(found[1].decode("ascii")))
