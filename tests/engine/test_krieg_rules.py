"""Single rules of Krieg und Frieden (K1 to K6), each at its edge; whole games are in test_krieg_records.py."""

from types import ModuleType

import pytest

from engine.errors import DrawError, GameOver, IllegalAction, SetupError
from engine.game import EventKind
from engine.krieg.boards import geometry

THREE = {"seats": 3}
FACTIONS = {"mode": "factions"}
TOWERS = {"mode": "towers"}


def kinds(events) -> list[str]:
    return [event.kind.value for event in events]


# --- K1 board, seats, set-up ----------------------------------------------------------------------------
@pytest.mark.parametrize("radius", range(3, 9))
def test_k1_board(radius: int):
    board = geometry(radius)
    assert board.size == 3 * radius * (radius + 1) + 1
    assert list(board.coordinates) == sorted(board.coordinates)
    assert [board.names[cell] for cell in board.by_name] == sorted(board.names)
    assert all(len(board.neighbours[cell]) == 3 for cell in board.corners)
    for cell in range(board.size):
        assert list(board.neighbours[cell]) == [c for c in board.by_name if board.distances[cell][c] == 1]
        assert list(board.within_shot[cell]) == [
            c for c in board.by_name if board.distances[cell][c] in (1, 2)
        ]


def test_k1_names_and_crowns(krieg: ModuleType):
    crowns = {
        ("classic", 2): ["e1", "e9"],
        ("classic", 3): ["e1", "a5", "i5"],
        ("factions", 6): ["e1", "a1", "a5", "e9", "i5", "i1"],
    }
    for (mode, seats), names in crowns.items():
        s = krieg.GAME.setup({"mode": mode, "seats": seats})
        assert [s.rules.geometry.names[cell] for cell in s.rules.crowns] == names
        for seat, name in enumerate(names):
            assert krieg.cell(s, name)["owner"] == seat
            assert krieg.cell(s, name)["guards"] == 2
    assert geometry(4).names[geometry(4).at(0, 0)] == "e5"


def test_k1_towers(krieg: ModuleType):
    s = krieg.GAME.setup(TOWERS)
    assert [s.rules.geometry.coordinates[cell] for cell in s.rules.towers] == [(-4, 2), (0, 0), (4, -2)]
    assert {krieg.cell(s, name)["tower"] for name in ("a3", "e5", "i3")} == {3}
    s = krieg.GAME.setup({"mode": "towers", "seats": 3, "radius": 5})
    assert [cell["tower"] for cell in krieg.GAME.to_json(s)["cells"] if cell["tower"]] == [5]


def test_k1_options(krieg: ModuleType):
    complete = krieg.GAME.complete
    assert complete({}) == {
        "mode": "classic",
        "seats": 2,
        "radius": 4,
        "gold": (6, 7),
        "castle_charges": 2,
        "round_limit": 0,
        "disband": False,
        "short_shots": False,
    }
    assert complete({"seats": 3})["gold"] == (6, 7, 8)
    assert complete({"mode": "factions"})["seats"] == 6
    assert complete({"mode": "factions"})["gold"] == (6,) * 6
    assert complete({"mode": "towers", "seats": 3, "radius": 5})["radius"] == 5
    for bad, culprit in (
        ({"mode": "factions", "seats": 2}, "seats"),
        ({"seats": 4}, "seats"),
        ({"mode": "towers", "seats": 6}, "seats"),
        ({"mode": "towers", "radius": 5}, "radius"),
        ({"gold": (1, 2, 3)}, "gold"),
        ({"gold": (1, 1000)}, "gold"),
        ({"radius": 2}, "radius"),
        ({"round_limit": 10_000}, "round_limit"),
        ({"castle_charges": 3}, "castle_charges"),
    ):
        with pytest.raises(SetupError) as caught:
            complete(bad)
        assert caught.value.culprit == culprit


def test_k1_first_settlement_is_part_of_the_setup(krieg: ModuleType):
    assert krieg.GAME.setup({}).gold == (9, 7)
    assert krieg.GAME.setup({"gold": (999, 0)}).gold == (999, 0)
    assert krieg.after(krieg.GAME.setup({}), "end").gold == (9, 10)


