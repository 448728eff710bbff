"""What ends a turn, what is bought in it, and whose turn follows."""

from collections.abc import Callable, Sequence
from typing import Final

from client.i18n import tr
from client.ui.draw import pieces as draw
from client.ui.draw.canvas import Canvas
from client.ui.geometry import Rect, Size
from client.ui.screens.panels import FIGURE_SMALL, Desk
from client.ui.theme import NOTE, SMALL_LABEL, TextStyle, fade
from client.ui.toolkit import (
    Box,
    Button,
    Column,
    Flow,
    Grid,
    Icon,
    KeyHint,
    Look,
    Painted,
    Panel,
    Pressable,
    Row,
    Spacer,
    Spinner,
    Text,
    Widget,
    grow,
    note,
    share,
)
from client.ui.toolkit.faces import face, ring
from client.view.source import Phase
from client.view.values import Deed, SeatCard

__all__ = ["shop_body", "side_deeds", "turn_panel"]

TOKEN_LABEL: Final = TextStyle("label", 11, 14)
TOKEN: Final = 84.0
TOKEN_SMALL: Final = 66.0


# --- the shop ---------------------------------------------------------------------------------------------------
class _Token(Pressable):
    """A unit that can be bought: its key, the piece, its name where there is room, its price."""

    def __init__(self, desk: Desk, deed: Deed, height: float) -> None:
        tip = deed.reason if not deed.enabled else f"{deed.label}. {deed.text}" if deed.text else deed.label
        super().__init__(lambda: desk.model.do(deed.key), enabled=deed.enabled, key=deed.key, tip=tip)
        self.deed = deed
        self.height = height
        self._owner = desk.owner(desk.model.actor)

    def wanted(self, canvas: Canvas, width: float) -> Size:
        """Return a quarter of a row."""
        return Size(min(width, 52.0), self.height)

    def paint(self, look: Look) -> None:
        """Paint the token; faint where it cannot be bought."""
        hover, press = self.touched(look)
        canvas, palette, rect, deed = look.canvas, look.palette, self.rect, self.deed
        lift, _ = face(look, rect, hover=hover, press=press, enabled=self.enabled)
        low = rect.h < TOKEN
        name = not low and canvas.measure(deed.label, TOKEN_LABEL) <= rect.w - 4
        size = 34.0 if name or low else 40.0
        top = rect.y + (21 if name else 23 if low else 30)
        with canvas.shifted(0, lift, 1.0, 1.0 if self.enabled else 0.42):
            draw.piece(canvas, palette, deed.piece, self._owner, rect.cx, top, size)
            canvas.text(rect.x + 6, rect.y + 3, deed.shortcut, TOKEN_LABEL, palette.text3)
            if name:
                canvas.text(rect.cx, rect.y + 41, deed.label, TOKEN_LABEL, palette.text2, anchor="middle")
            words = str(deed.price)
            width = 16 + canvas.measure(words, FIGURE_SMALL)
            x, y = rect.cx - width / 2, rect.bottom - 14
            draw.coin(canvas, palette, x + 6.5, y, 13)
            canvas.text(x + 16, y - 9, words, FIGURE_SMALL, palette.text)
        if look.focused is self:
            ring(look, rect, 9)


def shop_body(desk: Desk, *, low: bool = False) -> Widget | None:
    """Return what can be bought now, None where nothing is; ``low``: with lower tokens."""
    model = desk.model
    told = model.shop()
    deeds = [deed for deed in model.deeds() if deed.group == "shop" and deed.piece]
    if told is None or not deeds:
        return None
    head = Row(
        [
            Text(told.label, SMALL_LABEL),
            Spacer(),
            Text(told.value, NOTE, "text3") if told.value and desk.notes else None,
        ]
    )
    tokens = [_Token(desk, deed, TOKEN_SMALL if low else TOKEN) for deed in deeds]
    rows = [tokens[n : n + 4] for n in range(0, len(tokens), 4)]
    grid = Grid(rows, [share(1.0)] * min(4, len(tokens)), gap=(6, 8), valign="stretch")
    return Column([head, grid], gap=6, key="shop")


# --- the turn ---------------------------------------------------------------------------------------------------
def turn_panel(desk: Desk, *, end: Callable[[], None], result: Callable[[], None] | None) -> Widget:
    """Return the panel at the bottom right: what is left to do, undo and end of the turn; else what goes on.

    Args:
        desk: What panels work with.
        end: Ends the turn, or asks first.
        result: Shows the result, None: the match runs.
    """
    model = desk.model
    if result is not None:
        found = model.result()
        lines: list[Widget | None] = [
            Text(found.headline if found else model.headline(), SMALL_LABEL),
            Button(tr("See the result"), result, kind="primary", large=True, key="result"),
        ]
        return Panel(Column(lines, gap=8), pad=(16, 12), key="turn")
    if model.actor is None:
        return _others(desk)
    deeds = {deed.key: deed for deed in model.deeds()}
    lines = [_left_to_do(desk)]
    undo, finish = deeds.get("undo"), deeds.get("end")
    buttons: list[Widget | None] = []
    if undo is not None:
        buttons.append(
            Button(
                undo.label,
                lambda: model.do("undo"),
                large=True,
                icon="undo-variant",
                enabled=undo.enabled,
                reason=undo.reason,
                tip=tr("Undo (U)"),
                key="undo",
            )
        )
    if finish is not None:
        main = Button(
            finish.label,
            end,
            kind="primary",
            large=True,
            enabled=finish.enabled,
            reason=finish.reason,
            hint="" if desk.small else finish.shortcut.upper(),
            key="end",
        )
        buttons.append(grow(main))
    if buttons:
        lines.append(Row(buttons, gap=10))
    if undo is not None and not undo.enabled and undo.reason and desk.notes:
        lines.append(note(undo.reason))
    lines += _further(desk, [deed for deed in deeds.values() if deed.group == "turn"], ("undo", "end"))
    if finish is None:
        lines.append(_take_back(desk, deeds))
    return Panel(Column(lines, gap=8), pad=(16, 12), key="turn")


