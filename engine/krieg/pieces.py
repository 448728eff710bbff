"""What stands on cells, packed into one byte a cell: stacks (K3) and sites (K5, K6, K8, K9).

A stack's byte holds kind, count, steps left and whether it may still act; its owner is that of its cell,
since whatever enters a cell makes it its owner's (K3.6). A site's byte holds the building, crown or tower
of a cell and how many guards or archers stand there. 0 is nothing in both. Tables indexed by such a byte
answer the common questions, so that rules read ``COUNT[stack]`` and cost one look-up.

    stack   kind 2 bits | count, of a worker its charges 3 bits | steps 2 bits | may act 1 bit
    site    type 4 bits | guards or archers 4 bits

An archer that may act and has no step left has moved this turn (or a part of it has): K12.2 needs no mark
of its own. A stack that has a step left and may not act was bought this turn (K3.3).
"""

from collections.abc import Callable
from typing import Final, TypeAlias

__all__ = [
    "ARCHER",
    "CASTLE",
    "CHARGES",
    "COUNT",
    "CROWN",
    "CROWN_GUARDS",
    "DEAD_CROWN",
    "FIGHTER",
    "GUARDS",
    "GUARDS_BACK",
    "IS_STRONGHOLD",
    "KIND",
    "KIND_BY_NAME",
    "KIND_NAMES",
    "MAX_STACK",
    "MAY_ACT",
    "MINE",
    "PRICE",
    "READY",
    "RESTED",
    "RIDER",
    "SITE_NAMES",
    "SITE_TYPE",
    "STEPS",
    "TOWER",
    "TOWER_ARCHERS",
    "UPKEEP",
    "WORKER",
    "WORTH",
    "Kind",
    "Site",
    "Stack",
    "castle",
    "crown",
    "fewer",
    "stack",
    "tower",
    "worker",
]

Kind: TypeAlias = int
"""``WORKER``, ``FIGHTER``, ``RIDER`` or ``ARCHER``."""
Stack: TypeAlias = int
"""A packed stack, 1..255; 0 where a cell holds none."""
Site: TypeAlias = int
"""A packed site, 1..255; 0 where a cell holds none."""

WORKER: Final = 0
FIGHTER: Final = 1
RIDER: Final = 2
ARCHER: Final = 3

KIND_NAMES: Final = ("worker", "fighter", "rider", "archer")
KIND_BY_NAME: Final = {name: kind for kind, name in enumerate(KIND_NAMES)}

PRICE: Final = (3, 3, 12, 3)
"""Gold for one unit, by kind (K3)."""
UPKEEP_OF_ONE: Final = (1, 1, 3, 1)
"""Gold that one unit costs each turn, by kind (K3)."""
STEPS_OF_KIND: Final = (1, 1, 2, 1)
"""Steps in a turn, by kind (K3)."""

MAX_STACK: Final = 5
"""Most units in a stack, and most dice of one side of a combat (K3.1, K6.2)."""
WORKER_CHARGES: Final = 2
"""Buildings in a new worker (K3)."""
CROWN_GUARDS: Final = 2
CASTLE_GUARDS: Final = 1
"""Guards of a crown and of a castle (K6.1)."""


def stack(kind: Kind, count: int, steps: int, may_act: bool) -> Stack:
    """Pack a stack of ``count`` (1..5) fighters, riders or archers with ``steps`` (0..2) left."""
    return kind << 6 | count << 3 | steps << 1 | may_act


def worker(charges: int, steps: int, may_act: bool) -> Stack:
    """Pack a worker with ``charges`` (1..2); workers never stack, so no count is needed (K3.1)."""
    return WORKER << 6 | charges << 3 | steps << 1 | may_act


def fewer(packed: Stack, units: int) -> Stack:
    """Return a stack less ``units`` (at most as many as it has), 0 when none is left."""
    return packed - (units << 3) if units < COUNT[packed] else 0


def _table(value: Callable[[int], int]) -> bytes:
    return bytes(value(packed) & 0xFF for packed in range(256))


KIND: Final = _table(lambda packed: packed >> 6)
"""Kind of a packed stack."""
COUNT: Final = _table(lambda packed: packed >> 3 & 7 if packed >> 6 != WORKER else min(1, packed >> 3 & 7))
"""Units in a packed stack; 0 for none."""
CHARGES: Final = _table(lambda packed: packed >> 3 & 7 if packed >> 6 == WORKER else 0)
"""Charges left in a packed worker; 0 for anything else."""
STEPS: Final = _table(lambda packed: packed >> 1 & 3)
"""Steps that a packed stack has left in this turn."""
MAY_ACT: Final = _table(lambda packed: packed & 1)
"""1 where a packed stack may still attack, a worker: build."""
RESTED: Final = _table(lambda packed: packed & 0xF8)
"""The packed stack without step and attack: done for the turn, or its seat is not to move."""
READY: Final = _table(lambda packed: packed & 0xF8 | STEPS_OF_KIND[packed >> 6] << 1 | 1 if packed else 0)
"""The packed stack with all its steps and its attack: the start of its seat's turn."""
UPKEEP: Final = _table(lambda packed: COUNT[packed] * UPKEEP_OF_ONE[packed >> 6])
"""Upkeep of a packed stack (K2.1)."""
WORTH: Final = _table(lambda packed: COUNT[packed] * PRICE[packed >> 6])
"""Price of all units of a packed stack (K8.5)."""

MINE: Final = 1
CASTLE: Final = 2
CROWN: Final = 3
DEAD_CROWN: Final = 4
TOWER: Final = 5

SITE_NAMES: Final = {MINE: "mine", CASTLE: "castle", CROWN: "crown"}
"""What can be taken on a cell, by name."""

MINE_SITE: Final[Site] = MINE << 4
DEAD_CROWN_SITE: Final[Site] = DEAD_CROWN << 4


def castle(guards: int) -> Site:
    """Pack a castle with ``guards`` (0..1) standing."""
    return CASTLE << 4 | guards


def crown(guards: int) -> Site:
    """Pack a standing crown with ``guards`` (0..2) standing."""
    return CROWN << 4 | guards


def tower(archers: int) -> Site:
    """Pack a neutral tower with ``archers`` (1..5)."""
    return TOWER << 4 | archers


SITE_TYPE: Final = _table(lambda packed: packed >> 4)
"""``MINE``, ``CASTLE``, ``CROWN``, ``DEAD_CROWN``, ``TOWER``, or 0, of a packed site."""
IS_STRONGHOLD: Final = _table(lambda packed: packed >> 4 in (CASTLE, CROWN))
"""1 where a packed site sells units, is guarded and blocks the way of others (K3.3, K3.4, K6.1)."""
GUARDS: Final = _table(lambda packed: packed & 15 if packed >> 4 in (CASTLE, CROWN) else 0)
"""Guards that stand at a packed site."""
TOWER_ARCHERS: Final = _table(lambda packed: packed & 15 if packed >> 4 == TOWER else 0)
"""Archers of a packed tower; 0 for anything else."""
GUARDS_BACK: Final = _table(
    lambda packed: {CASTLE: castle(CASTLE_GUARDS), CROWN: crown(CROWN_GUARDS)}.get(packed >> 4, packed)
)
"""The packed site with all its guards back (K6.3)."""
