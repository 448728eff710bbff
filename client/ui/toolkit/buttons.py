"""Buttons in words and in icons, and links."""

from collections.abc import Callable, Sequence

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import LABEL, SMALL_LABEL, TextStyle, fade
from client.ui.toolkit.faces import Kind, face, ring
from client.ui.toolkit.layout import Column
from client.ui.toolkit.motion import HOVER, PRESS, Eased
from client.ui.toolkit.text import in_words, key_hint, key_hint_width, note
from client.ui.toolkit.widget import KeyPress, Look, Pointer, Widget

__all__ = ["Button", "IconButton", "Link", "Pressable", "explained"]

Deed = Callable[[], None]

LARGE_LABEL = TextStyle("label", 16, 22)
TIGHT = 6.0
"""The least margin beside the text of a button that has less room than it would like."""


class Pressable(Widget):
    """What carries out something when it is clicked, or when Enter or Space is pressed on it.

    Subclasses paint by ``touched``. A key that is held down carries it out once only where the window
    passes no repetitions on.
    """

    focusable = True
    cursor = "hand"

    def __init__(
        self, on_press: Deed | None = None, *, enabled: bool = True, key: str = "", tip: str = ""
    ) -> None:
        super().__init__(key=key, enabled=enabled, tip=tip)
        self.on_press = on_press
        self._hover = Eased()
        self._press = Eased()

    def adopt(self, earlier: "Pressable") -> None:
        """Go on with the motion that is under way."""
        self._hover, self._press = earlier._hover, earlier._press

    def touched(self, look: Look) -> tuple[float, float]:
        """Return how far the pointer has lifted it and how far it is held down, each 0..1."""
        over = self.enabled and self in look.hovered
        held = self.enabled and look.pressed is self
        return (
            self._hover.follow(look, 1.0 if over else 0.0, HOVER),
            self._press.follow(look, 1.0 if held else 0.0, PRESS),
        )

    def press(self) -> None:
        """Carry it out."""
        if self.enabled and self.on_press is not None:
            self.on_press()

    def pointer_pressed(self, at: Pointer) -> bool:
        """Be held down by the left button."""
        return at.button == "left"

    def pointer_released(self, at: Pointer) -> bool:
        """Carry it out, if the pointer is still on it."""
        if self.rect.contains(at.x, at.y):
            self.press()
        return True

    def key_pressed(self, press: KeyPress) -> bool:
        """Carry it out on Enter or Space."""
        if press.name in ("enter", "space") and not (press.ctrl or press.alt):
            self.press()
            return True
        return False


