"""Laws of Krieg und Frieden over random play: legality, hashes, round trips, conservation, odds."""

import dataclasses
from collections.abc import Iterator
from functools import cache
from itertools import product
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import digest
from engine.ai.uniform import pick
from engine.dice import DIE_SIDES, NoDraws, ScriptedDraws, SeededDraws
from engine.errors import ChanceNeeded
from engine.game import OddsRow
from engine.krieg import state as state_module
from engine.krieg.actions import BUILDINGS, Action, Verb
from engine.krieg.boards import geometry
from engine.krieg.combat import resolve
from engine.krieg.economy import income, upkeep
from engine.krieg.game import Krieg
from engine.krieg.odds import odds_table
from engine.krieg.pieces import ARCHER, COUNT, FIGHTER, KIND, KIND_NAMES, RIDER, STEPS, WORKER
from engine.krieg.state import State

GAME = Krieg()

OPTIONS = (
    {"radius": 3, "gold": (40, 40), "disband": True},
    {"radius": 3, "seats": 3, "gold": (30, 30, 30), "castle_charges": 1, "short_shots": True},
    {"mode": "towers", "gold": (60, 60), "round_limit": 12},
    {"mode": "towers", "seats": 3, "radius": 3, "gold": (60, 60, 60), "short_shots": True},
    {"mode": "factions", "radius": 3, "gold": (25,) * 6, "disband": True},
)


WEIGHTS = {
    Verb.ATTACK: 30,
    Verb.BUILD: 6,
    Verb.BUY: 3,
    Verb.DISBAND: 1,
    Verb.END: 2,
    Verb.MOVE: 9,
    Verb.UNDO: 1,
}
"""How likely each verb is, so that walks get to battles."""


def walk(
    options: dict[str, Any], seed: int, steps: int
) -> Iterator[tuple[State, Action, SeededDraws, State]]:
    """Yield random steps: the position before, the action, its draws, the position after."""
    choose = SeededDraws(digest.H("test.krieg", seed.to_bytes(4, "big")))
    s = GAME.setup(options)
    for number in range(steps):
        actions = GAME.legal_actions(s)
        if not actions:
            return
        verbs = {a.verb for a in actions}
        lots = [verb for verb, weight in WEIGHTS.items() if verb in verbs for _ in range(weight)]
        verb = lots[pick(choose, len(lots))]
        chosen = [a for a in actions if a.verb is verb]
        action = chosen[pick(choose, len(chosen))]
        draws = SeededDraws(digest.H("test.draws", seed.to_bytes(4, "big") + number.to_bytes(4, "big")))
        after, _ = GAME.apply(s, action, draws)
        yield s, action, draws, after
        s = after


walks = st.tuples(st.sampled_from(OPTIONS), st.integers(0, 2**32 - 1))
few = settings(max_examples=40, deadline=None, derandomize=True)


@cache
def all_actions(radius: int) -> tuple[Action, ...]:
    """Return every action that can be written with cells on the board, and some off it."""
    names = [*geometry(radius).names, "q17"]
    actions = [Action(Verb.END), Action(Verb.UNDO)]
    actions += [Action(verb, a, b) for verb in (Verb.MOVE, Verb.ATTACK) for a, b in product(names, names)]
    actions += [Action(Verb.BUY, name, piece=kind) for name in names for kind in KIND_NAMES]
    actions += [Action(Verb.BUILD, name, piece=building) for name in names for building in BUILDINGS]
    actions += [Action(Verb.DISBAND, name) for name in names]
    return tuple(actions)


@given(walks)
@few
def test_is_legal_agrees_with_the_list(case):
    options, seed = case
    for number, (s, _, _, _) in enumerate(walk(options, seed, 300)):
        if number % 50:
            continue
        legal = set(GAME.legal_actions(s))
        for action in all_actions(s.rules.radius) if s.rules.radius == 3 else GAME.legal_actions(s):
            assert GAME.is_legal(s, action) == (action in legal), (action, s)
            refusal = GAME.refusal(s, action)
            assert (refusal is None) == (action in legal)
            assert refusal is None or refusal.text


