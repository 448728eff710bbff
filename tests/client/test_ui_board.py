"""The board as a widget, painted on a canvas that writes down what it is told."""

import pytest

from client.ui import theme
from client.ui.board import motion as motions
from client.ui.board.board import BoardWidget
from client.ui.board.camera import View, fit
from client.ui.board.marks import paint_above, paint_arrows, paint_badges, paint_below
from client.ui.board.motion import MotionQueue
from client.ui.board.shape import shape_of
from client.ui.board.thumbnail import thumbnail
from client.ui.geometry import Rect
from client.ui.toolkit.stage import Stage
from client.ui.toolkit.widget import KeyPress, Look, Pointer
from client.view.picture import Badge, BoardPicture, EdgeLabel, Mark, Motion
from engine.game import Board, BoardCell, Event, EventKind, Piece
from engine.registry import GAMES

ROOM = Rect(280, 60, 700, 730)
CHESS = Board(
    "pointy", tuple(BoardCell(f"{q}{r}", q, r, owner=q % 3 or None) for q in range(4) for r in range(3))
)


class Host:
    """A stage that counts."""

    def __init__(self):
        self.frames = 0
        self.time = 0

    def now(self):
        return self.time

    def redraw(self):
        self.frames += 1


@pytest.fixture
def canvas(board_help):
    return board_help.Recorder()


def krieg(**more):
    game = GAMES["krieg"]
    s = game.setup({})
    return BoardPicture(game.board(s), game.pieces(s), **more)


def owners(picture):
    seats = 1 + max((cell.owner or 0 for cell in picture.board.cells), default=0)
    return theme.owners_of("", max(2, seats))


def widget(canvas, picture, **more):
    made = BoardWidget(picture, owners(picture), **more)
    made.host = Host()
    made.arrange(canvas, ROOM)
    return made


def paint(canvas, board, now=0, palette=theme.DARK):
    canvas.calls.clear()
    canvas.painted.clear()
    look = Look(canvas, palette, now)
    board.paint(look)
    return look


def at(board, cell, button="left"):
    x, y = board.centre_of(cell)
    return Pointer(x, y, button)


def click(board, cell, button="left"):
    board.pointer_pressed(at(board, cell, button))
    board.pointer_released(at(board, cell, button))


# --- every game ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("palette", [theme.DARK, theme.LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("name", GAMES)
def test_every_mode_of_every_game_is_painted(name, palette, canvas, board_help):
    game = GAMES[name]
    for options in board_help.options_of(name):
        seats = theme.owners_of(name, game.seats(options))
        for turns, (s, *_) in enumerate(board_help.positions(game, options, 30)):
            if turns % 6 == 5:
                picture = board_help.picture_of(game, s, turns=turns, labels=board_help.LABELS)
                board = BoardWidget(picture, seats)
                board.arrange(canvas, ROOM)
                paint(canvas, board, palette=palette)
                assert len(canvas.named("hexagon")) >= 2 * len(picture.board.cells) / 4
                thumbnail(canvas, palette, picture, Rect(0, 0, 140, 160), seats)


@pytest.mark.parametrize("name", GAMES)
def test_motions_of_every_game_are_painted(name, canvas, board_help):
    game = GAMES[name]
    for options in board_help.options_of(name):
        seats = theme.owners_of(name, game.seats(options))
        now = 0
        queue = MotionQueue()
        for k, played in enumerate(board_help.positions(game, options, 40)):
            if k % 8 != 7:
                continue
            motion = board_help.motion_of(game, k, *played)
            queue.add(motion)
            board = BoardWidget(motion.after, seats, queue=queue)
            board.arrange(canvas, ROOM)
            while paint(canvas, board, now).wake is not None:
                now += 150


def test_pieces_that_nobody_knows_are_discs_with_their_letter(canvas):
    pieces = (Piece("00", "knight", 0), Piece("11", "pawn", None, 3), Piece("22", "queen", 2, 1, ("done",)))
    board = widget(canvas, BoardPicture(CHESS, pieces))
    paint(canvas, board)
    assert [call[1] for call in canvas.named("text")] == ["K", "P3", "Q"]
    assert len(canvas.named("circle")) >= 9
    thumbnail(canvas, theme.DARK, board.picture, Rect(0, 0, 90, 90), board.owners)


