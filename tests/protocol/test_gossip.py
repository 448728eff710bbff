"""Gossip: everything reaches everybody over any connected graph, in bounded steps, whatever single links do."""

import random
from types import ModuleType

import msgspec
import pytest

from protocol.entries import Ack, Payload, Resign, encode_payload, signed_bytes
from protocol.errors import Code, RemoteError
from protocol.gossip import HAVE_EVERY, WANT_BURST, WINDOW
from protocol.identity import sign
from protocol.messages import (
    Auth,
    Bye,
    Chat,
    ContractMessage,
    EntryMessage,
    Have,
    Ping,
    SignatureMessage,
    Tell,
    Want,
)

LINE = [(0, 1), (1, 2), (2, 3)]
RING = [*LINE, (3, 0)]
STAR = [(0, 1), (0, 2), (0, 3)]
TWICE = [*LINE, *LINE]


@pytest.fixture
def table(tables: ModuleType):
    return tables.make_table("hhhh")


@pytest.fixture
def net(grapevine: ModuleType, table):
    """Four nodes with a seat each and one that only watches, not linked."""
    return make_net(grapevine, table)


def make_net(grapevine: ModuleType, table, seed: int = 0):
    shelves = [grapevine.Shelf(table.contract, {seat: table.secrets[seat]}) for seat in range(4)]
    return grapevine.Grapevine([*shelves, grapevine.Shelf(table.contract, {})], table, seed)


def refused(code: Code, net, node: int, link: int, message) -> RemoteError:
    with pytest.raises(RemoteError) as caught:
        net.gossips[node].receive(link, message, net.now)
    assert caught.value.code is code
    return caught.value


def lengths(net) -> list[dict[int, int]]:
    return [dict(match.lengths()) for match in net.matches]


def sent(net, node: int, kind: type) -> list:
    """Drain a node and return its messages of one type."""
    return [message for _, message in net.gossips[node].drain() if isinstance(message, kind)]


def entry(table, author: int, seq: int, prev: bytes, k: int = 0, body=None) -> EntryMessage:
    packed = encode_payload(Payload(author, seq, prev, k, table.id, bytes(16), body or Ack()))
    return EntryMessage(msgspec.Raw(packed), sign(table.secrets[author].key, signed_bytes(table.id, packed)))


# Everything reaches everybody


@pytest.mark.parametrize(
    "edges",
    [LINE, RING, STAR, TWICE, [(0, 1), (2, 3), (1, 4), (4, 2)]],
    ids=["line", "ring", "star", "twice", "watcher"],
)
@pytest.mark.parametrize("before", [0, 3])
def test_every_entry_reaches_every_node(net, edges: list[tuple[int, int]], before: int) -> None:
    for node in range(4):
        net.write(node, before)
    for a, b in edges:
        net.link(a, b)
    net.settle()
    for _ in range(5):
        for node in range(4):
            net.write(node)
        net.settle()
    linked = {node for edge in edges for node in edge}
    for node in linked:
        assert lengths(net)[node] == dict.fromkeys(range(4), before + 5)


@pytest.mark.parametrize("seed", range(20))
def test_links_that_come_and_go_lose_nothing(grapevine: ModuleType, table, seed: int) -> None:
    net = make_net(grapevine, table, seed)
    rng = random.Random(seed)
    links: list[int] = []
    for _ in range(60):
        match rng.randrange(4):
            case 0:
                a, b = rng.sample(range(5), 2)
                links.append(net.link(a, b))
            case 1 if links:
                net.unlink(links.pop(rng.randrange(len(links))))
            case 2:
                net.write(rng.randrange(4), rng.randrange(1, 4))
            case _:
                for _ in range(rng.randrange(20)):
                    net.step()
    for a, b in [*LINE, (3, 4)]:
        net.link(a, b)
    net.settle()
    assert all(held == lengths(net)[0] for held in lengths(net))
    assert lengths(net)[0] == {seat: len(net.matches[seat].feeds[seat]) for seat in range(4)}


def test_nothing_is_sent_twice_over_a_link_while_nothing_goes_wrong(net) -> None:
    net.link(0, 1)
    net.settle()
    for node in (0, 1) * 10:
        net.write(node)
        net.settle()
    assert net.carried["EntryMessage"] == 20
    assert net.carried["ContractMessage"] == 2
    assert net.carried["SignatureMessage"] == 8


# Bounded steps


def test_a_long_feed_goes_in_chunks(net) -> None:
    net.write(0, 900)
    net.write(1, 900)
    net.link(0, 1)
    net.settle()
    assert lengths(net)[0] == lengths(net)[1] == {0: 900, 1: 900, 2: 0, 3: 0}
    assert HAVE_EVERY < net.in_flight <= WINDOW
    assert net.carried["EntryMessage"] == 1800


