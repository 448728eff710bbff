"""All links of one process: who is connected, how to send, how to dial, and what has happened."""

import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio

from protocol.errors import Code, RemoteError
from protocol.handshake import Handshake, bye_body
from protocol.identity import Ed25519PrivateKey
from protocol.messages import AnyMessage
from protocol.transport.addresses import Address
from protocol.transport.dial import Connected, HandshakeMaker, is_final, race
from protocol.transport.events import DialFailed, LinkDown, LinkEvent, LinkId, LinkUp
from protocol.transport.frames import Ended, FrameStream, authenticate, close_stream, say_bye
from protocol.transport.link import Link
from protocol.transport.listen import PROOF_TIMEOUT, Gate, network, open_listeners, remote_address
from protocol.transport.tls import client_context, make_certificate

__all__ = ["Links", "Local", "open_links"]

_LOG = logging.getLogger(__name__)

EVENT_BUFFER = 256
"""Events that wait for the driver before readers are held back."""

MAX_LINKS = 128
"""Links of one process: six seats, and spectators of a well-visited match; further ones are told BUSY."""

MAX_LINKS_PER_NETWORK = 32
"""The part of them that others may make from one address (or IPv6 /64): keys cost nothing, addresses do. A full
table and its spectators behind one router stay below it."""

MAX_LINKS_PER_IDENTITY = 4
"""Links of one identity: two peers may dial each other at once, and a link that died silently is noticed late. A
further one closes the oldest: whoever proves the key is the same person."""

REDIAL_FIRST, REDIAL_MOST = 1, 60
"""Seconds before the first repetition of a dial, doubled each time, up to the most: a pulled cable is back within
seconds of being put in again, and a peer that stays away for hours is asked once a minute."""

FAREWELL = 4
"""Seconds to end all links when the process ends: the time for a goodbye and its reading."""


@dataclass(frozen=True, slots=True)
class Local:
    """Who this process is on every link.

    Attributes:
        key: Identity key of the profile.
        application: Program and version, at most 64 characters; shown to the other side.
        rules: ``(game, rules_version)`` of every game known here.
    """

    key: Ed25519PrivateKey
    application: str
    rules: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class _Target:
    """What a dial is after."""

    addresses: tuple[Address, ...]
    expected: bytes | str | None
    purpose: str
    match: bytes | None
    game: str | None
    redial: bool


@dataclass(slots=True)
class _Dial:
    """A dial that goes on; ``waiting`` is cancelled to give it up, but never while a link of it is up."""

    target: _Target
    waiting: trio.CancelScope
    given_up: bool = False


