"""Words of the view: there are some for everything that the rules can say, in whole sentences."""

import ast
import re
import string
from dataclasses import replace
from pathlib import Path

import pytest

from client.view import krieg_dice, krieg_ending, krieg_words, towerwars_words
from client.view.happened import EVENTS, story
from client.view.model import MatchModel
from client.view.people import People, listed
from client.view.presenters import presenter_for
from client.view.sandbox import Sandbox
from client.view.source import Connection, Phase, SeatInfo, Status
from client.view.standing import HOW, STOPS, connection_words
from engine.dice import SeededDraws, event_seed
from engine.game import Event, EventKind, Outcome
from engine.krieg.odds import odds_table
from engine.krieg.pieces import ARCHER, FIGHTER, RIDER, WORKER
from engine.krieg.refusals import Refusal
from engine.registry import GAMES
from engine.towerwars import landing
from protocol.effects import Applied
from protocol.errors import Code

KRIEG, TOWERWARS = GAMES["krieg"], GAMES["towerwars"]
VIEW = sorted((Path(__file__).parents[2] / "client" / "view").glob("*.py"))


def test_every_refusal_has_a_sentence():
    assert set(krieg_words.REFUSALS) == set(Refusal)
    assert set(towerwars_words.REFUSALS) == {refusal.word for refusal in landing.Refusal} | {"no_swap"}
    for sentence in [*krieg_words.REFUSALS.values(), *towerwars_words.REFUSALS.values()]:
        assert re.fullmatch(r"[A-Z].*\.", sentence)


def test_every_effect_has_a_sentence():
    assert set(krieg_words.EFFECTS) == {
        "attack", "build", "buy", "disband", "end", "merge", "move", "storm", "undo",
    }  # fmt: skip
    assert set(towerwars_words.EFFECTS) == {kind.value for kind in landing.Kind} | {"swap"}


def test_every_kind_of_event_has_a_sentence():
    assert set(EVENTS) == set(EventKind)


def test_every_outcome_has_words(viewkit):
    assert set(krieg_ending.ENDINGS) == {"crown", "last_seat", "resigned", "round_limit", "adjudicated"}
    people = People(viewkit.people("Mira", "Jonas"))
    for game in (KRIEG, TOWERWARS):
        state = game.setup({})
        presenter = presenter_for(game, game.options(state), people)
        reasons = (
            krieg_ending.ENDINGS
            if game is KRIEG
            else ("base", "stuck", "resigned", "ply_limit", "adjudicated")
        )
        for reason in reasons:
            for winners in ((0,), (1,), ()):
                if not winners and reason not in ("round_limit", "ply_limit", "adjudicated"):
                    continue
                title, text, _ = presenter.result_words(Outcome(winners, reason), state, None)
                assert title
                assert re.fullmatch(r"[A-Z].*\.", text)
                assert ("You" in title or winners != (0,)) == (winners != (0,) or "You" in title)
    assert set(HOW) == {"agreed", "aborted"}
    assert set(STOPS) == {Code.DESYNC, Code.FORK}


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ({"D4": "R"}, "Jonas has no stones left."),
        ({"D4": "R", "E5": "B2x"}, "Jonas can move nothing any more."),
    ],
)
def test_who_is_stuck_without_stones_has_none_left(viewkit, board, told):
    value = {"game": "towerwars", "n": 8, "turn": "red", "board": {"A1": "R*", "H8": "B*"} | board}
    state = TOWERWARS.from_json(value)
    state = replace(state, turn=state.colour_of(1))
    presenter = presenter_for(TOWERWARS, TOWERWARS.options(state), People(viewkit.people("Mira", "Jonas")))
    assert presenter.result_words(TOWERWARS.outcome(state), state, None)[1] == told


def sentences(text):
    return re.fullmatch(r"[A-Z0-9].*\.", text) is not None and "{" not in text and "  " not in text


