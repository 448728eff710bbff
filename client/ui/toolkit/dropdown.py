"""One of several things, chosen from a list that opens above everything."""

from collections.abc import Callable, Sequence

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import BODY, NOTE
from client.ui.toolkit.buttons import Pressable
from client.ui.toolkit.faces import ring, well
from client.ui.toolkit.layout import Row, grow
from client.ui.toolkit.lists import List
from client.ui.toolkit.panels import Panel
from client.ui.toolkit.segmented import Choice
from client.ui.toolkit.text import Icon, Ink, Text, in_words
from client.ui.toolkit.widget import KeyPress, Look, Pointer, Widget

__all__ = ["Dropdown", "popup_place"]

HEIGHT = 38.0
LEFT, RIGHT = 12.0, 36.0
SHOWN = 8
ROW = 36.0


class Dropdown(Pressable):
    """Shows the chosen one of several things; pressed, it opens a list of all.

    Args:
        choices: What there is.
        chosen: Key of the chosen one.
        on_choose: Told the key of the new one.
        width: That it would like; None: what the longest choice needs.
        enabled: See ``Widget``.
        key: Needed for the open list to survive.
        tip: See ``Widget``.
    """

    def __init__(
        self,
        choices: Sequence[Choice],
        chosen: str,
        on_choose: Callable[[str], None] | None = None,
        *,
        width: float | None = None,
        enabled: bool = True,
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(self._open, enabled=enabled, key=key, tip=tip)
        self.choices = tuple(choices)
        self.chosen = chosen
        self.on_choose = on_choose
        self.width = width

    def _open(self) -> None:
        if self.host is not None and self.choices:
            self.host.open_popup(self)

    def _current(self) -> int | None:
        return next((i for i, choice in enumerate(self.choices) if choice.key == self.chosen), None)

    def popup(self) -> Widget:
        """Return the list of all choices."""
        return Panel(
            List(
                len(self.choices),
                self._row,
                on_activate=self._choose,
                current=self._current(),
                row_height=ROW,
                shown=SHOWN,
                search=lambda i: self.choices[i].text,
                key="choices",
            ),
            pad=(4.0, 4.0),
            key="popup",
        )

    def _row(self, i: int) -> Widget:
        choice = self.choices[i]
        colour: Ink = "text" if choice.enabled else "text3"
        return Row(
            [
                Icon(choice.icon, 18, "text2" if choice.enabled else "text3") if choice.icon else None,
                grow(Text(choice.text, BODY, colour, max_lines=1)),
                Text(choice.note, NOTE, "text3", max_lines=1) if choice.note else None,
            ]
        )

    def _choose(self, i: int) -> None:
        choice = self.choices[i]
        if not choice.enabled:
            return
        if self.host is not None:
            self.host.close_popup()
        if choice.key != self.chosen:
            self.chosen = choice.key
            if self.on_choose is not None:
                self.on_choose(choice.key)

    def popup_width(self, canvas: Canvas) -> float:
        """Return what the longest row of the list needs."""
        return (
            max(
                canvas.measure(c.text, BODY)
                + (26 if c.icon else 0)
                + (canvas.measure(c.note, NOTE) + 8 if c.note else 0)
                for c in self.choices
            )
            + 2 * (12 + 4)
            + 15
        )

    # --- the closed one -----------------------------------------------------------------------------------
    def _shown(self) -> Choice:
        current = self._current()
        return self.choices[current] if current is not None else Choice("", "")

    def _lines(self, canvas: Canvas, choice: Choice, width: float) -> list[str]:
        room = width - LEFT - RIGHT - (26 if choice.icon else 0)
        return in_words(canvas, choice.text, BODY, room)

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return what the longest choice needs; where less is there, a second line."""
        natural = max(
            (canvas.measure(c.text, BODY) + (26 if c.icon else 0) for c in self.choices),
            default=0.0,
        )
        w = min(width, self.width if self.width is not None else natural + LEFT + RIGHT)
        lines = len(self._lines(canvas, self._shown(), w))
        return Size(w, HEIGHT if lines == 1 else lines * 18 + 14)

    def paint(self, look: Look) -> None:
        """Paint hollow, choice, arrow, ring."""
        hover, _ = self.touched(look)
        canvas, palette, rect = look.canvas, look.palette, self.rect
        choice = self._shown()
        if self.enabled:
            well(look, rect, line=palette.text3 if hover > 0.5 else None)
        else:
            canvas.box(rect, palette.panel2, radius=8, border=palette.line)
        named = self._current() is not None
        colour = palette.text if self.enabled and named else palette.text3
        x = rect.x + LEFT
        if choice.icon:
            canvas.icon(x + 9, rect.cy, 18, choice.icon, palette.text2 if self.enabled else palette.text3)
            x += 26
        lines = self._lines(canvas, choice, rect.w)
        step = BODY.line if len(lines) == 1 else 18.0
        y = rect.cy - len(lines) * step / 2 - (BODY.line - step) / 2
        for number, line in enumerate(lines):
            canvas.text(x, y + number * step, line, BODY, colour, width=rect.right - RIGHT - x + 0.02)
        canvas.icon(rect.right - 18, rect.cy, 18, "chevron-down", palette.text3)
        if look.focused is self:
            ring(look, rect, 8, gap=1)

    def key_pressed(self, press: KeyPress) -> bool:
        """Open by Enter, Space, Down or Up."""
        if press.name in ("down", "up") and not press.ctrl:
            self.press()
            return True
        return super().key_pressed(press)

    def pointer_pressed(self, at: Pointer) -> bool:
        """Open at once."""
        if at.button != "left":
            return False
        self.press()
        return True

    def pointer_released(self, at: Pointer) -> bool:
        """Do nothing more: it opened when the button went down."""
        return True


def popup_place(canvas: Canvas, owner: Widget, popup: Widget, window: Rect) -> Rect:
    """Return where the popup of ``owner`` lies: below it, else above it, within the window."""
    anchor = owner.rect
    least = owner.popup_width(canvas) if isinstance(owner, Dropdown) else anchor.w
    width = min(max(anchor.w, least), window.w - 16)
    wanted = popup.wanted(canvas, width).h
    below = window.bottom - 8 - (anchor.bottom + 4)
    above = anchor.y - 4 - window.y - 8
    x = min(max(window.x + 8, anchor.x), window.right - 8 - width)
    if wanted <= below or below >= above:
        height = min(wanted, below)
        return Rect(x, anchor.bottom + 4, width, height)
    height = min(wanted, above)
    return Rect(x, anchor.y - 4 - height, width, height)
