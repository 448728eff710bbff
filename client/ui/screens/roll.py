"""The last roll: the dice as the rules compared them, drawn, and what came of it."""

from typing import Final

from client.i18n import number, tr
from client.ui.draw import pieces as draw
from client.ui.geometry import Rect
from client.ui.screens.panels import Desk, emblem
from client.ui.theme import NOTE, PANEL_SMALL, SMALL_LABEL, TextStyle
from client.ui.toolkit import Box, Column, Icon, Look, Painted, Panel, Row, Spacer, Text, Widget, grow
from client.ui.toolkit.faces import well
from client.view.values import Roll

__all__ = ["roll_panel"]

SIGN: Final = TextStyle("display", 13, 16)
DIE: Final = 32.0


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
    lean = height < 190
    head = Row([Text(tr("Last roll"), PANEL_SMALL), Spacer(), Text(roll.title, NOTE, "text3")])
    tray = Box(_Tray(desk, roll, row_gap=8.0 if lean else 20.0), min_height=84 if lean else 112, weight=1.0)
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


class _Tray(Column):
    """A hollow with the pairs of dice, those that met nobody, and what decided."""

    def __init__(self, desk: Desk, roll: Roll, *, row_gap: float) -> None:
        size = DIE if len(roll.pairs) + bool(roll.spare or roll.rival_spare) <= 3 else 26.0
        pairs = [_pair(desk, roll, n, size, row_gap) for n in range(len(roll.pairs))]
        spare = _spare(desk, roll, size)
        words = Text(roll.words, NOTE, "text2")
        beside = len(pairs) <= 2
        right = Column([spare, words if beside else None], gap=6)
        lines: list[Widget | None] = [Row([*pairs, grow(right)], gap=8), None if beside else words]
        super().__init__(lines, gap=6, pad=(8, 7), justify="middle")

    def paint(self, look: Look) -> None:
        """Paint the hollow and what is in it."""
        well(look, self.rect)
        super().paint(look)


def _pair(desk: Desk, roll: Roll, n: int, size: float, gap: float) -> Widget:
    pair = roll.pairs[n]
    height = 2 * size + gap + 14
    attacker, defender = desk.owner(roll.seat), desk.owner(roll.rival)

    def paint(look: Look, rect: Rect) -> None:
        canvas, palette = look.canvas, look.palette
        canvas.box(rect, palette.panel, radius=9)
        top, low = rect.y + 6 + size / 2, rect.bottom - 10 - size / 2
        draw.die(canvas, palette, attacker, pair.attacker, rect.cx, top, size, lost=pair.attacker_falls)
        draw.die(canvas, palette, defender, pair.defender, rect.cx, low, size, lost=pair.defender_falls)
        middle = (top + low) / 2 + 1
        canvas.text(rect.cx, middle - 8, pair.sign, SIGN, palette.text2, anchor="middle")

    return Painted(paint, size + 14, height)


def _spare(desk: Desk, roll: Roll, size: float) -> Widget | None:
    """Return the dice that met nobody."""
    if not (roll.spare or roll.rival_spare):
        return None
    pips = roll.spare or roll.rival_spare
    owner = desk.owner(roll.seat if roll.spare else roll.rival)
    small = size if len(pips) == 1 else 20.0

    def paint(look: Look, rect: Rect) -> None:
        for n, one in enumerate(pips):
            x = rect.x + small / 2 + n * small * 1.25
            draw.die(look.canvas, look.palette, owner, one, x, rect.y + small / 2, small)

    dice = Painted(paint, small * (1 + 1.25 * (len(pips) - 1)) + 2, small + 4)
    told = None if desk.small else Text(tr("spare"), NOTE, "text3", tip=tr("These dice met nobody."))
    return Row([dice, told], gap=8)
