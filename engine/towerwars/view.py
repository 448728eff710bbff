"""What a window, a log or a tooltip wants to know: the board, the pieces, what a move does and did."""

from typing import Final

from engine.game import Board, BoardCell, Effect, Event, EventKind, Piece
from engine.towerwars.geometry import geometry
from engine.towerwars.landing import Kind, land
from engine.towerwars.notation import CELL_NAMES, Action, Swap, column_row
from engine.towerwars.outcome import outcome
from engine.towerwars.pieces import CONTENTS, Code, Content
from engine.towerwars.reach import SHIFT, TARGET, EncodedMove
from engine.towerwars.state import State

__all__ = ["action_cells", "board", "closing_events", "describe", "move_events", "pieces"]

_BUILDS: Final = frozenset(kind for kind in Kind if "-build" in kind.value or "-raise" in kind.value)
"""The landings after which a tower is one higher than before (T4.4, T4.5, T5.2)."""


def board(s: State) -> Board:
    """Return the parallelogram of T1.1; each base cell belongs to the seat that defends it."""
    shape = geometry(s.size)
    owners = {home: s.seat_of(colour) for colour, home in enumerate(shape.homes)}
    cells = []
    for index in shape.order:
        column, row = column_row(shape.cell_of[index])
        name = CELL_NAMES[shape.cell_of[index]]
        kind = "base" if index in owners else "plain"
        cells.append(BoardCell(name, column, row, kind, owners.get(index)))
    return Board("pointy", tuple(cells))


def pieces(s: State) -> tuple[Piece, ...]:
    """Return what stands on the board, by cell. On a blocked tower lies a stone of the other side (T3.1)."""
    shape = geometry(s.size)
    found = []
    for index, code in zip(shape.order, s.board, strict=True):
        piece = CONTENTS[code]
        if piece is None:
            continue
        cell, owner = CELL_NAMES[shape.cell_of[index]], s.seat_of(piece.colour)
        marks = ("blocked",) if piece.blocked else ()
        found.append(Piece(cell, piece.kind, owner, max(piece.height, 1), marks))
        if piece.blocked:
            found.append(Piece(cell, "stone", 1 - owner))
    return tuple(found)


def action_cells(a: Action) -> tuple[str, ...]:
    """Return source and target of a move, nothing for ``swap``."""
    return () if isinstance(a, Swap) else (CELL_NAMES[a.source], CELL_NAMES[a.target])


def describe(s: State, a: Action, after: State) -> Effect:
    """Return what the legal action ``a``, which leads to ``after``, does.

    Details: ``distance``; ``taken``, the other side's stones that leave the game, and ``lost``, the own ones,
    where there are any; ``height`` of the tower on the target afterwards, where there is one; ``wins``, where
    the game is won at once.
    """
    if isinstance(a, Swap):
        return Effect(a.value)
    shape = geometry(s.size)
    source, target = shape.index_of[a.source], shape.index_of[a.target]
    codes = shape.with_margin(s.board)
    distance = shape.distance(source, target)
    kind, now = _landing(codes[source], codes[target], distance == 1, shape.max_height)
    details: dict[str, int | str | bool] = {"distance": distance}
    taken, lost = _leaving(kind, CONTENTS[codes[target]])
    if taken:
        details["taken"] = taken
    if lost:
        details["lost"] = lost
    piece = CONTENTS[now]
    if piece is not None and piece.kind == "tower":
        details["height"] = piece.height
    ended = outcome(after)
    if ended is not None and ended.winners:
        details["wins"] = True
    return Effect(kind.value, action_cells(a), details)


def move_events(s: State, move: EncodedMove) -> tuple[Event, ...]:
    """Return what happens in a legal move, but for the end of the game.

    First MOVED: a stone goes from ``source`` to ``cell``. Then what it does there: CAPTURED (``count`` stones
    of the other side in a ``piece``, or its base), LOST (a stone leaves the game; ``seat`` is its owner),
    BUILT (a tower grew to ``count``), or TOWER (the tower of ``seat``, ``count`` high, was blocked if another
    seat moved, and is free again if its own did).
    """
    shape = geometry(s.size)
    source, target = move >> SHIFT, move & TARGET
    codes = shape.with_margin(s.board)
    mine = s.seat_of(s.turn)
    cell, origin = CELL_NAMES[shape.cell_of[target]], CELL_NAMES[shape.cell_of[source]]
    near = target - source in shape.steps
    kind, now = _landing(codes[source], codes[target], near, shape.max_height)
    events = [Event(EventKind.MOVED, mine, cell, origin, piece="stone")]
    other, result = CONTENTS[codes[target]], CONTENTS[now]
    assert result is not None
    taken, lost = _leaving(kind, other)
    if other is not None and result.kind == "stone":
        captured = taken if other.kind != "base" else None
        events.append(Event(EventKind.CAPTURED, mine, cell, count=captured, piece=other.kind))
    elif taken:
        events.append(Event(EventKind.LOST, 1 - mine, cell, count=taken, piece="stone"))
    if lost:
        events.append(Event(EventKind.LOST, mine, cell, count=lost, piece="stone"))
    if result.kind == "tower":
        what = EventKind.BUILT if kind in _BUILDS else EventKind.TOWER
        events.append(Event(what, s.seat_of(result.colour), cell, count=result.height, piece="tower"))
    return tuple(events)


def closing_events(s: State) -> tuple[Event, ...]:
    """Return WON or DRAW if the game is over in ``s``."""
    ended = outcome(s)
    if ended is None:
        return ()
    return tuple(Event(EventKind.WON, seat) for seat in ended.winners) or (Event(EventKind.DRAW),)


def _landing(piece: Code, target: Code, near: bool, max_height: int) -> tuple[Kind, Code]:
    landed = land(piece, target, near, max_height)
    assert isinstance(landed, tuple), "only legal moves are described"
    return landed


def _leaving(kind: Kind, target: Content | None) -> tuple[int, int]:
    """Return how many stones of the other side and how many own ones leave the game."""
    match kind:
        case Kind.STONE_TAKE_NEAR | Kind.STONE_TAKE_FAR:
            return 1, 0
        case Kind.STONE_RAZE:
            assert target is not None
            return target.height + 1, 0  # T3.1
        case Kind.STONE_RAZE_BLOCKED:
            assert target is not None
            return target.height + 1, 1  # T4.11
        case Kind.STONE_UNBLOCK_NEAR | Kind.STONE_UNBLOCK_FAR | Kind.TOWER_UNBLOCK:
            return 1, 1  # T4.6
    return 0, 0
