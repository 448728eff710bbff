"""Playing over the network: join a room or open one, sit in it until the match begins, go on with a match.

At the left what can be begun, in the middle the room, at the right what others need to find this machine.
"""

import time
from collections.abc import Callable
from typing import Final

from client.app.ports import Notice, SavedMatch, Table
from client.errors import ClientError
from client.i18n import mark, tr
from client.ui.context import Context, Screen
from client.ui.geometry import Size
from client.ui.screens.gamewords import game_name, played_so_far
from client.ui.screens.lan_help import help_panel
from client.ui.screens.lan_middle import empty_panel, ended_panel
from client.ui.screens.lan_parts import NARROW, ago, heading, person
from client.ui.screens.naming import ask_name
from client.ui.screens.page import GUTTER, page
from client.ui.screens.room_panel import RoomPanel
from client.ui.screens.ways import match_screen, sit_down, to_setup
from client.ui.theme import LABEL, NOTE, SMALL, SMALL_LABEL
from client.ui.toolkit import (
    Box,
    Button,
    Card,
    Column,
    Divider,
    Field,
    Flow,
    Grid,
    Icon,
    IconButton,
    KeyPress,
    Link,
    Modal,
    Panel,
    Row,
    Scroll,
    Text,
    Widget,
    grow,
    share,
)
from client.ui.toolkit.editing import Editing
from client.ui.toolkit.faces import Kind
from client.view.people import listed

__all__ = ["LanScreen"]

EXAMPLE: Final = "192.168.1.20"

_SEATED: Final = mark("You sit in a room. Leave it to join another one.")

LONGEST: Final = 4096
"""Characters of an address or invitation: more than any has."""

REMEMBERED: Final = 4
"""Addresses that are remembered: those of a few friends."""


