"""The same games and decisions in every process: whatever the hash seed, the locale, the order, the Python."""

import functools
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from engine.registry import GAMES

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("determinism_script.py")
VERSIONS = [f"python3.{minor}" for minor in range(11, 16) if minor != sys.version_info.minor]


def interpreters(name: str) -> list[str]:
    """Return where an interpreter of this name may be: on the path, or among those that pyenv keeps."""
    found = [shutil.which(name)]
    if root := os.environ.get("PYENV_ROOT"):
        found += sorted(str(path) for path in Path(root, "versions").glob(f"*/bin/{name}"))
    return [path for path in found if path]


def digests(*flags: str, python: str = sys.executable, order: str = "forward", **environment: str) -> str:
    path = os.pathsep.join([str(ROOT), sysconfig.get_path("purelib")])
    done = subprocess.run(
        [python, *flags, str(SCRIPT), order],
        env=os.environ
        | {"PYTHONPATH": path, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
        | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@functools.cache
def expected() -> str:
    return digests()


def test_the_digests_tell_games_and_modes_apart():
    lines = [line.split() for line in expected().splitlines()]
    assert len(lines) == sum(len(game.modes()) for game in GAMES.values())
    assert len({digest for _, _, digest in lines}) == len(lines)


@pytest.mark.parametrize("hash_seed", ["1", "random"])
def test_string_hashes_decide_nothing(hash_seed: str):
    assert digests(PYTHONHASHSEED=hash_seed) == expected()


def test_a_string_hash_that_decides_is_noticed():
    assert digests(order="careless", PYTHONHASHSEED="1") != digests(order="careless", PYTHONHASHSEED="0")


@pytest.mark.parametrize("locale", ["C", "de_DE.UTF-8", "tr_TR.UTF-8"])
def test_the_locale_decides_nothing(locale: str):
    assert digests(LC_ALL=locale, LANG=locale, PYTHONUTF8="0") == expected()


def test_games_before_decide_nothing():
    assert digests(order="backward") == expected()


def test_asserts_decide_nothing():
    assert digests("-O") == expected()


@pytest.mark.parametrize("name", VERSIONS)
def test_the_version_of_python_decides_nothing(name: str):
    path = os.pathsep.join([str(ROOT), sysconfig.get_path("purelib")])
    complaints = [f"no {name} is installed"]
    for python in interpreters(name):
        imported = subprocess.run(
            [python, "-c", "import engine.registry"],
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            check=False,
        )
        if imported.returncode == 0:
            assert digests(python=python) == expected()
            return
        complaints.append(f"{python} cannot import the engine: {imported.stderr.decode()[-200:]}")
    pytest.skip("; ".join(complaints))
