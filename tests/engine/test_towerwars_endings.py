"""The exact values of endings with few stones: against plain iteration, against themselves, and as a command."""

import json
from collections.abc import Iterable
from itertools import permutations
from pathlib import Path

import pytest

from bench.endings.__main__ import main
from bench.endings.judging import KINDS, judge
from bench.endings.placing import Placing
from bench.endings.playing import play
from bench.endings.solving import DRAWN, Endings
from engine.ai.levels import make_player
from engine.ai.player import Decision
from engine.dice import NoDraws
from engine.record import Recorder
from engine.towerwars.game import TowerWars
from engine.towerwars.geometry import geometry
from engine.towerwars.outcome import legal_moves
from engine.towerwars.pieces import BASE, BLUE, CODES, EMPTY, RED
from engine.towerwars.position import Position
from engine.towerwars.state import State

SIZE = 4
GAME = TowerWars()


def solved(size: int, most: int, *kinds: tuple[int, int]) -> Endings:
    endings = Endings(size, most)
    for stones in kinds:
        endings.solve(stones)
    return endings


@pytest.fixture(scope="module")
def endings() -> Endings:
    return solved(SIZE, 2, (1, 1), (2, 1), (2, 2))


@pytest.fixture(scope="module")
def endings_of_three() -> Endings:
    return solved(SIZE, 3, (1, 1), (2, 1), (2, 2), (3, 1), (3, 2))


# --- an independent solution ------------------------------------------------------------------------------
def states_with(*contents: str) -> set[State]:
    """Return all states that run, with either side to move, in which just these pieces stand on the board."""
    board = geometry(SIZE)
    free = [place for place, index in enumerate(board.order) if index not in board.homes]
    states = set()
    for places in permutations(free, len(contents)):
        codes = [EMPTY] * SIZE**2
        for colour, home in enumerate(board.homes):
            codes[board.order.index(home)] = BASE[colour]
        for place, text in zip(places, contents, strict=True):
            codes[place] = CODES[text]
        states |= {State(SIZE, bytes(codes), turn) for turn in (RED, BLUE)}
    return {state for state in states if GAME.outcome(state) is None}


def solved_plainly(states: set[State]) -> dict[State, int]:
    """Return the values of ``states``, round by round, without any of what makes the other solution quick.

    Whatever a move leads to has to be among them, or be over.
    """
    after = {}
    for state in states:
        reached = [GAME.apply(state, action, NoDraws())[0] for action in GAME.legal_actions(state)]
        after[state] = [State(SIZE, each.board, each.turn) for each in reached]
    ended = {state for reached in after.values() for state in reached if GAME.outcome(state) is not None}
    values = dict.fromkeys(ended, 0)
    plies = 0
    while plies == 0 or plies in values.values():
        plies += 1
        found = {}
        for state in states - values.keys():
            known = [values.get(each, DRAWN) for each in after[state]]
            if any(value != DRAWN and value % 2 == 0 for value in known) or DRAWN not in known:
                found[state] = plies
        values |= found
    return {state: values.get(state, DRAWN) for state in states}


def test_one_stone_against_one_and_two_agree_with_plain_iteration(endings):
    """All of them, whichever colour moves: what is solved for red only holds for blue after a half turn."""
    one_each = states_with("R", "B")
    three = states_with("R", "R", "B") | states_with("R1", "B") | states_with("B", "B", "R")
    three |= states_with("B1", "R") | states_with("R1x") | states_with("B1x")
    values = solved_plainly(one_each | three)
    assert values == {state: endings.value(Position.of(state)) for state in one_each | three}
    assert DRAWN in values.values()
    assert max(values.values()) == 13
    counted = [
        sum(1 for value in endings.values[stones] if value > 0 or value == DRAWN)
        for stones in ((1, 1), (2, 1))
    ]
    # Either colour may be to move; and of three stones, either may have two.
    assert counted == [len(one_each) / 2, len(three) / 4]


# --- values that prove themselves -------------------------------------------------------------------------
@pytest.mark.parametrize("mover", [RED, BLUE])
def test_values_follow_from_those_one_ply_later(endings, mover):
    """This is a proof: wins and losses come nearer with every ply, and a drawn position can be kept drawn."""
    positions, stuck = check_one_ply(endings, (2, 2), mover, 1)
    # Two stones each, tower and two stones, two towers, a blocked tower and what is left of the other side.
    assert positions == 91 * 66 + 2 * 91 * 12 + 14 * 13 + 2 * 14 * 13
    assert stuck == 14 * 13  # the mover's tower is blocked, and it has nothing else


