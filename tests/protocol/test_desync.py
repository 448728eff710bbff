"""States that differ: freezing, the re-run, healing and stopping (N8)."""

import dataclasses

import pytest

from protocol import entries as e
from protocol.effects import Announce, Applied, Froze, Healed, Stopped, Store
from protocol.errors import Code, LocalError
from protocol.feed import Receipt

LIE = b"another state..."


@pytest.fixture
def view(tables):
    """Seat 0 is held here, five others say what the test likes."""
    return tables.View(tables.make_table("hhhhhh", points=20), 0)


def refused(deed, *arguments):
    with pytest.raises(LocalError) as caught:
        deed(*arguments)
    return caught.value.code


def told(match, *kinds):
    return [effect for effect in match.effects() if isinstance(effect, kinds)]


def test_a_state_that_differs_freezes_the_match(view) -> None:
    match = view.match
    match.act(0, "train")
    ours, before = match.state_hash, match.state
    assert view.say(3, e.Offer("draw", None), state=LIE) is Receipt.NEW
    assert match.frozen
    assert told(match, Froze) == [Froze(1, 3, LIE, ours)]
    assert (match.state, match.state_hash, match.result) == (before, ours, None)
    for deed, arguments in (
        (match.act, (0, "pass")),
        (match.resign, (0,)),
        (match.offer, (0, "draw")),
        (match.accept, (0, bytes(32))),
    ):
        assert refused(deed, *arguments) is Code.FROZEN
    assert match.own_turn() is None
    assert match.evidence == [], "a wrong state is not illegal"


def test_a_frozen_match_keeps_and_forwards_but_neither_applies_nor_signs(view) -> None:
    match = view.match
    match.act(0, "pass")
    act = view.table.forge(match, 1, e.Act(1, "train", None, 0, ()))
    hit = view.table.forge(match, 2, e.Resign(2))
    view.say(3, e.Offer("draw", None), state=LIE)
    match.effects()
    own = len(match._feeds[0])
    assert match.receive(*act) is Receipt.NEW
    assert match.receive(*hit) is Receipt.NEW
    assert [type(effect) for effect in match.effects()] == [Store, Announce] * 2
    assert (match.k, len(match._feeds[0])) == (1, own)


def test_a_re_run_that_confirms_the_own_state_stops_the_match(view) -> None:
    match = view.match
    match.act(0, "train")
    view.say(3, e.Offer("draw", None), state=LIE)
    hashes, state = list(match.hashes()), match.state
    match.rerun(hashes)
    assert not match.frozen
    (stopped,) = told(match, Stopped, Healed)
    assert stopped == match.stopped
    assert (stopped.code, stopped.k, stopped.seat) == (Code.DESYNC, 1, 3)
    assert (match.hashes(), match.state) == (hashes, state)
    assert refused(match.act, 0, "pass") is Code.DESYNC
    assert refused(match.rerun, hashes) is Code.UNEXPECTED
    assert match.waiting_for()


def test_five_lying_peers_never_change_an_honest_ones_state(view) -> None:
    match = view.match
    match.act(0, "train")
    match.act(0, "swap 1")
    state, hashes = match.state, list(match.hashes())
    for seat in (1, 2, 3, 4, 5):
        view.say(seat, e.Ack(), state=LIE)
    assert match.frozen
    # Not even a re-run that says as they do is believed, if one's own computing does not confirm it.
    match.rerun([*hashes[:-1], LIE])
    assert match.stopped is not None
    for seat in (1, 2, 3, 4, 5):
        view.say(seat, e.Offer("draw", None), state=LIE)
    assert (match.state, list(match.hashes())) == (state, hashes)
    assert match.lengths()[0] == (0, 3)


def corrupt(match) -> None:
    """Let a bit flip in memory: the state that is held is another one than the items lead to."""
    log = match._log
    wrong = dataclasses.replace(log.situation.state, points=(1, 2, 3, 4, 5, 6))
    state_hash = match.game.state_hash(wrong)
    log.situation = dataclasses.replace(log.situation, state=wrong, state_hash=state_hash)
    log.hashes[-1], log.states[-1] = state_hash, wrong


def test_a_re_run_that_explains_the_difference_heals(view) -> None:
    match = view.match
    match.act(0, "train")
    right, hashes = match.state, list(match.hashes())
    corrupt(match)
    match.offer(0, "draw")  # an own entry with the wrong state
    assert view.say(4, e.Offer("abort", None), state=hashes[1]) is Receipt.NEW
    assert match.frozen
    act = view.table.forge(match, 0, e.Act(0, "train", None, 0, ()), state=hashes[1])
    assert match.receive(*act) is Receipt.NEW
    match.effects()
    match.rerun(hashes)
    assert (match.frozen, match.stopped, match.k) == (False, None, 2)
    assert match.state_at(1) == right
    assert list(match.hashes())[:2] == hashes
    effects = match.effects()
    assert effects[0] == Healed(1)
    assert [effect.k for effect in effects if isinstance(effect, Applied)] == [2], "what is new is told, once"
    match.act(0, "pass")
    assert match.k == 3


def test_a_re_run_that_says_something_third_stops(view) -> None:
    match = view.match
    match.act(0, "train")
    corrupt(match)
    held = match.state
    view.say(4, e.Offer("abort", None), state=LIE)
    match.rerun([bytes(16), bytes(16)])
    assert match.stopped.code is Code.DESYNC
    assert match.state == held


def test_a_re_run_that_is_too_short_stops(view) -> None:
    match = view.match
    match.act(0, "train")
    view.say(4, e.Offer("abort", None), state=LIE)
    match.rerun([])
    assert match.stopped.code is Code.DESYNC


def test_a_lie_about_an_earlier_state_freezes_as_well(view) -> None:
    match = view.match
    match.act(0, "train")
    match.act(0, "train")
    view.say(5, e.Offer("draw", None), k=1, head=match._log.heads[1], state=LIE)
    assert told(match, Froze)[0].k == 1


def test_a_lie_ahead_freezes_before_anything_is_answered(view) -> None:
    """Seat 1 reveals for an item with the wrong state before: nothing is rolled with it."""
    match = view.match
    match.act(0, "hit 1")
    chance = match._log.chance
    view.say(1, e.Reveal(1, chance.cause, view.link(1)), state=LIE)
    assert match.frozen
    assert match._log.chance.owing == (1, 2, 3, 4, 5)


def test_a_lie_about_the_end_freezes_too(tables) -> None:
    view = tables.View(tables.make_table("hh", turn_limit=1), 0)
    view.match.act(0, "pass")
    assert view.match.result is not None
    view.say(1, e.Ack(), state=LIE)
    assert view.match.frozen
    assert not view.match.complete


def test_a_re_run_is_only_taken_when_frozen(view) -> None:
    assert refused(view.match.rerun, []) is Code.UNEXPECTED


def test_a_file_with_a_lie_in_it_freezes_when_opened(view) -> None:
    view.match.act(0, "train")
    view.say(3, e.Offer("draw", None), state=LIE)
    stored = [
        (effect.packed, effect.signature) for effect in view.match.effects() if isinstance(effect, Store)
    ]
    entries = [entry for seat, _ in view.match.lengths() for entry in view.match.entries(seat, 0)]
    assert set(stored) <= set(entries)
    for order in (entries, [entry for seat in range(5, -1, -1) for entry in view.match.entries(seat, 0)]):
        again = view.table.restored(order, 0)
        assert told(again, Froze)
        assert again.k <= 1
