"""Every screen outside a match, in three sizes and with texts a third longer: nothing is cut off, nothing overlaps."""

import pytest

from client.ui.gallery.kit import Kit
from client.ui.gallery.scenes_menu import SCENES


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1600, 1000)])
@pytest.mark.parametrize("pseudo", [False, True])
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_cut_off_or_overlaps(ui, scene, pseudo, size):
    canvas = ui.NoteCanvas(*size)
    kit = Kit(canvas, canvas.frame, pseudo=pseudo)
    kit.stage_scene(SCENES[scene])
    assert kit.findings() == []
