"""A hostile player made of the project's own parts: it links, agrees and signs like an honest one, then cheats.

Everything it knows of a match comes from a ``Match`` that watches; what it signs it makes by hand, so that every
field of an entry can be wrong. It never answers for itself unless told to (``answers``), reads all the time, and
keeps what it was told.
"""

import itertools
import secrets
from contextlib import suppress
from types import SimpleNamespace

import msgspec
import trio

from protocol.chain import Chain
from protocol.contract import Absence, decode_contract, encode_contract, match_id
from protocol.contract import signed_bytes as contract_signed_bytes
from protocol.entries import Ack, Act, Payload, Reveal, encode_payload, entry_hash, signed_bytes
from protocol.flood import sign_tell
from protocol.framing import encode_frame
from protocol.handshake import PROTOCOL_VERSION, Handshake, auth_digest
from protocol.identity import SeatSecret, fingerprint, private_key, public_bytes, sign
from protocol.match import Match
from protocol.messages import (
    Ask,
    Auth,
    Bye,
    EntryMessage,
    Have,
    Hello,
    Ping,
    Pong,
    RoomMessage,
    SignatureMessage,
    decode_message,
    encode_message,
)
from protocol.room_effects import Agreed, Send
from protocol.room_guest import GuestRoom
from protocol.room_host import HostRoom
from protocol.room_messages import Member, Profile, make_statement
from protocol.room_terms import build_contract, make_terms
from protocol.transport.addresses import Address, Invitation, format_invitation, parse_invitation
from protocol.transport.frames import Ended, FrameStream, authenticate
from protocol.transport.listen import open_listeners
from protocol.transport.tls import client_context, make_certificate, peer_certificate

__all__ = ["PATIENCE", "Villain", "bad_line", "terminate_tls"]

PATIENCE = 40
"""Seconds until something expected must have happened on a busy machine."""

RULES = (("krieg", 1), ("towerwars", 1))

_ABSENCE = Absence(60, None, True, 300)

LINK = 1
"""Number of the one link, for the machines."""


