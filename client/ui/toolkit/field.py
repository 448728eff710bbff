"""A line of text that is typed in."""

from collections.abc import Callable

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import BODY, NOTE, TextStyle, fade
from client.ui.toolkit.editing import Editing
from client.ui.toolkit.faces import ring, well
from client.ui.toolkit.widget import KeyPress, Look, Pointer, Widget

__all__ = ["Field"]

BLINK = 530
DOUBLE_CLICK = 400
HEIGHT = 38.0
SIDE = 12.0


class Field(Widget):
    """A line of text that is typed in.

    ``text`` is what the screen knows; what is typed is told by ``on_change`` and stays in the field as long as the
    screen's ``text`` does not change to something else.

    Args:
        text: What is in it at first.
        on_change: Told the whole line after every change.
        on_submit: Told the line on Enter.
        placeholder: Shown while it is empty.
        error: What is wrong with it: a sentence below it, and a red frame.
        limit: So many characters at most.
        width: That it would like.
        style: Of the letters.
        enabled: Whether it can be typed into.
        key: Needed for the caret to survive.
        tip: See ``Widget``.
    """

    focusable = True
    focus_by_click = True
    focus_always_seen = True
    scrolls = "x"
    cursor = "text"

    def __init__(
        self,
        text: str = "",
        on_change: Callable[[str], None] | None = None,
        *,
        on_submit: Callable[[str], None] | None = None,
        placeholder: str = "",
        error: str = "",
        limit: int | None = None,
        width: float = 240.0,
        style: TextStyle = BODY,
        enabled: bool = True,
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(key=key, enabled=enabled, tip=tip)
        self.given = text
        self.on_change, self.on_submit = on_change, on_submit
        self.placeholder, self.error = placeholder, error
        self.width, self.style = width, style
        self.editing = Editing(text, limit)
        self._offset = 0.0
        self._touched = 0
        self._clicked = -DOUBLE_CLICK
        self._canvas: Canvas | None = None

    @property
    def text(self) -> str:
        """The line as it is now."""
        return self.editing.text

    def adopt(self, earlier: "Field") -> None:
        """Keep what was typed, caret, selection and undo, unless the screen put in another text."""
        if self.given in (earlier.given, earlier.text):
            limit = self.editing.limit
            self.editing = earlier.editing
            self.editing.limit = limit
            self._offset = earlier._offset
        self._touched, self._clicked = earlier._touched, earlier._clicked

    # --- place --------------------------------------------------------------------------------------------
    def _error_lines(self, canvas: Canvas, width: float) -> list[str]:
        return canvas.wrap(self.error, NOTE, width) if self.error else []

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the box, and the lines of the error below it."""
        wide = min(width, self.width)
        lines = len(self._error_lines(canvas, wide))
        return Size(wide, HEIGHT + (4 + lines * NOTE.line if lines else 0))

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Take the place; the caret stays in sight."""
        super().arrange(canvas, rect)
        self._canvas = canvas
        self._keep_in_sight()

    def baseline(self, height: float) -> float:
        """Return the feet of the line."""
        return HEIGHT / 2 + 0.36 * self.style.size

    @property
    def box(self) -> Rect:
        """The hollow that the line stands in."""
        return Rect(self.rect.x, self.rect.y, self.rect.w, min(HEIGHT, self.rect.h))

    @property
    def _room(self) -> Rect:
        box = self.box
        return Rect(box.x + SIDE, box.y, max(1.0, box.w - 2 * SIDE - (26 if self.error else 0)), box.h)

    def _x(self, place: int) -> float:
        assert self._canvas is not None
        return self._canvas.measure(self.text[:place], self.style)

    def _keep_in_sight(self) -> None:
        room, x, whole = self._room.w, self._x(self.editing.caret), self._x(len(self.text)) + 2
        self._offset = min(max(self._offset, x + 2 - room), x, max(0.0, whole - room))

    def _place_at(self, x: float) -> int:
        """Return the caret's place nearest to ``x``."""
        target = x - self._room.x + self._offset
        low, high = 0, len(self.text)
        while low < high:
            middle = (low + high) // 2
            if (self._x(middle) + self._x(middle + 1)) / 2 < target:
                low = middle + 1
            else:
                high = middle
        return low

    # --- painting -----------------------------------------------------------------------------------------
    def paint(self, look: Look) -> None:
        """Paint hollow, selection, line, caret, error."""
        canvas, palette, box, room = look.canvas, look.palette, self.box, self._room
        focused = look.focused is self
        if self.enabled:
            wrong = palette.bad if self.error else None
            well(look, box, line=wrong, width=2.0 if self.error else 1.0)
        else:
            canvas.box(box, palette.panel2, radius=8, border=palette.line)
        y = box.cy - self.style.line / 2
        with canvas.clip(Rect(room.x - 2, box.y, room.w + 4, box.h)):
            if not self.text and self.placeholder:
                canvas.text(room.x, y, self.placeholder, self.style, palette.text3)
            x = room.x - self._offset
            begin, end = self.editing.span
            if begin != end and focused:
                left, right = self._x(begin), self._x(end)
                share = 0.34 if palette.dark else 0.42
                canvas.box(
                    Rect(x + left, y, right - left, self.style.line), fade(palette.honey, share), radius=3
                )
            if self.text:
                canvas.text(x, y, self.text, self.style, palette.text if self.enabled else palette.text3)
            if focused and self._caret_seen(look):
                caret = x + self._x(self.editing.caret)
                canvas.box(Rect(caret - 0.25, y + 1, 1.5, self.style.line - 2), palette.text)
        if self.error:
            canvas.icon(box.right - SIDE - 9, box.cy, 18, "alert", palette.bad)
            for number, line in enumerate(self._error_lines(canvas, self.rect.w)):
                canvas.text(box.x + 1, box.bottom + 4 + number * NOTE.line, line, NOTE, palette.bad)
        if focused:
            ring(look, box, 8, gap=1)

    def _caret_seen(self, look: Look) -> bool:
        if look.still:
            return True
        phase = max(0, look.now - self._touched)
        look.again(BLINK - phase % BLINK)
        return phase // BLINK % 2 == 0

    # --- input --------------------------------------------------------------------------------------------
    def _now(self) -> int:
        return self.host.now() if self.host else 0

    def _done(self, changed: bool = False) -> bool:
        """Note that something was of use."""
        self._touched = self._now()
        self._keep_in_sight()
        if changed and self.on_change is not None:
            self.on_change(self.text)
        return True

    def pointer_pressed(self, at: Pointer) -> bool:
        """Put the caret there; a second click selects the word."""
        if at.button != "left":
            return False
        now = self._now()
        if now - self._clicked < DOUBLE_CLICK:
            self.editing.select_word(self._place_at(at.x))
            self._clicked = now - DOUBLE_CLICK
        else:
            self.editing.move(self._place_at(at.x), at.shift)
            self._clicked = now
        return self._done()

    def pointer_moved(self, at: Pointer) -> bool:
        """Select as far as the pointer is drawn."""
        if at.button != "left":
            return False
        self.editing.move(self._place_at(at.x), select=True)
        return self._done()

    def text_entered(self, text: str) -> bool:
        """Put what was typed in the place of the selection."""
        return self._done(self.editing.insert(text, typed=True))

    def key_pressed(self, press: KeyPress) -> bool:
        """Move, erase, copy, submit. Keys that type something are of use, too: no shortcut is to take them."""
        word = press.ctrl or press.alt
        name, editing = press.name, self.editing
        if name in ("left", "right"):
            editing.step(name == "right", word, press.shift)
        elif name in ("home", "end"):
            editing.move(0 if name == "home" else len(self.text), press.shift)
        elif name in ("backspace", "delete"):
            return self._done(editing.erase(name == "delete", word))
        elif name == "enter":
            return self._submit()
        elif press.ctrl and not press.alt:
            return self._command(press)
        elif not (len(name) == 1 or name in ("space", "plus", "minus", "up", "down")):
            return False
        return self._done()

    def _submit(self) -> bool:
        if self.on_submit is None:
            return False
        self.on_submit(self.text)
        return self._done()

    def _command(self, press: KeyPress) -> bool:
        editing, host = self.editing, self.host
        changed = False
        if press.name == "a":
            editing.select_all()
        elif press.name in ("c", "x") and host is not None:
            if editing.selected:
                host.copy(editing.selected)
                changed = press.name == "x" and editing.erase(True)
        elif press.name == "v" and host is not None:
            changed = editing.insert(host.pasted())
        elif press.name == "y" or (press.name == "z" and press.shift):
            changed = editing.redo()
        elif press.name == "z":
            changed = editing.undo()
        else:
            return False
        return self._done(changed)
