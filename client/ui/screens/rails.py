"""Which panels a match has, and how they share the room: rails beside the board, or its free corners."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from client.i18n import tr
from client.ui.geometry import Size
from client.ui.screens.match_frame import MARGIN, TOP, is_small
from client.ui.screens.panels import Desk, swatch, symbol, titled
from client.ui.screens.panels_moves import moves_body
from client.ui.screens.panels_odds import context_body, context_panel, threat_rows
from client.ui.screens.panels_seats import CardSize, card_height, flat_card, seat_card
from client.ui.screens.panels_turn import shop_body, side_deeds, turn_panel
from client.ui.screens.roll import roll_panel
from client.ui.screens.signs import Hollow
from client.ui.theme import SMALL, SMALL_LABEL, mix
from client.ui.toolkit import (
    Box,
    Button,
    Choice,
    Column,
    Icon,
    Look,
    Panel,
    Row,
    Scroll,
    Segmented,
    Spacer,
    Text,
    Widget,
    grow,
)
from client.view.generic import Presenter
from client.view.picture import Mark
from client.view.source import Phase
from client.view.values import SeatCard

__all__ = ["Asked", "corner_panels", "flat_cards", "left_rail", "right_rail"]

CONTEXT = 368.0
ROLL, ROLL_LOW = 206.0, 172.0
GAP = 12.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What the panels show of the screen itself.

    Attributes:
        tab: Which tab is chosen where panels share a place: ``about``, ``moves`` or ``roll``.
        on_tab: Told another one.
        thinking: Whether advice is being worked out.
        hint: Why the advised action is good.
        end: Ends the turn, or asks first.
        result: Shows the result, None while the match runs.
        chat: The open chat, which takes the place of what stands above the turn.
    """

    tab: str
    on_tab: Callable[[str], None]
    thinking: bool
    hint: str
    end: Callable[[], None]
    result: Callable[[], None] | None
    chat: Widget | None = None


def has_dice(desk: Desk) -> bool:
    """Tell whether the game has rolls to be told."""
    return type(desk.model.words).rolls is not Presenter.rolls


def _many(desk: Desk) -> bool:
    return len(desk.model.people.seats) >= 4


def shown_cards(desk: Desk) -> tuple[SeatCard, ...]:
    """Return the cards of all seats; after the end it is nobody's turn, and none follows."""
    cards = desk.model.seat_cards()
    over = desk.model.source.status().phase in (Phase.STOPPED, Phase.FINISHED)
    if over and desk.model.looking is None and not desk.model.behind:
        return tuple(
            replace(card, to_act=False, status=card.fate_words, next_gold=None, settlement="", starving=0)
            for card in cards
        )
    return cards


def _actor_last(cards: tuple[SeatCard, ...]) -> tuple[SeatCard, ...]:
    """Return the cards in turn order, so that of several own seats the one to act is last: it has the shop."""
    ends = next((n + 1 for n, card in enumerate(cards) if card.own and card.to_act), 0)
    return cards[ends:] + cards[:ends]


def flat_cards(desk: Desk) -> tuple[Widget, Widget]:
    """Return the cards of a match of two in one line each: the rival's and one's own."""
    rival, own = (flat_card(desk, card) for card in shown_cards(desk))
    return rival, own


# --- left -------------------------------------------------------------------------------------------------------
def left_rail(desk: Desk, size: Size) -> Widget:
    """Return the rivals above, the dice between, one's own card with the shop below."""
    model = desk.model
    *rivals, own = _actor_last(shown_cards(desk))
    many = _many(desk)
    sells = not many and own.gold is not None and bool(model.people.own) and model.source.live
    shown = None if many else shop_body(desk, low=is_small(size))
    room = size.h - TOP - MARGIN
    dice = has_dice(desk) and not many
    gap = 8.0 if is_small(size) or many else GAP
    flat = own.gold is None or many or is_small(size)
    rival, mine, roll = _sizes(len(rivals), room, gap, sells=sells, dice=dice, flat=flat)
    cards: list[Widget | None] = [
        Box(seat_card(desk, card, rival), height=card_height(rival, own=False, shop=False)) for card in rivals
    ]
    if roll:
        cards.append(roll_panel(desk, model.last_roll(), height=roll))
    own_height = card_height(mine, own=True, shop=shown is not None)
    return Column([*cards, Spacer(), Box(seat_card(desk, own, mine, shown), height=own_height)], gap=gap)


