"""Rows that can be chosen: single ones, and lists that build only the rows in sight."""

from collections.abc import Callable, Sequence

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import SMALL, fade
from client.ui.toolkit.buttons import Pressable
from client.ui.toolkit.faces import face, ring
from client.ui.toolkit.panels import ScrollBar
from client.ui.toolkit.tracks import Pad, both, within
from client.ui.toolkit.widget import KeyPress, Look, Pointer, Widget

__all__ = ["Card", "List", "ListRow"]

DOUBLE_CLICK = 400
TYPING_PAUSE = 900
"""Milliseconds after which letters begin a new search."""

LEAST = 27.0
SIDE = 12.0


def row_ground(look: Look, rect: Rect, hover: float, current: bool) -> None:
    """Paint what a row stands on: nothing, a raised ground under the pointer, honey at the side of the current one."""
    palette, canvas = look.palette, look.canvas
    if current:
        canvas.box(rect, palette.honey, radius=8)
        canvas.box(Rect(rect.x + 2, rect.y, rect.w - 2, rect.h), palette.panel2, radius=8)
    elif hover:
        canvas.box(rect, fade(palette.panel2, hover), radius=8)


class _Holder(Pressable):
    """A pressable with one widget on it."""

    def __init__(
        self,
        child: Widget,
        on_press: Callable[[], None] | None = None,
        *,
        pad: Pad,
        enabled: bool = True,
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(on_press, enabled=enabled, key=key, tip=tip)
        self.child = child
        self.pad = both(pad)

    def children(self) -> Sequence[Widget]:
        """Return what is on it."""
        return (self.child,)

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return what the child wants, with the space around it."""
        size = self.child.wanted(canvas, max(0.0, width - 2 * self.pad[0]))
        return Size(min(width, size.w + 2 * self.pad[0]), size.h + 2 * self.pad[1])

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Give the child what is within the space around it."""
        super().arrange(canvas, rect)
        self.child.arrange(canvas, within(rect, self.pad))


class ListRow(_Holder):
    """A row that can be pressed, in a column of few; what is on it may have buttons of its own.

    Args:
        child: What is on it.
        on_press: What it does; without it the row cannot have the keyboard.
        current: Whether it is the one that is shown or meant elsewhere.
        height: At least; more if the child wants more.
        pad: Around the child.
        enabled: See ``Widget``.
        key: See ``Widget``.
        tip: See ``Widget``.
    """

    least_height = LEAST

    def __init__(
        self,
        child: Widget,
        on_press: Callable[[], None] | None = None,
        *,
        current: bool = False,
        height: float = 35.0,
        pad: Pad = (SIDE, 4.0),
        enabled: bool = True,
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(child, on_press, pad=pad, enabled=enabled, key=key, tip=tip)
        self.current = current
        self.height = height
        self.focusable = on_press is not None
        self.cursor = "hand" if on_press is not None else ""

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return at least ``height``."""
        size = super().wanted(canvas, width)
        return Size(size.w, max(self.height, size.h))

    def paint(self, look: Look) -> None:
        """Paint ground, content, ring."""
        hover, press = self.touched(look)
        row_ground(look, self.rect, max(hover, press) if self.on_press else 0.0, self.current)
        super().paint(look)
        if look.focused is self:
            ring(look, self.rect, 8, gap=-2)


class Card(_Holder):
    """A large button with any content: one of a few things to choose from.

    Args:
        child: What is on it.
        on_press: What it does.
        chosen: Whether it is the chosen one: framed in honey.
        flat: Without a body, for lists of tall entries.
        pad: Around the child.
        enabled: See ``Widget``.
        key: See ``Widget``.
        tip: See ``Widget``.
    """

    def __init__(
        self,
        child: Widget,
        on_press: Callable[[], None] | None = None,
        *,
        chosen: bool = False,
        flat: bool = False,
        pad: Pad = (12.0, 12.0),
        enabled: bool = True,
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(child, on_press, pad=pad, enabled=enabled, key=key, tip=tip)
        self.chosen, self.flat = chosen, flat

    def paint(self, look: Look) -> None:
        """Paint body, frame, content, ring."""
        hover, press = self.touched(look)
        canvas, palette = look.canvas, look.palette
        radius = 9.0 if self.flat else 11.0
        lift = 0.0
        if self.flat:
            if hover or self.chosen:
                share = 1.0 if self.chosen else hover
                canvas.box(self.rect, fade(palette.panel2, share), radius=radius)
        else:
            if self.chosen:
                canvas.box(
                    Rect(self.rect.x, self.rect.y + 3, self.rect.w, self.rect.h),
                    palette.honey_lip,
                    radius=radius,
                )
            lip = 0.0 if self.chosen else 3.0
            lift, _ = face(
                look, self.rect, radius=radius, lip=lip, hover=hover, press=press, enabled=self.enabled
            )
        at = Rect(self.rect.x, self.rect.y + lift, self.rect.w, self.rect.h)
        if self.chosen:
            canvas.box(at, None, radius=radius, border=palette.honey, border_width=2)
        with canvas.shifted(0, lift):
            super().paint(look)
        if look.focused is self:
            ring(look, self.rect, radius, gap=1 if self.flat else 3)


class List(Widget):
    """Rows of equal height, of which only those in sight are built: fit for thousands.

    The list has the keyboard, its rows have not: put nothing into them that is to be pressed. Up, Down, Page,
    Home and End move the cursor, Enter carries out ``on_activate``.

    Args:
        count: How many rows.
        row: Builds the content of row ``i``.
        on_activate: Told the row on Enter; on a click as well, or with ``on_move`` on a double click.
        on_move: Told the row as soon as the cursor is on it.
        current: The row that is shown or meant elsewhere; comes in sight when it changes.
        row_height: 27..38, or more for rows of several lines.
        shown: How many rows it would like to show.
        search: Text of row ``i``; typing goes to the next row that begins with what was typed.
        in_sight: The row that comes in sight when it changes, by default ``current``.
        keep_end: Whether the end stays in sight when rows are added, as long as it was in sight.
        empty: A sentence where there are no rows.
        key: Needed for cursor and offset to survive.
    """

    focusable = True
    focus_by_click = True
    scrolls = "y"
    least_height = LEAST

    def __init__(
        self,
        count: int,
        row: Callable[[int], Widget],
        *,
        on_activate: Callable[[int], None] | None = None,
        on_move: Callable[[int], None] | None = None,
        current: int | None = None,
        row_height: float = 35.0,
        shown: int = 8,
        search: Callable[[int], str] | None = None,
        in_sight: int | None = None,
        keep_end: bool = False,
        empty: str = "",
        key: str = "",
    ) -> None:
        super().__init__(key=key, enabled=count > 0)
        self.count = count
        self.row = row
        self.on_activate, self.on_move = on_activate, on_move
        self.current = current
        self.row_height = row_height
        self.shown = shown
        self.search = search
        self.keep_end = keep_end
        self.empty = empty
        self.bar = ScrollBar()
        self.cursor_row = current if current is not None else 0
        self._rows: dict[int, Widget] = {}
        self._seen: list[Widget] = []
        self._hover: int | None = None
        self._wanted = current if in_sight is None else in_sight
        self._show: int | None = self._wanted
        self._follow = keep_end and self._wanted is None
        self._clicked = (-1, -DOUBLE_CLICK)
        self._typed = ("", -TYPING_PAUSE)
        self._canvas: Canvas | None = None

    def children(self) -> Sequence[Widget]:
        """Return the rows in sight."""
        return self._seen

    def adopt(self, earlier: "List") -> None:
        """Stay where it was scrolled to, the cursor on its row; a new current row comes in sight."""
        self.bar = earlier.bar
        self._hover = earlier._hover
        self._clicked, self._typed = earlier._clicked, earlier._typed
        self._follow = self.keep_end and earlier.bar.at_end
        if self._wanted == earlier._wanted:
            self.cursor_row, self._show = earlier.cursor_row, earlier._show
        if self._wanted is not None:
            self._follow = self._follow and self._show is None

    # --- place --------------------------------------------------------------------------------------------
    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return all of the width, and the height of the rows that it would like to show."""
        return Size(width, self.row_height * min(max(self.count, 1), self.shown))

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Take the place and build the rows in sight."""
        super().arrange(canvas, rect)
        self._canvas = canvas
        self.cursor_row = min(max(0, self.cursor_row), max(0, self.count - 1))
        self.bar.fit(rect, max(self.count * self.row_height, rect.h))
        if self._show is not None:
            self._reveal_row(self._show)
            self._show = None
        elif self._follow:
            self.bar.move(self.bar.most)
        self._follow = False
        self._fill()

    def _row_rect(self, i: int) -> Rect:
        width = self.rect.w - (ScrollBar.LANE if self.bar.most else 0.0)
        return Rect(
            self.rect.x, self.rect.y + i * self.row_height - self.bar.offset, max(0.0, width), self.row_height
        )

    def _fill(self) -> None:
        """Build and arrange what is in sight; what is out of sight is forgotten."""
        assert self._canvas is not None
        first = int(self.bar.offset // self.row_height)
        last = min(self.count, int((self.bar.offset + self.rect.h) // self.row_height) + 1)
        self._rows = {i: self._rows.get(i) or self.row(i) for i in range(first, last)}
        for i, widget in self._rows.items():
            widget.arrange(self._canvas, self._row_rect(i).inset(SIDE, 0))
        self._seen = list(self._rows.values())

    def _reveal_row(self, i: int) -> None:
        self.bar.show(i * self.row_height, (i + 1) * self.row_height)

    def reveal(self, rect: Rect) -> None:
        """Bring the cursor's row in sight."""
        self._reveal_row(self.cursor_row)
        self._fill()

    def _row_at(self, at: Pointer) -> int | None:
        i = int((at.y - self.rect.y + self.bar.offset) // self.row_height)
        return i if 0 <= i < self.count and self._row_rect(i).contains(at.x, at.y) else None

    # --- painting -----------------------------------------------------------------------------------------
    def paint(self, look: Look) -> None:
        """Paint the rows in sight."""
        rect, canvas = self.rect, look.canvas
        with canvas.clip(rect):
            for i, widget in self._rows.items():
                hover = self._hover == i and self in look.hovered
                row_ground(look, self._row_rect(i), 1.0 if hover else 0.0, i == self.current)
                widget.paint(look)
                if look.focused is self and i == self.cursor_row:
                    ring(look, self._row_rect(i), 8, gap=-2)
            if not self.count and self.empty:
                lines = canvas.wrap(self.empty, SMALL, rect.w - 2 * SIDE)
                y = rect.y + min((self.row_height - SMALL.line) / 2, max(0.0, rect.h / 2))
                for number, line in enumerate(lines):
                    canvas.text(rect.x + SIDE, y + number * SMALL.line, line, SMALL, look.palette.text3)
        self.bar.paint(look, self in look.hovered)

    # --- input --------------------------------------------------------------------------------------------
    def _go(self, i: int) -> bool:
        """Move the cursor to row ``i``, or as far as there are rows."""
        if not self.count:
            return False
        i = min(max(0, i), self.count - 1)
        moved = i != self.cursor_row
        self.cursor_row = i
        self._reveal_row(i)
        self._fill()
        if moved and self.on_move is not None:
            self.on_move(i)
        return True

    def _activate(self) -> bool:
        if self.on_activate is None or not self.count:
            return False
        self.on_activate(self.cursor_row)
        return True

    def _scrolled(self, changed: bool) -> bool:
        if changed:
            self._fill()
        return changed

    def pointer_pressed(self, at: Pointer) -> bool:
        """Take hold of the bar, or move the cursor to the row under the pointer."""
        if self.bar.grab(at):
            return self._scrolled(True)
        i = self._row_at(at)
        if at.button != "left" or i is None:
            return False
        now = self.host.now() if self.host else 0
        again = self._clicked[0] == i and now - self._clicked[1] < DOUBLE_CLICK
        self._clicked = (i, now)
        if self.cursor_row == i and self.on_move is not None and self.current != i:
            self.on_move(i)
        self._go(i)
        if again and self.on_move is not None:
            self._activate()
        return True

    def pointer_moved(self, at: Pointer) -> bool:
        """Drag the bar, or note the row under the pointer."""
        if self.bar.drag(at):
            return self._scrolled(True)
        earlier, self._hover = self._hover, self._row_at(at)
        return self._hover != earlier

    def pointer_released(self, at: Pointer) -> bool:
        """Let the bar go, or carry out the row that was clicked."""
        if not self.bar.drop() and self.on_move is None and self._row_at(at) == self.cursor_row:
            self._activate()
        return True

    def pointer_left(self) -> None:
        """Forget the row under the pointer."""
        self._hover = None

    def scrolled(self, at: Pointer, dx: float, dy: float) -> bool:
        """Scroll by the wheel."""
        changed = self._scrolled(self.bar.move(self.bar.offset - dy * max(48.0, self.row_height)))
        self._hover = self._row_at(at)
        return changed

    def key_pressed(self, press: KeyPress) -> bool:
        """Move the cursor, or carry out its row."""
        page = max(1, int(self.rect.h // self.row_height) - 1)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}
        if press.ctrl or press.alt:
            return False
        if press.name in steps:
            return self._go(self.cursor_row + steps[press.name])
        if press.name in ("home", "end"):
            return self._go(0 if press.name == "home" else self.count - 1)
        if press.name == "enter" or (press.name == "space" and not self._searching()):
            return self._activate()
        return self.search is not None and (len(press.name) == 1 or press.name in ("space", "minus"))

    def _searching(self) -> bool:
        now = self.host.now() if self.host else 0
        return self.search is not None and bool(self._typed[0]) and now - self._typed[1] < TYPING_PAUSE

    def text_entered(self, text: str) -> bool:
        """Go to the next row that begins with what was typed."""
        if self.search is None or not text.isprintable():
            return False
        now = self.host.now() if self.host else 0
        sought = (self._typed[0] if self._searching() else "") + text.casefold()
        if not sought.strip():
            return False
        self._typed = (sought, now)
        # The same letter again goes on to the next row that begins with it.
        same = len(set(sought)) == 1
        start = self.cursor_row + (1 if same else 0)
        for i in (*range(start, self.count), *range(min(start, self.count))):
            if self.search(i).casefold().startswith(sought[0] if same else sought):
                return self._go(i)
        return True
