"""What every screen works with, and the way from one screen to another."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Protocol

from client.app.ports import Application, Notice
from client.ui.geometry import Size
from client.ui.theme import Owner, Palette
from client.ui.toolkit.widget import KeyPress, Widget

__all__ = ["Context", "Screen"]


class Context(Protocol):
    """The window as screens see it.

    Attributes:
        app: The program behind.
        palette: Of the theme in use, as the chosen colour vision shows it.
        still: Whether motion is off.
    """

    app: Application
    palette: Palette
    still: bool

    def owners(self, game: str, seats: int) -> tuple[Owner, ...]:
        """Return the owners of the seats, as the chosen colour vision shows them."""

    def now(self) -> int:
        """Return milliseconds of a steady clock."""

    def go(self, screen: "Screen") -> None:
        """Show ``screen`` above the present one."""

    def replace(self, screen: "Screen") -> None:
        """Show ``screen`` in place of the present one."""

    def back(self) -> None:
        """Return to the screen before; from the menu: ask whether to quit."""

    def home(self) -> None:
        """Return to the menu."""

    def refresh(self) -> None:
        """Build the screen anew on the next frame."""

    def focus(self, key: str) -> bool:
        """Give the keyboard to the widget of that key; tells whether there is one that takes it."""

    def restyle(self) -> None:
        """Take over changed preferences: language, theme, scale, colour vision, volume."""

    def open_modal(self, build: Callable[[Size], Widget]) -> None:
        """Lay a modal over the screen."""

    def close_modal(self) -> None:
        """Take it away again."""

    def notify(self, notice: Notice) -> None:
        """Show a line of news for some seconds."""

    def sound(self, name: str, *, own: bool = True) -> None:
        """Play ``step build capture dice turn refused tap``; another seat's is quieter."""

    def attention(self, wanted: bool) -> None:
        """Mark the window in the task bar and its title: it is this person's turn."""

    def copy(self, text: str) -> None:
        """Put ``text`` on the clipboard."""


class Screen(ABC):
    """One screen: a function from what is the case to a tree of widgets, and the keys that are its own.

    Attributes:
        name: Stable, for tests and the log.
    """

    name: ClassVar[str]

    def __init__(self, context: Context) -> None:
        self.context = context

    @abstractmethod
    def build(self, size: Size) -> Widget:
        """Return the tree for a window of ``size`` units."""

    def entered(self) -> None:  # noqa: B027 - few screens have something to do here
        """It is shown from now on, also when it is returned to."""

    def left(self) -> None:  # noqa: B027 - as for entered
        """It is not shown any more."""

    def key(self, press: KeyPress) -> bool:
        """A key that no widget wanted. Escape goes back where this returns False."""
        return False

    def tick(self, now: int) -> bool:
        """Do what time brings; return whether another frame is wanted soon."""
        return False
