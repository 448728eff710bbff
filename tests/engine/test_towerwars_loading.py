"""Positions from outside (T7): what is refused and why, what may be over, and round trips; the state hash."""

import contextlib
import copy
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import canonical
from engine.dice import NoDraws
from engine.errors import PositionError
from engine.game import Outcome
from engine.towerwars.game import TowerWars
from engine.towerwars.pieces import CONTENTS
from engine.towerwars.state import hash_parts

GAME = TowerWars()
GOOD = {"game": "towerwars", "n": 6, "turn": "red", "board": {"A1": "R*", "F6": "B*", "C3": "R", "D4": "B"}}


def changed(board=None, **changes):
    value = copy.deepcopy(GOOD) | changes
    value["board"] |= board or {}
    value["board"] = {cell: piece for cell, piece in value["board"].items() if piece is not None}
    return {key: item for key, item in value.items() if item is not None}


def test_only_four_keys_are_needed():
    state = GAME.from_json(GOOD)
    assert GAME.to_json(state) == GOOD | {
        "status": "ok",
        "ply": 0,
        "options": {"size": 6, "ply_limit": 0, "pie": False},
    }
    assert GAME.to_act(GAME.from_json(changed(turn="blue"))) == 1


def test_partial_options_are_completed():
    state = GAME.from_json(changed(options={"pie": True}, ply=1, turn="blue"))
    assert GAME.options(state) == {"size": 6, "ply_limit": 0, "pie": True}
    assert GAME.format(GAME.legal_actions(state)[-1]) == "swap"


STUCK = {"D4": "B1", "D3": "R", "C4": "R", "E3": "R", "C5": "R", "D5": "R", "E4": "R"}

REFUSED = {
    "no game": (changed(game=None), "game"),
    "another game": (changed(game="krieg"), "game"),
    "no board": ({key: GOOD[key] for key in ("game", "n", "turn")}, "board"),
    "no turn": (changed(turn=None), "turn"),
    "unknown key": (changed(round=3), "round"),
    "size too small": (changed(n=3), "n"),
    "size too large": (changed(n=27), "n"),
    "size is text": (changed(n="6"), "n"),
    "size is a boolean": (changed(n=True), "n"),
    "wrong turn": (changed(turn="green"), "turn"),
    "turn is a list": (changed(turn=["red"]), "turn"),
    "board is a list": ({**GOOD, "board": ["A1"]}, "board"),
    "cell off the board": (changed({"G1": "R"}), "G1"),
    "cell in lower case": (changed({"b2": "R"}), "b2"),
    "cell with a leading zero": (changed({"B02": "R"}), "B02"),
    "no cell at all": (changed({"": "R"}), ""),
    "unknown piece": (changed({"B2": "W"}), "B2"),
    "height zero": (changed({"B2": "R0"}), "B2"),
    "empty as a piece": (changed({"B2": "."}), "B2"),
    "a blocked stone": (changed({"B2": "Rx"}), "B2"),
    "piece is a number": (changed({"B2": 1}), "B2"),
    "tower too high": (changed({"B2": "R3"}), "B2"),
    "blocked tower too high": (changed({"B2": "B3x"}), "B2"),
    "height of no board": (changed({"B2": "R9"}), "B2"),
    "red base missing": (changed({"A1": None}), "A1"),
    "blue base missing": (changed({"F6": None}), "F6"),
    "own stone instead of the base": (changed({"A1": "R"}), "A1"),
    "tower instead of the base": (changed({"A1": "B1"}), "A1"),
    "bases exchanged": (changed({"A1": "B*", "F6": "R*"}), "A1"),
    "base not on its corner": (changed({"B2": "R*"}), "B2"),
    "both bases taken": (changed({"A1": "B", "F6": "R"}), "board"),
    "no stones": (changed({"C3": None}), "turn"),
    "only a blocked tower": (changed({"C3": "R1x"}), "turn"),
    "a stuck tower": (changed(STUCK | {"C3": None}, turn="blue"), "turn"),
    "stuck, but said to run": (changed({"C3": None}, status="ok"), "turn"),
    "unknown status": (changed(status="won"), "status"),
    "status is a number": (changed(status=1), "status"),
    "status is a list": (changed(status=["ok"]), "status"),
    "a draw without a limit": (changed(status="draw"), "status"),
    "a draw before the limit": (changed(status="draw", ply=3, options={"ply_limit": 4}), "status"),
    "running at the limit": (changed(status="ok", ply=4, options={"ply_limit": 4}), "status"),
    "taken base, said to run": (changed({"F6": "R"}, status="ok"), "status"),
    "taken base, wrong winner": (changed({"F6": "R"}, status="blue_win"), "status"),
    "stuck, wrong winner": (changed({"C3": None}, status="red_win"), "status"),
    "beyond the limit": (changed(ply=5, options={"ply_limit": 4}), "ply"),
    "negative ply": (changed(ply=-1), "ply"),
    "absurd ply": (changed(ply=10**9 + 1), "ply"),
    "ply is a boolean": (changed(ply=True), "ply"),
    "options are a list": (changed(options=[]), "options"),
    "options of another size": (changed(options={"size": 8}), "size"),
    "unknown option": (changed(options={"gold": 6}), "gold"),
    "limit out of range": (changed(options={"ply_limit": 10000}), "ply_limit"),
    "swapped without pie": (changed(swapped=True, ply=2), "swapped"),
    "swapped too early": (changed(swapped=True, ply=1, options={"pie": True}), "swapped"),
    "swapped is a number": (changed(swapped=1), "swapped"),
}


