"""Shows single screens without a program behind them: hidden window, still clock, no sound.

A scene is a function from a kit to a screen. It tells ``kit.app`` what to answer and returns the screen; what is
to be done on it first (a click, a key, a dialog) it does itself, after ``kit.show(screen)``.
"""

import gettext
import re
from collections.abc import Callable
from contextlib import AbstractContextManager

from client import i18n
from client.app.preferences import Preferences
from client.ui.context import Screen
from client.ui.draw.canvas import Canvas
from client.ui.gallery.fakes import Silence, StillApplication
from client.ui.shell import Shell, WindowPort, chosen_palette
from client.ui.toolkit.check import findings
from client.ui.toolkit.stage import Stage
from client.ui.toolkit.tree import find, walk
from client.ui.toolkit.widget import KeyPress, Pointer, Widget

__all__ = ["Kit", "Longer", "Scene", "speak"]

START = 100_000
"""Milliseconds of the still clock."""


class Longer(gettext.NullTranslations):
    """Makes every text about a third longer, as most languages do: each vowel is written twice."""

    def gettext(self, message: str) -> str:
        """Return ``message``, longer; fields stay as they are."""
        parts = re.split(r"(\{[^}]*\})", message)
        return "".join(part if part.startswith("{") else self._long(part) for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the singular or plural, longer."""
        return self.gettext(super().ngettext(msgid1, msgid2, n))

    @staticmethod
    def _long(text: str) -> str:
        return re.sub(r"([aeiouAEIOU])", lambda found: found[0] + found[0].lower(), text)


def speak(language: str, pseudo: bool = False) -> None:
    """Use a language from now on; ``pseudo``: with every text about a third longer."""
    i18n.use(language)
    if pseudo:
        i18n.use_catalogue(language, Longer())


class Kit:
    """One stage, on which one scene is shown.

    Args of the constructor:
        canvas: What is painted on, already as large as the window is to be.
        frame: Within what it returns a frame is painted.
        language: A key of ``client.i18n.LANGUAGES``.
        theme: ``dark`` or ``light``.
        pseudo: Whether texts are a third longer.
        moving: Whether there is motion.

    Attributes:
        app: The program behind: set what it is to answer.
        shell: The context of screens.
        stage: What they stand on.
        audio: What was heard.
        now: Milliseconds of the clock.
        attention: What was said of the window's title.
        clipboard: What was copied.
    """

    def __init__(
        self,
        canvas: Canvas,
        frame: Callable[[], AbstractContextManager[None]],
        *,
        language: str = "en",
        theme: str = "dark",
        pseudo: bool = False,
        moving: bool = False,
    ) -> None:
        speak(language, pseudo)
        self.canvas = canvas
        self._frame = frame
        self.now = START
        self.clipboard = ""
        self.attention: list[bool] = []
        preferences = Preferences(language=language, theme=theme, motion="full" if moving else "off")
        self.app = StillApplication(preferences)
        self.audio = Silence()
        self.stage = Stage(
            canvas,
            chosen_palette(self.app),
            lambda: self.now,
            copy=self._copy,
            paste=lambda: self.clipboard,
        )
        port = WindowPort(self.attention.append, self._copy, lambda scale: None, lambda: None)
        self.shell = Shell(self.app, self.stage, self.audio, lambda: self.now, port)
        self._shown: Screen | None = None

    def _copy(self, text: str) -> None:
        self.clipboard = text

    # --- showing ------------------------------------------------------------------------------------------
    def show(self, screen: Screen) -> Screen:
        """Show a screen, as the first one."""
        self._shown = screen
        self.shell.start(screen)
        self.paint()
        return screen

    def stage_scene(self, scene: "Scene") -> Screen:
        """Show what a scene returns, unless it has done so itself."""
        screen = scene(self)
        if self._shown is None:
            self.show(screen)
        return screen

    def paint(self) -> list[str]:
        """Paint a frame; returns the texts in it."""
        self.shell.tick(self.now)
        with self._frame():
            self.stage.paint(self.canvas)
        return [mark.text for mark in self.canvas.texts]

    def findings(self) -> list[str]:
        """Paint until everything is in its place, and return what is wrong with the frame."""
        for _ in range(3):
            self.now += 700
            self.paint()
        return findings(self.stage.roots, self.canvas)

    # --- using --------------------------------------------------------------------------------------------
    def has(self, key: str) -> bool:
        """Tell whether the topmost tree has a widget of that key."""
        return find(self.stage.top, key) is not None

    def find(self, key: str) -> Widget:
        """Return the widget of that key in the topmost tree."""
        widget = find(self.stage.top, key)
        assert widget is not None, f"no {key!r} among {[w.key for w in walk(self.stage.top) if w.key]}"
        return widget

    def hover(self, key: str) -> None:
        """Point at the middle of a widget."""
        rect = self.find(key).rect
        self.point(rect.cx, rect.cy)

    def point(self, x: float, y: float) -> None:
        """Point at a place."""
        self.stage.pointer_moved(Pointer(x, y))
        self.paint()

    def click(self, key: str) -> None:
        """Click on the middle of a widget."""
        rect = self.find(key).rect
        self.click_at(rect.cx, rect.cy)

    def click_at(self, x: float, y: float, button: str = "left") -> None:
        """Click at a place."""
        self.stage.pointer_moved(Pointer(x, y))
        self.stage.pointer_pressed(Pointer(x, y, button))
        self.stage.pointer_released(Pointer(x, y, button))
        self.paint()

    def key(self, *names: str) -> bool:
        """Press keys one after the other: ``tab``, ``shift+tab``; tells whether the last was of use."""
        used = False
        for name in names:
            *modifiers, key = name.split("+")
            press = KeyPress(key, "shift" in modifiers, "ctrl" in modifiers, "alt" in modifiers)
            used = self.stage.key_pressed(press)
            self.stage.key_released()
            self.paint()
        return used

    def type(self, text: str) -> None:
        """Type letters."""
        for letter in text:
            name = {" ": "space", "-": "minus", "+": "plus"}.get(letter, letter.lower())
            self.stage.key_pressed(KeyPress(name, shift=letter.isupper()))
            self.stage.text_entered(letter)
            self.stage.key_released()
        self.paint()


Scene = Callable[[Kit], Screen]
"""Prepares a kit and returns the screen to be shown."""
