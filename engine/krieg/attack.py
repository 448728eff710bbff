"""Attacks on the board: whom a stack may attack, and what follows (K3.2, K4.3, K6, K9.2, K12.2).

A defender is a garrison (the stack on the cell, or the archers of a tower) and guards (of a crown or castle).
Against fighters and riders both roll (K6.2); shots meet the garrison only (K6.6).
"""

from dataclasses import dataclass

from engine.dice import DrawSource
from engine.game import EventKind
from engine.krieg.boards import Cell
from engine.krieg.combat import Losses, resolve
from engine.krieg.movement import own_stack_refusal, take
from engine.krieg.pieces import (
    ARCHER,
    COUNT,
    CROWN,
    GUARDS,
    IS_STRONGHOLD,
    KIND,
    KIND_NAMES,
    MAX_STACK,
    MAY_ACT,
    RESTED,
    SITE_TYPE,
    STEPS,
    TOWER,
    TOWER_ARCHERS,
    WORKER,
    Kind,
    Stack,
    fewer,
    tower,
)
from engine.krieg.refusals import Refusal
from engine.krieg.state import Draft, Position, seat_of
from engine.krieg.victory import crown_falls

__all__ = [
    "Defence",
    "attack",
    "attack_refusal",
    "defence_against",
    "defender_name",
    "finish_attack",
    "lose_units",
    "reach_refusal",
    "target_refusal",
]


