"""The comb of the menu: seven hexagonal tiles set into one plate of wood, among the combs that shine through the table."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from client.ui.draw.canvas import Canvas, Pattern, Shadow
from client.ui.geometry import Rect, Size
from client.ui.theme import BLACK, OWNERS, WHITE, Colour, Palette, TextStyle, fade, mix, rgb
from client.ui.toolkit.buttons import Pressable
from client.ui.toolkit.faces import bright
from client.ui.toolkit.layout import Group
from client.ui.toolkit.text import in_words
from client.ui.toolkit.widget import Look

__all__ = ["DRAWN", "Comb", "Tile", "backdrop", "plate"]

ROOT3: Final = math.sqrt(3)

PLACES: Final = ((0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Axial places of the tiles: the middle, then clockwise from the top."""

DRAWN: Final = 112.0
"""Circumradius for which all measures here are given."""

PLATE: Final = 1.12
LIP: Final = 12.0
SMALLEST_LETTER: Final = 11.0

FAINT: Final = {
    "dark": (rgb("#2A3D34"), 0.7, WHITE, 0.05),
    "light": (rgb("#E2E3CC"), 0.8, rgb("#8B8A6A"), 0.22),
}
"""Of the combs in the table: face and its share, edge and its share."""

FACE: Final = {"dark": rgb("#574936"), "light": rgb("#EBDAB4")}
LOWER: Final = {"dark": rgb("#241A10"), "light": rgb("#B08D55")}
HONEY: Final = {"dark": (rgb("#FBC964"), rgb("#E59D22")), "light": (rgb("#FFD27A"), rgb("#EDA72B"))}
HONEY_LOWER: Final = rgb("#9A620F")
SHINE: Final = {"dark": (0.10, 0.16, 0.12), "light": (0.35, 0.10, 0.50)}
"""Light at the top of a tile, shade at its bottom, light on its edge."""

ICONS: Final = {"dark": rgb("#E9C98E"), "light": rgb("#7A5416")}


