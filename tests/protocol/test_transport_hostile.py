"""Strangers at the listening port and in between: whatever they send, the listener goes on serving others."""

import contextlib
import logging
import re
import socket
import ssl
import struct

import pytest
import trio

from engine.digest import H
from protocol.errors import Code, RemoteError
from protocol.framing import encode_frame
from protocol.handshake import Handshake, bye_body
from protocol.identity import SMALL_ORDER_KEYS, private_key, public_bytes
from protocol.messages import Auth, Bye, Chat, Hello, Ping, decode_message, encode_message
from protocol.transport import Local, links, open_links
from protocol.transport.addresses import Address
from protocol.transport.events import DialFailed, LinkDown, LinkUp
from protocol.transport.frames import Ended, FrameStream, authenticate
from protocol.transport.listen import MAX_UNPROVED, MAX_UNPROVED_PER_NETWORK, Gate, network
from protocol.transport.tls import client_context, make_certificate, peer_certificate

PATIENCE = 20
"""Seconds after which a test has failed."""


def key(number):
    return private_key(H("wabe.test", b"hostile %d" % number))


def identity(number):
    return public_bytes(key(number))


def local(number):
    return Local(key(number), "test", (("towerwars", 1),))


async def event(opened, kind):
    with trio.fail_after(PATIENCE):
        while not isinstance(found := await opened.events.receive(), kind):
            pass
    return found


class Victim:
    """A listening peer (identity 0) and what it wrote to its log."""

    def __init__(self, opened, port, caplog):
        self.links = opened
        self.port = port
        self._caplog = caplog

    def refusals(self):
        """Return the codes for which connections were refused before they were links."""
        found = (re.search(r"refused or left: (\w+)", record.getMessage()) for record in self._caplog.records)
        return [match[1] for match in found if match]

    async def still_serves(self):
        """Link an honest peer, and check that nothing unforeseen has happened."""
        with trio.fail_after(PATIENCE):
            async with open_links(local(1)) as honest:
                honest.dial([Address("127.0.0.1", self.port)], expected=identity(0), purpose="room")
                assert (await event(honest, LinkUp)).identity == identity(0)
        assert [record for record in self._caplog.records if record.levelno >= logging.ERROR] == []


@pytest.fixture
async def victim(nursery, caplog):
    caplog.set_level(logging.INFO, logger="protocol.transport")

    async def hold(task_status):
        async with open_links(local(0)) as opened:
            task_status.started((opened, await opened.serve()))
            await trio.sleep_forever()

    return Victim(*await nursery.start(hold), caplog)


@contextlib.asynccontextmanager
async def tcp(port, host="127.0.0.1"):
    with trio.fail_after(PATIENCE):
        stream = await trio.open_tcp_stream(host, port)
        try:
            yield stream
        finally:
            await trio.aclose_forcefully(stream)


@contextlib.asynccontextmanager
async def stranger(port):
    """A TLS stream to the victim that has said nothing yet."""
    async with tcp(port) as stream:
        tls = trio.SSLStream(stream, client_context())
        await tls.do_handshake()
        yield FrameStream(tls)


@contextlib.asynccontextmanager
async def intruder(port, number=5):
    """A stream to the victim that is authenticated and then in the test's hands."""
    async with stranger(port) as frames:
        shake = handshake(number, peer_certificate(frames.stream))
        _, proof = await authenticate(frames, shake)
        for body in proof:
            await frames.send(body)
        yield frames


def handshake(number, certificate, nonce=b"n" * 32):
    return Handshake.client(
        key(number), rules=(), application="evil", certificate=certificate, nonce=nonce, purpose="room"
    )


def hello(number=5, **fields):
    given = {"identity": identity(number), **fields}
    return Hello(
        purpose="room", protocol=(1, 0), rules=(), application="evil", nonce=bytes(32), match=None, **given
    )


async def last_word(frames):
    """Read up to the ``bye`` and return it; None if the end comes without one."""
    with contextlib.suppress(Ended):
        while True:
            message = decode_message(await frames.receive_one())
            if isinstance(message, Bye):
                return message
    return None


