"""Positions as canonical bytes, with what can be taken back and the running hash over all draws.

The bytes are ``[options, frame, draws, cells, earlier]``: ``frame`` is turn, round, living seats and the two
flags of ``State``; ``cells`` is owners, sites, stacks and gold; ``earlier`` holds such cells for every state
of the chain, the oldest first. Everything else is the same all along a chain.
"""

from typing import Any, Final

from engine.canonical import Value, pack, unpack
from engine.dice import NoDraws
from engine.errors import PositionError, SetupError
from engine.krieg.actions import Action, Verb
from engine.krieg.legality import refusal
from engine.krieg.modes import SCHEMA, Rules, rules_for
from engine.krieg.pieces import KIND_NAMES
from engine.krieg.soundness import check
from engine.krieg.state import State, linked
from engine.krieg.turn import play
from engine.options import from_values, to_values

__all__ = ["MAX_UNDO", "decode", "encode"]

_DRAWS_BYTES: Final = 16

MAX_UNDO: Final = 2 * 333 + 2 * 217
"""Longest chain that there can be: 999 gold buy 333 units, which bring one step each, and on the 217 cells of the
largest board stand no more stacks than that, with two steps each; a merge never adds to the steps (K3.5)."""


def encode(s: State) -> bytes:
    """Return the canonical bytes of ``s``."""
    earlier: list[Value] = []
    state = s.previous
    while state is not None:
        earlier.append(_cells(state))
        state = state.previous
    earlier.reverse()
    options: list[Value] = list(to_values(SCHEMA, s.rules.options()))
    return pack(
        [options, (s.turn, s.round, s.living, s.limit_reached, s.final), s.draws, _cells(s), earlier],
    )


def decode(data: bytes) -> State:
    """Return the state that ``encode`` made ``data`` of.

    Raises:
        PositionError: Not such bytes, an impossible position, or a chain whose states do not follow from each
            other by one purchase or step.
    """
    options, frame, draws, cells, earlier = _items(unpack(data), list, list, bytes, list, list)
    try:
        rules = rules_for(from_values(SCHEMA, options))
    except SetupError as error:
        raise PositionError(error.text, error.culprit) from error
    if len(draws) != _DRAWS_BYTES or len(earlier) > MAX_UNDO:
        raise _malformed()
    states = [
        _state(rules, frame, draws, _items(entry, bytes, bytes, bytes, list)) for entry in [*earlier, cells]
    ]
    for state in states:
        check(state)
    if not all(map(_follows, states, states[1:])):
        raise PositionError("what can be taken back does not lead to this position (K7.1)", "undo")
    return linked(*states)


def _state(rules: Rules, frame: list[Any], draws: bytes, cells: list[Any]) -> State:
    turn, number, living, limit_reached, final = _items(frame, int, int, list, bool, bool)
    owners, sites, units, gold = cells
    if not all(type(item) is int for item in living + gold):
        raise _malformed()
    return State(
        rules,
        owners,
        sites,
        units,
        tuple(gold),
        turn,
        number,
        tuple(living),
        limit_reached,
        final,
        draws,
    )


def _follows(before: State, after: State) -> bool:
    """Tell whether one purchase or step leads from ``before`` to ``after``.

    Which one it would be is plain from the stacks that changed: one of a purchase, two of a step.
    """
    names = before.rules.geometry.names
    changed = [
        name for name, one, other in zip(names, before.units, after.units, strict=True) if one != other
    ]
    match changed:
        case [cell]:
            candidates = [Action(Verb.BUY, cell, piece=kind) for kind in KIND_NAMES]
        case [cell, other]:
            candidates = [Action(Verb.MOVE, cell, other), Action(Verb.MOVE, other, cell)]
        case _:
            return False
    return not before.over and any(
        refusal(before, action) is None and _cells(play(before, action, NoDraws())[0]) == _cells(after)
        for action in candidates
    )


def _cells(s: State) -> tuple[bytes, bytes, bytes, tuple[int, ...]]:
    return s.owners, s.sites, s.units, s.gold


def _items(value: object, *kinds: type) -> list[Any]:
    """Return the items of a list that must be of exactly these types."""
    if type(value) is not list or [type(item) for item in value] != list(kinds):
        raise _malformed()
    return value


def _malformed() -> PositionError:
    return PositionError("these bytes are not the encoding of a position")
