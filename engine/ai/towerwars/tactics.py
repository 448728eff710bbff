"""The loud moves: taking, blocking, unblocking, saving the base, and menacing the other one.

They are picked by their targets. Legality is that of ``engine.towerwars.moves``: what is listed here is a part
of what is listed there (a test holds the two together), found without listing the rest.
"""

from engine.ai.towerwars.reachmap import ReachMap
from engine.ai.towerwars.terrain import Terrain
from engine.towerwars.geometry import Mask
from engine.towerwars.moves import BLOCKED_TOWERS, TOWERS
from engine.towerwars.pieces import Colour
from engine.towerwars.reach import SHIFT, EncodedMove

__all__ = ["evasions", "landings", "tactical"]


def _spread(cells: Mask, stride: int) -> Mask:
    """Return ``cells`` and what lies beside them, in the margin too."""
    return (
        cells
        | cells << 1
        | cells >> 1
        | cells << stride
        | cells >> stride
        | cells << (stride - 1)
        | cells >> (stride - 1)
    )


def landings(
    land: Terrain, colour: Colour, stones: Mask, reach: ReachMap, near: Mask, far: Mask
) -> list[EncodedMove]:
    """Return the moves of stones onto some cells, in a fixed order.

    Args:
        land: The tables of the board.
        colour: The side to move.
        stones: Its stones, all or some.
        reach: Its reach.
        near: Cells to land on from beside: no base of its own, none of its full towers.
        far: Cells to land on from farther away: some of ``near``, no blocked towers of the other side (T4.11).
    """
    moves: list[EncodedMove] = []
    neighbours = land.geometry.neighbours
    steps = land.sides[colour].near
    close = stones & _spread(near, land.geometry.stride)
    while close:
        bit = close & -close
        close ^= bit
        cell = bit.bit_length() - 1
        around = neighbours[cell]
        if around & near:
            moves += steps[cell][around & ~near]
    if stones & reach.beside and far:
        for radius, mask in reach.groups:
            some = stones & mask
            ball = land.ball[radius]
            while some:
                bit = some & -some
                some ^= bit
                cell = bit.bit_length() - 1
                hits = ball[cell] & far & ~neighbours[cell]
                source = cell << SHIFT
                while hits:
                    hit = hits & -hits
                    hits ^= hit
                    moves.append(source | hit.bit_length() - 1)
    return moves


def evasions(
    land: Terrain, packed: int, colour: Colour, mine: Mask, reach: ReachMap, danger: Mask
) -> list[EncodedMove]:
    """Return the moves after which the base may be safe; after all others it falls.

    Args:
        land: The tables of the board.
        packed: The packed board.
        colour: The side to move.
        mine: Its stones.
        reach: Its reach.
        danger: The stones of the other side that reach the base of ``colour``.
    """
    towers = packed >> (TOWERS + 1 - colour) * land.length & land.plane
    targets, neighbours = danger, land.geometry.neighbours
    while towers and danger:
        bit = danger & -danger
        danger ^= bit
        targets |= neighbours[bit.bit_length() - 1] & towers
    return landings(land, colour, mine, reach, targets, targets)


def tactical(
    land: Terrain, packed: int, colour: Colour, mine: Mask, foes: Mask, reach: ReachMap
) -> list[EncodedMove]:
    """Return the moves that take, block or unblock (T4.6, T4.8-T4.11, T5.2), but for taking the base.

    Args:
        land: The tables of the board.
        packed: The packed board.
        colour: The side to move.
        mine: Its stones.
        foes: The stones of the other side.
        reach: Reach of the side to move.
    """
    length, plane = land.length, land.plane
    blocked = packed >> (BLOCKED_TOWERS + colour) * length & plane
    far = foes | packed >> (TOWERS + 1 - colour) * length & plane | blocked
    near = far | packed >> (BLOCKED_TOWERS + 1 - colour) * length & plane
    moves = landings(land, colour, mine, reach, near, far)
    if blocked:
        towers = packed >> (TOWERS + colour) * length & plane & _spread(blocked, land.geometry.stride)
        while towers:
            bit = towers & -towers
            towers ^= bit
            cell = bit.bit_length() - 1
            moves += land.sides[colour].near[cell][land.geometry.neighbours[cell] & ~blocked]
    return moves
