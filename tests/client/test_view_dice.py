"""Dice, odds, luck and sums of the view, against the rules and against counting."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.view.krieg_dice import Combat, combats, odds_view, pairs_of, tie_words
from client.view.krieg_ledger import luck_of
from client.view.model import MatchModel
from client.view.people import People
from client.view.sandbox import Sandbox
from engine.ai.levels import make_player
from engine.dice import ScriptedDraws
from engine.game import EventKind
from engine.krieg.combat import resolve
from engine.krieg.odds import odds_table
from engine.krieg.pieces import KIND_BY_NAME
from engine.registry import GAMES

KRIEG, TOWERWARS = GAMES["krieg"], GAMES["towerwars"]

dice = st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple)
kinds = st.sampled_from(("fighter", "rider", "archer"))


@given(
    kinds,
    dice,
    st.sampled_from(tuple(KIND_BY_NAME)),
    dice,
    st.lists(st.integers(1, 6), max_size=2).map(tuple),
)
def test_pairs_tell_what_the_rules_decide(piece, attack, rival, garrison, guards):
    losses = resolve(KIND_BY_NAME[piece], attack, KIND_BY_NAME[rival], garrison, guards)
    combat = Combat(0, 1, piece, rival, "e4", "e5", attack, garrison, guards, False, *losses)
    pairs, spare, rival_spare = pairs_of(combat)
    assert sum(pair.attacker_falls for pair in pairs) == losses.attackers_lost
    assert (
        sum(pair.defender_falls for pair in pairs if pair.defender_piece != "guard") == losses.garrison_lost
    )
    assert (
        sum(pair.defender_falls for pair in pairs if pair.defender_piece == "guard") == losses.guards_beaten
    )
    assert sorted([pair.attacker for pair in pairs] + list(spare)) == sorted(attack)
    assert sorted([pair.defender for pair in pairs] + list(rival_spare)) == sorted(garrison + guards)
    assert not (spare and rival_spare)


@pytest.mark.parametrize("attacker", ["fighter", "rider", "archer"])
@pytest.mark.parametrize("size", range(1, 6))
@pytest.mark.parametrize("rivals", range(1, 6))
def test_groups_of_odds_add_up(attacker, size, rivals):
    for defender in KIND_BY_NAME:
        rows = odds_table(KIND_BY_NAME[attacker], size, KIND_BY_NAME[defender], rivals)
        good = sum(row.rolls for row in rows if row.garrison_lost == rivals and row.attackers_lost < size)
        view = odds_view(rows, size, "e5", good, attacker == "archer")
        assert sum(group.percent for group in view.groups) == 100
        assert sum(group.rolls for group in view.groups) == view.rolls == 6 ** (size + rivals)
        assert all(group.percent >= 0 for group in view.groups)
        mean = Fraction(sum(row.attackers_lost * row.rolls for row in rows), view.rolls)
        assert abs(Fraction(view.lost, 100) - mean) <= Fraction(1, 200)


def test_what_ties_come_to():
    assert tie_words("fighter", "fighter") == "On a tie both fall."
    assert tie_words("rider", "fighter") == "A tie goes to the attacker."
    assert tie_words("fighter", "rider") == "A tie goes to the defender."
    assert tie_words("archer", "fighter") == "On a tie nobody falls."
    assert tie_words("fighter", "tower") == tie_words("fighter", "archer")


def test_a_tower_that_shoots_is_a_roll_too(place):
    source = Sandbox(
        KRIEG, start=place("e4 0 fighter2", mode="towers"), draws=lambda k: ScriptedDraws((6, 1, 1, 5, 1))
    )
    model = MatchModel(source)
    source.act(0, "end")
    roll = model.last_roll()
    assert roll.title == "Tower · e5 × e4"
    assert (roll.seat, roll.rival, roll.rival_lost, roll.spare) == (None, 0, 1, (1,))
    assert roll.words == "On a tie nobody falls."
    assert model.rolls(1) == (roll,)
    assert model.moves()[0].dice == "6 1 1 : 5 1"


def test_luck_is_what_fell_less_what_was_to_be_expected(place, viewkit):
    source = Sandbox(
        KRIEG,
        start=place("e4 0 rider2", "f4 1 fighter2"),
        seats=viewkit.people("Mira", "Jonas"),
        draws=lambda k: ScriptedDraws((6, 6, 1, 1)),
    )
    source.act(0, "attack e4 f4")
    mean = [Fraction(0), Fraction(0)]
    rolls = list(product(range(1, 7), repeat=4))
    for a, b, c, d in rolls:
        losses = resolve(KIND_BY_NAME["rider"], (a, b), KIND_BY_NAME["fighter"], (c, d))
        mean[0] += Fraction(losses.garrison_lost, len(rolls))
        mean[1] += Fraction(losses.attackers_lost, len(rolls))
    luck = luck_of(2, source.steps, People(source.seats))
    assert (luck.fights, luck.dice, luck.pips) == (1, (2, 2), (600, 100))
    assert luck.actual == (200, 0)
    for seat in (0, 1):
        assert abs(luck.expected[seat] - mean[seat] * 100) <= Fraction(1, 2)
        assert luck.series[seat] == (0, luck.actual[seat] - luck.expected[seat])
        assert luck.band[seat][0] == 0
    assert luck.words == "Mira was lucky, within what chance allows."
    again = luck_of(2, source.steps * 4, People(source.seats))
    assert again.words == "Mira was luckier than two of three matches are."
    assert again.band[0][-1] == pytest.approx(2 * luck.band[0][-1], abs=1)
    assert luck_of(2, (), People(source.seats)).words == ""


def test_who_resigns_keeps_the_worth_of_what_stands():
    source = Sandbox(GAMES["krieg"])
    for action in ("buy worker e1", "end"):
        source.act(0, action)
    source.resign(0)
    curve = MatchModel(source).statistics().curve
    assert curve.values[0][-1] == curve.values[0][0] > 0


def test_moments_worth_a_note_are_few_and_in_order(place):
    start = place(
        "e4 0 rider3", "f4 1 fighter3", "d4 0 worker2", "c6 1 mine", "c5 0 fighter1", "g5 1 castle0", "f5 0 fighter2",
        gold=(30, 9),
    )  # fmt: skip
    source = Sandbox(KRIEG, start=start, draws=lambda k: ScriptedDraws((6, 6, 6, 1, 1, 1)))
    for text in ("attack e4 f4", "build castle d4", "move c5 c6", "attack f5 g5"):
        source.act(0, text)
    curve = MatchModel(source).statistics().curve
    assert [(moment.k, moment.text, moment.piece) for moment in curve.moments] == [
        (1, "f4 taken", "rider"),
        (2, "Castle d4", "castle"),
        (3, "Mine c6 taken", "mine"),
        (4, "Castle g5 taken", "castle"),
    ]
    assert all(moment.at == 1 for moment in curve.moments)


def played(viewkit, game, options, most=400):
    source = Sandbox(game, options, viewkit.people("Mira", "Jonas"))
    players = [make_player(game, "simple", seat, bytes(32)) for seat in (0, 1)]
    while (seat := source.to_act()) is not None and len(source.steps) < most:
        source.act(seat, game.format(players[seat].choose(source.now(), len(source.steps)).action))
    return source


def test_the_end_of_krieg_in_figures(viewkit):
    source = played(viewkit, KRIEG, {"radius": 3, "round_limit": 12})
    found = MatchModel(source).statistics()
    curve = found.curve
    assert curve.at == tuple(sorted(set(curve.at)))
    assert len(curve.values) == 2
    assert all(len(values) == len(curve.at) for values in curve.values)
    bought = sum(event.kind is EventKind.BOUGHT for step in source.steps for event in step.events)
    undone = sum(step.action == "undo" for step in source.steps)
    lines = {line.label: line.values for line in found.lines}
    assert sum(map(int, lines["Units bought"])) == bought - undone
    assert len(lines) == 4
    fights = sum(1 for step in source.steps for _ in combats(step))
    assert fights > 3
    assert found.luck.fights == fights
    assert sum(found.luck.dice) == sum(len(step.dice) for step in source.steps)


def test_a_purchase_taken_back_was_none(viewkit):
    source = Sandbox(KRIEG, {})
    for text in (
        "buy fighter e1",
        "undo",
        "buy worker e1",
        "move e1 e2",
        "undo",
        "end",
        "buy archer e9",
        "end",
    ):
        source.act(source.to_act(), text)
    model = MatchModel(source)
    lines = {line.label: line.values for line in model.statistics().lines}
    assert lines["Units bought"] == ("1", "1")
    assert lines["Gold earned"] == ("3", "3")
    assert model.statistics() is model.statistics()
    source.act(0, "end")
    assert {line.label: line.values for line in model.statistics().lines}["Gold earned"] == ("3", "6")


def test_the_end_of_towerwars_in_figures(viewkit):
    source = played(viewkit, TOWERWARS, {"size": 5, "ply_limit": 80})
    found = MatchModel(source).statistics()
    assert found.luck is None
    assert found.curve.at == tuple(range(len(source.steps) + 1))
    assert found.curve.values[0][0] == found.curve.values[1][0] == 5
    assert len(found.lines) == 3
    assert found.second.at == found.curve.at
    assert sum(map(sum, found.second.values)) > 0


def test_history_follows_what_is_taken_back():
    source = Sandbox(TOWERWARS, {"size": 4})
    model = MatchModel(source)
    first = TOWERWARS.format(TOWERWARS.legal_actions(source.now())[0])
    other = TOWERWARS.format(TOWERWARS.legal_actions(source.now())[-1])
    source.act(0, first)
    told = model.moves()[0].text
    source.take_back()
    assert model.moves() == ()
    source.act(0, other)
    assert model.moves()[0].text != told