@dataclass(frozen=True, slots=True)
class HexRect(Rect):
    """The place of a tile: three quarters of its width, so that places do not overlap; it contains all of the hexagon."""

    def contains(self, x: float, y: float) -> bool:
        """Tell whether the point lies in the hexagon."""
        a = self.w / 1.5
        dx, dy = abs(x - self.cx), abs(y - self.cy)
        return dy < self.h / 2 and ROOT3 * dx + dy < ROOT3 * a


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile.

    Attributes:
        key: Of its widget.
        title: What it leads to.
        note: More about it.
        more: What else there is, in a line of its own.
        icon: Name of the icon on it, "" where ``art`` paints something.
        owner: Whose colours and pattern it has, "" for plain wood, ``honey`` for the one thing to do next.
        art: Paints what is on it: canvas, palette, centre, pixels for one unit of ``DRAWN``.
        press: What it does.
        title_at: Distance of the title's top from the middle.
    """

    key: str
    title: str
    note: str
    press: Callable[[], None]
    icon: str = ""
    owner: str = ""
    art: Callable[[Canvas, Palette, float, float, float], None] | None = None
    title_at: float = 14.0
    more: str = ""


class _TileWidget(Pressable):
    """A tile as a button."""

    def __init__(self, tile: Tile) -> None:
        super().__init__(tile.press, key=tile.key)
        self.tile = tile

    def paint(self, look: Look) -> None:
        """Paint it as it is touched."""
        hover, press = self.touched(look)
        canvas, palette, tile = look.canvas, look.palette, self.tile
        a, x, y = self.rect.w / 1.5, self.rect.cx, self.rect.cy
        k = a / DRAWN
        lift = (2 * press - hover * (1 - press)) * max(1.0, k)
        wide = a - 6 * k
        canvas.hexagon(x, y + 3 * k, a - 3 * k, palette.recess, corner=0.13)
        lower = HONEY_LOWER if tile.owner == "honey" else LOWER[palette.name]
        canvas.hexagon(x, y + (7 - 2 * press) * k, wide, lower, corner=0.13)
        light, shade, edge = SHINE[palette.name]
        lit = hover * (1 - press)
        if tile.owner == "honey":
            first, last = (bright(colour, 0.10 * lit - 0.06 * press) for colour in HONEY[palette.name])
            fill = mix(first, WHITE, 0.6 * light), mix(last, BLACK, 0.6 * shade)
            canvas.hexagon(x, y + lift, wide, fill, corner=0.13)
        else:
            self._wood(canvas, palette, x, y + lift, wide, lit, press)
        shine = fade(WHITE, edge)
        canvas.hexagon(
            x, y + lift + 0.5 * k, wide - 1.5 * k, None, corner=0.12, border=shine, border_width=1.6
        )
        self._label(look, x, y + lift, a)

    def ring(self, look: Look) -> None:
        """Paint the ring of the focus, above its neighbours."""
        a = self.rect.w / 1.5
        at = a + 4.5 * a / DRAWN
        palette = look.palette
        look.canvas.hexagon(
            self.rect.cx, self.rect.cy, at, None, corner=0.15, border=palette.focus, border_width=3.5
        )

    def _wood(
        self, canvas: Canvas, palette: Palette, x: float, y: float, a: float, lit: float, press: float
    ) -> None:
        """Paint the face: plain or in an owner's colours, light above and dark below its middle."""
        base, pattern = FACE[palette.name], None
        if self.tile.owner:
            owner = OWNERS[self.tile.owner]
            base = mix(palette.cell, owner.face, 0.34 if palette.dark else 0.40)
            marks = mix(owner.face, WHITE, 0.12) if palette.dark else mix(owner.side, owner.face, 0.5)
            pattern = Pattern(owner.pattern, fade(marks, 0.28), 0.8)
        # On light wood more light would not be seen: it is washed with honey there.
        base = bright(base, 0.10 * lit) if palette.dark else mix(base, palette.honey, 0.14 * lit)
        base = bright(base, -0.06 * press)
        light, shade, _ = SHINE[palette.name]
        top, bottom = mix(base, WHITE, light), mix(base, BLACK, shade)
        half = ROOT3 * a / 2
        # A gradient runs over a whole hexagon: each half is cut out of one that reaches as far beyond the middle.
        for at, fill in ((y - half, (top, _beyond(top, base))), (y, (_beyond(bottom, base), bottom))):
            with canvas.clip(Rect(x - a, at, 2 * a, half)):
                canvas.hexagon(x, y, a, fill, corner=0.13, pattern=pattern)

    def _label(self, look: Look, x: float, y: float, a: float) -> None:
        canvas, palette, tile = look.canvas, look.palette, self.tile
        k = a / DRAWN
        honey = tile.owner == "honey"
        colour = palette.on_honey if honey else palette.text
        if tile.icon:
            canvas.icon(x, y - 30 * k, 46 * k, tile.icon, ICONS[palette.name])
        if tile.art is not None:
            tile.art(canvas, palette, x, y, k)
        canvas.layer()
        title = TextStyle("display", max(SMALLEST_LETTER, 18 * k), 22 * k, -0.01)
        note = TextStyle("text", max(SMALLEST_LETTER, 13 * k), max(14.0, 17 * k))
        top = y + tile.title_at * k
        for style, text, shade in (
            (title, tile.title, 1.0),
            (note, tile.note, 0.86),
            (note, tile.more, 0.86),
        ):
            for line in self._lines(canvas, text, style, a, top - y):
                room = _width_at(a, top - y + style.line / 2)
                canvas.text(x, top, line, style, fade(colour, shade), anchor="middle", width=room)
                top += style.line
            top += 2 * k

    @staticmethod
    def _lines(canvas: Canvas, text: str, style: TextStyle, a: float, below: float) -> list[str]:
        """Return the text in lines, the later ones shorter, as the hexagon becomes narrower."""
        whole = in_words(canvas, text, style, _width_at(a, below + style.line / 2))
        return (
            whole if len(whole) < 2 else in_words(canvas, text, style, _width_at(a, below + 1.5 * style.line))
        )


