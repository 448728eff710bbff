"""Peers as real processes on loopback: started with ports that the system chooses, watched through their events."""

import importlib.util
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import trio

from client import i18n
from client.processes import PeerProcess, child_environment, start_peer

ARGUMENTS = ("--listen", "127.0.0.1:0")
PATIENCE = 40
"""Seconds without any event on a machine that is busy with other things; reached only by a hang."""


class Company:
    """Starts peers and knows their profiles."""

    def __init__(self, home: Path, nursery: trio.Nursery) -> None:
        self.home = home
        self._nursery = nursery

    async def start(
        self, name: str, *arguments: str, environment: dict[str, str] | None = None
    ) -> PeerProcess:
        return await self._nursery.start(partial(self._run, name, arguments, environment or {}))

    async def _run(self, name, arguments, environment, *, task_status):
        async with start_peer(name, arguments, child_environment(self.home) | environment, PATIENCE) as peer:
            task_status.started(peer)
            await trio.sleep_forever()

    async def host(self, name: str, *arguments: str) -> PeerProcess:
        return await self.start(name, "--host", *ARGUMENTS, *arguments)

    async def join(self, other: PeerProcess, name: str, *arguments: str) -> PeerProcess:
        told = await other.wait_for("invitation")
        return await self.start(name, "--join", told["invitation"], *ARGUMENTS, *arguments)

    async def link(self, other: PeerProcess, name: str, *arguments: str) -> PeerProcess:
        """Join through nobody but ``other``."""
        told = await other.wait_for("invitation")
        return await self.start(name, "--peer", told["invitation"], *ARGUMENTS, *arguments)

    async def resume(self, name: str, file: str, *arguments: str) -> PeerProcess:
        return await self.start(name, "--resume", file, *arguments)

    def files(self, pattern: str) -> list[Path]:
        return sorted(self.home.rglob(pattern))


@pytest.fixture
def company(tmp_path, nursery):
    return Company(tmp_path, nursery)


def _helper(name: str) -> ModuleType:
    """Return the module ``tests/client/<name>.py``; test modules cannot import each other."""
    full = f"client_tests.{name}"
    if full not in sys.modules:
        spec = importlib.util.spec_from_file_location(full, Path(__file__).with_name(f"{name}.py"))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[full] = module
        spec.loader.exec_module(module)
    return sys.modules[full]


@pytest.fixture(scope="session")
def villains() -> ModuleType:
    """``tests/client/villain.py``: a hostile player."""
    return _helper("villain")


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """DISPLAY leads to an Xvfb of this session; skipped where none is installed."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed")
    with _helper("xvfb").virtual_display() as name:
        yield name


@pytest.fixture(scope="session")
def board_help() -> ModuleType:
    """``tests/client/ui_board_help.py``: a canvas that writes down, and positions of real games."""
    return _helper("ui_board_help")


@pytest.fixture(scope="session")
def hidden_screen(display) -> Iterator[Any]:
    """A hidden window with a canvas, kept for the session: ``hidden_screen.canvas(width, height, scale)``."""
    with _helper("screen").hidden_screen() as screen:
        yield screen


@pytest.fixture
def canvas(hidden_screen) -> Any:
    """A canvas of 1280 x 800 at scale 1; ``grab()`` returns the last frame as a PNG file."""
    return hidden_screen.canvas()


@pytest.fixture(scope="session")
def ui() -> ModuleType:
    """``tests/client/ui_driver.py``: ``NoteCanvas`` takes notes, ``Driver(build)`` clicks and types by widget keys."""
    return _helper("ui_driver")


@pytest.fixture
def kit(ui) -> Iterator[Any]:
    """A stage for screens without a window; ``kit.sit(source)`` shows a match, ``kit.settle()`` ends its motions."""
    yield ui.NoteKit()
    i18n.use("en")


@pytest.fixture(scope="session")
def viewkit() -> ModuleType:
    """``tests/client/viewkit.py``: positions, a match that only writes deeds down, a cursor that walks."""
    return _helper("viewkit")


@pytest.fixture
def place(viewkit) -> Any:
    """Return a position of Krieg und Frieden from its pieces: ``place("e4 0 rider2", "f4 1 fighter2")``."""
    return viewkit.helper_of_engine("krieg_positions").position


@pytest.fixture(scope="session")
def parlours() -> ModuleType:
    """``tests/client/parlour.py``: programs behind windows."""
    return _helper("parlour")


@pytest.fixture
async def parlour(parlours, tmp_path, monkeypatch, nursery):
    monkeypatch.setenv("WABE_HOME", str(tmp_path))
    made = parlours.Parlour(nursery)
    yield made
    await made.close_all()
