"""Single rules of Krieg und Frieden (K7 to K9, K12), each at its edge: turns, ends, towers, house rules."""

from types import ModuleType

import pytest

from engine.digest import EMPTY_DRAWS, extend_draws
from engine.errors import DrawError, IllegalAction
from engine.game import EventKind, Outcome

THREE = {"seats": 3}
FACTIONS = {"mode": "factions"}
TOWERS = {"mode": "towers"}


def kinds(events) -> list[str]:
    return [event.kind.value for event in events]


# --- K7 taking back -------------------------------------------------------------------------------------
def test_k7_undo_restores_every_step_and_purchase(krieg: ModuleType):
    s = krieg.position("e3 0 rider2", "d3 0 rider1/11", "e5 1 mine", gold=(30, 0))
    chain = [s]
    for text in ("buy rider e1", "move e3 d3", "buy rider e1", "move d3 d4"):
        chain.append(krieg.after(chain[-1], text))
    assert [state.undo_depth for state in chain] == [0, 1, 2, 3, 4]
    assert krieg.unit(chain[2], "d3") == "rider3/11"
    s = chain[-1]
    for before in reversed(chain[:-1]):
        s, events = krieg.play(s, "undo")
        assert s == before
        assert krieg.GAME.state_hash(s) == krieg.GAME.state_hash(before)
        assert kinds(events) == ["undone"]
    assert krieg.reason(s, "undo") == "nothing_to_undo"
    assert "undo" not in krieg.texts(s)
    # Both parts of the merge have their own allowances again.
    assert (krieg.unit(s, "e3"), krieg.unit(s, "d3")) == ("rider2/21", "rider1/11")


def test_k7_what_is_final(krieg: ModuleType):
    s = krieg.position(
        "e3 0 fighter2", "e4 1 fighter1", "c3 0 worker2", gold=(30, 0, 0), disband=True, seats=3
    )
    ready = krieg.after(s, "buy fighter e1")
    assert krieg.reason(ready, "undo") is None
    for after in (
        krieg.play(ready, "attack e3 e4", 1, 1, 6)[0],
        krieg.after(ready, "build mine c3"),
        krieg.after(ready, "disband c3"),
        krieg.resign(ready, 2)[0],
    ):
        assert krieg.reason(after, "undo") == "final"
        assert after.undo_depth == 0
        with pytest.raises(IllegalAction) as caught:
            krieg.play(after, "undo")
        assert caught.value.reason == "final"
        # What comes later can be taken back, down to there.
        later = krieg.after(after, "buy fighter e1")
        assert krieg.after(later, "undo") == after
    for turn_before in (ready, krieg.after(ready, "build mine c3")):
        ended = krieg.after(turn_before, "end")
        assert krieg.reason(ended, "undo") == "nothing_to_undo"
        assert not ended.final


def test_k7_a_capture_by_step_is_taken_back(krieg: ModuleType):
    s = krieg.position("e3 0 fighter1", "e4 1 mine")
    moved = krieg.after(s, "move e3 e4")
    assert krieg.cell(moved, "e4")["owner"] == 0
    assert krieg.after(moved, "undo") == s


def test_k7_the_hash_covers_what_can_be_taken_back(krieg: ModuleType):
    s = krieg.position("e3 0 rider1", gold=(12, 0))
    there = krieg.after(s, "move e3 e4")
    there_and_back = krieg.after(s, "move e3 d3", "move d3 e4")
    assert krieg.unit(there, "e4") == "rider1/11"
    one = krieg.after(s, "move e3 e4", "move e4 e5")
    other = krieg.after(s, "move e3 d3", "move d3 d4")
    assert krieg.GAME.hash_parts(one)["turn"] != krieg.GAME.hash_parts(other)["turn"]
    assert there != there_and_back
    # The same position by two ways: only what can be taken back differs.
    s = krieg.position("e3 0 fighter1", "g3 0 fighter1")
    one, other = krieg.after(s, "move e3 e4", "move g3 g4"), krieg.after(s, "move g3 g4", "move e3 e4")
    assert one != other
    assert (one.owners, one.units) == (other.owners, other.units)
    differing = [
        name
        for name, part in krieg.GAME.hash_parts(one).items()
        if part != krieg.GAME.hash_parts(other)[name]
    ]
    assert differing == ["turn"]


