"""Between sitting down and the board, and leaving: what is waited for, what is asked."""

import pytest

from client.app.ports import Notice
from client.ui.gallery.fakes import StillTable
from client.ui.gallery.scenes_lan import towers_room
from client.ui.screens.menu import MenuScreen
from client.ui.screens.opening import PATIENCE
from client.ui.screens.ways import sit_down
from client.view.sandbox import Sandbox
from engine.registry import find


@pytest.fixture
def kit(kit):
    kit.show(MenuScreen(kit.shell))
    return kit


@pytest.fixture
def table(kit):
    table = kit.app.table = kit.app.opened = StillTable()
    assert sit_down(kit.shell, lambda: table)
    kit.paint()
    return table


def running():
    return Sandbox(find("towerwars"), {"size": 4})


# --- waiting -----------------------------------------------------------------------------------------------------
def test_nothing_is_said_about_a_short_wait(kit, table):
    assert kit.paint() == []
    assert kit.shell.tick(kit.now), "another frame is wanted, to say more if it takes longer"
    kit.now += PATIENCE
    kit.paint()
    assert "The match is being set up …" in " ".join(kit.paint())
    assert not kit.shell.tick(kit.now)


def test_a_match_takes_its_place(kit, table):
    table.match = running()
    table.tell()
    kit.paint()
    assert kit.shell.screen.name == "match"
    kit.shell.back()
    assert kit.shell.screen.name == "menu", "nobody comes back to waiting"


def test_a_room_takes_its_place(kit, table):
    table.room = towers_room()
    table.tell()
    kit.paint()
    assert kit.shell.screen.name in ("lan", "room")


def test_why_there_is_no_match_is_said(kit, table):
    table.ended = Notice("damaged", "The match file is damaged.", bad=True)
    table.tell()
    assert "The match file is damaged." in " ".join(kit.paint())
    kit.click("back")
    assert kit.shell.screen.name == "menu"
    assert table.deeds == ["leave"]


@pytest.mark.parametrize("way", ["escape", "cancel"])
def test_waiting_can_be_given_up(kit, table, way):
    kit.now += PATIENCE
    kit.paint()
    if way == "escape":
        kit.key("escape")
    else:
        kit.click("cancel")
    assert kit.shell.screen.name == "menu"
    assert table.deeds == ["leave"]
    assert table._listeners == [], "it hears no more of the table"


# --- leaving -----------------------------------------------------------------------------------------------------
def test_without_a_match_the_window_closes_at_once(kit):
    assert kit.shell.may_close()
    kit.app.table = StillTable()
    assert kit.shell.may_close()
    assert not kit.has("leave")


def test_while_a_match_runs_closing_asks_once(kit):
    kit.app.table = StillTable(match=running())
    assert not kit.shell.may_close()
    assert kit.has("leave")
    assert kit.shell.may_close(), "who closes it again means it"


@pytest.mark.parametrize("way", ["escape", "stay"])
def test_who_stays_is_asked_again_the_next_time(kit, way):
    kit.app.table = StillTable(match=running())
    kit.shell.may_close()
    if way == "escape":
        kit.key("escape")
    else:
        kit.click("stay")
    assert not kit.has("leave")
    assert not kit.shell.may_close()


def test_a_question_that_went_with_its_screen_is_asked_again(kit):
    kit.app.table = StillTable(match=running())
    kit.shell.may_close()
    kit.shell.go(MenuScreen(kit.shell))
    assert not kit.has("leave")
    assert not kit.shell.may_close()


def test_after_the_end_of_a_match_nothing_is_asked(kit):
    match = running()
    match.resign(0)
    kit.app.table = StillTable(match=match)
    assert kit.shell.may_close()