@pytest.mark.parametrize(
    "garbage",
    [b"\x00" * 100_000, b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 17, encode_frame(bye_body("done", ""))],
)
async def test_bytes_that_are_no_tls_end_the_connection(victim, garbage):
    async with tcp(victim.port) as stream:
        with contextlib.suppress(trio.BrokenResourceError):
            await stream.send_all(garbage)
            while await stream.receive_some():
                pass
    await victim.still_serves()


async def test_older_tls_is_refused(victim):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    async with tcp(victim.port) as stream:
        with pytest.raises(trio.BrokenResourceError):
            await trio.SSLStream(stream, context).do_handshake()
    await victim.still_serves()


def named(*cases):
    """Return the cases of a parametrized test, named by their code instead of their bytes."""
    return [pytest.param(said, code, id=f"{n}-{code}") for n, (said, code) in enumerate(cases)]


@pytest.mark.parametrize(
    ("first", "code"),
    named(
        ((8 * 1024 + 1).to_bytes(4, "big"), Code.FRAME_SIZE),
        (bytes(4), Code.FRAME_SIZE),
        (encode_frame(b"\xc1"), Code.MALFORMED),
        (encode_frame(b"\x92\xa4ping\xcd\x00\x01"), Code.NOT_CANONICAL),
        (encode_frame(encode_message(Ping(1))), Code.UNEXPECTED),
        (encode_frame(encode_message(Auth(bytes(64)))), Code.UNEXPECTED),
        (encode_frame(encode_message(hello())) * 2, Code.UNEXPECTED),
        (encode_frame(encode_message(hello())) + encode_frame(encode_message(Auth(bytes(64)))), Code.CHANNEL),
        (encode_frame(encode_message(hello(identity=min(SMALL_ORDER_KEYS)))), Code.SMALL_ORDER_KEY),
        (encode_frame(encode_message(hello(number=0))), Code.WRONG_PEER),
        (encode_frame(b"\x98\xa5hello\xa4room\x92\x02\x00\x90\xa1x\xa1y\xa1z\xc0"), Code.VERSION),
    ),
)
async def test_a_stranger_that_breaks_a_rule_is_told_which(victim, first, code):
    async with stranger(victim.port) as frames:
        await frames.send_raw(first)
        assert (await last_word(frames)).code == code
    await victim.still_serves()
    assert victim.refusals() == [code]
    assert victim.links.events.statistics().current_buffer_used <= 2, "no link was ever told of"


async def test_a_goodbye_instead_of_a_proof_is_taken_as_one(victim):
    async with stranger(victim.port) as frames:
        await frames.send(encode_message(hello()))
        assert isinstance(decode_message(await frames.receive_one()), Hello)
        await frames.send(bye_body("channel", "somebody sits in between"))
        await last_word(frames)
    await victim.still_serves()
    assert victim.refusals() == ["channel"]


async def test_a_proof_made_for_another_channel_does_not_fit(victim):
    """The proof that an honest client gave a thief does not let the thief in as that client."""
    thief = make_certificate()
    client = handshake(5, thief.der)
    server = Handshake.server(key(6), rules=(), application="thief", certificate=thief.der, nonce=bytes(32))
    (client_hello,) = client.start()
    _, _ = replies = server.receive(client_hello)
    proofs = [client.receive(body) for body in replies][-1]
    async with stranger(victim.port) as frames:
        await frames.send(client_hello)
        await frames.send(proofs[0])
        assert (await last_word(frames)).code == Code.CHANNEL
    await victim.still_serves()


async def test_replayed_hello_and_proof_do_not_fit_a_second_stream(victim):
    sent = []
    async with stranger(victim.port) as frames:
        shake = handshake(5, peer_certificate(frames.stream))
        sent += shake.start()
        _, proof = await authenticate(frames, shake)
        sent += proof
        await frames.send(proof[0])
        await event(victim.links, LinkUp)
    async with stranger(victim.port) as frames:
        for body in sent:
            await frames.send(body)
        assert (await last_word(frames)).code == Code.CHANNEL
    await victim.still_serves()


async def test_who_says_nothing_is_cut_after_a_while(victim, monkeypatch):
    monkeypatch.setattr(links, "PROOF_TIMEOUT", 0.05)
    async with tcp(victim.port) as stream:
        with contextlib.suppress(trio.BrokenResourceError):
            assert await stream.receive_some() == b""
    async with stranger(victim.port) as frames:
        await frames.send(encode_message(hello()))
        assert (await last_word(frames)).code == Code.TIMEOUT
    monkeypatch.undo()
    await victim.still_serves()


