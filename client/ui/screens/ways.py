"""The ways from screen to screen. Screens are loaded when somebody goes there: the menu need not wait for the rules."""

from collections.abc import Callable
from pathlib import Path

from client.app.ports import Notice, Table
from client.errors import ClientError
from client.i18n import tr
from client.ui.context import Context, Screen
from client.view.source import MatchSource, Phase

__all__ = [
    "copying",
    "export",
    "get_up",
    "match_screen",
    "room_screen",
    "sit_down",
    "to_about",
    "to_lan",
    "to_library",
    "to_replay",
    "to_rules",
    "to_settings",
    "to_setup",
]


def sit_down(context: Context, begin: Callable[[], Table]) -> bool:
    """Begin, join or go on with something, and show what comes of it; tells whether that was possible."""
    from client.ui.screens.opening import OpeningScreen

    try:
        table = begin()
    except ClientError as error:
        context.notify(Notice(error.code, error.text, bad=True))
        return False
    context.go(OpeningScreen(context, table))
    return True


def get_up(context: Context, table: Table | None) -> None:
    """Get up from a table, if there is one, back to the menu."""
    if table is not None:
        table.leave()
    context.home()


def copying(context: Context, text: str) -> Callable[[], None]:
    """Return what puts ``text`` on the clipboard and says so."""

    def copy() -> None:
        context.copy(text)
        context.notify(Notice("copied", tr("Copied.")))

    return copy


def export(context: Context, path: Path) -> None:
    """Write the plain record of a match beside its file, and tell where."""
    context.notify(context.app.export(path, path.with_suffix(".record.json")))


def match_screen(context: Context, match: MatchSource, table: Table) -> Screen:
    """Return the screen of a match, which leads on to settings, rules and result; until others are back, who is."""
    from client.ui.screens.lan_resume import ResumeScreen
    from client.ui.screens.match import MatchScreen

    if match.status().phase is Phase.RECOVERING:
        return ResumeScreen(context, match, table)
    return MatchScreen(context, match, table=table)


def room_screen(context: Context, table: Table) -> Screen:
    """Return the screen of a room."""
    from client.ui.screens.room import RoomScreen

    return RoomScreen(context, table)


def to_setup(context: Context, game: str, *, shared: bool = False, lan: bool = False) -> None:
    """Go to the set-up of a game; ``shared``: with persons here on all seats; ``lan``: with open seats."""
    from client.ui.screens.setup import SetupScreen

    context.go(SetupScreen(context, game, shared=shared, lan=lan))


def to_library(context: Context, shelf: str = "all") -> None:
    """Go to the saved matches; ``shelf``: those of them that are shown first."""
    from client.ui.screens.library import LibraryScreen

    context.go(LibraryScreen(context, shelf))


def to_lan(context: Context) -> None:
    """Go to where rooms are opened and joined."""
    from client.ui.screens.lan import LanScreen

    context.go(LanScreen(context))


def to_replay(context: Context, path: Path) -> None:
    """Go to a match on disk, to look at it."""
    from client.ui.screens.replay import ReplayScreen

    context.go(ReplayScreen(context, path))


def to_rules(context: Context, page: str = "") -> None:
    """Go to rules and lessons; ``page``: opened at that one."""
    from client.ui.screens.rules import RulesScreen

    context.go(RulesScreen(context, page))


def to_settings(context: Context) -> None:
    """Go to the settings."""
    from client.ui.screens.settings import SettingsScreen

    context.go(SettingsScreen(context))


def to_about(context: Context) -> None:
    """Go to version, licences and thanks."""
    from client.ui.screens.about import AboutScreen

    context.go(AboutScreen(context))
