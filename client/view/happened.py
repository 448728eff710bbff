"""What happened in an item, event by event, in sentences: for tooltips of the list of moves and for replays."""

from collections.abc import Callable, Iterable, Mapping

from client.i18n import ntr, tr
from client.view.nouns import piece_name, pieces
from client.view.people import People
from engine.game import Event, EventKind, Seat

__all__ = ["EVENTS", "story"]

_Told = Callable[[Event, Seat, People], str]


def story(events: Iterable[Event], mover: Seat, people: People) -> tuple[str, ...]:
    """Return a sentence for every event, in order; the same several times running is told once with its number.

    Args:
        events: Of one item.
        mover: Whose action it was.
        people: Names of the seats.
    """
    told: list[tuple[str, int]] = []
    for event in events:
        words = EVENTS[event.kind](event, mover, people)
        if told and told[-1][0] == words:
            told[-1] = words, told[-1][1] + 1
        else:
            told.append((words, 1))
    return tuple(
        words if times == 1 else ntr("{words} ({count} time)", "{words} ({count} times)", times, words=words)
        for words, times in told
    )


def _owner(event: Event, people: People) -> str:
    return tr("Nobody") if event.seat is None else people(event.seat)


def _rolled(event: Event, mover: Seat, people: People) -> str:
    pips = " ".join(map(str, event.dice or ()))
    if event.seat is None:
        return tr("The tower rolls {pips}.", pips=pips)
    units = pieces(event.piece or "", event.count or 0)
    return tr("{name}, {units}: {pips}.", name=people(event.seat), units=units, pips=pips)


def _lost(event: Event, mover: Seat, people: People) -> str:
    units = pieces("archer" if event.piece == "tower" else event.piece or "", event.count or 0)
    if event.seat is None:
        return tr("The tower on {cell} loses {units}.", cell=event.cell, units=units)
    return tr("{name} loses {units} on {cell}.", name=people(event.seat), units=units, cell=event.cell)


def _captured(event: Event, mover: Seat, people: People) -> str:
    piece = piece_name(event.piece or "")
    return tr("{name} takes: {piece} on {cell}.", name=_owner(event, people), piece=piece, cell=event.cell)


def _built(event: Event, mover: Seat, people: People) -> str:
    if event.count is not None:
        return tr("A tower of height {height} on {cell}.", height=event.count, cell=event.cell)
    return tr("{piece} on {cell} built.", piece=piece_name(event.piece or ""), cell=event.cell)


def _bought(event: Event, mover: Seat, people: People) -> str:
    units = pieces(event.piece or "", event.count or 1)
    return tr("{name} buys {units} on {cell}.", name=_owner(event, people), units=units, cell=event.cell)


def _moved(event: Event, mover: Seat, people: People) -> str:
    units = pieces(event.piece or "", event.count or 1)
    return tr("{units}: {source} – {cell}.", units=units, source=event.source, cell=event.cell)


def _starved(event: Event, mover: Seat, people: People) -> str:
    units = pieces(event.piece or "", event.count or 1)
    return tr(
        "{name} cannot pay: {units} starved on {cell}.",
        name=_owner(event, people),
        units=units,
        cell=event.cell,
    )


def _income(event: Event, mover: Seat, people: People) -> str:
    gold = event.count or 0
    if gold < 0:
        return tr("{name} pays {gold} gold.", name=_owner(event, people), gold=-gold)
    return tr("{name} gets {gold} gold.", name=_owner(event, people), gold=gold)


def _tower(event: Event, mover: Seat, people: People) -> str:
    """A tower that shoots rolls dice; one that was blocked or freed does not."""
    if event.dice is not None:
        pips = " ".join(map(str, event.dice))
        return tr(
            "The tower on {source} shoots at {cell}: {pips}.", source=event.source, cell=event.cell, pips=pips
        )
    if event.seat == mover:
        return tr("The tower on {cell} is free again.", cell=event.cell)
    return tr("The tower on {cell} is blocked.", cell=event.cell)


def _eliminated(event: Event, mover: Seat, people: People) -> str:
    return tr("{name} is out.", name=_owner(event, people))


def _won(event: Event, mover: Seat, people: People) -> str:
    return tr("{name} wins.", name=_owner(event, people))


def _draw(event: Event, mover: Seat, people: People) -> str:
    return tr("The game is a draw.")


def _undone(event: Event, mover: Seat, people: People) -> str:
    return tr("{name} takes the last action back.", name=_owner(event, people))


EVENTS: Mapping[EventKind, _Told] = {
    EventKind.ROLLED: _rolled,
    EventKind.LOST: _lost,
    EventKind.CAPTURED: _captured,
    EventKind.BUILT: _built,
    EventKind.BOUGHT: _bought,
    EventKind.MOVED: _moved,
    EventKind.STARVED: _starved,
    EventKind.INCOME: _income,
    EventKind.TOWER: _tower,
    EventKind.ELIMINATED: _eliminated,
    EventKind.WON: _won,
    EventKind.DRAW: _draw,
    EventKind.UNDONE: _undone,
}
"""A sentence for every kind of event."""
