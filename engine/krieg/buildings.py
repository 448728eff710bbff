"""Building mines and castles (K5, K6.8)."""

from typing import Final

from engine.game import EventKind
from engine.krieg.boards import Cell
from engine.krieg.modes import Rules
from engine.krieg.movement import own_stack_refusal
from engine.krieg.pieces import (
    CASTLE,
    CASTLE_GUARDS,
    CHARGES,
    KIND,
    MAY_ACT,
    MINE,
    MINE_SITE,
    SITE_NAMES,
    SITE_TYPE,
    STEPS,
    WORKER,
    castle,
    worker,
)
from engine.krieg.refusals import Refusal
from engine.krieg.state import Draft, Position

__all__ = ["BUILDING_BY_NAME", "BUILDING_NAMES", "BUILDING_PRICE", "build", "build_refusal", "charges_for"]

BUILDING_PRICE: Final = {MINE: 3, CASTLE: 8}
"""Gold for a building (K5.1)."""
BUILDING_NAMES: Final = {building: SITE_NAMES[building] for building in BUILDING_PRICE}
BUILDING_BY_NAME: Final = {name: building for building, name in BUILDING_NAMES.items()}


def charges_for(rules: Rules, building: int) -> int:
    """Return the charges that ``building`` takes from a worker (K5.1)."""
    return rules.castle_charges if building == CASTLE else 1


def build_refusal(p: Position, cell: Cell, building: int) -> Refusal | None:
    """Tell why the seat to move cannot build ``MINE`` or ``CASTLE`` on ``cell`` (K5.1, K6.8)."""
    refusal = own_stack_refusal(p, cell)
    if refusal is not None:
        return refusal
    packed = p.units[cell]
    if KIND[packed] != WORKER:
        return Refusal.NOT_A_WORKER
    if not MAY_ACT[packed]:
        return Refusal.NEW_UNIT if STEPS[packed] else Refusal.DONE
    if p.sites[cell]:
        return Refusal.HAS_BUILDING if SITE_TYPE[p.sites[cell]] in BUILDING_PRICE else Refusal.ON_CROWN
    if CHARGES[packed] < charges_for(p.rules, building):
        return Refusal.NO_CHARGES
    if p.gold[p.turn] < BUILDING_PRICE[building]:
        return Refusal.NO_GOLD
    return None


def build(d: Draft, cell: Cell, building: int) -> None:
    """Build where a worker stands, legally; it is done for the turn, or gone (K5.1). Building is final (K7.1)."""
    d.final = True
    d.gold[d.turn] -= BUILDING_PRICE[building]
    charges = CHARGES[d.units[cell]] - charges_for(d.rules, building)
    d.units[cell] = worker(charges, 0, False) if charges else 0
    # K6.1: the guard of a castle stands as soon as it is built.
    d.sites[cell] = castle(CASTLE_GUARDS) if building == CASTLE else MINE_SITE
    d.tell(EventKind.BUILT, d.turn, cell, piece=BUILDING_NAMES[building])
