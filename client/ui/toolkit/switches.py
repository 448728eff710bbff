"""What sets a value: toggle, slider."""

from collections.abc import Callable

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import SMALL_LABEL, fade, mix
from client.ui.toolkit.buttons import Pressable
from client.ui.toolkit.faces import bright, ring, thumb, well
from client.ui.toolkit.motion import HOVER, Eased
from client.ui.toolkit.ranged import Ranged
from client.ui.toolkit.widget import Look, Pointer

__all__ = ["Slider", "Toggle"]


class Toggle(Pressable):
    """Switches something on and off.

    Args:
        on: Whether it is on.
        on_change: Told the new state.
        enabled: See ``Widget``.
        key: See ``Widget``.
        tip: See ``Widget``.
    """

    rigid = True

    def __init__(
        self,
        on: bool,
        on_change: Callable[[bool], None] | None = None,
        *,
        enabled: bool = True,
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(self._flip, enabled=enabled, key=key, tip=tip)
        self.on = on
        self.on_change = on_change
        self._slide = Eased(1.0 if on else 0.0)

    def adopt(self, earlier: Pressable) -> None:
        """Go on sliding."""
        super().adopt(earlier)
        assert isinstance(earlier, Toggle)
        self._slide = earlier._slide

    def _flip(self) -> None:
        self.on = not self.on
        if self.on_change is not None:
            self.on_change(self.on)

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return its width, and a height that a pointer can hit."""
        return Size(44, 32)

    def paint(self, look: Look) -> None:
        """Paint track, thumb, ring."""
        hover, _ = self.touched(look)
        palette, canvas = look.palette, look.canvas
        track = Rect(self.rect.x, self.rect.cy - 12, 44, 24)
        slid = self._slide.follow(look, 1.0 if self.on else 0.0, HOVER)
        with canvas.shifted(0, 0, 1.0, 1.0 if self.enabled else 0.42):
            well(look, track, 12)
            if slid > 0:
                ground = fade(mix(palette.well, palette.honey, 0.55), slid)
                canvas.box(track.inset(1), bright(ground, 0.08 * hover), radius=11)
            thumb(look, track.x + 12 + 20 * slid, track.cy - 0.4, slid > 0.5, hover)
        if look.focused is self:
            ring(look, track, 12)


class Slider(Ranged):
    """A whole number between two others, by a thumb; page keys go by a tenth.

    Args:
        value: Now.
        low: The least.
        high: The greatest.
        on_change: Told the new value, also while the thumb is drawn.
        step: Values go by this, from ``low``.
        text: Says a value in words, at the right; None for no words.
        width: That it would like, with the words.
        enabled: See ``Widget``.
        key: Needed for a drag to survive.
        tip: See ``Widget``.
    """

    cursor = "hand"

    def __init__(
        self,
        value: int,
        low: int,
        high: int,
        on_change: Callable[[int], None] | None = None,
        *,
        step: int = 1,
        text: Callable[[int], str] | None = None,
        width: float = 240.0,
        enabled: bool = True,
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(
            min(max(low, value), high),
            low,
            high,
            on_change,
            step=step,
            page=max(step, (high - low) // 10),
            enabled=enabled,
            key=key,
            tip=tip,
        )
        self.text = text
        self.width = width
        self._held = False
        self._hover = Eased()
        self._words = 0.0

    def adopt(self, earlier: "Slider") -> None:
        """Be held as before."""
        self._held, self._hover = earlier._held, earlier._hover
        if self._held:
            self.value = min(max(self.low, earlier.value), self.high)

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the width that was asked for, and a height that a pointer can hit."""
        return Size(min(width, self.width), 32)

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Take the place; the words get what the longest of them needs."""
        super().arrange(canvas, rect)
        if self.text is not None:
            said = (self.text(value) for value in (self.low, self.value, self.high))
            self._words = max(canvas.measure(words, SMALL_LABEL) for words in said) + 12

    @property
    def _track(self) -> Rect:
        rect = self.rect
        return Rect(rect.x, rect.cy - 3, max(24.0, rect.w - self._words), 6)

    def _x(self, value: int) -> float:
        track = self._track
        return track.x + 10 + (track.w - 20) * (value - self.low) / max(1, self.high - self.low)

    def paint(self, look: Look) -> None:
        """Paint track, thumb, words, ring."""
        palette, canvas, track = look.palette, look.canvas, self._track
        over = self.enabled and (self in look.hovered or self._held)
        hover = self._hover.follow(look, 1.0 if over else 0.0, HOVER)
        x = self._x(self.value)
        canvas.box(track.inset(-1), palette.line, radius=4)
        canvas.box(track, palette.well, radius=3)
        full = palette.honey if self.enabled else palette.text3
        canvas.box(Rect(track.x, track.y, x - track.x, track.h), full, radius=3)
        if self.enabled:
            thumb(look, x, track.cy - 0.4, True, hover)
        else:
            canvas.hexagon(x, track.cy, 9.5, palette.panel2, border=palette.line)
        if self.text is not None:
            colour = palette.text if self.enabled else palette.text3
            y = self.rect.cy - SMALL_LABEL.line / 2
            canvas.text(self.rect.right, y, self.text(self.value), SMALL_LABEL, colour, anchor="end")
        if look.focused is self:
            ring(look, Rect(track.x, track.cy - 10, track.w, 20), 8, gap=2)

    def _drag(self, at: Pointer) -> bool:
        track = self._track
        share = (at.x - track.x - 10) / max(1.0, track.w - 20)
        return self.set_value(round(self.low + share * (self.high - self.low)))

    def pointer_pressed(self, at: Pointer) -> bool:
        """Have the thumb jump to the pointer and follow it."""
        if at.button != "left":
            return False
        self._held = True
        return self._drag(at)

    def pointer_moved(self, at: Pointer) -> bool:
        """Follow the pointer while held."""
        self._held = self._held and at.button == "left"
        return self._held and self._drag(at)

    def pointer_released(self, at: Pointer) -> bool:
        """Let go."""
        self._held = False
        return True
