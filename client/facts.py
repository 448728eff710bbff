"""Facts about an action and what may follow it, asked of the rules through ``Game`` alone.

``client.reasons`` makes reasons of them. Nothing here judges: what could be taken, how far it is to the other side's
base, what the same stack does later in an expected line.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.dice import NoDraws
from engine.errors import ChanceNeeded, EngineError, PositionError
from engine.game import Effect, EventKind, Game, Piece, Seat

__all__ = [
    "captures",
    "deeds_of",
    "distance_to_goal",
    "goals",
    "income",
    "moves",
    "outnumbers",
    "with_turn_of",
]

_GOALS = ("base", "crown")
"""Kinds of pieces that a game is won by taking."""


def with_turn_of(game: Game[Any, Any], state: Any, other: Any) -> Any | None:
    """Return ``state`` as if the seat that is to act in ``other`` were to act; None where the game has no such state.

    It is what a pass would lead to, in a game that knows none.
    """
    turn = game.to_json(other).get("turn")
    try:
        return game.from_json({**game.to_json(state), "turn": turn})
    except PositionError:
        return None


def moves(game: Game[Any, Any], state: Any) -> int:
    """Return how many actions with pieces the seat to act has."""
    return sum(bool(game.action_cells(action)) for action in game.forward_actions(state))


def captures(game: Game[Any, Any], state: Any) -> dict[str, tuple[str, int]]:
    """Return kind and units of all that the seat to act could take at once and without dice, by cell."""
    seat = game.to_act(state)
    foreign = {piece.cell for piece in game.pieces(state) if piece.owner not in (None, seat)}
    found: dict[str, tuple[str, int]] = {}
    for action in game.forward_actions(state):
        target = game.action_cells(action)[-1:]
        if not target or target[0] not in foreign or target[0] in found:
            continue
        try:
            _, events = game.apply(state, action, NoDraws())
        except ChanceNeeded:
            continue
        for event in events:
            if event.kind is EventKind.CAPTURED and event.seat == seat and event.piece:
                found[target[0]] = (event.piece, event.count or 1)
    return found


def goals(game: Game[Any, Any], state: Any, seat: Seat) -> frozenset[str]:
    """Return the cells of the bases and standing crowns of ``seat``."""
    return frozenset(piece.cell for piece in _goal_pieces(game, state) if piece.owner == seat)


def distance_to_goal(game: Game[Any, Any], state: Any, seat: Seat, cell: str) -> tuple[int, str] | None:
    """Return how far it is from ``cell`` to the nearest base or standing crown of another seat, and which it is."""
    places = {one.name: (one.q, one.r) for one in game.board(state).cells}
    q, r = places[cell]
    apart = [
        (places[piece.cell][0] - q, places[piece.cell][1] - r, piece.kind)
        for piece in _goal_pieces(game, state)
        if piece.owner not in (None, seat)
    ]
    return min((((abs(x) + abs(y) + abs(x + y)) // 2, kind) for x, y, kind in apart), default=None)


def _goal_pieces(game: Game[Any, Any], state: Any) -> list[Piece]:
    return [piece for piece in game.pieces(state) if piece.kind in _GOALS and "dead" not in piece.marks]


def income(game: Game[Any, Any], state: Any, seat: Seat) -> int:
    """Return what the seat earns a turn; 0 in a game without gold."""
    seats = game.to_json(state).get("seats")
    if not isinstance(seats, Sequence):
        return 0
    accounts = seats[seat]
    return accounts.get("income", 0) if isinstance(accounts, Mapping) else 0


def deeds_of(
    game: Game[Any, Any], state: Any, cell: str, line: Sequence[Any]
) -> Iterator[tuple[Effect, Any, Any | None]]:
    """Yield what the stack on ``cell`` does in the rest of this turn, as far as ``line`` tells.

    It is followed through its steps, until dice are needed or the turn ends.

    Args:
        game: The rules.
        state: The position.
        cell: Where the stack stands in it.
        line: The expected actions from ``state`` on.

    Yields:
        What the action will do, the position before it, and the one after it: None where dice decide.
    """
    seat = game.to_act(state)
    for action in line:
        if game.to_act(state) != seat or not game.is_legal(state, action):
            return
        effect = game.describe(state, action)
        try:
            after, _ = game.apply(state, action, NoDraws())
        except ChanceNeeded:
            after = None
        if effect.kind != "buy" and effect.cells[:1] == (cell,):
            yield effect, state, after
            cell = effect.cells[-1]
        if after is None:
            return
        state = after


def outnumbers(game: Game[Any, Any], state: Any, seat: Seat, line: Sequence[Any]) -> tuple[int, int, int]:
    """Return how much more others lose than ``seat`` by a ``line`` without dice, in units.

    Returns:
        The difference after the first action, that after all, and the number of the action that brings it to that.
    """
    first = total = number = 0
    for count, action in enumerate(line, 1):
        try:
            state, events = game.apply(state, action, NoDraws())
        except EngineError:
            break
        change = 0
        for event in events:
            units = event.count or 0
            if event.kind is EventKind.CAPTURED:
                change += units if event.seat == seat else -units
            elif event.kind is EventKind.LOST:
                change += -units if event.seat == seat else units
        total += change
        if count == 1:
            first = total
        if change > 0:
            number = count
    return first, total, number
