"""Bake the distance-field atlas of the pieces.

    python packaging/assets/atlas.py

Needs numpy and fonttools, and the fonts made by ``fonts.py``. Writes ``client/ui/assets/atlas.png`` and
``client/ui/draw/atlastable.py``.
"""

import struct
import zlib
from itertools import pairwise
from pathlib import Path

import numpy as np
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from shapes import COARSE, SHAPES, Area, Part, Shape, Stroke, bent
from sources import ASSETS, record

TABLE = ASSETS.parent / "draw" / "atlastable.py"
FONT = ASSETS / "wabe-display.ttf"
PICTURE = ASSETS / "atlas.png"

RANGE = 0.32
"""Units of a shape over which the field runs from its edge to 0 outside and to 1 inside."""

MARGIN = 0.32
"""Units baked around a shape."""

FINE, ROUGH = 800 / 13, 400 / 13
"""Texels to the unit; 8 and 4 of them are the sweep of a piece."""

WIDTH = 1024


def main() -> None:
    """Bake all shapes, pack them, write picture and table."""
    tiles = {
        name: bake(shape, ROUGH if name in COARSE else FINE) for name, shape in (SHAPES | digits()).items()
    }
    height, places = pack({name: tile[0].shape for name, tile in tiles.items()})
    picture = np.zeros((height, WIDTH), dtype=np.uint8)
    rows = []
    for name in sorted(tiles):
        field, box, origin, texels = tiles[name]
        x, y = places[name]
        picture[y : y + field.shape[0], x : x + field.shape[1]] = field
        numbers = ", ".join(f"{value:.4f}" for value in (*box, x + origin[0], y + origin[1], texels))
        rows.append(f'    "{name}": ({numbers}),')
    PICTURE.write_bytes(png(picture))
    TABLE.write_text(
        '"""Where the shapes lie in ``atlas.png``. Made by ``packaging/assets/atlas.py``."""\n\n'
        '__all__ = ["HEIGHT", "MARGIN", "RANGE", "ROWS", "WIDTH"]\n\n'
        f"WIDTH, HEIGHT = {WIDTH}, {height}\n"
        f"RANGE = {RANGE}\nMARGIN = {MARGIN}\n\n"
        "# fmt: off\n"
        "ROWS: dict[str, tuple[float, float, float, float, float, float, float]] = {\n"
        + "\n".join(rows)
        + "\n}\n# fmt: on\n"
        '"""Name: left, top, right, bottom of the shape in units; texel of its centre; texels to the unit."""\n'
    )
    here = Path(__file__).parent
    record(Path(__file__), {"shapes.py": here / "shapes.py", FONT.name: FONT}, [PICTURE, TABLE])


def digits() -> dict[str, Shape]:
    """Return the figures of the display face, the height of a figure between -1 and 1."""
    font = TTFont(FONT)
    glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
    out = {}
    for figure in "0123456789":
        pen = DecomposingRecordingPen(glyphs)
        glyphs[cmap[ord(figure)]].draw(pen)
        contours: list[list[tuple[float, float]]] = []
        for verb, points in pen.value:
            if verb == "moveTo":
                contours.append([points[0]])
            elif verb == "lineTo":
                contours[-1].append(points[0])
            elif verb == "qCurveTo":
                contours[-1] += curve(contours[-1][-1], points)
        middle = font["hmtx"][cmap[ord(figure)]][0] / 2
        half = font["OS/2"].sCapHeight / 2
        out[f"digit.{figure}"] = Shape(
            (Area(tuple(tuple(((x - middle) / half, 1 - y / half) for x, y in c) for c in contours)),)
        )
    return out