class Villain:
    """One hostile identity with at most one seat.

    Attributes:
        key: Identity key.
        secret: Key and chain of its seat.
        room, match: The machines, once there is a room or a match.
        heard: All messages so far.
        bye: How the present link was refused; None while it is up.
        answers: Whether questions of who restarts are answered.
    """

    def __init__(self, nursery, name="eve", seat=1):
        self.name = name
        self.seat = seat
        self.key = private_key(secrets.token_bytes(32))
        self.identity = public_bytes(self.key)
        self.fingerprint = fingerprint(self.identity)
        self.secret = self.fresh_secret()
        self.room = None
        self.match = None
        self.signatures = {}
        self.heard = []
        self.bye = None
        self.answers = True
        self.is_ready = True
        self.signs = True
        self._nursery = nursery
        self._stream = None
        self._closed = trio.Event()
        self._news = trio.Event()
        self._taken = 0
        self._sending = trio.Lock()

    @staticmethod
    def fresh_secret():
        key = private_key(secrets.token_bytes(32))
        return SeatSecret(key, Chain(public_bytes(key), secrets.token_bytes(32)))

    # --- the link -------------------------------------------------------------------------------------
    async def connect(self, invitation):
        """Open TLS to a peer, nothing more."""
        self.invitation = parse_invitation(invitation)
        address = self.invitation.addresses[0]
        tcp = await trio.open_tcp_stream(address.host, address.port)
        self._stream = trio.SSLStream(tcp, client_context())
        await self._stream.do_handshake()
        self.bye = None
        self._closed = trio.Event()
        return FrameStream(self._stream)

    async def link(self, invitation, purpose="room", rules=RULES, match=None, hasty=()):
        """Prove the identity to a peer and read from then on; say ``hasty`` in one breath with the proof."""
        frames = await self.connect(invitation)
        handshake = Handshake.client(
            self.key,
            rules=rules,
            application="villain",
            certificate=peer_certificate(self._stream),
            nonce=secrets.token_bytes(32),
            purpose=purpose,
            match=match or (None if purpose == "room" else self.match.id),
            expected=self.invitation.fingerprint,
        )
        peer, proof = await authenticate(frames, handshake)
        bodies = [*proof, *map(encode_message, hasty)]
        await self.send_raw(b"".join(map(encode_frame, bodies)))
        self._begin(frames, peer)

    def _begin(self, frames, peer):
        self.peer = peer
        self._nursery.start_soon(self._read, frames)
        if self.room is not None and self.match is None:
            self.room.link_up(LINK, peer.identity, 0)

    async def say_hello(self, invitation, **changes):
        """Send a hello with some fields changed and return what comes back, up to the end."""
        frames = await self.connect(invitation)
        hello = Hello(
            "room", PROTOCOL_VERSION, RULES, "villain", self.identity, secrets.token_bytes(32), None
        )
        hello = msgspec.structs.replace(hello, **changes)
        hello_body, answers = encode_message(hello), []
        with trio.fail_after(PATIENCE):
            try:
                await frames.send(hello_body)
                while not (answers and isinstance(answers[-1][1], Bye)):
                    answer = await frames.receive_one()
                    answers.append((answer, decode_message(answer)))
                    if isinstance(answers[-1][1], Auth):
                        certificate = peer_certificate(self._stream)
                        digest = auth_digest(hello_body, answers[0][0], certificate)
                        await frames.send(encode_message(Auth(sign(self.key, b"wabe auth c\0" + digest))))
            finally:
                await trio.aclose_forcefully(self._stream)
        return [message for _, message in answers]

    async def send(self, *messages):
        for message in messages:
            await self.send_raw(encode_frame(encode_message(message)))

    async def send_raw(self, data):
        """Send any bytes; nothing if the link is gone."""
        async with self._sending:
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                await self._stream.send_all(data)

    async def drop(self):
        """End the link without a word."""
        await trio.aclose_forcefully(self._stream)
        await self._closed.wait()

    async def refused(self):
        """Wait until the other end has refused the link; return the code."""
        with trio.fail_after(PATIENCE):
            await self._closed.wait()
        assert self.bye is not None, "the link ended without a word"
        return self.bye.code

    async def until(self, condition):
        """Wait until something that was heard makes ``condition`` true, and return that."""
        with trio.fail_after(PATIENCE):
            while not (found := condition()):
                news = self._news
                await news.wait()
        return found

    async def _read(self, frames):
        closed, stream = self._closed, self._stream
        try:
            with suppress(Ended):
                while self.bye is None:
                    for body in await frames.receive():
                        await self._take(decode_message(body))
                        self._tell()
        finally:
            closed.set()
            self._tell()
            await trio.aclose_forcefully(stream)

    def _tell(self):
        news, self._news = self._news, trio.Event()
        news.set()

    async def _take(self, message):
        self.heard.append(message)
        match message:
            case Ping(stamp):
                await self.send(Pong(stamp))
            case Bye():
                self.bye = message
            case RoomMessage() | SignatureMessage() if self.room is not None and self.match is None:
                self.room.receive(LINK, message, 0)
                await self.settle_room()
            case EntryMessage() if self.match is not None:
                self.match.receive(bytes(message.packed), message.signature)
                self._taken += 1
                if self._taken % 16 == 0:
                    await self.send(self.have())
            case Ask() if self.answers and self.match is not None:
                lengths = self.match.lengths()
                await self.send(sign_tell(self.secret, message, self.seat, lengths))

    # --- the room -------------------------------------------------------------------------------------
    async def join(self, invitation):
        """Enter the room of an invitation."""
        self.room = GuestRoom(self.key, parse_invitation(invitation).room, Profile(self.name, (), "villain"))
        await self.link(invitation)
        await self.settle_room()
        await self.until(lambda: self.room.set_up)

    async def host(self, **options):
        """Open a room of its own and return the invitation to it."""
        certificate = make_certificate()
        (listener,) = await open_listeners(0, "127.0.0.1")
        profile, terms = Profile(self.name, (), "villain"), make_terms("towerwars", options, _ABSENCE)
        self.room = HostRoom(self.key, secrets.token_bytes(16), profile, terms, auto_start=False)
        self.room.claim(self.seat, public_bytes(self.secret.key), self.secret.chain.tip)

        async def welcome(tcp):
            self._stream = trio.SSLStream(tcp, certificate.context, server_side=True)
            await self._stream.do_handshake()
            frames = FrameStream(self._stream)
            handshake = Handshake.server(
                self.key,
                rules=RULES,
                application="villain",
                certificate=certificate.der,
                nonce=secrets.token_bytes(32),
            )
            peer, _ = await authenticate(frames, handshake)
            self._begin(frames, peer)
            await self.settle_room()
            await self._closed.wait()

        self._nursery.start_soon(trio.serve_listeners, welcome, [listener])
        address = Address("127.0.0.1", listener.socket.getsockname()[1])
        return format_invitation(Invitation((address,), self.fingerprint, self.room.id, None))

    async def settle_room(self):
        """Send what the room machine says, after wanting seat and readiness where that is possible."""
        guest = self.room if isinstance(self.room, GuestRoom) else None
        if guest is not None and guest.set_up is not None and guest.set_up.start is None:
            if self.is_ready and not guest.claims() and self.seat in guest.open_seats():
                guest.claim(self.seat, public_bytes(self.secret.key), self.secret.chain.tip)
            if self.is_ready and self.seat in guest.seats_of(self.identity) and not guest.is_ready:
                guest.ready(guest.set_up.version)
        for effect in self.room.effects():
            match effect:
                case Send(SignatureMessage()) if not self.signs:
                    pass
                case Send(message):
                    await self.send(message)
                case Agreed():
                    self.signatures = dict(effect.signatures)
                    self.match = Match(decode_contract(effect.packed), effect.signatures)

    async def relabel(self, **options):
        """As a host, propose a contract about other terms under the version that the guest has agreed to."""
        room = self.room
        forged = msgspec.structs.replace(room.set_up, terms=make_terms("towerwars", options, _ABSENCE))
        start = match_id(encode_contract(build_contract(forged)))
        room._publish(msgspec.structs.replace(forged, start=start, ready=True))
        await self.settle_room()

    def statement(self, n, *claims, ready=None, room=None):
        """Return a signed guest's statement with that number and these claims."""
        member = Member(Profile(self.name, (), "villain"), claims, ready, left=False)
        return make_statement(self.key, room or self.room.id, n, member)

    # --- the match ------------------------------------------------------------------------------------
    async def play_honestly(self, invitation):
        """Join, agree and write entry 0: from here on a match exists."""
        await self.join(invitation)
        await self.until(lambda: self.match)
        await self.send(self.have())
        await self.say(Ack())
        await self.until(lambda: self.match.to_act() is not None)

    async def come_back(self, invitation):
        """Link anew after having been refused."""
        await self.link(invitation, "match")
        await self.send(self.have())

    def have(self):
        return Have(self.match.id, self.match.lengths())

    def entry(self, body, match_id=None, key=None, **changes):
        """Return the next entry ``(P, signature)`` of its feed, with some fields changed."""
        own = self.match.entries(self.seat, 0)
        payload = Payload(
            self.seat,
            len(own),
            entry_hash(self.match.id, own[-1][0]) if own else self.match.id,
            self.match.k,
            self.match.head,
            self.match.state_hash,
            body,
        )
        packed = encode_payload(msgspec.structs.replace(payload, **changes))
        return packed, self.signature(packed, match_id, key)

    def signature(self, packed, match_id=None, key=None):
        return sign(key or self.secret.key, signed_bytes(match_id or self.match.id, packed))

    async def send_entry(self, packed, signature):
        """Send an entry as it is, which it does not believe itself."""
        await self.send(EntryMessage(msgspec.Raw(packed), signature))

    async def say(self, body, **changes):
        """Sign, send and believe an entry; return it."""
        packed, signature = self.entry(body, **changes)
        self.match.receive(packed, signature)
        await self.send_entry(packed, signature)
        return packed, signature

    def act(self, action, x=None):
        return Act(self.seat, action, x, 0, ())

    def reveal(self, x=None, cause=None):
        """Return the reveal that the pending item asks for."""
        chance = self.match._log.chance
        return Reveal(chance.n, cause or chance.cause, x or self.secret.chain.link(chance.n))

    def legal(self):
        game = self.match.game
        return [game.format(action) for action in game.legal_actions(self.match.state)]

    def contract_signature(self, packed):
        return sign(self.key, contract_signed_bytes(packed))