# --- K2 economy -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("stacks", "gold", "left", "gold_after"),
    [
        # Both examples of K2.2.
        (("d1 1 rider1", "d2 1 archer2", "d3 1 fighter3"), 1, {"d2": "archer2", "d3": "fighter2"}, 0),
        (("d2 1 archer2", "d3 1 fighter2", "d4 1 worker1"), 0, {"d2": "archer1", "d3": "fighter1", "d4": "worker1"}, 0),
        # The largest stack among kinds of one price, then archer before fighter before worker.
        (("d1 1 fighter3", "d2 1 archer2", "d3 1 worker2"), 1, {"d1": "fighter2", "d2": "archer1", "d3": "worker2"}, 0),
        (("d1 1 fighter1", "d2 1 archer1", "d3 1 worker1", "d4 1 worker1"), 0, {"d1": "fighter1", "d3": "worker1", "d4": "worker1"}, 0),
        (("d1 1 worker1", "d2 1 fighter1", "d3 1 worker2", "d4 1 worker2"), 0, {"d1": "worker1", "d3": "worker2", "d4": "worker2"}, 0),
        # The largest stack of riders, whatever else is larger; equal ones: the lowest canonical cell (d5 < d1).
        (("d1 1 rider1", "d2 1 rider2", "d3 1 fighter5"), 10, {"d1": "rider1", "d2": "rider1", "d3": "fighter5"}, 2),
        (("d1 1 rider1", "d5 1 rider1"), 2, {"d1": "rider1"}, 2),
    ],
)  # fmt: skip
def test_k2_starvation(krieg: ModuleType, stacks, gold: int, left, gold_after: int):
    s = krieg.position(*stacks, gold=(0, gold))
    ended, events = krieg.play(s, "end")
    names = {text.split()[0] for text in stacks}
    found = {name: krieg.unit(ended, name) for name in names}
    assert {name: text.split("/")[0] for name, text in found.items() if text} == left
    assert ended.gold[1] == gold_after
    starved = [event for event in events if event.kind is EventKind.STARVED]
    assert all(event.count == 1 and event.seat == 1 for event in starved)
    assert starved
    assert events[-1].kind is EventKind.INCOME
    assert events[-1].count == gold_after - gold
    assert krieg.texts(ended, "move"), "what is left may step"


def test_k2_gold_is_capped(krieg: ModuleType):
    s = krieg.position("d8 1 mine", gold=(0, 996))
    ended, events = krieg.play(s, "end")
    assert ended.gold == (0, 999)
    assert events[-1].count == 3


def test_k2_upkeep_counts_before_the_cap(krieg: ModuleType):
    s = krieg.position("d8 1 fighter5", gold=(0, 999))
    assert krieg.after(s, "end").gold == (0, 997)


def test_k2_land_of_a_seat_that_is_out_yields_nothing(krieg: ModuleType):
    s = krieg.position("a5 0 dead", "b5 1 mine", "b6 1 castle", out=(1,), **THREE)
    value = krieg.GAME.to_json(s)
    assert [value["seats"][1][key] for key in ("income", "upkeep", "crowns")] == [0, 0, 0]
    assert krieg.GAME.outcome(s) is None
    assert krieg.after(s, "end").turn == 2


# --- K3 units, purchase, steps, merging -----------------------------------------------------------------
def test_k3_new_units(krieg: ModuleType):
    s = krieg.position("d1 1", "d2 1 fighter1", gold=(30, 0))
    assert krieg.unit(krieg.after(s, "buy rider e1"), "e1") == "rider1/10"
    moved = krieg.after(s, "buy rider e1", "move e1 d1")
    assert krieg.unit(moved, "d1") == "rider1/00"
    assert krieg.reason(moved, "attack d1 d2") == "done"
    assert krieg.reason(moved, "move d1 e1") == "done"
    worker = krieg.after(s, "buy worker e1")
    assert krieg.unit(worker, "e1") == "worker2/10"
    on_land = krieg.after(worker, "move e1 d1")
    assert krieg.reason(on_land, "build mine d1") == "done"
    again = krieg.after(on_land, "end", "end")
    assert krieg.reason(again, "build mine d1") is None
    assert krieg.reason(krieg.after(s, "buy fighter e1"), "attack e1 e2") == "new_unit"


