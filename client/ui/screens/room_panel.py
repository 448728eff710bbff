"""The room before the match: what is played, who sits where, who is ready, and the deeds of host and guests."""

from collections.abc import Callable
from typing import Final

from client.app.ports import RoomSeat, RoomView, SeatKind, SeatPlan, Table
from client.i18n import mark, tr
from client.ui.context import Context
from client.ui.geometry import Size
from client.ui.screens.gamewords import game_name, level_name, level_note
from client.ui.screens.lan_parts import NARROW, Plate, heading, link_row, ready_sign, seat_sign
from client.ui.screens.room_terms import TermsDialog
from client.ui.screens.room_words import option_rows, variant_chips
from client.ui.theme import LABEL, NOTE, SMALL, SMALL_LABEL
from client.ui.toolkit import (
    Box,
    Button,
    Chip,
    Choice,
    Column,
    Divider,
    Dropdown,
    Flow,
    Icon,
    IconButton,
    Modal,
    Panel,
    Row,
    Scroll,
    Spacer,
    Spinner,
    Text,
    Widget,
    explained,
    grow,
)
from client.view.people import People
from client.view.presenters import presenter_for
from engine.ai.levels import levels_of
from engine.errors import EngineError
from engine.game import Seat
from engine.registry import find

__all__ = ["RoomPanel"]

USUAL_LEVEL: Final = "easy"
"""Of a computer that is added: somebody waits for the match, not for a long set-up."""

SEAT_HEIGHT: Final = 60.0
OPEN: Final = "open"

_DIFFERS: Final = mark("This differs from the usual rules. Who is ready agrees to it.")


