"""Acts in the log: which one is the item, which are illegal, stale, or wait (``protocol.log``, ``legality``)."""

import pytest

from protocol import entries as e
from protocol.errors import Code
from protocol.feed import Receipt
from protocol.legality import RefusedError, plan_act
from protocol.match import Waiting

LINK = bytes(range(32))


def actions(match):
    return [step.action for step in match.steps()]


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
