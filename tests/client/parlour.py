"""Programs behind windows, several in one process, on loopback: loaded by a fixture of ``conftest.py``."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from random import Random

import trio

from client.app.application import WindowApplication
from client.app.ports import SeatKind, SeatPlan
from client.app.table import LiveTable
from client.log import log_to
from client.profiles import open_profile
from client.view.source import Phase

ME, OPEN = SeatPlan(SeatKind.ME), SeatPlan(SeatKind.OPEN)
PATIENCE = 30
"""Seconds until something that does not happen counts as a hang."""


def computer(level: str = "simple") -> SeatPlan:
    return SeatPlan(SeatKind.COMPUTER, level)


class Parlour:
    """Opens applications, sits them at tables and plays."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.apps: dict[str, WindowApplication] = {}
        self._nursery = nursery
        self._stacks: dict[str, ExitStack] = {}
        self._ends: dict[str, trio.Event] = {}

    def open(self, name: str) -> WindowApplication:
        """Start the program of that profile."""
        stack = ExitStack()
        profile = stack.enter_context(open_profile(name))
        stack.enter_context(log_to(profile.log_file))
        app = WindowApplication(profile, listen_host="127.0.0.1")
        self.apps[name], self._stacks[name], self._ends[name] = app, stack, trio.Event()
        self._nursery.start_soon(partial(self._run, name, app))
        return app

    async def _run(self, name: str, app: WindowApplication) -> None:
        try:
            await app.run()
        finally:
            self._ends[name].set()

    async def close(self, name: str) -> None:
        """End it as a person does."""
        self.apps.pop(name).quit()
        with trio.fail_after(PATIENCE):
            await self._ends[name].wait()
        self._stacks.pop(name).close()

    async def close_all(self) -> None:
        for name in list(self.apps):
            await self.close(name)

    async def until(self, table: LiveTable, condition: Callable[[], object]) -> None:
        """Wait until ``condition`` holds; looked at whenever the table tells of a change."""
        changed = trio.Event()
        end = table.subscribe(lambda: changed.set())
        try:
            with trio.fail_after(PATIENCE):
                while not condition():
                    assert table.ended is None, table.ended
                    changed = trio.Event()
                    await changed.wait()
        finally:
            end()

    async def ended(self, table: LiveTable) -> None:
        """Wait until the table can not go on."""
        with trio.fail_after(PATIENCE):
            await table.finished.wait()
        assert table.ended is not None

    async def begun(self, *tables: LiveTable) -> None:
        for table in tables:
            await self.until(table, lambda table=table: table.match is not None)

    async def act(self, table: LiveTable, action: str | None = None) -> None:
        """Play ``action``, or one that is chosen by what was played before, as soon as it is this table's turn."""
        match = table.match
        await self.until(table, lambda: match.own_turn() is not None)
        k = len(match.steps)
        if action is None:
            legal = match.game.forward_actions(match.now())
            action = match.game.format(Random(k).choice(legal))
        match.act(match.own_turn(), action)
        await self.until(table, lambda: len(match.steps) > k)

    async def play_out(self, table: LiveTable, *, ending_turns: bool = False) -> None:
        """Play all seats of persons at ``table`` until the match is over."""
        match = table.match

        def over() -> bool:
            return match.status().phase is Phase.FINISHED

        while not over():
            await self.until(table, lambda: over() or match.own_turn() is not None)
            if not over():
                end = match.game.end_action(match.now()) if ending_turns else None
                await self.act(table, None if end is None else match.game.format(end))
        await self.until(table, lambda: match.status().complete)

    async def room(
        self,
        host: WindowApplication,
        guest: WindowApplication,
        game: str = "towerwars",
        options: dict | None = None,
        seats: tuple[SeatPlan, ...] = (ME, OPEN),
    ) -> tuple[LiveTable, LiveTable]:
        """Return the tables of a host and of a guest that both have a seat."""
        hosting = host.host(game, options or {}, seats)
        await self.until(hosting, lambda: hosting.room.invitation)
        joining = guest.join(hosting.room.invitation)
        await self.until(hosting, lambda: sum(seat.kind == "human" for seat in hosting.room.seats) == 2)
        await self.until(joining, lambda: any(seat.own for seat in joining.room.seats))
        return hosting, joining

    async def start(self, host: LiveTable, *guests: LiveTable) -> None:
        """Have everybody ready, and the host start."""
        for table in (host, *guests):
            table.set_ready(True)
        await self.until(host, lambda: host.room.can_start)
        host.start()
        await self.begun(host, *guests)
