"""Settings: how it looks, moves and sounds, how one is called, where things lie. Everything applies at once."""

from collections.abc import Callable
from typing import Final

from client.app.preferences import MOTIONS, SCALES, VISIONS
from client.errors import ClientError
from client.i18n import LANGUAGES, mark, percent, tr
from client.ui.context import Context, Screen
from client.ui.geometry import Size
from client.ui.screens.page import BAR, GUTTER, MARGIN, Sheet, page
from client.ui.screens.settings_look import sample_board, sample_controls
from client.ui.screens.ways import copying
from client.ui.theme import BODY, PANEL, SMALL, SMALL_LABEL
from client.ui.toolkit import (
    Button,
    Choice,
    Column,
    Divider,
    Dropdown,
    Field,
    Grid,
    IconButton,
    Panel,
    Row,
    Scroll,
    Segmented,
    Slider,
    Stepper,
    Text,
    Toggle,
    Widget,
    fixed,
    grow,
    note,
    share,
)
from client.ui.toolkit.tracks import Track

__all__ = ["SettingsScreen"]

NARROW: Final = 1180.0
FIELD: Final = 220.0

_THEMES = {"dark": mark("Dark"), "light": mark("Light"), "system": mark("As the system")}
_MOTIONS = {"full": mark("Full"), "fast": mark("Fast"), "off": mark("Off")}
_VISIONS = {
    "normal": mark("As they are"),
    "protan": mark("Without red cones"),
    "deutan": mark("Without green cones"),
    "tritan": mark("Without blue cones"),
}
_LEVELS = {
    "debug": mark("everything"),
    "info": mark("what happens"),
    "warning": mark("what is odd"),
    "error": mark("faults alone"),
}


