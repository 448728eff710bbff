"""Timing two pieces of work against each other.

Both run in turns, so that whatever else the machine does meets both alike. Within one process CPU time is read
instead of the wall clock. A round gives one ratio; the median over the rounds is what counts.
"""

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["MAX_RUNS", "Comparison", "Rate", "Work", "alternate", "compare", "rate_of"]

Work: TypeAlias = Callable[[], int]
"""Does a fixed piece of work and returns how many units (leaves, actions, messages) that was."""

Clock: TypeAlias = Callable[[], float]
"""Tells seconds."""

ROUNDS = 7
"""Odd, for a median that was measured; more steadied nothing on a noisy machine of two cores."""

MAX_RUNS = ROUNDS + 1
"""Runs of one piece of work within ``compare``, for work that uses up something made beforehand."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Median speed of one piece of work over all rounds.

    Attributes:
        units: Units of one run.
        per_second: Units in one second, of CPU time unless another clock is said to be read.
    """

    units: int
    per_second: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two pieces of work timed in turns.

    Attributes:
        ours, reference: The two speeds.
        faster: Median over the rounds of our speed divided by the reference's.
        spread: Smallest and largest of those ratios.
    """

    ours: Rate
    reference: Rate
    faster: float
    spread: tuple[float, float]


def compare(
    ours: Work, reference: Work, *, rounds: int = ROUNDS, clock: Clock = time.process_time
) -> Comparison:
    """Time both ``rounds`` times in turns, after one run of each to warm up."""
    ours()
    reference()
    return alternate(lambda: _timed(ours, clock), lambda: _timed(reference, clock), rounds)


def alternate(ours: Callable[[], Rate], reference: Callable[[], Rate], rounds: int) -> Comparison:
    """Have both measured ``rounds`` times in turns, by themselves: other processes, or not by their speed."""
    pairs = [(ours(), reference()) for _ in range(rounds)]
    ratios = sorted(one.per_second / other.per_second for one, other in pairs)
    first, second = (
        Rate(rates[-1].units, statistics.median(rate.per_second for rate in rates))
        for rates in zip(*pairs, strict=True)
    )
    return Comparison(first, second, faster=statistics.median(ratios), spread=(ratios[0], ratios[-1]))


def rate_of(work: Work, rounds: int = 3) -> Rate:
    """Time one piece of work alone, after one run to warm up."""
    work()
    runs = [_timed(work, time.process_time) for _ in range(rounds)]
    return Rate(runs[-1].units, statistics.median(run.per_second for run in runs))


def _timed(work: Work, clock: Clock) -> Rate:
    """Return the speed of one run, without a garbage collection inside."""
    gc.collect()
    gc.disable()
    try:
        start = clock()
        units = work()
        seconds = clock() - start
    finally:
        gc.enable()
    return Rate(units, units / max(seconds, 1e-9))
