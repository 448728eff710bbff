"""Resignations in the log: in turn and out of it, listed or not, of humans and of computer seats."""

import pytest

from engine.dice import SeededDraws
from engine.game import Outcome
from protocol import entries as e
from protocol.chain import event_seed, seat_bitmap
from protocol.effects import Pending, Result
from protocol.errors import Code
from protocol.feed import Receipt
from protocol.match import Waiting


def test_a_resignation_in_turn_is_an_item_and_the_others_reveal_for_it(view) -> None:
    view.say(0, e.Resign(0))
    assert view.match.waiting_for() == (Waiting(1, "reveal"), Waiting(2, "reveal"))
    assert Pending(1, 0, "", (1, 2)) in view.match.effects()
    view.reveal(1)
    assert view.match.waiting_for() == (Waiting(2, "reveal"),)
    view.reveal(2)
    (step,) = view.match.steps()
    seed = event_seed(view.match.id, 1, seat_bitmap((1, 2)), [view.link(1, 1), view.link(2, 1)])
    assert (step.kind, step.seat, step.resigned, step.dropped) == ("resign", 0, (0,), ())
    assert step.dice == (SeededDraws(seed).die(),)
    assert view.match._log.situation.left == {0}
    assert step in view.match.effects()


def test_a_resignation_out_of_turn_is_listed_by_an_act(view) -> None:
    listed = view.resign(2)
    assert (view.match.k, view.match._log.resignations.keys()) == (0, {2})
    assert view.match.preview().points == (20, 20, 0)
    assert view.match.state.points == (20, 20, 20)
    view.act("train", [listed])
    assert [(step.action, step.resigned) for step in view.match.steps()] == [("train", (2,))]
    assert view.match.state.points == (21, 20, 0)
    assert view.match._log.resignations == {}


def test_a_resignation_that_nobody_listed_is_the_item_when_its_turn_comes(view) -> None:
    view.resign(1)
    view.act("train")
    assert view.match.to_act() == 0
    view.act("pass")
    assert view.match.waiting_for() == (Waiting(0, "reveal"), Waiting(2, "reveal"))


@pytest.mark.parametrize("first", ["act", "resign"])
def test_in_a_feed_the_first_of_act_and_resignation_counts(new_view, first) -> None:
    view = new_view(tower=False)
    start = {"k": 0, "head": view.table.id, "state": view.match.state_hash}
    bodies = [e.Act(0, "train", None, 0, ()), e.Resign(0)]
    for body in bodies if first == "act" else bodies[::-1]:
        view.say(0, body, **start)
    # A resignation follows at once, whatever its head; an act after it comes too late.
    assert [step.kind for step in view.match.steps()] == (["act", "resign"] if first == "act" else ["resign"])
    assert view.codes() == ([] if first == "act" else [Code.STALE])


def test_with_two_seats_a_listed_resignation_ends_the_game(new_view) -> None:
    view = new_view("hh")
    listed = view.resign(1)
    view.act("train", [listed])
    assert view.codes() == [Code.ILLEGAL], "nothing can be played any more"
    view.say(0, e.Act(0, "", view.link(0), 0, (listed,)))
    assert view.codes() == [Code.ILLEGAL] * 2
    view.act("", [listed])
    assert view.match.result == Result("resigned", Outcome((0,), "resigned"))
    assert view.match.steps()[-1].resigned == (1,)
    assert view.match.waiting_for() == (Waiting(0, "ack"),)
    view.say(0, e.Ack())
    assert view.match.complete


def test_resignations_after_the_one_that_ended_the_game_change_nothing(view) -> None:
    view.act("", [view.resign(2), view.resign(1)])
    assert view.match.result == Result("resigned", Outcome((0,), "resigned"))
    assert view.match._log.situation.left == {1, 2}


def test_all_humans_leave(new_view) -> None:
    view = new_view("hh00")
    view.act("pass", [view.resign(1)])
    assert (view.match.to_act(), view.match.controller(2)) == (2, 0)
    listed = view.resign(0)
    assert view.match.to_act() == 2, "who operates the seat to act must act for it"
    view.act("train", [listed])
    assert view.match.result == Result("limit", Outcome((2,), "adjudicated"))
    assert view.match.waiting_for() == ()
    assert view.match.complete


def test_an_operator_that_lists_its_own_resignation_is_not_in_r(new_view) -> None:
    view = new_view("hh00")
    view.act("pass")
    view.act("pass")
    listed = view.resign(0)
    view.act("hit 3", [listed], link=True)
    assert view.codes() == [Code.WRONG_REVEAL]
    view.act("hit 3", [listed])
    assert view.match.waiting_for() == (Waiting(1, "reveal"),)
    view.reveal(1)
    assert (view.match.to_act(), view.match.controller(2), view.match.controller(3)) == (2, 1, 1)
    view.act("pass")
    assert view.match.k == 4


def test_computer_seats_are_handed_on_in_seat_order(new_view) -> None:
    view = new_view("h2hh2")
    controller = view.match._log.situation.table.controller
    left = [(), {2}, {2, 3}, {0, 2}, {0, 2, 3}]
    assert [controller(1, frozenset(seats)) for seats in left] == [2, 3, 0, 3, 2]
    assert controller(3, frozenset({3})) == 3
    view.act("pass", [view.resign(2)])
    view.say(0, e.Act(1, "pass", None, 0, ()))
    assert view.match.k == 1
    view.act("pass")
    assert (view.match.k, view.name(3)) == (2, view.match._log.items[-1].e)


def test_a_computer_seat_resigns_only_while_it_is_to_act(new_view) -> None:
    view = new_view("h0h", tower=False)
    view.say(0, e.Resign(1))
    view.act("pass")
    assert (view.match.to_act(), view.match.evidence) == (1, [])
    assert view.say(0, e.Resign(1)) is Receipt.INVALID, "the seat was resigned in this feed before"
    other = new_view("h0h", tower=False)
    other.act("pass")
    other.say(2, e.Resign(1))
    assert other.match.k == 1, "another than its operator cannot"
    other.say(0, e.Resign(1))
    assert [(step.kind, step.seat) for step in other.match.steps()] == [("act", 0), ("resign", 1)]
    assert other.match._log.situation.left == frozenset()


def test_a_resignation_of_another_human_seat_is_illegal(view) -> None:
    view.say(2, e.Resign(0))
    view.say(2, e.Resign(5))
    assert view.codes(2) == [Code.ILLEGAL] * 2
    assert (view.match.k, view.match._log.resignations) == (0, {})


def test_judgement_where_the_log_just_stops(view) -> None:
    assert view.match.judgement() is None
    view.resign(1)
    assert view.match.judgement() is None, "two seats are left"
    view.resign(2)
    assert view.match.judgement() == Result("resigned", Outcome((0,), "resigned"))
    assert view.match.result is None


def test_judgement_of_a_finished_match_is_its_result(new_view) -> None:
    view = new_view("hh", turn_limit=1)
    view.act("pass")
    assert view.match.judgement() == view.match.result == Result("played", Outcome((), "turn_limit"))
