"""A sample of the look for the settings: every owner with pattern and pieces, and a few controls."""

from collections.abc import Sequence
from typing import Final

from client.i18n import tr
from client.ui.board.camera import fit
from client.ui.board.ground import Ground, paint_ground
from client.ui.board.shape import shape_of
from client.ui.board.standing import paint_pieces
from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import Owner
from client.ui.toolkit import (
    Button,
    Choice,
    Column,
    Look,
    Painted,
    Row,
    Segmented,
    Slider,
    Text,
    Toggle,
    Widget,
    grow,
    note,
)
from client.view.krieg_dice import duel_chance
from engine.game import Board, BoardCell, Piece

__all__ = ["sample_board", "sample_controls"]

_AROUND: Final = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
_KINDS: Final = ("fighter", "worker", "archer", "rider", "castle", "crown")
_CENTRE: Final = "o"


def _board() -> tuple[Board, tuple[Piece, ...]]:
    """Return a board of seven cells, one of each owner around one of nobody."""
    cells = [BoardCell(_CENTRE, 0, 0)]
    cells += [BoardCell(str(n), q, r, owner=n) for n, (q, r) in enumerate(_AROUND)]
    pieces = [Piece(_CENTRE, "tower", None, 3)]
    for n, kind in enumerate(_KINDS):
        unit = kind not in ("castle", "crown")
        marks = ("charge1", "charge2") if kind == "worker" else ()
        pieces.append(Piece(str(n), kind, n, 1 + n if unit and not marks else 1, marks))
    return Board("flat", tuple(cells)), tuple(pieces)


def sample_board(owners: Sequence[Owner], strength: float) -> Widget:
    """Return six cells with their owners' patterns, of that strength (0..1)."""
    board, pieces = _board()
    shape = shape_of(board, 0)

    def paint(look: Look, rect: Rect) -> None:
        palette = look.palette

        def kept(canvas: Canvas) -> None:
            camera = fit(shape, rect.inset(8, 4))
            paint_ground(canvas, Ground(board, 0, (), camera, rect, palette, tuple(owners), strength), shape)
            canvas.layer()
            paint_pieces(canvas, palette, owners, camera, shape.centres, pieces)

        # The shadow reaches beyond the plate, into the margin of the panel.
        around = rect.inset(-18, -50)
        look.canvas.picture("sample", (palette, tuple(owners), strength, rect.w, rect.h), around, kept)

    return Painted(paint, 0, 0)


def sample_controls() -> Widget:
    """Return a few controls that do nothing."""
    first = tr("First")
    return Column(
        [
            Text(
                tr("Fighter attacks rider: {chance} to win.", chance=duel_chance("fighter", "rider")),
                colour="text",
            ),
            note(tr("Small print looks like this.")),
            Row(
                [
                    Segmented([Choice("1", first), Choice("2", tr("Second"))], "1", key="sample choice"),
                    Toggle(True, key="sample toggle"),
                ],
                gap=12,
            ),
            Slider(60, 0, 100, key="sample slider"),
            Row(
                [
                    Button(tr("Undo"), key="sample undo"),
                    grow(Button(tr("End turn"), kind="primary", key="sample end")),
                ],
                gap=12,
            ),
        ],
        gap=8,
    )
