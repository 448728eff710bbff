"""The last roll: the dice as the rules compared them, drawn, and what came of it."""

from collections.abc import Sequence
from typing import Final

from client.i18n import number, tr
from client.ui.draw import pieces as draw
from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.screens.panels import Desk, emblem
from client.ui.theme import NOTE, PANEL_SMALL, SMALL_LABEL, TextStyle
from client.ui.toolkit import Box, Column, Icon, Look, Painted, Panel, Row, Spacer, Text, Widget, grow
from client.ui.toolkit.faces import well
from client.view.values import Roll

__all__ = ["roll_panel"]

SIGN: Final = TextStyle("display", 13, 16)
DIE: Final = 32.0
SMALLEST: Final = 17.0
"""Dice get no smaller than this for words below them."""

PAIR: Final = 1.4
BETWEEN: Final = 0.25
ABOVE: Final = 0.22
"""In sizes of a die: how wide a pair is, what lies between two of them, and what above and below the dice."""

FEW: Final = 2
"""Up to so many columns of dice have the words beside them."""

LEAST: Final = 84.0
LEAST_WORDS: Final = 70.0
"""The least height of the hollow, and the least width of words beside dice."""

GAP: Final = 8.0


def roll_panel(desk: Desk, roll: Roll | None, *, height: float, chance: bool = False) -> Widget:
    """Return the panel of the last roll.

    Args:
        desk: What panels work with.
        roll: The combat, None: nothing has been rolled.
        height: Of the panel.
        chance: Whether the chance before the roll is told too.
    """
    if roll is None:
        body = Column(
            [
                Text(tr("Last roll"), PANEL_SMALL),
                Row(
                    [Icon("dice-multiple", 18, "text3"), grow(Text(tr("No dice so far."), NOTE, "text3"))],
                    gap=8,
                ),
            ],
            gap=8,
        )
        return Panel(body, pad=(14, 10), key="roll")
    title = Text(roll.title, NOTE, "text3", max_lines=1, shortens=True)
    head = Row([Text(tr("Last roll"), PANEL_SMALL), Spacer(), title])
    tray = Box(_Tray(desk, roll), min_height=LEAST, weight=1.0)
    return Panel(
        Column([head, tray, _outcome(desk, roll, chance)], gap=8), pad=(14, 10), height=height, key="roll"
    )


def _outcome(desk: Desk, roll: Roll, chance: bool) -> Widget:
    lost = [
        piece
        for seat, count in ((roll.seat, roll.lost), (roll.rival, roll.rival_lost))
        for piece in (emblem(desk, seat, 16), Text(number(-count) if count else "0", SMALL_LABEL, "text2"))
    ]
    words = roll.result
    if chance and roll.chance:
        words = tr("Chance was {chance}", chance=roll.chance)
    return Row([*lost, Spacer(), Text(words, SMALL_LABEL) if words else None], gap=6)


