"""Where several rules of Krieg und Frieden meet, with results worked out by hand; no recorded game reaches these."""

from types import ModuleType

import pytest

from engine.game import Outcome

THREE = {"seats": 3}
FACTIONS = {"mode": "factions"}
TOWERS = {"mode": "towers"}


def kinds(events) -> list[str]:
    return [event.kind.value for event in events]


# --- crowns without owner, with factions (K8.4) ---------------------------------------------------------
def test_k8_4_a_crown_without_owner_is_stormed_like_any_other(krieg: ModuleType):
    s = krieg.position(
        "b1 0 fighter2", "b2 0 archer2", "a2 2 fighter1", "a1 - crown2", out=(1,), gold=(3,) * 6, **FACTIONS
    )
    assert krieg.reason(s, "attack b2 a1") == "guards_only"
    for name in ("b1", "b2"):
        assert krieg.reason(s, f"move {name} a1") == "guarded"
    assert krieg.reason(s, "buy fighter a1") == "no_shop"
    # 6 beats one guard, 3 = 3 fells both: the guards are gone, one attacker is left and takes it.
    taken, events = krieg.play(s, "attack b1 a1", 6, 3, 5, 3)
    assert krieg.unit(taken, "a1") == "fighter1/00"
    assert kinds(events) == ["rolled", "rolled", "lost", "lost", "moved", "captured"]
    assert krieg.GAME.to_json(taken)["seats"][0]["income"] == 6
    assert krieg.cell(krieg.after(taken, "end"), "a1")["guards"] == 2
    # Both attackers fall with both guards: it is open for the rest of the turn, and nobody's guards return.
    empty, _ = krieg.play(s, "attack b1 a1", 5, 3, 5, 3)
    assert krieg.unit(empty, "b1") is None
    assert (krieg.cell(empty, "a1")["owner"], krieg.cell(empty, "a1")["guards"]) == (None, 0)
    assert krieg.reason(empty, "move b2 a1") == "guarded"
    assert krieg.reason(empty, "attack b2 a1") == "guards_only"
    later = krieg.after(empty, "end")
    assert (later.turn, krieg.cell(later, "a1")["owner"], krieg.cell(later, "a1")["guards"]) == (2, None, 2)


def test_k8_4_garrison_and_beaten_guards_of_one_who_resigns(krieg: ModuleType):
    s = krieg.position(
        "b1 0 rider1", "a1 1 crown0 archer3", "a2 1 castle0 archer2", "d1 2 archer1", **FACTIONS
    )
    out, _ = krieg.resign(s, 1)
    # Without garrison and guard the crown is open to the seat to move at once; castles keep their owner.
    assert (krieg.cell(out, "a1")["owner"], krieg.cell(out, "a1")["stack"]) == (None, None)
    assert (krieg.cell(out, "a2")["owner"], krieg.cell(out, "a2")["stack"]) == (1, None)
    assert not krieg.GAME.needs_chance(out, krieg.GAME.parse("attack b1 a1"))
    taken, events = krieg.play(out, "attack b1 a1")
    assert krieg.cell(taken, "a1")["owner"] == 0
    assert kinds(events) == ["moved", "captured"]


# --- castles and guards (K6) ----------------------------------------------------------------------------
def test_k6_2_behind_a_full_garrison_the_guard_still_stands(krieg: ModuleType):
    s = krieg.position("d5 0 rider5", "e4 0 fighter1", "e5 1 castle archer5", gold=(0, 9))
    s, events = krieg.play(s, "attack d5 e5", 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)
    assert kinds(events) == ["rolled", "rolled", "lost"]
    assert krieg.unit(s, "e5") is None
    assert (krieg.cell(s, "e5")["owner"], krieg.cell(s, "e5")["guards"]) == (1, 1)
    s, events = krieg.play(s, "attack e4 e5", 4, 3)
    assert krieg.unit(s, "e5") == "fighter1/00"
    assert (krieg.cell(s, "e5")["owner"], krieg.cell(s, "e5")["guards"]) == (0, 0)
    s = krieg.after(s, "end")
    assert (krieg.cell(s, "e5")["owner"], krieg.cell(s, "e5")["guards"]) == (0, 1)
    assert krieg.reason(s, "buy fighter e5") == "no_shop"


