"""Decisions of all levels: the same in every process and on every Python."""

import sys

import pytest

from engine.registry import GAMES

SCRIPT = "decisions_script.py"
VERSIONS = [f"python3.{minor}" for minor in range(11, 16) if minor != sys.version_info.minor]


@pytest.fixture(scope="module")
def expected(pythons):
    return pythons.run(SCRIPT)


def test_there_are_hundreds_of_decisions_of_every_game(expected):
    lines = [line.split() for line in expected.splitlines()]
    assert [name for name, _, _ in lines] == list(GAMES)
    assert all(int(made) >= 200 and len(digest) == 64 for _, made, digest in lines)


@pytest.mark.parametrize("hash_seed", ["1", "random"])
def test_string_hashes_decide_nothing(pythons, expected, hash_seed):
    assert pythons.run(SCRIPT, PYTHONHASHSEED=hash_seed) == expected


@pytest.mark.parametrize("name", VERSIONS)
def test_the_version_of_python_decides_nothing(pythons, expected, name):
    python, complaint = pythons.find(name)
    if python is None:
        pytest.skip(complaint)
    assert pythons.run(SCRIPT, python=python) == expected
