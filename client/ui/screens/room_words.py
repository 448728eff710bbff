"""What is played in a room, in few words: mode and size, and what differs from the usual."""

from collections.abc import Callable, Mapping, Sequence

from client.i18n import ntr, number, tr
from client.ui.screens.gamewords import mode_name
from client.ui.screens.setup_words import has_words, option_name, value_name
from engine.options import OptionValue

__all__ = ["option_rows", "variant_chips"]

_COUNTED: Mapping[str, Callable[[int], str]] = {
    "round_limit": lambda n: ntr("{count} round", "{count} rounds", n) if n else tr("none"),
    "ply_limit": lambda n: ntr("{count} move", "{count} moves", n) if n else tr("none"),
    "size": lambda n: tr("{size} × {size}", size=n),
}
"""Values of options that are numbers of something."""


def option_value(name: str, value: OptionValue) -> str:
    """Return the value of an option in words."""
    match value:
        case bool():
            return tr("on") if value else tr("off")
        case int() if not has_words(name, value):
            return _COUNTED[name](value) if name in _COUNTED else number(value)
        case tuple():
            return " · ".join(number(item) for item in value)
    return value_name(name, value)


def option_rows(options: Mapping[str, OptionValue], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return label and value of the options called ``names``."""
    return [(option_name(name), option_value(name, options[name])) for name in names if name in options]


def variant_chips(options: Mapping[str, OptionValue]) -> list[str]:
    """Return the few words that tell one kind of game from another: mode and size of the board."""
    chips = []
    for name, value in options.items():
        match name, value:
            case "mode", str():
                chips.append(mode_name(value))
            case "radius", int():
                chips.append(tr("R {radius}", radius=value))
            case "size", int():
                chips.append(option_value(name, value))
    return chips
