"""The plain record of a finished or broken-off game: set-up, steps with their draws and hashes, result.

A record is what ``record`` prints on the line protocol and what a match's transcript is exported to. Every
draw stands in it, so anybody can re-run it without seeds or keys: ``replay`` does, and names the first step
at which the rules give something else than what was recorded.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine import digest, strictjson
from engine.dice import DIE_SIDES, DrawSource, ScriptedDraws
from engine.digest import Digest16
from engine.errors import EngineError
from engine.game import Event, Game, Outcome, Seat
from engine.options import OptionValue

__all__ = [
    "MAX_ACTION_CHARACTERS",
    "MAX_DRAWS",
    "MAX_RECORD_CHARACTERS",
    "MAX_STEPS",
    "RESIGN",
    "Record",
    "RecordError",
    "Recorder",
    "ReplayError",
    "Step",
    "parse_record",
    "read_record",
    "replay",
    "start_state",
]

State = TypeVar("State")
Action = TypeVar("Action")

RESIGN = "resign"
"""Text of the one step that is no action of a game: the seat beside it resigns, in or out of turn."""

MAX_STEPS = 100_000
"""Steps of one record; the longest games between computers have some thousands."""

MAX_DRAWS = 1_000
"""Dice, and choices, of one step; a turn's end with three towers of five archers rolls some thirty."""

MAX_ACTION_CHARACTERS = 64
"""Length of one action's text; ours have at most 17 (``buy fighter a10``, ``move q10 p11``)."""

MAX_RECORD_CHARACTERS = 64 * 1024 * 1024
"""Length of a record as text: ``MAX_STEPS`` steps of some 150 characters, four times over."""

_HEX_HASH = re.compile(r"[0-9a-f]{32}")


class RecordError(EngineError):
    """A value or text is not a record; ``culprit`` is the place, such as ``steps[3].dice``."""

    code = "record"


class ReplayError(EngineError):
    """A record does not replay: the rules give something else than what stands in it.

    Attributes:
        step: Index of the first step that differs, from 0; the number of steps when only the result does.
        part: Name of the first differing part of the state (``Game.part_names``), where the record holds
            part hashes; else ``""``.
    """

    code = "replay"

    def __init__(self, text: str, step: int, part: str = "") -> None:
        super().__init__(text, f"steps[{step}]")
        self.step = step
        self.part = part


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game.

    Attributes:
        action: Canonical text of the action, or ``RESIGN``.
        seat: Whose action it is; with ``RESIGN`` the seat that resigns.
        dice: Pips rolled, 1..6, in the order of rolling.
        choices: Draws among equals, from 0, in their order.
        hash: State hash after the step.
        parts: Hashes of the parts of that state in the order of ``Game.part_names``; empty where not known.
    """

    action: str
    seat: Seat
    dice: tuple[int, ...]
    choices: tuple[int, ...]
    hash: Digest16
    parts: tuple[Digest16, ...] = ()

    @property
    def has_chance(self) -> bool:
        """Whether the step drew at least once."""
        return bool(self.dice or self.choices)


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its start to its end, or to where it broke off.

    Attributes:
        game: Name of the game.
        options: Complete options.
        start: Position that it started from, as ``Game.to_json`` writes it; None: the set-up of ``options``.
        steps: What was played.
        result: How it ended, or was judged (``Game.adjudicate``); None: it is not decided.
    """

    game: str
    options: Mapping[str, OptionValue]
    start: Mapping[str, Any] | None
    steps: tuple[Step, ...]
    result: Outcome | None

    def to_json(self, part_names: Iterable[str] = ()) -> dict[str, Any]:
        """Return the record as a JSON object.

        Args:
            part_names: ``Game.part_names`` to write the part hashes of each step too, under ``parts``; they
                let a replay name what differs. Without them the form is that of the line protocol.
        """
        names = tuple(part_names)
        value: dict[str, Any] = {
            "setup": {"game": self.game} | {k: _plain(v) for k, v in self.options.items()},
            "steps": [_step_to_json(step, names) for step in self.steps],
            "result": None
            if self.result is None
            else {"winners": list(self.result.winners), "reason": self.result.reason},
        }
        if self.start is not None:
            value["start"] = self.start
        return value


