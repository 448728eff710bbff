"""Playing over the network: joining, rooms as host and guest, and what can go wrong there."""

import time
from dataclasses import replace
from pathlib import Path

from client.app.notices import sentence
from client.app.ports import Notice, RoomSeat, RoomView, SavedMatch
from client.i18n import ntr, tr
from client.ui.context import Screen
from client.ui.gallery.fakes import StillTable
from client.ui.gallery.kit import Kit, Scene
from client.ui.screens.lan import LanScreen
from client.ui.screens.lan_resume import ResumeScreen
from client.ui.screens.room import RoomScreen
from client.view.sandbox import Sandbox
from client.view.source import Connection, Phase, SeatInfo
from client.words import event_words, meaning
from engine.registry import find

__all__ = ["SCENES", "factions_room", "saved_matches", "towers_room"]

INVITATION = "wabe://192.168.1.7,[fd1c:2a::7]/room/00112233445566778899aabbccddeeff#a4b7-qw74-ksdj-mkwt-3uz6-hkcd-3j4a-lt6f"
ADDRESSES = ("192.168.1.7:29223", "100.72.3.4:29223", "[fd1c:2a::7]:29223", "[2a02:810a::12]:29223")


def factions_room() -> RoomView:
    """Return a room of six as its host sees it."""
    options = find("krieg").complete({"mode": "factions", "castle_charges": 1, "short_shots": True})
    seats = (
        RoomSeat(0, "human", "Mira", ready=True, own=True, host=True, connection=Connection("here", 3)),
        RoomSeat(1, "human", "Tariq", ready=True, connection=Connection("direct", 3, 4)),
        RoomSeat(2, "human", "Jonas", connection=Connection("through", 2, 61)),
        RoomSeat(3, "human", "Lea", ready=True, connection=Connection("direct", 3, 9)),
        RoomSeat(4, "computer", level="medium", ready=True),
        RoomSeat(5, "open"),
    )
    return RoomView(
        True,
        "krieg",
        options,
        ("castle_charges", "short_shots"),
        seats,
        ready=True,
        can_start=False,
        waiting=ntr("Waiting for one more player.", "Waiting for {count} more players.", 1),
        invitation=INVITATION,
        addresses=ADDRESSES,
        port=29223,
    )


def towers_room() -> RoomView:
    """Return a room of two as the guest sees it."""
    options = find("towerwars").complete({})
    seats = (
        RoomSeat(0, "human", "Tariq", host=True, connection=Connection("direct", 3, 3)),
        RoomSeat(1, "human", "Mira", own=True, connection=Connection("here", 3)),
    )
    return RoomView(
        False,
        "towerwars",
        options,
        (),
        seats,
        ready=False,
        can_start=False,
        waiting=tr("Everybody is here. Are you ready?"),
        invitation="",
        addresses=("192.168.1.9:29223",),
        port=29223,
    )


def saved_matches() -> tuple[SavedMatch, ...]:
    """Return two matches over the network that can be gone on with."""
    now = time.time()
    krieg = find("krieg").complete({"mode": "factions"})
    towers = find("towerwars").complete({})
    return (
        SavedMatch(
            Path("a.wabe"),
            "a1" * 32,
            "krieg",
            krieg,
            ("Mira", "Tariq", "Jonas", "Lea", "", ""),
            (0,),
            214,
            now - 5400,
            finished=False,
            winners=(),
            resumable=True,
            local=False,
            round=11,
        ),
        SavedMatch(
            Path("b.wabe"),
            "b2" * 32,
            "towerwars",
            towers,
            ("Jonas", "Mira"),
            (1,),
            34,
            now - 3 * 86400,
            finished=False,
            winners=(),
            resumable=True,
            local=False,
            round=34,
        ),
    )


def _room(kit: Kit, room: RoomView, *notices: Notice) -> Screen:
    table = StillTable(room=room)
    table.notices = notices
    kit.app.table = table
    kit.app.matches = saved_matches()
    return RoomScreen(kit.shell, table)


