"""A guest's side of a room: claims, readiness, and what to make of the host's set-up."""

from engine.game import Seat
from protocol.contract import ComputerSeat, Contract
from protocol.errors import Code, LocalError
from protocol.identity import Ed25519PrivateKey, check_public_key
from protocol.room import Room
from protocol.room_effects import ClaimsVoid, Closed, Expel
from protocol.room_messages import MAX_GUESTS, Body, Claim, Member, Open, Profile, SetUp, Taken
from protocol.room_terms import kinds

__all__ = ["GuestRoom"]


class GuestRoom(Room):
    """A room that somebody else hosts.

    Args:
        key: Own identity key.
        room: Id of the room, from the invitation; it proves who the host is.
        profile: How one presents oneself.
    """

    def __init__(self, key: Ed25519PrivateKey, room: bytes, profile: Profile) -> None:
        super().__init__(key, room, profile)
        self._claims: dict[Seat, Claim] = {}
        self._used: set[bytes] = set()
        self._ready: int | None = None
        self._was_full = False
        self._say({}, None)

    # Deeds

    def claim(self, seat: Seat, seat_key: bytes, tip: bytes, label: str | None = None) -> None:
        """Ask for a human seat, with a key and a chain made for this match alone.

        The set-up shows whether it was granted; ``Refused`` SEAT_TAKEN tells that it was not, or no longer.

        Args:
            seat: Number of the seat.
            seat_key: Public key of the seat.
            tip: Tip of its dice chain.
            label: Name shown at the seat; by default the own name.

        Raises:
            LocalError: OVER (room closed, or start under way), SEAT_TAKEN, CONTRACT (the key was used before).
        """
        self._demand_open()
        self._demand_unstarted()
        taken = self.set_up is not None and (
            seat >= len(self.set_up.seats) or not isinstance(self.set_up.seats[seat], Open)
        )
        if taken or seat in self._claims:
            raise LocalError(Code.SEAT_TAKEN, "this seat is not open", f"seat {seat}")
        check_public_key(seat_key, f"seat {seat}")
        if seat_key in self._used:
            raise LocalError(Code.CONTRACT, "a seat key is used for one claim only", f"seat {seat}")
        claim = Claim(seat, seat_key, tip, self._profile.name if label is None else label)
        self._say({**self._claims, seat: claim}, self._ready)
        self._used.add(seat_key)

    def release(self, seat: Seat) -> None:
        """Give up a seat that one holds or has asked for.

        Raises:
            LocalError: OVER, NOT_YOUR_SEAT.
        """
        self._demand_open()
        self._demand_unstarted()
        if seat not in self._claims:
            raise LocalError(Code.NOT_YOUR_SEAT, "there is no claim to this seat", f"seat {seat}")
        self._say({n: claim for n, claim in self._claims.items() if n != seat}, self._ready)

    def ready(self, version: int) -> None:
        """The person agrees to version ``version`` of the set-up, having seen ``non_default_options``.

        Raises:
            LocalError: OVER; NOT_YOUR_SEAT (nothing claimed); STALE (the set-up is another one by now); CONTRACT, RULES_VERSION:
                no match could come of it here.
        """
        self._demand_open()
        if not self._claims:
            raise LocalError(Code.NOT_YOUR_SEAT, "only who has a seat can be ready")
        if self.set_up is None or version != self.set_up.version:
            raise LocalError(Code.STALE, "the set-up has changed", "version")
        problem = self.problem()
        if problem is not None:
            raise LocalError(problem.code, problem.text, problem.culprit)
        if version != self._ready:
            self._say(self._claims, version)
            self._sign_if_willing()

    def unready(self) -> None:
        """The person takes its agreement back.

        Raises:
            LocalError: OVER: too late, or there is no room any more.
        """
        self._demand_open()
        if any(self._signatures.get(seat) for seat in self.seats_of(self.me)):
            raise LocalError(Code.OVER, "the contract is signed already")
        if self._ready is not None:
            self._say(self._claims, None)

    def leave(self) -> None:
        """Go; the host frees the seats. Does nothing if the room is over."""
        if self.closed is None and self.agreed is None:
            self._claims = {}
            self._ready = None
            self._publish(Member(self._profile, (), None, left=True))
            self.closed = Closed(Code.OVER, "this peer has left the room")

    @property
    def is_ready(self) -> bool:
        """Whether the person has agreed to the present version."""
        return self.set_up is not None and self._ready == self.set_up.version

    def claims(self) -> tuple[Seat, ...]:
        """Return the seats claimed, granted or not yet."""
        return tuple(sorted(self._claims))

    # Statements

    def _say(self, claims: dict[Seat, Claim], ready: int | None) -> None:
        """Publish claims and readiness; nothing changes if that fails."""
        ordered = tuple(claims[seat] for seat in sorted(claims))
        self._publish(Member(self._profile, ordered, ready, left=False))
        self._claims, self._ready = claims, ready

    def _outdo(self, body: Body) -> None:
        if self.closed is None:
            self._say(self._claims, self._ready)

    def _read_member(self, author: bytes, member: Member) -> None:
        """Other guests are the host's affair."""

    def _read_set_up(self, author: bytes, set_up: SetUp) -> None:
        old, self.set_up, self.host = self.set_up, set_up, author
        for identity in set_up.kicked:
            if self._bodies.pop(identity, None) is not None:
                del self._statements[identity]
            if old is None or identity not in old.kicked:
                self._held.pop(identity, None)
                self._effects.append(Expel(identity))
        if self.closed is not None or self.agreed is not None:
            return
        if old is not None and _is_relabelled(old, set_up):
            # Whoever is ready has agreed to a number; it must never come to mean what nobody was shown.
            self._close(Code.CONTRACT, "the host has changed what is played without changing its version")
        elif self.me in set_up.kicked:
            self._close(Code.KICKED, "the host has closed the room to this peer")
        elif set_up.closed:
            self._close(Code.OVER, "the host has closed the room")
        else:
            self._follow(old, set_up)
            self._consider_start()

    def _close(self, code: Code, text: str) -> None:
        self.closed = Closed(code, text)
        self._drop_proposal()
        self._effects.append(self.closed)

    def _follow(self, old: SetUp | None, set_up: SetUp) -> None:
        """Bring own claims, readiness and membership in line with the set-up, and say so if they changed."""
        lost = [claim for claim in self._claims.values() if self._is_refused(claim, set_up)]
        for claim in lost:
            self._refuse(
                Code.SEAT_TAKEN, "the host did not give this seat, or took it back", f"seat {claim.seat}"
            )
        claims = {seat: claim for seat, claim in self._claims.items() if claim not in lost}
        unreadied = self._ready is not None and self._ready != set_up.version
        if unreadied:
            self._changed(unreadied=True)
        fell_out = old is not None and self._is_guest(old) and not self._is_guest(set_up)
        is_full = not self._is_guest(set_up) and len(set_up.guests) >= MAX_GUESTS
        if is_full and not self._was_full:
            self._refuse(Code.ROOM_FULL, "the room is full", "room")
        has_room_again = self._was_full and not is_full and not self._is_guest(set_up)
        self._was_full = is_full
        if lost or unreadied or fell_out or has_room_again:
            self._say(claims, None if unreadied else self._ready)

    def _is_refused(self, claim: Claim, set_up: SetUp) -> bool:
        if any(r.identity == self.me and r.seat_key == claim.seat_key for r in set_up.refused):
            return True
        seat = set_up.seats[claim.seat] if claim.seat < len(set_up.seats) else None
        if seat is None or isinstance(seat, ComputerSeat):
            return True
        # An open seat: the host has not read the claim yet. One's own older claim may still hold it, too.
        return isinstance(seat, Taken) and seat.identity != self.me

    def _is_guest(self, set_up: SetUp) -> bool:
        return any(guest.identity == self.me for guest in set_up.guests)

    def _demand_unstarted(self) -> None:
        if self.set_up is not None and self.set_up.start is not None:
            raise LocalError(Code.OVER, "the match is being started")

    # The contract

    def _is_willing(self, contract: Contract, mine: list[Seat]) -> bool:
        if not self.is_ready:
            return False
        for seat in mine:
            human, claim = contract.human(seat), self._claims.get(seat)
            if claim is None or (human.seat_key, human.tip) != (claim.seat_key, claim.tip):
                self._refuse(Code.CONTRACT, "a seat in one's own name has foreign keys", f"seat {seat}")
                return False
        return True

    def _void(self, seats: tuple[Seat, ...]) -> None:
        self._effects.append(ClaimsVoid(seats))
        claims = {seat: claim for seat, claim in self._claims.items() if seat not in seats}
        if self.closed is None:
            self._say(claims, None)


def _is_relabelled(old: SetUp, new: SetUp) -> bool:
    """Return whether a host gives a version that was there already to something else."""
    plans = ((set_up.terms, kinds(set_up.seats)) for set_up in (old, new))
    return new.version < old.version or (new.version == old.version and len(set(plans)) > 1)