def _left_to_do(desk: Desk) -> Widget:
    """Return who can still act and what gold is left; where a turn is one action, that it is one's turn."""
    model = desk.model
    idle = model.idle()
    if idle is None:
        return Text(model.headline(), SMALL_LABEL)
    busy = bool(idle.cells)
    kinds = Row([grow(Text(idle.kinds, NOTE, "text3")), KeyHint("Tab") if busy else None], gap=8)
    gold = note(idle.gold) if idle.gold and (desk.notes or not busy) else None
    words = Column([Text(idle.title, SMALL_LABEL), kinds if busy else None, gold], gap=1)
    sign = Icon("check-circle", 18, "ok")
    if busy:
        sign = Icon("alert", 18, "warn")
    elif idle.gold:
        sign = Icon("information", 18, "text3")
    return Row([sign, grow(words)], gap=10)


def _further(desk: Desk, deeds: Sequence[Deed], known: tuple[str, ...]) -> list[Widget | None]:
    """Return the deeds of a turn that a game has beside undo and end."""
    more = [deed for deed in deeds if deed.key not in known]
    if not more:
        return []

    def button(deed: Deed) -> Widget:
        return Button(
            deed.label,
            lambda: desk.model.do(deed.key),
            hint=deed.shortcut.upper(),
            enabled=deed.enabled,
            reason=deed.reason,
            tip=deed.text,
            key=deed.key,
        )

    return [Flow([button(deed) for deed in more], gap=(8, 10))]


def side_deeds(desk: Desk) -> list[Widget | None]:
    """Return what a game without an end of turn has to be pressed: its own deeds, taking back, resigning."""
    deeds = {deed.key: deed for deed in desk.model.deeds()}
    turn = [deed for deed in deeds.values() if deed.group == "turn"]
    return [*_further(desk, turn, ()), _take_back(desk, deeds)]


def _take_back(desk: Desk, deeds: dict[str, Deed]) -> Widget | None:
    back, resign = deeds.get("take_back"), deeds.get("resign")
    buttons: list[Widget] = []
    if back is not None:
        buttons.append(
            Button(
                back.label,
                lambda: desk.model.do("take_back"),
                icon="undo-variant",
                enabled=back.enabled,
                reason=back.reason,
                tip=tr("Take back your last move (U)"),
                key="take_back",
            )
        )
    if resign is not None:
        buttons.append(Button(resign.label, lambda: desk.model.do("resign"), kind="danger", key="resign"))
    return Flow(buttons, gap=(8, 10)) if buttons else None


def _others(desk: Desk) -> Widget:
    """Return what goes on while nobody here is to act."""
    model = desk.model
    source = model.source
    busy = source.status().phase in (Phase.DICE, Phase.RECOVERING)
    busy = busy or (source.thinking() is not None and not model.behind)
    back = model.looking is not None and source.live
    title = tr("Looking back") if back else model.headline()
    after = None if back or desk.small else _after(desk)
    row = Row(
        [
            Spinner(22) if busy and not back else None,
            grow(Text(title, SMALL_LABEL)),
            note(after) if after else None,
        ],
        gap=10,
    )
    lines: list[Widget | None] = [row]
    if len(model.people.seats) > 2:
        lines.append(order_strip(desk))
    deeds = {deed.key: deed for deed in model.deeds()}
    if back:
        lines.append(
            Button(tr("Back to the present"), lambda: model.look_back(None), kind="primary", key="live")
        )
    elif model.source.live and not model.words.undoes:
        lines.append(_take_back(desk, deeds))
    return Panel(Column(lines, gap=10), pad=(16, 12), key="turn")


def _after(desk: Desk) -> str:
    """Return ``then you`` where the next turn is one's own, in a match of several."""
    model = desk.model
    acting, me = model.acting(), model.people.me
    living = model.game.living(model.source.now())
    if acting not in living or me is None or len(living) < 3:
        return ""
    follows = living[(living.index(acting) + 1) % len(living)]
    return tr("then you") if follows == me else ""


def order_strip(desk: Desk) -> Widget:
    """Return the seats in the order of their turns, the one to act framed."""
    cards: list[SeatCard] = sorted(desk.model.seat_cards(), key=lambda card: card.seat)
    size = 26.0 if not desk.small else 22.0
    items: list[Widget | None] = []
    for n, card in enumerate(cards):
        if n:
            items.append(Icon("chevron-right", 10, "text3"))
        items.append(_place(desk, card, size))
    return Box(Row(items, gap=1), align="middle")


def _place(desk: Desk, card: SeatCard, size: float) -> Widget:
    owner = desk.owner(card.seat)

    def paint(look: Look, rect: Rect) -> None:
        with look.canvas.shifted(0, 0, 1.0, 1.0 if card.alive else 0.3):
            draw.emblem(look.canvas, look.palette, owner, rect.cx, rect.cy, size)
        if card.to_act:
            look.canvas.box(rect, None, radius=9, border=look.palette.honey, border_width=2)
        if not card.alive:
            line = fade(look.palette.text3, 0.9)
            look.canvas.line([(rect.x + 6, rect.bottom - 6), (rect.right - 6, rect.y + 6)], 2, line)

    return Painted(paint, size + 5, size + 5, tip=card.name)
