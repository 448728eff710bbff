"""What is told above the board: trouble, offers; and in passing: why nothing came of a click."""

from collections.abc import Sequence
from functools import partial

from client.app.ports import Notice
from client.i18n import tr
from client.ui.geometry import Rect
from client.ui.screens.panels import Desk, emblem
from client.ui.theme import LABEL, PANEL_SMALL, SMALL
from client.ui.toolkit import Box, Button, Column, Icon, Look, Row, Spinner, Text, Widget, grow
from client.ui.toolkit.faces import panel_shadow
from client.view.source import Phase

__all__ = ["banners", "handover", "whisper"]


class _Plate(Box):
    """A raised strip with a coloured edge."""

    def __init__(self, child: Widget, colour: str, *, key: str) -> None:
        super().__init__(child, key=key)
        self.colour = colour
        self.solid = True

    def paint(self, look: Look) -> None:
        """Paint strip, edge and content."""
        palette, rect, canvas = look.palette, self.rect, look.canvas
        canvas.box(rect, getattr(palette, self.colour), radius=10, shadow=panel_shadow(palette))
        inner = Rect(rect.x + 4, rect.y, rect.w - 4, rect.h)
        canvas.box(inner, palette.panel2, radius=9, border=palette.line)
        super().paint(look)


def _strip(
    text: str,
    *,
    icon: str = "",
    colour: str = "warn",
    title: str = "",
    busy: bool = False,
    buttons: Sequence[Widget] = (),
    key: str,
) -> Widget:
    words = Column(
        [Text(title, LABEL) if title else None, Text(text, SMALL, "text2", breaks=True) if text else None],
        gap=1,
    )
    sign = Spinner(22) if busy else Icon(icon, 20, colour)
    return _Plate(Row([sign, grow(words), *buttons], gap=12, pad=(14, 9)), colour, key=key)


def banners(desk: Desk, notices: Sequence[Notice], ended: Notice | None) -> Widget | None:
    """Return the strips above the board, None where there is nothing to tell.

    Args:
        desk: What panels work with.
        notices: Of the table.
        ended: Why the table cannot go on, if so.
    """
    found = [_status(desk, notices, ended), *_offers(desk)]
    strips = [strip for strip in found if strip is not None]
    return Column(list(strips), gap=8, key="banners") if strips else None


def _status(desk: Desk, notices: Sequence[Notice], ended: Notice | None) -> Widget | None:
    model = desk.model
    if not model.source.live:
        return None
    status = model.source.status()
    last_bad = next((notice.text for notice in reversed(notices) if notice.bad), "")
    match status.phase:
        case Phase.STOPPED:
            text = last_bad or status.text
            return _strip(text, icon="alert-octagon", colour="bad", title=model.headline(), key="stopped")
        case Phase.FROZEN:
            return _strip(
                tr("Nothing can be played until it is clear which of the two is right."),
                icon="alert-octagon",
                colour="bad",
                title=model.headline(),
                key="frozen",
            )
        case Phase.RECOVERING | Phase.DICE:
            return _strip("", title=model.headline(), busy=True, colour="warn", key="waiting")
    if ended is not None and status.phase is not Phase.FINISHED:
        return _strip(ended.text, icon="alert", colour="bad", title=tr("The table cannot go on"), key="ended")
    lost = [
        info.seat
        for info in model.people.seats
        if not info.own and model.source.connection(info.seat).state == "lost"
    ]
    if lost and status.phase is Phase.PLAYING:
        names = model.people.several(lost)
        return _strip(
            tr("The match waits until they are back. Everything played is on disk."),
            icon="lan-disconnect",
            colour="warn",
            title=tr("No connection to {names}", names=names),
            key="lost",
        )
    return None


def _offers(desk: Desk) -> list[Widget]:
    model = desk.model

    return [
        _strip(
            "",
            icon="handshake",
            colour="honey",
            title=found.text,
            buttons=[
                Button(found.label, partial(model.do, found.key), hint=found.shortcut.upper(), key=found.key)
            ],
            key="offer",
        )
        for found in model.deeds()
        if found.key.startswith("accept:")
    ]


class _Passing(_Plate):
    """A plate that is seen until a moment."""

    def __init__(self, child: Widget, colour: str, until: int, *, key: str) -> None:
        super().__init__(child, colour, key=key)
        self.until = until
        self.solid = False

    def paint(self, look: Look) -> None:
        """Paint it as long as its time has not come."""
        if look.now < self.until:
            super().paint(look)
            look.again(self.until - look.now)


def whisper(desk: Desk, until: int) -> Widget | None:
    """Return why nothing came of the last click or key, seen ``until`` then; None where something came of it."""
    notice = desk.model.notice()
    if notice is None:
        return None
    text = Text(notice.text, SMALL, width=460)
    row = Row([Icon("information", 18, "warn"), text], gap=10, pad=(14, 9))
    return _Passing(row, "warn", until, key="whisper")


def handover(desk: Desk, words: str, seat: int | None, until: int) -> Widget | None:
    """Return whose turn it is among several persons at one machine, seen ``until`` then; None: nothing to tell."""
    if not words:
        return None
    row = Row([emblem(desk, seat, 28, raised=True), Text(words, PANEL_SMALL)], gap=12, pad=(16, 10))
    return _Passing(row, "honey", until, key="handover")
