"""What every game must fulfil: laws about ``engine.game.Game`` that know no game.

A law takes a ``Trial`` (a game with complete options and a random game already played under them) and fails
by ``AssertionError``. ``tests/engine/test_conformance.py`` runs all laws over all registered games, and
over faulty toys that they must catch.
"""

import dataclasses
import functools
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from engine_tests.trials import Trial, chooser, ended, spread

from engine import canonical, digest, strictjson
from engine.ai.levels import levels_of, make_player
from engine.ai.uniform import pick
from engine.dice import NoDraws, ScriptedDraws, SeededDraws, event_seed
from engine.errors import (
    ActionSyntaxError,
    ChanceNeeded,
    DrawError,
    GameOver,
    IllegalAction,
    PositionError,
    SetupError,
)
from engine.game import Effect, Game, Outcome
from engine.options import OptionKind, check_value, from_values, to_values
from engine.record import Recorder, ReplayError, parse_record, read_record, replay, start_state


# --- the laws -------------------------------------------------------------------------------------------
def law_options(trial: Trial) -> None:
    game, schema = trial.game, trial.game.options_schema()
    names = [option.name for option in schema]
    assert len(set(names)) == len(names)
    assert list(trial.options) == names, "complete options stand in the order of the schema"
    assert list(game.complete({})) == names
    assert game.complete(trial.options) == trial.options
    assert all(
        type(check_value(o, v)) is type(v) for o, v in zip(schema, trial.options.values(), strict=True)
    )
    values = to_values(schema, trial.options)
    assert game.complete(from_values(schema, canonical.unpack(canonical.pack(values)))) == trial.options
    assert game.complete(strictjson.load(strictjson.dump(trial.options))) == trial.options
    wrong: dict[OptionKind, tuple[object, ...]] = {
        OptionKind.INT: (True, "1", 1.0, None),
        OptionKind.BOOL: (0, "true", None),
        OptionKind.CHOICE: (None, 0, "no such word"),
        OptionKind.INTS: (1, None, [True], [1.0], "1"),
    }
    for option in schema:
        assert option.rule, f"{option.name} cites no rule"
        bad: list[object] = list(wrong[option.kind])
        if option.kind is OptionKind.INT:
            bad += [option.minimum - 1, option.maximum + 1]
        if option.kind is OptionKind.INTS:
            bad += [[], [option.minimum - 1] * len(trial.options[option.name])]
        for value in bad:
            with pytest.raises(SetupError) as caught:
                game.complete({**trial.options, option.name: value})
            assert caught.value.culprit == option.name, f"{option.name}={value!r}: {caught.value.culprit}"
    with pytest.raises(SetupError):
        game.complete({"no such option": 1})


def law_setup(trial: Trial) -> None:
    game = trial.game
    start = game.setup(trial.options)
    assert start == game.setup(dict(trial.options))
    assert game.living(start) == tuple(range(game.seats(trial.options)))
    assert game.seats(trial.options) >= 2
    assert game.to_act(start) is not None
    for state in trial.some_states(10):
        assert game.options(state) == trial.options
        assert list(game.options(state)) == list(trial.options)


def law_legality(trial: Trial) -> None:
    game = trial.game
    pool = spread({game.format(s.action): s.action for s in trial.strides}.values(), 60)
    for state in trial.some_states(40):
        actions = game.legal_actions(state)
        texts = [game.format(action) for action in actions]
        assert texts == sorted(set(texts)), "not sorted by code point, or not each once"
        assert "resign" not in texts
        assert all(game.is_legal(state, action) for action in actions)
        forward = game.forward_actions(state)
        assert forward == [action for action in actions if action in set(forward)]
        assert (game.to_act(state) is None) or forward, "only taking back is left"
        legal = set(actions)
        for action in pool:
            assert game.is_legal(state, action) == (action in legal), game.format(action)
            if action not in legal and game.to_act(state) is not None:
                draws = SeededDraws(bytes(32))
                with pytest.raises(IllegalAction) as caught:
                    game.apply(state, action, draws)
                assert caught.value.text
                assert caught.value.reason
                assert draws.trace == b"", "drew for an illegal action"


