"""The numbers of the evaluation, in hundredths of a stone.

They come from ``bench.tuning.towerwars``: on 2026-11-29 fitted to 18,000 positions of self-play on boards of 5 to
12 columns (+44 -35 =1 against the values set by hand, n=8, 400 nodes a move), on 2026-11-30 to 24,000 positions,
the newer ones played by the former weights (+46 -29 =5 against these). The number of cells that a side covers was
fitted too, came out as nothing, and is left out.
"""

from dataclasses import dataclass
from typing import Final

__all__ = ["TUNED", "Weights"]


@dataclass(frozen=True, slots=True)
class Weights:
    """What a position's features are worth to the side that has them.

    Rows over a distance begin next to the enemy base and end in the farthest cell; what lies between is
    interpolated, so that one row serves all sizes of board. "Covers" means: some stone reaches the cell; a stone
    covers not its own cell, but another may. A cell of menace is one from which the enemy base is in reach.

    Attributes:
        stone: A stone, by distance.
        tower: A tower of height 1 and of height 2, its stones included.
        tower_step: Each further step of height.
        tower_advance: What a tower gains by its distance.
        blocked_stone: Each stone of an own blocked tower.
        menace: Each stone that lacks up to 1, 2, 3 steps of reach to take the base; a lower count is in the
            higher ones as well.
        entry: For the side to move: each cell of menace that it covers and the enemy does not.
        foe_entry: The same for the other side.
        cover: Each cell of the enemy's menace that own stones cover.
        prey: For the side to move: each enemy stone that it covers and the enemy does not.
        foe_prey: The same for the other side.
        tower_prey: For the side to move: each unblocked enemy tower that it covers.
        foe_tower_prey: The same for the other side.
        beside: Each stone beside an own unblocked tower.
        tempo: Being on the move.
    """

    stone: tuple[int, ...]
    tower: tuple[int, int]
    tower_step: int
    tower_advance: tuple[int, ...]
    blocked_stone: int
    menace: tuple[int, int, int]
    entry: int
    foe_entry: int
    cover: int
    prey: int
    foe_prey: int
    tower_prey: int
    foe_tower_prey: int
    beside: int
    tempo: int


TUNED: Final = Weights(
    stone=(131, 113, 147, 103, 111, 89, 112, 78),
    tower=(214, 315),
    tower_step=95,
    tower_advance=(18, 33, -20, -21),
    blocked_stone=32,
    menace=(40, -6, 3),
    entry=14,
    foe_entry=-5,
    cover=18,
    prey=20,
    foe_prey=24,
    tower_prey=8,
    foe_tower_prey=6,
    beside=4,
    tempo=12,
)
