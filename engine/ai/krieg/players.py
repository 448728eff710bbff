"""Levels "easy", "medium" and "hard" of Krieg und Frieden: plan the turn, act, plan anew after dice."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from engine.ai.krieg.judge import Judge
from engine.ai.krieg.orders import Order, orders
from engine.ai.krieg.planner import Style, plan
from engine.ai.krieg.sketch import ATTACK, Deed, Key, Sketch, action_of, sketch
from engine.ai.krieg.weights import TUNED, Weights
from engine.ai.player import Decision, Player, generator, never
from engine.game import Game, Seat
from engine.krieg.actions import END, Action
from engine.krieg.state import State

__all__ = [
    "EasyKrieg",
    "EasyResigningKrieg",
    "HardKrieg",
    "HardResigningKrieg",
    "MediumKrieg",
    "MediumResigningKrieg",
    "PlanningKrieg",
]

FIRST_RESIGNATION: Final = 8
"""Round before which nothing is lost for good."""
HOPELESS: Final = 5
HOPELESS_AMONG_MANY: Final = 8
"""So many times the own army and income another has in a lost game: the last rival, or one of several."""


class PlanningKrieg(Player[State, Action]):
    """Plans a turn within one budget; the plan and what is left of the budget live for that turn."""

    style: ClassVar[Style] = Style()
    resigns: ClassVar[bool] = False
    weights: ClassVar[Weights] = TUNED

    def __init__(self, game: Game[State, Action], seat: Seat, seed: bytes, nodes: int) -> None:
        super().__init__(game, seat, seed, nodes)
        self._trades: dict[int, int] = {}
        self._turn = -1
        self._left = 0
        self._orders = 0
        self._deeds: list[Deed] = []
        self._expected: Key | None = None
        self._score = 0

    def choose(self, state: State, step: int, should_stop: Callable[[], bool] = never) -> Decision[Any]:
        """Return the next action of the turn's plan; END when it is carried out."""
        if state.round != self._turn:
            self._turn, self._left, self._expected = state.round, self.nodes, None
            self._orders = self.style.orders
            if self.resigns and self._gives_up(state):
                return Decision(None)
        d = sketch(state)
        nodes = 0
        if d.key != self._expected:
            nodes = self._plan(d, step, should_stop)
        line = (*(action_of(state.rules.radius, deed) for deed in self._deeds), END)
        if self._deeds:
            deed = self._deeds.pop(0)
            if deed[0] == ATTACK:
                self._expected = None
            else:
                d.do(deed)
                self._expected = d.key
        return Decision(line[0], nodes, len(line), self._score, line)

    def _gives_up(self, state: State) -> bool:
        if state.round < FIRST_RESIGNATION:
            return False
        d = sketch(state)
        judge = Judge(d, self.weights, self._trades)
        return judge.hopeless(d, HOPELESS if len(state.living) == 2 else HOPELESS_AMONG_MANY)

    def _plan(self, d: Sketch, step: int, should_stop: Callable[[], bool]) -> int:
        """Make the plan for the rest of the turn and return the nodes that it took."""
        self._deeds = []
        if self._left < 1:
            return 0
        judge = Judge(d, self.weights, self._trades)
        fights = any(order[-1][0] == ATTACK for order in orders(d))
        draws = generator(self.seed, self.seat, step)
        budget = max(1, self._left // 2) if fights else self._left
        found = plan(judge, d, budget, self._orders, self.style, draws, should_stop)
        self._left -= found.nodes
        self._score = found.score
        carried_out = _attack_first(d, found.orders)
        self._orders -= len(carried_out)
        self._deeds = [deed for order in carried_out for deed in order]
        return found.nodes


def _attack_first(d: Sketch, planned: tuple[Order, ...]) -> tuple[Order, ...]:
    """Return the plan up to its first attack, or that attack alone if nothing before it is needed for it."""
    for number, order in enumerate(planned):
        if order[-1][0] == ATTACK:
            if order in orders(d):
                return (order,)
            return planned[: number + 1]
    return planned


class HardKrieg(PlanningKrieg):
    """All that there is. Which of nearly equal plans it follows is drawn, so that games between equals differ."""

    level: ClassVar[str] = "hard"
    style: ClassVar[Style] = Style(whim=40)


class MediumKrieg(PlanningKrieg):
    """A narrow look, and now and then a stack is overlooked."""

    level: ClassVar[str] = "medium"
    style: ClassVar[Style] = Style(width=3, overlooked=10)


class EasyKrieg(PlanningKrieg):
    """A beginner: overlooks stacks, misjudges positions, and does but a few things in a turn.

    ``bench.tuning.weak``, which plays at random but for wins and losses of one move, won 17 of 80 games against it.
    With 72 per cent overlooked it won 19 of 40, with 60 and four orders 7 of 60.
    """

    level: ClassVar[str] = "easy"
    style: ClassVar[Style] = Style(width=1, overlooked=66, noise=12000, orders=3)


class HardResigningKrieg(HardKrieg):
    """Gives up what is lost."""

    level: ClassVar[str] = "hard-resigning"
    resigns: ClassVar[bool] = True


class MediumResigningKrieg(MediumKrieg):
    """Gives up what is lost."""

    level: ClassVar[str] = "medium-resigning"
    resigns: ClassVar[bool] = True


class EasyResigningKrieg(EasyKrieg):
    """Gives up what is lost."""

    level: ClassVar[str] = "easy-resigning"
    resigns: ClassVar[bool] = True
