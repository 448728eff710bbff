"""A played game judged by a level: values, losses, swings; told in the terminal, as JSON, as a picture."""

import json
import subprocess
from io import StringIO
from pathlib import Path

import pytest
import trio
from PIL import Image
from rich.console import Console

from client.__main__ import main
from client.analysis import review
from client.analysis.judging import Judgement, judge_game, worst
from client.analysis.lead import leads_of
from client.analysis.picture import MARK, Frame
from client.analysis.plot import plot
from client.analysis.report import as_group
from client.analysis.scale import cost, limit_of, short, ticks, unit_of
from client.analysis.source import PlayedGame, open_game
from client.arena.bout import Terms, play_levels
from client.arena.schedule import Entrant, Fixture
from client.errors import ClientError
from client.processes import child_environment, wabe_command
from client.ui.theme import owners_of
from engine.ai.levels import levels_of
from engine.dice import NoDraws
from engine.record import Recorder
from engine.registry import GAMES

PATIENCE = 60


def saved(path, name, options, limit, seats=2):
    """Save the record of a short game between simple players at ``path``."""
    terms = Terms(name, GAMES[name].complete(options), limit, 0, True)
    played = play_levels(terms, Fixture(0, (0,) * seats, bytes(32)), (Entrant("simple", "simple"),))
    path.write_text(f"{played.record}\n", "utf-8")
    return path


@pytest.fixture(scope="module")
def towerwars(tmp_path_factory):
    return saved(tmp_path_factory.mktemp("games") / "towerwars.json", "towerwars", {"size": 5}, 40)


@pytest.fixture(scope="module")
def krieg(tmp_path_factory):
    return saved(tmp_path_factory.mktemp("games") / "krieg.json", "krieg", {"radius": 3}, 120)


def analysed(capsys, *arguments):
    assert main(["analyse", "--json", *map(str, arguments)]) == 0
    return json.loads(capsys.readouterr().out)


def test_every_action_of_a_game_is_judged(towerwars, capsys):
    found = analysed(capsys, towerwars, "--nodes=60")
    steps = json.loads(towerwars.read_text("utf-8"))["steps"]
    assert [action["action"] for action in found["actions"]] == [step["action"] for step in steps]
    assert [action["seat"] for action in found["actions"]] == [step["seat"] for step in steps]
    for action in found["actions"]:
        assert action["loss"] is None or action["loss"] >= 0
        if action["best"] == action["action"]:
            assert action["loss"] == 0
        assert action["swing"] is None
    losses = {action["number"]: action["loss"] or 0 for action in found["actions"]}
    assert [losses[number] for number in found["worst"]] == sorted(losses.values(), reverse=True)[
        : len(found["worst"])
    ]
    assert analysed(capsys, towerwars, "--nodes=60") == found


def test_dice_are_told_apart_from_judgement(krieg, capsys):
    found = analysed(capsys, krieg, "--nodes=30", "--level=easy")
    assert found["level"] == "easy"
    steps = json.loads(krieg.read_text("utf-8"))["steps"]
    rolled = [bool(step["dice"]) for step in steps]
    assert any(rolled)
    for action, dice in zip(found["actions"], rolled, strict=True):
        if dice:
            assert action["loss"] is None
        else:
            assert action["swing"] is None
    assert any(action["loss"] is not None for action in found["actions"] if action["action"] == "end")


def test_a_blunder_is_found():
    """Red could win at once and moves away, and Blue wins; the level knows what that cost."""
    game = GAMES["towerwars"]
    board = {"A1": "R*", "D3": "R", "D4": "B*", "A2": "B", "B2": "R"}
    start = game.from_json({"game": "towerwars", "n": 4, "turn": "red", "board": board})
    recorder = Recorder(game, start, loaded=True)
    states = [start]
    for text in ("D3-D2", "A2-A1"):
        recorder.play(game.parse(text), NoDraws())
        states.append(recorder.state)
    played = PlayedGame(game, states, recorder.steps, ("red", "blue"), "blue wins")
    found = []

    async def judge():
        with trio.fail_after(PATIENCE):
            found.extend(await judge_game(played, "hard", 300, lambda done, total: None))

    trio.run(judge)
    (first, *_) = worst(found, 1)
    assert (first.number, first.action, first.best) == (1, "D3-D2", "D3-D4")
    assert cost(first.loss, limit_of([10, 20])) == "the game"


