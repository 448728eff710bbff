"""Level "simple" against its description (T9), worked out by playing every move and every reply."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ai.player import generator
from engine.ai.simple_towerwars import SimpleTowerWars
from engine.ai.uniform import pick
from engine.dice import NoDraws
from engine.errors import PositionError
from engine.towerwars.game import TowerWars
from engine.towerwars.notation import Move

GAME = TowerWars()
SEED = bytes(range(32))


def place(name):
    return ord(name[0]) - 65, int(name[1:]) - 1


def steps(one, other):
    a, b = place(other)[0] - place(one)[0], place(other)[1] - place(one)[1]
    return (abs(a) + abs(b) + abs(a + b)) // 2


def after(state, action):
    return GAME.apply(state, action, NoDraws())[0]


def wins(state, action):
    outcome = GAME.outcome(after(state, action))
    return outcome is not None and outcome.winners == (GAME.to_act(state),)


def worth(state, action):
    """The score of T9, from the texts of the position."""
    value = GAME.to_json(state)
    home = f"{chr(64 + value['n'])}{value['n']}" if value["turn"] == "red" else "A1"
    source, target = GAME.action_cells(action)
    kind = GAME.describe(state, action).kind
    taken = {"stone-take-near": 1, "stone-take-far": 1, "stone-raze": 2, "stone-raze-blocked": 2}.get(kind, 0)
    return steps(source, home) - steps(target, home) + taken


def best_by_description(state):
    """All moves that T9 allows in ``state``, in the order of the list."""
    moves = [action for action in GAME.legal_actions(state) if isinstance(action, Move)]
    allowed = [action for action in moves if wins(state, action)]
    if not allowed:
        allowed = [
            action
            for action in moves
            if not any(
                wins(after(state, action), reply) for reply in GAME.legal_actions(after(state, action))
            )
        ]
    allowed = allowed or moves
    best = max(worth(state, action) for action in allowed)
    return [action for action in allowed if worth(state, action) == best], best


def check(state, step=7):
    seat = GAME.to_act(state)
    decision = SimpleTowerWars(GAME, seat, SEED, 1).choose(state, step)
    best, score = best_by_description(state)
    assert decision.action == best[pick(generator(SEED, seat, step), len(best))]
    assert decision.score == score
    assert decision.line == (decision.action,)
    assert decision.nodes == sum(isinstance(action, Move) for action in GAME.legal_actions(state))
    return decision


def random_position(n, seed, density, towers, turn):
    dice = random.Random(seed)
    last = f"{chr(64 + n)}{n}"
    board = {"A1": "R*", last: "B*"}
    for name in (f"{chr(65 + c)}{r + 1}" for c in range(n) for r in range(n)):
        if name not in board and dice.random() < density:
            height = (
                f"{dice.randint(1, n // 3)}{dice.choice(['', '', 'x'])}" if dice.random() < towers else ""
            )
            board[name] = dice.choice("RB") + height
    return GAME.from_json({"game": "towerwars", "n": n, "turn": turn, "board": board})


@settings(max_examples=120, deadline=None)
@given(
    st.integers(4, 6),
    st.integers(0, 2**32),
    st.sampled_from([0.05, 0.15, 0.3, 0.6]),
    st.sampled_from([0.2, 0.6, 0.9]),
    st.sampled_from(["red", "blue"]),
)
def test_the_choice_is_that_of_the_description(n, seed, density, towers, turn):
    try:
        state = random_position(n, seed, density, towers, turn)
    except PositionError:
        return  # the side to move has no move (T7)
    check(state)


def load(board, n=6, turn="red", **more):
    corners = {"A1": "R*", f"{chr(64 + n)}{n}": "B*"}
    return GAME.from_json({"game": "towerwars", "n": n, "turn": turn, "board": corners | board} | more)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        # Onto the base, although a tower could be taken for a higher score.
        (load({"F5": "R", "C3": "R", "C4": "B2", "A6": "B"}), "F5-F6"),
        # The last stone of the other side goes: stuck. Away from the base, against a score of 1 elsewhere.
        (load({"C3": "R", "B3": "B", "E1": "R"}), "C3-B3"),
        # Blocking the last tower from afar wins too.
        (load({"C3": "R", "C2": "R1", "C5": "B1"}), "C3-C5"),
        # The stone beside the own base has to be taken, although towers may be taken elsewhere.
        (load({"A2": "B", "B2": "R", "D4": "R", "D5": "B2", "F3": "B"}), "B2-A2"),
        # A stone far away reaches the base because of a tower: razing the tower saves it.
        (load({"C3": "B", "D3": "B2", "C4": "B1", "E3": "R", "F3": "B1", "F1": "R"}), "E3-D3"),
        # The last stone that can still move must not be left to be taken.
        (load({"C3": "R", "C5": "B", "A6": "B"}), None),
    ],
    ids=["base", "stuck", "stuck by blocking", "save by taking", "save by razing", "do not get stuck"],
)
def test_winning_and_saving_moves(state, expected):
    decision = check(state)
    if expected is not None:
        assert GAME.format(decision.action) == expected
    else:
        assert not any(
            wins(after(state, decision.action), x) for x in GAME.legal_actions(after(state, decision.action))
        )


def test_all_is_lost_but_a_move_is_made():
    state = load({"A2": "B", "B1": "B", "F1": "R", "E4": "B"})
    best, _ = best_by_description(state)
    assert all(
        any(wins(after(state, action), reply) for reply in GAME.legal_actions(after(state, action)))
        for action in GAME.legal_actions(state)
    )
    assert check(state).action in best


def test_at_the_last_ply_nothing_has_to_be_saved():
    board = {"A2": "B", "B2": "R", "D4": "R", "D5": "B2", "F3": "B"}
    last = load(board, ply=9, options={"ply_limit": 10})
    assert GAME.format(check(last).action) == "D4-D5"


def test_it_never_swaps():
    state = GAME.setup({"pie": True})
    state = after(state, SimpleTowerWars(GAME, 0, SEED, 1).choose(state, 0).action)
    decisions = {check(state, step).action for step in range(4)}
    assert all(isinstance(action, Move) for action in decisions)
    assert len(decisions) > 1, "equals are drawn among"


def test_the_same_calls_give_the_same_decisions():
    state = GAME.setup({"size": 12})
    player = SimpleTowerWars(GAME, 0, SEED, 1)
    decisions = [player.choose(state, step) for step in range(30)]
    assert decisions == [SimpleTowerWars(GAME, 0, SEED, 1).choose(state, step) for step in range(30)]
    assert len({decision.action for decision in decisions}) > 5
    assert len({SimpleTowerWars(GAME, 0, bytes([n] * 32), 1).choose(state, 0).action for n in range(30)}) > 5


@pytest.mark.parametrize("n", [4, 5, 8, 26])
def test_games_between_two_of_them(n):
    """They take bases and stones, and every choice on the small boards is the one described."""
    state = GAME.setup({"size": n, "ply_limit": 60})
    players = [SimpleTowerWars(GAME, seat, SEED, 1) for seat in (0, 1)]
    while (seat := GAME.to_act(state)) is not None:
        decision = players[seat].choose(state, state.ply)
        if n < 6:
            assert check(state, state.ply) == decision
        state = after(state, decision.action)
    assert GAME.outcome(state).reason in ("base", "stuck", "ply_limit")
    assert state.ply > 4


def test_a_large_board_full_of_towers():
    """Thousands of moves a position: the narrowing down has to agree with what playing says, here as well."""
    state = random_position(26, 5, 0.6, 0.5, "blue")
    decision = SimpleTowerWars(GAME, 1, SEED, 1).choose(state, 3)
    assert decision.nodes > 1000
    assert GAME.is_legal(state, decision.action)
    assert decision.score == worth(state, decision.action)
