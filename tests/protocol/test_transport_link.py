"""One link over memory streams and a clock of one's own: liveness, queue, goodbyes, broken rules."""

import contextlib
import itertools

import msgspec
import pytest
import trio
import trio.testing

from engine.digest import H
from protocol.errors import Code, RemoteError
from protocol.framing import FrameDecoder, encode_frame
from protocol.handshake import Handshake, Peer, bye_body
from protocol.identity import private_key
from protocol.messages import Auth, Bye, Chat, Hello, Ping, Pong, decode_message, encode_message
from protocol.transport.events import Drained, Heard, LinkState
from protocol.transport.frames import FrameStream, authenticate
from protocol.transport.link import (
    DRAIN_MARK,
    FLUSH_TIMEOUT,
    LOST_AFTER,
    PING_BURST,
    PING_EVERY,
    QUEUE_LIMIT,
    SEND_TIMEOUT,
    UNSTEADY_AFTER,
    Link,
)

IDENTITY = H("wabe.test", b"")


def chat(text="hello", n=0):
    return Chat(bytes(32), 0, n, text, bytes(64))


class Bench:
    """A link that runs, and the bare other end of its stream in the test's hands."""

    def __init__(self, mine, theirs, minor, buffer):
        self.told_send, self.told = trio.open_memory_channel(buffer)
        self.stream = mine
        frames = FrameStream(mine)
        frames.trust()
        peer = Peer(IDENTITY, "match", None, (1, minor), (), "test")
        self.link = Link(1, frames, peer, self.told_send.send)
        self.other = theirs
        self.ended = trio.Event()
        self._decoder = FrameDecoder(limit=2**20)
        self._bodies = []

    async def run(self):
        await self.link.run()
        self.ended.set()

    async def say(self, *messages):
        await self.other.send_all(b"".join(encode_frame(encode_message(m)) for m in messages))

    async def hear(self, *ignored):
        """Return the next message from the link that is of none of the ``ignored`` types."""
        while True:
            while not self._bodies:
                data = await self.other.receive_some()
                if not data:
                    return None
                self._bodies = self._decoder.feed(bytes(data))
            message = decode_message(self._bodies.pop(0))
            if not isinstance(message, ignored):
                return message

    async def answer_pings(self, delay=0.0):
        while (message := await self.hear()) is not None:
            if isinstance(message, Ping):
                await trio.sleep(delay)
                await self.say(Pong(message.stamp))

    async def event(self, kind=object):
        while True:
            event = await self.told.receive()
            if isinstance(event, kind):
                return event


@pytest.fixture
def bench(nursery):
    def make(pair=trio.testing.memory_stream_pair, minor=0, buffer=1000):
        made = Bench(*pair(), minor, buffer)
        nursery.start_soon(made.run)
        return made

    return make


async def test_pings_measure_the_way_there_and_back(bench, autojump_clock):
    b = bench()
    async with trio.open_nursery() as answering:
        answering.start_soon(b.answer_pings, 0.25)
        times = []
        for _ in range(4):
            state = await b.event(LinkState)
            assert (state.steady, state.round_trip_ms) == (True, 250)
            times.append(trio.current_time())
        assert [later - earlier for earlier, later in itertools.pairwise(times)] == [PING_EVERY] * 3
        answering.cancel_scope.cancel()
    await b.other.aclose()
    await b.ended.wait()


async def test_silence_makes_a_link_unsteady_and_then_lost(bench, autojump_clock):
    b = bench()
    await trio.testing.wait_all_tasks_blocked()
    began = trio.current_time()
    assert not (await b.event(LinkState)).steady
    assert trio.current_time() - began == pytest.approx(UNSTEADY_AFTER, abs=1)
    await b.say(chat())
    assert (await b.event(Heard)).message == chat()
    spoke = trio.current_time()
    assert (await b.event(LinkState)).steady
    await b.ended.wait()
    assert trio.current_time() - spoke == pytest.approx(LOST_AFTER, abs=1)
    assert (b.link.ending.code, b.link.ending.culprit) == (Code.LOST, "network")
    assert not b.link.send(chat())
    with pytest.raises(trio.ClosedResourceError):
        await b.stream.receive_some()