def _sizes(
    rivals: int, room: float, gap: float, *, sells: bool, dice: bool, flat: bool
) -> tuple[CardSize, CardSize, float]:
    """Return sizes of rivals' cards, of one's own, and the height of the dice (0: none): the largest that fit."""
    large, middle, small = CardSize.LARGE, CardSize.MIDDLE, CardSize.SMALL
    tries = [
        (large, large, ROLL),
        (middle, large, ROLL),
        (middle, large, ROLL_LOW),
        (small, large, ROLL_LOW),
        (middle, middle, ROLL),
        (middle, middle, ROLL_LOW),
        (small, middle, ROLL_LOW),
        (small, small, ROLL_LOW),
    ]
    for rival, own, roll in tries:
        if flat and large in (rival, own):
            continue
        height = rivals * (card_height(rival, own=False, shop=False) + gap)
        height += card_height(own, own=True, shop=sells) + gap
        if height + (roll if dice else 0.0) <= room:
            return rival, own, roll if dice else 0.0
    return small, small, 0.0


# --- right ------------------------------------------------------------------------------------------------------
def right_rail(desk: Desk, size: Size, asked: Asked) -> Widget:
    """Return odds, moves and the end of the turn, which is always at the bottom."""
    turn = turn_panel(desk, end=asked.end, result=asked.result)
    shop = shop_body(desk, low=True) if _many(desk) else None
    below: list[Widget | None] = [Panel(shop, pad=(14, 10), key="shop panel") if shop else None, turn]
    if asked.chat is not None:
        return Column([grow(asked.chat), turn], gap=8 if is_small(size) else GAP)
    if is_small(size) or shop is not None:
        return Column([grow(_tabs(desk, asked)), *below], gap=8 if is_small(size) else GAP)
    parts: list[Widget | None] = [*_upper(desk, asked), grow(_moves(desk)), *below]
    return Column(parts, gap=GAP)


def _moves(desk: Desk) -> Widget:
    return Panel(moves_body(desk), pad=(4, 8), key="moves panel")


def _upper(desk: Desk, asked: Asked) -> list[Widget]:
    """Return what stands above the moves: the panel about things, or the last roll of a match of many."""
    model = desk.model
    if not _many(desk):
        return [context_panel(desk, thinking=asked.thinking, hint=asked.hint, height=CONTEXT)]
    roll = model.last_roll()
    quiet = (
        model.selected is None
        and model.prediction() is None
        and model.hint() is None
        and model.hovered is None
        and not asked.thinking
    )
    parts: list[Widget] = []
    if quiet and roll is not None:
        parts.append(roll_panel(desk, roll, height=ROLL + 4, chance=True))
        if model.threats_on:
            threats = Scroll(threat_rows(desk, model.threats()), key="threat list")
            parts.append(Panel(threats, pad=(16, 6), height=194))
    else:
        parts.append(context_panel(desk, thinking=asked.thinking, hint=asked.hint, height=CONTEXT))
    return parts