def test_everything_that_can_be_done_is_told_in_sentences(viewkit):
    kinds, told = set(), set()
    for game, state in viewkit.all_positions(stride=3):
        people = People([SeatInfo(n, "human", name, n == 0) for n, name in enumerate("ABCDEF")])
        presenter = presenter_for(game, game.options(state), people)
        for action in game.legal_actions(state):
            text = game.format(action)
            words, warnings = presenter.effect(state, text)
            assert sentences(words), words
            kinds.add(game.describe(state, action).kind)
            for warning in warnings:
                assert sentences(warning.text)
                told.add(warning.code)
    assert kinds >= set(krieg_words.EFFECTS) - {"storm"}
    assert len(kinds & set(towerwars_words.EFFECTS)) > 12
    assert told >= {"final", "loses_attack", "starving"}


def test_every_warning_is_told(place, viewkit):
    people = People(viewkit.people("Mira", "Jonas"))
    presenter = presenter_for(KRIEG, {}, people)
    cases = {
        "loses_attack": (place("e4 0 fighter1", "e5 0 fighter1/00"), "move e4 e5"),
        "loses_steps": (place("e4 0 fighter1", "e5 0 rider1/01", "f4 0 rider1"), "move f4 e5"),
        "poverty_lock": (place("e4 0 fighter2", gold=(3, 0)), "buy fighter e1"),
        "final": (place("d4 0 worker2", gold=(3, 0)), "build mine d4"),
        "ends_game": (place("e4 0 rider1", turn=1, number=5, round_limit=5), "end"),
        "starving": (place("e4 0 rider3"), "end"),
    }
    for code, (state, text) in cases.items():
        _, warnings = presenter.effect(state, text)
        assert code in {warning.code for warning in warnings}, code
    assert set(cases) == {*krieg_words.WARNINGS, "starving"}


def test_what_happened_is_told_for_every_event_of_real_games(viewkit):
    seen = set()
    people = People([SeatInfo(n, "human", name, n == 0) for n, name in enumerate("ABCDEF")])
    for number, (game, state) in enumerate(viewkit.all_positions(stride=2)):
        for action in game.legal_actions(state)[number % 3 :: 3]:
            _, events = game.apply(state, action, SeededDraws(event_seed(bytes(32), number + 1)))
            words = story(events, game.to_act(state), people)
            assert all(sentences(sentence) for sentence in words), words
            seen |= {event.kind for event in events}
    rare = {EventKind.WON, EventKind.DRAW, EventKind.ELIMINATED, EventKind.STARVED}
    assert seen >= set(EventKind) - rare
    for kind in rare:
        assert sentences(story([Event(kind, 0, "e1", count=1, piece="rider")], 0, people)[0])


def test_units_that_starve_one_after_another_are_told_together(viewkit):
    people = People(viewkit.people("Mira", "Jonas"))
    event = Event(EventKind.STARVED, 0, "e1", count=1, piece="rider")
    assert story([event, event], 0, people) == ("Mira cannot pay: 1 rider starved on e1. (2 times)",)


def test_the_headline_of_a_taken_crown(place, viewkit):
    state = place("e8 0 rider2", "e9 1 crown0", number=17)
    for own, headline, text in (
        ((), "Mira takes the crown", "2 riders on e9 in round 17. Jonas is beaten."),
        ((0,), "You take the crown", "2 riders on e9 in round 17. Jonas is beaten."),
        ((1,), "Mira takes the crown", "2 riders on e9 in round 17. You are beaten."),
    ):
        source = Sandbox(KRIEG, start=state, seats=viewkit.people("Mira", "Jonas", own=own))
        source.act(0, "attack e8 e9")
        result = MatchModel(source).result()
        assert (result.headline, result.text) == (headline, text)
        assert result.you_won is (None if not own else own == (0,))
        assert result.length == "17 rounds"


def test_an_agreed_draw_and_a_resignation_of_towerwars(viewkit):
    source = Sandbox(TOWERWARS, {}, viewkit.people("Mira", "Jonas"))
    source.resign(1)
    result = MatchModel(source).result()
    assert (result.headline, result.text) == ("You win", "Jonas resigned.")
    source = Sandbox(GAMES["towerwars"], seats=viewkit.people("Mira", "Jonas"))
    source.resign(0)
    assert MatchModel(source).result().text == "You resigned."


