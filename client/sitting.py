"""One peer from its first to its last breath: links, room or file, match, goodbye.

The command line and the window both sit down with a ``Sitting``; what differs stands in ``PeerSettings``.
"""

import errno
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import trio

from client.errors import ClientError, UsageError, explain
from client.external import ExternalPlayer
from client.gathering import Gathering
from client.hosting import computer_seats, open_room
from client.i18n import tr
from client.interrupts import run_until
from client.log import LOG
from client.mesh import Mesh
from client.names import is_name
from client.node import Node, Opened
from client.players import ComputerPlayer, SeatPlayer
from client.playing import Playing
from client.profiles import DEFAULT_PROFILE, Profile
from client.report import Report
from client.resume import RESUME_DIGITS, find_transcript, open_match
from client.settings import EngineChoice, LevelChoice, PeerSettings
from client.store import MatchFiles, remove_orphans, transcript_path
from client.targets import LOOPBACK, Bare, read_listen_address, read_target
from client.version import VERSION
from client.words import dial_meaning, meaning
from engine.ai.levels import levels_of
from engine.game import Seat
from engine.registry import GAMES, find
from protocol.contract import ComputerSeat
from protocol.effects import Applied
from protocol.identity import fingerprint, public_bytes
from protocol.match import Match
from protocol.messages import Have, RoomMessage
from protocol.room_guest import GuestRoom
from protocol.room_host import HostRoom
from protocol.room_messages import Profile as RoomProfile
from protocol.transport.addresses import (
    DEFAULT_PORT,
    Address,
    Invitation,
    format_invitation,
    own_hosts,
    parse_address,
)
from protocol.transport.events import DialFailed, Heard, LinkDown, LinkEvent, LinkUp
from protocol.transport.links import Links, Local, open_links

__all__ = ["Rewound", "Sitting", "is_alone"]

KNOCK_SECONDS = 20.0
"""Seconds for a peer that was dialled by address alone to say which room it is in."""

MAX_TOLD_ADDRESSES = 8
"""Addresses that a peer tells the others: as many as a room statement holds."""

CHAT_NUMBERS = 4096
"""Numbers that a run sets aside for its lines of chat: an hour of talk, as fast as the protocol lets anybody talk."""

MAX_CHAT_NUMBER = 2**32 - 1
"""As ``protocol.messages.Chat.n``."""


@dataclass(frozen=True, slots=True)
class Rewound:
    """How a new match at this machine begins where an earlier one stood.

    Attributes:
        computers: Computer seats of the earlier contract, with their seeds: they decide as they did.
        steps: Items to be played again; nothing in them was drawn.
    """

    computers: Mapping[Seat, ComputerSeat]
    steps: Sequence[Applied]


