"""The arena: fair schedules, reproducible games, honest figures, an orderly end."""

import contextlib
import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from client.__main__ import main
from client.arena import contest
from client.arena.bout import Played, Terms, play_levels, player_seed
from client.arena.report import as_tables
from client.arena.schedule import (
    MAX_ENTRANTS,
    Entrant,
    Fixture,
    fixtures,
    games_of_set,
    opening,
    seatings,
    set_seed,
)
from client.arena.tally import Tally, wilson
from client.errors import ClientError
from client.processes import package_environment, wabe_command
from engine.ai import levels
from engine.dice import NoDraws
from engine.record import parse_record, replay
from engine.registry import GAMES

ROOT = Path(__file__).parents[2]
SIMPLE, RANDOM = Entrant("simple", "simple"), Entrant("random", "random")


def arena(capsys, *arguments, status=0):
    """Run the command and return what it told as JSON."""
    assert main(["arena", "--json", *arguments]) == status
    return json.loads(capsys.readouterr().out)


# --- schedule -------------------------------------------------------------------------------------------
@given(st.integers(2, 6), st.integers(2, 6))
def test_in_a_set_everybody_sits_everywhere_equally_often(players, seats):
    players = min(players, seats)
    seated = seatings(tuple(range(players)), seats)
    assert len(set(seated)) == len(seated)
    for seat in range(seats):
        assert len(set(Counter(row[seat] for row in seated).values())) == 1
        assert {row[seat] for row in seated} == set(range(players))


@given(st.integers(2, 5), st.sampled_from([2, 3, 6]), st.integers(1, 50), st.integers(0, 9))
def test_a_schedule_is_whole_sets_of_every_pairing(entrants, seats, games, seed):
    found = list(fixtures(entrants, seats, games, seed))
    assert len(found) >= games
    assert [fixture.number for fixture in found] == list(range(len(found)))
    for seat in range(seats):
        assert len(set(Counter(fixture.seats[seat] for fixture in found).values())) == 1
    by_seed = Counter(fixture.seed for fixture in found)
    assert len(set(by_seed.values())) == 1
    assert found == list(fixtures(entrants, seats, games, seed))
    assert len(found) % games_of_set(entrants, seats) == 0
    assert len(found) - games < games_of_set(entrants, seats)


@pytest.mark.parametrize("name", GAMES)
def test_openings_are_short_legal_and_leave_nobody_a_win(name):
    game = GAMES[name]
    start = game.setup({})
    openings = {opening(game, start, 5, set_seed(1, number)) for number in range(6)}
    assert len(openings) > 1
    for texts in openings:
        assert len(texts) == 5
        state = start
        for text in texts:
            action = game.parse(text)
            assert game.is_legal(state, action)
            state, _ = game.apply(state, action, NoDraws())
        assert game.outcome(state) is None


def test_a_draw_that_is_near_forbids_no_opening():
    """After four of five actions the next one always ends the game, and nobody wins by that."""
    game = GAMES["towerwars"]
    assert len(opening(game, game.setup({"ply_limit": 5}), 4, set_seed(1, 0))) == 4


# --- games ----------------------------------------------------------------------------------------------
def test_games_of_a_set_share_opening_and_dice():
    terms = Terms("towerwars", GAMES["towerwars"].complete({"size": 5}), 200, 4, True)
    one, other = (play_levels(terms, fixture, (SIMPLE, RANDOM)) for fixture in list(fixtures(2, 2, 2, 7)))
    first, second = (json.loads(played.record)["steps"] for played in (one, other))
    assert first[:4] == second[:4]
    assert one.opening == other.opening == 4
    assert first != second

    terms = Terms("krieg", GAMES["krieg"].complete({}), 4000, 0, True)
    games = [play_levels(terms, fixture, (SIMPLE, SIMPLE)) for fixture in list(fixtures(2, 2, 2, 7))]
    dice = [[step["dice"] for step in json.loads(played.record)["steps"] if step["dice"]] for played in games]
    # Attacks differ, but event n has the same stream in both.
    for one_roll, other_roll in zip(*dice, strict=False):
        shorter = min(len(one_roll), len(other_roll))
        assert one_roll[:shorter] == other_roll[:shorter]


