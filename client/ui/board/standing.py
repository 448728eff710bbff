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

HELD: Final = {"crown": 0.78, "castle": 0.76, "mine": 0.76, "tower": 0.76}
"""Sizes of buildings behind a unit."""

HELD_AT: Final = (-0.33, -0.37)
HELD_UNIT: Final = 1.10
HELD_UNIT_AT: Final = (0.17, 0.19)
"""A unit stands to the lower right of its building, so that the outlines of both can be seen."""

SHIELD, HELD_SHIELD = 0.36, 0.28
SHIELDS_AT: Final = ((-0.20, 0.56), (0.20, 0.56))
HELD_SHIELDS_AT: Final = ((-0.66, 0.14), (-0.51, 0.45))
DISC: Final = 0.46


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
    canvas: Canvas,
    palette: Palette,
    owners: Sequence[Owner],
    x: float,
    y: float,
    a: float,
    pieces: Sequence[Piece],
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
    dx, dy = HELD_AT if held else (0.0, -0.02)
    archers = piece.count if piece.kind == "tower" else 0
    draw.piece(
        canvas,
        palette,
        piece.kind,
        owner,
        x + dx * a,
        y + dy * a,
        size,
        count=archers,
        done="dead" in piece.marks,
    )


def _guards(
    canvas: Canvas,
    palette: Palette,
    owners: Sequence[Owner],
    x: float,
    y: float,
    a: float,
    guards: Sequence[Piece],
    *,
    held: bool,
) -> None:
    """Paint the shields of a crown or castle: below it, or beside it where a unit stands before it."""
    shields = [(piece.owner, "beaten" not in piece.marks) for piece in guards for _ in range(piece.count)]
    size = (HELD_SHIELD if held else SHIELD) * a
    places = HELD_SHIELDS_AT if held else SHIELDS_AT if len(shields) > 1 else ((0.0, 0.56),)
    for (seat, up), (dx, dy) in zip(shields, places, strict=False):
        owner = owner_of(owners, seat)
        draw.guards(canvas, palette, owner, x + dx * a, y + dy * a, size, int(up), int(not up))


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
    dx, dy = HELD_UNIT_AT if held else (0.0, 0.02)
    if worker and charges is None:
        charges = 0
    draw.piece(
        canvas,
        palette,
        piece.kind,
        owner,
        x + dx * a,
        y + dy * a,
        (HELD_UNIT if held else UNIT) * a,
        count=0 if worker else piece.count,
        charges=charges,
        done="done" in piece.marks,
        new="new" in piece.marks,
    )


def _discs(
    canvas: Canvas,
    palette: Palette,
    owners: Sequence[Owner],
    x: float,
    y: float,
    a: float,
    pieces: Sequence[Piece],
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
