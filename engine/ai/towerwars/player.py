"""The levels that search: easy, medium, hard, and each with resigning."""

from collections.abc import Callable
from typing import ClassVar, Final

from engine.ai.player import Decision, Player, generator, never
from engine.ai.towerwars.evaluation import impatience
from engine.ai.towerwars.search import MATE_BOUND, Search
from engine.ai.uniform import pick
from engine.dice import DrawSource
from engine.towerwars.geometry import geometry
from engine.towerwars.notation import Action, Move, Swap
from engine.towerwars.outcome import can_swap, legal_moves
from engine.towerwars.position import Position
from engine.towerwars.reach import SHIFT, TARGET, EncodedMove
from engine.towerwars.state import State

__all__ = [
    "EasyResigningTowerWars",
    "EasyTowerWars",
    "HardResigningTowerWars",
    "HardTowerWars",
    "MediumResigningTowerWars",
    "MediumTowerWars",
    "SearchingTowerWars",
    "effort",
    "hopeless",
]

_OPENING: Final = 10
"""Plies within which openings are varied."""

_VARIETY: Final = 12
"""In the opening, what a move may be worse than the best, in hundredths of a stone: about the value of a tempo."""

_TIES: Final = 3
"""The same later: it keeps two equal players from going round in circles."""


def hopeless(size: int) -> int:
    """Return the value, in hundredths of a stone, from which on a position is given up: half the stones of the start.

    >>> hopeless(8), hopeless(26)
    (-700, -5200)
    """
    radius = size // 2  # T2.1
    return -50 * ((radius + 1) * (radius + 2) // 2 - 1)


class SearchingTowerWars(Player[State, Action]):
    """Searches as far as its budget goes, and plays the best move found.

    Which of nearly equal moves that is, is drawn: every move is given a small random bonus. In games with
    ``pie`` (T6.3) the opening move is the one that leaves both sides most alike, and colours are exchanged
    when the other side's are better.

    Attributes:
        resigns: Whether it gives up (returns no action) what is lost beyond doubt: a loss that it sees the end
            of, or one side's lead of ``hopeless``.
        deepest: Depth not to search beyond, in plies before quiescence.
        noise: Largest random bonus of a move in hundredths of a stone; 0 for what keeps games varied.
    """

    level: ClassVar[str] = ""
    resigns: ClassVar[bool] = False
    deepest: ClassVar[int] = 40
    noise: ClassVar[int] = 0

    def choose(self, state: State, step: int, should_stop: Callable[[], bool] = never) -> Decision[Action]:
        """Return the best move that the budget finds; see ``Player``. ``Decision.score``: hundredths of a stone."""
        draws = generator(self.seed, self.seat, step)
        moves = list(legal_moves(state))
        slips = self.slips(state.size)
        if slips and draws.choice(256) < slips and not Position.of(state).can_take_base():
            action = _action(state, moves[pick(draws, len(moves))])
            return Decision(action, line=(action,))
        if state.pie and state.ply == 0:
            return self._open_evenly(state, moves, draws, should_stop)
        noise = self.noise or (_VARIETY if state.ply < _OPENING else _TIES)
        bonus = {move: pick(draws, noise + 1) for move in moves}
        cost = impatience(state.ply)
        search = Search(
            Position.of(state),
            effort(self.nodes, state.size),
            cost,
            _plies_left(state),
            should_stop,
        )
        found = search.run(moves, bonus, self.deepest)
        if self.resigns and (found.value < -MATE_BOUND or found.value <= hopeless(state.size) - cost):
            return Decision(None, found.nodes, found.depth, found.value)
        if can_swap(state) and found.value < 0:
            return Decision(Swap.SWAP, found.nodes, found.depth, -found.value, (Swap.SWAP,))
        line = tuple(_action(state, move) for move in found.line)
        return Decision(line[0], found.nodes, found.depth, found.value, line)

    def slips(self, size: int) -> int:
        """Return how many of 256 moves are made without looking, but for an enemy base within reach."""
        return 0

    def _open_evenly(
        self, state: State, moves: list[EncodedMove], draws: DrawSource, should_stop: Callable[[], bool]
    ) -> Decision[Action]:
        """Return the opening move after which the better side has least: the other player may take that side."""
        share = max(self.nodes // len(moves), 1)
        chosen, least, nodes = moves[pick(draws, len(moves))], MATE_BOUND, 0
        for move in moves:
            if nodes + share > self.nodes or should_stop():
                break
            position = Position.of(state)
            position.make(move)
            found = Search(position, share, 0, 0, should_stop).run(position.moves(), {}, self.deepest)
            nodes += found.nodes
            lead = abs(found.value) + pick(draws, _VARIETY + 1)
            if lead < least:
                chosen, least = move, lead
        action = _action(state, chosen)
        return Decision(action, nodes, 1, -least, (action,))


def effort(nodes: int, size: int) -> int:
    """Return how many of ``nodes`` are spent on a board of ``size``.

    A node costs more on a large board: more moves to list, more stones, longer masks. So that a move takes at
    most about three times as long on the largest board as on the usual one, fewer are spent there.

    >>> [effort(180_000, size) for size in (4, 8, 12, 26)]
    [180000, 180000, 144000, 84705]
    """
    return max(nodes * 16 // max(size + 8, 16), 1)


def _action(state: State, move: EncodedMove) -> Move:
    cell_of = geometry(state.size).cell_of
    return Move(cell_of[move >> SHIFT], cell_of[move & TARGET])


def _plies_left(state: State) -> int:
    """Return how many plies are left until the limit (T6.3), 0 where there is none."""
    return state.ply_limit - state.ply if state.ply_limit else 0


class EasyTowerWars(SearchingTowerWars):
    """Seldom looks, and then not far; takes a base that is in reach and may well leave its own to be taken."""

    level: ClassVar[str] = "easy"
    deepest: ClassVar[int] = 1
    noise: ClassVar[int] = 200

    def slips(self, size: int) -> int:
        """Return the share that looks at fewer moves the larger the board is, down to one in 16.

        Measured against a player that moves at random, but takes a base at once and saves its own: in 160 games
        it wins 53 on boards of 5 columns; on those of 8, in 100 games, it wins 16 without a limit of plies, and
        has 44 points once 300 plies count half.
        """
        return 256 - max(800 // size**2, 16)


class EasyResigningTowerWars(EasyTowerWars):
    """Easy, and gives up what is lost."""

    level: ClassVar[str] = "easy-resigning"
    resigns: ClassVar[bool] = True


class MediumTowerWars(SearchingTowerWars):
    """Looks at a fraction of what hard looks at, and values it a little wrongly."""

    level: ClassVar[str] = "medium"
    noise: ClassVar[int] = 24


class MediumResigningTowerWars(MediumTowerWars):
    """Medium, and gives up what is lost."""

    level: ClassVar[str] = "medium-resigning"
    resigns: ClassVar[bool] = True


class HardTowerWars(SearchingTowerWars):
    """The strongest level."""

    level: ClassVar[str] = "hard"


class HardResigningTowerWars(HardTowerWars):
    """Hard, and gives up what is lost."""

    level: ClassVar[str] = "hard-resigning"
    resigns: ClassVar[bool] = True
