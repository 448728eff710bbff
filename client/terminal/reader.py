"""Lines of standard input, read in a thread so that a silent keyboard holds up nothing."""

import os
import sys
from collections.abc import AsyncIterator

import trio

__all__ = ["typed_lines"]

_MAX_LINE_BYTES = 8192
"""Bytes of a line that are looked at; chat, the longest thing to type, has 500 characters."""


async def typed_lines() -> AsyncIterator[str]:
    """Yield each line of standard input without its end, until the input ends.

    A thread that waits for a key cannot be interrupted; on cancellation it is left behind, and ends with the
    process. It reads from the system itself: a lock of Python's own buffer, held by such a thread, would
    crash the interpreter at its end.
    """
    descriptor = sys.stdin.fileno()
    buffer = b""
    while True:
        received = await trio.to_thread.run_sync(os.read, descriptor, 65536, abandon_on_cancel=True)
        *lines, buffer = (buffer + received).split(b"\n")
        if not received and buffer:
            lines, buffer = [buffer], b""
        for line in lines:
            yield line[:_MAX_LINE_BYTES].decode("utf-8", "replace").rstrip("\r")
        if not received:
            return
        buffer = buffer[:_MAX_LINE_BYTES]
