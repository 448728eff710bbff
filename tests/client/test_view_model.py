"""What clicks, keys and changes of the match do to the view model."""

import pytest

from client.view.model import MatchModel
from client.view.picture import Badge, Mark
from client.view.sandbox import Sandbox
from client.view.source import ChatLine, Connection, Phase, SeatInfo, Status
from engine.dice import ScriptedDraws
from engine.game import Outcome
from engine.registry import GAMES
from protocol.agreements import OpenOffer

KRIEG, TOWERWARS = GAMES["krieg"], GAMES["towerwars"]


@pytest.fixture
def place(viewkit):
    return viewkit.helper_of_engine("krieg_positions").position


def towerwars(board, size=8, turn="red", **more):
    value = {"game": "towerwars", "n": size, "turn": turn, "board": {"A1": "R*", "H8": "B*"} | board}
    return TOWERWARS.from_json(value | more)


def marks(model, mark):
    return {cell for cell, found in model.picture().marks.items() if mark in found}


# --- selecting and going -----------------------------------------------------------------------------------
def test_hovering_an_own_stack_shows_its_reach_before_anything_is_selected(place):
    model = MatchModel(Sandbox(KRIEG, start=place("e4 0 rider2", "f4 1 fighter2")))
    assert not marks(model, Mark.NEAR)
    model.hover("e4")
    assert "e5" in marks(model, Mark.NEAR)
    assert "e6" in marks(model, Mark.FAR)
    assert marks(model, Mark.ATTACK) == {"f4"}
    model.hover("f4")
    assert not marks(model, Mark.ATTACK)


def test_the_picture_changes_its_version_only_when_it_changes(place):
    model = MatchModel(Sandbox(KRIEG, start=place("e4 0 rider2")))
    first = model.picture()
    model.hover("b3")
    assert model.picture() is first
    model.hover("e4")
    assert model.picture().version != first.version
    assert hash(model.picture().version) is not None


def test_a_way_of_several_steps_is_played_step_by_step(place):
    source = Sandbox(KRIEG, start=place("e4 0 rider2", "e7 1 fighter1"))
    model = MatchModel(source)
    model.click("e4")
    assert "e6" in marks(model, Mark.FAR)
    model.hover("e6")
    told = model.prediction()
    assert (told.steps, told.title) == (2, "e4 – e6")
    assert model.reason() == ""
    model.click("e6")
    assert [step.action for step in source.steps] == ["move e4 e5", "move e5 e6"]
    assert model.selected == "e6"  # it may still attack
    model.press("u")
    assert model.source.now().undo_depth == 1


def test_a_way_stops_where_the_rules_no_longer_allow_it(place):
    class Late(Sandbox):
        """Plays the first step on demand, and another one in between."""

        def act(self, seat, action):
            self.waiting_for = (seat, action)

        def deliver(self):
            super().act(*self.waiting_for)

    source = Late(KRIEG, start=place("e4 0 rider2"))
    model = MatchModel(source)
    model.click("e4")
    model.click("e6")
    assert model.actor is None  # one deed at a time
    model.click("e5")
    assert source.waiting_for[1] == "move e4 e5"
    source.waiting_for = (0, "end")
    source.deliver()
    assert [step.action for step in source.steps] == ["end"]
    assert model.actor == 1
    assert model.targets() == {}


def test_cancel_stops_a_way(place):
    class Slow(Sandbox):
        def act(self, seat, action):
            self.acts = [*getattr(self, "acts", []), (seat, action)]

    source = Slow(KRIEG, start=place("e4 0 rider2"))
    model = MatchModel(source)
    model.click("e4")
    model.click("e6")
    assert model.cancel()
    Sandbox.act(source, *source.acts[0])
    assert [action for _, action in source.acts] == ["move e4 e5"]


