"""Fallen crowns, elimination, the end of the game and its judgement (K8)."""

from engine.game import EventKind, Outcome, Seat
from engine.krieg.boards import Cell
from engine.krieg.economy import crowns_of
from engine.krieg.modes import FACTIONS
from engine.krieg.pieces import CASTLE, CROWN, DEAD_CROWN_SITE, MINE, SITE_TYPE, WORTH
from engine.krieg.state import NOBODY, Draft, Position, State, seat_of

__all__ = ["adjudicate", "close_at_limit", "crown_falls", "give_up", "outcome", "ranking", "worth_of"]

_WORTH_OF_SITE = {MINE: 3, CASTLE: 8}
"""What a mine and a castle add to a seat's worth (K8.5)."""


def crown_falls(d: Draft, cell: Cell, loser: Seat | None) -> None:
    """Draw the consequences of a standing crown having been taken by the seat to move.

    Args:
        d: The draft, with the attacker on the crown and the crown already its own.
        cell: The crown.
        loser: Who owned it; None for the crown of a faction that resigned (K8.4).
    """
    if loser is None:
        return
    if d.rules.mode == FACTIONS:
        if crowns_of(d, loser):
            return  # K8.3: out only when no crown is left.
    elif d.rules.seats > 2:
        d.sites[cell] = DEAD_CROWN_SITE  # K8.2
    _eliminate(d, loser)


def give_up(d: Draft, seat: Seat) -> None:
    """Put a living ``seat`` out because it resigned (K8.4)."""
    if d.rules.mode == FACTIONS:
        for cell, owner in enumerate(d.owners):
            if owner == seat + 1 and SITE_TYPE[d.sites[cell]] == CROWN:
                d.owners[cell] = NOBODY
                # A stack on it is about to vanish with all of the seat's units, found by their owner.
                d.units[cell] = 0
    elif d.rules.seats > 2:
        d.sites[d.rules.crowns[seat]] = DEAD_CROWN_SITE
    _eliminate(d, seat)


def _eliminate(d: Draft, loser: Seat) -> None:
    """Take a seat out of the game: its units vanish, unless that ends a game of two (K8.1, K8.2, K8.3)."""
    if d.rules.seats > 2:
        for cell, owner in enumerate(d.owners):
            if owner == loser + 1:
                d.units[cell] = 0
    d.living = tuple(seat for seat in d.living if seat != loser)
    d.tell(EventKind.ELIMINATED, loser)
    if d.over:
        d.rest_all()
        d.tell(EventKind.WON, d.living[0])


def close_at_limit(d: Draft) -> None:
    """End the game because the last turn of the last round is over (K8.5)."""
    d.limit_reached = True
    d.rest_all()
    best = ranking(d)
    if len(best) == 1:
        d.tell(EventKind.WON, best[0])
    else:
        d.tell(EventKind.DRAW)


def worth_of(p: Position, seat: Seat) -> int:
    """Return gold, price of all units, 3 a mine and 8 a castle of ``seat`` (K8.5)."""
    own = seat + 1
    worth = p.gold[seat]
    for owner, site, unit in zip(p.owners, p.sites, p.units, strict=True):
        if owner == own:
            worth += WORTH[unit] + _WORTH_OF_SITE.get(SITE_TYPE[site], 0)
    return worth


def ranking(p: Position) -> tuple[Seat, ...]:
    """Return the living seats that are equal at the top: most crowns, then most worth (K8.5)."""
    score = {seat: (crowns_of(p, seat), worth_of(p, seat)) for seat in p.living}
    top = max(score.values())
    return tuple(seat for seat in p.living if score[seat] == top)


def outcome(s: State) -> Outcome | None:
    """Return how the game ended, or None while it runs.

    The reason is ``round_limit``; with two seats ``crown`` or ``resigned``; with more seats ``last_seat``.
    """
    if len(s.living) == 1:
        winner = s.living[0]
        if s.rules.seats > 2:
            return Outcome((winner,), "last_seat")
        lost_crown = s.rules.crowns[1 - winner]
        return Outcome((winner,), "crown" if seat_of(s.owners[lost_crown]) == winner else "resigned")
    return _judged(s, "round_limit") if s.limit_reached else None


def adjudicate(s: State) -> Outcome:
    """Judge a game that cannot go on: its outcome if it is over, else by the limit's ranking (K8.5)."""
    return outcome(s) or _judged(s, "adjudicated")


def _judged(s: State, reason: str) -> Outcome:
    best = ranking(s)
    return Outcome(best if len(best) == 1 else (), reason)