def law_undo(trial: Trial) -> None:
    """Taking back is never a forward action, and leads to where the game already was, but for the dice."""
    game = trial.game
    seen: set[bytes] = set()
    for stride in trial.strides:
        seen.add(game.state_hash(stride.before))
        if stride.action not in game.forward_actions(stride.before):
            assert game.state_hash(stride.after) in seen
            assert stride.draws.trace == b""
    for state in trial.some_states(40):
        for action in game.forward_actions(state):
            kind = game.describe(state, action).kind
            assert kind != "undo", "taking back among the forward actions"


def law_notation(trial: Trial) -> None:
    game = trial.game
    for state in trial.some_states(30):
        for action in game.legal_actions(state):
            text = game.format(action)
            again = game.parse(text)
            assert again == action
            assert hash(again) == hash(action)
            assert text.isascii()
            assert text.isprintable()
            assert text == " ".join(text.split())
            assert 0 < len(text) <= 32
    for stride in trial.some_strides(20):
        text = game.format(stride.action)
        for bad in mangled(text):
            try:
                read = game.parse(bad)
            except ActionSyntaxError:
                continue
            assert game.parse(game.format(read)) == read, bad


def mangled(text: str) -> Iterator[str]:
    yield from (
        "",
        " ",
        "\0",
        "?" * 1000,
        "undo undo",
        "end 0",
        "- ",
        "A1-",
        "é1-é2",
        "A٣-A4",
        "a" * 40 + "1",
    )
    yield from (text + " ", " " + text, text + "\n", text[:-1], text[1:], text + "1", text.swapcase())
    yield from (text.replace(" ", "  "), text.replace("1", "01"), text.replace("1", "١"))


def law_encoding(trial: Trial) -> None:
    game = trial.game
    for state in [*trial.some_states(30), *ended(trial)]:
        data = game.encode(state)
        again = game.decode(data)
        assert again == state
        assert hash(again) == hash(state)
        assert game.encode(again) == data
        assert game.legal_actions(again) == game.legal_actions(state)
    for number, state in enumerate(trial.some_states(3)):
        data = game.encode(state)
        for bad in mutated(data, chooser("bytes", number)):
            try:
                read = game.decode(bad)
            except PositionError:
                continue
            assert game.encode(read) == bad, "decoded from bytes that are not canonical"
            game.legal_actions(read)


def mutated(data: bytes, choose: SeededDraws) -> Iterator[bytes]:
    yield from (b"", data[:-1], data + b"\0", data[1:], b"\xc1", b"\x80", b"\xff" * 8)
    for _ in range(60):
        place = pick(choose, len(data))
        yield data[:place] + bytes((choose.choice(256),)) + data[place + 1 :]
    for _ in range(10):
        start, stop = sorted((pick(choose, len(data)), pick(choose, len(data))))
        yield data[:start] + data[stop:]


def law_hashes(trial: Trial) -> None:
    game = trial.game
    assert game.part_names[-1] == "dice"
    by_hash: dict[bytes, bytes] = {}
    for state in trial.states:
        parts = game.hash_parts(state)
        assert tuple(parts) == game.part_names
        assert all(type(part) is bytes and len(part) == 16 for part in parts.values())
        whole = game.state_hash(state)
        assert whole == digest.state_hash(parts.values())
        data = game.encode(state)
        assert by_hash.setdefault(whole, data) == data, "two positions with one hash"
    assert len(set(by_hash.values())) == len(by_hash), "one position with two hashes"
    for state in [*trial.some_states(40), *ended(trial)]:
        fresh = game.decode(game.encode(state))
        assert game.hash_parts(fresh) == game.hash_parts(state), "what play carried along is stale"
    for stride in trial.strides:
        one, other = game.hash_parts(stride.before)["dice"], game.hash_parts(stride.after)["dice"]
        if stride.action in game.forward_actions(stride.before):
            assert (one != other) == bool(stride.draws.trace), "the dice part tells what was drawn"
        assert game.state_hash(stride.before) != game.state_hash(stride.after)
    for stride in trial.some_strides(40):
        again, _ = game.apply(game.decode(game.encode(stride.before)), stride.action, stride.script())
        assert game.hash_parts(again) == game.hash_parts(stride.after), "scripted draws hash otherwise"


