"""Whole matches among honest peers and cheats, from seeds: what honest peers hold must agree (N3, N4, N6, N8).

A failure prints its seed; ``simulation.run(tables, seed)`` plays that run again.
"""

import dataclasses
import functools
from collections import Counter

import pytest

import protocol.feed
from protocol import forks, legality
from protocol.log import Log

TOY_RUNS, TOY_BLOCKS = 40, 6
FOUND = (98, 193, 237, 240, 493, 662, 1016, 1185, 1261, 4871, 7214, 13816, 20273, 21236, 28700, 1003158)
"""Seeds that found something: votes below a nested fork, heads shared by branches, votes on a branch that fell, ..."""
REAL_GAMES = {
    "towers-3": (
        "krieg",
        ["hhh", "hh0", "h00"],
        {"mode": "towers", "seats": 3, "radius": 4, "round_limit": 4},
    ),
    "factions-6": (
        "krieg",
        ["hhh012", "h0hhhh", "h00000"],
        {"mode": "factions", "seats": 6, "round_limit": 2},
    ),
    "classic-2": ("krieg", ["hh"], {"mode": "classic", "seats": 2, "radius": 4, "round_limit": 6}),
    "towerwars": ("towerwars", ["hh", "h0"], {"size": 4, "ply_limit": 30}),
}


@pytest.fixture(autouse=True)
def _fast_signatures(monkeypatch):
    """Let several simulated peers share the work of verifying one signature."""
    monkeypatch.setattr(protocol.feed, "verify", functools.lru_cache(maxsize=None)(protocol.feed.verify))


def run_block(simulation, tables, seeds, **more) -> Counter[str]:
    """Run seeds and count how the matches ended."""
    ends: Counter[str] = Counter()
    for seed in seeds:
        run = simulation.run(tables, seed, **more)
        match = run.peers[run.honest[0]].match
        ends[match.result.how if match.result else str(match.stopped.code) if match.stopped else "open"] += 1
        ends["evil" if run.evil else "honest"] += 1
    return ends


@pytest.mark.parametrize("block", range(TOY_BLOCKS))
def test_honest_peers_agree(simulation, tables, block) -> None:
    ends = run_block(simulation, tables, range(block * TOY_RUNS, (block + 1) * TOY_RUNS))
    assert ends["evil"] > TOY_RUNS / 4
    assert ends["honest"] > TOY_RUNS / 4
    assert ends["played"] > 5


@pytest.mark.parametrize("seed", FOUND)
def test_what_once_broke_holds(simulation, tables, seed) -> None:
    simulation.run(tables, seed)


@pytest.mark.parametrize("name", REAL_GAMES)
def test_honest_peers_agree_in_real_games(simulation, tables, name) -> None:
    game, patterns, options = REAL_GAMES[name]
    for seed in range(6):
        simulation.run(tables, seed, game=game, seats=patterns[seed % len(patterns)], options=dict(options))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_honest_peers_agree_in_ten_thousand_matches(simulation, tables, block) -> None:
    run_block(simulation, tables, range(10**6 + 1000 * block, 10**6 + 1000 * (block + 1)))


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL_GAMES)
def test_honest_peers_agree_in_many_real_games(simulation, tables, name) -> None:
    game, patterns, options = REAL_GAMES[name]
    for seed in range(100, 300):
        simulation.run(tables, seed, game=game, seats=patterns[seed % len(patterns)], options=dict(options))


# --- the simulation must find what is broken ----------------------------------------------------------------


def finds(simulation, tables, seeds) -> bool:
    for seed in seeds:
        try:
            simulation.run(tables, seed)
        except AssertionError:
            return True
    return False


def test_it_finds_a_fork_decided_by_arrival(simulation, tables, monkeypatch) -> None:
    def first_come(self, voters):
        return next(iter(self.branches.values())), False

    monkeypatch.setattr(forks._Fork, "choose", first_come)
    assert finds(simulation, tables, range(300))


def test_it_finds_revealers_taken_from_feeds(simulation, tables, monkeypatch) -> None:
    """R must come from the log alone: a resignation held here but not listed must not count."""
    original = Log._begin

    def begin(self, entry, plan):
        revealers = tuple(seat for seat in plan.revealers if seat not in self.resignations)
        original(self, entry, dataclasses.replace(plan, revealers=revealers))

    monkeypatch.setattr(Log, "_begin", begin)
    assert finds(simulation, tables, range(300))


def test_it_finds_items_taken_in_the_order_of_arrival(simulation, tables, monkeypatch) -> None:
    """A listed entry that is not held must be waited for, not passed over."""

    def impatient(s, listed, left, held):
        entry = held.entry_at(listed.seat, listed.seq)
        if entry is None or entry.e != listed.e:
            raise legality.RefusedError(legality.Code.ILLEGAL, "not held")

    monkeypatch.setattr(legality, "check_listed", impatient)
    assert finds(simulation, tables, range(600))
