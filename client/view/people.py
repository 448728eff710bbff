"""What to call the holders of seats."""

from collections.abc import Sequence

from client.i18n import mark, tr
from client.view.source import SeatInfo
from engine.game import Seat

__all__ = ["LEVELS", "People", "listed"]

LEVELS = {
    "random": mark("random moves"),
    "easy": mark("easy"),
    "simple": mark("simple"),
    "medium": mark("medium"),
    "hard": mark("hard"),
}
"""Levels of computers in words; whether one may resign is not told, and a level without a word is called by its name."""


class People:
    """Names of seats; called with a seat, it returns one.

    Attributes:
        seats: Who holds which seat.
        own: Seats played by persons here, ascending.
        me: The seat of the one person here; None for none and for several.
    """

    def __init__(self, seats: Sequence[SeatInfo]) -> None:
        self.seats = tuple(seats)
        self.own = tuple(info.seat for info in self.seats if info.own)
        self.me = self.own[0] if len(self.own) == 1 else None
        self._infos = {info.seat: info for info in self.seats}

    def __call__(self, seat: Seat) -> str:
        """Return the name of its holder; equal names are told apart by numbers."""
        same = [info.seat for info in self.seats if self._plain(info.seat) == self._plain(seat)]
        name = self._plain(seat)
        return name if len(same) < 2 else f"{name} {same.index(seat) + 1}"

    def _plain(self, seat: Seat) -> str:
        info = self._infos.get(seat)
        if info is None or (info.kind != "computer" and not info.name):
            return tr("Seat {number}", number=seat + 1)
        return info.name or tr("Computer")

    def info(self, seat: Seat) -> SeatInfo:
        """Return who holds a seat."""
        return self._infos[seat]

    def level(self, seat: Seat) -> str:
        """Return the level of a computer in words, "" for a person."""
        level = self._infos[seat].level.removesuffix("-resigning")
        return tr(LEVELS[level]) if level in LEVELS else level

    def wins(self, winners: Sequence[Seat]) -> str:
        """Return ``You win`` or ``Mira wins``."""
        if self.me is not None and tuple(winners) == (self.me,):
            return tr("You win")
        if len(winners) == 1:
            return tr("{name} wins", name=self(winners[0]))
        return tr("{names} win", names=self.several(winners))

    def several(self, seats: Sequence[Seat]) -> str:
        """Return ``Mira, Jonas and Lea``."""
        return listed([self(seat) for seat in seats])


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence."""
    if len(words) < 2:
        return "".join(words)
    return tr("{several} and {last}", several=", ".join(words[:-1]), last=words[-1])