@pytest.mark.parametrize(
    ("present", "bought", "word"),
    [
        ("fighter4", "fighter", None),
        ("fighter5", "fighter", "stack_full"),
        ("fighter1", "archer", "other_kind"),
        ("fighter1", "worker", "other_kind"),
        ("worker2", "worker", "workers_alone"),
        ("worker2", "fighter", "other_kind"),
        ("rider5", "rider", "stack_full"),
    ],
)
def test_k3_purchase_onto_a_stack(krieg: ModuleType, present: str, bought: str, word: str | None):
    s = krieg.position(f"e1 0 crown2 {present}", gold=(50, 0))
    assert krieg.reason(s, f"buy {bought} e1") == word


def test_k3_where_units_are_bought(krieg: ModuleType):
    s = krieg.position(
        "c3 0 castle", "c4 1 castle", "c5 0 mine", "c6 0", "c2 0 castle0 fighter1", gold=(3, 0)
    )
    assert krieg.texts(s, "buy") == [
        "buy archer c3",
        "buy archer e1",
        "buy fighter c2",
        "buy fighter c3",
        "buy fighter e1",
        "buy worker c3",
        "buy worker e1",
    ]
    for name in ("c4", "c5", "c6", "c7", "e9"):
        assert krieg.reason(s, f"buy fighter {name}") == "no_shop"
    assert krieg.reason(s, "buy rider e1") == "no_gold"
    assert krieg.reason(s, "buy fighter q1") == "off_board"


def test_k3_merging_by_purchase_takes_the_attack(krieg: ModuleType):
    s = krieg.position("e1 0 crown2 fighter2", "e2 1 fighter1", gold=(3, 0))
    assert krieg.reason(s, "attack e1 e2") is None
    joined = krieg.after(s, "buy fighter e1")
    assert krieg.unit(joined, "e1") == "fighter3/10"
    assert krieg.reason(joined, "attack e1 e2") == "new_unit"


@pytest.mark.parametrize(
    ("mover", "present", "joint"),
    [
        ("rider1/21", "rider1/21", "rider2/11"),
        ("rider1/11", "rider1/21", "rider2/01"),
        # The example of K3.5: one step left joined with one just bought. Both stand on shops before.
        ("rider1/21", "rider1/10", "rider2/10"),
        ("fighter2/11", "fighter3/11", "fighter5/01"),
        ("fighter2/11", "fighter1/00", "fighter3/00"),
        ("fighter1/10", "fighter1/11", "fighter2/00"),
        ("archer1/11", "archer1/01", "archer2/01"),
    ],
)
def test_k3_merging_by_step(krieg: ModuleType, mover: str, present: str, joint: str):
    s = krieg.position(f"d1 0 castle {mover}", f"e1 0 crown2 {present}")
    assert krieg.unit(krieg.after(s, "move d1 e1"), "e1") == joint


@pytest.mark.parametrize(
    ("target", "word"),
    [
        ("e2 -", None),
        ("e2 1", None),
        ("e2 1 mine", None),
        ("e2 0 castle", None),
        ("e2 1 castle", "guarded"),
        ("e2 1 castle0", "guarded"),
        ("e2 1 fighter1", "blocked"),
        ("e2 0 fighter4", "stack_full"),
        ("e2 0 fighter3", None),
        ("e2 0 archer1", "other_kind"),
        ("e2 0 worker2", "other_kind"),
    ],
)
def test_k3_steps(krieg: ModuleType, target: str, word: str | None):
    s = krieg.position("e1 0 crown2 fighter2", target)
    assert krieg.reason(s, "move e1 e2") == word


def test_k3_more_refusals_of_steps(krieg: ModuleType):
    s = krieg.position(
        "e4 0 worker1", "e3 0 worker2", "e6 0 rider1/01", "d6 1 rider2", "b3 0 archer1/00", **TOWERS
    )
    assert krieg.reason(s, "move e4 e3") == "workers_alone"
    assert krieg.reason(s, "move e4 e5") == "tower"
    assert krieg.reason(s, "move e4 e6") == "out_of_range"
    assert krieg.reason(s, "move e4 e4") == "out_of_range"
    assert krieg.reason(s, "move e6 e7") == "no_steps"
    assert krieg.reason(s, "move b3 b4") == "done"
    assert krieg.reason(s, "move d6 d7") == "not_your_unit"
    assert krieg.reason(s, "move h2 h3") == "no_unit"