class Recorder(Generic[State, Action]):
    """A running game that keeps what is played: steps for the record, states to go back to.

    Attributes:
        game: The rules.
        steps: The steps so far; not to be changed from outside.
        chance_steps: Number of steps so far that drew at least once.
    """

    def __init__(self, game: Game[State, Action], start: State, *, loaded: bool = False) -> None:
        """Begin at ``start``, which is ``game.setup`` of its own options unless ``loaded``."""
        self.game = game
        self.steps: list[Step] = []
        self.chance_steps = 0
        self._states = [start]
        self._loaded = loaded

    @property
    def state(self) -> State:
        """The position after the last step."""
        return self._states[-1]

    def play(self, action: Action, draws: DrawSource) -> tuple[Event, ...]:
        """Play ``action`` for the seat to act and return what happened.

        Raises:
            GameOver, IllegalAction, DrawError: As ``Game.apply``; a scripted source must also be used up.
                Nothing has changed.
        """
        seat = self.game.to_act(self.state)
        state, events = self.game.apply(self.state, action, draws)
        assert seat is not None, "apply refuses a game that is over"
        self._add(self.game.format(action), seat, state, draws)
        return events

    def resign(self, seat: Seat, draws: DrawSource) -> tuple[Event, ...]:
        """Let ``seat`` resign and return what happened. Raises as ``play``, for ``Game.resign``."""
        state, events = self.game.resign(self.state, seat, draws)
        self._add(RESIGN, seat, state, draws)
        return events

    def take_back(self, count: int) -> None:
        """Forget the last ``count`` (0..number of steps) steps: analysis, not an action of the game."""
        if not 0 <= count <= len(self.steps):
            raise ValueError(f"{count} of {len(self.steps)} steps cannot be taken back")
        for _ in range(count):
            self.chance_steps -= self.steps.pop().has_chance
            self._states.pop()

    def record(self, result: Outcome | None = None) -> Record:
        """Return the record so far.

        Args:
            result: A judgement for a game that is not over; ignored when it is.
        """
        start = self._states[0]
        return Record(
            game=self.game.name,
            options=self.game.options(start),
            start=self.game.to_json(start) if self._loaded else None,
            steps=tuple(self.steps),
            result=self.game.outcome(self.state) or result,
        )

    def _add(self, action: str, seat: Seat, state: State, draws: DrawSource) -> None:
        if isinstance(draws, ScriptedDraws):
            draws.check_used()
        parts = tuple(self.game.hash_parts(state).values())
        step = Step(action, seat, tuple(draws.dice), tuple(draws.choices), digest.state_hash(parts), parts)
        self.steps.append(step)
        self.chance_steps += step.has_chance
        self._states.append(state)


# --- re-running -----------------------------------------------------------------------------------------
def start_state(record: Record, game: Game[State, Action]) -> State:
    """Return the position that ``record`` starts from. Raises ``SetupError`` or ``PositionError``."""
    return game.setup(record.options) if record.start is None else game.from_json(record.start)


def replay(record: Record, game: Game[State, Action]) -> list[State]:
    """Re-run every step of ``record`` with its own draws, and compare.

    Returns:
        All positions: the start, then the one after each step.

    Raises:
        ReplayError: The first step that is impossible, draws otherwise, or leads to another state, or the
            result if it is neither the game's outcome nor, for a game that is not over, its judgement.
        SetupError, PositionError: There is no such start.
    """
    recorder = Recorder(game, start_state(record, game))
    states = [recorder.state]
    for number, step in enumerate(record.steps):
        try:
            _repeat(recorder, step)
        except EngineError as error:
            raise ReplayError(f"step {number} ({step.action}): {error.text}", number) from error
        _compare(step, recorder.steps[-1], game, number)
        states.append(recorder.state)
    outcome = game.outcome(recorder.state)
    if record.result != outcome and (outcome is not None or record.result != game.adjudicate(recorder.state)):
        raise ReplayError(f"the result is {outcome}, not {record.result}", len(record.steps))
    return states


def _repeat(recorder: Recorder[State, Action], step: Step) -> None:
    draws = ScriptedDraws(step.dice, step.choices)
    if step.action == RESIGN:
        recorder.resign(step.seat, draws)
        return
    recorder.play(recorder.game.parse(step.action), draws)


def _compare(recorded: Step, repeated: Step, game: Game[State, Action], number: int) -> None:
    if recorded.seat != repeated.seat:
        raise ReplayError(
            f"step {number} ({recorded.action}): seat {repeated.seat} is to act, not {recorded.seat}", number
        )
    if recorded.hash == repeated.hash:
        return
    pairs = zip(game.part_names, recorded.parts, repeated.parts, strict=False)
    part = next((name for name, one, other in pairs if one != other), "")
    where = f" in its part {part!r}" if part else ""
    raise ReplayError(f"step {number} ({recorded.action}) leads to another state{where}", number, part)


# --- JSON -----------------------------------------------------------------------------------------------
def parse_record(text: str, games: Mapping[str, Game[Any, Any]]) -> Record:
    """Return the record that the JSON ``text`` holds; it may come from anywhere. See ``read_record``.

    Raises:
        JsonError: Not JSON of the kind that ``engine.strictjson`` reads.
        RecordError, SetupError, PositionError: As ``read_record``, or longer than ``MAX_RECORD_CHARACTERS``.
    """
    if len(text) > MAX_RECORD_CHARACTERS:
        raise RecordError(f"a record has at most {MAX_RECORD_CHARACTERS} characters")
    return read_record(strictjson.load(text), games)


