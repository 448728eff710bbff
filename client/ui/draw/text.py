"""Text: measured by the bundled table of advances and kerning, painted from pyglet's glyph textures.

Letters are rendered at twice their size and painted through a linear filter at half of it, at steps of half a
pixel: every pixel is the mean of four texels, so letters keep their places at every scale without being blurred.
Measures come from the fonts themselves, not from the renderer: they are the same on every system.
"""

import json
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from struct import Struct
from typing import Any, cast

import pyglet
from pyglet.font.base import Font, GlyphTextureBin
from pyglet.gl import GL_LINEAR

from client.ui.draw.icons import ICONS
from client.ui.theme import TextStyle

__all__ = ["ELLIPSIS", "Letters", "Setting", "measure", "shorten"]

ELLIPSIS = "…"
UNITS = 2048
"""Of the table of metrics, to the em."""

CAPITALS = 0.727
"""Height of a capital in shares of the size; capitals stand in the middle of a line box."""

OVERSAMPLING = 2
FONTS_KEPT = 48
"""Sizes of faces held at once; a window needs about fifteen, as many again after its scale has changed."""

SETTINGS_KEPT = 4096
ATLAS_SIDE = 1024
FAMILIES = {"text": "Wabe Text", "label": "Wabe Label", "display": "Wabe Display", "icon": "Wabe Icons"}
ICON_MIDDLE = 0.375
"""Height of an icon's middle above its baseline, in shares of the size."""

GLYPH = Struct("8f")
"""One letter: left, top, right, bottom in pixels from the pen's start, and the same of its texture."""


class _Metrics:
    """Advances and kerning of one face, in 1/2048 of the size."""

    def __init__(self, table: dict[str, dict[str, int]]) -> None:
        self.advances = table["advances"]
        self.kerning = table["kerning"]
        self.unknown = "□"

    def places(self, text: str) -> tuple[str, list[int], int]:
        """Return the characters that are shown, where each begins, and the width of all."""
        advances, kerning = self.advances, self.kerning
        shown = "".join(c if c in advances else self.unknown for c in text)
        at, places, before = 0, [], ""
        for c in shown:
            at += kerning.get(before + c, 0)
            places.append(at)
            at += advances[c]
            before = c
        return shown, places, at


@lru_cache(maxsize=1)
def _faces() -> dict[str, _Metrics]:
    table = json.loads(files("client.ui").joinpath("assets/metrics.json").read_text(encoding="utf-8"))
    return {face: _Metrics(metrics) for face, metrics in table.items()}


@lru_cache(maxsize=16384)
def measure(text: str, style: TextStyle) -> float:
    """Return the width of ``text`` in the unit of ``style.size``: exact, the same on every system."""
    if not text:
        return 0.0
    _, _, width = _faces()[style.face].places(text)
    return width * style.size / UNITS + style.tracking * style.size * (len(text) - 1)


@lru_cache(maxsize=2048)
def shorten(text: str, style: TextStyle, width: float) -> str:
    """Return ``text``, or its longest beginning that fits ``width`` together with an ellipsis."""
    if measure(text, style) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + ELLIPSIS, style) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


@dataclass(frozen=True, slots=True)
class Setting:
    """A line of letters ready to be painted.

    Attributes:
        glyphs: By texture: eight numbers a letter, see ``GLYPH``, relative to the start of the baseline.
    """

    glyphs: tuple[tuple[int, tuple[tuple[float, ...], ...]], ...]