def test_a_tower_of_stones_is_not_a_tower_of_archers(canvas):
    board = widget(canvas, BoardPicture(CHESS, (Piece("00", "tower", 0, 2),)))
    paint(canvas, board)
    assert not [call for call in canvas.named("shape") if call[1] == "tower"]
    board = widget(canvas, BoardPicture(CHESS, (Piece("00", "tower", None, 2),)))
    paint(canvas, board)
    assert [call for call in canvas.named("shape") if call[1] == "tower"]


# --- what is kept -------------------------------------------------------------------------------------------------
def test_a_frame_without_change_paints_no_cell(canvas):
    board = widget(canvas, krieg())
    paint(canvas, board)
    assert canvas.painted == ["board.ground", "board.pieces"]
    paint(canvas, board)
    assert canvas.painted == []
    assert {call[0] for call in canvas.calls} <= {"picture", "layer"}


def test_pointing_and_marks_repaint_neither_cells_nor_pieces(canvas):
    board = widget(canvas, krieg())
    paint(canvas, board)
    again = widget(canvas, krieg(marks={"e4": frozenset({Mark.NEAR})}, version=2))
    again.adopt(board)
    again.pointer_moved(at(again, "e4"))
    paint(canvas, again)
    assert canvas.painted == []
    assert canvas.named("hexagon")


def test_a_moved_piece_repaints_pieces_a_taken_cell_the_ground(canvas):
    picture = krieg()
    board = widget(canvas, picture)
    paint(canvas, board)
    moved = widget(canvas, BoardPicture(picture.board, (*picture.pieces, Piece("e4", "rider", 0))))
    moved.adopt(board)
    paint(canvas, moved)
    assert canvas.painted == ["board.pieces"]
    cells = tuple(
        BoardCell(c.name, c.q, c.r, c.kind, 0 if c.name == "e4" else c.owner) for c in picture.board.cells
    )
    taken = widget(canvas, BoardPicture(Board("flat", cells), moved.picture.pieces))
    taken.adopt(moved)
    paint(canvas, taken)
    assert canvas.painted == ["board.ground"]


@pytest.mark.parametrize("change", ["zoom", "palette", "strength", "size"])
def test_everything_else_that_is_seen_repaints(canvas, change):
    picture = krieg()
    board = widget(canvas, picture)
    paint(canvas, board)
    palette = theme.LIGHT if change == "palette" else theme.DARK
    other = widget(canvas, picture, strength=0.0 if change == "strength" else 1.0)
    other.adopt(board)
    if change == "zoom":
        other.scrolled(Pointer(600, 400), 0, 2)
    if change == "size":
        other.arrange(canvas, Rect(0, 0, 500, 500))
    paint(canvas, other, palette=palette)
    assert "board.ground" in canvas.painted


def test_panning_moves_the_images_until_they_end(canvas):
    game = GAMES["towerwars"]
    s = game.setup({"size": 26})
    board = widget(canvas, BoardPicture(game.board(s), game.pieces(s)))
    board._look(View(6.0))
    paint(canvas, board)
    for _ in range(5):
        board._look(board.view.panned(board.shape, ROOM, 40, 30))
        paint(canvas, board)
        assert canvas.painted == []
    for _ in range(3):
        board._look(board.view.panned(board.shape, ROOM, 40, 30))
    paint(canvas, board)
    assert canvas.painted == ["board.ground", "board.pieces"]


def test_far_cells_of_a_large_board_are_left_out(canvas):
    game = GAMES["towerwars"]
    s = game.setup({"size": 26})
    board = widget(canvas, BoardPicture(game.board(s), game.pieces(s)), home="A1")
    board._look(View(9.0, -0.4, -0.4))
    paint(canvas, board)
    assert len(canvas.named("hexagon")) < 676


