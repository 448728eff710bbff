"""Modes and options of new matches in words; a further game's are called by their names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from client.app.notices import sentence
from client.i18n import mark, ntr, tr
from client.ui.screens.gamewords import game_name, mode_name
from client.words import in_own_words
from engine.options import OptionValue

__all__ = [
    "HOUSE_RULES",
    "PRESETS",
    "Preset",
    "caution",
    "has_words",
    "option_name",
    "option_note",
    "preset_words",
    "refusal",
    "summary",
    "value_name",
]


@dataclass(frozen=True, slots=True)
class Preset:
    """A card to choose from.

    Attributes:
        key: Of its widget.
        options: What it chooses.
        title: Its name.
        note: What it is like.
        fact: One fact more.
    """

    key: str
    options: Mapping[str, OptionValue]
    title: str
    note: str = ""
    fact: str = ""


PRESETS: Final[Mapping[str, tuple[Mapping[str, OptionValue], ...]]] = {
    "towerwars": ({"size": 6}, {"size": 8}, {"size": 12}),
}
"""What is offered as cards for games without modes; for others that is the game itself."""

_MODE_NOTES = {
    "classic": (mark("Storm the enemy crown"), mark("2 or 3 seats")),
    "towers": (mark("Neutral archers shoot whoever comes near"), mark("2 or 3 seats")),
    "factions": (mark("Taken crowns pay their new owner"), mark("6 seats, any of them computers")),
}

_SIZES: Mapping[int, tuple[str, str]] = {
    6: (mark("Small"), mark("A short fight, base to base")),
    8: (mark("Usual"), mark("The size to learn and to duel on")),
    12: (mark("Large"), mark("High towers and long ways round")),
}

HOUSE_RULES: Final = frozenset({"disband", "short_shots", "pie"})
"""Options that change how a game is played, and stand apart."""

_NAMES = {
    "mode": mark("Mode"),
    "seats": mark("Seats"),
    "radius": mark("Board radius"),
    "gold": mark("Gold at the start"),
    "castle_charges": mark("A castle costs"),
    "round_limit": mark("Round limit"),
    "disband": mark("Disband own stacks"),
    "short_shots": mark("Short shots"),
    "size": mark("Board size"),
    "ply_limit": mark("Move limit"),
    "pie": mark("Swap after the first move"),
}

_NOTES = {
    "gold": mark("Evens out the first move, or strong and weak players"),
    "round_limit": mark("Then crowns and worth decide; 0 for none"),
    "disband": mark("Removes a stack in your turn, without refund"),
    "short_shots": mark("Archers that moved shoot at distance 1 only"),
    "ply_limit": mark("Then it is a draw; 0 for none"),
    "pie": mark("Blue may take over red's first move instead of moving"),
}

_VALUES: Mapping[tuple[str, OptionValue], str] = {
    ("castle_charges", 1): mark("One charge"),
    ("castle_charges", 2): mark("Both charges"),
}

_REFUSED = {
    "radius": mark("With towers and two seats the radius must be even: 4, 6 or 8."),
}
"""What the rules refuse, by option; other refusals are told as the rules word them."""


def option_name(name: str) -> str:
    """Return what an option is called."""
    return tr(_NAMES[name]) if name in _NAMES else name.replace("_", " ").capitalize()


def option_note(name: str, cells: int) -> str:
    """Return what there is to say about an option, "" for nothing; ``cells``: of the board that is chosen."""
    if name in ("radius", "size"):
        return ntr("{count} cell", "{count} cells", cells)
    return tr(_NOTES[name]) if name in _NOTES else ""


def value_name(name: str, value: OptionValue) -> str:
    """Return an option's value in words."""
    if name == "mode":
        return mode_name(str(value))
    words = _VALUES.get((name, value))
    return tr(words) if words else str(value).replace("_", " ").capitalize()


def has_words(name: str, value: OptionValue) -> bool:
    """Tell whether a number is called by a word."""
    return (name, value) in _VALUES


def caution(name: str, options: Mapping[str, Any]) -> str:
    """Return what one should know before one chooses an option so (K1.7), "" for nothing."""
    if name == "radius" and options.get("mode") == "factions" and options["radius"] == 3:
        return tr("On so small a board the crowns stand so close that the first storm comes in round 2.")
    return ""


def refusal(name: str, why: str) -> str:
    """Return a sentence that says why an option is refused."""
    return tr(_REFUSED[name]) if name in _REFUSED else sentence(in_own_words("setup", why))


def preset_words(game: str, options: Mapping[str, OptionValue]) -> Preset:
    """Return the card that chooses ``options``."""
    mode = options.get("mode")
    if isinstance(mode, str):
        note, fact = _MODE_NOTES.get(mode, ("", ""))
        return Preset(mode, options, mode_name(mode), tr(note) if note else "", tr(fact) if fact else "")
    size = options.get("size")
    if game in PRESETS and isinstance(size, int) and size in _SIZES:
        title, note = _SIZES[size]
        return Preset(f"size {size}", options, tr(title), tr(note), tr("{size} × {size} cells", size=size))
    return Preset("usual", options, game_name(game))


_SUMMARIES: Mapping[tuple[str, int], Callable[[], str]] = {
    ("classic", 2): lambda: tr("Who gets a unit onto the enemy crown wins at once."),
    ("classic", 3): lambda: tr("Whose crown falls is out; the last one left wins."),
    ("towers", 2): lambda: tr("Three neutral towers with three archers each shoot at whoever stands near."),
    ("towers", 3): lambda: tr(
        "A neutral tower with five archers in the middle shoots at whoever stands near."
    ),
    ("factions", 6): lambda: tr("A taken crown stands again for its conqueror. Without a crown you are out."),
}


def summary(game: str, options: Mapping[str, Any], seats: int) -> tuple[str, str]:
    """Return title and a sentence about what is going to be played."""
    counted = ntr("{count} seat", "{count} seats", seats)
    mode = options.get("mode")
    title = tr(
        "{mode}, {seats}", mode=mode_name(mode) if isinstance(mode, str) else game_name(game), seats=counted
    )
    told = _SUMMARIES.get((str(mode), seats))
    if told is not None:
        return title, told()
    if game == "towerwars":
        return title, tr("Reach the enemy base, or leave your rival without a move.")
    return title, ""
