"""How much of a board is seen, and where: pure geometry between a board's unit and the window's.

A ``View`` is what a person chose (how far zoomed in, looking at which point) and outlives a change of the
window's size; with a shape and a rectangle it makes a ``Camera``, which converts points.
"""

from dataclasses import dataclass
from typing import Final

from client.ui.board.shape import Point, Shape
from client.ui.geometry import Rect

__all__ = ["UNIT", "Camera", "View", "fit", "opening"]

UNIT: Final = 1.30
"""Size of a unit in a cell of circumradius 1."""

SMALLEST_UNIT: Final = 24.0
"""A board whose units would be smaller is shown zoomed in at first."""

LARGEST: Final = 72.0
"""Circumradius of a cell up to which any board can be zoomed in."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Where a board is in the window.

    Attributes:
        a: Circumradius of a cell.
        x, y: Where the board's (0, 0) is.
    """

    a: float
    x: float
    y: float

    def place(self, point: Point) -> Point:
        """Return where a point of the board is in the window."""
        return self.x + self.a * point[0], self.y + self.a * point[1]

    def on_board(self, x: float, y: float) -> Point:
        """Return which point of the board is at this place in the window."""
        return (x - self.x) / self.a, (y - self.y) / self.a

    def pick(self, shape: Shape, x: float, y: float) -> str | None:
        """Return the cell at this place in the window, None where there is none."""
        return shape.at(*self.on_board(x, y))


def fit(shape: Shape, rect: Rect) -> Camera:
    """Return the camera that shows the whole plate as large as ``rect`` allows, in its middle."""
    bounds = shape.bounds
    a = max(min(rect.w / bounds.w, rect.h / bounds.h), 1.0)
    return Camera(a, rect.cx - a * bounds.cx, rect.cy - a * bounds.cy)


@dataclass(frozen=True, slots=True)
class View:
    """What is looked at.

    Attributes:
        zoom: How much larger than ``fit`` shows it, at least 1.
        x, y: Point of the board in the middle, as a share of the plate's bounds from their centre.
    """

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def camera(self, shape: Shape, rect: Rect) -> Camera:
        """Return the camera that shows this in ``rect``; the plate never leaves it.

        Where the plate is larger than ``rect`` no bare table is seen at that side, where it is smaller it is centred.
        """
        bounds = shape.bounds
        a = fit(shape, rect).a * min(max(self.zoom, 1.0), most(shape, rect))
        px = _held(bounds.cx + self.x * bounds.w, bounds.x, bounds.right, rect.w / a)
        py = _held(bounds.cy + self.y * bounds.h, bounds.y, bounds.bottom, rect.h / a)
        return Camera(a, rect.cx - a * px, rect.cy - a * py)

    def zoomed(self, shape: Shape, rect: Rect, factor: float, x: float, y: float) -> "View":
        """Return the view ``factor`` times closer; what is at (``x``, ``y``) in the window stays there."""
        before = self.camera(shape, rect)
        fixed = before.on_board(x, y)
        zoom = min(max(self.zoom * factor, 1.0), most(shape, rect))
        a = fit(shape, rect).a * zoom
        return _view(shape, rect, zoom, fixed[0] + (rect.cx - x) / a, fixed[1] + (rect.cy - y) / a)

    def panned(self, shape: Shape, rect: Rect, dx: float, dy: float) -> "View":
        """Return the view after the board was drawn along by (``dx``, ``dy``)."""
        before = self.camera(shape, rect)
        x, y = before.on_board(rect.cx - dx, rect.cy - dy)
        return _view(shape, rect, self.zoom, x, y)

    def revealing(self, shape: Shape, rect: Rect, cell: str) -> "View":
        """Return the view moved no further than needed to see ``cell`` and its neighbours."""
        camera = self.camera(shape, rect)
        x, y = camera.place(shape.centres[cell])
        room = min(camera.a * 2.5, rect.w / 2, rect.h / 2)
        dx = max(rect.x + room - x, 0.0) + min(rect.right - room - x, 0.0)
        dy = max(rect.y + room - y, 0.0) + min(rect.bottom - room - y, 0.0)
        return self.panned(shape, rect, dx, dy) if dx or dy else self


def most(shape: Shape, rect: Rect) -> float:
    """Return the largest zoom of this board."""
    return max(LARGEST / fit(shape, rect).a, 2.5)


def opening(shape: Shape, rect: Rect, home: str | None = None) -> View:
    """Return the view to begin with: the whole board, or closer and at ``home`` where its units would be tiny."""
    a = fit(shape, rect).a
    zoom = SMALLEST_UNIT / (UNIT * a)
    if zoom <= 1.0:
        return View()
    x, y = shape.centres.get(home or "", (shape.bounds.cx, shape.bounds.cy))
    return _view(shape, rect, zoom, x, y)


def _view(shape: Shape, rect: Rect, zoom: float, x: float, y: float) -> View:
    """Return the view of that point, brought back to where ``camera`` would hold it."""
    bounds = shape.bounds
    a = fit(shape, rect).a * zoom
    px = _held(x, bounds.x, bounds.right, rect.w / a)
    py = _held(y, bounds.y, bounds.bottom, rect.h / a)
    return View(zoom, (px - bounds.cx) / bounds.w, (py - bounds.cy) / bounds.h)


def _held(middle: float, low: float, high: float, seen: float) -> float:
    if high - low <= seen:
        return (low + high) / 2
    return min(max(middle, low + seen / 2), high - seen / 2)
