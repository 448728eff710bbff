"""A simulated net of gossips for tests: nodes with feeds but no log, links of bytes, no time but what is given."""

import random
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from protocol.contract import Contract, encode_contract, match_id
from protocol.effects import Announce, Recorded, Store
from protocol.entries import Ack, Body, Payload, decode_payload, encode_payload, signed_bytes
from protocol.feed import Feed, Receipt
from protocol.gossip import Gossip
from protocol.identity import SeatSecret, sign
from protocol.messages import AnyMessage, EntryMessage, decode_message, encode_message
from protocol.recovery import Recovery
from protocol.transcript import Transcript, encode_transcript, read_transcript


class Shelf:
    """What gossip needs of a match: feeds as they are, with nothing computed from them."""

    def __init__(self, contract: Contract, secrets: Mapping[int, SeatSecret]) -> None:
        self.contract = contract
        self.id = match_id(encode_contract(contract))
        self.secrets = dict(secrets)
        self.feeds = {seat: Feed(seat, self.id, contract.human(seat).seat_key) for seat in contract.humans}
        self.news: list[tuple[int, int]] = []

    @property
    def own(self) -> tuple[int, ...]:
        return tuple(self.secrets)

    def lengths(self) -> tuple[tuple[int, int], ...]:
        return tuple((seat, len(feed)) for seat, feed in self.feeds.items())

    def entries(self, seat: int, start: int) -> Sequence[tuple[bytes, bytes]]:
        return [(entry.packed, entry.signature) for entry in self.feeds[seat].path[start:]]

    def forked(self) -> Sequence[tuple[bytes, bytes]]:
        return [(entry.packed, entry.signature) for feed in self.feeds.values() for entry in feed.forked()]

    def names(self, seat: int) -> set[bytes]:
        return {entry.e for entry in self.feeds[seat].nodes()}

    def receive(self, packed: bytes, signature: bytes) -> Receipt:
        payload = decode_payload(packed)
        receipt, _, _ = self.feeds[payload.author].take(packed, signature, payload)
        if receipt is Receipt.NEW:
            self.news.append((payload.author, payload.seq))
        return receipt

    def make(self, seat: int, k: int, body: Body | None = None) -> tuple[bytes, bytes]:
        """Return the next entry of an own seat, not yet on the shelf."""
        feed = self.feeds[seat]
        payload = Payload(seat, len(feed), feed.head, k, self.id, bytes(16), body or Ack())
        packed = encode_payload(payload)
        return packed, sign(self.secrets[seat].key, signed_bytes(self.id, packed))

    def write(self, seat: int, count: int = 1) -> None:
        """Write entries of an own seat: acks at 0, 1, 2, ..."""
        for _ in range(count):
            assert self.receive(*self.make(seat, len(self.feeds[seat]))) is Receipt.NEW


