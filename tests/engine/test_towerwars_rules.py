"""Rules that the recorded games do not reach, and what windows and logs are told about moves."""

import copy
import doctest
import importlib
import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import NoDraws, SeededDraws
from engine.errors import ActionSyntaxError, GameOver, IllegalAction, SetupError
from engine.game import EventKind, Outcome
from engine.options import to_values
from engine.towerwars.game import TowerWars
from engine.towerwars.notation import CELL_NAMES, MAX_SIZE, Move, Swap, cell_at, column_row, parse_cell

GAME = TowerWars()


def position(board, turn="red", n=8, **more):
    corners = {"A1": "R*", f"{chr(64 + n)}{n}": "B*"}
    return GAME.from_json({"game": "towerwars", "n": n, "turn": turn, "board": corners | board} | more)


def play(state, *texts):
    for text in texts:
        state, _ = GAME.apply(state, GAME.parse(text), NoDraws())
    return state


def do(state, text):
    """Play and return: board as JSON, events as JSON."""
    after, events = GAME.apply(state, GAME.parse(text), NoDraws())
    return GAME.to_json(after)["board"], [event.to_json() for event in events]


def texts(state):
    return [GAME.format(action) for action in GAME.legal_actions(state)]


def refused(state, text):
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, GAME.parse(text), NoDraws())
    assert not GAME.is_legal(state, GAME.parse(text))
    return caught.value.reason


# --- options --------------------------------------------------------------------------------------------
def test_options():
    assert GAME.complete({}) == {"size": 8, "ply_limit": 0, "pie": False}
    assert list(GAME.complete({"pie": True})) == ["size", "ply_limit", "pie"]
    assert to_values(GAME.options_schema(), GAME.complete({"size": 26})) == [26, 0, False]
    assert GAME.options(GAME.setup({"size": 5, "pie": True})) == {"size": 5, "ply_limit": 0, "pie": True}
    assert GAME.seats(GAME.complete({})) == 2
    assert all(GAME.complete(options) == options for options in GAME.modes())


