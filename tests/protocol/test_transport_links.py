"""Links over real sockets on this machine: listening, dialling, dialling again, leaving."""

import socket
import ssl
import stat
import tempfile
from pathlib import Path

import pytest
import trio

from engine.digest import H
from protocol.errors import Code
from protocol.identity import fingerprint, private_key, public_bytes
from protocol.messages import Chat
from protocol.transport import Local, dial, links, listen, open_links, tls
from protocol.transport.addresses import Address
from protocol.transport.events import DialFailed, Heard, LinkDown, LinkUp

PATIENCE = 20
"""Seconds after which a test has failed; on a good day they take some milliseconds."""

HAS_IPV6 = listen._has_ipv6()


def local(number):
    return Local(private_key(H("wabe.test", b"links %d" % number)), f"test {number}", (("towerwars", 1),))


def identity(number):
    return public_bytes(local(number).key)


def chat(text="hello", n=0):
    return Chat(bytes(32), 0, n, text, bytes(64))


async def event(opened, kind):
    """Return the next event of ``kind``; others are passed over."""
    with trio.fail_after(PATIENCE):
        while not isinstance(found := await opened.events.receive(), kind):
            pass
    return found


@pytest.fixture
async def peers(nursery):
    """Return a function that opens ``Links`` for peers 0, 1, ...; all are left when the test ends."""

    async def hold(number, task_status):
        async with open_links(local(number)) as opened:
            task_status.started(opened)
            await trio.sleep_forever()

    async def start(*numbers):
        return [await nursery.start(hold, number) for number in numbers]

    return start