# --- K8 elimination, resignation, limit -----------------------------------------------------------------
def test_k8_two_seats_the_board_stays(krieg: ModuleType):
    s = krieg.position("e8 0 rider3", "e9 1 crown0", "d7 1 fighter2", "c6 1 mine")
    won, events = krieg.play(s, "attack e8 e9")
    assert krieg.GAME.outcome(won) == Outcome((0,), "crown")
    assert krieg.unit(won, "d7") == "fighter2/00"
    assert krieg.cell(won, "e9") == {
        "cell": "e9",
        "owner": 0,
        "stack": {"owner": 0, "kind": "rider", "count": 3, "steps": 0, "can_act": False},
        "building": None,
        "crown": "standing",
        "guards": 0,
        "tower": 0,
    }
    assert krieg.GAME.to_act(won) is None
    assert krieg.GAME.legal_actions(won) == []
    assert not krieg.GAME.is_legal(won, krieg.GAME.parse("end"))
    assert kinds(events) == ["moved", "captured", "eliminated", "won"]


def test_k8_three_seats_the_crown_dies(krieg: ModuleType):
    s = krieg.position(
        "a4 0 fighter1", "a5 1 crown0", "b6 1 fighter3", "c6 1 castle", "c5 1 mine", "b5 0 worker2", **THREE
    )
    out, events = krieg.play(s, "attack a4 a5")
    assert krieg.GAME.living(out) == (0, 2)
    assert krieg.cell(out, "a5")["crown"] == "dead"
    assert (krieg.cell(out, "a5")["owner"], krieg.cell(out, "a5")["guards"]) == (0, 0)
    assert krieg.unit(out, "b6") is None
    assert (krieg.cell(out, "c6")["owner"], krieg.cell(out, "c6")["guards"]) == (1, 1)
    assert krieg.reason(out, "buy fighter a5") == "no_shop"
    assert kinds(events) == ["moved", "captured", "eliminated"]
    # Its castle has to be stormed, its mine is free to enter (K8.4a).
    assert krieg.reason(out, "move b5 c6") == "guarded"
    assert krieg.reason(out, "move b5 c5") is None
    # The dead crown is entered freely from then on, by anybody.
    assert krieg.GAME.to_json(out)["seats"][0]["crowns"] == 1


def test_k8_a_dead_crown_is_entered_freely(krieg: ModuleType):
    s = krieg.position("a4 2 worker2", "a5 0 dead", turn=2, out=(1,), **THREE)
    moved, events = krieg.play(s, "move a4 a5")
    assert krieg.cell(moved, "a5")["owner"] == 2
    assert krieg.cell(moved, "a5")["crown"] == "dead"
    assert kinds(events) == ["moved"]
    s = krieg.position("a4 2 fighter2", "a5 0 dead fighter1", turn=2, out=(1,), **THREE)
    taken, _ = krieg.play(s, "attack a4 a5", 6, 5, 1)
    assert krieg.unit(taken, "a5") == "fighter2/00"
    assert krieg.GAME.living(taken) == (0, 2)


def test_k8_last_of_three(krieg: ModuleType):
    s = krieg.position("a4 2 fighter1", "e1 0 dead", "a5 1 crown0", turn=2, out=(0,), **THREE)
    won, events = krieg.play(s, "attack a4 a5")
    assert krieg.GAME.outcome(won) == Outcome((2,), "last_seat")
    assert krieg.cell(won, "a5")["crown"] == "dead"
    assert kinds(events)[-2:] == ["eliminated", "won"]


