"""Where widgets lie: rows, columns, grids, flows, stacks, and boxes that give a size or a place to one widget.

Sizes are natural (what the widget wants), fixed or weighted (a share of what is left), as ``Box`` says. Nothing
sticks out of what it lies in: where room lacks, the longest give way first, so that a long text wraps while
the icon beside it stays as it is. No button breaks its text while another beside it has margins to spare.
"""

from collections.abc import Sequence

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.toolkit.tracks import (
    NATURAL,
    Align,
    Justify,
    Pad,
    Track,
    between,
    both,
    evened,
    placed,
    spread,
    within,
)
from client.ui.toolkit.widget import Look, Widget

__all__ = [
    "Box",
    "Column",
    "Flow",
    "Grid",
    "Group",
    "Measured",
    "Row",
    "Spacer",
    "Stack",
    "grow",
]


class Measured(Widget):
    """What asks its children for their sizes, and remembers the answer: trees are deep, and every level asks twice.

    A tree is built anew after a change, so what is remembered cannot be out of date.
    """

    solid = False

    def __init__(self, *, key: str = "") -> None:
        super().__init__(key=key)
        self._known: dict[float, Size] = {}

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the size that it would like, when at most ``width`` is there."""
        known = self._known.get(width)
        if known is None:
            known = self._known[width] = self.measured(canvas, width)
        return known

    def measured(self, canvas: Canvas, width: float) -> Size:
        """Find out what ``wanted`` returns."""
        return Size(0, 0)


class Box(Measured):
    """Gives one widget a size, a share, space around it, or a place in what is left.

    Attributes:
        width, height: Fixed, None for what the child wants.
        weight: Share of what is left in the row or column around it.
        align, valign: Where the child lies in the box, ``stretch``: all of it.
    """

    def __init__(
        self,
        child: Widget | None = None,
        *,
        width: float | None = None,
        height: float | None = None,
        min_width: float = 0.0,
        max_width: float | None = None,
        min_height: float = 0.0,
        weight: float = 0.0,
        pad: Pad = 0.0,
        align: Align = "stretch",
        valign: Align = "stretch",
        key: str = "",
    ) -> None:
        super().__init__(key=key)
        self.child = child
        self.width, self.height = width, height
        self.min_width, self.max_width, self.min_height = min_width, max_width, min_height
        self.weight = weight
        self.pad = both(pad)
        self.align, self.valign = align, valign

    def children(self) -> Sequence[Widget]:
        """Return the child, if there is one."""
        return (self.child,) if self.child else ()

    def _inner(self, canvas: Canvas, width: float) -> Size:
        if self.child is None:
            return Size(0, 0)
        room = width if self.width is None else min(width, self.width)
        if self.max_width is not None:
            room = min(room, self.max_width)
        return self.child.wanted(canvas, max(0.0, room - 2 * self.pad[0]))

    def measured(self, canvas: Canvas, width: float) -> Size:
        """Return the fixed size, else the child's with the space around it."""
        inner = self._inner(canvas, width)
        w = self.width if self.width is not None else max(self.min_width, inner.w + 2 * self.pad[0])
        h = self.height if self.height is not None else max(self.min_height, inner.h + 2 * self.pad[1])
        return Size(min(w, width), h)

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Put the child where ``align`` and ``valign`` say."""
        super().arrange(canvas, rect)
        if self.child is None:
            return
        limit = min(x for x in (self.width, self.max_width, rect.w) if x is not None)
        room = within(rect, self.pad)
        width = max(0.0, min(room.w, limit - 2 * self.pad[0]))
        if self.align != "stretch":
            width = min(width, self.child.wanted(canvas, width).w)
        tall = room.h if self.height is None else min(room.h, self.height - 2 * self.pad[1])
        if self.valign != "stretch":
            tall = min(tall, self.child.wanted(canvas, width).h)
        x = placed(self.align, room.x, room.w, width)
        self.child.arrange(canvas, Rect(x, placed(self.valign, room.y, room.h, tall), width, tall))

    def snug(self, canvas: Canvas) -> float | None:
        """Return the child's, with the space around it; None where the box has a width of its own."""
        inner = self.child.snug(canvas) if self.child is not None and self.width is None else None
        return None if inner is None else max(self.min_width, inner + 2 * self.pad[0])

    def baseline(self, height: float) -> float:
        """Return the child's."""
        return self.child.baseline(height - 2 * self.pad[1]) + self.pad[1] if self.child else height / 2


