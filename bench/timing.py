"""Timing two pieces of work against each other.

Both run in turns within one process, so that whatever else the machine does meets both alike, and CPU time
is read instead of the wall clock. A round gives one ratio; the median over the rounds is what counts.
"""

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["MAX_RUNS", "Comparison", "Rate", "Work", "compare", "rate_of"]

Work: TypeAlias = Callable[[], int]
"""Does a fixed piece of work and returns how many units (leaves, actions, messages) that was."""

ROUNDS = 7
"""Odd, for a median that was measured; more steadied nothing on a noisy machine of two cores."""

MAX_RUNS = ROUNDS + 1
"""Runs of one piece of work within ``compare``, for work that uses up something made beforehand."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Median speed of one piece of work over all rounds.

    Attributes:
        units: Units of one run.
        per_second: Units in one second of CPU time.
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


def compare(ours: Work, reference: Work) -> Comparison:
    """Time both ``ROUNDS`` times in turns, after one run of each to warm up."""
    ours()
    reference()
    ours_speeds, reference_speeds = [], []
    for _ in range(ROUNDS):
        units, speed = _timed(ours)
        ours_speeds.append(speed)
        reference_units, speed = _timed(reference)
        reference_speeds.append(speed)
    ratios = sorted(one / other for one, other in zip(ours_speeds, reference_speeds, strict=True))
    return Comparison(
        ours=Rate(units, statistics.median(ours_speeds)),
        reference=Rate(reference_units, statistics.median(reference_speeds)),
        faster=statistics.median(ratios),
        spread=(ratios[0], ratios[-1]),
    )


def rate_of(work: Work, rounds: int = 3) -> Rate:
    """Time one piece of work alone, after one run to warm up."""
    work()
    runs = [_timed(work) for _ in range(rounds)]
    return Rate(runs[-1][0], statistics.median(speed for _, speed in runs))


def _timed(work: Work) -> tuple[int, float]:
    """Return units and units a second of one run, without a garbage collection inside."""
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        units = work()
        seconds = time.process_time() - start
    finally:
        gc.enable()
    return units, units / max(seconds, 1e-9)
