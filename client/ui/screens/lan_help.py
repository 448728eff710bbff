"""What a person has to know to be found by others: addresses, port, firewall, fingerprint; and news of the links."""

from collections.abc import Sequence

from client.app.ports import Notice, RoomView
from client.i18n import tr
from client.ui.context import Context
from client.ui.screens.lan_parts import Plate, address_words, copy_row, heading, paragraph
from client.ui.theme import SMALL, SMALL_LABEL
from client.ui.toolkit import Column, Divider, Icon, Panel, Row, Scroll, Text, Widget, grow

__all__ = ["help_panel"]

NEWS = 4
"""News that are shown; older ones are no help any more."""


def help_panel(context: Context, room: RoomView | None, notices: Sequence[Notice]) -> Widget:
    """Return the panel at the right.

    Args:
        context: The window.
        room: Where this person sits, if anywhere.
        notices: What the table told.
    """
    parts: list[Widget | None] = []
    news = [notice for notice in notices if notice.text][-NEWS:]
    if news:
        parts += [_news(news), Divider()]
    if room is not None and room.addresses and room.hosting:
        parts += [_addresses(context, room.addresses), Divider()]
    if room is None:
        parts.append(
            paragraph(
                "account-multiple",
                tr("One opens a room, the others join"),
                tr("Send the invitation to the others: by chat, by mail, in any way."),
                tr("It holds your addresses and your fingerprint, so nobody can take your place."),
            )
        )
    port = room.port if room is not None and room.port else context.app.preferences.port
    parts.append(_firewall(port, hosting=room is None or room.hosting))
    parts += [Divider(), _fingerprint(context)]
    return Panel(
        Column(
            [
                heading(_title(room)),
                grow(Scroll(Column(parts, gap=12), key="help")),
            ],
            gap=8,
        ),
        key="help-panel",
    )


def _title(room: RoomView | None) -> str:
    return tr("How others find you") if room is None or room.hosting else tr("How you are linked")


def _news(notices: Sequence[Notice]) -> Widget:
    rows = [
        Row(
            [
                Icon("alert" if notice.bad else "information", 16, "bad" if notice.bad else "text3"),
                grow(Text(notice.text, SMALL, "text2", breaks=True)),
            ],
            gap=8,
            align="start",
        )
        for notice in notices
    ]
    return Column(rows, gap=6, key="news")


def _addresses(context: Context, addresses: Sequence[str]) -> Widget:
    rows = [
        copy_row(
            address,
            context.copy,
            key=f"address{n}",
            tip=tr("Copy this address"),
            note=address_words(address),
        )
        for n, address in enumerate(addresses)
    ]
    return Column(
        [
            Text(tr("Your addresses"), SMALL_LABEL),
            Text(
                tr("All of them are in the invitation. To tell one by voice, take that of the same network."),
                SMALL,
                "text2",
            ),
            *rows,
        ],
        gap=4,
    )


def _firewall(port: int, *, hosting: bool) -> Widget:
    first = tr("Wabe uses TCP port {port}.", port=str(port))
    if not hosting:
        return paragraph(
            "router-network",
            tr("Firewall"),
            first,
            tr(
                "Players also link to each other. A link that the firewall blocks is relayed by somebody else."
            ),
        )
    return paragraph(
        "router-network",
        tr("Firewall and router"),
        first,
        tr("If nobody can connect, allow incoming connections to it in the firewall of this machine."),
        tr("For players outside of your network, have the router forward this port to this machine."),
    )


def _fingerprint(context: Context) -> Widget:
    return Column(
        [
            paragraph(
                "fingerprint",
                tr("Your fingerprint"),
                tr("Who joins by address alone is shown a fingerprint. If it is this one, it is really you."),
            ),
            Row(
                [
                    Plate(
                        Text(context.app.fingerprint, SMALL, "text2", breaks=True), height=None, weight=1.0
                    ),
                ]
            ),
        ],
        gap=8,
    )
