"""The tree: principal-variation search with iterative deepening, and quiescence.

Values are in hundredths of a stone for the side to move. A win in k plies counts ``MATE - k``. The budget
is exact: every position entered counts one, and none is entered once they are used up. Nothing depends on a
clock, a float or the order of a set, and all tables begin empty: a decision is a function of what the
constructor is given.

What is special about this game:

- A base is lost to the stones that reach it, and nothing can be put in between (T4.2). So a side whose base
  is in danger has to take one of these stones, or to take or block a tower beside one; everything else loses
  at once. In such positions the search looks at nothing else, and one ply deeper.
- Nobody may pass, but ahead of time "even passing is good enough" is a sound guess as long as there are stones
  to move; null moves are tried where much material is left.
- Positions repeat (nobody has to come forward): one that is met again on the path counts as nothing gained.
"""

from collections.abc import Callable
from typing import Final

from engine.ai.towerwars.evaluation import Evaluator
from engine.ai.towerwars.reachmap import ReachMap
from engine.ai.towerwars.tactics import landings, tower_landings
from engine.ai.towerwars.terrain import Terrain, terrain
from engine.towerwars.geometry import Mask
from engine.towerwars.moves import generate
from engine.towerwars.pieces import BLUE, CONTENTS, RED, Code, Colour
from engine.towerwars.position import Position
from engine.towerwars.reach import SHIFT, TARGET, EncodedMove

__all__ = ["MATE", "MATE_BOUND", "Result", "Search"]

MATE: Final = 1_000_000
MATE_BOUND: Final = MATE - 1_000
_INFINITE: Final = MATE + 1

_EXACT: Final = 0
_LOWER: Final = 1
_UPPER: Final = 2

_MAX_DEPTH: Final = 40
_MAX_PLY: Final = 60
_ASK_EVERY: Final = 255

_FUTILITY: Final = (0, 120, 220, 330)
_LATE: Final = (0, 10, 18, 40)
_DELTA: Final = 80


class _Stop(Exception):
    """The budget is used up, or the caller wants an answer."""