def test_k6_5_own_archers_open_a_castle(krieg: ModuleType):
    s = krieg.position("d5 0 fighter1", "e3 0 archer1", "e4 0 rider1", "e5 1 castle worker2")
    # 3 meets the guard's 3 (both fall); the worker's 2 meets nobody.
    s, _ = krieg.play(s, "attack d5 e5", 3, 2, 3)
    assert (krieg.unit(s, "d5"), krieg.unit(s, "e5"), krieg.cell(s, "e5")["guards"]) == (
        None,
        "worker2/00",
        0,
    )
    s, _ = krieg.play(s, "attack e3 e5", 2, 3)
    assert krieg.unit(s, "e5") is None
    s, events = krieg.play(s, "attack e4 e5")
    assert (krieg.unit(s, "e5"), kinds(events)) == ("rider1/00", ["moved", "captured"])


def test_k4_4_a_worker_on_a_crown_with_its_guards(krieg: ModuleType):
    s = krieg.position("e8 0 fighter3", "e9 1 crown2 worker1")
    # Sorted: 5 guard, 5 worker, 1 guard. 6 beats a guard, 4 = 5 - 1 fells the worker, 1 = 1 fells both.
    won, _ = krieg.play(s, "attack e8 e9", 4, 1, 6, 5, 5, 1)
    assert krieg.unit(won, "e9") == "fighter2/00"
    assert krieg.GAME.outcome(won) == Outcome((0,), "crown")
    # A worker 6 goes before the guards' 5 5: 4 does nothing to it, and both 3 fall to the guards.
    held, _ = krieg.play(s, "attack e8 e9", 3, 4, 3, 6, 5, 5)
    assert krieg.unit(held, "e9") == "worker1/00"
    assert krieg.unit(held, "e8") == "fighter1/00"
    assert krieg.cell(held, "e9")["guards"] == 2


# --- resignation (K7.1, K8.4) ---------------------------------------------------------------------------
def test_k8_4_resigning_in_turn_draws_lots_for_the_towers(krieg: ModuleType):
    s = krieg.position(
        "e4 0 fighter1", "d5 1 fighter1", "f5 2 fighter1", "f4 1 archer1", mode="towers", seats=3
    )
    assert krieg.GAME.resignation_needs_chance(s, 0)
    # e4 vanishes first. What is left beside e5 in canonical order: d5, f5, f4.
    for index, name in enumerate(("d5", "f5", "f4")):
        out, events = krieg.resign(s, 0, 6, 6, 6, 6, 6, 5, choices=(index,))
        assert krieg.unit(out, name) is None
        assert kinds(events) == ["eliminated", "tower", "rolled", "lost", "income"]
        assert (out.turn, out.round) == (1, 1)


def test_k7_1_another_seats_resignation_ends_the_chain_in_every_mode(krieg: ModuleType):
    for options in (THREE, FACTIONS, {"mode": "towers", "seats": 3}):
        s = krieg.position(
            "e3 0 rider1", gold=(3, 0, 0, 0, 0, 0)[: 6 if options is FACTIONS else 3], **options
        )
        s = krieg.after(s, "buy fighter e1", "move e3 d3")
        assert s.undo_depth == 2
        out, _ = krieg.resign(s, 2)
        assert (out.turn, out.undo_depth) == (0, 0)
        assert krieg.reason(out, "undo") == "final"
        # Steps and what they brought stay, and can go on.
        assert krieg.unit(out, "d3") == "rider1/11"
        assert krieg.after(krieg.after(out, "move d3 d4"), "undo") == out


def test_k8_4_whoever_was_next_resigns(krieg: ModuleType):
    s = krieg.position("a5 1 crown2 fighter2", gold=(1, 2, 3), number=4, **THREE)
    out, _ = krieg.resign(s, 1)
    assert krieg.cell(out, "a5")["crown"] == "dead"
    assert (krieg.cell(out, "a5")["owner"], krieg.cell(out, "a5")["stack"]) == (1, None)
    passed = krieg.after(out, "end")
    assert (passed.turn, passed.round, passed.gold) == (2, 4, (1, 2, 6))
    assert (krieg.after(passed, "end").turn, krieg.after(passed, "end").round) == (0, 5)


def test_k8_5_the_last_round_ends_with_the_last_seat_that_lives(krieg: ModuleType):
    s = krieg.position(turn=1, gold=(4, 5, 6), number=3, round_limit=3, **THREE)
    assert not krieg.after(s, "end").over
    out, _ = krieg.resign(s, 2)
    assert not out.over
    over = krieg.after(out, "end")
    assert krieg.GAME.outcome(over) == Outcome((1,), "round_limit")
    assert (over.turn, over.round, over.gold) == (1, 3, (4, 5, 6))


def test_k8_5_a_dead_crown_counts_for_nobody(krieg: ModuleType):
    """The conqueror of a dead crown has one crown like the other, so worth decides (K8.2)."""
    s = krieg.position("a5 0 dead", turn=2, out=(1,), gold=(5, 900, 6), number=2, round_limit=2, **THREE)
    assert krieg.GAME.outcome(krieg.after(s, "end")) == Outcome((2,), "round_limit")


