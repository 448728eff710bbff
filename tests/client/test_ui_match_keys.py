"""The match screen by keys: what each does, what asks first, and whole matches without a mouse."""

import pytest

from client.ui.gallery import positions
from client.ui.gallery.scenes_match import actions_of, duel, stones
from client.ui.screens.match_bar import BACK
from client.ui.toolkit.tree import walk
from client.view.sandbox import Sandbox
from client.view.source import Phase, SeatInfo
from engine.registry import find


# --- keys -------------------------------------------------------------------------------------------------------
def test_the_keyboard_is_on_the_board_at_first(kit):
    kit.sit(duel())
    assert kit.stage.focused is kit.find("board")


def test_tab_goes_through_stacks_and_f6_through_panels(kit):
    screen = kit.sit(duel())
    kit.key("tab")
    first = screen.model.selected
    kit.key("tab")
    assert None is not screen.model.selected != first
    kit.key("shift+tab")
    assert screen.model.selected == first
    kit.key("f6")
    assert kit.stage.focused.key == "moves"
    kit.key("f6")
    assert kit.stage.focused.key == "end"
    selected = screen.model.selected
    kit.key("tab")
    assert screen.model.selected == selected
    assert kit.stage.focused.key != "end"
    kit.key("shift+f6")
    assert kit.stage.focused.key == "moves"


def test_zoom_works_wherever_the_keyboard_is(kit):
    kit.sit(duel())
    kit.key("f6")
    assert kit.stage.focused.key == "moves"
    a = kit.find("board").camera().a
    kit.key("plus")
    assert kit.find("board").camera().a > a
    kit.key("0")
    assert kit.find("board").camera().a == a


def test_ending_the_turn_by_its_key_asks_where_something_is_left_and_nothing_is_done_by_enter(kit):
    source = duel()
    kit.sit(source)
    before = len(source.steps)
    kit.key("e")
    assert kit.find("end?")
    assert kit.stage.focused.key == "no"
    kit.key("enter")
    assert len(source.steps) == before
    assert not kit.has("end?")
    kit.key("e")
    kit.click("yes")
    assert source.steps[-1].action == "end"


def test_its_key_once_more_confirms_the_end_of_a_turn(kit):
    source = duel()
    kit.sit(source)
    kit.key("e", "e")
    assert not kit.has("end?")
    assert source.steps[-1].action == "end"


def test_the_end_of_a_turn_asks_not_for_gold_alone_and_not_where_that_is_preferred(kit):
    state = positions.krieg("e9 1 fighter1", turn=0, gold=(9, 9), number=2)
    source = Sandbox(find("krieg"), start=state)
    screen = kit.sit(source)
    assert screen.model.idle().gold
    assert screen.model.idle().title == "You have no units"
    kit.key("e")
    assert source.steps[-1].action == "end"
    kit.app.preferences.confirm_end = False
    source = duel()
    kit.sit(source)
    kit.key("e")
    assert source.steps[-1].action == "end"


def test_units_that_would_starve_ask_once_by_key_and_by_button(kit):
    state = positions.krieg("e4 0 rider3;d4 0 rider3;e9 1 fighter1", turn=0, gold=(0, 9), number=2)
    for way in (lambda: kit.key("e"), lambda: kit.click("end")):
        source = Sandbox(find("krieg"), start=state)
        kit.sit(source)
        way()
        assert not source.steps
        assert any("starve" in text for text in kit.paint())
        kit.click("yes")
        assert source.steps[-1].action == "end"


def test_a_dialog_that_a_key_opened_shows_what_enter_would_do(kit):
    kit.sit(duel())
    kit.key("r")
    assert kit.stage.focused.key == "no"
    assert kit.stage._seen_focus() is kit.stage.focused


def test_the_button_ends_it_at_once(kit):
    source = duel()
    kit.sit(source)
    kit.click("end")
    assert source.steps[-1].action == "end"


@pytest.mark.parametrize("way", ["key", "menu"])
def test_resigning_asks_first(kit, way):
    source = duel()
    kit.sit(source)
    if way == "key":
        kit.key("r")
    else:
        kit.key("f10")
        kit.click("resign")
    assert kit.has("pending")
    kit.key("enter")
    assert source.status().phase is Phase.PLAYING
    assert not kit.has("pending")
    kit.key("r")
    kit.key("escape")
    assert not kit.has("pending")
    kit.key("r")
    kit.click("yes")
    assert source.status().phase is Phase.FINISHED


@pytest.mark.parametrize(
    ("key", "opened"),
    [("r", "pending"), ("b", "pending"), ("f1", ""), ("shift+slash", "sheet"), ("f10", "")],
)
def test_letters_beside_the_entries_of_the_menu_work_while_it_is_open(kit, key, opened):
    kit.sit(duel(own=(0, 1)))
    kit.key("f10")
    assert kit.key(key)
    kit.paint()
    assert not kit.has("match menu")
    assert not opened or kit.has(opened)
    assert (kit.shell.screen.name == "rules") == (key == "f1")


def test_the_menu_takes_back_by_its_letter_and_passes_on_what_it_does_not_show(kit):
    source = stones(kind="computer")
    kit.sit(source)
    kit.key("f10")
    kit.key("t")
    assert kit.has("match menu")
    kit.key("u")
    assert not kit.has("match menu")
    assert len(source.steps) == 0
    kit.key("f10")
    kit.key("u")
    assert kit.has("match menu"), "nothing is left to be taken back; why stands below the entry"


