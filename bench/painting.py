"""S11: frames of a board, as they are painted by software, against a single list of quads.

Both are painted at 1280 x 800 into one hidden window, and waited for. Ours is a whole frame: the table, the board
with letters, plate and pieces, all anti-aliased. The reference covers as many pixels, which is all of them, with
squares of one colour.
"""

from collections.abc import Callable
from functools import cache
from math import sqrt
from typing import Any

import pyglet

from bench.timing import Work
from client.ui.board.board import BoardWidget
from client.ui.draw.glcanvas import GLCanvas
from client.ui.geometry import Rect
from client.ui.theme import DARK, owners_of
from client.ui.toolkit.widget import Look
from client.ui.window import Window
from client.view.picture import BoardPicture
from engine.registry import find

__all__ = ["BOARDS", "board_frames", "quad_frames"]

WIDTH, HEIGHT = 1280, 800
ROOM = Rect(16, 60, WIDTH - 32, HEIGHT - 76)

BOARDS = {
    61: ("krieg", {"radius": 4}),
    400: ("towerwars", {"size": 20}),
    676: ("towerwars", {"size": 26}),
}
"""By the number of their cells."""


@cache
def _canvas() -> GLCanvas:
    """Return the canvas of a hidden window, which stays open."""
    return Window("bench", DARK, size=(WIDTH, HEIGHT), visible=False).canvas


def _board(cells: int) -> BoardWidget:
    name, options = BOARDS[cells]
    game = find(name)
    state = game.setup(options)
    board = game.board(state)
    assert len(board.cells) == cells, f"{name} {options} has {len(board.cells)} cells"
    return BoardWidget(
        BoardPicture(board, game.pieces(state)), owners_of(name, game.seats(game.options(state)))
    )


def board_frames(cells: int, frames: int, *, anew: bool = False) -> Work:
    """Return work that paints a board ``frames`` times; ``anew``: with nothing kept from the frame before."""
    canvas = _canvas()
    canvas.resize(WIDTH, HEIGHT, 1.0)
    board = _board(cells)

    def run() -> int:
        for number in range(frames):
            if anew:
                board.strength = 1.0 + (number + 1) / 1000
                board.picture = _turned_over(board.picture)
            with canvas.frame(DARK.t0):
                canvas.background(DARK.t0, DARK.t1)
                board.arrange(canvas, ROOM)
                board.paint(Look(canvas, DARK, 0))
            _wait()
        return frames

    return run


def _turned_over(picture: BoardPicture) -> BoardPicture:
    """Return the picture with its pieces in another order, which looks the same and has to be painted anew."""
    first, *others = picture.pieces
    return BoardPicture(picture.board, (*others, first))


def quad_frames(cells: int, frames: int) -> Work:
    """Return work that covers the window with as many squares as the board has cells, in one list."""
    _canvas().resize(WIDTH, HEIGHT, 1.0)
    columns = round(sqrt(cells))
    rows = -(-cells // columns)
    w, h = WIDTH / columns, HEIGHT / rows
    positions: list[float] = []
    indices: list[int] = []
    for number in range(cells):
        x, y = number % columns * w, number // columns * h
        positions += (x, y, x + w, y, x + w, y + h, x, y + h)
        indices += (4 * number + corner for corner in (0, 1, 2, 0, 2, 3))
    program = _program()
    size = (2 / WIDTH, 2 / HEIGHT)
    program["unit"] = size
    colours = [share / 255 for _ in range(4 * cells) for share in DARK.cell]
    quads: Any = program.vertex_list_indexed(
        4 * cells, pyglet.gl.GL_TRIANGLES, indices, position=("f", positions), colours=("f", colours)
    )

    def run() -> int:
        for _ in range(frames):
            pyglet.gl.glViewport(0, 0, WIDTH, HEIGHT)
            pyglet.gl.glDisable(
                pyglet.gl.GL_BLEND
            )  # whatever our own frames left: blending takes a third longer
            pyglet.gl.glClear(pyglet.gl.GL_COLOR_BUFFER_BIT)
            program.use()
            quads.draw(pyglet.gl.GL_TRIANGLES)
            _wait()
        return frames

    return run


def _program() -> Any:
    vertex = """#version 330 core
        in vec2 position;
        in vec4 colours;
        out vec4 colour;
        uniform vec2 unit;
        void main() { gl_Position = vec4(position * unit - 1.0, 0.0, 1.0); colour = colours; }"""
    fragment = """#version 330 core
        in vec4 colour;
        out vec4 painted;
        void main() { painted = colour; }"""
    shader: Callable[..., Any] = pyglet.graphics.shader.Shader
    return pyglet.graphics.shader.ShaderProgram(shader(vertex, "vertex"), shader(fragment, "fragment"))


def _wait() -> None:
    """Wait until everything is painted: software paints when somebody wants to see it."""
    pyglet.gl.glFinish()
