"""Scales of a graph: how far it goes, where its ticks stand, in what it is measured."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.ai.levels import levels_of

__all__ = ["Unit", "cost", "limit_of", "short", "ticks", "unit_of"]

_OUTLIER = 6
"""Values so many times the median are left out of the scale: a found win has one far beyond all others, and would
flatten the rest of the game to a line."""

_DECISIVE = 4
"""An action that cost so many times what the whole scale shows has cost the game, whatever the number says."""

_CURRENCIES = {"towerwars": "stones", "krieg": "gold"}
"""In hundredths of what the levels count that search."""


@dataclass(frozen=True, slots=True)
class Unit:
    """In what values are told.

    Attributes:
        name: As a person calls it, in the plural.
        parts: So many of a level's units make one.
    """

    name: str
    parts: int


def unit_of(game: str, level: str) -> Unit:
    """Return in what the values of that level are told.

    >>> unit_of("krieg", "hard"), unit_of("krieg", "simple")
    (Unit(name='gold', parts=100), Unit(name='points of the level', parts=1))
    """
    if game in _CURRENCIES and levels_of(game)[level].nodes > 1:
        return Unit(_CURRENCIES[game], 100)
    return Unit("points of the level", 1)


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


def cost(loss: int, limit: int, parts: int = 1) -> str:
    """Return what an action cost, for a person who looks at a scale up to ``limit``; ``parts``: as in ``Unit``.

    >>> cost(120, 400), cost(128, 400, 100), cost(998_807, 400)
    ('120', '1.28', 'the game')
    """
    return short(loss, parts).removeprefix("+") if loss <= _DECISIVE * limit else "the game"


def ticks(limit: int) -> list[int]:
    """Return the values to be written beside an axis from ``-limit`` to ``limit``, lowest first."""
    return [-limit, -limit // 2, 0, limit // 2, limit]


def short(value: int, parts: int = 1) -> str:
    """Return a value with a sign, shortened where it is long; ``parts``: as in ``Unit``, 1 or 100.

    >>> short(-250), short(0), short(31997), short(-250, 100), short(3_199_700, 100)
    ('−250', '0', '+32k', '−2.5', '+32k')
    """
    sign = "−" if value < 0 else "+" if value else ""
    whole, rest = divmod(abs(value), parts)
    if whole < 100 and rest:
        return f"{sign}{whole}.{rest:02}".rstrip("0")
    if whole < 10_000:
        return f"{sign}{whole}"
    number, unit = (whole / 1000, "k") if whole < 999_950 else (whole / 1_000_000, "M")
    return f"{sign}{number:.1f}".removesuffix(".0") + unit


def _rounded_up(value: int) -> int:
    """Return the smallest of 10, 20, 40, 50, 100, 200, ... that is at least ``value``."""
    power = 10
    while True:
        for digit in (1, 2, 4, 5):
            if digit * power >= value:
                return digit * power
        power *= 10
