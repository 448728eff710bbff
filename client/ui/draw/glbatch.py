"""What is painted on its way to the graphics card: records by kind, in runs that one draw call shows.

A kind of record is one instance of a quad (a mesh: one corner of a triangle). Raw OpenGL 3.3 and buffers of packed
bytes instead of vertex lists: a frame is built anew each time, and packing a record costs a microsecond.
"""

from collections.abc import Sequence
from ctypes import c_ubyte, c_void_p
from dataclasses import dataclass, field
from struct import Struct
from typing import TypeAlias

from pyglet.gl import (
    GL_ARRAY_BUFFER,
    GL_BLEND,
    GL_FLOAT,
    GL_SCISSOR_TEST,
    GL_STREAM_DRAW,
    GL_TEXTURE0,
    GL_TEXTURE_2D,
    GL_TRIANGLE_STRIP,
    GL_TRIANGLES,
    GL_UNSIGNED_BYTE,
    GLuint,
    glActiveTexture,
    glBindBuffer,
    glBindTexture,
    glBindVertexArray,
    glBufferData,
    glDisable,
    glDrawArrays,
    glDrawArraysInstanced,
    glEnable,
    glEnableVertexAttribArray,
    glGenBuffers,
    glGenVertexArrays,
    glScissor,
    glVertexAttribDivisor,
    glVertexAttribPointer,
)
from pyglet.graphics.shader import Shader, ShaderProgram

from client.ui.draw import glshaders

__all__ = ["Clip", "Kind", "Kinds", "Recording", "Run", "Store", "kinds"]

Clip: TypeAlias = tuple[int, int, int, int] | None
"""Left, top, right, bottom in pixels; None for all."""


class Store:
    """Records of one layout and their buffer on the card.

    Attributes:
        pack: Packs one record.
        data: The records of the running recording.
    """

    def __init__(self, layout: str, *, instanced: bool = True) -> None:
        """Take the layout as fields of floats and bytes (colours): ``"4f 2f 4B"``."""
        self.fields: list[tuple[int, bool, int]] = []
        offset = 0
        for part in layout.split():
            count, of_bytes = int(part[:-1]), part[-1] == "B"
            self.fields.append((count, of_bytes, offset))
            offset += count * (1 if of_bytes else 4)
        self.stride = offset
        self.instanced = instanced
        self.pack = Struct("=" + layout.replace(" ", "")).pack
        self.data = bytearray()
        buffer, array = GLuint(), GLuint()
        glGenBuffers(1, buffer)
        glGenVertexArrays(1, array)
        self._buffer, self._array = buffer.value, array.value
        glBindVertexArray(self._array)
        for index in range(len(self.fields)):
            glEnableVertexAttribArray(index)
            glVertexAttribDivisor(index, 1 if instanced else 0)

    def upload(self) -> None:
        """Hand the records to the card."""
        glBindBuffer(GL_ARRAY_BUFFER, self._buffer)
        raw = (c_ubyte * len(self.data)).from_buffer(self.data)
        glBufferData(GL_ARRAY_BUFFER, len(self.data), raw, GL_STREAM_DRAW)

    def draw(self, start: int, stop: int) -> None:
        """Draw the records between two byte positions with the program in use."""
        glBindVertexArray(self._array)
        glBindBuffer(GL_ARRAY_BUFFER, self._buffer)
        for index, (count, of_bytes, offset) in enumerate(self.fields):
            kind = GL_UNSIGNED_BYTE if of_bytes else GL_FLOAT
            glVertexAttribPointer(index, count, kind, of_bytes, self.stride, c_void_p(start + offset))
        records = (stop - start) // self.stride
        if self.instanced:
            glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, records)
        else:
            glDrawArrays(GL_TRIANGLES, 0, records)


class Kind:
    """A way to show the records of a store: a shader program.

    Args of the constructor:
        blends: Whether what lies below is seen through it. Reading that costs a software renderer a quarter of the
            time of an image.
    """

    def __init__(self, store: Store, sources: tuple[str, str], *, blends: bool = True) -> None:
        self.store = store
        self._blends = blends
        self.pack = store.pack
        vertex, fragment = sources
        self._program = ShaderProgram(Shader(vertex, "vertex"), Shader(fragment, "fragment"))
        self._view = (0, 0)

    def use(self, view: tuple[int, int]) -> None:
        """Make it the current program, for a target of that many pixels."""
        self._program.use()
        (glEnable if self._blends else glDisable)(GL_BLEND)
        if view != self._view:
            self._program["view"] = view
            self._view = view

    def set(self, name: str, value: Sequence[float]) -> None:
        """Set a uniform that never changes."""
        self._program.use()
        self._program[name] = value


@dataclass(frozen=True, slots=True)
class Kinds:
    """All kinds of records; ``cover`` shows images without a pixel that lets anything through."""

    block: Kind
    fancy: Kind
    shape: Kind
    line: Kind
    mesh: Kind
    glyph: Kind
    image: Kind
    cover: Kind
    table: Kind

    @property
    def stores(self) -> tuple[Store, ...]:
        """The stores, each once."""
        return tuple(
            kind.store
            for kind in (self.block, self.shape, self.line, self.mesh, self.glyph, self.image, self.table)
        )


