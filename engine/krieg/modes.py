"""Modes, seats and options (K1.2, K1.4 to K1.7, K12), and the rules of one game made of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from engine.canonical import pack
from engine.errors import SetupError
from engine.krieg.boards import MAX_RADIUS, MIN_RADIUS, Cell, Geometry, geometry
from engine.options import Option, OptionKind, check_value, reject_unknown, to_values

__all__ = ["CLASSIC", "FACTIONS", "MAX_GOLD", "SCHEMA", "TOWERS", "Rules", "complete", "modes", "rules_for"]

CLASSIC: Final = "classic"
TOWERS: Final = "towers"
FACTIONS: Final = "factions"

MAX_GOLD: Final = 999
"""Most gold that a seat can hold (K2.3)."""
MAX_ROUND_LIMIT: Final = 9999
"""So that a limit fits the set-up screen; far beyond any game between players that want to win."""

SCHEMA: Final[tuple[Option, ...]] = (
    Option("mode", OptionKind.CHOICE, CLASSIC, "K1.5", choices=(CLASSIC, TOWERS, FACTIONS)),
    Option("seats", OptionKind.INT, None, "K1.5", minimum=2, maximum=6),
    Option("radius", OptionKind.INT, 4, "K1.2", minimum=MIN_RADIUS, maximum=MAX_RADIUS),
    Option("gold", OptionKind.INTS, None, "K1.7", minimum=0, maximum=MAX_GOLD),
    Option("castle_charges", OptionKind.INT, 2, "K5.1", minimum=1, maximum=2),
    Option("round_limit", OptionKind.INT, 0, "K8.5", minimum=0, maximum=MAX_ROUND_LIMIT),
    Option("disband", OptionKind.BOOL, False, "K12.1"),
    Option("short_shots", OptionKind.BOOL, False, "K12.2"),
)

_SEATS_OF_MODE: Final = {CLASSIC: (2, 3), TOWERS: (2, 3), FACTIONS: (6,)}
_START_GOLD: Final = {2: (6, 7), 3: (6, 7, 8), 6: (6,) * 6}
"""Gold before the first settlement, by number of seats: evens out the first move (K1.7)."""
_CROWN_CORNERS: Final = {2: (0, 3), 3: (0, 2, 4), 6: (0, 1, 2, 3, 4, 5)}
"""Which corner each seat's crown stands on, clockwise from south, by number of seats (K1.4)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one game and the fixed things that follow from them.

    Attributes:
        mode, seats, radius, gold, castle_charges, round_limit, disband, short_shots: Complete options.
        geometry: The board.
        crowns: Crown cell of each seat (K1.4).
        towers: Cells of the neutral towers in the order in which they shoot: west, centre, east (K9.1).
        tower_archers: Archers that each tower starts with.
        packed_options: Canonical bytes of the options, which the state hash covers.
    """

    mode: str
    seats: int
    radius: int
    gold: tuple[int, ...]
    castle_charges: int
    round_limit: int
    disband: bool
    short_shots: bool
    geometry: Geometry = field(init=False, repr=False, compare=False)
    crowns: tuple[Cell, ...] = field(init=False, repr=False, compare=False)
    towers: tuple[Cell, ...] = field(init=False, repr=False, compare=False)
    tower_archers: int = field(init=False, repr=False, compare=False)
    packed_options: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        board = geometry(self.radius)
        towers: tuple[Cell, ...] = ()
        if self.mode == TOWERS and self.seats == 2:
            half = self.radius // 2
            towers = (board.at(-self.radius, half), board.at(0, 0), board.at(self.radius, -half))
        elif self.mode == TOWERS:
            towers = (board.at(0, 0),)
        derived = {
            "geometry": board,
            "crowns": tuple(board.corners[corner] for corner in _CROWN_CORNERS[self.seats]),
            "towers": towers,
            "tower_archers": 3 if self.seats == 2 else 5,
            "packed_options": pack(tuple(to_values(SCHEMA, self.options()))),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Callable[..., "Rules"], tuple[Any, ...]]:
        # What follows from the options is found out again, or shared, where they are unpickled.
        return rules_for, (self.options(),)

    def options(self) -> dict[str, Any]:
        """Return the options by name, in the order of the schema."""
        return {option.name: getattr(self, option.name) for option in SCHEMA}


def complete(options: Mapping[str, object]) -> dict[str, Any]:
    """Return ``options`` with defaults filled in, checked, in the order of the schema.

    Raises:
        SetupError: Unknown option, wrong type, out of range, or options that do not go together.
    """
    reject_unknown(SCHEMA, options)
    result: dict[str, Any] = {
        option.name: check_value(option, options[option.name]) if option.name in options else option.default
        for option in SCHEMA
    }
    possible = _SEATS_OF_MODE[result["mode"]]
    if result["seats"] is None:
        result["seats"] = possible[0]
    elif result["seats"] not in possible:
        wanted = " or ".join(str(seats) for seats in possible)
        raise SetupError(f"the mode {result['mode']} is for {wanted} seats", "seats")
    if result["gold"] is None:
        result["gold"] = _START_GOLD[result["seats"]]
    elif len(result["gold"]) != result["seats"]:
        raise SetupError(f"gold must hold {result['seats']} numbers, one for each seat", "gold")
    if result["mode"] == TOWERS and result["seats"] == 2 and result["radius"] % 2:
        raise SetupError("two seats with towers need an even radius: 4, 6 or 8", "radius")
    return result


def modes() -> tuple[dict[str, Any], ...]:
    """Return complete options of every mode and number of seats."""
    return tuple(
        complete({"mode": mode, "seats": seats})
        for mode, possible in _SEATS_OF_MODE.items()
        for seats in possible
    )


def rules_for(options: Mapping[str, object]) -> Rules:
    """Return the rules of a game with ``options``, completed; the same object for the same options.

    Raises:
        SetupError: As ``complete``.
    """
    return _shared(*complete(options).values())


@lru_cache(maxsize=64)
def _shared(*values: Any) -> Rules:
    return Rules(*values)
