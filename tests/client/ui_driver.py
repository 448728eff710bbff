"""A stage without a window: a canvas that only takes notes, and a hand that clicks and types by the keys of widgets.

Loaded by the fixture ``ui`` (conftest): ``ui.Driver(build)``, on any canvas.
"""

from collections.abc import Callable, Sequence
from contextlib import contextmanager

from client.ui.draw.canvas import Canvas, TextMark
from client.ui.gallery.fakes import StillTable
from client.ui.gallery.kit import Kit
from client.ui.geometry import Rect
from client.ui.screens.match import MatchScreen
from client.ui.theme import DARK
from client.ui.toolkit.check import findings
from client.ui.toolkit.stage import Stage
from client.ui.toolkit.tree import find, walk
from client.ui.toolkit.widget import KeyPress, Pointer, Widget
from client.view.source import MatchSource

ADVANCE = 0.55
"""Width of every letter, in shares of the size."""


class NoteCanvas(Canvas):
    """Paints nothing; ``texts`` and ``calls`` tell what was asked for."""

    def __init__(self, w: float = 1280, h: float = 800) -> None:
        self.scale = 1.0
        self.size = Rect(0, 0, w, h)
        self.texts: list[TextMark] = []
        self.calls: list[tuple] = []
        self._clip = self.size
        self._layer = 0
        self._place = (0.0, 0.0, 1.0)

    @contextmanager
    def frame(self):
        self.texts, self.calls, self._layer = [], [], 0
        yield

    def measure(self, text, style):
        return len(text) * style.size * ADVANCE

    def text(self, x, y, text, style, colour, *, anchor="start", width=None):
        wide, shown, shortened = self.measure(text, style), text, False
        if width is not None and wide > width:
            shortened = True
            while shown and self.measure(shown + "…", style) > width:
                shown = shown[:-1]
            shown += "…"
            wide = self.measure(shown, style)
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor]
        room = None
        if width is not None:
            room = Rect({"start": x, "middle": x - width / 2, "end": x - width}[anchor], y, width, style.line)
        dx, dy, k = self._place
        box = Rect(left * k + dx, y * k + dy, wide * k, style.line * k)
        self.texts.append(TextMark(shown, box, self._clip, self._layer, room, shortened))
        self.calls.append(("text", text, colour))
        return wide

    def icon(self, cx, cy, size, name, colour):
        self.calls.append(("icon", name, colour))

    def box(self, rect, fill, *, radius=0.0, border=None, border_width=1.0, shadow=None, pattern=None):
        assert rect.w >= 0
        assert rect.h >= 0
        self.calls.append(("box", rect, fill, border, border_width))

    def hexagon(
        self,
        cx,
        cy,
        a,
        fill,
        *,
        pointy=False,
        corner=0.12,
        border=None,
        border_width=1.0,
        dash=0.0,
        shadow=None,
        pattern=None,
    ):
        self.calls.append(("hexagon", cx, cy, fill))

    def circle(self, cx, cy, r, fill, *, border=None, border_width=1.0, dash=0.0, shadow=None):
        self.calls.append(("circle", cx, cy, fill))

    def line(self, points, width, colour, *, dash=0.0):
        self.calls.append(("line", tuple(points), colour))

    def polygon(self, points, fill):
        self.calls.append(("polygon", tuple(points), fill))

    def shape(self, name, cx, cy, size, fill, **more):
        self.calls.append(("shape", name, cx, cy, size, fill))

    @contextmanager
    def clip(self, rect):
        dx, dy, k = self._place
        around = self._clip
        self._clip = around.meet(Rect(rect.x * k + dx, rect.y * k + dy, rect.w * k, rect.h * k))
        yield
        self._clip = around

    def layer(self) -> None:
        self._layer += 1

    @contextmanager
    def shifted(self, dx, dy, scale=1.0, alpha=1.0):
        around = self._place
        x, y, k = around
        self._place = (x + dx * k, y + dy * k, k * scale)
        yield
        self._place = around

    def picture(self, key, version, rect, paint):
        paint(self)


