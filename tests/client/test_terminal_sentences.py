"""Effects and events in sentences: every action of played games, fights told per side, unknown words, figures."""

import re

import pytest

from client.terminal.sentences import effect_sentences, happened, odds_table, percent
from engine.ai.levels import make_player
from engine.dice import SeededDraws
from engine.game import Effect, OddsRow
from engine.registry import GAMES

KRIEG, TOWERWARS = GAMES["krieg"], GAMES["towerwars"]


def who(seat):
    return ("anna", "bert", "cleo", "dora", "emil", "fritz")[seat]


def games_of_simple_players():
    for game, options, steps in [
        (TOWERWARS, {"size": 6, "pie": True}, 80),
        (KRIEG, {"mode": "towers", "round_limit": 14, "disband": True}, 240),
        (KRIEG, {"mode": "factions"}, 200),
    ]:
        state, draws = game.setup(options), SeededDraws(bytes(32))
        seats = range(game.seats(game.options(state)))
        players = [make_player(game, "simple", seat, bytes(32)) for seat in seats]
        for step in range(steps):
            seat = game.to_act(state)
            if seat is None:
                break
            action = players[seat].choose(state, step).action
            after, events = game.apply(state, action, draws)
            yield game, state, action, seat, events
            state = after


def test_whatever_is_played_is_told():
    kinds = set()
    for game, state, action, seat, events in games_of_simple_players():
        for possible in {*game.legal_actions(state)[::7], action}:
            effect = game.describe(state, possible)
            kinds.add(effect.kind)
            told = effect_sentences(effect, game.odds(state, possible), who)
            assert re.fullmatch(r"[A-Z0-9][^_{}]*\.", told), told
            assert "True" not in told
            for cell in effect.cells[-1:]:
                assert cell in told
        for phrase in happened([event.to_json() for event in events], seat, who):
            assert phrase
            assert "None" not in phrase
            assert "_" not in phrase
    assert {"stone-empty-near", "buy", "move", "build", "end", "undo", "disband"} <= kinds


@pytest.mark.parametrize(
    ("events", "phrases"),
    [
        (
            [
                {"kind": "rolled", "seat": 0, "cell": "e3", "source": "e2", "count": 3, "piece": "fighter", "dice": [6, 5, 5]},
                {"kind": "rolled", "seat": 1, "cell": "e3", "count": 2, "piece": "archer", "dice": [4, 2]},
                {"kind": "lost", "seat": 1, "cell": "e3", "count": 2, "piece": "archer"},
                {"kind": "moved", "seat": 0, "cell": "e3", "source": "e2", "count": 3, "piece": "fighter"},
                {"kind": "captured", "seat": 0, "cell": "e3", "piece": "mine"},
            ],
            [
                "anna's fighters 6 5 5, bert's archers 4 2",
                "2 archers of bert fall",
                "3 fighters advance to e3",
                "takes the mine on e3",
            ],
        ),
        (
            [
                {"kind": "rolled", "seat": 0, "cell": "e5", "source": "e4", "count": 1, "piece": "rider", "dice": [6]},
                {"kind": "rolled", "cell": "e5", "count": 1, "piece": "tower", "dice": [1]},
                {"kind": "lost", "cell": "e5", "count": 1, "piece": "tower"},
                {"kind": "moved", "seat": 0, "cell": "e5", "source": "e4", "count": 1, "piece": "rider"},
            ],
            ["anna's rider 6, the tower's 1", "1 archer of the tower falls", "1 rider advances to e5"],
        ),
        (
            [
                {"kind": "tower", "cell": "e3", "source": "e5", "count": 3, "piece": "tower", "dice": [6, 2, 1]},
                {"kind": "rolled", "seat": 0, "cell": "e3", "count": 1, "piece": "worker", "dice": [1]},
                {"kind": "starved", "seat": 1, "cell": "e8", "count": 1, "piece": "archer"},
                {"kind": "starved", "seat": 1, "cell": "e8", "count": 1, "piece": "archer"},
                {"kind": "income", "seat": 1, "count": -3},
            ],
            [
                "the tower on e5 shoots at e3: 6 2 1, anna's worker 1",
                "bert cannot pay: an archer starves on e8 (2 times)",
                "bert pays 3 gold",
            ],
        ),
        ([{"kind": "moved", "seat": 0, "cell": "e2", "source": "e1", "count": 1, "piece": "rider"}], []),
        ([{"kind": "captured", "seat": 0, "cell": "D4", "count": 3, "piece": "tower"}], ["takes the tower of 3 stones on D4"]),
        ([{"kind": "captured", "seat": 0, "cell": "D4", "piece": "base"}], ["reaches the base on D4"]),
        ([{"kind": "tower", "seat": 1, "cell": "D4", "count": 3, "piece": "tower"}], ["blocks the tower on D4"]),
        (
            [
                {"kind": "lost", "seat": 1, "cell": "D4", "count": 1, "piece": "stone"},
                {"kind": "tower", "seat": 0, "cell": "D4", "count": 3, "piece": "tower"},
            ],
            ["1 stone of bert leaves the game", "frees the tower on D4"],
        ),
        ([{"kind": "built", "seat": 0, "cell": "D4", "count": 2, "piece": "tower"}], ["a tower of height 2"]),
        ([{"kind": "eliminated", "seat": 1}, {"kind": "won", "seat": 0}], ["bert is out"]),
        ([{"kind": "unheard_of", "seat": 1}], []),
    ],
)  # fmt: skip
def test_what_happened(events, phrases):
    assert happened(events, 0, who) == phrases