def test_a_game_at_the_limit_is_undecided_and_shared(capsys):
    found = arena(capsys, "random", "random", "--game=towerwars", "--limit=9", "--games=4", "--openings=2")
    assert found["reasons"] == {"undecided": 4}
    assert [player["name"] for player in found["players"]] == ["random", "random #2"]
    for player in found["players"]:
        assert player["undecided"] == 4
        assert player["share"]["value"] == 0.5
    assert all(game["plies"] == 9 and game["opening"] == 2 for game in found["games"])


def test_the_same_seed_gives_the_same_games_however_many_run_at_once(capsys, tmp_path):
    texts = []
    for jobs in ("1", "3"):
        directory = tmp_path / jobs
        arguments = [
            "simple",
            "random",
            "--game=krieg",
            "--radius=3",
            "--games=4",
            "--seed=5",
            f"--jobs={jobs}",
        ]
        found = arena(capsys, *arguments, f"--save={directory}")
        records = sorted(directory.glob("game-*.json"))
        assert [path.name for path in records] == [game["file"] for game in found["games"]]
        texts.append([path.read_text("utf-8") for path in records])
        for path, game in zip(records, found["games"], strict=True):
            record = parse_record(path.read_text("utf-8").strip(), GAMES)
            states = replay(record, GAMES["krieg"])
            assert len(states) == game["plies"] + 1
            assert list(record.result.winners) == game["winners"]
        assert json.loads((directory / "arena.json").read_text("utf-8")) == found
    assert texts[0] == texts[1]
    other = arena(capsys, "simple", "random", "--game=krieg", "--radius=3", "--games=4", "--seed=6")
    assert [game["plies"] for game in other["games"]] != [game["plies"] for game in found["games"]]


def test_256_players_have_256_seeds():
    fixture = next(fixtures(2, 2, 1, 0))
    assert len({player_seed(fixture, number) for number in range(MAX_ENTRANTS)}) == 256


def test_six_seats_and_three_players(capsys):
    found = arena(
        capsys, "random", "simple", "simple", "--game=krieg", "--mode=factions", "--games=3", "--limit=120"
    )
    assert found["played"] == 3
    assert sorted(game["seats"][0] for game in found["games"]) == ["random", "simple", "simple #2"]
    assert [player["games"] for player in found["players"]] == [6, 6, 6]
    assert len(found["seats"]) == 6


def test_records_go_to_a_new_directory(capsys, tmp_path):
    (tmp_path / "something").write_text("")
    arguments = ["arena", "random", "random", "--game=towerwars", f"--save={tmp_path}"]
    assert main(arguments) == 1
    assert "wabe: error [exists]" in capsys.readouterr().err


def test_what_was_played_is_told_when_a_record_cannot_be_saved(capsys, tmp_path, monkeypatch):
    write = contest.write_whole

    def full(path, data):
        if path.name in ("game-0003.json", "arena.json"):
            raise ClientError("disk_full", f"{path}: there is no room left on the disk")
        write(path, data)

    monkeypatch.setattr(contest, "write_whole", full)
    arguments = ["random", "random", "--game=towerwars", "--limit=9", "--jobs=1"]
    assert main(["arena", "--json", *arguments, f"--save={tmp_path}"]) == 1
    told = capsys.readouterr()
    assert "wabe: error [disk_full]" in told.err
    assert [game["file"] for game in json.loads(told.out)["games"]] == ["game-0001.json", "game-0002.json"]
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["game-0001.json", "game-0002.json"]


