"""The chat, as a drawer over the right side."""

from collections.abc import Callable

from client.i18n import tr
from client.ui.screens.panels import Desk, emblem
from client.ui.theme import PANEL_SMALL, SMALL, SMALL_LABEL
from client.ui.toolkit import (
    Column,
    Field,
    Icon,
    IconButton,
    Panel,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    grow,
)
from client.view.source import ChatLine

__all__ = ["chat_drawer"]

SHOWN = 200
"""Lines of chat that are shown: an evening's."""


def chat_drawer(
    desk: Desk, draft: str, *, on_draft: Callable[[str], None], on_close: Callable[[], None]
) -> Widget:
    """Return what was said, and a field to say something.

    Args:
        desk: What panels work with.
        draft: What has been typed.
        on_draft: Told what is typed.
        on_close: Closes the drawer.
    """
    model = desk.model
    lines = [_line(desk, line) for line in model.chat()[-SHOWN:]]
    if not lines:
        lines = [Text(tr("Nobody has said anything."), SMALL, "text3")]

    def send(text: str) -> None:
        model.say(text)
        on_draft("")

    can_talk = bool(model.people.own) and model.source.live
    head = Row(
        [
            Icon("message-text", 18, "text2"),
            Text(tr("Chat"), PANEL_SMALL),
            Spacer(),
            IconButton("close", on_close, tip=tr("Close (Escape)"), kind="quiet", size=32, key="close chat"),
        ]
    )
    field = Row(
        [
            grow(
                Field(draft, on_draft, on_submit=send, placeholder=tr("Say something"), limit=400, key="say")
            ),
            IconButton("send", lambda: send(draft), tip=tr("Send"), enabled=bool(draft.strip()), key="send"),
        ],
        gap=8,
    )
    return Panel(
        Column(
            [
                head,
                grow(Scroll(Column(lines, gap=8), keep_end=True, key="lines")),
                field if can_talk else None,
            ],
            gap=8,
        ),
        pad=(16, 12),
        key="chat",
    )


def _line(desk: Desk, line: ChatLine) -> Widget:
    if line.seat is None:
        words = Text(line.text, SMALL, "text3", breaks=True)
        return Row([Icon("information-outline", 16, "text3"), grow(words)], gap=8, align="start")
    name = Text(desk.model.people(line.seat), SMALL_LABEL, desk.ink_of(line.seat), max_lines=1, shortens=True)
    words = Text(line.text, SMALL, breaks=True)
    return Row([emblem(desk, line.seat, 18), grow(Column([name, words], gap=0))], gap=8, align="start")
