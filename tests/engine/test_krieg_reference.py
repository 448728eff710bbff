"""Krieg und Frieden against its rules written out a second time (``krieg_reference.py``).

Random games start at the set-up or at composed positions that no recorded game reaches: dead and ownerless crowns,
seats that are out, beaten guards, half-moved stacks, every option. After every step position, legal actions, the
need for chance, what a window shows and what a tooltip says have to be those of the reference.
"""

import json
import random
from collections import Counter
from itertools import combinations_with_replacement, product
from math import factorial
from types import ModuleType
from typing import Any

import pytest

from engine.dice import SeededDraws, event_seed
from engine.game import OddsRow, Piece
from engine.krieg.boards import geometry
from engine.krieg.game import Krieg
from engine.krieg.odds import odds_table
from engine.krieg.pieces import KIND_BY_NAME

GAME = Krieg()
STEPS = {"worker": 1, "fighter": 1, "rider": 2, "archer": 1}
GUARDS = {"crown": 2, "castle": 1}


# --- positions ------------------------------------------------------------------------------------------
def any_options(rng: random.Random) -> dict[str, Any]:
    mode = rng.choice(["classic", "towers", "factions"])
    seats = 6 if mode == "factions" else rng.choice([2, 3])
    sizes = [4, 4, 4, 6, 8] if (mode, seats) == ("towers", 2) else [3, 3, 4, 4, 5, 6, 7, 8]
    return {
        "mode": mode,
        "seats": seats,
        "radius": rng.choice(sizes),
        "gold": [rng.choice([0, 6, 20, 60, 999]) for _ in range(seats)],
        "castle_charges": rng.choice([1, 2]),
        "round_limit": rng.choice([0, 0, 0, 1, 2, 5]),
        "disband": rng.random() < 0.3,
        "short_shots": rng.random() < 0.5,
    }


def composed(rng: random.Random, options: dict[str, Any]) -> dict[str, Any]:
    """Return a possible position of these options, put together at random."""
    value = plain(GAME.to_json(GAME.setup(options)))
    seats = options["seats"]
    cells = {cell["cell"]: cell for cell in value["cells"]}
    crowns = {cell["owner"]: cell for cell in value["cells"] if cell["crown"]}
    out = rng.sample(range(seats), rng.randrange(seats - 1)) if seats > 2 else []
    living = [seat for seat in range(seats) if seat not in out]
    turn = rng.choice(living)
    for seat, crown in crowns.items():
        crown["guards"] = rng.choice([0, 1, 2, 2])
        if seat in out and options["mode"] == "factions":
            crown["owner"] = rng.choice([*living, None])
        elif seat in out:
            crown |= {"crown": "dead", "guards": 0, "owner": rng.randrange(seats)}
    density = rng.choice([0.1, 0.3, 0.6, 0.9])
    for name in geometry(options["radius"]).names:
        cell = cells.get(name)
        if cell is None:
            if rng.random() > density:
                continue
            cell = cells[name] = land(rng, name, seats)
        if cell["tower"]:
            cell["tower"] = rng.randrange(1, cell["tower"] + 1)
        elif cell["owner"] in living and rng.random() < 0.6:
            cell["stack"] = a_stack(rng, cell["owner"], cell["owner"] == turn)
    return {
        "setup": value["setup"],
        "turn": turn,
        "round": rng.randrange(1, (options["round_limit"] or 50) + 1),
        "seats": [
            {"gold": rng.choice([0, 1, 3, 7, 12, 30, 996, 999]), "alive": seat in living}
            for seat in range(seats)
        ],
        "cells": list(cells.values()),
    }


def land(rng: random.Random, name: str, seats: int) -> dict[str, Any]:
    owner = rng.choice([None, *range(seats), *range(seats)])
    building = rng.choice([None, None, None, "mine", "castle"]) if owner is not None else None
    guards = rng.randrange(2) if building == "castle" else 0
    return {
        "cell": name,
        "owner": owner,
        "stack": None,
        "building": building,
        "crown": None,
        "guards": guards,
        "tower": 0,
    }


def a_stack(rng: random.Random, owner: int, to_move: bool) -> dict[str, Any]:
    kind = rng.choice(list(STEPS))
    fresh = to_move and rng.random() < 0.85
    return {
        "owner": owner,
        "kind": kind,
        "count": 1 if kind == "worker" else rng.randrange(1, 6),
        "steps": rng.choice([0, STEPS[kind] - 1, STEPS[kind], STEPS[kind]]) if fresh else 0,
        "can_act": fresh,
    } | ({"charges": rng.randrange(1, 3)} if kind == "worker" else {})


