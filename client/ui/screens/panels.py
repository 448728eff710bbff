"""What the panels of a match have in common: what they work with, pieces and emblems as widgets, headings."""

from dataclasses import dataclass
from typing import Final

from client.ui.board.standing import owner_of, paint_cell
from client.ui.context import Context
from client.ui.draw import pieces as draw
from client.ui.geometry import Rect
from client.ui.screens.signs import emblem_of
from client.ui.theme import NOTE, PANEL_SMALL, SMALL_LABEL, Colour, Owner, Palette, TextStyle, fade
from client.ui.toolkit import Box, Column, Icon, Look, Painted, Row, Spacer, Text, Widget, note
from client.view.model import MatchModel
from client.view.picture import Mark
from client.view.values import MoveRow, Warn
from engine.game import Piece, Seat

__all__ = [
    "FIGURE",
    "FIGURE_SMALL",
    "SHAPES",
    "Desk",
    "emblem",
    "heading",
    "letters_on",
    "played",
    "swatch",
    "symbol",
    "symbol_at",
    "titled",
    "warning_row",
]

FIGURE: Final = TextStyle("display", 20, 24)
FIGURE_SMALL: Final = TextStyle("display", 13, 18)
SWATCH: Final = 34.0

SHAPES: Final = frozenset({"worker", "fighter", "rider", "archer", "crown", "castle", "mine"})
"""Pieces with a shape of their own."""

_LIGHT: Final = 415
"""Sum of red, green and blue from which on a colour takes dark letters."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What panels work with.

    Attributes:
        context: The window.
        model: The match.
        owners: Colours of the seats.
        small: Whether the window is below 1280 x 800.
    """

    context: Context
    model: MatchModel
    owners: tuple[Owner, ...]
    small: bool

    @property
    def notes(self) -> bool:
        """Whether there is room for notes."""
        return not self.small

    @property
    def palette(self) -> Palette:
        """Colours of the theme."""
        return self.context.palette

    def owner(self, seat: Seat | None) -> Owner:
        """Return the colours of a seat, stone for nobody."""
        return owner_of(self.owners, seat)

    def ink_of(self, seat: Seat | None) -> Colour:
        """Return the colour of words about a seat."""
        return self.owner(seat).text(self.palette)


def letters_on(palette: Palette, ground: Colour) -> Colour:
    """Return the colour of letters on an owner's face."""
    return palette.ink if sum(ground[:3]) >= _LIGHT else palette.bone


def emblem(desk: Desk, seat: Seat | None, size: float, *, raised: bool = False, tip: str = "") -> Widget:
    """Return the hexagon of a seat."""
    return emblem_of(desk.owner(seat), size, raised=raised, tip=tip)


def symbol(
    desk: Desk,
    kind: str,
    seat: Seat | None,
    size: float,
    *,
    count: int = 0,
    tip: str = "",
) -> Widget:
    """Return a piece as it stands on the board, ``size`` high; ``count`` shows the number of a stack."""

    def paint(look: Look, rect: Rect) -> None:
        symbol_at(look, desk, kind, seat, rect, count=count)

    return Painted(paint, size, size, tip=tip)


def symbol_at(look: Look, desk: Desk, kind: str, seat: Seat | None, rect: Rect, *, count: int = 0) -> None:
    """Paint a piece in a square."""
    owner = desk.owner(seat)
    canvas, palette, size = look.canvas, look.palette, rect.h
    x, y = rect.cx, rect.cy
    if kind in SHAPES or (kind == "tower" and seat is None):
        draw.piece(canvas, palette, kind, owner, x, y, 0.92 * size, count=count)
    elif kind == "guard":
        draw.guards(canvas, palette, owner, x, y, 0.9 * size, 1, 0)
    elif kind in ("stone", "tower"):
        height = count if kind == "tower" else 0
        # A tower grows upwards; the whole of it is to lie in the square.
        a = size / (0.92 + 0.17 * (height + 1)) * 0.96
        draw.disc_stack(canvas, palette, owner, x, y + 0.08 * a * (height - 0.5), a, height)
    elif kind == "base":
        draw.base(canvas, palette, owner, x, y - 0.08 * size, 0.58 * size)
    elif kind:
        paint_cell(canvas, palette, desk.owners, x, y, 0.9 * size, (Piece("", kind, seat, max(count, 1)),))


def swatch(mark: Mark) -> Widget:
    """Return a cell with a mark, for legends."""

    def paint(look: Look, rect: Rect) -> None:
        palette, a = look.palette, 0.48 * rect.h
        look.canvas.hexagon(rect.cx, rect.cy, a, palette.recess, pointy=True)
        look.canvas.hexagon(rect.cx, rect.cy, 0.92 * a, palette.cell, pointy=True)
        if mark is Mark.NEAR:
            look.canvas.hexagon(rect.cx, rect.cy, 0.78 * a, palette.reach, pointy=True)
        else:
            casing = fade(palette.ink, 0.55)
            look.canvas.hexagon(rect.cx, rect.cy, 0.85 * a, casing, pointy=True)
            look.canvas.hexagon(rect.cx, rect.cy, 0.64 * a, palette.cell, pointy=True)
            look.canvas.hexagon(
                rect.cx, rect.cy, 0.80 * a, None, pointy=True, border=palette.reach, border_width=0.12 * a
            )

    return Painted(paint, SWATCH, SWATCH)


def heading(title: str, *more: Widget, icon: str = "") -> Widget:
    """Return the title of a panel, with what stands at its right."""
    before = Icon(icon, 18, "text2") if icon else None
    return Row([before, Text(title, PANEL_SMALL), Spacer(), *more])


def played(model: MatchModel, row: MoveRow) -> str:
    """Return what a row of the moves says, with who played it."""
    return row.text if row.seat is None else f"{model.people(row.seat)}: {row.text}"


def warning_row(warning: Warn) -> Widget:
    """Return a warning: an icon and a sentence."""
    return Row(
        [Icon("alert", 16, "warn"), Box(Text(warning.text, NOTE, "text2"), weight=1.0)], gap=8, align="start"
    )


def titled(title: str, text: str, style: TextStyle = SMALL_LABEL) -> Widget:
    """Return a label with a note below it."""
    return Column([Text(title, style), note(text) if text else None], gap=1)
