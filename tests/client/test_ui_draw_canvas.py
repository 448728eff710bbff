"""The canvas on a real window: what is painted can be seen, where it was painted and nowhere else."""

from client.ui.geometry import Rect

RED, GREEN, BLACK = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 0, 255)


def test_a_box_is_seen_within_its_clip_alone(canvas):
    with canvas.frame(BLACK), canvas.clip(Rect(0, 0, 50, 50)):
        canvas.box(Rect(10, 10, 100, 100), RED)
    assert canvas.pixel(49, 49) == RED[:3]
    assert canvas.pixel(51, 20) == canvas.pixel(9, 20) == BLACK[:3]
