"""A foreign program and all that it has started end with this one, even if this one is killed.

The program runs in a process group of its own. This program ends the group itself when it is done with it; for the
case that it never comes to that, a shell waits at a pipe whose other end this program holds: when the pipe breaks, it
ends the group. What leaves its group (a daemon) is out of reach. Windows knows no such groups: there the one process is ended.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any

import trio

from client.log import LOG

__all__ = ["Leash", "end_group", "own_group"]

_WAIT = 'read -r told || kill -9 -"$1"'
"""A line says that all is over; the end of input without one, that whoever should have said it is gone."""


def own_group() -> dict[str, Any]:
    """Return the arguments of ``open_process`` that give the process a group of its own."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def end_group(process: trio.Process) -> None:
    """End ``process``, which was started with ``own_group()``, and what is left of its group, at once."""
    if sys.platform == "win32":
        if process.returncode is None:
            process.kill()
        return
    # Nobody is left in it; or (on macOS) nobody but those who have ended and were not waited for.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


class Leash:
    """Whoever ends a group should this program be killed. Make one by ``tie``."""

    def __init__(self, waiting: trio.Process | None) -> None:
        self._waiting = waiting

    @classmethod
    async def tie(cls, process: trio.Process) -> "Leash":
        """Return the leash of a ``process`` that was started with ``own_group()``."""
        if os.name != "posix":
            return cls(None)
        try:
            waiting = await trio.lowlevel.open_process(
                ["/bin/sh", "-c", _WAIT, "wabe-leash", str(process.pid)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                **own_group(),
            )
        except OSError as error:
            LOG.warning("nothing ends process %d, should this program be killed: %s", process.pid, error)
            return cls(None)
        return cls(waiting)

    async def loosen(self) -> None:
        """Let go: the group has ended."""
        if self._waiting is None:
            return
        assert self._waiting.stdin is not None, "the process was opened with a pipe"
        with suppress(trio.BrokenResourceError):  # somebody has ended the shell
            await self._waiting.stdin.send_all(b"over\n")
        await self._waiting.stdin.aclose()
        await self._waiting.wait()
