"""What stands in the middle where there is no room: how one comes about, or why there is none any more."""

from collections.abc import Callable
from typing import Final

from client.app.ports import Notice
from client.i18n import mark, tr
from client.ui.screens.lan_parts import heading, paragraph
from client.ui.theme import PANEL, SMALL
from client.ui.toolkit import Button, Column, Icon, Panel, Row, Scroll, Spacer, Text, Widget, grow

__all__ = ["empty_panel", "ended_panel"]

_ENDS: Final = {
    "kicked": mark("The host has turned you out"),
    "over": mark("The room was closed"),
    "unreachable": mark("Nobody could be reached"),
    "timeout": mark("Nobody answered"),
    "port_in_use": mark("The room could not be opened"),
}
"""Headlines of what ended a table, by code."""


def ended_panel(ended: Notice, done: Callable[[], None], address: str = "") -> Widget:
    """Return why a table cannot go on; ``address``: at which it was to be joined."""
    title = tr(_ENDS.get(ended.code, mark("This table has ended")))
    text = ended.text
    if ended.code == "unreachable" and address:
        text = tr(
            "Nobody answers at {address}. Is the address right, and is a room open there?", address=address
        )
    colour = "bad" if ended.bad else "text2"
    says_more = text.rstrip(".") != title
    return Panel(
        Column(
            [
                Spacer(),
                Row([Spacer(), Icon("alert-circle" if ended.bad else "information", 44, colour), Spacer()]),
                Text(title, PANEL, align="middle", key="ended"),
                Text(text, SMALL, "text2", align="middle", breaks=True) if says_more else None,
                Row([Spacer(), Button(tr("Close"), done, key="close"), Spacer()]),
                Spacer(weight=1.4),
            ],
            gap=12,
        ),
        pad=(32, 20),
        key="room",
    )


def empty_panel() -> Widget:
    """Return how a room comes about."""
    return Panel(
        Column(
            [
                heading(tr("No room yet")),
                grow(
                    Scroll(
                        Column(
                            [
                                paragraph(
                                    "door-open",
                                    tr("Open a room"),
                                    tr(
                                        "Choose what is played. The room then shows an invitation to copy and send."
                                    ),
                                ),
                                paragraph(
                                    "lan-connect",
                                    tr("Or join one"),
                                    tr(
                                        "Paste the invitation that you were sent, or type the address that you were told."
                                    ),
                                    tr(
                                        "An address is enough: the port is only needed where it is not the usual one."
                                    ),
                                ),
                                paragraph(
                                    "check-circle",
                                    tr("Ready, then start"),
                                    tr(
                                        "Everybody says ready, and the host starts. Seats that stay free can be the computer's."
                                    ),
                                ),
                                paragraph(
                                    "shield-check",
                                    tr("Nobody is in the middle"),
                                    tr(
                                        "All machines compute the match and sign every move. If one drops out, it can come back."
                                    ),
                                ),
                            ],
                            gap=18,
                        ),
                        key="how",
                    )
                ),
            ],
            gap=12,
        ),
        key="room",
    )
