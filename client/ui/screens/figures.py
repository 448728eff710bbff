"""Figures of rules and lessons, drawn with the pieces of the games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from client.i18n import tr
from client.ui.board.camera import Camera, fit
from client.ui.board.ground import Ground, paint_ground
from client.ui.board.shape import shape_of
from client.ui.board.standing import paint_pieces
from client.ui.board.thumbnail import thumbnail
from client.ui.draw import pieces as draw
from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect
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
    return _FIGURES[name]()


def _start(game: str) -> Widget:
    """Return a game's usual board at the start."""
    rules = find(game)
    state = rules.setup({})
    picture = BoardPicture(rules.board(state), rules.pieces(state))
    owners = owners_of(game, 2)

    def paint(look: Look, rect: Rect) -> None:
        thumbnail(look.canvas, look.palette, picture, rect, owners)

    return Painted(paint, 0, HEIGHT + 40)


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
@dataclass(frozen=True, slots=True)
class _Scene:
    """A piece of a board, and what is marked on it.

    Attributes:
        game: Whose colours.
        orientation: Of its cells.
        cells: By name: axial place and owner.
        pieces: What stands on them.
        near: Reached in one step.
        far: Reached further on.
        rings: Can be attacked.
        chosen: The cell that is selected.
    """

    game: str
    orientation: str
    cells: Mapping[str, tuple[int, int, int | None]]
    pieces: tuple[Piece, ...]
    near: tuple[str, ...] = ()
    far: tuple[str, ...] = ()
    rings: tuple[str, ...] = ()
    chosen: str = ""
    caption: Callable[[], str] = field(default=lambda: "")

    def widget(self) -> Widget:
        """Return it with its caption."""
        board = Board(
            "flat" if self.orientation == "flat" else "pointy",
            tuple(BoardCell(name, q, r, owner=owner) for name, (q, r, owner) in self.cells.items()),
        )
        shape = shape_of(board, 0)
        owners = owners_of(self.game, 2)

        def paint(look: Look, rect: Rect) -> None:
            camera = fit(shape, rect.inset(4))
            ground = Ground(board, 0, (), camera, rect, look.palette, owners, 1.0)
            paint_ground(look.canvas, ground, shape)
            look.canvas.layer()
            self._marks(look.canvas, look.palette, camera, shape.centres, shape.pointy)
            look.canvas.layer()
            paint_pieces(look.canvas, look.palette, owners, camera, shape.centres, self.pieces)

        return _with_caption(Painted(paint, 0, HEIGHT), self.caption())

    def _marks(
        self,
        canvas: Canvas,
        palette: Palette,
        camera: Camera,
        centres: Mapping[str, tuple[float, float]],
        pointy: bool,
    ) -> None:
        a = camera.a
        for cell in self.near:
            canvas.hexagon(*camera.place(centres[cell]), 0.8 * a, fade(palette.reach, 0.92), pointy=pointy)
        for cell in self.far:
            x, y = camera.place(centres[cell])
            canvas.hexagon(x, y, 0.79 * a, None, pointy=pointy, border=palette.ink, border_width=0.125 * a)
            canvas.hexagon(x, y, 0.76 * a, None, pointy=pointy, border=palette.reach, border_width=0.085 * a)
        for cell in self.rings:
            x, y = camera.place(centres[cell])
            canvas.circle(x, y, 0.81 * a, None, border=palette.reach, border_width=0.16 * a)
            canvas.circle(x, y, 0.77 * a, None, border=palette.attack, border_width=0.09 * a)
        if self.chosen:
            x, y = camera.place(centres[self.chosen])
            canvas.hexagon(x, y, 0.9 * a, None, pointy=pointy, border=palette.honey, border_width=0.09 * a)


def _with_caption(shown: Widget, told: str) -> Widget:
    words = Text(told, NOTE, "text2", align="middle", width=520) if told else None
    return Column([Box(shown, align="middle"), Box(words, align="middle") if words else None], gap=6)


def _krieg_reach() -> Widget:
    cells: dict[str, tuple[int, int, int | None]] = {
        "o": (0, 0, 0), "n": (0, -1, None), "ne": (1, -1, 1), "se": (1, 0, None), "s": (0, 1, 0),
        "sw": (-1, 1, 0), "nw": (-1, 0, None),
    }  # fmt: skip
    pieces = (Piece("o", "fighter", 0, 3), Piece("ne", "archer", 1, 2))
    return _Scene(
        "krieg", "flat", cells, pieces,
        near=("n", "se", "s", "sw", "nw"), rings=("ne",), chosen="o",
        caption=lambda: tr("Three fighters: white cells can be reached, the archers can be attacked."),
    ).widget()  # fmt: skip


def _slanted(columns: int, rows: int) -> dict[str, tuple[int, int, int | None]]:
    return {f"{chr(65 + q)}{r + 1}": (q, r, None) for r in range(rows) for q in range(columns)}


def _tw(pieces: Sequence[Piece], *, columns: int = 6, near: Sequence[str] = (), far: Sequence[str] = (),
        rings: Sequence[str] = (), chosen: str = "", caption: Callable[[], str]) -> Widget:  # fmt: skip
    return _Scene(
        "towerwars", "pointy", _slanted(columns, 3), tuple(pieces),
        near=tuple(near), far=tuple(far), rings=tuple(rings), chosen=chosen, caption=caption,
    ).widget()  # fmt: skip


def _tw_move() -> Widget:
    return _tw(
        [Piece("C2", "stone", 0), Piece("D1", "stone", 1)],
        near=("B2", "D2", "C1", "C3", "B3"),
        rings=("D1",),
        chosen="C2",
        caption=lambda: tr("A stone goes to any neighbour; the blue stone can be taken."),
    )


def _tw_tower() -> Widget:
    return _tw(
        [
            Piece("B2", "stone", 0),
            Piece("C2", "stone", 0),
            Piece("E2", "tower", 0, 1),
            Piece("F2", "tower", 0, 2),
        ],
        caption=lambda: tr("Two stones, a tower of height 1, a tower of height 2."),
    )


def _tw_reach() -> Widget:
    near = ("A2", "B1", "B3", "A3", "C1")
    far = ("D1", "D2", "C3", "D3", "A1")
    return _tw(
        [Piece("B2", "stone", 0), Piece("C2", "tower", 0, 1), Piece("E2", "stone", 1)],
        near=near,
        far=far,
        chosen="B2",
        caption=lambda: tr("Beside a tower of height 1 the stone reaches two cells far."),
    )


def _tw_block() -> Widget:
    return _tw(
        [
            Piece("B2", "tower", 0, 2, ("blocked",)),
            Piece("B2", "stone", 1),
            Piece("D2", "tower", 1, 1),
            Piece("E2", "stone", 0),
        ],
        rings=("D2",),
        chosen="E2",
        caption=lambda: tr(
            "Left: a red tower blocked by blue. Right: the red stone can take the blue tower beside it."
        ),
    )


_FIGURES: Mapping[str, Callable[[], Widget]] = {
    "krieg-board": lambda: _start("krieg"),
    "krieg-units": _units,
    "krieg-buildings": _buildings,
    "krieg-dice": _dice,
    "krieg-reach": _krieg_reach,
    "tw-board": lambda: _start("towerwars"),
    "tw-move": _tw_move,
    "tw-tower": _tw_tower,
    "tw-reach": _tw_reach,
    "tw-block": _tw_block,
}
"""By the names that the texts use."""