def test_advice_names_the_piece(viewkit):
    for game, state in viewkit.all_positions(stride=9):
        words = MatchModel(Sandbox(game, start=state)).words
        for action in game.legal_actions(state):
            told = words.advice(state, game.format(action))
            assert told.endswith(".")
            assert all(cell in told for cell in game.action_cells(action))
    source = Sandbox(TOWERWARS, {}, viewkit.people("Mira", "Jonas", own=(0, 1)))
    model = MatchModel(source)
    model.do("offer:draw")
    model.confirm()
    assert (model.result().headline, model.result().winners) == ("Draw", ())
    assert model.result().outcome == Outcome((), "agreed")


def test_an_item_with_resignations_says_so(viewkit):
    source = Sandbox(KRIEG, {"seats": 3}, viewkit.people("Mira", "Jonas", "Lea"))
    model = MatchModel(source)
    before = source.now()
    step = Applied(1, "act", 0, "end", (2,), (), (), (), (), bytes(16))
    assert model.words.row(before, step).text == "ends the turn; Lea resigns"
    step = Applied(1, "agree", 0, "draw", (), (), (), (), (), bytes(16))
    assert model.words.row(before, step).text == "draw agreed"


def test_names(viewkit):
    seats = [
        SeatInfo(0, "human", "Kim", True),
        SeatInfo(1, "human", "Kim", False),
        SeatInfo(2, "human", "", False),
        SeatInfo(3, "computer", "", False, "simple"),
    ]
    people = People(seats)
    assert [people(seat) for seat in range(4)] == ["Kim 1", "Kim 2", "Seat 3", "Computer"]
    assert people.me == 0
    assert people.several((0, 2, 3)) == "Kim 1, Seat 3 and Computer"
    assert listed([]) == ""
    assert people.wins((0,)) == "You win"
    assert people.wins((2, 3)) == "Seat 3 and Computer win"