async def cut(stream, counted):
    with contextlib.suppress(trio.BrokenResourceError):
        await stream.receive_some()
    counted.release()


async def crowd(victim, size):
    """Open ``size`` connections that stay silent and return once all but those admitted are cut."""
    counted = trio.Semaphore(0)
    async with contextlib.AsyncExitStack() as stack:
        nursery = await stack.enter_async_context(trio.open_nursery())
        for _ in range(size):
            stream = await stack.enter_async_context(await trio.open_tcp_stream("127.0.0.1", victim.port))
            nursery.start_soon(cut, stream, counted)
        for _ in range(size - victim.links._gate.inside):
            await counted.acquire()
        inside = victim.links._gate.inside
        nursery.cancel_scope.cancel()
    return inside


async def test_one_address_holds_few_connections_without_proof(victim):
    with trio.fail_after(PATIENCE):
        assert await crowd(victim, 200) == MAX_UNPROVED_PER_NETWORK
    await trio.testing.wait_all_tasks_blocked()
    await victim.still_serves()
    assert victim.links._gate.inside == 0


async def test_all_together_hold_a_limited_number(victim, monkeypatch):
    monkeypatch.setattr("protocol.transport.listen.MAX_UNPROVED_PER_NETWORK", 1000)
    with trio.fail_after(PATIENCE):
        assert await crowd(victim, 200) == MAX_UNPROVED
    await trio.testing.wait_all_tasks_blocked()
    await victim.still_serves()


def test_the_gate_counts_by_household():
    assert network("[2001:db8:1:2:3::4]:5") == network("[2001:db8:1:2:ffff::1]:6") == "2001:db8:1:2::/64"
    assert network("192.0.2.1:80") == "192.0.2.1" != network("192.0.2.2:80")
    assert network("unknown") == network("unknown")
    gate = Gate()
    with contextlib.ExitStack() as stack:
        for _ in range(MAX_UNPROVED_PER_NETWORK):
            assert stack.enter_context(gate.enter("192.0.2.1:1"))
        with gate.enter("192.0.2.1:2") as admitted:
            assert not admitted
        with gate.enter("192.0.2.2:2") as admitted:
            assert admitted
        assert gate.inside == MAX_UNPROVED_PER_NETWORK
    assert gate.inside == 0


@pytest.mark.parametrize(
    ("said", "code"),
    named(
        ((64 * 1024 + 1).to_bytes(4, "big"), Code.FRAME_SIZE),
        (encode_frame(b"\x92\xa4ping\xcd\x00\x01"), Code.NOT_CANONICAL),
        (encode_frame(encode_message(hello())), Code.UNEXPECTED),
        (b"\xff" * 1_000_000, Code.FRAME_SIZE),
    ),
)
async def test_a_peer_that_breaks_a_rule_loses_its_link(victim, said, code):
    async with intruder(victim.port) as frames:
        up = await event(victim.links, LinkUp)
        with contextlib.suppress(Ended):
            await frames.send_raw(said)
        assert (await last_word(frames)).code == code
        await trio.aclose_forcefully(frames.stream)
        down = await event(victim.links, LinkDown)
        assert (down.link, down.code, down.culprit) == (up.link, code, "remote")
    await victim.still_serves()


async def test_a_reset_and_an_end_without_notice_are_lost_links(victim):
    for reset in (True, False):
        async with intruder(victim.port) as frames:
            await event(victim.links, LinkUp)
            if reset:
                linger = struct.pack("ii", 1, 0)
                frames.stream.transport_stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            frames.stream.transport_stream.socket.close()
        down = await event(victim.links, LinkDown)
        assert (down.code, down.culprit) == (Code.LOST, "network")
    await victim.still_serves()


async def test_who_never_reads_holds_back_nobody(victim):
    async with intruder(victim.port):
        slow = (await event(victim.links, LinkUp)).link
        big = Chat(bytes(32), 0, 0, "x" * 500, bytes(64))
        while victim.links.send(slow, big):
            await trio.lowlevel.checkpoint()
        down = await event(victim.links, LinkDown)
        assert (down.link, down.code) == (slow, Code.SLOW)
    await victim.still_serves()


