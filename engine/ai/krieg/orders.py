"""What a stack or a shop can be told to do: whole orders of one to five deeds.

An order is what makes sense only as a whole: step and strike, step and build, buy a stack, buy a worker and
send it off. Retreating, guarding, raiding and marching are steps; what they are good for the judgement says.
"""

from typing import TypeAlias

from engine.ai.krieg.sketch import ATTACK, BUILD, BUY, STEP, Deed, Sketch
from engine.krieg.attack import target_refusal
from engine.krieg.boards import Cell, Geometry
from engine.krieg.buildings import BUILDING_PRICE, charges_for
from engine.krieg.economy import new_unit
from engine.krieg.movement import entry_refusal
from engine.krieg.pieces import (
    ARCHER,
    CASTLE,
    CHARGES,
    COUNT,
    FIGHTER,
    IS_STRONGHOLD,
    KIND,
    MAX_STACK,
    MAY_ACT,
    MINE,
    PRICE,
    RIDER,
    STEPS,
    WORKER,
    Kind,
    Stack,
)

__all__ = ["Order", "orders"]

Order: TypeAlias = tuple[Deed, ...]

CASTLE_DISTANCE = 3
"""A castle nearer to another shop saves too few steps."""


def orders(d: Sketch) -> list[Order]:
    """Return the orders of the seat to move, attacks first, in a fixed order."""
    own = d.turn + 1
    attacks: list[Order] = []
    others: list[Order] = []
    shops: list[Cell] = []
    cell = d.owners.find(own)
    while cell >= 0:
        if IS_STRONGHOLD[d.sites[cell]]:
            shops.append(cell)
        packed = d.units[cell]
        if packed & 7:
            if KIND[packed] == WORKER:
                _worker(d, cell, packed, others)
            else:
                _soldiers(d, cell, packed, attacks, others)
        cell = d.owners.find(own, cell + 1)
    for shop in shops:
        _purchases(d, shop, others)
    _castles(d, shops, others)
    return attacks + others


def _steps(d: Sketch, packed: Stack, cell: Cell) -> list[Cell]:
    """Return where a stack with a step left can go."""
    units, sites = d.units, d.sites
    return [
        other
        for other in d.rules.geometry.neighbours[cell]
        if not (units[other] or sites[other]) or entry_refusal(d, packed, other) is None
    ]


def _worker(d: Sketch, cell: Cell, packed: Stack, found: list[Order]) -> None:
    builds = MAY_ACT[packed] and d.gold[d.turn] >= BUILDING_PRICE[MINE]
    if builds and not d.sites[cell]:
        found.append(((BUILD, cell, MINE),))
    if STEPS[packed]:
        for other in _steps(d, packed, cell):
            found.append(((STEP, cell, other),))
            if builds and not d.sites[other]:
                found.append(((STEP, cell, other), (BUILD, other, MINE)))


def _castles(d: Sketch, shops: list[Cell], found: list[Order]) -> None:
    """Add castles that workers could build where they stand, far from other shops."""
    if d.gold[d.turn] < BUILDING_PRICE[CASTLE]:
        return
    own, charges = d.turn + 1, charges_for(d.rules, CASTLE)
    for cell, packed in enumerate(d.units):
        if CHARGES[packed] >= charges and MAY_ACT[packed] and d.owners[cell] == own and not d.sites[cell]:
            distances = d.rules.geometry.distances[cell]
            if all(distances[shop] >= CASTLE_DISTANCE for shop in shops):
                found.append(((BUILD, cell, CASTLE),))


def _soldiers(d: Sketch, cell: Cell, packed: Stack, attacks: list[Order], found: list[Order]) -> None:
    board, kind = d.rules.geometry, KIND[packed]
    places: list[tuple[Cell, Order]] = [(cell, ())]
    if STEPS[packed]:
        first = _steps(d, packed, cell)
        places += [(other, ((STEP, cell, other),)) for other in first]
        if STEPS[packed] == 2:
            known = {cell, *first}
            for other in first:
                if d.units[other]:
                    continue
                for further in _steps(d, packed, other):
                    if further not in known:
                        known.add(further)
                        places.append((further, ((STEP, cell, other), (STEP, other, further))))
        found += [way for _, way in places[1:]]
    if not MAY_ACT[packed]:
        return
    for place, way in places:
        if not way or not d.units[place]:
            attacks += [
                (*way, (ATTACK, place, target))
                for target in _targets(d, board, kind, place, bool(way) or not STEPS[packed])
            ]


def _targets(d: Sketch, board: Geometry, kind: Kind, place: Cell, moved: bool) -> list[Cell]:
    far = kind == ARCHER and not (moved and d.rules.short_shots)
    own, owners, units, sites = d.turn + 1, d.owners, d.units, d.sites
    return [
        target
        for target in (board.within_shot if far else board.neighbours)[place]
        if (units[target] or sites[target])
        and owners[target] != own
        and target_refusal(d, kind, target) is None
    ]


def _purchases(d: Sketch, shop: Cell, found: list[Order]) -> None:
    gold, present = d.gold[d.turn], d.units[shop]
    if gold < PRICE[WORKER]:
        return
    if not present:
        found.append(((BUY, shop, WORKER),))
        bought = new_unit(WORKER)
        found += [((BUY, shop, WORKER), (STEP, shop, other)) for other in _steps(d, bought, shop)]
    for kind in (FIGHTER, RIDER, ARCHER):
        if present and KIND[present] != kind:
            continue
        most = min(gold // PRICE[kind], MAX_STACK - COUNT[present])
        if most:
            found.append(((BUY, shop, kind),))
        if most > 1:
            found.append(((BUY, shop, kind),) * most)
