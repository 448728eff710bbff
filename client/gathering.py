"""Driving a room until there is a contract: own claims, readiness, secrets on disk before the signature.

On the command line everybody who hosts, and every program, is ready at once; a person who joins is asked first
when something differs from what the game would choose by itself (N2). In the window everything is done by hand:
a person says ready, and the host starts.
"""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import trio

from client.errors import ClientError, explain
from client.gameoptions import format_value
from client.hosting import Hosting
from client.i18n import tr
from client.log import LOG
from client.mesh import Mesh
from client.report import Report
from client.settings import ComputerChoice
from client.store import MatchFiles
from client.words import in_own_words, meaning
from engine.game import Seat
from protocol.chain import Chain
from protocol.contract import ComputerSeat
from protocol.errors import Code, LocalError, RemoteError
from protocol.identity import SeatSecret, private_key, public_bytes
from protocol.messages import AnyMessage, SignatureMessage
from protocol.room import MemberView
from protocol.room_effects import Agreed, Changed, ClaimsVoid, Closed, Expel, Refused, RoomEffect, Send
from protocol.room_guest import GuestRoom
from protocol.room_host import HostRoom
from protocol.room_messages import Taken
from protocol.transport.addresses import Address, parse_address
from protocol.transport.events import LinkUp
from protocol.transport.links import Links

__all__ = ["Gathering"]

LOST_MS = 30_000
"""Milliseconds without a link after which the host takes a guest that it was linked to for gone."""


class Gathering:
    """One peer in one room.

    Args of the constructor:
        room: The machine.
        links, mesh: The transport.
        directory: Where match files go.
        report: Where events go.
        seats: Seats to claim; empty: the first free one.
        automatic: Be ready without asking.
        by_hand: Be ready only when told; without a seat, stay and wait for one.
        computers: Computer seats of a room of one's own.

    Attributes:
        agreed: The contract with all signatures, once there is one.
        files: Files of the match that was signed, with the secrets in them.
        secrets: Keys and chains of the own seats.
        asks: The person has to say ``ready`` before anything goes on.
        hosting: The deeds of the host, in a room of one's own.
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
        by_hand: bool = False,
        computers: Sequence[ComputerChoice] = (),
    ) -> None:
        self.room = room
        self.hosting = Hosting(room, computers) if isinstance(room, HostRoom) else None
        self.agreed: Agreed | None = None
        self.files: MatchFiles | None = None
        self.secrets: dict[Seat, SeatSecret] = {}
        self.asks = False
        self._links = links
        self._mesh = mesh
        self._directory = directory
        self._report = report
        self._seats = tuple(seats)
        self._by_hand = by_hand
        self._automatic = automatic or (isinstance(room, HostRoom) and not by_hand)
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
        self.set_ready(True)
        return "you are ready"

    def set_ready(self, ready: bool) -> None:
        """The person agrees to the terms as they stand, or takes it back. Raises ``LocalError``: too late."""
        self.asks = False
        set_up = self.room.set_up
        self._agreed_version = set_up.version if ready and set_up is not None else 0
        if not ready and self._is_ready():
            self.room.unready()

    def demand_hosting(self) -> Hosting:
        """Return the deeds of the host. Raises ``ClientError``: somebody else hosts."""
        if self.hosting is None:
            raise ClientError("not_host", tr("only the host decides that"), "host")
        return self.hosting

    def sit(self, seat: Seat) -> None:
        """Take an open seat, and give up the first one held for it.

        Raises:
            ClientError: It is not open.
            LocalError: The match is being started.
        """
        room = self.room
        if seat not in room.open_seats():
            raise ClientError("seat_taken", tr("that seat is not free"), f"seat {seat}")
        held = self._claimed()
        if held:
            room.release(held[0])
        self._seats = (seat,)

    def take(self, seat: Seat) -> None:
        """Take an open seat beside those held. Raises as ``sit``."""
        if seat not in self.room.open_seats():
            raise ClientError("seat_taken", tr("that seat is not free"), f"seat {seat}")
        self._seats = (seat,)

    def kick(self, seat: str) -> str:
        """Turn out whoever holds ``seat``, as its number was typed, for as long as the room lasts.

        Returns what to answer. Raises ``LocalError``: see ``HostRoom.kick``.
        """
        if self.hosting is None:
            return "no [nothing]: only the host turns somebody out"
        name = self.hosting.kick(int(seat)) if seat.isascii() and seat.isdecimal() else None
        if name is None:
            return "no [nothing]: nobody holds that seat (kick SEAT)"
        return f"{name} has to stay away"

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
                if effect.unreadied and self._by_hand and self.hosting is None:
                    self._report("terms_changed")
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
        if effect.code is Code.SEAT_TAKEN and self._by_hand:
            self._report("claim_refused", seat=effect.culprit)
            return
        if effect.code is Code.SEAT_TAKEN:
            if self._seats:
                text = in_own_words(effect.code, f"{effect.culprit} is taken")
                raise ClientError("seat_taken", text, effect.culprit)
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
        if self._by_hand and self._agreed_version != room.set_up.version:
            return False
        special = () if self._by_hand else room.non_default_options()
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

    def _claimed(self) -> tuple[Seat, ...]:
        """Return the seats that are held here or asked for."""
        room = self.room
        return room.seats_of(room.me) if isinstance(room, HostRoom) else room.claims()

    async def _claim(self) -> bool:
        """Claim the seats that are wanted and not claimed yet; return whether any was."""
        if self._by_hand:
            claimed = self._claimed()
            for seat in [seat for seat in self.secrets if seat not in claimed]:
                del self.secrets[seat]
        wanted = [seat for seat in self._seats if seat not in self.secrets]
        if not self._seats and not self.secrets:
            free = [seat for seat in self.room.open_seats() if seat not in self._tried]
            if not free and not self._by_hand:
                raise ClientError("room_full", tr("no seat is free"))
            wanted = free[:1]
        if self._by_hand:
            # A wish is for once: whoever loses the seat takes another one.
            self._seats = ()
            wanted = [seat for seat in wanted if seat in self.room.open_seats()]
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
