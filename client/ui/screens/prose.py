"""Texts of several pages: a small part of Markdown, as widgets.

Known are headings (``#`` to ``###``), paragraphs, lists (``- ``), tables, examples (``> ``), ``**strong**`` words, and
figures (``!figure name``), which somebody else paints. Blocks end at an empty line; a list's items are lines.
"""

import enum
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import PANEL, SMALL, SMALL_LABEL, TITLE, TextStyle
from client.ui.toolkit import Box, Column, Divider, Grid, Look, Row, Scroll, Spacer, Text, Widget, grow, share
from client.ui.toolkit.text import Ink, ink

__all__ = ["WIDEST", "Block", "Kind", "Pages", "Prose", "headings", "parse", "written"]

READING: Final = TextStyle("text", 15, 24)
STRONG: Final = TextStyle("label", 15, 24)
SECTION: Final = TextStyle("display", 19, 26)
WIDEST: Final = 720.0
"""Longer lines are tiring to read."""


class Kind(enum.Enum):
    """What a block is."""

    TITLE = "title"
    HEADING = "heading"
    SUBHEADING = "subheading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    EXAMPLE = "example"
    TABLE = "table"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a text.

    Attributes:
        kind: What it is.
        text: Its words; of a figure the name.
        rows: Of a table, the head first.
    """

    kind: Kind
    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


_STARTS = (
    ("### ", Kind.SUBHEADING),
    ("## ", Kind.HEADING),
    ("# ", Kind.TITLE),
    ("- ", Kind.ITEM),
    ("> ", Kind.EXAMPLE),
    ("!figure ", Kind.FIGURE),
)


def parse(text: str) -> list[Block]:
    """Return the blocks of a text; lines of a paragraph are joined."""
    blocks: list[Block] = []
    lines: list[str] = []

    def end() -> None:
        if lines:
            blocks.append(Block(Kind.PARAGRAPH, " ".join(lines)))
            lines.clear()

    table: list[tuple[str, ...]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            end()
            table.append(tuple(cell.strip() for cell in line.strip().strip("|").split("|")))
            continue
        if table:
            rows = (row for row in table if not all(re.fullmatch(r":?-+:?", cell) for cell in row))
            blocks.append(Block(Kind.TABLE, rows=tuple(rows)))
            table = []
        found = next(((start, kind) for start, kind in _STARTS if line.startswith(start)), None)
        if found is not None:
            end()
            blocks.append(Block(found[1], line.removeprefix(found[0]).strip()))
        elif line.strip():
            lines.append(line.strip())
        else:
            end()
    return blocks


def headings(blocks: Sequence[Block]) -> list[str]:
    """Return the headings, in order."""
    return [block.text for block in blocks if block.kind is Kind.HEADING]


class Prose(Widget):
    """A paragraph in which some words are strong.

    Args:
        text: Its words, the strong ones between double stars.
        style: Of usual words.
        strong: Of strong ones; as high as ``style``.
        colour: Of the letters.
    """

    solid = False

    def __init__(
        self, text: str, style: TextStyle = READING, strong: TextStyle = STRONG, colour: Ink = "text"
    ) -> None:
        super().__init__()
        self.style, self.colour = style, colour
        self._words: list[list[tuple[str, TextStyle]]] = []
        for number, part in enumerate(text.split("**")):
            self._take(part, strong if number % 2 else style)
        self._lines: dict[float, list[list[tuple[float, str, TextStyle]]]] = {}

    def _take(self, text: str, style: TextStyle) -> None:
        """Add words; what is not parted by a space belongs to the word before: a comma after a strong one."""
        for number, piece in enumerate(text.split(" ")):
            if number or not self._words:
                self._words.append([])
            if piece:
                self._words[-1].append((piece, style))

    def lines(self, canvas: Canvas, width: float) -> list[list[tuple[float, str, TextStyle]]]:
        """Return the pieces of each line with where they begin."""
        found = self._lines.get(width)
        if found is not None:
            return found
        lines: list[list[tuple[float, str, TextStyle]]] = [[]]
        gap = canvas.measure("n n", self.style) - canvas.measure("nn", self.style)
        x = 0.0
        for word in self._words:
            if not word:
                continue
            wide = sum(canvas.measure(piece, style) for piece, style in word)
            if lines[-1]:
                x += gap
                if x + wide > width + 0.01:
                    lines.append([])
                    x = 0.0
            for piece, style in word:
                lines[-1].append((x, piece, style))
                x += canvas.measure(piece, style)
        self._lines[width] = lines
        return lines

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the longest line's width and all lines' height."""
        lines = self.lines(canvas, width)
        longest = max((line[-1][0] + canvas.measure(*line[-1][1:]) for line in lines if line), default=0.0)
        return Size(min(width, longest), len(lines) * self.style.line)

    def baseline(self, height: float) -> float:
        """Return the feet of the first line."""
        return self.style.line / 2 + 0.36 * self.style.size

    def paint(self, look: Look) -> None:
        """Paint line by line, only what can be seen."""
        colour = ink(look.palette, self.colour)
        for number, line in enumerate(self.lines(look.canvas, self.rect.w)):
            y = self.rect.y + number * self.style.line
            if look.sees(Rect(self.rect.x, y, self.rect.w, self.style.line)):
                for x, piece, style in line:
                    look.canvas.text(self.rect.x + x, y, piece, style, colour)


