"""Parts of the set-up: cards of modes, rows of seats, rows of options."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from client.i18n import number, tr
from client.ui.board.thumbnail import thumbnail
from client.ui.draw import pieces as draw
from client.ui.geometry import Rect
from client.ui.screens.gamewords import level_name, level_note, owner_name
from client.ui.screens.naming import LONGEST_NAME
from client.ui.screens.setup_draft import ME, OPEN, RESIGNING, Draft
from client.ui.screens.setup_words import Preset, has_words, option_name, option_note, refusal, value_name
from client.ui.screens.signs import coin
from client.ui.theme import BODY, LABEL, NOTE, PANEL, SMALL, Owner
from client.ui.toolkit import (
    Box,
    Card,
    Choice,
    Column,
    Dropdown,
    Field,
    Flow,
    Look,
    Painted,
    Row,
    Segmented,
    Stepper,
    Text,
    Toggle,
    Widget,
    grow,
    note,
)
from client.view.picture import BoardPicture
from engine.options import Option, OptionKind, OptionValue

__all__ = ["Choose", "SeatFacts", "board", "option_row", "preset_card", "seat_row"]

Choose = Callable[[str, OptionValue], None]
"""Told the name of an option and its new value."""

TYPED_FROM: Final = 64
"""A number with more values than this is typed, others are stepped to."""

SEGMENTS: Final = 3
"""So many values at most stand side by side."""

DIGITS: Final = 96.0


def board(key: str, picture: BoardPicture, owners: Sequence[Owner], w: float, h: float) -> Widget:
    """Return a small board, kept as an image as long as it looks the same; ``w``, ``h``: 0 for all that is there."""

    def paint(look: Look, rect: Rect) -> None:
        version = (picture.version, picture.turns, look.palette, tuple(owners), rect.w, rect.h)
        look.canvas.picture(
            key, version, rect, lambda canvas: thumbnail(canvas, look.palette, picture, rect, owners)
        )

    return Painted(paint, w, h)


def preset_card(
    preset: Preset,
    picture: BoardPicture,
    owners: Sequence[Owner],
    on_press: Callable[[], None],
    *,
    chosen: bool,
    small: bool,
) -> Widget:
    """Return the card of a mode, with a picture of its board."""
    words = Column(
        [
            Text(preset.title, PANEL),
            Text(preset.note, SMALL, "text2") if preset.note else None,
            Text(preset.fact, NOTE, "text3") if preset.fact else None,
        ],
        gap=4,
    )
    side = 84.0 if small else 138.0
    shown = board(f"card {preset.key}", picture, owners, side, side * 1.12)
    return Card(
        Row([shown, grow(words)], gap=12), on_press, chosen=chosen, pad=(12, 10), key=f"mode {preset.key}"
    )


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What a row of a seat shows beside what is chosen.

    Attributes:
        number: Of the seat.
        owner: Its colours.
        place: Where it starts, in words.
        me: How the person here is called.
        first: Whether it is the first seat of a person here.
    """

    number: int
    owner: Owner
    place: str
    me: str
    first: bool


def seat_row(
    draft: Draft,
    facts: SeatFacts,
    on_sit: Callable[[int, str], None],
    choose: Choose,
    *,
    small: bool,
    narrow: bool,
) -> Widget:
    """Return the row of a seat: whose it is, who sits there, and what it begins with, ``narrow``: below that."""
    seat, owner = facts.number, facts.owner
    side = 32.0 if small else 40.0

    def emblem(look: Look, rect: Rect) -> None:
        draw.emblem(look.canvas, look.palette, owner, rect.cx, rect.cy - 1, side, raised=True)

    held = draft.seats[seat].removesuffix(RESIGNING)
    me = tr("{name} (you)", name=facts.me) if facts.first or held != ME else tr("A person here")
    choices = [
        Choice(ME, me, "account"),
        *(
            Choice(
                level, tr("Computer, {level}", level=level_name(level)), "robot-outline", level_note(level)
            )
            for level in draft.levels()
        ),
        Choice(OPEN, tr("Open for the LAN"), "lan"),
    ]
    name = Text(owner_name(draft.game.name, owner.name), LABEL)
    place = Text(facts.place, NOTE, "text3")
    sits = Dropdown(choices, held, lambda code: on_sit(seat, code), width=206, key=f"seat {seat}")
    called = _name_field(draft, facts) if held == ME and draft.shares else None
    beside = [widget for option in draft.per_seat() for widget in _for_seat(draft, option, seat, choose)]
    if narrow:
        title = Row([name, place], gap=8, align="baseline")
        lines = Column([title, sits, called, Flow(beside, gap=(8, 4)) if beside else None], gap=4)
        return Row([Painted(emblem, side, side + 6), grow(lines)], gap=8, pad=(0, 5), align="start")
    if small:
        who: list[Widget] = [grow(Column([Row([name, place], gap=8, align="baseline"), sits, called], gap=4))]
    else:
        who = [Box(Column([name, place], gap=0), width=96), grow(Column([sits, called], gap=6))]
    return Row([Painted(emblem, side, side + 6), *who, *beside], gap=8, pad=(0, 5))


