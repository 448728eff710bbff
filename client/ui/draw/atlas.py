"""The distance-field atlas of the pieces: where each shape lies in the picture, and the picture itself."""

import zlib
from importlib.resources import files
from typing import NamedTuple

from client.ui.draw.atlastable import HEIGHT, MARGIN, RANGE, ROWS, WIDTH

__all__ = ["HEIGHT", "MARGIN", "RANGE", "SHAPES", "WIDTH", "Field", "load"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Field(NamedTuple):
    """One shape, in its unit box from -1 to 1, y down.

    Attributes:
        left, top, right, bottom: What the shape covers, in units; ``MARGIN`` more is baked on each side.
        x, y: Where its centre lies in the picture, in texels.
        texels: To the unit.
    """

    left: float
    top: float
    right: float
    bottom: float
    x: float
    y: float
    texels: float


SHAPES: dict[str, Field] = {name: Field(*row) for name, row in ROWS.items()}
"""All shapes by name. A level of 0.5 is the edge, 0 and 1 lie ``RANGE`` units outside and inside."""


def load() -> tuple[int, int, bytes]:
    """Return width, height and the levels of the picture, the top row first.

    The picture is our own, grey and unfiltered, and read here: the reader that pyglet brings along would take
    most of a second for it.
    """
    data = files("client.ui").joinpath("assets/atlas.png").read_bytes()
    assert data.startswith(_SIGNATURE)
    at, packed = len(_SIGNATURE), b""
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += length + 12
    rows = memoryview(zlib.decompress(packed))
    return WIDTH, HEIGHT, b"".join(rows[y * (WIDTH + 1) + 1 : (y + 1) * (WIDTH + 1)] for y in range(HEIGHT))