class _Tray(Widget):
    """A hollow with the pairs of dice, those that met nobody at their right in two rows, and what decided.

    The dice are as large as all of them can be. What decided stands beside few and below many; where they would
    get too small for it, it is in their tip alone.
    """

    def __init__(self, desk: Desk, roll: Roll) -> None:
        super().__init__()
        self._desk = desk
        self._roll = roll
        self._spare = roll.spare or roll.rival_spare
        self._size = DIE
        self._pairs = Painted(self._paint_pairs, 0, 0, tip=roll.words)
        self._left = Painted(self._paint_spare, 0, 0, tip=tr("These dice met nobody."))
        self._words = Text(roll.words, NOTE, "text2")
        self._worded = True

    def children(self) -> Sequence[Widget]:
        """Return what there is room for."""
        parts: list[Widget] = [self._pairs]
        if self._spare:
            parts.append(self._left)
        return [*parts, self._words] if self._worded else parts

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return all of the width; the height is given."""
        return Size(width, LEAST)

    def arrange(self, canvas: Canvas, rect: Rect) -> None:
        """Put the dice, as large as they can be, and the words where they fit."""
        super().arrange(canvas, rect)
        room = rect.inset(8, 7)
        beside = len(self._roll.pairs) + self._columns <= FEW
        size = self._fit(room.w, room.h)
        space = room.w - self._shares * size - GAP
        high = self._words.wanted(canvas, max(1.0, space)).h
        if beside and space >= LEAST_WORDS and high <= room.h:
            self._place(Rect(room.x, room.y, self._shares * size, room.h), size)
            self._words.arrange(canvas, Rect(room.right - space, room.cy - high / 2, space, high))
            self._worded = True
            return
        high = self._words.wanted(canvas, room.w).h
        below = self._fit(room.w, room.h - high - GAP)
        self._worded = below >= SMALLEST
        if self._worded:
            self._words.arrange(canvas, Rect(room.x, room.bottom - high, room.w, high))
            room, size = Rect(room.x, room.y, room.w, room.h - high - GAP), below
        self._place(room, size)

    @property
    def _columns(self) -> int:
        """Columns of the dice that met nobody."""
        return -(-len(self._spare) // 2)

    @property
    def _pair_shares(self) -> float:
        pairs = len(self._roll.pairs)
        return PAIR * pairs + BETWEEN * (pairs - 1)

    @property
    def _shares(self) -> float:
        """How wide all dice are together, in sizes of one."""
        return self._pair_shares + (1 + BETWEEN) * self._columns

    def _fit(self, width: float, height: float) -> float:
        return max(1.0, min(DIE, width / self._shares, (height - SIGN.line) / (2 + 2 * ABOVE)))

    def _place(self, room: Rect, size: float) -> None:
        self._size = size
        height = (2 + 2 * ABOVE) * size + SIGN.line
        top = room.cy - height / 2
        wide = self._pair_shares * size
        self._pairs.rect = Rect(room.x, top, wide, height)
        x = room.x + wide + BETWEEN * size
        self._left.rect = Rect(x, top, (self._columns * (1 + BETWEEN) - BETWEEN) * size, height)

    def _rows(self, rect: Rect) -> tuple[float, float]:
        """Return the middles of the upper and the lower dice."""
        inner = (ABOVE + 0.5) * self._size
        return rect.y + inner, rect.bottom - inner

    def paint(self, look: Look) -> None:
        """Paint the hollow and what is in it."""
        well(look, self.rect)
        super().paint(look)

    def _paint_pairs(self, look: Look, rect: Rect) -> None:
        canvas, palette, size, roll = look.canvas, look.palette, self._size, self._roll
        attacker, defender = self._desk.owner(roll.seat), self._desk.owner(roll.rival)
        top, low = self._rows(rect)
        for n, pair in enumerate(roll.pairs):
            box = Rect(rect.x + n * (PAIR + BETWEEN) * size, rect.y, PAIR * size, rect.h)
            canvas.box(box, palette.panel, radius=9)
            draw.die(canvas, palette, attacker, pair.attacker, box.cx, top, size, lost=pair.attacker_falls)
            draw.die(canvas, palette, defender, pair.defender, box.cx, low, size, lost=pair.defender_falls)
            canvas.text(box.cx, rect.cy - SIGN.line / 2, pair.sign, SIGN, palette.text2, anchor="middle")

    def _paint_spare(self, look: Look, rect: Rect) -> None:
        size, roll = self._size, self._roll
        owner = self._desk.owner(roll.seat if roll.spare else roll.rival)
        rows = self._rows(rect)
        if not roll.spare:
            rows = rows[::-1]  # each side's dice begin in its own row
        for n, pips in enumerate(self._spare):
            x = rect.x + size / 2 + n // 2 * (1 + BETWEEN) * size
            draw.die(look.canvas, look.palette, owner, pips, x, rows[n % 2], size)
