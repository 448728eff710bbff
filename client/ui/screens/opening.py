"""Between sitting down and the board: a match is being set up, joined or gone on with."""

from typing import Final

from client.app.ports import Table
from client.i18n import tr
from client.ui.context import Context, Screen
from client.ui.geometry import Size
from client.ui.screens.ways import match_screen, room_screen
from client.ui.theme import PANEL
from client.ui.toolkit import Box, Button, Column, KeyPress, Panel, Row, Spinner, Text, Widget

__all__ = ["OpeningScreen"]

WIDTH: Final = 440.0
PATIENCE: Final = 300
"""Milliseconds for which nothing is said: mostly the match is there before."""


class OpeningScreen(Screen):
    """Waits for the match or room of a table, and gives way to it."""

    name = "opening"

    def __init__(self, context: Context, table: Table) -> None:
        super().__init__(context)
        self.table = table
        self._since = context.now()
        self._end = table.subscribe(context.refresh)
        self._silent = True

    def tick(self, now: int) -> bool:
        """Give way as soon as there is something to show; say that it takes longer, if it does."""
        if self.table.match is not None:
            self.context.replace(match_screen(self.context, self.table.match, self.table))
        elif self.table.room is not None:
            self.context.replace(room_screen(self.context, self.table))
        elif self._silent and now - self._since >= PATIENCE:
            self._silent = False
            self.context.refresh()
        return self._silent and self.table.ended is None

    def left(self) -> None:
        """Hear no more of the table."""
        self._end()

    def key(self, press: KeyPress) -> bool:
        """Give up on Escape."""
        if press.name == "escape":
            self._give_up()
            return True
        return False

    def _give_up(self) -> None:
        self.table.leave()
        self.context.back()

    def build(self, size: Size) -> Widget:
        """Return what is waited for, or why it will not come."""
        ended = self.table.ended
        if ended is not None:
            body: Widget = Column(
                [
                    Text(tr("There is no match"), PANEL),
                    Text(ended.text, colour="text2"),
                    Row([Button(tr("Back"), self._give_up, kind="primary", key="back")], justify="end"),
                ],
                gap=12,
            )
        elif self._silent:
            return Box()
        else:
            body = Row(
                [
                    Spinner(24),
                    Text(tr("The match is being set up …")),
                    Button(tr("Cancel"), self._give_up, key="cancel"),
                ],
                gap=16,
            )
        return Box(Panel(body, width=WIDTH, pad=(20, 18)), align="middle", valign="middle")
