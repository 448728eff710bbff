"""Positions of Krieg und Frieden read from JSON and bytes: what is refused, and what is kept."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from engine import canonical
from engine.dice import NoDraws
from engine.errors import PositionError
from engine.krieg import encoding
from engine.krieg.actions import Verb
from engine.krieg.boards import geometry
from engine.krieg.encoding import MAX_UNDO
from engine.krieg.loading import MAX_LOADED_ROUND
from engine.krieg.modes import Rules
from engine.krieg.state import State, linked

Change = Callable[[dict[str, Any]], object]


def entry(value: dict[str, Any], name: str) -> dict[str, Any]:
    return next(cell for cell in value["cells"] if cell["cell"] == name)


def put(name: str, **changes: Any) -> Change:
    """Change fields of a cell, or of its stack those that begin with ``stack_``."""

    def change(value: dict[str, Any]) -> None:
        cell = entry(value, name)
        for key, item in changes.items():
            if key.startswith("stack_"):
                cell["stack"][key.removeprefix("stack_")] = item
            else:
                cell[key] = item

    return change


def top(**changes: Any) -> Change:
    return lambda value: value.update(changes)


def seat(number: int, **changes: Any) -> Change:
    return lambda value: value["seats"][number].update(changes)


def setup(**changes: Any) -> Change:
    return lambda value: value["setup"].update(changes)


def add(name: str, **fields: Any) -> Change:
    blank = {"owner": None, "stack": None, "building": None, "crown": None, "guards": 0, "tower": 0}
    return lambda value: value["cells"].append({"cell": name, **blank, **fields})


def drop(*path: Any) -> Change:
    def change(value: Any) -> None:
        for key in path[:-1]:
            value = value[key]
        del value[path[-1]]

    return change


def stack(owner: int, kind: str = "fighter", count: int = 1, **more: Any) -> dict[str, Any]:
    return {"owner": owner, "kind": kind, "count": count, "steps": 0, "can_act": False, **more}


@pytest.fixture
def value(krieg: ModuleType) -> dict[str, Any]:
    """A position with a bit of everything: e3, e4, d4, c3 of seat 0, e6 and e7 of seat 1."""
    s = krieg.position(
        "e3 0 fighter3",
        "d4 0 worker2",
        "e4 0 mine",
        "c3 0 castle archer1",
        "e6 1 rider2",
        "e7 1 castle0",
        gold=(5, 6),
        round_limit=9,
        number=4,
    )
    read: dict[str, Any] = krieg.GAME.to_json(s)
    return read


REFUSED: dict[str, tuple[Change, str]] = {
    "no object": (lambda value: value.clear(), "position"),
    "unknown key": (top(colour="red"), "position"),
    "missing key": (drop("turn"), "position"),
    "other game": (top(game="towerwars"), "game"),
    "bad option": (setup(radius=2), "setup.radius"),
    "unknown option": (setup(speed=1), "setup.speed"),
    "setup no object": (top(setup=[]), "setup"),
    "turn no number": (top(turn="0"), "turn"),
    "turn a truth": (top(turn=True), "turn"),
    "turn of no seat": (top(turn=2), "turn"),
    "turn of a seat with other stacks ready": (top(turn=1), "c3"),
    "round 0": (top(round=0), "round"),
    "round beyond limit": (top(round=10), "round"),
    "round too large": (top(round=2**31), "round"),
    "undo negative": (top(undo=-1), "undo"),
    "over without end": (top(over=True), "over"),
    "winner without end": (top(winner=0), "winner"),
    "draw without end": (top(draw=True), "draw"),
    "over no truth": (top(over=0), "over"),
    "too few seats": (lambda value: value["seats"].pop(), "seats"),
    "seats no array": (top(seats={}), "seats"),
    "seat no object": (lambda value: value["seats"].__setitem__(0, 1), "seats[0]"),
    "seat unknown key": (seat(0, name="Ann"), "seats[0]"),
    "gold below 0": (seat(0, gold=-1), "seats[0].gold"),
    "gold above 999": (seat(1, gold=1000), "seats[1].gold"),
    "gold a fraction": (seat(1, gold=1.5), "seats[1].gold"),
    "wrong income": (seat(0, income=4), "seats[0].income"),
    "wrong upkeep": (seat(0, upkeep=0), "seats[0].upkeep"),
    "crowns a truth": (seat(0, crowns=True), "seats[0].crowns"),
    "too many seats": (lambda value: value["seats"].append({"gold": 0, "alive": False}), "seats"),
    "option of a number": (lambda value: value["setup"].update({3: 4}), "setup.3"),
    "wrong crowns": (seat(0, crowns=2), "seats[0].crowns"),
    "alive no truth": (seat(0, alive=1), "seats[0].alive"),
    "nobody alive": (lambda value: [s.update(alive=False) for s in value["seats"]], "seats"),
    "over and said not to be": (seat(1, alive=False), "c3"),
    "cells no array": (top(cells=None), "cells"),
    "cell no object": (lambda value: value["cells"].__setitem__(0, "e1"), "cells[0]"),
    "cell unknown": (put("e3", cell="j1"), "cells[6].cell"),
    "cell no text": (put("e3", cell=5), "cells[6].cell"),
    "cell twice": (put("e3", cell="e4"), "e4"),
    "cell unknown key": (put("e3", height=1), "cells[6]"),
    "cell missing key": (lambda value: entry(value, "e3").pop("tower"), "cells[6]"),
    "owner of no seat": (put("e4", owner=2), "e4.owner"),
    "owner no number": (put("e4", owner=False), "e4.owner"),
    "no such building": (put("e4", building="tower"), "e4.building"),
    "no such crown": (put("e1", crown="gold"), "e1.crown"),
    "guards above 2": (put("e1", guards=3), "e1.guards"),
    "guards of a castle above 1": (put("e7", guards=2), "e7.guards"),
    "guards of a mine": (put("e4", guards=1), "e4.guards"),
    "guards of nothing": (put("e3", guards=1), "e3.guards"),
    "building on a crown": (put("e1", building="mine"), "e1"),
    "tower on a crown": (put("e1", tower=1), "e1"),
    "crown off its corner": (put("e3", crown="standing"), "e3"),
    "crown gone": (put("e1", crown=None, guards=0), "e1"),
    "crown dead with two seats": (put("e1", crown="dead", guards=0), "e1"),
    "crown of the enemy": (put("e1", owner=1), "e1"),
    "crown of nobody": (put("e1", owner=None), "e1"),
    "building of nobody": (put("e4", owner=None), "e4"),
    "tower in another mode": (add("e5", tower=3), "e5"),
    "tower too high": (add("e5", tower=6), "e5.tower"),
    "stack no object": (put("e3", stack=3), "e3.stack"),
    "stack on enemy land": (put("e3", owner=1), "e3"),
    "stack on no land": (put("e3", owner=None), "e3"),
    "resting stack on no land": (add("e5", stack=stack(None)), "e5"),
    "stack of a bool": (put("e3", stack_owner=False), "e3"),
    "stack of 6": (put("e3", stack_count=6), "e3.stack.count"),
    "stack of 0": (put("e3", stack_count=0), "e3.stack.count"),
    "stack of no kind": (put("e3", stack_kind="knight"), "e3.stack.kind"),
    "stack kind null": (put("e3", stack_kind=None), "e3.stack.kind"),
    "two workers": (put("d4", stack_count=2), "d4.stack.count"),
    "charges 0": (put("d4", stack_charges=0), "d4.stack.charges"),
    "charges 3": (put("d4", stack_charges=3), "d4.stack.charges"),
    "charges missing": (lambda value: entry(value, "d4")["stack"].pop("charges"), "d4.stack.charges"),
    "charges of a fighter": (put("e3", stack_charges=1), "e3.stack"),
    "steps above the kind's": (put("e3", stack_steps=2), "e3.stack.steps"),
    "steps out of turn": (put("e6", stack_steps=1), "e6"),
    "attack out of turn": (put("e6", stack_can_act=True), "e6"),
    "step without attack off a shop": (put("e3", stack_can_act=False), "e3"),
    "can_act no truth": (put("e3", stack_can_act=1), "e3.stack.can_act"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_impossible_positions_are_refused(krieg: ModuleType, value: dict[str, Any], name: str):
    change, culprit = REFUSED[name]
    krieg.GAME.from_json(copy.deepcopy(value))
    change(value)
    with pytest.raises(PositionError) as caught:
        krieg.GAME.from_json(value)
    assert caught.value.culprit == culprit
    assert culprit in caught.value.text or culprit.startswith("setup.")


@pytest.mark.parametrize(
    ("cells", "options", "culprit"),
    [
        (("a5 1 crown2",), {"seats": 3, "out": (1,)}, "a5"),
        (("a5 1 dead",), {"seats": 3}, "a5"),
        (("a5 - dead",), {"seats": 3, "out": (1,)}, "a5"),
        (("a5 1 dead", "c5 1 fighter1"), {"seats": 3, "out": (1,)}, "c5"),
        (("a5 1 dead",), {"seats": 3, "out": (1,), "turn": 1}, "turn"),
        (("a1 1 dead",), {"mode": "factions", "out": (1,)}, "a1"),
        (("a1 1 crown2",), {"mode": "factions", "out": (1,)}, "a1"),
        (("a1 - crown2",), {"mode": "factions"}, "a1"),
        (("a1 2 crown2",), {"mode": "factions"}, "a1"),
        (("e5 0 tower3",), {"mode": "towers"}, "e5"),
        (("e5 - tower4",), {"mode": "towers"}, "e5"),
        (("e4 - tower3",), {"mode": "towers"}, "e4"),
        (("c1 0 rider1/20",), {}, "c1"),
        (("e1 0 crown2 rider1/20",), {}, "e1"),
    ],
)
def test_impossible_positions_of_other_modes_are_refused(krieg: ModuleType, cells, options, culprit: str):
    with pytest.raises(PositionError) as caught:
        krieg.position(*cells, **options)
    assert caught.value.culprit == culprit


def test_derived_keys_may_be_left_out(krieg: ModuleType, value: dict[str, Any]):
    s = krieg.GAME.from_json(value)
    for key in ("game", "undo", "over", "winner", "draw"):
        del value[key]
    for entry_of_seat in value["seats"]:
        for key in ("income", "upkeep", "crowns"):
            del entry_of_seat[key]
    value["setup"] = {"round_limit": 9}
    assert krieg.GAME.from_json(value) == s


def test_what_could_be_taken_back_and_the_draws_are_not_part_of_it(krieg: ModuleType):
    s = krieg.position("e3 0 fighter2", "e4 1 fighter1", gold=(30, 0))
    s, _ = krieg.play(s, "attack e3 e4", 1, 1, 6)
    s = krieg.after(s, "buy fighter e1", "buy fighter e1")
    read = krieg.GAME.from_json(krieg.GAME.to_json(s))
    assert krieg.GAME.to_json(s)["undo"] == 2
    assert krieg.GAME.to_json(read) == krieg.GAME.to_json(s) | {"undo": 0}
    ours, theirs = krieg.GAME.hash_parts(s), krieg.GAME.hash_parts(read)
    assert [name for name in ours if ours[name] != theirs[name]] == ["turn", "dice"]


def test_finished_positions_are_read(krieg: ModuleType):
    GAME = krieg.GAME  # noqa: N806 - short for what follows
    won, _ = krieg.play(krieg.position("e8 0 rider3", "e9 1 crown0"), "attack e8 e9")
    limit = krieg.after(krieg.position(turn=1, number=2, round_limit=2, gold=(1, 1)), "end")
    resigned, _ = krieg.resign(krieg.position(mode="factions"), 3)
    for seat_out in (0, 1, 2, 4):
        resigned, _ = krieg.resign(resigned, seat_out)
    for s in (won, limit, resigned, krieg.resign(krieg.position(), 0)[0]):
        assert GAME.outcome(s) is not None
        read = GAME.from_json(GAME.to_json(s))
        assert GAME.outcome(read) == GAME.outcome(s)
        assert GAME.to_json(read) == GAME.to_json(s)
        assert GAME.legal_actions(read) == []
        assert GAME.decode(GAME.encode(s)) == s
    value = GAME.to_json(limit)
    with pytest.raises(PositionError):
        GAME.from_json(value | {"winner": 0})
    with pytest.raises(PositionError):
        GAME.from_json(value | {"turn": 0})
    value = GAME.to_json(won)
    assert GAME.from_json(value) == GAME.from_json({key: value[key] for key in value if key != "winner"})
    for key, wrong in (("winner", False), ("winner", 1), ("winner", None), ("draw", 0), ("over", 1)):
        with pytest.raises(PositionError):
            GAME.from_json(value | {key: wrong})


# --- bytes ----------------------------------------------------------------------------------------------
@pytest.fixture
def chained(krieg: ModuleType) -> Any:
    s = krieg.position("e3 0 fighter2", "e4 1 fighter1", gold=(30, 0))
    s, _ = krieg.play(s, "attack e3 e4", 1, 1, 6)
    return krieg.after(s, "buy fighter e1", "move e1 d1", "buy worker e1")


def test_bytes_keep_what_can_be_taken_back(krieg: ModuleType, chained: Any):
    read = krieg.GAME.decode(krieg.GAME.encode(chained))
    assert read == chained
    assert read.final
    here, there = read, chained
    while there.previous is not None:
        here, there = krieg.after(here, "undo"), krieg.after(there, "undo")
        assert here == there
        assert krieg.GAME.hash_parts(here) == krieg.GAME.hash_parts(there)
    assert krieg.reason(here, "undo") == "final"


def encoded(krieg: ModuleType, s: Any) -> Any:
    return canonical.unpack(krieg.GAME.encode(s))


@pytest.mark.parametrize(
    "change",
    [
        lambda parts: parts.append(0),
        lambda parts: parts.pop(),
        lambda parts: parts.__setitem__(2, b"short"),
        lambda parts: parts[0].__setitem__(2, 9),
        lambda parts: parts[0].pop(),
        lambda parts: parts[1].__setitem__(0, True),
        lambda parts: parts[1].__setitem__(0, 2),
        lambda parts: parts[1].__setitem__(2, [1, 0]),
        lambda parts: parts[1].__setitem__(2, [0, 0, 1]),
        lambda parts: parts[1].__setitem__(2, [True, 1]),
        lambda parts: parts[1].__setitem__(2, []),
        lambda parts: parts[1].__setitem__(2, [0, 1, 2]),
        lambda parts: parts[1].__setitem__(3, True),
        lambda parts: parts[1].__setitem__(4, 1),
        lambda parts: parts[3].__setitem__(0, parts[3][0][:-1]),
        lambda parts: parts[3].__setitem__(0, b"\x03" + parts[3][0][1:]),
        lambda parts: parts[3].__setitem__(1, b"\xff" + parts[3][1][1:]),
        lambda parts: parts[3].__setitem__(2, b"\xff" + parts[3][2][1:]),
        # A stack on nobody's land.
        lambda parts: parts[3].__setitem__(2, b"\x48" + parts[3][2][1:]),
        lambda parts: parts[3].__setitem__(3, [1000, 0]),
        lambda parts: parts[3].__setitem__(3, [1]),
        lambda parts: parts[3].__setitem__(3, ["1", 0]),
        # Chains that do not lead here: a link gone, two exchanged, more gold, far too long.
        lambda parts: parts[4].pop(1),
        lambda parts: parts[4].reverse(),
        lambda parts: parts[4][0].__setitem__(3, [31, 0]),
        lambda parts: parts[4].extend(parts[4][:1] * 2000),
    ],
)
def test_bytes_of_impossible_positions_are_refused(krieg: ModuleType, chained: Any, change: Change):
    parts = encoded(krieg, chained)
    assert krieg.GAME.decode(canonical.pack(parts)) == chained
    change(parts)
    with pytest.raises(PositionError):
        krieg.GAME.decode(canonical.pack(parts))


@pytest.mark.parametrize(
    ("before", "after", "paid", "follows"),
    [
        # A purchase in a castle, the same unpaid, and one where nothing is sold.
        ("d3 0 castle fighter1/00", "d3 0 castle fighter2/00", 3, True),
        ("d3 0 castle fighter1/00", "d3 0 castle fighter2/00", 0, False),
        ("d3 0 mine fighter1/00", "d3 0 mine fighter2/00", 3, False),
        # A step, one over two cells, one into an enemy castle, one that splits a stack.
        ("e3 0 fighter2, e4 0", "e3 0, e4 0 fighter2/01", 0, True),
        ("e3 0 fighter2, e5 0", "e3 0, e5 0 fighter2/01", 0, False),
        ("e3 0 fighter2, e4 1 castle0", "e3 0, e4 0 castle0 fighter2/01", 0, False),
        ("e3 0 fighter2, e4 0", "e3 0 fighter1, e4 0 fighter1/01", 0, False),
        # Two steps at once, and nothing at all.
        ("e3 0 archer1, e4 0, g3 0 archer1, g4 0", "e3 0, e4 0 archer1/01, g3 0, g4 0 archer1/01", 0, False),
        ("e3 0 fighter2", "e3 0 fighter2", 0, False),
    ],
)
def test_each_link_of_a_chain_is_one_purchase_or_step(
    krieg: ModuleType, before: str, after: str, paid: int, follows: bool
):
    chain = linked(
        krieg.position(*before.split(", "), gold=(9, 0)),
        krieg.position(*after.split(", "), gold=(9 - paid, 0)),
    )
    data = krieg.GAME.encode(chain)
    if follows:
        assert krieg.GAME.decode(data) == chain
        return
    with pytest.raises(PositionError) as caught:
        krieg.GAME.decode(data)
    assert caught.value.culprit == "undo"


def test_nothing_is_taken_back_once_the_game_is_over(krieg: ModuleType):
    cells = ("e9 0 crown0 fighter1/00", "d3 0 castle fighter1/00")
    before = krieg.position(*cells, gold=(9, 0), out=(1,))
    after = krieg.position(cells[0], "d3 0 castle fighter2/00", gold=(6, 0), out=(1,))
    for s in (before, after):
        assert krieg.GAME.decode(krieg.GAME.encode(s)) == s
    with pytest.raises(PositionError):
        krieg.GAME.decode(krieg.GAME.encode(linked(before, after)))


@pytest.mark.parametrize(
    "packed",
    [
        pytest.param(kind << 6 | count << 3 | steps << 1 | acts, id=f"{kind}-{count}-{steps}-{acts}")
        for kind, most, swift in ((0, 2, 1), (1, 5, 1), (2, 5, 2), (3, 5, 1))
        for count in range(8)
        for steps in range(4)
        for acts in (0, 1)
        if not (1 <= count <= most and steps <= swift) and kind << 6 | count << 3 | steps << 1 | acts
    ],
)
def test_bytes_of_impossible_stacks_are_refused(krieg: ModuleType, packed: int):
    parts = encoded(krieg, krieg.position("e1 0 crown2 fighter1"))
    cell = geometry(4).index["e1"]
    units = bytearray(parts[3][2])
    units[cell] = packed
    parts[3][2] = bytes(units)
    with pytest.raises(PositionError) as caught:
        krieg.GAME.decode(canonical.pack(parts))
    assert caught.value.culprit == "e1"


def test_a_chain_longer_than_any_turn_is_not_looked_at(krieg: ModuleType, chained: Any, monkeypatch):
    data = krieg.GAME.encode(chained)
    monkeypatch.setattr(encoding, "MAX_UNDO", chained.undo_depth)
    assert krieg.GAME.decode(data) == chained
    monkeypatch.setattr(encoding, "MAX_UNDO", chained.undo_depth - 1)
    with pytest.raises(PositionError):
        krieg.GAME.decode(data)


def test_a_chain_may_be_deeper_than_the_stack(krieg: ModuleType):
    s = krieg.position("e3 0 rider1", gold=(999, 0))
    for _ in range(1500):
        # No turn is that long, but a chain does not know.
        s = dataclasses.replace(s, previous=s)
    assert s.undo_depth == 1500
    again = dataclasses.replace(s)
    assert again == s
    assert krieg.GAME.state_hash(again) == krieg.GAME.state_hash(s)
    assert len(repr(s)) > 1500
    assert hash(again) == hash(s)


def test_texts_of_states_can_be_pasted(krieg: ModuleType, chained: Any):
    names = {"State": State, "Rules": Rules, "linked": linked}
    for s in (krieg.GAME.setup({"mode": "towers"}), chained):
        assert eval(repr(s), names) == s
    assert chained != krieg.after(chained, "undo")
    assert chained != repr(chained)
    with pytest.raises(ValueError):
        linked()


# --- between processes ----------------------------------------------------------------------------------
def test_states_and_actions_are_copied_and_sent_to_other_processes(krieg: ModuleType, chained: Any):
    long = krieg.position("e3 0 rider1", gold=(999, 0))
    for _ in range(MAX_UNDO):
        long = dataclasses.replace(long, previous=long)
    for s in (chained, krieg.after(chained, "end"), long):
        packed = pickle.dumps(s)
        assert len(packed) < 2500 + 500 * s.undo_depth, "options are packed once, the board not at all"
        for again in (pickle.loads(packed), copy.deepcopy(s)):
            assert again == s
            assert again.undo_depth == s.undo_depth
            assert again.rules is s.rules
            assert krieg.GAME.state_hash(again) == krieg.GAME.state_hash(s)
    for action in krieg.GAME.legal_actions(chained):
        assert pickle.loads(pickle.dumps(action)) == action


def test_the_longest_turn_keeps_its_bytes(krieg: ModuleType):
    """Riders everywhere step twice, and all the gold buys fighters of which each steps once."""
    board = geometry(8)
    castles = [name for name in board.names if board.distances[board.index[name]][board.index["i9"]] % 3 == 0]
    riders = [name for name in board.names if board.distances[board.index[name]][board.index["i9"]] % 3 == 1]
    kept = {"i1", "i17"}
    s = krieg.position(
        *(f"{name} 0 castle" for name in castles if name not in kept),
        *(f"{name} 0 rider1" for name in riders if name not in kept),
        radius=8,
        gold=(999, 0),
    )
    while actions := [a for a in krieg.GAME.forward_actions(s) if a.verb in (Verb.BUY, Verb.MOVE)]:
        steps = [a for a in actions if a.verb is Verb.MOVE]
        cheap = [a for a in actions if a.piece == "fighter"]
        s = krieg.GAME.apply(s, (steps if s.undo_depth % 2 else cheap or steps or actions)[0], NoDraws())[0]
    assert 700 < s.undo_depth <= MAX_UNDO
    assert krieg.GAME.decode(krieg.GAME.encode(s)) == s


def test_a_round_may_pass_the_greatest_one_that_is_loaded(krieg: ModuleType):
    s = krieg.position(turn=1, number=MAX_LOADED_ROUND)
    s = krieg.after(s, "end")
    assert s.round == MAX_LOADED_ROUND + 1
    assert krieg.GAME.decode(krieg.GAME.encode(s)) == s