@pytest.mark.parametrize(("value", "culprit"), REFUSED.values(), ids=REFUSED.keys())
def test_impossible_positions_are_refused_with_a_reason(value, culprit):
    with pytest.raises(PositionError) as caught:
        GAME.from_json(value)
    assert caught.value.culprit == culprit
    assert caught.value.text


FINISHED = {
    "base, status said": (changed({"F6": "R"}, turn="blue", status="red_win"), "base", 0),
    "base, implied": (changed({"A1": "B"}), "base", 1),
    "base, nobody else left": (changed({"F6": "R", "C3": None, "D4": None}), "base", 0),
    "stuck": (changed({"C3": None}, status="blue_win"), "stuck", 1),
    "stuck tower": (changed(STUCK | {"C3": None}, turn="blue", status="red_win"), "stuck", 0),
    "stuck at the limit": (
        changed({"C3": None}, status="blue_win", ply=4, options={"ply_limit": 4}),
        "stuck",
        1,
    ),
    "red resigned": (changed(status="blue_win"), "resigned", 1),
    "blue resigned out of turn": (changed(status="red_win"), "resigned", 0),
    "resigned as the last ply": (changed(status="red_win", ply=4, options={"ply_limit": 4}), "resigned", 0),
    "limit, status said": (changed(status="draw", ply=4, options={"ply_limit": 4}), "ply_limit", None),
    "limit, implied": (changed(ply=4, options={"ply_limit": 4}), "ply_limit", None),
}


@pytest.mark.parametrize(("value", "reason", "winner"), FINISHED.values(), ids=FINISHED.keys())
def test_finished_positions_load(value, reason, winner):
    state = GAME.from_json(value)
    assert GAME.outcome(state) == Outcome(() if winner is None else (winner,), reason)
    assert GAME.to_act(state) is None
    assert GAME.from_json(GAME.to_json(state)) == GAME.decode(GAME.encode(state)) == state


def test_turn_has_no_meaning_when_a_base_is_taken():
    one, other = (GAME.from_json(changed({"F6": "R"}, turn=turn)) for turn in ("red", "blue"))
    assert one == other
    assert GAME.to_json(one)["turn"] == "blue"


def test_the_side_that_is_not_to_move_may_be_out_of_moves():
    state = GAME.from_json(changed({"D4": None}))
    assert GAME.outcome(state) is None
    after, _ = GAME.apply(state, GAME.legal_actions(state)[0], NoDraws())
    assert GAME.outcome(after) == Outcome((0,), "stuck")


# --- round trips and the hash ---------------------------------------------------------------------------
def wander(options, seed, plies):
    """The states of a random game."""
    dice = random.Random(seed)
    states = [GAME.setup(options)]
    while len(states) <= plies and GAME.to_act(states[-1]) is not None:
        action = dice.choice(GAME.legal_actions(states[-1]))
        states.append(GAME.apply(states[-1], action, NoDraws())[0])
    if dice.random() < 0.3 and GAME.to_act(states[-1]) is not None:
        states.append(GAME.resign(states[-1], dice.randint(0, 1), NoDraws())[0])
    return states


games = st.builds(
    wander,
    st.fixed_dictionaries(
        {"size": st.integers(4, 12), "pie": st.booleans(), "ply_limit": st.sampled_from([0, 2, 30])}
    ),
    st.integers(0, 2**32),
    st.just(40),
)


@settings(max_examples=40, deadline=None)
@given(games)
def test_json_and_bytes_round_trips(states):
    for state in states:
        value = GAME.to_json(state)
        assert GAME.from_json(value) == state
        assert GAME.to_json(GAME.from_json(value)) == value
        assert list(value["board"]) == sorted(value["board"])
        data = GAME.encode(state)
        assert GAME.decode(data) == state
        assert GAME.encode(GAME.decode(data)) == data


