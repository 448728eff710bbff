"""How a match stands, in words: headline, cards of the seats, result."""

from dataclasses import replace
from typing import Any

from client.i18n import mark, tr
from client.view.generic import Presenter
from client.view.source import Connection, MatchSource, Phase, Status
from client.view.values import ResultView, SeatCard
from engine.game import EventKind, Seat

__all__ = [
    "HOW",
    "STOPS",
    "call_words",
    "connection_words",
    "headline",
    "result_view",
    "seat_card",
    "turn_of",
]

HOW = {
    "agreed": (mark("Draw"), mark("All players agreed on a draw.")),
    "aborted": (mark("The match was called off"), mark("All players agreed to end it without a result.")),
}
"""Headline and sentence of ends that no rule of a game decides, by ``Status.how``."""

STOPS = {
    "desync": mark("Two machines computed different positions. Both sides have been written down."),
    "fork": mark("Somebody signed two different stories of this match. Both have been written down."),
}
"""Why a match was stopped, by code."""

_STOPPED = mark("The match cannot go on.")

_QUIET_MS = 1_000
"""Round trips above this are told in seconds."""


def connection_words(connection: Connection) -> str:
    """Return ``direct · 14 ms``; "" for a seat at this machine."""
    trip = connection.round_trip_ms
    match connection.state:
        case "here":
            return ""
        case "lost":
            return tr("not connected")
        case "through":
            return tr("relayed") if trip is None else tr("relayed · {time}", time=_time(trip))
    return tr("direct") if trip is None else tr("direct · {time}", time=_time(trip))


def _time(ms: int) -> str:
    return tr("{number} ms", number=ms) if ms < _QUIET_MS else tr("{number} s", number=round(ms / 1000))


def turn_of(source: MatchSource) -> Seat | None:
    """Return whose turn it is, also while dice are waited for or not all have joined; None at the end."""
    acting = source.to_act()
    if acting is None and source.status().phase not in (Phase.FINISHED, Phase.STOPPED):
        return source.game.to_act(source.now())
    return acting


def headline(source: MatchSource, presenter: Presenter, k: int | None = None) -> str:
    """Return what goes on now: ``Your turn``, ``Jonas is moving``, ``Waiting for the dice of Lea``.

    Args:
        source: The match.
        presenter: Of its game.
        k: The position up to which everything has been seen, where later ones are still to be shown; None: all has.
    """
    people, status = presenter.people, source.status()
    if k is not None and status.phase in (Phase.PLAYING, Phase.FINISHED):
        return _seen_words(source, presenter, k)
    match status.phase:
        case Phase.FINISHED:
            found = result_view(source, presenter)
            return found.headline if found else tr("The match is over")
        case Phase.STOPPED:
            return tr("The match was stopped")
        case Phase.FROZEN:
            return tr("Play is frozen while a difference is looked into")
        case Phase.RECOVERING:
            if status.waiting_for:
                return tr("Waiting to hear from {names}", names=people.several(status.waiting_for))
            return tr("Waiting to hear from the others")
        case Phase.DICE:
            if status.waiting_for:
                return tr("Waiting for the dice of {names}", names=people.several(status.waiting_for))
            return tr("Waiting for the dice")
    return _turn_words(source, presenter)


def call_words(presenter: Presenter, s: Any, seat: Seat) -> str:
    """Return how to call on a person here whose turn it is: by name where there are several."""
    words = presenter.status(s, seat)
    people = presenter.people
    return words if people.me == seat else tr("{name}: {words}", name=people(seat), words=words)


def _turn_words(source: MatchSource, presenter: Presenter) -> str:
    people, seat = presenter.people, turn_of(source)
    if seat is None:
        return tr("The match is over")
    if not source.live:
        return tr("{name} is to act", name=people(seat))
    if source.own_turn() is not None:
        return call_words(presenter, source.now(), seat)
    if source.thinking() == seat:
        return tr("{name} is thinking", name=people(seat))
    if waiting := source.status().waiting_for:
        return tr("Waiting for {names} to join", names=people.several(waiting))
    if source.connection(seat).state == "lost":
        return tr("{name} is not connected; the match waits", name=people(seat))
    return tr("{name} is moving", name=people(seat))


