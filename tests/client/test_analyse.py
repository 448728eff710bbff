"""A played game judged by a level: values, losses, swings; told in the terminal, as JSON, as a picture."""

import json
import subprocess
from pathlib import Path

import pytest
import trio
from PIL import Image

from client.__main__ import main
from client.analysis.judging import Judgement, judge_game, worst
from client.analysis.plot import plot
from client.analysis.scale import cost, limit_of, short, ticks
from client.analysis.source import PlayedGame, open_game
from client.arena.bout import Terms, play_levels
from client.arena.schedule import Entrant, Fixture
from client.processes import child_environment, wabe_command
from client.ui.theme import owners_of
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
    assert "Judged by hard with 20 nodes a position" in told
    assert "seat 0 (red)" in told
    assert any("⠀" < character <= "⣿" for character in told)


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
    assert "wabe: error [record]" in capsys.readouterr().err
    other.write_bytes(b"{\xff")
    assert main(["analyse", str(other)]) == 1
    assert "wabe: error [not_utf8]" in capsys.readouterr().err
    empty = json.loads(towerwars.read_text("utf-8")) | {"steps": [], "result": None}
    other.write_text(json.dumps(empty))
    assert main(["analyse", str(other)]) == 1
    assert "wabe: error [empty]" in capsys.readouterr().err


# --- parts ----------------------------------------------------------------------------------------------
def test_scales():
    assert limit_of([]) == 10
    assert limit_of([0, 3]) == 10
    assert limit_of([150, -310]) == 400
    assert limit_of([*range(100), 31_000]) == 100
    assert ticks(400) == [-400, -200, 0, 200, 400]
    assert [short(value) for value in (-1_500_000, 999_999, 12_340)] == ["−1.5M", "+1M", "+12.3k"]


def test_lines_go_where_their_values_are():
    rows = plot([("up", "#000000", [(0, -100), (10, 100)])], 10, 100, 48, 13).plain.splitlines()
    ink = [[column >= 40 for column, sign in enumerate(row) if "⠀" < sign <= "⣿"] for row in rows]
    assert rows[0].startswith("  +100 │")
    assert rows[9].startswith("  −100 │")
    assert any(ink[0])
    assert not any(ink[9])
    beyond = plot([("flat", "#000000", [(0, 900), (10, 900)])], 10, 100, 48, 13).plain.splitlines()
    assert sum(sign == "⠉" for sign in beyond[0]) == 40


def test_the_worst_are_those_with_the_largest_loss():
    judged = [Judgement(n, 0, "a", 0, "b", loss, None) for n, loss in enumerate((0, 5, None, 9, 5), 1)]
    assert [judgement.number for judgement in worst(judged, 9)] == [4, 2, 5]
    assert [judgement.number for judgement in worst(judged, 1)] == [4]
