"""The other seats as a planner sees them: what they are worth, and what their stacks reach.

While a seat plans its turn the others stand still: who reaches which cell is found out once, and a stack
that shrinks, falls or is robbed changes a few numbers only.
"""

from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine.ai.krieg.sketch import Sketch
from engine.ai.krieg.weights import Weights
from engine.ai.tactics_krieg import strike_range
from engine.game import Seat
from engine.krieg import pieces
from engine.krieg.boards import Cell
from engine.krieg.buildings import BUILDING_PRICE
from engine.krieg.economy import CROWN_INCOME, MINE_INCOME
from engine.krieg.pieces import (
    CHARGES,
    COUNT,
    CROWN,
    GUARDS,
    GUARDS_BACK,
    KIND,
    RIDER,
    SITE_TYPE,
    TOWER_ARCHERS,
    UPKEEP,
    WORKER,
    WORKER_CHARGES,
    Kind,
    Stack,
)

__all__ = ["Account", "Rivals", "Troop", "stack_strengths", "stack_worths", "total"]

MINE_PRICE: Final = BUILDING_PRICE[pieces.MINE]
WORKER_PRICE: Final = pieces.PRICE[WORKER]
MOST_WORKERS: Final = 4
"""More workers get into each other's way."""
MOST_LAND: Final = 20
"""More land than can be built on within any horizon."""


class Troop(NamedTuple):
    """A stack of another seat."""

    cell: Cell
    kind: Kind
    seat: Seat
    guards: int


class Account(NamedTuple):
    """What a seat has.

    Attributes:
        worth: Of its units, castles and crowns.
        gold: On hand.
        income: What a settlement brings.
        army: Upkeep of the fighting units. Of those that fall in the turn it goes on, else whoever loses an
            army would seem to gain.
        workers: Upkeep of the workers.
        charges: Buildings left in them.
    """

    worth: int
    gold: int
    income: int
    army: int
    workers: int
    charges: int


@lru_cache(maxsize=8)
def stack_worths(w: Weights) -> tuple[int, ...]:
    """Return what every packed stack is worth beyond its upkeep."""
    return tuple(strength + w.charge * CHARGES[packed] for packed, strength in enumerate(stack_strengths(w)))


@lru_cache(maxsize=8)
def stack_strengths(w: Weights) -> tuple[int, ...]:
    """Return what every packed stack is worth in a fight; workers nothing."""
    single = (0, w.fighter, w.rider, w.archer)

    def strength(packed: Stack) -> int:
        count = COUNT[packed]
        return single[KIND[packed]] * count + w.mate * count * (count - 1) // 2 * (KIND[packed] != WORKER)

    return tuple(strength(packed) for packed in range(256))


def total(w: Weights, account: Account, land: int) -> int:
    """Return what an account comes to: worth, and what gold, income and upkeep bring within the horizon."""
    worth, gold, income, army, workers, charges = account
    land = max(0, min(land, MOST_LAND))
    potential = prospect(gold, income, army + workers, charges, land, w.horizon, w.tail)
    # Units are weighed beyond their upkeep: what the horizon takes for it is given back.
    return worth + w.gold * (potential + army * (w.horizon + w.tail))


