"""What a window shows of a position: cells and the pieces on them."""

from engine.game import Board, BoardCell, Piece
from engine.krieg.boards import Cell
from engine.krieg.pieces import (
    CASTLE_GUARDS,
    CHARGES,
    COUNT,
    CROWN,
    CROWN_GUARDS,
    DEAD_CROWN,
    GUARDS,
    IS_STRONGHOLD,
    KIND,
    KIND_NAMES,
    MAY_ACT,
    SITE_NAMES,
    SITE_TYPE,
    STEPS,
    TOWER,
    TOWER_ARCHERS,
    WORKER,
)
from engine.krieg.state import State, seat_of

__all__ = ["board", "pieces"]

_SITE_PIECES = SITE_NAMES | {DEAD_CROWN: "crown", TOWER: "tower"}


def board(s: State) -> Board:
    """Return all cells with their owners; ``crown`` is the ground of the crowns' corners."""
    shape = s.rules.geometry
    return Board(
        "flat",
        tuple(
            BoardCell(
                shape.names[cell],
                q,
                r,
                "crown" if cell in s.rules.crowns else "plain",
                seat_of(s.owners[cell]),
            )
            for cell, (q, r) in enumerate(shape.coordinates)
        ),
    )


def pieces(s: State) -> tuple[Piece, ...]:
    """Return all pieces by canonical cell; on a cell first what is built, then its guards, then the stack.

    Beaten guards are pieces of their own, marked ``beaten``, while the game goes on. Marks of a stack: a worker's ``charge1`` or
    ``charge2``; for the seat to move ``done``, or ``new`` when bought in this turn and not moved yet.
    """
    found: list[Piece] = []
    for cell in range(s.rules.geometry.size):
        if s.sites[cell]:
            found += _site_pieces(s, cell)
        if s.units[cell]:
            found.append(_stack_piece(s, cell))
    return tuple(found)


def _site_pieces(s: State, cell: Cell) -> list[Piece]:
    name, owner, site = s.rules.geometry.names[cell], seat_of(s.owners[cell]), s.sites[cell]
    kind = SITE_TYPE[site]
    marks = ("dead",) if kind == DEAD_CROWN else ()
    found = [Piece(name, _SITE_PIECES[kind], owner, TOWER_ARCHERS[site] or 1, marks)]
    if IS_STRONGHOLD[site]:
        standing = GUARDS[site]
        beaten = (CROWN_GUARDS if kind == CROWN else CASTLE_GUARDS) - standing
        if standing:
            found.append(Piece(name, "guard", owner, standing))
        if beaten and not s.over:  # they return when the turn ends, and it will not (K6.3, K8.1)
            found.append(Piece(name, "guard", owner, beaten, ("beaten",)))
    return found


def _stack_piece(s: State, cell: Cell) -> Piece:
    packed, owner = s.units[cell], seat_of(s.owners[cell])
    marks: tuple[str, ...] = (f"charge{CHARGES[packed]}",) if KIND[packed] == WORKER else ()
    if owner == s.turn and not s.over and not MAY_ACT[packed]:
        marks += ("new",) if STEPS[packed] else ("done",)
    return Piece(s.rules.geometry.names[cell], KIND_NAMES[KIND[packed]], owner, COUNT[packed], marks)
