"""Charts of the result: worth by round with its moments, and luck against what chance allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from client.i18n import decimal, number, tr
from client.ui.draw import pieces as draw
from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.screens.panels import SHAPES, Desk
from client.ui.theme import NOTE, SMALL, TextStyle, fade
from client.ui.toolkit import Look, Painted, Widget
from client.view.values import Curve, Luck

__all__ = ["curve_chart", "luck_chart", "ticks"]

END: Final = TextStyle("display", 15, 20)
GRID_LINES: Final = 4
PIECE: Final = 26.0
STEM: Final = 44.0
AREAS: Final = 3
"""Up to so many seats the areas below their lines are tinted."""


def ticks(highest: int) -> list[int]:
    """Return round numbers from 0 up to the first that is not below ``highest``."""
    step = 1
    while step * GRID_LINES < highest:
        step = _next_step(step)
    found = [0]
    while found[-1] < highest or len(found) < 2:
        found.append(found[-1] + step)
    return found


def _next_step(step: int) -> int:
    """Return the step after one of 1, 2, 5, 10, 20, ..."""
    lead = int(str(step)[0])
    return step * 5 // 2 if lead == 2 else step * 2


@dataclass(frozen=True, slots=True)
class _Axes:
    """Where values are in a chart: ``x`` for a place 0..1, ``y`` for a value."""

    area: Rect
    low: int
    high: int

    def x(self, share: float) -> float:
        """Return where a share of the width is."""
        return self.area.x + self.area.w * share

    def y(self, value: float) -> float:
        """Return where a value is."""
        return self.area.bottom - self.area.h * (value - self.low) / max(1, self.high - self.low)


# --- worth ------------------------------------------------------------------------------------------------------
def curve_chart(desk: Desk, curve: Curve) -> Widget:
    """Return values of every seat as lines, with notes about what happened."""
    return Painted(lambda look, rect: _curve(look, rect, desk, curve), 0, 0, key="curve")


def _curve(look: Look, rect: Rect, desk: Desk, curve: Curve) -> None:
    canvas, palette = look.canvas, look.palette
    marks = ticks(max((max(row, default=0) for row in curve.values), default=0))
    head = PIECE + STEM / 2 if curve.moments else 12.0
    area = Rect(rect.x + 44, rect.y + head, max(1.0, rect.w - 44 - 44), max(1.0, rect.h - head - 44))
    axes = _Axes(area, 0, marks[-1])
    for mark in marks:
        y = axes.y(mark)
        canvas.box(Rect(area.x, y - 0.5, area.w, 1), palette.line)
        canvas.text(area.x - 12, y - 8, number(mark), NOTE, palette.text3, anchor="end")
    first, last = curve.at[0], curve.at[-1]
    span = max(1, last - first)
    _foot(canvas, desk, curve, axes, span)

    def points(seat: int) -> list[tuple[float, float]]:
        values = zip(curve.at, curve.values[seat], strict=True)
        return _bends([(axes.x((at - first) / span), axes.y(value)) for at, value in values])

    seats = range(len(curve.values))
    lines = {seat: points(seat) for seat in seats}
    if len(lines) <= AREAS:
        for seat, line in lines.items():
            if len(line) > 1:
                outline = [*line, (line[-1][0], area.bottom), (line[0][0], area.bottom)]
                canvas.polygon(outline, fade(desk.owner(seat).face, 0.13))
    canvas.layer()
    for seat, line in reversed(lines.items()):
        if len(line) > 1:
            canvas.line(line, 3.2, desk.ink_of(seat))
    _ends(canvas, desk, curve, axes)
    _moments(look, desk, curve, axes, lines, first, span)


def _bends(line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return a line without the points at which it goes straight on: joints can be seen."""
    kept = line[:1]
    for (x, y), (u, v) in pairwise(line[1:]):
        ax, ay = kept[-1]
        if abs((x - ax) * (v - ay) - (y - ay) * (u - ax)) > 0.01:
            kept.append((x, y))
    return kept + line[len(line) - 1 :] if len(line) > 1 else kept


def _foot(canvas: Canvas, desk: Desk, curve: Curve, axes: _Axes, span: int) -> None:
    palette, first = desk.palette, curve.at[0]
    step = 1
    while span / step * 30 > axes.area.w:
        step = _next_step(step)
    for at in range(first + (-first) % step, curve.at[-1] + 1, step):
        x = axes.x((at - first) / span)
        canvas.text(x, axes.area.bottom + 8, number(at), NOTE, palette.text3, anchor="middle")
    canvas.text(axes.area.x, axes.area.bottom + 26, curve.axis, NOTE, palette.text3)


def _ends(canvas: Canvas, desk: Desk, curve: Curve, axes: _Axes) -> None:
    """Write the last values at the right, none over another."""
    few = len(curve.values) <= AREAS
    rows = [(row[-1], seat) for seat, row in enumerate(curve.values) if row and (few or row[-1])]
    ends = sorted(rows, reverse=True)
    low = -1000.0
    for value, seat in ends:
        y = max(axes.y(value) - 10, low + 17)
        low = y
        canvas.text(axes.area.right + 10, y, number(value), END, desk.ink_of(seat))


