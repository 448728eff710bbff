"""What a person is told beside what the screens show: news of links and matches, and why something is not possible."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from client.app.ports import Notice
from client.contacts import Contacts
from client.errors import EXPECTED, ClientError, FaultError, explain
from client.log import LOG
from client.names import Names, WindowNames
from client.words import event_words, meaning

__all__ = ["News", "counted_from_one", "refusal", "sentence", "why_ended"]

_PLAIN = frozenset(
    [
        "first_contact",
        "claim_refused",
        "terms_changed",
        "link_up",
        "dial_failed",
        "recovering",
        "recovered",
        "healed",
        "lapsed",
        "rejoined",
    ]
)
"""Events that are news."""

_BAD = frozenset({"link_down", "recorded", "froze", "reverted", "stopped", "forfeit"})
"""Those that are bad news; everything else that a table reports shows on the screen itself."""

_LIVING_ON = frozenset({"done"})
"""Codes of links that ended as they should."""


_SEAT = re.compile(r"\bseat (\d+)\b")


def counted_from_one(text: str) -> str:
    """Return what protocol or rules say in English with the numbers that seats have in the window, from 1."""
    return _SEAT.sub(lambda found: f"seat {int(found[1]) + 1}", text)


def sentence(text: str) -> str:
    """Return a clause as a sentence: a capital letter first (of a word, not of an address), a full stop last."""
    text = text.strip()
    if not text:
        return text
    first = text.split()[0].strip(",:;")
    capital = text[0].upper() if first.isalpha() else text[0]
    return capital + text[1:] + ("" if text[-1] in ".!?…" else ".")


def refusal(error: Exception) -> tuple[str, str]:
    """Return code and sentence for a deed that was refused with one of ``EXPECTED``."""
    found = explain(error)
    text = counted_from_one(found.text)
    return str(found.code), sentence(meaning(found.code, text) if found is not error else text)


def why_ended(error: Exception, log_file: Path) -> Notice:
    """Return what to tell about an error that ended something, and write it to the log."""
    if isinstance(error, EXPECTED):
        found = explain(error)
        LOG.error("%s: %s", found.code, found.text)
        code, text = refusal(error)
        return Notice(code, text, bad=True)
    LOG.error("a fault of this program", exc_info=error)
    fault: ClientError = FaultError(log_file)
    return Notice(fault.code, sentence(fault.text), bad=True)


class News:
    """Makes notices of the events of one table."""

    def __init__(self) -> None:
        self._waits = False
        self._contacts = Contacts()
        self._who: Names = WindowNames()

    def of_event(self, event: str, fields: Mapping[str, Any]) -> Notice | None:
        """Return a notice about an event of ``docs/command-line.md``, None where it is no news."""
        match event:
            case "match":
                self._who = WindowNames.of_match(fields)
            case "recovering":
                self._waits = fields["silent"] > 0
            case "link_up" if not fields["back"]:
                self._contacts.is_news(event, fields)
                return None  # a room shows who is there
        if event in ("recovering", "recovered") and not self._waits:
            return None  # nobody else takes part
        is_news = self._contacts.is_news(event, fields)
        if not is_news or event not in _PLAIN | _BAD:
            return None
        bad = event in _BAD and fields.get("code") not in _LIVING_ON
        if "text" in fields:
            fields = {**fields, "text": counted_from_one(fields["text"])}
        return Notice(event, sentence(event_words(event, fields, self._who)), bad)
