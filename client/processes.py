"""Peer processes of this machine, started and watched through their JSON lines; for the demonstration and tests.

A child is given a pipe as standard input and ends when that is closed, so that none outlives whoever
started it, even if that was killed.
"""

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import trio

from client.errors import ClientError
from client.profiles import HOME_VARIABLE, PROFILE_VARIABLE
from engine import strictjson
from engine.strictjson import JsonError

__all__ = ["PeerProcess", "child_environment", "package_environment", "start_peer", "wabe_command"]

PATIENCE_SECONDS = 60.0
"""Seconds without any event after which a peer that plays by itself hangs: a move takes a fraction of one."""

_END_SECONDS = 8.0
"""Seconds that a child has to end in an orderly way: saying goodbye to its links takes up to two."""

_MAX_ERROR_BYTES = 64 * 1024
"""Bytes of a child's standard error that are kept."""


def wabe_command() -> list[str]:
    """Return how this program is started: by the running interpreter, from wherever its packages are."""
    return [sys.executable, "-P", "-m", "client"]


def package_environment(base: Mapping[str, str]) -> dict[str, str]:
    """Return ``base`` changed so that a child finds this program's packages wherever it is started."""
    root = str(Path(__file__).resolve().parent.parent)
    given = base.get("PYTHONPATH")
    return {**base, "PYTHONPATH": root if not given else f"{root}{os.pathsep}{given}"}


def child_environment(home: Path) -> dict[str, str]:
    """Return the environment of a peer with its profiles under ``home``."""
    environment = package_environment(os.environ)
    environment[HOME_VARIABLE] = str(home)
    environment.pop(PROFILE_VARIABLE, None)
    return environment


class PeerProcess:
    """A running ``wabe peer --json``.

    Whoever waits for it is told an error when the process tells nothing for ``patience`` seconds.

    Attributes:
        name: Its profile.
        events: All events so far, in order.
        errors: What it wrote to standard error so far.
    """

    def __init__(self, name: str, process: trio.Process, patience: float) -> None:
        self.name = name
        self._patience = patience
        self.process = process
        self.events: list[dict[str, Any]] = []
        self.errors = ""
        self._news = trio.Event()
        self._ended = False

    async def wait_for(self, event: str, **fields: Any) -> dict[str, Any]:
        """Return the first event of that name with these fields, also one that was told before.

        Raises:
            ClientError: ``stalled``, or the process ended without it; its own error, where it told one.
        """
        seen = 0
        while True:
            for found in self.events[seen:]:
                if found["event"] == event and all(found.get(key) == value for key, value in fields.items()):
                    return found
            seen = len(self.events)
            if self._ended:
                raise self._failure(f"peer {self.name} ended before it told {event!r}")
            await self.changed()

    def last(self, event: str) -> dict[str, Any] | None:
        """Return the latest event of that name."""
        return next((found for found in reversed(self.events) if found["event"] == event), None)

    async def say(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None, "the process was opened with pipes"
        await self.process.stdin.send_all(f"{line}\n".encode())

    async def changed(self) -> None:
        """Wait until there is a further event, or the process has ended. Raises ``ClientError`` ``stalled``."""
        if self._ended:
            return
        with trio.move_on_after(self._patience) as patience:
            await self._news.wait()
        if patience.cancelled_caught:
            last = self.events[-1]["event"] if self.events else "nothing"
            raise ClientError(
                "stalled", f"peer {self.name} told nothing for {self._patience:g} s after {last!r}", self.name
            )

    async def wait(self) -> int:
        """Wait for the end of the process and of its output; return its status."""
        while not self._ended:
            await self.changed()
        return await self.process.wait()

    async def finish(self) -> None:
        """Wait for the end of the process. Raises ``ClientError`` where its status is not 0."""
        status = await self.wait()
        if status:
            raise self._failure(f"peer {self.name} ended with status {status}")

    def interrupt(self) -> None:
        """Ask the process to end in an orderly way (SIGINT, where that exists)."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)

    async def end(self) -> None:
        """End the process: by closing its input, in the end by force."""
        with trio.CancelScope(shield=True):
            assert self.process.stdin is not None, "the process was opened with pipes"
            await self.process.stdin.aclose()
            if self.process.returncode is None:
                with trio.move_on_after(_END_SECONDS):
                    self.interrupt()
                    await self.process.wait()
            if self.process.returncode is None:
                self.process.kill()
                await self.process.wait()

    def failure(self) -> ClientError | None:
        """Return why the process is of no use any more, or None while it runs."""
        return self._failure(f"peer {self.name} ended") if self._ended else None

    def _failure(self, text: str) -> ClientError:
        last = self.errors.strip().rpartition("\n")[2]
        return ClientError("peer_failed", f"{text}: {last}" if last else text, self.name)

    async def read(self) -> None:
        """Collect output until its end."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._read_errors)
            assert self.process.stdout is not None, "the process was opened with pipes"
            buffer = bytearray()
            async for chunk in self.process.stdout:
                buffer += chunk
                *lines, rest = bytes(buffer).split(b"\n")
                buffer = bytearray(rest)
                for line in lines:
                    self._add(line)
            self._ended = True
            self._tell()

    async def _read_errors(self) -> None:
        assert self.process.stderr is not None, "the process was opened with pipes"
        async for chunk in self.process.stderr:
            self.errors = (self.errors + chunk.decode("utf-8", "replace"))[-_MAX_ERROR_BYTES:]

    def _add(self, line: bytes) -> None:
        try:
            event = strictjson.load(line.decode("utf-8"))
        except (JsonError, UnicodeDecodeError):
            self.errors += f"{line!r}\n"  # something that is no event, such as a fault of the interpreter
            return
        self.events.append(event)
        if event.get("event") != "link_state":  # a heartbeat is no news
            self._tell()

    def _tell(self) -> None:
        news, self._news = self._news, trio.Event()
        news.set()


@asynccontextmanager
async def start_peer(
    name: str, arguments: Sequence[str], environment: Mapping[str, str], patience: float = PATIENCE_SECONDS
) -> AsyncIterator[PeerProcess]:
    """Run ``wabe peer`` with the profile ``name`` while the body lasts; it is ended with the body.

    Args:
        name: Profile.
        arguments: Further arguments of the command.
        environment: See ``child_environment``.
        patience: Seconds; see ``PeerProcess``.
    """
    process = await trio.lowlevel.open_process(
        [*wabe_command(), "peer", "--json", "--end-with-input", "--profile", name, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    peer = PeerProcess(name, process, patience)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(peer.read)
        try:
            yield peer
        finally:
            await peer.end()
