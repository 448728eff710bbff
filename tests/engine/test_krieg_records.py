"""Krieg und Frieden against every recorded game, combat and distribution (tests/data/krieg/FORMAT.md)."""

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.dice import ScriptedDraws
from engine.krieg.combat import resolve
from engine.krieg.game import Krieg
from engine.krieg.odds import odds_table
from engine.krieg.pieces import KIND_BY_NAME, WORKER
from engine.krieg.state import State

DATA = Path(__file__).parent.parent / "data" / "krieg"
GAME = Krieg()

GAMES = {
    # games and actions in each file
    "classic-2": (77, 13041),
    "classic-3": (87, 21148),
    "towers-2": (53, 8804),
    "towers-3": (32, 8992),
    "factions-6": (68, 28170),
}


def rows(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def plain(s: State) -> dict[str, Any]:
    """Return a state in the form of the records, which lacks game and set-up."""
    value = GAME.to_json(s)
    assert value.pop("game") == "krieg"
    del value["setup"]
    return value


def legal_texts(s: State) -> list[str]:
    return [GAME.format(action) for action in GAME.legal_actions(s)]


def advance(s: State, step: dict[str, Any]) -> State:
    draws = ScriptedDraws(step.get("dice", ()), step.get("choices", ()))
    if step["action"] == "resign":
        assert GAME.resignation_needs_chance(s, step["seat"]) == ("dice" in step)
        after, _ = GAME.resign(s, step["seat"], draws)
    else:
        assert step.get("seat", s.turn) == s.turn
        action = GAME.parse(step["action"])
        assert GAME.format(action) == step["action"]
        assert GAME.needs_chance(s, action) == ("dice" in step)
        after, _ = GAME.apply(s, action, draws)
    draws.check_used()
    return after


def replay(game: dict[str, Any], seen: Counter[str]) -> None:
    s = GAME.setup(game["setup"])
    assert plain(s) == game["start"]
    for number, step in enumerate(game["steps"]):
        where = f"{game['id']}, step {number}: {step['action']}"
        legal = legal_texts(s)
        assert len(legal) == step["legal_n"], where
        assert hashlib.sha256("\n".join(legal).encode()).hexdigest()[:16] == step["legal_sha"], where
        if "legal" in step:
            assert legal == step["legal"], where
            seen["lists"] += 1
        s = advance(s, step)
        if "state" in step:
            assert plain(s) == step["state"], where
            seen["states"] += 1
        seen["actions"] += 1
        seen["dice"] += len(step.get("dice", ()))
        seen["choices"] += len(step.get("choices", ()))
        seen["resignations"] += step["action"] == "resign"
    assert plain(s) == game["final"], game["id"]
    assert legal_texts(s) == game["final_legal"], game["id"]
    seen["games"] += 1


@pytest.mark.parametrize("name", GAMES)
def test_recorded_games(name: str, consumed):
    seen: Counter[str] = Counter()
    for game in rows(name):
        replay(game, seen)
    consumed("Krieg und Frieden", **seen)
    assert (seen["games"], seen["actions"]) == GAMES[name]
    assert seen["states"] > seen["actions"] // 6
    assert seen["lists"] > seen["actions"] // 12


def test_recorded_combats(consumed):
    count = 0
    for row in rows("combat"):
        garrison = WORKER if row["garrison"] is None else KIND_BY_NAME[row["garrison"]]
        losses = resolve(
            KIND_BY_NAME[row["attacker"]],
            row["attacker_dice"],
            garrison,
            row["garrison_dice"],
            row["guard_dice"],
        )
        assert losses._asdict() == {name: row[name] for name in losses._fields}, row
        count += 1
    consumed("Krieg und Frieden", combat_rows=count)
    assert count == 1364


def test_recorded_odds(consumed):
    count = 0
    for row in rows("odds"):
        garrison = None if row["garrison"] is None else KIND_BY_NAME[row["garrison"]]
        table = odds_table(
            KIND_BY_NAME[row["attacker"]],
            row["attackers"],
            garrison,
            row["garrison_count"],
            row["guard_dice"],
        )
        keys = ("attackers_lost", "garrison_lost", "guards_beaten", "rolls")
        assert sorted(tuple(outcome[key] for key in keys) for outcome in row["outcomes"]) == [
            tuple(getattr(line, key) for key in keys) for line in table
        ]
        assert sum(line.rolls for line in table) == row["rolls"]
        count += 1
    consumed("Krieg und Frieden", odds_rows=count)
    assert count == 40
