"""Draws and aborts by agreement: which offers stand, and when one can be closed (N3).

Offer, answers and the closing ``agree`` stand at the same length of the log, so any other item lapses the
offer. Every human seat that has not left and is still in the game must have offered or answered; whether an
``agree`` holds is judged in ``protocol.legality``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Seat
from protocol.entries import Agree, Offer, Yes
from protocol.feed import Entry
from protocol.legality import AGREEMENTS
from protocol.situation import Situation

__all__ = ["OpenOffer", "closing", "open_offers", "own_answer"]


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An offer that has not lapsed.

    Attributes:
        e: Its name, for ``accept``.
        kind: ``draw`` or ``abort``.
        seat: Who made it.
        accepted: Who said yes so far, in the order of seats.
    """

    e: bytes
    kind: str
    seat: Seat
    accepted: tuple[Seat, ...]


def open_offers(s: Situation, statements: Sequence[Entry]) -> tuple[OpenOffer, ...]:
    """Return the offers among ``statements``, the offers and answers at the present length, in seat order."""
    found = []
    for entry in sorted(statements, key=lambda entry: (entry.author, entry.seq)):
        body = entry.body
        if (
            isinstance(body, Offer)
            and body.kind in AGREEMENTS
            and body.arg is None
            and entry.author in s.voters
        ):
            accepted = tuple(sorted(_answers(s, entry, statements)))
            found.append(OpenOffer(entry.e, body.kind, entry.author, accepted))
    return tuple(found)


def own_answer(s: Situation, statements: Sequence[Entry], seat: Seat) -> Yes | None:
    """Return the yes that ``seat`` has given by an offer of its own and not signed yet, or None.

    Whoever offers the same as somebody else wants it: of offers that cross, everybody answers the first, in seat
    order.
    """
    offers = open_offers(s, statements)
    for own in offers:
        if own.seat == seat:
            first = next(offer for offer in offers if offer.kind == own.kind)
            if first.seat != seat and seat not in first.accepted:
                return Yes(first.e)
    return None


def closing(s: Situation, statements: Sequence[Entry]) -> Agree | None:
    """Return the ``agree`` that can be made: of the first offer that everybody with a say wants."""
    for offer in open_offers(s, statements):
        if set(s.voters) <= {offer.seat, *offer.accepted}:
            entry = next(entry for entry in statements if entry.e == offer.e)
            answers = _answers(s, entry, statements)
            return Agree(offer.e, tuple(answers[seat].e for seat in offer.accepted))
    return None


def _answers(s: Situation, offer: Entry, statements: Sequence[Entry]) -> dict[Seat, Entry]:
    """Return the first yes of each seat with a say to ``offer``; an offerer's own counts for nothing."""
    answers: dict[Seat, Entry] = {}
    for entry in statements:
        is_answer = isinstance(entry.body, Yes) and entry.body.offer == offer.e
        if is_answer and entry.author != offer.author and entry.author in s.voters:
            answers.setdefault(entry.author, entry)
    return answers