@lru_cache(maxsize=1 << 16)
def prospect(gold: int, income: int, upkeep: int, charges: int, land: int, horizon: int, tail: int) -> int:
    """Return the gold that a seat could have some turns later if it cared for mines alone.

    Args:
        gold: Gold on hand.
        income: What a settlement brings.
        upkeep: What a settlement costs.
        charges: Buildings left in its workers, two to a worker.
        land: Cells that it can build on.
        horizon: Turns in which workers are bought and build.
        tail: Further turns that count for what income then exceeds upkeep by.
    """
    for turn in range(horizon):
        gold += income - upkeep
        if gold < MINE_PRICE:
            continue
        workers = (charges + 1) // 2
        built = min(gold // MINE_PRICE, workers, land)
        if built:
            gold -= MINE_PRICE * built
            income += MINE_INCOME * built
            charges -= built
            land -= built
            upkeep -= workers - (charges + 1) // 2
            workers = (charges + 1) // 2
        bought = min(gold // WORKER_PRICE, MOST_WORKERS - workers, (land - charges + 1) // 2)
        if bought > 0 and turn + 3 < horizon:
            gold -= WORKER_PRICE * bought
            upkeep += bought
            charges += WORKER_CHARGES * bought
    return gold + tail * (income - upkeep)


class Rivals:
    """All that is not the planning seat's.

    Attributes:
        troops: Stacks of the others as they stood when the turn's planning began.
        counts: Units left in each of them.
        hitters: For every cell, which troops could hit it in their next turn.
        raiders: For every cell, which troops could step on it in their next turn.
        crowns: Standing crowns that are not the planner's.
        towers: Cells and archers of neutral towers.
        accounts: By seat; the planner's is not kept.
        dangers, parts: What the judge has found out about shops and cells facing just these rivals.
        origin: The rivals before the last thing that happened to them, None at first, and where it was.
        forces, force: Worth of the fighting units of every rival, and of the strongest.
        drag: What the rivals are worth against the planner, the leader most.
    """

    __slots__ = (
        "_at",
        "_land",
        "_results",
        "_seat",
        "_strengths",
        "_w",
        "_within",
        "_worths",
        "accounts",
        "counts",
        "crowns",
        "dangers",
        "drag",
        "force",
        "forces",
        "hitters",
        "origin",
        "parts",
        "raiders",
        "towers",
        "troops",
    )

    def __init__(self, d: Sketch, seat: Seat, w: Weights) -> None:
        self._seat, self._w = seat, w
        self._worths, self._strengths = stack_worths(w), stack_strengths(w)
        own, board = seat + 1, d.rules.geometry
        self.parts: dict[int, Any] = {}
        self.origin: tuple[Rivals | None, Cell] = (None, 0)
        self.dangers: dict[tuple[Any, ...], int] = {}
        self._results: dict[tuple[Cell, int, int, int], Rivals] = {}
        self.troops: list[Troop] = []
        self.counts: list[int] = []
        self.hitters: list[list[int]] = [[] for _ in range(board.size)]
        self.raiders: list[list[int]] = [[] for _ in range(board.size)]
        self.crowns: list[Cell] = []
        self.towers: list[tuple[Cell, int]] = []
        self.forces: dict[Seat, int] = {other: 0 for other in d.living if other != seat}
        self.accounts: dict[Seat, Account] = {
            other: Account(0, d.gold[other], 0, 0, 0, 0) for other in d.living if other != seat
        }
        self._at: dict[Cell, int] = {}
        self._within: dict[tuple[int, Cell], list[int]] = {}
        for cell, owner in enumerate(d.owners):
            if owner == own:
                continue
            packed, site = d.units[cell], d.sites[cell]
            if packed:
                self._add(d, cell, owner - 1, packed)
            if site:
                if SITE_TYPE[site] == CROWN:
                    self.crowns.append(cell)
                elif TOWER_ARCHERS[site]:
                    self.towers.append((cell, TOWER_ARCHERS[site]))
            if owner - 1 in self.accounts:
                self.accounts[owner - 1] = self._changed(self.accounts[owner - 1], packed, site, 1)
                self.forces[owner - 1] += self._strengths[packed]
        self._land = board.size // (d.rules.seats + 1)
        self._judge()

    def _add(self, d: Sketch, cell: Cell, seat: Seat, packed: Stack) -> None:
        kind, index = KIND[packed], len(self.troops)
        self._at[cell] = index
        self.troops.append(Troop(cell, kind, seat, GUARDS[GUARDS_BACK[d.sites[cell]]]))
        self.counts.append(COUNT[packed])
        strike, steps = strike_range(kind), 2 if kind == RIDER else 1
        if kind == WORKER:
            return
        for other, distance in enumerate(d.rules.geometry.distances[cell]):
            if distance <= strike:
                self.hitters[other].append(index)
                if distance <= steps:
                    self.raiders[other].append(index)

    def _changed(self, account: Account, packed: Stack, site: int, sign: int) -> Account:
        """Return an account with what is on a cell added or taken off."""
        worth, gold, income, army, workers, charges = account
        worth += sign * self._worths[packed]
        charges += sign * CHARGES[packed]
        if KIND[packed] == WORKER:
            workers += sign * UPKEEP[packed]
        elif sign > 0:
            army += UPKEEP[packed]
        match SITE_TYPE[site]:
            case pieces.MINE:
                income += sign * MINE_INCOME
            case pieces.CASTLE:
                worth += sign * self._w.castle
            case pieces.CROWN:
                income += sign * CROWN_INCOME
                worth += sign * self._w.crown
        return Account(worth, gold, income, army, workers, charges)

    def _judge(self) -> None:
        """Weigh the leader against the mean of all rivals."""
        totals = [
            total(self._w, account, self._land - account.income // 2) for account in self.accounts.values()
        ]
        if totals:
            leader = self._w.leader
            self.drag = (leader * max(totals) + (100 - leader) * sum(totals) // len(totals)) // 100
        else:
            self.drag = 0
        self.force = max(self.forces.values(), default=0)

    def after(self, before: Sketch, now: Sketch, cell: Cell) -> "Rivals":
        """Return the rivals after something happened to them on one cell."""
        key = (cell, now.owners[cell], now.units[cell] & 0xF8, now.sites[cell])
        found = self._results.get(key)
        if found is None:
            found = self._results[key] = self._after(before, now, cell)
        return found

    def _after(self, before: Sketch, now: Sketch, cell: Cell) -> "Rivals":
        if now.living != before.living:
            return Rivals(now, self._seat, self._w)
        new = object.__new__(Rivals)
        for name in Rivals.__slots__:
            setattr(new, name, getattr(self, name))
        new.parts, new.dangers, new._results, new.origin = {}, {}, {}, (self, cell)
        lost = now.owners[cell] == self._seat + 1
        packed, site = (0, 0) if lost else (now.units[cell], now.sites[cell])
        index = self._at.get(cell)
        if index is not None:
            new.counts = self.counts[:]
            new.counts[index] = COUNT[packed]
        holder = before.owners[cell] - 1
        if holder in self.accounts:
            account = self._changed(self.accounts[holder], before.units[cell], before.sites[cell], -1)
            account = self._changed(account, packed, site, 1)._replace(army=account.army)
            new.accounts = {**self.accounts, holder: account}
            change = self._strengths[packed] - self._strengths[before.units[cell]]
            new.forces = {**self.forces, holder: self.forces[holder] + change}
            new._judge()
        if lost and cell in self.crowns:
            new.crowns = [crown for crown in self.crowns if crown != cell]
        if TOWER_ARCHERS[before.sites[cell]]:
            new.towers = [
                (tower, TOWER_ARCHERS[now.sites[tower]]) for tower, _ in self.towers if now.sites[tower]
            ]
        return new

    def within(self, reach: int, cell: Cell, distances: bytes) -> list[int]:
        """Return which troops, fallen ones too, are at most ``reach`` away from a cell."""
        found = self._within.get((reach, cell))
        if found is None:
            found = [index for index, troop in enumerate(self.troops) if distances[troop.cell] <= reach]
            self._within[reach, cell] = found
        return found
