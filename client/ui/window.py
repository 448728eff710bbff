"""The window itself: opened here, so that nothing else has to know pyglet."""

from pyglet import gl
from pyglet.window import Window

from client.ui.theme import Palette

__all__ = ["open_window"]


def open_window(caption: str, palette: Palette) -> None:
    """Open a window of the theme's background, with its first frame drawn."""
    window = Window(1280, 800, caption=caption, resizable=True)

    @window.event  # type: ignore[untyped-decorator]  # pyglet's has no types
    def on_draw() -> None:
        gl.glClearColor(*(part / 255 for part in palette.t1))
        window.clear()

    window.draw(0.0)
