"""The stage: holds the tree that is shown, hands input to it, paints it.

On the stage stand a screen, perhaps dialogs above it, perhaps a popup above these. Each is built by a function and
built anew after ``refresh``; focus, hover, press and what widgets know for themselves go over to the new tree.
Only the topmost gets input.

The stage knows no window: it is told of pointer, keys and text, and asks for frames by ``invalidate``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import Palette, fade
from client.ui.toolkit.dropdown import popup_place
from client.ui.toolkit.focus import ARROWS, beside, next_by_tab
from client.ui.toolkit.modal import first_focus
from client.ui.toolkit.motion import PANEL_IN, ease_out
from client.ui.toolkit.tips import Tips, Toasts, tip_owner
from client.ui.toolkit.tree import find, focusables, handed_on, hit, path_to, walk
from client.ui.toolkit.widget import KeyPress, Look, Pointer, Widget

__all__ = ["Build", "Stage"]

Build = Callable[[Size], Widget]

KEY_PULSE = 120
"""Milliseconds that a widget looks held down after Enter or Space."""

_NAVIGATION = frozenset({"tab", "enter", "space", "home", "end", "pageup", "pagedown", *ARROWS})

_TYPED = frozenset({"space", "plus", "minus", "slash"})
"""Keys with longer names than a letter that type something."""


@dataclass(slots=True)
class _Level:
    """A tree on the stage.

    Attributes:
        build: Makes it; of a popup its owner does.
        root: As it stands.
        since: When it appeared, for motion.
        owner: Of a popup.
        focus: What has the keyboard.
        last: What was used last, where the Tab key goes on.
        place: Index among what can have the keyboard at which it was lost.
        fresh: Nothing has been focused yet.
    """

    build: Build | None
    root: Widget
    since: int
    owner: Widget | None = None
    focus: Widget | None = None
    last: Widget | None = None
    place: int = 0
    fresh: bool = True


class Stage:
    """See the module.

    Args:
        canvas: Measures texts, and knows the size of the window.
        palette: The theme's colours; may be set to others at any time (then ``refresh``).
        clock: Milliseconds of a steady clock.
        invalidate: Called when a frame is needed.
        paste: Returns the text on the clipboard.
        copy: Puts a text on the clipboard.
        set_cursor: Told the shape of the pointer: ``hand``, ``text``, "" for the usual one.

    Attributes:
        key_fallback: Told keys that nothing on the screen wanted, unless a dialog is open.
        still: Whether motion is off.
        dirty: Whether a frame is needed.
        wake_at: When a frame is needed because something moves, None for never.
    """

    def __init__(
        self,
        canvas: Canvas,
        palette: Palette,
        clock: Callable[[], int],
        *,
        invalidate: Callable[[], None] = lambda: None,
        paste: Callable[[], str] = lambda: "",
        copy: Callable[[str], None] = lambda text: None,
        set_cursor: Callable[[str], None] = lambda name: None,
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.still = False
        self.dirty = True
        self.wake_at: int | None = None
        self.key_fallback: Callable[[KeyPress], bool] | None = None
        self._clock = clock
        self._invalidate = invalidate
        self._paste, self._copy, self._set_cursor = paste, copy, set_cursor
        self._levels = [_Level(lambda size: Widget(), Widget(), clock())]
        self._stale = True
        self._size = canvas.size
        self._keyboard = False
        self._moves = 0
        self._mute = False
        self._pointer: Pointer | None = None
        self._hovered: list[Widget] = []
        self._captured: Widget | None = None
        self._button = ""
        self._pulse: tuple[Widget, int] | None = None
        self._cursor = ""
        self._tips = Tips()
        self._toasts = Toasts()

    # --- what is shown ------------------------------------------------------------------------------------
    @property
    def root(self) -> Widget:
        """The screen's tree, up to date."""
        self.settle()
        return self._levels[0].root

    @property
    def roots(self) -> Sequence[Widget]:
        """All trees, lowest first: screen, dialogs, popup."""
        self.settle()
        return [level.root for level in self._levels]

    @property
    def top(self) -> Widget:
        """The tree that gets input."""
        return self.roots[-1]

    @property
    def focused(self) -> Widget | None:
        """What has the keyboard, whether that is seen or not."""
        self.settle()
        return self._levels[-1].focus

    def show(self, build: Build, key_fallback: Callable[[KeyPress], bool] | None = None) -> None:
        """Show another screen; dialogs and popups go, and nothing is handed on."""
        self._levels = [_Level(build, Widget(), self._clock())]
        self._captured = self._pulse = None
        self._hovered = []
        self._moves += 1
        self.key_fallback = key_fallback
        self._tips.point(None, self._clock())
        self.refresh()

    def refresh(self) -> None:
        """Have all trees built anew before the next frame or input."""
        self._stale = True
        self.redraw()

    def redraw(self) -> None:
        """Ask for a frame."""
        if not self.dirty:
            self.dirty = True
            self._invalidate()

    def open_modal(self, build: Build) -> None:
        """Show a dialog (see ``Modal``) above everything else; it alone gets input until it is closed."""
        self.close_popup()
        self._levels.append(_Level(build, Widget(), self._clock()))
        self._release()
        self.refresh()

    def close_modal(self) -> None:
        """Take the topmost dialog away; the keyboard goes back to where it was."""
        self.close_popup()
        if len(self._levels) > 1:
            self._levels.pop()
            self._release()
            self.refresh()

    @property
    def modal_open(self) -> bool:
        """Whether there is a dialog."""
        return any(level.owner is None for level in self._levels[1:])

    def open_popup(self, owner: Widget) -> None:
        """Show ``owner.popup()`` beside it, above everything."""
        self.close_popup()
        self._levels.append(_Level(None, Widget(), self._clock(), owner=owner))
        self._release()
        self.refresh()

    def close_popup(self) -> None:
        """Take the popup away, if there is one."""
        if self._levels[-1].owner is not None:
            self._levels.pop()
            self._release()
            self.refresh()

    def notify(self, text: str, bad: bool = False) -> None:
        """Show a sentence at the lower edge for some seconds."""
        self._toasts.add(text, bad, self._clock())
        self.redraw()

    def focus(self, widget: Widget | None) -> None:
        """Give the keyboard to ``widget`` of the topmost tree; None: to nothing."""
        level = self._levels[-1]
        self._moves += widget is not level.focus
        level.focus, level.fresh = widget, False
        if widget is not None:
            level.last = widget
            for around in path_to(level.root, widget):
                around.reveal(widget.rect)
        self._tips.point(tip_owner(self._hovered, self._seen_focus()), self._clock())
        self.redraw()

    def focus_on(self, key: str) -> bool:
        """Give the keyboard to the widget of that key (see ``find``); tells whether there is one that takes it."""
        widget = find(self.top, key)
        if widget is None or not (widget.focusable and widget.enabled):
            return False
        self.focus(widget)
        return True

    # --- what widgets ask for -----------------------------------------------------------------------------
    def now(self) -> int:
        """Return milliseconds of a steady clock."""
        return self._clock()

    def copy(self, text: str) -> None:
        """Put ``text`` on the clipboard."""
        self._copy(text)

    def pasted(self) -> str:
        """Return the text on the clipboard."""
        return self._paste()

    # --- building -----------------------------------------------------------------------------------------
    def settle(self) -> None:
        """Build and arrange what is out of date."""
        if self.canvas.size != self._size:
            self._size = self.canvas.size
            self.refresh()
        if not self._stale:
            return
        self._stale = False
        for level in list(self._levels):
            self._rebuild(level)
        self._point()

    def _rebuild(self, level: _Level) -> None:
        window = self.canvas.size
        if level.build is not None:
            root = level.build(Size(window.w, window.h))
            place = window
        else:
            popup = self._popup(level)
            if popup is None:
                self._levels.remove(level)
                return
            assert level.owner is not None
            root, place = popup, popup_place(self.canvas, level.owner, popup, window)
        for widget in walk(root):
            widget.host = self
        earlier, level.root = level.root, root
        order = focusables(earlier)
        successors = handed_on(earlier, root)
        root.arrange(self.canvas, place)
        self._hand_on(level, order, successors)
        if level.fresh:
            level.fresh = False
            if level is not self._levels[0]:
                level.focus = level.last = first_focus(root)

    def _popup(self, level: _Level) -> Widget | None:
        """Return the popup of the owner; None where it is gone or cannot be used any more."""
        owner = level.owner
        below = self._levels[self._levels.index(level) - 1].root
        if owner is None or not owner.enabled or not path_to(below, owner):
            return None
        return owner.popup()

    def _hand_on(self, level: _Level, order: list[Widget], successors: dict[Widget, Widget]) -> None:
        """Have everything that points into the tree before point into the new one."""
        if level.focus is not None:
            focus = successors.get(level.focus)
            if focus is None or not (focus.focusable and focus.enabled):
                level.place = order.index(level.focus) if level.focus in order else 0
                focus = None
            level.focus = focus
        if level.last is not None:
            level.last = successors.get(level.last)
        for other in self._levels:
            if other.owner is not None and other.owner in successors:
                other.owner = successors[other.owner]
        if self._captured in successors:
            self._captured = successors[self._captured]
        elif level is self._levels[-1]:
            self._captured = None
        if self._pulse is not None and self._pulse[0] in successors:
            self._pulse = successors[self._pulse[0]], self._pulse[1]
        self._hovered = [successors.get(widget, widget) for widget in self._hovered]
        self._tips.hand_on(successors)

    def _release(self) -> None:
        """Forget what was held and pointed at: the tree on top is another one."""
        self._moves += 1
        self._captured = None
        for widget in self._hovered:
            widget.pointer_left()
        self._hovered = []

    # --- pointer ------------------------------------------------------------------------------------------
    def _point(self) -> None:
        """Find out what is under the pointer now."""
        at = self._pointer
        path = hit(self._levels[-1].root, at.x, at.y) if at is not None else []
        if self._captured is not None and self._captured not in path:
            path = []
        if path != self._hovered:
            for widget in self._hovered:
                if widget not in path:
                    widget.pointer_left()
            self._hovered = path
            self.redraw()
        self._tips.point(tip_owner(path, self._seen_focus()), self._clock())
        cursor = next((widget.cursor for widget in path if widget.cursor and widget.enabled), "")
        if cursor != self._cursor:
            self._cursor = cursor
            self._set_cursor(cursor)

    def pointer_moved(self, at: Pointer) -> bool:
        """The pointer moved; tells whether this was of use to anything."""
        self.settle()
        # Which button is held is known here for sure: whoever is not held by one must not be drawn along.
        at = replace(at, button=self._button if self._captured is not None else "")
        self._pointer = at
        self._point()
        takers = [self._captured] if self._captured is not None else self._hovered
        used = any(widget.enabled and widget.pointer_moved(at) for widget in takers)
        if used:
            self.redraw()
        return used

    def pointer_left(self) -> None:
        """The pointer left the window."""
        self.settle()
        self._pointer = None
        self._point()

    def pointer_pressed(self, at: Pointer) -> bool:
        """A button went down; tells whether this was of use to anything."""
        self.settle()
        self._pointer = at
        self._keyboard = False
        self._tips.hide()
        self.redraw()
        if self._captured is not None:
            return True
        level = self._levels[-1]
        path = hit(level.root, at.x, at.y)
        if level.owner is not None and not path:
            self.close_popup()
            return True
        target = next((widget for widget in path if widget.focusable and widget.enabled), None)
        level.focus = target if target is not None and target.focus_by_click else None
        level.last = target or level.last
        for widget in path:
            if widget.enabled and widget.pointer_pressed(at):
                if widget in path_to(self._levels[-1].root, widget):
                    self._captured, self._button = widget, at.button
                return True
        return bool(path) and self.modal_open

    def pointer_released(self, at: Pointer) -> bool:
        """A button went up; tells whether this was of use to anything."""
        self.settle()
        self._pointer = at
        held = self._captured
        if held is None or at.button not in ("", self._button):
            return False
        self._captured = None
        self.redraw()
        used = held.pointer_released(at)
        if not self._stale:
            self._point()
        return used

    def scrolled(self, at: Pointer, dx: float, dy: float) -> bool:
        """The wheel turned by notches; tells whether this was of use to anything."""
        self.settle()
        self._pointer = at
        self._point()
        used = any(widget.scrolled(at, dx, dy) for widget in self._hovered if widget.enabled)
        if used:
            self._point()
            self.redraw()
        return used

    # --- keys ---------------------------------------------------------------------------------------------
    def key_pressed(self, press: KeyPress) -> bool:
        """A key went down; tells whether this was of use to anything."""
        moves, dialogs = self._moves, len(self._levels)
        used = self._pressed(press)
        # A letter that opens a field, say, is a shortcut: it is not to be typed into that field as well.
        types = (len(press.name) == 1 or press.name in _TYPED) and not (press.ctrl or press.alt)
        self._mute = types and self._moves != moves
        # Who opens a dialog by a key has to see what Enter would do.
        self._keyboard = self._keyboard or len(self._levels) > dialogs
        return used

    def key_released(self) -> None:
        """The key went up: what is typed from now on has nothing to do with it."""
        self._mute = False

    def _pressed(self, press: KeyPress) -> bool:
        self.settle()
        level = self._levels[-1]
        path = path_to(level.root, level.focus) if level.focus is not None else []
        path = path or [level.root]
        for widget in path:
            if widget.enabled and widget.key_pressed(press):
                self._keyboard = self._keyboard or press.name in _NAVIGATION
                self._tips.hide()
                if widget is level.focus and press.name in ("enter", "space"):
                    self._pulse = widget, self._clock() + KEY_PULSE
                self.redraw()
                return True
        if self._navigated(level, path, press):
            return True
        if level.owner is not None and press.name == "escape":
            self.close_popup()
            return True
        if len(self._levels) > 1:
            return True
        if self.key_fallback is not None and self.key_fallback(press):
            self.redraw()
            return True
        if press.name in ARROWS and level.focus is None and not (press.ctrl or press.alt):
            return self._tab(level, back=False)
        return False

    def _navigated(self, level: _Level, path: Sequence[Widget], press: KeyPress) -> bool:
        """Move the focus by Tab, or by an arrow in a group."""
        if press.ctrl or press.alt:
            return False
        if press.name == "tab":
            if level.owner is not None:
                self.close_popup()
                self.settle()
                level = self._levels[-1]
            return self._tab(level, press.shift)
        if press.name in ARROWS and level.focus is not None and not press.shift:
            target = beside(path, press.name)
            if target is not None:
                self._keyboard = True
                self.focus(target)
                return True
        return False

    def _tab(self, level: _Level, back: bool) -> bool:
        order = focusables(level.root)
        target = next_by_tab(order, level.focus or level.last, level.place, back)
        if target is None:
            return False
        self._keyboard = True
        self.focus(target)
        return True

    def text_entered(self, text: str) -> bool:
        """Characters were typed; tells whether this was of use to anything."""
        if self._mute:
            return True
        self.settle()
        level = self._levels[-1]
        path = path_to(level.root, level.focus) if level.focus is not None else [level.root]
        used = any(widget.enabled and widget.text_entered(text) for widget in path)
        if used:
            self._tips.hide()
            self.redraw()
        return used

    # --- painting -----------------------------------------------------------------------------------------
    def _seen_focus(self) -> Widget | None:
        focus = self._levels[-1].focus
        return focus if focus is not None and (self._keyboard or focus.focus_always_seen) else None

    def _held(self, now: int) -> Widget | None:
        """Return what looks held down."""
        if self._captured is not None:
            return self._captured if self._captured in self._hovered else None
        if self._pulse is not None and now < self._pulse[1]:
            return self._pulse[0]
        self._pulse = None
        return None

    def paint(self, canvas: Canvas) -> None:
        """Paint everything, from the screen to the tooltip."""
        if canvas is not self.canvas:
            self.canvas = canvas
            self._stale = True
        self.settle()
        now = self._clock()
        self.dirty = False
        look = Look(
            canvas,
            self.palette,
            now,
            focused=self._seen_focus(),
            hovered=self._hovered,
            pressed=self._held(now),
            still=self.still,
        )
        if self._pulse is not None:
            look.again(self._pulse[1] - now)
        canvas.background(self.palette.t0, self.palette.t1)
        canvas.layer()
        for number, level in enumerate(self._levels):
            if number:
                canvas.layer()
                self._paint_above(look, level)
            else:
                level.root.paint(look)
        self._tips.paint(look)
        self._toasts.paint(look)
        self.wake_at = None if look.wake is None else now + look.wake

    def _paint_above(self, look: Look, level: _Level) -> None:
        """Paint a dialog or popup, on its way in."""
        come = 1.0 if look.still else ease_out((look.now - level.since) / PANEL_IN)
        if come < 1:
            look.again()
        if level.owner is None:
            window = look.canvas.size
            dim = fade(self.palette.ink, (0.55 if self.palette.dark else 0.4) * come)
            look.canvas.box(Rect(0, 0, window.w, window.h), dim)
            look.canvas.layer()
        with look.canvas.shifted(0, (1 - come) * 8, 1.0, come):
            level.root.paint(look)
