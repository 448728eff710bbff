"""Authors that sign two entries of one number: everybody follows the same one, or none (``protocol.forks``, N6)."""

import random

import pytest

from protocol import entries as e
from protocol.effects import Announce, Applied, Recorded, Reverted, Stopped, Store
from protocol.errors import Code, LocalError
from protocol.feed import Receipt
from protocol.log import Log

LINK = bytes(range(32))


class Faces:
    """Seat 0 signs several versions of its next entries; views of others hold what the test gives them."""

    def __init__(self, tables, pattern="hhh", **options):
        options.setdefault("points", 20)
        self.tables = tables
        self.table = tables.make_table(pattern, **options)
        self.first = tables.View(self.table).match

    def view(self, *own):
        """Return a match of these seats that holds everybody's entry 0."""
        match = self.table.match(*own)
        for seat in self.table.contract.humans:
            for entry in self.first.entries(seat, 0)[:1]:
                match.receive(*entry)
        match.effects()
        return match

    def chain(self, *bodies):
        """Sign bodies of seat 0 one after the other as the first items of the match; return the entries."""
        return self.chain_on(self.view(), *bodies)

    def chain_on(self, match, *bodies):
        entries = []
        for body in bodies:
            entries.append(self.table.forge(match, 0, body))
            match.receive(*entries[-1])
        return entries


def act(text):
    return e.Act(0, text, None, 0, ())


def give(match, *entries):
    return [match.receive(*entry) for entry in entries]


def everything(match):
    """Return all entries that a match holds, each after the one that it follows."""
    return [(node.packed, node.signature) for feed in match._feeds.values() for node in feed.nodes()]


def exchange(*matches):
    """Give everybody what everybody holds, until nobody learns anything."""
    while True:
        before = [len(everything(match)) for match in matches]
        held = [entry for match in matches for entry in everything(match)]
        for match in matches:
            give(match, *held)
            match.effects()
        if [len(everything(match)) for match in matches] == before:
            return


def actions(match):
    return [step.action for step in match.steps()]


@pytest.fixture(params=[64, 1], ids=["few snapshots", "many snapshots"])
def faces(tables, request, monkeypatch):
    monkeypatch.setattr("protocol.forks.SNAPSHOT_EVERY", request.param)
    return Faces(tables)


def test_what_nobody_acknowledged_is_the_same_choice_everywhere(faces) -> None:
    one, two = faces.chain(act("train")), faces.chain(act("swap 1"))
    left, right = faces.view(1), faces.view(2)
    give(left, *one)
    give(right, *two)
    assert (actions(left), actions(right)) == (["train"], ["swap 1"])
    exchange(left, right)
    smaller = min((faces.table.name(entry[0]), entry) for entry in (one[0], two[0]))[1]
    expected = ["train"] if smaller == one[0] else ["swap 1"]
    assert actions(left) == actions(right) == expected
    assert left.head == right.head
    assert (left.stopped, right.stopped) == (None, None)
    for match in (left, right):
        assert {(record.seat, record.code) for record in match.evidence} == {(0, Code.FORK)}


def test_the_version_that_another_seat_acknowledged_stands(faces) -> None:
    one, two = faces.chain(act("train"), act("pass")), faces.chain(act("swap 1"), act("pass"))
    for seen, unseen in ((one, two), (two, one)):
        left, right = faces.view(1), faces.view()
        give(left, *seen)
        give(right, *unseen)
        expected = actions(left)
        assert left.lengths()[1] == (1, 2), "the changed turn was acknowledged"
        assert actions(right) != expected
        exchange(left, right)
        assert actions(left) == actions(right) == expected
        assert right.stopped is None
        left.act(1, "pass")
        exchange(left, right)
        assert actions(right) == [*expected, "pass"]


def test_taking_back_and_what_stands_instead_is_told(faces) -> None:
    one, two = faces.chain(act("train"), act("pass")), faces.chain(act("swap 1"), act("pass"))
    left, right = faces.view(1), faces.view()
    give(left, *one)
    give(right, *two)
    right.effects()
    give(right, *one, *left.entries(1, 1))
    told = right.effects()
    assert [effect for effect in told if isinstance(effect, Reverted)] == [Reverted(0)]
    at = told.index(Reverted(0))
    assert [effect.action for effect in told[at:] if isinstance(effect, Applied)] == ["train", "pass"]
    assert sum(isinstance(effect, Store) for effect in told) == 3
    assert Announce(1, 1) in told
    assert sum(isinstance(effect, Recorded) for effect in told) >= 1
    assert [step.k for step in right.steps()] == [1, 2]
    assert list(right.hashes()) == list(left.hashes())


