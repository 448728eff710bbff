"""What a position is worth to a planning seat once it has ended its turn there.

The own side is a sum over cells, of which only the changed ones are counted anew; the others' side is
``Rivals``. Taken off are what the strongest reply would cost, the chance that a crown falls within two turns,
and what rivals are worth; added are ways forward and what could be taken in the turn after. Value is relative
to the leader, whoever that is.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.ai.krieg.rivals import Account, Rivals, stack_strengths, stack_worths, total
from engine.ai.krieg.sketch import Sketch
from engine.ai.krieg.weights import Weights
from engine.ai.tactics_krieg import CERTAIN, MILLI, Troop, exchange, storm_chance, strike_range
from engine.game import Seat
from engine.krieg import pieces
from engine.krieg.boards import SHOT_RANGE, Cell
from engine.krieg.economy import CROWN_INCOME, MINE_INCOME, income, upkeep
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

__all__ = ["Judge", "Tally"]

NO_WAY: Final = 20
"""More steps than count."""
FARTHEST_REACH: Final = max(strike_range(kind) for kind in range(4))
"""What happens farther away than this does not touch a cell."""
MOST_TROOPS: Final = 4
"""So many stacks of one side are counted in a storm; more would change little and take long."""
_PACE: Final = (0, 3, 5, 4)
"""How far away a stack can hit within two turns, by kind."""


_INCOME: Final = 1
_ARMY: Final = 1 << 12
_CHARGES: Final = 1 << 24
_MINES: Final = 1 << 36
_ARCHERS: Final = 1 << 48
_MELEE: Final = 1 << 60
_WORKERS: Final = 1 << 72
_MASK: Final = _ARMY - 1
"""Several small sums are kept in one number, twelve bits each: one addition does for all."""


class _Part(NamedTuple):
    """What one own cell adds to the worth of a position, with its stack and site, facing the same rivals.

    Attributes:
        value: What simply adds up.
        sums: Income and so on, each in its twelve bits.
        special: Whether there is anything of what follows.
        shop: Whether it is a crown or castle.
        replies: Enemy stacks that can win something here, and how much.
        towers: Neutral towers that could shoot at it.
        sieges: Crowns that its stack reaches, with kind and number.
    """

    value: int
    sums: int
    special: bool
    shop: bool
    replies: tuple[tuple[int, int], ...]
    towers: tuple[Cell, ...]
    sieges: tuple[tuple[Cell, Kind, int], ...]


class Tally(NamedTuple):
    """What all own cells add up to; of the special ones the parts, by cell."""

    value: int
    sums: int
    specials: dict[Cell, _Part]


class Judge:
    """Judges the positions of one turn of one seat.

    Args of the constructor:
        d: The position that planning begins with.
        w: What is held dear.
        trades: Kept from turn to turn: gains of exchanges, by what meets what.
    """

    def __init__(self, d: Sketch, w: Weights, trades: dict[int, int]) -> None:
        self.w, self.trades = w, trades
        self.worths, self.strengths = stack_worths(w), stack_strengths(w)
        self.seat: Seat = d.turn
        self.board = d.rules.geometry
        # Whoever loses units must not seem to gain by their upkeep: it counts as if they lived on.
        self.army = upkeep(d, self.seat) - sum(
            KIND[packed] == WORKER
            for packed, owner in zip(d.units, d.owners, strict=True)
            if packed and owner == d.turn + 1
        )
        self.factions = d.rules.mode == FACTIONS
        self.units = (w.worker, w.fighter, w.rider, w.archer)
        self.mine_worth = MINE_INCOME * (w.horizon + w.tail) * w.gold
        late = max(0, d.round - w.calm)
        spare = min(60, max(0, d.gold[self.seat] - w.purse))
        self.fear = w.reply * max(15, 100 - late * w.ire - spare) // 100
        self.rivals = Rivals(d, self.seat, w)
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
        haste = 100 + w.impatience * min(d.round, 50) + w.rush * max(0, d.round - 50)
        march = w.march * self._push(d) * haste // 10_000
        start = max((to_crowns[home] for home in homes), default=0)
        soldiers = [march * (start - steps) for steps in to_crowns]
        riders = [3 * way + w.raid * (start - steps) for way, steps in zip(soldiers, to_raids, strict=True)]
        return [-w.walk * steps for steps in to_land], soldiers, riders, soldiers

    def _push(self, d: Sketch) -> int:
        """Return in per cent how much to press forward: more than 100 for the stronger side."""
        own = 1 + sum(
            self.strengths[packed]
            for packed, owner in zip(d.units, d.owners, strict=True)
            if owner == self.seat + 1
        )
        return max(30, min(200, 100 * own // max(1, self.rivals.force)))

    def hopeless(self, d: Sketch, times: int) -> bool:
        """Tell whether the leader has so many times the own army and the own income."""
        own = self.seat + 1
        strength = self.w.fighter + sum(
            self.strengths[packed] for packed, owner in zip(d.units, d.owners, strict=True) if owner == own
        )
        earned = income(d, self.seat)
        return any(
            self.rivals.forces[seat] > times * strength and account.income > times * earned
            for seat, account in self.rivals.accounts.items()
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
    def tally(self, d: Sketch, rivals: Rivals) -> Tally:
        """Return what the own cells add up to."""
        own, owners = self.seat + 1, d.owners
        value = sums = 0
        specials: dict[Cell, _Part] = {}
        cell = owners.find(own)
        while cell >= 0:
            if d.units[cell] or d.sites[cell]:
                part = self._part(d, rivals, cell)
                value += part.value
                sums += part.sums
                if part.special:
                    specials[cell] = part
            cell = owners.find(own, cell + 1)
        return Tally(value, sums, specials)

    def retally(self, old: Tally, before: Sketch, now: Sketch, rivals: Rivals, cells: set[Cell]) -> Tally:
        """Return the tally after changes on some cells, none of which the rivals feel."""
        value, sums, specials = old.value, old.sums, old.specials.copy()
        own = self.seat + 1
        for cell in cells:
            if before.owners[cell] == own:
                part = self._part(before, rivals, cell)
                value -= part.value
                sums -= part.sums
                specials.pop(cell, None)
            part = self._part(now, rivals, cell)
            value += part.value
            sums += part.sums
            if part.special:
                specials[cell] = part
        return Tally(value, sums, specials)

    def value(self, d: Sketch, rivals: Rivals, tally: Tally) -> int:
        """Return the worth of ending the turn in ``d``, given the tally of it."""
        w = self.w
        if len(d.living) == 1:
            return 2 * w.win
        sums, specials = tally.sums, tally.specials
        gold, earned = d.gold[self.seat], sums & _MASK
        army, workers, melee = sums // _ARMY & _MASK, sums // _WORKERS, sums // _MELEE & _MASK
        account = Account(tally.value, gold, earned, max(army, self.army), workers, sums // _CHARGES & _MASK)
        value = total(w, account, self.land - (sums // _MINES & _MASK)) - rivals.drag
        value += (d.rules.seats - len(d.living)) * w.crown // 2
        net = earned - army - workers
        if net <= 0 and gold + net < PRICE[FIGHTER]:
            value -= w.locked - w.starving * min(0, gold + net)
        value -= w.idle * max(0, gold - w.purse)
        force = (sums // _ARCHERS & _MASK) * w.archer + melee * w.fighter
        value -= max(0, rivals.force - force) * w.lag // 100
        value -= w.spend * (force - rivals.force) // (force + rivals.force + 20 * w.fighter)
        value += w.mix * min(sums // _ARCHERS & _MASK, 2 * melee)
        if rivals.towers:
            value -= self._towers(d, rivals, specials)
        replies: dict[int, int] = {}
        sieges: list[tuple[Cell, Kind, int]] = []
        for cell, part in specials.items():
            for index, gain in part.replies:
                if gain > replies.get(index, 0):
                    replies[index] = gain
            sieges += part.sieges
            if part.shop:
                value -= self._danger(d, rivals, cell, gold + net)
        if replies:
            value -= self._reply(replies, rivals) * self.fear // 100
        if sieges:
            value += self._siege(d, rivals, sieges)
        return value

    def _part(self, d: Sketch, rivals: Rivals, cell: Cell) -> _Part:
        """Return what one own cell adds, found out once for the same rivals."""
        packed, site = d.units[cell] & 0xF8, d.sites[cell]
        key = packed | site << 8 | cell << 16
        part: _Part | None = rivals.parts.get(key)
        if part is None:
            older, where = rivals.origin
            if older is not None and self.board.distances[where][cell] > FARTHEST_REACH:
                part = self._part(d, older, cell)
            else:
                part = self._count(rivals, cell, packed, site)
            rivals.parts[key] = part
        return part

    def _count(self, rivals: Rivals, cell: Cell, packed: Stack, site: Site) -> _Part:
        """Count one own cell: worth, place, what the others can do there, what its stack can do."""
        kind, count = KIND[packed], COUNT[packed]
        value, sums = self._site_sums(cell, site)
        replies: list[tuple[int, int]] = []
        towers: tuple[Cell, ...] = ()
        sieges: list[tuple[Cell, Kind, int]] = []
        counts, troops, distances = rivals.counts, rivals.troops, self.board.distances[cell]
        if packed:
            value += self.worths[packed] + self.fields[kind][cell] * count
            sums += CHARGES[packed] * _CHARGES + UPKEEP[packed] * (_ARMY if kind != WORKER else _WORKERS)
            towers = tuple(tower for tower, _ in rivals.towers if distances[tower] <= SHOT_RANGE)
            for index in rivals.hitters[cell]:
                if number := counts[index]:
                    gain = self._trade(troops[index].kind, number, kind, count, GUARDS[site])
                    if gain > 0:
                        replies.append((index, gain))
        elif SITE_TYPE[site] == pieces.MINE:
            replies = [(index, 2 * self.mine_worth) for index in rivals.raiders[cell] if counts[index]]
        if packed and kind != WORKER:
            sums += count * (_ARCHERS if kind == ARCHER else _MELEE * (2 if kind == RIDER else 1))
            reach = strike_range(kind)
            best = 0
            for index in rivals.within(reach, cell, distances):
                if number := counts[index]:
                    troop = troops[index]
                    best = max(best, self._trade(kind, count, troop.kind, number, troop.guards))
            value += best * self.w.menace // 100
            sieges = [(crown, kind, count) for crown in rivals.crowns if distances[crown] <= reach]
        shop = bool(IS_STRONGHOLD[site])
        special = bool(shop or replies or towers or sieges)
        return _Part(value, sums, special, shop, tuple(replies), towers, tuple(sieges))

    def _site_sums(self, cell: Cell, site: Site) -> tuple[int, int]:
        """Return what an own mine, castle or crown is worth and brings."""
        match SITE_TYPE[site]:
            case pieces.MINE:
                return self.lie[cell], MINE_INCOME * _INCOME + _MINES
            case pieces.CASTLE:
                return self.w.castle, 0
            case pieces.CROWN:
                return self.w.crown, CROWN_INCOME * _INCOME
            case _:
                return 0, 0

    def _towers(self, d: Sketch, rivals: Rivals, specials: dict[Cell, _Part]) -> int:
        """Return what neutral towers cost: they stand there, and shoot at the nearest stacks."""
        cost = 0
        for tower, archers in rivals.towers:
            cost += archers * self.w.tower_archer
            cells = [cell for cell, part in specials.items() if tower in part.towers]
            if cells:
                cost += self._shot(d, tower, archers, cells)
        return cost

    def _trade(self, attacker: Kind, attackers: int, kind: Kind, count: int, guards: int) -> int:
        """Return what an attack wins on average, by the worth of single units."""
        key = (attacker << 3 | attackers) << 7 | (kind << 3 | count) << 2 | guards
        gain = self.trades.get(key)
        if gain is None:
            result = exchange(attacker, attackers, kind, count, guards)
            gain = result.garrison_lost * self.units[kind] - result.attackers_lost * self.units[attacker]
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
        near = rivals.within(max(_PACE), shop, self.board.distances[shop])
        if not near:
            return 0
        recruits = min(MAX_STACK, max(0, future) // PRICE[FIGHTER])
        around = tuple(d.units[cell] == 0 for cell in self.board.neighbours[shop])
        key = (shop, d.units[shop] & 0xF8, recruits, around, self.factions and self._own_crowns(d))
        cost = rivals.dangers.get(key)
        if cost is None:
            cost = rivals.dangers[key] = self._find_danger(d, rivals, shop, near, recruits)
        return cost

    def _find_danger(self, d: Sketch, rivals: Rivals, shop: Cell, near: list[int], recruits: int) -> int:
        is_crown = SITE_TYPE[d.sites[shop]] == CROWN
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
            kind, count = FIGHTER, min(MAX_STACK, count + recruits)
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
