"""Panels, and what is scrolled."""

from collections.abc import Sequence
from contextlib import nullcontext

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.toolkit.faces import highlight, panel_shadow, raised
from client.ui.toolkit.layout import Box
from client.ui.toolkit.tracks import Pad
from client.ui.toolkit.tree import walk
from client.ui.toolkit.widget import KeyPress, Look, Pointer, Widget

__all__ = ["Panel", "Scroll", "ScrollBar", "panel"]


def panel(look: Look, rect: Rect) -> None:
    """Paint a panel: body, line around, light on its upper edge, shadow."""
    palette = look.palette
    look.canvas.box(rect, None, radius=12, shadow=panel_shadow(palette))
    raised(look.canvas, rect, 12, palette.panel, highlight(palette, palette.panel), palette.line)


class Panel(Box):
    """A panel around one widget; ``pad`` as for ``Box``."""

    solid = True

    def __init__(
        self,
        child: Widget | None,
        *,
        pad: Pad = (20.0, 14.0),
        width: float | None = None,
        height: float | None = None,
        key: str = "",
    ) -> None:
        super().__init__(child, pad=pad, width=width, height=height, key=key)

    def paint(self, look: Look) -> None:
        """Paint the panel and what is on it."""
        panel(look, self.rect)
        super().paint(look)


class ScrollBar:
    """How far something is scrolled, and the bar at its right edge that says so."""

    WIDTH = 6.0
    LANE = 14.0
    """What it takes of the width, with its margin."""

    def __init__(self) -> None:
        self.offset = 0.0
        self.view = Rect(0, 0, 0, 0)
        self.length = 0.0
        self._grip: float | None = None

    @property
    def most(self) -> float:
        """How far it can be scrolled."""
        return max(0.0, self.length - self.view.h)

    @property
    def at_end(self) -> bool:
        """Whether its end is seen."""
        return self.offset >= self.most - 1

    def fit(self, view: Rect, length: float) -> None:
        """Take the place and the length of what is scrolled."""
        self.view, self.length = view, length
        self.move(self.offset)

    def move(self, offset: float) -> bool:
        """Scroll to ``offset``, or as near as there is; tells whether that was a change."""
        earlier = self.offset
        self.offset = min(max(0.0, offset), self.most)
        return self.offset != earlier

    def show(self, top: float, bottom: float) -> bool:
        """Scroll no further than needed to see what lies between two lengths from the beginning."""
        if top < self.offset:
            return self.move(top)
        if bottom > self.offset + self.view.h:
            return self.move(min(top, bottom - self.view.h))
        return False

    def key(self, press: KeyPress) -> bool:
        """Scroll by a key; tells whether it was one for this."""
        page = self.view.h * 0.9
        steps = {"up": -40.0, "down": 40.0, "pageup": -page, "pagedown": page}
        if press.name in steps:
            return self.move(self.offset + steps[press.name])
        if press.name in ("home", "end"):
            return self.move(0.0 if press.name == "home" else self.most)
        return False

    def _thumb(self) -> Rect:
        view = self.view
        height = min(view.h, max(28.0, view.h * view.h / max(self.length, 1.0)))
        y = view.y + (view.h - height) * (self.offset / self.most if self.most else 0.0)
        return Rect(view.right - self.WIDTH, y, self.WIDTH, height)

    def grab(self, at: Pointer) -> bool:
        """Take hold of the bar, if the pointer is on it; elsewhere in its lane it jumps there."""
        view = self.view
        if at.button != "left" or not self.most or at.x < view.right - self.LANE + 2:
            return False
        bar = self._thumb()
        self._grip = at.y - bar.y if bar.y <= at.y < bar.bottom else bar.h / 2
        self.drag(at)
        return True

    def drag(self, at: Pointer) -> bool:
        """Follow the pointer, if it holds the bar."""
        if not at.button:
            self._grip = None
        if self._grip is None:
            return False
        bar = self._thumb()
        free = self.view.h - bar.h
        if free > 0:
            self.move((at.y - self._grip - self.view.y) / free * self.most)
        return True

    def drop(self) -> bool:
        """Let the bar go; tells whether it was held."""
        held, self._grip = self._grip is not None, None
        return held

    def paint(self, look: Look, hovered: bool) -> None:
        """Paint the bar, if there is something to scroll."""
        if self.most:
            colour = look.palette.text3 if hovered or self._grip is not None else look.palette.line
            look.canvas.box(self._thumb(), colour, radius=self.WIDTH / 2)


