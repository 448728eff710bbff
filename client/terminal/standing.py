"""How a game stands beyond its board, in sentences: whose turn it is, what everybody has.

The facts are those of ``Game.to_json``; a game without an entry in a table here gets what can be said of any.
"""

from collections.abc import Callable, Mapping
from typing import Any

from client.terminal.sentences import Who, number
from engine.game import Game, Seat

__all__ = ["remaining", "standing"]

_Facts = Mapping[str, Any]


def standing(game: Game[Any, Any], state: Any, who: Who) -> list[str]:
    """Return lines about a state, beginning with whose turn it is."""
    facts, seat = game.to_json(state), game.to_act(state)
    when = _CLOCKS[game.name](facts, seat is None) if game.name in _CLOCKS else ""
    lines = [f"{when}the game is over." if seat is None else f"{when}{who(seat)} to act."]
    if game.name in _PURSES:
        lines += _PURSES[game.name](facts, who)
    return lines


def remaining(game: Game[Any, Any], state: Any) -> str:
    """Return a line about what the seat to act has left in its turn; empty where a turn is one action."""
    seat, end = game.to_act(state), game.end_action(state)
    if seat is None or end is None:
        return ""
    parts = [_LEFT[game.name](game.to_json(state), seat)] if game.name in _LEFT else []
    idle = game.describe(state, end).details.get("idle")
    if isinstance(idle, int):
        parts.append(f"{number(idle, 'stack')} may still act")
    return f"left: {'; '.join(parts)}" if parts else ""


def _limit(limit: int) -> str:
    return f" of {limit}" if limit else ""


def _moves(facts: _Facts, over: bool) -> str:
    return f"Move {facts['ply'] + (not over)}{_limit(facts['options']['ply_limit'])}: "


def _rounds(facts: _Facts, over: bool) -> str:
    return f"Round {facts['round']}{_limit(facts['setup']['round_limit'])}: "


def _gold(facts: _Facts, who: Who) -> list[str]:
    """Return a line for every seat: gold, what the next settlement adds and takes, crowns (K2, K10)."""
    seats = facts["seats"]
    width = max(len(who(seat)) for seat in range(len(seats)))
    lines = []
    for seat, has in enumerate(seats):
        told = f"{has['gold']:>3} gold {_settlement(has)}  {number(has['crowns'], 'crown')}"
        lines.append(f"{seat} {who(seat):<{width}}  {told if has['alive'] else 'is out'}")
    if facts["undo"] > 1:
        lines.append(f"undo takes back the last action of {facts['undo']}.")
    elif facts["undo"]:
        lines.append("undo takes back the last action.")
    return lines


def _gold_left(facts: _Facts, seat: Seat) -> str:
    has = facts["seats"][seat]
    return f"{has['gold']} gold {_settlement(has)}"


def _settlement(has: _Facts) -> str:
    return f"+{has['income']} income -{has['upkeep']} upkeep"


_CLOCKS: Mapping[str, Callable[[_Facts, bool], str]] = {"towerwars": _moves, "krieg": _rounds}
"""How far a game has come, running or over, as the beginning of a sentence."""

_PURSES: Mapping[str, Callable[[_Facts, Who], list[str]]] = {"krieg": _gold}
"""What the seats have, a line each."""

_LEFT: Mapping[str, Callable[[_Facts, Seat], str]] = {"krieg": _gold_left}
"""What a seat has left within its turn."""
