"""The bar at the top of a match, and what its menu and shortcuts say."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from client.i18n import mark, number, tr
from client.ui.geometry import Size
from client.ui.screens.panels import Desk
from client.ui.screens.signs import logo
from client.ui.theme import PANEL, SMALL
from client.ui.toolkit import (
    NATURAL,
    Button,
    Chip,
    Column,
    Grid,
    Group,
    IconButton,
    KeyHint,
    KeyPress,
    Look,
    Modal,
    Row,
    Spacer,
    Text,
    Widget,
    share,
)
from client.view.model import MatchModel

__all__ = ["REPLAY_SHORTCUTS", "SHORTCUTS", "BarDeeds", "MenuEntry", "match_bar", "menu_modal", "sheet_modal"]

MENU_KEY: Final = "f10"


@dataclass(frozen=True, slots=True)
class BarDeeds:
    """What the bar's buttons do; None: there is no such button."""

    hint: Callable[[], None] | None
    threats: Callable[[], None] | None
    chat: Callable[[], None] | None
    rules: Callable[[], None]
    sound: Callable[[], None]
    menu: Callable[[], None]


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """Something in the menu of a match.

    Attributes:
        key: Of its button.
        label: In words.
        deed: What it does.
        icon: Before the words.
        shortcut: Name of the key.
        danger: Whether it looks dangerous.
        enabled: Whether it can be done.
        reason: Why not.
    """

    key: str
    label: str
    deed: Callable[[], None]
    icon: str
    shortcut: str = ""
    danger: bool = False
    enabled: bool = True
    reason: str = ""


class _Switch(Button):
    """A quiet button that stays raised while what it switches is on."""

    def __init__(
        self, text: str, on_press: Callable[[], None], *, icon: str, hint: str, on: bool, key: str
    ) -> None:
        super().__init__(text, on_press, kind="quiet", icon=icon, hint=hint, key=key)
        self.on = on

    def paint(self, look: Look) -> None:
        """Paint the ground that tells that it is on, and the button."""
        if self.on:
            look.canvas.box(self.rect, look.palette.panel2, radius=9, border=look.palette.line)
        super().paint(look)


def match_bar(desk: Desk, deeds: BarDeeds, *, chat_open: bool) -> Widget:
    """Return the bar: what is played, and what can be asked for at any time."""
    model = desk.model
    chips = model.chips()
    shown = chips[-1:] if desk.small else chips
    keys = not desk.small
    unread = model.unread
    chat = tr("Chat ({count})", count=number(unread)) if unread else tr("Chat")
    volume = desk.context.app.preferences.volume
    items: list[Widget | None] = [
        logo(),
        Text(model.words.title, PANEL, max_lines=1),
        *(Chip(chip) for chip in shown),
        _looking_back(desk),
        Spacer(),
        _Switch(
            tr("Hint"),
            deeds.hint,
            icon="lightbulb-outline",
            hint="H" if keys else "",
            on=model.hint() is not None,
            key="hint",
        )
        if deeds.hint
        else None,
        _Switch(
            tr("Threats"),
            deeds.threats,
            icon="alert",
            hint="T" if keys else "",
            on=model.threats_on,
            key="threats on",
        )
        if deeds.threats
        else None,
        _Switch(
            chat,
            deeds.chat,
            icon="message-text",
            hint="C" if keys else "",
            on=chat_open or unread > 0,
            key="chat on",
        )
        if deeds.chat
        else None,
        IconButton(
            "book-open-page-variant", deeds.rules, tip=tr("Rules (F1)"), kind="quiet", size=40, key="rules"
        ),
        IconButton(
            "volume-high" if volume > 0 else "volume-off",
            deeds.sound,
            tip=tr("Sound off") if volume > 0 else tr("Sound on"),
            kind="quiet",
            size=40,
            key="sound",
        ),
        IconButton("menu", deeds.menu, tip=tr("Menu (F10)"), kind="quiet", size=40, key="menu"),
    ]
    return Row(items, gap=4 if desk.small else 8, pad=(16, 8), key="bar")


def _looking_back(desk: Desk) -> Widget | None:
    """Return which position of the past is looked at, and the way back; in the bar the board keeps its room."""
    model = desk.model
    if not model.source.live or model.looking is None:
        return None
    at, last = number(model.shown), number(len(model.source.steps))
    told = tr("Position {number} of {count}", number=at, count=last)
    if desk.small:
        told = tr("{number} of {count}", number=at, count=last)
    return Button(
        told,
        lambda: model.look_back(None),
        kind="primary",
        icon="history",
        tip=tr("Back to the present"),
        key="looking back",
    )


def menu_modal(
    title: str, entries: Sequence[MenuEntry], close: Callable[[], None]
) -> Callable[[Size], Widget]:
    """Return what builds the menu of a match; the keys beside its entries do what they say, the menu's own closes it."""
    by_key = {entry.shortcut: entry for entry in entries if entry.shortcut}

    def press(name: str) -> bool:
        entry = by_key.get(name)
        if entry is not None and entry.enabled:
            close()
            entry.deed()
        return entry is not None

    def on_key(key: KeyPress) -> bool:
        if key.ctrl or key.alt:
            return False
        if key.name == MENU_KEY:
            close()
            return True
        return press("?" if key.name == "slash" and key.shift else key.name)

    def on_text(text: str) -> bool:
        return text == "?" and press(text)

    def build(size: Size) -> Widget:
        rows: list[Widget] = []
        for entry in entries:
            button = Button(
                entry.label,
                _after(close, entry.deed),
                icon=entry.icon,
                hint=entry.shortcut.upper() if len(entry.shortcut) < 2 else entry.shortcut.capitalize(),
                kind="danger" if entry.danger else "plain",
                enabled=entry.enabled,
                reason=entry.reason,
                key=entry.key,
            )
            rows.append(button)
            if not entry.enabled and entry.reason:
                rows.append(Text(entry.reason, SMALL, "text3"))
        body = Group(Column(rows, gap=10))
        return Modal(title, body, (), on_key=on_key, on_text=on_text, width=360, key="match menu")

    return build