def grow(child: Widget, *, min_width: float = 0.0, min_height: float = 0.0) -> Box:
    """Return ``child`` so that it takes its share of what is left in a row or column."""
    return Box(child, weight=1.0, min_width=min_width, min_height=min_height)


class Spacer(Widget):
    """Nothing: ``length`` units of it in a row or column, or (0) a share of what is left."""

    solid = False

    def __init__(self, length: float = 0.0, weight: float = 1.0) -> None:
        super().__init__()
        self.length = length
        self.weight = 0.0 if length else weight

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return a square of ``length``."""
        return Size(self.length, self.length)


def _track(child: Widget, across: bool) -> Track:
    """Return how long ``child`` is along a row (``across``) or column."""
    if isinstance(child, Spacer):
        return Track(length=child.length or None, weight=child.weight)
    if isinstance(child, Box):
        if child.weight:
            return Track(weight=child.weight, least=child.min_width if across else child.min_height)
        return Track(child.width if across else child.height)
    return NATURAL


class _Line(Measured):
    """What rows and columns have in common."""

    def __init__(
        self,
        children: Sequence[Widget | None],
        *,
        gap: float = 8.0,
        pad: Pad = 0.0,
        align: Align = "stretch",
        justify: Justify = "start",
        key: str = "",
    ) -> None:
        super().__init__(key=key)
        self._children = tuple(child for child in children if child is not None)
        self.gap = gap
        self.pad = both(pad)
        self.align = align
        self.justify = justify

    def children(self) -> Sequence[Widget]:
        """Return what lies in it."""
        return self._children

    def _gaps(self, room: float) -> float:
        count = len(self._children)
        return between(self.gap, count, room) * max(0, count - 1)

    def _start(self, room: float, lengths: Sequence[float]) -> tuple[float, float]:
        """Return where the first child begins and how much lies between two."""
        gap = between(self.gap, len(lengths), room)
        left = max(0.0, room - sum(lengths) - self._gaps(room))
        return {"middle": left / 2, "end": left}.get(self.justify, 0.0), gap


class Row(_Line):
    """Children side by side, centred unless ``align`` says otherwise; None among them is left out."""

    def __init__(
        self,
        children: Sequence[Widget | None],
        *,
        gap: float = 8.0,
        pad: Pad = 0.0,
        align: Align = "middle",
        justify: Justify = "start",
        key: str = "",
    ) -> None:
        super().__init__(children, gap=gap, pad=pad, align=align, justify=justify, key=key)

    def _widths(self, canvas: Canvas, room: float) -> list[float]:
        wanted = [child.wanted(canvas, room).w for child in self._children]
        tracks = [
            Track(length=width) if child.rigid else _track(child, True)
            for child, width in zip(self._children, wanted, strict=True)
        ]
        return evened(spread(tracks, wanted, room), [child.snug(canvas) for child in self._children])

    def measured(self, canvas: Canvas, width: float) -> Size:
        """Return the natural widths side by side, and the height that they have at ``width``."""
        whole = max(0.0, width - 2 * self.pad[0])
        gaps = self._gaps(whole)
        room = whole - gaps
        widths = self._widths(canvas, room)
        natural = sum(
            max(_track(c, True).least, c.wanted(canvas, room).w) if _track(c, True).weight else w
            for c, w in zip(self._children, widths, strict=True)
        )
        sizes = [c.wanted(canvas, w).h for c, w in zip(self._children, widths, strict=True)]
        if self.align == "baseline":
            tops = [c.baseline(h) for c, h in zip(self._children, sizes, strict=True)]
            height = max(tops, default=0.0) + max(
                (h - top for h, top in zip(sizes, tops, strict=True)), default=0.0
            )
        else:
            height = max(sizes, default=0.0)
        return Size(min(width, natural + gaps + 2 * self.pad[0]), height + 2 * self.pad[1])

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Lay the children side by side."""
        super().arrange(canvas, rect)
        room = within(rect, self.pad)
        widths = self._widths(canvas, room.w - self._gaps(room.w))
        x, gap = self._start(room.w, widths)
        x += room.x
        heights = [
            room.h if self.align == "stretch" else min(room.h, c.wanted(canvas, w).h)
            for c, w in zip(self._children, widths, strict=True)
        ]
        feet = max((c.baseline(h) for c, h in zip(self._children, heights, strict=True)), default=0.0)
        for child, w, h in zip(self._children, widths, heights, strict=True):
            y = placed(self.align, room.y, room.h, h)
            if self.align == "baseline":
                y = min(room.y + feet - child.baseline(h), room.bottom - h)
            child.arrange(canvas, Rect(x, y, w, h))
            x += w + gap


