"""Which moves are legal (T4.1, T4.2, T5.1; what may be landed on: T4.3-T4.12, T5.2, T5.3).

``generate`` is the one judge of legality. It works on a board and on its planes, which are six masks of the
cells that hold each colour's stones, unblocked towers and blocked towers. ``refusal`` goes through the rules
one by one for a single move, to find words for a move that ``generate`` does not list.
"""

from typing import Final, TypeAlias

from engine.towerwars.geometry import Geometry, Index, Mask
from engine.towerwars.landing import Refusal, land
from engine.towerwars.pieces import CONTENTS, STONE, Code, Colour
from engine.towerwars.reach import TARGET, EncodedMove, Side, sides

__all__ = [
    "BLOCKED_TOWERS",
    "PLANE_OF",
    "STONES",
    "TOWERS",
    "Planes",
    "can_take_base",
    "first_move",
    "generate",
    "make_planes",
    "reach_of",
    "refusal",
]

Planes: TypeAlias = list[Mask]
"""Seven masks: ``planes[STONES + colour]`` and so on; the last takes what is of no use (bases, nothing)."""

STONES: Final = 0
TOWERS: Final = 2
"""Unblocked towers."""
BLOCKED_TOWERS: Final = 4
_REST: Final = 6


def _plane_of(code: Code) -> int:
    piece = CONTENTS[code]
    if piece is None or piece.kind == "base":
        return _REST
    if piece.kind == "stone":
        return STONES + piece.colour
    return (BLOCKED_TOWERS if piece.blocked else TOWERS) + piece.colour


PLANE_OF: Final = tuple(_plane_of(code) for code in range(len(CONTENTS)))
"""Which plane the cell of a code is in."""


def make_planes(board: Geometry, codes: list[Code]) -> Planes:
    """Return the planes of a list with a margin."""
    planes = [0] * (_REST + 1)
    for index in board.order:
        planes[PLANE_OF[codes[index]]] |= board.bits[index]
    return planes


def generate(side: Side, codes: list[Code], planes: Planes) -> list[EncodedMove]:
    """Return all legal moves of ``side``, as if it were to move, in no particular but a fixed order.

    The list is empty when the side's base is lost (T6.1) or nothing of its can move.
    """
    if codes[side.home] != side.base:
        return []
    colour, foe = side.colour, 1 - side.colour
    stones = planes[STONES + colour]
    towers = planes[TOWERS + colour]
    moves: list[EncodedMove] = []
    if towers:
        neighbours = side.geometry.neighbours
        near = side.near
        tower_cells, beside, full = _look_at_towers(side, codes, towers)
        blocked = planes[BLOCKED_TOWERS + foe]
        # T5.3; T4.5 for towers at the greatest height. `near` leaves out the own base (T4.7).
        foes = planes[STONES + foe] | planes[TOWERS + foe] | blocked | 1 << side.foe_home
        forbidden = full | foes
        for cell in tower_cells:
            moves += near[cell][forbidden & neighbours[cell]]
        forbidden = full | blocked  # T4.5, and T4.11 from afar
        heights = side.heights
        stride = side.geometry.stride
        with_bonus = stones & beside
        stones ^= with_bonus
        while with_bonus:
            bit = with_bonus & -with_bonus
            with_bonus ^= bit
            cell = bit.bit_length() - 1
            moves += near[cell][full & neighbours[cell]]
            # T4.1, written out here as in `reach_of`: this is the innermost loop of searching.
            bonus = (
                heights[codes[cell - 1]]
                + heights[codes[cell + 1]]
                + heights[codes[cell - stride]]
                + heights[codes[cell + stride]]
                + heights[codes[cell - stride + 1]]
                + heights[codes[cell + stride - 1]]
            )
            for ring, ring_moves in side.far[cell][bonus]:
                if forbidden & ring:
                    moves += [move for move in ring_moves if not forbidden >> (move & TARGET) & 1]
                else:
                    moves += ring_moves
    for table, byte in zip(side.steps_of_eight, stones.to_bytes(side.width, "little"), strict=True):
        if byte:
            moves += table[byte]
    return moves