def _gains(near: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return for each colour by target content what landing there is worth, to sort by."""

    def gain(colour: Colour, code: Code) -> int:
        piece = CONTENTS[code]
        if piece is None or piece.kind == "base":
            return 0
        if piece.colour == colour:
            return 100 * piece.height if piece.blocked else 0
        if piece.kind == "stone":
            return 110
        if near:
            return 40 * (piece.height + 1) if piece.blocked else 110 * (piece.height + 1)
        return 70 * (piece.height + 1) - 100

    return tuple(gain(RED, code) for code in range(len(CONTENTS))), tuple(
        gain(BLUE, code) for code in range(len(CONTENTS))
    )


_GAIN_NEAR: Final = _gains(True)
_GAIN_FAR: Final = _gains(False)


class Result:
    """What a search found: ``move`` with its ``value``, the ``depth`` completed, and the expected ``line``."""

    __slots__ = ("depth", "line", "move", "nodes", "value")

    def __init__(
        self, move: EncodedMove, value: int, depth: int, nodes: int, line: list[EncodedMove]
    ) -> None:
        self.move = move
        self.value = value
        self.depth = depth
        self.nodes = nodes
        self.line = line


class Search:
    """One search of one position.

    Args of the constructor:
        position: Where to search; the same afterwards.
        nodes: Budget, 1 or more.
        impatience: See ``evaluation.impatience``.
        plies_left: Plies until the ply limit makes the game a draw; 0: there is no limit.
        should_stop: Asked every few hundred nodes.
    """

    def __init__(
        self,
        position: Position,
        nodes: int,
        impatience: int,
        plies_left: int,
        should_stop: Callable[[], bool],
    ) -> None:
        self.position = position
        self.land: Terrain = terrain(position.geometry.size)
        self.codes = position.codes
        self.evaluator = Evaluator(self.land, position.codes, impatience)
        self.budget = nodes
        self.nodes = 0
        self.stopped = False
        self._draw_at = plies_left or _MAX_PLY * 2
        self._should_stop = should_stop
        self._table: tuple[dict[int, tuple[int, int, int, int]], ...] = ({}, {})
        self._history = (self.land.order[0].copy(), self.land.order[1].copy())
        self._killers = [[0, 0] for _ in range(_MAX_PLY + 2)]
        self._path: set[int] = set()
        self._root = self.land.pack(position.codes)

    # --- the root -----------------------------------------------------------------------------------------
    def run(
        self, moves: list[EncodedMove], bonus: dict[EncodedMove, int], max_depth: int = _MAX_DEPTH
    ) -> Result:
        """Return the best of ``moves``, all of them legal.

        Args:
            moves: Candidates, one or more; the order decides among equals.
            bonus: By move, what is added to its value in the choice; 0 where missing.
            max_depth: Depth to end with, 1 or more.
        """
        position = self.position
        colour = position.side
        home = self.land.sides[colour].foe_home
        for move in moves:
            if move & TARGET == home:
                return Result(move, MATE - 1, 1, self.nodes, [move])
        base = len(position.history)
        order = sorted(moves, key=lambda move: -self._order_at_root(move, colour) - bonus.get(move, 0))
        best, value, depth_done = order[0], -_INFINITE, 0
        try:
            for depth in range(1, max_depth + 1):
                self._depth_best = (0, -_INFINITE)
                found, found_value = self._root_iteration(order, bonus, depth)
                best, value, depth_done = found, found_value, depth
                order.remove(best)
                order.insert(0, best)
                if abs(value) > MATE_BOUND and MATE - abs(value) <= depth:
                    break
        except _Stop:
            while len(position.history) > base:
                position.unmake()
            move, partial = self._depth_best
            if move:
                best, value = move, partial
        line = self._line(best)
        return Result(
            best, value - bonus.get(best, 0) if value > -_INFINITE else 0, depth_done, self.nodes, line
        )

    def _order_at_root(self, move: EncodedMove, colour: Colour) -> int:
        source, target = move >> SHIFT, move & TARGET
        table = _GAIN_NEAR if target - source in self.land.geometry.steps else _GAIN_FAR
        return 1000 * table[colour][self.codes[target]] + self.land.order[colour][move]

    def _root_iteration(
        self, order: list[EncodedMove], bonus: dict[EncodedMove, int], depth: int
    ) -> tuple[EncodedMove, int]:
        colour = self.position.side
        best, alpha = 0, -_INFINITE
        self._path = {self._root >> self.land.key}
        for number, move in enumerate(order):
            more = bonus.get(move, 0)
            packed = self._make(self._root, move)
            if number == 0:
                value = more - self._search(packed, 1 - colour, depth - 1, -_INFINITE, _INFINITE, 1, True)
            else:
                bound = alpha - more
                value = more - self._search(packed, 1 - colour, depth - 1, -bound - 1, -bound, 1, True)
                if value > alpha:
                    value = more - self._search(packed, 1 - colour, depth - 1, -_INFINITE, -bound, 1, True)
            self.position.unmake()
            if value > alpha:
                best, alpha = move, value
                self._depth_best = (best, alpha)
        return best, alpha

    def _line(self, first: EncodedMove) -> list[EncodedMove]:
        """Return the expected continuation, as far as the table knows it."""
        position, land = self.position, self.land
        base = len(position.history)
        line, packed, colour = [first], self._make(self._root, first), 1 - position.side ^ 1
        colour = position.side
        while len(line) < 12:
            entry = self._table[colour].get(packed >> land.key)
            if entry is None or not entry[3] or entry[3] & TARGET == land.sides[colour].foe_home:
                break
            line.append(entry[3])
            packed = self._make(packed, entry[3])
            colour = 1 - colour
        while len(position.history) > base:
            position.unmake()
        return line

    def _make(self, packed: int, move: EncodedMove) -> int:
        position, value = self.position, self.land.value
        position.make(move)
        source, target, piece, was, now = position.history[-1]
        return packed + self.land.leaving[piece][source] + value[now][target] - value[was][target]

    # --- inner nodes --------------------------------------------------------------------------------------
    def _enter(self) -> None:
        if self.nodes >= self.budget or (not self.nodes & _ASK_EVERY and self._should_stop()):
            self.stopped = True
            raise _Stop
        self.nodes += 1

    def _search(
        self, packed: int, colour: Colour, depth: int, alpha: int, beta: int, ply: int, null: bool
    ) -> int:
        """Return the value of the present position within (alpha, beta), fail-soft, at least ``depth`` deep."""
        if depth <= 0 or ply >= _MAX_PLY:
            return self._quiesce(packed, colour, alpha, beta, ply, 0)
        if self.nodes >= self.budget or (not self.nodes & _ASK_EVERY and self._should_stop()):
            raise _Stop
        self.nodes += 1
        land, evaluator = self.land, self.evaluator
        if ply >= self._draw_at:
            return 0
        length, plane = land.length, land.plane
        foe = 1 - colour
        mine = packed >> colour * length & plane
        foes = packed >> foe * length & plane
        my_reach = evaluator.reach(packed, colour)
        if mine & my_reach.menace:
            return MATE - ply - 1
        key = packed >> land.key
        if key in self._path:
            return 0
        table = self._table[colour]
        entry = table.get(key)
        first: EncodedMove = 0
        if entry is not None:
            deep, kind, value, first = entry
            if deep >= depth:
                if value > MATE_BOUND:
                    value -= ply
                elif value < -MATE_BOUND:
                    value += ply
                if kind == _EXACT or (value >= beta if kind == _LOWER else value <= alpha):
                    return value
        foe_reach = evaluator.reach(packed, foe)
        danger = foes & foe_reach.menace
        static = 0
        side = land.sides[colour]
        if danger:
            tactical = self._evasions(packed, colour, mine, my_reach, danger)
            if not tactical:
                return ply + 2 - MATE
            depth += 1
            quiet_too = False
        else:
            static = evaluator.value(packed, colour, mine, foes, my_reach, foe_reach)
            if null and depth >= 2 and static >= beta and mine.bit_count() > 2 and beta < MATE_BOUND:
                value = -self._search(packed, foe, depth - 3 - (depth > 5), -beta, 1 - beta, ply + 1, False)
                if value >= beta:
                    return value if value < MATE_BOUND else beta
            tactical = self._tactical(packed, colour, mine, foes, my_reach)
            quiet_too = True
        best, best_move, low = -_INFINITE, 0, alpha
        position, codes = self.position, self.codes
        leaving, values = land.leaving, land.value
        make, unmake, made = position.make, position.unmake, position.history
        path = self._path
        path.add(key)
        killers = self._killers[ply]
        history = self._history[colour]
        number = 0
        tried: set[EncodedMove] = set()
        stage = 0
        futile = quiet_too and depth <= 3 and static + _FUTILITY[depth] <= alpha and alpha > -MATE_BOUND
        limit = _LATE[depth] if quiet_too and depth <= 3 else 10_000
        while stage < 3:
            if stage == 0:
                batch = [first] if first else []
            elif stage == 1:
                batch = self._sorted(tactical, colour)
            elif quiet_too and not futile:
                planes = [packed >> number_ * length & plane for number_ in range(6)]
                batch = generate(side, codes, planes)
                if not batch:
                    path.discard(key)
                    return ply - MATE
                batch.sort(key=history.__getitem__, reverse=True)
                for killer in killers:
                    if killer in batch:
                        batch.remove(killer)
                        batch.insert(0, killer)
            else:
                if not number:
                    best = max(best, static + _FUTILITY[depth]) if futile else best
                batch = []
            stage += 1
            for move in batch:
                if move in tried:
                    continue
                if stage == 3 and number >= limit and best > -MATE_BOUND:
                    break
                tried.add(move)
                make(move)
                source, target, piece, was, now = made[-1]
                after = packed + leaving[piece][source] + values[now][target] - values[was][target]
                if number == 0:
                    value = -self._search(after, foe, depth - 1, -beta, -alpha, ply + 1, True)
                else:
                    reduced = depth - 1
                    if stage == 3 and depth >= 3 and number >= 4:
                        reduced -= 1 + (number >= 14) + (depth >= 6)
                    value = -self._search(after, foe, reduced, -alpha - 1, -alpha, ply + 1, True)
                    if value > alpha and reduced < depth - 1:
                        value = -self._search(after, foe, depth - 1, -alpha - 1, -alpha, ply + 1, True)
                    if alpha < value < beta:
                        value = -self._search(after, foe, depth - 1, -beta, -alpha, ply + 1, True)
                unmake()
                number += 1
                if value > best:
                    best, best_move = value, move
                    if value > alpha:
                        alpha = value
                        if value >= beta:
                            if stage == 3:
                                history[move] += depth * depth
                                if killers[0] != move:
                                    killers[1] = killers[0]
                                    killers[0] = move
                            stage = 3
                            break
        path.discard(key)
        if futile and best < static + _FUTILITY[min(depth, 3)]:
            best = static + _FUTILITY[min(depth, 3)]
        kind = _LOWER if best >= beta else _UPPER if best <= low else _EXACT
        stored = best + ply if best > MATE_BOUND else best - ply if best < -MATE_BOUND else best
        table[key] = (depth, kind, stored, best_move)
        return best

    def _sorted(self, moves: list[EncodedMove], colour: Colour) -> list[EncodedMove]:
        """Return tactical moves, what gains most first; moves of the same gain in the order of their numbers."""
        codes, steps = self.codes, self.land.geometry.steps
        near, far = _GAIN_NEAR[colour], _GAIN_FAR[colour]
        keyed = []
        for move in moves:
            target = move & TARGET
            table = near if target - (move >> SHIFT) in steps else far
            keyed.append(table[codes[target]] << 2 * SHIFT | move)
        keyed.sort(reverse=True)
        return [entry & (1 << 2 * SHIFT) - 1 for entry in keyed]

    def _evasions(
        self, packed: int, colour: Colour, mine: Mask, reach: ReachMap, danger: Mask
    ) -> list[EncodedMove]:
        """Return the moves that touch a stone in ``danger`` of taking the base, or a tower beside one."""
        land = self.land
        towers = packed >> (3 - colour) * land.length & land.plane
        targets = danger
        neighbours = land.geometry.neighbours
        if towers:
            rest = danger
            while rest:
                bit = rest & -rest
                rest ^= bit
                targets |= neighbours[bit.bit_length() - 1] & towers
        return landings(land, land.sides[colour], mine, reach, targets, targets)

    def _tactical(
        self, packed: int, colour: Colour, mine: Mask, foes: Mask, reach: ReachMap
    ) -> list[EncodedMove]:
        """Return the moves that take, block or unblock."""
        land = self.land
        length, plane = land.length, land.plane
        own_blocked = packed >> (4 + colour) * length & plane
        far = foes | packed >> (3 - colour) * length & plane | own_blocked
        near = far | packed >> (5 - colour) * length & plane
        moves = landings(land, land.sides[colour], mine, reach, near, far)
        if own_blocked:
            towers = packed >> (2 + colour) * length & plane
            if towers:
                moves += tower_landings(land, land.sides[colour], towers, own_blocked)
        return moves

    # --- leaves -------------------------------------------------------------------------------------------
    def _quiesce(self, packed: int, colour: Colour, alpha: int, beta: int, ply: int, deep: int) -> int:
        """Return the value once nothing hangs: taking, blocking, unblocking and saving the base are tried."""
        if self.nodes >= self.budget or (not self.nodes & _ASK_EVERY and self._should_stop()):
            raise _Stop
        self.nodes += 1
        if ply >= self._draw_at:
            return 0
        land, evaluator = self.land, self.evaluator
        length, plane = land.length, land.plane
        foe = 1 - colour
        mine = packed >> colour * length & plane
        foes = packed >> foe * length & plane
        my_reach = evaluator.reach(packed, colour)
        if mine & my_reach.menace:
            return MATE - ply - 1
        foe_reach = evaluator.reach(packed, foe)
        danger = foes & foe_reach.menace
        if danger:
            moves = self._evasions(packed, colour, mine, my_reach, danger)
            if not moves:
                return ply + 2 - MATE
            best = -_INFINITE
            floor = -_INFINITE
        else:
            if not mine:
                planes = [packed >> number * length & plane for number in range(6)]
                if not generate(land.sides[colour], self.codes, planes):
                    return ply - MATE
            best = evaluator.value(packed, colour, mine, foes, my_reach, foe_reach)
            if best >= beta:
                return best
            if best > alpha:
                alpha = best
            moves = self._tactical(packed, colour, mine, foes, my_reach)
            if not deep:
                free = my_reach.menace & land.board & ~(mine | foes)
                if free:
                    for shift in (2, 3, 4, 5):
                        free &= ~(packed >> shift * length)
                    if free:
                        moves += landings(land, land.sides[colour], mine, my_reach, free, free)
            if not moves:
                return best
            floor = alpha - best - _DELTA
        if ply >= _MAX_PLY:
            return best if not danger else 0
        codes, steps = self.codes, land.geometry.steps
        near, far = _GAIN_NEAR[colour], _GAIN_FAR[colour]
        keyed = []
        for move in moves:
            target = move & TARGET
            code = codes[target]
            gain = near[code] if target - (move >> SHIFT) in steps else far[code]
            if gain > floor or not code:
                keyed.append(gain << 2 * SHIFT | move)
        keyed.sort(reverse=True)
        position = self.position
        leaving, values = land.leaving, land.value
        make, unmake, made = position.make, position.unmake, position.history
        for entry in keyed:
            make(entry & 0xFFFFF)
            source, target, piece, was, now = made[-1]
            after = packed + leaving[piece][source] + values[now][target] - values[was][target]
            value = -self._quiesce(after, foe, -beta, -alpha, ply + 1, deep + 1)
            unmake()
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        return value
        return best