class LanScreen(Screen):
    """Rooms on the network.

    Args of the constructor:
        context: The window.
        table: Where this person sits already; None: at the application's table, if that has a room.
    """

    name = "lan"

    def __init__(self, context: Context, table: Table | None = None) -> None:
        super().__init__(context)
        self._given = table
        self._table: Table | None = None
        self._panel: RoomPanel | None = None
        self._unsubscribe: Callable[[], None] = _nothing
        self._target = ""
        self._error = ""
        self._joined = False
        self._told_end = False

    # --- the life of a table -------------------------------------------------------------------------------
    def entered(self) -> None:
        """Take up the table that there is; look for matches to go on with."""
        app = self.context.app
        table, self._given = self._given or app.table, None
        if table is not None and (table.room is not None or table is self._table):
            self._take(table)
        else:
            self._drop()
        app.refresh_library(self.context.refresh)

    def left(self) -> None:
        """Hear no more of the table; the room stays open."""
        self._unsubscribe()
        self._unsubscribe = _nothing

    def _take(self, table: Table) -> None:
        self._unsubscribe()
        self._table, self._panel = table, RoomPanel(self.context, table, self._ask_to_leave)
        self._unsubscribe = table.subscribe(self._changed)
        self._changed()

    def _drop(self) -> None:
        self._unsubscribe()
        self._unsubscribe = _nothing
        self._table = self._panel = None
        self._joined = False
        self.context.refresh()

    def _changed(self) -> None:
        """Go to the match as soon as there is one."""
        table = self._table
        if table is not None and table.match is not None and table.ended is None:
            self._remember()
            self.context.replace(match_screen(self.context, table.match, table))
            return
        self.context.refresh()
        if table is not None and table.ended is not None and self._joined and not self._told_end:
            # What was typed stands there still, to be mended.
            self._told_end = True
            self.context.focus("target")

    def _get_up(self) -> None:
        if self._table is not None:
            self._table.leave()
        self._drop()

    def _ask_to_leave(self) -> None:
        """Ask before a room is left in which others may sit."""
        context, table = self.context, self._table
        if table is None or table.ended is not None or table.room is None or not table.room.seats:
            self._get_up()
            return
        hosting = table.room.hosting

        def leave() -> None:
            context.close_modal()
            self._get_up()

        def build(size: Size) -> Widget:
            closed = tr("The room is closed then, and whoever sits in it has to look for another one.")
            free = tr("Your seat is free again then.")
            return Modal(
                tr("Close the room?") if hosting else tr("Leave the room?"),
                Text(closed if hosting else free),
                [
                    Button(tr("Stay"), context.close_modal, key="stay"),
                    Button(tr("Close the room") if hosting else tr("Leave"), leave, kind="danger", key="go"),
                ],
                first="stay",
                key="leave-dialog",
            )

        context.open_modal(build)

    @property
    def _is_free(self) -> bool:
        """Whether this person sits in no room."""
        return self._table is None or self._table.ended is not None

    # --- deeds ---------------------------------------------------------------------------------------------
    def _join(self) -> None:
        """Join by what stands in the field, after asking for a name if there is none yet."""
        ask_name(self.context, self._join_named)

    def _join_named(self) -> None:
        try:
            table = self.context.app.join(self._target)
        except ClientError as error:
            self._error = error.text
            self.context.refresh()
        else:
            self._error, self._joined, self._told_end = "", True, False
            self._take(table)

    def _submit(self, text: str) -> None:
        if text.strip():
            self._fill(text)
            self._join()

    def _typed(self, text: str) -> None:
        had = bool(self._target.strip()) and not self._error
        self._target, self._error = text, ""
        if bool(text.strip()) != had:
            self.context.refresh()

    def _fill(self, text: str) -> None:
        # What was copied may be anything: what the field would take of it.
        line = Editing(limit=LONGEST)
        line.insert(text[:LONGEST])
        self._target, self._error = line.text.strip(), ""
        self.context.refresh()

    def _remember(self) -> None:
        """Keep the address of whoever was joined, now that it led to a match."""
        app = self.context.app
        address = _address_in(self._target)
        if address and self._joined:
            others = [other for other in app.preferences.addresses if other != address]
            app.preferences.addresses = [address, *others][:REMEMBERED]
            try:
                app.save_preferences()
            except ClientError as error:
                self.context.notify(Notice(error.code, error.text, bad=True))

    def _open_room(self) -> None:
        to_setup(self.context, self.context.app.preferences.game, lan=True)

    def _resume(self, saved: SavedMatch) -> None:
        sit_down(self.context, lambda: self.context.app.resume(saved.id))

    def _back(self) -> None:
        if self._table is not None and self._table.ended is None:
            self._ask_to_leave()
        else:
            self._get_up()
            self.context.back()

    def key(self, press: KeyPress) -> bool:
        """Escape asks before it leaves a room."""
        if press.name == "escape" and self._table is not None:
            self._back()
            return True
        return False

    # --- what it looks like --------------------------------------------------------------------------------
    def build(self, size: Size) -> Widget:
        """Return the three columns."""
        table = self._table
        room = None if table is None or table.ended is not None else table.room
        notices = () if table is None else table.notices
        middle = self._middle(size)
        columns = [self._beginnings(size), middle, help_panel(self.context, room, notices)]
        widths = (
            [share(290), share(390), share(288)] if size.w < NARROW else [share(432), share(436), share(348)]
        )
        body = Grid([columns], widths, heights=[share(1)], gap=(GUTTER, 0), valign="stretch")
        return page(self.context, tr("LAN"), body, right=person(self.context.app.name), back=self._back)

    def _beginnings(self, size: Size) -> Widget:
        """Return what can be begun: go on, join, open."""
        return Panel(
            Column(
                [
                    heading(tr("Matches to continue")),
                    grow(Scroll(self._saved(), key="saved")),
                    Divider(),
                    self._joining(size),
                    Box(self._opening(), pad=(0, 4)),
                ],
                gap=10,
            ),
            pad=(20.0, 14.0),
            key="beginnings",
        )

    def _joining(self, size: Size) -> Widget:
        free = self._is_free
        ready = free and bool(self._target.strip())
        paste = IconButton("content-paste", tip=tr("Paste"), enabled=free, key="paste")
        paste.on_press = lambda: self._fill(paste.host.pasted() if paste.host is not None else "")
        field = Field(
            self._target,
            self._typed,
            on_submit=self._submit,
            placeholder=tr("{address} or wabe://…", address=EXAMPLE),
            error=self._error,
            limit=LONGEST,
            enabled=free,
            key="target",
        )
        kind: Kind = "primary" if ready else "plain"
        button = Button(tr("Join"), self._join, kind=kind, enabled=ready, key="join")
        narrow = size.w < NARROW
        return Column(
            [
                Text(tr("Join by address or invitation"), SMALL_LABEL, "text2"),
                field if narrow else Row([grow(field), paste, button], align="start"),
                Row([paste, grow(button)]) if narrow else None,
                self._earlier() if free else Text(tr(_SEATED), NOTE, "text3"),
            ],
            gap=7,
        )

    def _earlier(self) -> Widget | None:
        """Return the addresses that were joined before."""
        known = self.context.app.preferences.addresses
        if not known:
            return None

        def link(n: int, address: str) -> Widget:
            return Link(address, lambda: self._fill(address), key=f"earlier{n}")

        words = Box(Text(tr("Joined before:"), NOTE, "text3"), height=32, valign="middle")
        return Flow([words, *(link(n, address) for n, address in enumerate(known))], gap=(12, 0))

    def _opening(self) -> Widget:
        free = self._is_free
        button = Button(
            tr("Open a new room"),
            self._open_room,
            large=True,
            kind="primary" if free and not self._target.strip() else "plain",
            enabled=free,
            key="open",
        )
        return Row([grow(button)])

    def _saved(self) -> Widget:
        matches = [saved for saved in self.context.app.library() if saved.resumable and not saved.local]
        if not matches:
            return Text(
                tr("There are none. A match over the network that is not over stands here."), SMALL, "text3"
            )
        return Column([self._saved_row(saved) for saved in matches], gap=4)

    def _saved_row(self, saved: SavedMatch) -> Widget:
        others = [name for seat, name in enumerate(saved.seats) if seat not in saved.own and name]
        words = Column(
            [
                Text(
                    tr("With {names}", names=listed(others)) if others else game_name(saved.game),
                    LABEL,
                    max_lines=1,
                    shortens=True,
                ),
                Text(
                    tr(
                        "{game}, {played}",
                        game=game_name(saved.game),
                        played=played_so_far(saved.game, saved.round),
                    ),
                    SMALL,
                    "text2",
                ),
                Text(ago(time.time() - saved.when), NOTE, "text3"),
            ],
            gap=0,
        )
        icon = "crown" if saved.game == "krieg" else "layers"
        return Card(
            Row([Icon(icon, 24, "text2"), grow(words), Icon("play", 20, "text2")], gap=12),
            lambda: self._resume(saved),
            flat=True,
            pad=(10, 6),
            enabled=self._is_free,
            key=f"resume-{saved.id[:8]}",
        )

    def _middle(self, size: Size) -> Widget:
        table = self._table
        if table is not None and table.ended is not None:
            return ended_panel(table.ended, self._get_up, _address_in(self._target) if self._joined else "")
        if table is not None and table.room is not None and self._panel is not None:
            return self._panel.build(table.room, size)
        return empty_panel()


def _nothing() -> None:
    """Do nothing: there is no table to be left alone."""


def _address_in(target: str) -> str:
    """Return the address in what was typed, the first one of an invitation."""
    from protocol.transport.addresses import DEFAULT_PORT, format_address, parse_invitation

    text = target.strip()
    if not text.startswith("wabe://"):
        return text
    return format_address(parse_invitation(text).addresses[0], DEFAULT_PORT)
