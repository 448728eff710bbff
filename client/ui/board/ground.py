"""The ground: plate, recess, cells with their owners, frontiers, letters beside the board.

It changes when a cell changes hands or the camera moves, and is kept as an image until then.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from client.ui.board.camera import Camera
from client.ui.board.shape import CORNER, LIP, STEPS, Point, Shape, offset, rounded, turned
from client.ui.draw.canvas import Canvas, Fill, Pattern, Shadow
from client.ui.geometry import Rect
from client.ui.theme import BLACK, WHITE, Colour, Owner, Palette, TextStyle, fade, mix, rgb
from client.view.picture import EdgeLabel
from engine.game import Board, BoardCell

__all__ = ["Ground", "colour_of_cell", "paint_ground", "plate", "plate_rect"]

HOME: Final = (0.0, 0.14, 0.08, 0.04)
"""How much of its owner's colour is in the cells around a base, by distance."""

GAP: Final = 0.035
BANDS: Final = 20
"""Steps of colour between the plate's top and bottom: one each for its two levels of brightness."""

RIM: Final = 0.038
SHADOW: Final = {"dark": 0.45, "light": 0.30}
SHADOW_DROP, SHADOW_REACH, SHADOW_STEPS = 0.62, 0.62, 14
"""How far below the plate its shadow lies, and over how much its edge is blurred to each side, in circumradii."""

LETTER_AT: Final = 1.13
"""How far from the centre of a cell the letter beside it may be, in circumradii."""

SMALLEST_LETTER: Final = 11.0

LETTERS: Final = {"dark": rgb("#D8B680"), "light": rgb("#6B4A1C")}
PLUM_TINT: Final = rgb("#7A3D76")
FRONTIERS: Final = {("plum", "dark"): rgb("#9A5894"), ("lemon", "light"): rgb("#B9A818")}
"""Lines that would not stand out in the owner's face colour."""


@dataclass(frozen=True, slots=True)
class Ground:
    """All that the ground depends on; equal grounds look the same.

    Attributes:
        board: Cells and owners.
        turns: As in ``BoardPicture``.
        labels: As in ``BoardPicture``.
        camera: Where it is.
        rect: What can be seen.
        palette: Colours.
        owners: By seat.
        strength: Of owners' patterns, 0..2; 1 is as designed.
    """

    board: Board
    turns: int
    labels: tuple[EdgeLabel, ...]
    camera: Camera
    rect: Rect
    palette: Palette
    owners: tuple[Owner, ...]
    strength: float


def plate_rect(shape: Shape, camera: Camera) -> Rect:
    """Return the rectangle that the plate and its shadow need."""
    x, y = camera.place((shape.bounds.x, shape.bounds.y))
    w, h, a = shape.bounds.w * camera.a, shape.bounds.h * camera.a, camera.a
    return Rect(x - a, y - 0.5 * a, w + 2 * a, h + 2.2 * a)


def paint_ground(canvas: Canvas, ground: Ground, shape: Shape) -> None:
    """Paint it; what lies beyond ``ground.rect`` is left out."""
    palette, camera = ground.palette, ground.camera
    outline = [camera.place(point) for point in shape.outline]
    plate(canvas, palette, outline, camera.a)
    _inlays(canvas, ground, shape, outline)
    canvas.layer()
    seen = [cell for cell in ground.board.cells if _in_sight(ground, shape, cell)]
    _recess(canvas, palette, camera, shape, seen)
    homes = [cell for cell in ground.board.cells if cell.kind == "base"]
    for cell in seen:
        _cell(canvas, ground, shape, cell, homes)
    owners = {cell.name: cell.owner for cell in ground.board.cells}
    for cell in seen:
        if cell.owner is not None and cell.kind != "base":
            _frontier(canvas, ground, shape, cell, owners)
    _letters(canvas, ground, shape)


def _in_sight(ground: Ground, shape: Shape, cell: BoardCell) -> bool:
    x, y = ground.camera.place(shape.centres[cell.name])
    return ground.rect.inset(-1.2 * ground.camera.a).contains(x, y)


# --- the plate ------------------------------------------------------------------------------------------------
def plate(
    canvas: Canvas, palette: Palette, outline: Sequence[Point], a: float, *, flat: bool = False
) -> None:
    """Paint the wood that a board is set into.

    Args:
        canvas: Where to.
        palette: Colours.
        outline: Its sharp corners in the window, clockwise.
        a: Circumradius of a cell: corners, lip and shadow go with it.
        flat: Without shadow, as on a card.
    """
    regular = _regular(outline)
    if regular is not None:
        _hexagonal_plate(canvas, palette, *regular, a, flat=flat)
        return
    if not flat:
        _shadow(canvas, palette, outline, a)
    body = rounded(outline, CORNER * a)
    for drop in (LIP * a, LIP * a / 2):
        canvas.polygon([(x, y + drop) for x, y in body], palette.plate_edge)
    top, bottom = min(y for _, y in body), max(y for _, y in body)
    height = (bottom - top) / BANDS
    for k in range(BANDS):
        # Each band reaches a little under the next, so that no seam is seen where two smooth edges meet.
        band = _between(body, top + k * height, top + (k + 1) * height + 1.5)
        if len(band) >= 3:
            canvas.polygon(band, mix(palette.plate_top, palette.plate_bottom, k / (BANDS - 1)))
    rim = rounded(offset(outline, -RIM * 0.75 * a), CORNER * a)
    canvas.line([*rim, rim[0]], max(1.0, RIM * a), mix(palette.plate_top, palette.rim, 0.8))


