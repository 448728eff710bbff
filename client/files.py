"""Writing files so that a crash, a full disk or a second process never leaves half of one behind."""

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from client.errors import file_errors

__all__ = ["PRIVATE", "SHARED", "ensure_directory", "sync_directory", "write_whole"]

PRIVATE = 0o600
"""Mode of files that hold keys: nobody but their owner reads them."""

SHARED = 0o644
"""Mode of everything else, before the umask."""


def ensure_directory(path: Path) -> None:
    """Create ``path`` and its parents where missing, readable by their owner alone.

    Raises:
        ClientError: Not possible (``permission``, ``read_only``, ``disk_full``, ``not_a_directory``, ...).
    """
    with file_errors(path):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)


def write_whole(path: Path, data: bytes, mode: int = SHARED, *, replace: bool = False) -> None:
    """Put ``data`` at ``path`` so that there is either all of it, on disk, or nothing new.

    Args:
        path: Where; its directory must exist.
        data: The whole content.
        mode: Permissions, in force before the first byte is written.
        replace: Whether a file that is already there gives way.

    Raises:
        ClientError: Not possible; (``exists`` without ``replace``, ``disk_full``, ...); an old file is untouched.
    """
    with file_errors(path):
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                if mode != PRIVATE:  # mkstemp gave 0600
                    _umasked(file.fileno(), mode)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if replace:
                temporary.replace(path)
            else:
                _link_once(temporary, path)
        finally:
            with suppress(FileNotFoundError):
                temporary.unlink()
        sync_directory(path.parent)


def sync_directory(path: Path) -> None:
    """Make names in the directory ``path`` last, where the system knows such a thing (POSIX)."""
    if os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _umasked(descriptor: int, mode: int) -> None:
    if os.name == "posix":
        umask = os.umask(0)
        os.umask(umask)
        os.fchmod(descriptor, mode & ~umask)


def _link_once(temporary: Path, path: Path) -> None:
    """Give ``temporary`` the name ``path`` unless that is taken; a plain rename where links are unknown."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        temporary.rename(path)
