"""For the tests of the view model: positions of real play, a match that writes deeds down, a cursor that walks."""

import importlib.util
import sys
from collections import deque
from functools import cache
from pathlib import Path
from types import ModuleType

from client.view.model import MatchModel
from client.view.sandbox import Sandbox
from client.view.source import Phase, SeatInfo, Status
from engine.ai.levels import make_player
from engine.dice import SeededDraws, event_seed
from engine.registry import GAMES

ENGINE_TESTS = Path(__file__).parent.parent / "engine"

MODES = (
    ("krieg", {"radius": 3}),
    ("krieg", {"mode": "towers", "disband": True, "short_shots": True}),
    ("krieg", {"mode": "classic", "seats": 3, "castle_charges": 1}),
    ("krieg", {"mode": "factions", "radius": 3, "disband": True}),
    ("towerwars", {"size": 4, "pie": True}),
    ("towerwars", {"size": 7}),
)


def helper_of_engine(name: str) -> ModuleType:
    """Return ``tests/engine/<name>.py``: test modules cannot import each other."""
    full = f"client_tests.{name}"
    if full not in sys.modules:
        spec = importlib.util.spec_from_file_location(full, ENGINE_TESTS / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[full] = module
        spec.loader.exec_module(module)
    return sys.modules[full]


@cache
def states(name: str, options: tuple[tuple[str, object], ...], level: str = "simple", most: int = 120):
    """Return the positions of one game between players of a level, the start first, the end left out."""
    game = GAMES[name]
    state = game.setup(dict(options))
    players = {}
    found = []
    for step in range(most):
        seat = game.to_act(state)
        if seat is None:
            break
        found.append(state)
        player = players.setdefault(seat, make_player(game, level, seat, bytes(32)))
        action = player.choose(state, step).action
        state, _ = game.apply(state, action, SeededDraws(event_seed(bytes(32), step + 1)))
    return game, found


def all_positions(stride: int = 1):
    """Yield game and position of every mode, every ``stride``-th one of a game of each level."""
    for name, options in MODES:
        for level in ("random", "simple"):
            game, found = states(name, tuple(options.items()), level)
            for state in found[::stride]:
                yield game, state


class Recorder(Sandbox):
    """A match in which nothing ever happens: it writes down what it is asked to do."""

    def __init__(self, game, state, **more):
        super().__init__(game, start=state, **more)
        self.done = []

    def act(self, seat, action):
        self.done.append(action)

    def resign(self, seat):
        self.done.append("resign")

    def offer(self, seat, kind):
        self.done.append(f"offer {kind}")

    def accept(self, seat, offer):
        self.done.append("accept")

    def take_back(self):
        self.done.append("take back")


class Told(Sandbox):
    """A match that tells whatever status it is given."""

    told: Status | None = None

    def status(self):
        return self.told or super().status()

    def own_turn(self):
        return None if self.told and self.told.phase is not Phase.PLAYING else super().own_turn()


def people(*names, own=(0,)):
    return [SeatInfo(n, "human", name, own=n in own) for n, name in enumerate(names)]


def model_of(game, state, **more):
    source = Recorder(game, state)
    return MatchModel(source, **more), source


def walk(model, cell):
    """Lead the keyboard's cursor to a cell, step by step as drawn."""
    if model.at is None:
        model.cursor(0)
    came = {model.at: None}
    waiting = deque([model.at])
    lying = model.layout()
    while waiting:
        here = waiting.popleft()
        for direction in range(6):
            there = lying.neighbour(here, direction)
            if there is not None and there not in came:
                came[there] = (here, direction)
                waiting.append(there)
    way = []
    at = cell
    while came[at] is not None:
        at, direction = came[at]
        way.append(direction)
    for direction in reversed(way):
        model.cursor(direction)
    if not model._keyboard:
        model.cursor(0)
    assert model.at == cell