@pytest.mark.parametrize("stones", [(3, 2), (2, 3)])
def test_values_follow_where_towers_lend_reach(endings_of_three, stones):
    """Three stones are the fewest with which one can move far, and block (T4.1, T4.10). One arrangement in 13."""
    positions, stuck = check_one_ply(endings_of_three, stones, RED, 13)
    assert positions > 2_500
    assert (stuck > 0) == (stones == (2, 3))  # a stone more than a blocked tower can always move


@pytest.mark.slow
def test_values_follow_where_towers_are_two_high():
    endings = solved(6, 3, (1, 1), (2, 1), (3, 1))
    for stones in ((3, 1), (1, 3)):
        positions, _ = check_one_ply(endings, stones, BLUE, 17)
        assert positions > 10_000


def check_one_ply(endings: Endings, stones: tuple[int, int], mover: int, every: int) -> tuple[int, int]:
    """Compare values with those after each move; return how many positions there were, and how many were over."""
    placing = endings.placing
    positions = stuck = 0
    for mine in placing.arrangements[stones[0]][::every]:
        for codes in placing.boards(mine, stones[1], mover):
            if codes is None:
                continue
            position = Position(placing.geometry, codes, mover)
            value, after = endings.value(position), values_after(endings, position)
            lost = [each for each in after if each != DRAWN and each % 2 == 0]
            if lost:
                assert value == min(lost) + 1
            elif DRAWN in after:
                assert value == DRAWN
            else:
                assert value == max(after, default=-1) + 1
            positions += 1
            stuck += not after
    return positions, stuck


def values_after(endings: Endings, position: Position, moves: Iterable[int] | None = None) -> list[int]:
    values = []
    for move in position.moves() if moves is None else moves:
        position.make(move)
        values.append(endings.value(position))
        position.unmake()
    return values


def test_mirrored_positions_have_the_same_value(endings):
    placing, values = endings.placing, endings.values[2, 2]
    width = len(placing.arrangements[2])
    mirrored = placing.mirrored[2]
    assert sorted(mirrored) == list(range(width))
    assert mirrored != sorted(mirrored)
    for slot, value in enumerate(values):
        mine, theirs = divmod(slot, width)
        assert values[mirrored[mine] * width + mirrored[theirs]] == value


def test_arrangements_read_back_from_boards():
    """On boards with towers of height 2 as well; impossible pairs are refused."""
    placing = Placing(6, 3)
    width = len(placing.arrangements[2])
    refused = 0
    for slot in range(0, len(placing.arrangements[3]) * width, 4999):
        for mover in (RED, BLUE):
            try:
                state = State(6, placing.board((3, 2), slot, mover), mover)
            except ValueError:
                refused += 1
                continue
            position = Position.of(state)
            assert placing.stones(position.codes, mover) == (3, 2)
            assert placing.slot(position.codes, mover) == slot
            if GAME.outcome(state) is None:
                assert GAME.from_json(GAME.to_json(state)) == state
    assert refused


# --- judging ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", KINDS)
def test_moves_are_judged_alike_for_the_same_seed(endings, kind):
    def judged(level: str, seed: int) -> object:
        return judge(endings, (2, 2), kind, level, nodes=40, sample=30, seed=seed, ply=20)

    assert judged("medium", 3) == judged("medium", 3)
    assert judged("random", 3) != judged("random", 4)


def test_a_player_that_looks_keeps_more_than_one_that_does_not(endings):
    found = {
        level: judge(endings, (2, 2), "won", level, nodes=400, sample=60, seed=1, ply=20)
        for level in ("random", "hard")
    }
    for each in found.values():
        assert each.positions == 60
        assert each.kept - each.open_kept == each.positions - each.open > 0
        assert each.fastest <= each.kept
    assert abs(found["random"].kept - found["random"].by_chance) < 15
    assert found["hard"].kept > found["random"].kept + 15
    assert found["hard"].fastest > found["random"].fastest


