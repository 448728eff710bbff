"""The match screen, by a stage driver: clicks, keys, what asks first, what is told and when."""

import pytest

from client.app.ports import Notice
from client.reasons import Reason
from client.ui.gallery import positions
from client.ui.gallery.fakes import StillTable
from client.ui.gallery.kit import Kit
from client.ui.gallery.scenes_match import actions_of, click, duel, factions, point, stones
from client.ui.screens.match import RESULT_AFTER, MatchScreen
from client.ui.screens.match_bar import BACK
from client.ui.toolkit import KeyPress
from client.ui.toolkit.tree import walk
from client.view.sandbox import Sandbox
from client.view.source import ChatLine, Connection, Phase, SeatInfo
from client.workers.deciding import Advice
from engine.registry import find
from protocol.agreements import OpenOffer


@pytest.fixture
def kit(ui):
    """A stage without a window."""
    canvas = ui.NoteCanvas()
    return Kit(canvas, canvas.frame)


def show(kit, source):
    table = StillTable(match=source)
    screen = MatchScreen(kit.shell, source, table=table)
    kit.show(screen)
    return screen


def texts(kit):
    return kit.paint()


def settle(kit, milliseconds=4000):
    """Let everything move to its end."""
    for _ in range(milliseconds // 40):
        kit.now += 40
        kit.paint()


# --- mouse ------------------------------------------------------------------------------------------------------
def test_clicks_select_choose_and_attack_and_hovering_does_nothing(kit):
    source = duel()
    screen = show(kit, source)
    before = len(source.steps)
    for cell in ("e4", "f4", "e5", "c3", "e1", "i5"):
        point(kit, cell)
    assert len(source.steps) == before
    click(kit, "e4")
    assert screen.model.selected == "e4"
    assert "2 riders · e4" in texts(kit)
    click(kit, "f4")
    assert len(source.steps) == before
    assert {"45%", "chance to win", "Expected losses", "Attack f4"} <= set(texts(kit))
    click(kit, "f4")
    assert source.steps[-1].action == "attack e4 f4"


def test_the_attack_button_attacks_and_a_right_click_takes_the_choice_back(kit):
    source = duel()
    screen = show(kit, source)
    click(kit, "e4")
    click(kit, "f4")
    at = kit.find("board").centre_of("c5")
    kit.click_at(*at, "right")
    assert screen.model.target is None
    click(kit, "f4")
    kit.click("attack")
    assert source.steps[-1].action == "attack e4 f4"


def test_an_attack_without_asking_where_that_is_preferred(kit):
    kit.app.preferences.confirm_attacks = False
    source = duel()
    show(kit, source)
    click(kit, "e4")
    click(kit, "f4")
    assert source.steps[-1].action == "attack e4 f4"


def test_a_click_that_comes_to_nothing_tells_why_and_sounds(kit):
    show(kit, duel())
    click(kit, "e4")
    click(kit, "e9")
    assert kit.has("whisper")
    assert ("refused", True) in kit.audio.heard
    click(kit, "e4")
    assert not kit.has("whisper")


def test_the_other_direction_is_told_for_the_stack_pointed_at(kit):
    show(kit, duel())
    click(kit, "e4")
    point(kit, "f4")
    assert any("The other way round, f4 × e4" in text for text in texts(kit))


def test_the_shop_sells_and_undo_takes_back_with_the_reason_when_it_cannot(kit):
    source = duel()
    show(kit, source)
    kit.click("buy:archer")
    assert source.steps[-1].action == "buy archer e1"
    assert kit.find("undo").enabled
    kit.click("undo")
    settle(kit)
    kit.click("undo")
    settle(kit)
    undo = kit.find("undo")
    assert not undo.enabled
    assert undo.tip
    assert undo.tip in " ".join(texts(kit))


def test_a_worker_builds_by_the_panel(kit):
    source = duel()
    show(kit, source)
    click(kit, "c3")
    assert not kit.find("build:castle").enabled
    kit.click("build:mine")
    assert source.steps[-1].action == "build mine c3"


def test_moves_of_others_are_shown_one_after_another_and_a_click_skips_them(kit):
    kit.app.preferences.motion = "full"
    source = duel()
    screen = show(kit, source)
    kit.key("e")
    kit.click("yes")
    for action in ("move h4 h5", "move h5 i5", "end"):
        source.act(1, action)
    kit.paint()
    assert screen.queue.running
    assert screen.model.shown < len(source.steps)
    click(kit, "e4")
    assert not screen.queue.running
    assert screen.model.shown == len(source.steps)
    assert screen.model.selected is None


def test_they_end_by_themselves_and_sound(kit):
    kit.app.preferences.motion = "fast"
    source = duel()
    screen = show(kit, source)
    source.act(0, "end")
    source.act(1, "move h4 h5")
    source.act(1, "attack f4 e4")
    source.act(1, "end")
    settle(kit, 8000)
    assert screen.model.shown == len(source.steps)
    assert ("step", False) in kit.audio.heard
    assert ("dice", False) in kit.audio.heard
    assert kit.audio.heard[-1] == ("turn", True)
    assert kit.attention[-1] is True
    point(kit, "e4")
    assert kit.attention[-1] is False


def test_looking_back_leaves_the_board_its_room(kit):
    show(kit, duel())
    room = kit.find("board").rect
    kit.key("pageup")
    assert kit.find("board").rect == room


def test_panels_tell_nothing_of_dice_that_still_roll(kit):
    kit.app.preferences.motion = "full"
    source = duel()
    screen = show(kit, source)
    before, luck = screen.model.last_roll(), screen.model.statistics().luck
    source.act(0, "attack e4 f4")
    kit.paint()
    kit.now += 40
    kit.paint()
    assert screen.queue.running
    assert screen.model.shown == len(source.steps)
    assert screen.model.last_roll() == before
    assert screen.model.statistics().luck == luck
    assert "e4 × f4" not in texts(kit)
    settle(kit, 8000)
    assert screen.model.last_roll() != before
    assert "e4 × f4" in texts(kit)


def test_the_shop_is_in_the_card_of_whoever_is_to_act_at_one_table(kit):
    source = duel(own=(0, 1))
    screen = show(kit, source)
    for seat in (0, 1):
        kit.paint()
        card = kit.find(f"seat{seat}")
        assert card.rect.y > kit.find(f"seat{1 - seat}").rect.y
        assert kit.find("shop") in list(walk(card))
        screen.model.do("end")
        settle(kit, 8000)


def test_advice_stays_while_one_points_and_is_played_by_its_button(kit):
    kit.app.advice = Advice(
        "build mine c3", 120, (), 3, 900, (Reason("builds", {"piece": "mine", "cell": "c3"}),)
    )
    source = duel()
    screen = show(kit, source)
    kit.key("h")
    assert screen.model.selected == "c3"
    click(kit, "c3")
    assert screen.model.selected == "c3"
    point(kit, "d3")
    assert "The worker builds a mine on c3." in texts(kit)
    point(kit, "e9")
    assert "The worker builds a mine on c3." in texts(kit)
    kit.key("escape")
    assert "The worker builds a mine on c3." not in texts(kit)
    kit.key("h")
    kit.click("play hint")
    assert source.steps[-1].action == "build mine c3"


def test_an_advised_attack_asks_like_any_other(kit):
    kit.app.advice = Advice("attack e4 f4", 120, (), 3, 900, ())
    source = duel()
    screen = show(kit, source)
    before = len(source.steps)
    kit.key("h")
    kit.click("play hint")
    assert len(source.steps) == before
    assert screen.model.target == "f4"
    assert not kit.has("play hint")
    kit.click("attack")
    assert source.steps[-1].action == "attack e4 f4"


def test_the_sheet_of_keys_has_those_of_the_game_alone(kit):
    show(kit, stones(kind="computer"))
    kit.key("shift+slash")
    sheet = set(texts(kit))
    assert {"Take back the last move", *BACK, "Choose the next piece that can move"} <= sheet
    assert not {"Buy a unit", "Build a mine, a castle", "Undo", "End the turn"} & sheet
    show(kit, duel())
    kit.key("shift+slash")
    sheet = set(texts(kit))
    assert {"Buy a unit", "End the turn", "Undo", *BACK} <= sheet
    assert "Take back the last move" not in sheet


def test_taking_back_has_its_place_before_there_is_anything_to_take_back(kit):
    seats = [SeatInfo(0, "human", "Mira", True), SeatInfo(1, "computer", "", False, "easy")]
    source = Sandbox(find("towerwars"), {}, seats)
    source.can_take_back = False
    show(kit, source)
    place = kit.find("resign").rect
    back = kit.find("take_back")
    assert (back.enabled, back.tip) == (False, "You have not moved yet.")
    source.act(0, find("towerwars").format(find("towerwars").legal_actions(source.now())[0]))
    source.can_take_back = True
    settle(kit)
    assert kit.find("resign").rect == place


# --- keys -------------------------------------------------------------------------------------------------------
def test_the_keyboard_is_on_the_board_at_first(kit):
    show(kit, duel())
    assert kit.stage.focused is kit.find("board")


def test_tab_goes_through_stacks_and_f6_through_panels(kit):
    screen = show(kit, duel())
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
    show(kit, duel())
    kit.key("f6")
    assert kit.stage.focused.key == "moves"
    a = kit.find("board").camera().a
    kit.key("plus")
    assert kit.find("board").camera().a > a
    kit.key("0")
    assert kit.find("board").camera().a == a


def test_ending_the_turn_by_its_key_asks_where_something_is_left_and_nothing_is_done_by_enter(kit):
    source = duel()
    show(kit, source)
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
    show(kit, source)
    kit.key("e", "e")
    assert not kit.has("end?")
    assert source.steps[-1].action == "end"


def test_the_end_of_a_turn_asks_not_for_gold_alone_and_not_where_that_is_preferred(kit):
    state = positions.krieg("e9 1 fighter1", turn=0, gold=(9, 9), number=2)
    source = Sandbox(find("krieg"), start=state)
    screen = show(kit, source)
    assert screen.model.idle().gold
    assert screen.model.idle().title == "You have no units"
    kit.key("e")
    assert source.steps[-1].action == "end"
    kit.app.preferences.confirm_end = False
    source = duel()
    show(kit, source)
    kit.key("e")
    assert source.steps[-1].action == "end"


def test_units_that_would_starve_ask_once_by_key_and_by_button(kit):
    state = positions.krieg("e4 0 rider3;d4 0 rider3;e9 1 fighter1", turn=0, gold=(0, 9), number=2)
    for way in (lambda: kit.key("e"), lambda: kit.click("end")):
        source = Sandbox(find("krieg"), start=state)
        show(kit, source)
        way()
        assert not source.steps
        assert any("starve" in text for text in texts(kit))
        kit.click("yes")
        assert source.steps[-1].action == "end"


def test_a_dialog_that_a_key_opened_shows_what_enter_would_do(kit):
    show(kit, duel())
    kit.key("r")
    assert kit.stage.focused.key == "no"
    assert kit.stage._seen_focus() is kit.stage.focused


def test_the_button_ends_it_at_once(kit):
    source = duel()
    show(kit, source)
    kit.click("end")
    assert source.steps[-1].action == "end"


@pytest.mark.parametrize("way", ["key", "menu"])
def test_resigning_asks_first(kit, way):
    source = duel()
    show(kit, source)
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


def test_leaving_asks_first_and_gets_up(kit):
    screen = show(kit, duel())
    kit.key("escape")
    kit.click("leave")
    kit.click("no")
    assert screen.table.deeds == []
    kit.key("f10")
    kit.click("leave")
    kit.click("yes")
    assert screen.table.deeds == ["leave"]


def test_the_sheet_of_keys_opens_by_a_question_mark(kit):
    show(kit, duel())
    kit.stage.text_entered("?")
    kit.paint()
    assert kit.has("sheet")
    kit.key("escape")
    kit.key("shift+slash")
    assert kit.has("sheet")


def test_looking_back_and_on(kit):
    source = duel()
    screen = show(kit, source)
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
        settle(kit)

    source = duel()
    show(kit, source)
    kit.click("buy:archer")
    press()
    assert source.steps[-1].action == "undo"
    source = stones(kind="computer")
    show(kit, source)
    press()
    assert len(source.steps) == 0
    assert not kit.key("z")


# --- chat, offers, advice ---------------------------------------------------------------------------------------
def test_the_key_that_opens_the_chat_is_not_typed_into_it(kit):
    show(kit, duel())
    kit.stage.key_pressed(KeyPress("c"))
    kit.stage.text_entered("c")
    kit.stage.key_released()
    kit.type("cc")
    assert kit.find("say").text == "cc"


def test_chat_is_typed_without_playing_and_counts_what_is_unread(kit):
    source = duel()
    show(kit, source)
    source.chat_lines.append(ChatLine(1, "Hello"))
    source.tell()
    assert "Chat (1)" in texts(kit)
    kit.key("c")
    assert "Hello" in texts(kit)
    before = len(source.steps)
    kit.type("he gets 1")
    kit.key("enter")
    assert source.chat_lines[-1] == ChatLine(0, "he gets 1")
    assert len(source.steps) == before
    assert not kit.has("end?")
    kit.key("escape")
    assert not kit.has("chat")
    assert "Chat" in texts(kit)


def test_an_offer_is_shown_and_accepted_after_a_question(kit):
    source = duel()
    source.act(0, "end")
    show(kit, source)
    source.offers().append(OpenOffer(bytes(16), "draw", 1, ()))
    source.tell()
    kit.paint()
    kit.click("accept:draw")
    assert source.status().phase is Phase.PLAYING
    kit.click("yes")
    assert source.status().how == "agreed"


def test_advice_is_shown_with_its_reason_unless_the_match_has_gone_on(kit):
    source = duel()
    screen = show(kit, source)
    kit.key("h")
    assert "Looking for a good move …" in texts(kit)
    kit.app.advice = Advice("move e4 e5", 0, (), 1, 1, (Reason("conquers", {"cell": "e5"}),))
    screen._thinking = False
    kit.click("hint")
    assert "It conquers e5." in texts(kit)
    assert screen.model.picture().arrows
    source.act(0, "end")
    assert "It conquers e5." not in texts(kit)


def test_advice_out_of_turn_is_told_to_be_impossible(kit):
    source = duel()
    source.act(0, "end")
    show(kit, source)
    kit.key("h")
    assert "ask hint" not in kit.app.deeds


def test_taking_back_against_the_computer(kit):
    source = stones(kind="computer")
    show(kit, source)
    kit.click("take_back")
    assert len(source.steps) == 0


# --- trouble ----------------------------------------------------------------------------------------------------
def test_trouble_is_told_above_the_board(kit):
    source = duel()
    screen = show(kit, source)
    source.connections[1] = Connection("lost", 0)
    source.tell()
    kit.paint()
    assert kit.has("lost")
    source.phase, source.waiting = Phase.DICE, (1,)
    source.tell()
    kit.paint()
    assert "Waiting for the dice of Jonas" in texts(kit)
    source.phase = Phase.STOPPED
    screen.table.notices = (Notice("desync", "All about it is in /tmp/x.bundle", bad=True),)
    source.tell()
    assert any("/tmp/x.bundle" in text for text in texts(kit))


def test_several_persons_are_told_whose_turn_begins(kit):
    source = duel(own=(0, 1))
    show(kit, source)
    kit.now += 5000
    assert not any("Jonas: " in text for text in texts(kit))
    source.act(0, "end")
    settle(kit, 400)
    assert any(text.startswith("Jonas: ") for text in texts(kit))
    kit.now += 5000
    assert not any(text.startswith("Jonas: ") for text in texts(kit))


def test_the_end_leads_to_the_result_once(kit):
    source = duel()
    show(kit, source)
    source.resign(1)
    kit.paint()
    assert kit.shell.screen.name == "match"
    for _ in range(4):
        kit.now += RESULT_AFTER
        kit.paint()
    assert kit.shell.screen.name == "result"
    kit.click("board again")
    for _ in range(4):
        kit.now += RESULT_AFTER
        kit.paint()
    assert kit.shell.screen.name == "match"
    kit.click("result")
    assert kit.shell.screen.name == "result"


def test_a_further_game_is_shown_and_played(kit, viewkit):
    seats = [SeatInfo(n, "human", name, True) for n, name in enumerate(("Mira", "Jonas"))]
    source = Sandbox(viewkit.helper_of_engine("toys").Race(), {"track": 4}, seats)
    screen = show(kit, source)
    assert {"seat0", "seat1", "act:dash", "act:end"} <= {widget.key for widget in walk(kit.stage.root)}
    click(kit, "t2")
    settle(kit, 400)
    assert source.steps[-1].action == "step t2"
    kit.click("act:end")
    settle(kit, 400)
    assert source.to_act() == 1
    kit.key("1")
    settle(kit, 400)
    assert source.steps[-1].action == "dash"
    assert screen.model.source is source


@pytest.mark.parametrize("turn", [0, 5])
def test_six_seats_have_their_cards_and_order(kit, turn):
    show(kit, factions(turn=turn))
    assert all(kit.has(f"seat{seat}") for seat in range(6))
    assert kit.has("shop panel") is (turn == 0)
    told = texts(kit)
    assert {"Mira", "Tariq", "Jonas", "Lea", "Computer 1", "Computer 2"} <= set(told)


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
    screen = show(kit, source)
    for action in actions_of(name, tuple(options.items()), "simple", most):
        played = len(source.steps)
        by_keys(kit, screen, action)
        settle(kit, 900)
        assert [step.action for step in source.steps[played:]] == [action]
    assert len(source.steps) == most or source.status().phase is Phase.FINISHED
