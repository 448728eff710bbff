"""Cards of the seats: who it is, how the link is, gold, income, upkeep, units; large, middling and small."""

import enum
from typing import Final

from client.i18n import ntr, tr
from client.ui.draw import pieces as draw
from client.ui.geometry import Rect
from client.ui.screens.panels import FIGURE, Desk, emblem, symbol
from client.ui.screens.signs import coin, path_sign, quality_sign
from client.ui.theme import NOTE, PANEL, PANEL_SMALL, SMALL, SMALL_LABEL, TextStyle
from client.ui.toolkit import (
    NATURAL,
    Box,
    Column,
    Divider,
    Grid,
    Icon,
    Look,
    Panel,
    Row,
    Spacer,
    Spinner,
    Text,
    Widget,
    fixed,
    grow,
    share,
)
from client.ui.toolkit.panels import panel
from client.view.nouns import pieces
from client.view.values import SeatCard

__all__ = ["CardSize", "card_height", "flat_card", "seat_card"]

NAME_SMALL: Final = TextStyle("display", 15, 18)
GOLD_SMALL: Final = TextStyle("display", 16, 20)
COUNT: Final = TextStyle("label", 12, 16)


class CardSize(enum.Enum):
    """How much room a card has."""

    LARGE = "large"
    MIDDLE = "middle"
    SMALL = "small"


BANDS: Final = {CardSize.LARGE: 56.0, CardSize.MIDDLE: 42.0, CardSize.SMALL: 34.0}


class _CardPanel(Panel):
    """A panel with the owner's band at its head, framed in honey while its seat is to act."""

    def __init__(self, desk: Desk, card: SeatCard, child: Widget, size: CardSize) -> None:
        super().__init__(child, pad=(0.0, 0.0), key=f"seat{card.seat}")
        self._owner = desk.owner(card.seat)
        self._active = card.to_act
        self._band = BANDS[size]
        self._gone = not card.alive

    def paint(self, look: Look) -> None:
        """Paint panel, band, frame and content."""
        rect, canvas = self.rect, look.canvas
        panel(look, rect)
        band = Rect(rect.x + 1, rect.y + 1, rect.w - 2, min(self._band, rect.h - 2))
        with canvas.shifted(0, 0, 1.0, 0.45 if self._gone else 1.0):
            foot = 11.0 if band.bottom >= rect.bottom - 2 else 0.0
            draw.band(canvas, look.palette, self._owner, band, 11, foot)
        if self._active:
            canvas.box(rect.inset(-1), None, radius=13, border=look.palette.honey, border_width=2)
        Box.paint(self, look)


def card_height(size: CardSize, *, own: bool, shop: bool) -> float:
    """Return how high a card is."""
    match size:
        case CardSize.LARGE:
            base = 156.0 if own else 196.0
            return base + (128.0 if shop else 0.0)
        case CardSize.MIDDLE:
            return 112.0 + (116.0 if shop else 0.0)
        case CardSize.SMALL:
            return 86.0 + (112.0 if shop else 0.0)


def seat_card(desk: Desk, card: SeatCard, size: CardSize, shop: Widget | None = None) -> Widget:
    """Return the card of a seat; ``shop`` stands at the foot of one's own."""
    if size is CardSize.LARGE:
        body: list[Widget | None] = [_head(desk, card), *_large(desk, card)]
        if shop is not None:
            body += [Box(Divider(), pad=(14, 0)), Box(shop, pad=(14, 0))]
        return _CardPanel(desk, card, Column(body, gap=7), size)
    lines: list[Widget | None] = [_slim_head(desk, card, BANDS[size])]
    if card.alive and card.gold is None:  # of who is out the head says it all
        lines.append(Box(_army(desk, card, 19), pad=(12, 5)))
    elif card.alive:
        middle = size is CardSize.MIDDLE
        lines.append(Box(_money(card, next_turn=card.own), pad=(12, 5 if middle else 3)))
        lines.append(Box(_army(desk, card, 19 if middle else 18), pad=(12, 0)))
    if shop is not None:
        lines += [Box(Divider(), pad=(12, 6)), Box(shop, pad=(12, 0))]
    return _CardPanel(desk, card, Column(lines, gap=0), size)


def _head(desk: Desk, card: SeatCard) -> Widget:
    """Return the head of a large card: emblem, name, place or what the seat does."""
    below = Text(card.status, SMALL_LABEL, "warn") if card.status else Text(card.place, NOTE, "text2")
    name = Text(card.name, PANEL, max_lines=1, shortens=True)
    words = Column([name, below], gap=0)
    return Box(
        Row([emblem(desk, card.seat, 42, raised=True), grow(words), _kind(card)], gap=10),
        height=56,
        pad=(14, 0),
        valign="middle",
    )


def _slim_head(desk: Desk, card: SeatCard, height: float) -> Widget:
    """Return the head of a smaller card: one line."""
    told = card.status or (tr("you") if card.you else card.level)
    link = _link(card, words=not desk.small)
    size = 32 if height > 40 else 26
    name = Text(card.name, NAME_SMALL, max_lines=1, shortens=True)
    style, colour = (SMALL_LABEL, "warn") if card.status and card.alive else (NOTE, "text2")
    row = Row(
        [
            emblem(desk, card.seat, size, raised=True),
            Box(name, weight=1.0, min_width=40),
            Text(told, style, colour, max_lines=1, shortens=True) if told else None,
            link,
            _kind(card),
        ],
        gap=8,
    )
    return Box(row, height=height, pad=(12, 0), valign="middle")