def test_different_seats_acknowledged_different_versions_and_the_match_stops_before(faces) -> None:
    opening = faces.chain(act("train"))
    match = faces.view()
    give(match, *opening)
    one = faces.chain_on(match, act("train"), act("pass"))
    match = faces.view()
    give(match, *opening)
    two = faces.chain_on(match, act("swap 1"), act("pass"))
    left, right, watcher = faces.view(1), faces.view(2), faces.view()
    give(left, *opening, *one)
    give(right, *opening, *two)
    exchange(left, right, watcher)
    for match in (left, right, watcher):
        assert actions(match) == ["train"]
        assert (match.stopped.code, match.stopped.k, match.stopped.seat) == (Code.FORK, 1, 0)
        assert match.result is None
        assert any(record.seat == 0 and record.code is Code.FORK for record in match.evidence)
    assert sum(isinstance(effect, Stopped) for effect in left.effects()) == 0, "it was told before, and once"
    with pytest.raises(LocalError) as caught:
        left.resign(1)
    assert caught.value.code is Code.FORK


def test_a_late_second_version_of_what_all_have_acknowledged_changes_nothing(faces) -> None:
    one, two = faces.chain(act("train"), act("pass")), faces.chain(act("swap 1"), act("pass"))
    left, right = faces.view(1), faces.view(2)
    give(left, *one)
    give(right, *one)
    exchange(left, right)
    left.act(1, "pass")
    exchange(left, right)
    k, head = left.k, left.head
    for match in (left, right):
        assert match.receive(*two[0]) is Receipt.INVALID
        assert [type(effect) for effect in match.effects()] == [Recorded]
        assert (match.k, match.head, match.forked()) == (k, head, [])
        assert [record.code for record in match.evidence] == [Code.FORK]
    right.act(2, "train")
    exchange(left, right)
    assert left.head == right.head


def test_once_everybody_has_acknowledged_one_version_the_other_is_dropped(faces) -> None:
    one, two = faces.chain(act("train"), act("pass")), faces.chain(act("swap 1"), act("pass"))
    left, right = faces.view(1), faces.view(2)
    give(left, *one)
    exchange(left, faces.view())
    give(right, *two[:1])
    exchange(left, right)
    assert actions(left) == actions(right) == ["train", "pass"]
    for match in (left, right):
        assert match.forked() == [one[1]], "so that who follows the other version notices"
        assert match.receive(*two[1]) is Receipt.INVALID, "what follows the other one is not kept any more"
        assert match.receive(*two[0]) is Receipt.KNOWN
    left.act(1, "pass")
    exchange(left, right)
    right.act(2, "train")
    exchange(left, right)
    assert left.head == right.head
    assert left.k == 4


def test_what_the_author_signs_on_a_version_is_no_acknowledgement(faces) -> None:
    versions = [faces.chain(act(text)) for text in ("train", "swap 1")]
    smaller, larger = sorted(versions, key=lambda version: faces.table.name(version[0][0]))
    match = faces.view()
    give(match, *larger)
    more = faces.chain_on(match, act("train"), e.Offer("draw", None))
    left, right = faces.view(1), faces.view(2)
    give(left, *larger, *more)
    give(right, *smaller)
    exchange(left, right)
    assert left.k == right.k == 1
    assert left._log.items[0].e == right._log.items[0].e == faces.table.name(smaller[0][0])


def test_who_acknowledges_both_counts_for_neither(tables, faces) -> None:
    faces = Faces(tables, "hhhh")
    one, two = faces.chain(act("train"), act("pass")), faces.chain(act("swap 1"), act("pass"))
    acks = []
    for version in (one, two):
        match = faces.view()
        give(match, *version)
        acks.append(faces.table.forge(match, 2, e.Ack()))
    left = faces.view(1)
    give(left, *one, *two, *acks)
    left.effects()
    assert left.stopped is None
    assert left._feeds[0].is_forked, "seat 3 was not heard yet"
    assert actions(left) == ["train", "pass"], "seat 1 acknowledged that, seat 2 both"


