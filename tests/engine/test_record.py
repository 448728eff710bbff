"""Records: they replay, name what differs, and are read from anywhere without a crash."""

import copy
import dataclasses
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import strictjson
from engine.dice import NoDraws, ScriptedDraws, SeededDraws, event_seed
from engine.errors import DrawError, EngineError, GameOver, IllegalAction, PositionError, SetupError
from engine.game import Game, Outcome
from engine.record import (
    MAX_DRAWS,
    MAX_RECORD_CHARACTERS,
    Record,
    Recorder,
    RecordError,
    ReplayError,
    parse_record,
    read_record,
    replay,
)

Toy = Game[Any, Any]


@pytest.fixture(scope="module")
def race(toys: ModuleType) -> Toy:
    return toys.Race()


def play(
    race: Toy, actions: str = "dash,step t2,undo,end", options: dict[str, Any] | None = None
) -> Recorder:
    """Play ``actions``, a comma between; ``step +`` is the next step of whoever is to act."""
    recorder = Recorder(race, race.setup(options or {"track": 9, "runners": 3}))
    for text in actions.split(","):
        draws = SeededDraws(event_seed(bytes(32), recorder.chance_steps + 1))
        if text == "resign":
            recorder.resign(race.to_act(recorder.state), draws)
        else:
            recorder.play(race.parse(text), draws)
    return recorder


@pytest.fixture
def record(race: Toy) -> Record:
    return play(race).record()


def with_step(record: Record, number: int, **changes: object) -> Record:
    steps = list(record.steps)
    steps[number] = dataclasses.replace(steps[number], **changes)
    return dataclasses.replace(record, steps=tuple(steps))


# --- recording -------------------------------------------------------------------------------------------
def test_a_record_holds_what_was_played(race: Toy, record: Record):
    assert record.to_json() == {
        "setup": {
            "game": "race",
            "track": 9,
            "runners": 3,
            "heads": [0, 0, 0],
            "turn_limit": 0,
            "hard": False,
            "mood": "calm",
        },
        "steps": [
            {"action": action, "seat": seat, "dice": dice, "choices": [], "hash": step.hash.hex()}
            for (action, seat, dice), step in zip(
                [("dash", 0, [2]), ("step t2", 1, []), ("undo", 1, []), ("end", 1, [])],
                record.steps,
                strict=True,
            )
        ],
        "result": None,
    }
    assert len(replay(record, race)) == 5


def test_a_resignation_names_its_seat(race: Toy):
    recorder = play(race, "dash")
    recorder.resign(2, NoDraws())
    recorder.resign(0, NoDraws())
    assert [(s.action, s.seat) for s in recorder.steps[1:]] == [("resign", 2), ("resign", 0)]
    assert recorder.record().result == Outcome((1,), "resigned")
    replay(recorder.record(), race)


def test_what_is_refused_leaves_no_trace(race: Toy):
    recorder = play(race, "dash,step t2")
    before, state = recorder.record(), recorder.state
    with pytest.raises(IllegalAction):
        recorder.play(race.parse("dash"), SeededDraws(bytes(32)))
    with pytest.raises(DrawError):
        recorder.play(race.parse("end"), ScriptedDraws([1]))
    with pytest.raises(IllegalAction):
        recorder.resign(5, NoDraws())
    assert recorder.record() == before
    assert recorder.state is state
    recorder.resign(0, NoDraws())
    recorder.resign(1, NoDraws())
    with pytest.raises(GameOver):
        recorder.play(race.parse("end"), NoDraws())


def test_steps_are_taken_back_with_their_chance(race: Toy):
    recorder = play(race, "dash,step t2,end,dash")
    assert recorder.chance_steps == 2
    recorder.take_back(3)
    assert recorder.chance_steps == 1
    assert recorder.record() == play(race, "dash").record()
    recorder.take_back(0)
    recorder.take_back(1)
    assert recorder.state == race.setup({"track": 9, "runners": 3})
    with pytest.raises(ValueError):
        recorder.take_back(1)


# --- replaying -------------------------------------------------------------------------------------------
def test_a_changed_hash_is_named(race: Toy, record: Record):
    with pytest.raises(ReplayError, match="step 2") as caught:
        replay(with_step(record, 2, hash=bytes(16)), race)
    assert (caught.value.code, caught.value.step, caught.value.part) == ("replay", 2, "")


