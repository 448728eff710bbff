"""Neutral towers: whom they shoot at and when (K9.3)."""

from engine.dice import DrawSource
from engine.game import EventKind
from engine.krieg.attack import lose_units
from engine.krieg.boards import SHOT_RANGE, Cell
from engine.krieg.combat import resolve
from engine.krieg.pieces import ARCHER, COUNT, KIND, TOWER_ARCHERS
from engine.krieg.state import Draft, Position, seat_of

__all__ = ["nearest_stacks", "shoot_all", "watching_towers"]


def nearest_stacks(p: Position, tower: Cell) -> list[Cell]:
    """Return the cells of the nearest stacks of any seat within distance 2, in canonical order (K9.3)."""
    distances = p.rules.geometry.distances[tower]
    found = sorted(cell for cell in p.rules.geometry.within_shot[tower] if p.units[cell])
    for reach in range(1, SHOT_RANGE + 1):
        nearest = [cell for cell in found if distances[cell] == reach]
        if nearest:
            return nearest
    return []


def watching_towers(p: Position) -> int:
    """Return how many towers have a target now; ending the turn needs chance if any has.

    A shot only removes stacks, so if no tower has a target before the first shot none will have one.
    """
    return sum(bool(TOWER_ARCHERS[p.sites[tower]] and nearest_stacks(p, tower)) for tower in p.rules.towers)


def shoot_all(d: Draft, draws: DrawSource) -> None:
    """Let every tower shoot once with all its archers at the nearest stack, west, centre, east (K9.3)."""
    for tower in d.rules.towers:
        archers = TOWER_ARCHERS[d.sites[tower]]
        targets = nearest_stacks(d, tower) if archers else []
        if targets:
            pick = draws.choice(len(targets)) if len(targets) > 1 else 0
            _shoot(d, tower, archers, targets[pick], draws)


def _shoot(d: Draft, tower: Cell, archers: int, target: Cell, draws: DrawSource) -> None:
    """Shoot as archers do: only the stack's own dice answer, guards take no part (K4.2, K6.6)."""
    packed = d.units[target]
    tower_dice = draws.roll(archers)
    target_dice = draws.roll(COUNT[packed])
    owner = seat_of(d.owners[target])
    d.tell(EventKind.TOWER, None, target, tower, archers, "tower", tower_dice)
    d.tell(EventKind.ROLLED, owner, target, count=COUNT[packed], piece=d.kind_name(target), dice=target_dice)
    losses = resolve(ARCHER, tower_dice, KIND[packed], target_dice)
    lose_units(d, target, losses.garrison_lost)
