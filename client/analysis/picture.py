"""An analysis as a picture (PNG), in the light colours and the letters of the window."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from client.analysis.judging import Judgement, swings, worst
from client.analysis.lead import Curve, Leads, leads_of
from client.analysis.report import SWINGS
from client.analysis.scale import Unit, cost, limit_of, short, ticks, unit_of
from client.analysis.source import PlayedGame
from client.ui import theme
from client.ui.theme import LIGHT, Colour
from client.words import count_words

__all__ = ["MARK", "Frame", "draw_png"]

WIDTH, HEIGHT = 1600, 1000
_SCALE = 2
"""Everything is drawn twice as large and then reduced, which smooths lines."""

_LEFT, _TOP, _BOTTOM = 150, 204, 704
_WIDE, _NARROW = 1526, 1270
"""The frame of the graph and its right edge: with names above and below, or with many of them at its right."""

_LISTED = 5
_MOST_DOTS = 60
"""Positions from which on dots would only thicken a line."""

_NAME_SIZES = (21, 19, 17, 15)
"""A name is written as large as there is room."""

_LETTERS = "ABCD"
"""Marks of the swings of dice; the worst actions have numbers."""

MARK = 14
"""Radius of a mark."""

_FACES = Path(theme.__file__).parent / "assets"


class _Canvas:
    """Draws in pixels of the finished picture."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), LIGHT.panel[:3])
        self._draw = ImageDraw.Draw(self.image)
        self._fonts: dict[tuple[str, int], ImageFont.FreeTypeFont] = {}

    def line(self, points: Sequence[tuple[float, float]], colour: Colour, width: float) -> None:
        scaled = [(x * _SCALE, y * _SCALE) for x, y in points]
        self._draw.line(scaled, fill=colour[:3], width=round(width * _SCALE), joint="curve")

    def disc(self, x: float, y: float, radius: float, colour: Colour, rim: Colour | None = None) -> None:
        box = [(x - radius) * _SCALE, (y - radius) * _SCALE, (x + radius) * _SCALE, (y + radius) * _SCALE]
        self._draw.ellipse(box, fill=colour[:3], outline=(rim or colour)[:3], width=2 * _SCALE)

    def box(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        self._draw.rounded_rectangle(
            [left * _SCALE, top * _SCALE, right * _SCALE, bottom * _SCALE], 12 * _SCALE, fill=colour[:3]
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        colour: Colour,
        size: int,
        face: str = "text",
        anchor: str = "ls",
    ) -> None:
        self._draw.text(
            (x * _SCALE, y * _SCALE), words, fill=colour[:3], font=self._font(face, size), anchor=anchor
        )

    def width(self, words: str, size: int, face: str = "text") -> float:
        return self._font(face, size).getlength(words) / _SCALE

    def _font(self, face: str, size: int) -> ImageFont.FreeTypeFont:
        if (face, size) not in self._fonts:
            self._fonts[face, size] = ImageFont.truetype(_FACES / f"wabe-{face}.ttf", size * _SCALE)
        return self._fonts[face, size]

    def png(self) -> bytes:
        target = BytesIO()
        small = self.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        small.save(target, "PNG", optimize=True)
        return target.getvalue()


class Frame:
    """The field of the graph: where a value stands in it, and where marks have room."""

    def __init__(self, last: int, limit: int, right: int) -> None:
        self.last, self.limit, self.right = last, limit, right
        self._taken: list[tuple[float, float]] = []

    def place(self, number: float, value: float) -> tuple[float, float]:
        """Return where a value after so many actions stands; what lies beyond the scale stands at its edge."""
        inside = max(-self.limit, min(self.limit, value))
        x = _LEFT + (self.right - _LEFT) * number / self.last
        return x, _TOP + (_BOTTOM - _TOP) * (self.limit - inside) / (2 * self.limit)

    def room(self, x: float, y: float) -> tuple[float, float]:
        """Return the place for a mark next to that one, above or below it, where it hides no other mark."""
        away = 2 * MARK + 3
        steps = sorted(range(-14, 15), key=lambda step: (abs(step), step))
        places = [(x, y + step * away) for step in steps if _TOP <= y + step * away <= _BOTTOM]
        free = [one for one in places if all(_apart(one, other) >= away for other in self._taken)]
        self._taken.append((free or places)[0])
        return self._taken[-1]


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def draw_png(played: PlayedGame, judgements: Sequence[Judgement], level: str, nodes: int) -> bytes:
    """Return the picture: who leads over the game, the worst actions numbered, the largest swings lettered, both listed."""
    canvas = _Canvas()
    leads, unit = leads_of(played, judgements), unit_of(played.game.name, level)
    many = len(leads.names) != 2
    limit = limit_of(lead for points in leads.points for _, lead in points)
    frame = Frame(max(1, len(played.steps)), limit, _NARROW if many else _WIDE)
    owners = theme.owners_of(played.game.name, len(leads.names))
    _head(canvas, played, level, nodes)
    _axes(canvas, frame, unit, many=many)
    curves = leads.curves()
    lines = [
        (owners[curve.seat].face, [frame.place(*point) for point in run])
        for curve in curves
        for run in curve.runs
    ]
    for _, places in lines:
        canvas.line(places, LIGHT.panel2, 7)
    for face, places in lines:
        canvas.line(places, face, 3.5)
    if max(map(len, leads.points)) < _MOST_DOTS:
        for curve in curves:
            for x, y in (
                frame.place(*point) for run in curve.runs for point in run if point[0] == int(point[0])
            ):
                canvas.disc(x, y, 4.5, owners[curve.seat].face)
    if many:
        _names(canvas, frame, curves, owners)
    else:
        _sides(canvas, curves, owners)
    bad, lucky = worst(judgements, _LISTED), swings(judgements, SWINGS)
    signs = [(judgement, str(rank)) for rank, judgement in enumerate(bad, 1)]
    signs += list(zip(lucky, _LETTERS, strict=False))
    _marks(canvas, frame, leads, signs, owners)
    _list(canvas, played, bad, unit, limit_of(judgement.value for judgement in judgements))
    _list_swings(canvas, played, lucky, unit)
    return canvas.png()


def _marks(
    canvas: _Canvas,
    frame: Frame,
    leads: Leads,
    signs: Sequence[tuple[Judgement, str]],
    owners: Sequence[theme.Owner],
) -> None:
    """Draw the marks of actions at the curve, the worst first, so that what has no room there stands aside."""
    placed = []
    for judgement, sign in signs:
        at = frame.place(judgement.number - 1, leads.at(judgement))
        placed.append((at, frame.room(*at), judgement.seat, sign))
    for at, mark, seat, _ in placed:
        if at != mark:
            canvas.line([at, mark], owners[seat].side, 1.5)
    for _, (x, y), seat, sign in placed:
        canvas.disc(x, y, MARK, LIGHT.panel, owners[seat].side)
        canvas.text(x, y, sign, LIGHT.text, 18, "label", "mm")


def _head(canvas: _Canvas, played: PlayedGame, level: str, nodes: int) -> None:
    titles = {"towerwars": "TowerWarsPP", "krieg": "Krieg und Frieden"}
    canvas.text(60, 78, titles.get(played.game.name, played.game.name), LIGHT.text, 40, "display")
    told = f"{count_words(len(played.steps), 'action')}, {played.result}"
    budget = "1 node" if nodes == 1 else f"{nodes:,} nodes"
    canvas.text(60, 118, f"{told}. Judged by {level}, {budget} a position.", LIGHT.text2, 22)


def _axes(canvas: _Canvas, frame: Frame, unit: Unit, *, many: bool) -> None:
    right, last, limit = frame.right, frame.last, frame.limit
    canvas.box(_LEFT - 14, _TOP - 14, right + 14, _BOTTOM + 14, LIGHT.panel2)
    for value in ticks(limit):
        _, y = frame.place(0, value)
        canvas.line([(_LEFT, y), (right, y)], LIGHT.line if value else LIGHT.text3, 1.5 if value else 2)
        canvas.text(_LEFT - 26, y, short(value, unit.parts), LIGHT.text2, 20, anchor="rm")
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**6) if last / size <= 12)
    for number in range(0, last + 1, step):
        x, _ = frame.place(number, 0)
        canvas.line([(x, _BOTTOM), (x, _BOTTOM + 8)], LIGHT.text3, 1.5)
        canvas.text(x, _BOTTOM + 36, str(number), LIGHT.text2, 20, anchor="ms")
    canvas.text((_LEFT + right) / 2, _BOTTOM + 66, "actions played", LIGHT.text2, 20, "label", "ms")
    what = "lead over the best other" if many else "lead"
    canvas.text(_LEFT - 14, _TOP - 28, f"{what}, in {unit.name}", LIGHT.text2, 20, "label")


