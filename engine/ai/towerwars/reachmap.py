"""What one colour's unblocked towers let its stones do (T4.1), wherever these stand.

Which cells have which bonus, and from which cells the enemy base is in reach, depends on the towers alone, and
these change seldom. So a search asks once for each set of towers, and whether a base is in danger is then one
operation: stones that stand on ``menace[0]``.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.ai.towerwars.terrain import Terrain
from engine.towerwars.geometry import Index, Mask
from engine.towerwars.pieces import Colour

__all__ = ["ReachMap", "reach_map"]


class ReachMap(NamedTuple):
    """The reach of one colour.

    Attributes:
        menace: Cells on which a stone reaches the enemy base.
        menace1, menace2, menace3: Cells on which it does or lacks up to 1, 2, 3 steps of reach.
        beside: Cells with a bonus.
        groups: (reach, cells with exactly that reach) for the cells with a bonus, ascending; the reach is cut
            to the greatest distance on the board.
    """

    menace: Mask
    menace1: Mask
    menace2: Mask
    menace3: Mask
    beside: Mask
    groups: tuple[tuple[int, Mask], ...]


def reach_map(land: Terrain, colour: Colour, towers: Iterable[tuple[Index, int]]) -> ReachMap:
    """Return the reach of ``colour``, whose unblocked towers are given with their heights.

    Args:
        land: The tables of the board.
        colour: Whose stones.
        towers: Index and height of each.
    """
    bonus: dict[Index, int] = {}
    for index, height in towers:
        for step in land.geometry.steps:
            bonus[index + step] = bonus.get(index + step, 0) + height
    cells: dict[int, Mask] = {}
    for index, more in bonus.items():
        if land.geometry.cell_of[index] >= 0:
            cells[more] = cells.get(more, 0) | 1 << index
    within = land.within[colour]
    farthest = len(within) - 1
    beside = 0
    for mask in cells.values():
        beside |= mask

    def menace(lacking: int) -> Mask:
        found = within[min(1 + lacking, farthest)]
        for more, mask in cells.items():
            found |= mask & within[min(1 + more + lacking, farthest)]
        return found

    reaches: dict[int, Mask] = {}
    for more, mask in sorted(cells.items()):
        reach = min(1 + more, farthest)
        reaches[reach] = reaches.get(reach, 0) | mask
    groups = tuple(reaches.items())
    return ReachMap(menace(0), menace(1), menace(2), menace(3), beside, groups)
