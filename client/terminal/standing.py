"""How a game stands beyond its board, in sentences: whose turn it is, what everybody has."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.game import Game, Seat

__all__ = ["remaining", "standing"]

Who = Callable[[Seat], str]


def standing(game: Game[Any, Any], state: Any, who: Who) -> list[str]:
    """Return lines about the state, for any game; the known ones have more to say."""
    facts = game.to_json(state)
    told = _TOLD.get(game.name)
    lines = [_turn(game, state, who, _clock(game.name, facts))]
    return lines + (told(facts, who) if told else [])


def remaining(game: Game[Any, Any], state: Any) -> str:
    """Return a line about what is left to the seat to act within its turn; empty where a turn is one action."""
    seat, end = game.to_act(state), game.end_action(state)
    if seat is None or end is None:
        return ""
    facts = game.to_json(state)
    parts = []
    seats = facts.get("seats")
    if isinstance(seats, list):
        has = seats[seat]
        parts.append(f"{has['gold']} gold, then +{has['income']} income -{has['upkeep']} upkeep")
    idle = game.describe(state, end).details.get("idle")
    if isinstance(idle, int):
        parts.append(f"{_number(idle, 'stack')} may still act")
    return f"left: {'; '.join(parts)}" if parts else ""


def _turn(game: Game[Any, Any], state: Any, who: Who, clock: str) -> str:
    seat = game.to_act(state)
    return f"{clock}{'the game is over' if seat is None else f'{who(seat)} to act'}."


def _clock(name: str, facts: Mapping[str, Any]) -> str:
    if name == "towerwars":
        return f"Move {facts['ply'] + 1}{_limit(facts['options']['ply_limit'])}: "
    if name == "krieg":
        return f"Round {facts['round']}{_limit(facts['setup']['round_limit'])}: "
    return ""


def _limit(limit: int) -> str:
    return f" of {limit}" if limit else ""


def _purses(facts: Mapping[str, Any], who: Who) -> list[str]:
    """Return a line for every seat: gold, what the next settlement adds and takes, crowns (K2, K10)."""
    seats = facts["seats"]
    width = max(len(who(seat)) for seat in range(len(seats)))
    lines = []
    for seat, has in enumerate(seats):
        name = f"{seat} {who(seat):<{width}}"
        if has["alive"]:
            lines.append(
                f"{name}  {has['gold']:>3} gold  +{has['income']} income  -{has['upkeep']} upkeep"
                f"  {_number(has['crowns'], 'crown')}"
            )
        else:
            lines.append(f"{name}  is out")
    if facts["undo"]:
        lines.append(f"undo takes back the last of {_number(facts['undo'], 'action')}.")
    return lines


_TOLD: Mapping[str, Callable[[Mapping[str, Any], Who], list[str]]] = {"krieg": _purses}


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