def test_what_is_not_read_is_not_sent(net) -> None:
    """A peer that says nothing back gets one window, however long the feed."""
    net.write(0, 2 * WINDOW)
    gossip = net.gossips[0]
    gossip.link_up(1, net.identity(1), 0)
    assert not [message for _, message in gossip.drain() if isinstance(message, EntryMessage)]
    gossip.receive(1, Have(net.matches[0].id, ()), 0)
    assert len(sent(net, 0, EntryMessage)) == WINDOW
    assert sent(net, 0, EntryMessage) == []
    gossip.receive(1, Have(net.matches[0].id, ((0, HAVE_EVERY),)), 0)
    assert len(sent(net, 0, EntryMessage)) == HAVE_EVERY


def test_asking_again_and_again_yields_no_more_than_a_window(net) -> None:
    net.write(0, 40)
    gossip, match = net.gossips[0], net.matches[0].id
    gossip.link_up(1, net.identity(1), 0)
    gossip.receive(1, Have(match, ()), 0)
    for _ in range(WANT_BURST):
        gossip.receive(1, Want(match, 0, 0), 0)
    entries = 0
    while batch := sent(net, 0, EntryMessage):
        entries += len(batch)
    assert entries == 40
    refused(Code.FLOOD, net, 0, 1, Want(match, 0, 0))


def test_a_want_sends_again(net) -> None:
    net.write(0, 10)
    gossip, match = net.gossips[0], net.matches[0].id
    gossip.link_up(1, net.identity(1), 0)
    gossip.receive(1, Have(match, ((0, 10),)), 0)
    assert len(sent(net, 0, EntryMessage)) == 1
    gossip.receive(1, Want(match, 0, 4), 0)
    # What the other end says to hold does not cut the repetition short.
    gossip.receive(1, Have(match, ((0, 10),)), 0)
    assert len(sent(net, 0, EntryMessage)) == 6
    gossip.receive(1, Want(match, 0, 999), 0)
    assert sent(net, 0, EntryMessage) == []


def test_an_own_entry_is_sent_when_it_was_announced(net) -> None:
    """Announced means stored: what was sent is on disk."""
    net.link(0, 1)
    net.settle()
    shelf, gossip = net.matches[0], net.gossips[0]
    shelf.write(0, 2)
    assert sent(net, 0, EntryMessage) == []
    gossip.announce(0, 0)
    assert len(sent(net, 0, EntryMessage)) == 1
    gossip.announce(0, 1)
    assert len(sent(net, 0, EntryMessage)) == 1


def test_a_peer_is_told_when_all_is_sent_and_not_when_it_is_linked(net) -> None:
    """Whoever comes back after the end has to get the last acknowledgements before the others leave."""
    net.write(0, WINDOW + 1)
    gossip, match, identity = net.gossips[0], net.matches[0].id, net.identity(1)
    assert not gossip.has_told(identity)
    gossip.link_up(1, identity, 0)
    gossip.drain()
    assert not gossip.has_told(identity)
    gossip.receive(1, Have(match, ()), 0)
    gossip.drain()
    assert not gossip.has_told(identity)
    gossip.receive(1, Have(match, ((0, HAVE_EVERY),)), 0)
    gossip.drain()
    assert gossip.has_told(identity)
    assert not gossip.has_told(net.identity(2))
    gossip.link_down(1)
    assert not gossip.has_told(identity)


# Gaps and branches


def test_a_gap_is_asked_for_once(net, table) -> None:
    net.write(0, 6)
    shelf, gossip = net.matches[1], net.gossips[1]
    gossip.link_up(1, net.identity(0), 0)
    gossip.receive(1, Have(table.id, ((0, 6),)), 0)
    gossip.drain()
    later = [
        EntryMessage(msgspec.Raw(packed), signature) for packed, signature in net.matches[0].entries(0, 3)
    ]
    for message in later:
        gossip.receive(1, message, 0)
    assert sent(net, 1, Want) == [Want(table.id, 0, 0)]
    assert dict(shelf.lengths())[0] == 0


def test_a_peer_that_overstates_what_it_holds_is_served_when_it_asks(net, table) -> None:
    net.write(0, 8)
    number = net.link(0, 1)
    # In place of node 1's own "have", as if a crash had cost it what it says to hold.
    pipe = net.pipes[1, number]
    position = next(i for i, body in enumerate(pipe) if b"have" in body)
    pipe[position] = msgspec.msgpack.encode(Have(table.id, ((0, 6), (1, 0), (2, 0), (3, 0))))
    net.settle()
    assert lengths(net)[1][0] == 8
    assert net.carried["Want"] == 1


