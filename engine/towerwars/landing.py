"""Landing (T4.3-T4.12, T5.2, T5.3): what happens to a cell that a stone reaches.

``land`` says it as the rules do, and is asked wherever words are wanted. ``ARRIVE`` is the same as a table
for boards in a hurry; it is filled by ``land`` and so cannot differ.
"""

import enum
from typing import Final

from engine.towerwars.pieces import BLOCKED, CONTENTS, EMPTY, MAX_HEIGHT, STONE, Code

__all__ = ["ARRIVE", "Kind", "Refusal", "land"]


class Kind(enum.Enum):
    """What a move does; near is distance 1, far is 2 and more (T4.1)."""

    STONE_EMPTY_NEAR = "stone-empty-near"
    STONE_EMPTY_FAR = "stone-empty-far"
    STONE_BUILD_NEAR = "stone-build-near"
    STONE_BUILD_FAR = "stone-build-far"
    STONE_RAISE_NEAR = "stone-raise-near"
    STONE_RAISE_FAR = "stone-raise-far"
    STONE_UNBLOCK_NEAR = "stone-unblock-near"
    STONE_UNBLOCK_FAR = "stone-unblock-far"
    STONE_TAKE_NEAR = "stone-take-near"
    STONE_TAKE_FAR = "stone-take-far"
    STONE_RAZE = "stone-raze"
    STONE_RAZE_BLOCKED = "stone-raze-blocked"
    STONE_BLOCK_FAR = "stone-block-far"
    STONE_BASE_NEAR = "stone-base-near"
    STONE_BASE_FAR = "stone-base-far"
    TOWER_EMPTY = "tower-empty"
    TOWER_BUILD = "tower-build"
    TOWER_RAISE = "tower-raise"
    TOWER_UNBLOCK = "tower-unblock"


class Refusal(enum.Enum):
    """Why a move is not legal: a stable word, and a sentence as ``text``."""

    OFF_BOARD = "off_board", "this board has no such cell"
    NOTHING_THERE = "nothing_there", "nothing stands there"
    NOT_YOURS = "not_yours", "the piece belongs to the other side"
    BASE_STAYS = "base_stays", "bases never move"
    TOWER_BLOCKED = "tower_blocked", "a blocked tower does not move"
    SAME_CELL = "same_cell", "a move leads to another cell"
    TOO_FAR = "too_far", "the target is out of reach"
    OWN_BASE = "own_base", "nothing moves onto its own base"
    TOWER_FULL = "tower_full", "the tower has its greatest height"
    FAR_BLOCKED = "far_blocked", "a blocked tower of the other side is taken from a neighbouring cell only"
    TOWER_TAKES = "tower_takes", "a stone from a tower takes nothing"

    def __init__(self, word: str, text: str) -> None:
        self.word = word
        self.text = text


def land(piece: Code, target: Code, near: bool, max_height: int) -> tuple[Kind, Code] | Refusal:
    """Return what moving onto ``target`` does, and what the target cell holds afterwards.

    Args:
        piece: What stands on the source cell: a stone or an unblocked tower, whose top stone moves.
        target: What stands on the target cell.
        near: Whether the two cells are neighbours; always so for towers (T5.1).
        max_height: Height that no tower may exceed (T2.2).

    Returns:
        Kind and new content, or why the rules forbid it. Whether the target is in reach is not asked here.

    >>> from engine.towerwars.pieces import CODES
    >>> land(CODES["R"], CODES["B2"], False, 3) == (Kind.STONE_BLOCK_FAR, CODES["B2x"])
    True
    """
    mover, other = CONTENTS[piece], CONTENTS[target]
    assert mover is not None, "something has to move"
    stone = STONE[mover.colour]
    if mover.kind == "tower":
        result = _land_from_tower(mover.colour, target, max_height)
    elif other is None:
        result = _by_distance(near, "stone-empty", stone)  # T4.3
    elif other.colour == mover.colour:
        result = _land_on_own(target, near, max_height)
    elif other.kind == "base":
        result = _by_distance(near, "stone-base", stone)  # T4.12
    elif other.kind == "stone":
        result = _by_distance(near, "stone-take", stone)  # T4.8
    elif not other.blocked:
        result = (Kind.STONE_RAZE, stone) if near else (Kind.STONE_BLOCK_FAR, target + BLOCKED)  # T4.9, T4.10
    else:
        result = (Kind.STONE_RAZE_BLOCKED, stone) if near else Refusal.FAR_BLOCKED  # T4.11
    return result


def _land_on_own(target: Code, near: bool, max_height: int) -> tuple[Kind, Code] | Refusal:
    own = CONTENTS[target]
    assert own is not None
    if own.kind == "base":
        return Refusal.OWN_BASE  # T4.7
    if own.kind == "stone":
        return _by_distance(near, "stone-build", target + 1)  # T4.4
    if own.blocked:
        return _by_distance(near, "stone-unblock", target - BLOCKED)  # T4.6
    if own.height >= max_height:
        return Refusal.TOWER_FULL
    return _by_distance(near, "stone-raise", target + 1)  # T4.5


def _land_from_tower(colour: int, target: Code, max_height: int) -> tuple[Kind, Code] | Refusal:
    other = CONTENTS[target]
    if other is None:
        return Kind.TOWER_EMPTY, STONE[colour]  # T5.2
    if other.colour != colour:
        return Refusal.TOWER_TAKES  # T5.3
    landed = _land_on_own(target, True, max_height)  # T5.2: from here on as a stone that is near
    if isinstance(landed, Refusal):
        return landed
    kind, after = landed
    return Kind(kind.value.replace("stone", "tower").removesuffix("-near")), after


def _by_distance(near: bool, what: str, after: Code) -> tuple[Kind, Code]:
    return Kind(f"{what}-{'near' if near else 'far'}"), after


def _arrive(piece: Code, target: Code) -> Code:
    mover = CONTENTS[piece]
    if mover is None or mover.kind == "base" or mover.blocked:
        return EMPTY
    results = [land(piece, target, near, MAX_HEIGHT) for near in (True, False)]
    codes = {result[1] for result in results if not isinstance(result, Refusal)}
    return codes.pop() if len(codes) == 1 else EMPTY


ARRIVE: Final = tuple(
    tuple(_arrive(piece, target) for target in range(len(CONTENTS))) for piece in range(len(CONTENTS))
)
"""``ARRIVE[piece][target]``: what a cell holds after a legal move onto it, as ``land`` says it.

``EMPTY``, which no landing leaves, stands where the distance decides (T4.9, T4.10: an unblocked tower of the
other side) and where there is no legal move at all."""
