"""The options of a game as data: a schema that windows, commands, contracts and the line protocol all read.

A game lists its options in a fixed, documented order (``Game.options_schema``). Completing a partial set of
options and checking it is the game's affair (``Game.complete``), since defaults may depend on other
options; this module holds the checks that are the same everywhere.
"""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.errors import SetupError

__all__ = [
    "Option",
    "OptionKind",
    "OptionValue",
    "Options",
    "check_value",
    "from_values",
    "reject_unknown",
    "to_values",
]

OptionValue: TypeAlias = int | bool | str | tuple[int, ...]
Options: TypeAlias = Mapping[str, OptionValue]


class OptionKind(enum.Enum):
    """The type of an option's value."""

    INT = "int"
    BOOL = "bool"
    CHOICE = "choice"
    INTS = "ints"
    """A tuple of integers, one for each seat."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game.

    Attributes:
        name: Key in JSON, on the command line (with ``-`` for ``_``) and in translations.
        kind: Type of the value.
        default: Value when none is given; None where it depends on other options (``Game.complete``).
        minimum, maximum: Range of an INT, or of each item of INTS, both ends included.
        choices: The words that a CHOICE takes.
        rule: Number of the rule that the option stands in, such as ``"K1.7"``.
    """

    name: str
    kind: OptionKind
    default: OptionValue | None
    rule: str
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()


def check_value(option: Option, value: object) -> OptionValue:
    """Return ``value`` in its canonical type (a list of integers becomes a tuple).

    Raises:
        SetupError: Wrong type, out of range, or not among the choices; the culprit is the option's name.
    """
    match option.kind:
        case OptionKind.BOOL:
            if isinstance(value, bool):
                return value
            raise SetupError(f"{option.name} must be true or false", option.name)
        case OptionKind.CHOICE:
            if isinstance(value, str) and value in option.choices:
                return value
            raise SetupError(f"{option.name} must be one of {', '.join(option.choices)}", option.name)
        case OptionKind.INT:
            return _check_int(option, value)
        case OptionKind.INTS:
            if isinstance(value, (list, tuple)):
                return tuple(_check_int(option, item) for item in value)
            raise SetupError(f"{option.name} must be a list of whole numbers", option.name)


def _check_int(option: Option, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and option.minimum <= value <= option.maximum:
        return value
    raise SetupError(
        f"{option.name} must be a whole number from {option.minimum} to {option.maximum}", option.name
    )


def reject_unknown(schema: Sequence[Option], options: Mapping[str, object]) -> None:
    """Raise ``SetupError`` for the first key of ``options`` that the schema does not know."""
    known = {option.name for option in schema}
    for name in options:
        if name not in known:
            raise SetupError(f"there is no option {name!r}", str(name))


def to_values(schema: Sequence[Option], options: Options) -> list[OptionValue]:
    """Return the values of complete ``options`` in the order of the schema, as a contract holds them."""
    return [options[option.name] for option in schema]


def from_values(schema: Sequence[Option], values: Sequence[object]) -> dict[str, object]:
    """Return options by name from values in the order of the schema (not yet checked: ``Game.complete``).

    Raises:
        SetupError: There are not exactly as many values as options.
    """
    if len(values) != len(schema):
        raise SetupError(f"{len(schema)} option values are needed, not {len(values)}", "options")
    return {option.name: value for option, value in zip(schema, values, strict=True)}
