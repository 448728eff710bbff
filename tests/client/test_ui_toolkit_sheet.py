"""All controls on one sheet, with the real letters, in both languages and themes: nothing is cut or squeezed."""

import pytest

from client.ui.theme import BODY, DARK, LABEL, LIGHT, NOTE, PANEL, RESULT, TITLE
from client.ui.toolkit.buttons import Button, IconButton, Link, explained
from client.ui.toolkit.dropdown import Dropdown
from client.ui.toolkit.field import Field
from client.ui.toolkit.layout import Box, Column, Flow, Grid, Row, Spacer, grow
from client.ui.toolkit.lists import ListRow
from client.ui.toolkit.panels import Panel
from client.ui.toolkit.progress import ProgressBar, Spinner
from client.ui.toolkit.segmented import Choice, Segmented
from client.ui.toolkit.stepper import Stepper
from client.ui.toolkit.switches import Slider, Toggle
from client.ui.toolkit.text import Chip, Divider, Icon, Notice, Text
from client.ui.toolkit.tracks import NATURAL, fixed, share

ENGLISH = {
    "Haupt": "Primary",
    "Neben": "Plain",
    "Gefahr": "Danger",
    "Leise": "Quiet",
    "Zug enden": "End turn",
    "Zurücknehmen": "Undo",
    "Aufgeben": "Resign",
    "Tipp anzeigen": "Show hint",
}


def sheet(language):
    """Return the builder of the sheet."""

    def say(german):
        return german if language == "de" else ENGLISH.get(german, german)

    kinds = [("primary", "Haupt", "Zug enden"), ("plain", "Neben", "Zurücknehmen")]
    kinds += [("danger", "Gefahr", "Aufgeben"), ("quiet", "Leise", "Tipp anzeigen")]
    clocks = [Choice("a", "15 min + 10 s"), Choice("b", "Ohne Bedenkzeit", icon="timer-outline", note="lang")]
    castle = [Choice("a", "Beide Ladungen"), Choice("b", "Eine Ladung")]

    def buttons():
        return Grid(
            [
                [
                    Text(say(name), NOTE, "text3"),
                    Button(say(text), kind=kind, key=f"{kind}"),
                    Button(say(text), kind=kind, icon="cog", hint="E", key=f"{kind} with more"),
                    Button(say(text), kind=kind, enabled=False, reason="2 Gold fehlen", key=f"{kind} off"),
                ]
                for kind, name, text in kinds
            ],
            [fixed(74), share(1), NATURAL, share(1)],
            gap=(10, 12),
        )

    def options():
        def option(name, widget):
            return Row([grow(Text(name)), widget])

        return Column(
            [
                option("Radius der Wabe", Stepper(4, 1, 12, key="radius")),
                Divider(),
                option("Bedenkzeit", Dropdown(clocks, "b", key="clock")),
                Divider(),
                option("Eine Burg kostet", Segmented(castle, "a", key="castle")),
                Divider(),
                option("Zuschauer dürfen mitlesen", Toggle(True, key="watch")),
                Divider(),
                option("Lautstärke", Slider(60, 0, 100, text=lambda value: f"{value} %", key="volume")),
            ]
        )

    def build(size):
        titles = [
            ("Wabe 44", RESULT),
            ("Titel 24", TITLE),
            ("Feld 17", PANEL),
            ("Text 14", BODY),
            ("Notiz 12", NOTE),
        ]
        rows = [
            ListRow(
                Row([Icon("crown"), Text(name, LABEL), Spacer(), Text(name, NOTE, "text3")]), print, key=name
            )
            for name in ("eins", "zwei")
        ]
        return Column(
            [
                Row([Text(text, style) for text, style in titles], gap=14, align="baseline"),
                Panel(buttons()),
                Row(
                    [
                        Field(placeholder="Name oder Adresse", key="empty", width=200),
                        Field("192.168.1.300", error="Das ist keine Adresse", key="wrong", width=200),
                    ],
                    align="start",
                ),
                Panel(options()),
                Panel(Column(rows, gap=0), pad=10),
                Flow(
                    [
                        Chip("R 4"),
                        Chip("6 Fraktionen"),
                        Spinner(),
                        ProgressBar(0.4),
                        Link("Regeln"),
                    ]
                ),
                Notice("Eine Hausregel ist an. Sonst gelten die Quellregeln."),
                Row(
                    [
                        Button("Partie beginnen", kind="primary", large=True, hint="E", key="start"),
                        IconButton("cog", tip="Einstellungen", key="settings"),
                        Box(
                            explained(
                                Button(
                                    "Allen ein Unentschieden anbieten", enabled=False, reason="Erst ab Zug 10"
                                )
                            ),
                            width=170,
                        ),
                    ]
                ),
            ],
            gap=11,
            pad=(26, 14),
        )

    return build


@pytest.mark.parametrize("width", [640, 1000])
@pytest.mark.parametrize(("language", "palette", "scale"), [("en", DARK, 1.0), ("de", LIGHT, 1.25)])
def test_no_control_is_cut_whatever_has_the_focus(ui, hidden_screen, width, language, palette, scale):
    canvas = hidden_screen.canvas(round(width * scale), round(940 * scale), scale)
    drive = ui.Driver(sheet(language), canvas=canvas, palette=palette)
    drive.check()
    first = None
    while drive.key("tab") and drive.focus != first:
        first = first or drive.focus
        drive.check()
    assert first == "primary"
    drive.click("clock")
    drive.check()
