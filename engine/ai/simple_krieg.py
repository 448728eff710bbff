"""Level "simple" of Krieg und Frieden: looks one action ahead, on exact odds.

Each forward action gets a score in hundredths of a gold piece; the best one is played, and the turn ends when
none is worth anything. What is weighed:

- attacks: the average exchange of units, what is taken, and the chance of taking a crown with all stacks that
  stand ready for it;
- crowns and castles: how likely the enemies in reach take them, before and after a purchase or step;
- economy: workers while there is land to build on, mines, castles far from home, and no purchase that the
  income does not carry or that locks the seat in poverty (K12.1);
- marches: strong stacks towards the nearest enemy crown, weak ones to mines to raid, all of them away from
  enemies that would win the exchange. The longer the game lasts, the more a march is worth, so that games end.

It never undoes, disbands or resigns. Whole numbers only; equals are drawn from ``generator``.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from engine.ai.player import Decision, Player, generator, never
from engine.ai.scene_krieg import CASTLE_VALUE, GOLD, Scene
from engine.ai.tactics_krieg import CERTAIN, MILLI, balance, exchange, storm_chance, strike_range
from engine.ai.uniform import pick
from engine.krieg.actions import Action, Verb
from engine.krieg.attack import defence_against
from engine.krieg.boards import Cell
from engine.krieg.economy import locks_in_poverty
from engine.krieg.pieces import (
    ARCHER,
    CASTLE,
    COUNT,
    FIGHTER,
    KIND,
    KIND_BY_NAME,
    MINE,
    PRICE,
    RIDER,
    SITE_TYPE,
    TOWER_ARCHERS,
    UPKEEP_OF_ONE,
    WORKER,
    Kind,
)
from engine.krieg.state import NOBODY, State

__all__ = ["SimpleKrieg"]

MINE_VALUE: Final = 9 * GOLD
"""Two gold a turn for some turns; taken from an enemy, twice that for half as long."""
SITE_VALUE: Final = {MINE: MINE_VALUE, CASTLE: CASTLE_VALUE}
TOWER_ARCHER_VALUE: Final = 1 * GOLD
"""Small: it costs fighters and riders nothing to fell one (K4.2), but something is gained."""
ENEMY_GROUND_VALUE: Final = 40
ARCHER_FIRST: Final = 10 * GOLD
"""Within a storm shots come before the assault."""

WORKER_VALUE: Final = 6 * GOLD
WORKER_STEP_VALUE: Final = 2 * GOLD
MAX_WORKERS: Final = 3
"""More than three workers get into each other's way."""
CASTLE_DISTANCE: Final = 3
"""A castle nearer to another shop saves too few steps."""
INCOME_PER_SHOP: Final = 11
"""From such an income on, for each shop that there is, one more is of use."""
CASTLE_GOLD: Final = 14
"""Gold for a castle (8) and for the first units in it."""

ARMY_VALUE: Final = {FIGHTER: 2 * GOLD, RIDER: 3 * GOLD}
"""Archers are never bought: they hold well and win slowly (K12.2)."""
LOOKAHEAD_TURNS: Final = 10
"""For so many turns gold on hand must make up for what upkeep exceeds income by."""
STRONG: Final = {FIGHTER: 4, RIDER: 2, ARCHER: 3}
"""From so many units on a stack marches on crowns."""
JOIN_VALUE: Final = 40
MARCH_VALUE: Final = 50
IMPATIENCE: Final = 2
"""Worth of one step of a march, and what each round adds to it."""

BOLDNESS: Final = 3_500
"""Chance of taking a crown, in ten-thousandths, from which a storm is worth its losses ..."""
LEAST_BOLDNESS: Final = 500
BOLDER_BY_GOLD: Final = 10
BOLDER_BY_ROUND: Final = 20
"""... less so much for each gold piece that could replace them, and for each round."""


class SimpleKrieg(Player[State, Action]):
    """Greedy on exact odds; looks at every forward action once and ignores its node budget."""

    level: ClassVar[str] = "simple"

    def choose(self, state: State, step: int, should_stop: Callable[[], bool] = never) -> Decision[Any]:
        """Return the forward action with the best score; ``generator(seed, seat, step)`` draws among equals."""
        actions = self.game.forward_actions(state)
        scene = Scene(state)
        scores = [_score(scene, action) for action in actions]
        best = max(scores)
        equals = [action for action, score in zip(actions, scores, strict=True) if score == best]
        chosen = equals[pick(generator(self.seed, self.seat, step), len(equals))]
        return Decision(chosen, nodes=len(actions), depth=1, score=best, line=(chosen,))


def _score(scene: Scene, a: Action) -> int:
    """Return what a forward action is worth; ending the turn is worth 0, so what is below is never played."""
    index = scene.board.index
    match a.verb:
        case Verb.ATTACK:
            return _score_attack(scene, index[a.cell], index[a.target])
        case Verb.BUY:
            return _score_purchase(scene, index[a.cell], KIND_BY_NAME[a.piece])
        case Verb.BUILD:
            return _score_building(scene, index[a.cell], a.piece)
        case Verb.MOVE:
            return _score_move(scene, index[a.cell], index[a.target])
        case Verb.END:
            return 0
        case _:
            return -1