def _look_at_towers(side: Side, codes: list[Code], towers: Mask) -> tuple[list[Index], Mask, Mask]:
    """Return the cells of ``towers``, all cells beside one, and those of them at the greatest height."""
    neighbours = side.geometry.neighbours
    cells = []
    beside = full = 0
    while towers:
        bit = towers & -towers
        towers ^= bit
        cell = bit.bit_length() - 1
        cells.append(cell)
        beside |= neighbours[cell]
        if codes[cell] == side.full:
            full |= bit
    return cells, beside, full


def first_move(side: Side, codes: list[Code], planes: Planes) -> EncodedMove | None:
    """Return one of the moves that ``generate`` would list, None when there is none. Looks no further.

    Steps to neighbours are enough to look at: what stops a stone from stepping onto every neighbour are full
    towers beside it, and those can step onto the stone. So a side with a stone can always move.
    """
    if codes[side.home] != side.base:
        return None
    colour, foe = side.colour, 1 - side.colour
    neighbours = side.geometry.neighbours
    _, _, full = _look_at_towers(side, codes, planes[TOWERS + colour])
    blocked = planes[BLOCKED_TOWERS + foe]
    foes = planes[STONES + foe] | planes[TOWERS + foe] | blocked | 1 << side.foe_home
    for pieces, forbidden in ((planes[STONES + colour], full), (planes[TOWERS + colour], full | foes)):
        while pieces:
            bit = pieces & -pieces
            pieces ^= bit
            cell = bit.bit_length() - 1
            found = side.near[cell][forbidden & neighbours[cell]]
            if found:
                return found[0]
    return None


def reach_of(side: Side, codes: list[Code], index: Index) -> int:
    """Return the reach of an own stone at ``index`` (T4.1)."""
    return 1 + sum(side.heights[codes[index + step]] for step in side.geometry.steps)


def can_take_base(side: Side, codes: list[Code], planes: Planes) -> bool:
    """Tell whether ``side`` could move a stone onto the other base, were it to move (T4.12)."""
    board = side.geometry
    stones = planes[STONES + side.colour]
    if codes[side.home] != side.base or not stones:
        return False
    if stones & board.neighbours[side.foe_home]:
        return True
    _, beside, _ = _look_at_towers(side, codes, planes[TOWERS + side.colour])
    distances = board.home_distance[1 - side.colour]
    stones &= beside
    while stones:
        bit = stones & -stones
        stones ^= bit
        cell = bit.bit_length() - 1
        if reach_of(side, codes, cell) >= distances[cell]:
            return True
    return False


def refusal(size: int, codes: list[Code], colour: Colour, source: Index, target: Index) -> Refusal | None:
    """Return the first rule that forbids ``colour`` this move in a running game, None if none does.

    Args:
        size: Of the board.
        codes: The board, with a margin.
        colour: The side to move.
        source: Any index; 0 stands for a cell that the board lacks.
        target: Likewise.
    """
    side = sides(size)[colour]
    board = side.geometry
    piece = CONTENTS[codes[source]]
    if source == 0 or target == 0:
        return Refusal.OFF_BOARD
    if piece is None:
        return Refusal.NOTHING_THERE
    if piece.colour != colour:
        return Refusal.NOT_YOURS
    if piece.kind == "base":
        return Refusal.BASE_STAYS  # T3.2
    if piece.blocked:
        return Refusal.TOWER_BLOCKED  # T5.1
    if source == target:
        return Refusal.SAME_CELL
    steps = board.distance(source, target)
    if steps > (reach_of(side, codes, source) if codes[source] == STONE[colour] else 1):
        return Refusal.TOO_FAR  # T4.1, T5.1
    landed = land(codes[source], codes[target], steps == 1, board.max_height)
    return landed if isinstance(landed, Refusal) else None
