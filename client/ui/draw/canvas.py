"""What everything visible is painted on.

Painting is immediate: a frame begins, widgets paint in order, the frame ends. Lengths are units, y points
down, (0, 0) is the top left corner of the window. Within a layer boxes and hexagons lie lowest, then lines
and pieces, then texts and icons, each in the order of painting; ``layer`` puts what follows above all that
was painted before. Nothing is painted when nothing changed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, TypeAlias

from client.ui.geometry import Rect
from client.ui.theme import Colour, TextStyle

__all__ = ["Anchor", "Canvas", "Fill", "Pattern", "Shadow", "TextMark"]

Anchor: TypeAlias = Literal["start", "middle", "end"]

Fill: TypeAlias = Colour | tuple[Colour, Colour]
"""One colour, or the colours at the top and at the bottom."""


@dataclass(frozen=True, slots=True)
class Shadow:
    """A soft shadow: moved down by ``dy``, blurred over ``blur`` units."""

    dy: float
    blur: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Pattern:
    """An owner's pattern over a shape. ``size`` scales the motif (1: as on a cell of circumradius 36)."""

    name: str
    colour: Colour
    size: float = 1.0


@dataclass(frozen=True, slots=True)
class TextMark:
    """A text as it was painted: what the check for clipped or overlapping texts looks at.

    Attributes:
        text: The characters.
        box: Where they are.
        clip: What can be seen of the window there.
        layer: Number of the layer.
        room: What the painter said the text has to fit, None for ``clip`` alone.
        shortened: An ellipsis stands for the rest.
    """

    text: str
    box: Rect
    clip: Rect
    layer: int
    room: Rect | None = None
    shortened: bool = False


class Canvas(ABC):
    """See the module.

    Attributes:
        scale: Pixels a unit.
        size: Of the window, in units, as a rectangle at (0, 0).
        texts: The texts of the running (or last) frame.
    """

    scale: float
    size: Rect
    texts: list[TextMark]

    def background(self, edge: Colour, lamp: Colour) -> None:  # noqa: B027 - what paints no pixels needs none
        """Paint the table over the whole window: ``lamp`` under the lamp, ``edge`` far from it."""

    # --- text ---------------------------------------------------------------------------------------------
    @abstractmethod
    def measure(self, text: str, style: TextStyle) -> float:
        """Return the width of a line of text. Also outside a frame."""

    def wrap(self, text: str, style: TextStyle, width: float) -> list[str]:
        """Return ``text`` in lines of at most ``width``, broken at spaces (a longer word is broken anywhere)."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in paragraph.split(" "):
                longer = f"{line} {word}" if line else word
                if line and self.measure(longer, style) > width:
                    lines.append(line)
                    longer = word
                while len(longer) > 1 and self.measure(longer, style) > width:
                    cut = next(
                        n
                        for n in range(len(longer) - 1, 0, -1)
                        if n == 1 or self.measure(longer[:n], style) <= width
                    )
                    lines.append(longer[:cut])
                    longer = longer[cut:]
                line = longer
            lines.append(line)
        return lines

    @abstractmethod
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
        """Paint one line and return its width.

        Args:
            x: Of its start, middle or end, as ``anchor`` says.
            y: Of the top of the line box, which is ``style.line`` high.
            text: The characters, without line breaks.
            style: How it is set.
            colour: Of the letters.
            anchor: See ``x``.
            width: Room for it; where it does not suffice, an ellipsis stands for the rest (the exception).
        """

    @abstractmethod
    def icon(self, cx: float, cy: float, size: float, name: str, colour: Colour) -> None:
        """Paint the icon of that name (``client.ui.draw.icons``), ``size`` high, centred."""

    # --- shapes -------------------------------------------------------------------------------------------
    @abstractmethod
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
        """Paint a box; the border lies within it. Radii of corners: one for all, or from the top left clockwise."""

    @abstractmethod
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
        """Paint a regular hexagon of circumradius ``a``, its corners rounded by ``corner`` times ``a``.

        The border lies within it; ``dash`` is the length of its strokes and gaps, 0 for a closed line.
        """

    @abstractmethod
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
        """Paint a disc; border and ``dash`` as for ``hexagon``."""

    @abstractmethod
    def line(
        self, points: Sequence[tuple[float, float]], width: float, colour: Colour, *, dash: float = 0.0
    ) -> None:
        """Paint a line through two points or more, with round ends and joints."""

    @abstractmethod
    def polygon(self, points: Sequence[tuple[float, float]], fill: Colour) -> None:
        """Paint a simple polygon of three points or more, smooth at its edges."""

    @abstractmethod
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
        """Paint a shape of the distance-field atlas in a box of ``size``, centred.

        Args:
            name: Key of the atlas (``client.ui.draw.atlas``).
            cx: Centre of the unit box.
            cy: Centre of the unit box.
            size: Side of the unit box.
            fill: Its colours.
            grow: Units by which the outline is moved outwards (for outlines), negative inwards.
            blur: Units over which the edge fades (for shadows).
            turn: Degrees clockwise.
            rim: Colour of a line of light along the edges that face upwards.
            rim_width: Of that line, where an edge is level.
        """

    # --- order --------------------------------------------------------------------------------------------
    @abstractmethod
    def clip(self, rect: Rect) -> AbstractContextManager[None]:
        """Within the context only what lies in ``rect`` (and in the clip around) is seen."""

    @abstractmethod
    def layer(self) -> None:
        """Put what follows above all that was painted before."""

    @abstractmethod
    def shifted(
        self, dx: float, dy: float, scale: float = 1.0, alpha: float = 1.0
    ) -> AbstractContextManager[None]:
        """Within the context everything is scaled about (0, 0), then moved, and faded by ``alpha``."""

    @abstractmethod
    def picture(self, key: str, version: object, rect: Rect, paint: Callable[["Canvas"], None]) -> None:
        """Paint what ``paint`` paints in ``rect``, kept as an image while ``version`` stays equal.

        ``paint`` uses the same coordinates as the caller. For what is costly and changes seldom: a board.
        The image lies among the boxes of its layer; where it was only moved, it is not painted anew.
        """
