"""One table: a room and the match that comes of it, driven by trio, from sitting down to leaving.

Deeds are queued, since the lock of the peer is held across disk writes and a click must not wait. Whatever goes
wrong ends this table with a notice and nothing else; all that was signed is on disk.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import trio

from client.app.listeners import Listeners
from client.app.live import LiveMatch
from client.app.notices import News, refusal, why_ended
from client.app.ports import Again, Notice, RoomView, SeatKind, SeatPlan
from client.app.rooms import room_view, unopened_room
from client.app.talk import Talk
from client.errors import EXPECTED, ClientError, foremost
from client.gathering import Gathering
from client.i18n import tr
from client.log import LOG
from client.node import Node
from client.playing import Playing
from client.profiles import Profile
from client.report import Report
from client.settings import ComputerChoice, PeerSettings
from client.sitting import Rewound, Sitting, is_alone
from client.store import chat_path, remove_match
from client.targets import read_target
from client.view.source import ChatLine, SeatInfo
from engine.game import Seat
from engine.options import OptionValue
from protocol.contract import ComputerSeat
from protocol.identity import fingerprint, public_bytes
from protocol.transport.addresses import MAX_ADDRESSES, Address, Invitation, format_invitation

__all__ = ["LiveTable"]

MAX_NOTICES = 50
"""Notices kept: an evening's, and no list that grows for ever while a link comes and goes."""


class _TableReport(Report):
    """Hands events to a table."""

    def __init__(self, take: Callable[[str, Mapping[str, Any]], None]) -> None:
        self._take = take

    def __call__(self, event: str, **fields: Any) -> None:
        """Tell the table."""
        self._take(event, fields)