def _name_field(draft: Draft, facts: SeatFacts) -> Widget:
    """Return where one of several persons at this machine is named."""
    seat = facts.number
    return Field(
        draft.name(seat),
        lambda text: draft.call(seat, text),
        placeholder=facts.me if facts.first else tr("Name"),
        limit=LONGEST_NAME,
        width=206,
        key=f"name {seat}",
    )


def _for_seat(draft: Draft, option: Option, seat: int, choose: Choose) -> tuple[Widget, Widget]:
    values = draft.value(option.name)
    assert isinstance(values, tuple)

    def set_one(value: int) -> None:
        choose(option.name, (*values[:seat], value, *values[seat + 1 :]))

    name = option_name(option.name)
    what = coin(tip=name) if option.name == "gold" else note(name)
    stepper = Stepper(
        values[seat],
        option.minimum,
        option.maximum,
        set_one,
        text=number,
        key=f"{option.name} {seat}",
        tip=name,
    )
    return what, stepper


def option_row(draft: Draft, option: Option, cells: int, choose: Choose) -> Widget:
    """Return the row of an option: what it is, what is to be said about it, and how it is set."""
    told = option_note(option.name, cells)
    wrong = refusal(option.name, draft.why) if draft.refused == option.name else ""
    words = Column(
        [
            Text(option_name(option.name), BODY),
            note(told) if told else None,
            note(wrong, "bad") if wrong else None,
        ],
        gap=1,
    )
    return Row([grow(words, min_width=120), _setter(draft, option, choose)], gap=14, pad=(0, 6))


def _setter(draft: Draft, option: Option, choose: Choose) -> Widget:
    """Return what sets an option of that kind."""
    name, value = option.name, draft.value(option.name)
    key = f"option {name}"
    match option.kind:
        case OptionKind.BOOL:
            return Toggle(bool(value), lambda on: choose(name, on), key=key)
        case OptionKind.CHOICE:
            return _choice(name, list(option.choices), value, choose, key)
        case OptionKind.INT:
            values = range(option.minimum, option.maximum + 1)
            if len(values) <= SEGMENTS and all(has_words(name, each) for each in values):
                return _choice(name, list(values), value, choose, key)
            if len(values) > TYPED_FROM:
                return _typed(option, value, choose, key)
            return Stepper(
                int(str(value)), option.minimum, option.maximum, lambda n: choose(name, n), key=key
            )
        case OptionKind.INTS:
            raise AssertionError("those stand beside their seats")


def _choice(name: str, values: Sequence[OptionValue], value: OptionValue, choose: Choose, key: str) -> Widget:
    by_key: Mapping[str, Any] = {str(each): each for each in values}
    choices = [Choice(word, value_name(name, each)) for word, each in by_key.items()]
    if len(choices) <= SEGMENTS:
        return Segmented(choices, str(value), lambda word: choose(name, by_key[word]), key=key)
    return Dropdown(choices, str(value), lambda word: choose(name, by_key[word]), key=key)


def _typed(option: Option, value: OptionValue, choose: Choose, key: str) -> Widget:
    """Return a field for a number; what is no number within the bounds is not taken."""

    def take(text: str) -> None:
        if text.isascii() and text.isdigit() and option.minimum <= int(text) <= option.maximum:
            choose(option.name, int(text))
        elif not text:
            choose(option.name, option.minimum)

    digits = len(str(option.maximum))
    shown = "" if value == option.minimum else str(value)
    return Field(shown, take, placeholder=str(option.minimum), limit=digits, width=DIGITS, key=key)
