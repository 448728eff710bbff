"""Every record of ``tests/data/towerwars``: the games and positions of the authors' own program.

Nothing is sampled: each list of moves, each kind, each change and each status is compared, and the numbers of
records consumed are asserted and printed, so that a truncated file cannot pass for a full one.
"""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from engine.dice import NoDraws
from engine.game import EventKind
from engine.towerwars.game import TowerWars
from engine.towerwars.perft import count_applying
from engine.towerwars.position import Position

DATA = Path(__file__).parents[1] / "data" / "towerwars"
GAME = TowerWars()

POSITIONS = {
    "composed": 12570,
    "games-large": 601,
    "games-n04": 2516,
    "games-n05": 2459,
    "games-n06": 1825,
    "games-n07": 1589,
    "games-n08": 1067,
    "games-n09": 1130,
    "games-n10": 726,
    "games-n11": 755,
    "games-n12": 548,
}
LEGAL_MOVES = {
    "composed": 358669,
    "games-large": 156559,
    "games-n04": 30453,
    "games-n05": 32338,
    "games-n06": 47472,
    "games-n07": 52520,
    "games-n08": 59093,
    "games-n09": 65089,
    "games-n10": 65205,
    "games-n11": 66964,
    "games-n12": 69006,
}
KINDS = {
    "resign": 256,
    "stone-base-far": 235,
    "stone-base-near": 414,
    "stone-block-far": 220,
    "stone-build-far": 557,
    "stone-build-near": 1829,
    "stone-empty-far": 1007,
    "stone-empty-near": 5656,
    "stone-raise-far": 342,
    "stone-raise-near": 564,
    "stone-raze": 741,
    "stone-raze-blocked": 743,
    "stone-take-far": 278,
    "stone-take-near": 1491,
    "stone-unblock-far": 114,
    "stone-unblock-near": 561,
    "tower-build": 955,
    "tower-empty": 2335,
    "tower-raise": 821,
    "tower-unblock": 171,
}


def read(name):
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="ascii") as file:
        return [json.loads(line) for line in file]


def load(record):
    keys = ("n", "turn", "status", "board", "ply")
    return GAME.from_json({"game": "towerwars"} | {key: record[key] for key in keys})


def check_position(record, state):
    """Compare a position with what the engine says of it."""
    texts = [GAME.format(action) for action in GAME.legal_actions(state)]
    assert texts == [text.replace("->", "-") for text in record["legal"]]
    written = GAME.to_json(state)
    assert {key: written[key] for key in ("n", "turn", "status", "board", "ply")} == {
        key: record[key] for key in ("n", "turn", "status", "board", "ply")
    }
    over = record["status"] != "ok"
    assert (GAME.to_act(state) is None) == over
    assert GAME.decode(GAME.encode(state)) == state


def play(record, state):
    """Play the recorded move, compare what it does, and return the state after it."""
    if record["move"] == "resign":
        after, events = GAME.resign(state, state.turn, NoDraws())
        assert [event.kind for event in events] == [EventKind.ELIMINATED, EventKind.WON]
        assert record["kind"] == "resign"
    else:
        action = GAME.parse(record["move"])
        assert GAME.describe(state, action).kind == record["kind"]
        after, events = GAME.apply(state, action, NoDraws())
        assert events[0].kind is EventKind.MOVED
        assert (events[-1].kind is EventKind.WON) == (record["status_after"] != "ok")
    before, now = GAME.to_json(state)["board"], GAME.to_json(after)
    changed = {
        cell for cell in before.keys() | now["board"].keys() if before.get(cell) != now["board"].get(cell)
    }
    assert {cell: now["board"].get(cell, ".") for cell in changed} == record["after"]
    assert now["status"] == record["status_after"]
    return after


@pytest.mark.parametrize("name", POSITIONS)
def test_positions(name, consumed):
    seen = Counter()
    expected_next = None
    for record in read(name):
        state = load(record)
        check_position(record, state)
        if expected_next is not None and expected_next[:2] == (record["id"], record["ply"]):
            assert state == expected_next[2], "consecutive records fit together, to the last field"
            seen["successions"] += 1
        expected_next = None
        if record["move"] is not None:
            expected_next = (record["id"], record["ply"] + 1, play(record, state))
            seen["moves_played"] += 1
        seen["positions"] += 1
        seen["legal_moves"] += len(record["legal"])
        seen["games"] += record["ply"] == 0 and record["src"] == "game"
        seen["composed"] += record["ply"] == 0 and record["src"] == "composed"
    assert seen["positions"] == POSITIONS[name]
    assert seen["legal_moves"] == LEGAL_MOVES[name]
    consumed("TowerWars", **seen)


def test_all_kinds_are_in_the_records():
    kinds = Counter(record["kind"] for name in POSITIONS for record in read(name) if record["move"])
    assert kinds == KINDS


PERFT = read("perft")


@pytest.mark.parametrize("record", PERFT, ids=[record["id"] for record in PERFT])
def test_perft(record, consumed):
    state = GAME.from_json({"game": "towerwars"} | {key: record[key] for key in ("n", "turn", "board")})
    for depth, nodes in record["perft"].items():
        assert GAME.perft(state, int(depth)) == nodes
        if nodes < 200_000:
            assert count_applying(Position.of(state), int(depth)) == nodes
        if nodes < 2_000:
            assert super(TowerWars, GAME).perft(state, int(depth)) == nodes
    consumed("TowerWars", perft_rows=len(record["perft"]), perft_leaves=sum(record["perft"].values()))


def test_number_of_perft_records():
    assert len(PERFT) == 37
    assert sum(len(record["perft"]) for record in PERFT) == 117