def test_a_refused_deed_is_told_and_frees_the_model(place):
    source = Sandbox(KRIEG, start=place("e4 0 rider2"))
    model = MatchModel(source)
    source.act(1, "end")
    assert model.notice().text == "That is not possible now."
    model.click("e4")
    model.click("e5")
    assert source.steps[-1].action == "move e4 e5"
    assert model.notice() is None


def test_a_click_on_the_selected_cell_or_escape_lets_go(place):
    model = MatchModel(Sandbox(KRIEG, start=place("e4 0 rider2")))
    model.click("e4")
    assert model.selected == "e4"
    model.click("e4")
    assert model.selected is None
    model.click("e4")
    assert model.press("escape")
    assert model.selected is None
    assert not model.press("escape")


# --- attacks -----------------------------------------------------------------------------------------------
@pytest.fixture
def fight(place):
    def draws(k):
        return ScriptedDraws((6, 5, 2, 1))

    return Sandbox(KRIEG, start=place("e4 0 rider2", "f4 1 fighter2"), draws=draws)


def test_an_attack_takes_a_second_click(fight):
    model = MatchModel(fight)
    model.click("e4")
    model.click("f4")
    assert (model.target, fight.steps) == ("f4", [])
    told = model.prediction()
    assert told.chosen
    assert told.odds.win_rolls == 581
    assert told.odds.exact == "exact, 1,296 rolls"
    assert told.odds.win == "45%"
    assert sum(group.percent for group in told.odds.groups) == 100
    assert (told.attacker.title, told.defender.title) == ("2 riders · e4", "2 fighters · f4")
    assert told.defender.note == "A tie goes to the attacker."
    assert next(deed for deed in model.deeds() if deed.key == "attack").label == "Attack f4"
    model.click("f4")
    assert fight.steps[-1].action == "attack e4 f4"
    roll = model.last_roll()
    assert [(pair.attacker, pair.sign, pair.defender) for pair in roll.pairs] == [(6, ">", 2), (5, ">", 1)]
    assert (roll.lost, roll.rival_lost, roll.result, roll.chance) == (0, 2, "f4 taken", "45%")
    assert model.moves()[-1].dice == "6 5 : 2 1"
    assert model.selected is None


def test_without_asking_an_attack_takes_one_click(fight):
    model = MatchModel(fight, confirm=False)
    model.click("e4")
    model.click("f4")
    assert fight.steps[-1].action == "attack e4 f4"


def test_enter_never_attacks_even_without_asking(fight, viewkit):
    model = MatchModel(fight, confirm=False)
    model.next_stack()
    assert model.selected == "e4"
    viewkit.walk(model, "f4")
    for _ in range(3):
        model.press("enter")
    assert fight.steps == []
    assert model.target == "f4"
    model.press("y")
    assert fight.steps[-1].action == "attack e4 f4"


def test_an_attack_after_steps_is_shown_and_played_as_one(place):
    source = Sandbox(
        KRIEG,
        start=place("e4 0 rider1", "e7 1 worker2"),
        draws=lambda k: ScriptedDraws((6, 1) if k > 2 else ()),
    )
    model = MatchModel(source)
    model.click("e4")
    assert "e7" in marks(model, Mark.ATTACK_LATER)
    model.click("e7")
    assert model.prediction().steps == 3
    assert model.prediction().text.startswith("First 2 steps, to e6.")
    model.confirm()
    assert [step.action for step in source.steps] == ["move e4 e5", "move e5 e6", "attack e6 e7"]


def test_odds_are_told_in_both_directions(place, viewkit):
    state = place("e4 0 rider2", "f4 1 fighter3")
    model, _ = viewkit.model_of(KRIEG, state)
    model.click("e4")
    model.hover("f4")
    there, back = model.prediction(), model.counter()
    assert there.odds.rows == KRIEG.odds(state, KRIEG.parse("attack e4 f4"))
    assert back.attacker.title.startswith("3 fighters")
    assert back.odds.rolls == 6**5
    theirs = place("e4 0 rider2", "f4 1 fighter3", turn=1)
    assert back.odds.rows == KRIEG.odds(theirs, KRIEG.parse("attack f4 e4"))