class Sitting:
    """A peer in one room and one match.

    Args of the constructor:
        settings: What to do.
        profile: Whose keys and files.
        report: Where events go.
        company: Runs beside the room and the match, and is cancelled when they end: the person.
        rewound: Of a match at this machine: where it begins.

    Attributes:
        node: Once ``company`` runs.
        addresses: Where this peer can be reached.
        port: The port listened on, 0 for none.
        invitation: To its room or match, once there is one.
        seat_names: As ``PeerSettings.seat_names``; of a resumed match as they were.
        host: Identity key of whoever hosted the room that the match came of; None as long as that is not known.
    """

    node: Node

    def __init__(
        self,
        settings: PeerSettings,
        profile: Profile,
        report: Report,
        company: Callable[[Node], Awaitable[None]],
        rewound: Rewound | None = None,
    ) -> None:
        self.port = 0
        self.addresses: tuple[str, ...] = ()
        self.invitation = ""
        self.seat_names = settings.seat_names
        self.host: bytes | None = None
        self._settings = settings
        self._profile = profile
        self._report = report
        self._company = company
        self._rewound = rewound
        self._name = settings.name or settings.usual_name
        self._links: Links
        self._mesh: Mesh
        self._hosts: tuple[str, ...] = ()
        self._told: tuple[str, ...] = ()
        self._by_hand: tuple[str, ...] = settings.peers
        self._chat_start = 0

    async def run(self, asked: trio.Event) -> int:
        """Play until the match is complete or ``asked`` is set, and return the exit status 0.

        Raises:
            ClientError: This peer cannot go on; everything that was signed is on disk.
        """
        settings, profile = self._settings, self._profile
        me = public_bytes(profile.key)
        if isinstance(settings.player, EngineChoice):
            await ExternalPlayer(list(settings.player.command), {}, settings.player.bound, 0).check()
        self._report(
            "profile",
            profile=profile.name,
            fingerprint=fingerprint(me),
            log=str(profile.log_file),
            directory=str(profile.directory),
            version=VERSION,
        )
        await trio.to_thread.run_sync(remove_orphans, profile.matches)
        opened = None
        if settings.resume is not None:
            transcript = find_transcript(settings.resume, profile.matches)
            opened = await trio.to_thread.run_sync(open_match, transcript, profile)
        rules = tuple((name, game.rules_version) for name, game in GAMES.items())
        async with open_links(Local(profile.key, f"wabe {VERSION}", rules)) as links:
            self._links = links
            remembered = {} if opened is None else opened.files.read_links()
            self._by_hand = settings.peers or _texts(remembered.get("by_hand"))
            self._name = settings.name or _name(remembered.get("name")) or self._name
            self.seat_names = settings.seat_names or tuple(map(_name, _texts(remembered.get("seat_names"))))
            self._mesh = Mesh(links, me, exclusive=bool(self._by_hand), name=self._name)
            self.node = Node(
                links,
                self._mesh,
                self._report,
                self._make_playing,
                self._remember,
                self._go_on,
                stays=settings.stays,
            )
            if not (settings.alone or (opened is not None and is_alone(opened.match, me))):
                await self._serve(remembered.get("port"))
            try:
                await run_until(asked, lambda: self._play(opened, remembered))
            finally:
                with trio.CancelScope(shield=True):
                    await self._say_goodbye()
        return 0

    async def _play(self, opened: Opened | None, remembered: Mapping[str, Any]) -> None:
        node = self.node
        if opened is not None:
            if opened.match.complete:
                self._report("unneeded", file=str(opened.files.transcript))
                return
            self._report("resumed", items=opened.match.k, entries=_entries(opened))
            self._mesh.aim_at(opened.match.id, opened.match.contract.game)
            self._learn(remembered)
            self._tell_invitation(None, opened.match.id)
            for text in self._by_hand:
                self._dial(text)
        async with trio.open_nursery() as nursery:
            start: Gathering | Opened
            start, events = (opened, []) if opened is not None else await self._enter_room()
            nursery.start_soon(self._company, node)
            await node.run(start, events)
            nursery.cancel_scope.cancel()

    # --- the room -------------------------------------------------------------------------------------
    async def _enter_room(self) -> tuple[Gathering | Opened, list[LinkEvent]]:
        """Return the room of this peer, and what happened on the links meanwhile.

        Where it leads to a match that this peer has signed before, return that, to go on with.
        """
        settings, events = self._settings, list[LinkEvent]()
        profile = RoomProfile(self._name, () if self._by_hand else self._told, f"wabe {VERSION}")
        room: HostRoom | GuestRoom
        if settings.hosts:
            room = self._host_room(profile)
        else:
            targets = list(settings.peers) or [settings.join or ""]
            found = [self._dial(text) for text in targets]
            if settings.join is not None and settings.peers:
                found.append(read_target(settings.join))
            begun = next((target.match for target in found if target.match is not None), None)
            known = next((target.room for target in found if target.room is not None), None)
            if known is None and begun is None:
                vouched = any(target.fingerprint is not None for target in found)
                known, begun = await self._knock(events, vouched)
            if known is None:
                assert begun is not None, "whoever answers is in a room or in a match"
                return await self._go_on(begun), events
            room = GuestRoom(self._profile.key, known, profile)
        self._tell_invitation(room.id, None)
        gathering = Gathering(
            room,
            self._links,
            self._mesh,
            self._profile.matches,
            self._report,
            settings.seats,
            automatic=settings.player is not None,
            by_hand=settings.by_hand,
            computers=settings.computers,
        )
        return gathering, events

    def _host_room(self, profile: RoomProfile) -> HostRoom:
        settings = self._settings
        assert settings.game is not None, "who hosts has chosen a game"
        assert settings.options is not None, "and its options"
        if self._rewound is not None:
            computers = self._rewound.computers
        else:
            count = find(settings.game).seats(settings.options)
            computers = computer_seats(settings.game, settings.computers, count, settings.seats)
        return open_room(
            self._profile.key,
            profile,
            settings.game,
            settings.options,
            computers,
            auto_start=not settings.by_hand,
        )

    async def _knock(self, events: list[LinkEvent], vouched: bool) -> tuple[bytes | None, bytes | None]:
        """Return the id of the room or of the match that whoever was dialled is in.

        Args:
            events: Takes up what happens until then.
            vouched: Whether it is known whose key it has to have.

        Raises:
            ClientError: Nobody answered, or not from a room.
        """
        with trio.move_on_after(KNOCK_SECONDS):
            async for event in self._links.events:
                events.append(event)
                match event:
                    case DialFailed():
                        raise ClientError(event.code, dial_meaning(event.code, event.text))
                    case LinkUp() if not vouched:
                        self._report("first_contact", fingerprint=fingerprint(event.identity))
                    case LinkDown():
                        raise ClientError(event.code, meaning(event.code, event.text))
                    case Heard(message=RoomMessage() as message):
                        return message.room, None
                    case Heard(message=Have() as message):
                        return None, message.match  # whoever answers has itself come back to its match
        raise ClientError("timeout", tr("whoever answers there told of no room"))

    def _dial(self, text: str) -> Invitation | Bare:
        target = read_target(text)
        if target.fingerprint is None and any(map(self._is_own, target.addresses)):
            raise UsageError(
                tr("nobody else hosts there: {address} is this process's own address", address=text[:80]),
                text,
                "address",
            )
        if target.fingerprint == fingerprint(public_bytes(self._profile.key)):
            raise UsageError(
                tr(
                    "that invitation is by this profile itself: the others join with it (or another --profile)"
                ),
                text,
                "address",
            )
        self._mesh.dial(target.addresses, target.fingerprint)
        return target

    def _is_own(self, address: Address) -> bool:
        return address.port == self.port and address.host in {*self._hosts, *LOOPBACK}

    # --- listening ------------------------------------------------------------------------------------
    async def _serve(self, remembered: object) -> None:
        """Listen where the command line says, else where a resumed match was, else at the usual port or any."""
        host = self._settings.usual_host
        if self._settings.listen is not None:
            host, ports = read_listen_address(self._settings.listen)
        else:
            usual = self._settings.usual_port or DEFAULT_PORT
            if isinstance(remembered, int) and 0 < remembered < 65536:
                usual = remembered
            ports = (usual, 0)
        for port in ports:
            try:
                self.port = await self._links.serve(port, host=host)
                break
            except OSError as error:
                if port != ports[-1] and error.errno in (errno.EADDRINUSE, errno.EACCES):
                    continue
                raise explain(error, f"port {port}") from error
        hosts = self._hosts = (host,) if host is not None else await own_hosts()
        addresses = [Address(name, self.port) for name in hosts]
        self.addresses = tuple(map(str, addresses))
        self._told = self.addresses[:MAX_TOLD_ADDRESSES]
        self._report("listening", addresses=list(self.addresses), port=self.port)
        if self._settings.hosts:
            self._report("firewall", port=self.port)

    def _tell_invitation(self, room: bytes | None, match: bytes | None) -> None:
        addresses = tuple(parse_address(text) for text in self._told)
        if not addresses:
            return  # nobody can come
        me = fingerprint(public_bytes(self._profile.key))
        self.invitation = format_invitation(Invitation(addresses, me, room, match))
        if self._settings.hosts or self._settings.peers or self._settings.json:
            # A guest has nobody to invite, unless the links are made by hand.
            self._report("invitation", invitation=self.invitation)

    # --- the match ------------------------------------------------------------------------------------
    def _make_playing(
        self,
        opened: Opened,
        nursery: trio.Nursery,
        lock: trio.Lock,
        changed: Callable[[], Awaitable[None]],
    ) -> Playing:
        match = opened.match
        if self._rewound is not None:
            _play_again(match, self._rewound.steps)
        players = {seat: player for seat in match.own if (player := self._player(match, seat)) is not None}
        remembered, gathering = opened.files.read_links(), self.node.gathering
        self._chat_start = _first_chat_number(remembered.get("chat"))
        hosted = None if gathering is None else gathering.room.host
        self.host = _identity(remembered.get("host")) or hosted
        return Playing(
            match,
            opened.signatures,
            opened.secrets,
            opened.files,
            self._links,
            self._mesh,
            self._report,
            players,
            nursery,
            lock,
            changed,
            self._chat_start,
        )

    def _player(self, match: Match, seat: Seat) -> SeatPlayer | None:
        match self._settings.player:
            case LevelChoice() as choice:
                if choice.level not in levels_of(match.game.name):
                    names = ", ".join(levels_of(match.game.name))
                    raise UsageError(
                        tr(
                            "there is no level {level}; there are {names}",
                            level=repr(choice.level),
                            names=names,
                        ),
                        "level",
                        "setup",
                    )
                return ComputerPlayer(match.game, choice.level, seat, secrets.token_bytes(32), choice.nodes)
            case EngineChoice() as choice:
                setup = {"game": match.game.name, **match.contract.named_options()}
                return ExternalPlayer(list(choice.command), setup, choice.bound, choice.seconds)
            case None:
                return None

    # --- for a resumption -----------------------------------------------------------------------------
    def _remember(self, files: MatchFiles) -> None:
        """Keep beside the match where the others are, who hosted, and what number the chat of the next run begins at.

        It is only a help, so a full disk is no reason to stop.
        """
        try:
            files.write_links(
                {
                    "name": self._name,
                    "seat_names": list(self.seat_names),
                    "port": self.port,
                    "by_hand": list(self._by_hand),
                    "peers": self._mesh.remembered(),
                    "chat": self._chat_start + CHAT_NUMBERS,
                    "host": None if self.host is None else self.host.hex(),
                }
            )
        except ClientError as error:
            LOG.warning("addresses, host and the number of the next chat were not kept: %s", error.text)

    async def _go_on(self, match: bytes) -> Opened:
        """Return the match of that id, which others are playing with this identity, from its file.

        Raises:
            ClientError: ``signed_elsewhere``: there is no such file; otherwise as ``open_match``.
        """
        transcript = transcript_path(self._profile.matches, match)
        if not transcript.exists():
            raise ClientError(
                "signed_elsewhere",
                tr(
                    "your identity signed for this match, but its files are not in this profile: "
                    "it can go on only where it was begun"
                ),
                match.hex(),
            )
        opened = await trio.to_thread.run_sync(open_match, transcript, self._profile)
        self._learn(opened.files.read_links())
        self._report("rejoined", match=match.hex(), items=opened.match.k, entries=_entries(opened))
        return opened

    def _learn(self, remembered: Mapping[str, Any]) -> None:
        peers = remembered.get("peers")
        for key, other in (peers if isinstance(peers, dict) else {}).items():
            with suppress(ValueError):
                identity = bytes.fromhex(key)
                if isinstance(other, dict):
                    self._mesh.learn(identity, _name(other.get("name")), _texts(other.get("addresses")), 0)

    async def _say_goodbye(self) -> None:
        node = self.node
        if node.gathering is not None and node.playing is None:
            node.gathering.leave()
            with suppress(ClientError):
                await node.gathering.settle(0)
        if node.playing is not None:
            await node.playing.close()
            if not node.playing.complete:
                named = "" if self._profile.name == DEFAULT_PROFILE else f" --profile {self._profile.name}"
                self._report(
                    "unfinished",
                    file=str(node.transcript),
                    resume=f"wabe peer{named} --resume {node.playing.match.id.hex()[:RESUME_DIGITS]}",
                )
        node.close()


