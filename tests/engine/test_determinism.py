"""The same games and decisions in every process: whatever the hash seed, the locale, the order, the Python."""

import sys

import pytest

from engine.registry import GAMES

SCRIPT = "determinism_script.py"
VERSIONS = [f"python3.{minor}" for minor in range(11, 16) if minor != sys.version_info.minor]


@pytest.fixture(scope="module")
def expected(pythons):
    return pythons.run(SCRIPT, "forward")


def test_the_digests_tell_games_and_modes_apart(expected):
    lines = [line.split() for line in expected.splitlines()]
    assert len(lines) == sum(len(game.modes()) for game in GAMES.values())
    assert len({digest for _, _, digest in lines}) == len(lines)


@pytest.mark.parametrize("hash_seed", ["1", "random"])
def test_string_hashes_decide_nothing(pythons, expected, hash_seed):
    assert pythons.run(SCRIPT, "forward", PYTHONHASHSEED=hash_seed) == expected


def test_a_string_hash_that_decides_is_noticed(pythons):
    one, other = (pythons.run(SCRIPT, "careless", PYTHONHASHSEED=seed) for seed in "10")
    assert one != other


@pytest.mark.parametrize("locale", ["C", "de_DE.UTF-8", "tr_TR.UTF-8"])
def test_the_locale_decides_nothing(pythons, expected, locale):
    assert pythons.run(SCRIPT, "forward", LC_ALL=locale, LANG=locale, PYTHONUTF8="0") == expected


def test_games_before_decide_nothing(pythons, expected):
    assert pythons.run(SCRIPT, "backward") == expected


def test_asserts_decide_nothing(pythons, expected):
    assert pythons.run(SCRIPT, "forward", flags=("-O",)) == expected


@pytest.mark.parametrize("name", VERSIONS)
def test_the_version_of_python_decides_nothing(pythons, expected, name):
    python, complaint = pythons.find(name)
    if python is None:
        pytest.skip(complaint)
    assert pythons.run(SCRIPT, "forward", python=python) == expected
