"""The canvas on OpenGL 3.3: see ``Canvas`` for what it does and ``glbatch`` for how it gets to the card."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import c_ubyte
from math import ceil, cos, floor, hypot, radians, sin

from pyglet.gl import (
    GL_LINEAR,
    GL_R8,
    GL_RED,
    GL_RGBA,
    GL_TEXTURE_2D,
    GL_TEXTURE_MAG_FILTER,
    GL_TEXTURE_MIN_FILTER,
    GL_UNPACK_ALIGNMENT,
    GL_UNSIGNED_BYTE,
    GLuint,
    glBindTexture,
    glGenTextures,
    glPixelStorei,
    glReadPixels,
    glTexImage2D,
    glTexParameteri,
)

from client.ui.draw import atlas, mesh
from client.ui.draw import text as typeset
from client.ui.draw.canvas import Anchor, Canvas, Fill, Pattern, Shadow, TextMark
from client.ui.draw.glbatch import Clip, Kind, Recording, kinds
from client.ui.draw.glpictures import NOTHING, Flattener, Picture, begin_target
from client.ui.geometry import Rect
from client.ui.theme import Colour, TextStyle

__all__ = ["GLCanvas"]

BLOCKS, PIECES, TEXTS = range(3)
"""The groups of a layer, from below."""

PATTERNS = {"": 0, "dots": 1, "stripes": 2, "rings": 3, "grid": 4, "chevrons": 5, "bars": 6}
FLAT_TOP, POINTY_TOP = 1, 2
PLAIN_AGAIN = 120 * 80
"""Pixels from which a plain block after fancy ones is worth a draw call of its own."""

HEXAGON_HEIGHT = 0.8660254
CORNER_RADIUS = 1.7320508
"""Radius of the circle that rounds a corner of 120 degrees, for one unit of side cut off."""

PICTURES_KEPT = 30
"""Frames for which a picture is kept that is not painted."""


class GLCanvas(Canvas):
    """A canvas in the current OpenGL context. It belongs to that context alone."""

    def __init__(self, width: int, height: int, scale: float = 1.0) -> None:
        """Take the size of the window in pixels and the pixels of a unit."""
        self.texts = []
        self._kinds = kinds()
        self._letters = typeset.Letters()
        self._images: dict[str, Picture] = {}
        self._flattener = Flattener(self._kinds.image, self._kinds.cover)
        self._frames = 0
        self._painted = 0
        self._field = _upload_atlas()
        self._kinds.shape.set("texels", (atlas.WIDTH, atlas.HEIGHT))
        self._recording: Recording | None = None
        self._target = 0
        self.resize(width, height, scale)

    def resize(self, width: int, height: int, scale: float) -> None:
        """Take another size in pixels, or other pixels a unit."""
        self.scale = scale
        self.size = Rect(0, 0, width / scale, height / scale)
        self._view = (width, height)
        self._reset()

    def _reset(self) -> None:
        self._s, self._x, self._y, self._alpha, self._stretch = self.scale, 0.0, 0.0, 1.0, 1.0
        self._clip: Clip = None

    # --- frames -------------------------------------------------------------------------------------------
    @contextmanager
    def frame(self, ground: Colour = (0, 0, 0, 255)) -> Iterator[None]:
        """Within the context one frame is painted, on ``ground``; it is drawn at the end."""
        self._frames += 1
        self._letters.tidy()
        self.texts = []
        self._reset()
        self._recording = Recording(self._kinds.stores)
        try:
            yield
        finally:
            recording, self._recording = self._recording, None
            self._flattener.apply(recording, {i.texture: i.painted for i in self._images.values()})
            begin_target(0, self._view, ground)
            recording.show(self._view)
            self._flattener.build(self._view)
            self._drop_pictures()

    def _drop_pictures(self) -> None:
        for key in [key for key, image in self._images.items() if image.seen < self._frames - PICTURES_KEPT]:
            self._images.pop(key).delete()

    def pixels(self) -> bytes:
        """Return what was drawn last: red, green, blue, alpha of each pixel, from the bottom row up."""
        width, height = self._view
        raw = (c_ubyte * (width * height * 4))()
        glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, raw)
        return bytes(raw)

    def snapshot(self, width: int, height: int, paint: Callable[[Canvas], None]) -> bytes:
        """Return what ``paint`` paints in pixels, outside any frame: rows of RGBA from the bottom up."""
        image = Picture((width, height))
        scale, self.scale = self.scale, 1.0
        self._reset()
        try:
            self._paint_image(image, 0, 0, paint)
            raw = (c_ubyte * (width * height * 4))()
            glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, raw)
        finally:
            self.scale = scale
            self._reset()
            image.delete()
        return bytes(raw)

    def _put(self, group: int, kind: Kind, record: bytes, texture: int = 0) -> None:
        assert self._recording is not None, "painted outside a frame"
        self._recording.put(group, kind, self._clip, record, texture)

    def _faded(self, colour: Colour) -> Colour:
        return (*colour[:3], round(colour[3] * self._alpha)) if self._alpha < 1.0 else colour

    # --- text ---------------------------------------------------------------------------------------------
    def measure(self, text: str, style: TextStyle) -> float:
        """See ``Canvas``."""
        return typeset.measure(text, style)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        style: TextStyle,
        colour: Colour,
        *,
        anchor: Anchor = "start",
        width: float | None = None,
    ) -> float:
        """See ``Canvas``."""
        shown = text if width is None else typeset.shorten(text, style, width)
        wide = typeset.measure(shown, style)
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        left = x - wide * share
        s = self._s
        self._mark(left, y, wide, shown, style, None if width is None else x - width * share, width, text)
        if not shown or self._outside(left, y, wide, style.line):
            return wide
        pen_x = round((self._x + left * s) * 2) / 2
        pen_y = round(self._y + (y + style.line / 2 + typeset.CAPITALS / 2 * style.size) * s)
        self._letters_at(self._letters.line(shown, style, self.scale), pen_x, pen_y, colour)
        return wide

    def icon(self, cx: float, cy: float, size: float, name: str, colour: Colour) -> None:
        """See ``Canvas``."""
        if self._outside(cx - size / 2, cy - size / 2, size, size):
            return
        pixels = size * self.scale
        x, y = self._x + cx * self._s, self._y + cy * self._s
        # The middle of an icon of even size lies between two pixels.
        x, y = (round(at - pixels / 2) + pixels / 2 for at in (x, y))
        self._letters_at(self._letters.icon(name, pixels), x, y, colour)

    def _letters_at(self, setting: typeset.Setting, x: float, y: float, colour: Colour) -> None:
        kind = self._kinds.glyph
        pack, stretch, paint = kind.pack, self._stretch, self._faded(colour)
        for texture, quads in setting.glyphs:
            records = b"".join(
                [
                    pack(x + a * stretch, y + b * stretch, x + c * stretch, y + d * stretch, *uv, *paint)
                    for a, b, c, d, *uv in quads
                ]
            )
            self._put(TEXTS, kind, records, texture)

    def _mark(
        self,
        left: float,
        y: float,
        wide: float,
        shown: str,
        style: TextStyle,
        room_left: float | None,
        room: float | None,
        whole: str,
    ) -> None:
        assert self._recording is not None, "painted outside a frame"
        if not shown:
            return
        place = None
        if room_left is not None and room is not None:
            place = self._on_window(room_left, y, room, style.line)
        box = self._on_window(left, y, wide, style.line)
        self.texts.append(TextMark(shown, box, self._seen(), self._recording.layer, place, shown != whole))

    def _seen(self) -> Rect:
        """Return what the clip leaves of the window, in units."""
        clip = self._clip
        if clip is None:
            return self.size
        k = 1 / self.scale
        return Rect(clip[0] * k, clip[1] * k, (clip[2] - clip[0]) * k, (clip[3] - clip[1]) * k)

    def _on_window(self, x: float, y: float, w: float, h: float) -> Rect:
        k = self._s / self.scale
        return Rect(self._x / self.scale + x * k, self._y / self.scale + y * k, w * k, h * k)

    def _outside(self, x: float, y: float, w: float, h: float) -> bool:
        clip = self._clip
        if clip is None:
            return False
        s = self._s
        left, top = self._x + x * s, self._y + y * s
        return left > clip[2] or top > clip[3] or left + w * s < clip[0] or top + h * s < clip[1]

    # --- shapes -------------------------------------------------------------------------------------------
    def box(
        self,
        rect: Rect,
        fill: Fill | None,
        *,
        radius: float | tuple[float, float, float, float] = 0.0,
        border: Colour | None = None,
        border_width: float = 1.0,
        shadow: Shadow | None = None,
        pattern: Pattern | None = None,
    ) -> None:
        """See ``Canvas``."""
        if shadow is None and self._outside(rect.x, rect.y, rect.w, rect.h):
            return
        s = self._s
        # Edges on whole pixels: a border of one pixel stays one pixel at every scale.
        left, top = round(self._x + rect.x * s), round(self._y + rect.y * s)
        right, bottom = round(self._x + rect.right * s), round(self._y + rect.bottom * s)
        hw, hh = (right - left) / 2, (bottom - top) / 2
        limit = min(hw, hh)
        if isinstance(radius, tuple):
            tl, tr, br, bl = (min(r * s, limit) for r in radius)
        else:
            tl = tr = br = bl = min(radius * s, limit)
        self._block(
            left + hw, top + hh, hw, hh, (tl, tr, br, bl), 0, fill, border, border_width, 0.0, shadow, pattern
        )

    def hexagon(
        self,
        cx: float,
        cy: float,
        a: float,
        fill: Fill | None,
        *,
        pointy: bool = False,
        corner: float = 0.12,
        border: Colour | None = None,
        border_width: float = 1.0,
        dash: float = 0.0,
        shadow: Shadow | None = None,
        pattern: Pattern | None = None,
    ) -> None:
        """See ``Canvas``."""
        if shadow is None and self._outside(cx - a, cy - a, 2 * a, 2 * a):
            return
        s = self._s
        size = a * s
        hw, hh = (size * HEXAGON_HEIGHT, size) if pointy else (size, size * HEXAGON_HEIGHT)
        rounding = (corner * size * CORNER_RADIUS, 0.0, 0.0, 0.0)
        shape = POINTY_TOP if pointy else FLAT_TOP
        self._block(
            self._x + cx * s,
            self._y + cy * s,
            hw,
            hh,
            rounding,
            shape,
            fill,
            border,
            border_width,
            dash,
            shadow,
            pattern,
        )

    def circle(
        self,
        cx: float,
        cy: float,
        r: float,
        fill: Fill | None,
        *,
        border: Colour | None = None,
        border_width: float = 1.0,
        dash: float = 0.0,
        shadow: Shadow | None = None,
    ) -> None:
        """See ``Canvas``."""
        if shadow is None and self._outside(cx - r, cy - r, 2 * r, 2 * r):
            return
        s = self._s
        size = r * s
        radii = (size, size, size, size)
        self._block(
            self._x + cx * s,
            self._y + cy * s,
            size,
            size,
            radii,
            0,
            fill,
            border,
            border_width,
            dash,
            shadow,
            None,
        )

    def _block(
        self,
        cx: float,
        cy: float,
        hw: float,
        hh: float,
        radii: tuple[float, float, float, float],
        shape: int,
        fill: Fill | None,
        border: Colour | None,
        border_width: float,
        dash: float,
        shadow: Shadow | None,
        pattern: Pattern | None,
    ) -> None:
        s = self._s
        plain, fancy = self._kinds.block, self._kinds.fancy
        recording = self._recording
        assert recording is not None, "painted outside a frame"
        pack, clip = plain.pack, self._clip
        if shadow is not None:
            soft = shadow.blur * s
            dark = self._faded(shadow.colour)
            recording.put(
                BLOCKS,
                fancy if shape else plain,
                clip,
                pack(
                    cx, cy + shadow.dy * s, hw, hh, *radii, 0.0, soft, shape, 0.0, 0.0, 1.0,
                    *dark, *dark, *NOTHING, *NOTHING,
                ),
            )  # fmt: skip
        if fill is None:
            if border is None and pattern is None:
                return
            top = bottom = NOTHING
        elif isinstance(fill[0], tuple):
            top, bottom = fill[0], fill[1]
        else:
            top = bottom = fill
        line = 0.0
        edge = NOTHING
        if border is not None:
            line = max(1.0, border_width * s)
            edge = border
        marks, motif, unit = NOTHING, 0, 1.0
        if pattern is not None:
            marks, motif, unit = pattern.colour, PATTERNS[pattern.name], pattern.size * s
        if self._alpha < 1.0:
            top, bottom, edge, marks = map(self._faded, (top, bottom, edge, marks))
        kind = plain
        # Hexagons, patterns and dashes cost every pixel of their program; few programs cost few draw calls.
        if shape or motif or dash or (recording.last(BLOCKS) is fancy and hw * hh * 4 < PLAIN_AGAIN):
            kind = fancy
        recording.put(
            BLOCKS,
            kind,
            clip,
            pack(
                cx, cy, hw, hh, *radii, line, 0.0, shape, dash * s, motif, unit, *top, *bottom, *edge, *marks
            ),
        )

    def line(
        self, points: Sequence[tuple[float, float]], width: float, colour: Colour, *, dash: float = 0.0
    ) -> None:
        """See ``Canvas``."""
        s, kind, paint = self._s, self._kinds.line, self._faded(colour)
        half, dash = width * s / 2, dash * s
        along = 0.0
        x0, y0 = self._x + points[0][0] * s, self._y + points[0][1] * s
        for px, py in points[1:]:
            x1, y1 = self._x + px * s, self._y + py * s
            self._put(PIECES, kind, kind.pack(x0, y0, x1, y1, half, dash, along, *paint))
            along += hypot(x1 - x0, y1 - y0)
            x0, y0 = x1, y1

    def polygon(self, points: Sequence[tuple[float, float]], fill: Colour) -> None:
        """See ``Canvas``."""
        s = self._s
        corners = [(self._x + x * s, self._y + y * s) for x, y in points]
        if mesh.area(corners) < 0:
            corners.reverse()
        inner, outer = mesh.moved(corners, -0.5), mesh.moved(corners, 0.5)
        pack, paint = self._kinds.mesh.pack, self._faded(fill)
        clear = (*paint[:3], 0)
        records = [pack(*inner[n], *paint) for triangle in mesh.triangles(inner) for n in triangle]
        for n in range(len(corners)):
            m = (n + 1) % len(corners)
            a, b = pack(*inner[n], *paint), pack(*inner[m], *paint)
            c, d = pack(*outer[n], *clear), pack(*outer[m], *clear)
            records += (a, b, c, b, d, c)
        self._put(PIECES, self._kinds.mesh, b"".join(records))

    def shape(
        self,
        name: str,
        cx: float,
        cy: float,
        size: float,
        fill: Fill,
        *,
        grow: float = 0.0,
        blur: float = 0.0,
        turn: float = 0.0,
        rim: Colour | None = None,
        rim_width: float = 0.0,
    ) -> None:
        """See ``Canvas``."""
        if size <= 0:
            return  # a window without any size leaves none for what stands in it
        field = atlas.SHAPES[name]
        s = self._s
        unit = size * s / 2
        growth, soft = grow * s, blur * s
        pad = min((growth + soft + 1.0) / unit, atlas.MARGIN)
        if turn:
            angle = radians(turn)
            ux, uy = unit * cos(angle), unit * sin(angle)
        else:
            ux, uy = unit, 0.0
        if isinstance(fill[0], tuple):
            top, bottom = fill[0], fill[1]
        else:
            top = bottom = fill
        edge = NOTHING if rim is None else rim
        if self._alpha < 1.0:
            top, bottom = self._faded(top), self._faded(bottom)
        kind = self._kinds.shape
        left, upper, right, lower = field[:4]
        self._put(
            PIECES,
            kind,
            kind.pack(
                self._x + cx * s, self._y + cy * s, ux, uy,
                left - pad, upper - pad, right + pad, lower + pad,
                field.x, field.y, field.texels,
                growth, soft, rim_width * s if rim is not None else 0.0, 2 * atlas.RANGE * unit,
                *top, *bottom, *edge,
            ),
            self._field,
        )  # fmt: skip

    # --- order --------------------------------------------------------------------------------------------
    @contextmanager
    def clip(self, rect: Rect) -> Iterator[None]:
        """See ``Canvas``."""
        before, s = self._clip, self._s
        left, top = round(self._x + rect.x * s), round(self._y + rect.y * s)
        right, bottom = round(self._x + rect.right * s), round(self._y + rect.bottom * s)
        if before is not None:
            left, top = max(left, before[0]), max(top, before[1])
            right, bottom = min(right, before[2]), min(bottom, before[3])
        self._clip = (left, top, max(left, right), max(top, bottom))
        try:
            yield
        finally:
            self._clip = before

    def layer(self) -> None:
        """See ``Canvas``."""
        assert self._recording is not None, "painted outside a frame"
        self._recording.raise_layer()

    @contextmanager
    def shifted(self, dx: float, dy: float, scale: float = 1.0, alpha: float = 1.0) -> Iterator[None]:
        """See ``Canvas``."""
        before = (self._s, self._x, self._y, self._alpha, self._stretch)
        s, x, y, faded, stretch = before
        self._s, self._x, self._y = s * scale, x + s * dx, y + s * dy
        self._alpha, self._stretch = faded * alpha, stretch * scale
        try:
            yield
        finally:
            self._s, self._x, self._y, self._alpha, self._stretch = before

    def picture(self, key: str, version: object, rect: Rect, paint: Callable[[Canvas], None]) -> None:
        """See ``Canvas``."""
        self._picture(key, version, rect, paint, self._kinds.image)

    def _picture(
        self, key: str, version: object, rect: Rect, paint: Callable[[Canvas], None], kind: Kind
    ) -> None:
        s = self._s
        left, top = floor(rect.x * s), floor(rect.y * s)
        # Not from edge to edge: a picture that is only moved by parts of a pixel keeps its size.
        size = max(1, ceil(rect.w * s)), max(1, ceil(rect.h * s))
        image = self._images.get(key)
        if image is not None and image.size != size:
            self._images.pop(key).delete()
            image = None
        if image is None:
            image = self._images[key] = Picture(size)
        if not image.painted or image.version != (version, s):
            self._paint_image(image, left, top, paint)
            image.version = (version, s)
        image.seen = self._frames
        x, y = round(self._x) + left, round(self._y) + top
        place = (x, y, x + size[0], y + size[1])
        white = self._faded((255, 255, 255, 255))
        self._put(BLOCKS, kind, kind.pack(*place, 0.0, 1.0, 1.0, 0.0, *white), image.texture)
        self._repeat(image.marks, x / self.scale, y / self.scale)

    def _repeat(self, marks: list[TextMark], dx: float, dy: float) -> None:
        assert self._recording is not None
        layer = self._recording.layer
        seen = self._seen()

        def moved(rect: Rect) -> Rect:
            return Rect(rect.x + dx, rect.y + dy, rect.w, rect.h)

        for mark in marks:
            room = None if mark.room is None else moved(mark.room)
            self.texts.append(
                TextMark(mark.text, moved(mark.box), moved(mark.clip).meet(seen), layer, room, mark.shortened)
            )

    def _paint_image(self, image: Picture, left: int, top: int, paint: Callable[[Canvas], None]) -> None:
        before = (self._x, self._y, self._alpha, self._clip, self._recording, self.texts)
        self._x, self._y, self._alpha, self._clip = float(-left), float(-top), 1.0, (0, 0, *image.size)
        self._recording, self.texts = Recording(self._kinds.stores), []
        try:
            paint(self)
        finally:
            recording, image.marks = self._recording, self.texts
            self._x, self._y, self._alpha, self._clip, self._recording, self.texts = before
            begin_target(image.frame, image.size, NOTHING)
            recording.show(image.size)
            self._painted += 1
            image.painted = self._painted

    def background(self, edge: Colour, lamp: Colour) -> None:
        """Paint the table over the whole window: ``lamp`` under the lamp, ``edge`` far from it."""

        def paint(_: Canvas) -> None:
            kind = self._kinds.table
            w, h = self._view
            # The lamp hangs a little left of and above the middle.
            cx, cy, rx, ry = 0.46, 0.40, 900 / 1280, 640 / 800
            spread = (-cx / rx, -cy / ry, (1 - cx) / rx, (1 - cy) / ry)
            self._put(BLOCKS, kind, kind.pack(0, 0, w, h, *spread, *edge, *lamp))

        # Nothing is seen through the table, unless it is faded itself.
        kind = self._kinds.cover if self._alpha == 1.0 else self._kinds.image
        self._picture("background", (edge, lamp), self.size, paint, kind)


def _upload_atlas() -> int:
    width, height, data = atlas.load()
    texture = GLuint()
    glGenTextures(1, texture)
    glBindTexture(GL_TEXTURE_2D, texture.value)
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, data)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR)
    return texture.value
