"""The searching levels of TowerWars: laws of their parts, what they find, and what they promise."""

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ai.levels import levels_of, make_player
from engine.ai.player import never
from engine.ai.towerwars.evaluation import Evaluator, impatience
from engine.ai.towerwars.player import hopeless
from engine.ai.towerwars.search import MATE, MATE_BOUND, Search
from engine.ai.towerwars.tactics import evasions, tactical
from engine.ai.towerwars.terrain import terrain
from engine.dice import NoDraws
from engine.digest import H
from engine.towerwars.game import TowerWars
from engine.towerwars.landing import Kind
from engine.towerwars.notation import Move, Swap
from engine.towerwars.outcome import legal_moves
from engine.towerwars.pieces import BASE, CONTENTS, STONE
from engine.towerwars.position import Position
from engine.towerwars.reach import SHIFT, TARGET

ROOT = Path(__file__).parents[2]
GAME = TowerWars()
SEED = bytes(range(32))
QUIET = {
    Kind.STONE_EMPTY_NEAR,
    Kind.STONE_EMPTY_FAR,
    Kind.STONE_BUILD_NEAR,
    Kind.STONE_BUILD_FAR,
    Kind.STONE_RAISE_NEAR,
    Kind.STONE_RAISE_FAR,
    Kind.TOWER_EMPTY,
    Kind.TOWER_BUILD,
    Kind.TOWER_RAISE,
}
SEARCHING = [level for level in levels_of("towerwars") if level not in ("random", "simple")]


def after(state, action):
    return GAME.apply(state, action, NoDraws())[0]


def wander(size, plies, number, **options):
    """A running position some random moves from the start."""
    choose = random.Random(f"{size} {plies} {number}")
    state = GAME.setup({"size": size, **options})
    for _ in range(plies):
        following = after(state, choose.choice(GAME.legal_actions(state)))
        if GAME.to_act(following) is None:
            break
        state = following
    return state


wandered = st.builds(wander, st.sampled_from((4, 5, 6, 8, 9)), st.integers(0, 150), st.integers(0, 10**6))


def parts(state):
    """Terrain, evaluator, packed board, colour, and for the side to move and the other: stones and reach."""
    position = Position.of(state)
    land = terrain(state.size)
    packed = land.pack(position.codes)
    evaluator = Evaluator(land, position.codes, 0, 0)
    sides = (state.turn, 1 - state.turn)
    stones = [packed >> colour * land.length & land.plane for colour in sides]
    reach = [evaluator.reach(packed, colour) for colour in sides]
    return land, evaluator, packed, state.turn, *stones, *reach


def kind_of(state, move):
    cell_of = Position.of(state).geometry.cell_of
    action = Move(cell_of[move >> SHIFT], cell_of[move & TARGET])
    return Kind(GAME.describe(state, action).kind)


def search_of(state, nodes, should_stop=never):
    return Search(Position.of(state), nodes, impatience(state.ply), 0, should_stop)


# --- laws of the parts -----------------------------------------------------------------------------------
@settings(max_examples=60, deadline=None)
@given(wandered)
def test_loud_moves_are_the_legal_ones_that_are_not_quiet(state):
    land, _, packed, colour, mine, foes, reach, _ = parts(state)
    home = land.sides[colour].foe_home
    loud = tactical(land, packed, colour, mine, foes, reach)
    expected = [
        move for move in legal_moves(state) if move & TARGET != home and kind_of(state, move) not in QUIET
    ]
    assert sorted(loud) == sorted(expected)


@settings(max_examples=60, deadline=None)
@given(wandered)
def test_stones_on_menacing_cells_are_what_takes_the_base(state):
    *_, mine, foes, reach, foe_reach = parts(state)
    position = Position.of(state)
    assert bool(mine & reach.menace) == position.can_take_base()
    assert bool(foes & foe_reach.menace) == position.can_take_base(1 - state.turn)


@settings(max_examples=100, deadline=None)
@given(wandered)
def test_whatever_is_no_evasion_loses_the_base(state):
    land, _, packed, colour, mine, foes, reach, foe_reach = parts(state)
    danger = foes & foe_reach.menace
    position = Position.of(state)
    saving = []
    for move in legal_moves(state):
        position.make(move)
        if move & TARGET != land.sides[colour].foe_home and not position.can_take_base():
            saving.append(move)
        position.unmake()
    if danger:
        assert set(saving) <= set(evasions(land, packed, colour, mine, reach, danger))


@settings(max_examples=40, deadline=None)
@given(wandered, st.data())
def test_the_packed_board_after_a_move_is_that_of_the_position_after_it(state, data):
    search = search_of(state, 1)
    land, position = search._land, search._position
    move = data.draw(
        st.sampled_from([m for m in legal_moves(state) if m & TARGET not in land.geometry.homes] or [0])
    )
    if move:
        packed = search._make(search._root, move)
        assert packed == land.pack(position.codes)


