"""Reading the arguments of commands: whole numbers, objects, actions with their draws, bounds of a search.

Everything here turns words of a line into values or raises ``CommandError``; no state of a game is looked at.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from engine import strictjson
from engine.errors import EngineError, SetupError

__all__ = [
    "MAX_LINE",
    "MAX_NODES",
    "MAX_PERFT_DEPTH",
    "MAX_TIME_MS",
    "ActionWords",
    "CommandError",
    "NoGameError",
    "SearchWords",
    "UnknownCommandError",
    "no_words",
    "read_action",
    "read_number",
    "read_object",
    "read_search",
    "split_words",
    "take_seed",
]

MAX_LINE = 1024 * 1024
"""Characters of one line. The longest sensible one, ``load`` of a full Krieg board of radius 8 (217 cells of
some 200 characters), has 45,000; the rest is room for blanks and further games."""

MAX_PERFT_DEPTH = 20
"""Depth of ``perft``. With only two actions a ply depth 20 has a million leaves, with the 30 of a real
position 10^29: nothing deeper can be counted, and the recursion stays shallow."""

MAX_NODES = 10**12
"""Node budget of one turn: days of search. Also the budget of a search that is bounded by time."""

MAX_TIME_MS = 24 * 60 * 60 * 1000
"""Milliseconds that one ``go`` may ask for: a day."""

_BLANKS = " \t"
_NUMBER = re.compile(r"[0-9]{1,15}")
_SEED = re.compile(r"[0-9a-fA-F]{64}")


class CommandError(EngineError):
    """A command is not written as the protocol wants it."""

    code: ClassVar[str] = "syntax"


class UnknownCommandError(EngineError):
    """There is no such command."""

    code: ClassVar[str] = "unknown"


class NoGameError(EngineError):
    """The command is about a game, and none has been set up or loaded."""

    code: ClassVar[str] = "nogame"


@dataclass(frozen=True, slots=True)
class ActionWords:
    """Arguments of ``do``: the action's words, and its draws; None: none were given, use the seed."""

    words: tuple[str, ...]
    draws: tuple[tuple[int, ...], tuple[int, ...]] | None


@dataclass(frozen=True, slots=True)
class SearchWords:
    """Arguments of ``go``: the level, or None for the strongest, and what bounds the search."""

    level: str | None
    bound: Literal["nodes", "time"]
    amount: int


def split_words(text: str, most: int = 0) -> list[str]:
    """Return the words of ``text`` between blanks and tabs, and nothing else that Unicode takes for a space.

    Args:
        text: Words of a line, without line break.
        most: After so many words the rest stays in one piece; 0: no limit.
    """
    stripped = text.strip(_BLANKS)
    return re.split(f"[{_BLANKS}]+", stripped, maxsplit=most) if stripped else []


def no_words(rest: str) -> None:
    """Raise ``CommandError`` if a command that takes no arguments was given some."""
    if rest:
        raise CommandError("this command takes no arguments")


def read_number(word: str, name: str, lowest: int, highest: int) -> int:
    """Return the whole number that ``word`` writes in decimal digits."""
    if not _NUMBER.fullmatch(word) or not lowest <= int(word) <= highest:
        raise CommandError(f"{name} must be a whole number from {lowest} to {highest}")
    return int(word)


def read_object(rest: str, command: str) -> dict[str, Any]:
    """Return the JSON object that is the one argument of ``command``."""
    value = strictjson.load(rest)
    if not isinstance(value, dict):
        raise CommandError(f"{command} takes one JSON object")
    return value


def take_seed(value: dict[str, Any]) -> bytes:
    """Remove ``seed`` from the object ``value`` and return it; zeros when it is missing."""
    seed = value.pop("seed", "0" * 64)
    if not isinstance(seed, str) or not _SEED.fullmatch(seed):
        raise SetupError("seed must be 64 hexadecimal digits", "seed")
    return bytes.fromhex(seed)


def read_action(rest: str) -> ActionWords:
    """Return the arguments of ``do``: ``<action> [dice 6 5 3] [choices 0]``, dice and choices in any order."""
    words = split_words(rest)
    marks = [i for i, word in enumerate(words) if word in ("dice", "choices")]
    action = tuple(words[: marks[0]] if marks else words)
    if not action:
        raise CommandError("an action is missing")
    if not marks:
        return ActionWords(action, None)
    given: dict[str, tuple[int, ...]] = {}
    for start, stop in zip(marks, [*marks[1:], len(words)], strict=True):
        name = words[start]
        if name in given:
            raise CommandError(f"{name} stands twice")
        given[name] = _draws(words[start + 1 : stop], name)
    return ActionWords(action, (given.get("dice", ()), given.get("choices", ())))


def read_search(rest: str) -> SearchWords:
    """Return the arguments of ``go``: ``[level NAME] nodes <n>`` or ``[level NAME] time <ms>``."""
    level: str | None = None
    words = split_words(rest)
    if words[:1] == ["level"] and len(words) > 1:
        level = words[1]
        words = words[2:]
    match words:
        case ["nodes", number]:
            return SearchWords(level, "nodes", read_number(number, "nodes", 1, MAX_NODES))
        case ["time", number]:
            return SearchWords(level, "time", read_number(number, "time", 1, MAX_TIME_MS))
        case _:
            raise CommandError("go is written: go [level NAME] nodes <n>, or: go [level NAME] time <ms>")


def _draws(words: Sequence[str], name: str) -> tuple[int, ...]:
    """Return the numbers after ``dice`` or ``choices``; whether they are possible the rules will say."""
    return tuple(read_number(word, f"each of the {name}", 0, 255) for word in words)
