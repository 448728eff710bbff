"""Scales of a graph: how far it goes, where its ticks stand."""

from collections.abc import Iterable

__all__ = ["cost", "limit_of", "short", "ticks"]

_OUTLIER = 6
"""Values so many times the median are left out of the scale: a found win has one far beyond all others, and would
flatten the rest of the game to a line."""

_DECISIVE = 4
"""An action that cost so many times what the whole scale shows has cost the game, whatever the number says."""


def limit_of(values: Iterable[int]) -> int:
    """Return a round number, 10 or more, that all ``values`` but the outliers lie within, on both sides of 0.

    >>> limit_of([5, -20, 130, 90, 40, 1, 2, 3, 4, 55, 66, 77, 8, 30000])
    200
    """
    sizes = sorted(map(abs, values))
    if not sizes:
        return 10
    border = _OUTLIER * max(10, sizes[len(sizes) // 2])
    return _rounded_up(max((size for size in sizes if size <= border), default=10))


def cost(loss: int, limit: int) -> str:
    """Return what an action cost, for a person who looks at a scale up to ``limit``.

    >>> cost(120, 400), cost(998_807, 400)
    ('120', 'the game')
    """
    return str(loss) if loss <= _DECISIVE * limit else "the game"


def ticks(limit: int) -> list[int]:
    """Return the values to be written beside an axis from ``-limit`` to ``limit``, lowest first."""
    return [-limit, -limit // 2, 0, limit // 2, limit]


def short(value: int) -> str:
    """Return a value with a sign, shortened where it is long.

    >>> short(-250), short(0), short(31997)
    ('−250', '0', '+32k')
    """
    sign = "−" if value < 0 else "+" if value else ""
    size = abs(value)
    if size < 10_000:
        return f"{sign}{size}"
    number, unit = (size / 1000, "k") if size < 999_950 else (size / 1_000_000, "M")
    return f"{sign}{number:.1f}".removesuffix(".0") + unit


def _rounded_up(value: int) -> int:
    """Return the smallest of 10, 20, 40, 50, 100, 200, ... that is at least ``value``."""
    power = 10
    while True:
        for digit in (1, 2, 4, 5):
            if digit * power >= value:
                return digit * power
        power *= 10