def turned(state):
    """The same position with the colours exchanged and the board turned round."""
    swap = []
    for code in state.board:
        piece = CONTENTS[code]
        swap.append(code if piece is None else code - BASE[piece.colour] + BASE[1 - piece.colour])
    shape = Position.of(state).geometry
    places = {index: place for place, index in enumerate(shape.order)}
    total = sum(shape.homes)
    board = bytes(swap[places[total - index]] for index in shape.order)
    return replace(state, board=board, turn=1 - state.turn)


@settings(max_examples=60, deadline=None)
@given(wandered)
def test_both_colours_are_valued_alike(state):
    def value(position):
        _, evaluator, packed, colour, mine, foes, reach, foe_reach = parts(position)
        return evaluator.value(packed, colour, mine, foes, reach, foe_reach)

    assert value(state) == value(turned(state))


# --- what is found ---------------------------------------------------------------------------------------
def wins_within(state, plies):
    """Whether the side to move can force the end within so many plies (odd), by trying everything."""
    me = GAME.to_act(state)
    for action in GAME.legal_actions(state):
        following = after(state, action)
        ended = GAME.outcome(following)
        if ended is not None:
            if ended.winners == (me,):
                return True
        elif plies > 2 and all(
            GAME.outcome(answer) is None and wins_within(answer, plies - 2)
            for answer in (after(following, reply) for reply in GAME.legal_actions(following))
        ):
            return True
    return False


@pytest.mark.parametrize("number", range(24))
def test_wins_of_two_moves_are_found_and_no_others(number):
    state = wander(4, 6 + number, number)
    found = search_of(state, 4_000).run(list(legal_moves(state)), {})
    assert (found.value >= MATE - 3) == wins_within(state, 3)


@settings(max_examples=40, deadline=None)
@given(wandered, st.sampled_from(SEARCHING), st.integers(1, 30))
def test_a_base_in_reach_is_taken_by_every_level_at_any_budget(state, level, nodes):
    if Position.of(state).can_take_base():
        decision = make_player(GAME, level, state.turn, SEED, nodes).choose(state, state.ply)
        assert GAME.outcome(after(state, decision.action)).winners == (GAME.to_act(state),)


@settings(max_examples=40, deadline=None)
@given(wandered)
def test_medium_and_hard_save_the_base_if_they_can(state):
    position = Position.of(state)
    if not position.can_take_base(1 - state.turn) or position.can_take_base():
        return
    saving = []
    for move in legal_moves(state):
        position.make(move)
        if not position.can_take_base():
            saving.append(move)
        position.unmake()
    for level in ("medium", "hard"):
        decision = make_player(GAME, level, state.turn, SEED, 400).choose(state, state.ply)
        if saving:
            assert not Position.of(after(state, decision.action)).can_take_base()


def few_stones(red, blue, turn="red", **more):
    """A position on the usual board with stones of either side on some cells."""
    board = dict.fromkeys(red, "R") | dict.fromkeys(blue, "B") | {"A1": "R*", "H8": "B*"}
    value = GAME.to_json(GAME.setup({"size": 8, **more.pop("options", {})}))
    return GAME.from_json({**value, "board": board, "turn": turn, **more})


def test_a_side_without_a_move_left_has_lost():
    state = few_stones(["D4"], ["E4"])
    found = search_of(state, 2_000).run(list(legal_moves(state)), {})
    assert found.value == MATE - 1
    assert kind_of(state, found.move) is Kind.STONE_TAKE_NEAR


def test_a_runner_that_nobody_catches_runs():
    state = few_stones(["F7"], ["A7", "A8"])
    decision = make_player(GAME, "hard", 0, SEED, 5_000).choose(state, 40)
    assert decision.score > MATE_BOUND
    assert decision.line[0] == decision.action
    for action in decision.line:
        state = after(state, action)


# --- what is promised ------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [4, 8, 26])
@pytest.mark.parametrize("level", SEARCHING)
def test_every_level_plays_legal_moves_within_its_budget(level, size):
    state = wander(size, 3, size)
    for nodes in (1, 7, 60):
        decision = make_player(GAME, level, GAME.to_act(state), SEED, nodes).choose(state, state.ply)
        assert decision.nodes <= nodes
        assert GAME.is_legal(state, decision.action)
        state = after(state, decision.action)


@settings(max_examples=25, deadline=None)
@given(wandered, st.integers(1, 3_000))
def test_the_budget_is_never_exceeded_and_the_board_is_left_alone(state, nodes):
    position = Position.of(state)
    search = Search(position, nodes, 0, 0, never)
    found = search.run(list(legal_moves(state)), {})
    assert found.nodes == search.nodes <= nodes
    assert found.move in legal_moves(state)
    assert position.board() == state.board
    assert not position.history
    if abs(found.value) < MATE_BOUND:
        assert found.nodes == nodes  # nothing ends a search but its budget, or seeing the end of the game


