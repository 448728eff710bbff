"""The canvas on a real window: what is painted can be seen, where it was painted, in its order and nowhere else."""

import itertools

import pytest

from client.ui.draw.canvas import Pattern, Shadow
from client.ui.geometry import Rect
from client.ui.theme import BODY, DARK, OWNERS, TITLE
from client.ui.toolkit.faces import raised

RED, GREEN, BLUE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)
BLACK, WHITE = (0, 0, 0, 255), (255, 255, 255, 255)


class Pixels:
    """The last frame of a canvas, by units at scale 1."""

    def __init__(self, canvas) -> None:
        self.width, self.height = int(canvas.size.w * canvas.scale), int(canvas.size.h * canvas.scale)
        self.data = canvas.pixels()

    def at(self, x, y):
        start = ((self.height - 1 - y) * self.width + x) * 4
        return tuple(self.data[start : start + 3])

    def lit(self, rect=None):
        """The box around all that is not black, as (left, top, right, bottom), the last two beyond it."""
        rows = []
        for y in range(self.height):
            start = (self.height - 1 - y) * self.width * 4
            row = self.data[start : start + self.width * 4]
            colours = [any(row[x * 4 : x * 4 + 3]) for x in range(self.width)]
            if any(colours):
                rows.append((y, colours.index(True), self.width - colours[::-1].index(True)))
        if not rows:
            return None
        return min(r[1] for r in rows), rows[0][0], max(r[2] for r in rows), rows[-1][0] + 1


@pytest.fixture
def small(hidden_screen):
    return hidden_screen.canvas(200, 120)


def shown(canvas, paint, ground=BLACK):
    with canvas.frame(ground):
        paint()
    return Pixels(canvas)


# --- shapes ---------------------------------------------------------------------------------------------------
def test_a_box_fills_its_rectangle_with_the_border_within(small):
    pixels = shown(small, lambda: small.box(Rect(20, 10, 60, 40), RED, border=GREEN, border_width=3))
    assert pixels.lit() == (20, 10, 80, 50)
    assert pixels.at(20, 30) == pixels.at(22, 30) == GREEN[:3]
    assert pixels.at(23, 30) == pixels.at(50, 30) == RED[:3]


def test_each_corner_has_its_own_radius(small):
    pixels = shown(small, lambda: small.box(Rect(0, 0, 80, 80), RED, radius=(20, 0, 20, 0)))
    assert pixels.at(1, 1) == pixels.at(78, 78) == BLACK[:3]
    assert pixels.at(78, 1) == pixels.at(1, 78) == RED[:3]


def test_a_fill_runs_from_top_to_bottom(small):
    pixels = shown(small, lambda: small.box(Rect(0, 0, 50, 100), (RED, BLUE)))
    assert pixels.at(25, 1)[0] > 240
    assert pixels.at(25, 98)[2] > 240
    assert abs(pixels.at(25, 50)[0] - pixels.at(25, 50)[2]) < 10


def test_a_shadow_lies_below_and_fades(small):
    pixels = shown(
        small, lambda: small.box(Rect(50, 30, 60, 40), RED, shadow=Shadow(10, 12, BLACK)), ground=WHITE
    )
    assert pixels.at(80, 50) == RED[:3]
    below, further = pixels.at(80, 74)[0], pixels.at(80, 88)[0]
    assert below < further < 255
    assert pixels.at(80, 110) == WHITE[:3]


@pytest.mark.parametrize("pointy", [False, True])
def test_a_hexagon_reaches_its_corners(small, pointy):
    pixels = shown(small, lambda: small.hexagon(100, 60, 40, RED, pointy=pointy, corner=0.0))
    along, across = (40, 34.64)
    w, h = (across, along) if pointy else (along, across)
    box = pixels.lit()
    assert box == pytest.approx((100 - w, 60 - h, 100 + w, 60 + h), abs=1.01)


def test_dashes_leave_gaps(small):
    def count(dash):
        pixels = shown(small, lambda: small.circle(100, 60, 40, None, border=RED, border_width=6, dash=dash))
        ring = [pixels.at(*_on_circle(n)) for n in range(360)]
        return sum(a[0] > 127 >= b[0] for a, b in itertools.pairwise([*ring, ring[0]]))

    assert count(0) == 0
    assert count(10) == 12  # a circumference of 232 has room for about 11.6 strokes and gaps of 10


