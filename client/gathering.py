"""Driving a room until there is a contract: own claims, readiness, secrets on disk before the signature.

Everybody who hosts, and every program, is ready at once; a person who joins is asked first when something
differs from what the game would choose by itself (N2).
"""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import trio

from client.errors import ClientError, explain
from client.gameoptions import format_value
from client.log import LOG
from client.mesh import Mesh
from client.report import Report
from client.settings import ComputerChoice
from client.store import MatchFiles
from client.words import meaning
from engine.ai.levels import default_nodes
from engine.game import Seat
from engine.options import OptionValue, to_values
from engine.registry import find
from protocol.chain import Chain
from protocol.contract import Absence, ComputerSeat
from protocol.errors import Code, LocalError, RemoteError
from protocol.identity import SeatSecret, private_key, public_bytes
from protocol.messages import AnyMessage, SignatureMessage
from protocol.room import MemberView
from protocol.room_effects import Agreed, Changed, ClaimsVoid, Closed, Expel, Refused, RoomEffect, Send
from protocol.room_guest import GuestRoom
from protocol.room_host import HostRoom
from protocol.room_messages import Taken, Terms
from protocol.transport.addresses import Address, parse_address
from protocol.transport.events import LinkUp
from protocol.transport.links import Links

__all__ = ["Gathering", "computer_seats", "terms_of"]

GRACE_SECONDS = 60
"""Seconds of absence after which the others may vote about a seat (N5): time to restart a machine."""

LOST_TIME_SECONDS = 300
"""Seconds without connection in all for which a clock stands still (N7)."""

LOST_MS = 30_000
"""Milliseconds without a link after which the host takes a guest that it was linked to for gone."""


def terms_of(game: str, options: dict[str, OptionValue]) -> Terms:
    """Return the terms of a match without clock, witness and spectators."""
    rules = find(game)
    values = tuple(to_values(rules.options_schema(), options))
    return Terms(
        game,
        rules.rules_version,
        values,
        None,
        Absence(GRACE_SECONDS, None, True, LOST_TIME_SECONDS),
        None,
        None,
    )


def computer_seats(
    game: str, choices: Sequence[ComputerChoice], seats: int, own: Sequence[Seat]
) -> dict[Seat, ComputerSeat]:
    """Return the computer seats of a contract, run by the host's first seat.

    Args:
        game: Name of the game.
        choices: What the command line asks for, checked there.
        seats: Number of seats of the game.
        own: The host's seats; empty: it will take the first free one.
    """
    taken = {choice.seat for choice in choices}
    operator = own[0] if own else next(seat for seat in range(seats) if seat not in taken)
    return {
        choice.seat: ComputerSeat(
            choice.level,
            default_nodes(game, choice.level, len(choices)) if choice.nodes is None else choice.nodes,
            secrets.token_bytes(32),
            operator,
        )
        for choice in choices
    }