def test_k8_factions_a_fallen_crown_stands_again(krieg: ModuleType):
    s = krieg.position("b1 0 rider2", "a1 1 crown0", "b3 1 fighter2", "b2 1 mine", gold=(12,) * 6, **FACTIONS)
    taken, events = krieg.play(s, "attack b1 a1")
    assert krieg.cell(taken, "a1")["crown"] == "standing"
    assert (krieg.cell(taken, "a1")["owner"], krieg.cell(taken, "a1")["guards"]) == (0, 0)
    assert krieg.GAME.living(taken) == (0, 2, 3, 4, 5)
    assert krieg.unit(taken, "b3") is None
    assert krieg.cell(taken, "b2")["owner"] == 1
    # Income and purchase at once (K6.7), guards from the end of the turn on.
    assert krieg.GAME.to_json(taken)["seats"][0]["income"] == 6
    assert krieg.reason(taken, "buy rider a1") is None
    assert krieg.cell(krieg.after(taken, "end"), "a1")["guards"] == 2
    assert kinds(events) == ["moved", "captured", "eliminated"]


def test_k8_factions_out_only_without_any_crown(krieg: ModuleType):
    s = krieg.position("b1 0 rider2", "a1 1 crown0", "a5 1 crown2", "b3 1 fighter2", out=(2,), **FACTIONS)
    taken, events = krieg.play(s, "attack b1 a1")
    assert 1 in krieg.GAME.living(taken)
    assert krieg.unit(taken, "b3") == "fighter2/00"
    assert kinds(events) == ["moved", "captured"]


def test_k8_factions_resignation_leaves_crowns_to_nobody(krieg: ModuleType):
    s = krieg.position(
        "a1 1 crown2 archer3",
        "a5 1 crown2",
        "b3 1 fighter2",
        "b1 0 fighter5",
        "b2 1 castle",
        out=(2,),
        **FACTIONS,
    )
    out, events = krieg.resign(s, 1)
    for name in ("a1", "a5"):
        assert krieg.cell(out, name)["owner"] is None
        assert krieg.cell(out, name)["crown"] == "standing"
        assert krieg.cell(out, name)["guards"] == 2
        assert krieg.cell(out, name)["stack"] is None
    assert krieg.unit(out, "b3") is None
    assert krieg.cell(out, "b2")["owner"] == 1
    assert kinds(events) == ["eliminated"]
    assert out.turn == 0
    assert krieg.reason(out, "move b1 a1") == "guarded"
    taken, events = krieg.play(out, "attack b1 a1", 6, 6, 5, 5, 5, 1, 1)
    assert krieg.cell(taken, "a1")["owner"] == 0
    assert krieg.GAME.living(taken) == (0, 3, 4, 5)
    assert "eliminated" not in kinds(events)


def test_k8_resigning_with_two_seats(krieg: ModuleType):
    s = krieg.position("e3 0 fighter2", "d6 1 fighter1")
    for seat in (0, 1):
        over, events = krieg.resign(s, seat)
        assert krieg.GAME.outcome(over) == Outcome((1 - seat,), "resigned")
        assert krieg.unit(over, "e3") == "fighter2/00"
        assert krieg.cell(over, "e1")["owner"] == 0
        assert over.turn == 0
        assert kinds(events) == ["eliminated", "won"]
    with pytest.raises(IllegalAction):
        krieg.resign(s, 2)


def test_k8_resigning_in_turn_ends_it_with_the_towers_shots(krieg: ModuleType):
    s = krieg.position(
        "e4 0 fighter2", "e7 1 fighter3", "d6 2 castle0", gold=(0, 5, 0), mode="towers", seats=3
    )
    assert krieg.GAME.resignation_needs_chance(s, 0)
    assert not krieg.GAME.resignation_needs_chance(s, 1)
    # The units of the resigning seat vanish first, so the shot goes to the next nearest stack.
    out, events = krieg.resign(s, 0, 6, 5, 4, 3, 2, 5, 5, 4)
    assert krieg.unit(out, "e4") is None
    assert krieg.unit(out, "e7") == "fighter2/11"
    assert krieg.cell(out, "e1")["crown"] == "dead"
    assert krieg.cell(out, "e1")["owner"] == 0
    assert (out.turn, out.round, out.gold[1]) == (1, 1, 6)
    assert krieg.cell(out, "d6")["guards"] == 1
    assert kinds(events) == ["eliminated", "tower", "rolled", "lost", "income"]
    with pytest.raises(IllegalAction):
        krieg.resign(out, 0)
    with pytest.raises(DrawError):
        krieg.resign(s, 0)