def _beginning(kit: Kit) -> Screen:
    kit.app.matches = saved_matches()
    kit.app.preferences.addresses = ["192.168.1.20", "jonas.example:29300"]
    return LanScreen(kit.shell)


def _refused(kit: Kit) -> Screen:
    from client.errors import ClientError

    def join(target: str) -> StillTable:
        raise ClientError("address", "This is not a host name (letters, digits, hyphens and dots).", target)

    kit.app.join = join  # type: ignore[method-assign]
    screen = kit.show(LanScreen(kit.shell))
    kit.click("target")
    kit.type("not an address!")
    kit.key("enter")
    return screen


def _name(kit: Kit) -> Screen:
    kit.app.needs_name = True
    screen = kit.show(LanScreen(kit.shell))
    kit.click("target")
    kit.type("192.168.1.20")
    kit.key("enter")
    return screen


def _unreachable(kit: Kit) -> Screen:
    kit.app.opened = table = StillTable(room=replace(towers_room(), hosting=False, seats=()))
    screen = kit.show(LanScreen(kit.shell))
    kit.click("target")
    kit.type("192.168.1.20")
    kit.key("enter")
    table.ended = Notice("unreachable", tr("nobody can be reached there"), bad=True)
    table.tell()
    return screen


def _guest(kit: Kit) -> Screen:
    fields = {"fingerprint": "a4b7-qw74-ksdj-mkwt-3uz6-hkcd-3j4a-lt6f"}
    told = sentence(event_words("first_contact", fields))
    return _room(kit, towers_room(), Notice("first_contact", told))


def _guest_differs(kit: Kit) -> Screen:
    room = factions_room()
    seats = tuple(
        replace(seat, own=seat.seat == 3, connection=Connection("direct", 3, 7)) for seat in room.seats
    )
    return _room(kit, replace(room, hosting=False, invitation="", seats=seats, ready=True))


def _can_start(kit: Kit) -> Screen:
    room = factions_room()
    seats = tuple(
        RoomSeat(5, "computer", level="easy", ready=True)
        if seat.kind == "open"
        else replace(seat, ready=True)
        for seat in room.seats
    )
    return _room(
        kit, replace(room, seats=seats, can_start=True, waiting=tr("Everybody is ready. You can start."))
    )


def _looking(kit: Kit) -> Screen:
    room = replace(towers_room(), game="", options={}, seats=(), waiting=tr("Looking for the room …"))
    return _room(kit, room)


def _kick(kit: Kit) -> Screen:
    screen = kit.show(_room(kit, factions_room()))
    kit.click("kick2")
    return screen


def _terms(kit: Kit) -> Screen:
    screen = kit.show(_room(kit, factions_room()))
    kit.click("terms")
    return screen


def _turned_out(kit: Kit) -> Screen:
    table = StillTable(room=towers_room())
    table.ended = Notice("kicked", sentence(meaning("kicked")), bad=True)
    return RoomScreen(kit.shell, table)


def _resuming(kit: Kit) -> Screen:
    names = ("Mira", "Jonas", "Lea")
    seats = [SeatInfo(n, "human", name, own=n == 0) for n, name in enumerate(names)]
    match = Sandbox(find("krieg"), {"seats": 3}, seats)
    match.phase, match.waiting = Phase.RECOVERING, (1, 2)
    match.connections = {1: Connection("lost", 0, absent_ms=24_000), 2: Connection("direct", 3, 8)}
    return ResumeScreen(kit.shell, match, StillTable(match=match))


SCENES: dict[str, Scene] = {
    "lan-begin": _beginning,
    "lan-refused": _refused,
    "lan-name": _name,
    "lan-unreachable": _unreachable,
    "lan-host": lambda kit: _room(kit, factions_room()),
    "lan-start": _can_start,
    "lan-guest": _guest,
    "lan-differs": _guest_differs,
    "lan-looking": _looking,
    "lan-kick": _kick,
    "lan-terms": _terms,
    "lan-ended": _turned_out,
    "lan-resuming": _resuming,
}