def plain(value: Any) -> Any:
    """Return a copy that shares nothing, with lists for tuples."""
    return json.loads(json.dumps(value))


# --- the comparison -------------------------------------------------------------------------------------
def compare(reference: ModuleType, number: int, steps: int) -> Counter[str]:
    """Play a random game on both sides; return how often what was played."""
    rng = random.Random(number)
    options = any_options(rng)
    if rng.random() < 0.25:
        s = GAME.setup(options)
        other = reference.Reference.start(plain(GAME.to_json(s)["setup"]))
    else:
        value = composed(rng, options)
        s, other = GAME.from_json(value), reference.Reference(plain(value))
    played: Counter[str] = Counter()
    history: list[Any] = []
    for step in range(steps):
        shown = other.show()
        assert plain(GAME.to_json(s)) == shown, history
        assert list(GAME.pieces(s)) == pieces_of(shown), history
        legal = other.legal()
        assert [GAME.format(action) for action in GAME.legal_actions(s)] == legal, history
        if not legal:
            break
        draws = SeededDraws(event_seed(rng.randbytes(32), step))
        if rng.random() < 0.03 and (options["seats"] > 2 or rng.random() < 0.2):
            text = f"resign {rng.choice(GAME.living(s))}"
            chance = GAME.resignation_needs_chance(s, int(text.split()[1]))
            s, _ = GAME.resign(s, int(text.split()[1]), draws)
        else:
            text = pick(rng, legal)
            action = GAME.parse(text)
            chance = GAME.needs_chance(s, action)
            if text.startswith("attack"):
                check_odds(s, other, text)
            s, _ = GAME.apply(s, action, draws)
        assert chance == bool(draws.trace), text
        history.append((text, draws.dice, draws.choices))
        other.play(text, draws.dice, draws.choices)
        played[text.split()[0]] += 1
    assert GAME.decode(GAME.encode(s)) == s
    return played


def pick(rng: random.Random, legal: list[str]) -> str:
    """Every verb is as likely as any other, but for ``end``, so that rare ones occur and turns are long."""
    verbs = sorted({text.split()[0] for text in legal})
    if len(verbs) > 1 and rng.random() < 0.7:
        verbs.remove("end")
    verb = rng.choice(verbs)
    return rng.choice([text for text in legal if text.startswith(verb)])


def pieces_of(value: dict[str, Any]) -> list[Piece]:
    """Return what a window shows of a position in the form of the recorded games (K10)."""
    pieces = []
    for cell in value["cells"]:
        name, owner, stack = cell["cell"], cell["owner"], cell["stack"]
        if cell["tower"]:
            pieces.append(Piece(name, "tower", None, cell["tower"]))
        if cell["crown"] == "dead":
            pieces.append(Piece(name, "crown", owner, 1, ("dead",)))
        if cell["building"]:
            pieces.append(Piece(name, cell["building"], owner))
        if cell["crown"] == "standing":
            pieces.append(Piece(name, "crown", owner))
        guards = 2 if cell["crown"] == "standing" else 1 if cell["building"] == "castle" else 0
        if cell["guards"]:
            pieces.append(Piece(name, "guard", owner, cell["guards"]))
        if cell["guards"] < guards and not value["over"]:
            pieces.append(Piece(name, "guard", owner, guards - cell["guards"], ("beaten",)))
        if stack:
            marks = [f"charge{stack['charges']}"] if stack["kind"] == "worker" else []
            if owner == value["turn"] and not value["over"] and not stack["can_act"]:
                marks.append("new" if stack["steps"] else "done")
            pieces.append(Piece(name, stack["kind"], owner, stack["count"], tuple(marks)))
    return pieces