@pytest.fixture
def unused_port():
    """Return a port on which nobody listens: it is bound and not listened on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        yield sock.getsockname()[1]


HOSTS = ["127.0.0.1", pytest.param("::1", marks=pytest.mark.skipif(not HAS_IPV6, reason="no IPv6 here"))]


@pytest.mark.parametrize("host", HOSTS)
async def test_one_port_serves_both_families(peers, host):
    a, b = await peers(0, 1)
    port = await a.serve()
    number = b.dial([Address(host, port)], expected=identity(0), purpose="match", match=bytes(32))
    up = await event(b, LinkUp)
    assert (up.identity, up.dial, up.application, up.rules) == (
        identity(0),
        number,
        "test 0",
        (("towerwars", 1),),
    )
    seen = await event(a, LinkUp)
    assert (seen.identity, seen.dial, seen.purpose, seen.match) == (identity(1), None, "match", bytes(32))
    assert seen.remote.startswith(f"[{host}]:" if ":" in host else f"{host}:")
    assert a.send(seen.link, chat("there"))
    assert b.send(up.link, chat("and back"))
    assert (await event(b, Heard)).message == chat("there")
    assert (await event(a, Heard)).message == chat("and back")
    assert (a.up(), b.up()) == ((seen.link,), (up.link,))
    a.close(seen.link, "kicked", "enough")
    down = await event(b, LinkDown)
    assert (down.code, down.text, down.culprit, down.redial) == ("kicked", "enough", "remote", False)
    down = await event(a, LinkDown)
    assert (down.code, down.culprit, down.redial) == ("kicked", "local", False)
    assert (a.up(), b.up()) == ((), ())
    assert not a.send(seen.link, chat())
    assert a.queued(seen.link) == 0


@pytest.mark.parametrize("host", HOSTS)
async def test_listening_may_be_limited_to_one_address(peers, host):
    a, b = await peers(0, 1)
    port = await a.serve(0, host=host)
    b.dial([Address(host, port)], expected=fingerprint(identity(0)), purpose="room")
    assert (await event(b, LinkUp)).identity == identity(0)


@pytest.mark.skipif(not HAS_IPV6, reason="no IPv6 here")
async def test_without_dual_stack_two_sockets_share_the_port(peers, monkeypatch):
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    a, b = await peers(0, 1)
    port = await a.serve()
    for host in ("127.0.0.1", "::1"):
        b.dial([Address(host, port)], expected=identity(0), purpose="room")
        await event(b, LinkUp)
    with pytest.raises(OSError):
        await listen.open_listeners(port)


async def test_a_port_in_use_is_an_error_and_leaves_nothing_open(peers):
    (a,) = await peers(0)
    port = await a.serve()
    with pytest.raises(OSError):
        await a.serve(port)


async def test_much_goes_both_ways_at_once_and_arrives_in_order(peers):
    a, b = await peers(0, 1)
    port = await a.serve(host="127.0.0.1")
    b.dial([Address("127.0.0.1", port)], expected=identity(0), purpose="match")
    ends = {a: (await event(a, LinkUp)).link, b: (await event(b, LinkUp)).link}
    for n in range(3000):
        for side, link in ends.items():
            assert side.send(link, chat("x" * 500, n))
    for side in ends:
        for n in range(3000):
            assert (await event(side, Heard)).message.n == n


async def test_the_wrong_peer_is_refused_and_not_asked_again(peers):
    a, b = await peers(0, 1)
    port = await a.serve()
    number = b.dial([Address("127.0.0.1", port)], expected=identity(7), purpose="room")
    failed = await event(b, DialFailed)
    assert (failed.dial, failed.code, failed.retry_s) == (number, Code.WRONG_PEER, None)
    b.dial([Address("127.0.0.1", port)], expected=identity(0), purpose="room")
    assert (await event(a, LinkUp)).identity == identity(1), "the listener has survived"


async def test_one_cannot_dial_oneself(peers):
    (a,) = await peers(0)
    port = await a.serve()
    a.dial([Address("127.0.0.1", port)], expected=identity(0), purpose="room")
    failed = await event(a, DialFailed)
    assert (failed.code, failed.retry_s) == (Code.WRONG_PEER, None)


async def test_other_rules_of_the_match_are_told_to_the_dialler(peers):
    a, b = await peers(0, 1)
    port = await a.serve()
    where = [Address("127.0.0.1", port)]
    b.dial(where, expected=identity(0), purpose="match", match=bytes(32), game="krieg")
    failed = await event(b, DialFailed)
    assert (failed.code, failed.retry_s) == (Code.RULES_VERSION, None)
    b.dial(where, expected=identity(0), purpose="match", match=bytes(32), game="towerwars")
    await event(b, LinkUp)


async def test_a_race_passes_by_dead_addresses_and_strangers_and_makes_one_link(peers, unused_port):
    a, b, stranger = await peers(0, 1, 2)
    port, other = await a.serve(), await stranger.serve()
    addresses = [
        Address("127.0.0.1", unused_port),
        Address("127.0.0.1", other),
        Address("no-such-host.invalid", 1),
        *[Address("127.0.0.1", port)] * 3,
    ]
    b.dial(addresses, expected=identity(0), purpose="room")
    up = await event(b, LinkUp)
    seen = await event(a, LinkUp)
    assert b.send(up.link, chat())
    assert await event(a, Heard) == Heard(seen.link, chat())
    assert len(a.up()) == len(b.up()) == 1
    assert stranger.up() == ()


async def test_a_race_does_not_wait_for_who_is_silent(peers, monkeypatch):
    monkeypatch.setattr("protocol.transport.dial.PROOF_TIMEOUT", 1000)
    a, b = await peers(0, 1)
    port = await a.serve()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        addresses = [Address("127.0.0.1", silent.getsockname()[1]), Address("127.0.0.1", port)]
        b.dial(addresses, expected=identity(0), purpose="room")
        await event(b, LinkUp)


async def test_of_two_that_win_a_race_at_once_one_is_kept(peers):
    a, b = await peers(0, 1)
    address = Address("127.0.0.1", await a.serve())
    target = links._Target((address,), identity(0), "room", None, None, False)
    run = dial._Race(b._maker(target), tls.client_context())
    await dial._connect(run, address)
    first = run.won
    await dial._connect(run, address)
    assert run.won is first
    await trio.aclose_forcefully(first.frames.stream)


async def test_while_one_address_is_silent_a_stranger_at_another_decides_nothing(peers, unused_port):
    b, stranger = await peers(1, 2)
    other = await stranger.serve()
    addresses = [Address("127.0.0.1", unused_port), Address("127.0.0.1", other)]
    b.dial(addresses, expected=identity(0), purpose="room")
    failed = await event(b, DialFailed)
    assert (failed.code, failed.retry_s) == (Code.UNREACHABLE, 1)
    b.dial([], expected=identity(0), purpose="room", redial=False)
    assert (await event(b, DialFailed)).retry_s is None


async def test_a_dial_goes_on_with_growing_steps_until_it_is_given_up(peers, unused_port, monkeypatch):
    monkeypatch.setattr(links, "REDIAL_FIRST", 0)
    (b,) = await peers(1)
    number = b.dial([Address("127.0.0.1", unused_port)], expected=identity(0), purpose="room")
    assert (await event(b, DialFailed)).retry_s == 0
    assert (await event(b, DialFailed)).retry_s == 0
    b.cancel_dial(number)
    b.cancel_dial(number)
    b.cancel_dial(999)
    await trio.testing.wait_all_tasks_blocked()
    assert b._dials == {}


async def test_a_lost_link_is_dialled_again_and_a_goodbye_is_final(peers, monkeypatch):
    monkeypatch.setattr(links, "REDIAL_FIRST", 0)
    a, b = await peers(0, 1)
    port = await a.serve()
    number = b.dial([Address("127.0.0.1", port)], expected=identity(0), purpose="room")
    first, seen = await event(b, LinkUp), await event(a, LinkUp)
    # As if the cable were pulled: the socket is gone without a word.
    a._links[seen.link]._frames.stream.transport_stream.socket.close()
    down = await event(b, LinkDown)
    assert (down.link, down.code, down.culprit, down.redial) == (first.link, Code.LOST, "network", True)
    assert (await event(a, LinkDown)).code == Code.LOST
    second, seen = await event(b, LinkUp), await event(a, LinkUp)
    assert (second.dial, second.link != first.link) == (number, True)
    a.close(seen.link)
    down = await event(b, LinkDown)
    assert (down.code, down.redial) == ("done", False)
    await trio.testing.wait_all_tasks_blocked()
    assert b._dials == {}


async def test_the_oldest_link_of_an_identity_gives_way(peers):
    a, b = await peers(0, 1)
    port = await a.serve()
    ups = []
    for _ in range(links.MAX_LINKS_PER_IDENTITY + 1):
        b.dial([Address("127.0.0.1", port)], expected=identity(0), purpose="room")
        ups.append(await event(b, LinkUp))
    down = await event(b, LinkDown)
    assert (down.link, down.code, down.redial) == (ups[0].link, "done", False)


@pytest.mark.parametrize("limit", ["MAX_LINKS", "MAX_LINKS_PER_NETWORK"])
async def test_too_many_links_are_told_so_and_asked_to_come_again(peers, monkeypatch, limit):
    monkeypatch.setattr(links, limit, 1)
    a, b, c = await peers(0, 1, 2)
    port = await a.serve()
    b.dial([Address("127.0.0.1", port)], expected=identity(0), purpose="room")
    await event(b, LinkUp)
    c.dial([Address("127.0.0.1", port)], expected=identity(0), purpose="room")
    down = await event(c, LinkDown)
    assert (down.code, down.culprit, down.redial) == (Code.BUSY, "remote", True)


async def test_leaving_says_goodbye_on_every_link(peers):
    (a,) = await peers(0)
    port = await a.serve()
    async with open_links(local(1)) as b:
        b.dial([Address("127.0.0.1", port)], expected=identity(0), purpose="room")
        up = await event(b, LinkUp)
        b.send(up.link, chat())
    seen = await event(a, Heard)
    down = await event(a, LinkDown)
    assert (down.link, down.code, down.culprit) == (seen.link, "done", "remote")


async def test_leaving_while_somebody_does_not_read_takes_limited_time(peers, monkeypatch):
    monkeypatch.setattr(links, "FAREWELL", 0.05)
    (a,) = await peers(0)
    async with open_links(local(1)) as b:
        port = await b.serve()
        a.dial([Address("127.0.0.1", port)], expected=identity(1), purpose="room")
        link = (await event(b, LinkUp)).link
        # Nobody takes a's events: its reader stops, the system's buffers and then b's queue fill.
        while b.send(link, chat("x" * 500)):
            await trio.lowlevel.checkpoint()
            if b.queued(link) > 2_000_000:
                break


async def test_a_certificate_lasts_for_a_moment_on_disk_and_is_private(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    modes = []
    unlink = Path.unlink

    def noticed(path):
        modes.append(stat.S_IMODE(path.stat().st_mode))
        assert b"BEGIN PRIVATE KEY" not in path.read_bytes()
        unlink(path)

    monkeypatch.setattr(Path, "unlink", noticed)
    first, second = tls.make_certificate(), tls.make_certificate()
    assert modes == [0o600, 0o600]
    assert list(tmp_path.iterdir()) == []
    assert first.der != second.der
    for context in (first.context, tls.client_context()):
        assert context.minimum_version == ssl.TLSVersion.TLSv1_3
    assert first.context.num_tickets == 0
    with pytest.raises(ssl.SSLError):
        tls.server_context(b"nonsense")
    assert list(tmp_path.iterdir()) == []