def _regular(outline: Sequence[Point]) -> tuple[float, float, float, bool] | None:
    """Return centre and circumradius of a regular hexagon, and whether it stands on a corner; None for others."""
    if len(outline) != 6:
        return None
    cx, cy = sum(x for x, _ in outline) / 6, sum(y for _, y in outline) / 6
    radii = [math.dist((cx, cy), corner) for corner in outline]
    sides = [math.dist(outline[i - 1], outline[i]) for i in range(6)]
    if max(*radii, *sides) - min(*radii, *sides) > 0.001 * radii[0]:
        return None
    return cx, cy, radii[0], min(abs(x - cx) for x, _ in outline) < 0.01 * radii[0]


def _hexagonal_plate(
    canvas: Canvas,
    palette: Palette,
    cx: float,
    cy: float,
    size: float,
    pointy: bool,
    a: float,
    *,
    flat: bool,
) -> None:
    """Paint the plate of a hexagonal board: the canvas knows this shape, which is far cheaper than polygons."""
    corner = CORNER * a / size
    dark = fade((*palette.shadow[:3], 255), SHADOW[palette.name])
    shadow = None if flat else Shadow((SHADOW_DROP - LIP) * a, 2 * SHADOW_REACH * a, dark)
    for drop in (LIP * a, LIP * a / 2):
        canvas.hexagon(cx, cy + drop, size, palette.plate_edge, pointy=pointy, corner=corner, shadow=shadow)
        shadow = None
    canvas.hexagon(
        cx,
        cy,
        size,
        (palette.plate_top, palette.plate_bottom),
        pointy=pointy,
        corner=corner,
        border=mix(palette.plate_top, palette.rim, 0.8),
        border_width=max(1.0, RIM * a),
    )


def _shadow(canvas: Canvas, palette: Palette, outline: Sequence[Point], a: float) -> None:
    """Paint a blurred edge: many faint copies, one larger than the next."""
    faint = fade((*palette.shadow[:3], 255), SHADOW[palette.name] / SHADOW_STEPS)
    for k in range(SHADOW_STEPS):
        grown = offset(outline, SHADOW_REACH * a * (1 - 2 * k / (SHADOW_STEPS - 1)))
        moved = [(x + 0.12 * a, y + SHADOW_DROP * a) for x, y in rounded(grown, CORNER * a, 5)]
        canvas.polygon(moved, faint)


def _between(points: Sequence[Point], low: float, high: float) -> list[Point]:
    """Return the part of a convex polygon between two heights."""
    for limit, sign in ((low, 1.0), (high, -1.0)):
        kept: list[Point] = []
        for i, (x, y) in enumerate(points):
            px, py = points[i - 1]
            here, before = sign * (y - limit), sign * (py - limit)
            if (here < 0) != (before < 0):
                share = before / (before - here)
                kept.append((px + (x - px) * share, limit))
            if here >= 0:
                kept.append((x, y))
        points = kept
        if not points:
            break
    return list(points)


def _inlays(canvas: Canvas, ground: Ground, shape: Shape, outline: Sequence[Point]) -> None:
    """Paint the corner of the plate beside each base in its owner's colour."""
    a = ground.camera.a
    inner = offset(outline, -0.19 * a)
    for cell in ground.board.cells:
        if cell.kind != "base" or cell.owner is None:
            continue
        x, y = ground.camera.place(shape.centres[cell.name])
        k = min(range(len(inner)), key=lambda i: (inner[i][0] - x) ** 2 + (inner[i][1] - y) ** 2)
        if (inner[k][0] - x) ** 2 + (inner[k][1] - y) ** 2 > (3.2 * a) ** 2:
            continue  # a base in the middle of the board has no corner
        before, corner, after = inner[k - 1], inner[k], inner[(k + 1) % len(inner)]
        bent = rounded([before, corner, after], CORNER * a)[9:18]
        ends = [_along(corner, before, 0.27), *bent, _along(corner, after, 0.27)]
        face = ground.owners[cell.owner].face
        canvas.line(ends, max(2.0, 0.14 * a), mix(ground.palette.plate_top, BLACK, 0.40))
        canvas.line(ends, max(1.5, 0.08 * a), face)


