"""Where the keyboard goes next: by the Tab key in the order of painting, by arrows in a group."""

from collections.abc import Sequence

from client.ui.geometry import Rect
from client.ui.toolkit.layout import Group
from client.ui.toolkit.tree import focusables
from client.ui.toolkit.widget import Widget

__all__ = ["ARROWS", "beside", "next_by_tab"]

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def next_by_tab(order: Sequence[Widget], at: Widget | None, place: int, back: bool) -> Widget | None:
    """Return the next widget of ``order`` after ``at``, round the end.

    Args:
        order: All that can have the keyboard.
        at: What has it, or had it last; None or not in ``order``: ``place`` counts.
        place: Index in ``order`` at which it was lost, so that what stands there now is next.
        back: Whether to go backwards.
    """
    if not order:
        return None
    if at in order:
        here = order.index(at)
        return order[(here + (-1 if back else 1)) % len(order)]
    return order[(place - 1 if back else place) % len(order)]


def beside(path: Sequence[Widget], arrow: str) -> Widget | None:
    """Return what lies next in the direction of ``arrow`` within the innermost group around ``path[0]``.

    None where there is no group, or nothing in that direction.
    """
    group = next((widget for widget in path if isinstance(widget, Group)), None)
    if group is None:
        return None
    return nearest(path[0], focusables(group), arrow)


def nearest(start: Widget, others: Sequence[Widget], arrow: str) -> Widget | None:
    """Return the widget that lies best in the direction of ``arrow``: near, and not much aside."""
    dx, dy = ARROWS[arrow]
    best: tuple[float, Widget] | None = None
    for other in others:
        if other is start:
            continue
        ahead, aside = _distance(start.rect, other.rect, dx, dy)
        if ahead <= 0.5:
            continue
        cost = ahead + 2 * aside
        if best is None or cost < best[0]:
            best = cost, other
    return best[1] if best else None


def _distance(a: Rect, b: Rect, dx: int, dy: int) -> tuple[float, float]:
    """Return how far ``b``'s centre lies ahead of ``a``'s, and how far aside (0 where both overlap across)."""
    if dx:
        aside = 0.0 if a.y < b.bottom and b.y < a.bottom else abs(a.cy - b.cy)
        return (b.cx - a.cx) * dx, aside
    aside = 0.0 if a.x < b.right and b.x < a.right else abs(a.cx - b.cx)
    return (b.cy - a.cy) * dy, aside
