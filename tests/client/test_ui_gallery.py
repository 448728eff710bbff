"""Every scene of the gallery is painted, and nothing in it is cut off, overlaps or is too small to hit."""

import subprocess
import sys
from pathlib import Path

import pytest

from client.ui.gallery.__main__ import SIZES, scenes
from client.ui.gallery.kit import Kit, Longer, speak
from client.ui.gallery.png import png

SCENES = scenes()
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _english():
    yield
    speak("en")


def look(hidden_screen, name, size, **more):
    from client.ui.window import interface_scale

    canvas = hidden_screen.canvas(*size, interface_scale(*size, 1.0, 1.0))
    kit = Kit(canvas, canvas.frame, **more)
    kit.stage_scene(SCENES[name])
    return kit.findings()


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_fits_the_smallest_window_in_german(hidden_screen, name):
    assert look(hidden_screen, name, (1024, 640), language="de") == []


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("tongue", ["en", "de", "long"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCENES)
def test_every_scene_fits_every_window(hidden_screen, name, size, tongue, theme):
    more = {"pseudo": True} if tongue == "long" else {"language": tongue}
    assert look(hidden_screen, name, size, theme=theme, **more) == []


def test_a_finding_is_told_and_fails_the_tool(display, tmp_path):
    command = [sys.executable, "-m", "client.ui.gallery", str(tmp_path), "--size", "1024x640"]
    command += ["--language", "en", "--theme", "light", "--only", "krieg-rest"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    picture = tmp_path / "krieg-rest-1024x640-light-en.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert (
        subprocess.run([*command[:-1], "nothing"], cwd=ROOT, capture_output=True, check=False).returncode == 2
    )


def test_longer_texts_keep_their_fields():
    longer = Longer()
    assert longer.gettext("Attack {cell}") == "Aattaack {cell}"
    assert longer.ngettext("{count} unit", "{count} units", 2) == "{count} uuniits"


def test_a_png_file_holds_rows_from_the_top():
    red, blue = b"\xff\x00\x00\xff", b"\x00\x00\xff\xff"
    assert png(1, 2, red + blue) != png(1, 2, blue + red)
    assert png(1, 2, red + blue)[16:24] == bytes((0, 0, 0, 1, 0, 0, 0, 2))
