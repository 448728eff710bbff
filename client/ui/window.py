"""The pyglet window: input by name and in units to a stage, frames on demand from it.

Importing this module needs a display and the libraries that drawing needs: pyglet looks for both. Nothing is drawn
while nothing changes: whoever changes something calls ``invalidate``, and a frame is painted at most 60 times a second.
"""

import time
from collections.abc import Callable
from typing import Any, Final, Protocol

import pyglet

from client.errors import ClientError
from client.ui.draw.canvas import Canvas
from client.ui.geometry import MINIMUM
from client.ui.theme import Palette
from client.ui.toolkit.widget import KeyPress, Pointer

__all__ = ["MINIMUM", "Stage", "Window", "interface_scale", "open_window", "steady_ms"]

# Before anything of pyglet that reads them is loaded: every call of OpenGL would be followed by a question for
# errors, and sizes would not heed the display's scale.
pyglet.options.debug_gl = False
pyglet.options.dpi_scaling = "scaled"

USUAL: Final = (1280, 800)
GROWS_FROM: Final = (1600, 1000)
"""Size in units from which on everything grows with the window."""

SCALES: Final = (0.9, 2.0)
"""Bounds of the user's own scale."""

STEPS: Final = 20
"""Steps of scale to one: letters are rendered anew for each, so a window that is dragged must not make hundreds."""

FRAME_SECONDS: Final = 1 / 60
REST_SECONDS: Final = 0.0005
"""Shortest pause before a frame: with none pyglet paints the next one before it looks for input, for 0.2 seconds."""

HIDDEN_SECONDS: Final = 1 / 4
"""Pace of frames that nobody sees: whose turn it is is to be heard, and a match goes on to its end."""

BLINK_SECONDS: Final = 0.8
ICON_SIDES: Final = (128, 32)

_BUTTONS: Final = {1: "left", 2: "middle", 4: "right"}
_CURSORS: Final = frozenset({"hand", "text", "size", "wait", "crosshair", "help", "no"})