@pytest.mark.parametrize(
    ("options", "culprit"),
    [
        ({"size": 3}, "size"),
        ({"size": 27}, "size"),
        ({"size": "8"}, "size"),
        ({"ply_limit": -1}, "ply_limit"),
        ({"ply_limit": 10000}, "ply_limit"),
        ({"pie": 1}, "pie"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_bad_options(options, culprit):
    with pytest.raises(SetupError) as caught:
        GAME.setup(options)
    assert caught.value.culprit == culprit


# --- text (T8) ------------------------------------------------------------------------------------------
def test_names_are_numbered_in_their_order():
    assert list(CELL_NAMES) == sorted(CELL_NAMES)
    assert len(set(CELL_NAMES)) == MAX_SIZE**2
    for cell, name in enumerate(CELL_NAMES):
        column, row = column_row(cell)
        assert name == f"{chr(65 + column)}{row + 1}"
        assert cell_at(column, row) == parse_cell(name) == cell


@given(st.integers(0, 675), st.integers(0, 675))
def test_moves_are_read_as_they_are_written(source, target):
    move = Move(source, target)
    text = GAME.format(move)
    assert GAME.parse(text) == GAME.parse(text.replace("-", "->")) == move
    assert eval(repr(move), {"Move": Move}) == move
    assert GAME.action_cells(move) == tuple(text.split("-"))


@given(st.lists(st.tuples(st.integers(0, 675), st.integers(0, 675)), min_size=2, max_size=2))
def test_moves_sort_as_their_texts(pair):
    one, other = (Move(*cells) for cells in pair)
    assert (one < other) == (str(one) < str(other))


def test_swap_is_written_swap():
    assert GAME.parse("swap") is Swap.SWAP
    assert GAME.format(Swap.SWAP) == "swap"
    assert GAME.action_cells(Swap.SWAP) == ()
    assert eval(repr(Swap.SWAP), {"Swap": Swap}) is Swap.SWAP


@pytest.mark.parametrize(
    "text",
    [
        *("", "A1", "a2-b3", "A2-B3 ", " A2-B3", "A2B3", "A0-B1", "A01-B1", "A27-A1", "A2--B3", "A2=>B3"),
        *("AA1-A2", "A2-B3\n", "resign", "Swap", "SWAP", "A2-B3-C4", "A²-B3", "А2-B3", "A2->->B3", "A2–B3"),
    ],
)
def test_what_is_no_action(text):
    with pytest.raises(ActionSyntaxError):
        GAME.parse(text)


# --- the start (T2) -------------------------------------------------------------------------------------
def test_start_of_the_smallest_and_the_largest_board():
    small = GAME.to_json(GAME.setup({"size": 4}))["board"]
    assert small == {"A1": "R*", "D4": "B*"} | dict.fromkeys(
        ["A2", "A3", "B1", "B2", "C1"], "R"
    ) | dict.fromkeys(["D3", "D2", "C4", "C3", "B4"], "B")
    large = GAME.setup({"size": 26})
    assert sorted(GAME.to_json(large)["board"].values()).count("R") == 14 * 15 // 2 - 1
    assert "A14-A15" in texts(large)
    assert "A14-A16" not in texts(large)
    assert texts(large) == sorted(texts(large))
    assert GAME.to_act(large) == 0


def test_nothing_leads_off_the_largest_board():
    state = position({"Z1": "R", "Z25": "R", "Y26": "R", "B1": "B"}, n=26)
    assert [text for text in texts(state) if text.startswith("Z1-")] == ["Z1-Y1", "Z1-Y2", "Z1-Z2"]
    assert refused(position({"G8": "R"}), "G8-I8") == "off_board"
    after, events = GAME.apply(state, GAME.parse("Z25-Z26"), NoDraws())
    assert GAME.outcome(after) == Outcome((0,), "base")
    assert [event.kind for event in events] == [EventKind.MOVED, EventKind.CAPTURED, EventKind.WON]


# --- reach (T4.1) ---------------------------------------------------------------------------------------
def test_the_example_of_the_rules():
    state = position({"C3": "R", "D3": "R2", "C4": "R1x", "H1": "B"})
    assert GAME.is_legal(state, GAME.parse("C3-C6"))
    assert refused(state, "C3-C7") == "too_far"


def test_bonuses_add_up_and_jump_over_everything():
    state = position({"C3": "R", "D3": "R2", "B3": "R2", "C4": "B", "C5": "B2", "C6": "R2x", "C8": "B"})
    assert GAME.is_legal(state, GAME.parse("C3-C8"))
    assert refused(position({"C3": "R", "D3": "B2", "C8": "B"}), "C3-C5") == "too_far"


# --- blocked towers (T4.6, T4.10, T4.11) ----------------------------------------------------------------
MOVED = {"kind": "moved", "seat": 0, "piece": "stone"}


def test_unblocking_takes_both_stones_and_keeps_the_height():
    """T4.6, near and far, also at the greatest height."""
    for source, kind in (("C4", "stone-unblock-near"), ("C6", "stone-unblock-far")):
        state = position({source: "R", "B7": "R2", "C3": "R2x", "H1": "B"})
        board, events = do(state, f"{source}-C3")
        assert board["C3"] == "R2"
        assert source not in board
        assert events == [
            MOVED | {"cell": "C3", "source": source},
            {"kind": "lost", "seat": 1, "cell": "C3", "count": 1, "piece": "stone"},
            {"kind": "lost", "seat": 0, "cell": "C3", "count": 1, "piece": "stone"},
            {"kind": "tower", "seat": 0, "cell": "C3", "count": 2, "piece": "tower"},
        ]
        effect = GAME.describe(state, GAME.parse(f"{source}-C3"))
        assert (effect.kind, effect.cells) == (kind, (source, "C3"))
        assert effect.details == {"distance": int(source[1]) - 3, "taken": 1, "lost": 1, "height": 2}


def test_a_tower_unblocks_as_a_stone_does():
    board, _ = do(position({"C4": "R1", "C3": "R2x", "H1": "B"}), "C4-C3")
    assert (board["C3"], board["C4"]) == ("R2", "R")


def test_events_of_blue_and_after_a_swap_name_the_seats():
    """Blue unblocks its tower: seat 1, or seat 0 where colours were exchanged (T6.3)."""
    for more, mine in (({}, 1), ({"ply": 4, "swapped": True, "options": {"pie": True}}, 0)):
        state = position({"C4": "B", "C3": "B1x", "H1": "R"}, turn="blue", **more)
        _, events = do(state, "C4-C3")
        assert [(event["kind"], event["seat"]) for event in events] == [
            ("moved", mine),
            ("lost", 1 - mine),
            ("lost", mine),
            ("tower", mine),
        ]


def test_far_onto_a_tower_blocks_it():
    """T4.10: the stone lies on the tower, whose height stays; it is no piece of its own any more."""
    state = position({"C3": "R", "C2": "R1", "C5": "B2", "H1": "B"})
    after, events = GAME.apply(state, GAME.parse("C3-C5"), NoDraws())
    assert GAME.to_json(after)["board"]["C5"] == "B2x"
    assert [event.to_json() for event in events] == [
        MOVED | {"cell": "C5", "source": "C3"},
        {"kind": "tower", "seat": 1, "cell": "C5", "count": 2, "piece": "tower"},
    ]
    assert not [text for text in texts(after) if text.startswith("C5-")], "a blocked tower does not move"
    lying = [
        (piece.kind, piece.owner, piece.count, piece.marks)
        for piece in GAME.pieces(after)
        if piece.cell == "C5"
    ]
    assert lying == [("tower", 1, 2, ("blocked",)), ("stone", 0, 1, ())]
    assert GAME.describe(state, GAME.parse("C3-C5")).details == {"distance": 2, "height": 2}
    again = play(after, "H1-H2")
    assert not [text for text in texts(again) if text.startswith("C5-")], "nor does the stone on it"


@pytest.mark.parametrize(("target", "kind"), [("C4", "stone-take-near"), ("C5", "stone-take-far")])
def test_taking_a_stone(target, kind):
    """T4.8: it leaves the game, the mover stands there, and nothing else is lost."""
    state = position({"C3": "R", "D3": "R1", target: "B", "H1": "B"})
    board, events = do(state, f"C3-{target}")
    assert board[target] == "R"
    assert events == [
        MOVED | {"cell": target, "source": "C3"},
        {"kind": "captured", "seat": 0, "cell": target, "count": 1, "piece": "stone"},
    ]
    effect = GAME.describe(state, GAME.parse(f"C3-{target}"))
    assert effect.kind == kind
    assert effect.details == {"distance": int(target[1]) - 3, "taken": 1}


def test_a_plain_move_takes_and_loses_nothing():
    state = position({"C3": "R", "H1": "B"})
    assert do(state, "C3-C4")[1] == [MOVED | {"cell": "C4", "source": "C3"}]
    assert GAME.describe(state, GAME.parse("C3-C4")).details == {"distance": 1}


def test_a_neighbouring_tower_is_razed():
    board, events = do(position({"C3": "R", "C4": "B2", "H1": "B"}), "C3-C4")
    assert board["C4"] == "R"
    assert events[1:] == [{"kind": "captured", "seat": 0, "cell": "C4", "count": 3, "piece": "tower"}]


def test_a_neighbouring_blocked_tower_is_razed_with_the_stone_on_it():
    """T4.11: near it goes, and the own stone on it too; from afar it must not be touched."""
    board, events = do(position({"C3": "R", "C4": "B2x", "H1": "B"}), "C3-C4")
    assert board["C4"] == "R"
    assert events[1:] == [
        {"kind": "captured", "seat": 0, "cell": "C4", "count": 3, "piece": "tower"},
        {"kind": "lost", "seat": 0, "cell": "C4", "count": 1, "piece": "stone"},
    ]
    assert refused(position({"C3": "R", "C2": "R1", "C5": "B2x", "H1": "B"}), "C3-C5") == "far_blocked"


def test_building_and_raising():
    state = position({"C3": "R", "C4": "R", "D3": "R1", "H1": "B"})
    board, events = do(state, "C3-C4")
    assert board["C4"] == "R1"
    assert events[1:] == [{"kind": "built", "seat": 0, "cell": "C4", "count": 1, "piece": "tower"}]
    board, events = do(state, "C4-D3")
    assert board["D3"] == "R2"
    assert events[1:] == [{"kind": "built", "seat": 0, "cell": "D3", "count": 2, "piece": "tower"}]
    assert do(state, "D3-C3")[0]["C3"] == "R1"
    assert refused(position({"C3": "R", "D3": "R2", "H1": "B"}), "C3-D3") == "tower_full"


def test_towers_never_take():
    state = position({"C3": "R1", "C4": "B", "C2": "B1", "D2": "B1x", "H8": "B*"})
    assert [refused(state, f"C3-{target}") for target in ("C4", "C2", "D2")] == ["tower_takes"] * 3
    assert refused(position({"H7": "R1", "C1": "B"}), "H7-H8") == "tower_takes"
    assert refused(position({"B1": "R1", "C1": "B"}), "B1-A1") == "own_base"


# --- the end (T6) ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("board", "move"),
    [
        ({"C3": "R", "C4": "B"}, "C3-C4"),  # no stones left
        ({"C3": "R", "C2": "R1", "C5": "B1"}, "C3-C5"),  # only a blocked tower left
        ({"C3": "R", "C4": "B", "H3": "B2x"}, "C3-C4"),  # likewise
        (  # a tower among enemies cannot take its way out
            {"G1": "B1", "F1": "R", "H1": "R", "F2": "R", "G3": "R"},
            "G3-G2",
        ),
    ],
)
def test_whoever_cannot_move_has_lost(board, move):
    state = position(board)
    assert GAME.outcome(state) is None
    after, events = GAME.apply(state, GAME.parse(move), NoDraws())
    assert GAME.outcome(after) == GAME.adjudicate(after) == Outcome((0,), "stuck")
    assert events[-1].to_json() == {"kind": "won", "seat": 0}
    assert GAME.describe(state, GAME.parse(move)).details["wins"] is True
    assert GAME.living(after) == (0,)
    assert GAME.to_act(after) is None
    assert texts(after) == []
    assert GAME.perft(after, 1) == 0
    with pytest.raises(GameOver):
        GAME.apply(after, GAME.parse("C4-C5"), NoDraws())
    with pytest.raises(GameOver):
        GAME.resign(after, 1, NoDraws())


def test_a_stone_shut_in_by_full_towers_is_not_stuck():
    """It cannot step anywhere, but it may jump (T4.2), and the towers may step onto it."""
    around = dict.fromkeys(["D5", "F5", "E4", "E6", "F4", "D6"], "R2")
    enemies = ["C5", "G5", "E3", "E7", "G3", "C7", "D4", "F6", "C6", "D7", "F3", "G4"]
    state = position(around | {"E5": "R"} | dict.fromkeys(enemies, "B"))
    assert {text for text in texts(state) if not text.startswith("E5-")} == {f"{cell}-E5" for cell in around}
    assert {text[3:] for text in texts(state) if text.startswith("E5-")}.isdisjoint(around)
    assert GAME.is_legal(state, GAME.parse("E5-E8"))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("moves", [(), ("A2-B1",)])
def test_resigning_in_and_out_of_turn(seat, moves):
    state = play(GAME.setup({}), *moves)
    after, events = GAME.resign(state, seat, NoDraws())
    assert GAME.outcome(after) == Outcome((1 - seat,), "resigned")
    assert [event.to_json() for event in events] == [
        {"kind": "eliminated", "seat": seat},
        {"kind": "won", "seat": 1 - seat},
    ]
    assert (after.board, after.turn, after.ply) == (state.board, state.turn, state.ply + 1)
    assert GAME.living(after) == (1 - seat,)
    assert GAME.legal_actions(after) == []
    assert GAME.from_json(GAME.to_json(after)) == GAME.decode(GAME.encode(after)) == after
    assert GAME.state_hash(after) != GAME.state_hash(GAME.resign(state, 1 - seat, NoDraws())[0])
    assert not GAME.resignation_needs_chance(state, seat)


@pytest.mark.parametrize("seat", [-1, 2])
def test_nobody_else_resigns(seat):
    with pytest.raises(IllegalAction):
        GAME.resign(GAME.setup({}), seat, NoDraws())


def test_the_ply_limit_is_a_draw():
    state = GAME.setup({"ply_limit": 3})
    state = play(state, "A2-B1", "H7-G8")
    assert GAME.perft(state, 1) == len(texts(state)) > 0
    assert GAME.perft(state, 2) == 0
    state, events = GAME.apply(state, GAME.parse("A3-A2"), NoDraws())
    assert [event.to_json() for event in events][-1] == {"kind": "draw"}
    assert GAME.outcome(state) == GAME.adjudicate(state) == Outcome((), "ply_limit")
    assert GAME.to_json(state)["status"] == "draw"
    assert GAME.living(state) == (0, 1)
    assert GAME.legal_actions(state) == []
    assert GAME.from_json(GAME.to_json(state)) == GAME.decode(GAME.encode(state)) == state


def test_winning_with_the_last_ply_is_no_draw():
    options = {"ply_limit": 10}
    state = position({"H7": "R", "C1": "B"}, ply=9, options=options)
    assert GAME.outcome(play(state, "H7-H8")) == Outcome((0,), "base")
    stuck = position({"C3": "R", "C4": "B"}, ply=9, options=options)
    assert GAME.outcome(play(stuck, "C3-C4")) == Outcome((0,), "stuck")
    resigned, _ = GAME.resign(state, 1, NoDraws())
    assert GAME.outcome(resigned) == Outcome((0,), "resigned")
    assert GAME.from_json(GAME.to_json(resigned)) == resigned


def test_a_running_game_is_judged_a_draw():
    assert GAME.adjudicate(GAME.setup({})) == Outcome((), "adjudicated")


# --- the pie rule (T6.3) --------------------------------------------------------------------------------
def test_swapping_exchanges_the_colours():
    opened = play(GAME.setup({"pie": True}), "E1-E2")
    assert GAME.to_act(opened) == 1
    assert texts(opened)[-1] == "swap"
    assert texts(opened) == sorted(texts(opened))
    assert GAME.describe(opened, Swap.SWAP).kind == "swap"
    swapped, events = GAME.apply(opened, Swap.SWAP, NoDraws())
    assert events == ()
    assert swapped == replace(opened, ply=2, swapped=True)
    assert GAME.to_act(swapped) == 0, "whoever opened is blue now, and moves next"
    assert GAME.to_json(swapped)["swapped"] is True
    assert GAME.to_json(swapped)["turn"] == "blue"
    assert "swapped" not in GAME.to_json(opened)
    assert "swap" not in texts(swapped)
    assert {cell.name: cell.owner for cell in GAME.board(swapped).cells if cell.kind == "base"} == {
        "A1": 1,
        "H8": 0,
    }
    assert {piece.owner for piece in GAME.pieces(swapped) if piece.cell == "E2"} == {1}
    later, events = GAME.apply(swapped, GAME.parse("D8-D7"), NoDraws())
    assert events[0].seat == 0
    assert GAME.to_act(later) == 1
    assert refused(later, "swap") == "no_swap"


def test_who_wins_after_a_swap():
    board = {"H7": "R", "A3": "B"}
    more = {"ply": 2, "options": {"pie": True}, "swapped": True}
    won = play(position(board, **more), "H7-H8")
    assert GAME.outcome(won) == Outcome((1,), "base")
    assert GAME.to_json(won)["status"] == "red_win"
    resigned, _ = GAME.resign(position(board, **more), 0, NoDraws())
    assert GAME.to_json(resigned)["status"] == "red_win"
    assert GAME.from_json(GAME.to_json(resigned)) == resigned


def test_when_there_is_no_swap():
    start = GAME.setup({"pie": True})
    assert refused(start, "swap") == "no_swap"
    assert refused(play(start, "E1-E2", "D8-D7"), "swap") == "no_swap"
    assert refused(play(start, "E1-E2", "D8-D7", "E2-E1"), "swap") == "no_swap"
    assert refused(play(GAME.setup({}), "E1-E2"), "swap") == "no_swap"
    assert refused(play(start, "E1-E2", "swap"), "swap") == "no_swap"
    limited = play(GAME.setup({"pie": True, "ply_limit": 1}), "E1-E2")
    assert not GAME.is_legal(limited, Swap.SWAP)


@pytest.mark.parametrize(
    ("turn", "ply", "allowed"), [("blue", 1, True), ("blue", 0, False), ("red", 1, False)]
)
def test_a_loaded_position_allows_the_swap_after_one_ply_only(turn, ply, allowed):
    state = position({"C3": "R", "F6": "B"}, turn=turn, ply=ply, options={"pie": True})
    assert GAME.is_legal(state, Swap.SWAP) == allowed
    assert ("swap" in texts(state)) == allowed


def test_a_swap_may_be_the_last_ply():
    state, events = GAME.apply(play(GAME.setup({"pie": True, "ply_limit": 2}), "E1-E2"), Swap.SWAP, NoDraws())
    assert [event.kind for event in events] == [EventKind.DRAW]
    assert GAME.outcome(state) == Outcome((), "ply_limit")


@pytest.mark.parametrize(
    "options", [{"pie": True}, {"pie": True, "ply_limit": 2}, {"ply_limit": 2}, {"pie": False}]
)
@pytest.mark.parametrize("moves", [(), ("A2-B1",), ("A2-B1", "D3-D2")])
def test_perft_counts_swaps_and_ends_at_the_limit(options, moves):
    state = play(GAME.setup({"size": 4} | options), *moves)
    for depth in range(4):
        assert GAME.perft(state, depth) == super(TowerWars, GAME).perft(state, depth)


# --- chance, boards -------------------------------------------------------------------------------------
def test_nothing_is_left_to_chance():
    draws = SeededDraws(bytes(32))
    state, _ = GAME.apply(GAME.setup({}), GAME.parse("A2-B1"), draws)
    GAME.resign(state, 0, draws)
    assert draws.trace == b""
    assert not GAME.needs_chance(state, GAME.parse("H7-G8"))
    assert GAME.end_action(state) is None
    assert GAME.odds(state, GAME.parse("H7-G8")) is None


def test_board_and_pieces():
    state = GAME.setup({"size": 5})
    board = GAME.board(state)
    assert board.orientation == "pointy"
    assert [cell.name for cell in board.cells] == [f"{c}{r}" for c in "ABCDE" for r in range(1, 6)]
    assert all((cell.q, cell.r) == (ord(cell.name[0]) - 65, int(cell.name[1]) - 1) for cell in board.cells)
    assert [(cell.name, cell.owner) for cell in board.cells if cell.kind == "base"] == [("A1", 0), ("E5", 1)]
    assert all(cell.owner is None for cell in board.cells if cell.kind == "plain")
    pieces = GAME.pieces(state)
    assert [piece.cell for piece in pieces] == sorted(GAME.to_json(state)["board"])
    assert {piece.kind for piece in pieces} == {"base", "stone"}
    tower = next(piece for piece in GAME.pieces(play(state, "A2-A3")) if piece.cell == "A3")
    assert (tower.kind, tower.owner, tower.count, tower.marks) == ("tower", 0, 1, ())


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(GAME.modes()), st.integers(0, 2**32))
def test_a_state_is_an_immutable_value_with_a_pasteable_repr(options, seed):
    from engine.towerwars.state import State

    state = GAME.setup(options)
    action = GAME.legal_actions(state)[seed % len(GAME.legal_actions(state))]
    before = GAME.encode(state)
    after, _ = GAME.apply(state, action, NoDraws())
    assert GAME.encode(state) == before
    assert eval(repr(after), {"State": State}) == after
    assert pickle.loads(pickle.dumps((state, action, after))) == (state, action, after)
    assert copy.deepcopy(after) == after
    assert hash(GAME.decode(GAME.encode(after))) == hash(after)
    assert GAME.observation(after, 0) is after
    with pytest.raises(AttributeError):
        after.ply = 7


@pytest.mark.parametrize("name", ["geometry", "landing", "notation"])
def test_examples_in_docstrings(name):
    results = doctest.testmod(importlib.import_module(f"engine.towerwars.{name}"))
    assert results.attempted > 0
    assert results.failed == 0
