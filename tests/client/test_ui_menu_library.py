"""Saved matches: found, gone on with, looked at, exported, and deleted only after a question."""

import pytest

from client.ui.gallery.kit import Kit
from client.ui.gallery.scenes_menu import library, saved
from client.ui.screens.library import LibraryScreen
from client.ui.toolkit.text import Text
from client.ui.toolkit.tree import walk


@pytest.fixture
def kit(kit):
    kit.app.matches = library()
    return kit


@pytest.fixture
def shelf(kit):
    kit.show(LibraryScreen(kit.shell))
    return kit


def said(kit):
    return [widget.text for widget in walk(kit.stage.top) if isinstance(widget, Text)]


def test_enter_goes_on_with_a_match_that_can_be_gone_on_with(shelf):
    shelf.key("enter")
    assert shelf.app.deeds[-1] == f"resume {1:032x}"
    assert shelf.shell.screen.name == "opening"


def test_enter_shows_a_match_that_is_over(shelf):
    shelf.key("down", "enter")
    assert shelf.shell.screen.name == "replay"
    assert "open 02c4.wabe" in shelf.app.deeds


def test_a_damaged_file_is_named_with_the_reason_and_cannot_be_opened(shelf):
    shelf.key("down", "down", "down", "down")
    assert "05c4.wabe" in said(shelf)
    assert said(shelf).count("The file ends in the middle of an entry.") == 2
    for key in ("watch", "continue", "export"):
        assert not shelf.has(key)
    before = list(shelf.app.deeds)
    shelf.key("enter", "w", "e")
    assert shelf.app.deeds == before
    assert shelf.shell.screen.name == "library"


@pytest.mark.parametrize(("shelf_key", "count"), [("all", 23), ("open", 2), ("finished", 20)])
def test_shelves(shelf, shelf_key, count):
    shelf.find("shelf").on_choose(shelf_key)
    shelf.paint()
    assert shelf.find("matches").count == count


def test_deleting_asks_first_and_keeps_by_default(shelf):
    shelf.key("down", "delete")
    assert shelf.has("delete for good")
    shelf.key("enter")
    assert not any(deed.startswith("remove") for deed in shelf.app.deeds)
    shelf.key("delete")
    shelf.click("delete for good")
    assert "remove 02c4.wabe" in shelf.app.deeds
    assert "The match was deleted." in shelf.paint()
    assert shelf.find("matches").count == 22


def test_others_are_thought_of_before_an_unfinished_match_is_deleted(shelf):
    shelf.key("delete")
    assert "The others could not go on with this match without you." in said(shelf)
    shelf.key("escape", "down", "delete")
    assert "The others could not go on with this match without you." not in said(shelf)


def test_exporting_says_where_to(shelf):
    shelf.key("e")
    assert shelf.app.deeds[-1] == "export 01c4.wabe 01c4.record.json"
    assert any("01c4.record.json" in text for text in shelf.paint())


def test_a_key_shows_the_replay(shelf):
    assert shelf.key("w")
    assert shelf.shell.screen.name == "replay"


def test_the_path_is_copied(shelf):
    shelf.click("copy path")
    assert shelf.clipboard.endswith("01c4.wabe")


def test_the_chosen_match_stays_chosen_when_the_list_changes(shelf):
    shelf.key("down", "down")
    shelf.app.matches = [saved(30), *shelf.app.matches]
    shelf.shell.refresh()
    shelf.paint()
    assert shelf.find("matches").current == 3


def test_an_empty_shelf_says_so(ui):
    canvas = ui.NoteCanvas()
    kit = Kit(canvas, canvas.frame)
    kit.show(LibraryScreen(kit.shell))
    assert "Nothing lies here yet." in kit.paint()
    kit.key("delete", "enter", "w")
    assert kit.shell.screen.name == "library"


def test_while_the_directory_is_read_the_shelf_is_not_called_empty(ui, monkeypatch):
    canvas = ui.NoteCanvas()
    kit = Kit(canvas, canvas.frame)
    monkeypatch.setattr(kit.app, "refresh_library", lambda done: None)
    kit.show(LibraryScreen(kit.shell))
    assert "The shelf is being looked through …" in kit.paint()


@pytest.mark.parametrize(
    ("match", "state"),
    [
        (saved(2, seats=("Mira", "Jonas")), "won"),
        (saved(3, seats=("Mira", "Jonas")), "Jonas won"),
        (saved(3, seats=("Mira", "")), "Computer won"),
        (saved(3, finished=False), "round 15"),
    ],
)
def test_how_a_match_stands(ui, match, state):
    canvas = ui.NoteCanvas()
    kit = Kit(canvas, canvas.frame)
    kit.app.matches = [match]
    kit.show(LibraryScreen(kit.shell))
    assert state in kit.paint()
