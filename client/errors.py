"""What can go wrong on this side of the program, told to a person in one sentence with a stable code.

Engine and protocol have errors of their own; ``explain`` turns any of them, and those of the operating
system, into a ``ClientError``, so that no command ever shows a traceback for something that can happen.
"""

import errno
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from client.i18n import mark, tr
from client.words import in_own_words
from engine.errors import EngineError
from protocol.errors import ProtocolError

__all__ = [
    "EXPECTED",
    "STATUS_FAILED",
    "STATUS_FAULT",
    "STATUS_USAGE",
    "ClientError",
    "FaultError",
    "UsageError",
    "explain",
    "file_errors",
    "foremost",
]

STATUS_FAILED = 1
"""Exit status of a command that could not do its work."""

STATUS_USAGE = 2
"""Exit status of a command line that makes no sense; the same that ``argparse`` uses."""

STATUS_FAULT = 70
"""Exit status after a fault of this program itself: ``EX_SOFTWARE`` of sysexits.h."""


class ClientError(Exception):
    """A command cannot go on.

    Attributes:
        code: Stable word for scripts and tests.
        text: One sentence without a full stop that a person understands, in the language in use.
        culprit: What is at fault: an option, a path, an address; ``""`` if plain from the text.
        status: Exit status of the process.
    """

    status = STATUS_FAILED

    def __init__(self, code: str, text: str, culprit: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.culprit = culprit


class UsageError(ClientError):
    """The command line is wrong; code ``usage`` or that of the option's own check (``setup``)."""

    status = STATUS_USAGE

    def __init__(self, text: str, culprit: str = "", code: str = "usage") -> None:
        super().__init__(code, text, culprit)


class FaultError(ClientError):
    """This program is at fault; code ``internal``. What happened is in the log."""

    status = STATUS_FAULT

    def __init__(self, log: object) -> None:
        text = tr("this program is at fault; what happened is written in {path}", path=log)
        super().__init__("internal", text, str(log))


EXPECTED = (ClientError, EngineError, ProtocolError, OSError)
"""What can happen and is told in a sentence; anything else is a fault of this program."""

_SYSTEM_CODES = {
    errno.ENOSPC: ("disk_full", mark("there is no room left on the disk")),
    errno.EDQUOT: ("disk_full", mark("your share of the disk is used up")),
    errno.EROFS: ("read_only", mark("the disk can only be read")),
    errno.EACCES: ("permission", mark("permission is denied")),
    errno.EPERM: ("permission", mark("permission is denied")),
    errno.ENOENT: ("not_found", mark("there is no such file or directory")),
    errno.EEXIST: ("exists", mark("there is a file of that name already")),
    errno.EFBIG: ("disk_full", mark("the file may not grow any further")),
    errno.EISDIR: ("not_a_file", mark("that is a directory")),
    errno.ENOTDIR: ("not_a_directory", mark("a part of the path is no directory")),
    errno.ENAMETOOLONG: ("bad_name", mark("the name is too long")),
    errno.EMFILE: ("too_many_files", mark("this process has too many files open")),
    errno.EADDRINUSE: ("port_in_use", mark("the port is in use by another program")),
    errno.EADDRNOTAVAIL: ("no_such_address", mark("this machine has no such address")),
    errno.ECONNREFUSED: ("refused", mark("nobody listens at that address and port")),
    errno.EHOSTUNREACH: ("unreachable", mark("the host cannot be reached")),
    errno.ENETUNREACH: ("unreachable", mark("the network cannot be reached")),
    errno.ETIMEDOUT: ("timeout", mark("there was no answer in time")),
    errno.EPIPE: ("broken_pipe", mark("whoever read the output has gone")),
    errno.ECONNRESET: ("lost", mark("the connection was lost")),
}


def explain(error: Exception, culprit: str = "") -> ClientError:
    """Return ``error`` as a ``ClientError``.

    Args:
        error: An error of the engine, the protocol or the operating system, or a ``ClientError``.
        culprit: What was being worked on, where the error does not say so itself: a path, an address.

    Raises:
        TypeError: ``error`` is of no kind that is expected to happen: a fault of the program.
    """
    match error:
        case ClientError():
            return error
        case ProtocolError():
            text = in_own_words(error.code, error.text)
            return ClientError(error.code.value, text, error.culprit or culprit)
        case EngineError():
            text = in_own_words(error.code, error.text)
            return ClientError(error.code, text, error.culprit or culprit)
        case socket.gaierror():
            return ClientError("unknown_host", _about(culprit, tr("there is no host of that name")), culprit)
        case TimeoutError():
            return ClientError("timeout", _about(culprit, tr("there was no answer in time")), culprit)
        case OSError():
            code, text = _SYSTEM_CODES.get(error.errno or 0, ("system", error.strerror or str(error)))
            where = culprit or (str(error.filename) if error.filename is not None else "")
            return ClientError(code, _about(where, tr(text)), where)
    raise TypeError(f"{type(error).__name__} is not an expected error") from error


def foremost(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the error of several at once that is no consequence of another: a fault, else the first."""
    leaves: list[BaseException] = []
    stack: list[BaseException] = [group]
    while stack:
        error = stack.pop(0)
        if isinstance(error, BaseExceptionGroup):
            stack = [*error.exceptions, *stack]
        else:
            leaves.append(error)
    # A fault of the program must not hide behind an error that it caused.
    unexpected = [error for error in leaves if not isinstance(error, EXPECTED)]
    return unexpected[0] if unexpected else leaves[0]


@contextmanager
def file_errors(path: object) -> Iterator[None]:
    """Turn every ``OSError`` of the body into a ``ClientError`` that names ``path``."""
    try:
        yield
    except OSError as error:
        raise explain(error, str(path)) from error


def _about(culprit: str, text: str) -> str:
    return f"{culprit}: {text}" if culprit else text
