"""The board as one widget: it shows a picture, plays motions, and tells which cells are pointed at and clicked."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, Self

from client.ui.board.camera import Camera, View, fit, opening
from client.ui.board.dice import paint_throw
from client.ui.board.ground import Ground, paint_ground, plate_rect
from client.ui.board.marks import paint_above, paint_arrows, paint_badges, paint_below
from client.ui.board.motion import Flying, MotionQueue, Scene
from client.ui.board.shape import CORNER, rounded, shape_of
from client.ui.board.standing import paint_cell, paint_pieces
from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.theme import WHITE, Owner, fade
from client.ui.toolkit.widget import KeyPress, Look, Pointer, Widget
from client.view.picture import BoardPicture, Mark
from engine.game import Piece

__all__ = ["BoardWidget"]

NOTCH: Final = 1.15
"""Zoom of one notch of the wheel, and of the keys plus and minus."""
DOUBLE_CLICK: Final = 400
"""Milliseconds."""
DRAG_FROM: Final = 5.0
"""Units that the pointer must move before a press becomes a drag."""
HOVERED: Final = 0.09
"""How much lighter the cell under the pointer is."""
PAN_STEP: Final = 96.0
SPARE: Final = 0.35
"""How far images of a board that is larger than the room reach beyond it, so that panning paints nothing anew."""

TARGETS: Final = frozenset((Mark.NEAR, Mark.FAR, Mark.ATTACK, Mark.ATTACK_LATER))
PAN_KEYS: Final = {"left": (1, 0), "right": (-1, 0), "up": (0, 1), "down": (0, -1)}


@dataclass(slots=True)
class _Hand:
    """What the widget knows for itself, handed on from one to the next.

    Attributes:
        view: What is looked at, None before the first time.
        hovered: Cell under the pointer.
        held: Where a button went down, while it is down.
        last: Where the pointer was last while a button is down.
        panning: Whether the board is being drawn along.
        dragged: Cell whose piece is being dragged.
        table_click: When the bare table was clicked last.
        cursor: Cell of the keyboard's cursor that was seen last.
        kept: For which camera the kept images were painted.
    """

    view: View | None = None
    hovered: str | None = None
    held: Pointer | None = None
    last: Pointer | None = None
    panning: bool = False
    dragged: str | None = None
    table_click: int | None = None
    cursor: str | None = None
    kept: "_Kept | None" = None


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the kept images show: painted for this camera, they hold this part of the window."""

    camera: Camera
    rect: Rect

    def moved(self, camera: Camera) -> Rect:
        """Return where that part is for another camera of the same size."""
        return replace(
            self.rect, x=self.rect.x + camera.x - self.camera.x, y=self.rect.y + camera.y - self.camera.y
        )