@pytest.mark.parametrize("part", ["track", "turn", "dice"])
def test_the_differing_part_is_named_where_the_record_holds_part_hashes(race: Toy, record: Record, part: str):
    value = record.to_json(race.part_names)
    value["steps"][1]["hash"] = "0" * 32
    value["steps"][1]["parts"][part] = "1" * 32
    with pytest.raises(ReplayError, match=part) as caught:
        replay(read_record(value, {"race": race}), race)
    assert (caught.value.step, caught.value.part) == (1, part)


def test_without_part_hashes_only_the_step_is_named(race: Toy, record: Record):
    value = record.to_json()
    value["steps"][1]["hash"] = "0" * 32
    with pytest.raises(ReplayError) as caught:
        replay(read_record(value, {"race": race}), race)
    assert (caught.value.step, caught.value.part) == (1, "")


@pytest.mark.parametrize(
    ("step", "changes", "text"),
    [
        (0, {"dice": (3,)}, "another state"),
        (0, {"dice": ()}, "too few dice"),
        (0, {"dice": (2, 2)}, "1 dice too many"),
        (0, {"dice": (7,)}, "impossible"),
        (1, {"choices": (0,)}, "1 choices too many"),
        (1, {"seat": 2}, "seat 1 is to act, not 2"),
        (1, {"action": "step t4"}, "no"),
        (1, {"action": "hop"}, "written so"),
        (1, {"action": "resign"}, "another state"),
        (1, {"action": "resign", "seat": 9}, "no such seat"),
    ],
)
def test_the_first_wrong_step_is_named(race: Toy, record: Record, step: int, changes: dict, text: str):
    with pytest.raises(ReplayError, match=text) as caught:
        replay(with_step(record, step, **changes), race)
    assert caught.value.step == step
    assert caught.value.culprit == f"steps[{step}]"


def test_a_wrong_result_is_named_behind_the_last_step(race: Toy, record: Record):
    for result in (Outcome((0,), "line"), Outcome((0,), "adjudicated")):
        with pytest.raises(ReplayError, match="result") as caught:
            replay(dataclasses.replace(record, result=result), race)
        assert caught.value.step == 4
    finished = play(race, "resign,resign").record()
    for result in (None, Outcome((), "adjudicated"), Outcome((1,), "resigned")):
        with pytest.raises(ReplayError, match="result"):
            replay(dataclasses.replace(finished, result=result), race)


def test_a_game_broken_off_may_be_judged(race: Toy):
    recorder = play(race)
    judged = recorder.record(race.adjudicate(recorder.state))
    assert judged.result == Outcome((), "adjudicated")
    replay(judged, race)
    over = play(race, "resign,resign")
    assert over.record(Outcome((), "adjudicated")).result == Outcome((2,), "resigned")


def test_a_game_from_a_loaded_position_starts_there(race: Toy):
    loaded = race.from_json(strictjson.load(strictjson.dump(race.to_json(play(race).state))))
    recorder = Recorder(race, loaded, loaded=True)
    recorder.play(race.parse("end"), NoDraws())
    record = parse_record(strictjson.dump(recorder.record().to_json()), {"race": race})
    assert record.start == race.to_json(loaded)
    assert replay(record, race) == [loaded, recorder.state]
    impossible = dataclasses.replace(record, start={**record.start, "turn": 7})
    with pytest.raises(PositionError):
        replay(impossible, race)


# --- reading ---------------------------------------------------------------------------------------------
def changed(value: dict[str, Any], path: str, new: object) -> dict[str, Any]:
    """Return a copy of ``value`` with another value at ``path``; ``...`` deletes."""
    value = copy.deepcopy(value)
    *way, last = [int(key) if key.isdigit() else key for key in path.split("/")]
    holder = value
    for key in way:
        holder = holder[key]
    if new is ...:
        del holder[last]
    else:
        holder[last] = new
    return value


