"""Laws of the layout: nothing sticks out, nothing overlaps, shares add up."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.ui.geometry import Rect, Size
from client.ui.theme import BODY, NOTE, TITLE
from client.ui.toolkit.buttons import Button
from client.ui.toolkit.layout import (
    Box,
    Column,
    Flow,
    Grid,
    Row,
    Spacer,
    Stack,
    grow,
)
from client.ui.toolkit.panels import Panel, Scroll
from client.ui.toolkit.switches import Toggle
from client.ui.toolkit.text import Text
from client.ui.toolkit.tracks import NATURAL, Track, evened, fixed, level, share, spread
from client.ui.toolkit.tree import walk
from client.ui.toolkit.widget import Widget

LENGTHS = st.floats(0, 500, allow_nan=False, width=32)
HAIR = 1e-3


class Block(Widget):
    """Something of a fixed size."""

    def __init__(self, w, h):
        super().__init__()
        self.size = Size(w, h)

    def wanted(self, canvas, width):
        return Size(min(width, self.size.w), self.size.h)


def inside(inner, outer):
    return (
        inner.x >= outer.x - HAIR
        and inner.y >= outer.y - HAIR
        and inner.right <= outer.right + HAIR
        and inner.bottom <= outer.bottom + HAIR
    )


blocks = st.builds(Block, LENGTHS, LENGTHS)
texts = st.builds(Text, st.text("ab ", max_size=60))
leaves = st.one_of(blocks, texts, st.builds(Spacer), st.builds(Spacer, st.floats(1, 30)))


def containers(inner):
    some = st.lists(inner, max_size=4)
    pads = st.one_of(st.floats(0, 20), st.tuples(st.floats(0, 20), st.floats(0, 20)))
    aligns = st.sampled_from(["start", "middle", "end", "stretch"])
    justifies = st.sampled_from(["start", "middle", "end"])
    return st.one_of(
        st.builds(Row, some, gap=st.floats(0, 20), pad=pads, align=aligns, justify=justifies),
        st.builds(Column, some, gap=st.floats(0, 20), pad=pads, align=aligns, justify=justifies),
        st.builds(Box, inner, weight=st.floats(0.1, 5)),
        st.builds(Box, inner, width=st.one_of(st.none(), LENGTHS), pad=pads, align=aligns, valign=aligns),
        st.builds(Panel, inner, pad=pads),
        st.builds(
            lambda rows: Grid(rows, [NATURAL, share(1), fixed(40)]), st.lists(st.lists(inner, max_size=3))
        ),
        st.builds(Stack, some),
    )


trees = st.recursive(leaves, containers, max_leaves=12)


@given(tree=trees, w=st.floats(150, 1200), h=st.floats(150, 1200))
@settings(max_examples=150, deadline=None)
def test_children_lie_within_their_parent_however_little_room_there_is(ui, tree, w, h):
    tree.arrange(ui.NoteCanvas(), Rect(10, 20, w, h))
    for widget in walk(tree):
        for child in widget.children():
            assert child.rect.w >= 0
            assert child.rect.h >= 0
            assert inside(child.rect, widget.rect)


@given(
    children=st.lists(st.one_of(blocks, texts, st.builds(grow, blocks)), min_size=1, max_size=6),
    gap=st.floats(0, 30),
    room=st.floats(200, 900),
    across=st.booleans(),
)
@settings(deadline=None)
def test_neighbours_in_rows_and_columns_keep_their_distance(ui, children, gap, room, across):
    line = Row(children, gap=gap) if across else Column(children, gap=gap)
    line.arrange(ui.NoteCanvas(), Rect(0, 0, room, room))
    for one, other in pairwise(children):
        between = other.rect.x - one.rect.right if across else other.rect.y - one.rect.bottom
        assert between == pytest.approx(gap, abs=HAIR)


@given(
    tracks=st.lists(
        st.one_of(
            st.just(NATURAL),
            st.builds(fixed, LENGTHS),
            st.builds(Track, weight=st.floats(0.1, 9), least=st.floats(0, 90)),
        ),
        min_size=1,
        max_size=7,
    ),
    room=st.floats(0, 2000),
    data=st.data(),
)
def test_lengths_fit_and_shares_fill_the_room(tracks, room, data):
    wanted = [data.draw(LENGTHS) for _ in tracks]
    lengths = spread(tracks, wanted, room)
    assert all(length >= 0 for length in lengths)
    assert sum(lengths) <= room + HAIR
    if any(track.weight for track in tracks):
        assert sum(lengths) == pytest.approx(room, abs=HAIR)
    if sum(wanted) + sum(t.length or t.least for t in tracks) <= room:
        for track, length, want in zip(tracks, lengths, wanted, strict=True):
            if track.weight:
                assert length >= track.least - HAIR
            else:
                assert length == pytest.approx(track.length if track.length is not None else want)


def test_shares_are_by_weight_above_the_least():
    assert spread([share(1), share(3)], [0, 0], 80) == [20, 60]
    assert spread([Track(weight=1, least=50), share(3)], [0, 0], 80) == [50, 30]


@given(lengths=st.lists(LENGTHS, max_size=8), room=st.floats(0, 2000))
def test_cutting_to_a_level_makes_all_fit_and_spares_the_short(lengths, room):
    cap = level(lengths, room)
    cut = [min(length, cap) for length in lengths]
    assert sum(cut) <= room + HAIR
    if sum(lengths) > room + HAIR:
        assert sum(cut) == pytest.approx(room, abs=HAIR)
    else:
        assert cut == lengths or sum(lengths) == pytest.approx(room, abs=HAIR)


@given(
    st.lists(
        st.tuples(st.floats(0, 200, allow_nan=False), st.none() | st.floats(0, 200, allow_nan=False)),
        max_size=6,
    )
)
def test_evening_out_keeps_the_sum_and_breaks_nobody_who_was_whole(pairs):
    lengths, snug = [length for length, _ in pairs], [least for _, least in pairs]
    evened_out = evened(lengths, snug)
    assert sum(evened_out) == pytest.approx(sum(lengths))
    for before, after, least in zip(lengths, evened_out, snug, strict=True):
        if least is None:
            assert after == before
        else:
            assert after >= min(before, least) - 1e-9
    both = [(length, least) for length, least in pairs if least is not None]
    if sum(length for length, _ in both) >= sum(least for _, least in both) + 1e-9:
        assert all(
            after >= least - 1e-9 for after, least in zip(evened_out, snug, strict=True) if least is not None
        )


@pytest.mark.parametrize("width", [210, 214, 230, 260, 300])
def test_no_button_breaks_its_text_while_its_neighbour_has_margins(ui, width):
    undo = Button("Zurück", large=True, icon="undo-variant", key="undo")
    end = Button("Zug beenden", large=True, hint="E", key="end")
    drive = ui.Driver(lambda size: Box(Row([undo, grow(end)], gap=10), width=width, align="start"))
    drive.check()
    assert (undo.rect.h, end.rect.h) == (48, 48)


def test_where_room_lacks_the_text_wraps_and_the_icon_keeps_its_size(ui):
    icon, text = Block(18, 18), Text("word " * 20)
    row = Row([icon, text], gap=8)
    canvas = ui.NoteCanvas()
    size = row.wanted(canvas, 200)
    assert size.w <= 200
    assert size.h > 2 * BODY.line
    row.arrange(canvas, Rect(0, 0, 200, size.h))
    assert icon.rect.w == 18
    assert text.rect.w <= 174


def test_a_weighted_text_is_not_crowded_out_by_a_long_natural_one(ui):
    label, button, toggle = Text("Eine Burg kostet"), Button("Beide Ladungen oder eine Ladung"), Toggle(True)
    row = Row([grow(label), button, toggle], gap=0)
    row.arrange(ui.NoteCanvas(), Rect(0, 0, 244, 60))
    assert toggle.rect.w == 44
    assert label.rect.w == button.rect.w == 100
    row.arrange(ui.NoteCanvas(), Rect(0, 0, 40, 60))
    assert toggle.rect.w == 40


def test_a_row_asks_for_the_height_that_it_has_at_the_width_it_gets(ui):
    canvas = ui.NoteCanvas()
    label = Text("a text of several words that takes two lines")
    row = Row([grow(label), Block(100, 10)], gap=0)
    assert row.wanted(canvas, 300).h == label.wanted(canvas, 200).h == 2 * BODY.line


def test_a_base_line_is_common_to_texts_of_different_size(ui):
    small, large = Text("note", NOTE), Text("Title", TITLE)
    row = Row([large, small], align="baseline")
    row.arrange(ui.NoteCanvas(), Rect(0, 0, 400, 30))
    assert small.rect.y + small.baseline(0) == pytest.approx(large.rect.y + large.baseline(0))
    assert row.wanted(ui.NoteCanvas(), 400).h == TITLE.line


def test_boxes_place_their_child(ui):
    block = Block(100, 20)
    for align, x in (("start", 10), ("middle", 150), ("end", 290)):
        Box(block, pad=10, align=align, valign="middle").arrange(ui.NoteCanvas(), Rect(0, 0, 400, 100))
        assert (block.rect.x, block.rect.y, block.rect.w, block.rect.h) == (x, 40, 100, 20)
    Box(block, max_width=60).arrange(ui.NoteCanvas(), Rect(0, 0, 400, 100))
    assert block.rect.w == 60


def test_grids_have_common_columns(ui):
    rows = [[Block(30, 10), Block(50, 30)], [Block(80, 10), None], [None, Block(20, 10)]]
    grid = Grid(rows, [NATURAL, share(1)], gap=(10, 4))
    assert grid.wanted(ui.NoteCanvas(), 300) == Size(300, 30 + 10 + 10 + 8)
    grid.arrange(ui.NoteCanvas(), Rect(0, 0, 300, 58))
    assert rows[0][1].rect.x == rows[2][1].rect.x == 90
    assert rows[0][0].rect.cy == rows[0][1].rect.cy == 15
    assert len(grid.children()) == 4


@given(widths=st.lists(st.floats(1, 150), max_size=12), room=st.floats(150, 500))
def test_a_flow_breaks_lines_and_asks_for_all_of_them(ui, widths, room):
    chips = [Block(w, 22) for w in widths]
    flow = Flow(chips, gap=6)
    canvas = ui.NoteCanvas()
    flow.arrange(canvas, Rect(0, 0, room, flow.wanted(canvas, room).h))
    for chip in chips:
        assert inside(chip.rect, flow.rect)
    for one, other in pairwise(chips):
        assert other.rect.y > one.rect.y or other.rect.x >= one.rect.right + 6 - HAIR


def test_sizes_of_deep_trees_are_found_quickly(ui):
    asked = 0

    class Counting(Block):
        def wanted(self, canvas, width):
            nonlocal asked
            asked += 1
            return super().wanted(canvas, width)

    tree = Counting(10, 10)
    for _ in range(12):
        tree = Row([Column([tree])])
    tree.arrange(ui.NoteCanvas(), Rect(0, 0, 500, 500))
    assert asked < 200


def test_scroll_shows_a_part_and_no_more_than_there_is(ui):
    inner = Block(100, 1000)
    scroll = Scroll(inner, pad=0)
    scroll.arrange(ui.NoteCanvas(), Rect(0, 0, 200, 300))
    assert inner.rect.h == 1000
    assert inner.rect.w == 200 - scroll.bar.LANE
    scroll.reveal(Rect(0, 900, 100, 50))
    assert inner.rect.y == -(900 + 50 + 8 - 300)
    scroll.bar.move(1e9)
    assert scroll.bar.offset == 700
    short = Scroll(Block(100, 100), pad=0)
    short.arrange(ui.NoteCanvas(), Rect(0, 0, 200, 300))
    assert short.bar.most == 0
