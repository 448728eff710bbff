"""What a person likes, kept in the profile: language, look, sound, port, habits, and what was last played.

A file that was damaged or edited by hand is no reason not to start: every value that makes no sense is the
default again, and the person is told once.
"""

import getpass
import json
import locale
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from client.errors import ClientError
from client.files import SHARED, write_whole
from client.i18n import LANGUAGES, tr
from client.log import LOG
from client.names import is_name
from client.profiles import DEFAULT_PROFILE
from engine.options import OptionValue

__all__ = [
    "FILE",
    "MOTIONS",
    "SCALES",
    "THEMES",
    "USUAL_PORT",
    "VISIONS",
    "LastGame",
    "Preferences",
    "chosen_name",
    "is_name",
    "load_preferences",
    "preferred_language",
    "save_preferences",
    "system_name",
]

FILE = "preferences.json"
"""Name of the file in the directory of a profile."""

THEMES = ("dark", "light", "system")

VISIONS = ("normal", "protan", "deutan", "tritan")
"""How the colours are shown, to see what somebody else sees: all but the first as in ``client.ui.theme.VISIONS``."""

MOTIONS = ("full", "fast", "off")

SCALES = (0.9, 2.0)
"""Smallest and largest scale of the interface beside that of the display."""

USUAL_PORT = 29223
"""``protocol.transport.addresses.DEFAULT_PORT``, which would bring the whole transport along; a test compares."""

_NOBODY = frozenset(
    {"admin", "administrator", "default", "guest", "nobody", "root", "test", "ubuntu", "user"}
)
"""Names of users that are no person's."""

_MAX_BYTES = 64 * 1024
"""A file that is longer was not written here."""


_MAX_ADDRESSES = 16
_MAX_ADDRESS = 300
"""A host name has at most 253 characters."""


@dataclass(slots=True)
class LastGame:
    """What was last chosen for a game.

    Attributes:
        options: By name; whether they still make sense is for ``Game.complete`` to say.
        seats: ``me``, ``open``, or a computer's level, by seat.
        names: Of persons at this machine, by seat; "" where none was given.
    """

    options: dict[str, OptionValue] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Preferences:
    """All preferences; each may be set at any time, ``Application.save_preferences`` keeps them.

    Attributes:
        language: A key of ``client.i18n.LANGUAGES``.
        theme: One of ``THEMES``.
        scale: Of the interface, ``SCALES``.
        patterns: Strength of the owners' patterns, 0..1.
        vision: One of ``VISIONS``.
        motion: One of ``MOTIONS``.
        volume: 0..1.
        port: To listen on first, 1024..65535.
        confirm_attacks: A click on a target asks before it attacks, in games with dice.
        confirm_end: The key that ends a turn asks where a stack could still act.
        hints: Explanations are shown.
        own_seat_below: Hot-seat: the board is turned to whoever is to act.
        name: As others see this person; "": what ``WindowApplication.name`` makes of profile and system.
        addresses: Where rooms were joined that led to a match, newest first.
        game: Last played, "" for none.
        last: What was last chosen, by game.
    """

    language: str = "en"
    theme: str = "dark"
    scale: float = 1.0
    patterns: float = 1.0
    vision: str = "normal"
    motion: str = "full"
    volume: float = 0.7
    port: int = USUAL_PORT
    confirm_attacks: bool = True
    confirm_end: bool = True
    hints: bool = True
    own_seat_below: bool = False
    name: str = ""
    addresses: list[str] = field(default_factory=list)
    game: str = ""
    last: dict[str, LastGame] = field(default_factory=dict)


def _one_of(*choices: str) -> Callable[[object], bool]:
    return lambda value: value in choices


def _number(low: float, high: float) -> Callable[[object], bool]:
    return lambda value: (
        isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high
    )


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


