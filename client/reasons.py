"""What speaks for an action: stable words with facts, of which the window makes a sentence.

Written against ``Game`` alone. Everything is asked of the rules: what the action is said to do
(``Game.describe``), what happens in it (``Game.apply``), what the others could do after it, what comes of the expected
line. Nothing is guessed from scores, so a reason is always true, even where the level had another one.

Reasons, strongest first, with their details:

============== =================================================================================================
``wins``       the game is won at once: ``reason`` (``Outcome.reason``)
``eliminates`` ``seat`` is out at once
``odds``       an attack with dice: ``percent`` (rounded down), ``falls_rolls``, ``rolls``; ``wins`` or
               ``eliminates`` if that comes of success, ``storms`` if a stronghold is attacked
``saves``      after most other actions that were tried the opponent wins at once, after this one it cannot
``line_wins``  the expected line wins after ``actions`` actions of all seats
``earns``      the income rises by ``gold`` a turn
``prepares``   what the same stack does later in the expected line: ``what`` on ``cell``. ``attack``: ``piece``,
               ``count``, and as for ``odds`` ``percent``, ``falls_rolls``, ``rolls``, where dice are needed. ``build``:
               ``piece`` (the building), ``gold`` that it adds to the income. ``take``: ``piece``. ``conquer``
``takes``      ``piece`` of others', of ``count`` units (a tower: of stones), on ``cell``
``builds``     ``piece`` on ``cell``; ``count`` is a tower's height
``blocks``     a tower of others on ``cell``
``frees``      the own tower on ``cell``
``conquers``   foreign ground, ``cell``
``gathers``    a stack of ``count`` on ``cell``
``unanswered`` the opponent cannot take what has just taken something on ``cell``
``threatens``  if the opponent passed, ``piece`` of ``count`` units on ``cell`` could be taken; before it could not
``line_takes`` by the expected line the opponent loses ``count`` stones more, after ``actions`` actions of both
``escapes``    the opponent could have taken the piece on ``cell``, and cannot where it stands now
``covers``     the opponent could have taken the own ``piece`` of ``count`` units on ``cell``, and cannot now
``buys``       ``piece`` for ``cost``; ``gold_left``
``builder``    a worker bought can build as long as its ``charges`` last
``guards``     the own ``piece`` (crown or castle) on ``cell`` is held by ``count`` ``units``, more than before
``site``       a worker has gone where it can build: ``piece`` on ``cell``
``reaches``    a piece is nearer to the nearest ``piece`` of others that wins (base, crown): ``steps`` from ``cell``
``roams``      own pieces would have ``count`` moves next, not ``before``
``hems``       the opponent has ``count`` moves, not ``before``
``ends_turn``  the turn goes to ``next``; ``idle`` own stacks that could still act
``only``       nothing else can be played
``improves``   nothing but what the action does anyway: the position is better by the level's judgement
============== =================================================================================================
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from client.facts import (
    captures,
    deeds_of,
    distance_to_goal,
    goals,
    income,
    moves,
    outnumbers,
    with_turn_of,
)
from engine.dice import NoDraws
from engine.errors import ChanceNeeded, EngineError
from engine.game import Effect, Event, EventKind, Game, Seat

__all__ = ["PLAIN", "Reason", "reasons_for"]

PLAIN = frozenset(("takes", "conquers", "blocks", "frees", "builds", "buys", "gathers"))
"""Kinds that tell what the action does, as its description does: they give no further reason for it."""

_OTHERS_ASKED = 8
"""Other actions that are tried out to find out whether one saves the game: the answer takes some hundredths of a
second on the largest boards, and an open threat shows in nearly all of them."""

_STRONGHOLDS = ("crown", "castle")
_FIGHTING = ("fighter", "rider", "archer")
_STEPPING = ("move", "merge")
"""Words of Krieg und Frieden: ``Piece.kind``, ``Effect.kind``."""


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
    if all(reason.kind in PLAIN for reason in found):
        found.append(Reason("improves"))
    return tuple(found)


def _find(game: Game[Any, Any], state: Any, seat: Seat, action: Any, line: Sequence[Any]) -> Iterator[Reason]:
    effect = game.describe(state, action)
    try:
        after, events = game.apply(state, action, NoDraws())
    except ChanceNeeded:
        yield from _gamble(effect)
        after, events = None, ()
    yield from _at_once(game, seat, after, events)
    running = after is not None and game.outcome(after) is None
    if running and _saves(game, state, seat, action, after):
        yield Reason("saves")
    if running and (won := _line_wins(game, state, seat, line)):
        yield Reason("line_wins", {"actions": won})
    told = (*_events(seat, events), *_moved(effect))
    end = game.end_action(state)
    if action == end:
        if len(game.forward_actions(state)) > 1:
            yield Reason("ends_turn", _named(effect, "next", "idle"))
    elif not running:
        yield from told
    elif end is not None:
        yield from _in_turn(game, state, after, seat, effect, line[1:], told)
    elif len(effect.cells) == 2:
        yield from _facing(game, state, after, seat, effect, line, told)
    if len(game.forward_actions(state)) == 1:
        yield Reason("only")


def _named(effect: Effect, *names: str) -> dict[str, int | str | bool]:
    return {name: effect.details[name] for name in names if name in effect.details}


def _chance(effect: Effect) -> dict[str, int | str | bool]:
    """Return in how many of all rolls an attack succeeds; nothing for what is no attack."""
    rolls, good = effect.details.get("rolls"), effect.details.get("falls_rolls")
    if not isinstance(rolls, int) or not isinstance(good, int) or not rolls:
        return {}
    return {"percent": 100 * good // rolls, "falls_rolls": good, "rolls": rolls}


def _gamble(effect: Effect) -> Iterator[Reason]:
    details = _chance(effect)
    if not details:
        return
    details |= _named(effect, "wins", "eliminates")
    if effect.kind == "storm":
        details["storms"] = True
    yield Reason("odds", details)


def _at_once(
    game: Game[Any, Any], seat: Seat, after: Any | None, events: Sequence[Event]
) -> Iterator[Reason]:
    outcome = None if after is None else game.outcome(after)
    if outcome is not None and seat in outcome.winners:
        yield Reason("wins", {"reason": outcome.reason})
    for event in events:
        if event.kind is EventKind.ELIMINATED and event.seat is not None and event.seat != seat:
            yield Reason("eliminates", {"seat": event.seat})


def _events(seat: Seat, events: Sequence[Event]) -> Iterator[Reason]:
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


def _moved(effect: Effect) -> Iterator[Reason]:
    if effect.details.get("conquers") and not effect.details.get("takes"):
        yield Reason("conquers", {"cell": effect.cells[-1]})
    if effect.kind == "merge":
        yield Reason("gathers", {"count": effect.details["count"], "cell": effect.cells[-1]})


# --- a turn of several actions ------------------------------------------------------------------------------
def _in_turn(
    game: Game[Any, Any],
    state: Any,
    after: Any,
    seat: Seat,
    effect: Effect,
    line: Sequence[Any],
    told: Sequence[Reason],
) -> Iterator[Reason]:
    """Yield what an action that leaves the turn to ``seat`` brings, now and by the ``line`` after it."""
    gold = income(game, after, seat) - income(game, state, seat)
    if gold > 0:
        yield Reason("earns", {"gold": gold})
    later = tuple(deeds_of(game, after, effect.cells[-1], line)) if effect.cells else ()
    yield from _prepares(game, seat, later)
    yield from told
    if effect.kind == "buy":
        yield Reason("buys", _named(effect, "piece", "cost", "gold_left"))
        yield from _builder(game, after, effect)
    # A stack that goes on neither guards the cell nor builds there.
    if effect.cells and not later:
        yield from _guards(game, state, after, seat, effect.cells[-1])
        yield from _site(game, after, effect)
    yield from _reaches(game, state, seat, effect)


def _prepares(game: Game[Any, Any], seat: Seat, later: Sequence[tuple[Effect, Any, Any]]) -> Iterator[Reason]:
    """Yield the first thing of weight that the same stack does later in this turn."""
    for effect, before, after in later:
        cell, facts = effect.cells[-1], effect.details
        if effect.kind in ("attack", "storm"):
            details = {"what": "attack", "cell": cell, "piece": facts["piece"], "count": facts["attackers"]}
            yield Reason("prepares", details | ({} if facts.get("open") else _chance(effect)))
            return
        if effect.kind == "build":
            gold = income(game, after, seat) - income(game, before, seat)
            yield Reason("prepares", {"what": "build", "cell": cell, "piece": facts["piece"], "gold": gold})
            return
        if taken := facts.get("takes"):
            yield Reason("prepares", {"what": "take", "cell": cell, "piece": taken})
            return
    for effect, _, _ in later:
        if effect.details.get("conquers"):
            yield Reason("prepares", {"what": "conquer", "cell": effect.cells[-1]})
            return


def _guards(game: Game[Any, Any], state: Any, after: Any, seat: Seat, cell: str) -> Iterator[Reason]:
    """Yield the own stronghold on ``cell`` if more fighting units hold it than before."""
    before = {piece.kind: piece.count for piece in game.pieces(state) if piece.cell == cell}
    standing = [piece for piece in game.pieces(after) if piece.cell == cell and piece.owner == seat]
    held = [piece.kind for piece in standing if piece.kind in _STRONGHOLDS and "dead" not in piece.marks]
    for piece in standing:
        if held and piece.kind in _FIGHTING and piece.count > before.get(piece.kind, 0):
            yield Reason(
                "guards", {"piece": held[0], "cell": cell, "units": piece.kind, "count": piece.count}
            )


def _builder(game: Game[Any, Any], after: Any, effect: Effect) -> Iterator[Reason]:
    """Yield for how much a worker that was bought has strength."""
    for piece in game.pieces(after):
        for mark in piece.marks:
            if piece.cell == effect.cells[0] and mark.startswith("charge"):
                yield Reason("builder", {"charges": int(mark.removeprefix("charge"))})


def _site(game: Game[Any, Any], after: Any, effect: Effect) -> Iterator[Reason]:
    """Yield the mine that a worker can build where it has gone."""
    if effect.kind != "move" or effect.details.get("piece") != "worker":
        return
    for action in game.forward_actions(after):
        if game.action_cells(action) == effect.cells[-1:]:
            found = game.describe(after, action)
            if found.kind == "build" and found.details["piece"] == "mine":
                yield Reason("site", {"piece": "mine", "cell": effect.cells[-1]})


def _reaches(game: Game[Any, Any], state: Any, seat: Seat, effect: Effect) -> Iterator[Reason]:
    """Yield how near a piece has come to what it is to take; workers take none, and a purchase goes nowhere."""
    if len(effect.cells) != 2 or effect.details.get("piece") == "worker":
        return
    source, target = effect.cells
    was, now = (distance_to_goal(game, state, seat, cell) for cell in (source, target))
    if was is not None and now is not None and now[0] < was[0]:
        yield Reason("reaches", {"piece": now[1], "cell": target, "steps": now[0]})


# --- seats that alternate -----------------------------------------------------------------------------------
def _facing(
    game: Game[Any, Any],
    state: Any,
    after: Any,
    seat: Seat,
    effect: Effect,
    line: Sequence[Any],
    told: Sequence[Reason],
) -> Iterator[Reason]:
    """Yield what can be taken, by whom, and what could be before; who comes nearer, who has more room."""
    yield from told
    target = effect.cells[-1]
    answers = captures(game, after)
    if target not in answers and any(reason.kind == "takes" for reason in told):
        yield Reason("unanswered", {"cell": target})
    again = with_turn_of(game, after, state)
    if again is not None:
        known = captures(game, state)
        fresh = {cell: taken for cell, taken in captures(game, again).items() if cell not in known}
        if fresh:
            yield Reason("threatens", _dearest(fresh))
    first, total, number = outnumbers(game, state, seat, line)
    if total > max(0, first):
        yield Reason("line_takes", {"count": total, "actions": number})
    passed = with_turn_of(game, state, after)
    if passed is not None:
        yield from _spared(game, after, seat, effect, captures(game, passed), answers)
    yield from _reaches(game, state, seat, effect)
    if again is not None and passed is not None:
        before, count = moves(game, state), moves(game, again)
        if count > before:
            yield Reason("roams", {"count": count, "before": before})
        before, count = moves(game, passed), moves(game, after)
        if count < before:
            yield Reason("hems", {"count": count, "before": before})


def _spared(
    game: Game[Any, Any],
    after: Any,
    seat: Seat,
    effect: Effect,
    dangers: Mapping[str, tuple[str, int]],
    answers: Mapping[str, tuple[str, int]],
) -> Iterator[Reason]:
    """Yield what the opponent could take before (``dangers``) and cannot now (``answers``)."""
    source, target = effect.cells
    standing = {piece.cell for piece in game.pieces(after) if piece.owner == seat}
    if source in dangers and source not in standing and target not in answers:
        yield Reason("escapes", {"cell": source})
    covered = {
        cell: taken for cell, taken in dangers.items() if cell in standing - {source} and cell not in answers
    }
    if covered:
        yield Reason("covers", _dearest(covered))


def _dearest(found: Mapping[str, tuple[str, int]]) -> dict[str, int | str | bool]:
    """Return the details of a base if it is among what is ``found``, else of what has most units."""
    cell = min(found, key=lambda cell: (found[cell][0] != "base", -found[cell][1], cell))
    piece, count = found[cell]
    return {"piece": piece, "count": count, "cell": cell}


# --- the end of the game ------------------------------------------------------------------------------------
def _saves(game: Game[Any, Any], state: Any, seat: Seat, action: Any, after: Any) -> bool:
    """Tell whether most other actions let the opponent win at once, and it cannot after ``action``."""
    if game.to_act(after) == seat or len(game.living(after)) != 2:
        return False
    others = [other for other in game.forward_actions(state) if other != action]
    tried = others[:: max(1, len(others) // _OTHERS_ASKED)][:_OTHERS_ASKED]
    losing = 0
    for other in tried:
        try:
            then, _ = game.apply(state, other, NoDraws())
        except ChanceNeeded:
            continue
        losing += _may_lose(game, seat, then, goals(game, then, seat))
    return 2 * losing > len(tried) and not _may_lose(game, seat, after, None)


def _may_lose(game: Game[Any, Any], seat: Seat, state: Any, at: frozenset[str] | None) -> bool:
    """Tell whether the next seat, another than ``seat``, has an action that wins, or with luck may win.

    Args:
        game: The rules.
        seat: Who would lose.
        state: The position.
        at: Look at actions onto these cells alone, which is quick; None: at all.
    """
    mover = game.to_act(state)
    if mover is None or mover == seat:
        return False
    for reply in game.forward_actions(state):
        if at is not None and not at.intersection(game.action_cells(reply)[-1:]):
            continue
        try:
            after, _ = game.apply(state, reply, NoDraws())
        except ChanceNeeded:
            if game.describe(state, reply).details.get("wins"):
                return True
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
