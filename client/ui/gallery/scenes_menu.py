"""Scenes outside a match: menu, set-up, settings, saved matches, rules."""

from pathlib import Path

from client.app.ports import SavedMatch
from client.ui.context import Screen
from client.ui.gallery.kit import Kit, Scene
from client.ui.screens.about import AboutScreen
from client.ui.screens.library import LibraryScreen
from client.ui.screens.menu import MenuScreen
from client.ui.screens.rules import RulesScreen
from client.ui.screens.settings import SettingsScreen
from client.ui.screens.setup import SetupScreen
from client.ui.toolkit.widget import KeyPress

__all__ = ["SCENES"]


def saved(
    n: int,
    game: str = "krieg",
    seats: tuple[str, ...] = ("Mira", "Jonas"),
    *,
    finished: bool = True,
    damaged: str = "",
) -> SavedMatch:
    """Return a match as it could lie on disk."""
    return SavedMatch(
        path=Path(f"/home/mira/.local/share/wabe/profiles/mira/matches/{n:02x}c4.wabe"),
        id=f"{n:032x}",
        game="" if damaged else game,
        options={"mode": "towers"} if game == "krieg" else {"size": 8},
        seats=seats,
        own=(0,),
        items=140 + n,
        when=1_790_000_000.0 - 86_400 * n,
        finished=finished and not damaged,
        winners=(n % 2,) if finished else (),
        resumable=not finished and not damaged,
        local=len(set(seats)) < 2 or "" in seats,
        round=12 + n,
        damaged=damaged,
    )


def library() -> list[SavedMatch]:
    """Return a shelf of matches of every kind."""
    return [
        saved(1, finished=False),
        saved(2, "towerwars", ("Mira", "")),
        saved(3, "krieg", ("Mira", "Jonas", "Lea")),
        saved(4, "towerwars", ("Mira", "Mira"), finished=False),
        saved(5, damaged="The file ends in the middle of an entry."),
        *(
            saved(n, "krieg" if n % 3 else "towerwars", ("Mira", ("Jonas", "", "Lea")[n % 3]))
            for n in range(6, 24)
        ),
    ]


def menu(kit: Kit) -> Screen:
    """Show the menu as it is at the first start."""
    return MenuScreen(kit.shell)


def menu_continue(kit: Kit) -> Screen:
    """Show the menu with a match to go on with, the keyboard on it."""
    kit.app.matches = library()
    screen = kit.show(MenuScreen(kit.shell))
    kit.key("right", "left")
    return screen


def setup(kit: Kit) -> Screen:
    """Show a match with towers being set up, a house rule on."""
    screen = kit.show(SetupScreen(kit.shell, "krieg"))
    kit.click("mode towers")
    kit.click("option short_shots")
    kit.key("tab", "tab")
    return screen


def setup_refused(kit: Kit) -> Screen:
    """Show three seats on one table, and an option that the rules refuse."""
    screen = kit.show(SetupScreen(kit.shell, "krieg", shared=True))
    kit.click("mode towers")
    kit.find("option radius").key_pressed(KeyPress("right"))
    return screen


def setup_levels(kit: Kit) -> Screen:
    """Show how strong computers are."""
    screen = kit.show(SetupScreen(kit.shell, "krieg"))
    kit.click("seat 1")
    return screen


def setup_factions(kit: Kit) -> Screen:
    """Show six factions on the smallest board."""
    screen = kit.show(SetupScreen(kit.shell, "krieg"))
    kit.click("mode factions")
    kit.find("option radius").key_pressed(KeyPress("left"))
    return screen


def setup_towerwars(kit: Kit) -> Screen:
    """Show a match of TowerWars being set up."""
    return SetupScreen(kit.shell, "towerwars")


def settings(kit: Kit) -> Screen:
    """Show the settings."""
    kit.app.names = ("mira", "guest")
    return SettingsScreen(kit.shell)


def settings_end(kit: Kit) -> Screen:
    """Show the end of the settings, with a port that is none."""
    kit.app.names = ("mira", "guest")
    screen = kit.show(SettingsScreen(kit.shell))
    kit.stage.focus_on("port")
    kit.key("end", "backspace", "backspace", "backspace")
    kit.stage.focus_on("new profile")
    return screen


def shelf(kit: Kit) -> Screen:
    """Show saved matches, one to go on with."""
    kit.app.matches = library()
    return LibraryScreen(kit.shell)


def shelf_finished(kit: Kit) -> Screen:
    """Show a finished match of three."""
    kit.app.matches = library()
    screen = kit.show(LibraryScreen(kit.shell))
    kit.key("down", "down")
    return screen


def shelf_damaged(kit: Kit) -> Screen:
    """Show a damaged file, about to be deleted."""
    kit.app.matches = library()
    screen = kit.show(LibraryScreen(kit.shell))
    kit.key("down", "down", "down", "down", "delete")
    return screen


def shelf_empty(kit: Kit) -> Screen:
    """Show that nothing was saved yet."""
    return LibraryScreen(kit.shell)


def lesson(kit: Kit) -> Screen:
    """Show the first lesson."""
    return RulesScreen(kit.shell)


def lesson_towerwars(kit: Kit) -> Screen:
    """Show how towers give reach."""
    screen = kit.show(RulesScreen(kit.shell, "towerwars-first"))
    kit.click("chapter 3")
    return screen


def rules(kit: Kit) -> Screen:
    """Show the rules of combat, with a table."""
    screen = kit.show(RulesScreen(kit.shell, "krieg"))
    kit.click("chapter 3")
    return screen


def keys(kit: Kit) -> Screen:
    """Show all keys."""
    return RulesScreen(kit.shell, "keys")


def about(kit: Kit) -> Screen:
    """Show the credits."""
    return AboutScreen(kit.shell)


SCENES: dict[str, Scene] = {
    "menu": menu,
    "menu-continue": menu_continue,
    "setup": setup,
    "setup-refused": setup_refused,
    "setup-levels": setup_levels,
    "setup-factions": setup_factions,
    "setup-towerwars": setup_towerwars,
    "library": shelf,
    "library-finished": shelf_finished,
    "library-damaged": shelf_damaged,
    "library-empty": shelf_empty,
    "learn-lesson": lesson,
    "learn-towers": lesson_towerwars,
    "learn-rules": rules,
    "learn-keys": keys,
    "about": about,
    "settings": settings,
    "settings-end": settings_end,
}