# --- archers that moved, bought and merged (K3.3, K3.5, K12.2) ------------------------------------------
def test_k12_2_bought_archers(krieg: ModuleType):
    s = krieg.position("e1 0 crown2 archer2", "e3 1 fighter1", gold=(3, 0), short_shots=True)
    assert krieg.texts(s, "attack") == ["attack e1 e3"]
    joined = krieg.after(s, "buy archer e1")
    assert krieg.unit(joined, "e1") == "archer3/10"
    assert krieg.reason(joined, "attack e1 e3") == "new_unit"
    assert krieg.texts(krieg.after(joined, "undo"), "attack") == ["attack e1 e3"]
    assert krieg.texts(krieg.after(joined, "end", "end"), "attack") == ["attack e1 e3"]
    # A bought one that steps onto others takes their attack along, and leaves them as having moved.
    s = krieg.position("e2 0 archer2", "e4 1 fighter1", gold=(3, 0), short_shots=True)
    onto = krieg.after(s, "buy archer e1", "move e1 e2")
    assert krieg.unit(onto, "e2") == "archer3/00"
    assert krieg.reason(onto, "attack e2 e4") == "done"


@pytest.mark.parametrize("short", [False, True])
def test_k3_archers_move_and_then_shoot(krieg: ModuleType, short: bool):
    s = krieg.position("e3 0 archer1", "e5 1 worker2", "e6 1 fighter1", short_shots=short)
    s = krieg.after(s, "move e3 e4")
    assert krieg.texts(s, "attack") == ["attack e4 e5"] + ["attack e4 e6"] * (not short)


# --- gold at its ends (K2) ------------------------------------------------------------------------------
def test_k2_3_the_cap_is_put_on_after_the_upkeep(krieg: ModuleType):
    s = krieg.position("d8 1 mine", "d7 1 rider1", gold=(0, 999))
    assert krieg.after(s, "end").gold == (0, 999)  # 999 + 5 - 3
    s = krieg.position("d7 1 rider2", gold=(0, 999))
    assert krieg.after(s, "end").gold == (0, 996)


def test_k2_2_without_any_gold_nobody_dies_that_income_pays(krieg: ModuleType):
    s = krieg.position("d7 1 rider1", gold=(0, 0))
    assert krieg.unit(krieg.after(s, "end"), "d7") == "rider1/21"
    s = krieg.position("d7 1 rider1", "d6 1 worker1", gold=(0, 0))
    ended = krieg.after(s, "end")
    # The rider goes first, though the worker alone would do: 3 - 1 = 2 are left.
    assert (krieg.unit(ended, "d7"), krieg.unit(ended, "d6"), ended.gold[1]) == (None, "worker1/11", 2)


# --- towers (K9) ----------------------------------------------------------------------------------------
def test_k9_2_a_felled_tower_shoots_no_more_and_its_cell_is_land(krieg: ModuleType):
    s = krieg.position("e3 0 archer1", "e4 0 worker2", "e5 - tower1", gold=(3, 0), **TOWERS)
    s, events = krieg.play(s, "attack e3 e5", 2, 1)
    assert kinds(events) == ["rolled", "rolled", "lost"]
    assert events[-1].seat is None
    assert krieg.cell(s, "e5")["owner"] is None
    assert not krieg.GAME.needs_chance(s, krieg.GAME.parse("end"))
    s = krieg.after(s, "move e4 e5", "build mine e5")
    assert (krieg.cell(s, "e5")["owner"], krieg.cell(s, "e5")["building"]) == (0, "mine")


def test_k9_3_the_western_shot_decides_what_is_nearest_to_the_centre(krieg: ModuleType):
    # c4 is two cells from west and from the centre, e7 two from the centre. West fells c4, so nothing is drawn.
    s = krieg.position("c4 0 fighter1", "e7 1 fighter1", **TOWERS)
    ended, events = krieg.play(s, "end", 6, 1, 1, 5, 6, 1, 1, 5)
    assert [event.cell for event in events if event.kind.value == "tower"] == ["c4", "e7"]
    assert (krieg.unit(ended, "c4"), krieg.unit(ended, "e7")) == (None, None)
    # It misses: the centre has two to choose from.
    ended, _ = krieg.play(s, "end", 1, 1, 1, 5, 6, 1, 1, 5, choices=(1,))
    assert (krieg.unit(ended, "c4"), krieg.unit(ended, "e7")) == ("fighter1/00", None)
