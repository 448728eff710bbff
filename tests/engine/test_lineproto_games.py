"""The line protocol with the real games: recorded games, the document's example, and hostile lines."""

import gzip
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.lineproto import LineProtocol
from engine.record import parse_record, replay
from engine.registry import GAMES

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
CODES = {"syntax", "unknown", "illegal", "setup", "dice", "over", "nogame"}


@pytest.fixture
def protocol() -> Iterator[LineProtocol]:
    protocol = LineProtocol("0.1.0", lambda: 0.0)
    yield protocol
    assert protocol.fault is None


def records(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(DATA / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def ok(protocol: LineProtocol, line: str) -> str:
    answer = protocol.handle(line)[-1]
    assert answer.startswith("ok "), f"{line}: {answer}"
    return answer.removeprefix("ok ")


def ask(protocol: LineProtocol, line: str) -> Any:
    (answer,) = protocol.handle(line)
    word, text = answer.split(" ", 1)
    assert word == line.split()[0], f"{line}: {answer}"
    return json.loads(text)


# --- the document ----------------------------------------------------------------------------------------
def test_the_example_in_the_document_is_what_happens(protocol: LineProtocol):
    text = (ROOT / "docs" / "line-protocol.md").read_text(encoding="utf-8")
    (session,) = re.findall(r"```session\n(.*?)```", text, re.DOTALL)
    lines = session.splitlines()
    sent = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    assert len(sent) > 20
    assert timeless(lines) == timeless(
        [said for line in sent for said in (f"> {line}", *(f"< {out}" for out in protocol.handle(line)))]
    )
    assert protocol.closed


def timeless(lines: list[str]) -> list[str]:
    """Cut the seconds off answers to ``perft``."""
    return [line.rpartition(" ")[0] if line.startswith("< perft") else line for line in lines]


def test_every_command_and_every_code_is_documented():
    text = (ROOT / "docs" / "line-protocol.md").read_text(encoding="utf-8")
    for command in LineProtocol._COMMANDS:
        assert f"| `{command}" in text, command
    for code in CODES:
        assert f"| `{code}` |" in text, code
    for game in GAMES.values():
        for option in game.options_schema():
            assert f"| `{option.name}` |" in text, option.name


# --- recorded games ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["classic-2", "classic-3", "towers-2", "towers-3", "factions-6"])
def test_recorded_games_of_krieg_play_through(protocol: LineProtocol, name: str):
    for game in islice(records(f"krieg/{name}.jsonl.gz"), 4):
        ok(protocol, f"new {json.dumps({'game': 'krieg'} | game['setup'])}")
        for step in game["steps"]:
            if "legal" in step:
                assert protocol.handle("legal") == [f"legal {step['legal_n']}", *step["legal"]]
            seat = f" {step['seat']}" if "seat" in step else ""
            draws = "".join(
                f" {key} {' '.join(map(str, step[key]))}" for key in ("choices", "dice") if key in step
            )
            line = f"do {step['action']}{seat}{draws or ' dice'}"
            number = ok(protocol, line)
            assert ok(protocol, "back 1") != number
            assert ok(protocol, line) == number
            if "state" in step:
                state = ask(protocol, "state")
                assert {key: state[key] for key in step["state"]} == step["state"]
        record = parse_record(json.dumps(ask(protocol, "record")), GAMES)
        final = replay(record, GAMES["krieg"])[-1]
        assert GAMES["krieg"].state_hash(final).hex() == number


def test_recorded_games_of_towerwars_play_through(protocol: LineProtocol):
    for line in islice(records("towerwars/games-n06.jsonl.gz"), 400):
        position = {"game": "towerwars", "n": line["n"], "turn": line["turn"], "board": line["board"]}
        if line["status"] == "ok":
            ok(protocol, f"load {json.dumps(position)}")
            moves = [move.replace("->", "-") for move in line["legal"]]
            assert protocol.handle("legal") == [f"legal {len(moves)}", *moves]
            if line["move"] is not None:
                ok(protocol, f"do {line['move']}")
                state = ask(protocol, "state")
                assert state["status"] == line["status_after"]
                after = line["board"] | line["after"]
                assert state["board"] == {cell: piece for cell, piece in after.items() if piece != "."}


def test_recorded_counts(protocol: LineProtocol):
    for line in islice(records("towerwars/perft.jsonl.gz"), 30):
        position = {"game": "towerwars", "n": line["n"], "turn": line["turn"], "board": line["board"]}
        ok(protocol, f"load {json.dumps(position)}")
        for depth, nodes in line["perft"].items():
            if nodes < 100_000:
                assert protocol.handle(f"perft {depth}") == [f"perft {depth} {nodes} 0.000"]


def test_recorded_odds(protocol: LineProtocol):
    for entry in records("krieg/odds.jsonl.gz"):
        target, cell = {0: ("e5", "e4"), 1: ("e6", "e5"), 2: ("e9", "e8")}[entry["guard_dice"]]
        ok(protocol, f"load {json.dumps(before_attack(entry, cell, target))}")
        assert ask(protocol, f"odds attack {cell} {target}") == entry


def before_attack(entry: dict[str, Any], cell: str, target: str) -> dict[str, Any]:
    """Return a position in which an attack like the recorded one is possible: on open ground, a castle, a crown."""

    def place(name: str, owner: int, **marks: Any) -> dict[str, Any]:
        blank = {"stack": None, "building": None, "crown": None, "guards": 0, "tower": 0}
        return {"cell": name, "owner": owner} | blank | marks

    def stack(owner: int, kind: str, count: int, ready: bool) -> dict[str, Any]:
        steps = {"rider": 2}.get(kind, 1) if ready else 0
        charges = {"charges": 2} if kind == "worker" else {}
        return {"owner": owner, "kind": kind, "count": count, "steps": steps, "can_act": ready} | charges

    places = {
        "e9": place("e9", 1, crown="standing", guards=2),
        cell: place(cell, 0, stack=stack(0, entry["attacker"], entry["attackers"], True)),
        "e1": place("e1", 0, crown="standing", guards=2),
    }
    attacked = places.get(target) or place(target, 1)
    if entry["garrison"] is not None:
        attacked["stack"] = stack(1, entry["garrison"], entry["garrison_count"], False)
    if entry["guard_dice"] == 1:
        attacked |= {"building": "castle", "guards": 1}
    return {
        "game": "krieg",
        "setup": {},
        "turn": 0,
        "round": 9,
        "seats": [{"gold": 50, "alive": True}] * 2,
        "cells": list((places | {target: attacked}).values()),
    }


def test_odds_of_a_tower_and_of_an_open_crown(protocol: LineProtocol):
    ok(protocol, 'new {"game":"krieg","mode":"towers"}')
    state = ask(protocol, "state")
    fighters = {"owner": 0, "kind": "fighter", "count": 2, "steps": 1, "can_act": True}
    blank = {"building": None, "crown": None, "guards": 0, "tower": 0}
    for seat in state["seats"]:
        for key in ("income", "upkeep", "crowns"):
            del seat[key]
    for entry in state["cells"]:
        if entry["cell"] == "e9":
            entry["guards"] = 0
    for name in ("e4", "e8"):
        state["cells"].append({"cell": name, "owner": 0, "stack": fighters} | blank)
    ok(protocol, f"load {json.dumps(state)}")
    tower = ask(protocol, "odds attack e4 e5")
    assert (tower["garrison"], tower["garrison_count"], tower["rolls"]) == ("archer", 3, 6**5)
    crown = ask(protocol, "odds attack e8 e9")
    assert (crown["garrison"], crown["garrison_count"], crown["guard_dice"], crown["rolls"]) == (
        None,
        0,
        0,
        1,
    )
    assert crown["outcomes"] == [{"attackers_lost": 0, "garrison_lost": 0, "guards_beaten": 0, "rolls": 1}]


@pytest.mark.parametrize("game", list(GAMES))
def test_every_level_plays_reproducibly(protocol: LineProtocol, game: str):
    for level in protocol.handle(f'new {{"game":"{game}"}}') and protocol.handle("levels")[0].split()[1:]:
        played = []
        for _ in range(2):
            ok(protocol, f'new {{"game":"{game}","seed":"{"5" * 64}"}}')
            for _ in range(12):
                *infos, best = protocol.handle(f"go level {level} nodes 40")
                assert all(
                    json.loads(line.removeprefix("info ")).keys() >= {"depth", "nodes"} for line in infos
                )
                ok(protocol, f"do {best.removeprefix('best ')}")
            played.append(ask(protocol, "record"))
        assert played[0] == played[1], level


# --- hostile lines -----------------------------------------------------------------------------------------
NUMBERS = st.one_of(
    st.integers(-1, 3).map(str),
    st.sampled_from(["", "x", "1.5", "٣", "²", "9" * 30, "-0", "0x1", "1e9", "9" * 5000]),
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=6)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["game", "size", "seed", "mode", "gold", "n", "turn", "board", "setup", "cells"]),
            inner,
            max_size=5,
        ),
    ),
    max_leaves=8,
)
OPTIONS = st.fixed_dictionaries(
    {"game": st.sampled_from(["towerwars", "krieg", "chess", 5])},
    optional={
        "size": st.one_of(st.integers(3, 7), JSON),
        "ply_limit": st.one_of(st.integers(0, 6), JSON),
        "pie": st.one_of(st.booleans(), JSON),
        "mode": st.sampled_from(["classic", "towers", "factions", "x", None]),
        "seats": st.one_of(st.integers(1, 6), JSON),
        "radius": st.one_of(st.integers(2, 5), JSON),
        "gold": st.one_of(st.lists(st.integers(-1, 1000), max_size=6), JSON),
        "round_limit": st.one_of(st.integers(0, 3), JSON),
        "seed": st.sampled_from(["0" * 64, "f" * 64, "0" * 63, 0]),
    },
)
ACTIONS = st.one_of(
    st.sampled_from(
        ["A2-A3", "A2->B2", "D4-C4", "A1-A1", "Z9-A1", "A27-A1", "swap", "resign", "resign 1", "resign 9"]
    ),
    st.sampled_from(
        ["end", "undo", "buy fighter e1", "move e1 e2", "attack e2 e3", "build mine e2", "disband e1"]
    ),
    st.sampled_from(["buy", "move e1", "attack zz9 e1", "build castle", "dice", "buy king e1", "move é1 e2"]),
    st.text(max_size=12),
)
DRAWS = st.lists(
    st.one_of(st.sampled_from(["dice", "choices"]), st.integers(-1, 8).map(str), NUMBERS), max_size=6
)
LINES = st.one_of(
    st.sampled_from(
        ["id", "state", "legal", "hash", "levels", "record", "", " ", "\0", "quit now", "back", "do", "go"]
    ),
    st.text(max_size=40),
    st.binary(max_size=40).map(lambda data: data.decode("latin-1")),
    st.tuples(st.sampled_from(["new", "load"]), OPTIONS | JSON).map(lambda t: f"{t[0]} {json.dumps(t[1])}"),
    st.tuples(st.sampled_from(["new ", "load "]), st.text(max_size=30)).map("".join),
    st.tuples(ACTIONS, DRAWS).map(lambda t: f"do {t[0]} {' '.join(t[1])}"),
    NUMBERS.map("back {}".format),
    NUMBERS.filter(lambda n: n != "3").map("perft {}".format),
    ACTIONS.map("odds {}".format),
    # Levels that search would spend any number of nodes, and all of the time of a clock that stands still.
    st.tuples(st.sampled_from(["level random ", "level simple ", "level x "]), NUMBERS).map(
        lambda t: f"go {t[0]}nodes {t[1]}"
    ),
    st.sampled_from(["go nodes 0", "go nodes 1", "go nodes 40", "go level easy nodes 9", "go nodes x"]),
    st.tuples(st.sampled_from(["level random ", "level simple ", "level "]), NUMBERS).map(
        lambda t: f"go {t[0]}time {t[1]}"
    ),
    st.sampled_from(["new " + "[" * 5000, "load " + '{"a":' * 5000, "x" * 5000, "do " + "a " * 5000]),
    DRAWS.map(
        lambda words: f"legal! {' '.join(words)}"
    ),  # `legal!` becomes a legal action where there is one
    st.sampled_from(["legal!", "legal! dice 1 2 3", "do resign", "do end"]),
)
OPENINGS = (
    "id",
    'new {"game":"towerwars","size":4,"ply_limit":3,"pie":true}',
    'new {"game":"krieg","gold":[99,99],"disband":true}',
    'new {"game":"krieg","mode":"towers","seats":3,"round_limit":1}',
)


