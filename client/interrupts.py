"""Running a program's main task so that an interrupt ends it in an orderly way."""

import os
import signal
from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio

from client.errors import foremost

__all__ = ["run_interruptible", "run_until", "signals"]

T = TypeVar("T")


def signals() -> tuple[signal.Signals, ...]:
    """Return the signals that ask this program to end, on this platform."""
    names = ("SIGINT", "SIGTERM", "SIGHUP") if os.name == "posix" else ("SIGINT", "SIGBREAK")
    return tuple(getattr(signal, name) for name in names)


def run_interruptible(main: Callable[[trio.Event], Awaitable[int]]) -> int:
    """Run ``main`` with trio until it returns its status.

    Args:
        main: Is given an event that is set when a signal asks the program to end: it should then return soon,
            having said its goodbyes. A second signal cancels it.

    Returns:
        The status of ``main``, or 128 + the signal's number.

    Raises:
        Exception: What ``main`` raised; of several at once the first that is no consequence of another.
    """
    try:
        return trio.run(_run, main)
    except BaseExceptionGroup as group:
        raise foremost(group) from group


async def run_until(asked: trio.Event, work: Callable[[], Awaitable[T]]) -> T | None:
    """Return what ``work`` returns, or None when ``asked`` was set before; ``work`` is cancelled then.

    What was opened around this call is not cancelled, and can still take its leave.
    """
    result: T | None = None
    async with trio.open_nursery() as nursery:

        async def watch() -> None:
            await asked.wait()
            nursery.cancel_scope.cancel()

        nursery.start_soon(watch)
        result = await work()
        nursery.cancel_scope.cancel()
    return result


async def _run(main: Callable[[trio.Event], Awaitable[int]]) -> int:
    status = 0
    asked = trio.Event()
    with trio.open_signal_receiver(*signals()) as received:
        async with trio.open_nursery() as nursery:

            async def wait_for_signals() -> None:
                nonlocal status
                async for number in received:
                    if asked.is_set():
                        nursery.cancel_scope.cancel()
                    status = 128 + number
                    asked.set()

            nursery.start_soon(wait_for_signals)
            result = await main(asked)
            status = status or result
            nursery.cancel_scope.cancel()
    return status
