"""The conformance suite (``conformance.py``) over every registered game and mode, and over faulty toys."""

import gzip
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.game import Game
from engine.registry import GAMES

DATA = Path(__file__).parent.parent / "data"

CASES = [
    pytest.param(
        game, options, id="-".join([game.name, *(f"{v}" for v in options.values())]).replace(" ", "")
    )
    for game in GAMES.values()
    for options in game.modes()
]


@pytest.fixture(scope="module")
def trial_of(trials: ModuleType):
    """One random game for each game, options and style, shared by all laws."""
    make = cache(
        lambda name, mode, seed: trials.make_trial(GAMES[name], GAMES[name].modes()[mode], seed=seed)
    )
    return lambda game, options, seed: make(game.name, game.modes().index(options), seed)


@pytest.mark.parametrize(("game", "options"), CASES)
def test_registered_game_obeys(
    law: str,
    game: Game[Any, Any],
    options: Mapping[str, Any],
    conformance: ModuleType,
    trials: ModuleType,
    trial_of,
):
    for seed in range(len(trials.STYLES)):
        conformance.LAWS[law](trial_of(game, options, seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 12))
@pytest.mark.parametrize(("game", "options"), CASES)
def test_registered_game_obeys_in_longer_games(
    game: Game[Any, Any], options: Mapping[str, Any], seed: int, conformance: ModuleType, trials: ModuleType
):
    trial = trials.make_trial(game, options, steps=2500, seed=seed)
    for law in conformance.LAWS.values():
        law(trial)


def test_toy_obeys(law: str, toys: ModuleType, conformance: ModuleType, trials: ModuleType):
    toy = toys.Race()
    for options in toy.modes():
        for seed in range(3):
            conformance.LAWS[law](trials.make_trial(toy, options, seed=seed))


def test_fault_is_caught(
    fault: str, toys: ModuleType, faults: ModuleType, conformance: ModuleType, trials: ModuleType
):
    law, faulty = faults.FAULTS[fault]
    played = [
        trials.make_trial(faulty, options, seed=seed) for options in toys.Race().modes() for seed in range(3)
    ]

    def play_all() -> None:
        for trial in played:
            conformance.LAWS[law](trial)

    with pytest.raises((Exception, pytest.fail.Exception)):
        play_all()


def test_every_law_has_caught_a_fault(faults: ModuleType, conformance: ModuleType):
    assert {law for law, _ in faults.FAULTS.values()} == set(conformance.LAWS)


@pytest.mark.parametrize("name", list(GAMES))
def test_game_has_golden_data(name: str):
    assert golden_files(DATA / name), f"tests/data/{name} holds no recorded games"


def test_missing_golden_data_is_noticed(tmp_path: Path):
    assert golden_files(tmp_path / "nowhere") == []
    (tmp_path / "empty.jsonl.gz").write_bytes(gzip.compress(b""))
    (tmp_path / "FORMAT.md").write_text("described")
    assert golden_files(tmp_path) == []


def golden_files(folder: Path) -> list[Path]:
    """Return the files of recorded games in ``folder`` that hold something; none without a description."""
    if not (folder / "FORMAT.md").is_file():
        return []
    found = []
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            if (first := lines.readline()) and isinstance(json.loads(first), dict):
                found.append(path)
    return found


@pytest.mark.parametrize("name", list(GAMES))
def test_modes_show_every_number_of_seats_and_every_word(name: str):
    """``modes()`` is what is played above: it must hold each word of each choice option."""
    game = GAMES[name]
    for option in game.options_schema():
        if option.choices:
            assert {mode[option.name] for mode in game.modes()} == set(option.choices)
