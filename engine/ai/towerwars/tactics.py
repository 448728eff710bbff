"""The moves that change most: taking, blocking, unblocking, and stones landing where they menace the base.

They are picked by their targets. Legality is that of ``engine.towerwars.moves``: what is listed here is a part
of what is listed there (a test holds the two together), found without listing the rest.
"""

from engine.ai.towerwars.reachmap import ReachMap
from engine.ai.towerwars.terrain import Terrain
from engine.towerwars.geometry import Mask
from engine.towerwars.reach import SHIFT, EncodedMove, Side

__all__ = ["landings", "spread", "tower_landings"]


def spread(cells: Mask, stride: int) -> Mask:
    """Return ``cells`` and what lies beside them; in the margin too."""
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
    land: Terrain, side: Side, stones: Mask, reach: ReachMap, near: Mask, far: Mask
) -> list[EncodedMove]:
    """Return the moves of ``stones`` onto some cells.

    Args:
        land: The tables of the board.
        side: The tables of the side to move.
        stones: Stones of the side to move, all or some.
        reach: Its reach.
        near: Cells to land on from beside: no own base, no own tower of the greatest height.
        far: Cells to land on from farther away: of ``near`` those without a blocked tower of the other side.
    """
    moves: list[EncodedMove] = []
    neighbours = land.geometry.neighbours
    steps = side.near
    close = stones & spread(near, land.geometry.stride)
    while close:
        bit = close & -close
        close ^= bit
        cell = bit.bit_length() - 1
        around = neighbours[cell]
        if around & near:
            moves += steps[cell][around & ~near]
    if stones & reach.beside and far:
        last = len(land.ball) - 1
        for bonus, mask in reach.groups:
            some = stones & mask
            if some:
                ball = land.ball[min(1 + bonus, last)]
                while some:
                    bit = some & -some
                    some ^= bit
                    cell = bit.bit_length() - 1
                    hits = ball[cell] & ~neighbours[cell] & far
                    source = cell << SHIFT
                    while hits:
                        hit = hits & -hits
                        hits ^= hit
                        moves.append(source | hit.bit_length() - 1)
    return moves


def tower_landings(land: Terrain, side: Side, towers: Mask, blocked: Mask) -> list[EncodedMove]:
    """Return the moves of the own unblocked ``towers`` that unblock own ``blocked`` towers (T5.2)."""
    moves: list[EncodedMove] = []
    neighbours = land.geometry.neighbours
    close = towers & spread(blocked, land.geometry.stride)
    while close:
        bit = close & -close
        close ^= bit
        cell = bit.bit_length() - 1
        moves += side.near[cell][neighbours[cell] & ~blocked]
    return moves
