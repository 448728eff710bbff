"""What only shows something: texts, icons, chips, lines, hints of keys."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from client.i18n import mark, tr
from client.ui.draw.canvas import Anchor, Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import BODY, NOTE, SMALL, Colour, Palette, TextStyle
from client.ui.toolkit.layout import Row
from client.ui.toolkit.widget import Look, Widget

__all__ = [
    "Chip",
    "Divider",
    "Icon",
    "Ink",
    "KeyHint",
    "Notice",
    "Painted",
    "Text",
    "in_words",
    "ink",
    "key_hint",
    "key_hint_width",
    "note",
]

Ink: TypeAlias = str | Colour
"""A colour, or the name of one of the palette's."""

CHIP = TextStyle("label", 12, 22)
KEY = TextStyle("label", 11, 16)

_KEYS = {
    "Enter": mark("Enter"),
    "Space": mark("Space"),
    "Shift": mark("Shift"),
    "Ctrl+Z": mark("Ctrl+Z"),
    "Del": mark("Del"),
    "PgUp": mark("PgUp"),
    "PgDn": mark("PgDn"),
    "Home": mark("Home"),
    "End": mark("End"),
}
"""Keys that other keyboards are lettered otherwise on."""


def ink(palette: Palette, colour: Ink) -> Colour:
    """Return the colour that is meant."""
    if isinstance(colour, str):
        found: Colour = getattr(palette, colour)
        return found
    return colour


def in_words(canvas: Canvas, text: str, style: TextStyle, width: float) -> list[str]:
    """Return ``text`` in lines of at most ``width``, broken at spaces only: a longer word keeps its line.

    There is a hair of tolerance, since lengths that were added and subtracted again must not break a line.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, *words = paragraph.split(" ")
        for word in words:
            longer = f"{line} {word}"
            if canvas.measure(longer, style) > width + 0.01:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines


class Text(Widget):
    """A text, broken into lines where it has to be.

    Args:
        text: What it says.
        style: How it is set.
        colour: Of the letters.
        align: Of the lines.
        max_lines: At most so many; what is beyond is cut off with an ellipsis (see ``shortens``).
        shortens: Whether cutting off is right: for names and texts that people wrote.
        breaks: Whether a word longer than the line is broken anywhere: for addresses, chats. Other texts are broken at
            spaces only; a word that does not fit is shortened, which the check for cut texts finds.
        width: What it would like to be at most, so that a long text does not ask for one long line.
    """

    def __init__(
        self,
        text: str,
        style: TextStyle = BODY,
        colour: Ink = "text",
        *,
        align: Anchor = "start",
        max_lines: int | None = None,
        shortens: bool = False,
        breaks: bool = False,
        width: float | None = None,
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(key=key, tip=tip)
        self.text = text
        self.style = style
        self.colour = colour
        self.align: Anchor = align
        self.max_lines = max_lines
        self.shortens = shortens
        self.breaks = breaks
        self.width = width
        self.solid = bool(tip)
        self._lines: dict[float, list[str]] = {}

    def lines(self, canvas: Canvas, width: float) -> list[str]:
        """Return the text as it is broken at ``width``."""
        lines = self._lines.get(width)
        if lines is None:
            if self.breaks:
                lines = canvas.wrap(self.text, self.style, width + 0.01)
            else:
                lines = in_words(canvas, self.text, self.style, width)
            if self.max_lines is not None and len(lines) > self.max_lines:
                lines = [*lines[: self.max_lines - 1], " ".join(lines[self.max_lines - 1 :])]
            self._lines[width] = lines
        return lines

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the longest line's width and all lines' height."""
        room = width if self.width is None else min(width, self.width)
        lines = self.lines(canvas, room)
        longest = max(canvas.measure(line, self.style) for line in lines)
        return Size(min(longest, room), len(lines) * self.style.line)

    def baseline(self, height: float) -> float:
        """Return the feet of the first line."""
        return self.style.line / 2 + 0.36 * self.style.size

    def paint(self, look: Look) -> None:
        """Paint line by line."""
        rect, canvas = self.rect, look.canvas
        x = {"start": rect.x, "middle": rect.cx, "end": rect.right}[self.align]
        colour = ink(look.palette, self.colour)
        for number, line in enumerate(self.lines(canvas, rect.w)):
            y = rect.y + number * self.style.line
            canvas.text(x, y, line, self.style, colour, anchor=self.align, width=rect.w + 0.01)


