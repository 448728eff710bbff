"""The numbers of the evaluation, in hundredths of a stone."""

from typing import Final

__all__ = [
    "ADVANCE",
    "BLOCKED_STONE",
    "COVER",
    "HANGING",
    "MENACE",
    "MOBILITY",
    "SAFE_ENTRY",
    "STONE",
    "TEMPO",
    "TOWER",
    "TOWER_ADVANCE",
    "TOWER_STEP",
]

STONE: Final = (130, 125, 118, 112, 106, 103, 100, 100)
"""A stone by its distance to the enemy base, from next to it (first) to the farthest cell (last); values between
are interpolated, so that one row serves all sizes of board."""

TOWER: Final = (215, 330)
"""A tower of height 1 and of height 2, its stones included."""

TOWER_STEP: Final = 105
"""What each further step of height adds."""

TOWER_ADVANCE: Final = (12, 10, 5, 0)
"""What a tower gains by its distance to the enemy base; interpolated as ``STONE``."""

BLOCKED_STONE: Final = 35
"""Each stone of a blocked tower, for its builder."""

MENACE: Final = (30, 12, 8, 4)
"""Each stone that reaches the enemy base, and that lacks up to 1, 2, 3 steps of reach; each adds to the next."""

SAFE_ENTRY: Final = 14
"""Each cell that a stone reaches, that the enemy does not, and from which the enemy base is in reach."""

COVER: Final = 6
"""Each cell from which the enemy would reach the base, and that own stones reach."""

MOBILITY: Final = 1
"""Each cell that own stones reach."""

HANGING: Final = 10
"""Each enemy stone in reach that no enemy stone covers."""

TEMPO: Final = 10
"""Being on the move."""

ADVANCE: Final = 1
"""A step nearer to the enemy base, times impatience (``evaluation.impatience``)."""
