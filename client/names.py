"""Who holds which seat, in the words of the person who reads it.

A contract knows keys, not names: these come from the room, and are kept beside the match file for a resumption.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeGuard

from client.i18n import tr
from engine.game import Seat

__all__ = ["Names", "WindowNames", "is_name"]

_NAME = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]{1,32}")
"""As the protocol allows names to be (``protocol.room_messages.Label``)."""


def is_name(text: object) -> TypeGuard[str]:
    """Tell whether a person can be called that, towards others as well."""
    return isinstance(text, str) and _NAME.fullmatch(text) is not None and not text.isspace()


class Names:
    """Names of seats; called with a seat, it returns ``anna (seat 0)``, or ``seat 0`` where no name is known.

    Attributes:
        own: Seats of the reader.
    """

    def __init__(self, names: Mapping[Seat, str] | None = None, own: Collection[Seat] = ()) -> None:
        self.own = frozenset(own)
        self._names = dict(names or {})

    @classmethod
    def of_match(cls, fields: Mapping[str, Any]) -> "Names":
        """Return the names that the event ``match`` tells."""
        names = {
            seat["seat"]: tr("the computer") if seat["kind"] == "computer" else seat["name"]
            for seat in fields["seats"]
        }
        return cls(names, fields["own"])

    def __call__(self, seat: Seat) -> str:
        """Return what to call a seat."""
        name = self._names.get(seat, "")
        if name:
            return tr("{name} (seat {number})", name=name, number=seat)
        return tr("seat {number}", number=seat)

    def short(self, seat: Seat) -> str:
        """Return ``anna``, where only one seat has that name, else as a call does."""
        name = self._names.get(seat, "")
        return name if list(self._names.values()).count(name) == 1 and name else self(seat)

    def marked(self, seat: Seat) -> str:
        """Return the short name, and whether it is the reader's: ``anna (you)``."""
        name = self.short(seat)
        return tr("{name} (you)", name=name) if seat in self.own else name

    def several(self, seats: Sequence[Seat]) -> str:
        """Return ``anna (seat 0) and bert (seat 1)``, or ``seats 0 and 1`` where no name is known."""
        if len(seats) > 1 and not any(self._names.get(seat) for seat in seats):
            return tr("seats {numbers}", numbers=_listed(list(map(str, seats))))
        return _listed([self(seat) for seat in seats]) or tr("nobody")


class WindowNames(Names):
    """Names as the window shows them: ``anna``, ``anna 2``, or ``seat 1``, where the first seat is number 1."""

    def __call__(self, seat: Seat) -> str:
        """Return what to call a seat."""
        name = self._names.get(seat, "")
        if not name:
            return tr("seat {number}", number=seat + 1)
        same = sorted(other for other, text in self._names.items() if text == name)
        return name if len(same) < 2 else f"{name} {same.index(seat) + 1}"


def _listed(words: list[str]) -> str:
    if len(words) > 1:
        return tr("{several} and {last}", several=", ".join(words[:-1]), last=words[-1])
    return "".join(words)