async def test_what_nobody_has_foreseen_ends_one_connection(victim, monkeypatch, caplog):
    def broken(*_args, **_more):
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(Handshake, "server", broken)
        async with tcp(victim.port) as stream:
            with contextlib.suppress(trio.BrokenResourceError):
                assert await stream.receive_some() == b""
    with monkeypatch.context() as patch:
        patch.setattr("protocol.transport.link.decode_tolerant", broken)
        async with intruder(victim.port) as frames:
            await event(victim.links, LinkUp)
            await frames.send(encode_message(Ping(1)))
            down = await event(victim.links, LinkDown)
            assert (down.code, down.culprit) == (Code.UNEXPECTED, "local")
    assert len([record for record in caplog.records if record.levelno == logging.ERROR]) == 2
    caplog.clear()
    await victim.still_serves()


@pytest.mark.parametrize("answer", [b"SSH-2.0-OpenSSH\r\n", b"", b"\x16\x03\x01\x00\x05hello"])
async def test_dialling_something_else_fails_with_a_code(nursery, answer):
    async def other(stream):
        with contextlib.suppress(trio.BrokenResourceError):
            await stream.send_all(answer)
            await stream.receive_some()

    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    nursery.start_soon(trio.serve_listeners, other, listeners)
    port = listeners[0].socket.getsockname()[1]
    async with open_links(local(1)) as opened:
        opened.dial([Address("127.0.0.1", port)], expected=identity(0), purpose="room", redial=False)
        failed = await event(opened, DialFailed)
        assert (failed.code, failed.retry_s) == (Code.UNREACHABLE, None)


async def test_a_dialled_server_that_stays_silent_costs_limited_time(nursery, monkeypatch):
    monkeypatch.setattr("protocol.transport.dial.PROOF_TIMEOUT", 0.05)
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    async with open_links(local(1)) as opened:
        opened.dial([Address("127.0.0.1", port)], expected=identity(0), purpose="room")
        failed = await event(opened, DialFailed)
        assert (failed.code, failed.retry_s) == (Code.TIMEOUT, 1)
    await listeners[0].aclose()


class Relay:
    """Somebody who ends TLS in between with a certificate of his own and passes on the frames."""

    def __init__(self, target):
        self.certificate = make_certificate()
        self._target = target

    async def serve(self, stream):
        inside = trio.SSLStream(stream, self.certificate.context, server_side=True)
        async with stranger(self._target) as onward:
            try:
                await inside.do_handshake()
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._pass_on, FrameStream(inside), onward, nursery.cancel_scope)
                    nursery.start_soon(self._pass_on, onward, FrameStream(inside), nursery.cancel_scope)
            finally:
                await trio.aclose_forcefully(inside)

    async def _pass_on(self, source, target, scope):
        with contextlib.suppress(Ended, RemoteError):
            while True:
                await target.send(await source.receive_one())
        scope.cancel()


async def test_somebody_in_between_is_refused_by_both_sides(victim, nursery):
    relay = Relay(victim.port)
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    nursery.start_soon(trio.serve_listeners, relay.serve, listeners)
    async with open_links(local(1)) as client:
        port = listeners[0].socket.getsockname()[1]
        client.dial([Address("127.0.0.1", port)], expected=identity(0), purpose="room")
        failed = await event(client, DialFailed)
        assert (failed.code, failed.retry_s) == (Code.CHANNEL, None)
        assert client.up() == ()
    await trio.testing.wait_all_tasks_blocked()
    assert victim.refusals() == [Code.CHANNEL], "the victim heard the client's refusal through the relay"
    assert victim.links.up() == ()
    await victim.still_serves()


async def test_somebody_in_between_who_answers_in_the_clients_name_is_refused_too(victim):
    """He has the client's own words, made for his certificate, and hands them on to the server."""
    relay = make_certificate()
    async with stranger(victim.port) as frames:
        client = handshake(5, relay.der)
        for body in client.start():
            await frames.send(body)
        server_hello, server_proof = [await frames.receive_one() for _ in range(2)]
        assert client.receive(server_hello) == []
        with pytest.raises(RemoteError) as caught:
            client.receive(server_proof)
        assert caught.value.code == Code.CHANNEL
        forged = client._own_auth()
        await frames.send(forged)
        assert (await last_word(frames)).code == Code.CHANNEL
    await victim.still_serves()