def _on_circle(degrees):
    from math import cos, radians, sin

    return int(100 + 37 * cos(radians(degrees))), int(60 + 37 * sin(radians(degrees)))


def test_owners_patterns_differ(small):
    seen = {}
    for owner in OWNERS.values():
        if owner.pattern:
            pattern = Pattern(owner.pattern, WHITE)
            seen[owner.pattern] = shown(
                small, lambda p=pattern: small.hexagon(100, 60, 50, DARK.cell, pattern=p)
            ).data
    assert len(seen) == 6
    for one, other in itertools.combinations(seen.values(), 2):
        differing = sum(a != b for a, b in zip(one[::4], other[::4], strict=True))
        assert differing > 800


def test_a_line_has_its_width_and_round_ends(small):
    pixels = shown(small, lambda: small.line([(40, 60), (160, 60)], 10, RED))
    assert pixels.lit() == (35, 55, 165, 65)
    assert pixels.at(35, 55) == BLACK[:3]


@pytest.mark.parametrize("reverse", [False, True])
def test_a_polygon_may_have_notches(small, reverse):
    points = [(20, 20), (100, 20), (60, 50), (100, 100), (20, 100)]
    pixels = shown(small, lambda: small.polygon(points[::-1] if reverse else points, RED))
    assert pixels.at(30, 60) == pixels.at(80, 26) == pixels.at(80, 95) == RED[:3]
    assert pixels.at(90, 50) == pixels.at(110, 60) == BLACK[:3]


def test_a_grown_shape_is_larger_by_that_much(small):
    plain = shown(small, lambda: small.shape("stone", 60, 60, 60, RED)).lit()
    grown = shown(small, lambda: small.shape("stone", 60, 60, 60, RED, grow=5)).lit()
    assert plain == pytest.approx((30, 30, 90, 90), abs=1)
    assert grown == pytest.approx((25, 25, 95, 95), abs=1)


def test_large_faint_polygons_over_each_other_are_as_faint_everywhere(hidden_screen):
    """A software renderer draws whole tiles of 64 pixels another way than those that an edge runs through."""
    canvas = hidden_screen.canvas()

    def paint():
        canvas.polygon([(80, 310), (788, 310), (788, 564), (80, 564)], (198, 74, 48, 33))
        canvas.polygon(
            [(80, 310), (455, 310), (490, 338), (788, 338), (788, 564), (80, 564)], (63, 107, 219, 33)
        )

    shown(canvas, paint)
    pixels = shown(canvas, paint, (26, 44, 37, 255))
    seen = {pixels.at(x, y) for x in range(90, 780, 16) for y in range(350, 560, 16)}
    assert all(abs(a - b) <= 2 for colour in seen for a, b in zip(colour, (50, 55, 61), strict=True)), seen


# --- order ----------------------------------------------------------------------------------------------------
def test_pieces_lie_above_boxes_and_texts_above_both(small):
    def paint():
        small.text(10, 10, "■■■■", TITLE, GREEN)
        small.line([(0, 25), (200, 25)], 30, BLUE)
        small.box(Rect(0, 0, 200, 120), RED)

    pixels = shown(small, paint)
    colours = {pixels.at(x, 25) for x in range(10, 90)}
    assert GREEN[:3] in colours
    assert pixels.at(190, 25) == BLUE[:3]
    assert pixels.at(190, 100) == RED[:3]


def test_a_layer_lies_above_all_before_it(small):
    def paint():
        small.line([(0, 25), (200, 25)], 30, BLUE)
        small.layer()
        small.box(Rect(0, 0, 100, 120), RED)

    pixels = shown(small, paint)
    assert (pixels.at(50, 25), pixels.at(150, 25)) == (RED[:3], BLUE[:3])


def test_clips_within_clips_show_what_both_show(small):
    def paint():
        with small.clip(Rect(10, 10, 100, 100)), small.clip(Rect(50, 0, 100, 40)):
            small.box(Rect(0, 0, 200, 120), RED)
            small.circle(60, 20, 50, GREEN)
            small.shape("stone", 60, 20, 10, BLUE)
        small.box(Rect(180, 100, 10, 10), RED)

    pixels = shown(small, paint)
    assert pixels.lit() == (50, 10, 190, 110)
    assert pixels.at(45, 20) == pixels.at(60, 45) == BLACK[:3]