def test_a_directory_that_takes_no_files_is_found_out_before_a_game(capsys, tmp_path, monkeypatch):
    def refuse(**named):
        raise PermissionError(errno.EACCES, "no", str(named["dir"]))

    monkeypatch.setattr(contest.tempfile, "TemporaryFile", refuse)
    monkeypatch.setattr(contest, "play_all", None)
    assert main(["arena", "random", "random", "--game=towerwars", f"--save={tmp_path}"]) == 1
    assert "wabe: error [permission]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simple", "random", "--game=towerwars", "--limit=4"], "counts the 4 random first actions"),
        (["simple", "random", "--game=krieg", "--limit=9", "--openings=9"], "counts the 9 random first"),
        (["random"] * 40 + ["--game=krieg", "--mode=factions"], "makes 23030280 games"),
        (["random"] * 257 + ["--game=towerwars"], "256 players are possible, not 257"),
        (["simple", "random:99999999999999999999", "--game=krieg"], "nodes are possible"),
        (["simple", "random"], "--game is needed"),
        (["simple", "--game=krieg"], "two players are needed"),
        (["simple", "nonsense", "--game=krieg"], "there is no level 'nonsense'"),
        (["simple", "random:0", "--game=krieg"], "nodes are possible"),
        (["simple", "random", "--nodes=5", "--game=krieg"], "belong to --engine"),
        (["simple", "random", "--games=0", "--game=krieg"], "a whole number from 1"),
        (["simple", "random", "--game=krieg", "--size=5"], "has no option --size"),
    ],
)
def test_a_wrong_command_line(arguments, words, capsys):
    assert main(["arena", *arguments]) == 2
    assert words in capsys.readouterr().err


