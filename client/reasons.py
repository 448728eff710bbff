"""What speaks for an action: stable words with facts, of which the window makes a sentence.

Written against ``Game`` alone. Everything is asked of the rules: what the action is said to do
(``Game.describe``), what happens in it (``Game.apply``), what the others could do after it. Nothing is guessed
from scores, so a reason is always true, even where the level had another one.

Reasons, strongest first, with their details:

============== =================================================================================================
``wins``       the game is won at once: ``reason`` (``Outcome.reason``)
``eliminates`` ``seat`` is out at once
``saves``      after most other actions an opponent wins at once, after this one nobody can
``odds``       an attack with dice: ``percent`` (rounded down), ``falls_rolls``, ``rolls``; ``wins`` or
               ``eliminates`` if that comes of success, ``storms`` if a stronghold is attacked
``line_wins``  the expected line wins after ``actions`` actions of all seats
``takes``      ``piece`` and ``count`` of others', on ``cell``
``conquers``   foreign ground, ``cell``
``blocks``     a tower of others on ``cell``
``frees``      the own tower on ``cell``
``builds``     ``piece`` on ``cell``; ``count`` is a tower's height
``buys``       ``piece`` for ``cost``; ``gold_left``
``gathers``    a stack of ``count`` on ``cell``
``only``       nothing else can be played
``ends_turn``  the turn goes to ``next``; ``idle`` own stacks that could still act
``guards``     one more unit stands on the own ``piece`` on ``cell``
``improves``   nothing of all that: the position is better by the level's judgement
============== =================================================================================================
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.dice import NoDraws
from engine.errors import ChanceNeeded, EngineError
from engine.game import Effect, Event, EventKind, Game, Seat

__all__ = ["Reason", "reasons_for"]

_OTHERS_ASKED = 8
"""Other actions that are tried out to find out whether one saves the game: the answer takes some hundredths of a
second on the largest boards, and an open threat shows in nearly all of them."""

_STRONGHOLDS = ("base", "crown", "castle", "mine", "tower")


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that speaks for an action.

    Attributes:
        kind: Stable word; see the top of the file.
        details: Facts by stable name.
    """

    kind: str
    details: Mapping[str, int | str | bool] = field(default_factory=dict)


def reasons_for(
    game: Game[Any, Any], state: Any, action: Any, line: Sequence[Any] = ()
) -> tuple[Reason, ...]:
    """Return what speaks for the legal ``action``, strongest first; at least one reason.

    Args:
        game: The rules.
        state: The position.
        action: The action.
        line: The expected continuation, ``action`` first; may be empty.
    """
    seat = game.to_act(state)
    assert seat is not None, "an action is asked about in a running game"
    found = list(_find(game, state, seat, action, line))
    return tuple(found) or (Reason("improves"),)


def _find(game: Game[Any, Any], state: Any, seat: Seat, action: Any, line: Sequence[Any]) -> Iterator[Reason]:
    effect = game.describe(state, action)
    try:
        after, events = game.apply(state, action, NoDraws())
    except ChanceNeeded:
        yield from _gamble(effect)
        after, events = None, ()
    else:
        yield from _at_once(game, seat, after, events)
        if game.outcome(after) is None:
            if _saves(game, state, seat, action, after):
                yield Reason("saves")
            if won := _line_wins(game, state, seat, line):
                yield Reason("line_wins", {"actions": won})
    yield from _events(seat, events)
    if effect.details.get("conquers") and effect.cells and not effect.details.get("takes"):
        yield Reason("conquers", {"cell": effect.cells[-1]})
    if effect.kind == "merge":
        yield Reason("gathers", {"count": effect.details["count"], "cell": effect.cells[-1]})
    if len(game.forward_actions(state)) == 1:
        yield Reason("only")
    if action == game.end_action(state):
        yield Reason("ends_turn", _named(effect, "next", "idle"))
    elif effect.kind == "buy":
        yield Reason("buys", _named(effect, "piece", "cost", "gold_left"))
    if after is not None:
        yield from _guards(game, state, after, seat, effect)


def _named(effect: Effect, *names: str) -> dict[str, int | str | bool]:
    return {name: effect.details[name] for name in names if name in effect.details}


