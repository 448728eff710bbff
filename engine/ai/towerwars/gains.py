"""What landing on a piece gains at first sight, to try moves in a good order."""

from typing import Final

from engine.towerwars.pieces import CONTENTS, Code, Colour

__all__ = ["FAR", "NEAR"]


def _gain(colour: Colour, code: Code, near: bool) -> int:
    piece = CONTENTS[code]
    if piece is None or piece.kind == "base":
        return 0
    if piece.colour == colour:
        return 100 * piece.height if piece.blocked else 0  # T4.6: both blockers leave, a tower comes back
    if piece.kind == "stone":
        return 110
    if not near:
        return 70 * (piece.height + 1) - 100  # T4.10: the blocker is lost
    return (40 if piece.blocked else 110) * (piece.height + 1)  # T4.9, T4.11


def _table(near: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    red, blue = (tuple(_gain(colour, code, near) for code in range(len(CONTENTS))) for colour in (0, 1))
    return red, blue


NEAR: Final = _table(True)
"""For each colour by content of the target, from a neighbouring cell; hundredths of a stone, 0 for quiet moves."""

FAR: Final = _table(False)
"""The same from farther away."""
