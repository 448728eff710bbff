"""Where cells are and which cell is at a point: laws of the board's geometry."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.ui.board.camera import SMALLEST_UNIT, UNIT, View, fit, opening
from client.ui.board.shape import MARGIN, STEPS, hull, offset, rounded, shape_of, turned
from client.ui.geometry import Rect
from engine.game import Board, BoardCell
from engine.registry import GAMES

KRIEG = {radius: GAMES["krieg"].board(GAMES["krieg"].setup({"radius": radius})) for radius in (3, 4, 8)}
TOWERS = {size: GAMES["towerwars"].board(GAMES["towerwars"].setup({"size": size})) for size in (4, 8, 26)}
BOARDS = (*KRIEG.values(), *TOWERS.values())
ROOM = Rect(280, 60, 700, 730)

rooms = st.builds(
    Rect,
    st.integers(0, 300).map(float),
    st.integers(0, 100).map(float),
    st.integers(200, 2400).map(float),
    st.integers(200, 1400).map(float),
)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("turns", range(6))
def test_the_centre_of_every_cell_is_picked_as_that_cell(board, turns):
    shape = shape_of(board, turns)
    camera = fit(shape, ROOM)
    for cell in board.cells:
        assert camera.pick(shape, *camera.place(shape.centres[cell.name])) == cell.name


@given(
    board=st.sampled_from(BOARDS),
    turns=st.integers(0, 5),
    room=rooms,
    steps=st.lists(
        st.tuples(st.sampled_from((0.7, 1.15, 2.0)), st.floats(0, 1), st.floats(0, 1)), max_size=5
    ),
    angle=st.floats(0, 2 * math.pi),
    far=st.floats(0, 0.85),
)
def test_any_point_well_within_a_cell_is_picked_however_it_is_looked_at(
    board, turns, room, steps, angle, far
):
    shape = shape_of(board, turns)
    view = opening(shape, room)
    for factor, x, y in steps:
        view = view.zoomed(shape, room, factor, room.x + x * room.w, room.y + y * room.h)
    camera = view.camera(shape, room)
    for name in list(shape.centres)[:: max(1, len(shape.centres) // 12)]:
        x, y = camera.place(shape.centres[name])
        x, y = x + far * camera.a * math.cos(angle), y + far * camera.a * math.sin(angle)
        # Within the inscribed circle it is certain, further out a neighbour may have it: but never nobody.
        picked = camera.pick(shape, x, y)
        if far <= 0.86 * math.sqrt(3) / 2:
            assert picked == name


@pytest.mark.parametrize("board", BOARDS)
def test_between_two_cells_there_is_nothing(board):
    shape = shape_of(board)
    for name, (x, y) in shape.centres.items():
        for step in range(6):
            other = shape.neighbour(name, step)
            if other is None:
                continue
            u, v = shape.centres[other]
            along = [shape.at(x + (u - x) * k / 40, y + (v - y) * k / 40) for k in range(41)]
            assert set(along) == {name, other}


@pytest.mark.parametrize("board", BOARDS)
def test_nothing_is_picked_beside_the_board(board):
    shape = shape_of(board)
    bounds = shape.bounds
    for k in range(60):
        angle = k * math.pi / 30
        assert (
            shape.at(bounds.cx + bounds.w * math.cos(angle), bounds.cy + bounds.h * math.sin(angle)) is None
        )
    for name, (x, y) in shape.centres.items():
        for step, (q, r) in enumerate(STEPS):
            if shape.neighbour(name, step) is None:
                dx, dy = shape.centre_of(q, r)
                assert shape.at(x + dx * 0.6, y + dy * 0.6) != name


@given(board=st.sampled_from(BOARDS), turns=st.integers(0, 5), room=rooms)
def test_fit_shows_every_cell_whole(board, turns, room):
    shape = shape_of(board, turns)
    camera = fit(shape, room)
    for point in shape.centres.values():
        x, y = camera.place(point)
        assert room.x <= x - camera.a
        assert x + camera.a <= room.right
        assert room.y <= y - camera.a
        assert y + camera.a <= room.bottom


@pytest.mark.parametrize("radius", [3, 4, 8])
def test_a_hexagonal_board_is_as_large_as_the_look_says(radius):
    shape = shape_of(KRIEG[radius])
    expected = min(ROOM.w / math.sqrt(3), ROOM.h / 2) / (math.sqrt(3) * radius + 1.6)
    assert fit(shape, ROOM).a == pytest.approx(expected)


@given(
    board=st.sampled_from(BOARDS),
    room=rooms,
    moves=st.lists(
        st.one_of(
            st.tuples(st.just("pan"), st.floats(-900, 900), st.floats(-900, 900)),
            st.tuples(st.just("zoom"), st.floats(0.2, 5), st.floats(0, 1)),
        ),
        max_size=8,
    ),
)
def test_the_plate_never_leaves_the_room(board, room, moves):
    shape = shape_of(board)
    view = opening(shape, room)
    for kind, first, second in moves:
        if kind == "pan":
            view = view.panned(shape, room, first, second)
        else:
            view = view.zoomed(shape, room, first, room.x + second * room.w, room.y + second * room.h)
        camera = view.camera(shape, room)
        left, top = camera.place((shape.bounds.x, shape.bounds.y))
        right, bottom = camera.place((shape.bounds.right, shape.bounds.bottom))
        for low, high, start, end in ((left, right, room.x, room.right), (top, bottom, room.y, room.bottom)):
            inside = low >= start - 0.01 and high <= end + 0.01
            covering = low <= start + 0.01 and high >= end - 0.01
            assert inside or covering


@given(board=st.sampled_from(BOARDS), x=st.floats(0.2, 0.8), y=st.floats(0.2, 0.8))
def test_zooming_in_keeps_what_is_under_the_pointer(board, x, y):
    shape = shape_of(board)
    at = (ROOM.x + x * ROOM.w, ROOM.y + y * ROOM.h)
    view = View(2.0)
    before = view.camera(shape, ROOM).on_board(*at)
    after = view.zoomed(shape, ROOM, 1.15, *at).camera(shape, ROOM).on_board(*at)
    assert after == pytest.approx(before, abs=1e-6)


def test_a_board_of_tiny_units_is_opened_closer_and_at_home():
    shape = shape_of(TOWERS[26])
    assert UNIT * fit(shape, ROOM).a < SMALLEST_UNIT
    camera = opening(shape, ROOM, "A1").camera(shape, ROOM)
    assert UNIT * camera.a == pytest.approx(SMALLEST_UNIT)
    assert ROOM.contains(*camera.place(shape.centres["A1"]))
    assert not ROOM.contains(*camera.place(shape.centres["Z26"]))
    assert opening(shape_of(KRIEG[4]), ROOM) == View()


@given(cell=st.sampled_from([cell.name for cell in TOWERS[26].cells]), zoom=st.floats(1, 6))
def test_revealing_brings_a_cell_into_sight(cell, zoom):
    shape = shape_of(TOWERS[26])
    view = View(zoom, -0.3, 0.2).revealing(shape, ROOM, cell)
    assert ROOM.contains(*view.camera(shape, ROOM).place(shape.centres[cell]))


def test_a_view_outlives_a_change_of_the_window():
    shape = shape_of(KRIEG[8])
    view = View().zoomed(shape, ROOM, 2.0, ROOM.x + 100, ROOM.y + 200)
    small, large = view.camera(shape, ROOM), view.camera(shape, Rect(280, 60, 1400, 1460))
    assert large.a == pytest.approx(2 * small.a)
    assert large.on_board(980, 790) == pytest.approx(small.on_board(630, 425))


@pytest.mark.parametrize("turns", range(6))
def test_turning_turns_cells_and_letters_alike(turns):
    board = TOWERS[8]
    plain, shape = shape_of(board), shape_of(board, turns)
    for name, point in plain.centres.items():
        assert shape.centres[name] == pytest.approx(turned(point, turns))
    assert shape_of(board, turns + 6) is shape


def test_one_turn_goes_clockwise_on_the_screen():
    board = Board("pointy", (BoardCell("m", 0, 0), BoardCell("r", 1, 0)))
    x, y = shape_of(board, 1).centres["r"]
    assert (x, y) == pytest.approx((math.sqrt(3) / 2, 1.5))


@pytest.mark.parametrize("board", BOARDS)
def test_edges_lie_between_neighbours(board):
    shape = shape_of(board)
    for step, (q, r) in enumerate(STEPS):
        (x, y), (u, v) = shape.edge(step, 1.0)
        assert ((x + u) / 2, (y + v) / 2) == pytest.approx([k / 2 for k in shape.centre_of(q, r)])


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=30))
def test_a_hull_holds_all_points_and_offsetting_moves_its_edges(points):
    corners = hull(points)
    if len(corners) < 3:
        return
    moved = offset(corners, 1.5)
    for (ax, ay), (bx, by), (mx, my) in zip(corners, (*corners[1:], corners[0]), moved, strict=True):
        length = math.hypot(bx - ax, by - ay)
        for x, y in points:
            assert (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1e-6
        assert ((bx - ax) * (my - ay) - (by - ay) * (mx - ax)) / length == pytest.approx(-1.5)
    assert len(rounded(corners, 0.3, 4)) == 5 * len(corners)


@pytest.mark.parametrize("cells", [[(0, 0)], [(0, 0), (1, 0), (2, 0)], [(0, 0), (5, 5)]])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_boards_that_are_a_line_have_a_plate(cells, orientation):
    board = Board(orientation, tuple(BoardCell(f"{q}{r}", q, r) for q, r in cells))
    shape = shape_of(board)
    assert len(shape.outline) >= 4
    assert shape.bounds.w > MARGIN
    assert shape.distance(board.cells[0].name, board.cells[-1].name) == sum(cells[-1])
