"""A canvas on a hidden window for tests that look at pixels: loaded by the fixtures of ``conftest.py``."""

from collections.abc import Iterator
from contextlib import contextmanager

import pyglet

pyglet.options.debug_gl = False

from pyglet import gl  # noqa: E402

from client.ui.draw.glcanvas import GLCanvas  # noqa: E402
from client.ui.gallery.png import png  # noqa: E402


class HiddenCanvas(GLCanvas):
    """A canvas that can be looked at."""

    def grab(self) -> bytes:
        """Return what was drawn last as a PNG file."""
        return png(*self._view, self.pixels())

    def pixel(self, x: int, y: int) -> tuple[int, int, int]:
        """Return red, green and blue of a pixel of what was drawn last, (0, 0) at the top left."""
        width, height = self._view
        at = ((height - 1 - y) * width + x) * 4
        r, g, b = self.pixels()[at : at + 3]
        return r, g, b


class Screen:
    """One hidden window, as large as any test wants; its canvas is resized, never built twice."""

    def __init__(self) -> None:
        self.window = pyglet.window.Window(
            2000,
            1300,
            visible=False,
            config=gl.Config(double_buffer=True, major_version=3, minor_version=3),
        )
        self._canvas = HiddenCanvas(1280, 800)

    def canvas(self, width: int = 1280, height: int = 800, scale: float = 1.0) -> HiddenCanvas:
        """Return the canvas with that many pixels and pixels a unit."""
        self.window.switch_to()
        self._canvas.resize(width, height, scale)
        return self._canvas


@contextmanager
def hidden_screen() -> Iterator[Screen]:
    """Open the window and close it afterwards."""
    screen = Screen()
    try:
        yield screen
    finally:
        screen.window.close()
