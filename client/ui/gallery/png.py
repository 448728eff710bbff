"""Pixels as a PNG file, by nothing but zlib."""

import struct
import zlib

__all__ = ["png"]


def png(width: int, height: int, rows_from_below: bytes) -> bytes:
    """Return RGBA pixels, the bottom row first, as the bytes of a PNG file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    step = width * 4
    rows = b"".join(b"\0" + rows_from_below[y * step : (y + 1) * step] for y in range(height - 1, -1, -1))
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = (chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(rows, 1)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)
