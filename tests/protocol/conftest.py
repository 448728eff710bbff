"""Shared helpers of the protocol's tests: a toy game in the registry, and set-ups of matches, as fixtures."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from engine import registry
from engine.ai import levels
from engine.ai.uniform import Uniform


def _load(name: str) -> ModuleType:
    """Load a helper module that stands beside this file; test modules cannot import each other."""
    full = f"protocol_tests.{name}"
    if full not in sys.modules:
        spec = importlib.util.spec_from_file_location(full, Path(__file__).with_name(f"{name}.py"))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[full] = module
        spec.loader.exec_module(module)
    return sys.modules[full]


@pytest.fixture(scope="module")
def brawl() -> ModuleType:
    """``tests/protocol/brawl.py``: the toy game."""
    return _load("brawl")


@pytest.fixture(scope="module")
def tables(brawl: ModuleType):
    """``tests/protocol/table.py``, with the toy game registered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.GAMES, "brawl", brawl.Brawl())
        patch.setitem(levels.LEVELS, "brawl", {"random": levels.Level(Uniform)})
        yield _load("table")


@pytest.fixture(scope="module")
def simulation(tables: ModuleType) -> ModuleType:
    """``tests/protocol/simulation.py``: whole matches among honest peers and others."""
    return _load("simulation")


@pytest.fixture(scope="module")
def rooms(tables: ModuleType) -> ModuleType:
    """``tests/protocol/roomnet.py``: rooms joined by links that deliver in any order."""
    return _load("roomnet")


@pytest.fixture(scope="module")
def grapevine() -> ModuleType:
    """``tests/protocol/grapevine.py``: a simulated net of gossips."""
    return _load("grapevine")


@pytest.fixture
def new_view(tables: ModuleType):
    """Make a view of a toy match; by default of three human seats with many points."""

    def make(pattern: str = "hhh", **options: object):
        options.setdefault("points", 20)
        return tables.View(tables.make_table(pattern, **options))

    return make


@pytest.fixture
def view(new_view):
    """One view of a toy match of three; some files have a ``view`` of their own."""
    return new_view()