def test_in_the_terminal(towerwars, capsys):
    assert main(["analyse", str(towerwars), "--nodes=20"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("towerwars: ")
    assert "Judged by hard with 20 nodes a position. The curve is the lead in stones" in told
    assert "0 seat 0 (red) leads   1 seat 1 (blue) leads" in told
    assert not any("⠀" < character <= "⣿" for character in told)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_lines_can_be_told_apart_without_colours_and_without_dots(towerwars, tmp_path, encoding):
    environment = child_environment(tmp_path) | {"PYTHONIOENCODING": encoding, "COLUMNS": "60"}
    done = subprocess.run(
        [*wabe_command(), "analyse", str(towerwars), "--level=simple"],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    assert b"?" not in done.stdout
    graph = [row[8:] for row in done.stdout.decode(encoding).splitlines() if "|" in row[:8]]
    assert len(graph) > 10
    assert {sign for row in graph for sign in row} & {"0", "1"}
    legend = " ".join(done.stdout.decode(encoding).split())
    assert "0 seat 0 (red) leads 1 seat 1 (blue) leads" in legend


@pytest.mark.parametrize("width", [20, 40, 80])
def test_nothing_is_cut_however_narrow_the_terminal(krieg, width):
    played = open_game(krieg)
    judged = [
        Judgement(n, n % 2, "attack a1 a2", 8000, "build castle a3", 8000 + n if n % 3 else None, -n)
        for n in range(1, 30)
    ]
    for plain in (True, False):
        target = StringIO()
        group = as_group(played, judged, "hard-resigning", 10**9, width, plain=plain)
        Console(file=target, width=width).print(group)
        assert max(map(len, target.getvalue().splitlines())) <= width
        told = " ".join(target.getvalue().split())
        for words in (
            "attack a1 a2",
            "build castle a3",
            "80.29",
            "−0.29",
            "1000000000 nodes",
            "in gold",
            "seat 1",
        ):
            assert words in told


def test_a_record_through_a_pipe_or_after_blank_lines(towerwars, tmp_path, capsys):
    expected = analysed(capsys, towerwars, "--level=simple")
    for number, before in enumerate((b"\r\n \n", b"\xef\xbb\xbf")):
        file = tmp_path / f"{number}.json"
        file.write_bytes(before + towerwars.read_bytes())
        assert analysed(capsys, file, "--level=simple") == expected
    piped = subprocess.run(
        [*wabe_command(), "analyse", "/dev/stdin", "--json", "--level=simple"],
        env=child_environment(tmp_path),
        input=towerwars.read_bytes(),
        capture_output=True,
        check=True,
    )
    assert json.loads(piped.stdout) == expected


def test_where_a_picture_cannot_go_is_found_out_before_a_game_is_judged(
    towerwars, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(review, "judge_game", None)
    taken = tmp_path / "taken.png"
    taken.symlink_to(tmp_path / "nowhere")
    for target, code in (
        (taken, "exists"),
        (tmp_path, "exists"),
        (tmp_path / "none" / "new.png", "not_found"),
        (towerwars / "new.png", "not_a_directory"),
        (tmp_path / ("x" * 300), "bad_name"),
    ):
        assert main(["analyse", str(towerwars), f"--png={target}"]) == 1
        assert f"wabe: error [{code}]" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["taken.png"]


def test_an_analysis_is_told_although_its_picture_cannot_be_written(towerwars, tmp_path, capsys, monkeypatch):
    def full(path, data):
        raise ClientError("disk_full", "there is no room left on the disk")

    monkeypatch.setattr(review, "write_whole", full)
    command = ["analyse", "--json", "--level=simple", str(towerwars), f"--png={tmp_path / 'new.png'}"]
    assert main(command) == 1
    told = capsys.readouterr()
    assert json.loads(told.out)["level"] == "simple"
    assert "wabe: error [disk_full]" in told.err


def test_six_seats_with_a_picture(tmp_path, capsys):
    game = saved(tmp_path / "six.json", "krieg", {"mode": "factions"}, 60, 6)
    picture = tmp_path / "six.png"
    found = analysed(capsys, game, "--level=simple", f"--png={picture}")
    assert found["seats"] == [f"seat {seat}" for seat in range(6)]
    with Image.open(picture) as image:
        assert image.format == "PNG"
        assert image.size == (1600, 1000)
        colours = {colour for _, colour in image.getcolors(1600 * 1000)}
    assert {owner.face[:3] for owner in owners_of("krieg", 6)} <= colours
    assert main(["analyse", str(game), "--level=simple", f"--png={picture}"]) == 1
    assert "wabe: error [exists]" in capsys.readouterr().err


def test_a_match_file_names_its_computers(tmp_path, capsys):
    command = [*wabe_command(), "peer", "--json", "--host", "--listen=127.0.0.1:0", "--level=simple"]
    command += ["--game=towerwars", "--size=4", "--ply-limit=16", "--computer=1=simple"]
    done = subprocess.run(
        command, env=child_environment(tmp_path), stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    events = [json.loads(line) for line in done.stdout.splitlines()]
    file = Path(next(event["file"] for event in events if event["event"] == "match"))
    played = open_game(file)
    assert list(played.names) == ["seat 0 (red)", "seat 1, simple (blue)"]
    found = analysed(capsys, file, "--nodes=10")
    assert len(found["actions"]) == len(played.steps)


def test_what_cannot_be_analysed(towerwars, tmp_path, capsys):
    assert main(["analyse", str(tmp_path / "none.json")]) == 1
    assert "wabe: error [not_found]" in capsys.readouterr().err
    assert main(["analyse", str(towerwars), "--level=nonsense"]) == 2
    assert "there is no level 'nonsense'" in capsys.readouterr().err
    other = tmp_path / "other.json"
    other.write_text('{"setup": 1}')
    assert main(["analyse", str(other)]) == 1
    assert f"wabe: error [record]: {other}: " in capsys.readouterr().err
    other.write_bytes(b"{\xff")
    assert main(["analyse", str(other)]) == 1
    assert "wabe: error [not_utf8]" in capsys.readouterr().err
    empty = json.loads(towerwars.read_text("utf-8")) | {"steps": [], "result": None}
    other.write_text(json.dumps(empty))
    assert main(["analyse", str(other)]) == 1
    assert "wabe: error [empty]" in capsys.readouterr().err


def test_the_result_of_an_arena_is_no_record(tmp_path, capsys):
    result = {
        "planned": 2,
        "played": 2,
        "players": [{"rating": 29.656}],
        "games": [{"file": "game-0001.json"}],
    }
    file = tmp_path / "arena.json"
    for games, where in (([*result["games"]] * 2, "game-0001.json, ..."), ([{}], "wabe arena --save")):
        file.write_text(json.dumps(result | {"games": games}))
        assert main(["analyse", str(file)]) == 1
        told = capsys.readouterr().err
        assert f"wabe: error [record]: {file}: this is the result of an arena, not a record; " in told
        assert where in told


@pytest.mark.parametrize("command", ["analyse", "arena"])
def test_the_help_names_the_levels(command, capsys):
    assert main([command, "--help"]) == 0
    told = capsys.readouterr().out
    for name in GAMES:
        assert f"{name}: {', '.join(levels_of(name))}\n" in told


def test_where_no_bar_can_be_shown_lines_tell_how_far_it_is(towerwars, capsys):
    assert main(["analyse", str(towerwars), "--level=simple"]) == 0
    told = capsys.readouterr().err.splitlines()
    total = len(json.loads(towerwars.read_text("utf-8"))["steps"])
    assert 3 <= len(told) <= 12
    assert told[0].startswith("positions: 0 of ")
    assert int(told[-1].split()[-1]) - int(told[-1].split()[1]) == 0
    assert int(told[-1].split()[1]) in (total, total + 1)
    assert main(["analyse", "--json", str(towerwars), "--level=simple"]) == 0
    assert capsys.readouterr().err == ""


# --- parts ----------------------------------------------------------------------------------------------
def test_scales():
    assert limit_of([]) == 10
    assert limit_of([0, 3]) == 10
    assert limit_of([150, -310]) == 400
    assert limit_of([*range(100), 31_000]) == 100
    assert ticks(400) == [-400, -200, 0, 200, 400]
    assert [short(value) for value in (-1_500_000, 999_999, 12_340)] == ["−1.5M", "+1M", "+12.3k"]


def test_lines_go_where_their_values_are():
    rows = plot([("up", "#000000", [[(0, -100), (10, 100)]])], 10, 100, 48, 13)[0].plain.splitlines()
    ink = [[column >= 40 for column, sign in enumerate(row) if "⠀" < sign <= "⣿"] for row in rows]
    assert rows[0].startswith("  +100 │")
    assert rows[9].startswith("  −100 │")
    assert any(ink[0])
    assert not any(ink[9])
    beyond = plot([("flat", "#000000", [[(0, 900), (10, 900)]])], 10, 100, 48, 13)[0].plain.splitlines()
    assert sum(sign == "⠉" for sign in beyond[0]) == 40


def judged(*values):
    """Return judgements of seats that act in turn, with these values."""
    return [Judgement(n, n % 2, "a", value, "b", None, None) for n, value in values]


def test_the_lead_of_one_seat_is_that_of_the_other_negated(krieg):
    """Both seats may think well of their positions: who thinks better leads."""
    played = open_game(krieg)
    leads = leads_of(played, judged((2, 500), (3, 300), (4, 100), (5, 301)))
    assert leads.points[0] == [(2, 100), (3, -100), (4, -100)]
    assert leads.points[1] == [(number, -lead) for number, lead in leads.points[0]]
    first, second = leads.curves()
    assert [first.name, second.name] == ["seat 0 leads", "seat 1 leads"]
    assert first.runs == [[(2, 100), (2.5, 0.0)]]
    assert second.runs == [[(2.5, 0.0), (3, -100), (4, -100)]]
    assert leads.at(judged((4, 100))[0]) == -100


def test_the_curve_is_drawn_with_the_sign_of_who_leads(krieg):
    curves = leads_of(open_game(krieg), judged((2, 500), (3, -500), (4, -1200), (9, 0))).curves()
    series = [(curve.name, "#000000", curve.runs) for curve in curves]
    rows = plot(series, 10, 600, 48, 13, plain=True)[0].plain.splitlines()[:10]
    middle = next(number for number, row in enumerate(rows) if row[:8].strip() == "0 |")
    assert "0" in rows[middle - 1][8:]
    assert "1" in rows[middle + 1][8:]
    assert all("1" not in row[8:] for row in rows[:middle])
    assert all("0" not in row[8:] for row in rows[middle + 1 :])


def test_where_only_one_seat_has_acted_its_own_view_is_the_lead(krieg):
    played = open_game(krieg)
    assert leads_of(played, judged((2, 500), (4, -80))).points[0] == [(1, 500), (3, -80)]
    assert leads_of(played, []).curves()[0].runs == []


def test_among_many_everybody_leads_the_best_of_the_others_or_nobody(tmp_path):
    played = open_game(saved(tmp_path / "three.json", "krieg", {"seats": 3}, 60, 3))
    values = [(1, 0, 900), (2, 1, 300), (3, 2, -100)]
    leads = leads_of(played, [Judgement(n, seat, "a", value, "b", None, None) for n, seat, value in values])
    assert [points[-1] for points in leads.points] == [(2, 300), (2, -300), (2, -500)]
    assert [curve.name for curve in leads.curves()] == list(played.names)


def test_values_are_told_in_what_a_player_counts():
    assert [unit_of(game, "medium").name for game in ("towerwars", "krieg")] == ["stones", "gold"]
    assert unit_of("towerwars", "simple").parts == 1
    assert [short(value, 100) for value in (-250, 128, 5, 0, 9_999, 12_345)] == [
        "−2.5", "+1.28", "+0.05", "0", "+99.99", "+123",
    ]  # fmt: skip


def test_marks_in_a_picture_hide_no_other():
    frame = Frame(100, 400, 1500)
    at = [frame.place(50 + shift, 400 - shift) for shift in (0, 0, 1, 1, 2, 0, 0, 1)]
    places = [frame.room(*one) for one in at]
    assert places[0] == at[0]
    for i, (x, y) in enumerate(places):
        for other, beside in places[:i]:
            assert max(abs(x - other), abs(y - beside)) >= 2 * MARK


def test_the_worst_are_those_with_the_largest_loss():
    judged = [Judgement(n, 0, "a", 0, "b", loss, None) for n, loss in enumerate((0, 5, None, 9, 5), 1)]
    assert [judgement.number for judgement in worst(judged, 9)] == [4, 2, 5]
    assert [judgement.number for judgement in worst(judged, 1)] == [4]