@pytest.mark.parametrize(
    ("path", "new", "error", "culprit"),
    [
        ("setup", ..., RecordError, "record.setup"),
        ("steps", ..., RecordError, "record.steps"),
        ("result", ..., RecordError, "record.result"),
        ("extra", 1, RecordError, "record.extra"),
        ("setup", [], RecordError, "setup"),
        ("setup/game", ..., RecordError, "setup.game"),
        ("setup/game", "chess", RecordError, "setup.game"),
        ("setup/game", ["race"], RecordError, "setup.game"),
        ("setup/track", 99, SetupError, "track"),
        ("setup/colour", 1, SetupError, "colour"),
        ("start", 5, RecordError, "start"),
        ("start", {}, PositionError, ""),
        ("steps", {}, RecordError, "steps"),
        ("steps/1", None, RecordError, "steps[1]"),
        ("steps/1/action", ..., RecordError, "steps[1].action"),
        ("steps/1/action", "", RecordError, "steps[1].action"),
        ("steps/1/action", "x" * 65, RecordError, "steps[1].action"),
        ("steps/1/action", 5, RecordError, "steps[1].action"),
        ("steps/1/seat", -1, RecordError, "steps[1].seat"),
        ("steps/1/seat", 3, RecordError, "steps[1].seat"),
        ("steps/1/seat", True, RecordError, "steps[1].seat"),
        ("steps/1/dice", [0], RecordError, "steps[1].dice"),
        ("steps/1/dice", [7], RecordError, "steps[1].dice"),
        ("steps/1/dice", None, RecordError, "steps[1].dice"),
        ("steps/1/dice", [1] * (MAX_DRAWS + 1), RecordError, "steps[1].dice"),
        ("steps/1/choices", [256], RecordError, "steps[1].choices"),
        ("steps/1/choices", [False], RecordError, "steps[1].choices"),
        ("steps/1/hash", "0" * 31, RecordError, "steps[1].hash"),
        ("steps/1/hash", "A" * 32, RecordError, "steps[1].hash"),
        ("steps/1/hash", "٣" * 32, RecordError, "steps[1].hash"),
        ("steps/1/parts", {"track": "0" * 32}, RecordError, "steps[1].parts.dice"),
        ("steps/1/more", 0, RecordError, "steps[1].more"),
        ("result", {}, RecordError, "result.reason"),
        ("result", {"winners": [5], "reason": "line"}, RecordError, "result.winners"),
        ("result", {"winners": [0], "reason": ""}, RecordError, "result.reason"),
        ("result", {"winners": [0] * 9, "reason": "line"}, RecordError, "result.winners"),
        ("result", "won", RecordError, "result"),
    ],
)
def test_malformed_records_are_refused_with_the_place(race: Toy, record: Record, path, new, error, culprit):
    with pytest.raises(error) as caught:
        read_record(changed(record.to_json(), path, new), {"race": race})
    assert caught.value.culprit == culprit
    assert caught.value.text


@pytest.mark.parametrize("value", [None, True, 0, "record", [], {}])
def test_a_record_is_an_object(race: Toy, value: object):
    with pytest.raises(RecordError):
        read_record(value, {"race": race})


def test_a_start_of_other_options_is_refused(race: Toy, record: Record):
    other = race.to_json(race.setup({"track": 5, "runners": 3}))
    with pytest.raises(RecordError, match="other options"):
        read_record({**record.to_json(), "start": other}, {"race": race})


def test_a_text_of_any_length_is_refused_early(race: Toy):
    with pytest.raises(RecordError, match="characters"):
        parse_record(" " * (MAX_RECORD_CHARACTERS + 1), {"race": race})


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300, deadline=None)
@given(data=st.data())
def test_spoiled_records_are_refused_or_fail_to_replay_by_name(race: Toy, data: st.DataObject):
    value = play(race, "dash,step t2,undo,end,resign,resign").record().to_json(race.part_names)
    junk = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.text(max_size=5),
        st.just([]),
        st.just({}),
        st.just("0" * 32),
    )
    for _ in range(data.draw(st.integers(1, 3))):
        holder: Any = value
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if isinstance(holder[key], (dict, list)) and data.draw(st.booleans()):
                holder = holder[key]
                continue
            holder[key] = data.draw(junk)
            break
    codes = {"record", "setup", "replay", "syntax", ""}
    assert code_of(lambda: replay(parse_record(strictjson.dump(value), {"race": race}), race)) in codes


def code_of(call: Callable[[], object]) -> str:
    """Return the code of the engine error that ``call`` raises, "" if none."""
    try:
        call()
    except EngineError as error:
        return error.code
    return ""
