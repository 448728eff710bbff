"""Every legal action can be played with the mouse alone and with keys alone, in the view of its game and in the generic one."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.view import presenters
from client.view.krieg_reach import turn_of
from client.view.model import MatchModel
from client.view.sandbox import Sandbox
from engine.dice import NoDraws
from engine.registry import GAMES


def deed_for(model, text):
    """Return the deed that stands for an action with the present selection."""
    game, state, actor = model.game, model.source.now(), model.actor
    cell_deeds = [deed for deed in model.deeds() if deed.group in ("shop", "build", "turn")]
    for deed in cell_deeds:
        if deed.enabled and model.words.action_of(state, actor, deed.key, model.selected) == text:
            return deed
    raise AssertionError(f"no deed for {text} of {game.name}")


def by_mouse(model, text):
    cells = model.game.action_cells(model.game.parse(text))
    if cells and not (len(cells) == 1 and cells[0] in model.targets()):
        model.click(cells[0])
    if cells and cells[-1] in model.targets() and (len(cells) > 1 or model.selected is None):
        model.click(cells[-1])
        if model.target is not None:
            model.click(cells[-1])
        return
    model.do(deed_for(model, text).key)
    if model.pending() is not None:
        model.confirm()


def by_keys(viewkit, model, text):
    cells = model.game.action_cells(model.game.parse(text))
    if cells and not (len(cells) == 1 and cells[0] in model.targets()):
        viewkit.walk(model, cells[0])
        model.press("enter")
    if cells and cells[-1] in model.targets() and (len(cells) > 1 or model.selected is None):
        viewkit.walk(model, cells[-1])
        model.press("space")
        if model.target is not None:
            assert not model.source.done
            model.press("a")
        return
    key = deed_for(model, text).shortcut
    assert key
    assert model.press(key)
    if model.pending() is not None:
        assert not model.source.done
        model.press("y")


@pytest.mark.parametrize("generic", [False, True])
@pytest.mark.parametrize("keys", [False, True])
def test_every_legal_action_can_be_played(viewkit, monkeypatch, generic, keys):
    if generic:
        monkeypatch.setattr(presenters, "_PRESENTERS", {})
    kinds = set()
    checked = 0
    for number, (game, state) in enumerate(viewkit.all_positions(stride=4)):
        actions = [game.format(action) for action in game.legal_actions(state)]
        # Each position lends other actions, so that all kinds come up without asking for all of all.
        for text in actions[number % 7 :: 7]:
            model, source = viewkit.model_of(game, state)
            if keys:
                if generic and len(model.deeds()) > 9:
                    continue  # more deeds on one cell than digits
                by_keys(viewkit, model, text)
            else:
                by_mouse(model, text)
            assert source.done == [text]
            kinds.add(game.describe(state, game.parse(text)).kind.split("-")[0])
            checked += 1
    assert checked > 300
    assert kinds >= {"buy", "move", "merge", "attack", "build", "disband", "undo", "end", "stone", "tower"}


def test_the_generic_view_plays_a_game_that_nobody_wrote_a_presenter_for(viewkit):
    race = viewkit.helper_of_engine("toys").Race()
    source = Sandbox(race, {"runners": 2})
    model = MatchModel(source)
    assert type(model.words) is presenters.Presenter
    assert {piece.owner for piece in model.picture().pieces} == {0, 1}
    cell = next(iter(model.targets()))
    model.hover(cell)
    assert cell in model.prediction().text
    model.click(cell)
    assert source.steps[-1].action.startswith("step")
    assert model.moves()[-1].text == source.steps[-1].action
    ending = next(deed for deed in model.deeds() if deed.key == "act:end")
    model.press(ending.shortcut)
    assert source.to_act() == 1
    for _ in range(200):
        if model.result() is not None:
            break
        playable = [deed.key for deed in model.deeds() if deed.key.startswith("act:")]
        model.do("act:dash" if "act:dash" in playable else playable[0])
    assert model.result().winners
    assert model.result().headline
    assert model.statistics().curve is None
    assert all(model.seat_cards())


# --- reach -------------------------------------------------------------------------------------------------
def brute_force(game, state, cell):
    """Return the fewest steps to every cell by trying out all moves, and all attacks after them."""
    reached, strikes = {}, {}
    layer = [(cell, state)]
    steps = 0
    while layer:
        steps += 1
        following = []
        for here, now in layer:
            for action in game.legal_actions(now):
                text = game.format(action).split()
                if text[1:2] != [here]:
                    continue
                if text[0] == "attack":
                    strikes.setdefault(text[2], steps)
                elif text[0] == "move" and text[2] != cell:
                    reached.setdefault(text[2], steps)
                    joins = any(p.cell == text[2] and p.owner == now.turn for p in units(game, now))
                    if reached[text[2]] == steps and not joins:
                        following.append((text[2], game.apply(now, action, NoDraws())[0]))
        layer = following
    return reached, strikes


def units(game, state):
    return [p for p in game.pieces(state) if p.kind in ("worker", "fighter", "rider", "archer")]


def test_reach_and_attacks_are_those_of_brute_force(place, viewkit):
    far = later = 0
    cavalry = [
        place("e4 0 rider2", "f3 0 fighter1", "f4 1 fighter2", "d4 0 rider3", "e6 1 mine", "d5 1 castle"),
        place(
            "e4 0 rider1/11",
            "d4 0 archer2",
            "e5 1 rider1",
            "g4 1 worker2 mine",
            mode="towers",
            short_shots=True,
        ),
        place("d3 1 rider5", "e3 0 archer3", "e5 - tower2", mode="towers", turn=1),
    ]
    played = [state for game, state in viewkit.all_positions(stride=5) if game.name == "krieg"]
    game = GAMES["krieg"]
    for state in [*cavalry, *played]:
        model, _ = viewkit.model_of(game, state)
        for cell in model.words.busy(state, state.turn):
            reached, strikes = brute_force(game, state, cell)
            targets = model.words.targets(state, state.turn, cell)
            assert {t.cell: len(t.steps) for t in targets.values() if not t.attack} == reached
            assert {t.cell: len(t.steps) for t in targets.values() if t.attack} == strikes
            for target in targets.values():
                after = state
                for text in target.steps[:-1]:
                    after, _ = game.apply(after, game.parse(text), NoDraws())
                assert game.state_hash(after) == game.state_hash(target.before)
                assert game.is_legal(after, game.parse(target.steps[-1]))
            far += sum(steps > 1 for steps in reached.values())
            later += sum(steps > 1 for steps in strikes.values())
    assert far > 50
    assert later > 5


def test_threats_of_krieg_are_those_of_brute_force(place, viewkit):
    game = GAMES["krieg"]
    fields = [
        place(
            "e4 0 fighter1 castle", "e7 1 rider2", "c3 0 mine", "c5 1 rider1", "h4 1 archer2", gold=(9, 20)
        ),
        place("e4 0 fighter2", "d4 0 worker1", "e6 1 archer3", "b3 0 mine", gold=(9, 20), mode="towers"),
    ]
    played = [state for game, state in viewkit.all_positions(stride=8) if game.name == "krieg"]
    seen = 0
    for state in [*fields, *played]:
        seat = state.turn
        model, _ = viewkit.model_of(game, state)
        expected = set()
        for rival in state.living:
            if rival == seat:
                continue
            theirs = turn_of(state, rival)
            owned = {cell.name for cell in game.board(theirs).cells if cell.owner == seat}
            mines = {piece.cell for piece in game.pieces(theirs) if piece.kind == "mine"}
            for cell in model.words.busy(theirs, rival):
                reached, strikes = brute_force(game, theirs, cell)
                expected |= owned & (set(strikes) | (mines & set(reached)))
        threats = model.words.threats(state, seat)
        assert {threat.cell for threat in threats} == expected
        seen += len(expected)
    assert seen > 20


def test_threats_of_towerwars_are_those_of_brute_force(viewkit):
    seen = 0
    for game, state in viewkit.all_positions(stride=3):
        if game.name != "towerwars":
            continue
        model, _ = viewkit.model_of(game, state)
        seat = game.to_act(state)
        theirs = dataclasses.replace(state, turn=1 - state.turn)
        expected = set()
        for action in game.legal_actions(theirs):
            if not game.action_cells(action):
                continue
            target = game.action_cells(action)[1]
            after, _ = game.apply(theirs, action, NoDraws())
            mine = [piece for piece in game.pieces(theirs) if piece.cell == target and piece.owner == seat]
            if mine and mine != [
                piece for piece in game.pieces(after) if piece.cell == target and piece.owner == seat
            ]:
                expected.add(target)
        threats = model.words.threats(state, seat)
        assert {threat.cell for threat in threats} == expected
        seen += len(expected)
    assert seen > 50


# --- looking changes nothing -------------------------------------------------------------------------------
LOOKS = ("hover", "cursor", "arrow", "cancel", "look_back", "next_stack", "threats", "about")
ASKED = (
    "picture", "seat_cards", "moves", "last_roll", "prediction", "reason", "counter", "dangers", "about", "deeds", "shop",
    "idle", "threats", "alarm", "headline", "chips", "result", "notice", "pending", "targets", "statistics",
)  # fmt: skip


def look(model, what, number):
    cells = sorted(model._cells)
    match what:
        case "hover":
            model.hover(cells[number % len(cells)])
        case "cursor":
            model.cursor(number % 6)
        case "arrow":
            model.arrow(("left", "right", "up", "down")[number % 4])
        case "look_back":
            model.look_back(None if number % 3 else number % 5)
        case "next_stack":
            model.next_stack(bool(number % 2))
        case "threats":
            model.toggle_threats()
        case "about":
            model.hover(None)
        case "cancel":
            model.cancel()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.lists(st.tuples(st.sampled_from(LOOKS), st.integers(0, 10**4)), max_size=25))
def test_looking_and_planning_never_change_the_match(viewkit, which, looks):
    positions = list(viewkit.all_positions(stride=9))
    game, state = positions[which % len(positions)]
    model, source = viewkit.model_of(game, state)
    before = game.state_hash(source.now())
    for what, number in looks:
        look(model, what, number)
        for name in ASKED:
            getattr(model, name)()
    assert game.state_hash(source.now()) == before
    assert source.now() is state
    assert source.done == []


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.lists(st.tuples(st.sampled_from((*LOOKS, "enter", "click")), st.integers(0, 10**4)), max_size=40),
)
def test_enter_and_a_first_click_never_attack_end_or_resign(viewkit, which, looks):
    positions = list(viewkit.all_positions(stride=9))
    game, state = positions[which % len(positions)]
    model, source = viewkit.model_of(game, state)
    for what, number in looks:
        if what == "enter":
            model.press("enter")
        elif what == "click":
            cell = sorted(model._cells)[number % len(model._cells)]
            if cell != model.target:
                model.click(cell)
        else:
            look(model, what, number)
    assert all(
        game.describe(state, game.parse(text)).kind not in ("attack", "storm", "end") for text in source.done
    )
    assert all("take" not in game.describe(state, game.parse(text)).kind for text in source.done)


# --- whole matches -----------------------------------------------------------------------------------------
def drive(model, cell):
    """Lead the cursor to a cell with arrow keys."""
    model.press("up")
    flat = model.layout().board.orientation == "flat"
    axes = (("x", "right", "left"), ("y", "down", "up"))
    for axis, more, less in axes if flat else reversed(axes):
        for _ in range(60):
            at = model.layout().at
            gap = at[cell][axis == "y"] - at[model.at][axis == "y"]
            if abs(gap) < 0.1:
                break
            model.press(more if gap > 0 else less)
    assert model.at == cell


@pytest.mark.parametrize(
    ("name", "options"),
    [("krieg", {"radius": 3, "round_limit": 5}), ("towerwars", {"size": 5, "ply_limit": 60})],
)
def test_a_whole_match_is_played_with_keys_alone(viewkit, name, options):
    game = GAMES[name]
    players = [viewkit.make_player(game, "simple", seat, bytes(32)) for seat in (0, 1)]
    source = Sandbox(game, options)
    model = MatchModel(source)
    while (seat := source.own_turn()) is not None:
        text = game.format(players[seat].choose(source.now(), len(source.steps)).action)
        played = len(source.steps)
        cells = game.action_cells(game.parse(text))
        if cells and model.selected != cells[0]:
            drive(model, cells[0])
            model.press("enter")
        if len(cells) > 1:
            drive(model, cells[1])
            model.press("enter")
        if len(source.steps) == played:
            keys = ("a",) if model.target is not None else (deed_for(model, text).shortcut, "y")
            for key in keys:
                if len(source.steps) == played:
                    model.press(key)
        assert source.steps[-1].action == text
        assert len(source.steps) == played + 1
    assert model.result().headline
    assert model.deeds() == ()
