"""The level "simple" of Krieg und Frieden: what it sees, and that its games are won and end."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest

from engine.ai.player import Player
from engine.ai.simple_krieg import SimpleKrieg
from engine.ai.tactics_krieg import CERTAIN, MILLI, exchange, storm_chance, strike_range
from engine.ai.uniform import Uniform
from engine.dice import SeededDraws, event_seed
from engine.digest import H
from engine.krieg.actions import Verb
from engine.krieg.game import Krieg
from engine.krieg.pieces import ARCHER, FIGHTER, RIDER, WORKER
from engine.krieg.state import State

GAME = Krieg()
SAFETY = 200
"""Round limit of the matches; a game that needs it has failed."""


def match(options: dict[str, Any], players: Sequence[type[Player[Any, Any]]], number: int) -> State:
    """Play a whole game and return its last position."""
    seed = H("test.match", bytes((number,)))
    s = GAME.setup({**options, "round_limit": SAFETY})
    seated = [player(GAME, seat, H("test.seat", seed), 1) for seat, player in enumerate(players)]
    step = 0
    while not s.over:
        decision = seated[s.turn].choose(s, step)
        assert decision.action is not None
        if isinstance(seated[s.turn], SimpleKrieg):
            check_decision(s, decision, seated[s.turn], step)
        step += 1
        s, _ = GAME.apply(s, decision.action, SeededDraws(event_seed(seed, step)))
    return s


def check_decision(s: State, decision: Any, player: Player[Any, Any], step: int) -> None:
    assert decision.action.verb not in (Verb.UNDO, Verb.DISBAND)
    if decision.action.verb is Verb.BUY:
        assert "poverty_lock" not in GAME.describe(s, decision.action).details
    if step % 50 == 0:
        assert SimpleKrieg(GAME, player.seat, player.seed, 99).choose(s, step) == decision
        forward = GAME.forward_actions(s)
        assert decision.action in forward
        assert decision.nodes == len(forward)
        assert decision.line[0] == decision.action


@pytest.mark.parametrize("number", range(6))
def test_it_beats_random_play(number: int):
    seat = number % 2
    players: list[type[Player[Any, Any]]] = [Uniform, Uniform]
    players[seat] = SimpleKrieg
    end = match({}, players, number)
    assert GAME.living(end) == (seat,)
    assert end.round < 60


def test_it_beats_five_random_factions():
    players: list[type[Player[Any, Any]]] = [Uniform] * 6
    players[4] = SimpleKrieg
    assert GAME.living(match({"mode": "factions"}, players, 1)) == (4,)


@pytest.mark.parametrize("options", GAME.modes(), ids=lambda options: f"{options['mode']}-{options['seats']}")
def test_its_games_against_itself_end(options: dict[str, Any]):
    for number in range(3):
        end = match(options, [SimpleKrieg] * options["seats"], number)
        assert len(end.living) == 1
        assert end.round <= 80


@pytest.mark.slow
@pytest.mark.parametrize("changes", [{"radius": 8}, {"radius": 6, "mode": "towers"}, {"gold": (999, 999)}])
def test_its_games_on_other_boards_end(changes: dict[str, Any]):
    ended = [len(match(changes, [SimpleKrieg] * 2, number).living) == 1 for number in range(8)]
    assert sum(ended) >= 7


# --- single decisions -----------------------------------------------------------------------------------
def choice(s: State) -> str:
    decision = SimpleKrieg(GAME, s.turn, bytes(32), 1).choose(s, 0)
    return GAME.format(decision.action)


def test_it_walks_into_an_open_crown(krieg: ModuleType):
    s = krieg.position("e8 0 fighter1", "e9 1 crown0", "d7 1 archer4", "c3 0 worker2", gold=(50, 0))
    assert choice(s) == "attack e8 e9"


def test_it_shoots_the_garrison_before_it_storms(krieg: ModuleType):
    s = krieg.position("e8 0 rider5", "d8 0 archer5", "e9 1 crown2 fighter3")
    assert choice(s) == "attack d8 e9"


def test_it_does_not_storm_without_hope(krieg: ModuleType):
    s = krieg.position("e8 0 fighter1", "e9 1 crown2 fighter5", gold=(0, 0))
    assert choice(s) != "attack e8 e9"


def test_it_strengthens_a_crown_in_danger(krieg: ModuleType):
    s = krieg.position("e2 1 rider3", "f2 1 fighter5", gold=(3, 0))
    assert choice(s).startswith("buy fighter e1")


def test_it_keeps_the_garrison_of_a_crown_in_danger_at_home(krieg: ModuleType):
    s = krieg.position("e1 0 crown2 fighter4", "e3 1 rider5", "d5 1 mine", gold=(0, 0))
    assert not choice(s).startswith("move e1")


def test_it_opens_with_workers_and_builds(krieg: ModuleType):
    assert choice(krieg.GAME.setup({})) == "buy worker e1"
    s = krieg.position("e3 0 worker2", gold=(3, 0))
    assert choice(s) == "build mine e3"


def test_it_ends_its_turn_when_nothing_is_worth_doing(krieg: ModuleType):
    assert choice(krieg.position(gold=(0, 0))) == "end"
    assert choice(krieg.position("e3 0 worker2", gold=(0, 0))) == "end"


def test_it_never_disbands(krieg: ModuleType):
    s = krieg.position("e3 0 rider5/00", gold=(0, 0), disband=True)
    assert choice(s) == "end"


def test_it_never_locks_itself_in_poverty(krieg: ModuleType):
    s = krieg.position("e3 0 worker2/00", "e4 0 worker2/00", gold=(3, 0))
    assert "poverty_lock" in GAME.describe(s, GAME.parse("buy fighter e1")).details
    assert choice(s) == "end"


# --- figures --------------------------------------------------------------------------------------------
def test_exchange():
    one = exchange(FIGHTER, 1, FIGHTER, 1, 0)
    # A >= D in 21 of 36 rolls, A <= D in as many; A > D in 15.
    assert one == (21 * MILLI // 36, 21 * MILLI // 36, 15 * CERTAIN // 36)
    assert exchange(ARCHER, 1, FIGHTER, 1, 2) == (0, 15 * MILLI // 36, 0)
    assert exchange(FIGHTER, 3, None, 0, 0).cleared == CERTAIN


def test_storm_chance():
    assert storm_chance((), None, 0, 2) == 0
    assert storm_chance(((FIGHTER, 1),), None, 0, 0) == CERTAIN
    # One attacker cannot beat two guards; a second one after it can.
    assert storm_chance(((FIGHTER, 1),), None, 0, 2) == 0
    assert 0 < storm_chance(((FIGHTER, 1), (FIGHTER, 1)), None, 0, 2) < CERTAIN // 2
    assert storm_chance(((ARCHER, 5),), None, 0, 1) == 0
    assert storm_chance(((ARCHER, 5), (RIDER, 3)), FIGHTER, 2, 2) > storm_chance(((RIDER, 3),), FIGHTER, 2, 2)
    # One stack against a castle: exactly the chance that all fall and one is left.
    assert storm_chance(((RIDER, 2),), WORKER, 1, 1) == exchange(RIDER, 2, WORKER, 1, 1).cleared


def test_strike_range():
    assert [strike_range(kind) for kind in (WORKER, FIGHTER, RIDER, ARCHER)] == [0, 2, 3, 3]
