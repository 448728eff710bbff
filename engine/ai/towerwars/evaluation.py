"""The value of a position at rest, in hundredths of a stone: what the pieces are worth, and what they reach.

The first part is summed up in the packed board (``terrain``); the second is worked out here from masks.
"""

from typing import Final

from engine.ai.towerwars.reachmap import ReachMap, reach_map
from engine.ai.towerwars.terrain import BIAS, FIELD, Terrain
from engine.towerwars.geometry import Mask
from engine.towerwars.moves import TOWERS
from engine.towerwars.pieces import RED, STONE, Code, Colour

__all__ = ["Evaluator", "impatience"]

_FIELD_MASK: Final = (1 << FIELD) - 1
_PATIENT: Final = 30
_MOST: Final = 150
_STEP: Final = 8

_AHEAD: Final = 250
_SPARE: Final = 60
_FASTEST: Final = 20
"""Who is two and a half stones ahead begins to march on the base: a step forward gains one hundredth of a stone for
every ``_SPARE`` of lead beyond ``_AHEAD``, and coming to menace the base twice that for every step of reach that is no
longer missing. Without, games that are won long since go on until the last stone."""


def impatience(ply: int) -> int:
    """Return what waiting costs, in hundredths of a stone, after ``ply`` plies of the game.

    Nobody may pass, and positions in which whoever comes forward first loses something are common. What was
    played is not part of a state, so no player can know that it goes round in circles; but that the game has
    lasted long it knows. From then on a line in which nothing is taken, blocked or unblocked is worth less to
    the side that searches, more so from move to move, until an exchange, and at last a sacrifice, is better;
    and each step forward is worth an eighth of that, so that the two sides meet at all.

    >>> impatience(30), impatience(130), impatience(1000)
    (0, 66, 150)
    """
    return min(max(ply - _PATIENT, 0) * 2 // 3, _MOST)


class Evaluator:
    """Values positions of one board during one search; remembers the reach of the sets of towers that it met.

    Args of the constructor:
        land: The tables of the board.
        codes: The board of the search, a list with a margin; read when a set of towers is new.
        impatient: The colour that waiting costs something.
        cost: How much; see ``impatience``.
    """

    __slots__ = ("_ball", "_codes", "_count", "_land", "_maps", "_spread", "_step", "_waiting", "_weights")

    def __init__(self, land: Terrain, codes: list[Code], impatient: Colour, cost: int) -> None:
        self._land = land
        self._codes = codes
        weights = land.weights
        self._waiting = (-cost, cost) if impatient == RED else (cost, -cost)
        packed = land.pack(codes)
        lead = abs((packed >> land.worth & _FIELD_MASK) - BIAS)
        self._step = cost // _STEP + min(max(lead - _AHEAD, 0) // _SPARE, _FASTEST)
        self._count = packed >> land.count & _FIELD_MASK
        self._weights = (
            *(menace + 2 * self._step for menace in weights.menace),
            weights.entry,
            weights.foe_entry,
            weights.cover,
            weights.prey,
            weights.foe_prey,
            weights.tower_prey,
            weights.foe_tower_prey,
            weights.beside,
            weights.tempo,
        )
        self._maps: tuple[dict[int, ReachMap], dict[int, ReachMap]] = ({}, {})
        self._ball = land.ball
        self._spread = land.geometry.stride

    def reach(self, packed: int, colour: Colour) -> ReachMap:
        """Return what the towers of ``colour`` let its stones do in the position of the search."""
        land = self._land
        key = packed >> land.tower_key[colour] & land.key_mask
        found = self._maps[colour].get(key)
        if found is None:
            found = self._maps[colour][key] = self._look(packed, colour)
        return found

    def _look(self, packed: int, colour: Colour) -> ReachMap:
        land, codes = self._land, self._codes
        towers = packed >> (TOWERS + colour) * land.length & land.plane
        found = []
        while towers:
            bit = towers & -towers
            towers ^= bit
            index = bit.bit_length() - 1
            found.append((index, codes[index] - STONE[colour]))
        return reach_map(land, colour, found)

    def covered(self, stones: Mask, reach: ReachMap) -> Mask:
        """Return the cells that some of ``stones`` reach; one of them counts as such if another reaches it."""
        simple = stones & ~reach.beside
        step = self._spread
        cells = (
            simple << 1
            | simple >> 1
            | simple << step
            | simple >> step
            | simple << (step - 1)
            | simple >> (step - 1)
        ) & self._land.board
        if simple != stones:
            balls = self._ball
            for radius, mask in reach.groups:
                some = stones & mask
                while some:
                    bit = some & -some
                    some ^= bit
                    cells |= balls[radius][bit.bit_length() - 1]
        return cells

    def value(
        self, packed: int, colour: Colour, mine: Mask, foes: Mask, my_reach: ReachMap, foe_reach: ReachMap
    ) -> int:
        """Return the value for ``colour``, which is to move and whose base is not in danger.

        Args:
            packed: The packed board.
            colour: The side to move.
            mine: Its stones.
            foes: The stones of the other side.
            my_reach: Reach of the side to move.
            foe_reach: Reach of the other side.
        """
        land = self._land
        pieces = (packed >> land.worth & _FIELD_MASK) - BIAS
        if self._step:
            pieces += self._step * ((packed >> land.advance & _FIELD_MASK) - BIAS)
        if colour:
            pieces = -pieces
        if packed >> land.count & _FIELD_MASK == self._count:
            pieces += self._waiting[colour]
        length = land.length
        my_cover = self.covered(mine, my_reach)
        foe_cover = self.covered(foes, foe_reach)
        only_mine, only_foe = my_cover & ~foe_cover, foe_cover & ~my_cover
        menace, my1, my2, my3, my_beside, _ = my_reach
        foe_menace, foe1, foe2, foe3, foe_beside, _ = foe_reach
        (
            menace1,
            menace2,
            menace3,
            entry,
            foe_entry,
            cover,
            prey,
            foe_prey,
            tower_prey,
            foe_tower_prey,
            beside,
            tempo,
        ) = self._weights
        value = (
            pieces
            + tempo
            + prey * (foes & only_mine).bit_count()
            - foe_prey * (mine & only_foe).bit_count()
            + entry * (menace & only_mine).bit_count()
            - foe_entry * (foe_menace & only_foe).bit_count()
            + cover * ((foe_menace & my_cover).bit_count() - (menace & foe_cover).bit_count())
            + menace3 * ((mine & my3).bit_count() - (foes & foe3).bit_count())
            + menace2 * ((mine & my2).bit_count() - (foes & foe2).bit_count())
            + menace1 * ((mine & my1).bit_count() - (foes & foe1).bit_count())
        )
        if my_beside:
            value += beside * (mine & my_beside).bit_count()
            value -= foe_tower_prey * (packed >> (2 + colour) * length & land.plane & foe_cover).bit_count()
        if foe_beside:
            value -= beside * (foes & foe_beside).bit_count()
            value += tower_prey * (packed >> (3 - colour) * length & land.plane & my_cover).bit_count()
        return value
