"""Options of games on the command line, built from the schema that each game publishes.

An option is written ``--name value`` with ``-`` for ``_``; a yes-or-no option ``--name`` or ``--no-name``; a
list of numbers ``6,7``. A further game brings its options along without a change here.
"""

import argparse
from collections.abc import Mapping
from typing import Any

from client.errors import UsageError
from engine.errors import SetupError
from engine.options import Option, OptionKind, OptionValue
from engine.registry import GAMES, find

__all__ = ["add_game_options", "format_value", "read_game_options"]

_PREFIX = "game_option_"
"""In front of the option's name in the parsed namespace, apart from all options of commands."""


_MEANINGS = {
    "mode": "the variant of the game",
    "seats": "how many play: 2, 3 or, in factions, 6",
    "radius": "cells from the middle of the board to its edge",
    "gold": "gold at the start, a number for each seat",
    "castle_charges": "charges of a worker that building a castle takes",
    "round_limit": "rounds after which the game is judged; 0: never",
    "disband": "own stacks may be removed without refund",
    "short_shots": "archers that moved shoot at distance 1 only",
    "size": "rows and columns of the board",
    "ply_limit": "actions after which the game is drawn; 0: never",
    "pie": "the second player may swap colours instead of a first move",
}
"""What an option does, for a person; a further game's options do without until they stand here."""


def add_game_options(parser: argparse.ArgumentParser, default_game: str | None = None) -> None:
    """Add ``--game`` and the options of every game to ``parser``.

    Args:
        parser: Of a command that sets up a match.
        default_game: The game when none is named; None: the command asks for one itself.
    """
    parser.add_argument(
        "--game",
        default=default_game,
        metavar="|".join(GAMES),
        help="which game" + (f" (default: {default_game})" if default_game else ""),
    )
    seen: set[str] = set()
    for game in GAMES.values():
        group = parser.add_argument_group(f"options of {game.name}")
        for option in game.options_schema():
            if option.name not in seen:
                _add(group, option)
                seen.add(option.name)


def read_game_options(arguments: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Return the game's name and its complete options.

    Raises:
        UsageError: No such game, an option of another game, or a value that the game refuses (code ``setup``).
    """
    try:
        game = find(arguments.game)
        schema = {option.name: option for option in game.options_schema()}
        given: dict[str, OptionValue] = {}
        for key, text in vars(arguments).items():
            if not key.startswith(_PREFIX) or text is None:
                continue
            name = key.removeprefix(_PREFIX)
            if name not in schema:
                raise SetupError(f"{game.name} has no option {_flag(name)}", name)
            given[name] = _read(schema[name], text)
        return game.name, game.complete(given)
    except SetupError as error:
        raise UsageError(error.text, error.culprit, error.code) from error


def format_value(value: OptionValue) -> str:
    """Return an option's value as a person writes it: ``yes``, ``6,7``, ``towers``."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(map(str, value))
        case _:
            return str(value)


def as_flags(options: Mapping[str, OptionValue]) -> list[str]:
    """Return the command line arguments that give these options."""
    flags: list[str] = []
    for name, value in options.items():
        if isinstance(value, bool):
            flags.append(_flag(name) if value else f"--no-{_flag(name)[2:]}")
        else:
            flags.append(f"{_flag(name)}={format_value(value)}")
    return flags


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _add(group: argparse._ArgumentGroup, option: Option) -> None:
    dest = _PREFIX + option.name
    default = "" if option.default is None else f" (default: {format_value(option.default)})"
    span = (
        f" ({option.minimum} to {option.maximum})" if option.kind in (OptionKind.INT, OptionKind.INTS) else ""
    )
    what = _MEANINGS.get(option.name, option.name.replace("_", " "))
    where = f"{what}{'' if option.name == 'seats' else span}{default} [{option.rule}]"
    match option.kind:
        case OptionKind.BOOL:
            group.add_argument(
                _flag(option.name), dest=dest, default=None, action=argparse.BooleanOptionalAction, help=where
            )
        case OptionKind.CHOICE:
            group.add_argument(_flag(option.name), dest=dest, metavar="|".join(option.choices), help=where)
        case OptionKind.INT:
            group.add_argument(_flag(option.name), dest=dest, metavar="N", help=where)
        case OptionKind.INTS:
            group.add_argument(_flag(option.name), dest=dest, metavar="N,N", help=where)


def _read(option: Option, text: str | bool) -> OptionValue:
    """Return the value that the argument ``text`` writes; its range the game itself will check."""
    if isinstance(text, bool):
        return text
    match option.kind:
        case OptionKind.INT:
            return _number(option, text)
        case OptionKind.INTS:
            return tuple(_number(option, part) for part in text.split(","))
        case _:
            return text


def _number(option: Option, text: str) -> int:
    digits = text.strip()
    if not (digits.removeprefix("-").isascii() and digits.removeprefix("-").isdigit() and len(digits) <= 9):
        raise SetupError(f"{option.name} must be a whole number, not {text[:40]!r}", option.name)
    return int(digits)