# --- playing ----------------------------------------------------------------------------------------------
def test_what_is_promised_comes_true_when_both_sides_play_perfectly(endings, monkeypatch):
    """Perfectly from the first solved position on; until then as hard does on a small budget."""

    def make(game, level, seat, seed, nodes):
        player = make_player(game, level, seat, seed, nodes)
        searching = player.choose

        def choose(state, step):
            position = Position.of(state)
            if not endings.knows(position):
                return searching(state, step)
            values = values_after(endings, position, legal_moves(state))
            after = dict(zip(game.legal_actions(state), values, strict=True))
            return Decision(min(after, key=lambda action: preference(after[action])))

        player.choose = choose
        return player

    def preference(value):
        """Wins first, soon ones before late ones; then draws; then losses, late ones before soon ones."""
        return (1, 0) if value == DRAWN else (0, value) if value % 2 == 0 else (2, -value)

    monkeypatch.setattr("bench.endings.playing.make_player", make)
    fates = play(endings, "hard", nodes=60, games=16, seed=1, limit=100)
    assert fates == play(endings, "hard", nodes=60, games=16, seed=1, limit=100)
    arrived = [fate for fate in fates if fate.arrived is not None]
    assert all(fate.winner == fate.promised for fate in arrived)
    assert {fate.drawn for fate in arrived} == {True, False}
    assert all(fate.drawn == (fate.promised is None) for fate in arrived)
    assert {fate.promised for fate in arrived} == {None, 0, 1}


def test_games_that_end_before_any_ending_promise_nothing(endings):
    fates = play(endings, "random", nodes=None, games=8, seed=1, limit=5)
    assert {(fate.arrived, fate.promised, fate.winner, fate.drawn) for fate in fates} == {
        (None, None, None, False)
    }


# --- the command ------------------------------------------------------------------------------------------
def test_the_command_prints_every_kind_and_the_judgement(capsys):
    assert main(["--size", "4", "--stones", "1", "2", "--judge", "hard:200", "--sample", "5"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in lines[2:5]] == ["1-1", "2-1", "1-2"]
    assert lines[2][1:6] == ["182", "71.98%", "21.43%", "6.59%", "11"]
    assert [line[:2] for line in lines[-2:]] == [["won", "5"], ["drawn", "5"]]


def test_the_command_prints_what_became_of_games(capsys):
    assert (
        main(["--size", "4", "--stones", "1", "1", "--play", "hard:60", "--games", "6", "--limit", "40"]) == 0
    )
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in lines[-3:]] == ["drawn", "decided", "none"]
    assert sum(int(line[1]) for line in lines[-3:]) == 6


def recorded(path: Path, text: str | None = None, **options: int) -> str:
    """Write the record of a game of random moves, or a text, and return where."""
    recorder = Recorder(GAME, GAME.setup(options))
    player = make_player(GAME, "random", 0, bytes(32))
    while (recorder.state.ply < 200) and GAME.to_act(recorder.state) is not None:
        recorder.play(player.choose(recorder.state, recorder.state.ply).action, NoDraws())
    record = recorder.record(GAME.outcome(recorder.state)).to_json(GAME.part_names)
    path.write_text(json.dumps(record) if text is None else text)
    return str(path)


def test_the_command_looks_up_recorded_games(capsys, tmp_path):
    games = [recorded(tmp_path / f"{number}.json", size=4) for number in range(2)]
    assert main(["--size", "4", "--stones", "1", "1", "--records", *games]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[-5] == ["2", "recorded", "games"]
    assert sum(int(line[1]) for line in lines[-3:]) == 2


def test_the_command_refuses_what_is_no_record_of_such_a_game(capsys, tmp_path):
    for game, says in (
        (recorded(tmp_path / "other", size=5), "the board has 5 rows, not 4"),
        (recorded(tmp_path / "text", "[]", size=4), "record"),
        (str(tmp_path / "none"), "none"),
    ):
        with pytest.raises(SystemExit) as stopped:
            main(["--size", "4", "--stones", "1", "1", "--records", game])
        assert stopped.value.code == 2
        assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--judge", "godlike"], "there is no 'godlike'; there are random, easy"),
        (["--play", "hard:none"], "'none' is no number"),
        (["--stones", "0", "2"], "'0' is no number from 1 on"),
        (["--size", "3"], "--size"),
        (["--seed", "-1"], "--seed"),
    ],
)
def test_the_command_says_what_is_wrong(capsys, arguments, says):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert says in capsys.readouterr().err