def test_k3_whatever_enters_takes(krieg: ModuleType):
    for kind in ("worker2", "archer1", "fighter1"):
        s = krieg.position(f"e3 0 {kind}", "e4 1 mine")
        moved, events = krieg.play(s, "move e3 e4")
        assert krieg.cell(moved, "e4")["owner"] == 0
        assert kinds(events) == ["moved", "captured"]
        assert krieg.GAME.to_json(moved)["seats"][0]["income"] == 5


def test_k3_a_rider_attacks_after_no_one_or_two_steps(krieg: ModuleType):
    s = krieg.position("e3 0 rider1", "e4 1 worker2", "e5 1 worker2")
    assert krieg.texts(s, "attack") == ["attack e3 e4"]
    s = krieg.after(s, "move e3 d3")
    assert krieg.texts(s, "attack") == ["attack d3 e4"]
    s = krieg.after(s, "move d3 d4")
    assert krieg.texts(s, "attack") == ["attack d4 e4", "attack d4 e5"]
    s, _ = krieg.play(s, "attack d4 e5", 5, 1)
    assert krieg.unit(s, "e5") == "rider1/00"
    assert krieg.texts(s) == ["end"]


# --- K4, K6 combat on the board -------------------------------------------------------------------------
def test_k4_attacker_advances_and_is_done(krieg: ModuleType):
    s = krieg.position("e3 0 fighter3", "e4 1 mine archer2")
    s, events = krieg.play(s, "attack e3 e4", 6, 2, 1, 5, 1)
    assert krieg.unit(s, "e4") == "fighter3/00"
    assert krieg.cell(s, "e4")["owner"] == 0
    assert krieg.unit(s, "e3") is None
    assert kinds(events) == ["rolled", "rolled", "lost", "moved", "captured"]
    assert s.final


def test_k4_no_advance_without_survivor(krieg: ModuleType):
    s = krieg.position("e3 0 fighter1", "e4 1 fighter1")
    s, _ = krieg.play(s, "attack e3 e4", 4, 4)
    assert krieg.unit(s, "e3") is None
    assert krieg.unit(s, "e4") is None
    assert krieg.cell(s, "e4")["owner"] == 1


def test_k4_archers_never_advance(krieg: ModuleType):
    s = krieg.position("e3 0 archer2", "e5 1 worker2")
    s, _ = krieg.play(s, "attack e3 e5", 4, 1, 5)
    assert krieg.unit(s, "e5") is None
    assert krieg.unit(s, "e3") == "archer2/00"
    assert krieg.cell(s, "e5")["owner"] == 1


def test_k4_draws_are_made_only_for_legal_attacks_and_all_of_them(krieg: ModuleType):
    s = krieg.position("e3 0 fighter2", "e4 1 fighter1")
    for dice in ((), (1, 2), (1, 2, 7), (1, 2, 0)):
        with pytest.raises(DrawError):
            krieg.play(s, "attack e3 e4", *dice)
    with pytest.raises(DrawError):
        krieg.play(s, "attack e3 e4", 1, 2, 3, 4)
    with pytest.raises(IllegalAction) as caught:
        krieg.play(s, "attack e4 e3", 1)
    assert caught.value.reason == "not_your_unit"
    assert caught.value.culprit == "attack e4 e3"


@pytest.mark.parametrize(
    ("attacker", "target", "word"),
    [
        ("fighter1", "e4 1 fighter1", None),
        ("fighter1", "e4 1 castle", None),
        ("fighter1", "e4 1 castle0", None),
        ("fighter1", "e4 1 mine", "no_target"),
        ("fighter1", "e4 0 fighter1", "no_target"),
        ("fighter1", "e4 0 castle", "no_target"),
        ("fighter1", "e5 1 fighter1", "out_of_range"),
        ("fighter1/00", "e4 1 fighter1", "done"),
        ("worker2", "e4 1 fighter1", "never_attacks"),
        ("archer1", "e5 1 fighter1", None),
        ("archer1/01", "e5 1 fighter1", None),
        ("archer1", "e6 1 fighter1", "out_of_range"),
        ("archer1", "e4 1 castle", "guards_only"),
        ("archer1", "e4 1 castle0", "guards_only"),
        ("archer1", "e5 1 castle worker1", None),
        ("archer1", "e5 1 mine", "no_target"),
    ],
)
def test_k3_k6_who_may_attack_what(krieg: ModuleType, attacker: str, target: str, word: str | None):
    s = krieg.position(f"e3 0 {attacker}", target)
    assert krieg.reason(s, f"attack e3 {target.split()[0]}") == word


