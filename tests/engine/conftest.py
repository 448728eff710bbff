"""Shared helpers of the engine's tests: toy games and the conformance suite.

Test modules cannot import each other, so the helper modules beside this file are the package
``engine_tests`` (among themselves they import each other by that name) and reach the tests as fixtures.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

pytest.register_assert_rewrite("engine_tests")
_PACKAGE = ModuleType("engine_tests")
_PACKAGE.__path__ = [str(Path(__file__).parent)]
sys.modules.setdefault("engine_tests", _PACKAGE)


@pytest.fixture(scope="session")
def toys() -> ModuleType:
    """``toys.py``: a toy game."""
    return import_module("engine_tests.toys")


@pytest.fixture(scope="session")
def faults() -> ModuleType:
    """``faults.py``: faulty variants of the toy game."""
    return import_module("engine_tests.faults")


@pytest.fixture(scope="session")
def trials() -> ModuleType:
    """``trials.py``: random games to try laws on."""
    return import_module("engine_tests.trials")


@pytest.fixture(scope="session")
def conformance() -> ModuleType:
    """``conformance.py``: laws that every game must fulfil."""
    return import_module("engine_tests.conformance")


@pytest.fixture(scope="session")
def pythons() -> ModuleType:
    """``pythons.py``: scripts in fresh processes, also of other Pythons."""
    return import_module("engine_tests.pythons")


@pytest.fixture(scope="session")
def krieg() -> ModuleType:
    """``krieg_positions.py``: positions of Krieg und Frieden from a few words."""
    return import_module("engine_tests.krieg_positions")


@pytest.fixture(scope="session")
def reference() -> ModuleType:
    """``krieg_reference.py``: the rules of Krieg und Frieden a second time."""
    return import_module("engine_tests.krieg_reference")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize by name: ``law`` over all laws, ``fault`` over all faulty toys."""
    if "law" in metafunc.fixturenames:
        metafunc.parametrize("law", list(import_module("engine_tests.conformance").LAWS))
    if "fault" in metafunc.fixturenames:
        metafunc.parametrize("fault", list(import_module("engine_tests.faults").FAULTS))
