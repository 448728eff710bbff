"""What a position is worth to a planning seat once it has ended its turn there.

The own side is counted anew for every position (its cells are few); the others' side is ``Rivals``. Taken
off are what the strongest reply would cost, the chance that the crown falls, and what rivals are worth;
added are ways forward. Value is relative to the leader, whoever that is.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from engine.ai.krieg.rivals import Account, Rivals, total
from engine.ai.krieg.sketch import Sketch
from engine.ai.krieg.weights import Weights
from engine.ai.tactics_krieg import CERTAIN, MILLI, Troop, exchange, storm_chance, strike_range
from engine.game import Seat
from engine.krieg import pieces
from engine.krieg.boards import SHOT_RANGE, Cell
from engine.krieg.economy import CROWN_INCOME, MINE_INCOME, income
from engine.krieg.modes import FACTIONS
from engine.krieg.pieces import (
    ARCHER,
    CASTLE_GUARDS,
    CHARGES,
    COUNT,
    CROWN,
    CROWN_GUARDS,
    FIGHTER,
    GUARDS,
    IS_STRONGHOLD,
    KIND,
    MAX_STACK,
    MAY_ACT,
    MINE,
    PRICE,
    RIDER,
    SITE_TYPE,
    STEPS,
    TOWER_ARCHERS,
    UPKEEP,
    WORKER,
    Kind,
    Site,
    Stack,
)

__all__ = ["Judge"]

NO_WAY: Final = 20
"""More steps than count."""
MOST_TROOPS: Final = 4
"""So many stacks of one side are counted in a storm; more would change little and take long."""
_STEPS: Final = (1, 1, 2, 1)
_PACE: Final = (0, 3, 5, 4)
"""How far away a stack can hit within two turns, by kind."""


@dataclass(slots=True)
class _Tally:
    """What is counted of the own side.

    Attributes:
        worth, income, upkeep, charges: As in ``Account``.
        mines, shops: Own mines by number, own crowns and castles by cell.
        force: Units by kind.
        place: What stacks and mines are worth for where they stand.
        menace: The own best exchanges of the turn after.
        replies: By enemy stack, the most that it could win.
        shot: Stacks near neutral towers.
        besiegers: Crowns in reach, with the kind and number that reach them.
    """

    worth: int = 0
    income: int = 0
    upkeep: int = 0
    charges: int = 0
    mines: int = 0
    place: int = 0
    menace: int = 0
    shops: list[Cell] = field(default_factory=list)
    force: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    replies: dict[int, int] = field(default_factory=dict)
    shot: dict[Cell, list[Cell]] = field(default_factory=dict)
    besiegers: list[tuple[Cell, Kind, int]] = field(default_factory=list)


class Judge:
    """Judges the positions of one turn of one seat.

    Args of the constructor:
        d: The position that planning begins with.
        w: What is held dear.
        worths: ``stack_worths(w)``.
        trades: Kept from turn to turn: gains of exchanges, by what meets what.
    """

    def __init__(self, d: Sketch, w: Weights, worths: tuple[int, ...], trades: dict[int, int]) -> None:
        self.w, self.worths, self.trades = w, worths, trades
        self.seat: Seat = d.turn
        self.board = d.rules.geometry
        self.factions = d.rules.mode == FACTIONS
        self.singles = (w.worker + w.charge, w.fighter, w.rider, w.archer)
        self.mine_worth = MINE_INCOME * (w.horizon + w.tail) * w.gold
        self.rivals = Rivals(d, self.seat, w, worths)
        self.fields = self._fields(d)

    # --- ways -----------------------------------------------------------------------------------------
    def _fields(self, d: Sketch) -> tuple[list[int], list[int], list[int], list[int]]:
        """Return by kind what it is worth that one unit stands on a cell, for the way before it."""
        w, own = self.w, self.seat + 1
        cells = range(self.board.size)
        homes = [cell for cell in cells if d.owners[cell] == own and IS_STRONGHOLD[d.sites[cell]]]
        crowns = self.rivals.crowns
        to_crowns = self._steps_to(d, {crown: min(3, COUNT[d.units[crown]]) for crown in crowns})
        mines = [
            cell
            for cell in cells
            if SITE_TYPE[d.sites[cell]] == MINE and d.owners[cell] != own and not d.units[cell]
        ]
        to_raids = self._steps_to(d, dict.fromkeys(mines, 0)) if mines else to_crowns
        land = {}
        self.lie = [0] * self.board.size
        for cell in cells:
            away = min((self.board.distances[cell][crown] for crown in crowns), default=NO_WAY)
            near = min((self.board.distances[cell][home] for home in homes), default=NO_WAY)
            self.lie[cell] = w.site * max(-4, min(4, away - near))
            bare = not d.sites[cell] and not (d.units[cell] and d.owners[cell] != own)
            if bare and away >= near and not self.rivals.hitters[cell]:
                land[cell] = 0
        to_land = self._steps_to(d, land)
        self.land = len(land) + sum(
            SITE_TYPE[site] == MINE and owner == own for site, owner in zip(d.sites, d.owners, strict=True)
        )
        march = w.march * self._push(d) * (100 + w.impatience * min(d.round, 60)) // 10_000
        start = max((to_crowns[home] for home in homes), default=0)
        soldiers = [march * (start - steps) for steps in to_crowns]
        riders = [3 * way + w.raid * (start - steps) for way, steps in zip(soldiers, to_raids, strict=True)]
        return [-w.walk * steps for steps in to_land], soldiers, riders, soldiers

    def _push(self, d: Sketch) -> int:
        """Return in per cent how much to press forward: more than 100 for the stronger side."""
        own = 1 + sum(
            self.worths[packed]
            for packed, owner in zip(d.units, d.owners, strict=True)
            if owner == self.seat + 1 and KIND[packed] != WORKER
        )
        force = dict.fromkeys(self.rivals.accounts, 1)
        for troop, count in zip(self.rivals.troops, self.rivals.counts, strict=True):
            if troop.kind != WORKER:
                force[troop.seat] = force.get(troop.seat, 1) + count * self.singles[troop.kind]
        return max(30, min(200, 100 * own // max(force.values(), default=1)))

    def hopeless(self, d: Sketch, times: int) -> bool:
        """Tell whether the leader has so many times the own army and the own income."""
        own = self.seat + 1
        worths = [
            self.worths[packed] for packed, owner in zip(d.units, d.owners, strict=True) if owner == own
        ]
        earned = income(d, self.seat)
        return any(
            account.worth > times * (sum(worths) + self.w.crown * self.factions)
            and account.income > times * earned
            for account in self.rivals.accounts.values()
        )

    def _steps_to(self, d: Sketch, goals: dict[Cell, int]) -> list[int]:
        """Return for every cell the steps to the nearest goal, each with a handicap, around what blocks."""
        steps = [NO_WAY] * self.board.size
        own = self.seat + 1
        for cell, handicap in goals.items():
            steps[cell] = handicap
        front = sorted(goals)
        while front:
            following = []
            for cell in front:
                further = steps[cell] + 1
                for other in self.board.neighbours[cell]:
                    if steps[other] > further:
                        site = d.sites[other]
                        if not (TOWER_ARCHERS[site] or (IS_STRONGHOLD[site] and d.owners[other] != own)):
                            steps[other] = further
                            following.append(other)
            front = following
        return steps

    # --- worth ----------------------------------------------------------------------------------------
    def value(self, d: Sketch, rivals: Rivals) -> int:
        """Return the worth of ending the turn in ``d``."""
        w, own, seat = self.w, self.seat + 1, self.seat
        if len(d.living) == 1:
            return 2 * w.win
        owners, units, sites = d.owners, d.units, d.sites
        t = _Tally()
        cell = owners.find(own)
        while cell >= 0:
            packed, site = units[cell], sites[cell]
            if packed:
                self._count_stack(t, rivals, cell, packed, site)
            if site:
                self._count_site(t, rivals, cell, packed, site)
            cell = owners.find(own, cell + 1)
        force = t.force
        account = Account(t.worth, d.gold[seat], t.income, t.upkeep, t.charges)
        value = total(w, account, self.land - t.mines) + t.place - rivals.drag
        value += (rivals.fallen + d.rules.seats - len(d.living)) * w.crown // 4
        value += t.menace * w.menace // 100
        value += w.mix * min(force[ARCHER], 2 * (force[FIGHTER] + 2 * force[RIDER]))
        if t.replies:
            value -= self._reply(t.replies, rivals) * w.reply // 100
        for tower, archers in rivals.towers:
            if tower in t.shot:
                value -= self._shot(d, tower, archers, t.shot[tower])
            value -= archers * w.tower_archer
        future = d.gold[seat] + t.income - t.upkeep
        for shop in t.shops:
            value -= self._danger(d, rivals, shop, future)
        if t.besiegers:
            value += self._siege(d, rivals, t.besiegers)
        return value

    def _count_stack(self, t: "_Tally", rivals: Rivals, cell: Cell, packed: Stack, site: Site) -> None:
        """Count an own stack: worth, place, what the others can do to it, what it can do."""
        kind, count, counts, troops = KIND[packed], COUNT[packed], rivals.counts, rivals.troops
        t.worth += self.worths[packed]
        t.upkeep += UPKEEP[packed]
        t.charges += CHARGES[packed]
        t.force[kind] += count
        t.place += self.fields[kind][cell] * count
        if rivals.hitters[cell]:
            guards = GUARDS[site]
            for index in rivals.hitters[cell]:
                if number := counts[index]:
                    gain = self._trade(troops[index].kind, number, kind, count, guards)
                    if gain > t.replies.get(index, 0):
                        t.replies[index] = gain
        distances = self.board.distances[cell]
        for tower, _ in rivals.towers:
            if distances[tower] <= SHOT_RANGE:
                t.shot.setdefault(tower, []).append(cell)
        if kind == WORKER:
            return
        reach = strike_range(kind)
        best = 0
        for index in rivals.within(reach, cell, distances):
            if number := counts[index]:
                troop = troops[index]
                best = max(best, self._trade(kind, count, troop.kind, number, troop.guards))
        t.menace += best
        for crown in rivals.crowns:
            if distances[crown] <= reach:
                t.besiegers.append((crown, kind, count))

    def _count_site(self, t: "_Tally", rivals: Rivals, cell: Cell, packed: Stack, site: Site) -> None:
        """Count an own mine, castle or crown."""
        match SITE_TYPE[site]:
            case pieces.MINE:
                t.income += MINE_INCOME
                t.mines += 1
                t.place += self.lie[cell]
                if not packed:
                    loss = 2 * self.mine_worth
                    for index in rivals.raiders[cell]:
                        if rivals.counts[index] and t.replies.get(index, 0) < loss:
                            t.replies[index] = loss
            case pieces.CASTLE:
                t.worth += self.w.castle
                t.shops.append(cell)
            case pieces.CROWN:
                t.income += CROWN_INCOME
                t.worth += self.w.crown
                t.shops.append(cell)

    def _trade(self, attacker: Kind, attackers: int, kind: Kind, count: int, guards: int) -> int:
        """Return what an attack wins on average, by the worth of single units."""
        key = (attacker << 3 | attackers) << 7 | (kind << 3 | count) << 2 | guards
        gain = self.trades.get(key)
        if gain is None:
            result = exchange(attacker, attackers, kind, count, guards)
            gain = result.garrison_lost * self.singles[kind] - result.attackers_lost * self.singles[attacker]
            gain //= MILLI
            self.trades[key] = gain
        return gain

    def _reply(self, replies: dict[int, int], rivals: Rivals) -> int:
        """Return what the worst seat wins if each of its stacks does its best, and a quarter of the rest."""
        by_seat: dict[Seat, int] = {}
        for index, gain in replies.items():
            seat = rivals.troops[index].seat
            by_seat[seat] = by_seat.get(seat, 0) + gain
        worst = max(by_seat.values())
        return worst + (sum(by_seat.values()) - worst) // 4

    def _shot(self, d: Sketch, tower: Cell, archers: int, cells: list[Cell]) -> int:
        """Return what a neutral tower costs that shoots after each turn (K9.3)."""
        distances = self.board.distances[tower]
        nearest = min(distances[cell] for cell in cells)
        targets = [cell for cell in cells if distances[cell] == nearest]
        packed = [d.units[cell] for cell in targets]
        return sum(self._trade(ARCHER, archers, KIND[p], COUNT[p], 0) for p in packed) * 2 // len(packed)

    # --- crowns ---------------------------------------------------------------------------------------
    def stake(self, d: Sketch, crowns: int) -> int:
        """Return what it means to a seat with so many crowns to lose one."""
        if len(d.living) == 2 and crowns == 1:
            return self.w.win
        return self.w.crown * 2

    def _danger(self, d: Sketch, rivals: Rivals, shop: Cell, future: int) -> int:
        """Return what the chances to lose a crown or castle in the next two turns cost."""
        is_crown = SITE_TYPE[d.sites[shop]] == CROWN
        near = rivals.within(5, shop, self.board.distances[shop])
        if not near:
            return 0
        now: dict[Seat, list[Troop]] = {}
        later: dict[Seat, list[Troop]] = {}
        distances = self.board.distances[shop]
        for index in near:
            count, troop = rivals.counts[index], rivals.troops[index]
            distance = distances[troop.cell]
            if count and troop.kind != WORKER and distance <= _PACE[troop.kind]:
                later.setdefault(troop.seat, []).append((troop.kind, count))
                if self._reaches(d, troop.cell, shop, troop.kind, strike_range(troop.kind)):
                    now.setdefault(troop.seat, []).append((troop.kind, count))
        if not later:
            return 0
        packed = d.units[shop]
        kind, count = KIND[packed], COUNT[packed]
        guards = CROWN_GUARDS if is_crown else CASTLE_GUARDS
        chance = max((_storm(troops, kind, count, guards) for troops in now.values()), default=0)
        if not packed or kind == FIGHTER:
            kind, count = FIGHTER, min(MAX_STACK, count + max(0, future) // PRICE[FIGHTER])
        next_chance = max(_storm(troops, kind, count, guards) for troops in later.values())
        chance += (CERTAIN - chance) * next_chance // CERTAIN * self.w.later // 100
        if not is_crown:
            return 2 * self.w.castle * chance // CERTAIN
        stake = self.w.win if not self.factions or self._own_crowns(d) == 1 else self.w.crown * 2
        return stake * chance // CERTAIN

    def _own_crowns(self, d: Sketch) -> int:
        own = self.seat + 1
        return sum(
            SITE_TYPE[site] == CROWN
            for site, owner in zip(d.sites, d.owners, strict=True)
            if owner == own and site
        )

    def _reaches(self, d: Sketch, cell: Cell, shop: Cell, kind: Kind, reach: int) -> bool:
        """Tell whether a stack on ``cell`` can hit a shop within ``reach``, and finds a place for that."""
        distances = self.board.distances[cell]
        if distances[shop] > reach:
            return False
        if kind == ARCHER or distances[shop] == 1:
            return True
        return any(
            distances[other] < reach and not d.units[other] and not TOWER_ARCHERS[d.sites[other]]
            for other in self.board.neighbours[shop]
        )

    def _siege(self, d: Sketch, rivals: Rivals, besiegers: list[tuple[Cell, Kind, int]]) -> int:
        """Return what the own chances are worth to take a crown in the turn after, as it is held now."""
        best = 0
        for crown in rivals.crowns:
            troops = [(kind, count) for target, kind, count in besiegers if target == crown]
            if troops:
                packed = d.units[crown]
                chance = _storm(troops, KIND[packed], COUNT[packed], CROWN_GUARDS)
                best = max(best, chance * self.stake(d, len(rivals.crowns)) // CERTAIN)
        return best * self.w.siege // 100

    def storm(self, d: Sketch, rivals: Rivals, target: Cell) -> int:
        """Return what going on with the storm of a crown or castle in this same turn is worth."""
        site = d.sites[target]
        if not IS_STRONGHOLD[site] or d.owners[target] == self.seat + 1 or len(d.living) == 1:
            return 0
        troops: list[Troop] = []
        cell = d.owners.find(self.seat + 1)
        while cell >= 0:
            packed = d.units[cell]
            kind = KIND[packed]
            if MAY_ACT[packed] and kind != WORKER:
                reach = STEPS[packed] + (SHOT_RANGE if kind == ARCHER else 1)
                if self._reaches(d, cell, target, kind, reach):
                    troops.append((kind, COUNT[packed]))
            cell = d.owners.find(self.seat + 1, cell + 1)
        if not troops:
            return 0
        packed = d.units[target]
        chance = _storm(troops, KIND[packed], COUNT[packed], GUARDS[site])
        worth = self.w.castle
        if SITE_TYPE[site] == CROWN:
            worth = self.stake(d, len(rivals.crowns))
        return chance * worth // CERTAIN


def _storm(troops: Iterable[Troop], kind: Kind, count: int, guards: int) -> int:
    """Return the chance that troops of one seat take a crown or castle in one turn, at their best order."""
    ordered = sorted(troops, key=_rank)[:MOST_TROOPS]
    return storm_chance(tuple(ordered), kind if count else None, count, guards)


def _rank(troop: Troop) -> tuple[bool, int]:
    return troop[0] != ARCHER, -troop[1] * PRICE[troop[0]]
