"""The match machine over gossip: whole matches, and authors that tell different stories to different peers."""

from types import ModuleType

import pytest

from protocol.effects import Recorded
from protocol.errors import Code


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("seats", "edges"), [("hh", [(0, 1)]), ("hhh", [(0, 1), (1, 2)]), ("h0hh", [(0, 1), (1, 2), (2, 0)])]
)
def test_a_match_is_played_over_gossip(
    grapevine: ModuleType, tables: ModuleType, seats: str, edges: list[tuple[int, int]], seed: int
) -> None:
    table = tables.make_table(seats, seed=seed)
    driver = grapevine.Driver(table, seed)
    for a, b in edges:
        driver.net.link(a, b)
    driver.start()
    driver.net.settle()
    for _ in range(40):
        driver.move()
        driver.net.settle()
    heads = {(match.k, match.head) for match in driver.net.matches}
    assert len(heads) == 1
    assert driver.net.matches[0].k >= 10 or driver.net.matches[0].result is not None
    assert driver.recorded == []


@pytest.mark.parametrize("seed", range(8))
def test_peers_that_were_told_different_stories_agree_again(
    grapevine: ModuleType, tables: ModuleType, seed: int
) -> None:
    """Seat 0 acts twice at one place, once for each of two peers that do not hear of each other meanwhile."""
    table = tables.make_table("hhh", seed=seed)
    driver = grapevine.Driver(table, seed)
    net = driver.net
    links = [net.link(0, 1), net.link(0, 2)]
    driver.start()
    net.settle()
    assert net.matches[0].own_turn() == 0
    for number in links:
        net.unlink(number)
    # The cheat has two copies of its match, and each plays something else to one of the others.
    stored = list(driver.files[0])
    for other, action in ((1, "train"), (2, "hit 1")):
        driver.restore(0, len(stored))
        del driver.recoveries[0]
        net.matches[0].recovered()
        number = net.link(0, other)
        net.settle()
        net.matches[0].act(0, action)
        net.settle()
        net.unlink(number)
        driver.files[0] = list(stored)
    told = [dict(net.matches[node].lengths())[0] for node in (1, 2)]
    assert told[0] == told[1]
    assert driver.recorded == []
    net.link(1, 2)
    net.settle()
    honest = net.matches[1:]
    assert len({(match.k, match.head, match.state_hash) for match in honest}) == 1
    assert {(effect.seat, effect.code) for effect in driver.recorded if isinstance(effect, Recorded)} == {
        (0, Code.FORK)
    }
    assert all(sorted(match.forked()) == sorted(honest[0].forked()) for match in honest)
