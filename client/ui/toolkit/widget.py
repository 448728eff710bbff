"""The root of all widgets.

A screen is a function from what is the case to a tree of widgets. The tree is built anew whenever something
changed; what belongs to the widget alone (a caret, how far a list is scrolled) is handed on between widgets of
the same ``key`` and class by ``adopt``. A widget is measured, arranged and painted, in this order, and gets
input from the stage (``client.ui.toolkit.stage``), innermost widget first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import Palette

__all__ = ["Host", "KeyPress", "Look", "Pointer", "Widget"]


@dataclass(frozen=True, slots=True)
class KeyPress:
    """A key that went down, with modifiers.

    Its name is small: ``a``, ``1``, ``enter``, ``escape``, ``tab``, ``space``, ``left``, ``f1``, ``home``, ``backspace``,
    ``delete``, ``pageup``, ``plus``, ``minus``; the keypad's keys have the same names.
    """

    name: str
    shift: bool = False
    ctrl: bool = False
    alt: bool = False


@dataclass(frozen=True, slots=True)
class Pointer:
    """The mouse: where it is, in units, which button (``left middle right``, "" for none) and the modifiers."""

    x: float
    y: float
    button: str = ""
    shift: bool = False
    ctrl: bool = False


@dataclass(slots=True)
class Look:
    """What a widget is painted with.

    Attributes:
        canvas: Where to.
        palette: The theme's colours.
        now: Milliseconds of a steady clock, for motion.
        focused: The widget that has the keyboard, if focus is to be seen (after keyboard use).
        hovered: Widgets under the pointer, innermost first.
        pressed: The widget that a mouse button or a key holds down.
        still: Whether motion is off.
        view: The part of the window that is seen, within scrolled widgets; None: all of it.
        wake: Milliseconds after which somebody wants to be painted again; see ``again``.
    """

    canvas: Canvas
    palette: Palette
    now: int = 0
    focused: "Widget | None" = None
    hovered: Sequence["Widget"] = ()
    pressed: "Widget | None" = None
    still: bool = False
    view: Rect | None = None
    wake: int | None = None

    def again(self, after: int = 0) -> None:
        """Ask for another frame, ``after`` so many milliseconds, because something moves."""
        self.wake = after if self.wake is None else min(self.wake, after)

    def sees(self, rect: Rect) -> bool:
        """Tell whether something of ``rect``, or of a ring around it, can be seen."""
        view = self.view
        return view is None or (
            rect.y < view.bottom + 16
            and rect.bottom > view.y - 16
            and rect.x < view.right + 16
            and rect.right > view.x - 16
        )


class Host(Protocol):
    """What a widget may ask of the stage that it stands on."""

    @property
    def focused(self) -> "Widget | None":
        """What has the keyboard, whether that is seen or not."""

    def now(self) -> int:
        """Return milliseconds of a steady clock."""

    def redraw(self) -> None:
        """Ask for a frame."""

    def refresh(self) -> None:
        """Ask for the tree to be built anew."""

    def focus(self, widget: "Widget | None") -> None:
        """Give the keyboard to ``widget``."""

    def open_popup(self, owner: "Widget") -> None:
        """Show ``owner.popup()`` beside it, above everything."""

    def close_popup(self) -> None:
        """Take the popup away, if there is one."""

    def close_modal(self) -> None:
        """Take the topmost dialog away, if there is one."""

    def copy(self, text: str) -> None:
        """Put ``text`` on the clipboard."""

    def pasted(self) -> str:
        """Return the text on the clipboard, "" for none."""


class Widget:
    """One rectangle of a screen.

    Attributes:
        key: Names it among its relatives, for ``adopt``, focus and tests; "" where none of these matters.
        rect: Where it was arranged.
        enabled: Whether it takes input.
        tip: What a tooltip says, "" for none.
        host: The stage that it stands on.
        focusable: Whether it can have the keyboard.
        focus_by_click: Whether a click gives it the keyboard; a clicked button must not wait for Enter.
        focus_always_seen: Whether its focus is seen after a click, too.
        solid: Whether what lies behind it gets nothing of the pointer.
        rigid: Whether a row must not make it narrower than it wants.
        underlies: Whether other targets may lie over it: a board, which is a target cell by cell.
        least_height: Below this it is too low a target for the pointer.
        scrolls: Where it may cut off what lies in it: ``x``, ``y``, ``xy``.
        shortens: Whether an ellipsis may stand for the rest of its text (names that people chose).
        cursor: Shape of the pointer over it: ``hand``, ``text``, "" for the usual one.
    """

    focusable: bool = False
    focus_by_click: bool = False
    focus_always_seen: bool = False
    solid: bool = True
    rigid: bool = False
    underlies: bool = False
    least_height: float = 32.0
    scrolls: str = ""
    shortens: bool = False
    cursor: str = ""
    host: Host | None = None

    def __init__(self, *, key: str = "", enabled: bool = True, tip: str = "") -> None:
        self.key = key
        self.rect = Rect(0, 0, 0, 0)
        self.enabled = enabled
        self.tip = tip

    def children(self) -> Sequence["Widget"]:
        """Return what lies in it, in the order of painting, which is also that of the focus."""
        return ()

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return the size that it would like, when at most ``width`` is there."""
        return Size(0, 0)

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Take ``rect``, and arrange what lies in it."""
        self.rect = rect

    def paint(self, look: Look) -> None:
        """Paint it and what lies in it."""
        for child in self.children():
            if look.sees(child.rect):
                child.paint(look)

    def adopt(self, earlier: Self) -> None:
        """Take over what the widget that stood here before knew for itself; comes before it is arranged."""

    def snug(self, canvas: Canvas) -> float | None:
        """Return the width down to which it only gives up margins and hints; None where it has none to give up."""
        return None

    def broken(self, canvas: Canvas) -> bool:
        """Tell whether the place that it has breaks a label that belongs on one line."""
        return False

    def baseline(self, height: float) -> float:
        """Return where the feet of its letters stand, from its top, when it is ``height`` high."""
        return height / 2 + 5

    def popup(self) -> "Widget | None":
        """Return what is to be shown beside it while its popup is open."""
        return None

    def reveal(self, rect: Rect) -> None:
        """Scroll, if it can, so that ``rect``, which lies in it, is seen."""

    # --- input; each returns whether it was of use, else the surrounding widget is asked ----------------------
    def pointer_pressed(self, at: Pointer) -> bool:
        """A button went down on it; if this is of use, it gets all moves and the release as well."""
        return False

    def pointer_moved(self, at: Pointer) -> bool:
        """The pointer moved over it, or anywhere while it holds the button, which ``at`` names only then."""
        return False

    def pointer_released(self, at: Pointer) -> bool:
        """The button that it holds went up, perhaps elsewhere."""
        return False

    def pointer_left(self) -> None:
        """The pointer is no longer over it."""

    def scrolled(self, at: Pointer, dx: float, dy: float) -> bool:
        """The wheel turned over it, by notches, ``dy`` up."""
        return False

    def key_pressed(self, press: KeyPress) -> bool:
        """A key went down while it, or something in it, has the focus."""
        return False

    def text_entered(self, text: str) -> bool:
        """Characters were typed while it has the focus."""
        return False