def test_dangers_of_a_cell_are_told_before_going_there(place, viewkit):
    model, _ = viewkit.model_of(KRIEG, place("e4 0 fighter1", "e8 1 rider2"))
    model.click("e4")
    model.hover("e5")
    assert [threat.by_cell for threat in model.dangers()] == ["e8"]
    model.hover("d3")
    assert model.dangers() == ()


def test_threats_are_marked_on_demand(place, viewkit):
    model, _ = viewkit.model_of(
        KRIEG, place("e4 0 fighter1", "e7 1 rider2", "c3 0 mine", "c5 1 rider1", gold=(0, 9))
    )
    assert not marks(model, Mark.THREAT)
    model.press("t")
    assert marks(model, Mark.THREAT) == {"e4", "c3"}
    mine = next(threat for threat in model.threats() if threat.cell == "c3")
    assert (mine.kind, mine.figure) == ("mine", "100%")


# --- why not -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("source", "cell", "words"),
    [
        (None, "c5", "No unit stands there."),
        (None, "f5", "That stack belongs to Seat 2."),
        ("e4", "a1", "That cell is out of reach."),
        ("e2", "f2", "Workers never attack."),
        ("e2", "e3", "Workers never attack."),
        ("d2", "f2", "Guards cannot be shot at: archers need a unit as their target."),
        ("d2", "d4", "That cell is out of reach."),
        ("h4", "h6", "The way to h6 is blocked."),
        ("h4", "g7", "That cell is out of reach."),
        ("b2", "b3", "That stack is done for this turn."),
        ("i2", "i3", "A unit bought in this turn can step, but neither attack nor build."),
    ],
)
def test_a_click_without_effect_says_why(place, viewkit, source, cell, words):
    state = place(
        "e4 0 fighter2", "f5 1 fighter1", "e2 0 worker2", "d2 0 archer1", "f2 1 castle", "e3 1 fighter1",
        "h4 0 rider1", "h5 1 fighter1", "g6 1 castle", "g5 1 worker2", "i5 1 worker2", "i4 1 worker2", "h6 1 mine",
        "b2 0 fighter1/00", "i2 0 castle rider1/10", "i3 1 worker2",
    )  # fmt: skip
    model, recorder = viewkit.model_of(KRIEG, state)
    if source is not None:
        model.click(source)
    model.hover(cell)
    assert model.reason() == (words if source else "")
    model.click(cell)
    assert model.notice().text == words
    assert recorder.done == []
    number = model.notice().number
    model.click(cell)
    assert model.notice().number > number


def test_towerwars_says_why_not(viewkit):
    state = towerwars({"D4": "R", "C3": "R1x", "B2": "B", "E5": "B2x", "F4": "R2", "F5": "B"})
    model, _ = viewkit.model_of(TOWERWARS, state)
    for source, cell, words in (
        (None, "B2", "That piece belongs to the other side."),
        (None, "G7", "Nothing stands there."),
        (None, "A1", "Bases never move."),
        ("D4", "H1", "That cell is out of reach."),
        ("C3", "C4", "A blocked tower cannot move; an own stone can free it."),
        ("F4", "F5", "A stone from a tower takes nothing."),
    ):
        model.cancel()
        if source:
            model.click(source)
        model.click(cell)
        assert model.notice().text == words
        model.selected = None


