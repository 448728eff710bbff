"""Trees of widgets: walking, finding, and handing state on from one tree to the next."""

from collections.abc import Iterator

from client.ui.toolkit.widget import Widget

__all__ = ["find", "focusables", "handed_on", "hit", "path_to", "walk"]


def walk(root: Widget) -> Iterator[Widget]:
    """Yield ``root`` and everything in it, in the order of painting."""
    # By hand: a tree is walked four times a frame, and each generator within another hands every widget on.
    left = [root]
    while left:
        widget = left.pop()
        yield widget
        left.extend(reversed(widget.children()))


def find(root: Widget, key: str) -> Widget | None:
    """Return the first widget of that key, None where there is none.

    ``key`` may name relatives as well: ``seat 2/kick`` is the first ``kick`` within the first ``seat 2``.
    """
    at = root
    for part in key.split("/"):
        within = next((widget for widget in walk(at) if widget.key == part), None)
        if within is None:
            return None
        at = within
    return at


def path_to(root: Widget, widget: Widget) -> list[Widget]:
    """Return ``widget`` and all around it, innermost first; empty where it is not in ``root``."""
    if root is widget:
        return [root]
    for child in root.children():
        path = path_to(child, widget)
        if path:
            path.append(root)
            return path
    return []


def hit(root: Widget, x: float, y: float) -> list[Widget]:
    """Return what lies under a point, innermost first, each within the next.

    Of siblings that overlap the one painted last is taken. Widgets that are not solid (rows, spaces) let
    the pointer through to what lies behind them.
    """
    if not root.rect.contains(x, y):
        return []
    for child in reversed(root.children()):
        path = hit(child, x, y)
        if path:
            path.append(root)
            return path
    return [root] if root.solid or root.tip else []


def focusables(root: Widget) -> list[Widget]:
    """Return what can have the keyboard, in the order of the Tab key."""
    return [widget for widget in walk(root) if widget.focusable and widget.enabled]


def handed_on(earlier: Widget, later: Widget) -> dict[Widget, Widget]:
    """Have every widget of ``later`` adopt its predecessor in ``earlier``.

    The predecessor has the same class and key, and the same keys around it. Where these changed, it is the
    only one of its class and key in the whole tree. Widgets without a key are counted within what has one.

    Returns:
        For widgets of ``earlier`` those of ``later`` that stand for them.
    """
    before, after = _addresses(earlier), _addresses(later)
    loose_before, loose_after = _unique(before), _unique(after)
    successors: dict[Widget, Widget] = {}
    for address, widget in after.items():
        predecessor = before.get(address)
        loose = address[-2:]
        if predecessor is None and widget.key and loose_after.get(loose) is widget:
            predecessor = loose_before.get(loose)
        if predecessor is not None and predecessor not in successors:
            successors[predecessor] = widget
            widget.adopt(predecessor)
    return successors


_Address = tuple[object, ...]


def _addresses(root: Widget) -> dict[_Address, Widget]:
    found: dict[_Address, Widget] = {}
    counts: dict[_Address, int] = {}

    def visit(widget: Widget, scope: _Address) -> None:
        address = (*scope, type(widget), widget.key)
        number = counts.get(address, 0)
        counts[address] = number + 1
        found[(*scope, number, type(widget), widget.key)] = widget
        inner = (*scope, widget.key, number) if widget.key else scope
        for child in widget.children():
            visit(child, inner)

    visit(root, ())
    return found


def _unique(addresses: dict[_Address, Widget]) -> dict[_Address, Widget | None]:
    unique: dict[_Address, Widget | None] = {}
    for address, widget in addresses.items():
        if widget.key:
            unique[address[-2:]] = None if address[-2:] in unique else widget
    return unique