def _along(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


# --- cells ----------------------------------------------------------------------------------------------------
def _recess(
    canvas: Canvas, palette: Palette, camera: Camera, shape: Shape, cells: Sequence[BoardCell]
) -> None:
    a = camera.a
    for moved, colour in (
        (max(1.0, 0.036 * a), mix(palette.recess, palette.rim, 0.55)),
        (0.0, palette.recess),
    ):
        for cell in cells:
            # Only the cells at the edge show any of it, but where a neighbour is missing all around counts.
            if all(shape.neighbour(cell.name, k) is not None for k in range(6)) and moved:
                continue
            x, y = camera.place(shape.centres[cell.name])
            canvas.hexagon(x, y + moved, 1.10 * a, colour, pointy=shape.pointy, corner=0.1)


def colour_of_cell(palette: Palette, owner: Owner | None, tone: int = 0) -> Colour:
    """Return the ground of a cell. ``tone`` (-1, 0, 1) sets neighbours apart where nobody owns them."""
    if owner is None:
        shade = WHITE if tone > 0 else BLACK
        return mix(palette.cell, shade, abs(tone) * (0.042 if palette.dark else 0.04))
    if owner.name == "plum":
        return mix(palette.cell, PLUM_TINT, 0.34) if palette.dark else mix(palette.cell, owner.face, 0.38)
    return mix(palette.cell, owner.face, 0.34 if palette.dark else 0.40)


def _pattern(palette: Palette, owner: Owner, a: float, strength: float) -> Pattern | None:
    if not owner.pattern or strength <= 0:
        return None
    plum = owner.name == "plum"
    if palette.dark:
        colour, alpha = mix(owner.face, WHITE, 0.35 if plum else 0.12), 0.405 if plum else 0.30
    else:
        colour, alpha = mix(owner.side, owner.face, 0.35), 0.34
    return Pattern(owner.pattern, fade(colour, min(1.0, alpha * strength)), a / 36)


def _cell(canvas: Canvas, ground: Ground, shape: Shape, cell: BoardCell, homes: Sequence[BoardCell]) -> None:
    palette, a = ground.palette, ground.camera.a
    x, y = ground.camera.place(shape.centres[cell.name])
    owner = None if cell.owner is None else ground.owners[cell.owner]
    tone = (cell.q - cell.r) % 3 - 1  # three tones: no two neighbours share one
    base = colour_of_cell(palette, owner, tone)
    for home in homes if owner is None else ():
        distance = shape.distance(cell.name, home.name)
        if home.owner is not None and distance < len(HOME):
            base = mix(base, ground.owners[home.owner].face, HOME[distance])
    r = a - max(1.0, GAP * a)
    canvas.hexagon(x, y + GAP * a, r, mix(base, BLACK, 0.42), pointy=shape.pointy)
    high, low = (0.10, 0.16) if palette.dark else (0.35, 0.10)
    fill: Fill = (mix(base, WHITE, high), mix(base, BLACK, low))
    pattern = None if owner is None else _pattern(palette, owner, a, ground.strength)
    canvas.hexagon(x, y, r, fill, pointy=shape.pointy, pattern=pattern)


def _frontier(
    canvas: Canvas, ground: Ground, shape: Shape, cell: BoardCell, owners: dict[str, int | None]
) -> None:
    assert cell.owner is not None
    owner = ground.owners[cell.owner]
    colour = FRONTIERS.get((owner.name, ground.palette.name), owner.face)
    a = ground.camera.a
    x, y = ground.camera.place(shape.centres[cell.name])
    for step in range(len(STEPS)):
        other = shape.neighbour(cell.name, step)
        if other is None or owners[other] == cell.owner:
            continue
        ends = [(x + px, y + py) for px, py in shape.edge(step, 0.925 * a)]
        canvas.line(ends, max(1.4, 0.075 * a), fade(colour, 0.95))


def _letters(canvas: Canvas, ground: Ground, shape: Shape) -> None:
    if ground.camera.a < SMALLEST_LETTER:
        return  # there is no room between cells and rim
    size = min(max(0.27 * ground.camera.a, SMALLEST_LETTER), 18.0)
    style = TextStyle("label", size, size * 1.4)
    rim = [
        centre
        for name, centre in shape.centres.items()
        if any(shape.neighbour(name, step) is None for step in range(len(STEPS)))
    ]
    for label in ground.labels:
        x, y = ground.camera.place(_on_wood(rim, turned((label.x, label.y), ground.turns)))
        if ground.rect.contains(x, y):
            colour = LETTERS[ground.palette.name]
            canvas.text(x, y - style.line / 2, label.text, style, colour, anchor="middle")


def _on_wood(rim: Sequence[Point], point: Point) -> Point:
    """Return ``point`` brought closer to the nearest cell of the board's ``rim`` where it would lie on the edge."""
    x, y = min(rim, key=lambda centre: math.dist(centre, point))
    share = min(1.0, LETTER_AT / max(math.dist((x, y), point), 0.01))
    return x + (point[0] - x) * share, y + (point[1] - y) * share
