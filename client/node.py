"""The driver of one peer: one loop over what happens on the links, one lock around whatever changes a machine.

Before the contract a ``Gathering`` is driven, then a ``Playing``; the room stays alive beside the match, for
whoever still lacks a signature.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import trio

from client.errors import ClientError
from client.gameoptions import format_value
from client.gathering import Gathering
from client.i18n import tr
from client.log import LOG
from client.mesh import Mesh
from client.names import Names
from client.playing import Playing
from client.report import Report
from client.store import MatchFiles
from client.words import dial_meaning, in_own_words, meaning
from engine.game import Seat
from engine.registry import GAMES
from protocol.contract import ComputerSeat, decode_contract
from protocol.errors import Code, RemoteError
from protocol.handshake import check_rules
from protocol.identity import SeatSecret, fingerprint
from protocol.match import Match
from protocol.messages import AnyMessage, Have, RoomMessage, SignatureMessage
from protocol.transcript import encode_signature, encode_start
from protocol.transport.events import (
    DialFailed,
    Drained,
    Heard,
    LinkDown,
    LinkEvent,
    LinkId,
    LinkState,
    LinkUp,
)
from protocol.transport.links import Links

__all__ = ["Node", "Opened"]

TICK_SECONDS = 1.0
"""Seconds between two looks at what only time brings: dials, absent guests."""

BATCH = 64
"""Events taken from the links before their effects are carried out: one disk sync then serves all of them."""

MAX_EARLY = 256
"""Messages about the match that a link may send before this peer has all signatures: a newcomer's ``have``, the
questions of a recovery and some chat."""

LINGER_SECONDS = 15.0
"""Seconds that a peer whose match is complete waits for a neighbour that it has lost: time to restart and to
fetch the last acknowledgements."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A match of which everything is at hand: from a file, or just agreed.

    Attributes:
        match: The machine.
        signatures: Contract signatures.
        secrets: Of the own seats.
        files: Opened for appending.
    """

    match: Match
    signatures: Mapping[Seat, bytes]
    secrets: Mapping[Seat, SeatSecret]
    files: MatchFiles


PlayingMaker = Callable[["Opened", trio.Nursery, trio.Lock, Callable[[], Awaitable[None]]], Playing]
"""Makes the driver of a match; the arguments are those of the same names of ``Playing``."""


class Node:
    """Joins links, room and match of one peer.

    Args of the constructor:
        links, mesh: The transport.
        report: Where events go.
        make_playing: Makes the driver of a match.
        remember: Is called when addresses of others may have changed, to keep them for a resumption.
        go_on: Opens the match of that id from this profile's files; raises where they are not here.
        stays: Do not be done by itself when the match is complete.

    Attributes:
        mesh: Who is linked.
        lock: To be held by whoever changes ``gathering`` or ``playing`` from outside, with ``settle`` afterwards.
        gathering: The room; None for a resumed match.
        playing: The match, once there is one.
        names: Who holds which seat of the match, once there is one.
        done: Set when this peer has nothing more to do.
        changed: Set, and replaced by a new one, whenever something happened.
    """

    def __init__(
        self,
        links: Links,
        mesh: Mesh,
        report: Report,
        make_playing: PlayingMaker,
        remember: Callable[[MatchFiles], None],
        go_on: Callable[[bytes], Awaitable["Opened"]],
        *,
        stays: bool = False,
    ) -> None:
        self.lock = trio.Lock()
        self.gathering: Gathering | None = None
        self.playing: Playing | None = None
        self.names = Names()
        self.done = trio.Event()
        self.changed = trio.Event()
        self._links = links
        self.mesh = mesh
        self._report = report
        self._make_playing = make_playing
        self._remember = remember
        self._go_on = go_on
        self._files: MatchFiles | None = None
        self._early: dict[LinkId, list[AnyMessage]] = {}
        self._foreign: bytes | None = None
        self._lost: set[bytes] = set()
        self._lingers = stays  # as if it did already: it never begins to
        self._nursery: trio.Nursery

    async def run(self, start: Gathering | Opened, events: Sequence[LinkEvent] = ()) -> None:
        """Drive a room or a resumed match until ``done`` is set.

        Args:
            start: The room or the match.
            events: What happened on the links before.

        Raises:
            ClientError: This peer cannot go on: see ``Gathering.settle``, ``Playing.settle``; ``desync``; a peer
                given by hand cannot be reached at all, or has no room for this one.
        """
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._listen)
            nursery.start_soon(self._tick)
            async with self.lock:
                if isinstance(start, Gathering):
                    self.gathering = start
                else:
                    await self._begin(start)
                for event in events:
                    self._handle(event)
                await self.settle()
            await self.done.wait()
            nursery.cancel_scope.cancel()

    async def settle(self) -> None:
        """Carry out everything that the machines ask for. To be called with the lock held."""
        gathering = self.gathering
        if gathering is not None:
            await gathering.settle(_now())
            if self.playing is None and not self.done.is_set():
                opened = await self._open_agreed(gathering)
                if opened is not None:
                    await self._begin(opened)
        if self.playing is not None:
            await self.playing.settle()
            if self.playing.stopped is not None:
                stopped = self.playing.stopped
                text = in_own_words(stopped.code, stopped.text)
                raise ClientError(stopped.code.value, text, f"seat {stopped.seat}")
            if self.playing.complete and not self._lingers:
                self._lingers = True
                self._nursery.start_soon(self._linger)
        changed, self.changed = self.changed, trio.Event()
        changed.set()

    @property
    def transcript(self) -> Path | None:
        """The match file, once there is a match."""
        return None if self._files is None else self._files.transcript

    def close(self) -> None:
        """Close the files; nothing is driven any more. The keys of a match that is complete are deleted."""
        if self._files is not None:
            if self.playing is not None and self.playing.complete:
                self._files.delete_secrets()
            self._files.close()
        elif self.gathering is not None:
            self.gathering.close()

    # --- from room to match ---------------------------------------------------------------------------
    async def _open_agreed(self, gathering: Gathering) -> Opened | None:
        """Return the match that came of the room, new or from this profile's files, or None as yet.

        Raises:
            ClientError: ``signed_elsewhere``: what this identity signed for is not here. A file error.
        """
        agreed, files = gathering.agreed, gathering.files
        if agreed is None:
            # A host that was itself restarted has no room any more, but speaks about its match.
            if self._foreign is None or gathering.room.set_up is not None:
                return None
            return await self._go_on(self._foreign)
        if files is None:
            # An earlier run of this program signed: there was an interrupt, and the same command line again.
            return await self._go_on(agreed.match)
        contract = decode_contract(agreed.packed)
        own = {seat: gathering.secrets[seat] for seat in contract.humans if seat in gathering.secrets}
        match = Match(contract, agreed.signatures, own)
        start = encode_start(agreed.packed)
        start += b"".join(encode_signature(seat, sig) for seat, sig in sorted(agreed.signatures.items()))
        try:
            await trio.to_thread.run_sync(files.create, start)
        except ClientError:
            files.delete_secrets()  # without entry 0 of this peer the match never begins
            files.close()
            raise
        return Opened(match, agreed.signatures, own, files)

    async def _begin(self, opened: Opened) -> None:
        match = opened.match
        if match.complete:
            self._report("unneeded", file=str(opened.files.transcript))
            opened.files.close()
            self.done.set()
            return
        self._files = opened.files
        self.playing = self._make_playing(opened, self._nursery, self.lock, self.settle)
        self.mesh.aim_at(match.id, match.contract.game)
        self._remember(opened.files)
        told = {
            "match": match.id.hex(),
            "file": str(opened.files.transcript),
            "game": match.contract.game,
            "options": {name: format_value(value) for name, value in match.contract.named_options().items()},
            "own": list(match.own),
            "seats": [
                {"seat": number, "kind": "computer", "level": seat.level}
                if isinstance(seat, ComputerSeat)
                else {"seat": number, "kind": "human", "name": self.mesh.name(seat.identity)}
                for number, seat in enumerate(match.contract.seats)
            ],
        }
        self.names = Names.of_match(told)
        self._report("match", **told)
        early, self._early = self._early, {}
        for link in self._links.up():
            identity = self.mesh.identity(link)
            if identity is not None and self._belongs(link, identity, None):
                self.playing.link_up(link, identity, _now())
                for message in early.get(link, ()):
                    self._deliver(link, message)

    # --- what happens on the links --------------------------------------------------------------------
    async def _listen(self) -> None:
        async for event in self._links.events:
            async with self.lock:
                self._handle(event)
                for _ in range(BATCH - 1):
                    try:
                        event = self._links.events.receive_nowait()
                    except (trio.WouldBlock, trio.EndOfChannel):
                        break
                    self._handle(event)
                await self.settle()

    def _handle(self, event: LinkEvent) -> None:
        match event:
            case LinkUp():
                self._link_up(event)
            case Heard():
                if self.mesh.identity(event.link) is not None:
                    self._deliver(event.link, event.message)
            case LinkDown():
                self._link_down(event)
            case LinkState():
                self.mesh.note(event)
                self._report(
                    "link_state", link=event.link, steady=event.steady, round_trip_ms=event.round_trip_ms
                )
            case DialFailed():
                self._dial_failed(event)
            case Drained():
                pass  # gossip sends no more than its window, so nothing is waiting for this

    def _link_up(self, event: LinkUp) -> None:
        is_back = self.mesh.was_linked(event.identity)
        self.mesh.up(event, _now())
        LOG.info("link %d to %s at %s is up", event.link, fingerprint(event.identity), event.remote)
        if self.playing is not None and not self._belongs(event.link, event.identity, event.match):
            return
        if self.playing is None and event.match is not None:
            self._links.close(event.link, Code.WRONG_MATCH, "this peer is in a room, not in that match")
            return
        self._report(
            "link_up",
            link=event.link,
            name=self.mesh.name(event.identity),
            fingerprint=fingerprint(event.identity),
            remote=event.remote,
            back=is_back,
        )
        if not self._knows_the_rules(event):
            return
        if self.gathering is not None:
            self.gathering.link_up(event, _now())
        if self.playing is not None:
            self.playing.link_up(event.link, event.identity, _now())

    def _knows_the_rules(self, event: LinkUp) -> bool:
        """Return whether the other end has the same rules of the game in question, if that is known by now.

        If not, both persons learn which program is too old (N1): this one from what is told of the link's end.
        """
        set_up = None if self.gathering is None else self.gathering.room.set_up
        if self.playing is not None:
            game = self.playing.match.contract.game
        elif set_up is not None:
            game = set_up.terms.game
        else:
            return True  # a guest compares when it reads what is to be played
        try:
            check_rules(((name, rules.rules_version) for name, rules in GAMES.items()), event.rules, game)
        except RemoteError as error:
            self._links.close(event.link, error.code, error.text)
            return False
        return True

    def _belongs(self, link: LinkId, identity: bytes, wanted: bytes | None) -> bool:
        """Return whether whoever is at the other end takes part in the match; close the link if not."""
        assert self.playing is not None, "there is a match"
        match = self.playing.match
        if wanted not in (None, match.id):
            self._links.close(link, Code.WRONG_MATCH, "another match is played here")
            return False
        if identity not in {match.contract.human(seat).identity for seat in match.contract.humans}:
            self._links.close(link, Code.STRANGER, "this match is played without you")
            return False
        return True

    def _link_down(self, event: LinkDown) -> None:
        identity = self.mesh.down(event, _now())
        self._early.pop(event.link, None)
        if self.gathering is not None:
            self.gathering.link_down(event.link)
        if self.playing is not None:
            self.playing.link_down(event.link)
        if identity is None:
            return
        LOG.info("link %d ended: %s by %s: %s", event.link, event.code, event.culprit, event.text)
        if event.culprit == "network":
            self._lost.add(identity)
        else:
            self._lost.discard(identity)  # whoever says goodbye has nothing left to ask for
        self._report(
            "link_down",
            link=event.link,
            name=self.mesh.name(identity),
            fingerprint=fingerprint(identity),
            code=event.code,
            text=event.text,
            culprit=event.culprit,
        )
        if self.playing is None and not self._links.up():
            self._consider_refusal(event, identity)

    def _consider_refusal(self, event: LinkDown, identity: bytes) -> None:
        """End this peer when the last link of its room was refused, by whichever side noticed first."""
        if self.gathering is not None and self.gathering.hosting is not None:
            return  # a room stays open, whoever comes and goes
        room = None if self.gathering is None else self.gathering.room
        if event.code == Code.WRONG_MATCH and room is not None and room.host in (None, identity):
            raise ClientError(
                "stale_invitation",
                tr("that room is not there any more: ask for the new invitation"),
                "join",
            )
        if event.culprit == "remote" and event.code != "done":
            raise ClientError(event.code, meaning(event.code, event.text))

    def _dial_failed(self, event: DialFailed) -> None:
        LOG.info("dial %d failed: %s: %s", event.dial, event.code, event.text)
        identity, addresses = self.mesh.sought(event.dial)
        fatal = self.mesh.failed(event, _now()) and self.playing is None
        if fatal:
            raise ClientError(event.code, dial_meaning(event.code, event.text))
        self._report(
            "dial_failed",
            name="" if identity is None else self.mesh.name(identity),
            fingerprint="" if identity is None else fingerprint(identity),
            addresses=[str(address) for address in addresses],
            code=event.code,
            text=event.text,
            retry_s=event.retry_s,
        )

    def _deliver(self, link: LinkId, message: AnyMessage) -> None:
        """Hand a message to whichever machine it is for; a link that breaks the protocol is closed."""
        now = _now()
        try:
            if isinstance(message, RoomMessage) or (
                self.playing is None and isinstance(message, SignatureMessage)
            ):
                if self.gathering is not None:
                    self.gathering.receive(link, message, now)
            elif self.playing is not None:
                self.playing.receive(link, message, now)
            else:
                self._keep_early(link, message)
        except RemoteError as error:
            LOG.warning("link %d broke the protocol: %s: %s", link, error.code, error.text)
            self._links.close(link, error.code, error.text)

    def _keep_early(self, link: LinkId, message: AnyMessage) -> None:
        if isinstance(message, Have):
            self._foreign = message.match
        kept = self._early.setdefault(link, [])
        if len(kept) >= MAX_EARLY:
            raise RemoteError(Code.FLOOD, "too many messages about a match before it began", "match")
        kept.append(message)

    # --- time and the end -----------------------------------------------------------------------------
    async def _tick(self) -> None:
        while True:
            await trio.sleep(TICK_SECONDS)
            async with self.lock:
                now = _now()
                if self.gathering is not None:
                    self.gathering.tick(now)
                self.mesh.consider(now)
                await self.settle()

    async def _linger(self) -> None:
        """The match is complete: wait a little for neighbours that were lost, to tell them all, then be done."""
        assert self.playing is not None, "there was a match"
        with trio.move_on_after(LINGER_SECONDS):
            # Linked again is not enough: what is sent answers what the other end says that it holds.
            while not all(map(self.playing.gossip.has_told, self._lost)):
                await self.changed.wait()
        self.done.set()


def _now() -> int:
    """Return milliseconds of a steady clock."""
    return int(trio.current_time() * 1000)