@given(walks)
@few
def test_texts_round_trip_and_are_sorted(case):
    for s, *_ in walk(*case, 80):
        listed = [GAME.format(action) for action in GAME.legal_actions(s)]
        assert listed == sorted(set(listed))
        assert [GAME.format(GAME.parse(text)) for text in listed] == listed


@given(walks)
@few
def test_carried_hashes_equal_recomputed_ones(case):
    for number, (_, _, _, s) in enumerate(walk(*case, 300)):
        carried = GAME.hash_parts(s)
        if number % 15 == 0:
            again = GAME.decode(GAME.encode(s))
            assert again == s
            assert GAME.encode(again) == GAME.encode(s)
            assert GAME.hash_parts(again) == carried
            assert GAME.state_hash(again) == GAME.state_hash(s) == digest.state_hash(carried.values())


@given(walks)
@few
def test_json_round_trips(case):
    for number, (_, _, _, s) in enumerate(walk(*case, 300)):
        if number % 15 == 0:
            value = GAME.to_json(s)
            read = GAME.from_json(value)
            assert GAME.to_json(read) == value | {"undo": 0}
            assert GAME.forward_actions(read) == GAME.forward_actions(s)
            assert GAME.outcome(read) == GAME.outcome(s)
            assert GAME.from_json(GAME.to_json(read)) == read


@given(walks)
@few
def test_scripted_draws_lead_where_seeded_ones_did(case):
    for s, action, draws, after in walk(*case, 300):
        script = ScriptedDraws(draws.dice, draws.choices)
        again, _ = GAME.apply(s, action, script)
        script.check_used()
        assert again == after
        assert GAME.state_hash(again) == GAME.state_hash(after)
        assert GAME.needs_chance(s, action) == bool(draws.trace)
        assert after.draws == digest.extend_draws(s.draws, draws.trace)
        if draws.trace:
            with pytest.raises(ChanceNeeded):
                GAME.apply(s, action, NoDraws())


@given(walks)
@few
def test_a_source_used_for_several_steps_hashes_as_one_for_each(case):
    shared = SeededDraws(digest.H("test.shared", case[1].to_bytes(4, "big")))
    s = GAME.setup(case[0])
    for _, action, _, _ in walk(*case, 60):
        if not GAME.is_legal(s, action):
            break
        dice, choices = len(shared.dice), len(shared.choices)
        after, _ = GAME.apply(s, action, shared)
        again, _ = GAME.apply(s, action, ScriptedDraws(shared.dice[dice:], shared.choices[choices:]))
        assert GAME.state_hash(again) == GAME.state_hash(after)
        s = after


@given(walks)
@few
def test_undo_takes_back_exactly_one_purchase_or_step(case):
    for s, action, _, after in walk(*case, 300):
        if action.verb in (Verb.BUY, Verb.MOVE):
            undone, _ = GAME.apply(after, Action(Verb.UNDO), NoDraws())
            assert undone == s
            assert GAME.state_hash(undone) == GAME.state_hash(s)
            assert after.undo_depth == s.undo_depth + 1
        elif action.verb is not Verb.UNDO:
            assert after.undo_depth == 0


@given(walks)
@few
def test_conservation(case):
    for s, action, _, after in walk(*case, 300):
        assert all(0 <= gold <= 999 for gold in after.gold)
        for owner, packed in zip(after.owners, after.units, strict=True):
            if not packed:
                continue
            assert 1 <= COUNT[packed] <= (1 if KIND[packed] == WORKER else 5)
            assert owner
            assert (STEPS[packed] == 0) or (owner - 1 == after.turn and not after.over)
        seats = set(range(s.rules.seats)) - {s.turn, after.turn}
        if action.verb is Verb.ATTACK:
            assert after.gold == s.gold
        assert all(after.gold[seat] == s.gold[seat] for seat in seats)
        if action.verb is Verb.END and not after.over:
            before = s.gold[after.turn] + income(after, after.turn)
            paid = upkeep(after, after.turn)
            assert after.gold[after.turn] == min(999, before - paid)