def _after(close: Callable[[], None], deed: Callable[[], None]) -> Callable[[], None]:
    def both() -> None:
        close()
        deed()

    return both


CURSOR: Final = ((("←", "→", "↑", "↓"), mark("Move the cursor on the board")),)
OF_TURNS: Final = (
    (("Tab",), mark("Choose the next stack that can still act")),
    (("Enter", "Space"), mark("Choose, or go to the cell under the cursor")),
    (("A",), mark("Carry out the chosen attack")),
    (("Esc",), mark("Take back the choice, close what is open")),
    (("1", "2", "3", "4"), mark("Buy a unit")),
    (("M", "K"), mark("Build a mine, a castle")),
    (("E",), mark("End the turn")),
)
OF_MOVES: Final = (
    (("Tab",), mark("Choose the next piece that can move")),
    (("Enter", "Space"), mark("Choose, or go to the cell under the cursor")),
    (("Esc",), mark("Take back the choice, close what is open")),
)
BACK: Final = ("U", "Cmd+Z" if sys.platform == "darwin" else "Ctrl+Z")
UNDOING: Final = ((BACK, mark("Undo")),)
TAKING_BACK: Final = ((BACK, mark("Take back the last move")),)
HINT: Final = ((("H",), mark("Hint")),)
OF_MATCHES: Final = (
    (("R",), mark("Resign")),
    (("D",), mark("Offer a draw")),
    (("B",), mark("Offer to call the match off")),
    (("F",), mark("Accept what is offered")),
)
ALWAYS: Final = (
    (("T",), mark("Show threats")),
    (("C",), mark("Chat")),
    (("L",), mark("Go to the list of moves")),
    (("PgUp", "PgDn", "Home", "End"), mark("Look back, and on")),
    (("F6",), mark("Go from panel to panel")),
    (("+", "−", "0"), mark("Zoom in and out, all of the board")),
    (("Shift", "←"), mark("Move the board")),
    (("F1",), mark("Rules")),
    (("F10",), mark("Menu")),
    (("?",), mark("This sheet")),
)
"""Keys of a match and what they do: those of games with turns of many actions (buying, building, an end) and of
games that are played move by move, those of undo, of taking back and of hints, those of the menu (a match that is
played says it in the words of its deeds), and those that are always there."""

SHORTCUTS: Final = (
    *CURSOR,
    *OF_TURNS,
    (BACK, mark("Undo; in TowerWars take back the last move, unless others play along from elsewhere")),
    *HINT,
    *OF_MATCHES,
    *ALWAYS,
)
"""The keys of all matches together."""


def shortcuts_of(model: MatchModel) -> list[tuple[tuple[str, ...], str]]:
    """Return the keys that mean something in this match, with words in the language of the window."""
    deeds = [deed for deed in model.deeds() if deed.group == "match" and deed.key != "hint"]
    back = any(deed.key == "take_back" for deed in deeds)
    before = (
        *CURSOR,
        *(OF_TURNS if model.words.undoes else OF_MOVES),
        *(UNDOING if model.words.undoes else TAKING_BACK if back else ()),
        *(HINT if model.ask_hint is not None and model.plays else ()),
    )
    return [
        *((keys, tr(text)) for keys, text in before),
        *(((deed.shortcut.upper(),), deed.label) for deed in deeds if deed.key != "take_back"),
        *((keys, tr(text)) for keys, text in ALWAYS),
    ]


REPLAY_SHORTCUTS: Final = (
    (("←", "→"), mark("One item back, one on")),
    (("PgUp", "PgDn"), mark("One round back, one on")),
    (("Home", "End"), mark("To the start, to the end")),
    (("Space",), mark("Play, stop")),
    (("+", "−", "0"), mark("Zoom in and out, all of the board")),
    (("F6",), mark("Go to the list of moves")),
    (("Esc",), mark("Close the replay")),
)
"""Keys of a replay and what they do."""


def sheet_modal(close: Callable[[], None], model: MatchModel | None) -> Callable[[Size], Widget]:
    """Return what builds the sheet of shortcuts, of a match or, without one to be played, of a replay."""

    def build(size: Size) -> Widget:
        of_replay = [(keys, tr(text)) for keys, text in REPLAY_SHORTCUTS]
        shortcuts = of_replay if model is None else shortcuts_of(model)
        rows = [
            [Row([KeyHint(key) for key in keys], gap=4), Text(text, SMALL, "text2")]
            for keys, text in shortcuts
        ]
        body = Grid(rows, [NATURAL, share(1.0)], gap=(12, 6))
        return Modal(
            tr("Keys"), body, [Button(tr("Close"), close, key="close sheet")], width=560, key="sheet"
        )

    return build
