"""The board as it is to be drawn: plain values between the view model and any board widget."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.game import Board, Event, Piece, Seat

__all__ = ["Badge", "BoardPicture", "EdgeLabel", "Mark", "Motion"]


class Mark(enum.Enum):
    """What is marked on a cell; every mark has a shape of its own."""

    NEAR = "near"
    """Can be reached in one step (a near target of TowerWars): filled white hexagon."""
    FAR = "far"
    """Can be reached further on: white outline."""
    SELECTED = "selected"
    CURSOR = "cursor"
    """Where the keyboard is."""
    ATTACK = "attack"
    """Can be attacked now."""
    ATTACK_LATER = "attack_later"
    """Can be attacked after a step."""
    THREAT = "threat"
    """Something of one's own that can be attacked by others."""
    ORIGIN = "origin"
    """Where the last move came from."""
    TARGET = "target"
    """Where the last move went."""


class Badge(enum.Enum):
    """What a move to a cell will do beside moving (TowerWars)."""

    BUILD = "build"
    BLOCK = "block"
    UNBLOCK = "unblock"


@dataclass(frozen=True, slots=True)
class EdgeLabel:
    """A letter or number beside the board; x and y as centres of cells (``engine.game.BoardCell``)."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board to be drawn.

    Attributes:
        board: The cells.
        pieces: What stands on them, lower ones first.
        marks: By name of cell.
        badges: By name of cell.
        labels: Beside the board.
        turns: By how many sixths of a full turn, clockwise, the board is drawn turned, so that the own seat is at
            the bottom; pieces and texts stay upright.
        arrows: From cell to cell: threats to a base, a hint.
        version: Changes whenever anything here does.
    """

    board: Board
    pieces: tuple[Piece, ...]
    marks: Mapping[str, frozenset[Mark]] = field(default_factory=dict)
    badges: Mapping[str, Badge] = field(default_factory=dict)
    labels: tuple[EdgeLabel, ...] = ()
    turns: int = 0
    arrows: tuple[tuple[str, str], ...] = ()
    version: object = None


@dataclass(frozen=True, slots=True)
class Motion:
    """One applied item to be shown moving: from the pieces before it to those after it.

    Attributes:
        k: Its number.
        seat: Who acted, None where nobody did.
        before, after: The pictures, without marks.
        path: Cells of a moving piece: source, cells between, target; empty where nothing moves.
        events: What happened, in order.
        dice: Whether dice are shown.
    """

    k: int
    seat: Seat | None
    before: BoardPicture
    after: BoardPicture
    path: tuple[str, ...]
    events: tuple[Event, ...]
    dice: bool
