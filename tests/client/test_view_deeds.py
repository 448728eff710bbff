"""What can be done beside moving: buying, undo, the end of a turn, offers, resigning, hints."""

import pytest

from client.view.model import MatchModel
from client.view.sandbox import Sandbox
from client.view.source import Phase, SeatInfo
from engine.registry import GAMES
from protocol.agreements import OpenOffer

KRIEG, TOWERWARS = GAMES["krieg"], GAMES["towerwars"]


def keys(model):
    return {deed.key: deed for deed in model.deeds()}


def test_deeds_carry_price_reason_and_key(place, viewkit):
    model, _ = viewkit.model_of(KRIEG, place("e1 0 crown2 fighter1", "d3 0 worker2", gold=(5, 0)))
    shop = keys(model)
    assert (shop["buy:rider"].enabled, shop["buy:rider"].reason) == (False, "There is not enough gold.")
    assert shop["buy:archer"].reason == "A stack holds units of one kind only."
    assert (shop["buy:fighter"].enabled, shop["buy:fighter"].price, shop["buy:fighter"].shortcut) == (
        True,
        3,
        "2",
    )
    assert "build:mine" not in shop
    assert (model.shop().label, model.shop().value) == ("Buy on e1", "same kind only")
    assert not shop["undo"].enabled
    assert shop["undo"].reason == "Nothing was bought or moved in this turn."
    model.click("d3")
    assert keys(model)["build:mine"].enabled
    assert not keys(model)["build:castle"].enabled
    model.do("undo")
    assert model.notice().text == "Nothing was bought or moved in this turn."


@pytest.mark.parametrize(
    ("stands", "note"),
    [
        ("fighter1", "same kind only"),
        ("worker2", "a worker stands there"),
        ("archer5", "the stack is full"),
        ("", ""),
    ],
)
def test_the_shop_says_what_narrows_the_choice(place, viewkit, stands, note):
    model, _ = viewkit.model_of(KRIEG, place(f"e1 0 crown2 {stands}".strip(), "d3 0 worker2", gold=(50, 0)))
    assert model.shop().value == note
    assert any(deed.enabled for deed in model.deeds() if deed.group == "shop") == (
        note in ("same kind only", "")
    )


def test_undo_says_that_what_was_final_stays(place):
    source = Sandbox(KRIEG, start=place("d3 0 worker2", "e4 0 fighter1", gold=(5, 0)))
    model = MatchModel(source)
    model.click("e4")
    model.click("e5")
    assert keys(model)["undo"].enabled
    model.click("d3")
    model.do("build:mine")
    assert source.steps[-1].action == "build mine d3"
    assert "cannot be taken back" in keys(model)["undo"].reason


def test_ending_the_turn_warns_of_idle_stacks_gold_and_asks_when_units_starve(place, viewkit):
    model, source = viewkit.model_of(KRIEG, place("e4 0 fighter1", gold=(5, 0)))
    assert {warning.code for warning in keys(model)["end"].warnings} == {"idle", "gold"}
    assert (model.idle().title, model.idle().kinds) == ("1 stack can still act", "1 fighter")
    model.press("e")
    assert source.done == ["end"]
    model, source = viewkit.model_of(KRIEG, place("e4 0 rider3", "d4 0 rider3"))
    assert keys(model)["end"].warnings[0].code == "starving"
    model.press("e")
    assert source.done == []
    assert "starve" in model.pending().text
    for key in ("enter", "e", "u", "tab", "t", "down"):
        assert not model.press(key)
    assert source.done == []
    assert model.pending() is not None
    model.press("y")
    assert source.done == ["end"]


def test_what_can_still_be_done_is_counted_exactly(place, viewkit):
    def told(*entries, gold=(0, 0)):
        model, _ = viewkit.model_of(KRIEG, place(*entries, gold=gold))
        return model.idle().title, model.idle().cells

    assert told("c5 1 fighter1") == ("You have no units", ())
    assert told("e1 0 crown2 fighter1/10") == (
        "1 stack can still act",
        ("e1",),
    )  # bought in this turn, with its step
    assert told("e4 0 fighter1/01") == ("No stack can do anything more", ())  # nobody to attack
    assert told("e4 0 fighter1/01", "e5 1 fighter1") == ("1 stack can still act", ("e4",))
    assert told("e4 0 worker1/01") == ("No stack can do anything more", ())  # nothing to build with
    assert told("e4 0 worker1/01", gold=(30, 0)) == ("1 stack can still act", ("e4",))


def test_a_selection_goes_with_what_it_stood_for_though_nobody_may_act(place):
    source = Sandbox(KRIEG, start=place("e4 0 fighter2"))
    model = MatchModel(source)
    model.click("e4")
    source.phase = Phase.RECOVERING
    source.act(0, "move e4 e5")
    assert model.selected is None


def test_no_threats_are_told(place, viewkit):
    model, _ = viewkit.model_of(KRIEG, place("e4 0 fighter2"))
    model.press("t")
    assert model.notice().text == "No threats."


def test_resigning_always_asks(viewkit):
    for game in (KRIEG, TOWERWARS):
        model, source = viewkit.model_of(game, game.setup({}))
        model.press("r")
        assert source.done == []
        assert model.pending().yes == "Resign"
        assert model.cancel()
        model.do("resign")
        model.confirm()
        assert source.done == ["resign"]


def test_offers_and_answers(viewkit):
    source = viewkit.Recorder(KRIEG, KRIEG.setup({}), seats=viewkit.people("Mira", "Jonas"))
    model = MatchModel(source)
    assert keys(model)["offer:draw"].label == "Offer a draw"
    model.do("offer:draw")
    assert source.done == ["offer draw"]
    source._offers = [OpenOffer(b"x" * 16, "draw", 0, ())]
    source.tell()
    assert not keys(model)["offer:draw"].enabled
    source._offers = [OpenOffer(b"x" * 16, "draw", 1, ())]
    source.tell()
    assert keys(model)["accept:draw"].text == "Jonas offers a draw."
    model.press("f")
    assert model.pending() is not None
    model.press("y")
    assert source.done[-1] == "accept"


def test_alone_a_match_is_called_off_after_a_question(viewkit):
    source = Sandbox(
        KRIEG, {}, [SeatInfo(0, "human", "Mira", True), SeatInfo(1, "computer", "", False, "hard")]
    )
    model = MatchModel(source)
    assert "offer:draw" not in keys(model)
    model.do("offer:abort")
    assert model.result() is None
    model.confirm()
    assert model.result().headline == "The match was called off"


def test_a_hint_is_asked_for_shown_and_goes_with_the_next_move(place):
    source = Sandbox(KRIEG, start=place("e4 0 rider2"))
    model = MatchModel(source)
    assert "hint" not in keys(model)
    asked = []
    model.ask_hint = lambda: asked.append(1)
    model.press("h")
    assert asked == [1]
    model.show_hint("move e4 a1")
    assert model.hint() is None
    model.show_hint("move e4 e5")
    assert model.picture().arrows == (("e4", "e5"),)
    assert model.selected == "e4"
    assert "rider" in model.hint().text
    model.click("e5")
    assert model.hint() is None