class Icon(Widget):
    """An icon in a square of its size."""

    rigid = True

    def __init__(self, name: str, size: float = 18, colour: Ink = "text2", *, tip: str = "") -> None:
        super().__init__(tip=tip)
        self.name, self.size, self.colour = name, size, colour
        self.solid = bool(tip)

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the square."""
        return Size(self.size, self.size)

    def paint(self, look: Look) -> None:
        """Paint it in the middle."""
        look.canvas.icon(self.rect.cx, self.rect.cy, self.size, self.name, ink(look.palette, self.colour))


class Chip(Widget):
    """A short fact in a round box."""

    rigid = True
    solid = False

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return what the text needs."""
        return Size(min(width, canvas.measure(self.text, CHIP) + 16), 22)

    def paint(self, look: Look) -> None:
        """Paint box and text."""
        rect, palette = self.rect, look.palette
        look.canvas.box(rect, palette.panel2, radius=rect.h / 2)
        y = rect.y + (rect.h - CHIP.line) / 2
        look.canvas.text(rect.x + 8, y, self.text, CHIP, palette.text2, width=rect.w - 16 + 0.01)


def _lettered(key: str) -> str:
    return tr(_KEYS[key]) if key in _KEYS else key


def key_hint_width(canvas: Canvas, text: str) -> float:
    """Return how wide the hint of a key is."""
    return max(18.0, canvas.measure(_lettered(text), KEY) + 12)


def key_hint(
    look: Look, x: float, cy: float, text: str, colour: Colour, *, line: Colour | None = None
) -> None:
    """Paint the name of a key in a small frame that begins at ``x``, in the middle at ``cy``."""
    width = key_hint_width(look.canvas, text)
    frame = Rect(x, cy - 9, width, 18)
    look.canvas.box(frame, None, radius=4, border=line or look.palette.line)
    look.canvas.text(frame.cx, cy - 8, _lettered(text), KEY, colour, anchor="middle")


class KeyHint(Widget):
    """The name of a key in a small frame."""

    rigid = True
    solid = False

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the frame's size."""
        return Size(key_hint_width(canvas, self.text), 18)

    def paint(self, look: Look) -> None:
        """Paint it."""
        key_hint(look, self.rect.x, self.rect.cy, self.text, look.palette.text3)


class Divider(Widget):
    """A thin line across what it lies in; ``vertical``: from top to bottom."""

    solid = False

    def __init__(self, *, vertical: bool = False) -> None:
        super().__init__()
        self.vertical = vertical

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return one unit, across the line."""
        return Size(1, 0) if self.vertical else Size(0, 1)

    def paint(self, look: Look) -> None:
        """Paint it in the middle."""
        rect = self.rect
        line = Rect(rect.cx - 0.5, rect.y, 1, rect.h) if self.vertical else Rect(rect.x, rect.y, rect.w, 1)
        look.canvas.box(line, look.palette.line)


class Painted(Widget):
    """Something of a fixed size that a function paints: a piece, an emblem, a chart.

    Args:
        paint: Called with the look and the place.
        w: Width, 0: all that is there.
        h: Height.
        tip: See ``Widget``.
        key: See ``Widget``.
    """

    def __init__(
        self, paint: Callable[[Look, Rect], None], w: float, h: float, *, tip: str = "", key: str = ""
    ) -> None:
        super().__init__(key=key, tip=tip)
        self._paint = paint
        self.size = Size(w, h)
        self.rigid = w > 0
        self.solid = bool(tip)

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the fixed size."""
        return Size(min(self.size.w or width, width), self.size.h)

    def paint(self, look: Look) -> None:
        """Have it painted."""
        self._paint(look, self.rect)


class Notice(Widget):
    """A line that says something in passing: a raised row with an icon.

    Args:
        text: A sentence.
        icon: Before it.
        colour: Of the icon.
    """

    def __init__(self, text: str, *, icon: str = "information", colour: Ink = "text2") -> None:
        super().__init__()
        self._row = Row([Icon(icon, 18, colour), Text(text, SMALL, "text2")], gap=10, pad=(12, 9))

    def children(self) -> Sequence[Widget]:
        """Return the row within."""
        return (self._row,)

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return what the row wants."""
        return self._row.wanted(canvas, width)

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Give the row all of it."""
        super().arrange(canvas, rect)
        self._row.arrange(canvas, rect)

    def paint(self, look: Look) -> None:
        """Paint the row on a raised ground."""
        look.canvas.box(self.rect, look.palette.panel2, radius=8)
        super().paint(look)


def note(text: str, colour: Ink = "text3") -> Text:
    """Return a small text below or beside something."""
    return Text(text, NOTE, colour)
