"""The list of moves: a click looks back."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from client.i18n import tr
from client.ui.screens.panels import Desk, emblem, symbol
from client.ui.theme import NOTE, PANEL_SMALL, SMALL, SMALL_LABEL, Colour, TextStyle
from client.ui.toolkit import (
    Box,
    Column,
    Icon,
    IconButton,
    KeyPress,
    List,
    Painted,
    Pointer,
    Row,
    Spacer,
    Text,
    Widget,
    grow,
)
from client.view.picture import Badge
from client.view.values import MoveRow

__all__ = ["moves_body"]

ROW: Final = 27.0
DICE: Final = TextStyle("label", 12, 16)
GROUP: Final = TextStyle("label", 12, 16)


def moves_body(desk: Desk, *, title: bool = True) -> Widget:
    """Return the list of moves; those of two sides that move in turns stand in pairs.

    Args:
        desk: What panels work with.
        title: Whether it has a heading.
    """
    model = desk.model
    rows = model.moves()
    live = model.source.live and model.looking is None
    last = len(model.source.steps)

    def step(by: int | None) -> None:
        model.look_back(None if by is None else model.shown + by)

    arrows = [
        IconButton(
            "chevron-left",
            lambda: step(-1),
            tip=tr("Back (Page up)"),
            kind="quiet",
            size=32,
            enabled=model.shown > 0,
            key="move back",
        ),
        IconButton(
            "chevron-right",
            lambda: step(1),
            tip=tr("Forward (Page down)"),
            kind="quiet",
            size=32,
            enabled=model.shown < last,
            key="move on",
        ),
    ]
    hint = Text(tr("click to look back"), NOTE, "text3") if live and rows and desk.notes else None
    head = Row([Text(tr("Moves"), PANEL_SMALL), Spacer(), hint, *arrows], gap=4, pad=(12, 0))
    in_pairs = not model.words.undoes and len(model.people.seats) == 2
    moves = _pairs(desk, rows) if in_pairs else _single(desk, rows)
    return Column([head if title else None, grow(moves)], gap=2, pad=(0, 2))


L = TypeVar("L", bound=List)


def _listed(
    kind: type[L],
    desk: Desk,
    count: int,
    build: Callable[[int], Widget],
    look: Callable[[int], None],
    current: int | None,
) -> L:
    """Return the list itself: its newest row stays in sight, or the one that is looked at."""
    return kind(
        count,
        build,
        on_activate=look,
        current=current,
        in_sight=current if desk.model.shown else 0,
        row_height=ROW,
        keep_end=True,
        empty=tr("Nothing has been played."),
        key="moves",
    )


# --- one below the other ----------------------------------------------------------------------------------------
def _single(desk: Desk, rows: Sequence[MoveRow]) -> Widget:
    entries: list[str | MoveRow] = []
    group = ""
    for row in rows:
        if row.group != group:
            group = row.group
            entries.append(group)
        entries.append(row)
    current = next((i for i, e in enumerate(entries) if isinstance(e, MoveRow) and e.current), None)

    def build(i: int) -> Widget:
        entry = entries[i]
        if isinstance(entry, str):
            return Box(Text(entry, GROUP, "text3"), valign="middle")
        return _row(desk, entry)

    def look(i: int) -> None:
        entry = entries[i]
        if isinstance(entry, MoveRow):
            desk.model.look_back(entry.k)

    return _listed(List, desk, len(entries), build, look, current)


def _row(desk: Desk, row: MoveRow) -> Widget:
    told = row.dice or (f"{row.gold:+d}".replace("-", "−") if row.gold else "")
    return Row(
        [
            emblem(desk, row.seat, 18) if row.seat is not None else Spacer(18),
            symbol(desk, row.piece, row.seat, 18) if row.piece else None,
            Box(Text(row.text, SMALL, max_lines=1, shortens=True), weight=1.0),
            _badge(row),
            Text(told, DICE, "text3", max_lines=1, shortens=True) if told else None,
        ],
        gap=8,
    )


def _badge(row: MoveRow) -> Widget | None:
    match row.badge:
        case Badge.BUILD:
            return Row([Icon("menu-up", 16, "text3"), Text(str(row.height), DICE, "text3")], gap=0)
        case Badge.BLOCK:
            return Icon("lock", 13, "text3")
        case Badge.UNBLOCK:
            return Icon("lock-open-variant", 13, "text3")
    return None


# --- in pairs ---------------------------------------------------------------------------------------------------
class _Plies(List):
    """A list whose rows have two halves: a click, or Left and Right, choose which is meant."""

    half = 0

    def adopt(self, earlier: List) -> None:
        """Keep the half that was meant."""
        super().adopt(earlier)
        if isinstance(earlier, _Plies):
            self.half = earlier.half

    def pointer_pressed(self, at: Pointer) -> bool:
        """Note the half that is pressed."""
        self.half = int(at.x > self.rect.x + 34 + (self.rect.w - 34) / 2)
        return super().pointer_pressed(at)

    def key_pressed(self, press: KeyPress) -> bool:
        """Choose a half, or move as in any list."""
        if press.name in ("left", "right"):
            self.half = int(press.name == "right")
            return True
        return super().key_pressed(press)


def _pairs(desk: Desk, rows: Sequence[MoveRow]) -> Widget:
    groups: list[list[MoveRow]] = []
    for row in rows:
        if groups and groups[-1][0].group == row.group:
            groups[-1].append(row)
        else:
            groups.append([row])
    current = next((i for i, plies in enumerate(groups) if any(row.current for row in plies)), None)

    def build(i: int) -> Widget:
        plies = groups[i]
        by_side: list[list[MoveRow]] = [[], []]
        for row in plies:
            by_side[row.seat if row.seat in (0, 1) else 0].append(row)
        number = Box(Text(plies[0].group, NOTE, "text3"), width=22)
        return Row([number, *(grow(_ply(desk, side)) for side in by_side)], gap=6)

    def look(i: int) -> None:
        plies = groups[i]
        wanted = [row for row in plies if row.seat == moves.half] or plies
        desk.model.look_back(wanted[-1].k)

    moves = _listed(_Plies, desk, len(groups), build, look, current)
    return moves


def _stripe(colour: Colour) -> Widget:
    """Return a strip in the owner's colour."""
    return Painted(lambda look, rect: look.canvas.box(rect, colour, radius=1.5), 3, 16)


def _ply(desk: Desk, rows: Sequence[MoveRow]) -> Widget:
    if not rows:
        return Spacer()
    row = rows[-1]
    style = SMALL_LABEL if row.current else SMALL
    return Row(
        [
            _stripe(desk.owner(row.seat).face),
            Box(Text(row.text, style, max_lines=1, shortens=True), weight=1.0),
            _badge(row),
        ],
        gap=6,
    )
