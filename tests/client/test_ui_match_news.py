"""The match screen tells what comes from elsewhere: chat, offers, advice, trouble, turns of others, the end."""

import pytest

from client.app.ports import Notice
from client.reasons import Reason
from client.ui.gallery import positions
from client.ui.gallery.scenes_match import click, duel, factions, stones
from client.ui.geometry import Rect
from client.ui.screens.match import RESULT_AFTER
from client.ui.toolkit import KeyPress
from client.ui.toolkit.tree import walk
from client.view.sandbox import Sandbox
from client.view.source import ChatLine, Connection, Phase, SeatInfo
from client.workers.deciding import Advice
from engine.registry import find
from protocol.agreements import OpenOffer


# --- chat, offers, advice ---------------------------------------------------------------------------------------
def test_the_key_that_opens_the_chat_is_not_typed_into_it(kit):
    kit.sit(duel())
    kit.stage.key_pressed(KeyPress("c"))
    kit.stage.text_entered("c")
    kit.stage.key_released()
    kit.type("cc")
    assert kit.find("say").text == "cc"


def test_chat_is_typed_without_playing_and_counts_what_is_unread(kit):
    source = duel()
    kit.sit(source)
    source.chat_lines.append(ChatLine(1, "Hello"))
    source.tell()
    assert "Chat (1)" in kit.paint()
    kit.key("c")
    assert "Hello" in kit.paint()
    before = len(source.steps)
    kit.type("he gets 1")
    kit.key("enter")
    assert source.chat_lines[-1] == ChatLine(0, "he gets 1")
    assert len(source.steps) == before
    assert not kit.has("end?")
    kit.key("escape")
    assert not kit.has("chat")
    assert "Chat" in kit.paint()


def test_an_offer_is_shown_and_accepted_after_a_question(kit):
    source = duel()
    source.act(0, "end")
    kit.sit(source)
    source.offers().append(OpenOffer(bytes(16), "draw", 1, ()))
    source.tell()
    kit.paint()
    kit.click("accept:draw")
    assert source.status().phase is Phase.PLAYING
    kit.click("yes")
    assert source.status().how == "agreed"


def test_advice_is_shown_with_its_reason_unless_the_match_has_gone_on(kit):
    source = duel()
    screen = kit.sit(source)
    kit.key("h")
    assert "Looking for a good move …" in kit.paint()
    kit.app.advice = Advice("move e4 e5", 0, (), 1, 1, (Reason("conquers", {"cell": "e5"}),))
    screen._thinking = False
    kit.click("hint")
    assert "It conquers e5." in kit.paint()
    assert screen.model.picture().arrows
    source.act(0, "end")
    assert "It conquers e5." not in kit.paint()


def test_advice_out_of_turn_is_told_to_be_impossible(kit):
    source = duel()
    source.act(0, "end")
    kit.sit(source)
    kit.key("h")
    assert "ask hint" not in kit.app.deeds


def test_taking_back_against_the_computer(kit):
    source = stones(kind="computer")
    kit.sit(source)
    kit.click("take_back")
    assert len(source.steps) == 0


# --- trouble ----------------------------------------------------------------------------------------------------
def test_trouble_is_told_above_the_board(kit):
    source = duel()
    screen = kit.sit(source)
    source.connections[1] = Connection("lost", 0)
    source.tell()
    kit.paint()
    assert kit.has("lost")
    source.phase, source.waiting = Phase.DICE, (1,)
    source.tell()
    kit.paint()
    assert "Waiting for the dice of Jonas" in kit.paint()
    source.phase = Phase.STOPPED
    screen.table.notices = (Notice("desync", "All about it is in /tmp/x.bundle", bad=True),)
    source.tell()
    assert any("/tmp/x.bundle" in text for text in kit.paint())


def test_the_turn_is_offered_once_the_others_have_been_seen(kit):
    source = factions(turn=0)
    kit.sit(source)
    source.act(0, "end")
    kit.settle()
    for seat in range(1, 6):
        source.act(seat, "end")
    seen = set()
    for _ in range(100):
        kit.now += 40
        moving = {text for text in kit.paint() if text.endswith("is moving")}
        assert kit.has("end") == (not moving)
        seen |= moving
    assert len(seen) == 5
    assert kit.has("end")


def test_several_persons_are_told_whose_turn_begins(kit):
    source = duel(own=(0, 1))
    kit.sit(source)
    kit.now += 5000
    assert not any("Jonas: " in text for text in kit.paint())
    source.act(0, "end")
    kit.settle(400)
    assert any(text.startswith("Jonas: ") for text in kit.paint())
    kit.now += 5000
    assert not any(text.startswith("Jonas: ") for text in kit.paint())


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1280, 1000)])
def test_who_has_resigned_is_offered_no_help_and_no_next_turn(kit, size):
    kit.canvas.size = Rect(0, 0, *size)
    seats = [SeatInfo(n, "human", name, n == 0) for n, name in enumerate(("Mira", "Jonas", "Lea"))]
    source = Sandbox(find("krieg"), {"seats": 3}, seats)
    kit.sit(source)
    kit.key("t")
    before = kit.paint()
    assert kit.has("hint")
    assert kit.has("threats on")
    source.resign(0)
    kit.settle()
    assert kit.shell.screen.name == "match"
    gone = [text for text in before if text not in kit.paint()]
    assert "=" in gone or "Next turn" in gone
    assert "Resigned" in kit.paint()
    assert not kit.has("hint")
    assert not kit.has("threats on")
    assert not kit.key("h")
    assert not kit.key("t")


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1600, 1000)])
def test_who_can_still_act_is_told_whole(kit, size):
    kit.canvas.size = Rect(0, 0, *size)
    stacks = "e4 0 archer5;e5 0 archer2;d4 0 fighter4;c4 0 worker1;f4 0 rider3;e9 1 fighter1"
    kit.sit(Sandbox(find("krieg"), start=positions.krieg(stacks, turn=0, gold=(40, 9), number=2)))
    told = " ".join(kit.paint())
    assert "…" not in told
    for kind in ("7 archers", "4 fighters", "1 worker", "3 riders"):
        assert kind in told


def test_the_end_leads_to_the_result_once(kit):
    source = duel()
    kit.sit(source)
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
    screen = kit.sit(source)
    assert {"seat0", "seat1", "act:dash", "act:end"} <= {widget.key for widget in walk(kit.stage.root)}
    click(kit, "t2")
    kit.settle(400)
    assert source.steps[-1].action == "step t2"
    kit.click("act:end")
    kit.settle(400)
    assert source.to_act() == 1
    kit.key("1")
    kit.settle(400)
    assert source.steps[-1].action == "dash"
    assert screen.model.source is source


@pytest.mark.parametrize("turn", [0, 5])
def test_six_seats_have_their_cards_and_order(kit, turn):
    kit.sit(factions(turn=turn))
    assert all(kit.has(f"seat{seat}") for seat in range(6))
    assert kit.has("shop panel") is (turn == 0)
    told = kit.paint()
    assert {"Mira", "Tariq", "Jonas", "Lea", "Computer 1", "Computer 2"} <= set(told)
