"""Krieg und Frieden written out a second time, straight from the sentences of the rules, for tests only.

Nothing here knows the engine: cells are names in dictionaries, stacks are dictionaries, the chain of what can be
taken back is a list of copies. Slow and literal on purpose. ``Reference`` plays texts of actions with lists of
dice and choices, lists what is legal, and shows its position in the form of the recorded games.
"""

import copy
from functools import cache
from typing import Any

CORNERS = {2: ("S", "N"), 3: ("S", "NW", "NE"), 6: ("S", "SW", "NW", "N", "NE", "SE")}
"""K1.4: on which corner each seat's crown stands."""
PRICE = {"worker": 3, "fighter": 3, "rider": 12, "archer": 3}
UPKEEP = {"worker": 1, "fighter": 1, "rider": 3, "archer": 1}
STEPS = {"worker": 1, "fighter": 1, "rider": 2, "archer": 1}
COST = {"mine": 3, "castle": 8}


@cache
def cells_of(radius: int) -> dict[str, tuple[int, int]]:
    """K1.1, K1.3: names and axial coordinates of all cells in canonical order."""
    span = range(-radius, radius + 1)
    on_board = sorted((q, r) for q in span for r in span if abs(-q - r) <= radius)
    names = {}
    for q, r in on_board:
        column = [other for c, other in on_board if c == q]
        position = sorted(column, reverse=True).index(r) + 1  # counted from the south
        names["abcdefghijklmnopq"[q + radius] + str(position)] = (q, r)
    return names


def apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    """K1.1: the distance."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(-dq - dr))


@cache
def near_cells(radius: int) -> dict[str, list[tuple[str, int]]]:
    """For each cell those at distance 1 and 2, all that is ever in reach (K3), with the distance."""
    cells = cells_of(radius).items()
    return {
        name: [(other, apart(here, there)) for other, there in cells if 1 <= apart(here, there) <= 2]
        for name, here in cells
    }


def defender_falls(attacker: str, defender: str, a: int, d: int) -> bool:
    """K4.2, first column."""
    if defender == "worker":
        return a >= d - 1
    if attacker == "fighter":
        return a > d if defender == "rider" else a >= d
    if attacker == "rider":
        return a >= d
    assert attacker == "archer"
    return a > d


def attacker_falls(attacker: str, defender: str, a: int, d: int) -> bool:
    """K4.2, second column."""
    if attacker == "archer" or defender in ("archer", "worker"):
        return False
    if attacker == "rider" and defender == "fighter":
        return a < d
    return a <= d


def combat(
    attacker: str, attack: list[int], garrison: str | None, defence: list[int], guards: list[int]
) -> tuple[int, int, int]:
    """K4.1, K4.4: attackers lost, garrison lost, guards beaten."""
    ours = sorted(attack, reverse=True)
    theirs = [("guard", pips) for pips in guards] + [("garrison", pips) for pips in defence]
    theirs.sort(key=lambda die: -die[1])  # stable: of equal pips the guards' come first
    lost = {"attacker": 0, "garrison": 0, "guard": 0}
    for a, (who, d) in zip(ours, theirs, strict=False):
        kind = "fighter" if who == "guard" else garrison
        assert kind is not None
        lost[who] += defender_falls(attacker, kind, a, d)
        lost["attacker"] += attacker_falls(attacker, kind, a, d)
    return lost["attacker"], lost["garrison"], lost["guard"]


class Reference:
    """One game; every method changes it in place."""

    def __init__(self, value: dict[str, Any]) -> None:
        """Begin at a position in the form of the recorded games."""
        self.setup = value["setup"]
        self.where = cells_of(self.setup["radius"])
        self.near = near_cells(self.setup["radius"])
        self.number_of_seats = self.setup["seats"]
        self.turn = value["turn"]
        self.round = value["round"]
        self.gold = [seat["gold"] for seat in value["seats"]]
        self.alive = [seat["alive"] for seat in value["seats"]]
        self.cells = {name: self._blank() for name in self.where}
        for cell in copy.deepcopy(value["cells"]):
            self.cells[cell.pop("cell")] = cell
        for cell in self.cells.values():
            if cell["stack"]:
                kind = cell["stack"]["kind"]
                cell["stack"]["moved"] = cell["stack"]["steps"] < STEPS[kind]
        self.history: list[Any] = []
        self.limit_reached = False
        self.dice: list[int] = []
        self.choices: list[int] = []

    @staticmethod
    def _blank() -> dict[str, Any]:
        return {"owner": None, "stack": None, "building": None, "crown": None, "guards": 0, "tower": 0}

    @classmethod
    def start(cls, setup: dict[str, Any]) -> "Reference":
        """K1.4 to K1.7, K9.1: the start, with the settlement of seat 0."""
        radius, seats = setup["radius"], setup["seats"]
        corner = {
            "S": (0, radius),
            "SW": (-radius, radius),
            "NW": (-radius, 0),
            "N": (0, -radius),
            "NE": (radius, -radius),
            "SE": (radius, 0),
        }
        names = {place: name for name, place in cells_of(radius).items()}
        cells = []
        for seat, word in enumerate(CORNERS[seats]):
            crown = cls._blank() | {"owner": seat, "crown": "standing", "guards": 2}
            cells.append({"cell": names[corner[word]], **crown})
        if setup["mode"] == "towers":
            half = radius // 2
            places = [(-radius, half), (0, 0), (radius, -half)] if seats == 2 else [(0, 0)]
            tower = cls._blank() | {"tower": 3 if seats == 2 else 5}
            cells += [{"cell": names[place], **tower} for place in places]
        value = {"setup": setup, "turn": 0, "round": 1, "cells": cells}
        value["seats"] = [{"gold": gold, "alive": True} for gold in setup["gold"]]
        game = cls(value)
        game._start_turn(0)
        return game

    # --- looking --------------------------------------------------------------------------------------
    @property
    def over(self) -> bool:
        return self.limit_reached or self.alive.count(True) == 1

    def owned(self, seat: int) -> list[dict[str, Any]]:
        return [cell for cell in self.cells.values() if cell["owner"] == seat]

    def crowns(self, seat: int) -> int:
        return sum(cell["crown"] == "standing" for cell in self.owned(seat))

    def income(self, seat: int) -> int:
        """K2.1, K2.4."""
        if not self.alive[seat]:
            return 0
        return 3 * self.crowns(seat) + 2 * sum(cell["building"] == "mine" for cell in self.owned(seat))

    def stacks(self, seat: int) -> list[dict[str, Any]]:
        return [cell["stack"] for cell in self.owned(seat) if cell["stack"]]

    def upkeep(self, seat: int) -> int:
        return sum(UPKEEP[stack["kind"]] * stack["count"] for stack in self.stacks(seat))

    def worth(self, seat: int) -> int:
        """K8.5."""
        units = sum(PRICE[stack["kind"]] * stack["count"] for stack in self.stacks(seat))
        buildings = sum(COST.get(cell["building"], 0) for cell in self.owned(seat))
        return self.gold[seat] + units + buildings

    def winners(self) -> list[int]:
        """K8.1 to K8.3, K8.5: nobody while it runs and for a draw."""
        living = [seat for seat, alive in enumerate(self.alive) if alive]
        if len(living) == 1:
            return living
        if not self.limit_reached:
            return []
        most = max(self.crowns(seat) for seat in living)
        living = [seat for seat in living if self.crowns(seat) == most]
        best = max(self.worth(seat) for seat in living)
        living = [seat for seat in living if self.worth(seat) == best]
        return living if len(living) == 1 else []

    def show(self) -> dict[str, Any]:
        """Return the position in the form of the recorded games."""
        cells = []
        for name, cell in self.cells.items():
            if cell["owner"] is None and not (
                cell["stack"] or cell["building"] or cell["crown"] or cell["tower"]
            ):
                continue
            shown = {"cell": name} | cell
            if cell["stack"]:
                shown["stack"] = {key: item for key, item in cell["stack"].items() if key != "moved"}
            cells.append(shown)
        winners = self.winners()
        return {
            "game": "krieg",
            "setup": self.setup,
            "turn": self.turn,
            "round": self.round,
            "seats": [
                {
                    "gold": self.gold[seat],
                    "alive": self.alive[seat],
                    "income": self.income(seat),
                    "upkeep": self.upkeep(seat),
                    "crowns": self.crowns(seat),
                }
                for seat in range(self.number_of_seats)
            ],
            "cells": cells,
            "undo": len(self.history),
            "over": self.over,
            "winner": winners[0] if winners else None,
            "draw": self.over and not winners,
        }

    # --- what is legal --------------------------------------------------------------------------------
    def legal(self) -> list[str]:
        """K11: all legal actions, sorted by code point; every action that can be written is asked about."""
        if self.over:
            return []
        found = ["end"]
        if self.history:
            found.append("undo")
        for name, cell in self.cells.items():
            if cell["owner"] != self.turn:
                continue
            found += [f"buy {kind} {name}" for kind in PRICE if self._may_buy(cell, kind)]
            stack = cell["stack"]
            if stack is None:
                continue
            if self.setup["disband"]:
                found.append(f"disband {name}")  # K12.1
            found += [f"build {what} {name}" for what in COST if self._may_build(cell, what)]
            for other, distance in self.near[name]:
                target = self.cells[other]
                if distance == 1 and stack["steps"] and self._may_enter(stack, target):
                    found.append(f"move {name} {other}")
                if self._may_attack(stack, target, distance):
                    found.append(f"attack {name} {other}")
        return sorted(found)

    def _may_buy(self, cell: dict[str, Any], kind: str) -> bool:
        """K3.3, K3.1."""
        if cell["crown"] != "standing" and cell["building"] != "castle":
            return False
        stack = cell["stack"]
        room = stack is None or (stack["kind"] == kind != "worker" and stack["count"] < 5)
        return room and self.gold[self.turn] >= PRICE[kind]

    def _may_enter(self, stack: dict[str, Any], target: dict[str, Any]) -> bool:
        """K3.4."""
        own = target["owner"] == self.turn
        if target["tower"]:
            return False
        if (target["crown"] == "standing" or target["building"] == "castle") and not own:
            return False
        there = target["stack"]
        if there is None:
            return True
        fits = there["kind"] == stack["kind"] != "worker" and there["count"] + stack["count"] <= 5
        return own and fits

    def _may_attack(self, stack: dict[str, Any], target: dict[str, Any], distance: int) -> bool:
        """K3, K3.2, K6.5, K6.6, K9.2, K12.2."""
        kind = stack["kind"]
        if kind == "worker" or not stack["can_act"]:
            return False
        reach = 1
        if kind == "archer" and not (self.setup["short_shots"] and stack["moved"]):
            reach = 2
        if not 1 <= distance <= reach:
            return False
        if target["tower"]:
            return True
        if target["owner"] == self.turn:
            return False
        if target["stack"]:
            return True
        stronghold = target["crown"] == "standing" or target["building"] == "castle"
        return stronghold and kind != "archer"

    def _may_build(self, cell: dict[str, Any], what: str) -> bool:
        """K5.1, K6.8, K8.2."""
        stack = cell["stack"]
        if stack["kind"] != "worker" or not stack["can_act"] or cell["crown"] or cell["building"]:
            return False
        return stack["charges"] >= self._charges(what) and self.gold[self.turn] >= COST[what]

    def _charges(self, what: str) -> int:
        return self.setup["castle_charges"] if what == "castle" else 1

    # --- playing --------------------------------------------------------------------------------------
    def play(self, text: str, dice: list[int], choices: list[int]) -> None:
        """Play a legal action with exactly these draws; ``resign`` and a seat is one, too."""
        self.dice, self.choices = list(dice), list(choices)
        verb, *words = text.split()
        getattr(self, f"_{verb}")(*words)
        if self.over:
            self._rest()
        assert not self.dice, "dice are left over"
        assert not self.choices, "choices are left over"

    def _roll(self, count: int) -> list[int]:
        rolled, self.dice = self.dice[:count], self.dice[count:]
        assert len(rolled) == count, "dice are missing"
        return rolled

    def _remember(self) -> None:
        self.history.append(copy.deepcopy((self.cells, self.gold)))

    def _undo(self) -> None:
        """K7.1."""
        self.cells, self.gold = self.history.pop()

    def _buy(self, kind: str, name: str) -> None:
        self._remember()
        self.gold[self.turn] -= PRICE[kind]
        new = {
            "owner": self.turn,
            "kind": kind,
            "count": 1,
            "steps": 1,
            "can_act": False,
            "moved": False,
        }
        if kind == "worker":
            new["charges"] = 2
        self._join(new, self.cells[name])

    def _move(self, name: str, other: str) -> None:
        self._remember()
        stack = self.cells[name]["stack"]
        self.cells[name]["stack"] = None
        stack["steps"] -= 1
        stack["moved"] = True
        self._join(stack, self.cells[other])
        self.cells[other]["owner"] = self.turn  # K3.6

    @staticmethod
    def _join(stack: dict[str, Any], cell: dict[str, Any]) -> None:
        """K3.5."""
        there = cell["stack"]
        if there is not None:
            stack = stack | {
                "count": stack["count"] + there["count"],
                "steps": min(stack["steps"], there["steps"]),
                "can_act": stack["can_act"] and there["can_act"],
                "moved": stack["moved"] or there["moved"],
            }
        cell["stack"] = stack

    def _build(self, what: str, name: str) -> None:
        self.history = []
        cell = self.cells[name]
        stack = cell["stack"]
        self.gold[self.turn] -= COST[what]
        stack["charges"] -= self._charges(what)
        stack |= {"steps": 0, "can_act": False}
        if not stack["charges"]:
            cell["stack"] = None
        cell["building"] = what
        cell["guards"] = 1 if what == "castle" else 0  # K6.1

    def _disband(self, name: str) -> None:
        self.history = []
        self.cells[name]["stack"] = None

    def _attack(self, name: str, other: str) -> None:
        self.history = []
        source, target = self.cells[name], self.cells[other]
        stack = source["stack"]
        kind = stack["kind"]
        stack |= {"steps": 0, "can_act": False}
        if target["tower"]:
            garrison, count = "archer", target["tower"]
        elif target["stack"]:
            garrison, count = target["stack"]["kind"], target["stack"]["count"]
        else:
            garrison, count = None, 0
        guard_dice = 0 if kind == "archer" else min(target["guards"], 5 - count)  # K6.2, K6.6
        if count or target["guards"]:
            ours, theirs, guards = self._roll(stack["count"]), self._roll(count), self._roll(guard_dice)
            lost, fallen, beaten = combat(kind, ours, garrison, theirs, guards)
            stack["count"] -= lost
            if not stack["count"]:
                source["stack"] = None
            if target["tower"]:
                target["tower"] -= fallen
            elif garrison:
                target["stack"]["count"] -= fallen
                if not target["stack"]["count"]:
                    target["stack"] = None
            target["guards"] -= beaten
        empty = not (target["tower"] or target["stack"] or target["guards"])
        if empty and source["stack"] and kind != "archer":  # K4.3, K6.4
            loser = target["owner"]
            target["stack"], source["stack"] = source["stack"], None
            target["owner"] = self.turn
            if target["crown"] == "standing":
                self._crown_fell(target, loser)

    def _crown_fell(self, crown: dict[str, Any], loser: int | None) -> None:
        """K8.1 to K8.3."""
        if self.setup["mode"] == "factions":
            if loser is not None and not self.crowns(loser):
                self._out(loser)
            return
        assert loser is not None
        if self.number_of_seats == 3:
            crown["crown"] = "dead"
        self._out(loser)

    def _out(self, seat: int) -> None:
        self.alive[seat] = False
        if self.number_of_seats > 2:
            for cell in self.owned(seat):
                cell["stack"] = None

    def _resign(self, word: str) -> None:
        """K8.4."""
        seat = int(word)
        self.history = []
        crowns = [cell for cell in self.owned(seat) if cell["crown"] == "standing"]
        self._out(seat)
        if self.setup["mode"] == "factions":
            for cell in crowns:
                cell["owner"] = None
        elif self.number_of_seats == 3:
            for cell in crowns:
                cell |= {"crown": "dead", "guards": 0}
        if seat == self.turn and not self.over:
            self._end()

    def _end(self) -> None:
        """K7.2."""
        self.history = []
        for name in self._towers():
            self._shoot(name)
        for cell in self.cells.values():
            if cell["crown"] == "standing":
                cell["guards"] = 2
            elif cell["building"] == "castle":
                cell["guards"] = 1
        order = [seat for seat in range(self.turn + 1, self.number_of_seats) if self.alive[seat]]
        order += [seat for seat in range(self.turn + 1) if self.alive[seat]]
        following = order[0]
        if following <= self.turn:
            if self.round == self.setup["round_limit"]:
                self.limit_reached = True
                return
            self.round += 1
        self._start_turn(following)

    def _towers(self) -> list[str]:
        """K9.3: west, centre, east, which is the order of the columns."""
        return [name for name, cell in self.cells.items() if cell["tower"]]

    def _shoot(self, name: str) -> None:
        """K9.3."""
        distance = {
            other: apart(self.where[name], self.where[other])
            for other, cell in self.cells.items()
            if cell["stack"]
        }
        near = [other for other, steps in distance.items() if steps == min(distance.values()) and steps <= 2]
        if not near:
            return
        target = self.cells[near[self.choices.pop(0) if len(near) > 1 else 0]]
        stack = target["stack"]
        shots, answer = self._roll(self.cells[name]["tower"]), self._roll(stack["count"])
        stack["count"] -= combat("archer", shots, stack["kind"], answer, [])[1]
        if not stack["count"]:
            target["stack"] = None

    def _rest(self) -> None:
        for cell in self.cells.values():
            if cell["stack"]:
                cell["stack"] |= {"steps": 0, "can_act": False, "moved": False}

    def _start_turn(self, seat: int) -> None:
        """K2."""
        self.turn = seat
        self._rest()
        funds = self.gold[seat] + self.income(seat)
        while funds < self.upkeep(seat):
            own = [
                (name, cell) for name, cell in self.cells.items() if cell["owner"] == seat and cell["stack"]
            ]
            dearest = max(PRICE[cell["stack"]["kind"]] for _, cell in own)
            own = [(name, cell) for name, cell in own if PRICE[cell["stack"]["kind"]] == dearest]
            largest = max(cell["stack"]["count"] for _, cell in own)
            own = [(name, cell) for name, cell in own if cell["stack"]["count"] == largest]
            for kind in ("rider", "archer", "fighter", "worker"):
                of_kind = [(name, cell) for name, cell in own if cell["stack"]["kind"] == kind]
                if of_kind:
                    _, victim = min(of_kind, key=lambda item: self.where[item[0]])
                    victim["stack"]["count"] -= 1
                    if not victim["stack"]["count"]:
                        victim["stack"] = None
                    break
        self.gold[seat] = min(999, funds - self.upkeep(seat))
        for stack in self.stacks(seat):
            stack |= {"steps": STEPS[stack["kind"]], "can_act": True}