def test_the_menu_knows_the_question_mark_however_it_is_typed(kit):
    kit.sit(duel())
    kit.key("f10")
    kit.stage.text_entered("?")
    kit.paint()
    assert kit.has("sheet")


def test_leaving_asks_first_and_gets_up(kit):
    screen = kit.sit(duel())
    kit.key("escape")
    kit.click("leave")
    kit.click("no")
    assert screen.table.deeds == []
    kit.key("f10")
    kit.click("leave")
    kit.click("yes")
    assert screen.table.deeds == ["leave"]


def test_the_sheet_of_keys_opens_by_a_question_mark(kit):
    kit.sit(duel())
    kit.stage.text_entered("?")
    kit.paint()
    assert kit.has("sheet")
    kit.key("escape")
    kit.key("shift+slash")
    assert kit.has("sheet")


def test_the_sheet_of_keys_has_those_of_the_game_alone(kit):
    kit.sit(stones(kind="computer"))
    kit.key("shift+slash")
    sheet = set(kit.paint())
    assert {"Take back the last move", *BACK, "Choose the next piece that can move"} <= sheet
    assert not {"Buy a unit", "Build a mine, a castle", "Undo", "End the turn"} & sheet
    kit.sit(duel())
    kit.key("shift+slash")
    sheet = set(kit.paint())
    assert {"Buy a unit", "End the turn", "Undo", *BACK} <= sheet
    assert "Take back the last move" not in sheet


@pytest.mark.parametrize("own", [(0,), (0, 1)])
def test_the_sheet_of_keys_has_what_the_menu_has(kit, own):
    screen = kit.sit(duel(own=own))
    deeds = {deed.shortcut.upper(): deed.label for deed in screen.model.deeds() if deed.key != "hint"}
    kit.key("shift+slash")
    sheet = set(kit.paint())
    for letter in ("R", "B", "D"):
        assert {letter, deeds[letter]} <= sheet


def test_looking_back_and_on(kit):
    source = duel()
    screen = kit.sit(source)
    kit.key("pageup")
    assert screen.model.looking == len(source.steps) - 1
    assert kit.has("looking back")
    assert not [widget for widget in walk(kit.stage.root) if widget.key == "undo"]
    kit.click("looking back")
    assert screen.model.looking is None
    kit.key("l")
    kit.key("home", "enter")
    kit.key("down", "enter")
    assert screen.model.looking == 1
    kit.click("live")
    assert screen.model.looking is None


@pytest.mark.parametrize("panel", [False, True])
@pytest.mark.parametrize("key", ["u", "ctrl+z"])
def test_the_same_keys_take_back_in_every_game(kit, key, panel):
    def press():
        if panel:
            kit.key("f6")
        assert kit.key(key)
        kit.settle()

    source = duel()
    kit.sit(source)
    kit.click("buy:archer")
    press()
    assert source.steps[-1].action == "undo"
    source = stones(kind="computer")
    kit.sit(source)
    press()
    assert len(source.steps) == 0
    assert not kit.key("z")


# --- whole matches by keys alone --------------------------------------------------------------------------------
def lead(kit, screen, cell):
    """Lead the cursor to a cell by arrow keys."""
    model = screen.model
    if model.at is None or not model._keyboard:
        kit.key("up")
    centres = model.layout().at
    for _ in range(80):
        if model.at == cell:
            return
        here, there = centres[model.at], centres[cell]
        dx, dy = there[0] - here[0], there[1] - here[1]
        before = model.at
        kit.key(("right" if dx > 0 else "left") if abs(dx) > abs(dy) else ("down" if dy > 0 else "up"))
        if model.at == before:
            kit.key(("down" if dy > 0 else "up") if abs(dx) > abs(dy) else ("right" if dx > 0 else "left"))
    assert model.at == cell


def by_keys(kit, screen, action):
    """Play an action of Krieg or TowerWars by keys alone."""
    model = screen.model
    verb, *rest = (
        action.split() if " " in action or action in ("end", "undo") else ("move", *action.split("-"))
    )
    while model.selected is not None:
        kit.key("escape")
    match verb:
        case "end":
            kit.key("e")
            if kit.has("end?"):
                kit.key("tab", "enter")
        case "undo":
            kit.key("u")
        case "buy":
            lead(kit, screen, rest[1])
            kit.key("enter")
            kit.key({"worker": "1", "fighter": "2", "rider": "3", "archer": "4"}[rest[0]])
        case "build":
            lead(kit, screen, rest[1])
            kit.key("enter")
            kit.key({"mine": "m", "castle": "k"}[rest[0]])
        case _:
            lead(kit, screen, rest[0])
            kit.key("enter")
            lead(kit, screen, rest[1])
            kit.key("enter")
            if model.target is not None:
                kit.key("a")


@pytest.mark.parametrize(
    ("name", "options", "most"),
    [
        ("krieg", {"radius": 3}, 90),
        ("towerwars", {"size": 4}, 400),
        pytest.param("krieg", {"radius": 3}, 800, marks=pytest.mark.slow),
    ],
)
def test_a_match_is_played_by_keys_alone(kit, name, options, most):
    source = Sandbox(find(name), options, [SeatInfo(n, "human", f"P{n}", True) for n in range(2)])
    screen = kit.sit(source)
    for action in actions_of(name, tuple(options.items()), "simple", most):
        played = len(source.steps)
        by_keys(kit, screen, action)
        kit.settle(900)
        assert [step.action for step in source.steps[played:]] == [action]
    assert len(source.steps) == most or source.status().phase is Phase.FINISHED
