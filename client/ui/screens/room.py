"""A room that was opened or joined elsewhere: the screen of the network with somebody at a table."""

from client.app.ports import Table
from client.ui.context import Context
from client.ui.screens.lan import LanScreen

__all__ = ["RoomScreen"]


class RoomScreen(LanScreen):
    """The screen of a room.

    Args of the constructor:
        context: The window.
        table: Whose room it is.
    """

    name = "room"

    def __init__(self, context: Context, table: Table) -> None:
        super().__init__(context, table)
