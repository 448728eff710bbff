"""Dialogs over a match: questions before deeds that cannot be taken back, and the menu."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from client.i18n import tr
from client.ui.geometry import Size
from client.ui.screens.match_bar import MenuEntry, menu_modal
from client.ui.theme import SMALL
from client.ui.toolkit import Button, Column, Icon, KeyPress, Modal, Row, Text, Widget, grow
from client.view.values import Pending, Warn

if TYPE_CHECKING:
    from client.ui.screens.match import MatchScreen

__all__ = ["ask_to_end", "leave_modal", "match_menu", "pending_modal"]

Build = Callable[[Size], Widget]

_ICONS = {"resign": "flag", "offer:draw": "handshake", "offer:abort": "cancel", "take_back": "undo-variant"}


def pending_modal(pending: Pending, cancel: Callable[[], object], confirm: Callable[[], None]) -> Build:
    """Return the question of a deed; the model closes it, as either answer changes what is pending."""

    def give_up() -> None:
        cancel()

    def answer(press: KeyPress) -> bool:
        said_yes = press.name == "y"
        if said_yes:
            confirm()
        return said_yes

    def build(size: Size) -> Widget:
        return Modal(
            pending.title,
            Text(pending.text),
            [
                Button(pending.no, give_up, key="no"),
                Button(pending.yes, confirm, kind="danger", key="yes"),
            ],
            on_cancel=give_up,
            first="no",
            on_key=answer,
            key="pending",
        )

    return build


def ask_to_end(left: Sequence[Warn], close: Callable[[], None], end: Callable[[], None]) -> Build:
    """Return the question whether to end a turn in which something could still be done; its key once more ends it."""

    def finish() -> None:
        close()
        end()

    def answer(press: KeyPress) -> bool:
        said_yes = press.name in ("e", "y")
        if said_yes:
            finish()
        return said_yes

    def build(size: Size) -> Widget:
        rows = [Row([Icon("alert", 18, "warn"), grow(Text(warning.text, SMALL))], gap=10) for warning in left]
        return Modal(
            tr("End the turn?"),
            Column(list(rows), gap=8),
            [
                Button(tr("Keep playing"), close, key="no"),
                Button(tr("End turn"), finish, kind="primary", hint="E", key="yes"),
            ],
            first="no",
            on_key=answer,
            key="end?",
        )

    return build


def leave_modal(alone: bool, close: Callable[[], None], leave: Callable[[], None]) -> Build:
    """Return the question whether to leave a match that is not over."""
    text = (
        tr("You can continue it from the menu.")
        if alone
        else tr("The others wait for you; you can continue it from the menu.")
    )

    def build(size: Size) -> Widget:
        return Modal(
            tr("Leave the match?"),
            Text(text),
            [
                Button(tr("Keep playing"), close, key="no"),
                Button(tr("Leave"), leave, key="yes"),
            ],
            first="no",
            key="leave?",
        )

    return build


def match_menu(screen: "MatchScreen") -> Build:
    """Return the menu of a match: offers, resigning, settings, rules, keys, leaving."""
    model = screen.model

    entries = [
        MenuEntry(
            found.key,
            found.label,
            partial(model.do, found.key),
            _ICONS.get(found.key, "handshake"),
            found.shortcut,
            found.danger,
            found.enabled,
            found.reason,
        )
        for found in model.deeds()
        if found.group == "match" and found.key != "hint"
    ]
    entries += [
        MenuEntry("settings", tr("Settings"), screen.show_settings, "cog"),
        MenuEntry("to rules", tr("Rules"), screen.show_rules, "book-open-page-variant", "f1"),
        MenuEntry("keys", tr("Keys"), screen.open_sheet, "keyboard-outline", "?"),
        MenuEntry("leave", tr("Leave the match"), screen.ask_to_leave, "exit-to-app"),
    ]
    return menu_modal(tr("Menu"), entries, screen.context.close_modal)
