"""A whole match among simulated peers, honest and not, from one seed: what every honest peer holds must agree.

Honest drivers play random legal actions, offer, accept and resign. An adversary is *two-faced* (from some moment
on it shows one face to some links and another to the others, both of them valid), or *forges* (signs what its
machine would never sign), or *withholds* on some of its links. Afterwards everything is delivered to everybody.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from protocol import entries as e
from protocol.errors import Code, LocalError, RemoteError
from protocol.match import Match, Receipt

MAX_STEPS = 6000
MAX_FORGERIES = 7
"""Of one forger, so that most runs go on to the end."""


@dataclass
class Simulation:
    """One run. ``tables`` is the module ``table.py``."""

    tables: Any
    seed: int
    game: str = "brawl"
    seats: str | None = None
    adversaries: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def run(self) -> None:
        self.rng = random.Random(self.seed)
        self.build()
        self.play()
        self.finish()
        self.check()

    # --- set-up -------------------------------------------------------------------------------------------

    def build(self) -> None:
        rng, tables = self.rng, self.tables
        pattern = self.seats or self.random_seats()
        if self.game == "brawl":
            self.options.setdefault("points", rng.randint(2, 7))
            self.options.setdefault("tower", rng.random() < 0.7)
            self.options.setdefault("turn_limit", rng.choice([8, 30]))
        self.table = tables.make_table(pattern, self.game, self.seed, **self.options)
        owners = self.random_owners(list(self.table.contract.humans))
        count = rng.choice([0, 0, 1, 1, 2]) if self.adversaries is None else self.adversaries
        self.evil = sorted(rng.sample(range(len(owners)), min(count, len(owners) - 1)))
        self.peers = [tables.Peer(self.table.match(*seats)) for seats in owners]
        self.faces: dict[int, int] = {}
        self.forgeries: dict[int, int] = {}
        for number in self.evil:
            if rng.random() < 0.5:
                self.faces[number] = len(self.peers)
                self.peers.append(tables.Peer(self.table.match(*owners[number], recovering=True)))
            else:
                self.forgeries[number] = MAX_FORGERIES
        self.peers += [tables.Peer(self.table.match()) for _ in range(rng.choice([0, 0, 1, 2]))]
        twins = set(self.faces.values())
        self.honest = [n for n in range(len(self.peers)) if n not in twins and n not in self.evil]
        for number in {*self.evil, *twins}:
            self.peers[number].lies = True
        self.net = tables.Net(self.peers, self.random_links(twins), rng)
        self.net.twice = rng.choice([0.0, 0.1])
        self.net.disorder = rng.choice([0.0, 0.3, 1.0])
        self.net.loss = rng.choice([0.0, 0.0, 0.05]) if not self.evil else 0.0
        self.split_at = {number: rng.randrange(300) for number in self.faces}
        self.resigning = rng.choice([0.0, 0.003, 0.02])
        self.notes.append(
            f"{pattern} owners={owners} evil={self.evil} faces={self.faces} links={sorted(self.net.links)}"
        )

    def random_seats(self) -> str:
        count = self.rng.randint(2, 6)
        humans = [seat for seat in range(count) if self.rng.random() < 0.75] or [self.rng.randrange(count)]
        return "".join("h" if seat in humans else str(self.rng.choice(humans)) for seat in range(count))

    def random_owners(self, humans: list[int]) -> list[list[int]]:
        owners: list[list[int]] = []
        for seat in humans:
            if owners and self.rng.random() < 0.15:
                self.rng.choice(owners).append(seat)
            else:
                owners.append([seat])
        return owners

    def random_links(self, twins: set[int]) -> list[tuple[int, int]]:
        """A line, a star, a mesh or a random connected graph; a second face stands beside its first."""
        rng = self.rng
        numbers = [n for n in range(len(self.peers)) if n not in twins]
        rng.shuffle(numbers)
        kind = rng.choice(["line", "star", "mesh", "tree"])
        pairs = []
        for at in range(1, len(numbers)):
            if kind == "line":
                others = [numbers[at - 1]]
            elif kind == "star":
                others = [numbers[0]]
            else:
                others = numbers[:at] if kind == "mesh" else [rng.choice(numbers[:at])]
            pairs += [(numbers[at], other) for other in others]
        for first, second in self.faces.items():
            pairs += [(second, b if a == first else a) for a, b in pairs if first in (a, b)]
            pairs.append((first, second))
        return pairs

    # --- play ---------------------------------------------------------------------------------------------

    def play(self) -> None:
        for number in range(len(self.peers)):
            self.net.flush(number)
        idle = 0
        for step in range(MAX_STEPS):
            for number, at in self.split_at.items():
                if step == at:
                    self.split(number)
            if self.rng.random() < 0.75 and self.net.step():
                idle = 0
                continue
            idle += 1
            number = self.rng.randrange(len(self.peers))
            self.drive(number)
            if idle > 12 * len(self.peers):
                if all(self.is_done(n) for n in self.honest) or (self.evil and idle > 40 * len(self.peers)):
                    return
                if idle % (12 * len(self.peers)) == 1:
                    self.net.reconnect()

    def is_done(self, number: int) -> bool:
        match = self.peers[number].match
        return match.complete or match.stopped is not None

    def split(self, number: int) -> None:
        """The two faces of an adversary part: each goes on with some of its links."""
        second = self.faces[number]
        links = self.net.queues
        for link in ((number, second), (second, number)):
            links.pop(link, None)
            self.net.links.discard(link)
        for a, b in sorted(self.net.links):
            if a in (number, second) and self.rng.random() < 0.5:
                for link in ((a, b), (b, a)):
                    links.pop(link, None)
                    self.net.links.discard(link)
        self.peers[second].match.recovered()
        self.net.flush(second)

    def drive(self, number: int) -> None:
        match, rng = self.peers[number].match, self.rng
        try:
            if self.forgeries.get(number, 0) > 0 and rng.random() < 0.25:
                self.forgeries[number] -= 1
                self.forge(number)
            elif match.own:
                self.deed(match)
        except LocalError as error:
            # A cheat's machine may refuse; an honest one does only what is possible, unless a cheat holds it up.
            is_held_up = match.stopped or match.frozen or error.code in (Code.STALE, Code.FORK, Code.LIMIT)
            if number in self.honest and not (self.evil and is_held_up):
                raise
        self.net.flush(number)

    def deed(self, match: Match) -> None:
        rng = self.rng
        human = rng.choice(match.own)
        free = match.result is None and not match.stopped and human not in match._log.situation.left
        if free and rng.random() < self.resigning and human not in match._log.resignations:
            match.resign(human)
            return
        seat = match.own_turn()
        says = match.to_act() is not None and match._log.has_begun and human in match._log.situation.voters
        if free and says and rng.random() < 0.05:
            offers = match.offers()
            if offers and rng.random() < 0.7:
                match.accept(human, rng.choice(offers).e)
            elif match._feeds[human].side_entries(match.k) < 3:
                match.offer(human, rng.choice(["draw", "abort"]))
            return
        if seat is None:
            return
        if seat not in match.contract.humans and rng.random() < self.resigning:
            match.resign(seat)
            return
        state = match.preview()
        actions = match.game.legal_actions(state)
        if not actions:
            return
        author, living = match.controller(seat), match.game.living(state)
        drop = [
            other
            for other in match.contract.humans
            if other not in living
            and other not in match._log.situation.left
            and other != author
            and other not in match._log.resignations
            and rng.random() < 0.3
        ]
        match.act(seat, match.game.format(rng.choice(actions)), used_ms=rng.randrange(9999), drop=drop)

    # --- forgery ------------------------------------------------------------------------------------------

    def forge(self, number: int) -> None:
        """Sign something that the machine would not, and send it over some of the links."""
        match, rng = self.peers[number].match, self.rng
        author = rng.choice(match.own)
        path = match._feeds[author].path
        if not path:
            return
        base = rng.choice([len(path), len(path), rng.randrange(1, len(path) + 1)])
        prev = path[base - 1]
        log = match._log
        k = rng.choice([log.situation.k, log.situation.k, prev.k, max(0, prev.k - 1), log.situation.k + 1])
        at = min(k, log.situation.k)
        head = rng.choice([log.heads[at], log.heads[at], log.heads[at], bytes(32)])
        state = rng.choice([log.hashes[at]] * 30 + [bytes(16)])
        entry = self.table.entry(author, base, prev.e, k, head, state, self.forged_body(match, author))
        targets = [b for a, b in sorted(self.net.links) if a == number]
        for target in targets:
            if rng.random() < 0.6:
                self.net.post((number, target), [entry])
        if rng.random() < 0.7 and match._feeds[author].side_entries(k) < 4:
            match.receive(*entry)

    def forged_body(self, match: Match, author: int) -> Any:
        rng, log = self.rng, match._log
        chain = self.table.secrets[author].chain
        n = log.situation.n + 1
        names = [entry.e for feed in match._feeds.values() for entry in feed.path[-3:]] + [bytes(32)]
        seat = log.situation.to_act if log.situation.to_act is not None and rng.random() < 0.8 else author
        inc = rng.choice(
            [
                (),
                (),
                (e.Drop(rng.choice(match.contract.humans)),),
                (self.any_listed(match),),
                (self.any_listed(match),) * 2,
            ]
        )
        x = rng.choice([None, chain.link(n), chain.link(n + 1), bytes(32)])
        texts = ["", "pass", "train", "hit 0", "hit 1", "hit 9", "PASS", "nonsense"]
        makers: list[Callable[[], Any]] = [
            lambda: e.Ack(),
            lambda: e.Resign(rng.randrange(len(match.contract.seats))),
            lambda: e.Offer(rng.choice(["draw", "abort", "pause"]), None),
            lambda: e.Yes(rng.choice(names)),
            lambda: e.Agree(rng.choice(names), tuple(rng.sample(names, 1))),
            lambda: e.Reveal(n, rng.choice(names), chain.link(n)),
            lambda: e.Reveal(
                n, log.chance.cause if log.chance else bytes(32), rng.choice([chain.link(n), bytes(32)])
            ),
            lambda: e.Act(seat, rng.choice(texts), x, 7, inc),
            lambda: e.Act(seat, rng.choice(texts), x, 8, inc),
        ]
        return rng.choice(makers)()

    def any_listed(self, match: Match) -> e.Listed:
        feed = match._feeds[self.rng.choice(match.contract.humans)]
        seq = self.rng.randrange(max(1, len(feed)))
        return e.Listed(feed.seat, seq, feed.path[seq].e if feed.path else bytes(32))

    # --- afterwards ---------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Deliver everything, over links between all honest peers, and let the match go on as far as it can."""
        for a in self.honest:
            for b in self.honest:
                if a < b:
                    for link in ((a, b), (b, a)):
                        self.net.links.add(link)
                        self.net.queues.setdefault(link, [])
        self.net.settle()
        for _ in range(400):
            movers = [n for n in range(len(self.peers)) if self.peers[n].match.own_turn() is not None]
            if not movers or (not self.evil and all(self.is_done(n) for n in self.honest)):
                break
            before = self.net.fingerprint()
            for number in movers:
                if number in self.honest:
                    self.drive(number)
            self.net.settle()
            if self.evil and self.net.fingerprint() == before:
                break
        self.net.settle()

    def check(self) -> None:
        matches = [self.peers[n].match for n in self.honest]
        players = {seat for match in matches for seat in match.own}
        if not any(players & set(match._log.situation.staying) for match in matches):
            return  # cheats alone are left: what they acknowledge to each other binds nobody
        for one in matches:
            for two in matches:
                shared = min(one.k, two.k) + 1
                assert one._log.heads[:shared] == two._log.heads[:shared], (
                    "two honest peers hold different items"
                )
                assert one._log.hashes[:shared] == two._log.hashes[:shared], (
                    "two honest peers hold different states"
                )
        if not any(match.stopped for match in matches):
            views = {(m.k, m.head, m.state_hash, repr(m.result), m.lengths()) for m in matches}
            assert len(views) == 1, f"after full delivery views differ: {views}"
        if not self.evil:
            for match in matches:
                assert match.result is not None, match.waiting_for()
                assert match.complete, match.waiting_for()
                assert match.evidence == [], match.evidence
        self.check_pure()

    def is_flooded(self) -> bool:
        """Whether an adversary signed so many branches that not everybody keeps the same ones."""
        feeds = [feed for n in self.honest for feed in self.peers[n].match._feeds.values()]
        return any(feed.cut is not None or feed._dead for feed in feeds)

    def check_pure(self) -> None:
        """One who gets the entries of all at once, in any order, holds the same."""
        source = self.peers[self.honest[0]]
        if source.match.stopped or self.is_flooded():
            return
        entries = [
            (node.packed, node.signature) for feed in source.match._feeds.values() for node in feed.nodes()
        ]
        self.rng.shuffle(entries)
        fresh = self.table.match()
        while entries:
            left = [entry for entry in entries if fresh.receive(*entry) in (Receipt.GAP, Receipt.INVALID)]
            if len(left) == len(entries):
                break  # second versions of what all have acknowledged by now are not kept any more
            entries = left
        fresh.effects()
        if fresh.frozen:  # a lie on a branch that the other had not followed when it came
            assert fresh._log.heads == source.match._log.heads[: fresh.k + 1]
            return
        assert fresh.head == source.match.head
        assert fresh.result == source.match.result
        assert fresh.hashes() == source.match.hashes()


def run(tables: Any, seed: int, **more: Any) -> Simulation:
    """Run one seed; on failure the seed is in the message."""
    simulation = Simulation(tables, seed, **more)
    try:
        simulation.run()
    except (AssertionError, RemoteError, LocalError, LookupError) as error:
        raise AssertionError(f"seed {seed}: {error} in {simulation.notes}") from error
    return simulation
