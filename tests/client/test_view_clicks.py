"""What clicks and hovering do to the view model: ways, attacks, why not."""

import pytest

from client.view.model import MatchModel
from client.view.picture import Badge, Mark
from client.view.sandbox import Sandbox
from engine.dice import ScriptedDraws
from engine.registry import GAMES

KRIEG, TOWERWARS = GAMES["krieg"], GAMES["towerwars"]


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


@pytest.mark.parametrize("keyboard", [False, True])
def test_taking_in_towerwars_needs_no_second_click(viewkit, keyboard):
    state = towerwars({"D4": "R", "D3": "R1", "C4": "R", "E4": "B", "F4": "B2", "B5": "R1x"})
    model, source = viewkit.model_of(TOWERWARS, state)
    assert model.ask_attacks
    for cell in ("D4", "E4"):
        if keyboard:
            viewkit.walk(model, cell)
            model.press("enter")
        else:
            model.click(cell)
    assert source.done == ["D4-E4"]


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