_KEYS: Final = {
    "RETURN": "enter",
    "ENTER": "enter",
    "NUM_ENTER": "enter",
    "ESCAPE": "escape",
    "TAB": "tab",
    "SPACE": "space",
    "NUM_SPACE": "space",
    "BACKSPACE": "backspace",
    "DELETE": "delete",
    "NUM_DELETE": "delete",
    "INSERT": "insert",
    "HOME": "home",
    "NUM_HOME": "home",
    "END": "end",
    "NUM_END": "end",
    "PAGEUP": "pageup",
    "NUM_PAGE_UP": "pageup",
    "NUM_PRIOR": "pageup",
    "PAGEDOWN": "pagedown",
    "NUM_PAGE_DOWN": "pagedown",
    "NUM_NEXT": "pagedown",
    "LEFT": "left",
    "RIGHT": "right",
    "UP": "up",
    "DOWN": "down",
    "NUM_LEFT": "left",
    "NUM_RIGHT": "right",
    "NUM_UP": "up",
    "NUM_DOWN": "down",
    "PLUS": "plus",
    "EQUAL": "plus",
    "NUM_ADD": "plus",
    "MINUS": "minus",
    "NUM_SUBTRACT": "minus",
    "SLASH": "slash",
    "PERIOD": "period",
    "COMMA": "comma",
    **{f"F{n}": f"f{n}" for n in range(1, 13)},
    **{f"_{n}": str(n) for n in range(10)},
    **{f"NUM_{n}": str(n) for n in range(10)},
    **{letter: letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
}
"""Names of keys in pyglet to names in ``KeyPress``; ``EQUAL`` carries the plus on most keyboards."""


class Stage(Protocol):
    """What is shown in the window and gets its input (``client.ui.toolkit.stage``).

    Attributes:
        wake_at: When a frame is needed because something moves, in milliseconds of the window's clock; None: never.
    """

    wake_at: int | None

    def pointer_pressed(self, at: Pointer) -> bool: ...  # noqa: D102
    def pointer_moved(self, at: Pointer) -> bool: ...  # noqa: D102
    def pointer_released(self, at: Pointer) -> bool: ...  # noqa: D102
    def pointer_left(self) -> None: ...  # noqa: D102
    def scrolled(self, at: Pointer, dx: float, dy: float) -> bool: ...  # noqa: D102
    def key_pressed(self, press: KeyPress) -> bool: ...  # noqa: D102
    def key_released(self) -> None: ...  # noqa: D102
    def text_entered(self, text: str) -> bool: ...  # noqa: D102
    def paint(self, canvas: Canvas) -> None: ...  # noqa: D102


def steady_ms() -> int:
    """Return milliseconds of a steady clock."""
    return time.monotonic_ns() // 1_000_000


def interface_scale(width: int, height: int, display: float, user: float) -> float:
    """Return the pixels of a unit.

    Args:
        width: Of the window, in pixels.
        height: Of the window, in pixels.
        display: Scale of the display, 1 for 96 dots an inch.
        user: The user's own scale, 0.9..2.0.
    """
    base = display * min(max(user, SCALES[0]), SCALES[1])
    growth = min(width / (GROWS_FROM[0] * base), height / (GROWS_FROM[1] * base))
    return base * max(1.0, int(growth * STEPS) / STEPS)


class Window:
    """The window.

    Attributes:
        canvas: What is painted on; lives as long as the window.
        stage: What is shown; without one the window shows the bare table.
        palette: Colours of the bare table.
        tick: Told the time before each frame; returns whether another frame is wanted at once.
        is_open: Whether it has not been closed. Afterwards all that concerns the window does nothing: the program
            behind it still has some seconds to end, and may yet say something.
        may_close: Asked when the window is to be closed; returns whether it may. It may ask a person and call
            ``close`` later.
    """

    def __init__(
        self,
        caption: str,
        palette: Palette,
        *,
        user_scale: float = 1.0,
        size: tuple[int, int] = USUAL,
        visible: bool = True,
    ) -> None:
        """Open the window, ``size`` units large or as large as the display allows.

        A window that is opened smaller than ``MINIMUM`` may be as small as that for good.

        Raises:
            ClientError: ``no_window``: there is no display, or it has no OpenGL 3.3.
        """
        self.palette = palette
        self.stage: Stage | None = None
        self.tick: Callable[[int], bool] | None = None
        self.may_close: Callable[[], bool] | None = None
        self._caption = caption
        self._user_scale = user_scale
        self._least = min(size[0], MINIMUM[0]), min(size[1], MINIMUM[1])
        self._native = _open(caption, size, user_scale, visible=visible)
        # The canvas needs the window's context, and what it loads is not needed to find out that there is none.
        from client.ui.draw.glcanvas import GLCanvas

        width, height = self._native.get_framebuffer_size()
        self.canvas = GLCanvas(width, height, self.scale)
        self.is_open = True
        self._due = False
        self._drawn_at = 0.0
        self._shown = visible
        self._held: KeyPress | None = None
        self._first_motion = False
        self._blinking = False
        self._cursor = ""
        self._limit()
        self._native.push_handlers(
            on_resize=self._resized,
            on_expose=self._exposed,
            on_scale=self._rescaled,
            on_show=self._appeared,
            on_hide=self._vanished,
            on_activate=self._activated,
            on_close=self._close_wanted,
            on_mouse_motion=self._mouse_moved,
            on_mouse_drag=self._mouse_dragged,
            on_mouse_press=self._mouse_pressed,
            on_mouse_release=self._mouse_released,
            on_mouse_leave=self._mouse_left,
            on_mouse_scroll=self._mouse_scrolled,
            on_key_press=self._key_pressed,
            on_key_release=self._key_released,
            on_text=self._text,
            on_text_motion=self._motion,
            on_text_motion_select=self._motion,
        )

    # --- size ---------------------------------------------------------------------------------------------
    @property
    def scale(self) -> float:
        """Pixels a unit."""
        width, height = self._native.get_framebuffer_size()
        return interface_scale(width, height, _display_scale(self._native), self._user_scale)

    def rescale(self, user_scale: float) -> None:
        """Take another scale of the user, 0.9..2.0."""
        if self.is_open and user_scale != self._user_scale:
            self._user_scale = user_scale
            self._limit()
            self._fit()

    def _limit(self) -> None:
        screen = self._native.screen
        share = _display_scale(self._native) * min(max(self._user_scale, SCALES[0]), SCALES[1])
        width = min(int(self._least[0] * share), screen.width)
        height = min(int(self._least[1] * share), screen.height)
        native = self._native
        native.set_minimum_size(width, height)
        if not native.fullscreen and (native.width < width or native.height < height):
            native.set_size(max(native.width, width), max(native.height, height))

    def _fit(self) -> None:
        width, height = self._native.get_framebuffer_size()
        # Some systems tell of a minimised window as one without any size.
        self.canvas.resize(max(1, width), max(1, height), self.scale)
        self.invalidate()

    def _resized(self, width: int, height: int) -> bool:
        self._fit()
        if self._shown and time.monotonic() - self._drawn_at > FRAME_SECONDS:
            # Some systems run no clock while a window is dragged larger.
            self.draw()
        return True

    def _rescaled(self, scale: float, dpi: int) -> bool:
        self._limit()
        self._fit()
        return True

    # --- frames -------------------------------------------------------------------------------------------
    def invalidate(self) -> None:
        """Have a frame painted soon; many calls before it make one frame."""
        if self._due or not self.is_open:
            return
        self._due = True
        pace = FRAME_SECONDS if self._shown else HIDDEN_SECONDS
        wait = self._drawn_at + pace - time.monotonic()
        pyglet.clock.schedule_once(self._frame, max(REST_SECONDS, wait))

    def _frame(self, _: float) -> None:
        if self._due:
            self.draw()

    def _wake(self, _: float) -> None:
        self.invalidate()

    def draw(self) -> None:
        """Paint a frame now and show it, unless the window is minimised: what time brings goes on nevertheless."""
        self._due = False
        if not self.is_open:
            return
        self._drawn_at = time.monotonic()
        again = self.tick is not None and self.tick(steady_ms())
        self._native.switch_to()
        stage, canvas, palette = self.stage, self.canvas, self.palette
        with canvas.frame(palette.t0):
            if stage is None:
                canvas.background(palette.t0, palette.t1)
            else:
                stage.paint(canvas)
        if self._shown:
            self._native.flip()
        pyglet.clock.unschedule(self._wake)
        if again:
            self.invalidate()
        elif stage is not None and stage.wake_at is not None:
            pyglet.clock.schedule_once(self._wake, max(0, stage.wake_at - steady_ms()) / 1000)

    def _exposed(self) -> bool:
        self.invalidate()
        return True

    def _appeared(self) -> bool:
        self._shown = True
        pyglet.clock.unschedule(self._frame)
        self._due = False
        self.invalidate()
        return True

    def _vanished(self) -> bool:
        self._shown = False
        return True

    # --- the window as a thing ----------------------------------------------------------------------------
    def caption(self, text: str) -> None:
        """Set the title."""
        self._caption = text
        if self.is_open and not self._blinking:
            self._native.set_caption(text)

    def attention(self, wanted: bool) -> None:
        """Let the title blink until the window is activated, or end that."""
        if not self.is_open:
            return
        pyglet.clock.unschedule(self._blink)
        self._blinking = wanted
        self._native.set_caption(f"● {self._caption}" if wanted else self._caption)
        if wanted:
            pyglet.clock.schedule_interval(self._blink, BLINK_SECONDS)

    def _blink(self, _: float) -> None:
        marked = self._native.caption != self._caption
        self._native.set_caption(self._caption if marked else f"● {self._caption}")

    def _activated(self) -> bool:
        if self._blinking:
            self.attention(False)
        self.invalidate()
        return True

    def fullscreen(self) -> None:
        """Fill the screen, or no longer."""
        if self.is_open:
            self._native.set_fullscreen(not self._native.fullscreen)
            self._limit()
            self._fit()

    def set_icon(self) -> None:
        """Give the window the logo as its icon."""
        from client.ui.draw import pieces

        images = []
        for side in ICON_SIDES:

            def paint(canvas: Canvas, side: int = side) -> None:
                canvas.hexagon(side / 2, side / 2, side / 2, self.palette.panel)
                pieces.logo(canvas, self.palette, side / 2, side / 2, 0.38 * side)

            pixels = self.canvas.snapshot(side, side, paint)
            images.append(pyglet.image.ImageData(side, side, "RGBA", pixels))
        self._native.set_icon(*images)

    def _close_wanted(self) -> bool:
        if self.may_close is None or self.may_close():
            self.close()
        return True

    def close(self) -> None:
        """Close the window, whatever ``may_close`` would say."""
        if not self.is_open:
            return
        self.is_open = False
        for call in (self._frame, self._wake, self._blink):
            pyglet.clock.unschedule(call)
        self._native.close()

    # --- clipboard and pointer ----------------------------------------------------------------------------
    def paste(self) -> str:
        """Return the text on the clipboard, "" where there is none."""
        return str(self._native.get_clipboard_text() or "") if self.is_open else ""

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        if self.is_open:
            self._native.set_clipboard_text(text)

    def set_cursor(self, name: str) -> None:
        """Give the pointer a shape: ``hand``, ``text``, ``size``, ``wait``, "" for the usual one."""
        if name == self._cursor or not self.is_open:
            return
        self._cursor = name
        cursor = self._native.get_system_mouse_cursor(name) if name in _CURSORS else None
        self._native.set_mouse_cursor(cursor)

    # --- input: every handler ends the event, as pyglet's own would close the window on Escape ----------------
    def _at(self, x: float, y: float, buttons: int = 0, modifiers: int = 0) -> Pointer:
        native = self._native
        units = native.get_framebuffer_size()[0] / max(1, native.width) / self.canvas.scale
        button = next((name for bit, name in _BUTTONS.items() if buttons & bit), "")
        shift, ctrl, _ = _modifiers(modifiers)
        return Pointer(x * units, (native.height - 1 - y) * units, button, shift, ctrl)

    def _mouse_moved(self, x: int, y: int, dx: int, dy: int) -> bool:
        if self.stage is not None:
            self.stage.pointer_moved(self._at(x, y))
        return True

    def _mouse_dragged(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> bool:
        if self.stage is not None:
            self.stage.pointer_moved(self._at(x, y, buttons, modifiers))
        return True

    def _mouse_pressed(self, x: int, y: int, button: int, modifiers: int) -> bool:
        if self.stage is not None:
            self.stage.pointer_pressed(self._at(x, y, button, modifiers))
        return True

    def _mouse_released(self, x: int, y: int, button: int, modifiers: int) -> bool:
        if self.stage is not None:
            self.stage.pointer_released(self._at(x, y, button, modifiers))
        return True

    def _mouse_left(self, x: int, y: int) -> bool:
        if self.stage is not None:
            self.stage.pointer_left()
        return True

    def _mouse_scrolled(self, x: int, y: int, dx: float, dy: float) -> bool:
        if self.stage is not None:
            self.stage.scrolled(self._at(x, y), dx, dy)
        return True

    def _key_pressed(self, symbol: int, modifiers: int) -> bool:
        name = _KEYS.get(pyglet.window.key.symbol_string(symbol))
        if name is None:
            return True
        self._held = KeyPress(name, *_modifiers(modifiers))
        self._first_motion = True
        if self.stage is not None:
            self.stage.key_pressed(self._held)
        return True

    def _key_released(self, symbol: int, modifiers: int) -> bool:
        self._held = None
        if self.stage is not None:
            self.stage.key_released()
        return True

    def _motion(self, _: int) -> bool:
        """Repeat a key that is held: pyglet tells its first press as a key and a motion, all others as motions."""
        if self._first_motion:
            self._first_motion = False
        elif self._held is not None and self.stage is not None:
            self.stage.key_pressed(self._held)
        return True

    def _text(self, text: str) -> bool:
        typed = "".join(c for c in text if c.isprintable())
        if typed and self.stage is not None:
            self.stage.text_entered(typed)
        return True


def open_window(
    caption: str, palette: Palette, *, user_scale: float = 1.0, size: tuple[int, int] = USUAL
) -> Window:
    """Open the window with its first frame, the bare table, drawn.

    Raises:
        ClientError: ``no_window``: there is no display, or it has no OpenGL 3.3.
    """
    window = Window(caption, palette, user_scale=user_scale, size=size)
    window.draw()
    return window


def _modifiers(bits: int) -> tuple[bool, bool, bool]:
    """Return shift, control (command on a Mac) and alt."""
    key = pyglet.window.key
    return bool(bits & key.MOD_SHIFT), bool(bits & key.MOD_ACCEL), bool(bits & key.MOD_ALT)


def _display_scale(native: Any) -> float:
    """Return the display's scale in quarters: some systems reckon it from millimetres and mean 1 by 1.04."""
    return max(1.0, round(float(native.scale) * 4) / 4)


def _open(caption: str, size: tuple[int, int], user_scale: float, *, visible: bool) -> Any:
    gl: Any = pyglet.gl
    config = gl.Config(double_buffer=True, depth_size=0, major_version=3, minor_version=3)
    try:
        screen = pyglet.display.get_display().get_default_screen()
        display = max(1.0, screen.get_scale())
        # The frame of the window and a task bar need room as well.
        width, height = (
            min(int(side * user_scale), int(0.94 * room / display))
            for side, room in zip(size, (screen.width, screen.height), strict=True)
        )
        return pyglet.window.Window(
            width,
            height,
            caption=caption,
            resizable=True,
            visible=visible,
            config=config,
            # Frames are paced here: waiting for the screen would hold up the network, which shares the thread.
            vsync=False,
        )
    except (pyglet.window.WindowException, pyglet.gl.ContextException) as error:
        raise ClientError("no_window", f"The display offers no OpenGL 3.3 ({error})") from error


# Loaded at once: whoever imports this module is to learn here that there is no display.
pyglet.window.Window  # noqa: B018
