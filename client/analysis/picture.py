"""An analysis as a picture (PNG), in the light colours and the letters of the window."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from client.analysis.judging import Judgement, worst
from client.analysis.report import series_of
from client.analysis.scale import cost, limit_of, short, ticks
from client.analysis.source import PlayedGame
from client.ui import theme
from client.ui.theme import LIGHT, Colour
from client.words import count_words

__all__ = ["draw_png"]

WIDTH, HEIGHT = 1600, 1000
_SCALE = 2
"""Everything is drawn twice as large and then reduced, which smooths lines."""

_LEFT, _TOP, _RIGHT, _BOTTOM = 150, 204, 1340, 704
"""The frame of the graph; right of it the names, below it the list."""

_LISTED = 5
_MOST_DOTS = 60
"""Positions of a seat from which on dots would only thicken its line."""

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


def draw_png(played: PlayedGame, judgements: Sequence[Judgement], level: str, nodes: int) -> bytes:
    """Return the picture: values over the game, a line for each seat, the worst actions numbered and listed."""
    canvas = _Canvas()
    limit = limit_of(judgement.value for judgement in judgements)
    last = max(1, len(played.steps))

    def place(number: float, value: int) -> tuple[float, float]:
        inside = max(-limit, min(limit, value))
        x = _LEFT + (_RIGHT - _LEFT) * number / last
        return x, _TOP + (_BOTTOM - _TOP) * (limit - inside) / (2 * limit)

    _head(canvas, played, level, nodes)
    _axes(canvas, last, limit)
    series = series_of(played, judgements)
    owners = theme.owners_of(played.game.name, len(series))
    dotted = max(len(points) for _, _, points in series) < _MOST_DOTS
    for (_, _, points), owner in zip(series, owners, strict=True):
        places = [place(number, value) for number, value in points]
        if len(places) > 1:
            canvas.line(places, LIGHT.panel2, 7)
            canvas.line(places, owner.face, 3.5)
        if dotted:
            for x, y in places:
                canvas.disc(x, y, 4.5, owner.face)
    _names(canvas, [(name, place(*points[-1])[1]) for name, _, points in series if points], played)
    bad = worst(judgements, _LISTED)
    # From the least to the worst, so that where two are close the worse one lies on top.
    for rank in range(len(bad), 0, -1):
        judgement = bad[rank - 1]
        x, y = place(judgement.number - 1, judgement.value)
        canvas.disc(x, y, 15, LIGHT.panel, owners[judgement.seat].side)
        canvas.text(x, y, str(rank), LIGHT.text, 18, "label", "mm")
    _list(canvas, played, bad, limit)
    return canvas.png()


def _head(canvas: _Canvas, played: PlayedGame, level: str, nodes: int) -> None:
    titles = {"towerwars": "TowerWarsPP", "krieg": "Krieg und Frieden"}
    canvas.text(60, 78, titles.get(played.game.name, played.game.name), LIGHT.text, 40, "display")
    told = f"{count_words(len(played.steps), 'action')}, {played.result}"
    budget = "1 node" if nodes == 1 else f"{nodes:,} nodes"
    canvas.text(60, 118, f"{told}. Judged by {level}, {budget} a position.", LIGHT.text2, 22)


def _axes(canvas: _Canvas, last: int, limit: int) -> None:
    canvas.box(_LEFT - 14, _TOP - 14, _RIGHT + 14, _BOTTOM + 14, LIGHT.panel2)
    for value in ticks(limit):
        y = _TOP + (_BOTTOM - _TOP) * (limit - value) / (2 * limit)
        canvas.line([(_LEFT, y), (_RIGHT, y)], LIGHT.line if value else LIGHT.text3, 1.5 if value else 2)
        canvas.text(_LEFT - 26, y, short(value), LIGHT.text2, 20, anchor="rm")
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**6) if last / size <= 12)
    for number in range(0, last + 1, step):
        x = _LEFT + (_RIGHT - _LEFT) * number / last
        canvas.line([(x, _BOTTOM), (x, _BOTTOM + 8)], LIGHT.text3, 1.5)
        canvas.text(x, _BOTTOM + 36, str(number), LIGHT.text2, 20, anchor="ms")
    canvas.text((_LEFT + _RIGHT) / 2, _BOTTOM + 66, "actions played", LIGHT.text2, 20, "label", "ms")
    canvas.text(
        _LEFT - 14, _TOP - 28, "value for the seat to act, in units of the level", LIGHT.text2, 20, "label"
    )


def _names(canvas: _Canvas, ends: Sequence[tuple[str, float]], played: PlayedGame) -> None:
    """Write each name beside the end of its line, at least a line's height apart."""
    owners = theme.owners_of(played.game.name, len(played.names))
    rows = sorted(ends, key=lambda end: end[1])
    places: list[float] = []
    for _, y in rows:
        places.append(max(y, places[-1] + 30) if places else y)
    overflow = max(0.0, places[-1] - _BOTTOM) if places else 0.0
    for (name, _), y in zip(rows, places, strict=True):
        owner = owners[played.names.index(name)]
        canvas.disc(_RIGHT + 38, y - overflow, 8, owner.face, owner.side)
        canvas.text(_RIGHT + 56, y - overflow, _fitted(canvas, name), owner.text(LIGHT), 21, "label", "lm")


def _fitted(canvas: _Canvas, name: str) -> str:
    room = WIDTH - _RIGHT - 76
    if canvas.width(name, 21, "label") <= room:
        return name
    while name and canvas.width(f"{name}…", 21, "label") > room:
        name = name[:-1]
    return f"{name}…"


def _list(canvas: _Canvas, played: PlayedGame, bad: Sequence[Judgement], limit: int) -> None:
    top = _BOTTOM + 116
    if not bad:
        canvas.text(60, top, "No action cost anything.", LIGHT.text2, 22)
        return
    canvas.text(60, top, "Worst actions", LIGHT.text, 24, "display")
    owners = theme.owners_of(played.game.name, len(played.names))
    columns = (60, 110, 190, 470, 780, 1110)
    for rank, judgement in enumerate(bad, 1):
        y = top + 4 + 30 * rank
        owner = owners[judgement.seat]
        cells = (
            (f"{rank}", LIGHT.text, "label"),
            (f"{judgement.number}.", LIGHT.text2, "text"),
            (played.names[judgement.seat], owner.text(LIGHT), "label"),
            (judgement.action, LIGHT.text, "text"),
            (f"better: {judgement.best or 'resign'}", LIGHT.text, "text"),
            (f"cost {cost(judgement.loss or 0, limit)}", LIGHT.text2, "text"),
        )
        for x, (words, colour, face) in zip(columns, cells, strict=True):
            canvas.text(x, y, words, colour, 20, face)
