"""The shape of the code: who may import what, and names that must not clash."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "protocol", "client", "lobby")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))

LAYERS = {
    "engine": set(),
    "protocol": {"engine"},
    "client": {"engine", "protocol"},
    "lobby": {"engine", "protocol"},
}
IMPURE = {
    "asyncio", "datetime", "io", "os", "pathlib", "pyglet", "random", "secrets", "selectors", "shutil", "signal",
    "socket", "ssl", "subprocess", "tempfile", "threading", "time", "trio",
}  # fmt: skip


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def room(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_there_is_something_to_check():
    assert len(MODULES) > 30


@pytest.mark.parametrize("path", MODULES, ids=room)
def test_imports_point_one_way(path):
    package = path.relative_to(ROOT).parts[0]
    allowed = LAYERS[package] | {package}
    ours = {name.split(".")[0] for name in imports(path)} & set(PACKAGES)
    assert ours <= allowed


PURE = [p for p in MODULES if room(p).startswith(("engine/", "protocol/")) and "transport" not in p.parts]


@pytest.mark.parametrize("path", PURE, ids=room)
def test_engine_and_state_machines_are_pure(path):
    assert not {name.split(".")[0] for name in imports(path)} & IMPURE


@pytest.mark.parametrize("path", [p for p in MODULES if not room(p).startswith("client/ui/")], ids=room)
def test_pyglet_stays_in_the_window(path):
    assert "pyglet" not in {name.split(".")[0] for name in imports(path)}


@pytest.mark.parametrize("path", [p for p in MODULES if not p.name.startswith("__")], ids=room)
def test_no_module_is_named_like_one_of_the_standard_library(path):
    assert path.stem not in sys.stdlib_module_names


def test_every_dependency_has_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    extras = [item for group in project["optional-dependencies"].values() for item in group]
    for requirement in project["dependencies"] + extras:
        name = requirement.split(">")[0].split("[")[0]
        assert f"`{name}`" in text, name
