"""The menu: what its tiles and its list lead to, by pointer and by keys."""

import pytest

from client.app.preferences import LastGame
from client.errors import ClientError
from client.ui.gallery.kit import Kit
from client.ui.gallery.scenes_menu import library, saved
from client.ui.screens.menu import LOOSE_FROM, MenuScreen
from client.ui.theme import LIGHT


@pytest.fixture
def menu(kit):
    kit.show(MenuScreen(kit.shell))
    return kit


def focused(kit):
    return kit.stage.focused.key


# --- the comb ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("keys", "tile"),
    [
        ("", "centre"),
        ("up", "krieg"),
        ("right", "towerwars"),
        ("right down", "lan"),
        ("down", "learn"),
        ("left", "replays"),
        ("left up", "table"),
        ("left right", "centre"),
        ("up up", "krieg"),
        ("down left up up", "krieg"),
    ],
)
def test_arrows_walk_the_comb(menu, keys, tile):
    menu.key(*keys.split())
    assert focused(menu) == tile


def test_every_tile_is_reached_by_arrows(menu):
    seen, paths = {"centre"}, [[]]
    while paths:
        path = paths.pop()
        for arrow in ("up", "down", "left", "right"):
            menu.shell.focus("centre")
            menu.key(*path, arrow)
            if focused(menu) not in seen:
                seen.add(focused(menu))
                paths.append([*path, arrow])
    assert {"centre", "krieg", "towerwars", "lan", "learn", "replays", "table"} <= seen


def test_a_tile_is_a_hexagon_to_the_pointer(menu):
    rect = menu.find("krieg").rect
    a = rect.w / 1.5
    menu.point(rect.cx + 0.97 * a, rect.cy)
    assert menu.stage._hovered[0] is menu.find("krieg"), "its tip lies beyond its place"
    menu.point(rect.cx + 0.74 * a, rect.y + 2)
    assert menu.find("krieg") not in menu.stage._hovered, "the corner of its place is not part of it"
    menu.point(rect.cx + 0.74 * a, rect.bottom - 2)
    assert menu.stage._hovered[0] is menu.find("towerwars")


@pytest.mark.parametrize(
    ("tile", "screen"),
    [
        ("krieg", "setup"),
        ("towerwars", "setup"),
        ("table", "setup"),
        ("lan", "lan"),
        ("learn", "rules"),
        ("replays", "library"),
        ("settings", "settings"),
        ("about", "about"),
        ("profile", "settings"),
    ],
)
def test_tiles_and_entries_lead_on_and_escape_leads_back(menu, tile, screen):
    menu.click(tile)
    assert menu.shell.screen.name == screen
    menu.key("escape")
    assert menu.shell.screen.name == "menu"


def test_the_keyboard_comes_back_to_the_tile_that_was_left(menu):
    menu.key("right", "down", "enter", "escape")
    assert focused(menu) == "lan"


def test_tiles_show_the_game_that_they_name(menu):
    menu.click("towerwars")
    assert menu.shell.screen.draft.game.name == "towerwars"
    menu.key("escape")
    menu.click("krieg")
    assert menu.shell.screen.draft.game.name == "krieg"


def test_one_table_has_persons_on_all_seats_of_the_game_played_last(kit):
    kit.app.preferences.game = "towerwars"
    kit.app.preferences.last["towerwars"] = LastGame({"size": 5}, ["me", "hard"])
    kit.show(MenuScreen(kit.shell))
    kit.click("table")
    kit.click("start")
    assert kit.app.deeds[-1] == "start towerwars {'size': 5, 'ply_limit': 0, 'pie': False} me, me"


# --- the middle --------------------------------------------------------------------------------------------------
def test_without_a_saved_match_a_quick_one_is_begun_by_one_click(menu):
    assert "Quick match" in menu.paint()
    menu.click("centre")
    assert menu.app.deeds == ["start krieg {} me, medium"]
    assert menu.shell.screen.name == "opening"


