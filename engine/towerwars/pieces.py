"""Pieces (T3): what can stand on a cell, as one small integer, and its text in positions.

Each colour has a run of codes: base, stone, towers of height 1..8, blocked towers of height 1..8. A stone is
thus "a tower of height 0": one stone more is code + 1, the top stone leaving is code - 1 (T4.4, T4.5, T5.1),
and a stone of the other side on top is code + ``BLOCKED`` (T3.1). Piece codes of all sizes are alike; only
positions that are loaded have to be checked against the maximum height of their board.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

__all__ = [
    "BASE",
    "BLOCKED",
    "BLUE",
    "CODES",
    "COLOUR_NAMES",
    "CONTENTS",
    "EMPTY",
    "LEAVE",
    "MAX_HEIGHT",
    "RED",
    "STONE",
    "TEXTS",
    "Code",
    "Colour",
    "Content",
]

Colour: TypeAlias = int
"""``RED`` or ``BLUE``; the other colour is ``1 - colour``."""

Code: TypeAlias = int
"""What a cell holds: ``EMPTY`` or a piece."""

RED: Final = 0
BLUE: Final = 1
COLOUR_NAMES: Final = ("red", "blue")

MAX_HEIGHT: Final = 8
"""Height of the highest tower on any board: ⌊26/3⌋ (T1.1, T2.2)."""

EMPTY: Final = 0
BASE: Final = (1, 3 + 2 * MAX_HEIGHT)
"""Codes of the two bases, by colour."""
STONE: Final = (BASE[RED] + 1, BASE[BLUE] + 1)
"""Codes of the two colours' stones; a tower of height h is ``STONE[colour] + h``."""
BLOCKED: Final = MAX_HEIGHT
"""What a blocked tower's code has more than the same tower's when it is not blocked."""


@dataclass(frozen=True, slots=True)
class Content:
    """A piece in words: the slow and readable side of a code.

    Attributes:
        colour: Whose it is; a blocked tower is its builder's (T3.1).
        kind: ``base``, ``stone`` or ``tower``.
        height: 1 or more for towers, else 0.
        blocked: Whether a stone of the other side lies on the tower.
    """

    colour: Colour
    kind: Literal["base", "stone", "tower"]
    height: int = 0
    blocked: bool = False

    @property
    def text(self) -> str:
        """The piece as positions write it: ``R*``, ``B``, ``R2``, ``B1x``."""
        letter = "RB"[self.colour]
        match self.kind:
            case "base":
                return letter + "*"
            case "stone":
                return letter
            case "tower":
                return f"{letter}{self.height}{'x' if self.blocked else ''}"


def _all_pieces() -> list[Content]:
    pieces = []
    for colour in (RED, BLUE):
        pieces += [Content(colour, "base"), Content(colour, "stone")]
        pieces += [
            Content(colour, "tower", height, blocked)
            for blocked in (False, True)
            for height in range(1, MAX_HEIGHT + 1)
        ]
    return pieces


CONTENTS: Final[tuple[Content | None, ...]] = (None, *_all_pieces())
"""The piece of every code; None for ``EMPTY``."""

TEXTS: Final = tuple("." if piece is None else piece.text for piece in CONTENTS)
"""The text of every code."""

CODES: Final = {text: code for code, text in enumerate(TEXTS) if code != EMPTY}
"""The code of every piece by its text."""

LEAVE: Final = tuple(
    code - 1 if piece is not None and piece.kind == "tower" and not piece.blocked else EMPTY
    for code, piece in enumerate(CONTENTS)
)
"""What stays when the (top) stone of a code moves away: nothing, or a tower lower by one (T5.1)."""