def _sides(canvas: _Canvas, curves: Sequence[Curve], owners: Sequence[theme.Owner]) -> None:
    """Write above and below the graph who leads there."""
    for curve, words, y in zip(curves, ("above 0", "below 0"), (_TOP - 28, _BOTTOM + 66), strict=True):
        owner = owners[curve.seat]
        told = f"{words}: {curve.name}"
        size = _size(canvas, told, 520)
        canvas.disc(_WIDE - canvas.width(told, size, "label") - 18, y - 7, 8, owner.face, owner.side)
        canvas.text(_WIDE, y, told, owner.text(LIGHT), size, "label", "rs")


def _names(canvas: _Canvas, frame: Frame, curves: Sequence[Curve], owners: Sequence[theme.Owner]) -> None:
    """Write each name beside the end of its line, at least a line's height apart."""
    ends = [(curve, frame.place(*curve.runs[-1][-1])[1]) for curve in curves if curve.runs]
    rows = sorted(ends, key=lambda end: end[1])
    places: list[float] = []
    for _, y in rows:
        places.append(max(y, places[-1] + 30) if places else y)
    overflow = max(0.0, places[-1] - _BOTTOM) if places else 0.0
    room = WIDTH - _NARROW - 76
    for (curve, _), y in zip(rows, places, strict=True):
        owner, size = owners[curve.seat], _size(canvas, curve.name, room)
        canvas.disc(_NARROW + 38, y - overflow, 8, owner.face, owner.side)
        words = _fitted(canvas, curve.name, size, "label", room)
        canvas.text(_NARROW + 56, y - overflow, words, owner.text(LIGHT), size, "label", "lm")