def _moments(
    look: Look,
    desk: Desk,
    curve: Curve,
    axes: _Axes,
    lines: dict[int, list[tuple[float, float]]],
    first: int,
    span: int,
) -> None:
    canvas, palette = look.canvas, look.palette
    taken: list[Rect] = []
    stems: list[Rect] = []
    for moment in curve.moments:
        x = axes.x((moment.at - first) / span)
        over = min((_height_at(line, x) for line in lines.values()), default=axes.area.y)
        curves = tuple(lines.values())
        width = canvas.measure(moment.text, NOTE)
        place = _free_place(width, x, over, axes.area, taken, stems, curves)
        worded = place is not None
        # Rather a piece without its words than a stem through those of another.
        place = place or _free_place(0.0, x, over, axes.area, taken, stems, curves)
        if place is None:
            continue
        spot, words = place
        taken += [spot, words]
        stems.append(_stem(spot, over))
        canvas.box(Rect(x - 0.6, spot.bottom - 2, 1.2, max(0.0, over - spot.bottom - 4)), palette.text3)
        owner = desk.owner(moment.seat)
        if moment.piece in SHAPES:
            draw.piece(canvas, palette, moment.piece, owner, spot.cx, spot.cy, PIECE)
        else:
            draw.emblem(canvas, palette, owner, spot.cx, spot.cy, 18)
        if worded:
            canvas.text(words.x, words.y, moment.text, NOTE, palette.text2)


def _height_at(line: Sequence[tuple[float, float]], x: float) -> float:
    for (ax, ay), (bx, by) in pairwise(line):
        if ax <= x <= bx:
            return ay + (by - ay) * (x - ax) / max(1.0, bx - ax)
    return line[-1][1] if line else 0.0


def _free_place(
    width: float,
    x: float,
    over: float,
    area: Rect,
    taken: Sequence[Rect],
    stems: Sequence[Rect],
    lines: Sequence[Sequence[tuple[float, float]]],
) -> tuple[Rect, Rect] | None:
    """Return places for the piece and the words, ``width`` wide, of a note, free of all others; None: there is none.

    Pieces of one round stand above each other on one stem; words keep clear of all stems.
    """
    for lift in range(4):
        y = over - STEM - lift * (PIECE + 6)
        if y < area.y - PIECE:
            return None
        spot = Rect(x - PIECE / 2, y, PIECE, PIECE)
        for left in (spot.x - 6 - width, spot.right + 6):
            words = Rect(left, y + 5, width, NOTE.line)
            inside = words.x >= area.x + 2 and words.right <= area.right + 40
            free = not any(_meets(one, other) for one in (spot, words) for other in taken)
            free = free and not any(_meets(words, stem) for stem in stems)
            free = free and not any(_meets(_stem(spot, over), other) for other in taken[1::2])
            free = free and not any(_crosses(line, words) for line in lines)
            if inside and free:
                return spot, words
    return None


def _stem(spot: Rect, over: float) -> Rect:
    """Return where the line from a piece down to the curve is."""
    return Rect(spot.cx - 1, spot.bottom, 2, max(0.0, over - spot.bottom))


def _crosses(line: Sequence[tuple[float, float]], words: Rect) -> bool:
    """Tell whether a line runs through where words are to stand."""
    places = (words.x + words.w * n / 4 for n in range(5))
    return any(words.y - 3 < _height_at(line, x) < words.bottom + 3 for x in places)


def _meets(one: Rect, other: Rect) -> bool:
    common = one.inset(-3).meet(other)
    return common.w > 0 and common.h > 0


# --- luck -------------------------------------------------------------------------------------------------------
def luck_chart(desk: Desk, luck: Luck, *, height: float) -> Widget:
    """Return what every seat felled less what was to be expected, over the band of two thirds of all matches."""
    return Painted(lambda look, rect: _luck(look, rect, desk, luck), 0, height, key="luck chart")


def _luck(look: Look, rect: Rect, desk: Desk, luck: Luck) -> None:
    canvas, palette = look.canvas, look.palette
    highest = max((abs(value) for row in (*luck.series, *luck.band) for value in row), default=100)
    most = max(1, -(-highest // 100))
    area = Rect(rect.x + 38, rect.y + 10, max(1.0, rect.w - 38 - 48), max(1.0, rect.h - 46))
    axes = _Axes(area, -100 * most, 100 * most)
    for value, words in ((100 * most, f"+{most}"), (0, "0"), (-100 * most, f"−{most}")):
        canvas.text(area.x - 10, axes.y(value) - 8, words, NOTE, palette.text3, anchor="end")

    def line(values: Sequence[int], sign: int = 1) -> list[tuple[float, float]]:
        count = max(1, len(values) - 1)
        return [(axes.x(n / count), axes.y(sign * value)) for n, value in enumerate(values)]

    band = max(luck.band, key=lambda row: row[-1] if row else 0, default=())
    if len(band) > 1:
        for sign in (1, -1):
            canvas.polygon([(area.x, axes.y(0)), *line(band, sign), (area.right, axes.y(0))], palette.panel2)
    canvas.line([(area.x, axes.y(0)), (area.right, axes.y(0))], 1.2, palette.text3, dash=3)
    canvas.layer()
    low = -1000.0
    ends = sorted(((row[-1], seat) for seat, row in enumerate(luck.series) if len(row) > 1), reverse=True)
    for value, seat in ends:
        canvas.line(line(luck.series[seat]), 2.8, desk.ink_of(seat))
        y = max(axes.y(value) - 10, low + 16)
        low = y
        if len(luck.series) > AREAS:
            continue
        words = decimal(value) if value < 0 else f"+{decimal(value)}"
        canvas.text(area.right + 8, y, words, END, desk.ink_of(seat))
    told = tr("{count} fights; the band holds 2 of 3 matches", count=number(luck.fights))
    style = NOTE if canvas.measure(told, SMALL) > rect.w else SMALL
    canvas.text(rect.cx, rect.bottom - 18, told, style, palette.text3, anchor="middle", width=rect.w)
