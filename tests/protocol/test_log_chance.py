"""Dice in the log: reveals, witnesses, and seats that owe them."""

import pytest

from engine.dice import SeededDraws
from engine.game import Outcome
from protocol import entries as e
from protocol.chain import event_seed, seat_bitmap
from protocol.effects import Pending, Result
from protocol.errors import Code
from protocol.match import Waiting

LINK = bytes(range(32))


WRONG_REVEALS = {
    "no link": (lambda cause, view: e.Reveal(1, cause, LINK), Code.WRONG_REVEAL),
    "link of a later event": (lambda cause, view: e.Reveal(1, cause, view.link(1, 2)), Code.WRONG_REVEAL),
    "link of another seat": (lambda cause, view: e.Reveal(1, cause, view.link(2, 1)), Code.WRONG_REVEAL),
    "another cause": (lambda cause, view: e.Reveal(1, LINK, view.link(1, 1)), Code.FORK),
    "another event": (lambda cause, view: e.Reveal(2, cause, view.link(1, 2)), Code.ILLEGAL),
}


@pytest.mark.parametrize("is_early", [False, True])
@pytest.mark.parametrize("name", WRONG_REVEALS)
def test_a_wrong_reveal_is_recorded_and_still_owed(view, name, is_early) -> None:
    make, code = WRONG_REVEALS[name]
    act = view.table.forge(view.match, 0, e.Act(0, "hit 1", view.link(0), 0, ()))
    cause = view.table.name(act[0])
    reveal = view.table.forge(view.match, 1, make(cause, view))
    for entry in (reveal, act) if is_early else (act, reveal):
        view.match.receive(*entry)
    assert view.codes() == [code]
    assert (view.match.k, view.match.waiting_for()) == (0, (Waiting(1, "reveal"), Waiting(2, "reveal")))
    view.reveal()
    assert view.match.k == 1
    assert view.codes() == [code]


def test_the_dice_are_those_of_all_links_together(view) -> None:
    view.act("hit 1", link=True)
    assert Pending(1, 0, "hit 1", (1, 2)) in view.match.effects()
    view.reveal()
    seed = event_seed(view.match.id, 1, seat_bitmap((0, 1, 2)), [view.link(seat, 1) for seat in range(3)])
    (step,) = view.match.steps()
    assert step.dice == (SeededDraws(seed).die(),)
    assert view.match._log.situation.n == 1


def test_reveals_may_come_before_their_item(view) -> None:
    act = view.table.forge(view.match, 0, e.Act(0, "hit 1", view.link(0), 0, ()))
    for seat in (2, 1):
        view.say(seat, e.Reveal(1, view.table.name(act[0]), view.link(seat)))
    assert view.match.k == 0
    view.match.receive(*act)
    assert (view.match.k, view.match.evidence) == (1, [])
    assert not any(isinstance(effect, Pending) for effect in view.match.effects())


def test_reveals_that_nobody_asked_for_are_recorded(view) -> None:
    view.say(1, e.Reveal(1, LINK, view.link(1)))
    view.say(2, e.Reveal(9, LINK, view.link(2)))
    assert view.codes() == []
    view.act("train")
    assert view.codes() == [Code.ILLEGAL] * 2


def test_one_cause_for_each_event_and_seat_ever(view) -> None:
    view.act("hit 1", link=True)
    view.reveal()
    cause = view.name(0)
    start = {"k": 0, "head": view.table.id, "state": view.match.hashes()[0]}
    view.say(1, e.Reveal(1, cause, view.link(1, 1)), **start)
    assert view.codes() == [], "the same again is harmless"
    view.say(1, e.Reveal(1, LINK, view.link(1, 1)), **start)
    view.say(2, e.Reveal(1, LINK, view.link(2, 1)))
    view.act("train")
    assert (view.codes(1), view.codes(2)) == ([Code.FORK], [Code.FORK])


def test_events_are_never_used_twice_and_skipped_links_are_verified(new_view) -> None:
    """Seat 0 acts without dice and is asked again after two events that it had no part in."""
    view = new_view("hhh0")
    view.say(0, e.Resign(0))
    view.reveal()
    assert view.match._log.situation.n == 1
    view.act("hit 2", link=True)
    view.reveal()
    assert (view.match._log.situation.n, view.match.k) == (2, 2)
    assert view.match._log._chains[0].known == 0
    assert view.match._log._chains[0].check(3, view.link(0, 3))
    assert not view.match._log._chains[0].check(3, view.link(0, 2))


def knock_out(view, seat):
    """Play on until ``seat`` is eliminated by the rules and a human is to act."""
    while seat in view.match.game.living(view.match.state):
        text = f"hit {seat}" if view.match.state.hits < 2 and view.match.to_act() != seat else "pass"
        view.act(text, link=text != "pass")
        if view.match._log.chance is not None:
            view.reveal()


def test_an_eliminated_seat_stays_a_dice_witness_until_it_is_dropped(new_view) -> None:
    view = new_view(points=2, turn_limit=99)
    knock_out(view, 2)
    if view.match.state.hits == 2:
        view.act("pass")
    mover = view.match.to_act()
    view.act(f"hit {1 - mover}", link=True)
    assert Waiting(2, "reveal") in view.match.waiting_for()
    assert view.match._log.chance.revealers == (0, 1, 2)
    view = new_view(points=2, turn_limit=99)
    knock_out(view, 2)
    if view.match.state.hits == 2:
        view.act("pass")
    view.act(f"hit {1 - view.match.to_act()}", [e.Drop(2), e.Drop(2)], link=True)
    assert view.codes() == [Code.ILLEGAL]
    view.act(f"hit {1 - view.match.to_act()}", [e.Drop(2)], link=True)
    assert view.match._log.chance.revealers == (0, 1)
    view.reveal()
    assert view.match.steps()[-1].dropped == (2,)
    assert view.match._log.situation.left == {2}


def test_an_eliminated_operator_cannot_drop_itself(new_view) -> None:
    view = new_view("hhh0", points=2, turn_limit=99)
    knock_out(view, 0)
    while view.match.to_act() != 3:
        view.act("pass")
    view.act("train", [e.Drop(0)])
    assert view.codes(0) == [Code.ILLEGAL]
    view.act("train")
    assert view.match.controller(3) == 0


def test_an_eliminated_seat_may_leave_by_resigning(new_view) -> None:
    view = new_view(points=2, turn_limit=99)
    knock_out(view, 2)
    points = view.match.state.points
    view.act("pass", [view.resign(2)])
    assert view.match.steps()[-1].resigned == (2,)
    assert (view.match._log.situation.left, view.match.state.points) == ({2}, points)


def test_a_late_resignation_of_a_dropped_seat_is_void(new_view) -> None:
    view = new_view(points=2, turn_limit=99)
    knock_out(view, 2)
    late = view.table.forge(view.match, 2, e.Resign(2))
    view.act("train", [e.Drop(2)])
    view.match.receive(*late)
    assert view.match._log.resignations == {}
    assert view.match.preview() == view.match.state


def test_the_chain_runs_out(tables, monkeypatch) -> None:
    monkeypatch.setattr("protocol.log.CHAIN_LENGTH", 2)
    view = tables.View(tables.make_table("hh", links=2, points=90))
    for _ in range(2):
        assert view.match.result is None
        view.act("hit 1", link=True)
        view.reveal()
    assert view.match.result == Result("limit", Outcome((0,), "adjudicated"))
    for seat in (0, 1):
        view.say(seat, e.Ack())
    assert view.match.complete
