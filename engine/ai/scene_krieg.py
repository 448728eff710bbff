"""What a computer player of Krieg und Frieden asks about one position again and again, found out once."""

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from engine.ai.tactics_krieg import CERTAIN, Troop, balance, exchange, storm_chance, strike_range
from engine.krieg.boards import Cell
from engine.krieg.economy import income, upkeep
from engine.krieg.pieces import (
    ARCHER,
    CASTLE_GUARDS,
    CHARGES,
    COUNT,
    CROWN,
    CROWN_GUARDS,
    GUARDS,
    IS_STRONGHOLD,
    KIND,
    MAY_ACT,
    MINE,
    PRICE,
    SITE_TYPE,
    TOWER_ARCHERS,
    WORKER,
    WORTH,
    Kind,
    Stack,
)
from engine.krieg.state import State

__all__ = ["CASTLE_VALUE", "GOLD", "NO_WAY", "Scene"]

GOLD: Final = 100
"""One gold piece in the units of scores."""
CROWN_VALUE: Final = 200 * GOLD
LAST_CROWN_VALUE: Final = 2_000 * GOLD
"""What a crown is worth while several rivals live, and against the last one, where it is the game."""
CASTLE_VALUE: Final = 10 * GOLD

NO_WAY: Final = 99
"""More steps than any way on a board has."""
MOST_TROOPS: Final = 4
"""So many stacks of one side are counted in a storm; more would change little and take long."""


