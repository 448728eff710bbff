"""Texts: measured alike everywhere, painted within their measure, shortened where there is no room."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.ui.geometry import Rect
from client.ui.theme import BODY, LABEL, NOTE, RESULT, TITLE, TextStyle

BLACK, WHITE = (0, 0, 0, 255), (255, 255, 255, 255)
STYLES = (NOTE, BODY, LABEL, TITLE, RESULT)


@pytest.fixture(scope="module")
def typeset(display):
    from client.ui.draw import text

    return text


def ink(canvas):
    """The box around all lit pixels."""
    width, height = int(canvas.size.w * canvas.scale), int(canvas.size.h * canvas.scale)
    data = canvas.pixels()
    lit = [n for n in range(width * height) if data[n * 4] > 40]
    xs = [n % width for n in lit]
    ys = [height - 1 - n // width for n in lit]
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
def test_a_text_lies_in_its_measured_box(hidden_screen, style, scale):
    canvas = hidden_screen.canvas(800, 160, scale)
    text = "Hägar zögert 012"
    with canvas.frame(BLACK):
        width = canvas.text(20, 12, text, style, WHITE)
    left, top, right, bottom = (edge / scale for edge in ink(canvas))
    assert width == canvas.measure(text, style)
    assert 19 <= left < 20 + 0.3 * style.size
    assert 20 + width - 0.3 * style.size < right <= 21 + width
    assert top >= 11
    assert bottom <= 13 + style.line
    assert canvas.texts[0].box == Rect(20, 12, width, style.line)


def test_capitals_stand_in_the_middle_of_the_line(hidden_screen):
    canvas = hidden_screen.canvas(300, 100)
    with canvas.frame(BLACK):
        canvas.text(20, 20, "HEX", RESULT, WHITE)
    _, top, _, bottom = ink(canvas)
    assert (top + bottom) / 2 == pytest.approx(20 + RESULT.line / 2, abs=1)


@pytest.mark.parametrize(("anchor", "share"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
def test_anchors(canvas, anchor, share):
    with canvas.frame(BLACK):
        width = canvas.text(300, 50, "anchored", BODY, WHITE, anchor=anchor)
    assert canvas.texts[0].box.x == pytest.approx(300 - share * width)


def test_figures_are_of_one_width(typeset):
    for style in STYLES:
        assert len({typeset.measure(figure * 10, style) for figure in string.digits}) == 1


def test_kerning_and_tracking_count(typeset):
    tight = TextStyle("display", 24, 30, -0.05)
    assert typeset.measure("To", TITLE) < typeset.measure("T", TITLE) + typeset.measure("o", TITLE)
    assert typeset.measure("abc", tight) == pytest.approx(
        typeset.measure("abc", TextStyle("display", 24, 30)) - 2 * 0.05 * 24
    )
    assert typeset.measure("", BODY) == 0


@given(text=st.text(max_size=40), width=st.floats(0, 300))
def test_a_shortened_text_fits_or_is_the_ellipsis(typeset, text, width):
    short = typeset.shorten(text, BODY, width)
    assert typeset.measure(short, BODY) <= width or short == typeset.ELLIPSIS
    assert short == text or (
        short.endswith(typeset.ELLIPSIS) and text.startswith(short[: -len(typeset.ELLIPSIS)])
    )


def test_a_mark_tells_of_room_and_shortening(canvas):
    with canvas.frame(BLACK), canvas.clip(Rect(0, 0, 640, 400)):
        canvas.text(300, 50, "much too long for so little room", BODY, WHITE, width=80, anchor="end")
        canvas.layer()
        canvas.text(10, 80, "", BODY, WHITE)
        canvas.text(10, 80, "fits", BODY, WHITE, width=80)
    first, second = canvas.texts
    assert first.shortened
    assert not second.shortened
    assert first.room == Rect(220, 50, 80, BODY.line)
    assert first.box.w <= 80
    assert first.clip == Rect(0, 0, 640, 400)
    assert (first.layer, second.layer) == (0, 1)


def test_any_character_is_shown_as_something(canvas):
    with canvas.frame(BLACK):
        assert canvas.text(10, 10, "漢\u200d🂡", BODY, WHITE) > 0
    assert ink(canvas)[2] > 20


def test_many_sizes_do_not_pile_up(hidden_screen):
    canvas = hidden_screen.canvas(400, 100)
    for n in range(60):
        with canvas.frame(BLACK):
            canvas.text(10, 10, "abc", TextStyle("text", 10 + n / 4, 30), WHITE)
    with canvas.frame(BLACK):
        canvas.text(10, 10, "abc", TextStyle("text", 20, 30), WHITE)
    assert len(canvas._letters._fonts) < 55
    assert ink(canvas)[0] < 14