class Letters:
    """The glyph textures of one GL context, filled as letters are first needed."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[str, float], Font] = {}
        self._settings: OrderedDict[tuple[str, str, float, float], Setting] = OrderedDict()
        self._bin = GlyphTextureBin(ATLAS_SIDE, ATLAS_SIDE)
        _register()

    def line(self, text: str, style: TextStyle, scale: float) -> Setting:
        """Return ``text`` set at ``scale`` pixels a unit."""
        pixels = style.size * scale
        key = (text, style.face, pixels, style.tracking)
        setting = self._settings.get(key)
        if setting is None:
            shown, places, _ = _faces()[style.face].places(text)
            step = style.tracking * pixels
            starts = [at * pixels / UNITS + n * step for n, at in enumerate(places)]
            setting = self._set(shown, starts, self._font(style.face, pixels))
            self._keep(key, setting)
        return setting

    def icon(self, name: str, pixels: float) -> Setting:
        """Return the icon of that name, ``pixels`` high, its middle at the start.

        Raises:
            KeyError: There is no icon of that name.
        """
        key = (name, "icon", pixels, 0.0)
        setting = self._settings.get(key)
        if setting is None:
            font = self._font("icon", pixels)
            setting = self._set(chr(ICONS[name]), [-pixels / 2], font, drop=ICON_MIDDLE * pixels)
            self._keep(key, setting)
        return setting

    def _keep(self, key: tuple[str, str, float, float], setting: Setting) -> None:
        self._settings[key] = setting
        if len(self._settings) > SETTINGS_KEPT:
            self._settings.popitem(last=False)

    def tidy(self) -> None:
        """Between frames: start anew with empty textures where many sizes were used, as while a window is sized."""
        if len(self._fonts) > FONTS_KEPT:
            self._fonts.clear()
            self._settings.clear()
            self._bin = GlyphTextureBin(ATLAS_SIDE, ATLAS_SIDE)

    def _font(self, face: str, pixels: float) -> Font:
        size = round(pixels * OVERSAMPLING * 4) / 4
        font = self._fonts.get((face, size))
        if font is None:
            # 72 dots an inch: a point is a pixel.
            font = self._fonts[face, size] = _load(FAMILIES[face], size, self._bin)
        return font

    def _set(self, shown: str, starts: list[float], font: Font, drop: float = 0.0) -> Setting:
        by_texture: dict[int, list[tuple[float, ...]]] = {}
        for c, start in zip(shown, starts, strict=True):
            if c in " \xa0\u202f":
                continue
            glyph: Any = font.get_glyphs(c)[0][0]
            left, _, _, top = glyph.vertices
            uv = glyph.tex_coords
            u0, v0, u1, v1 = uv[9], uv[10], uv[3], uv[4]
            # One texel of the empty border around: pixels that a letter covers in part belong to it as well.
            du, dv = (u1 - u0) / glyph.width, (v1 - v0) / glyph.height
            x = round(start * OVERSAMPLING) + left - 1
            y = -top - 1 + round(drop * OVERSAMPLING)
            by_texture.setdefault(glyph.owner.id, []).append(
                (
                    x / OVERSAMPLING,
                    y / OVERSAMPLING,
                    (x + glyph.width + 2) / OVERSAMPLING,
                    (y + glyph.height + 2) / OVERSAMPLING,
                    u0 - du,
                    v0 - dv,
                    u1 + du,
                    v1 + dv,
                )
            )
        return Setting(tuple((texture, tuple(quads)) for texture, quads in by_texture.items()))


@lru_cache(maxsize=1)
def _register() -> None:
    for family in FAMILIES.values():
        name = family.lower().replace(" ", "-")
        pyglet.font.add_file(files("client.ui").joinpath(f"assets/{name}.ttf").read_bytes())


def _load(family: str, pixels: float, into: GlyphTextureBin) -> Font:
    font: Any = pyglet.font.load(family, pixels, dpi=72)
    font.texture_min_filter = font.texture_mag_filter = GL_LINEAR
    font.texture_bin = into
    # FreeType's letters go through a loop over every pixel in Python otherwise: half a millisecond each.
    if hasattr(font.glyph_renderer_class, "_expand_to_rgba"):
        font.glyph_renderer_class = _quick(font.glyph_renderer_class)
    return cast("Font", font)


@lru_cache(maxsize=1)
def _quick(renderer: type[Any]) -> type[Any]:
    def expand(self: Any, data: Any, src_format: str, dst_format: str) -> bytes:
        grey = bytes(data)
        out = bytearray(b"\xff" * (4 * len(grey)))
        out[3::4] = grey
        return bytes(out)

    return type("QuickRenderer", (renderer,), {"_expand_to_rgba": expand})