class Grapevine:
    """Nodes and links; each delivery is one step, chosen by ``rng``.

    Attributes:
        in_flight: The most entries that were ever in flight in one direction of one link.
        carried: Messages delivered, by type.
    """

    def __init__(self, matches: Iterable[Any], tables: Any, seed: int = 0) -> None:
        self.matches = list(matches)
        self.signatures = tables.signatures
        self.gossips = [self.gossip(match, tables) for match in self.matches]
        self.rng = random.Random(seed)
        self.now = 0
        self.pipes: dict[tuple[int, int], deque[bytes]] = {}
        self.ends: dict[tuple[int, int], int] = {}
        self.in_flight = 0
        self.carried: dict[str, int] = {}
        self.next_link = 0
        self.drive: Callable[[int], None] = self.announce

    @staticmethod
    def gossip(match: Any, tables: Any, **more: Any) -> Gossip:
        own = {seat: tables.secrets[seat] for seat in match.own}
        return Gossip(match, tables.signatures, own, **more)

    def identity(self, node: int) -> bytes:
        own = self.matches[node].own
        return self.matches[node].contract.human(own[0]).identity if own else bytes([node] * 32)

    def link(self, a: int, b: int) -> int:
        """Link two nodes and return the link's number, the same at both ends."""
        self.next_link += 1
        number = self.next_link
        for here, there in ((a, b), (b, a)):
            self.pipes[here, number] = deque()
            self.ends[here, number] = there
        for here, there in ((a, b), (b, a)):
            self.gossips[here].link_up(number, self.identity(there), self.now)
            self.flush(here)
        return number

    def unlink(self, number: int) -> None:
        """Cut a link; what is in flight is lost."""
        for here, link in [end for end in self.ends if end[1] == number]:
            self.gossips[here].link_down(link)
            del self.pipes[here, link], self.ends[here, link]

    def announce(self, node: int) -> None:
        match = self.matches[node]
        while match.news:
            self.gossips[node].announce(*match.news.pop(0))

    def flush(self, node: int) -> None:
        """Carry out what a driver does after each call."""
        self.drive(node)
        for link, message in self.gossips[node].drain():
            self.put(node, link, message)

    def put(self, node: int, link: int, message: AnyMessage) -> None:
        pipe = self.pipes[node, link]
        pipe.append(encode_message(message))
        self.in_flight = max(
            self.in_flight, sum(isinstance(decode_message(body), EntryMessage) for body in pipe)
        )

    def step(self) -> bool:
        """Deliver one message; False if none is on its way."""
        busy = [end for end, pipe in self.pipes.items() if pipe]
        if not busy:
            return False
        sender, link = self.rng.choice(busy)
        message = decode_message(self.pipes[sender, link].popleft())
        receiver = self.ends[sender, link]
        kind = type(message).__name__
        self.carried[kind] = self.carried.get(kind, 0) + 1
        self.gossips[receiver].receive(link, message, self.now)
        self.flush(receiver)
        return True

    def settle(self) -> None:
        """Deliver until nothing is on its way."""
        for node in range(len(self.gossips)):
            self.flush(node)
        while self.step():
            pass

    def write(self, node: int, count: int = 1) -> None:
        """Let a node write entries of its first own seat."""
        match = self.matches[node]
        match.write(match.own[0], count)
        self.flush(node)


class Driver:
    """Peers that play at random over gossip, each with a file to which it appends."""

    def __init__(self, table: Any, seed: int) -> None:
        self.table = table
        self.net = Grapevine([table.match(seat) for seat in table.secrets], table, seed)
        self.rng = random.Random(seed)
        self.files: list[list[tuple[bytes, bytes]]] = [[] for _ in self.net.matches]
        self.recorded: list[Recorded] = []
        self.recoveries: dict[int, Recovery] = {}
        self.net.drive = self.drive

    def drive(self, node: int) -> None:
        match, gossip = self.net.matches[node], self.net.gossips[node]
        recovery = self.recoveries.get(node)
        if recovery is not None and recovery.satisfied:
            del self.recoveries[node]
            match.recovered()
        while effects := match.effects():
            for effect in effects:
                if isinstance(effect, Store):
                    self.files[node].append((effect.packed, effect.signature))
                elif isinstance(effect, Announce):
                    gossip.announce(effect.seat, effect.seq)
                elif isinstance(effect, Recorded):
                    self.recorded.append(effect)

    def start(self) -> None:
        for node in range(len(self.files)):
            self.net.flush(node)

    def move(self) -> bool:
        """Let whoever may act do something legal; False if nobody may."""
        for node, match in enumerate(self.net.matches):
            seat = match.own_turn()
            if seat is not None and match.result is None:
                actions = match.game.legal_actions(match.preview())
                match.act(seat, match.game.format(self.rng.choice(list(actions))))
                self.net.flush(node)
                return True
        return False

    def restore(self, node: int, kept: int) -> None:
        """Open an older copy of a node's file in place of what it had, as after a backup was restored."""
        for end in [end for end in self.net.ends if end[0] == node]:
            self.net.unlink(end[1])
        match = self.table.match(node, recovering=True)
        # A file goes through its bytes, as it does on disk.
        data = encode_transcript(
            Transcript(encode_contract(self.table.contract), {}, self.files[node][:kept])
        )
        match.load(read_transcript([data]).entries)
        self.files[node] = self.files[node][:kept]
        self.net.matches[node] = match
        self.net.gossips[node] = Grapevine.gossip(match, self.table)
        recovery = Recovery(match, self.rng.randbytes(16))
        self.recoveries[node] = recovery
        self.net.gossips[node].recover(recovery)