@settings(max_examples=15, deadline=None)
@given(wandered, st.sampled_from(SEARCHING))
def test_the_same_calls_give_the_same_decisions(state, level):
    seat = GAME.to_act(state)
    one, other = (make_player(GAME, level, seat, SEED, 300) for _ in range(2))
    one.choose(GAME.setup({"size": state.size}), 0)
    assert one.choose(state, 7) == other.choose(state, 7)


def test_seeds_vary_the_opening():
    state = GAME.setup({"size": 8})
    actions = {
        make_player(GAME, "hard", 0, H("seed", bytes((n,))), 500).choose(state, 0).action for n in range(12)
    }
    assert len(actions) > 2


@pytest.mark.parametrize("asked", [1, 2, 5])
def test_a_search_stops_soon_after_it_is_told_to(asked):
    answers = iter([False] * (asked - 1) + [True])
    state = wander(8, 20, 1)
    player = make_player(GAME, "hard", GAME.to_act(state), SEED, 1_000_000)
    decision = player.choose(state, 20, lambda: next(answers))
    assert decision.nodes <= 256 * asked
    assert GAME.is_legal(state, decision.action)


def test_only_resigning_levels_resign_and_only_what_is_lost():
    lost = few_stones(["A4"], ["G8", "H7", "G7", "H6", "F7", "F8", "E8", "G6", "H5", "E7"], ply=60)
    even = wander(8, 6, 3)
    for level in ("medium", "hard"):
        assert make_player(GAME, level, 0, SEED, 500).choose(lost, 60).action is not None
        decision = make_player(GAME, f"{level}-resigning", 0, SEED, 500).choose(lost, 60)
        assert decision.action is None
        assert decision.score <= hopeless(8)
        assert make_player(GAME, f"{level}-resigning", 0, SEED, 500).choose(even, 6).action is not None


def test_nothing_is_worth_anything_once_the_limit_is_reached():
    state = few_stones(["D5", "A2"], ["A3", "B8"], options={"ply_limit": 41}, ply=40)
    assert make_player(GAME, "hard", 0, SEED, 500).choose(state, 40).score == 0
    state = few_stones(["D5", "A2"], ["A3", "B8"], options={"ply_limit": 300}, ply=40)
    assert make_player(GAME, "hard", 0, SEED, 500).choose(state, 40).score > 0


def test_colours_are_exchanged_when_the_other_ones_are_better():
    options = {"pie": True}
    strong = ["G7", "F7", "E5", "D4", "A2", "A3", "B2"]
    better_red = few_stones(strong, ["A8", "H2"], turn="blue", options=options, ply=1)
    better_blue = few_stones(
        ["A8", "H2"], ["B2", "B3", "D4", "E5", "G7"], turn="blue", options=options, ply=1
    )
    for level in ("medium", "hard"):
        player = make_player(GAME, level, 1, SEED, 500)
        assert player.choose(better_red, 1).action is Swap.SWAP
        assert player.choose(better_blue, 1).action is not Swap.SWAP
        opening = make_player(GAME, level, 0, SEED, 2_000).choose(GAME.setup(options), 0)
        assert opening.nodes <= 2_000
        assert isinstance(opening.action, Move)


SCRIPT = """
from engine.ai.levels import levels_of, make_player
from engine.dice import NoDraws
from engine.towerwars.game import TowerWars
game = TowerWars()
for size in (5, 8):
    state = game.setup({"size": size})
    for step in range(24):
        seat = game.to_act(state)
        if seat is None:
            break
        level = ("easy", "medium", "hard")[step % 3]
        decision = make_player(game, level, seat, bytes(32), 250).choose(state, step)
        print(decision)
        state, _ = game.apply(state, decision.action, NoDraws())
"""


def test_decisions_do_not_depend_on_how_strings_are_hashed():
    outputs = set()
    for seed in ("0", "1", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, env=environment
        )
        outputs.add(done.stdout)
    (output,) = outputs
    assert output.count("Decision") > 30


def points(one, other, size, games, nodes):
    """Points of level ``one`` out of ``games``, colours alternating; 300 plies make half a point."""
    total = 0.0
    for number in range(games):
        state = GAME.setup({"size": size})
        mine = number % 2
        players = [
            make_player(GAME, one if seat == mine else other, seat, H("game", bytes((number, seat))), nodes)
            for seat in (0, 1)
        ]
        while (seat := GAME.to_act(state)) is not None and state.ply < 300:
            state = after(state, players[seat].choose(state, state.ply).action)
        outcome = GAME.outcome(state)
        total += 0.5 if outcome is None else mine in outcome.winners
    return total


def test_hard_beats_simple():
    assert points("hard", "simple", 8, 6, 300) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 8, 12])
def test_levels_are_in_order(size):
    assert points("hard", "simple", size, 20, 1_500) >= 18
    assert points("medium", "simple", size, 20, 400) >= 17
    assert points("hard", "easy", size, 20, 400) >= 18


def test_codes_of_the_two_colours_lie_alike():
    assert STONE[0] - BASE[0] == STONE[1] - BASE[1]  # what `turned` stands on
