"""One author's entries: what is kept, what is refused and why, forks (``protocol.feed``)."""

import pytest

from protocol import entries as e
from protocol.errors import Code, RemoteError
from protocol.feed import Feed, Receipt
from protocol.identity import sign
from protocol.limits import MAX_BRANCH_ENTRIES, MAX_ENTRY_BYTES, MAX_FORKS, MAX_REVEALS, MAX_SIDE_ENTRIES

LINK = bytes(range(32))


class Author:
    """Signs entries of seat 1 and puts them into a feed."""

    def __init__(self, tables) -> None:
        self.table = tables.make_table("hh")
        self.feed = Feed(1, self.table.id, self.table.contract.human(1).seat_key)

    def entry(self, body, *, seq=None, prev=None, k=0, head=None, state=bytes(16)):
        return self.table.entry(
            1,
            len(self.feed) if seq is None else seq,
            self.feed.head if prev is None else prev,
            k,
            self.table.id if head is None else head,
            state,
            body,
        )

    def take(self, entry):
        packed, signature = entry
        return self.feed.take(packed, signature, e.decode_payload(packed))

    def say(self, body, **place):
        return self.take(self.entry(body, **place))


@pytest.fixture
def author(tables):
    author = Author(tables)
    assert author.say(e.Ack())[0] is Receipt.NEW
    return author


def test_entries_follow_each_other(author) -> None:
    receipt, entry, fault = author.say(e.Offer("draw", None))
    assert (receipt, fault) == (Receipt.NEW, None)
    assert entry.seq == 1
    assert entry.payload.prev == author.feed.path[0].e
    assert author.feed.head == entry.e
    assert author.feed.is_open
    assert not author.feed.is_forked


def test_a_duplicate_is_known_whatever_its_signature_says(author) -> None:
    packed, signature = author.entry(e.Offer("draw", None))
    author.take((packed, signature))
    assert author.take((packed, signature))[0] is Receipt.KNOWN
    # One P can carry many valid signatures; none of them makes another entry.
    assert author.take((packed, bytes(64)))[0] is Receipt.KNOWN
    assert len(author.feed) == 2


def test_a_bad_signature_is_the_fault_of_who_sent_it(author) -> None:
    packed, signature = author.entry(e.Ack(), k=1)
    for wrong in (bytes(64), signature[:-1] + bytes([signature[-1] ^ 1])):
        with pytest.raises(RemoteError) as caught:
            author.take((packed, wrong))
        assert caught.value.code is Code.BAD_SIGNATURE
    assert len(author.feed) == 1


def test_an_entry_of_another_match_is_refused(author, tables) -> None:
    other = tables.make_table("hh", seed=1)
    packed, _ = author.entry(e.Ack(), k=1)
    signature = sign(author.table.secrets[1].key, e.signed_bytes(other.id, packed))
    with pytest.raises(RemoteError) as caught:
        author.take((packed, signature))
    assert caught.value.code is Code.BAD_SIGNATURE


def test_an_entry_signed_by_another_seat_is_refused(author) -> None:
    packed, _ = author.entry(e.Ack(), k=1)
    signature = sign(author.table.secrets[0].key, e.signed_bytes(author.table.id, packed))
    with pytest.raises(RemoteError):
        author.take((packed, signature))


def test_a_gap_is_not_kept(author) -> None:
    first, second = author.entry(e.Offer("draw", None)), None
    name = author.table.name(first[0])
    second = author.entry(e.Offer("abort", None), seq=2, prev=name)
    assert author.take(second) == (Receipt.GAP, None, None)
    assert len(author.feed) == 1
    assert author.take(first)[0] is Receipt.NEW
    assert author.take(second)[0] is Receipt.NEW


def test_an_entry_above_the_limit_is_refused_before_its_signature_is_looked_at(author) -> None:
    inc = tuple(e.Listed(0, 2**32 - 1, LINK) for _ in range(12))
    longest = e.Act(5, "x" * 64, LINK, 2**32 - 1, inc)
    packed, _ = author.entry(longest, seq=2**32 - 1, k=2**32 - 1)
    assert len(packed) < MAX_ENTRY_BYTES, "an entry that can be written fits"
    with pytest.raises(RemoteError) as caught:
        e.decode_payload(bytes(MAX_ENTRY_BYTES + 1))
    assert caught.value.code is Code.LIMIT


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ({"prev": LINK}, Code.PREV),
        ({"seq": 1, "k": 0, "prev": LINK}, Code.PREV),
        ({"seq": 5}, Code.SEQUENCE),
        ({"seq": 0}, Code.SEQUENCE),
        ({"k": 2}, Code.SEQUENCE),
    ],
)
def test_an_entry_that_breaks_the_chain_is_not_kept(author, place, code) -> None:
    assert author.say(e.Offer("draw", None), k=3)[0] is Receipt.NEW
    if "prev" in place:
        place = {"k": 3, **place}
    receipt, entry, fault = author.say(e.Offer("abort", None), **place)
    assert (receipt, entry) == (Receipt.INVALID, None)
    assert fault.code is code
    assert len(author.feed) == 2
    assert author.say(e.Offer("abort", None), k=3)[0] is Receipt.NEW, "its place stays open for a good one"


