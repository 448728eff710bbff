"""Where everything of a match lies in the window: a bar, the board, rails beside it or panels in its free corners."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from client.ui.board.board import BoardWidget
from client.ui.board.camera import fit
from client.ui.board.shape import Shape
from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.toolkit import KeyPress, Look, Widget
from client.ui.toolkit.tree import path_to

__all__ = [
    "BAR",
    "MARGIN",
    "SLANTED",
    "TOP",
    "Beside",
    "Corners",
    "Frame",
    "Plan",
    "Rails",
    "corners_for",
    "is_small",
    "rails_for",
]

BAR: Final = 52.0
MARGIN: Final = 16.0
GUTTER: Final = 12.0
TOP: Final = BAR + 8
"""Where panels begin."""

SLANTED: Final = "towerwars"
"""The game whose board leaves two corners free."""

CARD: Final = 56.0
CARD_WIDTH: Final = 384.0
CORNER: Final = Size(292, 240)
"""The least room for a panel in a corner beside a slanted board."""

WHOLE: Final = Size(1280, 800)
"""From this size on nothing has to be left out."""


@dataclass(frozen=True, slots=True)
class Rails:
    """Two columns of panels beside the board, by their widths."""

    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Corners:
    """Panels in the corners that a slanted board leaves free.

    Attributes:
        upper: Height of the one at the upper right.
        lower: Height of the one at the lower left.
    """

    upper: float
    lower: float


def is_small(size: Size) -> bool:
    """Tell whether a window is smaller than it takes to show everything."""
    return size.w < WHOLE.w - 0.5 or size.h < WHOLE.h - 0.5


def rails_for(size: Size, seats: int) -> Rails:
    """Return how wide the columns are in a window of that size, for so many seats."""
    if is_small(size):
        return Rails(224, 256)
    return Rails(252 if seats < 4 else 264, 292)


def slanted_rect(size: Size) -> Rect:
    """Return what there is for a board between two flat cards."""
    top = TOP + CARD + 10
    return Rect(MARGIN, top, size.w - 2 * MARGIN, size.h - top - MARGIN - CARD - 12)


def corners_for(size: Size, shape: Shape) -> Corners | None:
    """Return the corners that a board leaves free, None where they are too small for panels."""
    camera = fit(shape, slanted_rect(size))
    outline = [camera.place(point) for point in shape.outline]
    right, left = size.w - MARGIN - CORNER.w - GUTTER, MARGIN + CORNER.w + GUTTER
    upper = min((y for x, y in _beyond(outline, right, 1)), default=size.h) - GUTTER - TOP
    lower = size.h - MARGIN - GUTTER - max((y for x, y in _beyond(outline, left, -1)), default=0.0)
    if min(upper, lower) < CORNER.h:
        return None
    most = size.h - TOP - MARGIN - CARD - GUTTER
    return Corners(min(upper, most, 420.0), min(lower, most, 330.0))


def _beyond(outline: Sequence[tuple[float, float]], x: float, side: int) -> list[tuple[float, float]]:
    """Return corners of the outline beyond a vertical line, and where it crosses the line."""
    found = []
    for n, (ax, ay) in enumerate(outline):
        bx, by = outline[(n + 1) % len(outline)]
        if (ax - x) * side >= 0:
            found.append((ax, ay))
        if (ax - x) * (bx - x) < 0:
            found.append((x, ay + (by - ay) * (x - ax) / (bx - ax)))
    return found


@dataclass(frozen=True, slots=True)
class Beside:
    """One column at the right of a slanted board with flat cards above and below it.

    Attributes:
        right: Its width.
    """

    right: float


Plan: TypeAlias = Rails | Corners | Beside


class Frame(Widget):
    """A whole match screen. Parts that are None are not there.

    Args:
        plan: How panels lie about the board.
        bar: At the top.
        board: In the middle.
        left: The left column, or what is in the lower left corner.
        right: The right column, or what is in the upper right corner.
        cards: Flat cards at the upper left and at the lower right (corners only).
        banners: Above the board; it makes room for them.
        whisper: Over the lower part of the board, in passing; ``whisper_above``: over the upper part.
        foot: Below the board.
        on_key: Told keys that nothing in it wanted; whether a panel has the keyboard comes with them.
        on_text: Told typed characters that nothing wanted.
    """

    solid = False

    def __init__(
        self,
        plan: Plan,
        bar: Widget,
        board: BoardWidget,
        left: Widget | None,
        right: Widget | None,
        *,
        cards: tuple[Widget, Widget] | None = None,
        banners: Widget | None = None,
        whisper: Widget | None = None,
        whisper_above: bool = False,
        foot: Widget | None = None,
        on_key: Callable[[KeyPress, bool], bool],
        on_text: Callable[[str], bool] = lambda text: False,
    ) -> None:
        super().__init__(key="match")
        self.plan = plan
        self.bar, self.board = bar, board
        self.left, self.right = left, right
        self.cards = cards
        self.banners, self.whisper, self.foot = banners, whisper, foot
        self.whisper_above = whisper_above
        self._on_key, self._on_text = on_key, on_text
        beside = [*(cards or ()), left, right, foot]
        self._lower = [widget for widget in (board, bar, *beside) if widget is not None]
        self._upper = [widget for widget in (banners, whisper) if widget is not None]

    def children(self) -> Sequence[Widget]:
        """Return all parts."""
        return (*self._lower, *self._upper)

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return all that there is."""
        return Size(width, canvas.size.h)

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Put everything into its place."""
        super().arrange(canvas, rect)
        self.bar.arrange(canvas, Rect(0, 0, rect.w, BAR))
        match self.plan:
            case Rails():
                middle = self._rails(canvas, rect, self.plan)
            case Corners():
                middle = self._corners(canvas, rect, self.plan)
            case Beside():
                middle = self._beside(canvas, rect, self.plan)
        if self.whisper is not None:
            size = self.whisper.wanted(canvas, min(middle.w, 520))
            top = middle.y + 8 if self.whisper_above else middle.bottom - size.h - 8
            self.whisper.arrange(canvas, Rect(middle.cx - size.w / 2, top, size.w, size.h))

    def _rails(self, canvas: Canvas, rect: Rect, plan: Rails) -> Rect:
        height = rect.h - TOP - MARGIN
        x, right = MARGIN, rect.w - MARGIN
        if self.left is not None:
            self.left.arrange(canvas, Rect(x, TOP, plan.left, height))
            x += plan.left + GUTTER
        if self.right is not None:
            self.right.arrange(canvas, Rect(right - plan.right, TOP, plan.right, height))
            right -= plan.right + GUTTER
        top, bottom = BAR + 4, rect.h - 8
        if self.banners is not None:
            high = self.banners.wanted(canvas, right - x).h
            self.banners.arrange(canvas, Rect(x, TOP, right - x, high))
            top = TOP + high + 6
        if self.foot is not None:
            high = self.foot.wanted(canvas, right - x).h
            self.foot.arrange(canvas, Rect(x, rect.h - MARGIN - high, right - x, high))
            bottom = rect.h - MARGIN - high - GUTTER
        middle = Rect(x, top, right - x, max(1.0, bottom - top))
        self.board.arrange(canvas, middle)
        return middle

    def _beside(self, canvas: Canvas, rect: Rect, plan: Beside) -> Rect:
        edge = rect.w - MARGIN - plan.right - GUTTER
        height = rect.h - TOP - MARGIN
        if self.right is not None:
            self.right.arrange(canvas, Rect(edge + GUTTER, TOP, plan.right, height))
        low = rect.h
        if self.foot is not None:
            high = self.foot.wanted(canvas, edge - MARGIN).h
            self.foot.arrange(canvas, Rect(MARGIN, rect.h - MARGIN - high, edge - MARGIN, high))
            low -= high + GUTTER
        return self._slanted(canvas, Rect(rect.x, rect.y, edge + MARGIN, low), edge)

    def _slanted(self, canvas: Canvas, rect: Rect, edge: float) -> Rect:
        """Put a board between two flat cards, and banners beside the upper one, up to ``edge``."""
        middle = slanted_rect(Size(rect.w, rect.h))
        self.board.arrange(canvas, middle)
        if self.cards is not None:
            upper, lower = self.cards
            upper.arrange(canvas, Rect(MARGIN, TOP, CARD_WIDTH, CARD))
            x, y = rect.w - MARGIN - CARD_WIDTH, rect.h - MARGIN - CARD
            lower.arrange(canvas, Rect(x, y, CARD_WIDTH, CARD))
        if self.banners is not None:
            x = MARGIN + CARD_WIDTH + GUTTER
            high = self.banners.wanted(canvas, edge - x).h
            self.banners.arrange(canvas, Rect(x, TOP, edge - x, high))
        return middle

    def _corners(self, canvas: Canvas, rect: Rect, plan: Corners) -> Rect:
        middle = self._slanted(canvas, rect, rect.w - MARGIN - CORNER.w - GUTTER)
        if self.right is not None:
            x = rect.w - MARGIN - CORNER.w
            self.right.arrange(canvas, Rect(x, TOP, CORNER.w, plan.upper))
        if self.left is not None:
            high = min(plan.lower, self.left.wanted(canvas, CORNER.w).h)
            self.left.arrange(canvas, Rect(MARGIN, rect.h - MARGIN - high, CORNER.w, high))
        return middle

    def paint(self, look: Look) -> None:
        """Paint the board, panels above it, what passes by above these."""
        self.board.paint(look)
        look.canvas.layer()
        for widget in self._lower[1:]:
            widget.paint(look)
        for widget in self._upper:
            look.canvas.layer()
            widget.paint(look)

    def key_pressed(self, press: KeyPress) -> bool:
        """Hand on what no widget wanted."""
        focused = self.host.focused if self.host is not None else None
        inside = focused is not None and focused is not self.board and bool(path_to(self, focused))
        return self._on_key(press, inside)

    def text_entered(self, text: str) -> bool:
        """Hand on what no widget wanted."""
        return self._on_text(text)
