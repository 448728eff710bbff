"""Small parts that the screens of the network share: signs of readiness and links, texts to copy, words for addresses."""

import ipaddress
from collections.abc import Callable
from typing import Final

from client.i18n import mark, ntr, tr
from client.ui.geometry import Rect
from client.ui.screens.signs import Hollow, emblem_of, path_sign, quality_sign
from client.ui.theme import BODY, LABEL, NOTE, PANEL, SMALL, SMALL_LABEL, Owner
from client.ui.toolkit import (
    Box,
    Column,
    Icon,
    IconButton,
    Look,
    Painted,
    Row,
    Text,
    Widget,
    grow,
)
from client.view.source import Connection
from client.view.standing import connection_words

__all__ = [
    "NARROW",
    "Plate",
    "address_words",
    "ago",
    "copy_row",
    "heading",
    "link_row",
    "paragraph",
    "person",
    "ready_sign",
    "seat_sign",
]

NARROW: Final = 1200.0
"""Units of width below which buttons in rows are icons and margins smaller."""

MINUTE, HOUR, DAY = 60, 3600, 86400

_SHARED_CARRIER: Final = ipaddress.ip_network("100.64.0.0/10")
"""Used by providers behind their own translation (RFC 6598), and by most private networks over the internet."""

_WHERE: Final = {
    "here": mark("this machine only"),
    "cable": mark("same cable or switch"),
    "house": mark("same network"),
    "tunnel": mark("same VPN"),
    "world": mark("internet, if the router lets it in"),
    "name": mark("by name"),
}
"""From where an address can be reached."""


class Plate(Hollow):
    """A hollow of the height of a field with something in it that is only looked at: an invitation, a fingerprint."""

    def __init__(self, child: Widget, *, height: float | None = 38.0, weight: float = 0.0) -> None:
        pad = (12.0, 0.0) if height is not None else (12.0, 9.0)
        super().__init__(child, height=height, weight=weight, pad=pad, valign="middle")


# --- words ---------------------------------------------------------------------------------------------------
def address_words(address: str) -> str:
    """Return from where ``host:port`` can be reached, in words."""
    host = address.rpartition(":")[0].strip("[]").partition("%")[0]
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return tr(_WHERE["name"])
    if ip.is_loopback:
        where = "here"
    elif ip.is_link_local:
        where = "cable"
    elif ip.version == 4 and ip in _SHARED_CARRIER:
        where = "tunnel"
    elif ip.is_private:
        where = "house"
    else:
        where = "world"
    return tr(_WHERE[where])


def ago(seconds: float) -> str:
    """Return how long ago something was, roughly."""
    whole = int(max(0.0, seconds))
    if whole < MINUTE:
        return tr("just now")
    if whole < HOUR:
        return ntr("{count} minute ago", "{count} minutes ago", whole // MINUTE)
    if whole < DAY:
        return ntr("{count} hour ago", "{count} hours ago", whole // HOUR)
    return ntr("{count} day ago", "{count} days ago", whole // DAY)


# --- signs ---------------------------------------------------------------------------------------------------
def seat_sign(owner: Owner | None, size: float) -> Widget:
    """Return the emblem of a seat; without an owner a dashed hexagon: nobody sits there."""
    if owner is not None:
        return emblem_of(owner, size, raised=True)

    def paint(look: Look, rect: Rect) -> None:
        colour = look.palette.text3
        look.canvas.hexagon(rect.cx, rect.cy, 0.46 * size, None, border=colour, border_width=1.8, dash=4.0)

    return Painted(paint, size, size)


def ready_sign(ready: bool, *, words: bool = True) -> Widget:
    """Return the sign of somebody who agreed, or has not yet."""

    def paint(look: Look, rect: Rect) -> None:
        canvas, palette = look.canvas, look.palette
        if not ready:
            canvas.hexagon(
                rect.cx, rect.cy, 9.2, None, pointy=True, border=palette.text3, border_width=1.8, dash=3.0
            )
            return
        canvas.hexagon(rect.cx, rect.cy, 10, palette.ok, pointy=True)
        x, y = rect.cx - 11, rect.cy - 11
        tick = [(x + 6.5, y + 11.2), (x + 9.8, y + 14.4), (x + 15.6, y + 7.6)]
        canvas.layer()
        canvas.line(tick, 2.4, palette.panel)

    text = tr("Ready") if ready else tr("Not ready")
    sign = Painted(paint, 22, 22, tip="" if words else text)
    if not words:
        return sign
    label = Text(text, SMALL_LABEL, "ok") if ready else Text(text, SMALL, "text3")
    return Row([sign, label], gap=7)


def link_row(link: Connection, *, brief: bool = False) -> Widget:
    """Return how somebody is linked: path, words, quality; ``brief``: without the path."""
    words = Text(connection_words(link), NOTE, "text2", max_lines=1, shortens=True)
    return Row([None if brief else path_sign(link.state), words, quality_sign(link.quality)], gap=7)


# --- rows ----------------------------------------------------------------------------------------------------
def person(name: str) -> Widget:
    """Return as whom one is there, for the bar of a screen."""
    shown = Box(Text(name, LABEL, max_lines=1, shortens=True), max_width=260)
    return Row([Icon("account", 20, "text2"), shown], gap=10)


def heading(text: str, *more: Widget | None) -> Widget:
    """Return the title of a panel, with what stands at its right."""
    row = Row([grow(Text(text, PANEL, max_lines=1, shortens=True)), *more], gap=8)
    return Box(row, min_height=36, valign="middle")


def paragraph(icon: str, title: str, *texts: str) -> Widget:
    """Return a titled explanation with an icon before it."""
    lines: list[Widget] = [Text(title, SMALL_LABEL), *(Text(text, SMALL, "text2") for text in texts)]
    return Row([Icon(icon, 18, "text2"), grow(Column(lines, gap=2))], gap=10, align="start")


def copy_row(text: str, copy: Callable[[str], None], *, key: str, tip: str, note: str) -> Widget:
    """Return a text with a button that puts it on the clipboard; ``note`` stands below it."""
    words = [Text(text, BODY, "text2", max_lines=1, shortens=True), Text(note, NOTE, "text3")]
    button = IconButton("content-copy", lambda: copy(text), tip=tip, kind="quiet", size=32, key=key)
    return Row([grow(Column(words, gap=0)), button], gap=6)
