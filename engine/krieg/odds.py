"""The exact distribution of the results of a combat, by counting (K4); never by sampling.

The pips are gone through from six down to one. At each value it is chosen how many of the dice not yet
placed show it: attackers', guards', garrison's. That places the dice in the order in which they are compared
(K4.1, K4.4), so every pair is settled as soon as both of its dice are known, and only the surplus of one side
waits. Different rolls that come to the same are counted together, which keeps even the largest combat (5 dice
against 5) at some hundred cases. Results are kept: there are only some hundred different combats.
"""

from collections import Counter
from functools import cache
from itertools import product
from math import comb
from typing import Final, NamedTuple

from engine.dice import DIE_SIDES
from engine.game import OddsRow
from engine.krieg.combat import ATTACKER_FALLS_UP_TO, DEFENDER_FALLS_FROM, GUARD_KIND, Losses
from engine.krieg.pieces import WORKER, Kind

__all__ = ["odds_table"]

_ANY_LOWER: Final = 0
"""Stands for the pips of a waiting defender when it only matters that the attacker's are lower."""


class _Case(NamedTuple):
    """Dice placed so far, down to some value.

    Attributes:
        attackers, guards, garrison: Dice placed of each.
        waiting: Defenders without an attacker yet, the first to be met first: kind and pips (or
            ``_ANY_LOWER``). Waiting attackers need no list: they are alike, all higher than what comes.
        losses: Of the pairs settled.
    """

    attackers: int
    guards: int
    garrison: int
    waiting: tuple[tuple[bool, int], ...]
    losses: Losses


@cache
def odds_table(
    attacker: Kind, attackers: int, garrison: Kind | None, garrison_count: int, guard_dice: int = 0
) -> tuple[OddsRow, ...]:
    """Return every possible result of a combat with the number of rolls that give it, in ascending order.

    Args:
        attacker: ``FIGHTER``, ``RIDER`` or ``ARCHER``.
        attackers: Their number, 1..5.
        garrison: Kind of the garrison (a tower: ``ARCHER``), or None where there is none.
        garrison_count: Its units, 0..5; 0 if and only if there is none.
        guard_dice: Dice of guards, 0..2; together with the garrison's at most 5 (K6.2).

    The rolls of all rows add up to ``6 ** (attackers + garrison_count + guard_dice)``.
    """
    defender = WORKER if garrison is None else garrison
    cases = Counter({_Case(0, 0, 0, (), Losses(0, 0, 0)): 1})
    for pips in range(DIE_SIDES, 0, -1):
        following: Counter[_Case] = Counter()
        for case, rolls in cases.items():
            left = (attackers - case.attackers, guard_dice - case.guards, garrison_count - case.garrison)
            # The last value takes all dice that are left.
            shown = product(*(range(n if pips == 1 else 0, n + 1) for n in left))
            for more_attackers, more_guards, more_garrison in shown:
                ways = (
                    comb(left[0], more_attackers) * comb(left[1], more_guards) * comb(left[2], more_garrison)
                )
                next_case = _place(case, attacker, defender, pips, more_attackers, more_guards, more_garrison)
                following[next_case] += rolls * ways
        cases = following
    totals: Counter[Losses] = Counter()
    for case, rolls in cases.items():
        totals[case.losses] += rolls
    return tuple(OddsRow(*losses, rolls) for losses, rolls in sorted(totals.items()))


def _place(
    case: _Case, attacker: Kind, garrison: Kind, pips: int, attackers: int, guards: int, garrison_dice: int
) -> _Case:
    """Return the case with further dice of one value placed and the pairs settled that they complete."""
    waiting = list(case.waiting)
    ahead = max(0, case.attackers - case.guards - case.garrison)
    losses = list(case.losses)

    def settle(is_guard: bool, difference: int) -> None:
        defender = GUARD_KIND if is_guard else garrison
        losses[0] += difference <= ATTACKER_FALLS_UP_TO[attacker][defender]
        losses[2 if is_guard else 1] += difference >= DEFENDER_FALLS_FROM[attacker][defender]

    # Attackers of this value meet defenders that wait with higher pips.
    met = min(attackers, len(waiting))
    for is_guard, higher in waiting[:met]:
        settle(is_guard, pips - higher if higher != _ANY_LOWER else -1)
    del waiting[:met]
    level = attackers - met
    # Defenders of this value, guards first (K4.4), meet attackers that wait with higher pips, then equal ones.
    for is_guard in (True,) * guards + (False,) * garrison_dice:
        if ahead:
            ahead -= 1
            settle(is_guard, 1)
        elif level:
            level -= 1
            settle(is_guard, 0)
        else:
            # Only of a worker does it matter by how much it is higher (K4.2: A >= D - 1).
            exact = not is_guard and garrison == WORKER
            waiting.append((is_guard, pips if exact else _ANY_LOWER))
    return _Case(
        case.attackers + attackers,
        case.guards + guards,
        case.garrison + garrison_dice,
        tuple(waiting),
        Losses(*losses),
    )
