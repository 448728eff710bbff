"""Fonts, icons and atlas: complete, and made by the scripts as these stand now."""

import hashlib
import importlib.util
import json
import string
import sys
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from client.ui.draw import atlas, pieces
from client.ui.draw.icons import ICONS
from client.ui.geometry import Rect
from client.ui.theme import DARK, LIGHT, OWNERS

ROOT = Path(__file__).parents[2]
ASSETS = ROOT / "client" / "ui" / "assets"
SCRIPTS = ROOT / "packaging" / "assets"
MADE = {path.name: path for path in (*ASSETS.iterdir(), *(ROOT / "client" / "ui" / "draw").glob("*.py"))}


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("script", ["fonts.py", "atlas.py"])
def test_what_was_made_is_what_the_script_makes(script):
    notes = json.loads((ASSETS / "sources.json").read_text())[script]
    assert notes["script"] == digest(SCRIPTS / script), f"run packaging/assets/{script} again"
    for name, value in notes["outputs"].items():
        assert digest(MADE[name]) == value, f"{name} was changed by hand"


def test_the_atlas_was_baked_from_the_present_shapes_and_figures():
    inputs = json.loads((ASSETS / "sources.json").read_text())["atlas.py"]["inputs"]
    assert inputs == {
        "shapes.py": digest(SCRIPTS / "shapes.py"),
        "wabe-display.ttf": digest(ASSETS / "wabe-display.ttf"),
    }


def test_the_picture_has_the_size_that_the_table_says():
    width, height, data = atlas.load()
    assert (width, height) == (atlas.WIDTH, atlas.HEIGHT)
    assert len(data) == width * height


def test_the_edge_of_a_shape_lies_where_the_table_says():
    """A stone is a disc of radius 1: its field is known everywhere."""
    width, _, data = atlas.load()
    field = atlas.SHAPES["stone"]
    for step in range(-8, 9):
        away = 1 + step / 8 * atlas.MARGIN * 0.9
        x, y = field.x + away * field.texels, field.y
        level = data[int(y) * width + int(x)] / 255
        centre = ((int(x) + 0.5 - field.x) ** 2 + (int(y) + 0.5 - field.y) ** 2) ** 0.5 / field.texels
        assert level == pytest.approx(0.5 - (centre - 1) / (2 * atlas.RANGE), abs=0.01)


def test_every_shape_of_the_scripts_is_in_the_atlas():
    spec = importlib.util.spec_from_file_location("packaging_shapes", SCRIPTS / "shapes.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    assert set(atlas.SHAPES) == set(module.SHAPES) | {f"digit.{figure}" for figure in string.digits}


class Notes:
    """Takes whatever is painted and notes the shapes."""

    def __init__(self):
        self.shapes = set()

    def shape(self, name, *arguments, **options):
        self.shapes.add(name)

    def __getattr__(self, name):
        return lambda *arguments, **options: _Nothing()


class _Nothing:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


def test_every_shape_is_painted_by_something():
    notes = Notes()
    for palette in (DARK, LIGHT):
        for owner in OWNERS.values():
            for size in (24, 96):
                for kind in ("worker", "fighter", "rider", "archer", "crown", "castle", "mine", "tower"):
                    for count in range(7):
                        pieces.piece(notes, palette, kind, owner, 0, 0, size, count=count, new=True)
                    pieces.piece(notes, palette, kind, owner, 0, 0, size, charges=1, done=True)
                    pieces.piece(notes, palette, kind, owner, 0, 0, size, flat=True)
                for height in range(12):
                    pieces.disc_stack(notes, palette, owner, 0, 0, size, height)
                    pieces.disc_stack(notes, palette, owner, 0, 0, size, height, blocked_by=OWNERS["jade"])
                pieces.guards(notes, palette, owner, 0, 0, size, 1, 1)
                pieces.base(notes, palette, owner, 0, 0, size)
                pieces.die(notes, palette, owner, 6, 0, 0, size, lost=True)
                pieces.die(notes, palette, owner, 1, 0, 0, size)
                pieces.emblem(notes, palette, owner, 0, 0, size, raised=True)
                pieces.band(notes, palette, owner, Rect(0, 0, 100, 40), 12)
        pieces.logo(notes, palette, 0, 0, 40)
        pieces.seal(notes, palette, 0, 0, 40)
    spare = {"tick", "chevron", "pill.charges"}
    assert notes.shapes <= set(atlas.SHAPES)
    assert set(atlas.SHAPES) - notes.shapes <= spare


def test_every_icon_has_a_picture(canvas):
    for name in ICONS:
        with canvas.frame((0, 0, 0, 255)):
            canvas.icon(20, 20, 24, name, (255, 255, 255, 255))
        setting = canvas._letters.icon(name, 24.0)
        (quads,) = (quads for _, quads in setting.glyphs)
        left, top, right, bottom = quads[0][:4]
        assert right - left > 3
        assert bottom - top > 2
        assert left >= -14
        assert right <= 14
        assert top >= -14
        assert bottom <= 14


def test_an_unknown_icon_is_an_error(canvas):
    with canvas.frame((0, 0, 0, 255)), pytest.raises(KeyError):
        canvas.icon(20, 20, 24, "no-such-icon", (255, 255, 255, 255))


def test_the_faces_know_all_that_is_said(display):
    metrics = json.loads((ASSETS / "metrics.json").read_text(encoding="utf-8"))
    wanted = string.printable[:95] + "ÄÖÜäöüßéèçñ„“”‚‘’–—…·×−≥≤←↑→↓›‹«»€°½"
    for face in ("text", "label", "display"):
        assert set(wanted) <= set(metrics[face]["advances"])


def test_licences_lie_beside_the_fonts():
    assert "SIL OPEN FONT LICENSE" in (ASSETS / "LICENSE-Inter.txt").read_text()
    assert "Apache 2.0" in (ASSETS / "LICENSE-MaterialDesignIcons.txt").read_text()


def test_icons_stand_where_they_were_drawn():
    """A renderer moves an outline to its left side bearing: one of 0 would put every icon off centre."""
    font = TTFont(ASSETS / "wabe-icons.ttf")
    drawn = [name for name in font.getGlyphOrder() if font["glyf"][name].numberOfContours]
    assert len(drawn) > 200
    assert [name for name in drawn if font["hmtx"][name][1] != font["glyf"][name].xMin] == []