class Column(_Line):
    """Children one below the other, as wide as the column unless ``align`` says otherwise; None is left out."""

    def _width(self, canvas: Canvas, child: Widget, room: float) -> float:
        return room if self.align == "stretch" else min(room, child.wanted(canvas, room).w)

    def measured(self, canvas: Canvas, width: float) -> Size:
        """Return the widest child's width and the heights one below the other."""
        room = max(0.0, width - 2 * self.pad[0])
        sizes = [child.wanted(canvas, room) for child in self._children]
        height = sum(
            max(size.h, _track(child, False).least, _track(child, False).length or 0.0)
            for child, size in zip(self._children, sizes, strict=True)
        )
        widest = max((size.w for size in sizes), default=0.0)
        return Size(
            min(width, widest + 2 * self.pad[0]), height + self.gap * max(0, len(sizes) - 1) + 2 * self.pad[1]
        )

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Lay the children one below the other."""
        super().arrange(canvas, rect)
        room = within(rect, self.pad)
        tracks = [_track(child, False) for child in self._children]
        widths = [self._width(canvas, child, room.w) for child in self._children]
        wanted = [
            0.0 if track.weight else child.wanted(canvas, w).h
            for child, w, track in zip(self._children, widths, tracks, strict=True)
        ]
        heights = spread(tracks, wanted, room.h - self._gaps(room.h))
        y, gap = self._start(room.h, heights)
        y += room.y
        for child, w, h in zip(self._children, widths, heights, strict=True):
            child.arrange(canvas, Rect(placed(self.align, room.x, room.w, w), y, w, h))
            y += h + gap


class Grid(Measured):
    """Rows of widgets in common columns; None leaves a place empty.

    Args:
        rows: The widgets, each row as long as ``columns`` or shorter.
        columns: How wide each column is.
        heights: How high each row is; without it all are natural.
        gap: Between columns, and between rows.
        valign: Within a place, up and down.
    """

    def __init__(
        self,
        rows: Sequence[Sequence[Widget | None]],
        columns: Sequence[Track],
        *,
        heights: Sequence[Track] | None = None,
        gap: Pad = 8.0,
        valign: Align = "middle",
        key: str = "",
    ) -> None:
        super().__init__(key=key)
        self.rows = [list(row) for row in rows]
        self.columns = tuple(columns)
        self.heights = tuple(heights) if heights is not None else (NATURAL,) * len(self.rows)
        self.gap = both(gap)
        self.valign = valign

    def children(self) -> Sequence[Widget]:
        """Return what lies in it, row by row."""
        return [child for row in self.rows for child in row if child is not None]

    def _widths(self, canvas: Canvas, width: float) -> list[float]:
        room = width - between(self.gap[0], len(self.columns), width) * max(0, len(self.columns) - 1)
        wanted = [0.0] * len(self.columns)
        for row in self.rows:
            for i, child in enumerate(row):
                if child is not None and not self.columns[i].weight:
                    wanted[i] = max(wanted[i], child.wanted(canvas, room).w)
        return spread(self.columns, wanted, room)

    def _tall(self, canvas: Canvas, row: Sequence[Widget | None], widths: Sequence[float]) -> float:
        return max(
            (child.wanted(canvas, w).h for child, w in zip(row, widths, strict=False) if child is not None),
            default=0.0,
        )

    def measured(self, canvas: Canvas, width: float) -> Size:
        """Return the columns beside and the rows below each other."""
        widths = self._widths(canvas, width)
        heights = [
            max(track.least, track.length or 0.0, self._tall(canvas, row, widths))
            for row, track in zip(self.rows, self.heights, strict=True)
        ]
        w = sum(widths) + self.gap[0] * max(0, len(widths) - 1)
        return Size(min(w, width), sum(heights) + self.gap[1] * max(0, len(heights) - 1))

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Put every widget into its place."""
        super().arrange(canvas, rect)
        widths = self._widths(canvas, rect.w)
        natural = [self._tall(canvas, row, widths) for row in self.rows]
        across = between(self.gap[0], len(self.columns), rect.w)
        down = between(self.gap[1], len(self.rows), rect.h)
        heights = spread(self.heights, natural, rect.h - down * max(0, len(self.rows) - 1))
        y = rect.y
        for row, tall in zip(self.rows, heights, strict=True):
            x = rect.x
            for child, wide in zip(row, widths, strict=False):
                if child is not None:
                    h = tall if self.valign == "stretch" else min(child.wanted(canvas, wide).h, tall)
                    child.arrange(canvas, Rect(x, placed(self.valign, y, tall, h), wide, h))
                x += wide + across
            y += tall + down


