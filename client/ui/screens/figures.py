"""Figures of rules and lessons, drawn with the pieces of the games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from client.i18n import mark, tr
from client.ui.board.camera import Camera, fit
from client.ui.board.ground import Ground, paint_ground
from client.ui.board.shape import Shape, shape_of
from client.ui.board.standing import paint_pieces
from client.ui.draw import pieces as draw
from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.screens.setup_parts import board
from client.ui.theme import NOTE, OWNERS, Palette, fade, owners_of
from client.ui.toolkit import Box, Column, Look, Painted, Row, Text, Widget
from client.view.nouns import piece_name
from client.view.picture import BoardPicture
from engine.game import Board, BoardCell, Piece
from engine.registry import find

__all__ = ["figure"]

HEIGHT: Final = 220.0


def figure(name: str) -> Widget:
    """Return the figure of that name."""
    return _SCENES[name].widget(name) if name in _SCENES else _FIGURES[name]()


def _start(game: str) -> Widget:
    """Return a game's usual board at the start."""
    rules = find(game)
    state = rules.setup({})
    picture = BoardPicture(rules.board(state), rules.pieces(state), version=game)
    return board(f"start {game}", picture, owners_of(game, 2), 0, HEIGHT + 40)


# --- rows of pieces with their names -------------------------------------------------------------------------------
def _captioned(kinds: Sequence[str], owner: str, guards: Mapping[str, int]) -> Widget:
    def one(kind: str) -> Widget:
        def paint(look: Look, rect: Rect) -> None:
            canvas, palette = look.canvas, look.palette
            whose = OWNERS["stone"] if kind == "tower" else OWNERS[owner]
            draw.piece(canvas, palette, kind, whose, rect.cx, rect.y + 42, 68)
            if kind in guards:
                draw.guards(canvas, palette, whose, rect.cx, rect.y + 88, 20, guards[kind], 0)

        height = 102 if guards else 86
        return Column(
            [Painted(paint, 96, height), Text(piece_name(kind), NOTE, "text2", align="middle")],
            gap=2,
            align="middle",
        )

    return Row([one(kind) for kind in kinds], gap=18, justify="middle")


def _units() -> Widget:
    return _captioned(("worker", "fighter", "rider", "archer"), "cobalt", {})


def _buildings() -> Widget:
    return _captioned(("crown", "castle", "mine", "tower"), "cobalt", {"crown": 2, "castle": 1})


# --- dice ----------------------------------------------------------------------------------------------------------
def _dice() -> Widget:
    """Return three dice against two: which meet, and which fall."""
    size, step = 44.0, 60.0
    rows = (("cobalt", (6, 4, 2), (False, True, False)), ("madder", (5, 4), (True, True)))

    def paint(look: Look, rect: Rect) -> None:
        left = rect.cx - step
        for y, (owner, pips, lost) in zip((rect.y + 34, rect.y + 116), rows, strict=True):
            for n, (pip, gone) in enumerate(zip(pips, lost, strict=True)):
                x = left + n * step
                draw.die(look.canvas, look.palette, OWNERS[owner], pip, x, y, size)
                if gone:
                    frame = Rect(x - size / 2, y - size / 2, size, size + 6).inset(-5)
                    look.canvas.box(frame, None, radius=13, border=look.palette.attack, border_width=2.5)
        for n in range(2):
            x = left + n * step
            look.canvas.line([(x, rect.y + 70), (x, rect.y + 82)], 2.5, look.palette.text3)

    told = tr("Three fighters attack two: 6 beats 5, at 4 against 4 both fall, the 2 meets nobody.")
    return _with_caption(Painted(paint, 220, 156), told)