async def test_a_slow_driver_is_not_the_others_silence(bench, autojump_clock):
    b = bench(buffer=0)
    await b.say(chat())
    await trio.sleep(10 * LOST_AFTER)
    assert b.link.ending is None
    assert (await b.event()).message == chat()
    began = trio.current_time()
    assert not (await b.event()).steady
    assert trio.current_time() - began == pytest.approx(UNSTEADY_AFTER, abs=1)
    b.link.close("done", "")
    await b.other.aclose()
    await b.ended.wait()


async def test_messages_come_in_order_and_nothing_else_does(bench):
    b = bench()
    await b.say(chat(n=1), Ping(7), chat(n=2), Pong(99))
    assert [(await b.event(Heard)).message.n for _ in range(2)] == [1, 2]
    assert await b.hear(Ping) == Pong(7)
    for n in range(3):
        assert b.link.send(chat(n=n))
    assert [(await b.hear(Ping)).n for _ in range(3)] == [0, 1, 2]
    await b.other.aclose()
    await b.ended.wait()
    assert b.link.ending.code == Code.LOST


async def test_a_goodbye_follows_what_was_queued_and_waits_for_the_other_side(bench, autojump_clock):
    b = bench()
    b.link.send(chat())
    b.link.close("done", "good night")
    b.link.close("kicked", "only the first counts")
    assert not b.link.send(chat())
    assert await b.hear(Ping) == chat()
    assert await b.hear(Ping) == Bye("done", "good night")
    said = trio.current_time()
    await b.say(chat())
    assert not b.ended.is_set()
    await b.ended.wait()
    assert trio.current_time() - said == pytest.approx(2, abs=0.1)
    assert (b.link.ending.code, b.link.ending.text, b.link.ending.culprit) == ("done", "good night", "local")
    with pytest.raises(trio.WouldBlock):
        b.told.receive_nowait()


async def test_a_goodbye_ends_at_once_when_the_other_side_closes(bench, mock_clock):
    b = bench()
    b.link.close("done", "")
    assert isinstance(await b.hear(Ping), Bye)
    await b.other.aclose()
    await b.ended.wait()


async def test_two_who_say_goodbye_at_once_do_not_wait_for_each_other(bench, mock_clock):
    b = bench()
    b.link.close("done", "mine")
    await b.say(chat(), Bye("done", "yours"))
    await b.ended.wait()
    assert b.link.ending.text == "mine"


async def test_who_is_in_mid_send_still_reads_why_the_link_ends(bench, autojump_clock):
    """With lockstep streams a send returns only when the other side has read it all."""
    b = bench(pair=trio.testing.lockstep_stream_pair)
    assert isinstance(await b.hear(), Ping)
    await b.other.send_all(encode_frame(b"\xc1") + encode_frame(bytes(60_000)))
    assert (await b.hear()).code == Code.MALFORMED
    await b.other.aclose()
    await b.ended.wait()
    assert (b.link.ending.code, b.link.ending.culprit) == (Code.MALFORMED, "remote")


async def test_the_other_sides_goodbye_is_told(bench):
    b = bench()
    await b.say(chat(), Bye("kicked", "go away"), chat())
    await b.ended.wait()
    assert (b.link.ending.code, b.link.ending.text, b.link.ending.culprit) == ("kicked", "go away", "remote")
    assert len([e for e in [b.told.receive_nowait()] if isinstance(e, Heard)]) == 1


HELLO = Hello("match", (1, 0), (), "test", IDENTITY, bytes(32), None)


@pytest.mark.parametrize(
    ("bytes_", "code"),
    [
        (encode_frame(b"\xc1"), Code.MALFORMED),
        (encode_frame(encode_message(Ping(1)) + b"\xc0"), Code.MALFORMED),
        (encode_frame(b"\x92\xa4ping\xcd\x00\x01"), Code.NOT_CANONICAL),
        (encode_frame(msgspec.msgpack.encode(["news", 1])), Code.MALFORMED),
        (encode_frame(encode_message(HELLO)), Code.UNEXPECTED),
        (encode_frame(encode_message(Auth(bytes(64)))), Code.UNEXPECTED),
        ((64 * 1024 + 1).to_bytes(4, "big"), Code.FRAME_SIZE),
        (bytes(4), Code.FRAME_SIZE),
        (b"\xff" * 100_000, Code.FRAME_SIZE),
        (encode_frame(encode_message(Ping(1))) * (PING_BURST + 1), Code.FLOOD),
    ],
)
async def test_a_broken_rule_ends_the_link_with_its_code(bench, autojump_clock, bytes_, code):
    b = bench()
    await b.other.send_all(bytes_)
    bye = await b.hear(Ping, Pong)
    assert isinstance(bye, Bye)
    assert bye.code == code
    assert not b.ended.is_set(), "the other side has time to read it"
    await b.ended.wait()
    assert (b.link.ending.code, b.link.ending.culprit) == (code, "remote")


