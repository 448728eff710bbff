"""Kept pictures: what was painted once and is shown again as an image.

Showing a picture costs every pixel of it, which is much for a software renderer. So pictures that lie directly upon
each other and stay as they are for two frames are flattened into one, which covers what lies below where the lowest
of them does so all over.
"""

from struct import Struct
from typing import TypeAlias

from pyglet.gl import (
    GL_BLEND,
    GL_COLOR_ATTACHMENT0,
    GL_COLOR_BUFFER_BIT,
    GL_FRAMEBUFFER,
    GL_NEAREST,
    GL_ONE,
    GL_ONE_MINUS_SRC_ALPHA,
    GL_RGBA,
    GL_RGBA8,
    GL_SCISSOR_TEST,
    GL_TEXTURE_2D,
    GL_TEXTURE_MAG_FILTER,
    GL_TEXTURE_MIN_FILTER,
    GL_UNSIGNED_BYTE,
    GLuint,
    glBindFramebuffer,
    glBindTexture,
    glBlendFunc,
    glClear,
    glClearColor,
    glDeleteFramebuffers,
    glDeleteTextures,
    glDisable,
    glEnable,
    glFramebufferTexture2D,
    glGenFramebuffers,
    glGenTextures,
    glScissor,
    glTexImage2D,
    glTexParameteri,
    glViewport,
)

from client.ui.draw.canvas import TextMark
from client.ui.draw.glbatch import Clip, Kind, Recording, Run
from client.ui.theme import Colour

__all__ = ["NOTHING", "Flattener", "Picture", "begin_target"]

NOTHING: Colour = (0, 0, 0, 0)
WHITE: Colour = (255, 255, 255, 255)

_Key: TypeAlias = tuple[tuple[int, int, Clip, bytes], ...]
"""Of each picture of a pile: its texture, the number of its painting, its clip, and where it lies."""

_PLACE = Struct("=4f")


class Picture:
    """An image that can be painted on and shown.

    Attributes:
        size: In pixels.
        texture: Its image.
        frame: The framebuffer to paint on it.
        version: Of what it shows.
        painted: Number of its painting among those of all pictures, 0 for never.
        seen: The number of the frame that showed it last.
        marks: Its texts, (0, 0) at its top left corner.
    """

    __slots__ = ("frame", "marks", "painted", "seen", "size", "texture", "version")

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.version: object = None
        self.painted = 0
        self.seen = 0
        self.marks: list[TextMark] = []
        texture, frame = GLuint(), GLuint()
        glGenTextures(1, texture)
        glGenFramebuffers(1, frame)
        self.texture, self.frame = texture.value, frame.value
        glBindTexture(GL_TEXTURE_2D, self.texture)
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, *size, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
        # Its pixels are shown as they are; software renderers are much faster without a filter.
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
        glBindFramebuffer(GL_FRAMEBUFFER, self.frame)
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, self.texture, 0)

    def delete(self) -> None:
        """Give it back to the card."""
        glDeleteFramebuffers(1, GLuint(self.frame))
        glDeleteTextures(1, GLuint(self.texture))


def begin_target(frame: int, size: tuple[int, int], ground: Colour) -> None:
    """Let what follows be drawn to a framebuffer (0: the window), covered with ``ground`` first."""
    glBindFramebuffer(GL_FRAMEBUFFER, frame)
    glViewport(0, 0, *size)
    glDisable(GL_SCISSOR_TEST)
    glDisable(GL_BLEND)
    r, g, b, a = (value / 255 for value in ground)
    glClearColor(r * a, g * a, b * a, a)
    glClear(GL_COLOR_BUFFER_BIT)
    glEnable(GL_BLEND)
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA)


class Flattener:
    """Finds piles of pictures in the frames of one window and shows one image in place of each."""

    def __init__(self, image: Kind, cover: Kind) -> None:
        self._image = image
        self._cover = cover
        self._flat: dict[_Key, tuple[Picture, tuple[int, int], Kind]] = {}
        self._before: set[_Key] = set()
        self._new: list[tuple[_Key, list[Run]]] = []

    def apply(self, recording: Recording, pictures: dict[int, int]) -> None:
        """Replace the piles of a frame that have been flattened, and note those that could be.

        Args:
            recording: The frame, before it is shown.
            pictures: By texture, the number of a picture's painting.
        """
        found: set[_Key] = set()
        for runs in recording.grounds():
            at = 0
            while at < len(runs):
                pile = self._pile(runs, at)
                if len(pile) > 1:
                    key = tuple(
                        (run.texture, pictures.get(run.texture, 0), run.clip, recording.record(run))
                        for run in pile
                    )
                    found.add(key)
                    if key in self._flat:
                        runs[at : at + len(pile)] = [self._one(recording, key)]
                    else:
                        if key in self._before:
                            self._new.append((key, pile))
                        at += len(pile) - 1
                at += 1
        for key in [key for key in self._flat if key not in found]:
            self._flat.pop(key)[0].delete()
        self._before = found

    def _pile(self, runs: list[Run], at: int) -> list[Run]:
        pile: list[Run] = []
        for run in runs[at:]:
            if run.kind is not self._image and run.kind is not self._cover:
                break
            pile.append(run)
        return pile

    def _one(self, recording: Recording, key: _Key) -> Run:
        picture, (x, y), kind = self._flat[key]
        w, h = picture.size
        record = kind.pack(x, y, x + w, y + h, 0.0, 1.0, 1.0, 0.0, *WHITE)
        return recording.replacement(kind, record, picture.texture)

    def build(self, view: tuple[int, int]) -> None:
        """Flatten what was noted. The frame of that many pixels has just been shown: its records are on the card."""
        for key, pile in self._new:
            seen = [_seen(record, clip, view) for _, _, clip, record in key]
            left, top = min(place[0] for place in seen), min(place[1] for place in seen)
            right, bottom = max(place[2] for place in seen), max(place[3] for place in seen)
            if right <= left or bottom <= top:
                continue
            picture = Picture((right - left, bottom - top))
            begin_target(picture.frame, picture.size, NOTHING)
            glViewport(-left, bottom - view[1], *view)
            glEnable(GL_SCISSOR_TEST)
            for run, (x0, y0, x1, y1) in zip(pile, seen, strict=True):
                glScissor(x0 - left, bottom - y1, max(0, x1 - x0), max(0, y1 - y0))
                run.draw(view)
            glDisable(GL_SCISSOR_TEST)
            covers = pile[0].kind is self._cover and seen[0] == (left, top, right, bottom)
            self._flat[key] = picture, (left, top), self._cover if covers else self._image
        if self._new:
            glBindFramebuffer(GL_FRAMEBUFFER, 0)
            glViewport(0, 0, *view)
        self._new.clear()


def _seen(record: bytes, clip: Clip, view: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return the part of a picture that is seen: within the window and its clip."""
    left, top, right, bottom = (int(edge) for edge in _PLACE.unpack_from(record))
    x0, y0, x1, y1 = clip or (0, 0, *view)
    return max(0, left, x0), max(0, top, y0), min(view[0], right, x1), min(view[1], bottom, y1)
