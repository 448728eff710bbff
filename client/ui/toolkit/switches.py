"""What sets a value: toggle, slider, stepper, and segments of which one is chosen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import LABEL, PANEL, SMALL_LABEL, fade, mix
from client.ui.toolkit.buttons import Pressable
from client.ui.toolkit.faces import bright, face, highlight, raised, ring, thumb, well
from client.ui.toolkit.motion import HOVER, Eased
from client.ui.toolkit.text import in_words
from client.ui.toolkit.widget import KeyPress, Look, Pointer, Widget

__all__ = ["Choice", "Segmented", "Slider", "Stepper", "Toggle"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several things to choose from.

    Attributes:
        key: What is told when it is chosen.
        text: In words.
        icon: Before the text.
        note: Small text behind it.
        enabled: Whether it can be chosen.
    """

    key: str
    text: str
    icon: str = ""
    note: str = ""
    enabled: bool = True


class Toggle(Pressable):
    """Switches something on and off.

    Args:
        on: Whether it is on.
        on_change: Told the new state.
        enabled: See ``Widget``.
        key: See ``Widget``.
        tip: See ``Widget``.
    """

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


class Slider(Widget):
    """A whole number between two others, by a thumb.

    Args:
        value: Now.
        low: The least.
        high: The greatest.
        on_change: Told the new value, also while the thumb is drawn.
        step: Values go by this, from ``low``.
        text: Says a value in words, at the right; None for no words.
        ticks: Whether every value is marked.
        width: That it would like, with the words.
        enabled: See ``Widget``.
        key: Needed for a drag to survive.
        tip: See ``Widget``.
    """

    focusable = True
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
        ticks: bool = False,
        width: float = 240.0,
        enabled: bool = True,
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(key=key, enabled=enabled, tip=tip)
        self.value = min(max(low, value), high)
        self.low, self.high, self.step = low, high, step
        self.on_change = on_change
        self.text = text
        self.ticks = ticks
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
        """Paint track, ticks, thumb, words, ring."""
        palette, canvas, track = look.palette, look.canvas, self._track
        over = self.enabled and (self in look.hovered or self._held)
        hover = self._hover.follow(look, 1.0 if over else 0.0, HOVER)
        x = self._x(self.value)
        canvas.box(track.inset(-1), palette.line, radius=4)
        canvas.box(track, palette.well, radius=3)
        full = palette.honey if self.enabled else palette.text3
        canvas.box(Rect(track.x, track.y, x - track.x, track.h), full, radius=3)
        if self.ticks:
            for value in range(self.low, self.high + 1, self.step):
                colour = palette.honey_lip if value <= self.value else palette.text3
                canvas.circle(self._x(value), track.cy, 1.5, colour)
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

    def _set(self, value: int) -> bool:
        steps = round((value - self.low) / self.step)
        value = min(max(self.low, self.low + steps * self.step), self.high)
        if value != self.value:
            self.value = value
            if self.on_change is not None:
                self.on_change(value)
        return True

    def _drag(self, at: Pointer) -> bool:
        track = self._track
        share = (at.x - track.x - 10) / max(1.0, track.w - 20)
        return self._set(round(self.low + share * (self.high - self.low)))

    def pointer_pressed(self, at: Pointer) -> bool:
        """Have the thumb jump to the pointer and follow it."""
        if at.button != "left":
            return False
        self._held = True
        return self._drag(at)

    def pointer_moved(self, at: Pointer) -> bool:
        """Follow the pointer while held."""
        return self._held and self._drag(at)

    def pointer_released(self, at: Pointer) -> bool:
        """Let go."""
        self._held = False
        return True

    def key_pressed(self, press: KeyPress) -> bool:
        """Go by one step, by a tenth, or to an end."""
        if press.ctrl or press.alt:
            return False
        tenth = max(self.step, (self.high - self.low) // 10)
        moves = {
            **dict.fromkeys(("left", "down", "minus"), -self.step),
            **dict.fromkeys(("right", "up", "plus"), self.step),
            "pagedown": -tenth,
            "pageup": tenth,
            "home": self.low - self.value,
            "end": self.high - self.value,
        }
        return press.name in moves and self._set(self.value + moves[press.name])


class Stepper(Widget):
    """A number between a button for less and one for more; one stop of the focus.

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

    focusable = True
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
        super().__init__(key=key, enabled=enabled, tip=tip)
        self.value, self.low, self.high = value, low, high
        self.on_change = on_change
        self.text = text
        self._hover = (Eased(), Eased())
        self._press = (Eased(), Eased())
        self._over: int | None = None

    def adopt(self, earlier: "Stepper") -> None:
        """Go on with the motion that is under way."""
        self._hover, self._press, self._over = earlier._hover, earlier._press, earlier._over

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return both buttons, and the number between them."""
        said = (self.text(value) for value in (self.low, self.value, self.high))
        words = max(canvas.measure(text, PANEL) for text in said)
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
        colour = palette.text if self.enabled else palette.text3
        y = self.rect.cy - PANEL.line / 2
        canvas.text(self.rect.cx, y, self.text(self.value), PANEL, colour, anchor="middle")
        if look.focused is self:
            ring(look, Rect(self.rect.x, self.rect.cy - self.SIDE / 2, self.rect.w, self.SIDE), 9)

    def _set(self, value: int) -> bool:
        value = min(max(self.low, value), self.high)
        if value != self.value:
            self.value = value
            if self.on_change is not None:
                self.on_change(value)
        return True

    def _at(self, at: Pointer) -> int | None:
        return next((i for i, rect in enumerate(self._buttons()) if rect.contains(at.x, at.y)), None)

    def pointer_pressed(self, at: Pointer) -> bool:
        """Be held down by the left button, on one of both."""
        self._over = self._at(at)
        return at.button == "left" and self._over is not None

    def pointer_moved(self, at: Pointer) -> bool:
        """Note which button is under the pointer."""
        earlier, self._over = self._over, self._at(at)
        return self._over != earlier

    def pointer_released(self, at: Pointer) -> bool:
        """Count, if the pointer is still on a button."""
        which = self._at(at)
        return which is not None and self._set(self.value + (1 if which else -1))

    def key_pressed(self, press: KeyPress) -> bool:
        """Count by arrows and signs, or go to an end."""
        if press.ctrl or press.alt:
            return False
        moves = {
            **dict.fromkeys(("left", "down", "minus"), self.value - 1),
            **dict.fromkeys(("right", "up", "plus"), self.value + 1),
            "home": self.low,
            "end": self.high,
        }
        return press.name in moves and self._set(moves[press.name])


class Segmented(Widget):
    """Segments side by side, of which one is chosen: tabs, short options. One stop of the focus.

    Where less room is there than it wants, all become narrower and texts take a second line.

    Args:
        choices: The segments.
        chosen: Key of the chosen one.
        on_choose: Told the key of the new one.
        enabled: See ``Widget``.
        key: See ``Widget``.
        tip: See ``Widget``.
    """

    focusable = True
    cursor = "hand"
    PAD = 3.0
    SIDE = 14.0

    def __init__(
        self,
        choices: Sequence[Choice],
        chosen: str,
        on_choose: Callable[[str], None] | None = None,
        *,
        enabled: bool = True,
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(key=key, enabled=enabled, tip=tip)
        self.choices = tuple(choices)
        self.chosen = chosen
        self.on_choose = on_choose
        self._over: int | None = None
        self._parts: list[Rect] = []

    def adopt(self, earlier: "Segmented") -> None:
        """Keep what is under the pointer."""
        self._over = earlier._over

    def _lead(self, choice: Choice) -> float:
        return 24.0 if choice.icon else 0.0

    def _natural(self, canvas: Canvas) -> list[float]:
        return [canvas.measure(c.text, LABEL) + self._lead(c) + 2 * self.SIDE for c in self.choices]

    def _widths(self, canvas: Canvas, width: float) -> list[float]:
        natural = self._natural(canvas)
        room = width - 2 * self.PAD
        return [w * room / sum(natural) for w in natural]

    def _lines(self, canvas: Canvas, choice: Choice, width: float) -> list[str]:
        return in_words(canvas, choice.text, LABEL, width - self._lead(choice) - 8)

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return all segments beside each other, as high as the most lines of one."""
        w = min(width, sum(self._natural(canvas)) + 2 * self.PAD)
        lines = max(
            len(self._lines(canvas, c, part))
            for c, part in zip(self.choices, self._widths(canvas, w), strict=True)
        )
        return Size(w, 36.0 if lines == 1 else lines * 18 + 16)

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Take the place and divide it."""
        super().arrange(canvas, rect)
        self._parts = []
        x = rect.x + self.PAD
        for width in self._widths(canvas, rect.w):
            self._parts.append(Rect(x, rect.y + self.PAD, width, rect.h - 2 * self.PAD))
            x += width

    def paint(self, look: Look) -> None:
        """Paint hollow, segments, ring."""
        canvas, palette = look.canvas, look.palette
        well(look, self.rect, 9)
        for i, (choice, part) in enumerate(zip(self.choices, self._parts, strict=True)):
            chosen = choice.key == self.chosen
            usable = self.enabled and choice.enabled
            over = usable and self._over == i and self in look.hovered
            colour = palette.text if chosen or over else palette.text2
            if not usable:
                colour = fade(palette.text3, 0.8)
            if chosen:
                face_at = Rect(part.x, part.y, part.w, part.h - 1)
                body = palette.button if usable else palette.panel2
                canvas.box(Rect(part.x, part.y + 1, part.w, part.h), palette.button_lip, radius=7)
                raised(canvas, face_at, 7, body, highlight(palette, body), None)
            self._label(look, choice, part, colour)
        if look.focused is self:
            ring(look, self.rect, 9, gap=2)

    def _label(self, look: Look, choice: Choice, part: Rect, colour: tuple[int, int, int, int]) -> None:
        canvas = look.canvas
        lines = self._lines(canvas, choice, part.w)
        widest = max(canvas.measure(line, LABEL) for line in lines)
        x = part.cx - (widest + self._lead(choice)) / 2
        if choice.icon:
            canvas.icon(x + 9, part.cy, 18, choice.icon, colour)
            x += self._lead(choice)
        step = LABEL.line if len(lines) == 1 else 18.0
        y = part.cy - len(lines) * step / 2 - (LABEL.line - step) / 2
        for number, line in enumerate(lines):
            canvas.text(
                x + widest / 2,
                y + number * step,
                line,
                LABEL,
                colour,
                anchor="middle",
                width=part.w - self._lead(choice),
            )

    def _choose(self, i: int) -> None:
        choice = self.choices[i]
        if choice.enabled and choice.key != self.chosen:
            self.chosen = choice.key
            if self.on_choose is not None:
                self.on_choose(choice.key)

    def _at(self, at: Pointer) -> int | None:
        return next((i for i, part in enumerate(self._parts) if part.contains(at.x, at.y)), None)

    def pointer_pressed(self, at: Pointer) -> bool:
        """Be held down by the left button."""
        return at.button == "left"

    def pointer_moved(self, at: Pointer) -> bool:
        """Note the segment under the pointer."""
        earlier, self._over = self._over, self._at(at)
        return self._over != earlier

    def pointer_released(self, at: Pointer) -> bool:
        """Choose the segment under the pointer."""
        i = self._at(at)
        if i is not None:
            self._choose(i)
        return True

    def key_pressed(self, press: KeyPress) -> bool:
        """Choose the next or the previous segment that can be chosen."""
        if press.ctrl or press.alt or press.name not in ("left", "right", "home", "end"):
            return False
        usable = [i for i, choice in enumerate(self.choices) if choice.enabled]
        if not usable:
            return True
        at = next((i for i, choice in enumerate(self.choices) if choice.key == self.chosen), -1)
        if press.name in ("home", "end"):
            self._choose(usable[0 if press.name == "home" else -1])
        elif press.name == "right":
            self._choose(next((i for i in usable if i > at), at if at >= 0 else usable[0]))
        else:
            self._choose(next((i for i in reversed(usable) if i < at), at if at >= 0 else usable[0]))
        return True