def _kind(card: SeatCard) -> Widget | None:
    """Return the sign of a computer, or that it thinks."""
    if card.thinking:
        return Spinner(18)
    if card.kind == "computer":
        return Icon("robot-outline", 18, "text2", tip=tr("Computer, {level}", level=card.level))
    return None


def _link(card: SeatCard, *, words: bool) -> Widget | None:
    """Return the quality of the link, with its figure."""
    link = card.connection
    if link is None or link.state == "here":
        return None
    signs = quality_sign(link.quality, tip=card.connection_words)
    if not words or link.state == "lost":
        return signs
    return Row([Text(card.connection_words.split(" · ")[-1], NOTE, "text2"), signs], gap=6)


def _large(desk: Desk, card: SeatCard) -> list[Widget | None]:
    """Return what stands below the head of a large card."""
    lines: list[Widget | None] = []
    link = card.connection
    if link is not None and link.state != "here" and not card.own:
        lines.append(
            Box(
                Row(
                    [
                        quality_sign(link.quality),
                        Text(card.connection_words, NOTE, "text2"),
                        Spacer(),
                        path_sign(link.state),
                    ]
                ),
                pad=(14, 0),
            )
        )
    elif not card.own and card.level:
        lines.append(Box(Text(tr("Computer, {level}", level=card.level), NOTE, "text2"), pad=(14, 0)))
    if card.gold is not None and card.alive:
        lines.append(Box(_economy(card), pad=(14, 0)))
        if card.settlement and card.own:
            lines.append(Box(_settlement(card), pad=(14, 0)))
        elif not card.own:
            lines.append(Box(Divider(), pad=(14, 0)))
    if card.counts and card.alive and (not card.own or card.gold is None):
        lines.append(Box(_army(desk, card, 20), pad=(14, 0)))
    return lines


def _economy(card: SeatCard) -> Widget:
    def figure(value: Widget, label: str) -> Widget:
        return Column([value, Text(label, NOTE, "text3")], gap=0, align="start")

    gold = Row([coin(18), Text(str(card.gold), FIGURE)], gap=6)
    income = Text(_signed("+", card.income), FIGURE, "ok")
    upkeep = Text(_signed("−", card.upkeep), FIGURE)
    lines = [Box(Divider(vertical=True), height=44) for _ in range(2)]
    figures = [figure(gold, tr("Gold")), figure(income, tr("Income")), figure(upkeep, tr("Upkeep"))]
    return Grid(
        [[figures[0], lines[0], figures[1], lines[1], figures[2]]],
        [NATURAL, fixed(1), share(1.0), fixed(1), share(1.0)],
        gap=(8, 0),
    )


def _signed(sign: str, value: int | None) -> str:
    return f"{sign}{value}" if value else "0"


def _settlement(card: SeatCard) -> Widget:
    if card.starving:
        words = ntr("{count} unit starves next turn", "{count} units starve next turn", card.starving)
        return Row([Icon("alert", 16, "bad"), grow(Text(words, SMALL_LABEL, "bad"))], gap=6)
    return Row(
        [
            Text(tr("Next turn"), NOTE, "text2"),
            Spacer(),
            coin(14),
            Text(card.settlement, SMALL_LABEL),
        ],
        gap=6,
    )


def _money(card: SeatCard, *, next_turn: bool) -> Widget:
    """Return gold, income and upkeep in a line; of one's own also what is left after them."""
    tip = tr("Gold, income, upkeep: {sum}", sum=card.settlement) if card.settlement else ""
    colour = "bad" if card.starving else "text2"
    after = None
    if next_turn and card.next_gold is not None:
        after = Row([Text("=", SMALL, "text3"), Text(str(card.next_gold), SMALL_LABEL, colour)], gap=5)
    return Row(
        [
            coin(16),
            Text(str(card.gold), GOLD_SMALL, tip=tip),
            Text(_signed("+", card.income), SMALL, "ok"),
            Text(_signed("−", card.upkeep), SMALL, colour),
            after,
        ],
        gap=7,
    )


def _army(desk: Desk, card: SeatCard, size: float) -> Widget:
    items = [
        Row(
            [
                symbol(
                    desk,
                    count.kind,
                    card.seat,
                    size,
                    count=int(count.kind == "tower"),
                    tip=pieces(count.kind, count.count),
                ),
                Text(str(count.count), COUNT),
            ],
            gap=3,
        )
        for count in card.counts
        if count.count
    ]
    return Row(items, gap=10 if size > 17 else 6)


def flat_card(desk: Desk, card: SeatCard) -> Widget:
    """Return a card in one line beside the seat's base, 56 high, its band all over."""
    below = Row(
        [Text(card.place, NOTE, "text2"), _link(card, words=True)],
        gap=8,
    )
    status = card.status or card.level
    name = Row(
        [
            Text(card.name, PANEL_SMALL, max_lines=1, shortens=True),
            Text(status, SMALL_LABEL, "warn" if card.status else "text2") if status else None,
        ],
        gap=6,
    )
    counts = [
        Row([symbol(desk, count.kind, card.seat, 24, count=1), Text(str(count.count), SMALL_LABEL)], gap=4)
        for count in card.counts
    ]
    row = Row(
        [emblem(desk, card.seat, 40, raised=True), grow(Column([name, below], gap=1)), _kind(card), *counts],
        gap=10,
    )
    return _CardPanel(desk, card, Box(row, height=56, pad=(14, 0), valign="middle"), CardSize.LARGE)