# --- small boards --------------------------------------------------------------------------------------------------
_Cells = Mapping[str, tuple[int, int, int | None]]
"""By name: axial place and owner."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """A piece of a board, and what is marked on it.

    Attributes:
        caption: Below it; to be translated.
        cells: Its cells.
        pieces: What stands on them, lower ones first.
        game: Whose cells and colours.
        near: Reached in one step.
        far: Reached further on.
        rings: Can be attacked.
        chosen: The cell that is selected.
    """

    caption: str
    cells: _Cells
    pieces: tuple[Piece, ...]
    game: str = "towerwars"
    near: tuple[str, ...] = ()
    far: tuple[str, ...] = ()
    rings: tuple[str, ...] = ()
    chosen: str = ""

    def widget(self, name: str) -> Widget:
        """Return it with its caption; ``name``: of the figure."""
        cells = tuple(BoardCell(cell, q, r, owner=owner) for cell, (q, r, owner) in self.cells.items())
        shown = Board("flat" if self.game == "krieg" else "pointy", cells)
        shape = shape_of(shown, 0)
        owners = owners_of(self.game, 2)

        def paint(look: Look, rect: Rect) -> None:
            palette = look.palette

            def kept(canvas: Canvas) -> None:
                camera = fit(shape, rect.inset(4))
                paint_ground(canvas, Ground(shown, 0, (), camera, rect, palette, owners, 1.0), shape)
                canvas.layer()
                self._marks(canvas, palette, camera, shape)
                canvas.layer()
                paint_pieces(canvas, palette, owners, camera, shape.centres, self.pieces)

            # The shadow reaches beyond the plate.
            look.canvas.picture(f"figure {name}", (palette, rect.w, rect.h), rect.inset(-44, -44), kept)

        return _with_caption(Painted(paint, 0, HEIGHT), tr(self.caption))

    def _marks(self, canvas: Canvas, palette: Palette, camera: Camera, shape: Shape) -> None:
        a, pointy = camera.a, shape.pointy

        def at(cell: str) -> tuple[float, float]:
            return camera.place(shape.centres[cell])

        for cell in self.near:
            canvas.hexagon(*at(cell), 0.8 * a, fade(palette.reach, 0.92), pointy=pointy)
        for cell in self.far:
            for wide, width, colour in ((0.79, 0.125, palette.ink), (0.76, 0.085, palette.reach)):
                canvas.hexagon(
                    *at(cell), wide * a, None, pointy=pointy, border=colour, border_width=width * a
                )
        for cell in self.rings:
            for wide, width, colour in ((0.81, 0.16, palette.reach), (0.77, 0.09, palette.attack)):
                canvas.circle(*at(cell), wide * a, None, border=colour, border_width=width * a)
        if self.chosen:
            ring = palette.honey
            canvas.hexagon(*at(self.chosen), 0.9 * a, None, pointy=pointy, border=ring, border_width=0.09 * a)


def _with_caption(shown: Widget, told: str) -> Widget:
    words = Text(told, NOTE, "text2", align="middle", width=520)
    return Column([Box(shown, align="middle"), Box(words, align="middle")], gap=6)


_FLOWER: Final[_Cells] = {
    "o": (0, 0, 0),
    "n": (0, -1, None),
    "ne": (1, -1, 1),
    "se": (1, 0, None),
    "s": (0, 1, 0),
    "sw": (-1, 1, 0),
    "nw": (-1, 0, None),
}
_SLANTED: Final[_Cells] = {f"{chr(65 + q)}{r + 1}": (q, r, None) for r in range(3) for q in range(6)}

_SCENES: Final[Mapping[str, _Scene]] = {
    "krieg-reach": _Scene(
        mark("Three fighters: white cells can be reached, the archers can be attacked."),
        _FLOWER,
        (Piece("o", "fighter", 0, 3), Piece("ne", "archer", 1, 2)),
        "krieg",
        near=("n", "se", "s", "sw", "nw"),
        rings=("ne",),
        chosen="o",
    ),
    "tw-move": _Scene(
        mark("A stone goes to any neighbour; the blue stone can be taken."),
        _SLANTED,
        (Piece("C2", "stone", 0), Piece("D1", "stone", 1)),
        near=("B2", "D2", "C1", "C3", "B3"),
        rings=("D1",),
        chosen="C2",
    ),
    "tw-tower": _Scene(
        mark("Two stones, a tower of height 1, a tower of height 2."),
        _SLANTED,
        (
            Piece("B2", "stone", 0),
            Piece("C2", "stone", 0),
            Piece("E2", "tower", 0, 1),
            Piece("F2", "tower", 0, 2),
        ),
    ),
    "tw-reach": _Scene(
        mark("Beside a tower of height 1 the stone reaches two cells far."),
        _SLANTED,
        (Piece("B2", "stone", 0), Piece("C2", "tower", 0, 1), Piece("E2", "stone", 1)),
        near=("A2", "B1", "B3", "A3", "C1"),
        far=("D1", "D2", "C3", "A1"),
        chosen="B2",
    ),
    "tw-block": _Scene(
        mark("Left: a red tower blocked by blue. Right: the red stone can take the blue tower beside it."),
        _SLANTED,
        (
            Piece("B2", "tower", 0, 2, ("blocked",)),
            Piece("B2", "stone", 1),
            Piece("D2", "tower", 1, 1),
            Piece("E2", "stone", 0),
        ),
        rings=("D2",),
        chosen="E2",
    ),
}

_FIGURES: Mapping[str, Callable[[], Widget]] = {
    "krieg-board": lambda: _start("krieg"),
    "krieg-units": _units,
    "krieg-buildings": _buildings,
    "krieg-dice": _dice,
    "tw-board": lambda: _start("towerwars"),
}
"""By the names that the texts use, as the scenes above."""