def test_an_acknowledgement_deep_in_a_branch_counts_for_all_of_it(faces) -> None:
    """The second version has forks itself; whoever acknowledged something far down meant the way to it."""
    one = faces.chain(act("train"))
    two = faces.chain(act("swap 1"), act("swap 1"), act("pass"))
    match = faces.view()
    give(match, *two[:1])
    other_end = faces.chain_on(match, act("train"))
    left, right = faces.view(1), faces.view()
    give(left, *two)
    give(right, *one, *other_end)
    exchange(left, right)
    assert actions(left) == actions(right) == ["swap 1", "swap 1", "pass"]


def test_a_dice_link_opened_for_a_version_acknowledges_it(faces) -> None:
    def hit(target):
        return e.Act(0, f"hit {target}", faces.table.secrets[0].chain.link(1), 0, ())

    one, two = faces.chain(hit(1)), faces.chain(hit(2))
    for seen, unseen in ((one, two), (two, one)):
        left, watcher = faces.view(1), faces.view()
        give(left, *seen)
        give(watcher, *unseen)
        exchange(left, watcher)
        assert left._log.chance.cause == watcher._log.chance.cause == faces.table.name(seen[0][0])
    left, right = faces.view(1), faces.view(2)
    give(left, *one)
    give(right, *two)
    exchange(left, right)
    for match, seat in ((left, 1), (right, 2)):
        assert (match.k, match.stopped.code) == (0, Code.FORK)
        reveals = [entry for entry in match._feeds[seat].path if isinstance(entry.body, e.Reveal)]
        assert len(reveals) == 1, "a link is opened for one item, ever"


def test_an_act_that_lists_a_version_acknowledges_it(faces) -> None:
    """Two versions of a resignation: the one that the mover listed stands."""
    place = {"seq": 1, "prev": faces.first._feeds[2].path[0].e}
    one = faces.table.forge(faces.first, 2, e.Resign(2), **place)
    view = faces.view()
    before = faces.table.forge(view, 2, e.Offer("draw", None))
    view.receive(*before)
    two = faces.table.forge(view, 2, e.Resign(2))
    for seen, unseen in (([one], [before, two]), ([before, two], [one])):
        mover, watcher = faces.view(0), faces.view()
        give(mover, *seen)
        give(watcher, *unseen)
        mover.act(0, "train")
        assert mover.steps()[0].resigned == (2,)
        exchange(mover, watcher)
        assert mover.head == watcher.head
        assert mover.k == watcher.k == 1
        assert (mover.stopped, watcher.stopped) == (None, None)
        assert watcher._feeds[2].is_forked, "seat 1 was not heard yet"
        mover.act(0, "pass")
        other = faces.view(1)
        give(other, *everything(mover)) if seen == [one] else exchange(mover, other)
        exchange(mover, watcher, other)
        assert not any(match._feeds[2].is_forked for match in (mover, watcher))


def test_own_entries_on_a_version_that_fell_hold_the_seat_back(faces) -> None:
    """Two cheats can make an acknowledged version fall; the honest seat then signs nothing on the other one."""
    one, two = faces.chain(act("train"), act("pass")), faces.chain(act("swap 1"), act("pass"))
    left = faces.view(1)
    give(left, *one)
    own = left.lengths()[1]
    match = faces.view()
    give(match, *two)
    give(left, *two, faces.table.forge(match, 2, e.Ack()))
    left.effects()
    assert left.stopped.code is Code.FORK
    assert left.lengths()[1] == own


def test_more_forks_than_are_kept_stop_the_match_before_the_first(faces) -> None:
    opening = faces.chain(act("train"))
    matches = [faces.view(1), faces.view(2)]
    for number, match in enumerate(matches):
        give(match, *opening)
        base = faces.view()
        give(base, *opening)
        for used in range(12):
            body = e.Act(0, "train", None, 100 * number + used, ())
            match.receive(*faces.table.forge(base, 0, body))
    for match in matches:
        match.effects()
        assert (match.stopped.code, match.k) == (Code.FORK, 1)
        assert actions(match) == ["train"]
    assert matches[0].head == matches[1].head