def check_odds(s: Any, other: Any, text: str) -> None:
    """Compare the odds of a small attack, and what its tooltip says, with all that can happen on the board."""
    _, name, target = text.split()
    before = other.show()
    cells = {cell["cell"]: cell for cell in before["cells"]}
    kind, count = cells[name]["stack"]["kind"], cells[name]["stack"]["count"]
    garrison = cells[target]["tower"] or (cells[target]["stack"] or {"count": 0})["count"]
    guards = 0 if kind == "archer" else min(cells[target]["guards"], 5 - garrison)
    dice = count + garrison + guards if garrison + cells[target]["guards"] else 0
    rows = GAME.odds(s, GAME.parse(text))
    effect = GAME.describe(s, GAME.parse(text))
    assert rows is not None
    assert effect.details["rolls"] == sum(row.rolls for row in rows) == 6**dice
    assert effect.details["guard_dice"] == guards
    if dice > 2:
        return
    falls, out, won = 0, set(), False
    for rolled in product(range(1, 7), repeat=dice):
        trial = type(other)(plain(before))
        trial.play(text, list(rolled), [])
        now = trial.cells[target]
        falls += not (now["stack"] or now["tower"]) if kind == "archer" else now["owner"] == before["turn"]
        out |= {seat for seat, alive in enumerate(trial.alive) if alive != other.alive[seat]}
        won |= trial.over
    assert effect.details["falls_rolls"] == falls, text
    if falls:
        assert out == ({effect.details["eliminates"]} if "eliminates" in effect.details else set()), text
        assert won == effect.details.get("wins", False), text


@pytest.mark.parametrize("part", range(5))
def test_random_games_from_anywhere(reference: ModuleType, part: int):
    played: Counter[str] = Counter()
    for number in range(40 * part, 40 * part + 40):
        played += compare(reference, number, 60)
    assert set(played) == {"attack", "build", "buy", "disband", "end", "move", "resign", "undo"}


@pytest.mark.slow
def test_many_random_games_from_anywhere(reference: ModuleType):
    for number in range(1000, 3000):
        compare(reference, number, 80)


# --- boards and odds ------------------------------------------------------------------------------------
@pytest.mark.parametrize("radius", range(3, 9))
def test_k1_names_of_every_radius(reference: ModuleType, radius: int):
    board, cells = geometry(radius), reference.cells_of(radius)
    assert dict(zip(board.names, board.coordinates, strict=True)) == cells
    assert list(board.names) == list(cells)
    for one, place in cells.items():
        for other, there in cells.items():
            assert board.distances[board.index[one]][board.index[other]] == reference.apart(place, there)
    middle = "defghi"[radius - 3]
    assert [board.names[board.corners[corner]] for corner in (0, 3)] == [
        f"{middle}1",
        f"{middle}{2 * radius + 1}",
    ]
    assert board.names[board.at(0, 0)] == f"{middle}{radius + 1}"


def rolls_of(count: int) -> list[tuple[list[int], int]]:
    """All results of so many dice without their order, each with the number of its orders."""
    found = []
    for pips in combinations_with_replacement(range(1, 7), count):
        ways = factorial(count)
        for times in Counter(pips).values():
            ways //= factorial(times)
        found.append((list(pips), ways))
    return found


def counted(
    reference: ModuleType, attacker: str, attackers: int, garrison: str | None, count: int, guards: int
) -> tuple[OddsRow, ...]:
    totals: Counter[tuple[int, int, int]] = Counter()
    for (ours, a), (theirs, b), (shields, c) in product(
        rolls_of(attackers), rolls_of(count), rolls_of(guards)
    ):
        totals[reference.combat(attacker, ours, garrison, theirs, shields)] += a * b * c
    return tuple(OddsRow(*losses, rolls) for losses, rolls in sorted(totals.items()))


def all_combats(most: int) -> list[tuple[str, int, str | None, int, int]]:
    """All combats that can occur with at most so many attackers and defenders (K6.2)."""
    sides: list[tuple[str | None, int]] = [(None, 0), ("worker", 1)]
    sides += [(kind, count) for kind in ("fighter", "rider", "archer") for count in range(1, 6)]
    return [
        (attacker, attackers, garrison, count, guards)
        for attacker in ("fighter", "rider", "archer")
        for attackers in range(1, 6)
        for garrison, count in sides
        for guards in (range(3) if attacker != "archer" else range(1))
        if 1 <= count + guards <= 5 and attackers <= most and count + guards <= most
    ]


@pytest.mark.parametrize("most", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_k4_odds_of_every_combat(reference: ModuleType, most: int):
    combats = all_combats(most)
    assert len(combats) == {3: 168, 5: 490}[most]
    for attacker, attackers, garrison, count, guards in combats:
        kinds = KIND_BY_NAME[attacker], None if garrison is None else KIND_BY_NAME[garrison]
        rows = odds_table(kinds[0], attackers, kinds[1], count, guards)
        assert rows == counted(reference, attacker, attackers, garrison, count, guards)
