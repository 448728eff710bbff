"""S6: a move and its answer between two windows, against bytes and their echo between two bare processes.

``python -m bench.trip ROLE ...`` is one of the processes; ``game_trips`` and ``echo_trips`` start them in pairs.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import trio

from bench.timing import Rate
from client.processes import child_environment

__all__ = ["echo_trips", "game_trips"]

TRIPS = 40
"""Moves with their answers."""

ECHOES = 400
MESSAGE = bytes(100)
SETTLE = 5
"""Trips that are not counted: the first ones load what is needed."""

GAME, OPTIONS = "towerwars", {"size": 12}


# --- in the processes ----------------------------------------------------------------------------------------------
def _script() -> list[str]:
    """Return the moves of one random game."""
    from engine.registry import find

    game = find(GAME)
    for seed in range(100):
        chance, state, moves = Random(seed), game.setup(OPTIONS), list[str]()
        while len(moves) < 2 * TRIPS and game.outcome(state) is None:
            action = chance.choice(game.forward_actions(state))
            moves.append(game.format(action))
            state = game.apply(state, action, _none())[0]
        if len(moves) == 2 * TRIPS:
            return moves
    raise AssertionError("every random game was over too soon")


def _none() -> Any:
    from engine.dice import NoDraws

    return NoDraws()


class _Player:
    """A program with a window, painting all the time, that plays the script."""

    def __init__(self, app: Any, invitation: str) -> None:
        self.app = app
        self.invitation = invitation
        self.times: list[float] = []
        self._moves = _script()
        self._changed = trio.Event()
        self._asked_at = 0.0
        self._played = -1

    async def run(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.app.run)
            await self._play()
            self.app.quit()

    async def _play(self) -> None:
        from client.app.ports import SeatKind, SeatPlan

        if self.invitation:
            table = self.app.join(self.invitation)
        else:
            table = self.app.host(GAME, OPTIONS, [SeatPlan(SeatKind.ME), SeatPlan(SeatKind.OPEN)])
        table.subscribe(lambda: self._look(table))
        if not self.invitation:
            await self._until(lambda: table.room.invitation)
            print(table.room.invitation, flush=True)
        await self._until(lambda: any(seat.own for seat in table.room.seats))
        await self._until(lambda: all(seat.kind == "human" for seat in table.room.seats))
        table.set_ready(True)
        if not self.invitation:
            await self._until(lambda: table.room.can_start)
            table.start()
        await self._until(lambda: table.match is not None and len(table.match.steps) == 2 * TRIPS)

    def _look(self, table: Any) -> None:
        """Play the next move at once; who began notes how long the answer took."""
        match = table.match
        if match is not None:
            count = len(match.steps)
            if count < len(self._moves) and count != self._played and match.own_turn() is not None:
                now = time.perf_counter()
                if count and not self.invitation:
                    self.times.append(now - self._asked_at)
                self._asked_at, self._played = now, count
                match.act(match.own_turn(), self._moves[count])
        self._changed.set()

    async def _until(self, condition: Callable[[], object]) -> None:
        while not condition():
            self._changed = trio.Event()
            await self._changed.wait()


def _play(name: str, invitation: str, mode: str) -> None:
    """Run one side of a match in a window.

    Args:
        name: Of its profile.
        invitation: "" for who opens the room.
        mode: See ``game_trips``.
    """
    import pyglet

    from client.app.application import WindowApplication
    from client.profiles import open_profile
    from client.ui.guest import run_guest
    from client.ui.theme import DARK
    from client.ui.window import MINIMUM, Window

    window = Window("bench", DARK, size=MINIMUM)
    if mode != "still":
        pyglet.clock.schedule_interval(lambda _: window.draw(), 1 / 60)
    with open_profile(name) as profile:
        player = _Player(WindowApplication(profile, listen_host="127.0.0.1"), invitation)
        if mode != "signed":
            _leave_out_signatures_and_syncs()
        run_guest(player.run)
    if not invitation:
        print(json.dumps(player.times[SETTLE:]), flush=True)
    window.close()


def _leave_out_signatures_and_syncs() -> None:
    """Have everything believed, and the disk not waited for: what is left is the way of a move."""
    import client.app.table  # noqa: F401  # whatever signs is loaded
    from protocol import identity

    def sign(key: object, data: bytes) -> bytes:
        return bytes(64)

    def verify(public: bytes, signature: bytes, data: bytes) -> bool:
        return True

    for real, other in ((identity.sign, sign), (identity.verify, verify)):
        for module in list(sys.modules.values()):
            for name, value in list(vars(module).items()):
                if value is real:
                    setattr(module, name, other)
    os.fsync = lambda fd: None


async def _serve_echo() -> None:
    from protocol.transport.tls import make_certificate

    context = make_certificate().context
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    print(listener.socket.getsockname()[1], flush=True)
    stream = trio.SSLStream(await listener.accept(), context, server_side=True)
    async for data in stream:
        await stream.send_all(data)


async def _ask_echo(port: int) -> None:
    from protocol.transport.tls import client_context

    times = []
    stream = trio.SSLStream(await trio.open_tcp_stream("127.0.0.1", port), client_context())
    for _ in range(ECHOES):
        start = time.perf_counter()
        await stream.send_all(MESSAGE)
        missing = len(MESSAGE)
        while missing:
            missing -= len(await stream.receive_some(missing))
        times.append(time.perf_counter() - start)
    print(json.dumps(times[SETTLE:]), flush=True)
    await stream.aclose()


# --- from outside --------------------------------------------------------------------------------------------------
def _pair(home: Path, first: Sequence[str], second: Sequence[str]) -> list[float]:
    """Run two processes, the second with what the first prints; return the times that one of them prints."""
    environment = child_environment(home)
    command = [sys.executable, "-P", "-m", "bench.trip"]
    with subprocess.Popen([*command, *first], env=environment, stdout=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None, "it was opened with a pipe"
        told = serving.stdout.readline().strip()
        try:
            asking = subprocess.run(
                [*command, *second, told], env=environment, stdout=subprocess.PIPE, text=True, check=True
            )
        except subprocess.CalledProcessError:
            serving.kill()
            raise
        printed = serving.stdout.read() or asking.stdout
    times: list[float] = json.loads(printed)
    return times


def _rate(times: list[float]) -> Rate:
    return Rate(len(times), 1 / statistics.median(times))


def game_trips(mode: str) -> Rate:
    """Return how many moves are answered in a second, by the median.

    Args:
        mode: ``signed``: as it is played. ``bare``: without signatures, and without waiting for the disk. ``still``:
            also without painting; in the others both windows are painted 60 times a second.
    """
    with tempfile.TemporaryDirectory() as home:
        return _rate(_pair(Path(home), ("host", mode), ("guest", mode)))


def echo_trips() -> Rate:
    """Return how often 100 bytes come back in a second, by the median."""
    with tempfile.TemporaryDirectory() as home:
        return _rate(_pair(Path(home), ("serve",), ("ask",)))


def _main(arguments: Sequence[str]) -> None:
    match list(arguments):
        case ["host", mode]:
            _play("host", "", mode)
        case ["guest", mode, invitation]:
            _play("guest", invitation, mode)
        case ["serve"]:
            trio.run(_serve_echo)
        case ["ask", port]:
            trio.run(_ask_echo, int(port))


if __name__ == "__main__":
    _main(sys.argv[1:])