# --- marks --------------------------------------------------------------------------------------------------------
def form(canvas):
    """Return what a mark is made of: kinds of shapes with their numbers, closed or dashed, filled or not."""
    found = []
    for call in canvas.calls:
        match call:
            case ("hexagon", _, _, a, fill, more):
                found.append(("hexagon", round(a), fill is not None and fill[3] > 128, "border" in more))
            case ("circle", _, _, r, fill, more):
                found.append(("circle", round(r), fill is not None, bool(more.get("dash"))))
            case ("line", points, _, _, dash):
                found.append(("line", len(points), bool(dash)))
            case ("polygon", points, _):
                found.append(("polygon", len(points)))
    assert found
    return tuple(sorted(map(str, found)))


@pytest.mark.parametrize("palette", [theme.DARK, theme.LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("a", [12, 24, 44])
def test_all_marks_have_different_shapes(canvas, palette, a):
    shape = shape_of(krieg().board)
    camera = fit(shape, Rect(0, 0, a * 16, a * 18))
    forms = {}
    for mark in Mark:
        canvas.calls.clear()
        marks = {"e5": frozenset({mark})}
        paint_below(canvas, palette, camera, shape, marks, None)
        paint_above(canvas, palette, camera, shape, marks)
        forms[mark] = form(canvas)
    assert len(set(forms.values())) == len(Mark)


def test_badges_have_different_shapes(canvas):
    shape = shape_of(krieg().board)
    forms = set()
    for badge in Badge:
        canvas.calls.clear()
        paint_badges(canvas, theme.DARK, fit(shape, ROOM), shape, {"e5": badge})
        lines = [(len(call[1]), call[1][0][1] > call[1][-1][1]) for call in canvas.named("line")]
        forms.add((tuple(lines), len(canvas.named("polygon"))))
    assert len(forms) == len(Badge)


def test_of_many_attacks_only_the_one_pointed_at_is_bold(canvas):
    shape = shape_of(krieg().board)
    camera = fit(shape, ROOM)
    marks = {name: frozenset({Mark.ATTACK}) for name in ("e5", "e6", "f5")}

    def widths(pointed, found=marks):
        canvas.calls.clear()
        paint_below(canvas, theme.DARK, camera, shape, found, pointed)
        return sorted(call[5]["border_width"] for call in canvas.named("circle"))

    assert len(set(widths(None))) == 2
    assert len(set(widths("e6"))) == 4
    assert max(widths("e6")) == max(widths(None, {"e5": frozenset({Mark.ATTACK})}))


def test_marks_and_arrows_of_other_boards_are_left_out(canvas):
    shape = shape_of(krieg().board)
    camera = fit(shape, ROOM)
    for mark in Mark:
        paint_below(canvas, theme.DARK, camera, shape, {"z99": frozenset({mark})}, None)
        paint_above(canvas, theme.DARK, camera, shape, {"z99": frozenset({mark})})
    paint_arrows(canvas, theme.DARK, camera, shape, [("e1", "z99"), ("e1", "e1")])
    paint_badges(canvas, theme.DARK, camera, shape, {"z99": Badge.BUILD})
    assert not canvas.calls


def test_an_arrow_ends_at_its_target(canvas):
    shape = shape_of(krieg().board)
    camera = fit(shape, ROOM)
    paint_arrows(canvas, theme.DARK, camera, shape, [("e2", "e6")])
    x, y = camera.place(shape.centres["e6"])
    head = canvas.named("polygon")[-1][1]
    assert min(abs(u - x) + abs(v - y) for u, v in head) < camera.a


def test_letters_turn_with_the_board(canvas):
    label = EdgeLabel("a", 0.0, 7.6)
    found = []
    for turns in (0, 3):
        paint(canvas, widget(canvas, krieg(labels=(label,), turns=turns)))
        canvas.kept.clear()
        found.append(canvas.named("text")[0])
    assert found[0][3] > ROOM.cy > found[1][3]


def test_letters_stay_on_the_wood(canvas):
    board = widget(canvas, krieg(labels=(EdgeLabel("e", 0.0, 4 * 3**0.5 + 1.5), EdgeLabel("d", -1.5, 7.0))))
    paint(canvas, board)
    a = board.camera().a
    (_, _, x, y, size), (_, _, near_x, near_y, _) = canvas.named("text")
    assert (x, y + 0.7 * size) == pytest.approx(board.camera().place((0.0, 4 * 3**0.5 + 1.13)))
    assert (near_x, near_y + 0.7 * size) == pytest.approx(board.camera().place((-1.5, 7.0)), abs=0.1 * a)


@pytest.mark.parametrize("turns", [0, 1])
def test_a_regular_plate_is_a_hexagon_any_other_is_made_of_polygons(canvas, turns):
    for picture, regular in ((krieg(turns=turns), True), (BoardPicture(CHESS, (), turns=turns), False)):
        canvas.kept.clear()
        board = widget(canvas, picture)
        paint(canvas, board)
        wide = [call for call in canvas.named("hexagon") if call[3] > 3 * board.camera().a]
        assert bool(wide) == regular
        assert bool(canvas.named("polygon")) == (not regular)


# --- pointer ------------------------------------------------------------------------------------------------------
def test_hovering_tells_every_change_of_cell_once(canvas):
    told = []
    board = widget(canvas, krieg(), on_hover=told.append)
    x, y = board.centre_of("e4")
    used = [board.pointer_moved(Pointer(x + dx, y)) for dx in range(-8, 9)]
    assert used == [True] + [False] * 16, "no frame is wanted while the pointer stays in a cell"
    board.pointer_moved(at(board, "e5"))
    board.pointer_moved(Pointer(ROOM.x + 2, ROOM.y + 2))
    board.pointer_left()
    assert told == ["e4", "e5", None]


@pytest.mark.parametrize("button", ["left", "middle", "right"])
def test_a_click_tells_cell_and_button(canvas, button):
    told = []
    board = widget(canvas, krieg(), on_click=lambda *what: told.append(what))
    click(board, "e4", button)
    assert told == [("e4", button)]


def test_a_press_that_ends_on_another_cell_is_no_click(canvas):
    told = []
    board = widget(canvas, krieg(), on_click=lambda *what: told.append(what))
    board.pointer_pressed(at(board, "e4"))
    board.pointer_released(at(board, "e6"))
    assert told == []


def drag(board, source, target, refresh):
    board.pointer_pressed(at(board, source))
    x, y = board.centre_of(target)
    board.pointer_moved(Pointer(x - 4, y, "left"))
    board = refresh(board)
    board.pointer_moved(Pointer(x, y, "left"))
    board.pointer_released(Pointer(x, y, "left"))
    return board


def test_dragging_a_piece_to_a_target_is_two_clicks(canvas):
    told = []
    more = {"on_click": lambda *what: told.append(what)}
    picture = krieg()

    def selected(earlier):
        marks = {"e1": frozenset({Mark.SELECTED}), "e3": frozenset({Mark.FAR})}
        later = widget(canvas, BoardPicture(picture.board, picture.pieces, marks), **more)
        later.adopt(earlier)
        paint(canvas, later)
        assert canvas.named("shape"), "the dragged piece is at the pointer"
        return later

    board = drag(widget(canvas, picture, **more), "e1", "e3", selected)
    assert told == [("e1", "left"), ("e3", "left")]
    told.clear()
    drag(board, "e1", "e5", lambda same: same)
    assert told == [], "e5 is no target, and e1 was selected already"
    drag(board, "e9", "e5", lambda same: same)
    assert told == [("e9", "left")], "what cannot be selected is not dropped anywhere"


def test_on_a_stage_a_drag_outlives_the_trees(canvas):
    picture = krieg()
    chosen = []

    def build(size):
        marks = {"e1": {Mark.SELECTED}, "e2": {Mark.NEAR}} if chosen else {}
        marks = {name: frozenset(found) for name, found in marks.items()}

        def on_click(cell, button):
            chosen.append(cell)
            stage.refresh()

        return BoardWidget(
            BoardPicture(picture.board, picture.pieces, marks), owners(picture), on_click=on_click
        )

    stage = Stage(canvas, theme.DARK, lambda: 0)
    stage.show(build)
    first = stage.root
    assert stage.pointer_pressed(at(first, "e1"))
    stage.pointer_moved(at(first, "e2"))
    assert stage.root is not first
    assert chosen == ["e1"]
    stage.pointer_released(at(first, "e2"))
    assert chosen == ["e1", "e2"]
    assert stage.focused is stage.root


@pytest.mark.parametrize(
    "pressed",
    [
        Pointer(630, 425, "right"),
        Pointer(630, 425, "middle"),
        Pointer(630, 425, "left", shift=True),
    ],
)
def test_the_board_is_drawn_along(canvas, pressed):
    told = []
    board = widget(canvas, krieg(), on_click=lambda *what: told.append(what))
    board.scrolled(Pointer(630, 425), 0, 6)
    x, y = board.centre_of("e5")
    board.pointer_pressed(pressed)
    board.pointer_moved(Pointer(650, 435, pressed.button))
    board.pointer_moved(Pointer(680, 445, pressed.button))
    board.pointer_released(Pointer(680, 445, pressed.button))
    assert board.centre_of("e5") == pytest.approx((x + 50, y + 20))
    assert told == []


def test_a_drag_that_begins_on_the_table_draws_the_board_along(canvas):
    board = widget(canvas, krieg())
    board.scrolled(Pointer(630, 425), 0, 1)
    board._look(board.view.panned(board.shape, ROOM, 900, 900))
    start = board.centre_of("e5")
    board.pointer_pressed(Pointer(ROOM.x + 3, ROOM.y + 3, "left"))
    board.pointer_moved(Pointer(ROOM.x - 20, ROOM.y - 12, "left"))
    assert board.centre_of("e5") != start


def test_the_wheel_zooms_about_the_pointer(canvas):
    board = widget(canvas, krieg())
    cell = board.cell_at(640, 430)
    before = board.camera().a
    board.scrolled(Pointer(640, 430), 0, 3)
    assert board.camera().a > before
    assert board.cell_at(640, 430) == cell
    assert board.host.frames == 1


def test_a_double_click_on_the_table_recentres(canvas):
    board = widget(canvas, krieg())
    first = board.camera()
    for time, pause in ((1000, 900), (3000, 200)):
        board.scrolled(Pointer(640, 430), 0, 1)
        board._look(board.view.panned(board.shape, ROOM, 900, 900))
        for now in (time, time + pause):
            board.host.time = now
            board.pointer_pressed(Pointer(ROOM.x + 3, ROOM.y + 3, "left"))
            board.pointer_released(Pointer(ROOM.x + 3, ROOM.y + 3, "left"))
        assert (board.camera() == first) == (pause < 400)


# --- keyboard -----------------------------------------------------------------------------------------------------
def test_keys_about_the_camera_stay_here_the_others_are_handed_on(canvas):
    told = []

    def on_key(press):
        told.append(press.name)
        return press.name != "q"

    board = widget(canvas, krieg(), on_key=on_key)
    first = board.camera()
    for _ in range(5):
        assert board.key_pressed(KeyPress("plus"))
    closer = board.camera()
    assert closer.a > first.a
    assert board.key_pressed(KeyPress("left", shift=True))
    assert board.camera().x > closer.x
    assert board.key_pressed(KeyPress("minus"))
    assert board.camera().a < closer.a
    assert board.key_pressed(KeyPress("0"))
    assert board.camera() == first
    assert board.key_pressed(KeyPress("left"))
    assert board.key_pressed(KeyPress("enter"))
    assert not board.key_pressed(KeyPress("q"))
    assert told == ["left", "enter", "q"]


def test_recentring_what_opens_closer_shows_all_of_it_the_second_time(canvas):
    game = GAMES["towerwars"]
    s = game.setup({"size": 26})
    board = widget(canvas, BoardPicture(game.board(s), game.pieces(s)), home="Z26")
    opened = board.camera()
    board.recentre()
    assert board.camera().a == fit(board.shape, ROOM).a
    board.recentre()
    assert board.camera() == opened


def test_the_cursor_is_followed_when_it_leaves_the_view(canvas):
    picture = krieg()
    board = widget(canvas, picture)
    board.scrolled(Pointer(ROOM.cx, ROOM.y + 30), 0, 6)
    assert not ROOM.contains(*board.centre_of("e1"))
    later = BoardWidget(
        BoardPicture(picture.board, picture.pieces, {"e1": frozenset({Mark.CURSOR})}), board.owners
    )
    later.adopt(board)
    later.arrange(canvas, ROOM)
    assert ROOM.contains(*later.centre_of("e1"))


def test_focus_is_seen_as_long_as_there_is_no_cursor(canvas):
    board = widget(canvas, krieg())
    board.paint(Look(canvas, theme.DARK, focused=board))
    _, points, _, colour, _ = canvas.named("line")[-1]
    assert colour == theme.DARK.focus
    assert points[0] == points[-1]  # round the plate


# --- motion -------------------------------------------------------------------------------------------------------
def moving():
    picture = krieg()
    before = BoardPicture(picture.board, (*picture.pieces, Piece("e3", "rider", 0, 2)))
    after = BoardPicture(picture.board, (*picture.pieces, Piece("e4", "rider", 0, 2)))
    moved = Event(EventKind.MOVED, 0, "e4", "e3", 2, "rider")
    return Motion(0, 0, before, after, ("e3", "e4"), (moved,), False)


def test_while_a_piece_moves_the_board_is_an_image(canvas):
    queue = MotionQueue()
    motion = moving()
    queue.add(motion)
    board = widget(canvas, motion.after, queue=queue)
    look = paint(canvas, board, 1000)
    assert look.wake == 0
    paint(canvas, board, 1000 + motions.STEP // 2)
    assert canvas.painted == []
    assert canvas.named("shape")
    look = paint(canvas, board, 1000 + motions.STEP)
    assert look.wake is None
    assert canvas.painted == ["board.pieces"]


def test_a_click_ends_what_moves_and_is_no_click(canvas):
    told = []
    queue = MotionQueue()
    queue.add(moving())
    board = widget(canvas, moving().after, queue=queue, on_click=lambda *what: told.append(what))
    paint(canvas, board, 0)
    click(board, "e4")
    assert not queue.running
    assert told == []
    click(board, "e4")
    assert told == [("e4", "left")]


@pytest.mark.parametrize(("name", "handed_on"), [("enter", False), ("space", False), ("left", True)])
def test_a_key_ends_what_moves(canvas, name, handed_on):
    told = []
    queue = MotionQueue()
    queue.add(moving())
    board = widget(canvas, moving().after, queue=queue, on_key=lambda press: told.append(press.name) or True)
    paint(canvas, board, 0)
    assert board.key_pressed(KeyPress(name))
    assert not queue.running
    assert (told == [name]) == handed_on


@pytest.mark.parametrize("cell", ["e9", "a1", "i5", "e5"])
def test_dice_stay_in_the_room(canvas, cell):
    picture = krieg()
    rolls = (
        Event(EventKind.ROLLED, 0, cell, "e3", 5, "rider", (6, 5, 4, 3, 2)),
        Event(EventKind.ROLLED, None, cell, count=5, piece="tower", dice=(1, 2, 3, 4, 5)),
    )
    queue = MotionQueue()
    queue.add(Motion(0, 0, picture, picture, ("e3", cell), rolls, True))
    board = widget(canvas, picture, queue=queue)
    for now in (0, 300, 900):
        paint(canvas, board, now)
        tray = canvas.named("box")[0][1]
        assert ROOM.x <= tray.x
        assert tray.right <= ROOM.right
        assert ROOM.y <= tray.y
        assert tray.bottom <= ROOM.bottom
