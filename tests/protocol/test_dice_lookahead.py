"""Nobody can choose or foresee dice: what enters them, what is opened when (N4)."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import SeededDraws
from protocol import entries as e
from protocol.chain import event_seed, seat_bitmap
from protocol.effects import Store
from protocol.errors import Code, LocalError
from protocol.feed import Receipt
from protocol.match import Waiting

LINK = bytes(range(32))


@pytest.fixture(scope="module")
def table(tables):
    return tables.make_table("hhhhh", points=60)


def pips(view, n, revealers):
    """What event n must show if its dice are a function of M, n and R alone."""
    links = [view.link(seat, n) for seat in revealers]
    return SeededDraws(event_seed(view.match.id, n, seat_bitmap(revealers), links)).die()


class Free:
    """Draws everything that a mover, or others with it, can vary before and in an act that needs dice."""

    def __init__(self, view, data) -> None:
        self.view, self.data = view, data

    def any(self, *options):
        return self.data.draw(st.sampled_from(options))

    def flag(self) -> bool:
        return self.data.draw(st.booleans())

    def before(self) -> None:
        """Say things that are no items, or items without dice."""
        view = self.view
        for _ in range(self.data.draw(st.integers(0, 3))):
            mover = view.match.to_act()
            match self.any(
                "offer", "yes", "ack", "illegal", "wrong link", "waits not", "train", "swap", "reveal"
            ):
                case "offer":
                    view.say(self.any(0, 1, 2), e.Offer(self.any("draw", "abort"), None))
                case "yes":
                    view.say(self.any(0, 1, 2), e.Yes(view.name(self.any(0, 1, 2))))
                case "ack":
                    view.say(self.any(0, 1, 2), e.Ack())
                case "illegal":
                    view.act(self.any("dance", "HIT 1", "hit 9", "hit 1 "), link=self.flag())
                case "wrong link":
                    later = view.match._log.situation.n + self.any(2, 3, 40)
                    view.say(mover, e.Act(mover, f"hit {(mover + 1) % 3}", view.link(mover, later), 0, ()))
                case "waits not":
                    view.act("hit 3", [e.Drop(1)], link=True)
                case "train" | "swap" as word:
                    view.act("train" if word == "train" else f"swap {(mover + 1) % 3}")
                case "reveal":
                    view.say(1, e.Reveal(self.any(1, 2, 9), LINK, view.link(1)))

    def listed(self) -> list:
        """Resign any of seats 3 and 4 and list them, or not, in any order."""
        view = self.view
        found = [view.resign(seat) for seat in (3, 4) if self.flag()]
        chosen = [item for item in found if self.flag()]
        return self.data.draw(st.permutations(chosen))

    def roll(self, inc) -> None:
        view = self.view
        mover = view.match.to_act()
        target = self.any(*(seat for seat in range(3) if seat != mover))
        body = e.Act(
            mover, f"hit {target}", view.link(mover), self.data.draw(st.integers(0, 2**32 - 1)), tuple(inc)
        )
        view.say(mover, body)
        owing = list(view.match._log.chance.owing)
        for seat in self.data.draw(st.permutations(owing)):
            view.reveal(seat)


@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_pips_depend_on_the_match_the_event_and_the_revealers_alone(tables, table, data) -> None:
    view = tables.View(table)
    free = Free(view, data)
    left: set[int] = set()
    for n in (1, 2):
        free.before()
        inc = free.listed() if n == 1 else []
        free.roll(inc)
        left |= {item.seat for item in inc}
        step = view.match.steps()[-1]
        revealers = tuple(seat for seat in range(5) if seat not in left)
        assert view.match._log.situation.n == n
        assert step.dice == (pips(view, n, revealers),)


def test_pips_differ_between_events_matches_and_sets_of_revealers(tables, table) -> None:
    """The law above would hold for dice that never change as well."""
    view, other = tables.View(table), tables.View(tables.make_table("hhhhh", seed=7, points=60))
    assert [view.link(seat, 1) for seat in range(5)] == [other.link(seat, 1) for seat in range(5)]
    seen = {
        tuple(pips(one, n, revealers) for n in range(1, 40))
        for one in (view, other)
        for revealers in ((0, 1, 2, 3, 4), (0, 1, 2), (0, 1))
    }
    assert len(seen) == 6
    assert all(set(row) == {1, 2, 3, 4, 5, 6} for row in seen)


def test_while_a_link_is_withheld_the_match_waits_and_names_the_seats(tables, table) -> None:
    for count in range(1, 5):
        for silent in itertools.combinations(range(1, 5), count):
            view = tables.View(table)
            view.act("hit 1", link=True)
            for seat in set(range(1, 5)) - set(silent):
                view.reveal(seat)
            assert view.match.k == 0
            assert view.match.waiting_for() == tuple(Waiting(seat, "reveal") for seat in silent)
            assert view.match.to_act() is None
            # Neither a resignation of who owes nor other acts of the mover help.
            view.resign(silent[0])
            view.say(0, e.Act(0, "hit 2", view.link(0), 0, ()))
            view.say(0, e.Act(0, "pass", None, 0, (e.Listed(silent[0], 1, view.name(silent[0])),)))
            assert view.match.waiting_for() == tuple(Waiting(seat, "reveal") for seat in silent)
            for seat in silent:
                view.say(seat, e.Reveal(1, view.name(0, 1), view.link(seat, 1)))
            assert view.match.steps()[0].dice == (pips(view, 1, (0, 1, 2, 3, 4)),)


# --- what an honest seat opens, and when --------------------------------------------------------------------


def opened(match, seat):
    """Return the events that ``seat`` opened, with what for, in the order of its feed."""
    return [
        (entry.body.n, entry.body.cause)
        for entry in match._feeds[seat].path
        if isinstance(entry.body, e.Reveal)
    ]


BAIT = {
    "an illegal act": lambda v: v.act("hit 9", link=True),
    "an act without its link": lambda v: v.act("hit 1"),
    "an act with a false link": lambda v: v.say(0, e.Act(0, "hit 1", LINK, 0, ())),
    "an act of who is not to act": lambda v: v.say(2, e.Act(2, "hit 1", v.link(2), 0, ())),
    "an act for the seat to act by another": lambda v: v.say(2, e.Act(0, "hit 1", v.link(2), 0, ())),
    "an act that waits": lambda v: v.say(0, e.Act(0, "hit 1", v.link(0), 0, (e.Listed(2, 1, LINK),))),
    "an act on another head": lambda v: v.say(0, e.Act(0, "hit 1", v.link(0), 0, ()), head=LINK),
    "an act ahead of the log": lambda v: v.say(0, e.Act(0, "hit 1", v.link(0), 0, ()), k=3),
    "an act that drops a living seat": lambda v: v.say(0, e.Act(0, "hit 1", v.link(0), 0, (e.Drop(1),))),
    "a reveal of another": lambda v: v.say(2, e.Reveal(1, LINK, v.link(2))),
    "an act without dice": lambda v: v.act("train"),
    "a resignation out of turn": lambda v: v.resign(2),
    "an offer": lambda v: v.say(0, e.Offer("draw", None)),
}


@pytest.mark.parametrize("name", BAIT)
def test_nothing_but_a_chosen_item_makes_an_honest_seat_open_a_link(tables, table, name) -> None:
    view = tables.View(table, 1)
    BAIT[name](view)
    assert opened(view.match, 1) == []
    assert view.match._log.chance is None


def test_an_honest_seat_opens_the_link_for_the_first_legal_act_and_for_no_other(tables, table) -> None:
    view = tables.View(table, 1)
    start = {"k": 0, "head": view.table.id, "state": view.match.state_hash}
    view.act("hit 9", link=True)
    view.act("hit 1", link=True)
    cause = view.name(0)
    assert opened(view.match, 1) == [(1, cause)]
    view.say(0, e.Act(0, "hit 2", view.link(0), 0, ()), **start)
    for seat in (0, 2, 3, 4):
        view.say(seat, e.Reveal(1, view.name(0), view.link(seat, 1)), **start)
    assert opened(view.match, 1) == [(1, cause)]
    assert view.match.k == 0


def test_of_two_versions_of_an_act_an_honest_seat_opens_its_link_for_one(tables, table) -> None:
    """A two-faced mover cannot learn a link from one version and then have the other rolled with it."""
    for first in (0, 1):
        view = tables.View(table, 1)
        place = {"seq": 1, "prev": view.name(0)}
        acts = [
            view.table.forge(view.match, 0, e.Act(0, f"hit {t}", view.link(0), 0, ()), **place)
            for t in (1, 2)
        ]
        view.match.receive(*acts[first])
        before = opened(view.match, 1)
        assert [cause for _, cause in before] == [view.table.name(acts[first][0])]
        assert view.match.receive(*acts[1 - first]) is Receipt.FORK
        view.match.effects()
        assert opened(view.match, 1) == before
        assert view.match._log.chance.cause == before[0][1], "its own signature acknowledges that version"


def test_a_link_is_opened_for_one_item_whatever_becomes_of_it(tables, table) -> None:
    """Even if another item came to stand in its place: the machine does not open it, and does not act with it."""
    view = tables.View(table, 1)
    elsewhere = e.Payload(1, 9, LINK, 0, LINK, bytes(16), e.Reveal(1, LINK, view.link(1, 1)))
    view.match._own[1].note(elsewhere)
    view.act("hit 1", link=True)
    view.reveal(0, 2, 3, 4)
    assert opened(view.match, 1) == []
    assert view.match.waiting_for() == (Waiting(1, "reveal"),)
    view = tables.View(table, 0)
    act = e.Payload(0, 9, LINK, 0, LINK, bytes(16), e.Act(0, "hit 2", view.link(0, 1), 0, ()))
    view.match._own[0].note(act)
    with pytest.raises(LocalError) as caught:
        view.match.act(0, "hit 1")
    assert caught.value.code is Code.FORK
    view.match.act(0, "train")


def test_an_own_act_opens_its_link_for_good(tables, table) -> None:
    view = tables.View(table, 0)
    view.match.act(0, "hit 1")
    assert view.match._own[0]._opened == {view.link(0, 1)}
    view.reveal()
    view.match.act(0, "hit 2")
    assert view.match._own[0]._opened == {view.link(0, 1), view.link(0, 2)}


def test_a_rebuilt_match_opens_the_same_links(tables) -> None:
    """Rebuilt from what it stored at any point, even forgetting its last entries, a seat signs the same dice."""
    net = tables.table_net(tables.make_table("hhh", points=60))
    for text in ("hit 1", "hit 2", "pass", "hit 0", "pass"):
        net.play(text)
    stored = net.peers[1].stored
    whole = {
        payload.body.n: payload.body.x
        for payload in (e.decode_payload(packed) for packed, _ in stored)
        if isinstance(payload.body, e.Reveal) and payload.author == 1
    }
    assert sorted(whole) == [1, 2]
    signed = 0
    for cut in range(len(stored) + 1):
        match = net.table.restored(stored[:cut], 1)
        for _ in range(2):  # entries may come before those that they follow
            for packed, signature in stored[cut:]:
                if e.decode_payload(packed).author != 1:
                    match.receive(packed, signature)
        for effect in match.effects():
            if isinstance(effect, Store):
                payload = e.decode_payload(effect.packed)
                if payload.author == 1 and isinstance(payload.body, e.Reveal):
                    assert payload.body.x == whole[payload.body.n]
                    signed += 1
    assert signed > 5


def test_nothing_published_opens_a_link_before_its_time(tables) -> None:
    rng = random.Random(4)
    net = tables.table_net(tables.make_table("hhh0", points=40, turn_limit=12))
    published: list[bytes] = []

    def check() -> None:
        for number, peer in enumerate(net.peers):
            log, chain = peer.match._log, net.table.secrets[number].chain
            due = log.situation.n + (log.chance is not None)
            own = b"".join(packed + signature for packed, signature in published)
            assert not any(chain.link(n) in own for n in (*range(due + 1, due + 40), chain.length)), (
                "a future link"
            )

    seen = [0] * len(net.peers)
    while net[0].result is None and net[0].k < 60:
        for number, peer in enumerate(net.peers):
            net.flush(number)
            published += peer.stored[seen[number] :]
            seen[number] = len(peer.stored)
            check()
            turn = peer.match.own_turn()
            if turn is not None:
                actions = peer.match.game.legal_actions(peer.match.state)
                peer.match.act(turn, peer.match.game.format(rng.choice(actions)))
        for _ in range(3):
            net.step()
    assert net[0]._log.situation.n > 5
    opened_links = net.table.secrets[0].chain.link(1)
    assert any(opened_links in packed for packed, _ in published), "and those that are due are there"
