"""The levels that search: easy, medium, hard, and each with resigning."""

from collections.abc import Callable
from typing import ClassVar

from engine.ai.player import Decision, Player, generator, never
from engine.ai.towerwars.evaluation import impatience
from engine.ai.towerwars.search import MATE_BOUND, Search
from engine.ai.uniform import pick
from engine.towerwars.notation import Action, Move
from engine.towerwars.outcome import legal_moves
from engine.towerwars.position import Position
from engine.towerwars.reach import SHIFT, TARGET
from engine.towerwars.state import State

__all__ = ["Easy", "EasyResigning", "Hard", "HardResigning", "Medium", "MediumResigning", "Searching"]


class Searching(Player[State, Action]):
    """Searches as far as its budget goes."""

    level: ClassVar[str] = ""
    resigns: ClassVar[bool] = False
    max_depth: ClassVar[int] = 40
    noise: ClassVar[int] = 0
    slips: ClassVar[int] = 0

    def choose(self, state: State, step: int, should_stop: Callable[[], bool] = never) -> Decision[Action]:
        """Return the best move that the budget finds; see ``Player``."""
        draws = generator(self.seed, self.seat, step)
        moves = list(legal_moves(state))
        noise = self.noise or (12 if state.ply < 10 else 3)
        bonus = {move: pick(draws, noise + 1) for move in moves}
        left = max(state.ply_limit - state.ply, 1) if state.ply_limit else 0
        position = Position.of(state)
        search = Search(position, self.nodes, impatience(state.ply), left, should_stop)
        if self.slips and draws.choice(256) < self.slips:
            home = position.geometry.homes[1 - position.side]
            if not any(m & TARGET == home for m in moves):
                moves = [moves[pick(draws, len(moves))]]
        found = search.run(moves, bonus, self.max_depth)
        if self.resigns and found.value < -MATE_BOUND:
            return Decision(None, found.nodes, found.depth, found.value)
        cell_of = position.geometry.cell_of
        line = tuple(Move(cell_of[move >> SHIFT], cell_of[move & TARGET]) for move in found.line)
        return Decision(line[0], found.nodes, found.depth, found.value, line)


class Easy(Searching):
    """Looks at little, and sees some of it wrongly."""

    level: ClassVar[str] = "easy"
    max_depth: ClassVar[int] = 1
    noise: ClassVar[int] = 200


class EasyResigning(Easy):
    """Gives up what is lost."""

    level: ClassVar[str] = "easy-resigning"
    resigns: ClassVar[bool] = True


class Medium(Searching):
    """A tenth of the budget of hard."""

    level: ClassVar[str] = "medium"


class MediumResigning(Medium):
    """Gives up what is lost."""

    level: ClassVar[str] = "medium-resigning"
    resigns: ClassVar[bool] = True


class Hard(Searching):
    """The strongest level."""

    level: ClassVar[str] = "hard"


class HardResigning(Hard):
    """Gives up what is lost."""

    level: ClassVar[str] = "hard-resigning"
    resigns: ClassVar[bool] = True
