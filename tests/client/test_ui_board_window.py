"""The board on a real canvas: what is kept, and what is seen."""

import pytest

from client.ui import theme
from client.ui.board import board as boards
from client.ui.board.board import BoardWidget
from client.ui.board.camera import View
from client.ui.board.motion import STEP, MotionQueue
from client.ui.geometry import Rect
from client.ui.toolkit.widget import Look, Pointer
from client.view.picture import BoardPicture, Mark, Motion
from engine.game import Event, EventKind, Piece
from engine.registry import GAMES

ROOM = Rect(280, 60, 700, 730)


@pytest.fixture
def painted(monkeypatch):
    """What was painted anew, in order."""
    found = []
    for name in ("paint_ground", "paint_pieces"):
        true = getattr(boards, name)

        def noted(*arguments, name=name, true=true):
            found.append(name)
            true(*arguments)

        monkeypatch.setattr(boards, name, noted)
    return found


def show(canvas, board, now=0, palette=theme.DARK):
    with canvas.frame(palette.t0):
        board.arrange(canvas, ROOM)
        board.paint(Look(canvas, palette, now))
    return Pixels(canvas)


class Pixels:
    """The frame that was drawn last."""

    def __init__(self, canvas):
        self.width, self.height = round(canvas.size.w * canvas.scale), round(canvas.size.h * canvas.scale)
        self.data = canvas.pixels()

    def at(self, x, y):
        start = 4 * ((self.height - 1 - int(y)) * self.width + int(x))
        return tuple(self.data[start : start + 3])


def board_of(name, options, **more):
    game = GAMES[name]
    s = game.setup(options)
    picture = BoardPicture(game.board(s), game.pieces(s), **more)
    return BoardWidget(picture, theme.owners_of(name, game.seats(game.options(s))))


def near(first, second, by=26):
    return all(abs(a - b) <= by for a, b in zip(first, second, strict=False))


def test_a_frame_without_change_repaints_nothing(canvas, painted):
    board = board_of("towerwars", {"size": 26})
    first = show(canvas, board)
    assert painted == ["paint_ground", "paint_pieces"]
    painted.clear()
    second = show(canvas, board)
    assert painted == []
    assert first.data == second.data


def test_panning_moves_the_kept_images(canvas, painted):
    board = board_of("towerwars", {"size": 26})
    board.arrange(canvas, ROOM)
    board._look(View(6.0))
    first = show(canvas, board)
    painted.clear()
    board._look(board.view.panned(board.shape, ROOM, 40, 25))
    second = show(canvas, board)
    assert painted == []
    for x, y in ((500, 300), (620, 410), (705, 512)):
        assert first.at(x, y) == second.at(x + 40, y + 25)


@pytest.mark.parametrize("palette", [theme.DARK, theme.LIGHT], ids=["dark", "light"])
def test_cells_marks_and_pieces_are_where_the_camera_says(canvas, palette):
    marks = {"e4": frozenset({Mark.NEAR}), "c5": frozenset({Mark.SELECTED})}
    board = board_of("krieg", {}, marks=marks)
    seen = show(canvas, board, palette=palette)
    a = board.camera().a
    x, y = board.centre_of("e4")
    assert near(seen.at(x, y), palette.reach, 30)
    x, y = board.centre_of("c6")
    assert near(seen.at(x, y), palette.cell)
    x, y = board.centre_of("c5")
    assert near(seen.at(x, y - 0.945 * a * 0.866 + 1.5), palette.honey)
    x, y = board.centre_of("e1")
    assert near(seen.at(x, y), theme.OWNERS["cobalt"].face, 40)
    assert seen.at(ROOM.x + 4, ROOM.y + 4) == palette.t0[:3]


def test_a_moving_piece_is_seen_between_its_cells(canvas, painted):
    still = board_of("krieg", {})
    before, after = (
        BoardPicture(still.picture.board, (*still.picture.pieces, Piece(cell, "fighter", 1, 3)))
        for cell in ("e4", "e5")
    )
    moved = Event(EventKind.MOVED, 1, "e5", "e4", 3, "fighter")
    queue = MotionQueue()
    queue.add(Motion(0, 1, before, after, ("e4", "e5"), (moved,), False))
    board = BoardWidget(after, still.owners, queue=queue)
    face = theme.OWNERS["madder"].face

    def red(pixels, cell):
        x, y = board.centre_of(cell)
        return near(pixels.at(x - 9, y - 6), face, 40)

    first = show(canvas, board, 0)
    assert red(first, "e4")
    assert not red(first, "e5")
    painted.clear()
    show(canvas, board, STEP // 3)
    assert painted == [], "what stands still is an image"
    last = show(canvas, board, STEP)
    assert red(last, "e5")
    assert not red(last, "e4")


@pytest.mark.parametrize(("width", "height", "scale"), [(1024, 640, 1.0), (1600, 1000, 2.0)])
def test_other_sizes_are_painted(hidden_screen, width, height, scale):
    canvas = hidden_screen.canvas(width, height, scale)
    board = board_of("krieg", {"radius": 8})
    with canvas.frame(theme.DARK.t0):
        board.arrange(canvas, canvas.size)
        board.paint(Look(canvas, theme.DARK))
    x, y = board.centre_of("i8")
    assert near(Pixels(canvas).at(x * scale, y * scale), theme.DARK.cell)


def test_what_is_pointed_at_is_what_is_seen_there(canvas):
    board = board_of("towerwars", {"size": 8})
    told = []
    board._on_hover = told.append
    show(canvas, board)
    for cell in ("A1", "D4", "H8"):
        board.pointer_moved(Pointer(*board.centre_of(cell)))
    assert told == ["A1", "D4", "H8"]