class Flow(Measured):
    """Children side by side as long as they fit, then on the next line: chips, seats."""

    def __init__(
        self,
        children: Sequence[Widget | None],
        *,
        gap: Pad = 6.0,
        key: str = "",
    ) -> None:
        super().__init__(key=key)
        self._children = tuple(child for child in children if child is not None)
        self.gap = both(gap)

    def children(self) -> Sequence[Widget]:
        """Return what lies in it."""
        return self._children

    def _lines(self, canvas: Canvas, width: float) -> list[list[tuple[Widget, Size]]]:
        lines: list[list[tuple[Widget, Size]]] = []
        x = 0.0
        for child in self._children:
            size = child.wanted(canvas, width)
            if not lines or x + size.w > width + 0.0005:
                lines.append([])
                x = 0.0
            lines[-1].append((child, size))
            x += size.w + self.gap[0]
        return lines

    def _length(self, line: Sequence[tuple[Widget, Size]]) -> float:
        return sum(size.w for _, size in line) + self.gap[0] * (len(line) - 1)

    def measured(self, canvas: Canvas, width: float) -> Size:
        """Return the longest line's width and all lines' height."""
        lines = self._lines(canvas, width)
        height = sum(max(size.h for _, size in line) for line in lines)
        return Size(
            min(width, max(map(self._length, lines), default=0.0)),
            height + self.gap[1] * max(0, len(lines) - 1),
        )

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Lay the lines one below the other."""
        super().arrange(canvas, rect)
        y = rect.y
        for line in self._lines(canvas, rect.w):
            x = rect.x
            tall = max(size.h for _, size in line)
            for child, size in line:
                child.arrange(canvas, Rect(x, y + (tall - size.h) / 2, size.w, size.h))
                x += size.w + self.gap[0]
            y += tall + self.gap[1]


class Stack(Measured):
    """Children above each other, each over all of the place; put one into a ``Box`` to align it.

    With ``layered`` each child lies wholly above the one before, texts as well.
    """

    def __init__(self, children: Sequence[Widget | None], *, layered: bool = False, key: str = "") -> None:
        super().__init__(key=key)
        self._children = tuple(child for child in children if child is not None)
        self.layered = layered

    def children(self) -> Sequence[Widget]:
        """Return what lies in it, lowest first."""
        return self._children

    def measured(self, canvas: Canvas, width: float) -> Size:
        """Return the largest width and height."""
        sizes = [child.wanted(canvas, width) for child in self._children]
        return Size(max((s.w for s in sizes), default=0.0), max((s.h for s in sizes), default=0.0))

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Give all of the place to every child."""
        super().arrange(canvas, rect)
        for child in self._children:
            child.arrange(canvas, rect)

    def paint(self, look: Look) -> None:
        """Paint the children from the lowest to the highest."""
        for place, child in enumerate(self._children):
            if place and self.layered:
                look.canvas.layer()
            child.paint(look)


class Group(Box):
    """Lets arrow keys walk between the widgets in it that can have the keyboard, by where they lie."""