class SettingsScreen(Screen):
    """All preferences, and the profile."""

    name = "settings"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._wrong: dict[str, str] = {}
        self._profile = ""

    # --- changing ---------------------------------------------------------------------------------------------
    def _set(self, name: str, value: object) -> None:
        """Take over a value; one that cannot be kept is not, and the reason stands beside it."""
        preferences = self.context.app.preferences
        before = getattr(preferences, name)
        setattr(preferences, name, value)
        self._wrong.pop(name, None)
        try:
            self.context.app.save_preferences()
        except ClientError as error:
            setattr(preferences, name, before)
            self._wrong[name] = error.text
        self.context.restyle()

    def _name(self, text: str) -> None:
        preferences = self.context.app.preferences
        before, preferences.name = preferences.name, text.strip()
        try:
            self.context.app.save_preferences()
            self._wrong.pop("name", None)
        except ClientError as error:
            preferences.name = before
            too_long = error.code == "preferences"
            self._wrong["name"] = tr("A name has at most 32 characters.") if too_long else error.text
        self.context.refresh()

    def _port(self, text: str) -> None:
        low, high = 1024, 65535
        if text.isascii() and text.isdigit() and low <= int(text) <= high:
            self._wrong.pop("port", None)
            self.context.app.preferences.port = int(text)
            self.context.restyle()
        else:
            self._wrong["port"] = tr("A port is a number from {low} to {high}.", low=low, high=high)
            self.context.refresh()

    # --- what it looks like -----------------------------------------------------------------------------------
    def build(self, size: Size) -> Widget:
        """Return all settings, and what they look like at the right."""
        tall = Track(length=size.h - BAR - MARGIN)
        groups = [self._look(), self._motion_and_sound(), self._play(), self._network(), self._profiles()]
        settings = Scroll(Column(groups, gap=GUTTER), pad=2, key="settings list")
        right = 300.0 if size.w < NARROW else 420.0
        body = Grid(
            [[settings, self._sample()]],
            [share(1), fixed(right)],
            heights=[tall],
            gap=(24, 0),
            valign="stretch",
        )
        return page(self.context, tr("Settings"), body)

    def _look(self) -> Widget:
        preferences = self.context.app.preferences
        low, high = (round(10 * scale) for scale in SCALES)
        return _group(
            tr("Look"),
            [
                _row(tr("Language"), "", _segments("language", LANGUAGES, preferences.language, self._set)),
                _row(tr("Colours"), "", _segments("theme", _said(_THEMES), preferences.theme, self._set)),
                _row(
                    tr("Size of everything"),
                    tr("Beside that of the display"),
                    Stepper(
                        round(10 * preferences.scale),
                        low,
                        high,
                        lambda tenths: self._set("scale", tenths / 10),
                        text=lambda tenths: percent(tenths, 10) if tenths <= 10 else _percent(10 * tenths),
                        key="scale",
                    ),
                ),
                _row(
                    tr("Patterns of the seats"),
                    tr("They tell owners apart without colours"),
                    Slider(
                        round(100 * preferences.patterns),
                        0,
                        100,
                        lambda value: self._set("patterns", value / 100),
                        step=10,
                        text=_percent,
                        width=FIELD,
                        key="patterns",
                    ),
                ),
                _row(
                    tr("Show colours"),
                    tr("To see what others see"),
                    Dropdown(
                        [Choice(vision, tr(_VISIONS[vision])) for vision in VISIONS],
                        preferences.vision,
                        lambda vision: self._set("vision", vision),
                        width=FIELD,
                        key="vision",
                    ),
                ),
            ],
        )

    def _motion_and_sound(self) -> Widget:
        preferences = self.context.app.preferences
        volume = Slider(
            round(100 * preferences.volume),
            0,
            100,
            lambda value: self._set("volume", value / 100),
            step=5,
            text=lambda value: _percent(value) if value else tr("Off"),
            width=FIELD,
            key="volume",
        )
        sound = IconButton(
            "volume-high" if preferences.volume else "volume-off",
            lambda: self.context.sound("turn"),
            tip=tr("Listen"),
            enabled=preferences.volume > 0,
            key="listen",
        )
        motions = {motion: tr(_MOTIONS[motion]) for motion in MOTIONS}
        return _group(
            tr("Motion and sound"),
            [
                _row(tr("Motion"), "", _segments("motion", motions, preferences.motion, self._set)),
                _row(tr("Volume"), "", Row([volume, sound], gap=12)),
            ],
        )

    def _play(self) -> Widget:
        return _group(
            tr("Playing"),
            [
                self._toggle(
                    "confirm_attacks",
                    tr("Ask before attacks with dice"),
                    tr("The first click shows the odds, the second attacks"),
                ),
                self._toggle(
                    "confirm_end",
                    tr("Ask before ending a turn"),
                    tr("The key E asks while a stack could still act"),
                ),
                self._toggle("hints", tr("Hints"), tr("The light bulb tells what a good player would do")),
                self._toggle(
                    "own_seat_below",
                    tr("Turn the board"),
                    tr("One table: whoever is to act sits at the bottom"),
                ),
            ],
        )

    def _toggle(self, name: str, title: str, told: str) -> Widget:
        on = bool(getattr(self.context.app.preferences, name))
        return _row(title, told, Toggle(on, lambda value: self._set(name, value), key=name))

    def _network(self) -> Widget:
        app = self.context.app
        preferences = app.preferences
        name = Field(
            preferences.name,
            self._name,
            placeholder=app.name,
            error=self._wrong.get("name", ""),
            limit=40,
            width=FIELD,
            key="name",
        )
        port = Field(
            str(preferences.port),
            self._port,
            error=self._wrong.get("port", ""),
            limit=5,
            width=FIELD,
            key="port",
        )
        return _group(
            tr("You and the network"),
            [
                _row(tr("Name"), tr("As others see you"), name),
                _row(tr("Port"), tr("Others reach your rooms at it"), port),
            ],
        )

    # --- the profile ------------------------------------------------------------------------------------------
    def _profiles(self) -> Widget:
        app = self.context.app
        facts = (
            (tr("Profile"), app.profile),
            (tr("Fingerprint"), app.fingerprint),
            (tr("Matches"), str(app.log_file.parent / "matches")),
            (tr("Log file"), str(app.log_file)),
            (tr("The log holds"), tr(_LEVELS[app.log_level]) if app.log_level in _LEVELS else app.log_level),
        )
        rows: list[list[Widget | None]] = [
            [
                Text(name, SMALL_LABEL, "text2"),
                Text(value, SMALL, breaks=True),
                IconButton(
                    "content-copy",
                    copying(self.context, value),
                    tip=tr("Copy"),
                    kind="quiet",
                    size=32,
                    key=f"copy {n}",
                ),
            ]
            for n, (name, value) in enumerate(facts)
        ]
        others = [name for name in app.profiles() if name != app.profile]
        chosen = self._profile.strip()
        switch = Column(
            [
                Text(tr("Another profile"), BODY),
                note(
                    tr(
                        "A profile has a key, a name, preferences and matches of its own. Wabe is started anew with it."
                    )
                ),
                Row(
                    [
                        Button(name, self._switching(name), icon="account", key=f"profile {name}")
                        for name in others[:4]
                    ]
                )
                if others
                else None,
                Row(
                    [
                        grow(
                            Field(
                                self._profile,
                                self._typed_profile,
                                placeholder=tr("Name of a new profile"),
                                error=self._wrong.get("profile", ""),
                                limit=32,
                                key="new profile",
                            )
                        ),
                        Button(
                            tr("Start with it"), self._switching(chosen), enabled=bool(chosen), key="switch"
                        ),
                    ],
                    gap=12,
                    align="start",
                ),
            ],
            gap=6,
        )
        return Sheet(
            Column(
                [
                    Text(tr("Profile"), PANEL),
                    Divider(),
                    Grid(rows, [Track(length=130), share(1), fixed(32)], gap=(12, 0)),
                    Divider(),
                    switch,
                ],
                gap=8,
            ),
            pad=(20, 14),
        )

    def _typed_profile(self, text: str) -> None:
        self._profile = text.lower()
        self._wrong.pop("profile", None)
        self.context.refresh()

    def _switching(self, name: str) -> Callable[[], None]:
        def switch() -> None:
            try:
                self.context.app.switch_profile(name)
            except ClientError:
                self._wrong["profile"] = tr("A profile's name is letters a to z, digits, - and _.")
                self.context.refresh()

        return switch

    # --- the sample -------------------------------------------------------------------------------------------
    def _sample(self) -> Widget:
        preferences = self.context.app.preferences
        owners = self.context.owners("", 6)
        return Panel(
            Column(
                [
                    Text(tr("What it looks like"), PANEL),
                    grow(sample_board(owners, preferences.patterns), min_height=160),
                    Divider(),
                    sample_controls(),
                ],
                gap=12,
            )
        )


def _group(title: str, rows: list[Widget]) -> Widget:
    parts: list[Widget] = [Text(title, PANEL)]
    for row in rows:
        parts += [Divider(), row]
    return Sheet(Column(parts, gap=4), pad=(20, 12))


def _row(title: str, told: str, control: Widget) -> Widget:
    words = Column([Text(title, BODY), note(told) if told else None], gap=1)
    return Row([grow(words, min_width=110), control], gap=16, pad=(0, 5))


def _said(words: dict[str, str]) -> dict[str, str]:
    return {key: tr(text) for key, text in words.items()}


def _segments(name: str, words: dict[str, str], chosen: str, set_to: Callable[[str, object], None]) -> Widget:
    choices = [Choice(key, text) for key, text in words.items()]
    return Segmented(choices, chosen, lambda key: set_to(name, key), key=name)


def _percent(value: int) -> str:
    """Return a percentage that may be more than the whole."""
    return tr("{number}%", number=value)