class Links:
    """Made by ``open_links``. All methods but ``serve`` return at once; what comes of them is told in ``events``.

    Attributes:
        events: Everything that happens, in order. Read it all the time: a reader that stops for long holds
            back its own links (their senders wait), and loses nothing.
    """

    def __init__(self, local: Local, nursery: trio.Nursery) -> None:
        self.events: trio.MemoryReceiveChannel[LinkEvent]
        self._telling, self.events = trio.open_memory_channel[LinkEvent](EVENT_BUFFER)
        self._local = local
        self._nursery = nursery
        self._certificate = make_certificate()
        self._client_context = client_context()
        self._gate = Gate()
        self._links: dict[LinkId, Link] = {}
        self._networks: dict[LinkId, str] = {}
        self._dials: dict[LinkId, _Dial] = {}
        self._last_number = 0
        self._serving: list[trio.CancelScope] = []
        self._shutting = False
        self._a_link_ended = trio.Event()

    async def serve(self, port: int = 0, *, host: str | None = None) -> int:
        """Listen on ``port`` (0: any free one) for IPv4 and IPv6 and return the port.

        Args:
            port: 0, or 1024..65535.
            host: Literal address to bind to instead of all of them, such as ``127.0.0.1``.

        Raises:
            OSError: The port cannot be had.
        """
        listeners = await open_listeners(port, host)
        bound: int = listeners[0].socket.getsockname()[1]
        self._nursery.start_soon(self._listen, listeners)
        return bound

    async def _listen(self, listeners: list[trio.SocketListener]) -> None:
        with trio.CancelScope() as scope:
            self._serving.append(scope)
            await trio.serve_listeners(self._welcome, listeners, handler_nursery=self._nursery)

    def dial(
        self,
        addresses: Sequence[Address],
        *,
        expected: bytes | str | None,
        purpose: str,
        match: bytes | None = None,
        game: str | None = None,
        redial: bool = True,
    ) -> LinkId:
        """Try to reach a peer at any of its addresses and return the number of this dial.

        Success is told by ``LinkUp`` with this ``dial``, failure by ``DialFailed``. With ``redial`` it tries again after
        a failure or after the link is lost, in steps of 1, 2, 4, ... 60 s, until ``cancel_dial``; but not after a
        refusal that a repetition cannot change (wrong peer, version, kicked, ...), nor after a goodbye of either side.

        Args:
            addresses: Where the peer may listen; raced.
            expected: Identity key (bytes) or fingerprint (text) of the peer; another one is refused. None only where the
                person gave nothing but an address, and is shown the fingerprint of whoever answers.
            purpose: ``room``, ``match`` or ``watch``.
            match: Match id if known.
            game: Name of the match's game if known: then the rules versions of both sides must agree.
            redial: Whether to try again.
        """
        number = self._next_number()
        dial = _Dial(_Target(tuple(addresses), expected, purpose, match, game, redial), trio.CancelScope())
        self._dials[number] = dial
        self._nursery.start_soon(self._keep_dialling, number, dial)
        return number

    def cancel_dial(self, dial: LinkId) -> None:
        """Give up a dial; a link that it has made stays, and is not dialled again once it ends."""
        if (found := self._dials.get(dial)) is not None:
            found.given_up = True
            found.waiting.cancel()

    def send(self, link: LinkId, message: AnyMessage) -> bool:
        """Queue a message. False (and nothing sent) if the link is down or closing, or its queue is full.

        A full queue (``QUEUE_LIMIT`` bytes) drops the link with code SLOW: the other side does not read. Whoever has much to
        send asks ``queued`` and goes on when told ``Drained``.
        """
        found = self._links.get(link)
        return found is not None and found.send(message)

    def queued(self, link: LinkId) -> int:
        """Return how many bytes wait in the queue of the link; 0 if it is down."""
        found = self._links.get(link)
        return 0 if found is None else found.queued

    def close(self, link: LinkId, code: str = "done", text: str = "") -> None:
        """Send what is queued, then ``bye`` with ``code`` and ``text``, and close. ``LinkDown`` follows."""
        if (found := self._links.get(link)) is not None:
            found.close(code, text)

    def up(self) -> tuple[LinkId, ...]:
        """Return the links that are up, oldest first."""
        return tuple(number for number, link in self._links.items() if link.ending is None)

    # Listening

    async def _welcome(self, tcp: trio.SocketStream) -> None:
        """Serve one connection that somebody made; whatever it does ends with it."""
        remote = remote_address(tcp)
        stream = trio.SSLStream(tcp, self._certificate.context, server_side=True)
        try:
            with self._gate.enter(remote) as admitted:
                if not admitted:
                    _LOG.info("%s cut: too many connections without proof", remote)
                    return
                connected = await self._prove(stream, remote)
            if connected is not None:
                await self._run_link(connected)
        except Exception:
            # A stranger must never be able to end the program: what nobody has foreseen ends one connection.
            _LOG.exception("a connection from %s failed", remote)
        finally:
            await trio.aclose_forcefully(stream)

    async def _prove(self, stream: "trio.SSLStream[trio.SocketStream]", remote: str) -> Connected | None:
        frames = FrameStream(stream)
        handshake = Handshake.server(
            self._local.key,
            rules=self._local.rules,
            application=self._local.application,
            certificate=self._certificate.der,
            nonce=secrets.token_bytes(32),
        )
        is_private = False
        with trio.move_on_after(PROOF_TIMEOUT) as scope:
            try:
                await stream.do_handshake()
                is_private = True
                peer, _ = await authenticate(frames, handshake)
                return Connected(frames, peer, remote)
            except (Ended, RemoteError) as error:
                _LOG.info("%s refused or left: %s (%s)", remote, error.code, error)
            except (trio.BrokenResourceError, OSError) as error:
                _LOG.info("%s does not speak TLS 1.3: %s", remote, error)
        if scope.cancelled_caught:
            _LOG.info("%s proved nothing within %s s", remote, PROOF_TIMEOUT)
            if is_private:
                await say_bye(frames, [bye_body(Code.TIMEOUT, f"no proof within {PROOF_TIMEOUT} seconds")])
        return None

    # Dialling

    async def _keep_dialling(self, number: LinkId, dial: _Dial) -> None:
        delay = REDIAL_FIRST
        while not dial.given_up:
            connected: Connected | None = None
            failure: Ended | None = None
            with trio.CancelScope() as dial.waiting:
                try:
                    connected = await race(
                        dial.target.addresses, self._client_context, self._maker(dial.target)
                    )
                except Ended as error:
                    failure = error
            if connected is not None:
                began = trio.current_time()
                ending = await self._run_link(connected, number, dial)
                if not _is_redialled(dial, ending):
                    break
                if trio.current_time() - began >= delay:
                    delay = REDIAL_FIRST
            elif failure is not None:
                again = dial.target.redial and not is_final(failure)
                await self._tell(DialFailed(number, failure.code, failure.text, delay if again else None))
                if not again:
                    break
            with trio.CancelScope() as dial.waiting:
                await trio.sleep(delay)
            delay = min(2 * delay, REDIAL_MOST)
        del self._dials[number]

    def _maker(self, target: _Target) -> HandshakeMaker:
        def make(certificate: bytes, nonce: bytes) -> Handshake:
            return Handshake.client(
                self._local.key,
                rules=self._local.rules,
                application=self._local.application,
                certificate=certificate,
                nonce=nonce,
                purpose=target.purpose,
                match=target.match,
                expected=target.expected,
                game=target.game,
            )

        return make

    # Links

    async def _run_link(
        self, connected: Connected, number: LinkId | None = None, dial: _Dial | None = None
    ) -> Ended:
        """Run a proved stream as a link, tell its beginning and its end, and return why it ended."""
        if not self._has_place(connected.remote, is_dialled=dial is not None):
            busy = Ended(Code.BUSY, "too many links", "local")
            await say_bye(connected.frames, [bye_body(busy.code, busy.text)])
            await close_stream(connected.frames.stream)
            return busy
        peer = connected.peer
        self._replace_oldest(peer.identity)
        link = Link(self._next_number(), connected.frames, peer, self._tell)
        self._links[link.id] = link
        if dial is None:
            self._networks[link.id] = network(connected.remote)
        await self._tell(
            LinkUp(
                link.id,
                peer.identity,
                peer.purpose,
                peer.match,
                connected.remote,
                peer.application,
                peer.rules,
                number,
            )
        )
        try:
            ending = await link.run()
        except Exception:
            # A peer must never be able to end the program: what nobody has foreseen ends one link.
            _LOG.exception("link %d with %s failed", link.id, connected.remote)
            ending = Ended(Code.UNEXPECTED, "an error in this program ended the link", "local")
        finally:
            del self._links[link.id]
            self._networks.pop(link.id, None)
            self._a_link_ended.set()
        redial = dial is not None and _is_redialled(dial, ending)
        await self._tell(LinkDown(link.id, ending.code, ending.text, ending.culprit, redial))
        return ending

    def _has_place(self, remote: str, *, is_dialled: bool) -> bool:
        if len(self._links) >= MAX_LINKS or self._shutting:
            return False
        same = [of for of in self._networks.values() if of == network(remote)]
        return is_dialled or len(same) < MAX_LINKS_PER_NETWORK

    def _replace_oldest(self, identity: bytes) -> None:
        same = [
            link for link in self._links.values() if link.peer.identity == identity and link.ending is None
        ]
        if len(same) >= MAX_LINKS_PER_IDENTITY:
            same[0].close("done", "a newer link of the same identity takes its place")

    async def _tell(self, event: LinkEvent) -> None:
        # After the end of the block nobody listens any more.
        with contextlib.suppress(trio.BrokenResourceError):
            await self._telling.send(event)

    def _next_number(self) -> LinkId:
        self._last_number += 1
        return self._last_number

    async def _say_farewell(self) -> None:
        """Stop listening and dialling, say goodbye on every link and wait for the last of them to end."""
        self._shutting = True
        for scope in self._serving:
            scope.cancel()
        self.events.close()
        for number in tuple(self._dials):
            self.cancel_dial(number)
        for link in self._links.values():
            link.close("done", "")
        while self._links:
            self._a_link_ended = trio.Event()
            await self._a_link_ended.wait()


def _is_redialled(dial: _Dial, ending: Ended) -> bool:
    """Return whether the dial tries again after a link that ended so: not after a goodbye of either side."""
    lost = ending.culprit == "network" or ending.code in (Code.SLOW, Code.BUSY)
    return lost and dial.target.redial and not dial.given_up


@asynccontextmanager
async def open_links(local: Local) -> AsyncIterator[Links]:
    """Run the links of a process while the block lasts; see the package's documentation.

    An exception of the block comes out in an exception group, as from any trio nursery.
    """
    async with trio.open_nursery() as nursery:
        links = Links(local, nursery)
        try:
            yield links
        finally:
            with trio.CancelScope(shield=True, deadline=trio.current_time() + FAREWELL):
                await links._say_farewell()
            nursery.cancel_scope.cancel()