class Button(Pressable):
    """A button with a word or two.

    It is as wide as its text; where less is there it gives up its margins, then the hint, at last the text takes a
    second line, and the button grows.

    Args:
        text: A verb, at best.
        on_press: What it does.
        kind: ``primary`` (one on a screen), ``plain``, ``danger``, ``quiet`` (without a body).
        large: 48 high instead of 36.
        icon: Before the text.
        hint: The key that does the same; left out where the text would have to be broken because of it.
        enabled: Whether it can be used.
        reason: Why not; said as a tooltip, and beside it by ``explained``.
        key: See ``Widget``.
        tip: See ``Widget``.
    """

    def __init__(
        self,
        text: str,
        on_press: Deed | None = None,
        *,
        kind: Kind = "plain",
        large: bool = False,
        icon: str = "",
        hint: str = "",
        enabled: bool = True,
        reason: str = "",
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(on_press, enabled=enabled, key=key, tip=reason if reason and not enabled else tip)
        self.text = text
        self.kind: Kind = kind
        self.large = large
        self.icon = icon
        self.hint = hint
        self.reason = reason
        self.style = LARGE_LABEL if large else LABEL
        self._side = 20.0 if large else 14.0

    def _shown_hint(self, canvas: Canvas, width: float) -> str:
        """Return the hint, "" where the text alone has just room in a button of that width."""
        if not self.hint:
            return ""
        snug = self.snug(canvas)
        return "" if snug <= width < snug + 8 + key_hint_width(canvas, self.hint) else self.hint

    def _extra(self, canvas: Canvas, width: float) -> float:
        """Return what icon and hint take beside the text."""
        hint = self._shown_hint(canvas, width)
        return (26.0 if self.icon else 0.0) + (8 + key_hint_width(canvas, hint) if hint else 0.0)

    def _lines(self, canvas: Canvas, width: float) -> list[str]:
        """Return the text as it is broken in a button of that width, which spends its margins first."""
        return in_words(canvas, self.text, self.style, width - self._extra(canvas, width) - 2 * TIGHT)

    def snug(self, canvas: Canvas) -> float:
        """Return what icon and text need on one line."""
        return canvas.measure(self.text, self.style) + (26.0 if self.icon else 0.0) + 2 * TIGHT

    def broken(self, canvas: Canvas) -> bool:
        """Tell whether the text takes more than a line."""
        return len(self._lines(canvas, self.rect.w)) > 1

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return what the text needs, on one line, else on more."""
        lines = self._lines(canvas, width)
        extra = self._extra(canvas, width)
        w = max(canvas.measure(line, self.style) for line in lines) + extra + 2 * self._side
        return Size(min(w, width), self._height(len(lines)))

    def _height(self, lines: int) -> float:
        least = 48.0 if self.large else 36.0
        return max(least, lines * (self.style.line - 2) + (16 if self.large else 12)) if lines > 1 else least

    def baseline(self, height: float) -> float:
        """Return the feet of a single line."""
        return height / 2 + 0.36 * self.style.size

    def paint(self, look: Look) -> None:
        """Paint it as it is touched."""
        hover, press = self.touched(look)
        radius = 11.0 if self.large else 9.0
        lift, colour = face(
            look,
            self.rect,
            kind=self.kind,
            radius=radius,
            lip=4.0 if self.large else 3.0,
            hover=hover,
            press=press,
            enabled=self.enabled,
        )
        self._label(look, lift, colour)
        if look.focused is self:
            ring(look, self.rect, radius)

    def _label(self, look: Look, lift: float, colour: tuple[int, int, int, int]) -> None:
        canvas, rect = look.canvas, self.rect
        extra = self._extra(canvas, rect.w)
        lines = self._lines(canvas, rect.w)
        room = rect.w - extra - TIGHT
        widths = [canvas.measure(line, self.style) for line in lines]
        x = rect.cx - (max(widths) + extra) / 2
        middle = rect.cy + lift
        if self.icon:
            canvas.icon(x + 9, middle, 18, self.icon, colour)
            x += 26
        step = self.style.line - 2 if len(lines) > 1 else self.style.line
        y = middle - len(lines) * step / 2 - (self.style.line - step) / 2
        for line in lines:
            canvas.text(x + max(widths) / 2, y, line, self.style, colour, anchor="middle", width=room)
            y += step
        hint = self._shown_hint(canvas, rect.w)
        if hint:
            primary = self.kind == "primary" and self.enabled
            frame = fade(colour, 0.35) if primary else None
            shade = fade(colour, 0.8) if primary else look.palette.text3
            key_hint(look, x + max(widths) + 8, middle, hint, shade, line=frame)


class IconButton(Pressable):
    """A button with an icon alone; its tooltip says what it does.

    Args:
        icon: What it shows.
        on_press: What it does.
        tip: What it does, in words.
        kind: As for ``Button``.
        size: Of its side, at least 32.
        enabled: Whether it can be used.
        key: See ``Widget``.
    """

    rigid = True

    def __init__(
        self,
        icon: str,
        on_press: Deed | None = None,
        *,
        tip: str,
        kind: Kind = "plain",
        size: float = 36.0,
        enabled: bool = True,
        key: str = "",
    ) -> None:
        super().__init__(on_press, enabled=enabled, key=key, tip=tip)
        self.icon = icon
        self.kind: Kind = kind
        self.size = size

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the square."""
        return Size(self.size, self.size)

    def paint(self, look: Look) -> None:
        """Paint it as it is touched."""
        hover, press = self.touched(look)
        lift, colour = face(look, self.rect, kind=self.kind, hover=hover, press=press, enabled=self.enabled)
        look.canvas.icon(self.rect.cx, self.rect.cy + lift, 18, self.icon, colour)
        if look.focused is self:
            ring(look, self.rect, 9)


class Link(Pressable):
    """A word that leads somewhere, underlined."""

    def __init__(
        self,
        text: str,
        on_press: Deed | None = None,
        *,
        enabled: bool = True,
        key: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(on_press, enabled=enabled, key=key, tip=tip)
        self.text = text

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the text's width, and a height that a pointer can hit."""
        lines = in_words(canvas, self.text, SMALL_LABEL, width)
        w = max(canvas.measure(line, SMALL_LABEL) for line in lines)
        return Size(min(w, width), max(32.0, len(lines) * SMALL_LABEL.line))

    def broken(self, canvas: Canvas) -> bool:
        """Tell whether the words take more than a line."""
        return len(in_words(canvas, self.text, SMALL_LABEL, self.rect.w)) > 1

    def paint(self, look: Look) -> None:
        """Paint the words and the line below them."""
        hover, _ = self.touched(look)
        palette, canvas, rect = look.palette, look.canvas, self.rect
        colour = palette.text if hover > 0.5 else palette.text2
        if not self.enabled:
            colour = palette.text3
        lines = in_words(canvas, self.text, SMALL_LABEL, rect.w)
        y = rect.cy - len(lines) * SMALL_LABEL.line / 2
        for line in lines:
            width = canvas.text(rect.x, y, line, SMALL_LABEL, colour, width=rect.w + 0.02)
            y += SMALL_LABEL.line
            canvas.box(Rect(rect.x, y - 1, width, 1), fade(colour, 0.6))
        if look.focused is self:
            ring(look, rect.inset(-2, 0), 6, gap=0)


def explained(button: Button) -> Widget:
    """Return the button, and below it why it cannot be used, if that is so."""
    if button.enabled or not button.reason:
        return button
    parts: Sequence[Widget] = (button, note(button.reason))
    return Column(parts, gap=6)
