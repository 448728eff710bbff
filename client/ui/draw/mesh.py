"""Polygons as triangles, with edges that can be moved: what a canvas needs to paint them smoothly. No OpenGL here."""

from collections.abc import Sequence
from math import atan2, cos, sin

__all__ = ["area", "moved", "triangles"]


def area(points: Sequence[tuple[float, float]]) -> float:
    """Return twice the area, positive for points that go round clockwise as seen (y down)."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True))


def moved(points: Sequence[tuple[float, float]], by: float) -> list[tuple[float, float]]:
    """Return the polygon with its edges moved outwards by ``by`` (points go round clockwise as seen)."""
    out = []
    for n, (x, y) in enumerate(points):
        (ax, ay), (bx, by_) = points[n - 1], points[(n + 1) % len(points)]
        first, second = atan2(y - ay, x - ax), atan2(by_ - y, bx - x)
        turn = (second - first) / 2
        # The mitre of a very sharp corner would reach far.
        reach = by / max(abs(cos(turn)), 0.35) * (1 if cos(turn) >= 0 else -1)
        out.append((x + reach * sin(first + turn), y - reach * cos(first + turn)))
    return out


def triangles(points: Sequence[tuple[float, float]]) -> list[tuple[int, int, int]]:
    """Cut a simple polygon, clockwise as seen, into triangles, ear by ear."""
    rest = list(range(len(points)))
    out: list[tuple[int, int, int]] = []

    def turn(a: int, b: int, c: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = points[a], points[b], points[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    while len(rest) > 3:
        for n in range(len(rest)):
            a, b, c = rest[n - 1], rest[n], rest[(n + 1) % len(rest)]
            if turn(a, b, c) <= 0:
                continue
            if any(
                turn(a, b, p) >= 0 and turn(b, c, p) >= 0 and turn(c, a, p) >= 0
                for p in rest
                if p not in (a, b, c)
            ):
                continue
            out.append((a, b, c))
            del rest[n]
            break
        else:
            # Edges that touch: nothing better is left than a fan.
            break
    out += [(rest[0], rest[n], rest[n + 1]) for n in range(1, len(rest) - 1)]
    return out
