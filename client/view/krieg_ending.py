"""How a game of Krieg und Frieden ended, in words."""

from collections.abc import Callable, Mapping

from client.i18n import tr
from client.view.nouns import pieces
from client.view.people import People
from engine.game import EventKind, Outcome
from engine.krieg.economy import crowns_of
from engine.krieg.state import State
from engine.krieg.victory import ranking, worth_of
from protocol.effects import Applied

__all__ = ["ENDINGS", "ending_words"]

Words = tuple[str, str, str]
"""Headline, sentences, kind of a piece."""


def ending_words(outcome: Outcome, last: State, step: Applied | None, people: People) -> Words:
    """Return headline, sentences and a kind of piece for an outcome by the rules (K8)."""
    return ENDINGS[outcome.reason](outcome, last, step, people)


def _crown(outcome: Outcome, last: State, step: Applied | None, people: People) -> Words:
    winner = outcome.winners[0]
    loser = next(seat for seat in range(last.rules.seats) if seat != winner)
    if people.me == winner:
        headline = tr("You take the crown")
    else:
        headline = tr("{name} takes the crown", name=people(winner))
    beaten = tr("{name} is beaten.", name=people(loser))
    if people.me == loser:
        beaten = tr("You are beaten.")
    moved = next((e for e in step.events if e.kind is EventKind.MOVED), None) if step else None
    if moved is None or moved.piece is None or moved.count is None:
        return headline, beaten, "crown"
    units = pieces(moved.piece, moved.count)
    entered = tr("{units} on {cell} in round {round}.", units=units, cell=moved.cell, round=last.round)
    return headline, f"{entered} {beaten}", "crown"


def _last_seat(outcome: Outcome, last: State, step: Applied | None, people: People) -> Words:
    winner = outcome.winners[0]
    if people.me == winner:
        headline = tr("You are the last one standing")
    else:
        headline = tr("{name} is the last one standing", name=people(winner))
    return headline, tr("Everybody else was out by round {round}.", round=last.round), "crown"


def _resigned(outcome: Outcome, last: State, step: Applied | None, people: People) -> Words:
    loser = next(seat for seat in range(last.rules.seats) if seat not in outcome.winners)
    if people.me == loser:
        text = tr("You resigned in round {round}.", round=last.round)
    else:
        text = tr("{name} resigned in round {round}.", name=people(loser), round=last.round)
    return people.wins(outcome.winners), text, "crown"


def _round_limit(outcome: Outcome, last: State, step: Applied | None, people: People) -> Words:
    return _judged(outcome, last, people, tr("Round {round} was the last.", round=last.round))


def _adjudicated(outcome: Outcome, last: State, step: Applied | None, people: People) -> Words:
    return _judged(outcome, last, people, tr("The game was judged before its end."))


def _judged(outcome: Outcome, last: State, people: People, why: str) -> Words:
    """Return the words of a ranking (K8.5)."""
    if not outcome.winners:
        level = tr("{names} are level at the top.", names=people.several(ranking(last)))
        return tr("Draw"), f"{why} {level}", ""
    winner = outcome.winners[0]
    stands = tr(
        "{name} stands best: {crowns}, worth {worth}.",
        name=people(winner),
        crowns=pieces("crown", crowns_of(last, winner)),
        worth=worth_of(last, winner),
    )
    return people.wins(outcome.winners), f"{why} {stands}", ""


ENDINGS: Mapping[str, Callable[[Outcome, State, Applied | None, People], Words]] = {
    "crown": _crown,
    "last_seat": _last_seat,
    "resigned": _resigned,
    "round_limit": _round_limit,
    "adjudicated": _adjudicated,
}
"""By ``Outcome.reason``."""