def curve(start: tuple[float, float], points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Return the points of a TrueType curve after its start."""
    out: list[tuple[float, float]] = []
    *handles, end = points
    for n, handle in enumerate(handles):
        after = handles[n + 1] if n + 1 < len(handles) else None
        stop = end if after is None else ((handle[0] + after[0]) / 2, (handle[1] + after[1]) / 2)
        out += bent(start, handle, stop, 8)[1:]
        start = stop
    return out


def bake(shape: Shape, texels: float) -> tuple[np.ndarray, tuple[float, ...], tuple[float, float], float]:
    """Return the field, the box of the shape, the texel of its centre and the texels to the unit."""
    points = np.array([p for part in shape.parts for p in every_point(part)])
    pad = max((part.half for part in shape.parts if isinstance(part, Stroke)), default=0.0)
    left, top = points.min(axis=0) - pad
    right, bottom = points.max(axis=0) + pad
    before = [int(np.ceil((-side + MARGIN) * texels)) + 1 for side in (left, top)]
    after = [int(np.ceil((side + MARGIN) * texels)) + 1 for side in (right, bottom + shape.sweep)]
    steps = round(shape.sweep * texels)
    # Rows above, so that the field of every moved copy can be read off the same grid.
    xs = (np.arange(-before[0], after[0]) + 0.5) / texels
    ys = (np.arange(-before[1] - steps, after[1]) + 0.5) / texels
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    field = distances(shape.parts, grid)
    if steps:
        rows = after[1] + before[1]
        field = np.min([field[steps - n : steps - n + rows] for n in range(steps + 1)], axis=0)
    level = np.clip(0.5 - field / (2 * RANGE), 0, 1)
    box = (left, top, right, bottom + shape.sweep)
    return np.round(level * 255).astype(np.uint8), box, (float(before[0]), float(before[1])), texels


def every_point(part: Part) -> list[tuple[float, float]]:
    """Return the corners of a part."""
    if isinstance(part, Stroke):
        return list(part.points)
    return [p for contour in part.contours for p in contour]


def distances(parts: tuple[Part, ...], grid: np.ndarray) -> np.ndarray:
    """Return how far each point lies from the edge of the union, negative inside."""
    out = np.full(grid.shape[:2], 9.0)
    for part in parts:
        if isinstance(part, Stroke):
            segments = list(pairwise(part.points))
            away = to_segments(segments, grid) - part.half
        else:
            segments = [
                pair
                for c in part.contours
                for pair in zip(c, [*c[1:], c[0]], strict=True)
                if pair[0] != pair[1]
            ]
            away = to_segments(segments, grid)
            away = np.where(inside(segments, grid), -away, away)
        out = np.minimum(out, away)
    return out


def to_segments(
    segments: list[tuple[tuple[float, float], tuple[float, float]]], grid: np.ndarray
) -> np.ndarray:
    """Return the distance of each point to the nearest of the segments."""
    best = np.full(grid.shape[:2], 81.0)
    for a, b in segments:
        start, way = np.array(a), np.array(b) - np.array(a)
        off = grid - start
        t = np.clip((off @ way) / max(way @ way, 1e-12), 0, 1)
        rest = off - t[..., None] * way
        best = np.minimum(best, (rest * rest).sum(axis=-1))
    return np.sqrt(best)


def inside(segments: list[tuple[tuple[float, float], tuple[float, float]]], grid: np.ndarray) -> np.ndarray:
    """Tell which points a ray to the right leaves through an odd number of segments."""
    odd = np.zeros(grid.shape[:2], dtype=bool)
    x, y = grid[..., 0], grid[..., 1]
    for (ax, ay), (bx, by) in segments:
        if ay == by:
            continue
        odd ^= ((ay > y) != (by > y)) & (x < ax + (y - ay) / (by - ay) * (bx - ax))
    return odd


def pack(sizes: dict[str, tuple[int, int]]) -> tuple[int, dict[str, tuple[int, int]]]:
    """Place tiles on shelves, the highest first; return the height and the top left corner of each."""
    places, x, y, shelf = {}, 0, 0, 0
    for name, (height, width) in sorted(sizes.items(), key=lambda item: (-item[1][0], item[0])):
        if x + width > WIDTH:
            x, y, shelf = 0, y + shelf, 0
        places[name] = (x, y)
        x, shelf = x + width, max(shelf, height)
    return y + shelf, places


def png(picture: np.ndarray) -> bytes:
    """Return a grey picture as PNG. Rows are unfiltered, so that they can be read without a loop over pixels."""
    height, width = picture.shape
    rows = np.hstack([np.zeros((height, 1), dtype=np.uint8), picture])

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = zlib.compress(rows.tobytes(), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


if __name__ == "__main__":
    main()
