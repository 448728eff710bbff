"""How strong the planning levels of Krieg und Frieden are, in short matches on small budgets."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.ai.krieg.players import EasyKrieg, HardKrieg, MediumKrieg
from engine.ai.player import Player
from engine.ai.simple_krieg import SimpleKrieg
from engine.dice import SeededDraws, event_seed
from engine.digest import H
from engine.game import Outcome
from engine.krieg.game import Krieg

pytestmark = pytest.mark.slow

GAME = Krieg()
NODES: dict[type[Player[Any, Any]], int] = {SimpleKrieg: 1, EasyKrieg: 60, MediumKrieg: 600, HardKrieg: 3000}


def match(options: dict[str, Any], players: Sequence[type[Player[Any, Any]]], number: int) -> Outcome:
    """Play a whole game and return its outcome."""
    seed = H("test.match", bytes((number,)))
    s = GAME.setup({**options, "round_limit": 200})
    seated = [player(GAME, seat, H("test.seat", seed), NODES[player]) for seat, player in enumerate(players)]
    step = 0
    while not s.over:
        action = seated[s.turn].choose(s, step).action
        step += 1
        s, _ = GAME.apply(s, action, SeededDraws(event_seed(seed, step)))
    outcome = GAME.outcome(s)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize(
    ("better", "worse", "least"),
    [(HardKrieg, SimpleKrieg, 9), (MediumKrieg, EasyKrieg, 9), (HardKrieg, MediumKrieg, 6)],
)
def test_the_better_level_wins(better: type[Player[Any, Any]], worse: type[Player[Any, Any]], least: int):
    won = 0
    for number in range(10):
        seat = number % 2
        players = [worse, worse]
        players[seat] = better
        won += match({}, players, number // 2).winners == (seat,)
    assert won >= least


def test_one_hard_faction_among_five_simple_ones_wins_most():
    won = 0
    for seat in range(6):
        players: list[type[Player[Any, Any]]] = [SimpleKrieg] * 6
        players[seat] = HardKrieg
        won += match({"mode": "factions"}, players, seat).winners == (seat,)
    assert won >= 3


@pytest.mark.parametrize("options", GAME.modes(), ids=lambda options: f"{options['mode']}-{options['seats']}")
def test_games_between_equal_hard_players_are_decided_on_the_board(options: dict[str, Any]):
    reasons = [match(options, [HardKrieg] * options["seats"], number).reason for number in range(4)]
    assert reasons.count("round_limit") <= 1
