"""One authenticated link: a reader, a writer with a bounded queue, and a watch over its liveness (N0)."""

from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import trio

from protocol.errors import Code, RemoteError
from protocol.framing import encode_frame
from protocol.handshake import Peer, bye_body, decode_tolerant
from protocol.messages import AnyMessage, Auth, Bye, Hello, Ping, Pong, encode_message
from protocol.meter import Meter
from protocol.transport.events import Drained, Heard, LinkEvent, LinkId, LinkState
from protocol.transport.frames import LINGER, Ended, FrameStream, close_stream

__all__ = ["DRAIN_MARK", "LOST_AFTER", "PING_EVERY", "QUEUE_LIMIT", "UNSTEADY_AFTER", "Link"]

PING_EVERY = 5
"""Seconds between pings (N0)."""

UNSTEADY_AFTER = 10
"""Seconds of silence after which a person is told (N0): two pings went unanswered."""

LOST_AFTER = 30
"""Seconds of silence after which a link is given up (N0)."""

PATROL_EVERY = 1
"""Seconds between two looks at the clock."""

SEND_TIMEOUT = 30
"""Seconds for one batch of frames: whoever reads less than that in the time of a lost link is as good as lost."""

BATCH_BYTES = 32 * 1024
"""Small frames that are sent together: fewer records and packets, and still well under a second on a slow line."""

QUEUE_LIMIT = 4 * 1024 * 1024
"""Bytes waiting for a slow reader: 64 of the longest frames; a side that lets more pile up is dropped."""

DRAIN_MARK = 256 * 1024
"""Bytes above which a queue counts as grown, so that its emptying is told."""

FLUSH_TIMEOUT = 5
"""Seconds to send what is queued before one's own goodbye."""

PING_BURST, PINGS_PER_SECOND = 32, 2
"""Pings of the other side that are answered: ten times what it needs."""

Tell: TypeAlias = Callable[[LinkEvent], Awaitable[None]]


