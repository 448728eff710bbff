"""Driving a match: effects carried out in their order, players asked, disk before wire (N6).

Everything that changes the match happens under the node's lock and is followed by ``settle``, so the effects
of one change are carried out before the next one comes.
"""

import math
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial

import trio

from client.bundle import write_bundle
from client.log import LOG
from client.mesh import Mesh
from client.players import ComputerPlayer, ForfeitError, SeatPlayer, Turn, earlier_decisions
from client.report import Report
from client.rerunning import rerun_hashes
from client.store import MatchFiles
from client.views import item_fields, result_fields
from engine.game import Seat
from protocol.agreements import OpenOffer
from protocol.contract import ComputerSeat
from protocol.effects import (
    Announce,
    Applied,
    Complete,
    Effect,
    Finished,
    Froze,
    Healed,
    Pending,
    Recorded,
    Reverted,
    Stopped,
    Store,
)
from protocol.errors import LocalError
from protocol.gossip import Gossip, Recovery
from protocol.identity import SeatSecret
from protocol.match import Match
from protocol.messages import AnyMessage
from protocol.transcript import encode_entry, encode_evidence
from protocol.transport.links import Links

__all__ = ["GONE_MS", "Playing", "gone_seats"]

GONE_MS = 20_000
"""Milliseconds without entry after which an eliminated seat that was never linked here is no longer waited for
(N4): its client reveals and acknowledges by itself, so a living one is heard of at every turn."""


