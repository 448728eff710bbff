"""Segments side by side, of which one is chosen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import LABEL, Colour, fade
from client.ui.toolkit.faces import highlight, raised, ring, well
from client.ui.toolkit.text import in_words
from client.ui.toolkit.widget import KeyPress, Look, Pointer, Widget

__all__ = ["Choice", "Segmented"]


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

    def broken(self, canvas: Canvas) -> bool:
        """Tell whether the text of a segment takes more than a line."""
        return any(
            len(self._lines(canvas, choice, part.w)) > 1
            for choice, part in zip(self.choices, self._parts, strict=True)
        )

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

    def _label(self, look: Look, choice: Choice, part: Rect, colour: Colour) -> None:
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