def kinds() -> Kinds:
    """Build all programs in the current context."""
    block = Store("4f 4f 4f 2f 4B 4B 4B 4B")
    image = Store("4f 4f 4B")
    return Kinds(
        block=Kind(block, glshaders.BLOCK),
        fancy=Kind(block, glshaders.FANCY_BLOCK),
        shape=Kind(Store("4f 4f 3f 4f 4B 4B 4B"), glshaders.SHAPE),
        line=Kind(Store("4f 3f 4B"), glshaders.LINE),
        mesh=Kind(Store("2f 4B", instanced=False), glshaders.MESH),
        glyph=Kind(Store("4f 4f 4B"), glshaders.GLYPH),
        image=Kind(image, glshaders.IMAGE),
        cover=Kind(image, glshaders.IMAGE, blends=False),
        table=Kind(Store("4f 4f 4B 4B"), glshaders.TABLE),
    )


@dataclass(slots=True)
class Run:
    """Records that one draw call shows: bytes ``start`` to ``stop`` of their kind's store."""

    kind: Kind
    texture: int
    clip: Clip
    start: int
    stop: int

    def draw(self, view: tuple[int, int]) -> None:
        """Draw it alone, without its clip."""
        self.kind.use(view)
        glBindTexture(GL_TEXTURE_2D, self.texture)
        self.kind.store.draw(self.start, self.stop)


@dataclass(slots=True)
class _Layer:
    groups: tuple[list[Run], list[Run], list[Run]] = field(default_factory=lambda: ([], [], []))


class Recording:
    """The runs of one target, the window or a picture, in layers of three groups: blocks, pieces, texts.

    Attributes:
        layer: The number of the top layer.
    """

    def __init__(self, stores: Sequence[Store]) -> None:
        self._stores = stores
        self._outer = [store.data for store in stores]
        for store in stores:
            store.data = bytearray()
        self._layers = [_Layer()]
        self.layer = 0
        self._touched = False

    def raise_layer(self) -> None:
        """Begin a new layer, if anything has been put since the last one began."""
        groups = self._layers[-1].groups
        if self._touched:
            self.layer += 1
            self._touched = False
        # What lies in the lowest group alone is shown before all that follows in any case.
        if groups[1] or groups[2]:
            self._layers.append(_Layer())

    def put(self, group: int, kind: Kind, clip: Clip, record: bytes, texture: int = 0) -> None:
        """Add a record, or several of one kind."""
        self._touched = True
        runs = self._layers[-1].groups[group]
        data = kind.store.data
        if runs:
            run = runs[-1]
            if run.kind is kind and run.texture == texture and run.clip == clip:
                data += record
                run.stop += len(record)
                return
        start = len(data)
        data += record
        runs.append(Run(kind, texture, clip, start, start + len(record)))

    def last(self, group: int) -> Kind | None:
        """Return the kind of the last record of a group, None where there is none."""
        runs = self._layers[-1].groups[group]
        return runs[-1].kind if runs else None

    def grounds(self) -> list[list[Run]]:
        """Return the runs of the lowest group of each layer; they may be replaced in place."""
        return [layer.groups[0] for layer in self._layers]

    def record(self, run: Run) -> bytes:
        """Return the records of a run."""
        return bytes(run.kind.store.data[run.start : run.stop])

    def replacement(self, kind: Kind, record: bytes, texture: int) -> Run:
        """Return a run of another record to be shown in place of others; it has no clip."""
        data = kind.store.data
        start = len(data)
        data += record
        return Run(kind, texture, None, start, start + len(record))

    def show(self, view: tuple[int, int]) -> None:
        """Draw everything to the current target of that many pixels."""
        for store in self._stores:
            if store.data:
                store.upload()
        glActiveTexture(GL_TEXTURE0)
        kind: Kind | None = None
        clip: Clip = None
        texture = 0
        glDisable(GL_SCISSOR_TEST)
        for layer in self._layers:
            for runs in layer.groups:
                for run in runs:
                    if run.clip != clip:
                        clip = run.clip
                        _scissor(clip, view[1])
                    if run.kind is not kind:
                        kind = run.kind
                        kind.use(view)
                    if run.texture and run.texture != texture:
                        texture = run.texture
                        glBindTexture(GL_TEXTURE_2D, texture)
                    kind.store.draw(run.start, run.stop)
        glDisable(GL_SCISSOR_TEST)
        for store, outer in zip(self._stores, self._outer, strict=True):
            store.data = outer


def _scissor(clip: Clip, height: int) -> None:
    if clip is None:
        glDisable(GL_SCISSOR_TEST)
        return
    left, top, right, bottom = clip
    glEnable(GL_SCISSOR_TEST)
    glScissor(left, height - bottom, max(0, right - left), max(0, bottom - top))