def _score_attack(scene: Scene, cell: Cell, target: Cell) -> int:
    s = scene.s
    packed, site = s.units[cell], s.sites[target]
    kind = KIND[packed]
    defence = defence_against(s, kind, target)
    garrison, count = defence.garrison, defence.garrison_count
    result = exchange(kind, COUNT[packed], garrison, count, defence.guards)
    if TOWER_ARCHERS[site]:
        return result.garrison_lost * TOWER_ARCHER_VALUE // MILLI
    score = balance(result, kind, garrison, GOLD)
    if garrison is not None:
        # What falls endangers no shop any more; half, since others may take its place.
        for shop, danger in scene.dangers.items():
            if scene.board.distances[target][shop] <= strike_range(garrison):
                score += danger * result.garrison_lost // (2 * count * MILLI)
    if target in scene.enemy_crowns:
        chance = storm_chance(scene.ready_against(target), garrison, count, defence.guards)
        if chance >= _boldness(scene):
            score += chance * scene.crown_value // CERTAIN
            score += ARCHER_FIRST if kind == ARCHER else 0
    if kind == ARCHER:
        return score
    score += result.cleared * SITE_VALUE.get(SITE_TYPE[site], ENEMY_GROUND_VALUE) // CERTAIN
    if cell in scene.shops:
        score -= result.cleared * max(0, scene.danger_if_left(cell)) // CERTAIN
    return score


def _boldness(scene: Scene) -> int:
    """Return the chance of success from which crowns are stormed."""
    return max(LEAST_BOLDNESS, BOLDNESS - BOLDER_BY_GOLD * scene.gold - BOLDER_BY_ROUND * scene.s.round)


def _score_purchase(scene: Scene, cell: Cell, kind: Kind) -> int:
    gold, net = scene.gold - PRICE[kind], scene.net - UPKEEP_OF_ONE[kind]
    if kind == ARCHER or locks_in_poverty(scene.s, cell, kind):
        return -1
    if kind == WORKER:
        wanted = min(MAX_WORKERS, len(scene.free_land) - scene.charges)
        useful = len(scene.workers) < wanted and net >= 0 and not scene.dangers[cell]
        return WORKER_VALUE if useful else -1
    score = (
        scene.dangers[cell]
        - scene.danger(cell, kind, COUNT[scene.s.units[cell]] + 1)
        - PRICE[kind] * GOLD // 10
    )
    # Gold for the next mines is kept back.
    reserve = PRICE[WORKER] * min(2, len(scene.workers), len(scene.free_land))
    if gold >= reserve and gold + LOOKAHEAD_TURNS * net >= 0:
        score += ARMY_VALUE[kind]
    return score


def _score_building(scene: Scene, cell: Cell, building: str) -> int:
    safe = cell in scene.free_land
    if building == "mine":
        return MINE_VALUE if safe else MINE_VALUE // 4
    far = all(scene.board.distances[cell][shop] >= CASTLE_DISTANCE for shop in scene.shops)
    rich = scene.income >= INCOME_PER_SHOP * len(scene.shops) and scene.gold >= CASTLE_GOLD
    return MINE_VALUE + CASTLE_VALUE if safe and far and rich else -1


def _score_move(scene: Scene, cell: Cell, target: Cell) -> int:
    s = scene.s
    packed, present = s.units[cell], s.units[target]
    kind, count = KIND[packed], COUNT[packed]
    joint = count + COUNT[present]
    escaped = scene.risk(cell, kind, count) - scene.risk(target, kind, joint)
    score = escaped * scene.caution // 8 - 1
    if kind == WORKER:
        # On land to build on it waits for gold.
        if cell in scene.free_land:
            return score
        return score + WORKER_STEP_VALUE * (scene.to_land[cell] - scene.to_land[target])
    if s.owners[target] not in (scene.own, NOBODY):
        score += MINE_VALUE if SITE_TYPE[s.sites[target]] == MINE else ENEMY_GROUND_VALUE
    if present:
        score += JOIN_VALUE * min(count, COUNT[present])
    if target in scene.shops:
        score += scene.dangers[target] - scene.danger(target, kind, joint)
    march = MARCH_VALUE + IMPATIENCE * s.round
    if cell in scene.shops:
        score -= scene.danger_if_left(cell)
        if count < STRONG[kind] and not _is_worker_kept_out(scene):
            # It grows there by further purchases.
            return score - 2 * march
    steps = scene.to_crowns if count >= STRONG[kind] else scene.to_raids
    return score + march * (steps[cell] - steps[target])


def _is_worker_kept_out(scene: Scene) -> bool:
    """Tell whether a worker is wanted and stacks stand on all shops."""
    wanted = len(scene.workers) < MAX_WORKERS - 1 and len(scene.free_land) > scene.charges
    return wanted and all(scene.s.units[shop] for shop in scene.shops)
