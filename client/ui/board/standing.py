"""What stands on a cell, at its place and size: units, buildings with their guards, discs, anything else."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from client.ui.board.camera import UNIT, Camera
from client.ui.board.shape import Point
from client.ui.draw import pieces as draw
from client.ui.draw.canvas import Canvas
from client.ui.theme import BLACK, OWNERS, WHITE, Owner, Palette, TextStyle, fade, mix
from engine.game import Piece, Seat

__all__ = ["owner_of", "paint_cell", "paint_pieces"]

BUILDINGS: Final = ("crown", "castle", "mine", "tower")
UNITS: Final = ("worker", "fighter", "rider", "archer")

BUILDING: Final = {"crown": 1.16, "castle": 1.16, "mine": 1.02, "tower": 1.16}
"""Sizes of buildings that stand alone, in circumradii."""

HELD: Final = {"crown": 0.70, "castle": 0.70, "mine": 0.62, "tower": 0.70}
"""Sizes of buildings behind a unit."""

HELD_UNIT: Final = 1.06
DISC: Final = 0.46

Draw = Sequence[Piece]


def owner_of(owners: Sequence[Owner], seat: Seat | None) -> Owner:
    """Return a seat's colours; stone for nobody's."""
    return OWNERS["stone"] if seat is None else owners[seat]


def paint_pieces(
    canvas: Canvas,
    palette: Palette,
    owners: Sequence[Owner],
    camera: Camera,
    centres: Mapping[str, Point],
    pieces: Iterable[Piece],
) -> None:
    """Paint all pieces, those further back first, so that nearer ones stand before them."""
    standing: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        if piece.cell in centres:
            standing[piece.cell].append(piece)
    for name in sorted(standing, key=lambda cell: (centres[cell][1], centres[cell][0])):
        x, y = camera.place(centres[name])
        paint_cell(canvas, palette, owners, x, y, camera.a, standing[name])


def paint_cell(
    canvas: Canvas, palette: Palette, owners: Sequence[Owner], x: float, y: float, a: float, pieces: Draw
) -> None:
    """Paint what stands on one cell, lower pieces first, in a cell of circumradius ``a`` around (``x``, ``y``)."""
    building = next((p for p in pieces if p.kind in BUILDINGS and not _is_disc_tower(p)), None)
    unit = next((p for p in pieces if p.kind in UNITS), None)
    if building is not None:
        _building(canvas, palette, owner_of(owners, building.owner), x, y, a, building, held=unit is not None)
        guards = [p for p in pieces if p.kind == "guard"]
        _guards(canvas, palette, owners, x, y, a, guards, held=unit is not None)
    if unit is not None:
        _unit(canvas, palette, owner_of(owners, unit.owner), x, y, a, unit, held=building is not None)
    _discs(canvas, palette, owners, x, y, a, pieces)
    for piece in pieces:
        if piece.kind not in _KNOWN:
            _plain(canvas, palette, owner_of(owners, piece.owner), x, y, a, piece)


def _is_disc_tower(piece: Piece) -> bool:
    """Tell a tower of stones, which is somebody's, from a neutral tower of archers (K9), which is nobody's."""
    return piece.kind == "tower" and piece.owner is not None


def _building(
    canvas: Canvas,
    palette: Palette,
    owner: Owner,
    x: float,
    y: float,
    a: float,
    piece: Piece,
    *,
    held: bool,
) -> None:
    size = (HELD if held else BUILDING)[piece.kind] * a
    top = y - (0.52 if held else 0.02) * a
    archers = piece.count if piece.kind == "tower" else 0
    draw.piece(canvas, palette, piece.kind, owner, x, top, size, count=archers, done="dead" in piece.marks)


def _guards(
    canvas: Canvas,
    palette: Palette,
    owners: Sequence[Owner],
    x: float,
    y: float,
    a: float,
    guards: Draw,
    *,
    held: bool,
) -> None:
    """Paint the shields of a crown or castle: below it, or beside it where a unit stands before it."""
    shields = [(piece.owner, "beaten" not in piece.marks) for piece in guards for _ in range(piece.count)]
    if held:
        size = 0.30 * a
        places = [(x + side * 0.52 * a, y - 0.40 * a) for side in (1, -1)]
    else:
        size = 0.36 * a
        spread = 0.20 * a if len(shields) > 1 else 0.0
        places = [(x - spread, y + 0.56 * a), (x + spread, y + 0.56 * a)]
    for (seat, up), (cx, cy) in zip(shields, places, strict=False):
        draw.guards(canvas, palette, owner_of(owners, seat), cx, cy, size, int(up), int(not up))


def _unit(
    canvas: Canvas,
    palette: Palette,
    owner: Owner,
    x: float,
    y: float,
    a: float,
    piece: Piece,
    *,
    held: bool,
) -> None:
    charges = next((int(word[-1]) for word in piece.marks if word in ("charge1", "charge2")), None)
    worker = piece.kind == "worker"
    if worker and charges is None:
        charges = 0
    draw.piece(
        canvas,
        palette,
        piece.kind,
        owner,
        x,
        y + (0.26 if held else 0.02) * a,
        (HELD_UNIT if held else UNIT) * a,
        count=0 if worker else piece.count,
        charges=charges,
        done="done" in piece.marks,
        new="new" in piece.marks,
    )


def _discs(
    canvas: Canvas, palette: Palette, owners: Sequence[Owner], x: float, y: float, a: float, pieces: Draw
) -> None:
    blocked = False
    for piece in pieces:
        owner = owner_of(owners, piece.owner)
        if piece.kind == "base":
            draw.base(canvas, palette, owner, x, y - 0.11 * a, a)
        elif _is_disc_tower(piece):
            blocked = "blocked" in piece.marks
            lock = next((p for p in pieces if p.kind == "stone"), None) if blocked else None
            by = None if lock is None else owner_of(owners, lock.owner)
            draw.disc_stack(canvas, palette, owner, x, y + 0.045 * a, a, piece.count, blocked_by=by)
        elif piece.kind == "stone" and not blocked:
            draw.disc_stack(canvas, palette, owner, x, y - 0.09 * a, a, 0)


_KNOWN: Final = frozenset((*BUILDINGS, *UNITS, "guard", "stone", "base"))


def _plain(
    canvas: Canvas, palette: Palette, owner: Owner, x: float, y: float, a: float, piece: Piece
) -> None:
    """Paint a piece of a game that has no shapes of its own: a disc with its kind's first letter, and a count."""
    r, side = DISC * a, 0.17 * a
    canvas.circle(x + 0.06 * a, y + side, r * 1.08, fade(BLACK, 0.30))
    for k in (1.0, 0.5):
        canvas.circle(x, y + side * k, r, owner.side, border=owner.outline, border_width=max(1.0, 0.035 * a))
    face = mix(owner.face, palette.cell, 0.45) if "done" in piece.marks else owner.face
    canvas.circle(x, y, r, face, border=owner.outline, border_width=max(1.0, 0.035 * a))
    canvas.circle(
        x, y, r * 0.93, None, border=fade(mix(face, WHITE, 0.42), 0.8), border_width=max(1.0, 0.03 * a)
    )
    letter = piece.kind[:1].upper()
    words = f"{letter}{piece.count}" if piece.count > 1 else letter
    size = max(11.0, (0.40 if len(words) > 1 else 0.50) * a)
    style = TextStyle("display", size, size * 1.3)
    light = sum(face[:3]) < 330
    canvas.text(x, y - style.line / 2, words, style, palette.bone if light else BLACK, anchor="middle")