def _entries(opened: Opened) -> int:
    return sum(count for _, count in opened.match.lengths())


def is_alone(match: Match, me: bytes) -> bool:
    """Return whether all human seats of a match are of the identity ``me``: nobody has to be waited for."""
    return all(match.contract.human(seat).identity == me for seat in match.contract.humans)


def _first_chat_number(remembered: object) -> int:
    """Return the number of the first line of chat of this run, above those of all earlier ones (``SeatChat``).

    It is what the run before left; where that is lost, seconds since 1970, which rise faster than anybody talks
    for long, but for a clock that is set back.
    """
    now = int(time.time())
    if isinstance(remembered, int) and now < remembered <= MAX_CHAT_NUMBER - CHAT_NUMBERS:
        return remembered
    return now


def _play_again(match: Match, steps: Iterable[Applied]) -> None:
    for step in steps:
        for seat in dict.fromkeys((*step.resigned, *((step.seat,) if step.kind == "resign" else ()))):
            match.resign(seat)
        if step.kind == "act":
            match.act(step.seat, step.action)


def _identity(value: object) -> bytes | None:
    """Return the identity key whose hexadecimal digits came from a file; None for anything else."""
    with suppress(ValueError):
        return bytes.fromhex(value) if isinstance(value, str) else None
    return None


def _name(value: object) -> str:
    """Return the name that came from a file; "" for what is none: a terminal will show it."""
    return value if is_name(value) else ""


def _texts(value: object) -> tuple[str, ...]:
    """Return the texts of a list that came from a file; anything else is left out."""
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