def branch(net, table, seat: int, common: int, left: int, right: int) -> None:
    """Let ``seat`` tell nodes 1 and 2 different stories after ``common`` entries that both know."""
    source = net.matches[seat]
    source.write(seat, common)
    prev = source.feeds[seat].head
    for node, count, k in ((1, left, 1000), (2, right, 2000)):
        shelf = net.matches[node]
        for packed, signature in source.entries(seat, 0):
            shelf.receive(packed, signature)
        head = prev
        for number in range(count):
            message = entry(table, seat, common + number, head, k + number)
            shelf.receive(bytes(message.packed), message.signature)
            head = shelf.feeds[seat].head
        net.flush(node)


@pytest.mark.parametrize(
    ("common", "left", "right"),
    [
        (1, 1, 1),
        (1, 2, 1),
        (1, 1, 3),
        (40, 1, 1),
        (40, 20, 20),
        (40, 60, 20),
        (40, 20, 60),
        (3, 30, 31),
        (200, 40, 1),
    ],
)
@pytest.mark.parametrize(
    "edges", [[(1, 2)], [(1, 4), (4, 2)], [(1, 3), (3, 2), (1, 2)]], ids=["direct", "between", "triangle"]
)
def test_both_branches_of_a_feed_reach_everybody(
    net, table, common: int, left: int, right: int, edges: list[tuple[int, int]]
) -> None:
    branch(net, table, 0, common, left, right)
    for a, b in edges:
        net.link(a, b)
    net.settle()
    names = [net.matches[node].names(0) for node in {node for edge in edges for node in edge}]
    assert all(len(found) == common + left + right for found in names)
    assert all(found == names[0] for found in names)


def test_branches_that_are_told_over_one_link_spread(net, table) -> None:
    onward = net.link(1, 2)
    net.settle()
    gossip = net.gossips[1]
    gossip.link_up(9, net.identity(0), 0)
    gossip.receive(9, Have(table.id, ()), 0)
    gossip.drain()
    story = [entry(table, 0, 0, table.id)]
    for seq in range(1, 30):
        story.append(entry(table, 0, seq, table.name(bytes(story[-1].packed)), seq))
    other = entry(table, 0, 29, table.name(bytes(story[-2].packed)), 99)
    for message in (*story, other):
        gossip.receive(9, message, 0)
        net.drive(1)
    out = [(link, message) for link, message in gossip.drain() if isinstance(message, EntryMessage)]
    assert [message for link, message in out if link == onward] == [*story, other]
    # Only where it branches is a story told to whom it came from.
    assert [message for link, message in out if link == 9] == [story[-1]]


def test_an_own_branch_is_sent_when_it_was_announced(net, table) -> None:
    """A backup was restored, signed on, and meets what had been signed before."""
    old = [entry(table, 0, 0, table.id)]
    name = table.name(bytes(old[0].packed))
    shelf, gossip = net.matches[0], net.gossips[0]
    shelf.receive(bytes(old[0].packed), old[0].signature)
    gossip.announce(0, 0)
    gossip.link_up(1, net.identity(1), 0)
    gossip.receive(1, Have(table.id, ((0, 1),)), 0)
    gossip.drain()
    new = entry(table, 0, 1, name, 5)
    shelf.receive(bytes(new.packed), new.signature)
    gossip.receive(1, entry(table, 0, 1, name, 6), 0)
    assert sent(net, 0, EntryMessage) == []
    gossip.announce(0, 1)
    assert new in sent(net, 0, EntryMessage)


def test_an_author_that_breaks_its_feed_costs_two_questions(net, table) -> None:
    gossip = net.gossips[1]
    gossip.link_up(1, net.identity(0), 0)
    gossip.receive(1, Have(table.id, ()), 0)
    net.matches[0].write(0, 50)
    for packed, signature in net.matches[0].entries(0, 0):
        gossip.receive(1, EntryMessage(msgspec.Raw(packed), signature), 0)
    gossip.drain()
    for k in range(100, 120):
        gossip.receive(1, entry(table, 0, 40, bytes([k] * 32), k), 0)
    assert sent(net, 1, Want) == [Want(table.id, 0, 24)]
    gossip.receive(1, entry(table, 0, 24, bytes(32), 200), 0)
    assert sent(net, 1, Want) == [Want(table.id, 0, 0)]
    gossip.receive(1, entry(table, 0, 0, bytes(32), 201), 0)
    gossip.receive(1, entry(table, 0, 24, bytes(32), 202), 0)
    assert sent(net, 1, Want) == []


