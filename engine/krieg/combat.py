"""What dice do to each other (K4.1, K4.2, K4.4): pure, without board or chance."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.krieg.pieces import FIGHTER, Kind

__all__ = ["ATTACKER_FALLS_UP_TO", "DEFENDER_FALLS_FROM", "GUARD_KIND", "Losses", "resolve"]

GUARD_KIND: Final = FIGHTER
"""A guard fights as a fighter (K6.2)."""

_NEVER: Final = -6
"""Below every difference of two dice."""

DEFENDER_FALLS_FROM: Final = (
    #  worker fighter rider archer
    (),
    (-1, 0, 1, 0),
    (-1, 0, 0, 0),
    (-1, 1, 1, 1),
)
"""By kind of attacker and of defender: the defender falls if attacker's less defender's pips reach this (K4.2)."""

ATTACKER_FALLS_UP_TO: Final = (
    #  worker fighter rider archer
    (),
    (_NEVER, 0, 0, _NEVER),
    (_NEVER, -1, 0, _NEVER),
    (_NEVER, _NEVER, _NEVER, _NEVER),
)
"""By kind of attacker and of defender: the attacker falls if attacker's less defender's pips are at most this."""


class Losses(NamedTuple):
    """The result of one combat: units and guards that fell."""

    attackers_lost: int
    garrison_lost: int
    guards_beaten: int


def resolve(
    attacker: Kind,
    attacker_dice: Sequence[int],
    garrison: Kind,
    garrison_dice: Sequence[int],
    guard_dice: Sequence[int] = (),
) -> Losses:
    """Compare the dice of both sides pairwise, the highest first (K4.1, K4.4).

    Args:
        attacker: ``FIGHTER``, ``RIDER`` or ``ARCHER`` (a shooting tower).
        attacker_dice: Pips in any order, one for each attacker.
        garrison: Kind of the garrison (a tower: ``ARCHER``); of no account where there is none.
        garrison_dice: Pips in any order, one for each unit.
        guard_dice: Pips in any order, one for each guard that takes part.

    The second example of K4.4, fighters 5 4 against an archer 5 and a guard 5:

    >>> from engine.krieg.pieces import ARCHER
    >>> resolve(FIGHTER, [5, 4], ARCHER, [5], [5])
    Losses(attackers_lost=1, garrison_lost=0, guards_beaten=1)
    """
    # A guard's die comes before an equal one of the garrison (K4.4): True sorts behind False, in reverse before.
    defenders = sorted(
        [(pips, True) for pips in guard_dice] + [(pips, False) for pips in garrison_dice], reverse=True
    )
    attackers_lost = garrison_lost = guards_beaten = 0
    for attack, (defence, is_guard) in zip(sorted(attacker_dice, reverse=True), defenders, strict=False):
        defender = GUARD_KIND if is_guard else garrison
        difference = attack - defence
        if difference >= DEFENDER_FALLS_FROM[attacker][defender]:
            if is_guard:
                guards_beaten += 1
            else:
                garrison_lost += 1
        if difference <= ATTACKER_FALLS_UP_TO[attacker][defender]:
            attackers_lost += 1
    return Losses(attackers_lost, garrison_lost, guards_beaten)
