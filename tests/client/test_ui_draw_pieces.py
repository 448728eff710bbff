"""Pieces on a real canvas: within their boxes, told apart, sharp."""

import importlib.util
import itertools
from pathlib import Path

import pytest

from client.ui.draw import pieces
from client.ui.theme import DARK, LIGHT, OWNERS

KINDS = ("worker", "fighter", "rider", "archer", "crown", "castle", "mine", "tower")
GROUND = (10, 200, 30, 255)


def pixels(canvas, paint):
    with canvas.frame(GROUND):
        paint(canvas)
    return canvas.pixels()


def spread(canvas, data):
    """The box around all pixels that are not ground."""
    width, height = int(canvas.size.w), int(canvas.size.h)
    points = [n for n in range(width * height) if data[n * 4 : n * 4 + 3] != bytes(GROUND[:3])]
    xs, ys = [n % width for n in points], [height - 1 - n // width for n in points]
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_piece_keeps_to_its_box_and_its_shadow(hidden_screen, kind):
    canvas = hidden_screen.canvas(160, 160)
    for size in (24, 48, 96):
        data = pixels(
            canvas,
            lambda c, size=size: pieces.piece(c, DARK, kind, OWNERS["jade"], 80, 80, size, count=5),
        )
        left, top, right, bottom = spread(canvas, data)
        half = size / 2
        assert left >= 80 - 1.15 * half - 2
        assert right <= 80 + 1.15 * half + 2
        assert top >= 80 - 1.15 * half - 2
        assert bottom <= 80 + 1.15 * half + 2
        assert right - left > 0.9 * half


@pytest.mark.parametrize("size", [24, 48])
def test_kinds_and_counts_are_told_apart(hidden_screen, size):
    canvas = hidden_screen.canvas(64, 64)
    pictures = {}
    for kind in ("fighter", "rider", "archer"):
        for count in range(1, 6):
            pictures[kind, count] = pixels(
                canvas,
                lambda c, k=kind, n=count: pieces.piece(c, DARK, k, OWNERS["plum"], 32, 32, size, count=n),
            )
    for one, other in itertools.combinations(pictures.values(), 2):
        assert sum(abs(a - b) > 40 for a, b in zip(one, other, strict=True)) > 12


def test_states_are_seen(hidden_screen):
    canvas = hidden_screen.canvas(80, 80)
    pictures = [
        pixels(
            canvas, lambda c, how=how: pieces.piece(c, LIGHT, "worker", OWNERS["lemon"], 40, 40, 48, **how)
        )
        for how in (
            {},
            {"charges": 0},
            {"charges": 1},
            {"charges": 2},
            {"charges": 2, "done": True},
            {"charges": 2, "new": True},
            {"flat": True},
        )
    ]
    assert len(set(pictures)) == len(pictures)


def test_corners_of_the_castle_are_sharp_at_96(hidden_screen):
    """The corner of a battlement: face within a pixel and a half of it, outline where it ends."""
    canvas = hidden_screen.canvas(120, 120)
    owner = OWNERS["lemon"]
    data = pixels(canvas, lambda c: pieces.piece(c, DARK, "castle", owner, 60, 60, 96, flat=True))

    def at(x, y):
        start = ((119 - y) * 120 + x) * 4
        return data[start : start + 3]

    # Left battlement: from -0.92 to -0.74 across, -0.74 at its top; 48 pixels to the unit.
    left, top = round(60 - 0.92 * 48), round(60 - 0.74 * 48)
    assert at(left + 2, top + 2)[0] > 180
    assert at(left - 1, top + 6)[0] < 90
    assert at(left - 4, top - 4) == bytes(GROUND[:3])


def test_towers_show_their_height_and_who_blocks_them(hidden_screen):
    canvas = hidden_screen.canvas(120, 140)
    pictures = {
        (height, by): pixels(
            canvas,
            lambda c, h=height, b=by: pieces.disc_stack(
                c, DARK, OWNERS["madder"], 60, 80, 60, h, blocked_by=b and OWNERS[b]
            ),
        )
        for height in (0, 1, 2, 10)
        for by in (None, "cobalt")
    }
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=lambda palette: palette.name)
def test_the_whole_sheet_can_be_painted(canvas, palette):
    spec = importlib.util.spec_from_file_location("piecesheet", Path(__file__).with_name("piecesheet.py"))
    sheet = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sheet)
    with canvas.frame():
        sheet.paint_sheet(canvas, palette)
    assert len(canvas.texts) > 20
    assert canvas.grab().startswith(b"\x89PNG")
