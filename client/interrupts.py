"""Running a program's main task so that an interrupt ends it in an orderly way."""

import os
import signal
from collections.abc import Awaitable, Callable

import trio

from client.errors import EXPECTED

__all__ = ["run_interruptible", "signals"]


def signals() -> tuple[signal.Signals, ...]:
    """Return the signals that ask this program to end, on this platform."""
    names = ("SIGINT", "SIGTERM", "SIGHUP") if os.name == "posix" else ("SIGINT", "SIGBREAK")
    return tuple(getattr(signal, name) for name in names)


def run_interruptible(main: Callable[[], Awaitable[int]]) -> int:
    """Run ``main`` with trio until it returns its status, or a signal cancels it.

    Returns:
        The status of ``main``, or 128 + the signal's number.

    Raises:
        Exception: What ``main`` raised; of several at once the first that a person can do something about.
    """
    try:
        return trio.run(_run, main)
    except BaseExceptionGroup as group:
        raise _foremost(group) from group


async def _run(main: Callable[[], Awaitable[int]]) -> int:
    status = 0
    with trio.open_signal_receiver(*signals()) as received:
        async with trio.open_nursery() as nursery:

            async def wait_for_signal() -> None:
                nonlocal status
                async for number in received:
                    status = 128 + number
                    nursery.cancel_scope.cancel()

            nursery.start_soon(wait_for_signal)
            status = await main()
            nursery.cancel_scope.cancel()
    return status


def _foremost(group: BaseExceptionGroup[BaseException]) -> BaseException:
    leaves: list[BaseException] = []
    stack: list[BaseException] = [group]
    while stack:
        error = stack.pop(0)
        if isinstance(error, BaseExceptionGroup):
            stack = [*error.exceptions, *stack]
        else:
            leaves.append(error)
    unexpected = [e for e in leaves if not isinstance(e, EXPECTED)]
    # A fault of the program must not hide behind an error that it caused.
    return unexpected[0] if unexpected else leaves[0]
