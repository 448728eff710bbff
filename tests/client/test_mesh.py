"""Whom a peer dials: every pair once, the other way round when that fails, and never who left."""

import pytest

from client.mesh import PATIENCE_MS, REFUSED_MS, Mesh
from protocol.transport.addresses import Address
from protocol.transport.events import DialFailed, LinkDown, LinkUp

LOW, ME, HIGH = bytes(32), bytes([7]) * 32, bytes([9]) * 32


class Links:
    def __init__(self):
        self.dialled = []
        self.cancelled = []

    def dial(self, addresses, *, expected, purpose, match, game):
        self.dialled.append((expected, [str(address) for address in addresses], purpose, match))
        return 100 + len(self.dialled)

    def cancel_dial(self, dial):
        self.cancelled.append(dial)


@pytest.fixture
def links():
    return Links()


@pytest.fixture
def mesh(links):
    return Mesh(links, ME, exclusive=False)


def up(link, identity, dial=None):
    return LinkUp(link, identity, "room", None, "127.0.0.1:1", "wabe", (), dial)


def test_the_lower_key_dials_at_once_the_higher_one_later(mesh, links):
    mesh.learn(HIGH, "high", ["127.0.0.1:4000"], 0)
    mesh.learn(LOW, "low", ["127.0.0.1:4001"], 0)
    mesh.consider(0)
    assert links.dialled == [(HIGH, ["127.0.0.1:4000"], "room", None)]
    mesh.consider(PATIENCE_MS - 1)
    assert len(links.dialled) == 1
    mesh.consider(PATIENCE_MS)
    assert links.dialled[1][0] == LOW


def test_it_is_known_whom_a_dial_seeks(mesh):
    by_hand = mesh.dial((Address("127.0.0.1", 5000),), None)
    assert mesh.sought(by_hand) == (None, (Address("127.0.0.1", 5000),))
    mesh.learn(HIGH, "high", ["127.0.0.1:4000"], 0)
    mesh.consider(0)
    assert mesh.sought(by_hand + 1) == (HIGH, (Address("127.0.0.1", 4000),))
    assert not mesh.was_linked(HIGH)
    mesh.up(up(1, HIGH, by_hand + 1), 0)
    assert mesh.was_linked(HIGH)


def test_nobody_is_dialled_twice_nor_when_linked(mesh, links):
    mesh.learn(HIGH, "high", ["127.0.0.1:4000"], 0)
    mesh.learn(ME, "me", ["127.0.0.1:4002"], 0)
    mesh.consider(0)
    mesh.consider(10_000)
    assert len(links.dialled) == 1
    mesh.up(up(1, HIGH), 10_000)  # they were faster
    assert links.cancelled == [101]
    mesh.consider(20_000)
    assert len(links.dialled) == 1
    assert mesh.links_to(HIGH) == (1,)
    assert mesh.absent_ms(HIGH, 20_000) == 0


def test_a_lost_link_is_left_to_its_dial_or_dialled_anew(mesh, links):
    mesh.learn(HIGH, "high", ["127.0.0.1:4000"], 0)
    mesh.consider(0)
    mesh.up(up(1, HIGH, dial=101), 5)
    assert mesh.down(LinkDown(1, "lost", "", "network", True), 10) == HIGH
    mesh.consider(10_000)
    assert len(links.dialled) == 1  # the transport dials again by itself
    mesh.up(up(2, HIGH), 10_000)
    mesh.down(LinkDown(2, "lost", "", "network", False), 11_000)
    assert mesh.absent_ms(HIGH, 12_000) == 1000
    mesh.consider(12_000)
    assert len(links.dialled) == 2


def test_who_refused_is_left_alone_for_a_while(mesh, links):
    mesh.learn(HIGH, "high", ["127.0.0.1:4000"], 0)
    mesh.consider(0)
    mesh.failed(DialFailed(101, "busy", "", None), 50)
    mesh.consider(REFUSED_MS)
    assert len(links.dialled) == 1
    mesh.consider(REFUSED_MS + 50)
    assert len(links.dialled) == 2


def test_new_addresses_are_dialled_in_place_of_old_ones(mesh, links):
    mesh.learn(HIGH, "high", ["127.0.0.1:4000"], 0)
    mesh.consider(0)
    mesh.learn(HIGH, "high", ["127.0.0.1:5000", "not an address", "127.0.0.1:5000"], 0)
    mesh.consider(0)
    assert links.cancelled == [101]
    assert links.dialled[1][1] == ["127.0.0.1:5000"]


def test_who_left_the_room_is_not_dialled(mesh, links):
    mesh.learn(HIGH, "high", ["127.0.0.1:4000"], 0)
    mesh.consider(0)
    mesh.keep_only([LOW])
    mesh.consider(10_000)
    assert links.cancelled == [101]
    assert len(links.dialled) == 1


def test_only_peers_given_by_hand_are_dialled_where_that_is_asked(links):
    mesh = Mesh(links, ME, exclusive=True)
    dial = mesh.dial([], "a4b7-qw74-ksdj-mkwt-3uz6-hkcd-3j4a-lt6f")
    mesh.learn(HIGH, "high", ["127.0.0.1:4000"], 0)
    mesh.consider(10_000)
    assert len(links.dialled) == 1
    assert mesh.failed(DialFailed(dial, "unreachable", "", 1), 0)
    mesh.up(up(1, HIGH, dial=dial), 0)
    assert not mesh.failed(DialFailed(dial, "unreachable", "", 1), 0)


def test_a_match_is_named_to_who_is_dialled_for_it(mesh, links):
    mesh.learn(HIGH, "high", ["127.0.0.1:4000"], 0)
    mesh.consider(0)
    mesh.aim_at(bytes(32), "krieg")
    mesh.consider(0)
    assert links.cancelled == [101]
    assert links.dialled[1][2:] == ("match", bytes(32))


def test_what_is_kept_for_a_resumption(mesh):
    mesh.learn(HIGH, "high", ["127.0.0.1:4000"], 0)
    assert mesh.remembered() == {HIGH.hex(): {"name": "high", "addresses": ["127.0.0.1:4000"]}}
    assert mesh.name(HIGH) == "high"
    assert mesh.name(LOW) == ""
