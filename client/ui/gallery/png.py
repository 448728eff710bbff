"""Pixels as a PNG file."""

from io import BytesIO

from PIL import Image

__all__ = ["png"]


def png(width: int, height: int, rows_from_below: bytes) -> bytes:
    """Return RGBA pixels, the bottom row first, as the bytes of a PNG file."""
    image = Image.frombytes("RGBA", (width, height), rows_from_below, "raw", "RGBA", 0, -1)
    file = BytesIO()
    image.save(file, "png", compress_level=1)
    return file.getvalue()
