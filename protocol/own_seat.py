"""A human seat that is held here: what it owes, how it signs, which dice links it has opened (N2, N4).

Its *duties* stand in ``OwnSeat.due``, the most urgent first: entry 0, the dice link that the pending item asks
for, the answer to an offer that crossed an own one, closing an agreement that everybody wants, closing a game
that resignations have ended, and the ack of a changed turn or of the end. Nobody asks the person about them.
"""

from typing import Any

from engine.game import Seat
from protocol.agreements import closing, own_answer
from protocol.chain import Chain
from protocol.contract import Contract
from protocol.entries import Ack, Act, Body, Inc, Listed, Payload, Reveal, encode_payload, signed_bytes
from protocol.errors import Code, LocalError
from protocol.feed import Feed
from protocol.identity import SeatSecret, public_bytes, sign
from protocol.legality import Plan, apply_inc
from protocol.limits import MAX_SIDE_ENTRIES
from protocol.log import Log

__all__ = ["OwnSeat", "listed", "preview"]


def listed(log: Log, to_act: Seat) -> tuple[Inc, ...]:
    """Return all resignations held that an act for ``to_act`` lists, in seat order."""
    return tuple(
        Listed(seat, entry.seq, entry.e) for seat, entry in sorted(log.resignations.items()) if seat != to_act
    )


def preview(log: Log, to_act: Seat) -> Any:
    """Return the state after the resignations that an act for ``to_act`` lists."""
    situation = log.situation
    return apply_inc(situation, situation.controller(to_act), listed(log, to_act), log)[1]


class OwnSeat:
    """One own human seat.

    Args:
        seat: Its number.
        secret: Its key and dice chain.
        contract: The contract.
        match_id: M.

    Raises:
        LocalError: NOT_YOUR_SEAT: no human seat, or the secret is not that of the contract.
    """

    def __init__(self, seat: Seat, secret: SeatSecret, contract: Contract, match_id: bytes) -> None:
        if seat not in contract.humans:
            raise LocalError(Code.NOT_YOUR_SEAT, "no person holds this seat", f"seat {seat}")
        human = contract.human(seat)
        if human.seat_key != public_bytes(secret.key) or human.tip != secret.chain.tip:
            raise LocalError(Code.NOT_YOUR_SEAT, "the secret does not belong to this seat", f"seat {seat}")
        self.seat = seat
        self._secret = secret
        self._match_id = match_id
        self._opened: set[bytes] = set()

    @property
    def _chain(self) -> Chain:
        return self._secret.chain

    def note(self, payload: Payload) -> None:
        """Take notice of an own entry, just signed or found in a file or at others."""
        if isinstance(payload.body, Reveal | Act) and payload.body.x is not None:
            self._opened.add(payload.body.x)

    def sign(self, log: Log, feed: Feed, body: Body) -> tuple[bytes, bytes]:
        """Return the next entry of the feed, ``(P, signature)``, at the present length of the log."""
        s = log.situation
        payload = Payload(self.seat, len(feed), feed.head, s.k, s.head, s.state_hash, body)
        packed = encode_payload(payload)
        return packed, sign(self._secret.key, signed_bytes(self._match_id, packed))

    def with_link(self, log: Log, body: Act, plan: Plan) -> Act:
        """Return the act with the dice link that it needs.

        Raises:
            LocalError: FORK: the link was opened for another item, which its author has replaced.
        """
        if not plan.needs_chance or self.seat not in plan.revealers:
            return body
        n = log.situation.n + 1
        link = self._chain.link(n)
        if link in self._opened:
            raise LocalError(
                Code.FORK, f"link {n} of one's own dice was opened for another item", f"seat {self.seat}"
            )
        return Act(body.seat, body.action, link, body.used_ms, body.inc)

    def due(self, log: Log, feed: Feed) -> Body | None:
        """Return what the seat owes now, or None."""
        if not feed.path:
            return Ack()
        chance = log.chance
        if chance is not None and self.seat in chance.owing:
            link = self._chain.link(chance.n)
            # One cause for each event, ever: another version of this item got the link already (N4, N6).
            return None if link in self._opened else Reveal(chance.n, chance.cause, link)
        return self._due_answer(log, feed) or self._due_on_turn(log) or self._due_ack(log, feed)

    def _due_answer(self, log: Log, feed: Feed) -> Body | None:
        """Answer an offer that crossed an own one of the same kind, with the room that a person's answers have."""
        if log.to_act is None or feed.side_entries(log.situation.k) >= MAX_SIDE_ENTRIES - 2:
            return None
        return own_answer(log.situation, log.statements, self.seat)

    def _due_on_turn(self, log: Log) -> Body | None:
        to_act = log.to_act
        if to_act is None or log.situation.controller(to_act) != self.seat:
            return None
        agree = closing(log.situation, log.statements)
        if agree is not None:
            return agree
        inc = listed(log, to_act)
        if inc and log.situation.table.game.to_act(preview(log, to_act)) is None:
            return Act(to_act, "", None, 0, inc)
        return None

    @staticmethod
    def _due_ack(log: Log, feed: Feed) -> Body | None:
        return Ack() if feed.path[-1].k < log.turn_changed_at else None