@pytest.mark.parametrize("path", VIEW, ids=lambda path: path.name)
def test_messages_are_literals_with_the_fields_that_they_are_given(path):
    """The catalogue is made of the calls; a message built at run time would never be found in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id == "ntr":
            messages, given = node.args[:2], {"count"}
        elif node.func.id == "tr" and isinstance(node.args[0], ast.Constant):
            messages, given = node.args[:1], set()
        else:
            continue
        given |= {keyword.arg for keyword in node.keywords}
        for message in messages:
            assert isinstance(message, ast.Constant), ast.unparse(node)
            fields = {name for _, name, _, _ in string.Formatter().parse(message.value) if name}
            assert fields == given or (node.func.id == "ntr" and fields <= given), ast.unparse(node)


@pytest.mark.parametrize("path", VIEW, ids=lambda path: path.name)
def test_the_view_has_no_pixel_no_thread_and_no_clock(path):
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module)
    assert not [
        name for name in names if name.split(".")[0] in ("pyglet", "trio", "time", "threading", "random")
    ]
    assert not [name for name in names if name.startswith(("client.ui", "client.app"))]


def test_everything_on_a_board_is_told_about(place, viewkit):
    states = [
        place("e4 0 castle0 archer2", "c3 0 mine", "b3 1 fighter1", "d3 0", "e5 - tower2", mode="towers"),
        place("e1 2 dead", "e3 1 worker1", seats=3, out=(0,), turn=1),
    ]
    told = set()
    for game, state in [*((KRIEG, state) for state in states), *viewkit.all_positions(stride=10)]:
        model, _ = viewkit.model_of(game, state)
        owned = {cell.name for cell in game.board(state).cells if cell.owner is not None}
        standing = {piece.cell for piece in game.pieces(state)}
        for cell in sorted(model._cells):
            model.hover(cell)
            facts = model.about()
            if cell not in standing and (cell not in owned or game is TOWERWARS):
                assert facts is None
                continue
            assert cell in facts.title
            assert facts.lines
            told |= set(facts.lines)
        assert model.chips()
    for words in (
        "1 guard beaten until the turn ends",
        "Mine: 2 gold a turn",
        "Ground of Seat 1",
        "Fallen crown",
        "Neutral tower with 2 archers; it shoots at the nearest stack.",
        "Can build 1 more.",
    ):
        assert words in told


def test_an_undefended_crown_is_taken_without_odds(place, viewkit):
    model, _ = viewkit.model_of(KRIEG, place("e8 0 rider2", "e9 1 crown0"))
    model.click("e8")
    model.hover("e9")
    told = model.prediction()
    assert told.odds is None
    assert told.defender.note == "Nobody defends it."
    assert "without a fight" in told.text
    assert "game is won" in told.text
    model, _ = viewkit.model_of(KRIEG, place("e7 0 archer2", "e9 1 crown2 worker2"))
    model.click("e7")
    model.hover("e9")
    assert model.prediction().odds.label == "chance to clear the cell"
    model.click("e9")
    assert next(deed for deed in model.deeds() if deed.key == "attack").label == "Shoot at e9"


def test_labels_of_odds():
    lose = {
        size: krieg_dice.odds_view(odds_table(1, size, 1, size), size, "e5", 1, False).groups
        for size in (1, 2, 3)
    }
    assert [groups[-1].label for groups in lose.values()] == ["lose it", "lose both", "lose all"]
    good = sum(
        row.rolls for row in odds_table(2, 2, 1, 2) if row.garrison_lost == 2 and row.attackers_lost < 2
    )
    view = krieg_dice.odds_view(odds_table(2, 2, 1, 2), 2, "f4", good, False)
    assert [(group.label, group.percent) for group in view.groups] == [
        ("take f4", 45),
        ("one each", 32),
        ("lose both", 23),
    ]


@pytest.mark.parametrize(
    ("attacker", "size", "defender", "rivals", "shot", "labels"),
    [
        (FIGHTER, 3, FIGHTER, 3, False, ["take e4", "e4 holds", "lose all"]),
        (ARCHER, 1, RIDER, 1, True, ["clear e4", "e4 holds"]),
        (FIGHTER, 1, WORKER, 1, False, ["take e4", "e4 holds"]),
        (FIGHTER, 2, RIDER, 5, False, ["e4 holds", "lose both"]),
    ],
)
def test_what_is_neither_taking_nor_losing_all_is_that_the_cell_holds(
    attacker, size, defender, rivals, shot, labels
):
    rows = odds_table(attacker, size, defender, rivals)
    good = sum(row.rolls for row in rows if row.garrison_lost == rivals and row.attackers_lost < size)
    view = krieg_dice.odds_view(rows, size, "e4", good, shot)
    assert [group.label for group in view.groups] == labels


def test_a_stop_is_told(viewkit):
    source = viewkit.Told(KRIEG, {}, viewkit.people("Mira", "Jonas"))
    model = MatchModel(source)
    for code in (*STOPS, "other"):
        source.told = Status(Phase.STOPPED, (1,), code=code)
        source.tell()
        assert model.headline() == "The match was stopped"
        assert re.fullmatch(r"[A-Z].*\.", model.result().text)


def test_connections_in_words():
    cases = {
        Connection("here", 3): "",
        Connection("direct", 3): "direct",
        Connection("direct", 3, 14): "direct · 14 ms",
        Connection("through", 2): "relayed",
        Connection("through", 1, 2400): "relayed · 2 s",
        Connection("lost", 0): "not connected",
    }
    for connection, words in cases.items():
        assert connection_words(connection) == words


def test_another_language_is_told_at_once(viewkit):
    model = MatchModel(Sandbox(KRIEG, {}, viewkit.people("Mira", "Jonas")))
    model.source.act(0, "end")
    rows = model.moves()
    heard = []
    model.subscribe(lambda: heard.append(1))
    model.retell()
    assert heard
    assert model.moves() == rows
    assert model.moves() is not rows