def test_shifting_moves_scales_and_fades(small):
    def paint():
        with small.shifted(20, 10, 2.0, 0.5):
            small.box(Rect(10, 5, 20, 10), RED)

    pixels = shown(small, paint)
    assert pixels.lit() == (40, 20, 80, 40)
    assert pixels.at(60, 30)[0] == pytest.approx(128, abs=1)


def test_everything_grows_with_the_scale(hidden_screen):
    canvas = hidden_screen.canvas(200, 120, 2.0)
    assert canvas.size == Rect(0, 0, 100, 60)
    pixels = shown(canvas, lambda: canvas.box(Rect(10, 5, 30, 20), RED))
    assert pixels.lit() == (20, 10, 80, 50)


def test_painting_needs_a_frame(small):
    with pytest.raises(AssertionError):
        small.box(Rect(0, 0, 1, 1), RED)


def test_a_large_body_is_the_same_in_one_piece_as_in_three(small):
    """A large body is painted once and its head anew; its line is the border of one box."""
    fill, light, line = (40, 60, 80, 255), (90, 110, 130, 255), (10, 20, 30, 255)
    rect = Rect(20, 10, 160, 100)

    def plainly():
        small.box(rect, line, radius=12)
        small.box(rect.inset(1), light, radius=11)
        small.box(Rect(21, 12, 158, 97), fill, radius=11)

    whole = shown(small, lambda: raised(small, rect, 12, fill, light, line))
    three = shown(small, plainly)
    assert whole.lit() == three.lit()
    assert (whole.at(100, 10), whole.at(100, 11), whole.at(100, 12)) == (line[:3], light[:3], fill[:3])
    places = [(x, y) for x in range(200) for y in range(120)]
    far = {at: max(abs(a - b) for a, b in zip(whole.at(*at), three.at(*at), strict=True)) for at in places}
    assert max(far.values()) < 32
    # Where a corner is smooth a body in three pieces lets a little more of each through.
    assert all(min(abs(x - 20), abs(x - 179)) < 13 for (x, _), d in far.items() if d > 1)
    assert all(min(abs(y - 10), abs(y - 109)) < 13 for (_, y), d in far.items() if d > 1)


def test_a_shadow_alone_leaves_what_lies_in_its_middle(small):
    pixels = shown(small, lambda: small.box(Rect(60, 30, 80, 60), None, radius=8, shadow=Shadow(0, 10, RED)))
    assert pixels.at(100, 60) == RED[:3]
    assert 0 < pixels.at(56, 60)[0] < 128


# --- pictures -------------------------------------------------------------------------------------------------
def test_a_picture_is_painted_once_for_a_version(small):
    painted = []

    def paint(canvas):
        painted.append(canvas)
        canvas.box(Rect(40, 20, 30, 20), RED)
        canvas.text(40, 60, "kept", BODY, WHITE)

    def frame(version):
        return shown(small, lambda: small.picture("board", version, Rect(30, 10, 100, 100), paint))

    first, second = frame(1), frame(1)
    assert len(painted) == 1
    assert first.data == second.data
    assert first.at(41, 21) == RED[:3]
    assert first.at(39, 21) == BLACK[:3]
    frame(2)
    assert len(painted) == 2


def test_a_picture_keeps_its_texts_and_moves_with_what_is_shifted(small):
    def paint(canvas):
        canvas.text(40, 20, "kept", BODY, WHITE)
        canvas.box(Rect(40, 60, 10, 10), RED)

    for _ in range(2):
        with small.frame(BLACK), small.shifted(5, 7):
            small.picture("moved", 0, Rect(30, 10, 100, 100), paint)
        (mark,) = small.texts
        assert (mark.text, mark.box.x, mark.box.y) == ("kept", 45, 27)
    assert Pixels(small).at(45, 67) == RED[:3]
    assert Pixels(small).at(44, 67) == BLACK[:3]


def test_a_picture_that_moves_is_not_painted_anew(small):
    painted = []

    def paint_at(x):
        def paint(canvas):
            painted.append(x)
            canvas.box(Rect(x + 10, 20, 30, 20), RED)

        return paint

    for x in (30, 37.4):
        pixels = shown(small, lambda x=x: small.picture("rider", 0, Rect(x, 10, 60, 60), paint_at(x)))
    assert painted == [30]
    assert pixels.lit() == (47, 20, 77, 40)


