"""Games, modes, levels and options in words, where there are no rules at hand; a further game does without."""

from client.i18n import LANGUAGES, language, mark, ntr, tr
from client.view.people import LEVELS

__all__ = [
    "game_name",
    "level_name",
    "level_note",
    "mode_name",
    "owner_name",
    "played_so_far",
    "tongue_after",
]

_GAMES = {"krieg": "Krieg und Frieden", "towerwars": "TowerWars"}
"""Proper names, the same in every language."""

_MODES = {"classic": mark("Classic"), "towers": mark("Towers"), "factions": mark("Six factions")}

_ROUNDS = frozenset({"krieg"})
"""Games whose progress is told in rounds; that of others in moves."""


def game_name(game: str) -> str:
    """Return the name of a game."""
    return _GAMES.get(game, game.replace("_", " ").capitalize())


def mode_name(mode: str) -> str:
    """Return the name of a mode."""
    return tr(_MODES[mode]) if mode in _MODES else mode.replace("_", " ").capitalize()


_OWNERS = {
    "cobalt": mark("Cobalt"),
    "madder": mark("Madder"),
    "jade": mark("Jade"),
    "lemon": mark("Lemon"),
    "orchid": mark("Orchid"),
    "plum": mark("Plum"),
}

_SIDES = {"madder": mark("Red"), "cobalt": mark("Blue")}
"""TowerWars calls its two sides by plain colours."""


def owner_name(game: str, owner: str) -> str:
    """Return what a seat is called by its colour."""
    names = _SIDES if game == "towerwars" else _OWNERS
    return tr(names[owner])


def level_name(level: str) -> str:
    """Return a computer's level in words, whether it may resign left out."""
    plain = level.removesuffix("-resigning")
    return tr(LEVELS[plain]) if plain in LEVELS else plain


_STRENGTHS = {
    "random": mark("any move that is allowed"),
    "easy": mark("for first matches"),
    "simple": mark("plain rules of thumb"),
    "medium": mark("looks ahead"),
    "hard": mark("thinks longest"),
}


def level_note(level: str) -> str:
    """Return how a computer's level plays, in a few words, "" for one that nothing is known of."""
    plain = level.removesuffix("-resigning")
    return tr(_STRENGTHS[plain]) if plain in _STRENGTHS else ""


def played_so_far(game: str, number: int) -> str:
    """Return how far a match has come: ``round 12``, ``34 moves``."""
    if game in _ROUNDS:
        return tr("round {number}", number=number)
    return ntr("{count} move", "{count} moves", number)


def tongue_after() -> str:
    """Return the language that comes after the one in use."""
    tongues = list(LANGUAGES)
    return tongues[(tongues.index(language()) + 1) % len(tongues)]
