"""From feeds to one log, in whatever order entries come (``protocol.log``)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import entries as e
from protocol.effects import Applied
from protocol.errors import Code
from protocol.feed import Receipt
from protocol.match import Waiting

LINK = bytes(range(32))


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
    assert [step.action for step in match.steps()] == ["pass"], (
        "what was signed before waits for the last one to join"
    )


def test_heads_are_made_of_the_items_names(view) -> None:
    from engine.digest import H

    view.act("train")
    assert view.match.head == H("wabe.log", view.match.id + view.name(0))
    assert view.match.hashes()[1] == view.match.state_hash == view.match.game.state_hash(view.match.state)
    assert view.match.state_at(0).points == (20, 20, 20)
    assert view.match.state_at(1) == view.match.state


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