def law_chance(trial: Trial) -> None:
    game = trial.game
    for stride in trial.strides:
        assert game.needs_chance(stride.before, stride.action) == bool(stride.draws.trace)
    for state in trial.some_states(12):
        for action in spread(game.legal_actions(state), 25):
            draws = SeededDraws(event_seed(bytes(32), 9))
            game.apply(state, action, draws)
            assert game.needs_chance(state, action) == bool(draws.trace), game.format(action)
            if draws.trace:
                with pytest.raises(ChanceNeeded):
                    game.apply(state, action, NoDraws())
            else:
                game.apply(state, action, NoDraws())
    for stride in [s for s in trial.strides if s.draws.trace][:40]:
        script = stride.script()
        after, events = game.apply(stride.before, stride.action, script)
        script.check_used()
        assert (after, events) == (stride.after, stride.events)
        dice, choices = stride.draws.dice, stride.draws.choices
        short = ScriptedDraws(dice[:-1], choices) if dice else ScriptedDraws((), choices[:-1])
        with pytest.raises(DrawError):
            game.apply(stride.before, stride.action, short)
        rolled = [pips for event in stride.events for pips in event.dice or ()]
        assert rolled == dice, "the events tell the dice in the order of rolling"


def law_purity(trial: Trial) -> None:
    game = trial.game
    for stride in trial.some_strides(60):
        before, number = game.encode(stride.before), hash(stride.before)
        first = game.apply(stride.before, stride.action, stride.script())
        game.legal_actions(stride.before)
        second = game.apply(stride.before, stride.action, stride.script())
        assert first == second == (stride.after, stride.events)
        assert game.encode(stride.before) == before
        assert hash(stride.before) == number
        with pytest.raises((AttributeError, TypeError)):
            stride.before.no_such_field = 1


def law_repr(trial: Trial) -> None:
    game = trial.game
    package = type(game).__module__.rpartition(".")[0]
    names: dict[str, object] = {}
    for module in [m for name, m in sys.modules.items() if name.startswith(package) or m is None]:
        names |= vars(module)
    names |= vars(sys.modules[type(game).__module__])
    for stride in trial.some_strides(4):
        assert eval(repr(stride.action), dict(names)) == stride.action
        assert eval(repr(stride.after), dict(names)) == stride.after


def law_views(trial: Trial) -> None:
    game = trial.game
    seats = range(game.seats(trial.options))
    shape = [(cell.name, cell.q, cell.r) for cell in game.board(trial.states[0]).cells]
    place = {name: i for i, (name, _, _) in enumerate(shape)}
    assert len(place) == len(shape) == len({(q, r) for _, q, r in shape})
    for state in [*trial.some_states(30), *ended(trial)]:
        board = game.board(state)
        assert board.orientation in ("flat", "pointy")
        assert [(cell.name, cell.q, cell.r) for cell in board.cells] == shape, "the board changed its shape"
        assert all(cell.owner is None or cell.owner in seats for cell in board.cells)
        assert all(cell.kind in ("plain", "base", "crown") for cell in board.cells)
        pieces = game.pieces(state)
        order = [place[piece.cell] for piece in pieces]
        assert order == sorted(order), "pieces stand in the order of the cells"
        assert all(piece.owner is None or piece.owner in seats for piece in pieces)
        assert all(piece.kind and piece.count >= 0 for piece in pieces)
        for action in game.legal_actions(state):
            cells = game.action_cells(action)
            assert len(cells) <= 2
            assert all(cell in place for cell in cells)
            effect = game.describe(state, action)
            assert isinstance(effect, Effect)
            assert effect.kind
            assert effect.cells == cells
            assert all(type(v) in (int, str, bool) for v in effect.details.values())
            rows = game.odds(state, action)
            if rows is not None:
                rolls = sum(row.rolls for row in rows)
                assert rolls in [6**dice for dice in range(12)]
                assert game.needs_chance(state, action) == (rolls > 1)
                assert len({dataclasses.replace(row, rolls=0) for row in rows}) == len(rows)
    for stride in trial.strides:
        for event in stride.events:
            assert event.seat is None or event.seat in seats
            assert event.cell is None or event.cell in place, event
            assert event.source is None or event.source in place, event
            assert set(event.to_json()) >= {"kind"}
            json.dumps(event.to_json(), allow_nan=False)