class BoardWidget(Widget):
    """A board.

    Args:
        picture: What to show when nothing moves.
        owners: Colours of the seats.
        queue: Motions to play; keep it from one widget to the next. A click brings them to their end.
        strength: Of owners' patterns, 0..2; 1 is as designed.
        home: Cell to look at first where the board is too large for the room.
        on_hover: Called with the cell under the pointer whenever it changes, None beside the board.
        on_click: Called with a cell and ``left``, ``middle`` or ``right``. Dragging a piece to a marked target
            is the same as clicking both.
        on_key: Called with every key that is not about the camera; returns whether it was of use.
        key: See ``Widget``.

    Attributes:
        shape: The geometry of the board.
    """

    focusable = True
    focus_by_click = True
    underlies = True
    scrolls = "xy"

    def __init__(
        self,
        picture: BoardPicture,
        owners: Sequence[Owner],
        *,
        queue: MotionQueue | None = None,
        strength: float = 1.0,
        home: str | None = None,
        on_hover: Callable[[str | None], None] | None = None,
        on_click: Callable[[str, str], None] | None = None,
        on_key: Callable[[KeyPress], bool] | None = None,
        key: str = "board",
    ) -> None:
        super().__init__(key=key)
        self.picture = picture
        self.owners = tuple(owners)
        self.queue = queue or MotionQueue()
        self.strength = strength
        self.home = home
        self._on_hover = on_hover
        self._on_click = on_click
        self._on_key = on_key
        self.shape = shape_of(picture.board, picture.turns)
        self._hand = _Hand()

    # --- where everything is ---------------------------------------------------------------------------------
    @property
    def view(self) -> View:
        """What is looked at."""
        return self._hand.view or opening(self.shape, self.rect, self.home)

    def camera(self) -> Camera:
        """Return where the board is in the window."""
        return self.view.camera(self.shape, self.rect)

    def cell_at(self, x: float, y: float) -> str | None:
        """Return the cell at that place of the window."""
        return self.camera().pick(self.shape, x, y) if self.rect.contains(x, y) else None

    def centre_of(self, cell: str) -> tuple[float, float]:
        """Return where the centre of ``cell`` is in the window."""
        return self.camera().place(self.shape.centres[cell])

    def recentre(self) -> None:
        """Look at the board as in the beginning; if it is so already, at all of it."""
        first = opening(self.shape, self.rect, self.home)
        self._look(View() if self.view == first else None)

    def adopt(self, earlier: Self) -> None:
        """Take over view, pointer and cursor."""
        self._hand = earlier._hand

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Take ``rect``; where the keyboard's cursor has moved out of sight, follow it."""
        super().arrange(canvas, rect)
        cursor = next((name for name, marks in self.picture.marks.items() if Mark.CURSOR in marks), None)
        if cursor != self._hand.cursor:
            self._hand.cursor = cursor
            if cursor is not None and cursor in self.shape.centres:
                view = self.view
                seen = view.revealing(self.shape, rect, cursor)
                if seen is not view:
                    self._hand.view = seen

    def _look(self, view: View | None) -> None:
        self._hand.view = view
        if self.host is not None:
            self.host.redraw()

    # --- painting --------------------------------------------------------------------------------------------
    def paint(self, look: Look) -> None:
        """Paint the board, or the moment of the motion that runs."""
        if self.rect.w < 1 or self.rect.h < 1:
            return
        scene = self.queue.scene(look.now)
        camera = self.camera()
        with look.canvas.clip(self._seen(camera)):
            if scene is None:
                self._paint_still(look, camera)
            else:
                look.again()
                self._paint_scene(look, camera, scene)
        if look.focused is self and self._hand.cursor is None:
            self._paint_ring(look, camera)

    def _paint_ring(self, look: Look, camera: Camera) -> None:
        """Paint the ring of the focus along the plate's edge, which is what the keyboard is on."""
        edge = rounded([camera.place(point) for point in self.shape.outline], CORNER * camera.a)
        with look.canvas.clip(self.rect.inset(-4)):
            look.canvas.line([*edge, edge[0]], 2.5, look.palette.focus)

    def _seen(self, camera: Camera) -> Rect:
        """Return what is painted: all of a plate that fits, its shadow too, else what ``rect`` shows of it."""
        whole = plate_rect(self.shape, camera)
        return whole if self._fits(camera) else whole.meet(self.rect)

    def _fits(self, camera: Camera) -> bool:
        return camera.a <= fit(self.shape, self.rect).a + 1e-6

    def _keep(self, camera: Camera) -> _Kept:
        """Return for which camera, and how far, to paint the images: as they are, if that will do."""
        kept, seen = self._hand.kept, self._seen(camera)
        if kept is None or kept.camera.a != camera.a or not _holds(kept.moved(camera), seen):
            spare = 0.0 if self._fits(camera) else SPARE
            room = self.rect.inset(-spare * self.rect.w, -spare * self.rect.h)
            whole = plate_rect(self.shape, camera)
            kept = _Kept(camera, whole if spare == 0.0 else whole.meet(room))
            self._hand.kept = kept
        return kept

    def _paint_still(self, look: Look, camera: Camera) -> None:
        canvas, palette, picture, shape = look.canvas, look.palette, self.picture, self.shape
        self._paint_ground(look, camera, picture)
        canvas.layer()
        hovered = self._hand.hovered
        if hovered is not None and hovered in shape.centres:
            x, y = camera.place(shape.centres[hovered])
            canvas.hexagon(x, y, 0.965 * camera.a, fade(WHITE, HOVERED), pointy=shape.pointy)
        covered = {piece.cell for piece in picture.pieces if piece.kind == "base"}
        paint_below(canvas, palette, camera, shape, picture.marks, hovered, covered)
        canvas.layer()
        self._paint_pieces(look, camera, picture)
        canvas.layer()
        paint_arrows(canvas, palette, camera, shape, picture.arrows)
        paint_above(canvas, palette, camera, shape, picture.marks, covered)
        canvas.layer()
        paint_badges(canvas, palette, camera, shape, picture.badges)
        canvas.layer()
        self._paint_dragged(look, camera)

    def _paint_scene(self, look: Look, camera: Camera, scene: Scene) -> None:
        canvas = look.canvas
        self._paint_ground(look, camera, scene.base)
        canvas.layer()
        self._paint_pieces(look, camera, scene.base)
        if scene.over is not None:
            with canvas.shifted(0, 0, 1, scene.share):
                canvas.layer()
                self._paint_ground(look, camera, scene.over, ".over")
                canvas.layer()
                self._paint_pieces(look, camera, scene.over, ".over")
        for flying in scene.flying:
            canvas.layer()
            self._paint_flying(look, camera, flying)
        if scene.throw is not None:
            canvas.layer()
            x, y = camera.place(self.shape.centres[scene.throw.cell])
            paint_throw(canvas, look.palette, self.owners, scene.throw, x, y, camera.a, self.rect)

    @contextmanager
    def _images(self, look: Look, camera: Camera) -> Iterator[_Kept]:
        """Within the context kept images are painted where ``camera`` wants them, by whole pixels."""
        kept, scale = self._keep(camera), look.canvas.scale
        dx, dy = (round(way * scale) / scale for way in (camera.x - kept.camera.x, camera.y - kept.camera.y))
        with look.canvas.shifted(dx, dy):
            yield kept

    def _paint_ground(self, look: Look, camera: Camera, picture: BoardPicture, layer: str = "") -> None:
        with self._images(look, camera) as kept:
            ground = Ground(
                picture.board,
                picture.turns,
                picture.labels,
                kept.camera,
                kept.rect,
                look.palette,
                self.owners,
                self.strength,
            )
            look.canvas.picture(
                f"{self.key}.ground{layer}",
                ground,
                kept.rect,
                lambda canvas: paint_ground(canvas, ground, self.shape),
            )

    def _paint_pieces(self, look: Look, camera: Camera, picture: BoardPicture, layer: str = "") -> None:
        with self._images(look, camera) as kept:
            at, rect = kept.camera, kept.rect

            def paint(canvas: Canvas) -> None:
                seen = rect.inset(-1.5 * at.a)
                centres = {
                    name: point
                    for name, point in self.shape.centres.items()
                    if seen.contains(*at.place(point))
                }
                paint_pieces(canvas, look.palette, self.owners, at, centres, picture.pieces)

            version = (picture.pieces, picture.turns, at, rect, look.palette, self.owners)
            look.canvas.picture(f"{self.key}.pieces{layer}", version, rect, paint)

    def _paint_flying(self, look: Look, camera: Camera, flying: Flying) -> None:
        centres = self.shape.centres
        if flying.source not in centres or flying.target not in centres:
            return
        (x, y), (u, v) = camera.place(centres[flying.source]), camera.place(centres[flying.target])
        x, y = x + (u - x) * flying.part, y + (v - y) * flying.part - flying.lift * camera.a
        a = camera.a * flying.scale
        with look.canvas.shifted(0, 0, 1, flying.alpha):
            paint_cell(look.canvas, look.palette, self.owners, x, y, a, flying.pieces)

    def _paint_dragged(self, look: Look, camera: Camera) -> None:
        hand = self._hand
        if hand.dragged is None or hand.last is None or not self._selected(hand.dragged):
            return
        top = self._top(hand.dragged)
        if top is None:
            return
        lone = replace(top, marks=tuple(word for word in top.marks if word != "blocked"))
        with look.canvas.shifted(0, 0, 1, 0.85):
            y = hand.last.y - 0.15 * camera.a
            paint_cell(look.canvas, look.palette, self.owners, hand.last.x, y, camera.a * 1.06, (lone,))

    def _top(self, cell: str) -> Piece | None:
        """Return what stands uppermost on a cell."""
        return next((piece for piece in reversed(self.picture.pieces) if piece.cell == cell), None)

    def _selected(self, cell: str) -> bool:
        return Mark.SELECTED in self.picture.marks.get(cell, frozenset())

    # --- pointer ---------------------------------------------------------------------------------------------
    def pointer_pressed(self, at: Pointer) -> bool:
        """Begin a click, a drag or a pan; end what moves."""
        hand = self._hand
        hand.held = hand.last = None
        hand.panning, hand.dragged = False, None
        if self.queue.skip():
            self._redraw()
            return True
        hand.held = hand.last = at
        return True

    def pointer_moved(self, at: Pointer) -> bool:
        """Hover; draw the board along; carry a piece. Of use only where something looks different afterwards."""
        hand = self._hand
        if hand.held is None or hand.last is None:
            return self._hover(self.cell_at(at.x, at.y))
        far = abs(at.x - hand.held.x) + abs(at.y - hand.held.y) >= DRAG_FROM
        if far and not hand.panning and hand.dragged is None:
            self._begin_drag(hand.held)
        before, hand.last = hand.last, at
        if hand.panning:
            self._look(self.view.panned(self.shape, self.rect, at.x - before.x, at.y - before.y))
            return True
        return self._hover(self.cell_at(at.x, at.y)) or hand.dragged is not None

    def _begin_drag(self, held: Pointer) -> None:
        hand = self._hand
        cell = self.cell_at(held.x, held.y)
        if held.button != "left" or held.shift or cell is None:
            hand.panning = True
        elif self._top(cell) is not None:
            hand.dragged = cell
            if not self._selected(cell):
                self._click(cell, "left")

    def pointer_released(self, at: Pointer) -> bool:
        """Click what was pressed, or drop what was dragged."""
        hand = self._hand
        held, panning, dragged = hand.held, hand.panning, hand.dragged
        hand.held = hand.last = None
        hand.panning, hand.dragged = False, None
        if held is None or panning:
            return True
        cell = self.cell_at(at.x, at.y)
        if dragged is not None:
            self._redraw()
            marks = self.picture.marks.get(cell or "", frozenset())
            if cell is not None and cell != dragged and self._selected(dragged) and marks & TARGETS:
                self._click(cell, "left")
        elif cell is not None and cell == self.cell_at(held.x, held.y):
            self._click(cell, held.button)
        elif cell is None and held.button == "left":
            self._table_clicked()
        return True

    def _table_clicked(self) -> None:
        hand = self._hand
        now = self.host.now() if self.host is not None else 0
        if hand.table_click is not None and now - hand.table_click <= DOUBLE_CLICK:
            hand.table_click = None
            self.recentre()
        else:
            hand.table_click = now

    def pointer_left(self) -> None:
        """Hover nothing."""
        self._hover(None)

    def scrolled(self, at: Pointer, dx: float, dy: float) -> bool:
        """Zoom about the pointer."""
        self._look(self.view.zoomed(self.shape, self.rect, NOTCH**dy, at.x, at.y))
        return True

    def _hover(self, cell: str | None) -> bool:
        if cell == self._hand.hovered:
            return False
        self._hand.hovered = cell
        self._redraw()
        if self._on_hover is not None:
            self._on_hover(cell)
        return True

    def _click(self, cell: str, button: str) -> None:
        if self._on_click is not None:
            self._on_click(cell, button)

    def _redraw(self) -> None:
        if self.host is not None:
            self.host.redraw()

    # --- keyboard --------------------------------------------------------------------------------------------
    def key_pressed(self, press: KeyPress) -> bool:
        """Zoom (plus, minus, 0), pan (Shift and arrows), or hand the key on; any key ends what moves."""
        if self.queue.skip():
            self._redraw()
            if press.name in ("enter", "space"):
                return True  # meant what was seen, which is no longer there
        match press.name:
            case "plus" | "minus" if not press.ctrl:
                factor = NOTCH if press.name == "plus" else 1 / NOTCH
                self._look(self.view.zoomed(self.shape, self.rect, factor, self.rect.cx, self.rect.cy))
                return True
            case "0" if not press.ctrl:
                self.recentre()
                return True
            case "left" | "right" | "up" | "down" if press.shift:
                dx, dy = PAN_KEYS[press.name]
                self._look(self.view.panned(self.shape, self.rect, dx * PAN_STEP, dy * PAN_STEP))
                return True
        return self._on_key(press) if self._on_key is not None else False


def _holds(outer: Rect, inner: Rect) -> bool:
    """Tell whether all of ``inner`` lies in ``outer``, but for rounding."""
    return (
        outer.x <= inner.x + 0.01
        and outer.y <= inner.y + 0.01
        and outer.right >= inner.right - 0.01
        and outer.bottom >= inner.bottom - 0.01
    )
