"""Income, upkeep, starvation and purchase (K2, K3.3)."""

from engine.game import EventKind, Seat
from engine.krieg.boards import Cell
from engine.krieg.modes import MAX_GOLD
from engine.krieg.movement import joined, joining_refusal
from engine.krieg.pieces import (
    ARCHER,
    COUNT,
    CROWN,
    FIGHTER,
    IS_STRONGHOLD,
    KIND,
    KIND_NAMES,
    MINE,
    PRICE,
    RIDER,
    SITE_TYPE,
    UPKEEP,
    WORKER,
    WORKER_CHARGES,
    Kind,
    Stack,
    fewer,
    stack,
    worker,
)
from engine.krieg.refusals import Refusal
from engine.krieg.state import Draft, Position

__all__ = [
    "buy",
    "buy_refusal",
    "crowns_of",
    "income",
    "locks_in_poverty",
    "new_unit",
    "own_stacks",
    "settle",
    "settlement",
    "upkeep",
]

CROWN_INCOME = 3
MINE_INCOME = 2
"""Gold a turn for a crown and for a mine (K2.1, K5.2)."""

_STARVING_ORDER = {RIDER: 0, ARCHER: 1, FIGHTER: 2, WORKER: 3}
"""Among stacks of equal price and size the kind that starves first has the least rank (K2.2)."""


def crowns_of(p: Position, seat: Seat) -> int:
    """Return the number of standing crowns that ``seat`` owns."""
    own = seat + 1
    return sum(
        SITE_TYPE[site] == CROWN for site, owner in zip(p.sites, p.owners, strict=True) if owner == own
    )


def income(p: Position, seat: Seat) -> int:
    """Return what the next settlement brings ``seat``: 3 a crown, 2 a mine; 0 when it is out (K2.1, K2.4)."""
    if seat not in p.living:
        return 0
    own = seat + 1
    gold = 0
    for site, owner in zip(p.sites, p.owners, strict=True):
        if site and owner == own:
            kind = SITE_TYPE[site]
            if kind == CROWN:
                gold += CROWN_INCOME
            elif kind == MINE:
                gold += MINE_INCOME
    return gold


def upkeep(p: Position, seat: Seat) -> int:
    """Return what the units of ``seat`` cost at its next settlement (K2.1)."""
    own = seat + 1
    return sum(UPKEEP[unit] for unit, owner in zip(p.units, p.owners, strict=True) if unit and owner == own)


def own_stacks(p: Position, seat: Seat) -> dict[Cell, Stack]:
    """Return the stacks of ``seat`` by cell, in canonical order."""
    own = seat + 1
    owners = p.owners
    return {cell: unit for cell, unit in enumerate(p.units) if unit and owners[cell] == own}


def settlement(gold: int, earned: int, stacks: dict[Cell, Stack]) -> tuple[int, list[Cell]]:
    """Return the gold after a settlement and the cells on which a unit dies, one entry a unit (K2.2, K2.3).

    Args:
        gold: Gold on hand, 0..999.
        earned: Income.
        stacks: The seat's stacks by cell in canonical order; what starves is taken off them.
    """
    cost = sum(UPKEEP[unit] for unit in stacks.values())
    dead = []
    while gold + earned < cost:
        cell = min(stacks, key=lambda at: _starves_before(stacks[at]))
        unit = stacks[cell]
        left = fewer(unit, 1)
        cost -= UPKEEP[unit] - UPKEEP[left]
        if left:
            stacks[cell] = left
        else:
            del stacks[cell]
        dead.append(cell)
    return min(MAX_GOLD, gold + earned - cost), dead


def _starves_before(unit: Stack) -> tuple[int, int, int]:
    """Return a sort key: the dearest kind, its largest stack, then the kind's rank (K2.2).

    Ties go to the lowest cell because stacks are kept in canonical order.
    """
    kind = KIND[unit]
    return -PRICE[kind], -COUNT[unit], _STARVING_ORDER[kind]


def settle(d: Draft) -> None:
    """Settle the accounts of the seat whose turn starts (K2): units starve, then gold changes."""
    seat = d.turn
    stacks = own_stacks(d, seat)
    before = d.gold[seat]
    gold, dead = settlement(before, income(d, seat), stacks)
    for cell in dead:
        d.tell(EventKind.STARVED, seat, cell, count=1, piece=d.kind_name(cell))
        d.units[cell] = fewer(d.units[cell], 1)
    d.gold[seat] = gold
    d.tell(EventKind.INCOME, seat, count=gold - before)


def buy_refusal(p: Position, cell: Cell, kind: Kind) -> Refusal | None:
    """Tell why the seat to move cannot buy a unit of ``kind`` on ``cell`` (K3.3)."""
    if not IS_STRONGHOLD[p.sites[cell]] or p.owners[cell] != p.turn + 1:
        return Refusal.NO_SHOP
    if p.gold[p.turn] < PRICE[kind]:
        return Refusal.NO_GOLD
    present = p.units[cell]
    return joining_refusal(kind, 1, present) if present else None


def new_unit(kind: Kind) -> Stack:
    """Return a unit just bought: one step, of a rider too, and no attack or build in this turn (K3.3)."""
    return worker(WORKER_CHARGES, 1, False) if kind == WORKER else stack(kind, 1, 1, False)


def buy(d: Draft, cell: Cell, kind: Kind) -> None:
    """Buy a unit: a legal purchase."""
    d.gold[d.turn] -= PRICE[kind]
    d.units[cell] = joined(new_unit(kind), d.units[cell])
    d.tell(EventKind.BOUGHT, d.turn, cell, count=1, piece=KIND_NAMES[kind])


def locks_in_poverty(p: Position, cell: Cell, kind: Kind) -> bool:
    """Tell whether buying a unit of ``kind`` on ``cell`` locks the seat to move in poverty (K12.1).

    Locked means that after the next settlement, as things stand, the gold buys nothing and will not grow:
    upkeep has eaten the income up. Only a disbanding, a loss or a conquest frees the seat.
    """
    seat = p.turn
    earned = income(p, seat)
    stacks = own_stacks(p, seat)
    stacks[cell] = joined(new_unit(kind), stacks.get(cell, 0))
    stacks = dict(sorted(stacks.items()))
    gold, _ = settlement(p.gold[seat] - PRICE[kind], earned, stacks)
    return gold < min(PRICE) and earned <= sum(UPKEEP[unit] for unit in stacks.values())
