"""From feeds to one log: which item is next, in whatever order entries come (``protocol.log``, ``legality``)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import SeededDraws
from engine.game import Outcome
from protocol import entries as e
from protocol.chain import event_seed, seat_bitmap
from protocol.effects import Applied, Pending, Result
from protocol.errors import Code
from protocol.feed import Receipt
from protocol.legality import RefusedError, plan_act
from protocol.match import Waiting

LINK = bytes(range(32))


@pytest.fixture
def new_view(tables):
    """Make a view of a toy match; by default of three human seats with many points."""

    def make(pattern="hhh", **options):
        options.setdefault("points", 20)
        return tables.View(tables.make_table(pattern, **options))

    return make


@pytest.fixture
def view(new_view):
    return new_view()


def actions(match):
    return [step.action for step in match.steps()]


# --- the beginning ------------------------------------------------------------------------------------------


def test_nothing_begins_before_everybody_has_joined(tables) -> None:
    table = tables.make_table("hhh")
    match = table.match(0)
    match.effects()
    assert (match.own_turn(), match.to_act()) == (None, None)
    assert match.waiting_for() == (Waiting(1, "entry0"), Waiting(2, "entry0"))
    match.receive(*table.forge(match, 1, e.Ack()))
    match.receive(*table.forge(match, 0, e.Act(0, "pass", None, 0, ())))
    assert match.k == 0
    match.receive(*table.forge(match, 2, e.Ack()))
    assert actions(match) == ["pass"], "what was signed before waits for the last one to join"


def test_heads_are_made_of_the_items_names(view) -> None:
    from engine.digest import H

    view.act("train")
    assert view.match.head == H("wabe.log", view.match.id + view.name(0))
    assert view.match.hashes()[1] == view.match.state_hash == view.match.game.state_hash(view.match.state)
    assert view.match.state_at(0).points == (20, 20, 20)
    assert view.match.state_at(1) == view.match.state


# --- acts ---------------------------------------------------------------------------------------------------

ILLEGAL = {
    "seat of another": e.Act(1, "pass", None, 0, ()),
    "no such action": e.Act(0, "dance", None, 0, ()),
    "not canonical": e.Act(0, "hit 01", None, 0, ()),
    "against the rules": e.Act(0, "hit 0", LINK, 0, ()),
    "empty while the game goes on": e.Act(0, "", None, 0, ()),
    "drops oneself": e.Act(0, "pass", None, 0, (e.Drop(0),)),
    "drops a living seat": e.Act(0, "pass", None, 0, (e.Drop(1),)),
    "drops nobody": e.Act(0, "pass", None, 0, (e.Drop(5),)),
    "lists the seat to act": e.Act(0, "pass", None, 0, (e.Listed(0, 0, LINK),)),
    "lists a seat without a feed": e.Act(0, "pass", None, 0, (e.Listed(4, 0, LINK),)),
}


@pytest.mark.parametrize("name", ILLEGAL)
def test_an_illegal_act_is_skipped_and_recorded_against_its_author(view, name) -> None:
    assert view.say(0, ILLEGAL[name]) is Receipt.NEW
    assert view.match.k == 0
    (record,) = view.match.evidence
    assert (record.seat, record.seq, record.code) == (0, 1, Code.ILLEGAL)
    assert record in view.match.effects()
    view.act("pass")
    assert actions(view.match) == ["pass"]


def test_the_first_legal_act_is_the_item_and_later_ones_are_stale(view) -> None:
    start = {"k": 0, "head": view.table.id, "state": view.match.state_hash}
    for text in ("dance", "train", "pass"):
        view.say(0, e.Act(0, text, None, 0, ()), **start)
    assert actions(view.match) == ["train"]
    assert view.codes(0) == [Code.ILLEGAL, Code.STALE]


def test_an_act_of_who_is_not_to_act_is_stale_when_the_item_is_there(view) -> None:
    view.say(1, e.Act(1, "pass", None, 0, ()))
    view.say(2, e.Act(0, "pass", None, 0, ()))
    assert (view.match.k, view.codes()) == (0, [])
    view.act("train")
    assert actions(view.match) == ["train"]
    assert (view.codes(1), view.codes(2)) == ([Code.STALE], [Code.STALE])


def test_what_comes_too_late_is_stale(view) -> None:
    start = {"k": 0, "head": view.table.id, "state": view.match.state_hash}
    view.act("pass")
    view.say(1, e.Act(1, "pass", None, 0, ()), **start)
    view.say(2, e.Offer("draw", None), **start)
    assert view.match.k == 1
    assert (view.codes(1), view.codes(2)) == ([Code.STALE], [])


def test_a_listed_entry_must_be_a_resignation(view) -> None:
    ack = e.Listed(1, 0, view.name(1, 0))
    view.act("pass", [ack])
    assert (view.match.k, view.codes()) == (0, [Code.ILLEGAL])
    listed = view.resign(1)
    view.act("pass", [listed, listed])
    assert (view.match.k, view.codes()) == (0, [Code.ILLEGAL] * 2), "once only"
    view.act("train", [listed])
    view.act("train", [listed])
    assert actions(view.match) == ["train"]
    assert view.codes() == [Code.ILLEGAL] * 3, "what an item listed cannot be listed again"


def test_an_act_that_names_an_entry_not_held_waits_and_its_author_owes_it(view) -> None:
    resignation = view.table.forge(view.match, 1, e.Resign(1))
    view.act("train", [e.Listed(1, 1, view.table.name(resignation[0]))])
    view.say(0, e.Act(0, "pass", None, 0, ()))
    assert view.match.k == 0, "nothing of the feed passes an act that waits"
    assert view.match.waiting_for() == (Waiting(0, "owes"),)
    view.match.receive(*resignation)
    assert [(step.action, step.resigned) for step in view.match.steps()] == [("train", (1,))]
    assert view.codes() == [Code.STALE]


def test_a_preview_does_not_list_the_seat_to_act(view) -> None:
    view.act("train", [e.Listed(1, 9, LINK)])
    view.resign(0)
    view.resign(2)
    assert view.match.waiting_for() == (Waiting(0, "owes"),)
    assert view.match.preview().points == (20, 20, 0)


def test_only_who_controls_the_seat_may_act_for_it(view) -> None:
    plan = plan_act(view.match._log.situation, 0, e.Act(0, "train", None, 0, ()), view.match._log)
    assert (plan.action, plan.needs_chance, plan.revealers) == ("train", False, (0, 1, 2))
    with pytest.raises(RefusedError, match="does not control"):
        plan_act(view.match._log.situation, 1, e.Act(0, "train", None, 0, ()), view.match._log)


def test_an_act_that_names_another_entry_than_the_one_held_waits(view) -> None:
    view.resign(1)
    view.act("train", [e.Listed(1, 1, LINK)])
    assert (view.match.k, view.match.waiting_for()) == (0, (Waiting(0, "owes"),))


def test_a_listed_entry_that_is_ahead_waits(view) -> None:
    later = view.table.forge(view.match, 1, e.Resign(1), k=1)
    view.match.receive(*later)
    view.act("train", [e.Listed(1, 1, view.table.name(later[0]))])
    assert (view.match.k, view.match.waiting_for()) == (0, (Waiting(0, "owes"),))


@pytest.mark.parametrize(
    ("text", "n"),
    [("hit 1", None), ("hit 1", 0), ("hit 1", 2), ("pass", 1)],
    ids=["none", "tip", "later", "needless"],
)
def test_the_link_of_an_act_is_checked(view, text, n) -> None:
    view.say(0, e.Act(0, text, None if n is None else view.link(0, n), 0, ()))
    assert view.codes() == [Code.WRONG_REVEAL]
    assert (view.match.k, view.match.waiting_for()) == (0, (Waiting(0, "act"),))
    view.act("hit 1", link=True)
    assert view.match.waiting_for() == (Waiting(1, "reveal"), Waiting(2, "reveal"))


# --- positions ----------------------------------------------------------------------------------------------


def test_an_entry_ahead_of_the_reader_waits(view) -> None:
    ahead = view.table.forge(view.match, 1, e.Ack(), k=1, head=LINK)
    view.match.receive(*ahead)
    assert view.match._log.checked(1) == 1
    view.act("train")
    assert view.match._log.checked(1) == 1, "its head is another one: it is kept and not applied"
    assert view.match.evidence == []


def test_a_wrong_head_holds_up_its_feed_and_nobody_else(view) -> None:
    view.say(1, e.Offer("draw", None), head=LINK)
    view.resign(1)
    view.act("pass")
    assert view.match.k == 1
    view.act("pass")
    assert (view.match.k, view.match.waiting_for()) == (1, (Waiting(1, "act"),))
    assert view.match._log.resignations == {}


def test_what_a_seat_says_after_it_has_left_is_void(view) -> None:
    view.act("train", [view.resign(2)])
    assert view.say(2, e.Offer("draw", None), state=bytes(16), head=LINK) is Receipt.NEW
    assert view.say(2, e.Act(0, "pass", None, 0, ()), state=bytes(16)) is Receipt.NEW
    assert not view.match.frozen
    assert (view.match.k, view.match.evidence) == (1, [])
    assert view.match._log.checked(2) == len(view.match._feeds[2])


def test_what_is_void_stays_void_when_others_leave(new_view) -> None:
    view = new_view("hhhh")
    view.act("train", [view.resign(2)])
    view.act("train", [view.resign(3)])
    at = {"k": 1, "head": view.match._log.heads[1]}
    assert view.say(2, e.Offer("draw", None), state=bytes(16), **at) is Receipt.NEW
    assert not view.match.frozen
    assert view.match._log.situation.left == {2, 3}


# --- turns --------------------------------------------------------------------------------------------------


def test_an_endless_turn_must_end(view, monkeypatch) -> None:
    monkeypatch.setattr("protocol.legality.MAX_ITEMS_PER_TURN", 3)
    for _ in range(3):
        view.act("swap 1")
    view.act("swap 1")
    assert (view.match.k, view.codes()) == (3, [Code.ILLEGAL])
    view.act("pass")
    assert (view.match.k, view.match.to_act(), view.match._log.situation.turn_items) == (4, 1, 0)


def test_resigning_is_possible_when_a_turn_must_end(new_view, monkeypatch) -> None:
    monkeypatch.setattr("protocol.legality.MAX_ITEMS_PER_TURN", 1)
    view = new_view(tower=False)
    view.act("swap 1")
    view.say(0, e.Resign(0))
    assert [step.kind for step in view.match.steps()] == ["act", "resign"]


# --- resignations -------------------------------------------------------------------------------------------


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


# --- chance -------------------------------------------------------------------------------------------------

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


# --- order and work -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(simulation, tables):
    """Some whole matches: with resignations in and out of turn, drops, agreements, computer seats."""
    runs = [simulation.run(tables, seed, adversaries=0) for seed in (5, 34, 44, 48, 101, 130)]
    return [(run.table, run.peers[0].match) for run in runs]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_order_of_arrival_does_not_matter(finished, data) -> None:
    """What a peer holds depends on the set of entries alone, at every moment."""
    table, source = data.draw(st.sampled_from(finished))
    entries = [entry for seat, _ in source.lengths() for entry in source.entries(seat, 0)]
    random.Random(data.draw(st.integers(0, 2**32))).shuffle(entries)
    match, waiting = table.match(), entries[: data.draw(st.integers(0, len(entries)))]
    while True:
        left = [entry for entry in waiting if match.receive(*entry) is Receipt.GAP]
        if len(left) == len(waiting):
            break
        waiting = left
    again = table.match()
    for seat, _ in match.lengths():
        for entry in match.entries(seat, 0):
            assert again.receive(*entry) is Receipt.NEW
    assert match._log.heads == again._log.heads
    assert match.steps() == again.steps()
    assert match.hashes() == again.hashes()
    assert match.waiting_for() == again.waiting_for()
    assert match.offers() == again.offers()
    assert match._log.resignations.keys() == again._log.resignations.keys()
    assert match.evidence == again.evidence == []
    if match.lengths() == source.lengths():
        assert (match.head, match.result, match.complete) == (source.head, source.result, True)


def test_the_runs_above_have_something_of_everything(finished) -> None:
    steps = [step for _, match in finished for step in match.steps()]
    assert {step.kind for step in steps} == {"act", "resign", "agree"}
    assert any(step.resigned for step in steps if step.kind == "act")
    assert any(step.dropped for step in steps)
    assert any(step.dice for step in steps)
    assert any(match.contract.humans != tuple(range(len(match.contract.seats))) for _, match in finished)


def test_work_grows_with_the_entries_not_with_their_square(new_view, monkeypatch) -> None:
    """Counted, not timed: how often anything is asked about the position of an entry."""
    from protocol.log import Log

    looks = 0
    original = Log._has_position

    def counting(self, entry):
        nonlocal looks
        looks += 1
        return original(self, entry)

    monkeypatch.setattr(Log, "_has_position", counting)
    view = new_view("hh", turn_limit=9999)
    for _ in range(150):
        view.act("train")
        view.act("pass")
        view.say(view.match.to_act(), e.Ack())
    entries = sum(length for _, length in view.match.lengths())
    assert entries > 450
    assert looks < 2 * entries


def test_applied_items_are_told_in_order(view) -> None:
    for text in ("train", "swap 1", "pass"):
        view.act(text)
    told = [effect for effect in view.match.effects() if isinstance(effect, Applied)]
    assert told == list(view.match.steps())
    assert [step.k for step in told] == [1, 2, 3]
    assert told[-1].state_hash == view.match.state_hash
