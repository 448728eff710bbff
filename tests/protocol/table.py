"""Set-ups for tests of matches: contracts with keys and chains, peers, and a simulated net between them."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import registry
from engine.digest import H
from engine.options import to_values
from protocol import entries as e
from protocol.chain import Chain
from protocol.contract import (
    Absence,
    ComputerSeat,
    Contract,
    HumanSeat,
    encode_contract,
    match_id,
    signed_bytes,
)
from protocol.effects import Announce, Effect, Froze, Store
from protocol.errors import Code
from protocol.identity import SeatSecret, private_key, public_bytes, sign
from protocol.match import Match, Receipt

CHAIN = 400
"""Links of a chain in tests: making one of full length takes a tenth of a second."""


def _bytes(*parts: object) -> bytes:
    return H("wabe.test", repr(parts).encode())


_SECRETS: dict[tuple[object, ...], SeatSecret] = {}


def secret(seed: int, seat: int, links: int = CHAIN) -> SeatSecret:
    name = (seed % 7, seat, links)
    if name not in _SECRETS:
        key = private_key(_bytes("seat", *name))
        _SECRETS[name] = SeatSecret(key, Chain(public_bytes(key), _bytes("chain", *name), links))
    return _SECRETS[name]


@dataclass
class Table:
    """A contract, everybody's signatures, and everybody's secrets."""

    contract: Contract
    signatures: dict[int, bytes]
    secrets: dict[int, SeatSecret]

    @property
    def id(self) -> bytes:
        return match_id(encode_contract(self.contract))

    def match(self, *seats: int, **more: Any) -> Match:
        return Match(self.contract, self.signatures, {seat: self.secrets[seat] for seat in seats}, **more)

    def restored(self, stored: Iterable[tuple[bytes, bytes]], *seats: int, recovering: bool = False) -> Match:
        match = self.match(*seats, recovering=recovering)
        match.load(stored)
        return match

    def entry(
        self, author: int, seq: int, prev: bytes, k: int, head: bytes, state: bytes, body: Any
    ) -> tuple[bytes, bytes]:
        packed = e.encode_payload(e.Payload(author, seq, prev, k, head, state, body))
        return packed, sign(self.secrets[author].key, e.signed_bytes(self.id, packed))

    def forge(self, match: Match, author: int, body: Any, **changes: Any) -> tuple[bytes, bytes]:
        """Sign what ``author`` would say next in the view of ``match``, with ``changes`` of seq, prev, k, head, state."""
        feed, s = match._feeds[author], match._log.situation
        place = {
            "seq": len(feed),
            "prev": feed.head,
            "k": s.k,
            "head": s.head,
            "state": s.state_hash,
            **changes,
        }
        return self.entry(author, body=body, **place)

    def name(self, packed: bytes) -> bytes:
        return e.entry_hash(self.id, packed)


def make_table(
    pattern: str, /, game: str = "brawl", seed: int = 0, links: int = CHAIN, **options: Any
) -> Table:
    """Make a table: ``pattern`` as "hh0h": a person, or a computer operated by the seat of that number."""
    rules = registry.find(game)
    if game == "brawl":
        options.setdefault("seats", len(pattern))
    secrets = {number: secret(seed, number, links) for number, kind in enumerate(pattern) if kind == "h"}
    identities = {number: private_key(_bytes("identity", seed % 7, number)) for number in secrets}
    contract = Contract(
        1,
        game,
        rules.rules_version,
        tuple(to_values(rules.options_schema(), rules.complete(options))),
        tuple(
            HumanSeat(
                public_bytes(identities[number]), public_bytes(secrets[number].key), secrets[number].chain.tip
            )
            if kind == "h"
            else ComputerSeat("random", 1, bytes(32), int(kind))
            for number, kind in enumerate(pattern)
        ),
        None,
        Absence(60, None, True, 60),
        None,
        None,
        _bytes("nonce", seed)[:16],
    )
    packed = encode_contract(contract)
    signatures = {number: sign(key, signed_bytes(packed)) for number, key in identities.items()}
    return Table(contract, signatures, secrets)


class View:
    """One who watches, and to whom the test signs what it likes for every seat."""

    def __init__(self, table: Table, *own: int) -> None:
        self.table = table
        self.match = table.match(*own)
        self.match.effects()
        for seat in table.contract.humans:
            if seat not in own:
                assert self.say(seat, e.Ack()) is Receipt.NEW

    def say(self, author: int, body: Any, **changes: Any) -> Receipt:
        """Sign a body by ``author`` at the present length, and hand it to the match."""
        return self.match.receive(*self.table.forge(self.match, author, body, **changes))

    def name(self, author: int, seq: int = -1) -> bytes:
        """Return the name of an entry of ``author``, the last one by default."""
        return self.match._feeds[author].path[seq].e

    def link(self, seat: int, n: int | None = None) -> bytes:
        """Return a dice link of ``seat``, of the next event by default."""
        return self.table.secrets[seat].chain.link(self.match._log.situation.n + 1 if n is None else n)

    def act(self, text: str, inc: Iterable[e.Inc] = (), link: bool = False) -> Receipt:
        """Sign an act for the seat to act by whoever controls it; with its dice link if asked for."""
        seat = self.match.to_act()
        assert seat is not None
        author = self.match.controller(seat)
        return self.say(author, e.Act(seat, text, self.link(author) if link else None, 0, tuple(inc)))

    def resign(self, seat: int) -> e.Listed:
        """Let a human seat resign; return how an act lists that."""
        assert self.say(seat, e.Resign(seat)) is Receipt.NEW
        return e.Listed(seat, len(self.match._feeds[seat]) - 1, self.name(seat))

    def reveal(self, *seats: int) -> None:
        """Sign what these seats, or all, owe for the pending item."""
        chance = self.match._log.chance
        assert chance is not None
        for seat in seats or chance.owing:
            self.say(seat, e.Reveal(chance.n, chance.cause, self.link(seat)))

    def codes(self, seat: int | None = None) -> list[Code]:
        """Return what was recorded, against ``seat`` or everybody."""
        return [record.code for record in self.match.evidence if seat in (None, record.seat)]


@dataclass
class Peer:
    """A match with its driver: carries out effects, keeps what was stored and what was said."""

    match: Match
    stored: list[tuple[bytes, bytes]] = field(default_factory=list)
    said: list[Effect] = field(default_factory=list)
    lies: bool = False

    def drain(self) -> list[tuple[bytes, bytes]]:
        """Carry out effects and return the entries to send on."""
        out = []
        while effects := self.match.effects():
            for effect in effects:
                if isinstance(effect, Store):
                    self.stored.append((effect.packed, effect.signature))
                elif isinstance(effect, Announce):
                    out += self.match.entries(effect.seat, effect.seq)[:1]
                elif isinstance(effect, Froze) and not self.lies:
                    self.said.append(effect)
                    self.match.rerun(list(self.match.hashes()))
                else:
                    self.said.append(effect)
        return out


class Net:
    """Links between peers, without time: each delivery is one step, chosen by ``rng``."""

    def __init__(self, peers: list[Peer], links: Iterable[tuple[int, int]], rng: random.Random) -> None:
        self.peers = peers
        self.table: Table | None = None
        self.rng = rng
        self.links = {(a, b) for pair in links for a, b in (pair, pair[::-1])}
        self.refused: set[tuple[tuple[int, int], tuple[bytes, bytes], int]] = set()
        self.known: dict[tuple[int, int], set[tuple[bytes, bytes]]] = {}
        self.queues: dict[tuple[int, int], list[tuple[bytes, bytes]]] = {
            link: [] for link in sorted(self.links)
        }
        self.loss = 0.0
        self.twice = 0.0
        self.disorder = 0.0

    def __getitem__(self, number: int) -> Match:
        return self.peers[number].match

    def play(self, text: str, seat: int | None = None) -> None:
        """Let whoever holds the seat to act play ``text``, and deliver everything."""
        for peer in self.peers:
            turn = peer.match.own_turn()
            if turn is not None and seat in (None, turn):
                peer.match.act(turn, text)
                break
        else:
            raise AssertionError("nobody can act")
        self.settle()

    def flush(self, number: int) -> None:
        """Send on what peer ``number`` has to send."""
        for entry in self.peers[number].drain():
            self.send(number, entry)

    def send(self, number: int, entry: tuple[bytes, bytes]) -> None:
        for a, b in self.queues:
            if a == number:
                self.post((a, b), [entry])

    def post(self, link: tuple[int, int], entries: Iterable[tuple[bytes, bytes]]) -> None:
        """Put on a link what its other end is not known to hold."""
        known = self.known.setdefault(link, set())
        for entry in entries:
            if entry not in known:
                known.add(entry)
                self.queues[link].append(entry)

    def step(self) -> bool:
        """Deliver one waiting entry; False if nothing waits."""
        busy = [link for link, queue in self.queues.items() if queue]
        if not busy:
            return False
        link = self.rng.choice(busy)
        queue = self.queues[link]
        at = self.rng.randrange(len(queue)) if self.rng.random() < self.disorder else 0
        entry = queue.pop(at)
        if self.rng.random() < self.twice:
            queue.append(entry)
        if self.rng.random() >= self.loss:
            self.deliver(link, entry)
        else:
            self.known[link].discard(entry)
        return True

    def deliver(self, link: tuple[int, int], entry: tuple[bytes, bytes]) -> None:
        sender, receiver = link
        receipt = self.peers[receiver].match.receive(*entry)
        if receipt in (Receipt.GAP, Receipt.INVALID):
            # It may follow what is not held here, on this branch or another: ask once for that, at each length.
            author = e.decode_payload(entry[0]).author
            place = (link, entry, dict(self.peers[receiver].match.lengths())[author])
            if place not in self.refused:
                self.refused.add(place)
                self.known[link].discard(entry)
                self.sync(sender, receiver)
                self.post(link, self.peers[sender].match.entries(author, 0))
        elif receipt is Receipt.FORK:
            self.post((receiver, sender), self.peers[receiver].match.forked())
            self.post((sender, receiver), self.peers[sender].match.forked())
        self.flush(receiver)

    def sync(self, sender: int, receiver: int) -> None:
        """Send all that the receiver lacks, and the last entry that both have a number for: is it the same one?"""
        source, held = self.peers[sender].match, dict(self.peers[receiver].match.lengths())
        for seat, length in source.lengths():
            self.post((sender, receiver), source.entries(seat, max(0, min(length, held[seat]) - 1)))
        self.post((sender, receiver), source.forked())

    def reconnect(self) -> None:
        """Let both ends of each link tell anew what they hold."""
        self.known.clear()
        self.refused.clear()
        for link in sorted(self.links):
            self.sync(*link)

    def settle(self) -> None:
        """Deliver everything to everybody, without loss."""
        self.loss = self.twice = self.disorder = 0.0
        while True:
            before = self.fingerprint()
            for number in range(len(self.peers)):
                self.flush(number)
            self.reconnect()
            while self.step():
                pass
            if self.fingerprint() == before:
                return

    def fingerprint(self) -> list[object]:
        return [(peer.match.lengths(), len(peer.match.forked()), peer.match.k) for peer in self.peers]


def line(count: int) -> list[tuple[int, int]]:
    return [(n, n + 1) for n in range(count - 1)]


def mesh(count: int) -> list[tuple[int, int]]:
    return [(a, b) for a in range(count) for b in range(a)]


def table_net(table: Table, owners: Mapping[int, Iterable[int]] | None = None, seed: int = 0) -> Net:
    """Return a net of one peer for each human seat (or as ``owners`` says), all linked."""
    owners = owners or {seat: [seat] for seat in table.contract.humans}
    peers = [Peer(table.match(*seats)) for seats in owners.values()]
    net = Net(peers, mesh(len(peers)), random.Random(seed))
    net.table = table
    net.settle()
    return net