@settings(max_examples=400, deadline=None)
@given(opening=st.sampled_from(OPENINGS), lines=st.lists(LINES, max_size=25))
def test_no_line_is_a_way_out(opening: str, lines: list[str]):
    """Whatever is sent: well-formed answers, known codes, errors that change nothing, no defect."""
    protocol = LineProtocol("0.1.0", lambda: 0.0)
    assert not protocol.handle(opening)[0].startswith("error")
    for number, sent in enumerate(lines):
        legal = protocol.handle("legal")[1:] or ["A2-A3"]
        line = sent.replace("legal!", f"do {legal[number % len(legal)]}")
        before = [protocol.handle(look) for look in ("state", "hash", "record")]
        answer = protocol.handle(line)
        assert protocol.fault is None, line
        if protocol.closed:
            assert line.split() == ["quit"]
            return
        assert answer
        for out in answer:
            out.encode("utf-8")
            assert out.isprintable()
            assert len(out) < 2_000_000
        if answer[-1].startswith("error "):
            assert len(answer) == 1
            assert answer[0].split()[1] in CODES
            assert [protocol.handle(look) for look in ("state", "hash", "record")] == before


@settings(max_examples=300, deadline=None)
@given(game=st.sampled_from(list(GAMES)), data=st.data())
def test_spoiled_positions_are_refused_or_playable(game: str, data: st.DataObject):
    protocol = LineProtocol("0.1.0", lambda: 0.0)
    options = data.draw(st.sampled_from([dict(mode) for mode in GAMES[game].modes()]))
    assert protocol.handle(f"new {json.dumps({'game': game} | options)}")[0].startswith("ok ")
    for _ in range(data.draw(st.integers(0, 12))):
        protocol.handle("do " + protocol.handle("go level random nodes 1")[-1].removeprefix("best "))
    state = json.loads(protocol.handle("state")[0].removeprefix("state "))
    for _ in range(data.draw(st.integers(1, 3))):
        spoil(state, data)
    answer = protocol.handle(f"load {json.dumps(state)}")
    assert protocol.fault is None
    if answer[0].startswith("ok "):
        again = ask(protocol, "state")
        assert ok(protocol, f"load {json.dumps(again)}") == answer[0].removeprefix("ok ")
        assert ask(protocol, "state") == again
        for action in protocol.handle("legal")[1:6]:
            ok(protocol, f"do {action}")
            ok(protocol, "back 1")
    assert protocol.fault is None


def spoil(value: Any, data: st.DataObject) -> None:
    """Change, drop or add something somewhere in ``value``."""
    junk = st.one_of(
        st.none(), st.booleans(), st.integers(-2, 9), st.sampled_from(["", "e5", "B2", "R2x", "R9"]), JSON
    )
    while value:
        keys = sorted(value) if isinstance(value, dict) else list(range(len(value)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(value[key], (dict, list)) and value[key] and data.draw(st.integers(0, 3)):
            value = value[key]
            continue
        match data.draw(st.sampled_from(["change", "drop", "add"])):
            case "change":
                value[key] = data.draw(junk)
            case "drop":
                del value[key]
            case _ if isinstance(value, dict):
                value[data.draw(st.sampled_from(["x", "A1", "C3", "e5"]))] = data.draw(junk)
            case _:
                value.append(data.draw(junk))
        return