class Playing:
    """One peer in one match.

    Args of the constructor:
        match: The machine, loaded.
        signatures: Contract signatures.
        own: Secrets of the own seats.
        files: Where entries are stored.
        links, mesh: The transport.
        report: Where events go.
        players: Who decides for own human seats; a seat without player is a person's.
        nursery: For thinking players and re-runs; they end with it.
        lock: Held while anything changes the match.
        changed: To be awaited, with the lock held, after this driver itself changed the match: it settles.
        chat_start: Number of the first line of own chat (``protocol.flood.SeatChat``).

    Attributes:
        complete: Everybody has acknowledged the end.
        stopped: The match cannot go on here.
    """

    def __init__(
        self,
        match: Match,
        signatures: Mapping[Seat, bytes],
        own: Mapping[Seat, SeatSecret],
        files: MatchFiles,
        links: Links,
        mesh: Mesh,
        report: Report,
        players: Mapping[Seat, SeatPlayer],
        nursery: trio.Nursery,
        lock: trio.Lock,
        changed: Callable[[], Awaitable[None]],
        chat_start: int,
    ) -> None:
        self.match = match
        self.complete = False
        self.stopped: Stopped | None = None
        self.gossip = Gossip(match, signatures, own, chat_start=chat_start)
        self._files = files
        self._links = links
        self._mesh = mesh
        self._report = report
        self._players = dict(players)
        self._nursery = nursery
        self._lock = lock
        self._changed = changed
        self._froze: Froze | None = None
        self._began = _now()
        self._heard: dict[Seat, int] = {}
        self._offers: dict[bytes, OpenOffer] = {}
        self._told_turn: tuple[int, Seat | None] | None = None
        self._question: object = None
        self._thinking: trio.CancelScope | None = None
        self._recovery: Recovery | None = None
        if match.recovering:
            self._recovery = Recovery(match, secrets.token_bytes(16))
            self.gossip.recover(self._recovery)
            report("recovering", silent=len(self._recovery.silent()))

    # --- links ----------------------------------------------------------------------------------------
    def link_up(self, link: int, identity: bytes, now: int) -> None:
        """A link to a peer of the match came up."""
        self.gossip.link_up(link, identity, now)

    def link_down(self, link: int) -> None:
        """A link ended."""
        self.gossip.link_down(link)

    def receive(self, link: int, message: AnyMessage, now: int) -> None:
        """Take a message. Raises ``RemoteError``: close the link."""
        self.gossip.receive(link, message, now)

    # --- deeds of a person (client.terminal.prompt.Table) ---------------------------------------------
    def act(self, seat: Seat, action: str) -> None:
        """Play. Raises ``LocalError``."""
        self.match.act(seat, action, drop=self._gone())

    def resign(self, seat: Seat) -> None:
        """Give up. Raises ``LocalError``."""
        self.match.resign(seat)

    def offer(self, seat: Seat, kind: str) -> None:
        """Offer an agreement. Raises ``LocalError``."""
        self.match.offer(seat, kind)

    def accept(self, seat: Seat, offer: bytes) -> None:
        """Accept one. Raises ``LocalError``."""
        self.match.accept(seat, offer)

    def chat(self, seat: Seat, text: str) -> bool:
        """Say something; return whether anybody is linked to hear it. Raises ``LocalError``."""
        self.gossip.say(seat, text, _now())
        return bool(self._links.up())

    def heard(self, seat: Seat) -> int | None:
        """Return when an entry of ``seat`` last came in, in milliseconds of the steady clock; None: never."""
        return self._heard.get(seat)

    def silent(self) -> tuple[Seat, ...]:
        """Return the seats that have not told yet what they hold, while the match recovers."""
        if self._recovery is None or not self.match.recovering:
            return ()
        silent, contract = self._recovery.silent(), self.match.contract
        return tuple(seat for seat in contract.humans if contract.human(seat).identity in silent)

    def needs_person(self) -> bool:
        """Return whether the match waits for a decision of a person here."""
        seat = self.match.own_turn()
        return seat is not None and self._player(seat) is None

    # --- effects --------------------------------------------------------------------------------------
    async def settle(self) -> None:
        """Carry out all effects, send what others lack, ask players. To be called with the lock held.

        Raises:
            ClientError: The disk does not take what must be stored: nothing of it was sent.
        """
        self._consider_recovery()
        while effects := self.match.effects():
            await self._store(effects)
            for effect in effects:
                await self._carry_out(effect)
            self._consider_recovery()
        for line in self.gossip.lines():
            self._report("chat", seat=line.seat, text=line.text)
        for link, message in self.gossip.drain():
            self._links.send(link, message)
        self._tell()
        self._ask_players()

    def _consider_recovery(self) -> None:
        """Sign again once the others have told what they hold, and all of it is here (N6)."""
        if self._recovery is not None and self.match.recovering and self._recovery.satisfied:
            self.match.recovered()
            self._report("recovered")

    async def _store(self, effects: list[Effect]) -> None:
        """Put all entries of a batch on disk at once, with one sync for all own ones, before anything is sent.

        What others signed is at others' as well: nothing waits for it to reach the disk.
        """
        data, durable = bytearray(), False
        for effect in effects:
            if isinstance(effect, Store):
                data += encode_entry(effect.packed, effect.signature)
                durable |= effect.durable
            elif isinstance(effect, Recorded) and not self._is_kept(effect):
                data += encode_evidence(effect.code, effect.packed, effect.signature)
        if durable:
            await trio.to_thread.run_sync(partial(self._files.append, bytes(data), durable=True))
        elif data:
            # The system only takes it in; a worker thread would take longer to hear of it.
            self._files.append(bytes(data), durable=False)

    def _is_kept(self, effect: Recorded) -> bool:
        """Return whether the entry stands in a feed, and so in the file; any other goes there as evidence."""
        followed = self.match.entries(effect.seat, effect.seq)[:1]
        return any(packed == effect.packed for packed, _ in (*followed, *self.match.forked()))

    async def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Announce():
                self._heard[effect.seat] = _now()
                self.gossip.announce(effect.seat, effect.seq)
            case Pending():
                self._report(
                    "pending", k=effect.k, seat=effect.seat, action=effect.action, owing=list(effect.owing)
                )
            case Applied():
                self._report("item", **item_fields(effect), head=self.match.head.hex())
            case Reverted():
                LOG.warning("items after %d were taken back: a forked feed is followed otherwise", effect.k)
                self.complete = False
                self._report("reverted", k=effect.k)
            case Recorded():
                LOG.warning("seat %d, entry %d: %s: %s", effect.seat, effect.seq, effect.code, effect.text)
                self._report(
                    "recorded", seat=effect.seat, seq=effect.seq, code=effect.code.value, text=effect.text
                )
            case Froze():
                LOG.error(
                    "froze at item %d: seat %d has %s, here %s",
                    effect.k,
                    effect.seat,
                    effect.theirs.hex(),
                    effect.ours.hex(),
                )
                self._report(
                    "froze", k=effect.k, seat=effect.seat, theirs=effect.theirs.hex(), ours=effect.ours.hex()
                )
                self._nursery.start_soon(self._rerun, effect)
            case Healed():
                self._report("healed", k=effect.k)
            case Stopped():
                await self._stop(effect)
            case Finished():
                self._report("finished", **result_fields(effect.result))
            case Complete():
                self.complete = True
                self._report(
                    "complete", file=str(self._files.transcript), k=self.match.k, head=self.match.head.hex()
                )
            case Store():
                pass  # done before the batch

    async def _rerun(self, froze: Froze) -> None:
        """Compute the own log anew in a fresh process, and let the match decide (N8)."""
        self._froze = froze
        hashes = await rerun_hashes(self._files.transcript)
        async with self._lock:
            self.match.rerun(hashes)
            await self._changed()

    async def _stop(self, effect: Stopped) -> None:
        path = await trio.to_thread.run_sync(write_bundle, self._files.transcript, self.match, self._froze)
        self._report(
            "stopped",
            code=effect.code.value,
            k=effect.k,
            seat=effect.seat,
            text=effect.text,
            bundle=str(path),
        )
        self.stopped = effect

    # --- telling --------------------------------------------------------------------------------------
    def _tell(self) -> None:
        match = self.match
        offers = match.offers()
        for offer in offers:
            if offer.e not in self._offers:
                self._report("offer", seat=offer.seat, kind=offer.kind)
        standing = {offer.e for offer in offers}
        for name, offer in self._offers.items():
            if name not in standing and match.result is None:
                self._report("lapsed", seat=offer.seat, kind=offer.kind)
        self._offers = {offer.e: offer for offer in offers}
        seat = match.to_act()
        if (
            seat is not None
            and not match.recovering
            and not match.frozen
            and match.own_turn() in (None, seat)
        ):
            turn = (match.k, match.own_turn())
            if turn != self._told_turn:
                self._told_turn = turn
                self._report("turn", seat=seat, k=match.k, yours=self.needs_person())

    # --- players --------------------------------------------------------------------------------------
    def _player(self, seat: Seat) -> SeatPlayer | None:
        """Return who decides for a seat that is controlled here, None where that is a person."""
        found = self._players.get(seat)
        plan = self.match.contract.seats[seat]
        if found is None and isinstance(plan, ComputerSeat):
            found = ComputerPlayer(self.match.game, plan.level, seat, plan.seed, plan.nodes)
            self._players[seat] = found
        return found

    def _ask_players(self) -> None:
        """Let the player of the seat to act think; a question that is no longer open is given up."""
        match = self.match
        seat = match.own_turn()
        player = None if seat is None else self._player(seat)
        question = None
        if player is not None:
            question = (match.head, seat, match.game.living(match.preview()))
        if question == self._question:
            return
        self._question = question
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        if seat is not None and player is not None:
            self._thinking = trio.CancelScope()
            self._nursery.start_soon(self._think, seat, player, question, self._thinking)

    async def _think(self, seat: Seat, player: SeatPlayer, question: object, scope: trio.CancelScope) -> None:
        began = _now()
        with scope:
            try:
                action = await player.choose(self._turn(seat))
            except ForfeitError as error:
                LOG.error("seat %d forfeits: %s: %s", seat, error.code, error.text)
                self._report("forfeit", seat=seat, code=error.code, text=error.text)
                action = None
        if scope.cancelled_caught:
            return
        async with self._lock:
            if question != self._question:
                return
            try:
                if action is None:
                    self.match.resign(seat)
                else:
                    self.match.act(seat, action, used_ms=_now() - began, drop=self._gone())
            except LocalError as error:
                # Something came in between; whatever did will ask again.
                LOG.warning("seat %d could not play %r: %s: %s", seat, action, error.code, error.text)
                self._question = None
            await self._changed()

    def _turn(self, seat: Seat) -> Turn:
        match = self.match
        steps = list(match.steps())
        state = match.preview()
        living = match.game.living(state)
        resigned = tuple(other for other in match.game.living(match.state) if other not in living)
        earlier = earlier_decisions(match.game, steps, match.state_at, seat)
        return Turn(match.game, seat, match.k, state, resigned, steps, earlier)

    def _gone(self) -> tuple[Seat, ...]:
        now = _now()
        others = (seat for seat in self.match.contract.humans if seat not in self.match.own)
        silent = {seat: self._silent_ms(seat, now) for seat in others}
        living = self.match.game.living(self.match.state)
        return gone_seats(silent, (*living, *self.match.left))

    def _silent_ms(self, seat: Seat, now: int) -> float:
        """Return for how long a seat has been out of reach; for ever when its link here has ended.

        An act that needs the dice of somebody who is gone can never be taken back, and who is out of the game
        loses nothing by being released too early.
        """
        identity = self.match.contract.human(seat).identity
        if self._mesh.was_linked(identity) and not self._mesh.links_to(identity):
            return math.inf
        return min(self._mesh.absent_ms(identity, now), now - self._heard.get(seat, self._began))

    async def close(self) -> None:
        """End all players."""
        for player in self._players.values():
            await player.close()


def gone_seats(silent: Mapping[Seat, float], needed: Collection[Seat]) -> tuple[Seat, ...]:
    """Return the seats to be released from revealing dice by the next act, ascending (N4).

    Args:
        silent: For how many milliseconds there has been neither a link nor an entry, by human seat.
        needed: Seats that are alive in the game, and those that are released already.
    """
    return tuple(sorted(seat for seat, ms in silent.items() if ms > GONE_MS and seat not in needed))


def _now() -> int:
    """Return milliseconds of a steady clock."""
    return int(trio.current_time() * 1000)
