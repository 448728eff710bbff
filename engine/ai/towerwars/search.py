"""The tree: principal-variation search with iterative deepening, and quiescence.

Values are in hundredths of a stone for the side to move; a win k plies from the root counts ``MATE - k``. The
budget is exact: every position entered counts one, and none is entered once they are used up. Nothing
depends on a clock, a float or the order of a set, and all tables begin empty: what is found is a function of
what the constructor and ``run`` are given.

What is special about this game:

- A base is lost to the stones that reach it, and nothing can be put in between (T4.2). So a side whose base
  is in danger has to take one of these stones, or to take or block a tower beside one; everything else loses
  at once. In such positions the search looks at nothing else, and one ply deeper.
- Nobody may pass, but "even passing would be good enough" is a sound guess while there are stones to move.
- Nobody has to come forward, and positions repeat: one that is met again on the path counts as nothing gained.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.ai.towerwars.evaluation import Evaluator
from engine.ai.towerwars.gains import FAR, NEAR
from engine.ai.towerwars.reachmap import ReachMap
from engine.ai.towerwars.tactics import evasions, landings, tactical
from engine.ai.towerwars.terrain import terrain
from engine.ai.towerwars.weights import TUNED, Weights
from engine.towerwars.geometry import Mask
from engine.towerwars.moves import Planes, generate
from engine.towerwars.pieces import Colour
from engine.towerwars.position import Position
from engine.towerwars.reach import SHIFT, TARGET, EncodedMove

__all__ = ["MATE", "MATE_BOUND", "Found", "Search"]

MATE: Final = 1_000_000
"""Value of having won. The evaluation stays far below."""

MATE_BOUND: Final = MATE - 1_000
"""Values beyond are wins (or losses) that the search has seen the end of."""

_INFINITE: Final = MATE + 1
_MAX_DEPTH: Final = 40
_MAX_PLY: Final = 60
_ASK_EVERY: Final = 255
_LINE: Final = 12

_EXACT: Final = 0
_LOWER: Final = 1
_UPPER: Final = 2

_FUTILITY: Final = (0, 120, 220, 330)
"""By depth left: what a quiet move is thought to gain at most."""

_LATE: Final = (0, 10, 18, 40)
"""By depth left: how many moves are looked at before quiet ones are left out."""

_DELTA: Final = 80
"""What taking is thought to gain at most beside what is taken."""

_MOVE: Final = (1 << 2 * SHIFT) - 1
_QUIET: Final = 1 << 2 * SHIFT
"""Mark, within the search, of a move that takes, blocks and unblocks nothing."""

_Entry: TypeAlias = tuple[int, int, int, EncodedMove]
"""Depth, kind of bound, value, best move (0: none)."""


class _Stop(Exception):
    """The budget is used up, or the caller wants an answer."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found.

    Attributes:
        move: The move chosen.
        value: Its value, without the bonus that it had in the choice.
        depth: The last depth that was completed, 0 if none.
        nodes: Positions entered.
        line: The expected continuation, ``move`` first.
    """

    move: EncodedMove
    value: int
    depth: int
    nodes: int
    line: tuple[EncodedMove, ...]


class Search:
    """One search of one position.

    Args of the constructor:
        position: Where to search; the same afterwards.
        nodes: Budget, 1 or more.
        impatience: See ``evaluation.impatience``.
        plies_left: Plies until the ply limit makes the game a draw; 0: there is no limit.
        should_stop: Asked every few hundred nodes.
        weights: Of the evaluation.
    """

    def __init__(
        self,
        position: Position,
        nodes: int,
        impatience: int,
        plies_left: int,
        should_stop: Callable[[], bool],
        weights: Weights = TUNED,
    ) -> None:
        self.nodes = 0
        self._budget = nodes
        self._should_stop = should_stop
        self._draw_at = plies_left or 2 * _MAX_PLY
        self._deepest = min(self._draw_at, _MAX_PLY)
        self._position = position
        self._codes = position.codes
        self._land = land = terrain(position.geometry.size, weights)
        self._evaluator = Evaluator(land, position.codes, position.side, impatience)
        self._root = land.pack(position.codes)
        self._table: tuple[dict[int, _Entry], dict[int, _Entry]] = ({}, {})
        self._history = (land.order[0].copy(), land.order[1].copy())
        self._killers = [[0, 0] for _ in range(_MAX_PLY + 1)]
        self._path: tuple[set[int], set[int]] = (set(), set())
        self._best_so_far: tuple[EncodedMove, int] = (0, 0)

    # --- the root -----------------------------------------------------------------------------------------
    def run(
        self, moves: list[EncodedMove], bonus: dict[EncodedMove, int], max_depth: int = _MAX_DEPTH
    ) -> Found:
        """Return the best of ``moves``.

        Args:
            moves: Legal moves, one or more; the order decides among equals.
            bonus: By move, what is added to its value in the choice; 0 where missing.
            max_depth: Depth to end with, 1 or more.
        """
        position = self._position
        colour, base = position.side, len(position.history)
        for move in moves:
            if move & TARGET == self._land.sides[colour].foe_home:  # T4.12
                return Found(move, MATE - 1, 1, 0, (move,))
        order = sorted(moves, key=lambda move: -self._promise(move, colour) - bonus.get(move, 0))
        best, value, depth = order[0], 0, 0
        try:
            while depth < max_depth and MATE - abs(value) > depth:
                best, value = self._iteration(order, bonus, depth + 1)
                depth += 1
                if abs(value) > MATE_BOUND:  # what is won is won by the shortest way
                    value -= bonus.get(best, 0)
                    bonus = {}
                order.remove(best)
                order.insert(0, best)
        except _Stop:
            while len(position.history) > base:
                position.unmake()
            if self._best_so_far[0]:
                best, value = self._best_so_far
        return Found(best, value - bonus.get(best, 0), depth, self.nodes, self._line(best))

    def at_rest(self) -> int:
        """Return the value of the position with loud moves alone, for the side to move."""
        return self._quiesce(self._root, self._position.side, -_INFINITE, _INFINITE, 0, False)

    def _promise(self, move: EncodedMove, colour: Colour) -> int:
        """Return what to sort moves of the root by before anything is known."""
        target = move & TARGET
        near = target - (move >> SHIFT) in self._land.geometry.steps
        gain = (NEAR if near else FAR)[colour][self._codes[target]]
        return 1000 * gain + self._land.order[colour][move]

    def _iteration(
        self, order: list[EncodedMove], bonus: dict[EncodedMove, int], depth: int
    ) -> tuple[EncodedMove, int]:
        """Search all moves of the root to ``depth``; return the best and its value with its bonus."""
        foe = 1 - self._position.side
        self._path = (set(), set())
        self._path[1 - foe].add(self._root >> self._land.key)
        self._best_so_far = (0, 0)
        best, alpha = 0, -_INFINITE
        for move in order:
            more = bonus.get(move, 0)
            packed = self._make(self._root, move)
            bound = alpha - more
            if not best:
                value = more - self._search(packed, foe, depth - 1, -_INFINITE, _INFINITE, 1, True)
            else:
                value = more - self._search(packed, foe, depth - 1, -bound - 1, -bound, 1, True)
                if value > alpha:
                    value = more - self._search(packed, foe, depth - 1, -_INFINITE, -bound, 1, True)
            self._position.unmake()
            if value > alpha:
                best, alpha = self._best_so_far = move, value
        return best, alpha

    def _line(self, first: EncodedMove) -> tuple[EncodedMove, ...]:
        """Return the expected continuation, as far as the table knows it."""
        position, land = self._position, self._land
        base, colour = len(position.history), position.side
        line, packed = [first], self._root
        while len(line) < _LINE:
            packed = self._make(packed, line[-1])
            colour = 1 - colour
            entry = self._table[colour].get(packed >> land.key)
            if entry is None or not entry[3]:
                break
            line.append(entry[3])
        while len(position.history) > base:
            position.unmake()
        return tuple(line)

    def _make(self, packed: int, move: EncodedMove) -> int:
        """Make a move; return the packed board after it."""
        self._position.make(move)
        source, target, piece, was, now = self._position.history[-1]
        land = self._land
        return packed + land.leaving[piece][source] + land.value[now][target] - land.value[was][target]

    # --- inner nodes --------------------------------------------------------------------------------------
    def _enter(self) -> None:
        """Count a position. Raises ``_Stop`` instead when none may be entered any more."""
        if self.nodes >= self._budget or (not self.nodes & _ASK_EVERY and self._should_stop()):
            raise _Stop
        self.nodes += 1

    def _search(
        self, packed: int, colour: Colour, depth: int, alpha: int, beta: int, ply: int, may_pass: bool
    ) -> int:
        """Return the value of the present position, a bound of it outside (alpha, beta).

        Args:
            packed: The packed board.
            colour: The side to move.
            depth: Plies to look ahead before quiescence.
            alpha: Values up to here do not interest.
            beta: Values from here on do not interest.
            ply: Plies from the root, 1 or more.
            may_pass: Whether a null move may be tried.
        """
        if depth <= 0 or ply >= self._deepest:
            return self._quiesce(packed, colour, alpha, beta, ply, True)
        self._enter()
        land, evaluator, foe = self._land, self._evaluator, 1 - colour
        mine = packed >> colour * land.length & land.plane
        my_reach = evaluator.reach(packed, colour)
        if mine & my_reach.menace:
            return MATE - ply - 1
        key, path = packed >> land.key, self._path[colour]
        if key in path:
            return 0
        entry = self._table[colour].get(key)
        if entry is not None and entry[0] >= depth:
            value = _from_root(entry[2], ply)
            if _settles(entry[1], value, alpha, beta):
                return value
        foes = packed >> foe * land.length & land.plane
        foe_reach = evaluator.reach(packed, foe)
        danger = foes & foe_reach.menace
        floor = -_INFINITE
        if danger:
            loud = evasions(land, packed, colour, mine, my_reach, danger)
            if not loud:
                return ply + 2 - MATE
            depth += 1
            quiet_from = -1
        else:
            static = evaluator.value(packed, colour, mine, foes, my_reach, foe_reach)
            if may_pass and beta <= static and mine & (mine - 1):
                value = self._after_passing(packed, colour, depth, beta, ply)
                if value >= beta:
                    return value
            loud = tactical(land, packed, colour, mine, foes, my_reach)
            quiet_from = 10_000
            if depth <= 3:
                quiet_from = _LATE[depth]
                ahead = static + _FUTILITY[depth]
                if ahead <= alpha and mine and alpha > -MATE_BOUND:
                    floor, quiet_from = ahead, -1
        path.add(key)
        moves = self._ordered(packed, colour, entry[3] if entry else 0, loud, quiet_from >= 0, ply)
        best, move = self._best(moves, packed, colour, depth, (alpha, beta), ply, quiet_from)
        path.discard(key)
        if best == -_INFINITE and quiet_from >= 0:
            return ply - MATE  # T6.1: no legal move
        if best < floor:
            best = floor
        kind = _LOWER if best >= beta else _UPPER if best <= alpha else _EXACT
        self._table[colour][key] = (depth, kind, _from_here(best, ply), move)
        return best

    def _after_passing(self, packed: int, colour: Colour, depth: int, beta: int, ply: int) -> int:
        """Return a value of ``beta`` or more if passing would be good enough, something less if not."""
        if depth < 2 or beta >= MATE_BOUND:
            return -_INFINITE
        less = 3 + (depth > 5)
        value = -self._search(packed, 1 - colour, depth - less, -beta, 1 - beta, ply + 1, False)
        return min(value, MATE_BOUND)

    def _ordered(
        self,
        packed: int,
        colour: Colour,
        first: EncodedMove,
        loud: list[EncodedMove],
        quiet_too: bool,
        ply: int,
    ) -> Iterator[int]:
        """Yield the moves to look at, most promising first, each made out only when asked for.

        Quiet ones bear the mark ``_QUIET``, the one that the table holds only if it is no ``loud`` one.
        """
        known = set(loud)
        if first:
            if first in known:
                yield first
            elif quiet_too:
                yield first | _QUIET
            known.add(first)
        for move in self._sorted(loud, colour):
            if move != first:
                yield move
        if not quiet_too:
            return
        history = self._history[colour]
        moves = generate(self._land.sides[colour], self._codes, self._planes(packed))
        moves.sort(key=history.__getitem__, reverse=True)
        for killer in self._killers[ply]:
            if killer in moves and killer not in known:
                known.add(killer)
                yield killer | _QUIET
        for move in moves:
            if move not in known:
                yield move | _QUIET

    def _best(
        self,
        moves: Iterator[int],
        packed: int,
        colour: Colour,
        depth: int,
        window: tuple[int, int],
        ply: int,
        quiet_from: int,
    ) -> tuple[int, EncodedMove]:
        """Return the best value among ``moves`` and its move, or ``(-_INFINITE, 0)`` if there are none.

        ``quiet_from`` many moves are looked at before quiet ones are left out.
        """
        alpha, beta = window
        position, land, foe = self._position, self._land, 1 - colour
        leaving, values = land.leaving, land.value
        make, unmake, made, search = position.make, position.unmake, position.history, self._search
        best, best_move = -_INFINITE, 0
        for number, marked in enumerate(moves):
            move = marked & _MOVE
            quiet = marked != move
            if quiet and number >= quiet_from and best > -MATE_BOUND:
                break
            make(move)
            source, target, piece, was, now = made[-1]
            after = packed + leaving[piece][source] + values[now][target] - values[was][target]
            if number == 0:
                value = -search(after, foe, depth - 1, -beta, -alpha, ply + 1, True)
            else:
                less = 1
                if quiet and depth >= 3 and number >= 4:
                    less = 2 + (number >= 14) + (depth >= 6)
                value = -search(after, foe, depth - less, -alpha - 1, -alpha, ply + 1, True)
                if value > alpha and less > 1:
                    value = -search(after, foe, depth - 1, -alpha - 1, -alpha, ply + 1, True)
                if alpha < value < beta:
                    value = -search(after, foe, depth - 1, -beta, -alpha, ply + 1, True)
            unmake()
            if value > best:
                best, best_move = value, move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        if quiet:
                            self._praise(move, colour, depth, ply)
                        break
        return best, best_move

    def _praise(self, move: EncodedMove, colour: Colour, depth: int, ply: int) -> None:
        """Remember a quiet move that was good enough, to try it early elsewhere."""
        self._history[colour][move] += depth * depth
        killers = self._killers[ply]
        if killers[0] != move:
            killers[1] = killers[0]
            killers[0] = move

    def _sorted(self, moves: list[EncodedMove], colour: Colour) -> list[EncodedMove]:
        """Return loud moves, what gains most first; among equals the higher number first."""
        codes, steps = self._codes, self._land.geometry.steps
        near, far = NEAR[colour], FAR[colour]
        keyed = []
        for move in moves:
            target = move & TARGET
            gain = (near if target - (move >> SHIFT) in steps else far)[codes[target]]
            keyed.append(gain << 2 * SHIFT | move)
        keyed.sort(reverse=True)
        return [entry & _MOVE for entry in keyed]

    def _planes(self, packed: int) -> Planes:
        length, plane = self._land.length, self._land.plane
        return [packed >> number * length & plane for number in range(6)]

    # --- leaves -------------------------------------------------------------------------------------------
    def _quiesce(self, packed: int, colour: Colour, alpha: int, beta: int, ply: int, menacing: bool) -> int:
        """Return the value of the present position once nothing is left hanging.

        Taking, blocking, unblocking and saving the base are tried, and with ``menacing`` stones landing on
        cells from which the enemy base is in reach.
        """
        self._enter()
        if ply >= self._draw_at:
            return 0  # T6.3
        land, evaluator, foe = self._land, self._evaluator, 1 - colour
        length, plane = land.length, land.plane
        mine = packed >> colour * length & plane
        my_reach = evaluator.reach(packed, colour)
        if mine & my_reach.menace:
            return MATE - ply - 1
        foes = packed >> foe * length & plane
        foe_reach = evaluator.reach(packed, foe)
        danger = foes & foe_reach.menace
        if danger:
            moves = evasions(land, packed, colour, mine, my_reach, danger)
            if not moves:
                return ply + 2 - MATE
            best = floor = -_INFINITE
        else:
            if not mine and not generate(land.sides[colour], self._codes, self._planes(packed)):
                return ply - MATE
            best = evaluator.value(packed, colour, mine, foes, my_reach, foe_reach)
            if best >= beta:
                return best
            alpha = max(alpha, best)
            moves = tactical(land, packed, colour, mine, foes, my_reach)
            if menacing:
                moves += self._menacing(packed, colour, mine, my_reach)
            floor = alpha - best - _DELTA
        if ply >= _MAX_PLY:
            return max(best, alpha)
        return self._best_of_loud(moves, packed, colour, (alpha, beta), ply, best, floor)

    def _menacing(self, packed: int, colour: Colour, mine: Mask, my_reach: ReachMap) -> list[EncodedMove]:
        """Return the moves of stones onto empty cells from which the enemy base is in reach."""
        land = self._land
        free = my_reach.menace & land.board
        for number in range(6):
            free &= ~(packed >> number * land.length)
        return landings(land, colour, mine, my_reach, free, free) if free else []

    def _best_of_loud(
        self,
        moves: list[EncodedMove],
        packed: int,
        colour: Colour,
        window: tuple[int, int],
        ply: int,
        best: int,
        floor: int,
    ) -> int:
        """Return the best of ``best`` and what those of ``moves`` lead to that gain more than ``floor``."""
        alpha, beta = window
        codes, steps = self._codes, self._land.geometry.steps
        near, far = NEAR[colour], FAR[colour]
        keyed = []
        for move in moves:
            target = move & TARGET
            code = codes[target]
            gain = (near if target - (move >> SHIFT) in steps else far)[code]
            if gain > floor or not code:
                keyed.append(gain << 2 * SHIFT | move)
        keyed.sort(reverse=True)
        position, leaving, values = self._position, self._land.leaving, self._land.value
        make, unmake, made = position.make, position.unmake, position.history
        for entry in keyed:
            make(entry & _MOVE)
            source, target, piece, was, now = made[-1]
            after = packed + leaving[piece][source] + values[now][target] - values[was][target]
            value = -self._quiesce(after, 1 - colour, -beta, -alpha, ply + 1, False)
            unmake()
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best


def _from_here(value: int, ply: int) -> int:
    """Return ``value`` with wins counted from the present position, as the table keeps them."""
    return value + ply if value > MATE_BOUND else value - ply if value < -MATE_BOUND else value


def _from_root(value: int, ply: int) -> int:
    """Return a value of the table with wins counted from the root."""
    return value - ply if value > MATE_BOUND else value + ply if value < -MATE_BOUND else value


def _settles(kind: int, value: int, alpha: int, beta: int) -> bool:
    """Tell whether a value of the table answers what is asked within (alpha, beta)."""
    if kind == _EXACT:
        return True
    return value >= beta if kind == _LOWER else value <= alpha
