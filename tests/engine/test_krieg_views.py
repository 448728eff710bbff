"""What windows and logs are told about Krieg und Frieden: effects, pieces, boards, texts."""

from types import ModuleType
from typing import Any

import pytest

from engine.errors import ActionSyntaxError
from engine.game import Effect, Piece
from engine.krieg.actions import Action, Verb
from engine.krieg.refusals import Refusal


def effect(krieg: ModuleType, s: Any, text: str) -> Effect:
    action = krieg.GAME.parse(text)
    assert krieg.GAME.is_legal(s, action)
    described: Effect = krieg.GAME.describe(s, action)
    assert described.cells == krieg.GAME.action_cells(action)
    return described


# --- effects --------------------------------------------------------------------------------------------
def test_purchase(krieg: ModuleType):
    s = krieg.position("d2 0 fighter1", "d3 0 mine", gold=(20, 0))
    assert effect(krieg, s, "buy rider e1") == Effect(
        "buy",
        ("e1",),
        {"piece": "rider", "cost": 12, "gold_left": 8, "count": 1, "steps": 1, "upkeep": 4, "income": 5},
    )


def test_purchase_onto_a_fresh_stack_warns(krieg: ModuleType):
    s = krieg.position("e1 0 crown2 rider1", gold=(40, 0))
    details = effect(krieg, s, "buy rider e1").details
    assert details["loses_attack"] is True
    assert details["loses_steps"] is True
    assert details["count"] == 2
    again = effect(krieg, krieg.after(s, "buy rider e1"), "buy rider e1").details
    assert "loses_attack" not in again
    assert "loses_steps" not in again


@pytest.mark.parametrize(
    ("cells", "gold", "piece", "locked"),
    [
        # Upkeep equal to income and no gold: nothing ever changes again.
        (("d2 0 fighter2",), 3, "fighter", True),
        (("d2 0 fighter1",), 3, "fighter", False),
        # One piece of gold that can never become three.
        (("d2 0 fighter2",), 4, "worker", True),
        # Gold left for a purchase or a mine.
        (("d2 0 fighter2",), 6, "fighter", False),
        # More upkeep than income: units starve down to the lock.
        (("d2 0 fighter3",), 3, "archer", True),
        # A rider that starves at once leaves the income larger than the upkeep.
        (("d2 0 fighter1",), 12, "rider", False),
    ],
)
def test_poverty_lock(krieg: ModuleType, cells, gold: int, piece: str, locked: bool):
    s = krieg.position(*cells, gold=(gold, 0))
    assert ("poverty_lock" in effect(krieg, s, f"buy {piece} e1").details) == locked
    # With the house rule there is a way out (K12.1).
    s = krieg.position(*cells, gold=(gold, 0), disband=True)
    assert "poverty_lock" not in effect(krieg, s, f"buy {piece} e1").details
    if locked:
        s = krieg.after(krieg.position(*cells, gold=(gold, 0)), f"buy {piece} e1")
        for _ in range(6):
            s = krieg.after(s, "end", "end")
            assert krieg.texts(s, "buy") == []


def test_step_and_merge(krieg: ModuleType):
    s = krieg.position("e3 0 rider1", "e4 1 mine", "d3 0 rider2/01", "d2 0 rider1/00", "e2 1")
    assert effect(krieg, s, "move e3 e4") == Effect(
        "move",
        ("e3", "e4"),
        {"piece": "rider", "count": 1, "steps": 1, "may_act": True, "conquers": True, "takes": "mine"},
    )
    assert effect(krieg, s, "move e3 e2").details["conquers"] is True
    merge = effect(krieg, s, "move e3 d3")
    assert merge.kind == "merge"
    assert merge.details == {"piece": "rider", "count": 3, "steps": 0, "may_act": True, "loses_steps": True}
    assert effect(krieg, s, "move e3 d2").details["loses_attack"] is True