def test_a_match_with_forks_is_rebuilt_from_what_it_stored(faces) -> None:
    one, two = faces.chain(act("train"), act("pass")), faces.chain(act("swap 1"), act("pass"))
    left, right = faces.view(1), faces.table.match(2)
    stored = []
    give(left, *one)
    exchange(left, faces.view())
    for entry in [*everything(faces.first)[:3], *two, *everything(left)]:
        right.receive(*entry)
        stored += [
            (effect.packed, effect.signature) for effect in right.effects() if isinstance(effect, Store)
        ]
    again = faces.table.restored(stored, 2)
    again.effects()
    assert again.head == right.head
    assert actions(again) == actions(right)
    assert again.lengths() == right.lengths()
    assert sorted(again.forked()) == sorted(right.forked())


# --- whatever the order -------------------------------------------------------------------------------------


def outcomes(faces, entries, count=150):
    """Return what one who watches holds in the end, over many orders in which ``entries`` arrive."""
    rng = random.Random(7)
    found = set()
    for _ in range(count):
        waiting = rng.sample(entries, len(entries))
        match = faces.view()
        for _ in range(len(entries)):  # what cannot be placed yet comes again
            waiting = [entry for entry in waiting if match.receive(*entry) in (Receipt.GAP, Receipt.INVALID)]
        match.effects()
        found.add((match.head, match.k, match.stopped, match.lengths(), match._feeds[0].is_forked))
    return found


def versions(faces):
    """Return two versions of seat 0's first turn, the one with the smaller name first."""
    found = [faces.chain(act(text), act("pass")) for text in ("train", "swap 1")]
    return sorted(found, key=lambda entries: faces.table.name(entries[0][0]))


@pytest.mark.parametrize("number", [0, 1])
def test_an_acknowledgement_counts_whenever_it_comes(tables, number) -> None:
    """One who is not heard keeps the fork open; what another seat acknowledged stands, be its name small or large."""
    faces = Faces(tables, "hhhh")
    found = versions(faces)
    left = faces.view(1)
    give(left, *found[number])
    ((head, k, stopped, lengths, is_forked),) = outcomes(faces, [*found[0], *found[1], left.entries(1, 1)[0]])
    assert (head, k, stopped, lengths[0], is_forked) == (left.head, 2, None, (0, 3), True)


@pytest.mark.parametrize("number", [0, 1])
def test_a_head_far_behind_a_version_commits_to_it(tables, number) -> None:
    """Seat 2 is heard through its ack alone, and that follows an act of seat 1, which follows the version."""
    faces = Faces(tables, "hhhh")
    found = versions(faces)
    view = faces.view()
    give(view, *found[number])
    entries = [faces.table.forge(view, 1, e.Act(1, "pass", None, 0, ()))]
    give(view, *entries)
    entries.append(faces.table.forge(view, 2, e.Ack()))
    ((head, k, stopped, _, is_forked),) = outcomes(faces, [*found[number], found[1 - number][0], *entries])
    assert (head, k, stopped, is_forked) == (view.head, 3, None, True)
    watcher = faces.view()
    give(watcher, found[number][0], found[1 - number][0], entries[0], entries[1], found[number][1])
    (fork,) = watcher._forks._ballot._forks
    assert fork.branches[faces.table.name(found[number][0][0])].voters - {0} == {1, 2}


@pytest.mark.parametrize("resigning", [(1,), (1, 2)])
@pytest.mark.parametrize("number", [0, 1])
def test_a_head_after_resignations_commits_to_what_was_before_them(tables, number, resigning) -> None:
    """Resignations become items at heads that they do not carry; only seat 3 is heard, and only after them."""
    faces = Faces(tables, "hhhhh", tower=False)
    found = versions(faces)
    resignations = [faces.table.forge(faces.view(), seat, e.Resign(seat)) for seat in resigning]
    view = faces.view()
    give(view, *resignations, *found[number])
    assert [step.kind for step in view.steps()] == ["act", "act"] + ["resign"] * len(resigning)
    ack = faces.table.forge(view, 3, e.Ack())
    ((head, _, stopped, _, is_forked),) = outcomes(faces, [*found[0], *found[1], *resignations, ack])
    assert (head, stopped, is_forked) == (view.head, None, True)


