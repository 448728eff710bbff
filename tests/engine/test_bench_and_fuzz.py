"""The two tools beside the program run, say what is wrong with their arguments, and notice what they look for."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=200,
    )


def test_one_figure_as_json():
    done = run("-m", "bench", "--only", "S5", "--json")
    assert done.returncode == 0, done.stderr
    (figure,) = json.loads(done.stdout)["figures"]
    assert figure["id"] == "S5"
    assert figure["ratio"] == pytest.approx(
        figure["reference_per_second"] / figure["ours_per_second"], rel=0.5
    )
    assert figure["met"] == (figure["ratio"] <= figure["goal"])


def test_unknown_figures_are_named():
    done = run("-m", "bench", "--only", "S1,S99")
    assert done.returncode == 2
    assert "there is no 'S99'; there are S1, S1b, S2, S3, S4" in done.stderr
    assert done.stdout == ""


@pytest.mark.slow
def test_the_whole_table():
    done = run("-m", "bench")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[2:10]] == ["S1", "S1b", "S2", "S3", "S4", "S4b", "S5", "S14"]
    assert [line.split()[0] for line in lines[-4:]] == ["8", "12", "16", "26"]


def test_the_fuzzer_counts_its_attempts():
    done = run("-m", "fuzz", "engine", "--seconds", "1.5", "--seed", "3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing found in" in done.stdout


def test_the_fuzzer_notices_a_defect_and_tells_how_to_repeat_it():
    """A line protocol that forgets to catch one kind of error, and nothing else, is found."""
    broken = (
        "import engine.lineproto.reading as reading, engine.lineproto.protocol as protocol, sys\n"
        "class Odd(Exception): pass\n"
        "def careless(word, name, lowest, highest):\n"
        "    if not word.isdecimal(): raise Odd(word)\n"
        "    return int(word)\n"
        "protocol.read_number = careless\n"
        "from fuzz.__main__ import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    done = run("-c", broken, "engine", "--seconds", "30")
    assert done.returncode == 1
    (how,) = [line for line in done.stdout.splitlines() if line.startswith("found: python -m fuzz ")]
    assert "Odd(" in done.stderr
    again = run("-c", broken, *how.removeprefix("found: python -m fuzz ").split())
    assert again.returncode == 1
    assert how in again.stdout


def test_unknown_areas_are_named():
    done = run("-m", "fuzz", "kitchen")
    assert done.returncode == 2
    assert "engine" in done.stderr
