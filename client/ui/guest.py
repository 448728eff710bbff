"""Trio as a guest of pyglet's loop: one thread for window, network and files.

Trio does its waiting in a thread of its own and hands over what then has to be done; here that is queued, and
pyglet is woken by one posted event, however much there is (each event writes a byte to a pipe, and a pipe that
is full would hold up the one thread that empties it). The queue is worked off in short portions between frames.

Whatever ends the loop (the last window was closed, an error in the window, an error in trio, a signal), trio's
tasks are cancelled and run to their end, so that everybody is taken leave of and every file is closed.
"""

import queue
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

import outcome
import pyglet
import trio
from pyglet.event import EVENT_HANDLED, EventDispatcher

from client.errors import foremost
from client.interrupts import signals
from client.log import LOG

__all__ = ["run_guest"]

_BUDGET_SECONDS = 0.004
"""Longest portion of trio's work between two frames: a quarter of a frame."""

_REST_SECONDS = 0.0005
"""Pause before the next portion: with none at all pyglet would never get to its frames."""

_LULL_SECONDS = 0.0 if sys.platform == "win32" else 0.0005
"""How long a portion waits for more: what comes of a message mostly has to go by the disk or a thread and is back at
once, sooner than by way of an event. On Windows a short wait is not short."""

_WINDOWS_SECONDS = 1 / 30
"""On Windows posted events sleep while a window is dragged, and signals for as long as nothing happens: the
queue is looked at this often in any case."""

_LAST_SECONDS = 30.0
"""Silence after which trio is given up at the end: its own goodbyes take no more than five."""


def run_guest(main: Callable[[], Awaitable[None]], *, interval: float | None = None) -> int:
    """Run ``main`` in trio and pyglet's loop around it, until both have ended.

    The loop ends when ``main`` returns. The last window's closing and a signal cancel ``main``, which then has
    a few seconds for what it shields.

    Args:
        main: The trio side.
        interval: Seconds between two frames that pyglet draws by itself; None: on demand.

    Returns:
        0, or 128 + a signal's number.

    Raises:
        Exception: What a handler of the window raised, else what ``main`` raised; trio has ended by then.
    """
    return _Guest(main).run(interval)


class _Guest(EventDispatcher):
    def __init__(self, main: Callable[[], Awaitable[None]]) -> None:
        super().__init__()
        self._main = main
        self._calls: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self._scope = trio.CancelScope()
        self._outcome: outcome.Outcome[None] | None = None
        self._signal = 0
        self._is_armed = False
        self._is_looping = False

    def run(self, interval: float | None) -> int:
        loop = pyglet.app.event_loop
        loop.push_handlers(on_window_close=self._window_closed)
        if sys.platform == "win32":
            pyglet.clock.schedule_interval(self._pump, _WINDOWS_SECONDS)
        self._is_looping = True
        trio.lowlevel.start_guest_run(
            self._run_main,
            run_sync_soon_threadsafe=self._soon_threadsafe,
            run_sync_soon_not_threadsafe=self._soon,
            done_callback=self._done,
            # Python's own interrupt would tear whatever runs; ``_watch_signals`` ends everything in its order.
            restrict_keyboard_interrupt_to_checkpoints=True,
        )
        try:
            pyglet.app.run(interval)
        finally:
            self._is_looping = False
            loop.pop_handlers()
            pyglet.clock.unschedule(self._pump)
            self._drain()
        if self._outcome is not None:
            try:
                self._outcome.unwrap()
            except BaseExceptionGroup as group:
                raise foremost(group) from group
        return 128 + self._signal if self._signal else 0

    # --- trio's side ----------------------------------------------------------------------------------
    async def _run_main(self) -> None:
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._watch_signals)
                await self._main()
                nursery.cancel_scope.cancel()

    async def _watch_signals(self) -> None:
        with trio.open_signal_receiver(*signals()) as received:
            async for number in received:
                LOG.info("asked to end by signal %d", number)
                self._signal = self._signal or number
                self._scope.cancel()

    def _done(self, result: "outcome.Outcome[None]") -> None:
        self._outcome = result
        pyglet.app.exit()

    # --- pyglet's side --------------------------------------------------------------------------------
    def _window_closed(self, window: Any) -> bool | None:
        """Cancel trio where this was the last window; pyglet goes on until that has ended."""
        if set(pyglet.app.windows) - {window}:
            return None
        self._scope.cancel()
        return bool(EVENT_HANDLED)

    def _soon_threadsafe(self, call: Callable[[], object]) -> None:
        self._calls.put(call)
        if self._is_looping and not self._is_armed:
            self._is_armed = True
            pyglet.app.platform_event_loop.post_event(self, "on_trio")

    def _soon(self, call: Callable[[], object]) -> None:
        self._calls.put(call)
        if self._is_looping and not self._is_armed:
            self._is_armed = True
            pyglet.clock.schedule_once(self._pump, _REST_SECONDS)

    def on_trio(self) -> None:
        """Pyglet hands over the event that was posted."""
        self._pump(0.0)

    def _pump(self, _: float) -> None:
        """Do what trio has asked for, for a short time."""
        until = time.perf_counter() + _BUDGET_SECONDS
        # As long as this is set nobody else arms the pump; what was queued before it is cleared is seen below.
        self._is_armed = True
        while self._is_looping and time.perf_counter() < until:
            try:
                call = self._calls.get(timeout=_LULL_SECONDS)
            except queue.Empty:
                break
            call()
        if self._calls.empty():
            self._is_armed = False
        if not self._calls.empty():
            self._is_armed = True
            pyglet.clock.schedule_once(self._pump, _REST_SECONDS)

    def _drain(self) -> None:
        """Cancel trio and do what it asks for until it has ended."""
        if self._outcome is None:
            self._scope.cancel()
        while self._outcome is None:
            try:
                call = self._calls.get(timeout=_LAST_SECONDS)
            except queue.Empty:
                LOG.error("trio did not end")
                return
            call()


_Guest.register_event_type("on_trio")
