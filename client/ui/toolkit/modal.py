"""Dialogs above a screen."""

from collections.abc import Callable, Sequence

from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.theme import PANEL
from client.ui.toolkit.buttons import Button
from client.ui.toolkit.layout import Box, Column, Row
from client.ui.toolkit.panels import Panel, Scroll
from client.ui.toolkit.text import Text
from client.ui.toolkit.tree import find, focusables
from client.ui.toolkit.widget import KeyPress, Widget

__all__ = ["Modal", "first_focus"]

MARGIN = 24.0


class Modal(Widget):
    """A dialog: a panel in the middle of the window, the rest dimmed. Escape cancels.

    It is shown by ``Stage.open_modal``. Nothing but the focused button hears Enter, and the focus begins on
    what does no harm.

    Args:
        title: What it is about.
        body: Scrolled where it is higher than the window.
        buttons: At the lower right, the deed last.
        on_cancel: What Escape does; None: it closes the dialog.
        first: Key of what has the focus at first; "": the first that is neither primary nor dangerous.
        on_key: Told keys that nothing in it wanted; tells whether one was of use.
        on_text: Told typed characters that nothing in it wanted, likewise.
        width: Of the panel.
        key: See ``Widget``.
    """

    def __init__(
        self,
        title: str,
        body: Widget,
        buttons: Sequence[Widget] = (),
        *,
        on_cancel: Callable[[], None] | None = None,
        first: str = "",
        on_key: Callable[[KeyPress], bool] = lambda press: False,
        on_text: Callable[[str], bool] = lambda text: False,
        width: float = 440.0,
        key: str = "modal",
    ) -> None:
        super().__init__(key=key)
        self.on_cancel = on_cancel
        self.first = first
        self.on_key = on_key
        self.on_text = on_text
        self.width = width
        self.panel = Panel(
            Column(
                [
                    Text(title, PANEL) if title else None,
                    Box(Scroll(body, key="body"), weight=1.0),
                    Row(list(buttons), gap=12, justify="end") if buttons else None,
                ],
                gap=10,
            ),
            pad=(20.0, 18.0),
        )

    def children(self) -> Sequence[Widget]:
        """Return the panel."""
        return (self.panel,)

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return what the panel wants, within ``width``."""
        size = self.panel.wanted(canvas, min(self.width, width - 2 * MARGIN))
        return Size(min(self.width, width - 2 * MARGIN), size.h)

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Put the panel in the middle."""
        super().arrange(canvas, rect)
        w, h = self.wanted(canvas, rect.w)
        h = min(h, rect.h - 2 * MARGIN)
        self.panel.arrange(canvas, Rect(rect.cx - w / 2, rect.cy - h / 2, w, h))

    def key_pressed(self, press: KeyPress) -> bool:
        """Cancel on Escape, hand on all others."""
        if press.name != "escape":
            return self.on_key(press)
        if self.on_cancel is not None:
            self.on_cancel()
        elif self.host is not None:
            self.host.close_modal()
        return True

    def text_entered(self, text: str) -> bool:
        """Hand on typed characters."""
        return self.on_text(text)


def first_focus(root: Widget) -> Widget | None:
    """Return what is to have the focus when ``root`` appears as a dialog or popup; None: nothing."""
    if isinstance(root, Modal) and root.first:
        named = find(root, root.first)
        if named is not None and named.focusable and named.enabled:
            return named
    harmless = (
        widget
        for widget in focusables(root)
        if not (isinstance(widget, Button) and widget.kind in ("primary", "danger"))
    )
    return next(harmless, None)