def test_a_picture_does_not_show_beyond_its_rectangle(small):
    def paint(canvas):
        canvas.box(Rect(0, 0, 200, 120), RED)

    pixels = shown(small, lambda: small.picture("cut", 0, Rect(50, 40, 60, 30), paint))
    assert pixels.lit() == (50, 40, 110, 70)


def test_a_picture_is_smooth_where_it_ends(small):
    """A half transparent edge over a kept image is what it is without one."""

    def paint(canvas):
        canvas.circle(60, 60, 40, (200, 100, 50, 128))

    direct = shown(small, lambda: paint(small), ground=WHITE).data
    kept = shown(small, lambda: small.picture("disc", 0, Rect(0, 0, 120, 120), paint), ground=WHITE).data
    assert max(abs(a - b) for a, b in zip(direct, kept, strict=True)) <= 2


def test_the_table_is_brightest_under_the_lamp(canvas):
    with canvas.frame(BLACK):
        canvas.background(DARK.t0, DARK.t1)
    pixels = Pixels(canvas)
    assert pixels.at(589, 320) == pytest.approx(DARK.t1[:3], abs=2)
    assert pixels.at(1279, 799) == pytest.approx(DARK.t0[:3], abs=2)


def test_what_lies_upon_the_table_shows_it_however_it_is_drawn(small):
    """The table is drawn without looking at what lies below; nothing else is."""

    def frame():
        def paint():
            small.background(RED, RED)
            small.picture(
                "veil", 0, Rect(0, 0, 100, 120), lambda c: c.box(Rect(0, 0, 100, 120), (0, 0, 255, 128))
            )
            small.circle(100, 60, 30, (0, 255, 0, 128))

        return shown(small, paint)

    for _ in range(4):
        pixels = frame()
        assert pixels.at(20, 60) == pytest.approx((127, 0, 128), abs=2)
        assert pixels.at(90, 60) == pytest.approx((63, 128, 64), abs=2)
        assert pixels.at(110, 60) == pytest.approx((127, 128, 0), abs=2)
        assert pixels.at(190, 60) == pytest.approx(RED[:3], abs=1)


def test_a_faded_table_lets_the_ground_through(small):
    def paint():
        with small.shifted(0, 0, 1, 0.5):
            small.background(RED, RED)

    for _ in range(3):
        assert shown(small, paint, ground=BLUE).at(100, 60) == pytest.approx((128, 0, 127), abs=2)


def test_a_table_that_is_cut_covers_nothing_beyond_its_clip(small):
    def paint():
        with small.clip(Rect(0, 0, 60, 120)):
            small.background(RED, RED)
        small.picture("beside", 0, Rect(40, 0, 100, 60), lambda c: c.box(Rect(80, 0, 30, 30), GREEN))

    for _ in range(4):
        pixels = shown(small, paint, ground=BLUE)
        assert pixels.at(30, 60) == pytest.approx(RED[:3], abs=1)
        assert pixels.at(90, 10) == GREEN[:3]
        assert pixels.at(70, 10) == pixels.at(130, 50) == BLUE[:3]


def test_pictures_upon_each_other_look_the_same_once_they_are_flattened(small):
    def frame(version, dx=0):
        def paint():
            small.picture(
                "lower", 0, Rect(10, 10, 150, 90), lambda c: c.circle(70, 60, 40, (200, 90, 40, 150))
            )
            with small.clip(Rect(0, 0, 110, 55)), small.shifted(dx, 0):
                small.picture(
                    "upper",
                    version,
                    Rect(50, 20, 200, 60),
                    lambda c: c.circle(90, 50, 30 - version, (20, 90, 200, 99)),
                )
            small.circle(70, 60, 5, GREEN)

        return shown(small, paint, ground=WHITE).data

    def differ(one, other):
        return max(abs(a - b) for a, b in zip(one, other, strict=True))

    first, second, third, fourth = (frame(0) for _ in range(4))
    assert first == second
    assert differ(second, third) <= 2
    assert third == fourth
    assert small._flattener._flat
    assert differ(fourth, frame(8)) > 60
    assert differ(first, frame(0)) == 0
    for _ in range(3):
        moved = frame(0, dx=7)
    assert differ(first, moved) > 60


def test_a_snapshot_is_painted_outside_frames(small):
    pixels = small.snapshot(8, 4, lambda canvas: canvas.box(Rect(0, 0, 4, 4), RED))
    assert len(pixels) == 8 * 4 * 4
    assert pixels[:4] == bytes(RED)
    assert pixels[28:32] == bytes(4)