def test_the_newest_match_that_can_be_gone_on_with_is_in_the_middle(kit):
    kit.app.matches = [
        saved(7),
        saved(8, damaged="It is cut off."),
        saved(9, finished=False),
        saved(10, finished=False),
    ]
    kit.show(MenuScreen(kit.shell))
    assert {"Continue", "Jonas, round 21"} <= set(kit.paint())
    kit.click("centre")
    assert kit.app.deeds == [f"resume {9:032x}"]


def test_beside_a_match_to_continue_a_quick_one_is_one_click_away(kit):
    kit.app.matches = [saved(1, finished=False)]
    kit.show(MenuScreen(kit.shell))
    assert not kit.stage.focus_on("unfinished")
    kit.click("quick")
    assert kit.app.deeds == ["start krieg {} me, medium"]


def test_other_unfinished_matches_are_counted_and_shown(kit):
    kit.app.matches = [saved(number, finished=number == 4) for number in range(1, 5)]
    kit.show(MenuScreen(kit.shell))
    assert {"and 2 others", "3 unfinished matches"} <= set(kit.paint())
    kit.click("unfinished")
    assert kit.shell.screen.name == "library"
    assert kit.find("matches").count == 3


@pytest.mark.parametrize(
    ("match", "words"),
    [
        (saved(1, "towerwars", ("Mira", ""), finished=False), "Computer, 13 moves"),
        (saved(1, "krieg", ("Mira", "Jonas", "Lea"), finished=False), "Krieg und Frieden, round 13"),
    ],
)
def test_whom_one_plays_with_is_told(kit, match, words):
    kit.app.matches = [match]
    kit.show(MenuScreen(kit.shell))
    assert words in " ".join(kit.paint())


def test_only_finished_matches_are_counted(kit):
    kit.app.matches = library()
    kit.show(MenuScreen(kit.shell))
    finished = sum(match.finished for match in library())
    assert f"{finished} finished matches" in " ".join(kit.paint())


def test_a_match_that_cannot_begin_is_told_of(menu):
    def refuse(*_):
        raise ClientError("setup", "There is no room for this.")

    menu.app.start_local = refuse
    menu.click("centre")
    assert menu.shell.screen.name == "menu"
    assert "There is no room for this." in menu.paint()


# --- the list ----------------------------------------------------------------------------------------------------
def test_the_theme_is_switched_and_kept(menu):
    menu.click("theme")
    assert menu.shell.palette == LIGHT
    assert menu.app.preferences.theme == "light"
    assert "Dark theme" in menu.paint()
    assert "save preferences" in menu.app.deeds


def test_quitting_ends_the_program(menu):
    menu.click("quit")
    assert menu.app.deeds == ["quit"]


def test_escape_asks_before_it_quits(menu):
    menu.key("escape")
    assert menu.has("leave")
    menu.key("enter")
    assert not menu.has("leave"), "the focus is on staying"
    assert menu.app.deeds == []
    menu.key("escape")
    menu.click("leave")
    assert menu.app.deeds == ["quit"]


@pytest.mark.parametrize(("width", "pieces"), [(LOOSE_FROM - 1, False), (LOOSE_FROM, True)])
def test_loose_pieces_lie_where_there_is_room(ui, width, pieces):
    canvas = ui.NoteCanvas(width, 800)
    kit = Kit(canvas, canvas.frame)
    kit.show(MenuScreen(kit.shell))
    assert pieces == any(call[:2] == ("shape", "die") for call in canvas.calls)


def test_what_the_program_has_to_tell_is_shown_once(kit):
    from client.app.ports import Notice

    kit.app.notices.append(Notice("preferences", "The file was damaged.", bad=True))
    kit.show(MenuScreen(kit.shell))
    assert "The file was damaged." in kit.paint()
    assert kit.app.notices == []
