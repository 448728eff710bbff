"""What a running command tells: sentences for a person, or one JSON object a line for a program.

Every event has a stable name and plain fields (``docs/command-line.md``); ``words`` makes sentences of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import IO, Any

from client.contacts import Contacts
from client.names import Names
from client.terminal.harmless import harmless
from client.words import EVENTS, event_words
from engine import strictjson
from engine.game import Seat

__all__ = ["QUIET", "JsonReport", "Report", "TextReport"]

QUIET = frozenset({"pending", "link_state"})
"""Events that only programs are told: a person would drown in them."""


class Report(ABC):
    """Where events go. Each call writes one whole line and flushes it."""

    @abstractmethod
    def __call__(self, event: str, **fields: Any) -> None:
        """Tell an event."""


class JsonReport(Report):
    """JSON lines: ``{"event": name, ...}``, keys sorted."""

    def __init__(self, target: IO[bytes]) -> None:
        self._target = target

    def __call__(self, event: str, **fields: Any) -> None:
        """Write one line."""
        self._target.write(strictjson.dump({"event": event, **fields}).encode() + b"\n")
        self._target.flush()


class TextReport(Report):
    """Sentences, written by ``say``."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._who = Names()
        self._contacts = Contacts()
        self._turn: Seat | None = None

    def __call__(self, event: str, **fields: Any) -> None:
        """Write one sentence; events for programs only, and what was told before, are left out."""
        if event == "match":
            self._who = Names.of_match(fields)
        if event in EVENTS and event not in QUIET and self._is_news(event, fields):
            text = event_words(event, fields, self._who)
            # An answer is drawn here, in colours and several lines; all else may hold what others wrote.
            self._say(text if event == "reply" else harmless(text))

    def _is_news(self, event: str, fields: Mapping[str, Any]) -> bool:
        """Return whether a person does not know it yet; whose turn it is, is told once a turn."""
        if event != "turn":
            return self._contacts.is_news(event, fields)
        before, self._turn = self._turn, fields["seat"]
        return self._turn != before
