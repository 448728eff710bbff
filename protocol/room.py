"""A room: how people who are linked somehow agree on one contract.

The host's statement is the set-up, each guest's statement its wishes; statements are signed and flooded, so
any connected graph of links will do (``room_messages``). Readiness is for one version of the set-up: all
that the contract will say except who holds the human seats. When the host starts, the set-up names the match
id; every peer builds the contract itself out of the set-up (``room_terms``), so nobody is ever asked to
sign anything that it did not read there. Guests sign first, the host's own seats last; who holds all the
signatures has a match.

This module is what both sides share; ``room_guest`` and ``room_host`` add what each may say. Times are
milliseconds of any steady clock.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from engine.game import Seat
from protocol.contract import Contract, encode_contract, match_id, signed_bytes
from protocol.errors import Code, LocalError, RemoteError
from protocol.identity import Ed25519PrivateKey, check_public_key, public_bytes, sign, verify
from protocol.messages import AnyMessage, RoomMessage, SignatureMessage
from protocol.meter import Meter
from protocol.room_effects import Agreed, Changed, Closed, Expel, Refused, RoomEffect, Send
from protocol.room_messages import Body, Member, Open, Profile, SetUp, Taken, make_statement, read_statement
from protocol.room_terms import NonDefault, build_contract, check_set_up, non_default_options

__all__ = ["MemberView", "Missing", "Room"]

MAX_AUTHORS = 256
"""Identities whose statements a room ever keeps. None is forgotten while the room lasts, since a forgotten
statement would travel round a circle of links again and again. A room that so many have visited is opened anew."""

AUTHOR_BURST, AUTHOR_PER_SECOND = 32, 4
"""Statements of one author: a host who scrolls through an option makes some ten a second, for a moment. What
comes faster is held back and the newest of it let through in time, so nothing that counts is lost."""

LINK_BURST, LINK_PER_SECOND = 1024, 128
"""Messages of one link: twice what a peer that has everything sends at once when a link comes up, and
then what 32 busy authors may say. Nobody who keeps the limit on authors exceeds it."""

MAX_EARLY = 12
"""Signatures kept for a contract that is not known yet: two contracts of six seats."""


@dataclass(frozen=True, slots=True)
class MemberView:
    """Somebody in the room, as a window shows it.

    Attributes:
        identity: Identity key.
        profile: What it says of itself.
        host: Whether it is the host.
        admitted: Whether the host lists it.
        seats: Seats that it holds.
        ready: Whether it is ready for the present version.
        address: Where the host sees it, or None.
    """

    identity: bytes
    profile: Profile
    host: bool
    admitted: bool
    seats: tuple[Seat, ...]
    ready: bool
    address: str | None


@dataclass(frozen=True, slots=True)
class Missing:
    """What a seat still lacks: ``open`` (nobody holds it), ``ready``, or ``signature``."""

    seat: Seat
    what: str


@dataclass(frozen=True, slots=True)
class _Proposal:
    contract: Contract
    packed: bytes
    match: bytes


@dataclass(frozen=True, slots=True)
class _Held:
    message: RoomMessage
    body: Body
    link: int


class Room(ABC):
    """What host and guests share; make a ``HostRoom`` or a ``GuestRoom``.

    Attributes:
        id: 16-byte id of the room.
        me: Own identity key.
        host: The host's identity key; None until its set-up arrived.
        set_up: The host's latest statement; None before.
        closed: Why the room is over for this peer; None while it is not.
        agreed: The result, once there is one.
    """

    def __init__(self, key: Ed25519PrivateKey, room: bytes, profile: Profile) -> None:
        self.id = room
        self.me = public_bytes(key)
        self.host: bytes | None = None
        self.set_up: SetUp | None = None
        self.closed: Closed | None = None
        self.agreed: Agreed | None = None
        self._key = key
        self._profile = profile
        self._n = 0
        self._statements: dict[bytes, RoomMessage] = {}
        self._bodies: dict[bytes, Body] = {}
        self._held: dict[bytes, _Held] = {}
        self._author_meters: dict[bytes, Meter] = {}
        self._link_meters: dict[int, Meter] = {}
        self._proposal: _Proposal | None = None
        self._signatures: dict[Seat, bytes] = {}
        self._early: list[SignatureMessage] = []
        self._effects: list[RoomEffect] = []

    # Input

    def link_up(self, link: int, identity: bytes, now: int) -> None:
        """A link came up: it is sent everything that is current; one to a kicked identity is to be closed."""
        self._link_meters[link] = Meter(LINK_BURST, LINK_PER_SECOND, now)
        if self.set_up is not None and identity in self.set_up.kicked:
            self._effects.append(Expel(identity))
            return
        if self.host is not None:
            self._effects.append(Send(self._statements[self.host], link))
        for author, statement in self._statements.items():
            # Who comes back must hear of its own last statement, to number the next ones from there on.
            if author != self.host and (author == identity or not self._is_forgettable(author)):
                self._effects.append(Send(statement, link))
        if self._proposal is not None:
            for seat, signature in self._signatures.items():
                self._effects.append(Send(SignatureMessage(self._proposal.match, seat, signature), link))

    def link_down(self, link: int) -> None:
        """A link went down. Who is gone for good is the driver's judgement (``HostRoom.member_lost``)."""
        self._link_meters.pop(link, None)

    def receive(self, link: int, message: AnyMessage, now: int) -> None:
        """Take in a ``RoomMessage`` or ``SignatureMessage``.

        What comes over a link that is not up is ignored: it may have been on its way when the link was closed.

        Args:
            link: Link on which it came.
            message: The message.
            now: Time in milliseconds.

        Raises:
            RemoteError: The link is to be closed: FLOOD, UNEXPECTED, WRONG_MATCH (another room), BAD_SIGNATURE,
                STRANGER (a false host), MALFORMED, NOT_CANONICAL, SMALL_ORDER_KEY. Nothing was changed.
        """
        if (meter := self._link_meters.get(link)) is None:
            return
        if not meter.take(now):
            raise RemoteError(Code.FLOOD, "too many messages about the room", "room")
        self.tick(now)
        match message:
            case RoomMessage():
                self._hear_statement(link, message, now)
            case SignatureMessage():
                self._hear_signature(link, message)
            case _:
                raise RemoteError(Code.UNEXPECTED, "this message has no place in a room", "room")

    def tick(self, now: int) -> None:
        """Let through what was held back because its author spoke too fast; to be called about once a second."""
        for author, held in list(self._held.items()):
            if self._author_meters[author].take(now):
                del self._held[author]
                self._accept(author, held)

    def effects(self) -> list[RoomEffect]:
        """Return what is to be done, in order, and forget it."""
        drained, self._effects = self._effects, []
        return drained

    # Statements

    def _hear_statement(self, link: int, message: RoomMessage, now: int) -> None:
        author = message.author
        if message.room != self.id:
            raise RemoteError(Code.WRONG_MATCH, "a statement of another room", "room")
        if self.set_up is not None and author in self.set_up.kicked:
            return
        held = self._held.get(author)
        newest = held.message if held is not None else self._statements.get(author)
        if newest is not None and (message.n, message.body) <= (newest.n, newest.body):
            return
        if newest is None:
            check_public_key(author, "room")
        body = read_statement(message)
        if author == self.me:
            self._hear_echo(message.n, body)
            return
        if isinstance(body, Member):
            if author == self.host:
                raise RemoteError(Code.STRANGER, "the host speaks as a guest", "room")
            # The host, of whom there is only one, always finds a place.
            if newest is None and len(self._statements) + len(self._held) >= MAX_AUTHORS:
                self._refuse(Code.ROOM_FULL, "too many have visited this room", author.hex())
                return
        if author not in self._author_meters:
            self._author_meters[author] = Meter(AUTHOR_BURST, AUTHOR_PER_SECOND, now)
        if self._author_meters[author].take(now):
            self._held.pop(author, None)
            self._accept(author, _Held(message, body, link))
        else:
            if held is None:
                self._refuse(Code.FLOOD, "somebody speaks too fast and is heard with delay", author.hex())
            self._held[author] = _Held(message, body, link)

    def _hear_echo(self, n: int, body: Body) -> None:
        """An own statement that is newer than one's own memory: an earlier run of this program made it."""
        self._n = n
        self._outdo(body)

    def _accept(self, author: bytes, heard: _Held) -> None:
        old = self._bodies.get(author)
        self._statements[author] = heard.message
        self._bodies[author] = heard.body
        self._effects.append(Send(heard.message, but=heard.link))
        if isinstance(heard.body, SetUp):
            self._read_set_up(author, heard.body)
        else:
            self._read_member(author, heard.body)
        if old != heard.body:
            self._changed()

    def _publish(self, body: Body) -> None:
        """Make the own statement ``body`` and send it to all.

        Raises:
            LocalError: LIMIT, MALFORMED: it cannot be said.
        """
        try:
            statement = make_statement(self._key, self.id, self._n + 1, body)
        except RemoteError as error:
            raise LocalError(error.code, error.text, error.culprit) from error
        self._n += 1
        self._statements[self.me] = statement
        self._bodies[self.me] = body
        self._effects.append(Send(statement))
        self._changed()

    def _is_forgettable(self, author: bytes) -> bool:
        """Return whether a newcomer need not hear of ``author``: it has left, and the host knows it."""
        body = self._bodies[author]
        return isinstance(body, Member) and body.left and author not in self._guests()

    # The contract

    def _consider_start(self) -> None:
        """Look at what the set-up now proposes to sign."""
        if self.agreed is not None or self.set_up is None:
            return
        if self.set_up.start is None:
            self._drop_proposal()
            return
        try:
            contract = build_contract(self.set_up)
            packed = encode_contract(contract)
            if match_id(packed) != self.set_up.start:
                raise RemoteError(Code.CONTRACT, "the host proposes something else than the set-up", "start")
            if self._proposal is None or packed != self._proposal.packed:
                contract.check()
                self._drop_proposal()
                self._proposal = _Proposal(contract, packed, self.set_up.start)
        except RemoteError as error:
            self._drop_proposal()
            self._refuse(error.code, error.text, error.culprit)
            return
        self._take_early()
        self._sign_if_willing()

    def _drop_proposal(self) -> None:
        proposal, self._proposal = self._proposal, None
        signed = tuple(
            seat for seat in self._signatures if proposal and self._is_mine(proposal.contract, seat)
        )
        self._signatures = {}
        if signed:
            self._void(signed)

    def _hear_signature(self, link: int, message: SignatureMessage) -> None:
        if self._proposal is None or message.match != self._proposal.match:
            # Of a contract that was withdrawn, or of one whose set-up is held back here.
            if message not in self._early:
                self._early = [*self._early, message][-MAX_EARLY:]
            return
        if not self._take_signature(message):
            return
        self._effects.append(Send(message, but=link))
        self._changed()
        self._sign_if_willing()

    def _take_early(self) -> None:
        early, self._early = self._early, []
        for message in early:
            try:
                is_new = self._take_signature(message)
            except RemoteError:
                continue  # whoever sent it could not know that it would be looked at; only its link is spared
            if is_new:
                self._effects.append(Send(message))

    def _take_signature(self, message: SignatureMessage) -> bool:
        """Keep a signature of the proposal; return whether it was new.

        Raises:
            RemoteError: BAD_SIGNATURE, MALFORMED (no human seat).
        """
        proposal = self._proposal
        if proposal is None or message.match != proposal.match or message.seat in self._signatures:
            return False
        if message.seat not in proposal.contract.humans:
            raise RemoteError(Code.MALFORMED, "a contract signature for a seat that is not human", "room")
        identity = proposal.contract.human(message.seat).identity
        if not verify(identity, message.signature, signed_bytes(proposal.packed)):
            raise RemoteError(
                Code.BAD_SIGNATURE, "a contract signature is not by the seat's identity", "room"
            )
        self._signatures[message.seat] = message.signature
        return True

    def _sign_if_willing(self) -> None:
        proposal = self._proposal
        if proposal is None or self.agreed is not None:
            return
        humans = proposal.contract.humans
        mine = [seat for seat in humans if self._is_mine(proposal.contract, seat)]
        if any(seat not in self._signatures for seat in mine) and self._is_willing(proposal.contract, mine):
            signature = sign(self._key, signed_bytes(proposal.packed))
            for seat in mine:
                self._signatures[seat] = signature
                self._effects.append(Send(SignatureMessage(proposal.match, seat, signature)))
            self._changed()
        if len(self._signatures) == len(humans):
            signatures = {seat: self._signatures[seat] for seat in humans}
            self.agreed = Agreed(proposal.packed, proposal.match, signatures)
            self._effects.append(self.agreed)

    def _is_mine(self, contract: Contract, seat: Seat) -> bool:
        return contract.human(seat).identity == self.me

    # What host and guest do each in its own way

    @abstractmethod
    def _outdo(self, body: Body) -> None:
        """Say again what is wanted, after an earlier run of this program had said ``body``."""

    @abstractmethod
    def _read_set_up(self, author: bytes, set_up: SetUp) -> None:
        """Take the host's set-up, or a claim to be host."""

    @abstractmethod
    def _read_member(self, author: bytes, member: Member) -> None:
        """Take what a guest wants."""

    @abstractmethod
    def _is_willing(self, contract: Contract, mine: list[Seat]) -> bool:
        """Return whether to sign ``contract`` for the own seats ``mine`` now."""

    @abstractmethod
    def _void(self, seats: tuple[Seat, ...]) -> None:
        """A contract that the own ``seats`` had signed came to nothing."""

    # Small helpers

    def _changed(self, *, unreadied: bool = False) -> None:
        change = Changed(unreadied)
        if change not in self._effects:
            self._effects.append(change)

    def _refuse(self, code: Code, text: str, culprit: str) -> None:
        self._effects.append(Refused(code, text, culprit))

    def _guests(self) -> Mapping[bytes, str | None]:
        """Return the admitted guests and where the host sees them."""
        return {} if self.set_up is None else {guest.identity: guest.address for guest in self.set_up.guests}

    def _demand_open(self) -> None:
        """Raise ``LocalError`` OVER if nothing can be said here any more."""
        if self.closed is not None or self.agreed is not None:
            raise LocalError(Code.OVER, "this room is over")

    # Views

    @property
    def is_host(self) -> bool:
        """Whether this peer is the host."""
        return self.me == self.host

    def members(self) -> tuple[MemberView, ...]:
        """Return who is here: the host, then the others in the order in which they were first heard of."""
        if self.set_up is None:
            return ()
        assert self.host is not None
        guests = self._guests()
        version = self.set_up.version
        host = MemberView(
            self.host, self.set_up.profile, True, True, self.seats_of(self.host), self.set_up.ready, None
        )
        others = (
            MemberView(
                author,
                body.profile,
                False,
                author in guests,
                self.seats_of(author),
                body.ready == version,
                guests.get(author),
            )
            for author, body in self._bodies.items()
            if isinstance(body, Member) and not body.left
        )
        return (host, *others)

    def seats_of(self, identity: bytes) -> tuple[Seat, ...]:
        """Return the seats that ``identity`` holds."""
        seats = () if self.set_up is None else self.set_up.seats
        return tuple(
            n for n, seat in enumerate(seats) if isinstance(seat, Taken) and seat.identity == identity
        )

    def open_seats(self) -> tuple[Seat, ...]:
        """Return the human seats that nobody holds."""
        seats = () if self.set_up is None else self.set_up.seats
        return tuple(n for n, seat in enumerate(seats) if isinstance(seat, Open))

    def missing(self) -> tuple[Missing, ...]:
        """Return what the match waits for, by seat; nothing of it is owed by computer seats."""
        if self.set_up is None:
            return ()
        if self._proposal is not None:
            humans = self._proposal.contract.humans
            return tuple(Missing(seat, "signature") for seat in humans if seat not in self._signatures)
        found = []
        for number, seat in enumerate(self.set_up.seats):
            if isinstance(seat, Open):
                found.append(Missing(number, "open"))
            elif isinstance(seat, Taken) and not self._is_ready(seat.identity):
                found.append(Missing(number, "ready"))
        return tuple(found)

    def _is_ready(self, identity: bytes) -> bool:
        assert self.set_up is not None
        if identity == self.host:
            return self.set_up.ready
        body = self._bodies.get(identity)
        return isinstance(body, Member) and body.ready == self.set_up.version

    def problem(self) -> RemoteError | None:
        """Return why no match could come of the present set-up here (rules version, options, ...), or None."""
        if self.set_up is None:
            return None
        try:
            check_set_up(self.set_up)
        except RemoteError as error:
            return error
        return None

    def non_default_options(self) -> tuple[NonDefault, ...]:
        """Return the options that the person has to see before it says ready; empty before the set-up is known.

        Raises:
            RemoteError: CONTRACT: ``problem`` tells the same.
        """
        return () if self.set_up is None else non_default_options(self.set_up.terms)