def test_k8_the_round_rises_when_the_turn_passes_backwards(krieg: ModuleType):
    s = krieg.position("e1 1 dead", turn=2, out=(0,), number=4, **THREE)
    assert krieg.GAME.living(s) == (1, 2)
    passed = krieg.after(s, "end")
    assert (passed.turn, passed.round) == (1, 5)
    passed = krieg.after(passed, "end")
    assert (passed.turn, passed.round) == (2, 5)
    # The last seat in order resigns in its turn.
    s = krieg.position(turn=2, number=4, **THREE)
    out, _ = krieg.resign(s, 2)
    assert (out.turn, out.round) == (0, 5)


@pytest.mark.parametrize(
    ("cells", "gold", "winners"),
    [
        ((), (1, 0), (0,)),
        ((), (0, 1), (1,)),
        ((), (5, 5), ()),
        (("d3 0 mine",), (0, 2), (0,)),
        (("d3 0 mine",), (0, 3), ()),
        (("d3 0 castle",), (0, 7), (0,)),
        (("d3 0 castle",), (0, 9), (1,)),
        (("d3 0 rider2",), (0, 23), (0,)),
        (("d3 0 worker1",), (0, 3), ()),
        (("d3 0 archer5",), (0, 16), (1,)),
    ],
)
def test_k8_limit_judges_by_worth(krieg: ModuleType, cells, gold, winners):
    s = krieg.position(*cells, turn=1, gold=gold, number=7, round_limit=7)
    assert krieg.GAME.adjudicate(s) == Outcome(winners, "adjudicated")
    over, events = krieg.play(s, "end")
    assert krieg.GAME.outcome(over) == krieg.GAME.adjudicate(over) == Outcome(winners, "round_limit")
    assert (over.turn, over.round) == (1, 7)
    assert kinds(events) == (["won"] if winners else ["draw"])
    value = krieg.GAME.to_json(over)
    assert (value["over"], value["draw"]) == (True, not winners)
    assert value["winner"] == (winners[0] if winners else None)
    assert not krieg.after(krieg.position(*cells, turn=1, gold=gold, number=6, round_limit=7), "end").over


def test_k8_limit_puts_crowns_before_worth(krieg: ModuleType):
    s = krieg.position(
        "a1 3 crown2", turn=5, out=(1,), gold=(900, 999, 0, 1, 0, 0), number=2, round_limit=2, **FACTIONS
    )
    over = krieg.after(s, "end")
    assert krieg.GAME.outcome(over) == Outcome((3,), "round_limit")


def test_k8_limit_counts_living_seats_only(krieg: ModuleType):
    # Seat 2 is out, so the round ends with seat 1; its gold and mines count for nothing.
    s = krieg.position(
        "i5 0 dead", "h5 2 mine", turn=1, out=(2,), gold=(3, 4, 999), number=3, round_limit=3, **THREE
    )
    over = krieg.after(s, "end")
    assert krieg.GAME.outcome(over) == Outcome((1,), "round_limit")


def test_k8_limit_is_judged_after_shots_and_with_guards_back(krieg: ModuleType):
    s = krieg.position(
        "e7 1 fighter1", "c3 0 castle0", turn=1, gold=(8, 18), number=1, round_limit=1, **TOWERS
    )
    over, events = krieg.play(s, "end", 6, 6, 6, 1)
    # 8 + 8 against 18 + 3 before the shot.
    assert krieg.GAME.outcome(over).winners == (1,)
    assert krieg.unit(over, "e7") is None
    assert krieg.cell(over, "c3")["guards"] == 1
    assert kinds(events) == ["tower", "rolled", "lost", "won"]