def test_k6_guards_fill_up_to_five(krieg: ModuleType):
    # Garrison of four: one of two guards rolls. The example of K6.4.
    s = krieg.position("e8 0 fighter5", "d8 0 fighter1", "e9 1 crown2 fighter4")
    s, events = krieg.play(s, "attack e8 e9", 6, 6, 5, 5, 5, 4, 4, 4, 4, 4)
    assert krieg.unit(s, "e9") is None
    assert krieg.cell(s, "e9")["guards"] == 1
    assert krieg.unit(s, "e8") == "fighter5/00"
    assert krieg.GAME.outcome(s) is None
    assert kinds(events) == ["rolled", "rolled", "rolled", "lost", "lost"]
    won, events = krieg.play(s, "attack d8 e9", 6, 1)
    assert krieg.GAME.outcome(won).reason == "crown"
    assert krieg.GAME.outcome(won).winners == (0,)
    assert kinds(events)[-3:] == ["captured", "eliminated", "won"]


def test_k6_a_full_stack_defends_alone(krieg: ModuleType):
    s = krieg.position("e8 0 rider5", "e9 1 crown2 fighter5")
    s, _ = krieg.play(s, "attack e8 e9", 6, 6, 6, 6, 6, 1, 1, 1, 1, 1)
    assert krieg.cell(s, "e9")["guards"] == 2
    assert krieg.unit(s, "e9") is None
    assert krieg.unit(s, "e8") == "rider5/00"
    assert not s.over


def test_k6_beaten_guards_return_at_the_turns_end(krieg: ModuleType):
    s = krieg.position("d5 0 fighter1", "e5 1 castle", "e8 0 fighter2", gold=(0, 9))
    s, _ = krieg.play(s, "attack d5 e5", 3, 3)
    assert krieg.cell(s, "e5")["guards"] == 0
    assert krieg.cell(s, "e5")["owner"] == 1
    s, _ = krieg.play(s, "attack e8 e9", 6, 1, 4, 3)
    assert krieg.cell(s, "e9")["guards"] == 1
    s = krieg.after(s, "end")
    assert krieg.cell(s, "e5")["guards"] == 1
    assert krieg.cell(s, "e9")["guards"] == 2


def test_k6_open_castle_is_taken_without_dice(krieg: ModuleType):
    s = krieg.position(
        "d5 0 fighter1", "d4 0 rider1", "f5 0 archer1", "f4 0 worker2", "e5 1 castle0", gold=(9, 0)
    )
    assert not krieg.GAME.needs_chance(s, krieg.GAME.parse("attack d4 e5"))
    assert krieg.reason(s, "attack f5 e5") == "guards_only"
    for name in ("d5", "f5", "f4"):
        assert krieg.reason(s, f"move {name} e5") == "guarded"
    bought = krieg.after(s, "buy fighter e1")
    taken, events = krieg.play(bought, "attack d4 e5")
    assert kinds(events) == ["moved", "captured"]
    assert krieg.unit(taken, "e5") == "rider1/00"
    assert taken.draws == s.draws
    assert krieg.reason(taken, "undo") == "final"
    # K6.7, K3.3: it sells at once, the kind that stands there; its guard comes back for the new owner.
    assert krieg.cell(taken, "e5")["guards"] == 0
    assert krieg.reason(taken, "buy fighter e5") == "other_kind"
    assert krieg.cell(krieg.after(taken, "end"), "e5")["guards"] == 1
    assert krieg.cell(krieg.after(taken, "end"), "e5")["owner"] == 0


