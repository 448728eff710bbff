"""Lines of standard input, read in a thread so that a silent keyboard holds up nothing."""

import sys
from collections.abc import AsyncIterator

import trio

__all__ = ["typed_lines"]

_MAX_LINE_BYTES = 8192
"""Bytes of a line that are looked at; chat, the longest thing to type, has 500 characters."""


async def typed_lines() -> AsyncIterator[str]:
    """Yield each line of standard input without its end, until the input ends.

    A thread that waits for a key cannot be interrupted; on cancellation it is left behind, and ends with the
    process.
    """
    while True:
        line = await trio.to_thread.run_sync(
            sys.stdin.buffer.readline, _MAX_LINE_BYTES, abandon_on_cancel=True
        )
        if not line:
            return
        yield line.decode("utf-8", "replace").rstrip("\r\n")
