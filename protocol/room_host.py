"""The host's side of a room: it decides who sits where, what is played, and when the contract is signed."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.game import Seat
from protocol.contract import ComputerSeat, Contract, encode_contract, match_id
from protocol.errors import Code, LocalError, RemoteError
from protocol.identity import Ed25519PrivateKey, check_public_key, public_bytes
from protocol.room import Room
from protocol.room_effects import Closed, Expel
from protocol.room_messages import (
    MAX_GUESTS,
    MAX_KICKED,
    MAX_REFUSED,
    Body,
    Claim,
    Guest,
    Member,
    Open,
    Profile,
    RefusedClaim,
    SetUp,
    Taken,
    Terms,
    room_id,
)
from protocol.room_terms import SeatPlan, build_contract, check_set_up, kinds, seat_count

__all__ = ["HostRoom"]


class HostRoom(Room):
    """A room of one's own.

    Args:
        key: Own identity key.
        nonce: 16 random bytes; with the key they make the room's id.
        profile: How one presents oneself.
        terms: What is to be played.
        computers: Seats that the computer plays; all others are open for people.
        auto_start: Start as soon as every human seat is held by somebody who is ready.

    Raises:
        LocalError: CONTRACT, with the field at fault; RULES_VERSION.
    """

    set_up: SetUp

    def __init__(
        self,
        key: Ed25519PrivateKey,
        nonce: bytes,
        profile: Profile,
        terms: Terms,
        computers: Mapping[Seat, ComputerSeat] | None = None,
        *,
        auto_start: bool = True,
    ) -> None:
        super().__init__(key, room_id(public_bytes(key), nonce), profile)
        self.auto_start = auto_start
        self._burnt: dict[tuple[bytes, bytes], None] = {}
        computers = computers or {}
        seats = tuple(computers.get(number, Open()) for number in range(_count(terms)))
        first = SetUp(nonce, 1, terms, seats, profile, False, (), (), (), None, False)
        _check(first)
        self._publish(first)
        self.set_up, self.host = first, self.me

    # Deeds that change what is played

    def set_terms(self, terms: Terms) -> None:
        """Play something else. Seats that there no longer are are lost, new ones are open, and nobody is ready.

        Raises:
            LocalError: OVER (room closed, or start under way), CONTRACT, RULES_VERSION.
        """
        self._demand_unstarted()
        count = _count(terms)
        seats = [*self.set_up.seats[:count], *(Open() for _ in range(count - len(self.set_up.seats)))]
        self._replan(seats, terms)

    def set_computer(self, seat: Seat, computer: ComputerSeat) -> None:
        """Let the computer play ``seat``; whoever held it loses it, and nobody is ready.

        Raises:
            LocalError: OVER, CONTRACT (no such seat or level, operator not human).
        """
        self._demand_unstarted()
        self._replan(self._with(seat, computer), self.set_up.terms)

    def open_seat(self, seat: Seat) -> None:
        """Make ``seat`` free for people: the computer or the person that had it loses it.

        Raises:
            LocalError: OVER, CONTRACT (no such seat).
        """
        self._demand_unstarted()
        self._replan(self._with(seat, Open()), self.set_up.terms)

    # Deeds about own seats

    def claim(self, seat: Seat, seat_key: bytes, tip: bytes, label: str | None = None) -> None:
        """Take an open seat, with a key and a chain made for this match alone.

        Raises:
            LocalError: OVER, SEAT_TAKEN (not open, or key or tip used by another seat), CONTRACT (no such seat).
        """
        self._demand_unstarted()
        seats = list(self._with(seat, None))
        name = self._profile.name if label is None else label
        if not self._grant(seats, self.me, Claim(seat, seat_key, tip, name)):
            raise LocalError(Code.SEAT_TAKEN, "this seat is not open", f"seat {seat}")
        self._set(seats=tuple(seats))

    def release(self, seat: Seat) -> None:
        """Give up an own seat.

        Raises:
            LocalError: OVER, NOT_YOUR_SEAT.
        """
        self._demand_unstarted()
        if seat not in self.seats_of(self.me):
            raise LocalError(Code.NOT_YOUR_SEAT, "this seat is not one's own", f"seat {seat}")
        self._set(seats=self._with(seat, Open()))

    def ready(self, version: int) -> None:
        """The person at this peer agrees to version ``version`` of the set-up.

        Raises:
            LocalError: OVER, NOT_YOUR_SEAT (no own seat), STALE (the set-up is another one by now).
        """
        self._demand_open()
        if not self.seats_of(self.me):
            raise LocalError(Code.NOT_YOUR_SEAT, "only who has a seat can be ready")
        if version != self.set_up.version:
            raise LocalError(Code.STALE, "the set-up has changed", "version")
        self._set(ready=True)

    def unready(self) -> None:
        """Take that back. Raises ``LocalError`` OVER, also when the start is under way."""
        self._demand_unstarted()
        self._set(ready=False)

    # Deeds about guests

    def kick(self, identity: bytes) -> None:
        """Turn somebody out for as long as the room lasts. Takes a start back if that is possible.

        Raises:
            LocalError: OVER; LIMIT: too many are kept out already; UNSUPPORTED: the host itself.
        """
        self._demand_open()
        if identity == self.me:
            raise LocalError(Code.UNSUPPORTED, "the host cannot be turned out")
        if identity in self.set_up.kicked:
            return
        if len(self.set_up.kicked) >= MAX_KICKED:
            raise LocalError(Code.LIMIT, f"at most {MAX_KICKED} can be kept out of a room", "kicked")
        self._remove(identity, kicked=(*self.set_up.kicked, identity))
        if self._bodies.pop(identity, None) is not None:
            del self._statements[identity]
        self._held.pop(identity, None)
        self._effects.append(Expel(identity))

    def member_lost(self, identity: bytes) -> None:
        """A guest has vanished, by the driver's judgement: its seats are free again. It may come back and claim anew.

        Takes a start back if that is possible; otherwise the room can only wait for the guest or be closed.
        """
        if self.closed is not None or self.agreed is not None or identity not in self._guests():
            return
        if self.set_up.start is not None and self.seats_of(identity) and not self._can_withdraw():
            return
        self._remove(identity)

    def observed(self, identity: bytes, address: str | None) -> None:
        """Note where a guest is seen, for the others to reach it; ignored if it is no guest."""
        guests = dict(self._guests())
        if self.closed is None and identity in guests:
            guests[identity] = address
            self._set(guests=_listed(guests))

    # Start and end

    def start(self) -> None:
        """Propose the contract now. Guests who are not ready yet sign it as soon as they are.

        Raises:
            LocalError: OVER; CONTRACT with the seat that is still open, or whatever else is wrong.
        """
        self._demand_open()
        if self.set_up.start is None:
            try:
                contract = build_contract(self.set_up)
                contract.check()
            except RemoteError as error:
                raise LocalError(error.code, error.text, error.culprit) from error
            self._set(start=match_id(encode_contract(contract)))

    def withdraw(self) -> None:
        """Take a start back. Who has signed already has to claim again with fresh keys, and nobody is ready.

        Raises:
            LocalError: OVER: the match exists already, or, for a host who has no seat and so does not sign last, it may
                exist at somebody else's.
        """
        self._demand_open()
        if self.set_up.start is not None:
            if not self._can_withdraw():
                raise LocalError(
                    Code.OVER, "a host without a seat cannot take back what others may have signed"
                )
            self._set(start=None, version=self.set_up.version + 1, ready=False)

    def leave(self) -> None:
        """Close the room for everybody. Does nothing if it is over."""
        if self.closed is None and self.agreed is None:
            self._set(start=None, closed=True)
            self.closed = Closed(Code.OVER, "this peer has closed the room")

    def _can_withdraw(self) -> bool:
        """Return whether no peer can hold all signatures: the host's own is the last, or a guest left unsigned.

        A guest's signature runs ahead of its farewell on every path; if only the farewell is here, there is none.
        """
        if self.seats_of(self.me):
            return True
        holders = {missing.seat: self.set_up.seats[missing.seat] for missing in self.missing()}
        return any(isinstance(seat, Taken) and self._has_left(seat.identity) for seat in holders.values())

    def _has_left(self, identity: bytes) -> bool:
        body = self._bodies.get(identity)
        return isinstance(body, Member) and body.left

    # What guests say

    def _read_set_up(self, author: bytes, set_up: SetUp) -> None:
        """Never called: the room id admits no other host, and one's own statements come back as echoes."""

    def _outdo(self, body: Body) -> None:
        # Readiness names a version: the numbers of an earlier run must not come again with another meaning.
        if self.set_up.start is None and isinstance(body, SetUp) and not self.set_up.closed:
            version = max(self.set_up.version, body.version) + 1
            self.set_up = msgspec.structs.replace(self.set_up, version=version, ready=False)
        self._publish(self.set_up)

    def _read_member(self, author: bytes, member: Member) -> None:
        if self.closed is not None or self.agreed is not None:
            return
        if member.left:
            if self.set_up.start is not None and self.seats_of(author) and not self._can_withdraw():
                return
            self._remove(author)
            return
        guests = dict(self._guests())
        if author not in guests and len(guests) >= MAX_GUESTS:
            self._refuse(Code.ROOM_FULL, "the room is full", author.hex())
            return
        guests.setdefault(author, None)
        self._set(guests=_listed(guests), seats=self._arbitrate(author, member))

    def _arbitrate(self, author: bytes, member: Member) -> tuple[SeatPlan, ...]:
        """Return the seats after the wishes of one guest: what it no longer claims is free, what is free it gets.

        First come, first served, as the host hears it; once a start is under way nobody moves.
        """
        seats = list(self.set_up.seats)
        if self.set_up.start is not None:
            return tuple(seats)
        wanted = {(claim.seat, claim.seat_key, claim.tip) for claim in member.claims}
        for number, seat in enumerate(seats):
            if (
                isinstance(seat, Taken)
                and seat.identity == author
                and (number, seat.seat_key, seat.tip) not in wanted
            ):
                seats[number] = Open()
        for claim in member.claims:
            if not self._grant(seats, author, claim):
                if (author, claim.seat_key) not in self._burnt:
                    self._refuse(
                        Code.SEAT_TAKEN, f"a claim to seat {claim.seat} is not granted", author.hex()
                    )
                self._burnt[author, claim.seat_key] = None
        return tuple(seats)

    def _grant(self, seats: list[SeatPlan], author: bytes, claim: Claim) -> bool:
        """Give a seat of ``seats`` to who claims it; return whether it has it now."""
        if claim.seat >= len(seats) or (author, claim.seat_key) in self._burnt:
            return False
        seat = seats[claim.seat]
        mine = Taken(author, claim.seat_key, claim.tip, claim.label)
        if isinstance(seat, Taken) and (seat.identity, seat.seat_key, seat.tip) == (
            author,
            claim.seat_key,
            claim.tip,
        ):
            seats[claim.seat] = mine  # the label may be new
            return True
        taken = [other for other in seats if isinstance(other, Taken)]
        if any(claim.seat_key == other.seat_key or claim.tip == other.tip for other in taken):
            return False
        try:
            check_public_key(claim.seat_key, f"seat {claim.seat}")
        except RemoteError:
            return False
        if not isinstance(seat, Open):
            return False
        seats[claim.seat] = mine
        return True

    # Making the next set-up

    def _remove(self, identity: bytes, **changes: Any) -> None:
        """Free the seats of a guest and take it off the list, with further ``changes`` in the same statement."""
        held = self.seats_of(identity)
        if self.set_up.start is not None and held:
            self.withdraw()
        seats = list(self.set_up.seats)
        for number in held:
            self._burn(seats[number])
            seats[number] = Open()
        guests = {who: address for who, address in self._guests().items() if who != identity}
        self._set(guests=_listed(guests), seats=tuple(seats), **changes)

    def _with(self, seat: Seat, plan: SeatPlan | None) -> tuple[SeatPlan, ...]:
        """Return the seats with ``plan`` at ``seat`` (None: as it is)."""
        if not 0 <= seat < len(self.set_up.seats):
            raise LocalError(Code.CONTRACT, f"there is no seat {seat}", f"seat {seat}")
        return tuple(plan if plan and n == seat else old for n, old in enumerate(self.set_up.seats))

    def _replan(self, seats: Sequence[SeatPlan], terms: Terms) -> None:
        """Publish other seats and terms; computer seats whose operator is gone get the first human one."""
        humans = [number for number, seat in enumerate(seats) if not isinstance(seat, ComputerSeat)]
        mended = tuple(
            msgspec.structs.replace(seat, operator=humans[0])
            if isinstance(seat, ComputerSeat) and humans and seat.operator not in humans
            else seat
            for seat in seats
        )
        _check(msgspec.structs.replace(self.set_up, seats=mended, terms=terms))
        for number, old in enumerate(self.set_up.seats):
            if number >= len(mended) or mended[number] != old:
                self._burn(old)
        self._set(seats=mended, terms=terms)

    def _burn(self, seat: SeatPlan) -> None:
        if isinstance(seat, Taken) and seat.identity != self.me:
            self._burnt[seat.identity, seat.seat_key] = None

    def _set(self, **changes: Any) -> None:
        """Publish the set-up with ``changes`` if that makes a difference; see what follows from it.

        Raises:
            LocalError: LIMIT, MALFORMED: it cannot be said; nothing was changed.
        """
        old = self.set_up
        self._burnt = {pair: None for pair in self._burnt if self._is_claimed(*pair)}
        refused = tuple(RefusedClaim(*pair) for pair in list(self._burnt)[-MAX_REFUSED:])
        new = msgspec.structs.replace(old, refused=refused, **changes)
        if (new.terms, kinds(new.seats)) != (old.terms, kinds(old.seats)):
            new = msgspec.structs.replace(new, version=old.version + 1, ready=False)
        if not any(isinstance(seat, Taken) and seat.identity == self.me for seat in new.seats):
            new = msgspec.structs.replace(new, ready=False)
        if new != old:
            self._publish(new)
            if old.ready and not new.ready:
                self._changed(unreadied=True)
            self.set_up = new
            self._consider_start()
        # A guest's readiness stands in its own statement, so this may be due without any change.
        if self.auto_start and self.set_up.start is None and not new.closed and not self.missing():
            self.start()

    def _is_claimed(self, identity: bytes, seat_key: bytes) -> bool:
        body = self._bodies.get(identity)
        return isinstance(body, Member) and any(claim.seat_key == seat_key for claim in body.claims)

    def _demand_unstarted(self) -> None:
        self._demand_open()
        if self.set_up.start is not None:
            raise LocalError(Code.OVER, "the match is being started")

    # The contract

    def _is_willing(self, contract: Contract, mine: list[Seat]) -> bool:
        """The host signs last: until then no match can exist, and the start can be taken back."""
        return all(seat in self._signatures or seat in mine for seat in contract.humans)

    def _void(self, seats: tuple[Seat, ...]) -> None:
        """Never called: the host signs last, and what has all signatures is never dropped."""


def _count(terms: Terms) -> int:
    try:
        return seat_count(terms)
    except RemoteError as error:
        raise LocalError(error.code, error.text, error.culprit) from error


def _check(set_up: SetUp) -> None:
    try:
        check_set_up(set_up)
    except RemoteError as error:
        raise LocalError(error.code, error.text, error.culprit) from error


def _listed(guests: Mapping[bytes, str | None]) -> tuple[Guest, ...]:
    return tuple(Guest(identity, address) for identity, address in guests.items())