def test_attacks(krieg: ModuleType):
    s = krieg.position("e8 0 fighter2", "d8 0 archer2", "f8 0 rider1", "e9 1 crown1 worker2", "d7 1 archer1")
    storm = effect(krieg, s, "attack e8 e9")
    assert storm.kind == "storm"
    rows = krieg.GAME.odds(s, krieg.GAME.parse("attack e8 e9"))
    falls = sum(
        r.rolls for r in rows if (r.garrison_lost, r.guards_beaten) == (1, 1) and r.attackers_lost < 2
    )
    assert storm.details == {
        "piece": "fighter",
        "attackers": 2,
        "defender": "worker",
        "garrison": 1,
        "guard_dice": 1,
        "guards": 1,
        "falls_rolls": falls,
        "rolls": 6**4,
        "wins": True,
        "eliminates": 1,
        "final": True,
    }
    shot = effect(krieg, s, "attack d8 e9")
    assert shot.kind == "attack"
    assert shot.details["shot"] is True
    assert (shot.details["guard_dice"], shot.details["guards"]) == (0, 1)
    assert "wins" not in shot.details
    plain = effect(krieg, s, "attack e8 d7")
    assert plain.kind == "attack"
    assert plain.details["defender"] == "archer"


def test_open_strongholds_and_towers(krieg: ModuleType):
    s = krieg.position("e8 0 rider1", "e9 1 crown0", "d8 1 castle0", "e6 0 fighter1", mode="towers")
    storm = effect(krieg, s, "attack e8 e9").details
    assert (storm["open"], storm["wins"], storm["falls_rolls"], storm["rolls"]) == (True, True, 1, 1)
    assert "defender" not in storm
    assert "wins" not in effect(krieg, s, "attack e8 d8").details
    tower = effect(krieg, s, "attack e6 e5")
    assert (tower.kind, tower.details["defender"], tower.details["garrison"]) == ("attack", "tower", 3)


def test_storms_tell_who_is_out(krieg: ModuleType):
    s = krieg.position("b1 0 rider2", "a1 1 crown2", mode="factions")
    assert effect(krieg, s, "attack b1 a1").details["eliminates"] == 1
    assert "wins" not in effect(krieg, s, "attack b1 a1").details
    s = krieg.position("b1 0 rider2", "a1 1 crown2", "a5 1 crown2", out=(2,), mode="factions")
    assert "eliminates" not in effect(krieg, s, "attack b1 a1").details
    storm = effect(krieg, krieg.position("a4 0 rider2", "a5 1 crown2", seats=3), "attack a4 a5").details
    assert (storm["eliminates"], "wins" in storm) == (1, False)
    storm = effect(
        krieg, krieg.position("a4 0 rider2", "i5 0 dead", out=(2,), seats=3), "attack a4 a5"
    ).details
    assert (storm["eliminates"], storm["wins"]) == (1, True)
    s = krieg.position("b1 0 rider2", "a1 - crown2", out=(1,), mode="factions")
    assert "eliminates" not in effect(krieg, s, "attack b1 a1").details


def test_building_undo_disband(krieg: ModuleType):
    s = krieg.position("e3 0 worker2", "e4 0 rider2", gold=(9, 0), disband=True)
    assert effect(krieg, s, "build mine e3").details == {
        "piece": "mine",
        "cost": 3,
        "gold_left": 6,
        "charges_left": 1,
        "final": True,
    }
    assert effect(krieg, s, "build castle e3").details["charges_left"] == 0
    assert effect(krieg, s, "disband e4").details == {
        "piece": "rider",
        "count": 2,
        "upkeep_saved": 6,
        "final": True,
    }
    moved = krieg.after(s, "move e3 d3", "move e4 e5")
    assert effect(krieg, moved, "undo") == Effect("undo", (), {"left": 1})


def test_ending_the_turn(krieg: ModuleType):
    s = krieg.position(
        "e3 0 fighter5", "e4 0 rider1/00", turn=0, gold=(2, 0), number=3, round_limit=3, mode="towers"
    )
    assert effect(krieg, s, "end").details == {
        "idle": 1,
        "tower_shots": 1,
        "next": 1,
        # Gold 2, income 3, upkeep 8: the rider goes.
        "starving": 1,
        "final": True,
    }
    last = krieg.position(turn=1, number=3, round_limit=3)
    assert effect(krieg, last, "end").details["ends_game"] is True


