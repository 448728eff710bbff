"""A number that is set by buttons, keys or typing."""

import re
from collections.abc import Callable

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import PANEL
from client.ui.toolkit.faces import face, ring
from client.ui.toolkit.motion import HOVER, Eased
from client.ui.toolkit.ranged import Ranged
from client.ui.toolkit.widget import KeyPress, Look, Pointer

__all__ = ["Stepper"]

_FIRST, _AGAIN = 400, 70
"""Milliseconds after which a button that is held counts for the first time, and then again."""

_FASTER = ((30, 25), (12, 5), (0, 1))
"""By how much it counts after so many times."""

_TYPING = 1500
"""Milliseconds within which a digit belongs to the one before."""

_DIGIT = re.compile(r"[0-9]")


class Stepper(Ranged):
    """A number between a button for less and one for more; one stop of the focus.

    A button that is held down counts on, faster and faster. Where the number is shown as its digits, it can be typed.

    Args:
        value: Now.
        low: The least.
        high: The greatest.
        on_change: Told the new value.
        text: Says a value; None: its digits.
        enabled: See ``Widget``.
        key: See ``Widget``.
        tip: See ``Widget``.
    """

    rigid = True
    focus_by_click = True
    focus_always_seen = True
    SIDE = 34.0

    def __init__(
        self,
        value: int,
        low: int,
        high: int,
        on_change: Callable[[int], None] | None = None,
        *,
        text: Callable[[int], str] = str,
        enabled: bool = True,
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(value, low, high, on_change, step=1, page=10, enabled=enabled, key=key, tip=tip)
        self.text = text
        self._hover = (Eased(), Eased())
        self._press = (Eased(), Eased())
        self._over: int | None = None
        self._held = _Held()
        self._typed, self._typed_at = "", 0

    def adopt(self, earlier: "Stepper") -> None:
        """Go on with the motion that is under way, and with what is being held or typed."""
        self._hover, self._press, self._over = earlier._hover, earlier._press, earlier._over
        self._held, self._typed, self._typed_at = earlier._held, earlier._typed, earlier._typed_at

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return both buttons, and the number between them: as much room as any number of as many digits needs."""
        widest = max("0123456789", key=lambda digit: canvas.measure(digit, PANEL))
        said = (self.text(value) for value in (self.low, self.value, self.high))
        words = max(canvas.measure(_DIGIT.sub(widest, text), PANEL) for text in said)
        return Size(min(width, 2 * self.SIDE + max(40.0, words + 20)), self.SIDE)

    def _buttons(self) -> tuple[Rect, Rect]:
        rect, side = self.rect, self.SIDE
        y = rect.cy - side / 2
        return Rect(rect.x, y, side, side), Rect(rect.right - side, y, side, side)

    def _can(self, which: int) -> bool:
        return self.enabled and (self.value > self.low if which == 0 else self.value < self.high)

    def paint(self, look: Look) -> None:
        """Paint buttons, number, ring."""
        canvas, palette = look.canvas, look.palette
        self._count_on(look)
        for which, (button, icon) in enumerate(zip(self._buttons(), ("minus", "plus"), strict=True)):
            over = self._over == which and self in look.hovered
            held = over and look.pressed is self
            lift, colour = face(
                look,
                button,
                hover=self._hover[which].follow(look, 1.0 if over else 0.0, HOVER),
                press=self._press[which].follow(look, 1.0 if held else 0.0, HOVER),
                enabled=self._can(which),
            )
            canvas.icon(button.cx, button.cy + lift, 18, icon, colour)
        incomplete = look.focused is self and self._is_incomplete()
        colour = palette.text if self.enabled and not incomplete else palette.text3
        y = self.rect.cy - PANEL.line / 2
        text = self._typed if incomplete else self.text(self.value)
        canvas.text(self.rect.cx, y, text, PANEL, colour, anchor="middle")
        if look.focused is self:
            ring(look, Rect(self.rect.x, self.rect.cy - self.SIDE / 2, self.rect.w, self.SIDE), 9)

    def _count_on(self, look: Look) -> None:
        """Count for a button that is held down, as often as it is time."""
        if self._over is None or look.pressed is not self or self not in look.hovered:
            return
        step, wait = self._held.due(look.now)
        if step:
            # In large steps by round numbers.
            up, down = self.value // step + 1, -(-self.value // step) - 1
            self.set_value(step * (up if self._over else down))
        if self._can(self._over):
            look.again(wait)

    def _at(self, at: Pointer) -> int | None:
        return next((i for i, rect in enumerate(self._buttons()) if rect.contains(at.x, at.y)), None)

    def pointer_pressed(self, at: Pointer) -> bool:
        """Be held down by the left button, on one of both; on the number, wait for what is typed."""
        self._over = self._at(at)
        self._typed = ""
        if self.host is not None:
            self._held = _Held(self.host.now())
        return at.button == "left"

    def pointer_moved(self, at: Pointer) -> bool:
        """Note which button is under the pointer."""
        earlier, self._over = self._over, self._at(at)
        return self._over != earlier

    def pointer_released(self, at: Pointer) -> bool:
        """Count, if the pointer is still on a button, and holding it has not counted already."""
        which = self._at(at)
        if which is None or self._held.times:
            return which is not None
        return self.set_value(self.value + (1 if which else -1))

    def key_pressed(self, press: KeyPress) -> bool:
        """Count by arrows and signs, by ten by page keys, or go to an end; take back a digit."""
        if press.name == "backspace" and self._typed and not (press.ctrl or press.alt):
            self._type(self._typed[:-1])
            return True
        used = super().key_pressed(press)
        if used:
            self._typed = ""
        return used

    # --- typing -------------------------------------------------------------------------------------------
    @property
    def _shows_digits(self) -> bool:
        return "".join(_DIGIT.findall(self.text(self.value))) == str(self.value)

    def _is_incomplete(self) -> bool:
        """Tell whether what has been typed is not yet the number that counts."""
        return self._typed != "" and int(self._typed) != self.value

    def text_entered(self, text: str) -> bool:
        """Take digits: those that follow soon belong to the same number."""
        if not (self._shows_digits and text.isascii() and text.isdigit()):
            return False
        now = 0 if self.host is None else self.host.now()
        longer = self._typed + text if now - self._typed_at <= _TYPING else text
        self._typed_at = now
        self._type(longer if int(longer) <= self.high else text)
        return True

    def _type(self, digits: str) -> None:
        self._typed = digits
        if digits and self.low <= int(digits) <= self.high:
            self.set_value(int(digits))


class _Held:
    """How long a button has been held down, and how often that has counted.

    Attributes:
        times: How often.
    """

    __slots__ = ("_next", "times")

    def __init__(self, since: int = 0) -> None:
        self.times = 0
        self._next = since + _FIRST

    def due(self, now: int) -> tuple[int, int]:
        """Return by how much to count now, 0 for not yet, and after how many milliseconds to ask again."""
        if now < self._next:
            return 0, self._next - now
        step = next(step for least, step in _FASTER if self.times >= least)
        self.times += 1
        self._next = now + _AGAIN
        return step, _AGAIN
