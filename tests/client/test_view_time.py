"""The view model in time: looking back, moves shown one after another, turns, replays."""

from client.view.model import MatchModel
from client.view.sandbox import Sandbox
from client.view.source import Phase, Status
from engine.registry import GAMES

KRIEG, TOWERWARS = GAMES["krieg"], GAMES["towerwars"]


def test_looking_back_and_living_on(place):
    source = Sandbox(KRIEG, start=place("e4 0 rider2"))
    model = MatchModel(source)
    source.act(0, "move e4 e5")
    source.act(0, "move e5 e6")
    model.press("pageup")
    assert model.shown == 1
    assert [row.current for row in model.moves()] == [True, False]
    assert any(piece.cell == "e5" and piece.kind == "rider" for piece in model.picture().pieces)
    assert model.actor is None
    model.click("e5")
    assert model.notice().code == "looking_back"
    assert model.targets() == {}
    source.act(0, "end")
    assert model.shown == 1
    model.press("end")
    assert model.looking is None
    model.press("home")
    assert model.shown == 0
    model.cancel()
    assert model.looking is None


def test_moves_wait_to_be_shown_one_after_another(place):
    source = Sandbox(KRIEG, start=place("e4 0 rider2", "d8 1 fighter1"))
    model = MatchModel(source, animate=True)
    source.act(0, "move e4 e5")
    source.act(0, "end")
    source.act(1, "move d8 d7")
    assert model.shown == 0
    first = model.next_motion()
    assert (first.k, first.seat, first.path) == (1, 0, ("e4", "e5"))
    assert any(piece.cell == "e4" and piece.kind == "rider" for piece in first.before.pieces)
    assert any(piece.cell == "e5" and piece.kind == "rider" for piece in first.after.pieces)
    assert model.shown == 1
    assert model.actor is None
    model.click("d7")  # the first click shows the newest position and does nothing else
    assert (model.shown, model.selected) == (3, None)
    assert model.next_motion() is None
    model.click("d7")
    assert model.selected == "d7"
    model.animate = False
    source.act(1, "end")
    assert model.shown == 4


def test_while_others_are_shown_moving_it_is_nobodys_turn_here(viewkit):
    seats = viewkit.people("Mira", "Jonas", "Lea")
    source = Sandbox(KRIEG, {"seats": 3}, seats)
    model = MatchModel(source, animate=True)
    source.act(0, "end")
    model.next_motion()
    source.act(1, "end")
    source.act(2, "end")
    assert source.own_turn() == 0
    told = []
    while model.next_motion() is not None:
        acting = next(card.name for card in model.seat_cards() if card.to_act)
        told.append((model.headline(), acting))
        assert model.actor is None
        assert not any(deed.key == "end" for deed in model.deeds())
    assert told == [("Jonas is moving", "Jonas"), ("Lea is moving", "Lea")]
    assert model.headline() == "Your turn"
    assert model.actor == 0


def test_the_end_is_told_once_it_has_been_shown(viewkit):
    source = Sandbox(KRIEG, {"seats": 3}, viewkit.people("Mira", "Jonas", "Lea"))
    model = MatchModel(source, animate=True)
    source.resign(1)
    source.resign(2)
    assert (model.headline(), model.result()) == ("Your turn", None)
    model.skip()
    assert model.headline() == model.result().headline == "You are the last one standing"


def test_one_s_own_move_may_be_followed_while_it_is_shown(place):
    source = Sandbox(KRIEG, start=place("e4 0 rider2", "d8 1 fighter1"))
    model = MatchModel(source, animate=True)
    source.act(0, "move e4 e5")
    assert model.next_motion() is not None
    assert model.actor == 0


def test_a_turn_is_told_once(viewkit):
    source = Sandbox(TOWERWARS, {"size": 4}, viewkit.people("Mira", "Jonas"))
    model = MatchModel(source)
    assert model.take_alert() == "Your move"
    assert model.take_alert() == ""
    source.act(0, TOWERWARS.format(TOWERWARS.legal_actions(source.now())[0]))
    assert model.take_alert() == ""
    assert model.headline() == "Jonas is moving"
    model.click(
        next(piece.cell for piece in model.picture().pieces if piece.owner == 0 and piece.kind == "stone")
    )
    assert model.notice().text == "It is the turn of Jonas."
    source.act(1, TOWERWARS.format(TOWERWARS.legal_actions(source.now())[0]))
    assert model.take_alert() == "Your move"


def test_waiting_for_dice_is_no_new_turn(viewkit):
    class Rolling(viewkit.Told):
        rolling = False

        def to_act(self):
            return None if self.rolling else super().to_act()

    source = Rolling(KRIEG, {"mode": "towers"}, viewkit.people("Mira", "Jonas"))
    model = MatchModel(source)
    model.follow = True
    assert model.take_alert() == "Your turn"
    model.click("e1")
    source.rolling, source.told = True, Status(Phase.DICE, (1,))
    source.tell()
    assert model.headline() == "Waiting for the dice of Jonas"
    assert [card.to_act for card in model.seat_cards()] == [False, True]
    assert model.actor is None
    source.rolling, source.told = False, None
    source.tell()
    assert model.take_alert() == ""
    assert model.selected == "e1"
    source.told = Status(Phase.PLAYING, (1,))
    source.own_turn = lambda: None
    source.tell()
    assert model.headline() == "Waiting for Jonas to join"


def test_items_played_again_after_a_take_back_are_not_shown_again():
    source = Sandbox(TOWERWARS, {"size": 4})
    model = MatchModel(source, animate=True)
    for _ in range(3):
        source.act(source.to_act(), TOWERWARS.format(TOWERWARS.legal_actions(source.now())[0]))
        assert model.next_motion() is not None
    played = [step.action for step in source.steps]
    while source.steps:
        source.take_back()
    for text in played[:2]:
        source.act(source.to_act(), text)
    assert model.next_motion() is None
    assert model.shown == 2
    source.act(source.to_act(), TOWERWARS.format(TOWERWARS.legal_actions(source.now())[-1]))
    assert model.next_motion().k == 3


def test_a_replay_is_looked_at_and_not_played(viewkit):
    source = Sandbox(KRIEG, {}, viewkit.people("Mira", "Jonas", own=()))
    for text in ("end", "end", "buy fighter e1"):
        source.act(source.to_act(), text)
    source.live = False
    model = MatchModel(source)
    assert model.actor is None
    assert model.deeds() == ()
    assert model.shown == 3
    model.press("home")
    assert model.shown == 0
    model.press("pagedown")
    assert model.moves()[0].current
    model.click("e1")
    assert model.about() is not None
    assert model.story(3) == ("Mira buys 1 fighter on e1.",)