_CHECKS: Mapping[str, Callable[[object], bool]] = {
    "language": _one_of(*LANGUAGES),
    "theme": _one_of(*THEMES),
    "scale": _number(*SCALES),
    "patterns": _number(0, 1),
    "vision": _one_of(*VISIONS),
    "motion": _one_of(*MOTIONS),
    "volume": _number(0, 1),
    "port": lambda value: _number(1024, 65535)(value) and isinstance(value, int),
    "confirm_attacks": _is_bool,
    "confirm_end": _is_bool,
    "hints": _is_bool,
    "own_seat_below": _is_bool,
    "name": lambda value: value == "" or is_name(value),
    "addresses": lambda value: (
        isinstance(value, list)
        and len(value) <= _MAX_ADDRESSES
        and all(isinstance(text, str) and 0 < len(text) <= _MAX_ADDRESS for text in value)
    ),
    "game": lambda value: isinstance(value, str) and len(value) <= 32,
}
"""Whether a value makes sense, for all but ``last``."""


def chosen_name(preferences: Preferences, profile: str) -> str:
    """Return how a person wants to be called, else the profile that was chosen, "" for who has chosen neither."""
    return preferences.name or ("" if profile == DEFAULT_PROFILE else profile)


def system_name() -> str:
    """Return what the system calls the person who uses it, "" where that is no person's name."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
    if name.lower() in _NOBODY or not is_name(name):
        return ""
    return name.capitalize() if name.islower() and name.isalpha() else name


def preferred_language(environment: Mapping[str, str] | None = None) -> str:
    """Return the language that the system speaks to this person, English where there is no translation.

    Args:
        environment: Environment variables; None: this process's, and what else the system knows.
    """
    named = os.environ if environment is None else environment
    # In the order in which gettext asks.
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if text := named.get(variable, ""):
            return _language_of(text)
    # Windows and macOS set none of these.
    return _language_of(locale.getlocale()[0] or "") if environment is None else "en"


def load_preferences(path: Path) -> tuple[Preferences, bool]:
    """Return the preferences in the file ``path``, and whether all that stood there made sense.

    Without a file they are the defaults. Keys that are not known are left out.
    """
    preferences = Preferences(language=preferred_language())
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
        value = json.loads(data.decode("utf-8")) if len(data) <= _MAX_BYTES else None
        # Half of a pair of surrogates can be escaped in JSON, but neither be written nor be shown.
        json.dumps(value, ensure_ascii=False).encode()
    except FileNotFoundError:
        return preferences, True
    except (OSError, ValueError, RecursionError) as error:
        LOG.warning("%s: not readable: %s", path, error)
        return preferences, False
    if not isinstance(value, dict):
        LOG.warning("%s: these are no preferences", path)
        return preferences, False
    wrong = [name for name, check in _CHECKS.items() if name in value and not check(value[name])]
    for name in _CHECKS:
        if name in value and name not in wrong:
            setattr(preferences, name, value[name])
    last = value.get("last", {})
    if isinstance(last, dict) and all(isinstance(entry, dict) for entry in last.values()):
        preferences.last = {game: _last_game(entry) for game, entry in last.items()}
    else:
        wrong.append("last")
    if wrong:
        LOG.warning("%s: these make no sense: %s", path, ", ".join(wrong))
    return preferences, not wrong


def save_preferences(path: Path, preferences: Preferences) -> None:
    """Put the preferences on disk, as a whole or not at all.

    Raises:
        ClientError: ``preferences``, with the name as culprit: a value makes no sense. A file error.
    """
    for name, makes_sense in _CHECKS.items():
        if not makes_sense(getattr(preferences, name)):
            raise ClientError("preferences", tr("This value is not possible: {name}", name=name), name)
    text = json.dumps(asdict(preferences), indent=1, sort_keys=True, ensure_ascii=False)
    write_whole(path, text.encode() + b"\n", SHARED, replace=True)


def _last_game(entry: Mapping[str, Any]) -> LastGame:
    options, seats, names = entry.get("options"), entry.get("seats"), entry.get("names")
    return LastGame(
        {
            # What is a list in JSON is a tuple among the options of a game.
            name: tuple(value) if isinstance(value, list) else value
            for name, value in (options if isinstance(options, dict) else {}).items()
        },
        [seat for seat in seats if isinstance(seat, str)] if isinstance(seats, list) else [],
        [name if is_name(name) else "" for name in names] if isinstance(names, list) else [],
    )


def _language_of(text: str) -> str:
    """Return the language of a locale's name: ``de_DE.UTF-8``, ``de:en``, ``German_Germany.1252``."""
    first = re.split(r"[:_.@-]", text.lower())[0]
    return {"german": "de"}.get(first, first if first in LANGUAGES else "en")