def test_k8_resigning_in_the_last_turn_of_the_last_round(krieg: ModuleType):
    s = krieg.position(turn=2, gold=(5, 6, 7), number=3, round_limit=3, **THREE)
    over, _ = krieg.resign(s, 2)
    assert krieg.GAME.outcome(over) == Outcome((1,), "round_limit")
    assert krieg.GAME.living(over) == (0, 1)


# --- K9 towers ------------------------------------------------------------------------------------------
def test_k9_each_tower_shoots_at_its_nearest_stack(krieg: ModuleType):
    # West: nothing. Centre: e4 at distance 1 before e7 at 2. East: h5 at 2.
    s = krieg.position("e4 0 fighter2", "e7 1 rider1", "h5 1 mine worker2", **TOWERS)
    assert krieg.GAME.needs_chance(s, krieg.GAME.parse("end"))
    ended, events = krieg.play(s, "end", 6, 5, 1, 5, 1, 4, 3, 3, 5)
    assert krieg.unit(ended, "e4") is None
    assert krieg.unit(ended, "e7") == "rider1/21"
    # 4 against 5: a worker falls at one pip less (K4.2).
    assert krieg.unit(ended, "h5") is None
    assert krieg.cell(ended, "h5")["owner"] == 1
    assert kinds(events) == ["tower", "rolled", "lost"] * 2 + ["income"]
    shot = events[0]
    assert (shot.seat, shot.source, shot.cell, shot.count, shot.dice) == (None, "e5", "e4", 3, (6, 5, 1))


def test_k9_equally_near_stacks_are_drawn_in_canonical_order(krieg: ModuleType):
    s = krieg.position("e4 0 fighter1", "d5 0 fighter1", "f4 1 fighter1", "e6 1 fighter1", **TOWERS)
    # Canonical order: d5, e6, e4 (column d, then e from the north), f4.
    for index, name in enumerate(("d5", "e6", "e4", "f4")):
        ended, _ = krieg.play(s, "end", 6, 6, 6, 1, choices=(index,))
        assert krieg.unit(ended, name) is None
        assert ended.draws == extend_draws(EMPTY_DRAWS, bytes((3, index, 5, 5, 5, 5, 5, 5, 5, 0)))
    for choices in ((), (4,), (-1,)):
        with pytest.raises(DrawError):
            krieg.play(s, "end", 6, 6, 6, 1, choices=choices)


def test_k9_stacks_on_crowns_and_castles_count_and_guards_take_no_part(krieg: ModuleType):
    s = krieg.position("e4 0 castle archer2", "b4 1 castle", **TOWERS)
    ended, _ = krieg.play(s, "end", 6, 6, 1, 5, 6)
    # 6 = 6 holds, 6 > 5 falls.
    assert krieg.unit(ended, "e4") == "archer1/00"
    assert krieg.cell(ended, "e4")["guards"] == 1
    assert not krieg.GAME.needs_chance(krieg.position("b4 1 castle", **TOWERS), krieg.GAME.parse("end"))


def test_k9_an_earlier_tower_may_take_the_target_from_a_later_one(krieg: ModuleType):
    # c4 is two cells from the western tower and from the centre.
    s = krieg.position("c4 0 fighter1", **TOWERS)
    board = s.rules.geometry
    reach = [board.distances[tower][board.index["c4"]] for tower in s.rules.towers]
    assert reach == [2, 2, 6]
    ended, events = krieg.play(s, "end", 6, 1, 1, 5)
    assert krieg.unit(ended, "c4") is None
    assert kinds(events).count("tower") == 1
    ended, events = krieg.play(s, "end", 1, 1, 1, 5, 6, 1, 1, 5)
    assert krieg.unit(ended, "c4") is None
    assert kinds(events).count("tower") == 2