class Pages(Scroll):
    """A long text that can be opened at one of its headings.

    Args:
        child: The text.
        anchors: Its headings.
        at: Index of the heading to open at, None for none.
        stamp: Raised with every wish to go to ``at``.
        key: See ``Widget``.
    """

    def __init__(
        self, child: Widget, anchors: Sequence[Widget], at: int | None, stamp: int, *, key: str
    ) -> None:
        super().__init__(child, key=key)
        self._anchors = anchors
        self._at = at
        self._stamp = stamp

    def adopt(self, earlier: Scroll) -> None:
        """Stay where it was, unless somewhere else was asked for meanwhile."""
        super().adopt(earlier)
        assert isinstance(earlier, Pages)
        if earlier._stamp == self._stamp:
            self._at = None

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Take a view of the text, at the heading that was asked for."""
        super().arrange(canvas, rect)
        if self._at is not None:
            anchor = self._anchors[self._at].rect
            self._moved(self.bar.move(anchor.y - self.child.rect.y))
            self._at = None

    @property
    def current(self) -> int:
        """Index of the heading under which what is seen at the top stands."""
        top = self.rect.y + 40
        return max((n for n, anchor in enumerate(self._anchors) if anchor.rect.y <= top), default=0)


def written(blocks: Sequence[Block], figure: Callable[[str], Widget]) -> tuple[Widget, list[Widget]]:
    """Return a text as one widget, and its headings.

    Args:
        blocks: As ``parse`` returns them.
        figure: Makes the figure of that name.
    """
    anchors: list[Widget] = []
    parts: list[Widget] = []
    for block in blocks:
        widget = _widget(block, figure)
        if block.kind is Kind.HEADING:
            parts.append(Spacer(12))
            anchors.append(widget)
        parts.append(widget)
    return Box(Column(parts, gap=10), max_width=WIDEST, align="middle"), anchors


def _widget(block: Block, figure: Callable[[str], Widget]) -> Widget:
    match block.kind:
        case Kind.TITLE:
            return Text(block.text, TITLE)
        case Kind.HEADING:
            return Text(block.text, SECTION)
        case Kind.SUBHEADING:
            return Text(block.text, PANEL)
        case Kind.PARAGRAPH:
            return Prose(block.text)
        case Kind.ITEM:
            return Row([Text("·", STRONG, "text3"), grow(Prose(block.text))], gap=10, align="start")
        case Kind.EXAMPLE:
            return _Example(Prose(block.text, TextStyle("text", 14, 21), TextStyle("label", 14, 21), "text2"))
        case Kind.TABLE:
            return _table(block.rows)
        case Kind.FIGURE:
            return Box(figure(block.text), pad=(0, 6))


class _Example(Box):
    """A paragraph set apart by a line in honey."""

    def __init__(self, child: Widget) -> None:
        super().__init__(child, pad=(16.0, 8.0))

    def paint(self, look: Look) -> None:
        """Paint ground, line and words."""
        look.canvas.box(self.rect, look.palette.panel2, radius=8)
        look.canvas.box(Rect(self.rect.x, self.rect.y, 3, self.rect.h), look.palette.honey, radius=1.5)
        super().paint(look)


def _table(rows: Sequence[Sequence[str]]) -> Widget:
    columns = [share(1.4), *(share(1) for _ in rows[0][1:])]
    parts: list[Widget] = []
    for number, row in enumerate(rows):
        style = SMALL_LABEL if not number else SMALL
        cells = [Prose(cell, style, SMALL_LABEL, "text2" if not number else "text") for cell in row]
        parts += [Grid([cells], columns, gap=(14, 0), valign="start"), Divider()]
    return Column(parts[:-1], gap=6)