@pytest.mark.parametrize("number", [0, 1])
def test_a_head_after_an_act_that_lists_a_version_commits_to_it(tables, number) -> None:
    """Seat 0 resigns in two versions; seat 1, to act, lists one of them; seat 2 says yes to that by its ack alone."""
    faces = Faces(tables, "hhhh")
    start = faces.chain(act("pass"))
    base = faces.view()
    give(base, *start)
    one = [faces.table.forge(base, 0, e.Resign(0))]
    other = faces.view()
    give(other, *start)
    two = faces.chain_on(other, e.Offer("draw", None), e.Resign(0))
    found = sorted((one, two), key=lambda entries: faces.table.name(entries[0][0]))[number]
    view = faces.view()
    give(view, *start, *found)
    listed = e.Listed(0, len(view._feeds[0]) - 1, view._feeds[0].path[-1].e)
    acts = [faces.table.forge(view, 1, e.Act(1, "pass", None, 0, (listed,)))]
    give(view, *acts)
    ack = faces.table.forge(view, 2, e.Ack())
    ((head, k, stopped, _, _),) = outcomes(faces, [*start, *one, *two, *acts, ack])
    assert (head, k, stopped) == (view.head, 2, None)
    ballot = faces.view()
    give(ballot, *start, *one, *two, *acts, ack)
    (fork,) = ballot._forks._ballot._forks
    assert fork.branches[faces.table.name(found[0][0])].voters == {1, 2}


def test_cheats_cannot_settle_a_fork_by_dropping_everybody_else(tables) -> None:
    """Seat 3 was there when seat 0 forked, and has left on one version: it must be heard all the same."""
    faces = Faces(tables, "hhhh")
    found = versions(faces)
    view = faces.view()
    give(view, *found[0])
    resignation = faces.table.forge(faces.view(), 3, e.Resign(3))
    give(view, resignation)
    listed = e.Listed(3, 1, faces.table.name(resignation[0]))
    entries = [faces.table.forge(view, 1, e.Act(1, "train", None, 0, (listed,)))]
    give(view, *entries)
    entries.append(faces.table.forge(view, 2, e.Ack()))
    watcher = faces.view()
    give(watcher, *found[0], found[1][0], resignation, *entries)
    watcher.effects()
    assert watcher._log.situation.left == {3}
    assert watcher._feeds[0].is_forked


def test_a_late_fork_does_not_mean_to_compute_everything_anew(tables, monkeypatch) -> None:
    faces = Faces(tables, "hhh", points=90, turn_limit=9999)
    view = tables.View(faces.table)
    for _ in range(150):
        view.act("train")
        view.act("pass")
    match, place = view.match, {"seq": len(view.match._feeds[0]), "prev": view.match._feeds[0].path[-1].e}
    acts = [faces.table.forge(match, 0, e.Act(0, "swap 2", None, used, ()), **place) for used in range(9)]
    second, first = sorted(acts, key=lambda entry: faces.table.name(entry[0]))[:2]
    match.receive(*first)
    applied = 0
    original = Log._apply

    def counting(self, *arguments):
        nonlocal applied
        applied += 1
        return original(self, *arguments)

    monkeypatch.setattr(Log, "_apply", counting)
    assert match.receive(*second) is Receipt.FORK
    match.effects()
    assert match._log.items[-1].e == faces.table.name(second[0])
    assert match.k == 301
    assert 0 < applied < 150


def test_what_a_seat_says_after_it_has_left_settles_nothing(tables) -> None:
    """On one version seat 1 has left; that it signed on another one is no acknowledgement of this one."""
    faces = Faces(tables, "hhh")
    resignation = faces.table.forge(faces.view(), 1, e.Resign(1))
    listed = e.Listed(1, 1, faces.table.name(resignation[0]))
    watcher = faces.view()
    give(watcher, resignation)
    faces.chain_on(watcher, e.Act(0, "train", None, 0, (listed,)), act("pass"))
    other = faces.view()
    give(other, resignation)
    without = faces.chain_on(other, act("train"))
    ack = faces.table.forge(other, 1, e.Offer("draw", None))
    give(watcher, faces.table.forge(watcher, 2, e.Ack()))
    give(watcher, ack)
    assert watcher._log.situation.left == {1}
    assert watcher._log.checked(1) == 3
    assert watcher.receive(*without[0]) is Receipt.FORK
    watcher.effects()
    assert watcher.stopped.code is Code.FORK, "seats 1 and 2 acknowledged different versions"
