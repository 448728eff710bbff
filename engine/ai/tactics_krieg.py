"""Exact tactical figures of Krieg und Frieden for computer players: exchanges, storms, reach.

Everything is counted on the odds table with whole numbers and kept, since few different questions occur.
"""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.krieg.odds import odds_table
from engine.krieg.pieces import ARCHER, FIGHTER, MAX_STACK, PRICE, RIDER, WORKER, Kind

__all__ = ["CERTAIN", "MILLI", "Exchange", "Troop", "balance", "exchange", "storm_chance", "strike_range"]

CERTAIN: Final = 10_000
"""Chances are counted in ten-thousandths."""
MILLI: Final = 1_000
"""Expected losses are counted in thousandths of a unit."""

Troop: TypeAlias = tuple[Kind, int]
"""Kind and number of the units of a stack."""

_STRIKE_RANGE: Final = {WORKER: 0, FIGHTER: 2, RIDER: 3, ARCHER: 3}


class Exchange(NamedTuple):
    """What one attack costs on average, in thousandths of a unit, and the chance that all defenders fall."""

    attackers_lost: int
    garrison_lost: int
    cleared: int


def strike_range(kind: Kind) -> int:
    """Return how far away a fresh stack can hit: its steps and then its attack; 0 for workers."""
    return _STRIKE_RANGE[kind]


@lru_cache(maxsize=4096)
def exchange(attacker: Kind, attackers: int, garrison: Kind | None, count: int, guards: int) -> Exchange:
    """Return what an attack comes to on average.

    Args:
        attacker: Kind of the attacking stack, no worker.
        attackers: Its number, 1..5.
        garrison: Kind of the garrison, None where there is none.
        count: Its number, 0..5.
        guards: Guards that stand on the cell, 0..2.

    The chance that all fall is that of taking the cell: guards that do not roll count as standing, and an
    attacker must be left.
    """
    if not count and not guards:
        return Exchange(0, 0, CERTAIN)
    guard_dice = 0 if attacker == ARCHER else min(guards, MAX_STACK - count)
    rows = odds_table(attacker, attackers, garrison, count, guard_dice)
    rolls = sum(row.rolls for row in rows)
    cleared = sum(
        row.rolls
        for row in rows
        if row.garrison_lost == count and row.guards_beaten == guards and row.attackers_lost < attackers
    )
    return Exchange(
        sum(row.attackers_lost * row.rolls for row in rows) * MILLI // rolls,
        sum(row.garrison_lost * row.rolls for row in rows) * MILLI // rolls,
        cleared * CERTAIN // rolls,
    )


def balance(result: Exchange, attacker: Kind, garrison: Kind | None, unit: int) -> int:
    """Return the average gain of an exchange for the attacker by the price of what falls, ``unit`` a gold piece."""
    gain = result.garrison_lost * PRICE[garrison] if garrison is not None else 0
    return (gain - result.attackers_lost * PRICE[attacker]) * unit // MILLI


@lru_cache(maxsize=16384)
def storm_chance(troops: tuple[Troop, ...], garrison: Kind | None, count: int, guards: int) -> int:
    """Return the chance that ``troops``, attacking in this order in one turn, take a crown or castle.

    Args:
        troops: The attackers; archers among them shoot at the garrison while there is one.
        garrison: Kind of the garrison, None where there is none.
        count: Its number, 0..5.
        guards: Guards that stand before the first attack, 0..2.
    """
    if not troops:
        return 0
    (kind, number), rest = troops[0], troops[1:]
    if kind == ARCHER and not count:
        return storm_chance(rest, garrison, count, guards)
    if not count and not guards:
        return CERTAIN
    guard_dice = 0 if kind == ARCHER else min(guards, MAX_STACK - count)
    total = rolls = 0
    for row in odds_table(kind, number, garrison, count, guard_dice):
        left, standing = count - row.garrison_lost, guards - row.guards_beaten
        if not left and not standing and row.attackers_lost < number and kind != ARCHER:
            total += CERTAIN * row.rolls
        else:
            total += row.rolls * storm_chance(rest, garrison if left else None, left, standing)
        rolls += row.rolls
    return total // rolls
