"""A simulated net of gossips for tests: nodes with feeds but no log, links of bytes, no time but what is given."""

import random
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from protocol.contract import Contract, encode_contract, match_id
from protocol.entries import Ack, Body, Payload, decode_payload, encode_payload, signed_bytes
from protocol.feed import Feed, Receipt
from protocol.gossip import Gossip
from protocol.identity import SeatSecret, sign
from protocol.messages import AnyMessage, EntryMessage, decode_message, encode_message


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
        return [
            (e.packed, e.signature) for feed in self.feeds.values() if feed.is_forked for e in feed.nodes()
        ]

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