@given(walks)
@few
def test_events_tell_the_dice_and_whose_they_are(case):
    for s, action, draws, after in walk(*case, 300):
        _, events = GAME.apply(s, action, ScriptedDraws(draws.dice, draws.choices))
        assert [pips for event in events for pips in event.dice or ()] == draws.dice
        lost = sum(
            event.count or 0
            for event in events
            if event.kind.value in ("lost", "starved") and event.piece in KIND_NAMES
        )
        bought = action.verb is Verb.BUY
        spent = action.verb is Verb.BUILD and sum(map(bool, after.units)) < sum(map(bool, s.units))
        gone = sum(COUNT[unit] for unit in s.units) - sum(COUNT[unit] for unit in after.units)
        if action.verb is not Verb.UNDO and after.living == s.living:
            assert gone == lost - bought + spent


@pytest.mark.parametrize(
    ("field", "part"),
    [
        ("rules", "board"),
        ("owners", "board"),
        ("sites", "board"),
        ("gold", "economy"),
        ("units", "units"),
        ("turn", "turn"),
        ("round", "turn"),
        ("living", "turn"),
        ("limit_reached", "turn"),
        ("final", "turn"),
        ("previous", "turn"),
        ("draws", "dice"),
    ],
)
def test_the_hash_covers_every_field_in_its_part(krieg: ModuleType, field: str, part: str):
    s = krieg.position("e3 0 fighter2", "e6 1 rider1", "d5 0 mine", gold=(5, 6))
    other = krieg.after(
        krieg.position("e4 0 worker1", "c3 0 castle", gold=(9, 9), number=2, short_shots=True), "end"
    )
    changed = dataclasses.replace(
        s,
        **{
            "limit_reached": {field: True},
            "final": {field: True},
            "living": {field: (0,)},
            "previous": {field: s},
            "draws": {field: bytes(15) + b"\1"},
        }.get(field, {field: getattr(other, field)}),
    )
    assert changed != s
    ours, theirs = krieg.GAME.hash_parts(s), krieg.GAME.hash_parts(changed)
    assert [name for name in ours if ours[name] != theirs[name]] == [part]
    assert krieg.GAME.state_hash(s) != krieg.GAME.state_hash(changed)


def test_a_step_hashes_again_only_what_it_changed(krieg: ModuleType, monkeypatch: pytest.MonkeyPatch):
    hashed: list[bytes] = []

    def counting(encoded: bytes) -> bytes:
        hashed.append(encoded)
        return digest.part_hash(encoded)

    monkeypatch.setattr(state_module, "part_hash", counting)
    s = krieg.position("e3 0 fighter2", "e4 0", gold=(50, 0))
    krieg.GAME.state_hash(s)
    assert len(hashed) == 4
    for text, parts in (("buy fighter e1", 3), ("move e3 e4", 2), ("move e1 e2", 3), ("undo", 0)):
        hashed.clear()
        s = krieg.after(s, text)
        krieg.GAME.state_hash(s)
        assert len(hashed) == parts, text
    s = krieg.position(gold=(50, 0))
    krieg.GAME.state_hash(s)
    hashed.clear()
    krieg.GAME.state_hash(krieg.after(s, "end"))  # gold and turn change, land and units do not
    assert len(hashed) == 2


def test_hashing_a_long_turn_step_by_step_stays_cheap(krieg: ModuleType, monkeypatch: pytest.MonkeyPatch):
    """What can be taken back is covered by one hash, not gone through again at each step."""
    calls = []

    def counting(parts: Any) -> bytes:
        calls.append(1)
        return digest.state_hash(parts)

    monkeypatch.setattr(state_module, "state_hash", counting)
    s = krieg.position("e3 0 rider1", gold=(999, 0))
    for _ in range(40):
        s = dataclasses.replace(s, previous=s)
        krieg.GAME.state_hash(s)
    assert len(calls) == 41