class LiveTable:
    """See ``client.app.ports.Table``.

    Args of the constructor:
        settings: What to do; ``alone`` for a match at this machine.
        profile: Whose keys and files.
        seats: Who is to sit where, of a new room or match.
        left: Is told when this person gets up.

    Attributes:
        finished: Set when nothing of it runs any more.
    """

    match: LiveMatch | None

    def __init__(
        self,
        settings: PeerSettings,
        profile: Profile,
        seats: Sequence[SeatPlan],
        left: Callable[["LiveTable"], None],
    ) -> None:
        waits = not settings.alone and settings.resume is None
        self.room: RoomView | None = unopened_room(settings, seats) if waits else None
        self.match = None
        self.notices: list[Notice] = []
        self.ended: Notice | None = None
        self.finished = trio.Event()
        self._settings = settings
        self._profile = profile
        self._news = News()
        self._changed: Listeners[[]] = Listeners()
        self._queue, self._deeds = trio.open_memory_channel[Callable[[], None]](math.inf)
        self._asked = trio.Event()
        self._left = False
        self._noticed = 0
        self._get_up = left
        self._sitting: Sitting | None = None
        self._rewound: Rewound | None = None
        self._replaced: Path | None = None
        self._host_seat: Seat | None = None
        self._is_alone = settings.alone

    # --- the life of a table --------------------------------------------------------------------------
    async def run(self) -> None:
        """Sit until left or until nothing can go on here; then the links have ended and the files are closed."""
        try:
            await self._run()
        except BaseExceptionGroup as group:
            errors, others = group.split(Exception)
            if errors is not None:
                self._end(foremost(errors))
            if others is not None:
                raise others from None
        except Exception as error:
            self._end(error)
        finally:
            if self.match is not None:
                self.match.open = False
            self.finished.set()
            self._tell()

    async def _run(self) -> None:
        rewound: Rewound | None = None
        while not self._left:
            self._asked = trio.Event()
            self._sitting = Sitting(
                self._settings, self._profile, _TableReport(self._hear), self._company, rewound
            )
            await self._sitting.run(self._asked)
            rewound, self._rewound = self._rewound, None
            if rewound is None:
                break

    def _end(self, error: BaseException) -> None:
        assert isinstance(error, Exception), "whoever calls has looked"
        self.ended = why_ended(error, self._profile.log_file)

    async def _company(self, node: Node) -> None:
        """Look after changes and deeds beside room and match."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._watch, node)
            while node.gathering is None and node.playing is None:
                await node.changed.wait()
            if self._replaced is not None:
                await self._remove_replaced(node)
            async for deed in self._deeds:
                async with node.lock:
                    try:
                        deed()
                    except EXPECTED as error:
                        self._refuse(*refusal(error))
                    await node.settle()
                if self._asked.is_set():
                    await trio.sleep_forever()  # what is queued behind a take-back is for the match after it

    async def _watch(self, node: Node) -> None:
        """Tell of changes; the peer also settles every second, mostly without anything new to see."""
        seen: object = None
        while True:
            changed = node.changed
            # A match at this machine alone has a room as well, for a moment and for nobody to see.
            waits = self.room is not None and node.playing is None
            if waits and node.gathering is not None and self._sitting is not None:
                sitting = self._sitting
                view = room_view(
                    node.gathering,
                    node.mesh,
                    sitting.invitation,
                    sitting.addresses,
                    sitting.port,
                    int(trio.current_time() * 1000),
                )
                self.room = view or self.room
            now = (self.room, self._noticed, None if self.match is None else self.match.snapshot())
            if now != seen:
                seen = now
                self._tell()
            await changed.wait()

    @property
    def file(self) -> Path | None:
        """The file of the match; None before there is one."""
        return None if self.match is None or self._sitting is None else self._sitting.node.transcript

    def _tell(self) -> None:
        self._changed.tell()
        if self.match is not None:
            self.match.changed.tell()

    # --- events ---------------------------------------------------------------------------------------
    def _hear(self, event: str, fields: Mapping[str, Any]) -> None:
        match event:
            case "match":
                fields = self._named(fields)
                self._begin(fields)
            case "chat":
                self._note(ChatLine(fields["seat"], fields["text"]))
            case "unneeded":
                self.ended = Notice("unneeded", tr("This match is over, and nothing is owed any more."))
        notice = self._news.of_event(event, fields)
        if notice is not None:
            self._notify(notice)

    def _named(self, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the fields of the event ``match`` with the names that were given to persons at this machine."""
        assert self._sitting is not None, "whoever reports has sat down"
        names = dict(enumerate(self._sitting.seat_names))
        seats = [
            {**seat, "name": names[seat["seat"]]}
            if seat["seat"] in fields["own"] and names.get(seat["seat"])
            else seat
            for seat in fields["seats"]
        ]
        return {**fields, "seats": seats}

    def _begin(self, fields: Mapping[str, Any]) -> None:
        assert self._sitting is not None, "whoever reports has sat down"
        node = self._sitting.node
        playing = node.playing
        assert playing is not None, "a match has a driver"
        contract = playing.match.contract
        seats = [
            SeatInfo(
                seat["seat"],
                seat["kind"],
                seat.get("name", ""),
                seat["seat"] in playing.match.own,
                seat.get("level", ""),
            )
            for seat in fields["seats"]
        ]
        alone = is_alone(playing.match, public_bytes(self._profile.key))
        assert len(seats) == len(contract.seats), "all seats are told"
        humans = {contract.human(seat).identity: seat for seat in reversed(contract.humans)}
        self._host_seat = None if self._sitting.host is None else humans.get(self._sitting.host)
        self._is_alone = alone
        self.room = None
        if self.match is None:
            transcript = node.transcript
            assert transcript is not None, "it was created before"
            self.match = LiveMatch(
                node,
                playing,
                seats,
                alone=alone,
                queue=self._do_in_match,
                rewind=self._rewind,
                talk=None if alone else Talk(chat_path(transcript), len(seats)),
            )
        else:
            self.match.attach(node, playing, seats)

    def _notify(self, notice: Notice) -> None:
        self.notices.append(notice)
        del self.notices[:-MAX_NOTICES]
        self._noticed += 1
        self._note(ChatLine(None, notice.text))

    def _note(self, line: ChatLine) -> None:
        if self.match is not None:
            self.match.note(line)

    def _refuse(self, code: str, text: str) -> None:
        LOG.info("refused: %s: %s", code, text)
        if self.match is not None:
            self.match.refused.tell(code, text)
        else:
            self._notify(Notice(code, text, bad=True))

    # --- deeds ----------------------------------------------------------------------------------------
    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """See ``Table``."""
        return self._changed.add(changed)

    def claim(self, seat: Seat) -> None:
        """Sit down on an open seat, giving up the one held."""
        self._do_in_room(lambda gathering: gathering.sit(seat))

    def set_ready(self, ready: bool) -> None:
        """Agree to the terms as they stand, or take it back."""
        self._do_in_room(lambda gathering: gathering.set_ready(ready))

    def set_terms(self, options: Mapping[str, OptionValue]) -> None:
        """Change the options."""
        self._do_in_room(lambda gathering: gathering.demand_hosting().set_options(options))

    def set_seat(self, seat: Seat, plan: SeatPlan) -> None:
        """Give a seat to the computer, open it, or take it beside one's own."""

        def do(gathering: Gathering) -> None:
            hosting = gathering.demand_hosting()
            match plan.kind:
                case SeatKind.COMPUTER:
                    hosting.set_computer(ComputerChoice(seat, plan.level, plan.nodes))
                case SeatKind.OPEN:
                    hosting.open_seat(seat)
                case SeatKind.ME:
                    gathering.take(seat)

        self._do_in_room(do)

    def kick(self, seat: Seat) -> None:
        """Turn out whoever holds the seat."""

        def do(gathering: Gathering) -> None:
            if gathering.demand_hosting().kick(seat) is None:
                raise ClientError("nobody_there", tr("nobody holds that seat"), f"seat {seat}")

        self._do_in_room(do)

    def start(self) -> None:
        """Begin the match."""
        self._do_in_room(lambda gathering: gathering.demand_hosting().start())

    def say(self, text: str) -> None:
        """Chat, where there is a match."""
        if self.match is not None and self.match.match.own:
            self.match.chat(self.match.match.own[0], text)

    def leave(self) -> None:
        """Get up."""
        self._left = True
        self._rewound = None
        if self.match is not None:
            self.match.open = False
        self._asked.set()
        self._get_up(self)

    def _do_in_room(self, deed: Callable[[Gathering], None]) -> None:
        def do() -> None:
            node = None if self._sitting is None else self._sitting.node
            if node is None or node.gathering is None or node.playing is not None:
                raise ClientError("no_room", tr("There is no room any more."))
            deed(node.gathering)

        self._queue.send_nowait(do)

    def _do_in_match(self, deed: Callable[[Playing], None]) -> None:
        def do() -> None:
            assert self._sitting is not None, "there is a match"
            playing = self._sitting.node.playing
            assert playing is not None, "there is a match"
            deed(playing)

        self._queue.send_nowait(do)

    # --- meeting again --------------------------------------------------------------------------------
    @property
    def again(self) -> Again | None:
        """How the same people meet for another match; see ``Table``."""
        if self.match is None or self._is_alone or self._host_seat is None:
            return None
        if self._host_seat in self.match.match.own:
            return Again.HOST
        host = self.match.match.contract.human(self._host_seat)
        if not self._addresses_of_host(host.identity):
            return None
        return Again.JOIN if self.match.connection(self._host_seat).state == "lost" else Again.WAIT

    def _addresses_of_host(self, host: bytes) -> tuple[Address, ...]:
        """Return where the host was joined, and where it said that it listens."""
        assert self._sitting is not None, "there is a match"
        joined = () if self._settings.join is None else read_target(self._settings.join).addresses
        return tuple(dict.fromkeys((*joined, *self._sitting.node.mesh.addresses(host))))[:MAX_ADDRESSES]

    def next_settings(self) -> tuple[PeerSettings, tuple[SeatPlan, ...]]:
        """Return how to sit down for another match with the same people, and who is to sit where.

        Raises:
            ClientError: ``again``: nobody is met from here.
        """
        if self.again is None or self.match is None or self._host_seat is None or self._sitting is None:
            raise ClientError("again", tr("This match cannot be played again from here."))
        match, settings = self.match.match, self._settings
        contract = match.contract
        if self._host_seat not in match.own:
            host = contract.human(self._host_seat).identity
            # Who answers there has to be the same as before.
            invitation = Invitation(self._addresses_of_host(host), fingerprint(host), None, None)
            return replace(settings, resume=None, join=format_invitation(invitation), by_hand=True), ()
        plans = tuple(
            SeatPlan(SeatKind.COMPUTER, seat.level, seat.nodes)
            if isinstance(seat, ComputerSeat)
            else SeatPlan(SeatKind.ME if number in match.own else SeatKind.OPEN)
            for number, seat in enumerate(contract.seats)
        )
        computers = tuple(
            ComputerChoice(number, plan.level, plan.nodes)
            for number, plan in enumerate(plans)
            if plan.kind is SeatKind.COMPUTER
        )
        new = replace(
            settings,
            game=contract.game,
            resume=None,
            by_hand=True,
            options=contract.named_options(),
            seats=match.own,
            computers=computers,
            usual_port=self._sitting.port or settings.usual_port,
        )
        return new, plans

    # --- taking back ----------------------------------------------------------------------------------
    def _rewind(self) -> None:
        self._queue.send_nowait(self._begin_rewinding)

    def _begin_rewinding(self) -> None:
        """Leave this match for a new one of the same terms, which begins before the last decision made here."""
        live = self.match
        if live is None or not live.can_take_back or self._sitting is None:
            raise ClientError("take_back", tr("There is nothing that can be taken back."))
        match = live.match
        contract = match.contract
        steps = match.steps()
        last = next(step.k for step in reversed(steps) if step.kind == "act" and step.seat in match.own)
        computers = {n: seat for n, seat in enumerate(contract.seats) if isinstance(seat, ComputerSeat)}
        self._rewound = Rewound(computers, tuple(steps[: last - 1]))
        self._replaced = self._sitting.node.transcript
        self._settings = PeerSettings(
            game=contract.game,
            options=contract.named_options(),
            seats=match.own,
            computers=tuple(ComputerChoice(n, seat.level, seat.nodes) for n, seat in computers.items()),
            name=self._settings.name,
            seat_names=self._sitting.seat_names,
            alone=True,
            stays=True,
        )
        self._asked.set()

    async def _remove_replaced(self, node: Node) -> None:
        """Remove the match that was taken back from, once the one in its place is on disk."""
        while node.playing is None:
            await node.changed.wait()
        async with node.lock:
            path, self._replaced = self._replaced, None
        if path is not None:
            await trio.to_thread.run_sync(remove_match, path)