def read_record(value: object, games: Mapping[str, Game[Any, Any]]) -> Record:
    """Return the record that a JSON value describes. Its form is checked; whether it replays is not.

    Args:
        value: A value as ``strictjson.load`` returns it.
        games: The games known, by name.

    Raises:
        RecordError: Malformed; ``culprit`` says where.
        SetupError: Its options are none of the game.
        PositionError: Its start is an impossible position.
    """
    top = _object(value, "record", {"setup", "steps", "result"}, {"start"})
    setup = _object(top["setup"], "setup", {"game"}, None)
    name = setup.pop("game")
    if not isinstance(name, str) or name not in games:
        raise RecordError(f"there is no game {name!r}", "setup.game")
    game = games[name]
    options = game.complete(setup)
    seats = game.seats(options)
    start = top.get("start")
    if start is not None:
        start = _object(start, "start", set(), None)
        if game.options(game.from_json(start)) != options:
            raise RecordError("the start belongs to other options than the set-up", "start")
    steps = _list(top["steps"], "steps", MAX_STEPS)
    return Record(
        game=name,
        options=options,
        start=start,
        steps=tuple(_read_step(step, f"steps[{i}]", seats, game.part_names) for i, step in enumerate(steps)),
        result=_read_result(top["result"], seats),
    )


def _plain(value: OptionValue) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _step_to_json(step: Step, part_names: tuple[str, ...]) -> dict[str, Any]:
    value: dict[str, Any] = {
        "action": step.action,
        "seat": step.seat,
        "dice": list(step.dice),
        "choices": list(step.choices),
        "hash": step.hash.hex(),
    }
    if part_names and step.parts:
        value["parts"] = {name: part.hex() for name, part in zip(part_names, step.parts, strict=True)}
    return value


def _read_step(value: object, where: str, seats: int, part_names: tuple[str, ...]) -> Step:
    step = _object(value, where, {"action", "seat", "dice", "choices", "hash"}, {"parts"})
    action = step["action"]
    if not isinstance(action, str) or not 0 < len(action) <= MAX_ACTION_CHARACTERS:
        raise RecordError("an action is a short text", f"{where}.action")
    parts: tuple[Digest16, ...] = ()
    if "parts" in step:
        named = _object(step["parts"], f"{where}.parts", set(part_names), set())
        parts = tuple(_hash(named[name], f"{where}.parts.{name}") for name in part_names)
    return Step(
        action=action,
        seat=_integer(step["seat"], f"{where}.seat", 0, seats - 1),
        dice=_draws(step["dice"], f"{where}.dice", 1, DIE_SIDES),
        choices=_draws(step["choices"], f"{where}.choices", 0, 255),
        hash=_hash(step["hash"], f"{where}.hash"),
        parts=parts,
    )


def _read_result(value: object, seats: int) -> Outcome | None:
    if value is None:
        return None
    result = _object(value, "result", {"winners", "reason"}, set())
    winners = _list(result["winners"], "result.winners", seats)
    reason = result["reason"]
    if not isinstance(reason, str) or not 0 < len(reason) <= MAX_ACTION_CHARACTERS:
        raise RecordError("a reason is a short word", "result.reason")
    return Outcome(tuple(_integer(seat, "result.winners", 0, seats - 1) for seat in winners), reason)


def _object(value: object, where: str, needed: set[str], optional: set[str] | None) -> dict[str, Any]:
    """Return a copy of the object ``value``; ``optional`` None allows any further keys."""
    if not isinstance(value, dict):
        raise RecordError(f"{where} must be an object", where)
    for name in sorted(needed - value.keys()):
        raise RecordError(f"{where} lacks {name!r}", f"{where}.{name}")
    if optional is not None:
        for name in sorted(value.keys() - needed - optional):
            raise RecordError(f"{where} has no key {name!r}", f"{where}.{name}")
    return dict(value)


def _list(value: object, where: str, longest: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > longest:
        raise RecordError(f"{where} must be an array of at most {longest} items", where)
    return value


def _integer(value: object, where: str, lowest: int, highest: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
        raise RecordError(f"{where} must be a whole number from {lowest} to {highest}", where)
    return value


def _draws(value: object, where: str, lowest: int, highest: int) -> tuple[int, ...]:
    return tuple(_integer(item, where, lowest, highest) for item in _list(value, where, MAX_DRAWS))


def _hash(value: object, where: str) -> Digest16:
    if not isinstance(value, str) or not _HEX_HASH.fullmatch(value):
        raise RecordError(f"{where} must be 32 lower-case hexadecimal digits", where)
    return bytes.fromhex(value)
