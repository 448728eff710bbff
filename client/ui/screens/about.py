"""About: version, makers of games, fonts and icons, where the log is."""

import platform
from collections.abc import Callable
from pathlib import Path
from typing import Final

from client.i18n import tr
from client.ui.context import Screen
from client.ui.geometry import Size
from client.ui.screens.page import Sheet, page
from client.ui.screens.signs import logo
from client.ui.screens.ways import copying
from client.ui.theme import BODY, NOTE, PANEL, SMALL, SMALL_LABEL, TextStyle
from client.ui.toolkit import (
    Box,
    Button,
    Column,
    Divider,
    Grid,
    Modal,
    Row,
    Scroll,
    Text,
    Widget,
    fixed,
    share,
)
from client.version import VERSION

__all__ = ["AboutScreen"]

WIDEST: Final = 760.0
ASSETS: Final = Path(__file__).parents[1] / "assets"
NAME: Final = TextStyle("display", 44, 50, -0.025)


class AboutScreen(Screen):
    """Who and what is behind it."""

    name = "about"

    def entered(self) -> None:
        """The keyboard scrolls."""
        self.context.focus("about")

    def build(self, size: Size) -> Widget:
        """Return one column in the middle."""
        head = Row(
            [
                logo(60),
                Column(
                    [Text("Wabe", NAME), Text(tr("Version {version}", version=VERSION), BODY, "text2")], gap=0
                ),
            ],
            gap=20,
        )
        column = Column([Box(head, pad=(4, 0)), self._games(), self._material(), self._here()], gap=12)
        return page(
            self.context,
            tr("About and credits"),
            Box(Scroll(column, key="about"), max_width=WIDEST, align="middle"),
        )

    def _games(self) -> Widget:
        return _sheet(
            tr("The games"),
            [
                (
                    "Krieg und Frieden",
                    tr(
                        "The rules follow the game's own German text; what it leaves open is told in the rules."
                    ),
                ),
                (
                    "TowerWars",
                    tr(
                        "TowerWarsPP, an idea of Ole Umlauft and Dominick Leppich (CC BY-NC), in words of our own."
                    ),
                ),
            ],
        )

    def _material(self) -> Widget:
        return _sheet(
            tr("Letters and signs"),
            [
                ("Inter", tr("By Rasmus Andersson and others, under the SIL Open Font License 1.1.")),
                ("Material Design Icons", tr("By the Pictogrammers, under the Apache License 2.0.")),
            ],
            [
                Button(tr("Licence of Inter"), self._licence("LICENSE-Inter.txt"), key="licence inter"),
                Button(
                    tr("Licence of the icons"),
                    self._licence("LICENSE-MaterialDesignIcons.txt"),
                    key="licence icons",
                ),
            ],
        )

    def _here(self) -> Widget:
        app = self.context.app
        facts = [
            (tr("Log file"), str(app.log_file)),
            (tr("Fingerprint"), app.fingerprint),
            (tr("Program"), f"Wabe {VERSION}, Python {platform.python_version()}, {platform.system()}"),
        ]
        told = "\n".join(value for _, value in facts)
        copy = Button(tr("Copy"), copying(self.context, told), icon="content-copy", key="copy")
        return _sheet(tr("This program"), facts, [copy])

    def _licence(self, file: str) -> Callable[[], None]:
        def show() -> None:
            text = (ASSETS / file).read_text("utf-8")

            def build(size: Size) -> Widget:
                return Modal(
                    tr("Licence"),
                    Text(text, NOTE, "text2", breaks=True),
                    [Button(tr("Close"), self.context.close_modal, key="close licence")],
                    width=680,
                    key="licence",
                )

            self.context.open_modal(build)

        return show


def _sheet(title: str, facts: list[tuple[str, str]], below: list[Widget] | None = None) -> Widget:
    rows: list[list[Widget | None]] = [
        [Text(name, SMALL_LABEL), Text(told, SMALL, "text2", breaks=True)] for name, told in facts
    ]
    return Sheet(
        Column(
            [
                Text(title, PANEL),
                Divider(),
                Grid(rows, [fixed(180), share(1)], gap=(16, 8), valign="start"),
                Row(list(below), gap=10) if below else None,
            ],
            gap=10,
        ),
        pad=(20, 14),
    )
