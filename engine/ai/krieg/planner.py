"""A beam search over the orders of one turn.

Of every position reached all orders are tried; the best positions of the same number of orders are followed
further, and the best one of all is where the turn should end. An attack counts as the mean of its results by
exact odds; planning goes on from the most frequent one, with the difference carried along.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Final

from engine.ai.krieg.judge import Judge, Tally
from engine.ai.krieg.orders import Order, orders
from engine.ai.krieg.rivals import Rivals
from engine.ai.krieg.sketch import ATTACK, BUY, STEP, Key, Sketch
from engine.dice import DrawSource
from engine.krieg.boards import Cell
from engine.krieg.state import NOBODY

__all__ = ["Plan", "Style", "plan"]

PATIENCE: Final = 2
"""So many further orders are tried without any gain."""

DRAWN: Final = 101
"""So many whims and errors are drawn for a plan, and come in turn: drawing them for each position would take as
long as a third of judging it."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a planner looks at a turn.

    Attributes:
        width: Most positions followed with the same number of orders.
        overlooked: Chance in per cent that a stack gets no orders. Gold on hand is not overlooked: a turn without
            any action would look like a fault of the program.
        noise: What a position seems to be worth is off by up to so much, in hundredths of a gold piece.
        whim: Of positions that differ by no more than twice that, any may be followed and chosen.
        orders: Most orders in a turn.
    """

    width: int = 256
    overlooked: int = 0
    noise: int = 0
    whim: int = 0
    orders: int = 40


@dataclass(frozen=True, slots=True)
class Plan:
    """The best orders found, what they are worth, and the nodes it took."""

    orders: tuple[Order, ...]
    score: int
    nodes: int


@dataclass(slots=True)
class _Node:
    total: int
    rank: int
    offset: int
    d: Sketch
    rivals: Rivals
    tally: Tally
    orders: tuple[Order, ...]


class _Search:
    def __init__(
        self, judge: Judge, nodes: int, style: Style, draws: DrawSource, should_stop: Callable[[], bool]
    ) -> None:
        self.judge = judge
        self.left = nodes
        self.style = style
        self.draws = draws
        self.should_stop = should_stop
        self.seen: set[Key] = set()
        self.errors = self._drawn(style.noise)
        self.whims = self._drawn(style.whim)

    def _drawn(self, most: int) -> Iterator[int]:
        """Return an endless run of numbers from ``-most`` to ``most``."""
        return cycle([most * (self.draws.choice(201) - 100) // 100 for _ in range(DRAWN)] if most else [0])

    def run(self, root: Sketch, most: int) -> _Node:
        judge, style = self.judge, self.style
        unseen = self._unseen(root)
        self.left -= 1
        tally = judge.tally(root, judge.rivals)
        value = judge.value(root, judge.rivals, tally)
        best = _Node(value, value, 0, root, judge.rivals, tally, ())
        self.seen.add(root.key)
        front = [best]
        idle = 0
        for depth in range(most):
            children: list[_Node] = []
            for node in front:
                for order in orders(node.d):
                    if self.left < 1 or self.should_stop():
                        break
                    verb, cell, _ = order[0]
                    if cell in unseen and verb != BUY:
                        continue
                    child = self._follow(node, order)
                    if child is not None:
                        children.append(child)
            if not children:
                break
            children.sort(key=_rank, reverse=True)
            better = next((child for child in children if child.total > best.total), None)
            if better is not None:
                best, idle = better, 0
            else:
                idle += 1
                if idle == PATIENCE:
                    break
            if not depth:
                width = max(1, min(style.width, self.left // (5 * len(children))))
            front = children[:width]
        return best

    def _unseen(self, d: Sketch) -> set[Cell]:
        """Return the own cells whose stacks this plan overlooks."""
        if not self.style.overlooked:
            return set()
        own = d.turn + 1
        cells = [cell for cell, owner in enumerate(d.owners) if owner == own and d.units[cell]]
        return {cell for cell in cells if self.draws.choice(100) < self.style.overlooked}

    def _follow(self, node: _Node, order: Order) -> _Node | None:
        """Return the position after an order, None if it has been seen or is too dear."""
        d, rivals, changed = node.d.copy(), node.rivals, set()
        for deed in order:
            verb, cell, target = deed
            if verb == ATTACK:
                return self._attack(node, d, rivals, order)
            changed.add(cell)
            if verb == STEP:
                changed.add(target)
                if d.owners[target] not in (d.turn + 1, NOBODY):
                    before = d.copy()
                    d.do(deed)
                    rivals = rivals.after(before, d, target)
                    continue
            d.do(deed)
        key = d.key
        if key in self.seen:
            return None
        self.seen.add(key)
        self.left -= 1
        judge = self.judge
        if rivals is node.rivals:
            tally = judge.retally(node.tally, node.d, d, rivals, changed)
        else:
            tally = judge.tally(d, rivals)
        total = judge.value(d, rivals, tally) + node.offset
        return self._node(total, node.offset, d, rivals, tally, (*node.orders, order))

    def _node(
        self,
        total: int,
        offset: int,
        d: Sketch,
        rivals: Rivals,
        tally: Tally,
        orders: tuple[Order, ...],
    ) -> _Node:
        total += next(self.errors)
        return _Node(total, total + next(self.whims), offset, d, rivals, tally, orders)

    def _attack(self, node: _Node, d: Sketch, rivals: Rivals, order: Order) -> _Node | None:
        _, cell, target = order[-1]
        results = d.results(cell, target)
        if len(results) > self.left:
            return None
        self.left -= len(results)
        judge = self.judge
        weighed = weights = storms = most = value = 0
        usual, usual_rivals, usual_tally = d, rivals, node.tally
        for weight, after in results:
            facing = rivals.after(d, after, target)
            tally = judge.tally(after, facing)
            worth = judge.value(after, facing, tally)
            weighed += weight * worth
            storms += weight * judge.storm(after, facing, target)
            weights += weight
            if weight > most:
                most, value = weight, worth
                usual, usual_rivals, usual_tally = after, facing, tally
        key = usual.key
        if key in self.seen:
            return None
        self.seen.add(key)
        offset = weighed // weights - value + node.offset
        total = value + offset + storms // weights
        return self._node(total, offset, usual, usual_rivals, usual_tally, (*node.orders, order))


def _rank(node: _Node) -> int:
    return node.rank


def plan(
    judge: Judge,
    root: Sketch,
    nodes: int,
    most: int,
    style: Style,
    draws: DrawSource,
    should_stop: Callable[[], bool],
) -> Plan:
    """Return the best orders for the rest of a turn.

    Args:
        judge: Made for ``root``.
        root: The position.
        nodes: Most positions judged, 1 or more.
        most: Most orders.
        style: How to look.
        draws: What is overlooked and misjudged is drawn from it.
        should_stop: True ends the search early.
    """
    search = _Search(judge, nodes, style, draws, should_stop)
    best = search.run(root, most)
    return Plan(best.orders, best.total, nodes - search.left)