def test_k6_guards_beaten_then_the_garrison_shot_leaves_it_open(krieg: ModuleType):
    s = krieg.position("e8 0 fighter2", "d8 0 archer2", "f8 0 rider1", "e9 1 crown2 rider1")
    s, _ = krieg.play(s, "attack e8 e9", 5, 4, 6, 4, 3)
    # rider 6 > 5: the attacker falls; guard 4 = 4: both fall; the other guard stands.
    assert (krieg.unit(s, "e8"), krieg.unit(s, "e9")) == (None, "rider1/00")
    assert krieg.cell(s, "e9")["guards"] == 1
    s, _ = krieg.play(s, "attack d8 e9", 6, 1, 5)
    assert krieg.unit(s, "e9") is None
    assert krieg.reason(s, "attack d8 e9") == "done"
    s, _ = krieg.play(s, "attack f8 e9", 3, 3)
    assert s.over
    # K8.1: the entered crown is the winner's, without guards.
    assert krieg.cell(s, "e9")["owner"] == 0
    assert krieg.cell(s, "e9")["guards"] == 0
    with pytest.raises(GameOver):
        krieg.play(s, "end")
    with pytest.raises(GameOver):
        krieg.resign(s, 0)


def test_k6_castle_taken_with_dice_has_no_guard_before_the_turns_end(krieg: ModuleType):
    s = krieg.position("d5 0 fighter2", "e5 1 castle", "e6 1 fighter1", gold=(3, 0))
    s, _ = krieg.play(s, "attack d5 e5", 6, 1, 2)
    assert krieg.unit(s, "e5") == "fighter2/00"
    assert krieg.cell(s, "e5")["guards"] == 0
    s = krieg.after(s, "buy fighter e5")
    assert krieg.unit(s, "e5") == "fighter3/00"
    assert krieg.cell(krieg.after(s, "undo", "end"), "e5")["guards"] == 1


# --- K5 building ----------------------------------------------------------------------------------------
def test_k5_mine_and_worker(krieg: ModuleType):
    s = krieg.position("e3 0 worker2", gold=(8, 0))
    s, events = krieg.play(s, "build mine e3")
    assert krieg.unit(s, "e3") == "worker1/00"
    assert s.gold[0] == 5
    assert [(event.kind.value, event.piece) for event in events] == [("built", "mine")]
    assert krieg.reason(s, "build castle e3") == "done"
    s = krieg.after(s, "end", "end")
    assert krieg.reason(s, "build mine e3") == "has_building"
    s = krieg.after(s, "move e3 e4")
    assert krieg.reason(s, "build castle e4") == "no_charges"
    s = krieg.after(s, "build mine e4")
    assert krieg.unit(s, "e4") is None
    assert krieg.GAME.to_json(s)["seats"][0]["income"] == 7


@pytest.mark.parametrize(
    ("charges", "worker", "left", "word"),
    [
        (2, "worker2", None, None),
        (2, "worker1", "worker1/11", "no_charges"),
        (1, "worker2", "worker1/00", None),
        (1, "worker1", None, None),
    ],
)
def test_k5_castle_charges(krieg: ModuleType, charges: int, worker: str, left: str | None, word: str | None):
    s = krieg.position(f"e3 0 {worker}", gold=(8, 0), castle_charges=charges)
    assert krieg.reason(s, "build castle e3") == word
    if word is None:
        s = krieg.after(s, "build castle e3")
        assert krieg.cell(s, "e3")["building"] == "castle"
        assert krieg.cell(s, "e3")["guards"] == 1
        assert s.gold[0] == 0
    assert krieg.unit(s, "e3") == left


def test_k5_refusals(krieg: ModuleType):
    s = krieg.position("e1 0 crown2 worker2", "e3 0 fighter1", "e4 0 worker2", "e6 1 worker2", gold=(2, 0))
    assert krieg.reason(s, "build mine e1") == "on_crown"
    assert krieg.reason(s, "build mine e3") == "not_a_worker"
    assert krieg.reason(s, "build mine e4") == "no_gold"
    assert krieg.reason(s, "build mine e5") == "no_unit"
    assert krieg.reason(s, "build mine e6") == "not_your_unit"


def test_k5_nothing_is_built_on_a_dead_crown(krieg: ModuleType):
    s = krieg.position("a5 0 dead worker2", out=(1,), gold=(20, 0, 0), **THREE)
    assert krieg.reason(s, "build mine a5") == "on_crown"
    assert krieg.reason(s, "build castle a5") == "on_crown"


def test_k5_a_castle_sells_at_once(krieg: ModuleType):
    s = krieg.after(krieg.position("e3 0 worker2", gold=(11, 0)), "build castle e3", "buy fighter e3")
    assert krieg.unit(s, "e3") == "fighter1/10"