def _seen_words(source: MatchSource, presenter: Presenter, k: int) -> str:
    """Return who was to act after item ``k``; of somebody here, who can do nothing yet, that may be one's own turn."""
    s = source.state_at(k)
    seat = presenter.game.to_act(s)
    if seat is None:
        return tr("The match is over")
    if seat in presenter.people.own:
        return call_words(presenter, s, seat)
    return tr("{name} is moving", name=presenter.people(seat))


def seat_card(source: MatchSource, presenter: Presenter, s: Any, k: int | None, seat: Seat) -> SeatCard:
    """Return the card of a seat.

    Args:
        source: The match.
        presenter: Of its game.
        s: The position looked at.
        k: Its number, None for the newest.
        seat: Whose card.
    """
    people = presenter.people
    info = people.info(seat)
    alive = seat in presenter.game.living(s)
    to_act = (turn_of(source) if k is None else presenter.game.to_act(s)) == seat
    connection = source.connection(seat) if source.live else None
    fate = "" if alive else _fate(source, k, seat)
    thinking = source.thinking() == seat
    card = SeatCard(
        seat,
        people(seat),
        presenter.place(s, seat),
        info.own,
        people.me == seat,
        info.kind,
        people.level(seat),
        alive,
        fate,
        {"": "", "resigned": tr("Resigned"), "eliminated": tr("Out")}[fate],
        to_act,
        thinking,
        "",
        connection,
        connection_words(connection) if connection else "",
    )
    now = source.live and k is None
    return presenter.enrich(replace(card, status=_status_words(source, presenter, s, card, now=now)), s)


def _fate(source: MatchSource, k: int | None, seat: Seat) -> str:
    """Return whether a seat that is out resigned or was beaten."""
    steps = source.steps if k is None else source.steps[:k]
    for step in steps:
        if seat in step.resigned:
            return "resigned"
        if any(event.kind is EventKind.ELIMINATED and event.seat == seat for event in step.events):
            return "eliminated"
    return "resigned" if k is None and source.status().phase is not Phase.FINISHED else "eliminated"


def _status_words(source: MatchSource, presenter: Presenter, s: Any, card: SeatCard, *, now: bool) -> str:
    if card.fate_words:
        return card.fate_words
    if card.connection is not None and card.connection.state == "lost":
        return tr("Not connected")
    status = source.status()
    if (
        source.live
        and card.seat in status.waiting_for
        and status.phase not in (Phase.FINISHED, Phase.STOPPED)
    ):
        return tr("Awaited")
    if card.thinking:
        return tr("Thinking")
    return presenter.status(s, card.seat, now=now) if card.to_act else ""


def result_view(source: MatchSource, presenter: Presenter) -> ResultView | None:
    """Return how the match ended, None while it runs."""
    status = source.status()
    last = source.now()
    length = presenter.length(last, len(source.steps))
    if status.phase is Phase.STOPPED:
        text = tr(STOPS.get(status.code, _STOPPED))
        return ResultView(tr("The match was stopped"), text, (), None, "", length, None, status.complete)
    if status.phase is not Phase.FINISHED:
        return None
    title, text, piece = _ended(source, presenter, status, last)
    outcome = status.outcome
    winners = outcome.winners if outcome else ()
    own = set(presenter.people.own)
    you_won = bool(own & set(winners)) if winners and own else None
    return ResultView(title, text, winners, you_won, piece, length, outcome, status.complete)


def _ended(source: MatchSource, presenter: Presenter, status: Status, last: Any) -> tuple[str, str, str]:
    if status.how in HOW or status.outcome is None:
        title, text = HOW.get(status.how, HOW["aborted"])
        return tr(title), tr(text), ""
    return presenter.result_words(status.outcome, last, source.steps[-1] if source.steps else None)