class Scroll(Widget):
    """Shows as much of a widget as there is room for; the rest by wheel, bar, keys, or by the focus in it.

    It wants all of its child's height: in a column put it into ``grow``.

    Args:
        child: What is scrolled.
        keep_end: Whether its end stays in sight when it grows, as long as it was in sight: chats, logs.
        pad: Above and below the child, room for the ring of the focus.
        key: See ``Widget``; without one the offset is lost when the tree is built anew elsewhere.
    """

    scrolls = "y"
    SIDE = 6.0
    """What is seen beyond the sides: the ring of the focus."""

    def __init__(self, child: Widget, *, keep_end: bool = False, pad: float = 6.0, key: str = "") -> None:
        super().__init__(key=key)
        self.child = child
        self.keep_end = keep_end
        self.pad = pad
        self.bar = ScrollBar()
        self._follow = keep_end

    def children(self) -> Sequence[Widget]:
        """Return what is scrolled."""
        return (self.child,)

    def adopt(self, earlier: "Scroll") -> None:
        """Stay where it was scrolled to."""
        self.bar = earlier.bar
        self._follow = self.keep_end and earlier.bar.at_end

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return all of the child's size."""
        size = self.child.wanted(canvas, width)
        return Size(size.w, size.h + 2 * self.pad)

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Take a view of the child, which makes room for the bar if it needs one."""
        super().arrange(canvas, rect)
        width = rect.w
        length = self.child.wanted(canvas, width).h + 2 * self.pad
        if length > rect.h + 0.5:
            width = max(0.0, rect.w - ScrollBar.LANE)
            length = self.child.wanted(canvas, width).h + 2 * self.pad
        else:
            length = rect.h
        self.bar.fit(rect, length)
        if self._follow:
            self.bar.move(self.bar.most)
            self._follow = False
        self._place(canvas, width)
        # Where nothing in it can have the focus, it takes the keys itself.
        self.focusable = bool(self.bar.most) and not any(w.focusable for w in walk(self.child))

    def _place(self, canvas: Canvas, width: float) -> None:
        self._canvas, self._width = canvas, width
        top = self.rect.y + self.pad - self.bar.offset
        self.child.arrange(canvas, Rect(self.rect.x, top, width, self.bar.length - 2 * self.pad))

    def _moved(self, changed: bool) -> bool:
        if changed:
            self._place(self._canvas, self._width)
        return changed

    def reveal(self, rect: Rect) -> None:
        """Scroll so that ``rect`` is seen, with a margin."""
        top = rect.y - self.rect.y + self.bar.offset
        self._moved(self.bar.show(top - 8, top + rect.h + 8))

    def paint(self, look: Look) -> None:
        """Paint what is in view."""
        rect = self.rect
        seen = Rect(rect.x - self.SIDE, rect.y, rect.w + self.SIDE * 2, rect.h)
        around = look.view
        look.view = seen if around is None else seen.meet(around)
        # What fits is not cut: the shadows of panels in it lie beyond.
        with look.canvas.clip(seen) if self.bar.most else nullcontext():
            super().paint(look)
        look.view = around
        self.bar.paint(look, self in look.hovered)
        if look.focused is self:
            look.canvas.box(rect, None, radius=8, border=look.palette.focus, border_width=2)

    def pointer_pressed(self, at: Pointer) -> bool:
        """Take hold of the bar."""
        held = self.bar.grab(at)
        if held:
            self._moved(True)
        return held

    def pointer_moved(self, at: Pointer) -> bool:
        """Drag the bar."""
        return self._moved(self.bar.drag(at))

    def pointer_released(self, at: Pointer) -> bool:
        """Let the bar go."""
        return self.bar.drop()

    def scrolled(self, at: Pointer, dx: float, dy: float) -> bool:
        """Scroll by the wheel."""
        return self._moved(self.bar.move(self.bar.offset - dy * 48))

    def key_pressed(self, press: KeyPress) -> bool:
        """Scroll by keys that nothing in it wanted."""
        return self._moved(self.bar.key(press))
