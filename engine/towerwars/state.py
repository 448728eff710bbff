"""The state of a game, its options, its bytes and its hash.

A state is a value: what stands where, whose turn it is, and what of the past still matters (the number of
plies, whether colours were exchanged, who resigned). Whether the game is over is not stored; ``outcome``
tells.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine import canonical
from engine.digest import EMPTY_DRAWS, part_hash
from engine.errors import PositionError
from engine.game import Seat
from engine.options import Option, OptionKind, check_value, reject_unknown
from engine.towerwars.geometry import MIN_SIZE, geometry
from engine.towerwars.notation import MAX_SIZE
from engine.towerwars.pieces import RED, Colour

__all__ = [
    "MAX_PLY_LIMIT",
    "OPTIONS",
    "PARTS",
    "State",
    "complete",
    "decode",
    "encode",
    "hash_parts",
    "start",
]

MAX_PLY_LIMIT: Final = 9999
"""Plies; games between equal players that do not end are far past their point long before."""

OPTIONS: Final = (
    Option("size", OptionKind.INT, 8, "T1.1", minimum=MIN_SIZE, maximum=MAX_SIZE),
    Option("ply_limit", OptionKind.INT, 0, "T6.3", minimum=0, maximum=MAX_PLY_LIMIT),
    Option("pie", OptionKind.BOOL, False, "T6.3"),
)

PARTS: Final = ("board", "turn", "dice")
"""Names of the hash parts. No rule draws, so ``dice`` is always that of a game without draws."""

_HASH_WITHOUT_DRAWS: Final = part_hash(EMPTY_DRAWS)


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    Attributes:
        size: Columns and rows, 4..26.
        board: n² piece codes (see ``pieces``) in the order of the cells' names.
        turn: The colour to move; after the end, the one that would be.
        ply: What was played so far (moves, ``swap``, a resignation), as far as known.
        swapped: Whether the colours were exchanged (T6.3).
        resigned: The seat that resigned (T6.2), or None.
        ply_limit: Plies after which the game is a draw; 0: none.
        pie: Whether the second player may exchange colours.
    """

    size: int
    board: bytes
    turn: Colour = RED
    ply: int = 0
    swapped: bool = False
    resigned: Seat | None = None
    ply_limit: int = 0
    pie: bool = False

    def seat_of(self, colour: Colour) -> Seat:
        """Return the seat that plays ``colour``: seat 0 opens as red; swapping exchanges the colours."""
        return colour ^ 1 if self.swapped else colour

    def colour_of(self, seat: Seat) -> Colour:
        """Return the colour that ``seat`` (0 or 1) plays."""
        return seat ^ 1 if self.swapped else seat


def complete(options: Mapping[str, object]) -> dict[str, Any]:
    """Return ``options`` with the missing ones at their defaults, checked, in the order of ``OPTIONS``.

    Raises:
        SetupError: Unknown option, wrong type, or out of range.
    """
    reject_unknown(OPTIONS, options)
    return {option.name: check_value(option, options.get(option.name, option.default)) for option in OPTIONS}


def start(options: Mapping[str, object]) -> State:
    """Return the start (T2.1, T2.2) of a game with these options. Raises ``SetupError`` as ``complete``."""
    checked = complete(options)
    return State(
        size=checked["size"],
        board=geometry(checked["size"]).start(),
        ply_limit=checked["ply_limit"],
        pie=checked["pie"],
    )


def encode(s: State) -> bytes:
    """Return the canonical bytes of ``s``."""
    return canonical.pack([s.board, *_turn_values(s)])


def decode(data: bytes) -> State:
    """Return the state with these bytes.

    Only the types of its values are checked here; whether the position is possible, and whether its board has n²
    cells, is the affair of ``loading``.

    Raises:
        PositionError: Not the canonical bytes of any such values.
    """
    values = canonical.unpack(data)
    match values:
        case [
            bytes(board),
            int(size),
            int(ply_limit),
            bool(pie),
            int(ply),
            bool(swapped),
            int(turn),
            int() | None as resigned,
        ] if not any(isinstance(number, bool) for number in (size, ply_limit, ply, turn, resigned)):
            return State(size, board, turn, ply, swapped, resigned, ply_limit, pie)
    raise PositionError("these bytes are not a position of this game")


def hash_parts(s: State) -> dict[str, bytes]:
    """Return the hash of every part of ``s``, by the names of ``PARTS``."""
    return {
        "board": part_hash(s.board),
        "turn": part_hash(canonical.pack(_turn_values(s))),
        "dice": _HASH_WITHOUT_DRAWS,
    }


def _turn_values(s: State) -> list[canonical.Value]:
    return [s.size, s.ply_limit, s.pie, s.ply, s.swapped, s.turn, s.resigned]
