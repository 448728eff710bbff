"""A small board without letters and marks, for cards: what a mode looks like, how a match ended."""

from collections.abc import Sequence
from typing import Final

from client.ui.board.camera import fit
from client.ui.board.ground import plate
from client.ui.board.shape import shape_of
from client.ui.board.standing import owner_of, paint_pieces
from client.ui.draw import pieces as draw
from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import OWNERS, Owner, Palette, mix, rgb
from client.view.picture import BoardPicture
from engine.game import Piece

__all__ = ["thumbnail"]

FREE: Final = {"dark": rgb("#8A7350"), "light": rgb("#F0E0BB")}
"""Of cells without owner: lighter than on the board, as there is neither lip nor light here."""

LANDMARK: Final = {"crown": 2.2, "castle": 1.7, "tower": 2.3, "base": 1.5}
"""Sizes, in circumradii, of what is shown even where a cell is tiny."""

FULL_FROM: Final = 15.0
"""From this circumradius on all pieces are shown in their true size."""

DOTS_BELOW: Final = 6.0
"""Below this circumradius everything is a dot."""


def thumbnail(
    canvas: Canvas, palette: Palette, picture: BoardPicture, rect: Rect, owners: Sequence[Owner]
) -> None:
    """Paint ``picture`` as large as fits into ``rect``."""
    shape = shape_of(picture.board, picture.turns)
    lip = 2.0
    camera = fit(shape, Rect(rect.x, rect.y, rect.w, rect.h - lip))
    plate(canvas, palette, [camera.place(point) for point in shape.outline], camera.a, flat=True)
    canvas.layer()
    for cell in picture.board.cells:
        x, y = camera.place(shape.centres[cell.name])
        colour = FREE[palette.name]
        if cell.owner is not None:  # only where pieces are small do they need no quiet ground
            face = owners[cell.owner].face
            colour = mix(colour, face, 0.45) if camera.a >= FULL_FROM else face
        canvas.hexagon(x, y, 0.93 * camera.a, colour, pointy=shape.pointy)
    canvas.layer()
    if camera.a >= FULL_FROM:
        paint_pieces(canvas, palette, owners, camera, shape.centres, picture.pieces)
        return
    for piece in picture.pieces:
        x, y = camera.place(shape.centres[piece.cell])
        _small(canvas, palette, owner_of(owners, piece.owner), piece, x, y, camera.a)


def _small(
    canvas: Canvas, palette: Palette, owner: Owner, piece: Piece, x: float, y: float, a: float
) -> None:
    if piece.kind == "guard":
        return
    if a < DOTS_BELOW:
        canvas.circle(x, y, (0.8 if piece.kind in LANDMARK else 0.5) * a, owner.face)
    elif piece.kind == "base":
        draw.base(canvas, palette, owner, x, y - 0.1 * a, a)
    elif piece.kind in LANDMARK and (piece.kind != "tower" or piece.owner is None):
        draw.piece(canvas, palette, piece.kind, owner, x, y - 0.1 * a, LANDMARK[piece.kind] * a, flat=True)
    elif piece.kind != "mine":
        # On a cell of its owner's colour a unit is a dot in a lighter ring.
        ring = mix(owner.face, palette.bone, 0.75) if owner is not OWNERS["stone"] else palette.bone
        canvas.circle(x, y, 0.46 * a, owner.side, border=ring, border_width=max(1.0, 0.14 * a))
