"""How others are linked, in the words of the window."""

import pytest

from client.app.reach import connection
from client.mesh import Mesh
from client.view.source import Connection
from protocol.transport.events import LinkDown, LinkState, LinkUp

ME, OTHER, THIRD = b"m" * 32, b"o" * 32, b"t" * 32


class NoLinks:
    """A transport that is asked for nothing here."""

    def cancel_dial(self, dial):
        """Nothing was dialled."""


@pytest.fixture
def mesh():
    return Mesh(NoLinks(), ME, exclusive=False)


def up(mesh, link, identity, now=0):
    mesh.up(LinkUp(link, identity, "match", None, "192.0.2.1:4000", "wabe", (), None), now)


def down(mesh, link, now):
    mesh.down(LinkDown(link, "lost", "", "network", False), now)


def test_a_direct_link_is_as_good_as_its_round_trips(mesh):
    up(mesh, 1, OTHER)
    assert connection(mesh, OTHER, None, 5) == Connection("direct", 3)
    for steady, trip, quality in [(True, 20, 3), (True, None, 3), (True, 400, 2), (False, 20, 1)]:
        mesh.note(LinkState(1, steady, trip))
        assert connection(mesh, OTHER, None, 5) == Connection("direct", quality, trip)
    up(mesh, 2, OTHER)
    mesh.note(LinkState(2, True, 30))
    assert connection(mesh, OTHER, None, 5) == Connection("direct", 3, 30)
    down(mesh, 2, 6)
    assert connection(mesh, OTHER, None, 7) == Connection("direct", 1, 20)


def test_nobody_is_linked(mesh):
    mesh.learn(OTHER, "bert", [], 1_000)
    assert connection(mesh, OTHER, None, 4_000) == Connection("lost", 0, absent_ms=3_000)


def test_over_a_third(mesh):
    mesh.learn(OTHER, "bert", [], 0)
    up(mesh, 1, THIRD)
    assert connection(mesh, OTHER, None, 100) == Connection("through", 2)


def test_who_was_linked_is_lost_until_something_of_it_comes_over_a_third(mesh):
    up(mesh, 1, THIRD)
    up(mesh, 2, OTHER)
    down(mesh, 2, 1_000)
    assert connection(mesh, OTHER, 900, 3_000) == Connection("lost", 0, absent_ms=2_000)
    assert connection(mesh, OTHER, 1_500, 3_000) == Connection("through", 2)
    down(mesh, 1, 2_000)
    assert connection(mesh, OTHER, 1_500, 3_000).state == "lost"


def test_states_of_links_that_are_gone_are_forgotten(mesh):
    up(mesh, 1, OTHER)
    mesh.note(LinkState(1, True, 20))
    down(mesh, 1, 5)
    mesh.note(LinkState(1, True, 20))
    assert mesh.state(OTHER) is None