async def test_a_newer_minor_version_may_say_what_is_not_known_here(bench):
    b = bench(minor=1)
    await b.other.send_all(encode_frame(msgspec.msgpack.encode(["news", 1, {"a": []}])))
    await b.say(chat())
    assert (await b.event(Heard)).message == chat()
    await b.other.aclose()
    await b.ended.wait()


async def test_who_never_reads_is_dropped_when_the_queue_is_full(bench, mock_clock):
    b = bench(pair=trio.testing.lockstep_stream_pair)
    sent = 0
    while b.link.send(chat("x" * 500)):
        sent += 1
    assert QUEUE_LIMIT - 2000 < b.link.queued <= QUEUE_LIMIT
    assert sent > QUEUE_LIMIT // 1000
    await b.ended.wait()
    assert (b.link.ending.code, b.link.ending.culprit) == (Code.SLOW, "remote")


async def test_who_speaks_and_never_reads_is_dropped_in_time(bench, autojump_clock):
    b = bench(pair=trio.testing.lockstep_stream_pair)
    began = trio.current_time()
    with contextlib.suppress(trio.BrokenResourceError):
        while True:
            await b.say(chat())
            await trio.sleep(1)
    await b.ended.wait()
    assert b.link.ending.code == Code.SLOW
    assert trio.current_time() - began == pytest.approx(SEND_TIMEOUT, abs=2)


async def test_a_goodbye_to_who_does_not_read_takes_limited_time(bench, autojump_clock):
    b = bench(pair=trio.testing.lockstep_stream_pair)
    await trio.testing.wait_all_tasks_blocked()
    b.link.send(chat())
    b.link.close("done", "")
    began = trio.current_time()
    await b.ended.wait()
    assert trio.current_time() - began == pytest.approx(FLUSH_TIMEOUT, abs=1)
    assert b.link.ending.code == "done"


async def test_a_queue_that_had_grown_tells_when_it_is_empty(bench, mock_clock):
    b = bench(pair=trio.testing.lockstep_stream_pair)
    while b.link.queued <= DRAIN_MARK:
        b.link.send(chat("x" * 500))
    for _ in range(DRAIN_MARK // 700):
        await b.hear()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(b.answer_pings)
        assert await b.event(Drained) == Drained(1)
        assert b.link.queued == 0
        nursery.cancel_scope.cancel()
    b.link.close("done", "")
    await b.other.aclose()
    await b.ended.wait()


async def test_cancelling_in_mid_send_closes_the_stream(mock_clock):
    mine, theirs = trio.testing.lockstep_stream_pair()
    b = Bench(mine, theirs, 0, 10)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(b.run)
        b.link.send(chat())
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert not b.ended.is_set()
    with pytest.raises(trio.ClosedResourceError):
        await mine.send_all(b"x")
    with pytest.raises(trio.BrokenResourceError):
        await theirs.send_all(b"x")


async def test_a_frame_may_come_byte_by_byte(bench):
    b = bench()
    for byte in encode_frame(encode_message(chat())):
        await b.other.send_all(bytes((byte,)))
        await trio.testing.wait_all_tasks_blocked()
    assert (await b.event(Heard)).message == chat()
    await b.other.send_all(encode_frame(bye_body("done", "")))
    await b.ended.wait()


async def test_a_stranger_in_mid_send_still_reads_why_it_is_refused(autojump_clock):
    mine, theirs = trio.testing.lockstep_stream_pair()
    server = Handshake.server(
        private_key(IDENTITY), rules=(), application="", certificate=b"", nonce=bytes(32)
    )

    async def serve():
        with pytest.raises(RemoteError) as caught:
            await authenticate(FrameStream(mine), server)
        assert caught.value.code == Code.MALFORMED

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        nursery.start_soon(theirs.send_all, encode_frame(b"\xc1") + bytes(60_000))
        bye = decode_message(await FrameStream(theirs).receive_one())
        assert bye.code == Code.MALFORMED
