"""A graph of lines in the terminal, of dots that are a quarter of a character high and half of one wide."""

from collections.abc import Sequence

from rich.text import Text

from client.analysis.scale import short, ticks

__all__ = ["Series", "plot"]

Series = tuple[str, str, Sequence[Sequence[tuple[float, float]]]]
"""Name, colour (``#RRGGBB``), and lines of points ``(x, y)``, each in the order of x."""

_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Unicode's Braille patterns: the bit of a dot by row and column of its character."""

_AXIS = 8
"""Columns left of the graph, for the values."""


def plot(
    series: Sequence[Series],
    last: int,
    limit: int,
    width: int,
    height: int,
    *,
    plain: bool = False,
    parts: int = 1,
) -> list[Text]:
    """Return the graph with its axes, and a legend.

    Args:
        series: What to draw; later ones lie on top.
        last: Largest x; the smallest is 0.
        limit: y goes from ``-limit`` to ``limit``; what lies beyond is drawn at the edge.
        width: Of the whole, in characters.
        height: Likewise; the legend may take more than one line.
        plain: Draw lines with the number of the series, and axes with signs of a typewriter: for terminals
            without colours, or without dots.
        parts: So many make one of the unit that the axis tells (``Unit``).
    """
    columns, rows = max(10, width - _AXIS), max(5, height - 3)
    side, floor, zero = ("|", "-", "-") if plain else ("│", "─", "╌")
    drawn = _drawn(series, last, limit, columns, rows, plain=plain)
    marks = {_row(value, limit, 4 * rows) // 4: value for value in ticks(limit)}
    text = Text(no_wrap=True)
    for row in range(rows):
        value = short(marks[row], parts) if row in marks else ""
        text.append(f"{value.replace('−', '-') if plain else value:>{_AXIS - 2}} {side}")
        for column in range(columns):
            if (column, row) in drawn:
                text.append(*drawn[column, row])
            elif marks.get(row) == 0:
                text.append(zero, style="dim")
            else:
                text.append(" ")
        text.append("\n")
    text.append(f"{'':>{_AXIS - 2}} {'+' if plain else '└'}{floor * columns}\n")
    text.append(f"{'':>{_AXIS}}0{'action':^{columns - 1 - len(str(last))}}{last}")
    legend = Text()
    for number, (name, colour, _) in enumerate(series):
        legend.append("   " if number else "").append(f"{number} " if plain else "━━ ", style=colour)
        legend.append(name)
    return [text, legend]


def _drawn(
    series: Sequence[Series], last: int, limit: int, columns: int, rows: int, *, plain: bool
) -> dict[tuple[int, int], tuple[str, str]]:
    """Return sign and colour of every character that a line touches, by column and row."""
    dots: dict[tuple[int, int], tuple[int, int]] = {}
    lines = [(number, line) for number, (_, _, lines) in enumerate(series) for line in lines]
    for number, line in lines:
        places = [(int(x * (2 * columns - 1) / max(1, last)), _row(y, limit, 4 * rows)) for x, y in line]
        for (x1, y1), (x2, y2) in zip(places, places[1:] or places, strict=False):
            reach = max(abs(x2 - x1), abs(y2 - y1), 1)
            for step in range(reach + 1):
                x, y = x1 + (x2 - x1) * step // reach, y1 + (y2 - y1) * step // reach
                cell = (x // 2, y // 4)
                dots[cell] = (dots.get(cell, (0, 0))[0] | _BITS[y % 4][x % 2], number)
    return {
        cell: (str(number) if plain else chr(0x2800 + bits), series[number][1])
        for cell, (bits, number) in dots.items()
    }


def _row(value: float, limit: int, rows: int) -> int:
    inside = max(-limit, min(limit, value))
    return int((limit - inside) * (rows - 1) / (2 * limit))