def law_observation(trial: Trial) -> None:
    game = trial.game
    for state in trial.some_states(10):
        for seat in range(game.seats(trial.options)):
            seen = game.observation(state, seat)
            assert game.to_act(seen) == game.to_act(state)
            if game.to_act(state) == seat:
                assert game.legal_actions(seen) == game.legal_actions(state)


def law_end(trial: Trial) -> None:
    game = trial.game
    seats = set(range(game.seats(trial.options)))
    for state in trial.states:
        outcome, mover = game.outcome(state), game.to_act(state)
        assert (outcome is None) == (mover is not None) == bool(game.legal_actions(state))
        judged = game.adjudicate(state)
        assert isinstance(judged, Outcome)
        assert judged.reason
        assert set(judged.winners) <= seats
        if mover is not None:
            assert mover in game.living(state)
            assert set(judged.winners) <= set(game.living(state))
            end = game.end_action(state)
            assert end is None or game.is_legal(state, end)
    for state in ended(trial):
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome == game.adjudicate(state)
        assert game.to_act(state) is None
        assert game.legal_actions(state) == []
        assert game.forward_actions(state) == []
        assert game.end_action(state) is None
        assert game.perft(state, 0) == 1
        assert game.perft(state, 1) == game.perft(state, 2) == 0
        for stride in trial.some_strides(3):
            assert not game.is_legal(state, stride.action)
            with pytest.raises(GameOver):
                game.apply(state, stride.action, NoDraws())
        for seat in seats:
            with pytest.raises(GameOver):
                game.resign(state, seat, NoDraws())


def law_resign(trial: Trial) -> None:
    game = trial.game
    seats = range(game.seats(trial.options))
    for number, state in enumerate(trial.some_states(12)):
        if game.to_act(state) is None:
            continue
        before, living = game.encode(state), game.living(state)
        for seat in (-1, len(seats), *(s for s in seats if s not in living)):
            with pytest.raises(IllegalAction):
                game.resign(state, seat, NoDraws())
        for seat in living:
            draws = SeededDraws(event_seed(bytes(32), number + 1))
            after, events = game.resign(state, seat, draws)
            assert game.resignation_needs_chance(state, seat) == bool(draws.trace)
            assert seat == game.to_act(state) or not draws.trace, "chance in a resignation out of turn"
            assert events
            assert seat not in game.living(after)
            script = ScriptedDraws(draws.dice, draws.choices)
            assert game.resign(state, seat, script) == (after, events)
            script.check_used()
            assert game.decode(game.encode(after)) == after
            outcome = game.outcome(after)
            if len(living) == 2:
                assert outcome is not None
                assert outcome.winners == tuple(s for s in living if s != seat)
                # Who went before, and how, need not be remembered: "the last seat" may say as much.
                assert outcome.reason == "resigned" or len(seats) > 2
            elif seat != game.to_act(state):
                assert outcome is None
                assert game.to_act(after) == game.to_act(state)
            elif outcome is None:
                assert game.to_act(after) in living
            if outcome is None:
                assert game.state_hash(after) != game.state_hash(state)
                undone = set(game.legal_actions(after)) - set(game.forward_actions(after))
                assert not undone, "a resignation cannot be taken back, nor anything before it"
        assert game.encode(state) == before


def law_json(trial: Trial) -> None:
    game = trial.game
    for state in [*trial.some_states(20), *ended(trial)]:
        value = game.to_json(state)
        assert value["game"] == game.name
        text = strictjson.dump(value)
        assert text.isascii()
        again = game.from_json(strictjson.load(text))
        assert without_undo(game.to_json(again)) == without_undo(strictjson.load(text))
        assert game.options(again) == trial.options
        assert game.to_act(again) == game.to_act(state)
        assert game.living(again) == game.living(state)
        assert game.outcome(again) == game.outcome(state)
        forward = game.forward_actions(state)
        assert game.legal_actions(again) == forward, "a loaded position plays on otherwise"
        assert game.decode(game.encode(again)) == again
        for action in spread(forward, 4):
            one, _ = game.apply(state, action, SeededDraws(bytes(32)))
            other, _ = game.apply(again, action, SeededDraws(bytes(32)))
            assert without_undo(game.to_json(one)) == without_undo(game.to_json(other))
    for number, state in enumerate(trial.some_states(3)):
        for bad in mutated_json(strictjson.load(strictjson.dump(game.to_json(state))), chooser(number)):
            try:
                read = game.from_json(bad)
            except (PositionError, SetupError):
                continue
            game.legal_actions(read)
            assert without_undo(game.to_json(game.from_json(game.to_json(read)))) == without_undo(
                game.to_json(read)
            )


