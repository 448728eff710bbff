"""Rooms joined by simulated links: each delivers in its own order, and all of them in any order to each other."""

import random
from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Any

from engine.digest import H
from protocol.contract import Absence, ComputerSeat
from protocol.errors import RemoteError
from protocol.identity import private_key, public_bytes
from protocol.room import Room
from protocol.room_effects import Agreed, Refused, Send
from protocol.room_guest import GuestRoom
from protocol.room_host import HostRoom
from protocol.room_messages import Guest, Profile, RefusedClaim, Terms
from protocol.room_terms import make_terms

__all__ = ["Guest", "RefusedClaim"]

NONCE = bytes(range(16))
ABSENCE = Absence(60, None, True, 300)


def key(number: int):
    return private_key(H("wabe.test", b"identity %d" % number))


def identity(number: int) -> bytes:
    return public_bytes(key(number))


def seat_key(*name: object) -> bytes:
    return public_bytes(private_key(H("wabe.test", repr(("seat", *name)).encode())))


def tip(*name: object) -> bytes:
    return H("wabe.test", repr(("tip", *name)).encode())


def profile(name: str) -> Profile:
    return Profile(name, (f"{name}.example:29223",), "wabe 0")


def terms(seats: int | None = None, game: str = "brawl", **options: Any) -> Terms:
    if seats is not None:
        options["seats"] = seats
    return make_terms(game, options, ABSENCE)


def computer(operator: int = 0) -> ComputerSeat:
    return ComputerSeat("random", 1, bytes(32), operator)


def host(number: int = 0, seats: int = 2, nonce: bytes = NONCE, **more: Any) -> HostRoom:
    return HostRoom(key(number), nonce, profile(f"host{number}"), terms(seats), **more)


def guest(number: int, room: Room) -> GuestRoom:
    return GuestRoom(key(number), room.id, profile(f"guest{number}"))


def claim(room: Any, seat: int, again: object = 0) -> None:
    room.claim(seat, seat_key(room.me, seat, again), tip(room.me, seat, again))


class Net:
    """Rooms and links; ``told`` holds what each room told its driver, ``faults`` what links were cut for."""

    def __init__(self, rooms: Iterable[Room], seed: int = 0) -> None:
        self.rooms = list(rooms)
        self.told: list[list[Any]] = [[] for _ in self.rooms]
        self.faults: list[tuple[int, RemoteError]] = []
        self.now = 0
        self.rng = random.Random(seed)
        self.links: dict[int, tuple[int, int]] = {}
        self.queues: dict[tuple[int, int], deque[Any]] = defaultdict(deque)
        self._last = 0

    def add(self, room: Room) -> int:
        self.rooms.append(room)
        self.told.append([])
        return len(self.rooms) - 1

    def link(self, a: int, b: int) -> int:
        self._last += 1
        self.links[self._last] = (a, b)
        self.rooms[a].link_up(self._last, self.rooms[b].me, self.now)
        self.rooms[b].link_up(self._last, self.rooms[a].me, self.now)
        self.drain(a)
        self.drain(b)
        return self._last

    def cut(self, link: int) -> None:
        a, b = self.links.pop(link)
        for end in (a, b):
            self.rooms[end].link_down(link)
            self.queues.pop((link, end), None)

    def drain(self, at: int) -> None:
        for effect in self.rooms[at].effects():
            if not isinstance(effect, Send):
                self.told[at].append(effect)
                continue
            for link, ends in self.links.items():
                if at in ends and link != effect.but and effect.link in (None, link):
                    other = ends[1] if ends[0] == at else ends[0]
                    self.queues[link, other].append(effect.message)

    def deliver_one(self) -> bool:
        waiting = sorted(name for name, queue in self.queues.items() if queue)
        if not waiting:
            return False
        link, at = self.rng.choice(waiting)
        message = self.queues[link, at].popleft()
        try:
            self.rooms[at].receive(link, message, self.now)
        except RemoteError as error:
            self.faults.append((link, error))
            self.cut(link)
        self.drain(at)
        return True

    def settle(self) -> None:
        for at in range(len(self.rooms)):
            self.drain(at)
        while self.deliver_one():
            pass

    def pass_time(self, ms: int) -> None:
        self.now += ms
        for at, room in enumerate(self.rooms):
            room.tick(self.now)
            self.drain(at)
        self.settle()

    def of(self, at: int, kind: type) -> list[Any]:
        return [effect for effect in self.told[at] if isinstance(effect, kind)]

    def codes(self, at: int) -> list[str]:
        return [effect.code.value for effect in self.of(at, Refused)]

    def agreed(self) -> list[Agreed | None]:
        return [room.agreed for room in self.rooms]


def star(seats: int = 2, guests: int = 1, **more: Any) -> Net:
    """The host (0) linked with each of its guests (1, 2, ...), settled."""
    hosting = host(0, seats, **more)
    net = Net([hosting, *(guest(n, hosting) for n in range(1, guests + 1))])
    for number in range(1, guests + 1):
        net.link(0, number)
    net.settle()
    return net


def ready(net: Net, *numbers: int) -> None:
    for number in numbers:
        room: Any = net.rooms[number]
        room.ready(room.set_up.version)
    net.settle()


def seated(seats: int = 2, **more: Any) -> Net:
    """A star in which everybody, from the host on, has the seat with his number; nobody is ready."""
    net = star(seats, seats - 1, **more)
    for number in range(seats):
        claim(net.rooms[number], number)
    net.settle()
    return net
