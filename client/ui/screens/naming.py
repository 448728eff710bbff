"""Being asked once how one is called, before others see it."""

from collections.abc import Callable
from typing import Final

from client.app.preferences import is_name
from client.errors import ClientError
from client.i18n import tr
from client.ui.context import Context
from client.ui.geometry import Size
from client.ui.theme import SMALL
from client.ui.toolkit import Button, Column, Field, Modal, Text, Widget

__all__ = ["LONGEST_NAME", "ask_name"]

LONGEST_NAME: Final = 32
"""Characters of a name, as the protocol allows."""


def ask_name(context: Context, then: Callable[[], None]) -> None:
    """Do ``then``, after asking for a name where this person has not given one yet."""
    if context.app.needs_name:
        _NameDialog(context, then).open()
    else:
        then()


class _NameDialog:
    def __init__(self, context: Context, then: Callable[[], None]) -> None:
        self._context = context
        self._then = then
        self._text = context.app.name
        self._error = ""

    def open(self) -> None:
        """Lay it over the screen."""
        self._context.open_modal(self._build)

    def _build(self, size: Size) -> Widget:
        field = Field(
            self._text,
            self._typed,
            on_submit=lambda _: self._take(),
            error=self._error,
            limit=LONGEST_NAME,
            width=400.0,
            key="name",
        )
        told = Text(tr("The others see this name. You can change it in the settings."), SMALL, "text2")
        return Modal(
            tr("What is your name?"),
            Column([told, field], gap=10),
            [
                Button(tr("Cancel"), self._context.close_modal, key="cancel"),
                Button(
                    tr("Take this name"), self._take, kind="primary", enabled=self._is_sound, key="take name"
                ),
            ],
            first="name",
            key="name-dialog",
        )

    @property
    def _is_sound(self) -> bool:
        return is_name(self._text.strip())

    def _typed(self, text: str) -> None:
        before, self._text = self._is_sound, text
        if self._is_sound != before or self._error:
            self._error = ""
            self._context.refresh()

    def _take(self) -> None:
        if not self._is_sound:
            return
        preferences = self._context.app.preferences
        preferences.name = self._text.strip()
        try:
            self._context.app.save_preferences()
        except ClientError as error:
            preferences.name = ""
            self._error = error.text
            self._context.refresh()
            return
        self._context.close_modal()
        self._then()