def without_undo(value: Mapping[str, Any]) -> dict[str, Any]:
    """Drop the number of actions that can be taken back: a loaded position has none."""
    return strictjson.load(strictjson.dump({k: v for k, v in value.items() if k != "undo"}))


def mutated_json(value: dict[str, Any], choose: SeededDraws) -> Iterator[dict[str, Any]]:
    """Yield copies of ``value`` with one place changed, dropped or added."""
    junk: tuple[Any, ...] = (
        None,
        True,
        -1,
        0,
        1,
        7,
        10**9,
        1.5,
        "",
        "x",
        "e1",
        "A1",
        "R9",
        [],
        [0],
        {},
        {"x": 1},
    )
    places = list(paths(value))
    for _ in range(120):
        copy = json.loads(json.dumps(value))
        path = places[pick(choose, len(places))]
        holder = functools.reduce(lambda v, key: v[key], path[:-1], copy)
        match choose.choice(4):
            case 0:
                del holder[path[-1]]
            case 1 if isinstance(holder, dict):
                holder["no such key"] = 1
            case 1:
                holder.append(holder[path[-1]])
            case _:
                holder[path[-1]] = junk[choose.choice(len(junk))]
        yield copy


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from paths(item, (*path, key))


def law_replay(trial: Trial) -> None:
    game = trial.game
    middle = trial.states[len(trial.states) // 2]
    loaded = game.from_json(strictjson.load(strictjson.dump(game.to_json(middle))))
    for recorder in (Recorder(game, game.setup(trial.options)), Recorder(game, loaded, loaded=True)):
        choose = chooser("replay")
        while len(recorder.steps) < 60 and (actions := game.legal_actions(recorder.state)):
            action = actions[pick(choose, len(actions))]
            recorder.play(action, SeededDraws(event_seed(bytes(32), recorder.chance_steps + 1)))
        while (mover := game.to_act(recorder.state)) is not None:
            recorder.resign(mover, SeededDraws(event_seed(bytes(32), recorder.chance_steps + 1)))
        record = recorder.record()
        assert record.result == game.outcome(recorder.state)
        for text in (record.to_json(), record.to_json(game.part_names)):
            read = parse_record(strictjson.dump(text), {game.name: game})
            assert read.to_json() == strictjson.load(strictjson.dump(record.to_json()))
            states = replay(read, game)
            assert states[0] == start_state(read, game)
            assert states[-1] == recorder.state
            assert len(states) == len(record.steps) + 1
    spoiled = json.loads(json.dumps(record.to_json()))
    spoiled["steps"][-1]["hash"] = "0" * 32
    with pytest.raises(ReplayError) as caught:
        replay(read_record(spoiled, {game.name: game}), game)
    assert caught.value.step == len(record.steps) - 1


def law_perft(trial: Trial) -> None:
    game = trial.game
    for state in trial.some_states(4):
        assert game.perft(state, 0) == 1
        assert game.perft(state, 1) == Game.perft(game, state, 1)
    for state in trial.some_states(2):
        assert game.perft(state, 2) == Game.perft(game, state, 2)


def law_levels(trial: Trial) -> None:
    game = trial.game
    assert next(iter(levels_of(game.name))) == "random"
    for level in levels_of(game.name):
        for step, state in enumerate(trial.some_states(6)):
            seat = game.to_act(state)
            if seat is None:
                continue
            decisions = [make_player(game, level, seat, bytes(32), 50).choose(state, step) for _ in range(2)]
            assert decisions[0] == decisions[1]
            action = decisions[0].action
            assert action is None or action in game.forward_actions(state)


LAWS: dict[str, Callable[[Trial], None]] = {
    name.removeprefix("law_"): value for name, value in list(globals().items()) if name.startswith("law_")
}
