"""The match screen by mouse: clicks, the shop and other panels, motions, and where everything has its place."""

from client.reasons import Reason
from client.ui.gallery.scenes_match import click, duel, point
from client.ui.toolkit.tree import walk
from client.view.sandbox import Sandbox
from client.view.source import SeatInfo
from client.workers.deciding import Advice
from engine.registry import find


def test_clicks_select_choose_and_attack_and_hovering_does_nothing(kit):
    source = duel()
    screen = kit.sit(source)
    before = len(source.steps)
    for cell in ("e4", "f4", "e5", "c3", "e1", "i5"):
        point(kit, cell)
    assert len(source.steps) == before
    click(kit, "e4")
    assert screen.model.selected == "e4"
    assert "2 riders · e4" in kit.paint()
    click(kit, "f4")
    assert len(source.steps) == before
    assert {"45%", "chance to win", "Expected losses", "Attack f4"} <= set(kit.paint())
    click(kit, "f4")
    assert source.steps[-1].action == "attack e4 f4"


def test_the_attack_button_attacks_and_a_right_click_takes_the_choice_back(kit):
    source = duel()
    screen = kit.sit(source)
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
    kit.sit(source)
    click(kit, "e4")
    click(kit, "f4")
    assert source.steps[-1].action == "attack e4 f4"


def test_a_click_that_comes_to_nothing_tells_why_and_sounds(kit):
    kit.sit(duel())
    click(kit, "e4")
    click(kit, "e9")
    assert kit.has("whisper")
    assert ("refused", True) in kit.audio.heard
    click(kit, "e4")
    assert not kit.has("whisper")


def test_the_other_direction_is_told_for_the_stack_pointed_at(kit):
    kit.sit(duel())
    click(kit, "e4")
    point(kit, "f4")
    assert any("The other way round, f4 × e4" in text for text in kit.paint())


def test_the_shop_sells_and_undo_takes_back_with_the_reason_when_it_cannot(kit):
    source = duel()
    kit.sit(source)
    kit.click("buy:archer")
    assert source.steps[-1].action == "buy archer e1"
    assert kit.find("undo").enabled
    kit.click("undo")
    kit.settle()
    kit.click("undo")
    kit.settle()
    undo = kit.find("undo")
    assert not undo.enabled
    assert undo.tip
    assert undo.tip in " ".join(kit.paint())


def test_a_worker_builds_by_the_panel(kit):
    source = duel()
    kit.sit(source)
    click(kit, "c3")
    assert not kit.find("build:castle").enabled
    kit.click("build:mine")
    assert source.steps[-1].action == "build mine c3"


def test_moves_of_others_are_shown_one_after_another_and_a_click_skips_them(kit):
    kit.app.preferences.motion = "full"
    source = duel()
    screen = kit.sit(source)
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
    screen = kit.sit(source)
    source.act(0, "end")
    source.act(1, "move h4 h5")
    source.act(1, "attack f4 e4")
    source.act(1, "end")
    kit.settle(8000)
    assert screen.model.shown == len(source.steps)
    assert ("step", False) in kit.audio.heard
    assert ("dice", False) in kit.audio.heard
    assert kit.audio.heard[-1] == ("turn", True)
    assert kit.attention[-1] is True
    point(kit, "e4")
    assert kit.attention[-1] is False


def test_looking_back_leaves_the_board_its_room(kit):
    kit.sit(duel())
    room = kit.find("board").rect
    kit.key("pageup")
    assert kit.find("board").rect == room


def test_panels_tell_nothing_of_dice_that_still_roll(kit):
    kit.app.preferences.motion = "full"
    source = duel()
    screen = kit.sit(source)
    before, luck = screen.model.last_roll(), screen.model.statistics().luck
    source.act(0, "attack e4 f4")
    kit.paint()
    kit.now += 40
    kit.paint()
    assert screen.queue.running
    assert screen.model.shown == len(source.steps)
    assert screen.model.last_roll() == before
    assert screen.model.statistics().luck == luck
    assert "e4 × f4" not in kit.paint()
    kit.settle(8000)
    assert screen.model.last_roll() != before
    assert "e4 × f4" in kit.paint()


def test_the_shop_is_in_the_card_of_whoever_is_to_act_at_one_table(kit):
    source = duel(own=(0, 1))
    screen = kit.sit(source)
    for seat in (0, 1):
        kit.paint()
        card = kit.find(f"seat{seat}")
        assert card.rect.y > kit.find(f"seat{1 - seat}").rect.y
        assert kit.find("shop") in list(walk(card))
        screen.model.do("end")
        kit.settle(8000)


def test_advice_stays_while_one_points_and_is_played_by_its_button(kit):
    kit.app.advice = Advice(
        "build mine c3", 120, (), 3, 900, (Reason("builds", {"piece": "mine", "cell": "c3"}),)
    )
    source = duel()
    screen = kit.sit(source)
    kit.key("h")
    assert screen.model.selected == "c3"
    click(kit, "c3")
    assert screen.model.selected == "c3"
    point(kit, "d3")
    assert "The worker builds a mine on c3." in kit.paint()
    point(kit, "e9")
    assert "The worker builds a mine on c3." in kit.paint()
    kit.key("escape")
    assert "The worker builds a mine on c3." not in kit.paint()
    kit.key("h")
    kit.click("play hint")
    assert source.steps[-1].action == "build mine c3"


def test_an_advised_attack_is_played_by_its_button_beside_its_odds(kit):
    kit.app.advice = Advice("attack e4 f4", 120, (), 3, 900, ())
    source = duel()
    screen = kit.sit(source)
    before = len(source.steps)
    kit.key("h")
    assert any(
        text.replace("\u202f", "") == screen.model.words.predict(screen.model.targets()["f4"]).odds.win
        for text in kit.paint()
    )
    assert len(source.steps) == before
    kit.click("play hint")
    assert source.steps[-1].action == "attack e4 f4"
    assert len(source.steps) == before + 1


def test_taking_back_has_its_place_before_there_is_anything_to_take_back(kit):
    seats = [SeatInfo(0, "human", "Mira", True), SeatInfo(1, "computer", "", False, "easy")]
    source = Sandbox(find("towerwars"), {}, seats)
    source.can_take_back = False
    kit.sit(source)
    place = kit.find("resign").rect
    back = kit.find("take_back")
    assert (back.enabled, back.tip) == (False, "You have not moved yet.")
    source.act(0, find("towerwars").format(find("towerwars").legal_actions(source.now())[0]))
    source.can_take_back = True
    kit.settle()
    assert kit.find("resign").rect == place
