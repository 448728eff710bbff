"""A level decides the same whoever holds the other seats: persons, or other levels with other budgets."""

import itertools

import pytest

from client.players import Turn
from client.recomputing import players_of
from engine.ai import levels
from engine.ai.levels import levels_of
from engine.dice import SeededDraws, event_seed
from engine.options import to_values
from engine.registry import GAMES
from protocol.contract import Absence, ComputerSeat, Contract, HumanSeat

SEED = bytes(range(32))
NODES = 150
PERSON = HumanSeat(bytes([9]) * 32, bytes([8]) * 32, bytes([7]) * 32)
OTHERS = (PERSON, ComputerSeat("random", 1, bytes(32), 0), ComputerSeat("simple", 99, bytes([5]) * 32, 0))
SETS = {"towerwars": {"size": 6}, "krieg": {"seats": 3, "mode": "towers"}}


def contract(game, seats):
    options = game.complete(SETS.get(game.name, {}))
    return Contract(
        1,
        game.name,
        game.rules_version,
        tuple(to_values(game.options_schema(), options)),
        seats,
        None,
        Absence(60, None, True, 60),
        None,
        None,
        bytes(16),
    )


def decisions(game, seat, table):
    """Return what the computer on ``seat`` decides in a game in which the others play the same actions always."""
    state, found, earlier = game.setup(table.named_options()), [], ()
    player = players_of(table)[seat]
    for k in range(60):
        mover = game.to_act(state)
        if mover is None:
            break
        if mover == seat:
            text = player.decide(Turn(game, seat, k, state, (), (), earlier))
            found.append(text)
            earlier = (*earlier, (k, state))
        else:
            earlier = ()
            action = levels.make_player(game, "simple", mover, SEED, 1).choose(state, k).action
            text = game.format(action)
        if text is None:
            break
        state, _ = game.apply(state, game.parse(text), SeededDraws(event_seed(SEED, k)))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_kinds_of_the_other_seats_decide_nothing(name):
    game = GAMES[name]
    count = game.seats(game.complete(SETS.get(name, {})))
    seat = count - 1
    for level in levels_of(name):
        own = ComputerSeat(level, NODES, SEED, 0)
        tables = [contract(game, (*others, own)) for others in itertools.product(OTHERS, repeat=count - 1)]
        first = decisions(game, seat, tables[0])
        assert len(first) > 5
        # All exchanges where there are two others would take long: the ends and the middle say it.
        for table in (tables[1], tables[len(tables) // 2], tables[-1]):
            assert decisions(game, seat, table) == first


@pytest.mark.parametrize("name", GAMES)
def test_a_player_is_made_of_game_seat_seed_and_budget_alone(name, monkeypatch):
    told = []
    for level, found in levels_of(name).items():

        def make(*arguments, made=found.make):
            told.append(arguments)
            return made(*arguments)

        monkeypatch.setitem(levels.LEVELS[name], level, levels.Level(make, found.nodes, found.small))
    game = GAMES[name]
    own = ComputerSeat("simple", NODES, SEED, 0)
    for other in OTHERS:
        players_of(contract(game, (other, own)))
    assert {arguments for arguments in told if arguments[1] == 1} == {(game, 1, SEED, NODES)}