_UNHURT = Losses(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Defence:
    """Who rolls for the defence of a cell, and who stands there.

    Attributes:
        garrison: Kind of the garrison, a tower's is ``ARCHER``; None where there is none.
        garrison_count: Its units, 0..5; each rolls one die.
        guard_dice: Guards that roll as well (K6.2).
        guards: Guards that stand, rolling or not.
    """

    garrison: Kind | None
    garrison_count: int
    guard_dice: int
    guards: int

    @property
    def open(self) -> bool:
        """Whether nobody defends: an attack takes the cell without dice (K6.5)."""
        return not self.garrison_count and not self.guards


def attack_refusal(p: Position, cell: Cell, target: Cell) -> Refusal | None:
    """Tell why the stack on ``cell`` may not attack ``target``."""
    refusal = own_stack_refusal(p, cell)
    if refusal is not None:
        return refusal
    packed = p.units[cell]
    if KIND[packed] == WORKER:
        return Refusal.NEVER_ATTACKS
    if not MAY_ACT[packed]:
        return Refusal.NEW_UNIT if STEPS[packed] else Refusal.DONE
    refusal = reach_refusal(p, packed, p.rules.geometry.distances[cell][target])
    return refusal if refusal is not None else target_refusal(p, KIND[packed], target)


def reach_refusal(p: Position, packed: Stack, distance: int) -> Refusal | None:
    """Tell why a stack does not reach a cell at ``distance`` (K3; K12.2: archers that moved shoot at 1)."""
    if distance == 1:
        return None
    if KIND[packed] != ARCHER or distance != 2:
        return Refusal.OUT_OF_RANGE
    return Refusal.MOVED_ARCHER if p.rules.short_shots and not STEPS[packed] else None


def target_refusal(p: Position, kind: Kind, target: Cell) -> Refusal | None:
    """Tell why a stack of ``kind`` of the seat to move finds nothing to attack on a cell in its reach.

    There is something: a tower, another seat's stack, or, for fighters and riders, a crown or castle that is
    not one's own, even an empty or open one (K6.5, K6.6).
    """
    site = p.sites[target]
    if site and SITE_TYPE[site] == TOWER:
        return None
    if p.owners[target] == p.turn + 1:
        return Refusal.NO_TARGET
    if p.units[target]:
        return None
    if not IS_STRONGHOLD[site]:
        return Refusal.NO_TARGET
    return Refusal.GUARDS_ONLY if kind == ARCHER else None


def defence_against(p: Position, kind: Kind, target: Cell) -> Defence:
    """Return the defence that an attack by ``kind`` on ``target`` meets; the target must be a legal one."""
    site, packed = p.sites[target], p.units[target]
    if archers := TOWER_ARCHERS[site]:
        return Defence(ARCHER, archers, 0, 0)
    count, guards = COUNT[packed], GUARDS[site]
    guard_dice = 0 if kind == ARCHER else min(guards, MAX_STACK - count)
    return Defence(KIND[packed] if packed else None, count, guard_dice, guards)


def attack(d: Draft, cell: Cell, target: Cell, draws: DrawSource) -> None:
    """Carry out a legal attack, with losses, conquest and elimination; it is final (K7.1)."""
    defence = defence_against(d, KIND[d.units[cell]], target)
    finish_attack(d, cell, target, _UNHURT if defence.open else _roll(d, cell, target, defence, draws))


def finish_attack(d: Draft, cell: Cell, target: Cell, losses: Losses) -> None:
    """Carry out a legal attack whose dice came to ``losses`` (none where nobody defends)."""
    d.final = True
    d.units[cell] = RESTED[d.units[cell]]
    kind = KIND[d.units[cell]]
    defence = defence_against(d, kind, target)
    defenders = defence.garrison_count + defence.guards
    if not defence.open:
        _strike(d, cell, target, losses)
        defenders -= losses.garrison_lost + losses.guards_beaten
    if not defenders and d.units[cell] and kind != ARCHER:
        _advance(d, cell, target)


def _roll(d: Draft, cell: Cell, target: Cell, defence: Defence, draws: DrawSource) -> Losses:
    """Roll for attackers, garrison and guards, in this order, and compare (K4.4)."""
    attackers = d.units[cell]
    owner = seat_of(d.owners[target])
    attacker_dice = draws.roll(COUNT[attackers])
    garrison_dice = draws.roll(defence.garrison_count)
    guard_dice = draws.roll(defence.guard_dice)
    d.tell(EventKind.ROLLED, d.turn, target, cell, len(attacker_dice), d.kind_name(cell), attacker_dice)
    if garrison_dice:
        piece = defender_name(d, target)
        d.tell(EventKind.ROLLED, owner, target, count=len(garrison_dice), piece=piece, dice=garrison_dice)
    if guard_dice:
        d.tell(EventKind.ROLLED, owner, target, count=len(guard_dice), piece="guard", dice=guard_dice)
    # Without a garrison its kind is asked for nothing.
    garrison = WORKER if defence.garrison is None else defence.garrison
    return resolve(KIND[attackers], attacker_dice, garrison, garrison_dice, guard_dice)


def _strike(d: Draft, cell: Cell, target: Cell, losses: Losses) -> None:
    """Take off what fell on both sides: units, archers of a tower, guards until the turn's end (K6.3)."""
    lose_units(d, cell, losses.attackers_lost)
    if archers := TOWER_ARCHERS[d.sites[target]]:
        left = archers - losses.garrison_lost
        d.sites[target] = tower(left) if left else 0
        if losses.garrison_lost:
            d.tell(EventKind.LOST, None, target, count=losses.garrison_lost, piece="tower")
        return
    lose_units(d, target, losses.garrison_lost)
    if losses.guards_beaten:
        # The number of guards is the low end of a site's byte.
        d.sites[target] -= losses.guards_beaten
        owner = seat_of(d.owners[target])
        d.tell(EventKind.LOST, owner, target, count=losses.guards_beaten, piece="guard")


def lose_units(d: Draft, cell: Cell, count: int) -> None:
    """Take ``count`` units that fell off the stack on ``cell``."""
    if count:
        d.tell(EventKind.LOST, seat_of(d.owners[cell]), cell, count=count, piece=d.kind_name(cell))
        d.units[cell] = fewer(d.units[cell], count)


def _advance(d: Draft, cell: Cell, target: Cell) -> None:
    """Move the surviving attackers onto the cell that nobody defends any more, and take it (K4.3, K6.4)."""
    loser = seat_of(d.owners[target])
    packed = d.units[cell]
    d.units[cell], d.units[target] = 0, packed
    d.tell(EventKind.MOVED, d.turn, target, cell, COUNT[packed], KIND_NAMES[KIND[packed]])
    take(d, target)
    if SITE_TYPE[d.sites[target]] == CROWN:
        crown_falls(d, target, loser)


def defender_name(p: Position, target: Cell) -> str:
    """Return what stands on a cell that holds a tower or a stack."""
    return "tower" if TOWER_ARCHERS[p.sites[target]] else KIND_NAMES[KIND[p.units[target]]]