class Driver:
    """Uses a stage as a person does, by pointer and keys at the places where widgets are.

    Attributes:
        stage: What is driven.
        now: Milliseconds of its clock.
        clipboard: What was copied last.
        cursor: Shape of the pointer.
        passed: Keys that nothing on the screen wanted.
    """

    def __init__(
        self,
        build: Callable[..., Widget] | None = None,
        *,
        canvas=None,
        palette=DARK,
        fallback: Callable[[KeyPress], bool] | None = None,
    ) -> None:
        self.canvas = canvas or NoteCanvas()
        self.now = 1000
        self.clipboard = ""
        self.cursor = ""
        self.passed: list[str] = []
        self.asked = 0
        self.stage = Stage(
            self.canvas,
            palette,
            lambda: self.now,
            invalidate=self._invalidate,
            paste=lambda: self.clipboard,
            copy=self._copy,
            set_cursor=self._set_cursor,
        )
        self.stage.still = True
        if build is not None:
            self.stage.show(build, fallback or self._pass)
            self.paint()

    def _invalidate(self) -> None:
        self.asked += 1

    def _copy(self, text: str) -> None:
        self.clipboard = text

    def _set_cursor(self, name: str) -> None:
        self.cursor = name

    def _pass(self, press: KeyPress) -> bool:
        self.passed.append(press.name)
        return False

    # --- looking ------------------------------------------------------------------------------------------
    def find(self, key: str) -> Widget:
        """Return the widget of that key in the topmost tree."""
        widget = find(self.stage.top, key)
        assert widget is not None, f"no {key!r} among {[w.key for w in walk(self.stage.top) if w.key]}"
        return widget

    def has(self, key: str) -> bool:
        return find(self.stage.top, key) is not None

    def paint(self) -> list[str]:
        """Paint a frame; returns all texts in it."""
        with self.canvas.frame():
            self.stage.paint(self.canvas)
        return [mark.text for mark in self.canvas.texts]

    def check(self) -> None:
        """Paint a frame in which nothing may be cut off, overlap, or be too small."""
        self.paint()
        found = findings(self.stage.roots, self.canvas)
        assert not found, "\n".join(found)

    def needs_frame(self, now: int) -> bool:
        """Tell whether something would have to be painted: a change, or motion."""
        return self.stage.dirty or (self.stage.wake_at is not None and now >= self.stage.wake_at)

    @property
    def focus(self) -> str:
        widget = self.stage.focused
        return widget.key if widget is not None else ""

    # --- doing --------------------------------------------------------------------------------------------
    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds

    def hover(self, key: str, dx: float = 0.5, dy: float = 0.5) -> Pointer:
        """Point at a place of a widget, as shares of its size."""
        rect = self.find(key).rect
        at = Pointer(rect.x + rect.w * dx, rect.y + rect.h * dy)
        self.stage.pointer_moved(at)
        return at

    def press(self, key: str, dx: float = 0.5, dy: float = 0.5, button: str = "left", **modifiers) -> Pointer:
        at = self.hover(key, dx, dy)
        self.stage.pointer_pressed(Pointer(at.x, at.y, button, **modifiers))
        return at

    def click(self, key: str, dx: float = 0.5, dy: float = 0.5, button: str = "left", **modifiers) -> None:
        at = self.press(key, dx, dy, button, **modifiers)
        self.stage.pointer_released(Pointer(at.x, at.y, button, **modifiers))

    def drag(self, key: str, start: Sequence[float], end: Sequence[float]) -> None:
        rect = self.find(key).rect
        at = self.press(key, *start)
        at = Pointer(rect.x + rect.w * end[0], rect.y + rect.h * end[1], "left")
        self.stage.pointer_moved(at)
        self.stage.pointer_released(at)

    def key(self, *names: str) -> bool:
        """Press keys one after the other: ``tab``, ``shift+tab``, ``ctrl+shift+left``; what the last one did."""
        used = False
        for name in names:
            *modifiers, key = name.split("+")
            used = self.stage.key_pressed(KeyPress(key, **dict.fromkeys(modifiers, True)))
            self.stage.key_released()
        return used

    def type(self, text: str) -> None:
        """Type letters: each is a key and a text, as in a window."""
        for letter in text:
            name = {" ": "space", "-": "minus", "+": "plus"}.get(letter, letter.lower())
            self.stage.key_pressed(KeyPress(name, shift=letter.isupper()))
            self.stage.text_entered(letter)
            self.stage.key_released()

    def scroll(self, key: str, notches: float) -> None:
        self.stage.scrolled(self.hover(key), 0, notches)


class NoteKit(Kit):
    """A stage for screens that takes notes, without a window, and a match on it."""

    def __init__(self) -> None:
        canvas = NoteCanvas()
        super().__init__(canvas, canvas.frame)

    def sit(self, source: MatchSource) -> MatchScreen:
        """Show a match on the screen on which it is played."""
        screen = MatchScreen(self.shell, source, table=StillTable(match=source))
        self.show(screen)
        return screen

    def settle(self, milliseconds: int = 4000) -> None:
        """Let everything move to its end."""
        for _ in range(milliseconds // 40):
            self.now += 40
            self.paint()
