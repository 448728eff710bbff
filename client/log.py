"""The log file: what this program did, by time and level, for whoever has to find out what went wrong.

Nothing secret is ever handed to it: no private key, no dice link that has not been revealed, no ticket.
"""

import logging
import logging.handlers
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from client.errors import file_errors

__all__ = ["LEVELS", "LOG", "log_to", "recent"]

LOG = logging.getLogger("wabe")
"""The one logger of the client."""

_LOGGERS = (LOG, logging.getLogger("protocol"))
"""Those that write to the file: the client's own, and the one of the transport."""

LEVELS = ("debug", "info", "warning", "error")

_MAX_BYTES = 2 * 1024 * 1024
"""Size at which the file is put aside as ``wabe.log.1``: some 20,000 lines, many evenings of play."""

_RECENT_LINES = 200
"""Lines kept in memory for the bundle that is written when two peers disagree (N8)."""

_ODD_CHARACTERS = "backslashreplace"
"""What becomes of characters that no file can hold: halves of pairs, as in names of files that are not text."""

_FORMAT = "%(asctime)s %(levelname)-7s %(message)s"


def _made_text(record: logging.LogRecord) -> bool:
    """Write out what is no text, before any handler (a test's too) stumbles over it; let every record pass."""
    message = record.getMessage()
    if not message.isascii():
        record.msg, record.args = message.encode("utf-8", _ODD_CHARACTERS).decode("utf-8"), ()
    return True


for _logger in _LOGGERS:
    _logger.addFilter(_made_text)


class _Ring(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: deque[str] = deque(maxlen=_RECENT_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the formatted record."""
        self.lines.append(self.format(record).encode("utf-8", _ODD_CHARACTERS).decode("utf-8"))


_RING = _Ring()


@contextmanager
def log_to(path: Path, level: str = "info") -> Iterator[None]:
    """Write the log to ``path`` while the body runs.

    Args:
        path: The file; appended to.
        level: One of ``LEVELS``; what is below it is left out.

    Raises:
        ClientError: The file cannot be written.
    """
    with file_errors(path):
        file = logging.handlers.RotatingFileHandler(
            path, maxBytes=_MAX_BYTES, backupCount=1, encoding="utf-8", errors=_ODD_CHARACTERS
        )
    formatter = logging.Formatter(_FORMAT)
    for logger in _LOGGERS:
        logger.setLevel(level.upper())
        logger.propagate = False
        for handler in (file, _RING):
            handler.setFormatter(formatter)
            logger.addHandler(handler)
    # A log that cannot be written (full disk) must not stop a match nor print tracebacks into it.
    raise_before, logging.raiseExceptions = logging.raiseExceptions, False
    try:
        yield
    finally:
        logging.raiseExceptions = raise_before
        for logger in _LOGGERS:
            for handler in (file, _RING):
                logger.removeHandler(handler)
        file.close()


def recent() -> tuple[str, ...]:
    """Return the latest lines, oldest first."""
    return tuple(_RING.lines)