def _beyond(end: Colour, middle: Colour) -> Colour:
    """Return the colour as far beyond ``middle`` as ``end`` lies before it."""
    r, g, b = (min(255, max(0, 2 * m - e)) for e, m in zip(end[:3], middle[:3], strict=True))
    return r, g, b, 255


def _width_at(a: float, dy: float) -> float:
    """Return how wide the face of a hexagon is, ``dy`` away from its middle, without a margin."""
    return 2 * (0.93 * a - abs(dy) / ROOT3) - 6


class Comb(Group):
    """The seven tiles on their plate; arrow keys walk from tile to tile.

    Args:
        tiles: For ``PLACES``.
        a: Circumradius of a tile.
        cx: Middle of the comb, from the left edge of the window.
        cy: Middle of the comb, from the top edge of the window.
    """

    def __init__(self, tiles: Sequence[Tile], a: float, cx: float, cy: float) -> None:
        super().__init__(key="comb")
        self._tiles = [_TileWidget(tile) for tile in tiles]
        self._a, self._cx, self._cy = a, cx, cy

    def children(self) -> Sequence[Pressable]:
        """Return the tiles."""
        return self._tiles

    def measured(self, canvas: Canvas, width: float) -> Size:
        """Return all that is there: it lies where it was told to."""
        return Size(width, 0)

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Put the tiles into their places."""
        self.rect = rect
        a = self._a
        for (q, r), tile in zip(PLACES, self._tiles, strict=True):
            x, y = _centre(self._cx, self._cy, a, q, r)
            h = ROOT3 * a
            tile.arrange(canvas, HexRect(x - 0.75 * a, y - h / 2, 1.5 * a, h))

    def paint(self, look: Look) -> None:
        """Paint the tiles."""
        super().paint(look)
        for tile in self._tiles:
            if look.focused is tile:
                look.canvas.layer()
                tile.ring(look)


def plate(canvas: Canvas, palette: Palette, cx: float, cy: float, a: float) -> None:
    """Paint the wood into which the tiles are set, with its shadow."""
    k = a / DRAWN
    places = [_centre(cx, cy, a, q, r) for q, r in PLACES]
    wide = PLATE * a
    shadow = Shadow(34 * k, 28 * k, fade(BLACK, 0.5 if palette.dark else 0.28))
    for x, y in places:
        canvas.hexagon(x, y, wide, palette.plate_edge, corner=0.16, shadow=shadow)
    canvas.layer()
    for x, y in places:
        canvas.hexagon(x, y + LIP * k, wide, palette.plate_edge, corner=0.16)
    canvas.layer()
    top = cy - ROOT3 * a - ROOT3 / 2 * wide
    height = 2 * (cy - top)

    def wood(y: float) -> Colour:
        return mix(palette.plate_top, palette.plate_bottom, min(max((y - top) / height, 0.0), 1.0))

    for x, y in places:
        half = ROOT3 / 2 * wide
        canvas.hexagon(x, y, wide, (wood(y - half), wood(y + half)), corner=0.16)


def _centre(cx: float, cy: float, a: float, q: int, r: int) -> tuple[float, float]:
    return cx + 1.5 * a * q, cy + ROOT3 * a * (r + q / 2)


def backdrop(canvas: Canvas, palette: Palette, cx: float, cy: float, a: float) -> None:
    """Paint combs in the table around (``cx``, ``cy``), fading outwards; the middle seven are left out."""
    face, share, edge, line = FAINT[palette.name]
    k = a / DRAWN
    window = canvas.size
    for q in range(-1, 6):
        for r in range(-6, 5):
            if max(abs(q), abs(r), abs(q + r)) < 2:
                continue
            x, y = _centre(cx, cy, a, q, r)
            if not window.inset(-a).contains(x, y):
                continue
            away = math.hypot(x - cx, y - cy) / (600 * k)
            seen = min(1.0, max(0.0, (0.98 - away) / 0.43))
            if seen > 0:
                canvas.hexagon(x, y, a - 3 * k, fade(face, share * seen), corner=0.13)
                canvas.hexagon(
                    x, y, a - 4 * k, None, corner=0.13, border=fade(edge, line * seen), border_width=1.5
                )