class Link:
    """A link from its authentication to its end; ``run`` does everything.

    Attributes:
        id: Its number.
        peer: Who is on the other side.
        ending: Why it ends; None while it is up.
    """

    def __init__(self, number: LinkId, frames: FrameStream, peer: Peer, tell: Tell) -> None:
        self.id = number
        self.peer = peer
        self.ending: Ended | None = None
        self._frames = frames
        self._tell = tell
        self._queue: deque[bytes] = deque()
        self._queued = 0
        self._has_grown = False
        self._wake = trio.Event()
        self._writing = trio.CancelScope()
        self._telling: trio.CancelScope | None = None
        self._all = trio.CancelScope()
        self._steady = True
        self._round_trip_ms: int | None = None
        self._heard_at = 0.0
        self._ping_stamp = 0
        self._pinged_at: dict[int, float] = {}

    @property
    def queued(self) -> int:
        """Bytes that wait to be sent."""
        return self._queued

    def send(self, message: AnyMessage) -> bool:
        """Queue a message; False if the link ends, or has to end now because the other side does not read."""
        if self.ending is not None:
            return False
        frame = encode_frame(encode_message(message))
        if self._queued + len(frame) > QUEUE_LIMIT:
            self._end(Ended(Code.SLOW, "the other side does not read what it is sent", "remote"), bye=False)
            return False
        self._enqueue(frame)
        self._has_grown = self._has_grown or self._queued > DRAIN_MARK
        return True

    def close(self, code: str, text: str) -> None:
        """Send what is queued, then ``bye``, and end. Does nothing if the link ends already."""
        if self.ending is None:
            self._end(Ended(code, text, "local"), bye=True)

    async def run(self) -> Ended:
        """Pump the link until it ends; return why. The stream is closed then, even if this is cancelled."""
        self._heard_at = trio.current_time()
        try:
            with self._all:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._watch)
                    nursery.start_soon(self._read)
                    await self._write()
                    # The goodbye is sent: the reader discards until the other side closes too.
                    self._all.deadline = min(self._all.deadline, trio.current_time() + LINGER)
        finally:
            await close_stream(self._frames.stream)
        assert self.ending is not None
        return self.ending

    # Ending

    def _end(self, ending: Ended, *, bye: bool) -> None:
        """Note why the link ends and set that going: the writer says ``bye``, or everything stops at once."""
        if self.ending is not None:
            return
        self.ending = ending
        if self._telling is not None:
            self._telling.cancel()  # nobody is to be told of a message after the end
        if not bye:
            self._all.cancel()
            return
        if ending.culprit != "local":
            self._queue.clear()
            self._queued = 0
        self._enqueue(encode_frame(bye_body(ending.code, ending.text)))
        self._writing.deadline = trio.current_time() + (
            FLUSH_TIMEOUT if ending.culprit == "local" else LINGER
        )

    # Writer

    def _enqueue(self, frame: bytes) -> None:
        self._queue.append(frame)
        self._queued += len(frame)
        self._wake.set()

    async def _write(self) -> None:
        with self._writing:
            try:
                while self.ending is None or self._queue:
                    await self._write_batch()
            except Ended as ending:
                self._end(ending, bye=False)
        if self._writing.cancelled_caught:
            self._all.cancel()

    async def _write_batch(self) -> None:
        if not self._queue:
            if self._has_grown:
                self._has_grown = False
                await self._tell(Drained(self.id))
            self._wake = trio.Event()
            await self._wake.wait()
            return
        batch = [self._queue.popleft()]
        size = len(batch[0])
        while self._queue and size + len(self._queue[0]) <= BATCH_BYTES:
            size += len(self._queue[0])
            batch.append(self._queue.popleft())
        with trio.move_on_after(SEND_TIMEOUT) as scope:
            await self._frames.send_raw(b"".join(batch))
        if scope.cancelled_caught:
            raise Ended(Code.SLOW, "the other side does not read what it is sent", "remote")
        self._queued = max(0, self._queued - size)

    # Reader

    async def _read(self) -> None:
        meter = Meter(PING_BURST, PINGS_PER_SECOND, _milliseconds())
        try:
            while True:
                self._heard_at = trio.current_time()  # what was one's own delay is not the other's silence
                for body in await self._frames.receive():
                    self._heard_at = trio.current_time()
                    await self._take(body, meter)
        except RemoteError as error:
            self._end(Ended(error.code, error.text, "remote"), bye=True)
            await self._frames.discard()
        except Ended as ending:
            self._end(ending, bye=False)
        # The other side has closed, or said goodbye and so sends no more: nothing is left to wait for.
        self._all.cancel()

    async def _take(self, body: bytes, meter: Meter) -> None:
        message = decode_tolerant(body, self.peer.protocol[1])
        if isinstance(message, Bye):
            raise Ended(message.code, message.text, "remote")
        if self.ending is not None:
            return
        match message:
            case None:
                return
            case Ping(stamp):
                if not meter.take(_milliseconds()):
                    raise RemoteError(Code.FLOOD, "too many pings")
                self.send(Pong(stamp))
            case Pong(stamp):
                await self._take_pong(stamp)
            case Hello() | Auth():
                raise RemoteError(Code.UNEXPECTED, "the handshake is over")
            case _:
                await self._tell_if_up(Heard(self.id, message))

    async def _tell_if_up(self, event: LinkEvent) -> None:
        if self.ending is None:
            with trio.CancelScope() as self._telling:
                await self._tell(event)
            self._telling = None

    # Watch

    async def _watch(self) -> None:
        next_ping = trio.current_time()
        while self.ending is None:
            now = trio.current_time()
            silence = 0.0 if self._telling is not None else now - self._heard_at
            if silence >= LOST_AFTER:
                text = f"nothing was heard for {LOST_AFTER} seconds"
                self._end(Ended(Code.LOST, text, "network"), bye=False)
                return
            if now >= next_ping:
                next_ping = now + PING_EVERY
                self._ping(now)
            await self._set_steady(silence < UNSTEADY_AFTER)
            await trio.sleep(PATROL_EVERY)

    def _ping(self, now: float) -> None:
        self._ping_stamp += 1
        # Pings older than a lost link are never answered.
        self._pinged_at = {s: t for s, t in self._pinged_at.items() if now - t < LOST_AFTER}
        self._pinged_at[self._ping_stamp] = now
        self.send(Ping(self._ping_stamp))

    async def _set_steady(self, steady: bool) -> None:
        if steady != self._steady and self.ending is None:
            self._steady = steady
            await self._tell(LinkState(self.id, steady, self._round_trip_ms))

    async def _take_pong(self, stamp: int) -> None:
        sent = self._pinged_at.pop(stamp, None)
        if sent is not None:
            self._round_trip_ms = round((trio.current_time() - sent) * 1000)
            self._steady = True
            await self._tell_if_up(LinkState(self.id, self._steady, self._round_trip_ms))


def _milliseconds() -> int:
    return int(trio.current_time() * 1000)
