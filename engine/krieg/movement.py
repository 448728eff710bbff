"""Steps, merging and taking cells (K3.1, K3.2, K3.4 to K3.6)."""

from engine.game import EventKind
from engine.krieg.boards import Cell
from engine.krieg.pieces import (
    COUNT,
    IS_STRONGHOLD,
    KIND,
    KIND_NAMES,
    MAX_STACK,
    MAY_ACT,
    SITE_NAMES,
    SITE_TYPE,
    STEPS,
    TOWER,
    WORKER,
    Kind,
    Stack,
    stack,
)
from engine.krieg.refusals import Refusal
from engine.krieg.state import Draft, Position

__all__ = [
    "entry_refusal",
    "joined",
    "joining_refusal",
    "merged",
    "own_stack_refusal",
    "step",
    "step_refusal",
    "take",
]


def own_stack_refusal(p: Position, cell: Cell) -> Refusal | None:
    """Tell why the seat to move cannot command a stack on ``cell``."""
    if not p.units[cell]:
        return Refusal.NO_UNIT
    if p.owners[cell] != p.turn + 1:
        return Refusal.NOT_YOUR_UNIT
    return None


def step_refusal(p: Position, cell: Cell, target: Cell) -> Refusal | None:
    """Tell why the stack on ``cell`` may not step to ``target`` (K3.2, K3.4)."""
    refusal = own_stack_refusal(p, cell)
    if refusal is not None:
        return refusal
    packed = p.units[cell]
    if not STEPS[packed]:
        return Refusal.NO_STEPS if MAY_ACT[packed] else Refusal.DONE
    if p.rules.geometry.distances[cell][target] != 1:
        return Refusal.OUT_OF_RANGE
    return entry_refusal(p, packed, target)


def entry_refusal(p: Position, packed: Stack, target: Cell) -> Refusal | None:
    """Tell why a stack of the seat to move that is next to ``target`` cannot enter it (K3.4).

    No tower, no standing crown or castle that is not one's own, and no unit but a stack to join.
    """
    site = p.sites[target]
    if site:
        if SITE_TYPE[site] == TOWER:
            return Refusal.TOWER
        if IS_STRONGHOLD[site] and p.owners[target] != p.turn + 1:
            return Refusal.GUARDED
    present = p.units[target]
    if not present:
        return None
    if p.owners[target] != p.turn + 1:
        return Refusal.BLOCKED
    return joining_refusal(KIND[packed], COUNT[packed], present)


def joining_refusal(kind: Kind, count: int, present: Stack) -> Refusal | None:
    """Tell why ``count`` units of ``kind`` cannot join the own stack ``present`` (K3.1)."""
    if KIND[present] != kind:
        return Refusal.OTHER_KIND
    if kind == WORKER:
        return Refusal.WORKERS_ALONE
    if COUNT[present] + count > MAX_STACK:
        return Refusal.STACK_FULL
    return None


def merged(arriving: Stack, present: Stack) -> Stack:
    """Return the joint stack: the smaller allowance, and an attack only if both parts may (K3.5)."""
    return stack(
        KIND[present],
        COUNT[arriving] + COUNT[present],
        min(STEPS[arriving], STEPS[present]),
        bool(MAY_ACT[arriving] and MAY_ACT[present]),
    )


def joined(arriving: Stack, present: Stack) -> Stack:
    """Return what stands on a cell after ``arriving`` came to ``present``, which may be nothing."""
    return merged(arriving, present) if present else arriving


def after_step(packed: Stack) -> Stack:
    """Return the stack with one step paid; it must have one."""
    return packed - 2


def step(d: Draft, cell: Cell, target: Cell) -> None:
    """Move the stack on ``cell`` to ``target``: a legal step."""
    packed = d.units[cell]
    d.tell(EventKind.MOVED, d.turn, target, cell, COUNT[packed], KIND_NAMES[KIND[packed]])
    d.units[cell] = 0
    d.units[target] = joined(after_step(packed), d.units[target])
    take(d, target)


def take(d: Draft, cell: Cell) -> None:
    """Make the seat to move the owner of ``cell``, which it has entered, building included (K3.6)."""
    own = d.turn + 1
    if d.owners[cell] == own:
        return
    d.owners[cell] = own
    taken = SITE_NAMES.get(SITE_TYPE[d.sites[cell]])
    if taken is not None:
        d.tell(EventKind.CAPTURED, d.turn, cell, piece=taken)