def test_k9_the_tower_of_three_seats_has_five_archers(krieg: ModuleType):
    # Three seats, radius 3: every crown is three cells from the centre, out of reach; the cell before it is not.
    s = krieg.position("d2 0 fighter5", mode="towers", seats=3, radius=3)
    ended, _ = krieg.play(s, "end", 6, 6, 6, 6, 6, 1, 1, 1, 1, 1)
    assert krieg.unit(ended, "d2") is None


def test_k9_felling_a_tower(krieg: ModuleType):
    s = krieg.position("e4 0 fighter3", "e7 0 archer3", "f5 0 worker2", **TOWERS)
    assert krieg.reason(s, "move f5 e5") == "tower"
    shot, events = krieg.play(s, "attack e7 e5", 6, 6, 1, 5, 5, 1)
    assert krieg.cell(shot, "e5")["tower"] == 1
    assert [event.piece for event in events] == ["archer", "tower", "tower"]
    # Equal pips fell it (as an archer), and nobody strikes back.
    felled, events = krieg.play(shot, "attack e4 e5", 2, 1, 1, 2)
    assert krieg.unit(felled, "e5") == "fighter3/00"
    assert (krieg.cell(felled, "e5")["owner"], krieg.cell(felled, "e5")["tower"]) == (0, 0)
    assert kinds(events) == ["rolled", "rolled", "lost", "moved"]
    s = krieg.position("e7 0 archer3", "e5 - tower1", "e4 0 worker2", **TOWERS)
    free, _ = krieg.play(s, "attack e7 e5", 2, 1, 1, 1)
    assert krieg.cell(free, "e5")["owner"] is None
    assert krieg.reason(free, "move e4 e5") is None
    assert not krieg.GAME.needs_chance(free, krieg.GAME.parse("end"))


# --- K12 house rules ------------------------------------------------------------------------------------
def test_k12_disband(krieg: ModuleType):
    s = krieg.position("e3 0 rider2/00", "e5 1 fighter1", gold=(0, 0), disband=True)
    assert krieg.texts(s, "disband") == ["disband e3"]
    gone, events = krieg.play(s, "disband e3")
    assert krieg.unit(gone, "e3") is None
    assert gone.gold == (0, 0)
    assert krieg.cell(gone, "e3")["owner"] == 0
    assert [(event.kind, event.count, event.piece) for event in events] == [(EventKind.LOST, 2, "rider")]
    assert krieg.reason(s, "disband e5") == "not_your_unit"
    assert krieg.reason(s, "disband e4") == "no_unit"
    off = krieg.position("e3 0 rider2")
    assert krieg.reason(off, "disband e3") == "option_off"
    assert krieg.texts(off, "disband") == []


def test_k12_short_shots(krieg: ModuleType):
    cells = ("e3 0 archer2", "e6 1 fighter1", "d5 1 fighter1", "d3 0 archer1")
    s = krieg.position(*cells, short_shots=True)
    # Not moved: two cells.
    assert krieg.texts(s, "attack") == ["attack d3 d5"]
    moved = krieg.after(s, "move e3 e4")
    assert krieg.texts(moved, "attack") == ["attack d3 d5"]
    assert krieg.reason(moved, "attack e4 e6") == "moved_archer"
    free = krieg.after(krieg.position(*cells), "move e3 e4")
    assert krieg.reason(free, "attack e4 e6") is None
    # A joint stack has moved if a part of it has.
    joint = krieg.after(s, "move e3 d3")
    assert krieg.unit(joint, "d3") == "archer3/01"
    assert krieg.reason(joint, "attack d3 d5") == "moved_archer"
    assert krieg.reason(krieg.after(joint, "undo"), "attack d3 d5") is None
    # It lasts for the turn.
    assert krieg.reason(krieg.after(joint, "end", "end"), "attack d3 d5") is None
    again = krieg.GAME.from_json(krieg.GAME.to_json(joint))
    assert krieg.reason(again, "attack d3 d5") == "moved_archer"