def _gamble(effect: Effect) -> Iterator[Reason]:
    rolls, good = effect.details.get("rolls"), effect.details.get("falls_rolls")
    if not isinstance(rolls, int) or not isinstance(good, int) or not rolls:
        return
    details = {"percent": 100 * good // rolls, **_named(effect, "falls_rolls", "rolls", "wins", "eliminates")}
    if effect.kind == "storm":
        details["storms"] = True
    yield Reason("odds", details)


def _at_once(game: Game[Any, Any], seat: Seat, after: Any, events: tuple[Event, ...]) -> Iterator[Reason]:
    outcome = game.outcome(after)
    if outcome is not None and seat in outcome.winners:
        yield Reason("wins", {"reason": outcome.reason})
    for event in events:
        if event.kind is EventKind.ELIMINATED and event.seat is not None and event.seat != seat:
            yield Reason("eliminates", {"seat": event.seat})


def _events(seat: Seat, events: tuple[Event, ...]) -> Iterator[Reason]:
    for event in events:
        details: dict[str, int | str | bool] = {
            name: value for name in ("piece", "count", "cell") if (value := getattr(event, name)) is not None
        }
        match event.kind:
            case EventKind.CAPTURED if event.seat == seat:
                yield Reason("takes", details)
            case EventKind.LOST if event.seat is not None and event.seat != seat:
                yield Reason("takes", details)
            case EventKind.BUILT if event.seat == seat:
                yield Reason("builds", details)
            case EventKind.TOWER if event.source is None and event.cell is not None:
                yield Reason("frees" if event.seat == seat else "blocks", {"cell": event.cell})


def _guards(game: Game[Any, Any], state: Any, after: Any, seat: Seat, effect: Effect) -> Iterator[Reason]:
    """Yield the own stronghold on which more units stand than before."""
    if not effect.cells or effect.kind == "build":
        return
    cell = effect.cells[-1]
    before = {piece.kind: piece.count for piece in game.pieces(state) if piece.cell == cell}
    standing = [piece for piece in game.pieces(after) if piece.cell == cell and piece.owner == seat]
    held = [piece.kind for piece in standing if piece.kind in _STRONGHOLDS and piece.kind in before]
    more = any(
        piece.kind not in _STRONGHOLDS and piece.count > before.get(piece.kind, 0) for piece in standing
    )
    if held and more:
        yield Reason("guards", {"piece": held[0], "cell": cell})


def _saves(game: Game[Any, Any], state: Any, seat: Seat, action: Any, after: Any) -> bool:
    """Tell whether most other actions let another seat win at once, and ``action`` lets none."""
    if game.to_act(after) == seat or _loses_at_once(game, seat, after):
        return False
    others = [other for other in game.forward_actions(state) if other != action]
    tried = others[:: max(1, len(others) // _OTHERS_ASKED)][:_OTHERS_ASKED]
    if not tried:
        return False
    losing = 0
    for other in tried:
        try:
            then, _ = game.apply(state, other, NoDraws())
        except ChanceNeeded:
            continue
        losing += _loses_at_once(game, seat, then)
    return 2 * losing > len(tried)


def _loses_at_once(game: Game[Any, Any], seat: Seat, state: Any) -> bool:
    """Tell whether the next seat, another than ``seat``, has an action without dice that wins."""
    mover = game.to_act(state)
    if mover is None or mover == seat:
        return False
    for reply in game.forward_actions(state):
        try:
            after, _ = game.apply(state, reply, NoDraws())
        except ChanceNeeded:
            continue
        outcome = game.outcome(after)
        if outcome is not None and outcome.winners and seat not in outcome.winners:
            return True
    return False


def _line_wins(game: Game[Any, Any], state: Any, seat: Seat, line: Sequence[Any]) -> int:
    """Return after how many actions of the expected ``line``, which needs no dice, ``seat`` has won; 0: it has not."""
    for number, action in enumerate(line, 1):
        try:
            state, _ = game.apply(state, action, NoDraws())
        except EngineError:
            return 0
        outcome = game.outcome(state)
        if outcome is not None:
            return number if seat in outcome.winners else 0
    return 0