# --- engines --------------------------------------------------------------------------------------------
def test_engines_play_over_pipes_and_reproducibly(capsys, monkeypatch):
    """``wabe engine`` with its strongest level against the yardstick, which is no level."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    weak = f'"{sys.executable}" -m bench.tuning.weak'
    wabe = f'"{sys.executable}" -P -m client engine'
    common = ["--game=towerwars", "--size=4", "--games=2", "--nodes=50", "--limit=60"]
    found = arena(capsys, "--engine", weak, "--engine", wabe, *common)
    again = arena(capsys, "--engine", weak, "--engine", wabe, *common)
    assert found == again
    assert found["played"] == 2
    assert all(player["forfeits"] == 0 for player in found["players"])


def test_an_engine_that_breaks_its_promise_loses_and_that_is_counted(capsys, tmp_path):
    liar = tmp_path / "liar.py"
    liar.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    print({'id': 'id liar', 'go': 'best Z9-Z9'}.get(word, 'ok'), flush=True)\n"
    )
    command = f'"{sys.executable}" "{liar}"'
    found = arena(capsys, "random", "--engine", command, "--game=towerwars", "--games=2", "--time=500")
    by_name = {player["name"]: player for player in found["players"]}
    assert by_name["liar.py"]["forfeits"] == 2
    assert by_name["random"]["won"] == 2
    assert {forfeit["code"] for game in found["games"] for forfeit in game["forfeits"]} == {"engine_action"}


def test_an_engine_that_is_not_there_is_a_mistake_and_no_defeat(capsys):
    assert main(["arena", "random", "--engine", "/no/such/engine", "--game=towerwars"]) == 1
    assert "wabe: error [engine_start]" in capsys.readouterr().err


def test_the_yardstick_beats_random_play(capsys, monkeypatch):
    from bench.tuning.weak import Weak

    monkeypatch.setitem(levels.LEVELS["towerwars"], "weak", levels.Level(Weak))
    terms = Terms("towerwars", GAMES["towerwars"].complete({"size": 4}), 150, 2)
    pair = (Entrant("weak", "weak"), RANDOM)
    games = [play_levels(terms, fixture, pair) for fixture in fixtures(2, 2, 20, 1)]
    weak, random = Tally.of(pair, 2, games).standings
    assert weak.points > 14
    assert weak.mu > random.mu


# --- figures --------------------------------------------------------------------------------------------
def played(number, seats, winners, reason="base", sharing=(0, 1)):
    return Played(Fixture(number, seats, bytes(32)), winners, reason, 10, 0, sharing)


def test_counts_points_and_ratings():
    games = [
        played(0, (0, 1), (0,)),
        played(1, (1, 0), (1,)),
        played(2, (0, 1), (1,)),
        played(3, (1, 0), (), "ply_limit"),
        played(4, (0, 1), (), "undecided"),
    ]
    tally = Tally.of((SIMPLE, RANDOM), 2, reversed(games))
    simple, random = tally.standings
    assert (simple.wins, simple.losses, simple.draws, simple.undecided) == (2, 1, 1, 1)
    assert (random.wins, random.losses, random.draws, random.undecided) == (1, 2, 1, 1)
    assert (simple.points, random.points) == (3.0, 2.0)
    assert [(seat.wins, seat.losses) for seat in tally.seats] == [(1, 2), (2, 1)]
    assert simple.mu > random.mu
    assert tally.reasons == {"base": 3, "ply_limit": 1, "undecided": 1}
    again = Tally.of((SIMPLE, RANDOM), 2, games)
    assert (again.standings[0].mu, again.standings[0].sigma) == (simple.mu, simple.sigma)


def test_without_a_winner_those_still_in_the_game_share():
    tally = Tally.of((SIMPLE, RANDOM), 3, [played(0, (0, 1, 0), (), "undecided", (0, 1))])
    assert tally.standings[0].points == 0.5
    assert tally.standings[1].points == 0.5
    assert tally.seats[2].points == 0


def test_who_is_out_ranks_behind_those_who_share():
    games = [played(number, (0, 1, 2), (), "undecided", (0, 1)) for number in range(6)]
    three = (SIMPLE, RANDOM, Entrant("other", "random"))
    first, second, out = Tally.of(three, 3, games).standings
    assert abs(first.mu - second.mu) < 1 < second.mu - out.mu


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120])
def test_no_figure_is_cut_however_narrow_the_terminal(width):
    engine = Entrant("日本 #" * 9, "", 1, ("engine",))
    lost = Played(Fixture(0, (0, 1), bytes(32)), (0,), "resigned", 12345, 0, (0,), ((1, "engine_ended"),))
    target = StringIO()
    tally = Tally.of((SIMPLE, engine), 2, [lost] * 100)
    Console(file=target, width=width).print(as_tables(tally, 100, width))
    assert max(map(cell_len, target.getvalue().splitlines())) <= width
    told = "".join(target.getvalue().split())
    for figure in ("simple", "100.0%", "96.3–100.0", "0.0–3.7", "12345actions"):
        assert figure in told
    assert "forf" in told
    assert "…" not in told


def test_wilson_intervals_of_the_literature():
    # Newcombe (1998), table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for points, trials, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        share = wilson(points, trials)
        assert (round(share.low, 4), round(share.high, 4)) == (low, high)


# --- an interrupt ---------------------------------------------------------------------------------------
def living(group):
    """Return the processes of a group that still run; what has ended and nobody waited for does not."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, pgrp = stat.read_text().rpartition(")")[2].split()[:3]
            if int(pgrp) == group and state != "Z":
                found.append(stat.parent.name)
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see processes end")
def test_an_interrupt_ends_with_the_table_so_far():
    process = subprocess.Popen(
        [*wabe_command(), "arena", "random", "random", "--game=krieg", "--games=90000", "--limit=60"],
        env=package_environment(os.environ) | {"FORCE_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        seen = ""
        # The bar counts: once it does, games have been played.
        while "1/90000" not in seen and (character := process.stderr.read(1)):
            seen += character
        os.killpg(process.pid, signal.SIGINT)
        told, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "of 90000 games (interrupted)" in told
    assert "Traceback" not in errors
    deadline = time.monotonic() + 30
    while living(process.pid):
        assert time.monotonic() < deadline, "a process was left behind"