# Who breaks the rules


def test_messages_about_another_match_are_refused(net, table) -> None:
    number = net.link(0, 1)
    net.settle()
    other = bytes(32)
    for message in (
        Have(other, ()),
        Want(other, 0, 0),
        Tell(other, bytes(16), 0, (), bytes(64)),
        Chat(other, 0, 0, "x", bytes(64)),
        SignatureMessage(other, 0, bytes(64)),
        ContractMessage(b"another"),
    ):
        refused(Code.WRONG_MATCH, net, 0, number, message)


def test_entries_of_another_match_are_refused(net, table, tables: ModuleType) -> None:
    """The same keys, another contract: no signature fits."""
    number = net.link(0, 1)
    net.settle()
    other = tables.make_table("hhhh", seed=7)
    assert other.secrets[1] is table.secrets[1]
    assert other.id != table.id
    refused(Code.BAD_SIGNATURE, net, 0, number, entry(other, 1, 0, other.id))


@pytest.mark.parametrize("message", [Ping(1), Bye("done", ""), Auth(bytes(64))])
def test_other_messages_are_refused(net, message) -> None:
    number = net.link(0, 1)
    net.settle()
    refused(Code.UNEXPECTED, net, 0, number, message)


def test_nothing_is_taken_before_the_other_end_says_what_it_holds(net, table) -> None:
    net.gossips[0].link_up(1, net.identity(1), 0)
    refused(Code.UNEXPECTED, net, 0, 1, entry(table, 1, 0, table.id))
    refused(Code.UNEXPECTED, net, 0, 1, Want(table.id, 1, 0))


@pytest.mark.parametrize("lengths", [((1, 1), (0, 1)), ((1, 1), (1, 1)), ((4, 1),), ((0, 1), (5, 1))])
def test_lengths_that_make_no_sense_are_refused(net, table, lengths: tuple[tuple[int, int], ...]) -> None:
    number = net.link(0, 1)
    refused(Code.MALFORMED, net, 0, number, Have(table.id, lengths))


def test_seats_that_nobody_holds_have_no_feeds(grapevine: ModuleType, tables: ModuleType) -> None:
    table = tables.make_table("h0h")
    net = grapevine.Grapevine(
        [grapevine.Shelf(table.contract, {seat: table.secrets[seat]}) for seat in (0, 2)], table
    )
    number = net.link(0, 1)
    net.settle()
    for seat in (1, 3):
        packed = encode_payload(Payload(seat, 0, table.id, 0, table.id, bytes(16), Ack()))
        refused(Code.MALFORMED, net, 0, number, EntryMessage(msgspec.Raw(packed), bytes(64)))
        refused(Code.MALFORMED, net, 0, number, Want(table.id, seat, 0))
        refused(Code.MALFORMED, net, 0, number, Chat(table.id, seat, 0, "x", bytes(64)))


def test_garbage_in_place_of_an_entry_is_refused(net, table) -> None:
    number = net.link(0, 1)
    net.settle()
    good = entry(table, 1, 0, table.id)
    forged = entry(table, 1, 0, table.id, body=Resign(1))
    refused(Code.BAD_SIGNATURE, net, 0, number, EntryMessage(good.packed, forged.signature))
    refused(Code.BAD_SIGNATURE, net, 0, number, EntryMessage(good.packed, bytes(64)))
    refused(Code.MALFORMED, net, 0, number, EntryMessage(msgspec.Raw(b"\x90"), bytes(64)))
    packed = bytes(good.packed)
    overlong = packed[:1] + b"\xcc\x01" + packed[2:]
    refused(Code.NOT_CANONICAL, net, 0, number, EntryMessage(msgspec.Raw(overlong), good.signature))
    refused(Code.LIMIT, net, 0, number, EntryMessage(msgspec.Raw(b"\xc5\x10\x00" + bytes(4096)), bytes(64)))


def test_what_comes_after_a_link_was_closed_is_ignored(net, table) -> None:
    net.gossips[0].receive(77, entry(table, 1, 0, table.id), 0)
    assert net.gossips[0].drain() == []
    assert dict(net.matches[0].lengths())[1] == 0


def test_a_contract_that_is_known_does_no_harm(net, table) -> None:
    number = net.link(0, 1)
    net.settle()
    contract = net.gossips[0]._contract
    for message in (contract, SignatureMessage(table.id, 0, bytes(64))):
        net.gossips[0].receive(number, message, 0)
    assert net.gossips[0].drain() == []