class Scene:
    """One position through the eyes of the seat to move.

    Attributes:
        s: The position.
        own: Owner byte of the seat to move.
        board: Its geometry.
        stacks: Cells of own stacks.
        enemies: Cells of all others' stacks.
        shops: Own crowns and castles.
        enemy_crowns: Standing crowns of others, or of nobody.
        gold, income, net: Gold on hand, income, and income less upkeep.
    """

    def __init__(self, s: State) -> None:
        self.s = s
        self.own = s.turn + 1
        self.board = s.rules.geometry
        self.stacks: list[Cell] = []
        self.enemies: list[Cell] = []
        self.shops: list[Cell] = []
        self.enemy_crowns: list[Cell] = []
        for cell, (owner, site, packed) in enumerate(zip(s.owners, s.sites, s.units, strict=True)):
            if packed:
                (self.stacks if owner == self.own else self.enemies).append(cell)
            if IS_STRONGHOLD[site]:
                if owner == self.own:
                    self.shops.append(cell)
                elif SITE_TYPE[site] == CROWN:
                    self.enemy_crowns.append(cell)
        self.gold = s.gold[s.turn]
        self.income = income(s, s.turn)
        self.net = self.income - upkeep(s, s.turn)

    # --- land and ways --------------------------------------------------------------------------------
    @cached_property
    def workers(self) -> list[Stack]:
        """The own workers, as packed stacks."""
        return [self.s.units[cell] for cell in self.stacks if KIND[self.s.units[cell]] == WORKER]

    @cached_property
    def charges(self) -> int:
        """Buildings left in the own workers."""
        return sum(CHARGES[packed] for packed in self.workers)

    @cached_property
    def free_land(self) -> list[Cell]:
        """Cells to build on: bare, on the near side of the board, out of every enemy's reach."""
        return [cell for cell in range(self.board.size) if self._is_free_land(cell)]

    def _is_free_land(self, cell: Cell) -> bool:
        s, distances = self.s, self.board.distances[cell]
        if s.sites[cell] or (s.units[cell] and s.owners[cell] != self.own):
            return False
        home = min(distances[shop] for shop in self.shops)
        if any(distances[crown] < home for crown in self.enemy_crowns):
            return False
        return all(distances[enemy] > strike_range(KIND[s.units[enemy]]) for enemy in self.enemies)

    @cached_property
    def to_land(self) -> list[int]:
        """Steps from every cell to the nearest free land that no own stack stands on."""
        return self._steps_to(cell for cell in self.free_land if not self.s.units[cell])

    @cached_property
    def to_crowns(self) -> list[int]:
        """Steps from every cell to the nearest crown to be taken."""
        return self._steps_to(self.enemy_crowns)

    @cached_property
    def to_raids(self) -> list[int]:
        """Steps from every cell to the nearest undefended mine of another seat, without one to the crowns."""
        s = self.s
        mines = [
            cell
            for cell, site in enumerate(s.sites)
            if SITE_TYPE[site] == MINE and s.owners[cell] != self.own and not s.units[cell]
        ]
        return self._steps_to(mines) if mines else self.to_crowns

    def _steps_to(self, goals: Iterable[Cell]) -> list[int]:
        """Return for every cell the steps to the nearest goal around towers and strongholds of others."""
        steps = [NO_WAY] * self.board.size
        front = list(goals)
        for cell in front:
            steps[cell] = 0
        while front:
            following = []
            for cell in front:
                further = steps[cell] + 1
                for other in self.board.neighbours[cell]:
                    if steps[other] > further and not self._blocks(other):
                        steps[other] = further
                        following.append(other)
            front = following
        return steps

    def _blocks(self, cell: Cell) -> bool:
        site = self.s.sites[cell]
        return bool(TOWER_ARCHERS[site] or (IS_STRONGHOLD[site] and self.s.owners[cell] != self.own))

    # --- danger ---------------------------------------------------------------------------------------
    @cached_property
    def caution(self) -> int:
        """How much risk counts, in quarters: all of it unless the own army outweighs the greatest rival's."""
        s = self.s
        force = [0] * (s.rules.seats + 1)
        for cell in self.stacks + self.enemies:
            force[s.owners[cell]] += WORTH[s.units[cell]]
        own = max(1, force[self.own])
        force[self.own] = 0
        return min(4, 4 * max(force) // own)

    @cached_property
    def crown_value(self) -> int:
        """What a crown is worth in score."""
        return LAST_CROWN_VALUE if len(self.s.living) == 2 else CROWN_VALUE

    @cached_property
    def _threats(self) -> dict[Cell, list[tuple[Troop, ...]]]:
        """By own shop, and for each enemy that can, the stacks that could hit it in their next turn."""
        s = self.s
        threats = {}
        for shop in self.shops:
            by_owner: dict[int, list[Cell]] = {}
            for enemy in self.enemies:
                if self.board.distances[enemy][shop] <= strike_range(KIND[s.units[enemy]]):
                    by_owner.setdefault(s.owners[enemy], []).append(enemy)
            threats[shop] = [self._in_order(cells) for cells in by_owner.values()]
        return threats

    def danger(self, shop: Cell, garrison: Kind, count: int) -> int:
        """Return the score at stake on an own shop so garrisoned: its worth times the chance to lose it.

        The chance is that of the most dangerous enemy's next turn; guards are back by then (K6.3).
        """
        is_crown = SITE_TYPE[self.s.sites[shop]] == CROWN
        guards = CROWN_GUARDS if is_crown else CASTLE_GUARDS
        chances = [
            storm_chance(troops, garrison if count else None, count, guards) for troops in self._threats[shop]
        ]
        return max(chances, default=0) * (self.crown_value if is_crown else CASTLE_VALUE) // CERTAIN

    @cached_property
    def dangers(self) -> dict[Cell, int]:
        """The danger of every own shop as it is."""
        units = self.s.units
        return {shop: self.danger(shop, KIND[units[shop]], COUNT[units[shop]]) for shop in self.shops}

    def danger_if_left(self, shop: Cell) -> int:
        """Return how much an own shop is in danger without its garrison beyond what it is with it."""
        return self.danger(shop, WORKER, 0) - self.dangers[shop]

    def risk(self, cell: Cell, kind: Kind, count: int) -> int:
        """Return what the worst single enemy attack on such an own stack on ``cell`` would cost, in score."""
        s = self.s
        guards = GUARDS[s.sites[cell]] if s.owners[cell] == self.own else 0
        worst = 0
        for enemy in self.enemies:
            packed = s.units[enemy]
            if self.board.distances[enemy][cell] <= strike_range(KIND[packed]):
                result = exchange(KIND[packed], COUNT[packed], kind, count, guards)
                worst = max(worst, balance(result, KIND[packed], kind, GOLD))
        return worst

    def ready_against(self, target: Cell) -> tuple[Troop, ...]:
        """Return the own stacks that could attack ``target`` now."""
        units, distances = self.s.units, self.board.distances[target]
        return self._in_order(
            cell
            for cell in self.stacks
            if MAY_ACT[units[cell]]
            and KIND[units[cell]] != WORKER
            and distances[cell] <= (2 if KIND[units[cell]] == ARCHER else 1)
        )

    def _in_order(self, cells: Iterable[Cell]) -> tuple[Troop, ...]:
        """Return the stacks on ``cells`` as a storm uses them: archers first, then the most precious."""
        troops = [(KIND[self.s.units[cell]], COUNT[self.s.units[cell]]) for cell in cells]
        troops.sort(key=lambda troop: (troop[0] != ARCHER, -troop[1] * PRICE[troop[0]]))
        return tuple(troops[:MOST_TROOPS])
