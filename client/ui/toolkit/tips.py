"""Tooltips and passing notices: what lies above everything and takes no input."""

from collections.abc import Sequence

from client.ui.draw.canvas import Shadow
from client.ui.geometry import Rect
from client.ui.theme import SMALL_LABEL, TextStyle
from client.ui.toolkit.faces import panel_shadow
from client.ui.toolkit.motion import HOVER, PANEL_IN, ease_out
from client.ui.toolkit.widget import Look, Widget

__all__ = ["Tips", "Toasts", "tip_owner"]

DELAY = 500
"""Milliseconds that the pointer rests before a tooltip appears."""

TOAST = 5000
"""Milliseconds that a passing notice stays."""

MOST_TOASTS = 3
WIDEST = 300.0
TIP = TextStyle("label", 12, 16)


class Tips:
    """Which tooltip is to be seen, and since when."""

    def __init__(self) -> None:
        self._owner: Widget | None = None
        self._since = 0
        self._hidden = False

    def point(self, owner: Widget | None, now: int) -> None:
        """Note what the pointer, or the focus, is on: the widget whose tip counts."""
        if owner is not self._owner:
            self._owner, self._since, self._hidden = owner, now, False

    def hand_on(self, successors: dict[Widget, Widget]) -> None:
        """Go on with the widget that stands for the same in a new tree."""
        if self._owner is not None:
            self._owner = successors.get(self._owner)

    def hide(self) -> None:
        """Say nothing until the pointer is on something else."""
        self._hidden = True

    def paint(self, look: Look) -> None:
        """Paint the tooltip, or ask for the frame in which it appears."""
        owner = self._owner
        if owner is None or self._hidden or not owner.tip:
            return
        age = look.now - self._since - DELAY
        if age < 0:
            look.again(-age)
            return
        alpha = 1.0 if look.still else ease_out(age / HOVER)
        if alpha < 1:
            look.again()
        look.canvas.layer()
        with look.canvas.shifted(0, 0, 1.0, alpha):
            _bubble(look, owner.tip, owner.rect)


def _bubble(look: Look, text: str, anchor: Rect) -> None:
    canvas, palette, window = look.canvas, look.palette, look.canvas.size
    lines = canvas.wrap(text, TIP, min(WIDEST, window.w - 36))
    w = max(canvas.measure(line, TIP) for line in lines) + 20
    h = len(lines) * TIP.line + 12
    x = min(max(8.0, anchor.cx - w / 2), max(8.0, window.w - 8 - w))
    y = anchor.bottom + 8
    if y + h > window.h - 8:
        y = max(8.0, anchor.y - 8 - h)
    box = Rect(x, y, w, h)
    canvas.box(box, palette.text, radius=7, shadow=Shadow(3, 10, palette.shadow))
    for number, line in enumerate(lines):
        canvas.text(x + 10, y + 6 + number * TIP.line, line, TIP, palette.panel)


class Toasts:
    """Notices that appear at the lower edge for some seconds."""

    def __init__(self) -> None:
        self._items: list[tuple[str, bool, int]] = []

    def add(self, text: str, bad: bool, now: int) -> None:
        """Show ``text`` from now on."""
        self._items = [*(item for item in self._items if item[0] != text), (text, bad, now)][-MOST_TOASTS:]

    def paint(self, look: Look) -> None:
        """Paint those whose time has not passed."""
        self._items = [item for item in self._items if look.now - item[2] < TOAST]
        if not self._items:
            return
        look.canvas.layer()
        bottom = look.canvas.size.h - 24
        for text, bad, since in reversed(self._items):
            bottom = self._paint(look, text, bad, look.now - since, bottom)
        look.again(min(TOAST - (look.now - since) for _, _, since in self._items))

    def _paint(self, look: Look, text: str, bad: bool, age: int, bottom: float) -> float:
        canvas, palette = look.canvas, look.palette
        lines = canvas.wrap(text, SMALL_LABEL, min(520.0, canvas.size.w - 120))
        w = max(canvas.measure(line, SMALL_LABEL) for line in lines) + 16 + 28 + 16
        h = len(lines) * SMALL_LABEL.line + 20
        come = 1.0 if look.still else ease_out(age / PANEL_IN)
        if come < 1:
            look.again()
        box = Rect(canvas.size.cx - w / 2, bottom - h, w, h)
        with canvas.shifted(0, (1 - come) * 8, 1.0, come):
            line = palette.bad if bad else palette.line
            canvas.box(box, palette.panel2, radius=12, border=line, shadow=panel_shadow(palette))
            colour = palette.bad if bad else palette.ok
            canvas.icon(box.x + 25, box.cy, 18, "alert" if bad else "information", colour)
            for number, part in enumerate(lines):
                y = box.y + 10 + number * SMALL_LABEL.line
                canvas.text(box.x + 44, y, part, SMALL_LABEL, palette.text)
        return bottom - h - 8


def tip_owner(hovered: Sequence[Widget], focused: Widget | None) -> Widget | None:
    """Return the widget whose tip counts: the innermost under the pointer, else the focused one."""
    under = next((widget for widget in hovered if widget.tip), None)
    if under is not None:
        return under
    return focused if focused is not None and focused.tip else None
