"""What the engine reads from strangers: lines, positions as JSON and as bytes, records, actions, options.

Every target takes one good input, spoils it, and demands what the documents promise: a value that plays
on and comes back as it went out, or an error of the kind that is documented.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine import canonical, strictjson
from engine.ai.levels import levels_of, make_player
from engine.dice import SeededDraws, event_seed
from engine.errors import ActionSyntaxError, PositionError, SetupError
from engine.game import Game
from engine.lineproto import LineProtocol
from engine.record import Recorder, RecordError, ReplayError, parse_record, replay
from engine.registry import GAMES
from engine.strictjson import JsonError
from fuzz.mutate import spoil_bytes, spoil_json, spoil_text

__all__ = ["Corpus", "attempt", "make_corpus"]

_ERROR_CODES = {"syntax", "unknown", "illegal", "setup", "dice", "over", "nogame"}
_GAME_LENGTH = 80
_PERFT = re.compile(r"\s*perft\s+0*[0-2]?\s*")
_GO = re.compile(r"\s*go\s.*?(nodes|time)\s+0*[0-9]{1,3}\s*")


@dataclass
class Corpus:
    """Good inputs: random games of every mode, as a game, its positions, its record and its actions."""

    games: list[tuple[Game[Any, Any], list[Any], str, list[str]]] = field(default_factory=list)


def make_corpus(seed: int) -> Corpus:
    """Play one random game of each mode."""
    random = Random(seed)
    corpus = Corpus()
    for game in GAMES.values():
        for options in game.modes():
            recorder = Recorder(game, game.setup(options))
            states = [recorder.state]
            while len(recorder.steps) < _GAME_LENGTH and (actions := game.legal_actions(recorder.state)):
                recorder.play(random.choice(actions), SeededDraws(event_seed(bytes(32), len(states))))
                states.append(recorder.state)
            text = strictjson.dump(recorder.record().to_json(game.part_names))
            corpus.games.append((game, states, text, sorted({step.action for step in recorder.steps})))
    return corpus


def attempt(corpus: Corpus, random: Random) -> str:
    """Make one attempt at one target and return the target's name.

    Raises:
        AssertionError: A promise is broken; or whatever escapes from where nothing should.
    """
    name, target = random.choice(_TARGETS)
    target(corpus, random)
    return name


def _positions_json(corpus: Corpus, random: Random) -> None:
    game, states, _, _ = random.choice(corpus.games)
    value = spoil_json(strictjson.load(strictjson.dump(game.to_json(random.choice(states)))), random)
    if isinstance(value, dict):
        try:
            state = game.from_json(value)
        except (PositionError, SetupError):
            return
        _must_play(game, state, random)
        again = game.to_json(state)
        assert game.to_json(game.from_json(again)) == again, "a loaded position changes when loaded again"


def _positions_bytes(corpus: Corpus, random: Random) -> None:
    game, states, _, _ = random.choice(corpus.games)
    good = game.encode(random.choice(states))
    data = spoil_bytes(good, random)
    if random.random() < 0.5:
        values = spoil_json(_as_json(canonical.unpack(good)), random)
        try:
            data = canonical.pack(_from_json(values))
        except (TypeError, OverflowError, UnicodeEncodeError):
            return
    try:
        state = game.decode(data)
    except PositionError:
        return
    assert game.encode(state) == data, "decoded from bytes that are not canonical"
    _must_play(game, state, random)


def _records(corpus: Corpus, random: Random) -> None:
    game, _, text, _ = random.choice(corpus.games)
    spoiled = (
        spoil_text(text, random)
        if random.random() < 0.5
        else json.dumps(spoil_json(json.loads(text), random))
    )
    try:
        record = parse_record(spoiled, GAMES)
        replay(record, game if record.game == game.name else GAMES[record.game])
    except (JsonError, RecordError, SetupError, PositionError, ReplayError):
        return


def _actions(corpus: Corpus, random: Random) -> None:
    game, states, _, actions = random.choice(corpus.games)
    text = spoil_text(random.choice(actions), random)
    state = random.choice(states)
    try:
        action = game.parse(text)
    except ActionSyntaxError:
        return
    assert game.parse(game.format(action)) == action
    assert game.is_legal(state, action) == (action in game.legal_actions(state))


def _options(corpus: Corpus, random: Random) -> None:
    game, _, _, _ = random.choice(corpus.games)
    options = spoil_json(strictjson.load(strictjson.dump(random.choice(game.modes()))), random)
    if isinstance(options, dict):
        try:
            complete = game.complete(options)
        except SetupError:
            return
        assert game.complete(complete) == complete
        _must_play(game, game.setup(options), random)


def _lines(corpus: Corpus, random: Random) -> None:
    protocol = LineProtocol("0", _TickingClock())
    game, states, _, actions = random.choice(corpus.games)
    good = [
        "id",
        "state",
        "legal",
        "hash",
        "record",
        "levels",
        "perft 1",
        "back 1",
        "go nodes 20",
        "go level random time 5",
        f"new {strictjson.dump({'game': game.name} | random.choice(game.modes()))}",
        f"load {strictjson.dump(game.to_json(random.choice(states)))}",
        *(f"do {random.choice(actions)}" for _ in range(6)),
        f"do {random.choice(actions)} dice 1 2 3 choices 0",
        f"odds {random.choice(actions)}",
    ]
    protocol.handle(good[10])
    for _ in range(12):
        line = random.choice(good)
        if random.random() < 0.5:
            line = spoil_text(line, random)
        elif line.startswith("do "):
            line = f"do {random.choice(protocol.handle('legal')[1:] or ['end'])}"
        if _may_take_for_ever(line):
            continue
        before = _looks(protocol)
        answer = protocol.handle(line)
        assert protocol.fault is None, f"{line!r}: {protocol.fault!r}"
        if protocol.closed:
            return
        assert answer, line
        assert all(out.isprintable() for out in answer), line
        if answer[-1].startswith("error "):
            assert answer[-1].split()[1] in _ERROR_CODES, answer
            assert _looks(protocol) == before, f"{line!r} failed and changed something"


_TARGETS: tuple[tuple[str, Callable[[Corpus, Random], None]], ...] = (
    ("positions as JSON", _positions_json),
    ("positions as bytes", _positions_bytes),
    ("records", _records),
    ("actions", _actions),
    ("options", _options),
    ("lines", _lines),
)


class _TickingClock:
    """A clock that each look moves on by a millisecond, so that no time budget takes long."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