def _size(canvas: _Canvas, name: str, room: float) -> int:
    """Return the largest size in which a name has room, else the smallest."""
    sizes = [size for size in _NAME_SIZES if canvas.width(name, size, "label") <= room]
    return sizes[0] if sizes else _NAME_SIZES[-1]


def _fitted(canvas: _Canvas, words: str, size: int, face: str, room: float) -> str:
    if canvas.width(words, size, face) <= room:
        return words
    while words and canvas.width(f"{words}…", size, face) > room:
        words = words[:-1]
    return f"{words}…"


_Cell = tuple[str, Colour, str]


def _row(canvas: _Canvas, y: float, columns: Sequence[int], cells: Sequence[_Cell]) -> None:
    """Write a row of a list; ``columns`` are the left edges of its cells and the right edge of the last."""
    for i, (words, colour, face) in enumerate(cells):
        size = next(
            (
                size
                for size in (19, 17, 15)
                if canvas.width(words, size, face) <= columns[i + 1] - columns[i] - 10
            ),
            15,
        )
        fitted = _fitted(canvas, words, size, face, columns[i + 1] - columns[i] - 10)
        canvas.text(columns[i], y, fitted, colour, size, face)


def _who(played: PlayedGame, judgement: Judgement, sign: str) -> list[_Cell]:
    owner = theme.owners_of(played.game.name, len(played.names))[judgement.seat]
    return [
        (sign, LIGHT.text, "label"),
        (f"{judgement.number}.", LIGHT.text2, "text"),
        (played.names[judgement.seat], owner.text(LIGHT), "label"),
        (judgement.action, LIGHT.text, "text"),
    ]


def _list(canvas: _Canvas, played: PlayedGame, bad: Sequence[Judgement], unit: Unit, limit: int) -> None:
    top = _BOTTOM + 116
    if not bad:
        canvas.text(60, top, "No action cost anything.", LIGHT.text2, 22)
        return
    canvas.text(60, top, "Worst actions", LIGHT.text, 24, "display")
    for rank, judgement in enumerate(bad, 1):
        loss = cost(judgement.loss or 0, limit, unit.parts)
        cells = (
            *_who(played, judgement, str(rank)),
            (f"better: {judgement.best or 'resign'}", LIGHT.text, "text"),
            (f"cost {loss}" if loss == "the game" else f"cost {loss} {unit.name}", LIGHT.text2, "text"),
        )
        _row(canvas, top + 4 + 30 * rank, (60, 88, 140, 345, 525, 775, 955), cells)


def _list_swings(canvas: _Canvas, played: PlayedGame, lucky: Sequence[Judgement], unit: Unit) -> None:
    if not lucky:
        return
    top = _BOTTOM + 116
    canvas.text(985, top, "Largest swings of the dice", LIGHT.text, 24, "display")
    for row, (judgement, letter) in enumerate(zip(lucky, _LETTERS, strict=False), 1):
        swing = f"{short(judgement.swing or 0, unit.parts)} {unit.name}"
        cells = (*_who(played, judgement, letter), (swing, LIGHT.text2, "text"))
        _row(canvas, top + 4 + 30 * row, (985, 1013, 1065, 1260, 1415, 1560), cells)
