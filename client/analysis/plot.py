"""A graph of lines in the terminal, of dots that are a quarter of a character high and half of one wide."""

from collections.abc import Sequence

from rich.text import Text

from client.analysis.scale import short, ticks

__all__ = ["Series", "plot"]

Series = tuple[str, str, Sequence[tuple[int, int]]]
"""Name, colour (``#RRGGBB``), and points ``(x, y)`` in the order of x."""

_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Unicode's Braille patterns: the bit of a dot by row and column of its character."""

_AXIS = 8
"""Columns left of the graph, for the values."""


def plot(series: Sequence[Series], last: int, limit: int, width: int, height: int) -> Text:
    """Return the graph with its axes and a legend.

    Args:
        series: What to draw; later ones lie on top.
        last: Largest x; the smallest is 0.
        limit: y goes from ``-limit`` to ``limit``; what lies beyond is drawn at the edge.
        width: Of the whole, in characters.
        height: Likewise.
    """
    columns, rows = max(10, width - _AXIS), max(5, height - 3)
    dots: dict[tuple[int, int], tuple[int, str]] = {}

    def put(x: int, y: int, colour: str) -> None:
        cell = (x // 2, y // 4)
        dots[cell] = (dots.get(cell, (0, ""))[0] | _BITS[y % 4][x % 2], colour)

    for _, colour, points in series:
        places = [(x * (2 * columns - 1) // max(1, last), _row(y, limit, 4 * rows)) for x, y in points]
        for (x1, y1), (x2, y2) in zip(places, places[1:] or places, strict=False):
            reach = max(abs(x2 - x1), abs(y2 - y1), 1)
            for step in range(reach + 1):
                put(x1 + (x2 - x1) * step // reach, y1 + (y2 - y1) * step // reach, colour)
    marks = {_row(value, limit, 4 * rows) // 4: value for value in ticks(limit)}
    text = Text(no_wrap=True)
    for row in range(rows):
        text.append(f"{short(marks[row]) if row in marks else '':>{_AXIS - 2}} │")
        for column in range(columns):
            bits, colour = dots.get((column, row), (0, ""))
            if bits:
                text.append(chr(0x2800 + bits), style=colour)
            else:
                text.append("╌" if marks.get(row) == 0 else " ", style="dim")
        text.append("\n")
    text.append(f"{'':>{_AXIS - 2}} └{'─' * columns}\n")
    text.append(f"{'':>{_AXIS}}0{'action':^{columns - 1 - len(str(last))}}{last}\n")
    text.append(" " * _AXIS)
    for name, colour, _ in series:
        text.append("━━ ", style=colour)
        text.append(f"{name}   ")
    return text


def _row(value: int, limit: int, rows: int) -> int:
    inside = max(-limit, min(limit, value))
    return (limit - inside) * (rows - 1) // (2 * limit)
