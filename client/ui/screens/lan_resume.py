"""Going on with a match over the network: who is there already, until everybody has told what it holds."""

from collections.abc import Callable
from typing import Final

from client.app.ports import Table
from client.i18n import tr
from client.ui.context import Context, Screen
from client.ui.geometry import Size
from client.ui.screens.gamewords import level_name
from client.ui.screens.lan_parts import heading, link_row, person, seat_sign
from client.ui.screens.page import page
from client.ui.theme import LABEL, NOTE, SMALL
from client.ui.toolkit import (
    Box,
    Button,
    Chip,
    Column,
    Divider,
    KeyPress,
    Panel,
    Row,
    Scroll,
    Spacer,
    Spinner,
    Text,
    Widget,
    grow,
)
from client.view.people import People, listed
from client.view.presenters import presenter_for
from client.view.source import MatchSource, Phase, SeatInfo

__all__ = ["ResumeScreen"]

WIDTH: Final = 520.0


class ResumeScreen(Screen):
    """Waits until a resumed match can go on, and gives way to it.

    Args of the constructor:
        context: The window.
        match: What is waited for.
        table: Where it is played.
    """

    name = "resume"

    def __init__(self, context: Context, match: MatchSource, table: Table) -> None:
        super().__init__(context)
        self._match = match
        self._table = table
        self._people = People(match.seats)
        self._unsubscribe: Callable[[], None] = _nothing

    def entered(self) -> None:
        """Listen to the table."""
        self._unsubscribe()
        self._unsubscribe = self._table.subscribe(self._changed)
        self._changed()

    def left(self) -> None:
        """Listen no more."""
        self._unsubscribe()

    def _changed(self) -> None:
        if self._match.status().phase is Phase.RECOVERING or self._table.ended is not None:
            self.context.refresh()
        else:
            self._look()

    def _look(self) -> None:
        """Go to the board."""
        from client.ui.screens.match import MatchScreen

        self.context.replace(MatchScreen(self.context, self._match, table=self._table))

    def _leave(self) -> None:
        self._table.leave()
        self.context.back()

    def key(self, press: KeyPress) -> bool:
        """Escape gives up waiting; the match stays on disk."""
        if press.name == "escape":
            self._leave()
            return True
        return False

    # --- what it looks like --------------------------------------------------------------------------------
    def build(self, size: Size) -> Widget:
        """Return the seats and what is waited for."""
        match, ended = self._match, self._table.ended
        rows: list[Widget | None] = []
        for info in match.seats:
            rows += [self._seat(info), Divider()]
        presenter = presenter_for(match.game, match.options, self._people)
        chips = [Chip(text) for text in presenter.chips(match.now())]
        if ended is not None:
            news: Widget = Text(ended.text, SMALL, "bad" if ended.bad else "text2", breaks=True, key="ended")
        else:
            news = Row([Spinner(20), grow(Text(self._waiting(), SMALL, "text2", key="waiting"))], gap=10)
        look = Button(tr("Look at the board"), self._look, key="look")
        panel = Panel(
            Column(
                [
                    heading(presenter.title, *chips),
                    Divider(),
                    Box(Scroll(Column(rows, gap=0), key="seats"), weight=1.0),
                    news,
                    Row([Button(tr("Leave"), self._leave, key="leave"), Spacer(), look], gap=12),
                ],
                gap=10,
            ),
            pad=(20.0, 18.0),
            width=WIDTH,
            key="resuming",
        )
        return page(
            self.context,
            tr("Continue the match"),
            Box(panel, align="middle", valign="middle"),
            right=person(self.context.app.name),
            back=self._leave,
        )

    def _seat(self, info: SeatInfo) -> Widget:
        match = self._match
        owner = self.context.owners(match.game.name, len(match.seats))[info.seat]
        if info.kind == "computer":
            below: Widget = Text(level_name(info.level), NOTE, "text2")
        elif info.own:
            below = Text(tr("you"), NOTE, "text2")
        else:
            below = link_row(match.connection(info.seat))
        name = Text(self._people(info.seat), LABEL, max_lines=1, shortens=True)
        return Box(
            Row([seat_sign(owner, 38), grow(Column([name, below], gap=1))], gap=12),
            height=56,
            valign="middle",
        )

    def _waiting(self) -> str:
        """Return who is waited for: those who are not linked, else those who have not told what they hold."""
        others = [info.seat for info in self._match.seats if info.kind == "human" and not info.own]
        lost = [seat for seat in others if self._match.connection(seat).state == "lost"]
        silent = [seat for seat in self._match.status().waiting_for if seat in others]
        names = list(dict.fromkeys(self._people(seat) for seat in lost or silent))
        return tr("Waiting for {names} …", names=listed(names)) if names else tr("Waiting for the others …")


def _nothing() -> None:
    """Do nothing: nothing is listened to yet."""