def _may_take_for_ever(line: str) -> bool:
    """Tell whether a line asks for a large count or search, which the protocol rightly obeys."""
    word = line.split(maxsplit=1)[:1]
    return (word == ["perft"] and not _PERFT.fullmatch(line)) or (word == ["go"] and not _GO.fullmatch(line))


def _looks(protocol: LineProtocol) -> list[list[str]]:
    return [protocol.handle(line) for line in ("state", "hash", "record")]


def _must_play(game: Game[Any, Any], state: Any, random: Random) -> None:
    """Check that a position that was accepted can be looked at, judged and played on."""
    game.state_hash(state)
    game.board(state)
    game.pieces(state)
    game.adjudicate(state)
    assert game.decode(game.encode(state)) == state
    seat = game.to_act(state)
    assert (seat is None) == (game.outcome(state) is not None)
    if seat is None:
        return
    for level in levels_of(game.name):
        make_player(game, level, seat, bytes(32), 20).choose(state, 0)
    for step in range(4):
        actions = game.legal_actions(state)
        if not actions:
            return
        action = random.choice(actions)
        game.describe(state, action)
        state, _ = game.apply(state, action, SeededDraws(event_seed(bytes(32), step)))
        assert game.decode(game.encode(state)) == state


def _as_json(value: canonical.Value) -> Any:
    """Return a canonical value with its bytes as lists of numbers behind a mark, for ``spoil_json``."""
    if isinstance(value, bytes):
        return ["bytes", *value]
    return [_as_json(item) for item in value] if isinstance(value, list | tuple) else value


def _from_json(value: Any) -> Any:
    if isinstance(value, list):
        if value[:1] == ["bytes"] and all(type(item) is int and 0 <= item < 256 for item in value[1:]):
            return bytes(value[1:])
        return [_from_json(item) for item in value]
    if isinstance(value, dict):
        raise TypeError("no canonical value")
    return value