# --- TowerWars ---------------------------------------------------------------------------------------------
def test_near_far_attack_and_badges_of_towerwars(viewkit):
    state = towerwars({"D4": "R", "D3": "R1", "C4": "R", "E4": "B", "F4": "B2", "B5": "R1x"})
    model, _ = viewkit.model_of(TOWERWARS, state)
    model.click("D4")
    picture = model.picture()
    assert picture.marks["E4"] >= {Mark.NEAR, Mark.ATTACK}
    assert picture.marks["F4"] == {Mark.FAR}
    assert picture.badges["F4"] is Badge.BLOCK
    assert picture.badges["C4"] is Badge.BUILD
    assert picture.badges["D3"] is Badge.BUILD
    assert picture.badges["B5"] is Badge.UNBLOCK
    model.hover("F4")
    told = model.prediction()
    assert (told.title, told.text) == ("F4 · far", "Blocks the tower. Your stone stays on it.")
    model.hover(None)
    assert model.about().title == "Stone D4 · reach 2"
    assert model.about().lines[0] == "1 + tower D3 (+1)"


def test_a_base_in_reach_is_told_unasked(viewkit):
    state = towerwars({"A3": "B", "A4": "B1", "D4": "R"})
    model, _ = viewkit.model_of(TOWERWARS, state)
    alarm = model.alarm()
    assert (alarm.label, alarm.value) == ("Your base is in reach", "A3 – A1, tower A4 adds 1")
    assert model.picture().arrows == (("A3", "A1"),)
    assert Mark.THREAT in model.picture().marks["A1"]
    safe, _ = viewkit.model_of(TOWERWARS, towerwars({"A4": "B", "D4": "R"}))
    assert safe.alarm() is None


def test_take_back_and_swap_of_towerwars():
    source = Sandbox(TOWERWARS, {"size": 4, "pie": True})
    model = MatchModel(source)
    taking = next(deed for deed in model.deeds() if deed.key == "take_back")
    assert not taking.enabled
    assert taking.reason
    model.click("A2")
    model.click(next(iter(model.targets())))
    assert model.press("s")
    assert source.steps[-1].action == "swap"
    assert model.moves()[-1].text == "swaps colours"
    assert [card.place for card in sorted(model.seat_cards(), key=lambda card: card.seat)] == [
        "Blue · D4",
        "Red · A1",
    ]
    model.press("u")
    assert len(source.steps) == 1


# --- deeds -------------------------------------------------------------------------------------------------
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


# --- time --------------------------------------------------------------------------------------------------
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


def test_headlines_of_every_phase(viewkit):
    source = viewkit.Told(KRIEG, {"seats": 3}, viewkit.people("Mira", "Jonas", "Lea"))
    model = MatchModel(source)
    expected = {
        Status(Phase.DICE, (2,)): "Waiting for the dice of Lea",
        Status(Phase.DICE): "Waiting for the dice",
        Status(Phase.RECOVERING, (1, 2)): "Waiting to hear from Jonas and Lea",
        Status(Phase.RECOVERING): "Waiting to hear from the others",
        Status(Phase.FROZEN): "Play is frozen while a difference is looked into",
        Status(Phase.STOPPED, code="desync"): "The match was stopped",
        Status(Phase.FINISHED, how="agreed", outcome=Outcome((), "agreed")): "Draw",
        Status(Phase.FINISHED, how="aborted"): "The match was called off",
        Status(Phase.PLAYING): "Your turn",
    }
    for status, words in expected.items():
        source.told = status
        source.tell()
        assert model.headline() == words
        assert (model.result() is not None) == (status.phase in (Phase.STOPPED, Phase.FINISHED))
    source.told = None
    source.act(0, "end")
    source.connections[1] = Connection("lost", 0)
    source.tell()
    assert model.headline() == "Jonas is not connected; the match waits"
    source.connections[1] = Connection("through", 2, 61)
    source.pondering = 1
    source.tell()
    assert model.headline() == "Jonas is thinking"
    card = next(card for card in model.seat_cards() if card.seat == 1)
    assert (card.connection_words, card.status) == ("relayed · 61 ms", "Thinking")


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