# --- pieces and cells -----------------------------------------------------------------------------------
def test_pieces_and_their_marks(krieg: ModuleType):
    s = krieg.position(
        "e1 0 crown2 fighter2/10",
        "d3 0 worker1/00",
        "e3 0 castle0 rider3",
        "e4 0 archer1/01",
        "d4 0 mine",
        "e9 1 crown1 worker2",
        "e5 - tower2",
        mode="towers",
    )
    pieces = [piece for piece in krieg.GAME.pieces(s) if piece.cell not in ("a3", "i3")]
    assert pieces == [
        Piece("d4", "mine", 0),
        Piece("d3", "worker", 0, 1, ("charge1", "done")),
        Piece("e9", "crown", 1),
        Piece("e9", "guard", 1, 1),
        Piece("e9", "guard", 1, 1, ("beaten",)),
        Piece("e9", "worker", 1, 1, ("charge2",)),
        Piece("e5", "tower", None, 2),
        Piece("e4", "archer", 0, 1),
        Piece("e3", "castle", 0),
        Piece("e3", "guard", 0, 1, ("beaten",)),
        Piece("e3", "rider", 0, 3),
        Piece("e1", "crown", 0),
        Piece("e1", "guard", 0, 2),
        Piece("e1", "fighter", 0, 2, ("new",)),
    ]
    dead = krieg.position("a5 0 dead", out=(1,), seats=3)
    assert Piece("a5", "crown", 0, 1, ("dead",)) in krieg.GAME.pieces(dead)


def test_a_crown_that_was_entered_has_no_guards_to_come_back(krieg: ModuleType):
    s = krieg.position("e1 0 crown2", "e9 0 crown0 fighter1/00", out=(1,))
    assert krieg.GAME.outcome(s) is not None
    assert [piece.kind for piece in krieg.GAME.pieces(s) if piece.cell == "e9"] == ["crown", "fighter"]


def test_board(krieg: ModuleType):
    s = krieg.position("e3 1", seats=3)
    board = krieg.GAME.board(s)
    assert board.orientation == "flat"
    assert len(board.cells) == 61
    assert [cell.name for cell in board.cells if cell.kind == "crown"] == ["a5", "e1", "i5"]
    by_name = {cell.name: cell for cell in board.cells}
    assert (by_name["e3"].q, by_name["e3"].r, by_name["e3"].owner) == (0, 2, 1)
    assert by_name["d3"].owner is None


# --- texts ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "",
        "resign",
        "resign 1",
        "end ",
        " end",
        "End",
        "undo e1",
        "buy knight e1",
        "buy fighter",
        "buy fighter e0",
        "buy fighter e01",
        "buy fighter e18",
        "buy fighter r1",
        "buy  fighter e1",
        "move e1",
        "move e1 e2 e3",
        "move e1 e2\n",
        "build tower e3",
        "build e3",
        "attack e1-e2",
        "disband",
        "move e１ e2",
    ],
)
def test_what_is_no_action(krieg: ModuleType, text: str):
    with pytest.raises(ActionSyntaxError):
        krieg.GAME.parse(text)


def test_only_what_can_be_written_is_made():
    for fields in (
        (Verb.END, "e1"),
        (Verb.MOVE, "e1"),
        (Verb.MOVE, "e1", "z9"),
        (Verb.BUY, "e1", "", "castle"),
        (Verb.BUILD, "e1", "e2", "mine"),
    ):
        with pytest.raises(ValueError):
            Action(*fields)


def test_cells_are_listed_by_code_point(krieg: ModuleType):
    s = krieg.position("f10 0 worker2", "f2 0 worker2", "f3 0 worker2", gold=(3, 0), radius=5)
    assert krieg.texts(s, "build") == ["build mine f10", "build mine f2", "build mine f3"]


def test_texts_of_actions_can_be_pasted(krieg: ModuleType):
    for text in ("move e1 e2", "buy rider e1", "end"):
        action = krieg.GAME.parse(text)
        assert eval(repr(action), {"Action": Action, "Verb": Verb}) == action


def test_end_passes_the_turn(krieg: ModuleType):
    s = krieg.position()
    assert krieg.GAME.format(krieg.GAME.end_action(s)) == "end"
    assert krieg.GAME.end_action(krieg.resign(s, 0)[0]) is None


def test_refusals_have_words():
    assert {refusal.value: refusal.text for refusal in Refusal}
    assert len({refusal.text for refusal in Refusal}) == len(Refusal)
