"""Looks at a painted frame for what must never be on a screen: cut or overlapping texts, targets too low to hit.

From the smallest window on the words of buttons, tabs and links stand on one line as well; where a large scale leaves
less room they may take two. Tests call it for every screen in every size, language and scale; a finding fails them.
"""

from collections.abc import Sequence
from itertools import combinations

from client.ui.draw.canvas import Canvas, TextMark
from client.ui.geometry import MINIMUM, Rect
from client.ui.toolkit.tree import walk
from client.ui.toolkit.widget import Widget

__all__ = ["findings"]

HAIR = 0.75
"""Units that something may stick out: below a pixel nobody sees it."""

LEADING = 0.15
"""Share of a line box, above and below, that letters leave empty: boxes may overlap by that."""


def findings(roots: Sequence[Widget], canvas: Canvas) -> list[str]:
    """Return what is wrong with the frame that ``canvas`` painted last, each as a sentence.

    Args:
        roots: The trees that were painted, as ``Stage.roots``. Motion must be off or over.
        canvas: Whose ``texts`` are looked at.
    """
    return [
        *_texts(roots, canvas),
        *_overlaps(canvas.texts),
        *(sentence for root in roots for sentence in _sticking_out(root)),
        *(sentence for root in roots for sentence in _squeezed(root, canvas)),
        *(sentence for root in roots for sentence in _broken(root, canvas)),
        *(sentence for root in roots for sentence in _targets(root)),
    ]


def _name(widget: Widget) -> str:
    return f"{type(widget).__name__} {widget.key!r}" if widget.key else type(widget).__name__


def _inside(inner: Rect, outer: Rect, *, across: bool = True, down: bool = True) -> bool:
    wide = not across or (inner.x >= outer.x - HAIR and inner.right <= outer.right + HAIR)
    tall = not down or (inner.y >= outer.y - HAIR and inner.bottom <= outer.bottom + HAIR)
    return wide and tall


def _letters(mark: TextMark) -> Rect:
    """Return where the letters are, without the leading of the line box."""
    return mark.box.inset(0, mark.box.h * LEADING)


def _texts(roots: Sequence[Widget], canvas: Canvas) -> list[str]:
    wrong = []
    widgets = [widget for root in roots for widget in walk(root)]
    scrollers = [widget for widget in widgets if widget.scrolls]
    shorteners = [widget for widget in widgets if widget.shortens]
    for mark in canvas.texts:
        box = _letters(mark)
        # What scrolls may cut off what lies in it, in the direction in which it scrolls.
        free = {axis for s in scrollers if _inside(mark.clip, s.rect.inset(-8)) for axis in s.scrolls}
        seen = box.meet(mark.clip)
        if not mark.text.strip() or (free and not (seen.w and seen.h)):
            continue
        if not free and not _inside(box, canvas.size):
            wrong.append(f"text {mark.text!r} leaves the window: {_at(box)}")
        elif not _inside(box, mark.clip, across="x" not in free, down="y" not in free):
            wrong.append(f"text {mark.text!r} is cut off: {_at(box)}, seen {_at(mark.clip)}")
        if mark.shortened and not any(_holds(s.rect, mark.box) for s in shorteners):
            wrong.append(f"text {mark.text!r} is shortened")
        elif mark.room is not None and not mark.shortened and mark.box.w > mark.room.w + HAIR:
            wrong.append(f"text {mark.text!r} does not fit its room: {_at(mark.box)}, room {_at(mark.room)}")
    return wrong


def _holds(rect: Rect, box: Rect) -> bool:
    return rect.inset(-HAIR).contains(box.cx, box.cy)


def _at(rect: Rect) -> str:
    return f"{rect.x:.0f},{rect.y:.0f} to {rect.right:.0f},{rect.bottom:.0f}"


def _overlaps(marks: Sequence[TextMark]) -> list[str]:
    wrong = []
    visible = [(mark, _letters(mark).meet(mark.clip)) for mark in marks if mark.text.strip()]
    visible.sort(key=lambda pair: pair[1].y)
    for i, (mark, box) in enumerate(visible):
        for other, beside in visible[i + 1 :]:
            if beside.y >= box.bottom:
                break
            common = box.meet(beside)
            if mark.layer == other.layer and common.w > HAIR and common.h > HAIR:
                wrong.append(
                    f"texts {mark.text!r} and {other.text!r} overlap: {_at(mark.box)} and {_at(other.box)}"
                )
    return wrong


def _sticking_out(root: Widget) -> list[str]:
    def fits(child: Widget, widget: Widget) -> bool:
        across, down = "x" not in widget.scrolls, "y" not in widget.scrolls
        return not (child.rect.w and child.rect.h) or _inside(
            child.rect, widget.rect, across=across, down=down
        )

    return [
        f"{_name(child)} at {_at(child.rect)} sticks out of {_name(widget)} at {_at(widget.rect)}"
        for widget in walk(root)
        for child in widget.children()
        if not fits(child, widget)
    ]


def _squeezed(root: Widget, canvas: Canvas) -> list[str]:
    return [
        f"{_name(widget)} is {widget.rect.w:.0f} wide and needs {needed:.0f}"
        for widget in walk(root)
        if widget.rigid and widget.rect.w < (needed := widget.wanted(canvas, canvas.size.w).w) - HAIR
    ]


def _broken(root: Widget, canvas: Canvas) -> list[str]:
    if canvas.size.w < MINIMUM[0] or canvas.size.h < MINIMUM[1]:
        return []
    return [f"{_name(widget)} breaks its text" for widget in walk(root) if widget.broken(canvas)]


def _targets(root: Widget) -> list[str]:
    wrong = []
    found: list[tuple[Widget, Rect, set[int]]] = []

    def visit(widget: Widget, around: set[int], view: Rect) -> None:
        if widget.focusable and widget.enabled:
            if widget.rect.h < widget.least_height - HAIR:
                wrong.append(
                    f"{_name(widget)} is {widget.rect.h:.0f} high, less than {widget.least_height:.0f}"
                )
            found.append((widget, widget.rect.meet(view), around))
        within = view.meet(widget.rect) if widget.scrolls else view
        for child in widget.children():
            visit(child, {*around, id(widget)}, within)

    visit(root, set(), root.rect)
    for (first, a, over_first), (second, b, over_second) in combinations(found, 2):
        common = a.meet(b)
        nested = id(first) in over_second or id(second) in over_first
        if first.underlies or second.underlies:
            continue
        if not nested and common.w > HAIR and common.h > HAIR:
            wrong.append(f"{_name(first)} and {_name(second)} overlap: {_at(a)} and {_at(b)}")
    return wrong