@settings(max_examples=40, deadline=None)
@given(games, games)
def test_equal_hashes_mean_equal_states(one, other):
    states = one + other
    hashes = [GAME.state_hash(state) for state in states]
    assert all(len(value) == 16 for value in hashes)
    assert len(set(hashes)) == len(set(states))
    assert [GAME.state_hash(GAME.decode(GAME.encode(state))) for state in states] == hashes


def test_the_hash_covers_everything():
    base = changed(ply=4, options={"pie": True, "ply_limit": 90})
    others = [
        base | {"swapped": True},
        base | {"turn": "blue"},
        base | {"ply": 5},
        base | {"status": "red_win"},
        base | {"status": "blue_win"},
        base | {"options": {"pie": False, "ply_limit": 90}},
        base | {"options": {"pie": True, "ply_limit": 91}},
        base | {"board": base["board"] | {"C3": "R1"}},
    ]
    hashes = {GAME.state_hash(GAME.from_json(value)) for value in [base, *others]}
    assert len(hashes) == 1 + len(others)
    parts = GAME.hash_parts(GAME.from_json(base))
    assert tuple(parts) == GAME.part_names == ("board", "turn", "dice")
    moved = GAME.hash_parts(GAME.from_json(base | {"turn": "blue"}))
    assert (parts["board"], parts["dice"]) == (moved["board"], moved["dice"])
    assert hash_parts(GAME.from_json(base)) == parts


def test_the_hash_of_the_start_is_this_one():
    """Pinned: a change means another ``rules_version``."""
    assert GAME.state_hash(GAME.setup({})).hex() == "4f6100a246375df633eab62ebf0b818b"
    assert (
        GAME.state_hash(GAME.setup({"size": 26, "ply_limit": 400, "pie": True})).hex()
        == "4334d1665d904842af38a35b46e4d46f"
    )


def values_of(state):
    return list(canonical.unpack(GAME.encode(state)))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60))
@example(b"")
@example(b"\x90")
def test_foreign_bytes_are_refused(data):
    with pytest.raises(PositionError):
        GAME.decode(data)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, bytes(36)),
        (0, b"\xff" * 36),
        (0, bytes(35)),
        (0, "text"),
        (1, 5),
        (1, 99),
        (1, True),
        (2, 10000),
        (2, -1),
        (3, 1),
        (4, -1),
        (4, 2**64 - 1),
        (4, False),
        (5, True),
        (5, 0),
        (6, 2),
        (6, False),
        (7, 2),
        (7, True),
        (7, "0"),
    ],
)
def test_impossible_bytes_are_refused(place, value):
    values = values_of(GAME.from_json(GOOD))
    values[place] = value
    with pytest.raises(PositionError):
        GAME.decode(canonical.pack(values))


@pytest.mark.parametrize(
    "change",
    [
        lambda board: board[:-1],
        lambda board: board + b"\0",
        lambda board: board[:7] + b"\xff" + board[8:],
        lambda board: board[:7] + bytes([len(CONTENTS)]) + board[8:],
    ],
)
def test_a_good_board_with_a_cell_more_or_less_or_an_unknown_piece_is_refused(change):
    values = values_of(GAME.from_json(GOOD))
    assert GAME.decode(canonical.pack(values)) == GAME.from_json(GOOD)
    values[0] = change(values[0])
    with pytest.raises(PositionError) as caught:
        GAME.decode(canonical.pack(values))
    assert caught.value.culprit == "board"


@pytest.mark.parametrize(
    ("value", "place", "other"),
    [
        (changed({"F6": "R"}), 6, 0),  # whoever took a base is not to move
        (changed({"F6": "R"}), 7, 1),  # nobody resigns afterwards
        (changed({"C3": None}, status="blue_win"), 7, 0),
        (changed(ply=4, options={"ply_limit": 4}), 4, 5),
    ],
)
def test_contradictory_bytes_are_refused(value, place, other):
    values = values_of(GAME.from_json(value))
    assert values[place] != other
    values[place] = other
    with pytest.raises(PositionError):
        GAME.decode(canonical.pack(values))


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["red", "R", "B2x", "A1", "ok"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            key: json_values | st.just(GOOD.get(key))
            for key in (*GOOD, "status", "ply", "options", "swapped")
        },
    )
)
def test_any_json_is_loaded_or_refused_properly(value):
    with contextlib.suppress(PositionError):
        state = GAME.from_json(value)
        assert GAME.from_json(GAME.to_json(state)) == state