@pytest.mark.parametrize(
    "place", [{"k": 1}, {"head": LINK}, {"seq": 1}, {"prev": LINK}], ids=["k", "head", "seq", "prev"]
)
def test_the_first_entry_is_the_ack_of_the_start(tables, place) -> None:
    author = Author(tables)
    assert author.say(e.Ack(), **place)[0] in (Receipt.INVALID, Receipt.GAP)
    assert author.say(e.Offer("draw", None))[2].code is Code.SEQUENCE
    assert author.say(e.Ack())[0] is Receipt.NEW


def test_side_entries_at_one_item_are_limited(author) -> None:
    bodies = [e.Offer("draw", None), e.Yes(LINK), e.Agree(LINK, ()), e.Act(1, "pass", None, 0, ())]
    for number in range(MAX_SIDE_ENTRIES):
        assert author.say(bodies[number % 4], k=1)[0] is Receipt.NEW
        assert author.feed.side_entries(1) == number + 1
    for body in bodies:
        receipt, _, fault = author.say(body, k=1)
        assert (receipt, fault.code) == (Receipt.INVALID, Code.LIMIT)
    assert author.say(e.Ack(), k=1)[0] is Receipt.NEW, "other kinds do not count"
    assert author.say(bodies[0], k=2)[0] is Receipt.NEW, "the next item has its own count"
    assert author.feed.side_entries(1) == 0


def test_acks_reveals_and_resignations_are_limited(author) -> None:
    assert author.say(e.Ack())[2].code is Code.LIMIT
    assert author.say(e.Ack(), k=1)[0] is Receipt.NEW
    assert author.say(e.Ack(), k=1)[2].code is Code.LIMIT
    for _ in range(MAX_REVEALS):
        assert author.say(e.Reveal(1, LINK, LINK), k=1)[0] is Receipt.NEW
    assert author.say(e.Reveal(1, LINK, LINK), k=1)[2].code is Code.LIMIT
    assert author.say(e.Resign(1), k=1)[0] is Receipt.NEW
    assert author.say(e.Resign(0), k=1)[0] is Receipt.NEW
    assert author.say(e.Resign(1), k=9)[2].code is Code.LIMIT


# --- forks --------------------------------------------------------------------------------------------------


def test_both_entries_of_one_number_are_kept(author) -> None:
    one, two = author.entry(e.Offer("draw", None)), author.entry(e.Offer("abort", None))
    assert author.take(one)[0] is Receipt.NEW
    receipt, entry, fault = author.take(two)
    assert (receipt, fault.code) == (Receipt.FORK, Code.FORK)
    assert author.feed.is_forked
    assert {node.packed for node in author.feed.forked()} == {one[0], two[0]}
    longer = author.entry(e.Ack(), seq=2, prev=entry.e, k=1)
    assert author.take(longer)[0] is Receipt.FORK
    assert [node.seq for node in author.feed.forked()] == [1, 1, 2]
    assert author.take(two)[0] is Receipt.KNOWN
    assert len(author.feed.following(author.feed.path[:1])) == 2


def test_what_is_settled_stays_settled(author) -> None:
    one, two, three = (author.entry(e.Offer("draw", number)) for number in range(3))
    stands = author.take(one)[1]
    falls = author.take(two)[1]
    falling = author.take(author.entry(e.Ack(), seq=2, prev=falls.e, k=1))[1]
    author.take(author.entry(e.Offer("draw", None), seq=2, prev=falls.e, k=1))
    author.feed.settle(stands, stands)
    assert not author.feed.is_forked
    assert author.feed.forked() == [stands], "so that who follows another branch notices"
    receipt, entry, fault = author.take(three)
    assert (receipt, entry, fault.code) == (Receipt.INVALID, None, Code.FORK)
    receipt, entry, fault = author.take(author.entry(e.Offer("draw", 7), seq=3, prev=falling.e, k=1))
    assert (receipt, entry, fault) == (Receipt.INVALID, None, None), "what follows is no further offence"
    assert author.take(two)[0] is Receipt.KNOWN
    assert author.say(e.Ack(), k=1)[0] is Receipt.NEW


def test_too_many_forks_cut_the_feed_before_the_first(author) -> None:
    for number in range(3):
        author.say(e.Offer("draw", number))
    first = author.feed.path[1].e
    for number in range(MAX_FORKS):
        assert author.take(author.entry(e.Offer("draw", 10 + number), seq=2, prev=first))[0] is Receipt.FORK
    assert author.feed.cut is None
    receipt, entry, fault = author.take(author.entry(e.Offer("draw", 99), seq=2, prev=first))
    assert (receipt, entry, fault.code) == (Receipt.INVALID, None, Code.FORK)
    assert author.feed.cut == 2
    assert not author.feed.is_open
    author.take(author.entry(e.Offer("draw", 99), seq=1, prev=author.feed.path[0].e))
    assert author.feed.cut == 1, "an earlier one that was refused counts as well"
    assert len(author.feed.following([])) == 1
    assert author.feed.following(author.feed.path[:1]) == ()


def test_entries_beside_the_feed_are_limited(author, monkeypatch) -> None:
    assert MAX_BRANCH_ENTRIES > 1000
    monkeypatch.setattr("protocol.feed.MAX_BRANCH_ENTRIES", 3)
    author.say(e.Offer("draw", None))
    prev = author.feed.path[0].e
    for number in range(3):
        packed, signature = author.entry(e.Offer("abort", None), seq=1 + number, prev=prev, k=number)
        assert author.take((packed, signature))[0] is Receipt.FORK
        prev = author.table.name(packed)
    assert author.take(author.entry(e.Ack(), seq=4, prev=prev, k=4))[0] is Receipt.INVALID
    assert author.feed.cut == 1
