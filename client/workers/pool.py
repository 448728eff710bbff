"""The worker processes: started when first needed, kept warm, killed with a question that is given up.

Built on ``trio-parallel`` (docs/design/2026-11-29-computer-players.md). All calls of one ``trio.run`` share the
workers; they end with it. At most one worker a core is busy, with one core left to the window and the network.
Workers ignore the keyboard's interrupt, so that this process decides what it means.
"""

import math
import os
from collections.abc import Callable
from typing import Any, TypeVar

import trio
import trio_parallel  # type: ignore[import-untyped]  # it has no annotations; this is the one place that uses it

from client.log import LOG

__all__ = ["run_in_worker", "worker_limit"]

T = TypeVar("T")

_IDLE_SECONDS = 600.0
"""Seconds after which a worker without work ends: a person thinks about a move for less."""

_GRACE_SECONDS = 2.0
"""Seconds that idle workers have to end by themselves; they take some hundredths."""

_ATTEMPTS = 3
"""Workers that a question is given to before it is answered in a thread: they are killed by accident, or the
system has no room for any."""

_CONTEXT: "trio.lowlevel.RunVar[_Ready]" = trio.lowlevel.RunVar("wabe.workers")
_LIMITER: "trio.lowlevel.RunVar[trio.CapacityLimiter]" = trio.lowlevel.RunVar("wabe.workers.limiter")


def worker_limit() -> int:
    """Return how many workers may be busy at once: the cores that this process may use but one, at least one."""
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity is not None else os.cpu_count() or 1
    return max(1, cores - 1)


async def run_in_worker(
    function: Callable[..., T], *arguments: Any, limiter: trio.CapacityLimiter | None = None
) -> T:
    """Return ``function(*arguments)``, computed in a worker process.

    Cancelling kills the worker at once. If it dies in another way, the question is asked again in a fresh one,
    and at last in a thread of this process; so ``function`` must give the same wherever it is asked.

    Args:
        function: Of a module's top level. It, its arguments and its result must be picklable.
        arguments: For it.
        limiter: How many may run at once; None: ``worker_limit()`` shared by all that name none.

    Raises:
        Exception: Whatever ``function`` raises.
    """
    context = await _context()
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            result: T = await context.run_sync(
                function, *arguments, kill_on_cancel=True, limiter=limiter or _limiter()
            )
        except trio_parallel.BrokenWorkerError as error:
            LOG.warning("a worker died (%d of %d): %s", attempt, _ATTEMPTS, error)
        except OSError as error:
            LOG.warning("no worker could be started: %s", error)
            break
        else:
            return result
    return await trio.to_thread.run_sync(lambda: function(*arguments), abandon_on_cancel=True)


def _limiter() -> trio.CapacityLimiter:
    try:
        return _LIMITER.get()
    except LookupError:
        limiter = trio.CapacityLimiter(worker_limit())
        _LIMITER.set(limiter)
        return limiter


async def _context() -> Any:
    """Return the workers of this run, which a task of the system opens and closes with the run."""
    try:
        ready = _CONTEXT.get()
    except LookupError:
        ready = _Ready()
        _CONTEXT.set(ready)
        trio.lowlevel.spawn_system_task(_hold, ready)
    await ready.opened.wait()
    return ready.context


class _Ready:
    """Tells when the workers' context is open."""

    def __init__(self) -> None:
        self.opened = trio.Event()
        self.context: Any = None


async def _hold(ready: _Ready) -> None:
    try:
        async with trio_parallel.open_worker_context(
            idle_timeout=_IDLE_SECONDS, grace_period=_GRACE_SECONDS
        ) as ready.context:
            ready.opened.set()
            await trio.sleep(math.inf)
    except trio_parallel.BrokenWorkerError as error:
        # An idle worker that somebody killed: it is gone, which is all that was wanted of it.
        LOG.debug("a worker had ended otherwise: %s", error)