class RoomPanel:
    """The panel in the middle, as long as there is a room.

    Args of the constructor:
        context: The window.
        table: The room's; asked for everything that is done.
        leave: Gets up, after asking.
    """

    def __init__(self, context: Context, table: Table, leave: Callable[[], None]) -> None:
        self._context = context
        self._table = table
        self._leave = leave

    def build(self, room: RoomView, size: Size) -> Widget:
        """Return the panel for a window of ``size``."""
        narrow = size.w < NARROW
        rows: list[Widget | None] = []
        if room.hosting:
            rows += [self._invitation(room), Divider()]
        if room.special and not room.hosting:
            # Whoever did not choose it is to see it first.
            rows += [self._special(room), Divider()]
        for seat, place in zip(room.seats, _places(room), strict=True):
            rows += [self._seat(room, seat, place, narrow), Divider()]
        if room.special and room.hosting:
            rows.append(self._special(room))
        return Panel(
            Column(
                [
                    self._head(room),
                    grow(Scroll(Column(rows, gap=0), key="seats")),
                    self._waiting(room),
                    self._buttons(room),
                ],
                gap=10,
            ),
            key="room",
        )

    # --- what is played ------------------------------------------------------------------------------------
    def _head(self, room: RoomView) -> Widget:
        host = next((seat.name for seat in room.seats if seat.host), "")
        if room.hosting:
            title = tr("Your room")
        elif host:
            title = tr("Room of {name}", name=host)
        else:
            title = tr("A room")
        change = None
        if room.hosting and room.game:
            change = IconButton(
                "tune",
                self._change_terms,
                tip=tr("Change the options"),
                kind="quiet",
                enabled=not room.starting,
                key="terms",
            )
        leave = IconButton("logout", self._leave, tip=tr("Leave the room"), kind="quiet", key="leave")
        chips: list[Widget | None] = []
        if room.game:
            chips = [Chip(text) for text in (game_name(room.game), *variant_chips(room.options))]
        return Column([heading(title, change, leave), Flow(chips) if chips else None], gap=4)

    def _invitation(self, room: RoomView) -> Widget:
        words = room.invitation or tr("The invitation is being made …")
        copy = Button(
            tr("Copy"),
            lambda: self._context.copy(room.invitation),
            icon="content-copy",
            enabled=bool(room.invitation),
            tip=tr("Copy the invitation, to send it to the others"),
            key="copy",
        )
        plate = Plate(Text(words, SMALL, "text2", max_lines=1, shortens=True, key="invitation"), weight=1.0)
        return Box(Row([plate, copy]), pad=(0, 8))

    def _special(self, room: RoomView) -> Widget:
        facts: list[Widget] = [
            Row([Text(label, SMALL, "text2"), Spacer(), Text(value, SMALL_LABEL, "warn")], gap=12)
            for label, value in option_rows(room.options, room.special)
        ]
        note = Row([Icon("alert-circle", 18, "warn"), grow(Text(tr(_DIFFERS), SMALL))], gap=8, align="start")
        return Box(Column([note, *facts], gap=6, key="special"), pad=(0, 10))

    # --- seats ---------------------------------------------------------------------------------------------
    def _seat(self, room: RoomView, seat: RoomSeat, place: str, narrow: bool) -> Widget:
        owners = self._context.owners(room.game, len(room.seats))
        owner = None if seat.kind == "open" else owners[seat.seat]
        words = Column([_name(seat), self._below(room, seat, place, narrow)], gap=1)
        size = 34.0 if narrow else 40.0
        parts = [seat_sign(owner, size), grow(words), *self._deeds(room, seat, narrow)]
        return Box(
            Row(parts, gap=8 if narrow else 12),
            min_height=SEAT_HEIGHT,
            valign="middle",
            key=f"seat{seat.seat}",
        )

    def _below(self, room: RoomView, seat: RoomSeat, place: str, narrow: bool) -> Widget:
        if seat.kind == "human" and seat.connection is not None and not seat.own:
            return link_row(seat.connection, brief=narrow)
        if seat.kind == "computer":
            words = Text(tr("runs on the host's machine"), NOTE, "text2")
            return words if narrow else Row([Icon("robot-outline", 16, "text2"), grow(words)], gap=6)
        if seat.own and seat.host and not room.hosting:
            return Text(tr("{place} · host", place=place), NOTE, "text2")
        return Text(place, NOTE, "text2" if seat.kind == "human" else "text3")

    def _deeds(self, room: RoomView, seat: RoomSeat, narrow: bool) -> list[Widget]:
        free = not room.starting
        match seat.kind:
            case "human":
                return self._human_deeds(room, seat, narrow)
            case "computer" if room.hosting:
                return [self._levels(room, seat)]
            case "computer":
                return [] if narrow else [Text(tr("always ready"), SMALL, "text3")]
        deeds: list[Widget] = []
        if any(other.own for other in room.seats):
            claim = lambda: self._table.claim(seat.seat)  # noqa: E731 - handed on twice
            deeds.append(
                IconButton("account-check", claim, tip=tr("Sit here"), enabled=free, key=f"claim{seat.seat}")
                if narrow or room.hosting
                else Button(tr("Sit here"), claim, enabled=free, key=f"claim{seat.seat}")
            )
        if room.hosting:
            deeds.append(self._add_computer(room, seat.seat, narrow))
        return deeds

    def _human_deeds(self, room: RoomView, seat: RoomSeat, narrow: bool) -> list[Widget]:
        deeds = [ready_sign(seat.ready, words=not narrow)]
        if room.hosting and not seat.own:
            deeds.append(
                IconButton(
                    "account-remove",
                    lambda: self._ask_to_kick(seat),
                    tip=tr("Turn {name} out", name=seat.name),
                    kind="quiet",
                    size=32,
                    key=f"kick{seat.seat}",
                )
            )
        elif seat.own and room.hosting and sum(other.own for other in room.seats) > 1:
            deeds.append(
                IconButton(
                    "close",
                    lambda: self._table.set_seat(seat.seat, SeatPlan(SeatKind.OPEN)),
                    tip=tr("Give up this seat"),
                    kind="quiet",
                    size=32,
                    key=f"open{seat.seat}",
                )
            )
        return deeds

    def _add_computer(self, room: RoomView, seat: Seat, narrow: bool) -> Widget:
        def add() -> None:
            known = levels_of(room.game)
            level = USUAL_LEVEL if USUAL_LEVEL in known else next(iter(known))
            self._table.set_seat(seat, SeatPlan(SeatKind.COMPUTER, level))

        key, words, free = f"computer{seat}", tr("Add computer"), not room.starting
        if narrow:
            return IconButton("robot-outline", add, tip=words, enabled=free, key=key)
        return Button(words, add, enabled=free, key=key)

    def _levels(self, room: RoomView, seat: RoomSeat) -> Widget:
        levels = [level for level in levels_of(room.game) if not level.endswith("-resigning")]
        if seat.level not in levels:
            levels.append(seat.level)
        choices = [
            *(Choice(level, level_name(level), note=level_note(level)) for level in levels),
            Choice(OPEN, tr("Open seat"), icon="account-plus"),
        ]

        def choose(key: str) -> None:
            plan = SeatPlan(SeatKind.OPEN) if key == OPEN else SeatPlan(SeatKind.COMPUTER, key)
            self._table.set_seat(seat.seat, plan)

        return Dropdown(
            choices,
            seat.level,
            choose,
            width=132.0,
            enabled=not room.starting,
            key=f"level{seat.seat}",
        )

    # --- getting on ----------------------------------------------------------------------------------------
    def _waiting(self, room: RoomView) -> Widget:
        spinner = Spinner(18) if room.starting or not room.seats else None
        return Row([spinner, grow(Text(room.waiting, SMALL, "text2", key="waiting"))], gap=8)

    def _buttons(self, room: RoomView) -> Widget:
        seated = any(seat.own for seat in room.seats)
        ready = Button(
            tr("Not ready") if room.ready else tr("Ready"),
            lambda: self._table.set_ready(not room.ready),
            kind="plain" if room.hosting or room.ready else "primary",
            large=True,
            enabled=seated and not room.starting,
            reason="" if seated else tr("You have no seat yet."),
            key="ready",
        )
        if not room.hosting:
            return grow_across(explained(ready))
        start = Button(
            tr("Start match"),
            self._table.start,
            kind="primary",
            large=True,
            enabled=room.can_start,
            reason=room.waiting,
            key="start",
        )
        return Row([ready, grow(start)], gap=12)

    # --- dialogs -------------------------------------------------------------------------------------------
    def _ask_to_kick(self, seat: RoomSeat) -> None:
        context = self._context

        def kick() -> None:
            context.close_modal()
            self._table.kick(seat.seat)

        def build(size: Size) -> Widget:
            return Modal(
                tr("Turn {name} out?", name=seat.name),
                Text(tr("{name} cannot come back into this room.", name=seat.name)),
                [
                    Button(tr("Keep"), context.close_modal, key="keep"),
                    Button(tr("Turn out"), kick, kind="danger", key="kick"),
                ],
                first="keep",
                key="kick-dialog",
            )

        context.open_modal(build)

    def _change_terms(self) -> None:
        room = self._table.room
        if room is not None:
            TermsDialog(self._context, room.game, room.options, self._table.set_terms).open()


def grow_across(child: Widget) -> Widget:
    """Return ``child`` as wide as there is room."""
    return Row([grow(child)])


def _places(room: RoomView) -> list[str]:
    """Return where the seats begin: ``South · e1``; their numbers where the game does not tell, or is not known."""
    places = [tr("Seat {number}", number=seat.seat + 1) for seat in room.seats]
    try:
        rules = find(room.game)
        state = rules.setup(room.options)
    except EngineError:
        return places
    presenter = presenter_for(rules, room.options, People(()))
    return [
        presenter.place(state, seat.seat) or place for seat, place in zip(room.seats, places, strict=True)
    ]


def _name(seat: RoomSeat) -> Widget:
    match seat.kind:
        case "human":
            name = tr("{name} (you)", name=seat.name) if seat.own else seat.name
        case "computer":
            name = tr("Computer, {level}", level=level_name(seat.level))
        case _:
            return Text(tr("Open seat"), LABEL, "text3", max_lines=1)
    return Text(name, LABEL, max_lines=1, shortens=True)
