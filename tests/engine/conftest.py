"""Shared helpers of the engine's tests: the conformance suite and the toy games, as fixtures."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


def _load(name: str) -> ModuleType:
    """Load a helper module that stands beside this file; test modules cannot import each other."""
    full = f"engine_tests.{name}"
    if full not in sys.modules:
        spec = importlib.util.spec_from_file_location(full, Path(__file__).with_name(f"{name}.py"))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[full] = module
        spec.loader.exec_module(module)
    return sys.modules[full]


@pytest.fixture(scope="session")
def toys() -> ModuleType:
    """``tests/engine/toys.py``: a toy game and faulty variants of it."""
    return _load("toys")


@pytest.fixture(scope="session")
def conformance() -> ModuleType:
    """``tests/engine/conformance.py``: laws that every game must fulfil."""
    return _load("conformance")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize by name: ``law`` over all laws, ``fault`` over all faulty toys."""
    if "law" in metafunc.fixturenames:
        metafunc.parametrize("law", list(_load("conformance").LAWS))
    if "fault" in metafunc.fixturenames:
        metafunc.parametrize("fault", list(_load("toys").FAULTS))