# --- odds -----------------------------------------------------------------------------------------------
COMBATS = [
    (attacker, attackers, garrison, count, guards)
    for attacker in (FIGHTER, RIDER, ARCHER)
    for attackers in (1, 2, 3)
    for garrison, counts in (
        (None, (0,)),
        (WORKER, (1,)),
        (FIGHTER, (1, 2)),
        (RIDER, (1, 2)),
        (ARCHER, (1, 2)),
    )
    for count in counts
    for guards in (0, 1, 2)
    if count + guards >= 1 and attackers + count + guards <= 5
]


@pytest.mark.parametrize(("attacker", "attackers", "garrison", "count", "guards"), COMBATS)
def test_odds_are_those_of_all_rolls(attacker, attackers, garrison, count, guards):
    pips = range(1, DIE_SIDES + 1)
    found: dict[Any, int] = {}
    for dice in product(pips, repeat=attackers + count + guards):
        losses = resolve(
            attacker,
            dice[:attackers],
            WORKER if garrison is None else garrison,
            dice[attackers : attackers + count],
            dice[attackers + count :],
        )
        found[losses] = found.get(losses, 0) + 1
    expected = tuple(OddsRow(*losses, rolls) for losses, rolls in sorted(found.items()))
    assert odds_table(attacker, attackers, garrison, count, guards) == expected


def test_odds_of_a_position(krieg: ModuleType):
    s = krieg.position("e8 0 fighter5", "d8 0 archer2", "e9 1 crown2 rider4", "e7 0 fighter1", "d7 1 castle0")
    odds = krieg.GAME.odds
    assert odds(s, krieg.GAME.parse("attack e8 e9")) == odds_table(FIGHTER, 5, RIDER, 4, 1)
    assert odds(s, krieg.GAME.parse("attack d8 e9")) == odds_table(ARCHER, 2, RIDER, 4, 0)
    assert odds(s, krieg.GAME.parse("attack e7 d7")) == (OddsRow(0, 0, 0, 1),)
    for text in ("attack e8 e7", "attack e1 e2", "move e8 f8", "end"):
        assert odds(s, krieg.GAME.parse(text)) is None
    tower = krieg.position("e4 0 rider2", mode="towers")
    assert krieg.GAME.odds(tower, krieg.GAME.parse("attack e4 e5")) == odds_table(RIDER, 2, ARCHER, 3, 0)


@given(walks)
@few
def test_results_are_among_the_odds(case):
    for s, action, draws, _ in walk(*case, 300):
        if action.verb is Verb.ATTACK:
            rows = GAME.odds(s, action)
            assert rows is not None
            _, events = GAME.apply(s, action, ScriptedDraws(draws.dice, draws.choices))
            lost = {"attackers_lost": 0, "garrison_lost": 0, "guards_beaten": 0}
            for event in events:
                if event.kind.value == "lost":
                    mine = event.cell == action.cell
                    key = (
                        "attackers_lost"
                        if mine
                        else "guards_beaten"
                        if event.piece == "guard"
                        else "garrison_lost"
                    )
                    lost[key] += event.count or 0
            assert any(all(getattr(row, key) == n for key, n in lost.items()) for row in rows)
            assert sum(row.rolls for row in rows) == DIE_SIDES ** len(draws.dice)


@pytest.mark.slow
def test_every_combat_has_all_its_rolls():
    kinds = ((None, (0,)), (WORKER, (1,)), *((kind, range(1, 6)) for kind in (FIGHTER, RIDER, ARCHER)))
    for attacker, attackers in product((FIGHTER, RIDER, ARCHER), range(1, 6)):
        for garrison, counts in kinds:
            for count, guards in product(counts, range(3)):
                if 1 <= count + guards <= 5:
                    rows = odds_table(attacker, attackers, garrison, count, guards)
                    assert sum(row.rolls for row in rows) == DIE_SIDES ** (attackers + count + guards)