class Gathering:
    """One peer in one room.

    Args of the constructor:
        room: The machine.
        links, mesh: The transport.
        directory: Where match files go.
        report: Where events go.
        seats: Seats to claim; empty: the first free one.
        automatic: Be ready without asking.

    Attributes:
        agreed: The contract with all signatures, once there is one.
        files: Files of the match that was signed, with the secrets in them.
        secrets: Keys and chains of the own seats.
        asks: The person has to say ``ready`` before anything goes on.
    """

    def __init__(
        self,
        room: HostRoom | GuestRoom,
        links: Links,
        mesh: Mesh,
        directory: Path,
        report: Report,
        seats: Sequence[Seat],
        *,
        automatic: bool,
    ) -> None:
        self.room = room
        self.agreed: Agreed | None = None
        self.files: MatchFiles | None = None
        self.secrets: dict[Seat, SeatSecret] = {}
        self.asks = False
        self._links = links
        self._mesh = mesh
        self._directory = directory
        self._report = report
        self._seats = tuple(seats)
        self._automatic = automatic or isinstance(room, HostRoom)
        self._asked_version = self._agreed_version = 0
        self._tried: set[Seat] = set()
        self._met: dict[bytes, str] = {}
        self._told: dict[str, Any] = {}

    # --- input ----------------------------------------------------------------------------------------
    def link_up(self, event: LinkUp, now: int) -> None:
        """A link came up."""
        self._met[event.identity] = event.remote
        self.room.link_up(event.link, event.identity, now)

    def link_down(self, link: int) -> None:
        """A link ended."""
        self.room.link_down(link)

    def receive(self, link: int, message: AnyMessage, now: int) -> None:
        """Take a message about the room. Raises ``RemoteError``: close the link."""
        self.room.receive(link, message, now)

    def tick(self, now: int) -> None:
        """Do what time brings; about once a second."""
        self.room.tick(now)
        if isinstance(self.room, HostRoom) and self.agreed is None:
            for member in self.room.members():
                if member.identity in self._met and self._mesh.absent_ms(member.identity, now) > LOST_MS:
                    self.room.member_lost(member.identity)

    def ready(self) -> str:
        """The person agrees to what was shown. Returns what to answer. Raises ``LocalError``."""
        if self.room.set_up is None:
            return "no [nothing]: nothing is known about the room yet, as nobody has answered"
        self.asks = False
        self._agreed_version = self.room.set_up.version
        return "you are ready"

    def kick(self, seat: str) -> str:
        """Turn out whoever holds ``seat``, as its number was typed, for as long as the room lasts.

        Returns what to answer. Raises ``LocalError``: see ``HostRoom.kick``.
        """
        room = self.room
        if not isinstance(room, HostRoom):
            return "no [nothing]: only the host turns somebody out"
        for member in room.members():
            if seat in map(str, member.seats):
                room.kick(member.identity)
                return f"{member.profile.name} has to stay away"
        return "no [nothing]: nobody holds that seat (kick SEAT)"

    def leave(self) -> None:
        """Go, unless there is a match."""
        self.room.leave()

    def close(self) -> None:
        """Let go of the files of a match that was signed here and did not begin; its secrets are worthless."""
        if self.files is not None:
            self.files.delete_secrets()
            self.files.close()
            self.files = None

    async def settle(self, now: int) -> None:
        """Carry out what the room asks for, and want what this peer wants.

        Raises:
            ClientError: Nothing can come of this room for this peer: kicked, closed, seat taken, other rules.
        """
        wants = self.agreed is None
        changed = False
        while (effects := self.room.effects()) or wants:
            for effect in effects:
                await self._carry_out(effect)
                changed = True
            wants = await self._want()
        if not changed:
            return
        members = self.room.members()
        for member in members:
            self._note_member(member, now)
        if self.agreed is None:
            self._mesh.keep_only({member.identity for member in members})

    # --- effects --------------------------------------------------------------------------------------
    async def _carry_out(self, effect: RoomEffect) -> None:
        match effect:
            case Send():
                await self._send(effect)
            case Changed():
                self._tell_room()
            case Refused():
                self._refused(effect)
            case ClaimsVoid():
                await self._forget(effect.seats)
            case Expel():
                for link in self._mesh.links_to(effect.identity):
                    self._links.close(link, Code.KICKED, "the host has closed the room to this peer")
            case Closed():
                await self._forget(tuple(self.secrets))
                raise ClientError(effect.code.value, meaning(effect.code.value, effect.text))
            case Agreed():
                LOG.info("contract %s is signed by all", effect.match.hex())
                self.agreed = effect

    async def _send(self, effect: Send) -> None:
        message = effect.message
        if isinstance(message, SignatureMessage) and message.seat in self.secrets:
            await self._save_secrets(message.match)
        targets = self._links.up() if effect.link is None else (effect.link,)
        for link in targets:
            if link != effect.but:
                self._links.send(link, message)

    async def _save_secrets(self, match: bytes) -> None:
        """Put the secrets on disk before the first signature is sent: from then on the match may exist."""
        if self.files is not None and self.files.match == match:
            return
        self.files = MatchFiles(self._directory, match)
        await trio.to_thread.run_sync(self.files.write_secrets, dict(self.secrets))

    async def _forget(self, seats: Sequence[Seat]) -> None:
        for seat in seats:
            self.secrets.pop(seat, None)
        self._tried.difference_update(seats)
        await trio.to_thread.run_sync(self.close)

    def _refused(self, effect: Refused) -> None:
        LOG.info("refused: %s %s (%s)", effect.code, effect.text, effect.culprit)
        others = effect.code in (Code.FLOOD, Code.ROOM_FULL) and effect.culprit != "room"
        if isinstance(self.room, HostRoom) or others:
            return
        if effect.code is Code.SEAT_TAKEN:
            if self._seats:
                raise ClientError("seat_taken", f"{effect.culprit} is taken", effect.culprit)
            self.secrets.clear()
            return
        raise ClientError(effect.code.value, meaning(effect.code.value, effect.text), effect.culprit)

    # --- wishes ---------------------------------------------------------------------------------------
    async def _want(self) -> bool:
        """Claim seats and be ready as far as possible now; return whether anything was said."""
        room = self.room
        if (
            self.agreed is not None
            or room.closed is not None
            or room.set_up is None
            or room.set_up.start is not None
        ):
            return False
        problem = room.problem()
        if problem is not None:
            raise explain(problem)
        if await self._claim():
            return True
        held = room.seats_of(room.me)
        if not held or len(held) < len(self.secrets) or self._is_ready():
            return False
        special = room.non_default_options()
        if special and not self._automatic and self._agreed_version != room.set_up.version:
            if self._asked_version != room.set_up.version:
                self._asked_version, self.asks = room.set_up.version, True
                self._report("agree", options={item.name: format_value(item.value) for item in special})
            return False
        room.ready(room.set_up.version)
        return True

    def _is_ready(self) -> bool:
        room = self.room
        return room.set_up is not None and (
            room.set_up.ready if isinstance(room, HostRoom) else room.is_ready
        )

    async def _claim(self) -> bool:
        """Claim the seats that are wanted and not claimed yet; return whether any was."""
        wanted = [seat for seat in self._seats if seat not in self.secrets]
        if not self._seats and not self.secrets:
            free = [seat for seat in self.room.open_seats() if seat not in self._tried]
            if not free:
                raise ClientError("room_full", "no seat is free")
            wanted = free[:1]
        for seat in wanted:
            secret = await trio.to_thread.run_sync(_new_secret)
            try:
                self.room.claim(seat, public_bytes(secret.key), secret.chain.tip)
            except LocalError as error:
                raise explain(error, f"seat {seat}") from error
            self.secrets[seat] = secret
            self._tried.add(seat)
        return bool(wanted)

    # --- telling --------------------------------------------------------------------------------------
    def _note_member(self, member: MemberView, now: int) -> None:
        addresses = list(member.profile.addresses)
        if addresses and isinstance(self.room, HostRoom):
            self._observe(self.room, member, addresses)
        if member.address is not None:
            addresses.append(member.address)
        self._mesh.learn(member.identity, member.profile.name, addresses, now)

    def _observe(self, room: HostRoom, member: MemberView, told: list[str]) -> None:
        """Tell the others where a guest is seen, if the host sees it at an address that it did not tell itself."""
        try:
            seen = parse_address(self._met.get(member.identity, ""))
            known = [parse_address(text) for text in told]
        except LocalError:
            return
        if seen.host not in {address.host for address in known}:
            room.observed(member.identity, str(Address(seen.host, known[0].port)))

    def _tell_room(self) -> None:
        set_up = self.room.set_up
        if set_up is None or set_up.start is not None:
            return  # beside a running match the room serves those who come back, which is no news
        ready = {seat: member.ready for member in self.room.members() for seat in member.seats}
        seats: list[dict[str, Any]] = []
        for number, seat in enumerate(set_up.seats):
            fields: dict[str, Any] = {
                "seat": number,
                "kind": "open",
                "name": "",
                "ready": False,
                "you": False,
            }
            if isinstance(seat, Taken):
                fields |= {"kind": "human", "name": seat.label, "you": seat.identity == self.room.me}
                fields["ready"] = ready.get(number, False)
            elif isinstance(seat, ComputerSeat):
                fields |= {"kind": "computer", "level": seat.level, "nodes": seat.nodes, "ready": True}
            seats.append(fields)
        try:
            special = {item.name: format_value(item.value) for item in self.room.non_default_options()}
        except RemoteError:
            special = {}  # ``problem`` will tell what is wrong with the terms
        told = {"game": set_up.terms.game, "options": special, "seats": seats}
        if told != self._told:
            self._told = told
            self._report("room", **told)


def _new_secret() -> SeatSecret:
    key = private_key(secrets.token_bytes(32))
    return SeatSecret(key, Chain(public_bytes(key), secrets.token_bytes(32)))