ONE_AGAINST_ONE = (OddsRow(1, 0, 0, 15), OddsRow(0, 1, 0, 15), OddsRow(1, 1, 0, 6))


@pytest.mark.parametrize(
    ("kind", "cells", "details", "odds", "told"),
    [
        ("stone-raze", ("A1", "B1"), {"distance": 1, "taken": 3}, None, "Takes the whole tower on B1, 3 stones."),
        (
            "stone-base-far",
            ("A1", "D4"),
            {"distance": 6, "wins": True},
            None,
            "Reaches the base on D4. That wins the game.",
        ),
        (
            "attack",
            ("e2", "e3"),
            {"piece": "fighter", "attackers": 1, "garrison": 1, "guard_dice": 0, "guards": 0, "falls_rolls": 15,
             "rolls": 36, "final": True, "defender": "fighter"},
            ONE_AGAINST_ONE,
            "1 fighter from e2 attacks 1 fighter on e3. Chance to take the cell: 41.67 % (15 of 36 rolls). "
            "On average 0.58 attackers and 0.58 defenders fall.",
        ),
        (
            "storm",
            ("e2", "e9"),
            {"piece": "rider", "attackers": 2, "garrison": 5, "guard_dice": 0, "guards": 2, "falls_rolls": 0,
             "rolls": 36, "final": True, "defender": "archer", "eliminates": 1, "wins": True},
            ONE_AGAINST_ONE,
            "2 riders from e2 attack 5 archers and 2 guards, none of them rolling on e9. Chance to take the cell: "
            "0.00 % (0 of 36 rolls). On average 0.58 attackers and 0.58 defenders fall. If it falls, the game is won.",
        ),
        (
            "storm",
            ("e2", "e9"),
            {"piece": "rider", "attackers": 2, "garrison": 0, "guard_dice": 0, "guards": 0, "falls_rolls": 1,
             "rolls": 1, "final": True, "open": True, "eliminates": 1},
            (OddsRow(0, 0, 0, 1),),
            "2 riders from e2 take e9 without dice: nobody defends it. If it falls, bert is out.",
        ),
        (
            "attack",
            ("e2", "e4"),
            {"piece": "archer", "attackers": 1, "garrison": 3, "guard_dice": 0, "guards": 2, "falls_rolls": 1,
             "rolls": 7776, "final": True, "shot": True, "defender": "tower"},
            None,
            "1 archer from e2 shoots at a tower of 3 archers on e4. Chance to clear the cell: 0.01 % (1 of 7776 rolls).",
        ),
        (
            "buy",
            ("e1",),
            {"piece": "archer", "cost": 3, "gold_left": 0, "count": 2, "steps": 1, "upkeep": 4, "income": 3,
             "loses_attack": True, "poverty_lock": True},
            None,
            "Buys an archer on e1 for 3 gold, 0 left; then 2 archers stand there. Upkeep becomes 4 a turn, income is 3. "
            "Careful: one part could still attack, the joint stack cannot. "
            "Careful: after this upkeep eats up all income, and no gold is left.",
        ),
        (
            "end",
            (),
            {"idle": 2, "tower_shots": 1, "next": 1, "starving": 1, "final": True, "ends_game": True},
            None,
            "Ends the turn; bert is next. 2 stacks could still act. 1 tower will shoot. As things stand, 1 own unit "
            "will starve. It is the last turn: the game is judged then.",
        ),
        (
            "move",
            ("e2", "e3"),
            {"piece": "rider", "count": 2, "steps": 1, "may_act": True, "conquers": True, "takes": "mine"},
            None,
            "The 2 riders go from e2 to e3 and take the mine; 1 step left, it may still attack.",
        ),
        ("fly-home", ("x1",), {"fuel_left": 2, "final": True}, None, "Fly home x1 (fuel left: 2, final: yes)."),
        ("rest", (), {}, None, "Rest."),
    ],
)  # fmt: skip
def test_what_an_action_will_do(kind, cells, details, odds, told):
    assert effect_sentences(Effect(kind, cells, details), odds, who) == told


def test_the_table_of_odds_is_exact():
    assert odds_table((OddsRow(1, 0, 0, 15), OddsRow(0, 1, 0, 21))).splitlines() == [
        "chance    attackers lost  garrison lost  guards beaten",
        " 58.33 %               0              1              0",
        " 41.67 %               1              0              0",
    ]


def test_nothing_is_certain_that_is_not():
    assert percent(0, 7776**2) == "0.00 %"
    assert percent(1, 7776**2) == "0.01 %"
    assert percent(7776**2 - 1, 7776**2) == "99.99 %"
    assert percent(5, 5) == "100.00 %"
    assert percent(1, 3) == "33.33 %"
