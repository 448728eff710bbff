"""Computer players in a match: the earlier decisions of a turn count, also after a restart in the middle of it."""

import pytest

from client.players import ComputerPlayer, Turn, after_resignations, earlier_decisions, why_illegal
from client.playing import GONE_MS, gone_seats
from engine.ai import levels
from engine.ai.player import Decision, Player
from engine.dice import SeededDraws
from engine.registry import GAMES
from protocol.effects import Applied

KRIEG = GAMES["krieg"]
SEED = bytes(32)


class Remembering(Player):
    """Plays the action whose number is the count of decisions that it was asked for in this turn."""

    level = "remembering"

    def __init__(self, game, seat, seed, nodes):
        super().__init__(game, seat, seed, nodes)
        self.asked = []

    def choose(self, state, step, should_stop=lambda: False):
        self.asked.append(step)
        actions = self.game.forward_actions(state)
        return Decision(actions[len(self.asked) % len(actions)])


@pytest.fixture(autouse=True)
def level(monkeypatch):
    monkeypatch.setitem(levels.LEVELS["krieg"], "remembering", levels.Level(Remembering))


class Game:
    """A running game, as far as players see one."""

    def __init__(self):
        self.states = [KRIEG.setup({})]
        self.steps = []

    def turn(self):
        state, seat = self.states[-1], KRIEG.to_act(self.states[-1])
        earlier = earlier_decisions(KRIEG, self.steps, self.states.__getitem__, seat)
        return Turn(KRIEG, seat, len(self.steps), state, (), tuple(self.steps), earlier)

    def play(self, text):
        seat = KRIEG.to_act(self.states[-1])
        draws = SeededDraws(SEED)
        state, events = KRIEG.apply(self.states[-1], KRIEG.parse(text), draws)
        k = len(self.steps) + 1
        self.steps.append(
            Applied(k, "act", seat, text, (), (), tuple(draws.dice), tuple(draws.choices), events, bytes(16))
        )
        self.states.append(state)


def fresh(seat):
    return ComputerPlayer(KRIEG, "remembering", seat, SEED, None)


async def test_a_restart_in_mid_turn_decides_the_same():
    game = Game()
    lasting = {0: fresh(0), 1: fresh(1)}
    turns = set()
    for _ in range(25):
        turn = game.turn()
        turns.add(len(turn.earlier))
        decided = await lasting[turn.seat].choose(turn)
        assert fresh(turn.seat).decide(turn) == decided
        game.play(decided)
    assert len(turns) > 2


def test_earlier_decisions_are_those_of_the_running_turn():
    game = Game()
    for text in ("buy fighter e1", "end", "buy worker e9", "move e9 e8"):
        game.play(text)
    assert [k for k, _ in game.turn().earlier] == [2, 3]
    game.play("end")
    assert game.turn().earlier == ()


def test_resignations_come_before_the_decision():
    state = KRIEG.setup({"mode": "classic", "seats": 3})
    after = after_resignations(KRIEG, state, (2, 2))
    assert KRIEG.living(after) == (0, 1)


def test_why_something_is_illegal():
    state = KRIEG.setup({})
    assert why_illegal(KRIEG, state, "buy fighter e1") is None
    assert "e5" in why_illegal(KRIEG, state, "buy fighter e5")
    assert why_illegal(KRIEG, state, "nonsense")


def test_only_eliminated_seats_that_are_silent_for_long_are_released():
    silent = {0: 0, 1: GONE_MS + 1, 2: GONE_MS, 4: GONE_MS + 1, 5: 10 * GONE_MS}
    assert gone_seats(silent, ()) == (1, 4, 5)
    assert gone_seats(silent, (1, 5)) == (4,)