def _tabs(desk: Desk, asked: Asked) -> Widget:
    """Return the panels of the right rail in one place, by tabs."""
    choices = [Choice("about", tr("Effect")), Choice("moves", tr("Moves"))]
    if has_dice(desk) and _many(desk):
        choices.append(Choice("roll", tr("Dice")))
    tab = asked.tab if any(choice.key == asked.tab for choice in choices) else "about"
    if tab == "moves":
        body: Widget = moves_body(desk, title=False)
    elif tab == "roll":
        body = roll_panel(desk, desk.model.last_roll(), height=ROLL_LOW, chance=True)
    else:
        body = Box(
            Scroll(context_body(desk, thinking=asked.thinking, hint=asked.hint), key="context"), pad=(8, 0)
        )
    bar = Segmented(choices, tab, asked.on_tab, key="tabs")
    return Panel(Column([Box(bar, pad=(4, 0)), grow(body)], gap=6), pad=(8, 10), key="tabbed")


# --- corners ----------------------------------------------------------------------------------------------------
def alarm_row(desk: Desk) -> Widget | None:
    """Return the warning that nobody asked for, None where there is none."""
    alarm = desk.model.alarm()
    if alarm is None:
        return None
    row = Row(
        [Icon("alert", 18, "text"), grow(titled(alarm.label, alarm.value))],
        gap=10,
        pad=(10, 8),
    )
    return _Tinted(row)


class _Tinted(Box):
    """A box in the colour of danger."""

    def paint(self, look: Look) -> None:
        """Paint ground and content."""
        palette = look.palette
        share = 0.18 if palette.dark else 0.10
        look.canvas.box(self.rect, mix(palette.panel, palette.attack, share), radius=8)
        super().paint(look)


def corner_panels(desk: Desk, asked: Asked, lower: float) -> tuple[Widget, Widget]:
    """Return the panel of effects and that of moves, for the corners beside a slanted board.

    Args:
        desk: What panels work with.
        asked: What they show of the screen.
        lower: Height that there is for the effects.
    """
    alarm = alarm_row(desk)
    moves = Column(
        [Box(alarm, pad=(8, 0)) if alarm else None, grow(moves_body(desk))],
        gap=6,
    )
    return _effects(desk, asked, lower), asked.chat or Panel(moves, pad=(4, 8), key="moves panel")


def _effects(desk: Desk, asked: Asked, height: float) -> Widget:
    model = desk.model
    told = model.prediction()
    about = model.about() if model.selected is None else model.words.about(model.state(), model.selected)
    lines: list[Widget | None]
    if asked.thinking or model.hint() is not None or (model.threats_on and model.selected is None):
        lines = [context_body(desk, thinking=asked.thinking, hint=asked.hint)]
    elif model.selected is not None and about is not None:
        lines = [_head(desk, about.title, about.lines[0] if about.lines else "", about.kind, about.seat)]
        if told is None or height >= 262:
            lines += [
                _legend(Mark.NEAR, tr("Near"), tr("takes stones and whole towers")),
                _legend(Mark.FAR, tr("Far"), tr("takes stones, blocks towers")),
            ]
        if told is not None:
            lines.append(
                Hollow(
                    Column([Text(told.title, SMALL_LABEL), Text(told.text, SMALL, "text2")], gap=1),
                    pad=(12, 8),
                )
            )
    else:
        lines = [context_body(desk, thinking=False, hint="")]
    foot: list[Widget | None]
    if asked.result is not None:
        foot = [Button(tr("See the result"), asked.result, kind="primary", key="result")]
    elif model.looking is not None and model.source.live:
        foot = [Button(tr("Back to the present"), lambda: model.look_back(None), kind="primary", key="live")]
    else:
        foot = side_deeds(desk)
    body = Scroll(Column(lines, gap=8), key="effects")
    return Panel(Column([Box(body, weight=1.0), *foot], gap=8), pad=(16, 8), key="effects panel")


def _head(desk: Desk, title: str, line: str, kind: str, seat: int | None) -> Widget:
    return Row(
        [symbol(desk, kind, seat, 32, count=1 if kind == "tower" else 0), grow(titled(title, line))], gap=10
    )


def _legend(mark: Mark, title: str, text: str) -> Widget:
    return Row([swatch(mark), grow(titled(title, text))], gap=10)
