"""The window as screens see it: which screen is shown, in which look, with which sounds (``Context``)."""

from collections.abc import Callable
from dataclasses import dataclass

from client.app.ports import Application, Notice
from client.errors import ClientError
from client.i18n import tr
from client.ui.audio import Audio
from client.ui.context import Screen
from client.ui.geometry import Size
from client.ui.theme import DARK, LIGHT, Owner, Palette, owners_of, simulated_owner, simulated_palette
from client.ui.toolkit.buttons import Button
from client.ui.toolkit.modal import Modal
from client.ui.toolkit.stage import Stage
from client.ui.toolkit.text import Text
from client.ui.toolkit.widget import KeyPress, Widget
from client.view.source import Phase

__all__ = ["Shell", "WindowPort", "chosen_palette"]


@dataclass(frozen=True, slots=True)
class WindowPort:
    """What the shell wants of the window.

    Attributes:
        attention: Mark the window in the task bar and in its title, or end that.
        copy: Put a text on the clipboard.
        rescale: Take over the preferred scale of the interface.
        fullscreen: Fill the screen, or no longer.
    """

    attention: Callable[[bool], None]
    copy: Callable[[str], None]
    rescale: Callable[[float], None]
    fullscreen: Callable[[], None]


def chosen_palette(app: Application) -> Palette:
    """Return the palette that the preferences ask for."""
    theme = app.preferences.theme
    if theme == "system":
        from client.ui.systemtheme import system_theme

        theme = system_theme()
    return simulated_palette(LIGHT if theme == "light" else DARK, app.preferences.vision)


class Shell:
    """Implements ``client.ui.context.Context`` on a stage.

    Args of the constructor:
        app: The program behind.
        stage: What shows the screens.
        audio: What sounds.
        clock: Milliseconds of a steady clock.
        window: The window.
    """

    def __init__(
        self, app: Application, stage: Stage, audio: Audio, clock: Callable[[], int], window: WindowPort
    ) -> None:
        self.app = app
        self._stage = stage
        self._audio = audio
        self._clock = clock
        self._window = window
        self._screens: list[Screen] = []
        self._asked_to_quit = False
        self._take_over()

    @property
    def screen(self) -> Screen:
        """The screen that is shown."""
        return self._screens[-1]

    def start(self, screen: Screen) -> None:
        """Show the first screen, to which ``home`` leads."""
        self._screens = [screen]
        self._show()

    def tick(self, now: int) -> bool:
        """Do what time brings, before a frame; return whether another one is wanted soon."""
        for notice in self.app.notices:
            self.notify(notice)
        self.app.notices.clear()
        return bool(self._screens) and self.screen.tick(now)

    # --- the look -----------------------------------------------------------------------------------------
    def owners(self, game: str, seats: int) -> tuple[Owner, ...]:
        """Return the owners of the seats, as the chosen colour vision shows them."""
        vision = self.app.preferences.vision
        return tuple(simulated_owner(owner, vision) for owner in owners_of(game, seats))

    def restyle(self) -> None:
        """Take over changed preferences, and keep them."""
        try:
            self.app.save_preferences()
        except ClientError as error:
            self.notify(Notice(error.code, error.text, bad=True))
        self._take_over()
        self._window.rescale(self.app.preferences.scale)
        self.refresh()

    def _take_over(self) -> None:
        self.palette = self._stage.palette = chosen_palette(self.app)
        self.still = self._stage.still = self.app.preferences.motion == "off"
        self._audio.volume = self.app.preferences.volume

    # --- the way ------------------------------------------------------------------------------------------
    def go(self, screen: Screen) -> None:
        """Show ``screen`` above the present one."""
        self.screen.left()
        self._screens.append(screen)
        self._show()

    def replace(self, screen: Screen) -> None:
        """Show ``screen`` in place of the present one."""
        self.screen.left()
        self._screens[-1] = screen
        self._show()

    def back(self) -> None:
        """Return to the screen before; from the first one ask whether to quit."""
        if len(self._screens) == 1:
            self.ask_to_quit()
            return
        self._screens.pop().left()
        self._show()

    def home(self) -> None:
        """Return to the first screen."""
        while len(self._screens) > 1:
            self._screens.pop().left()
        self._show()

    def _show(self) -> None:
        # Whatever was asked goes with the screen on which it was asked.
        self._asked_to_quit = False
        self._stage.show(self.screen.build, self._key)
        self.screen.entered()

    def refresh(self) -> None:
        """Build the screen anew on the next frame."""
        self._stage.refresh()

    def focus(self, key: str) -> bool:
        """Give the keyboard to the widget of that key; tells whether there is one that takes it."""
        return self._stage.focus_on(key)

    def open_modal(self, build: Callable[[Size], Widget]) -> None:
        """Lay a modal over the screen."""
        self._stage.open_modal(build)

    def close_modal(self) -> None:
        """Take it away again."""
        self._stage.close_modal()

    def may_close(self) -> bool:
        """Tell whether the window may be closed: at once, unless a match runs; then it is asked, but only once."""
        table = self.app.table
        playing = (
            table is not None and table.match is not None and table.match.status().phase is not Phase.FINISHED
        )
        if not playing or self._asked_to_quit:
            return True
        self.ask_to_quit()
        return False

    def ask_to_quit(self) -> None:
        """Ask whether to leave the program, and do so."""
        self._asked_to_quit = True

        def stay() -> None:
            self._asked_to_quit = False
            self.close_modal()

        def build(size: Size) -> Widget:
            return Modal(
                tr("Leave Wabe?"),
                Text(tr("You can continue unfinished matches from the menu.")),
                [
                    Button(tr("Stay"), stay, key="stay"),
                    Button(tr("Leave"), self.app.quit, key="leave"),
                ],
                on_cancel=stay,
                first="stay",
                key="quit",
            )

        self.open_modal(build)

    # --- small things -------------------------------------------------------------------------------------
    def now(self) -> int:
        """Return milliseconds of a steady clock."""
        return self._clock()

    def notify(self, notice: Notice) -> None:
        """Show a line of news for some seconds."""
        self._stage.notify(notice.text, notice.bad)

    def sound(self, name: str, *, own: bool = True) -> None:
        """Play a sound."""
        self._audio.play(name, own=own)

    def attention(self, wanted: bool) -> None:
        """Mark the window in the task bar and its title."""
        self._window.attention(wanted)

    def copy(self, text: str) -> None:
        """Put ``text`` on the clipboard."""
        self._window.copy(text)

    def _key(self, press: KeyPress) -> bool:
        if self.screen.key(press):
            return True
        match press.name:
            case "escape":
                self.back()
            case "f11":
                self._window.fullscreen()
            case _:
                return False
        return True