async def terminate_tls(nursery, invitation):
    """Sit between a peer and whoever takes the invitation that is returned: TLS ends here, twice."""
    real = parse_invitation(invitation)
    certificate = make_certificate()
    (listener,) = await open_listeners(0, "127.0.0.1")

    async def splice(source, target):
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for data in source:
                await target.send_all(data)

    async def welcome(tcp):
        near = trio.SSLStream(tcp, certificate.context, server_side=True)
        address = real.addresses[0]
        far = trio.SSLStream(await trio.open_tcp_stream(address.host, address.port), client_context())
        async with near, far, trio.open_nursery() as both:
            both.start_soon(splice, near, far)
            await splice(far, near)
            both.cancel_scope.cancel()

    nursery.start_soon(trio.serve_listeners, welcome, [listener])
    address = Address("127.0.0.1", listener.socket.getsockname()[1])
    return format_invitation(Invitation((address,), real.fingerprint, real.room, real.match))


async def bad_line(nursery, invitation, moments):
    """Sit between a peer and whoever takes the invitation that is returned: pieces of any size come late, and cuts.

    Each connection carries twice as much as the one before, so that it comes to an end.
    """
    real, number = parse_invitation(invitation), itertools.count()
    (listener,) = await open_listeners(0, "127.0.0.1")

    async def carry(source, target, line):
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for data in source:
                while data:
                    size = moments.randrange(1, 400)
                    piece, data = data[:size], data[size:]
                    line.left -= len(piece)
                    if line.left < 0:
                        break
                    if moments.random() < 0.1:
                        await trio.sleep(moments.random() * 0.02)
                    await target.send_all(piece)
                if line.left < 0:
                    break
        line.both.cancel()

    async def welcome(near):
        address = real.addresses[0]
        try:
            far = await trio.open_tcp_stream(address.host, address.port)
        except OSError:
            far = near
        async with near, far, trio.open_nursery() as both:
            left = moments.randrange(6_000, 9_000) << next(number)
            line = SimpleNamespace(left=left, both=both.cancel_scope)
            if far is not near:
                both.start_soon(carry, near, far, line)
                both.start_soon(carry, far, near, line)

    nursery.start_soon(trio.serve_listeners, welcome, [listener])
    address = Address("127.0.0.1", listener.socket.getsockname()[1])
    return format_invitation(Invitation((address,), real.fingerprint, real.room, real.match))