def test_chat_counts_what_was_not_read(viewkit):
    source = Sandbox(KRIEG, {}, viewkit.people("Mira", "Jonas"))
    model = MatchModel(source)
    source.chat(1, "hello")
    assert (model.unread, model.chat()[-1].text) == (1, "hello")
    model.read_chat()
    model.say("  ")
    source.chat_lines.append(ChatLine(None, "Jonas is back."))
    assert model.unread == 0, "what the program tells is no chat"
    model.say("good luck")
    assert model.chat()[-1].seat == 0


def test_listeners_hear_of_changes_until_they_leave(place):
    source = Sandbox(KRIEG, start=place("e4 0 rider2"))
    model = MatchModel(source)
    heard = []
    leave = model.subscribe(lambda: heard.append(model.shown))
    source.act(0, "move e4 e5")
    assert heard
    leave()
    heard.clear()
    source.act(0, "end")
    assert heard == []
    model.close()
    source.act(1, "end")
    assert model.selected is None


# --- cards -------------------------------------------------------------------------------------------------
def test_cards_stand_in_the_order_of_the_rails(viewkit):
    source = Sandbox(KRIEG, {"mode": "factions"}, viewkit.people(*"abcdef", own=(2,)))
    model = MatchModel(source)
    assert [card.seat for card in model.seat_cards()] == [3, 4, 5, 0, 1, 2]
    assert model.seat_cards()[-1].you


def test_a_plain_end_of_a_turn_is_a_quiet_row(place):
    source = Sandbox(KRIEG, start=place("e4 0 fighter1", "e7 1 rider3"))
    model = MatchModel(source)
    source.act(0, "move e4 e5")
    source.act(0, "end")  # riders starve
    source.act(1, "end")
    assert [row.quiet for row in model.moves()] == [False, False, True]


def test_a_card_of_krieg(place, viewkit):
    state = place("e4 0 rider2", "d4 0 worker1 mine", "e9 1 crown2 archer3", gold=(14, 9), turn=0)
    source = Sandbox(KRIEG, start=state, seats=viewkit.people("Mira", "Jonas"))
    rival, me = MatchModel(source).seat_cards()
    assert (me.gold, me.income, me.upkeep, me.next_gold) == (14, 5, 7, 12)
    assert me.settlement == "14 + 5 − 7 = 12"
    assert [(count.kind, count.count) for count in me.counts] == [("rider", 2), ("worker", 1)]
    assert (rival.place, rival.name, rival.to_act) == ("North · e9", "Jonas", False)
    assert (me.status, me.place) == ("Your turn", "South · e1")


def test_who_is_out_and_why(viewkit):
    source = Sandbox(KRIEG, {"seats": 3}, viewkit.people("Mira", "Jonas", "Lea"))
    model = MatchModel(source)
    source.resign(1)
    card = next(card for card in model.seat_cards() if card.seat == 1)
    assert (card.alive, card.fate, card.fate_words) == (False, "resigned", "Resigned")
    assert model.moves()[-1].text == "resigns"
    source.resign(2)
    result = model.result()
    assert (result.headline, result.winners, result.you_won) == ("You are the last one standing", (0,), True)


def test_computers_have_names_and_levels(viewkit):
    seats = [
        SeatInfo(0, "human", "Mira", True),
        SeatInfo(1, "computer", "", False, "hard-resigning"),
        SeatInfo(2, "computer", "", False, "simple"),
    ]
    model = MatchModel(Sandbox(KRIEG, {"seats": 3}, seats))
    cards = model.seat_cards()
    assert [(card.name, card.level) for card in cards] == [
        ("Computer 1", "hard"),
        ("Computer 2", "simple"),
        ("Mira", ""),
    ]


def test_the_board_follows_whoever_is_to_act_if_wanted(viewkit):
    source = Sandbox(KRIEG, {})
    model = MatchModel(source)
    assert model.picture().turns == 0
    source.act(0, "end")
    assert model.picture().turns == 0
    model.follow = True
    assert model.picture().turns == 3
    assert model.headline() == "Seat 2: Your turn"
