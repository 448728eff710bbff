"""Positions as JSON objects (the form of the recorded games, with ``game`` and ``setup``).

Reading is strict: every key as printed and no other. Keys that follow from the rest (``game income upkeep
crowns undo over winner draw``) may be left out; given, they must be right. ``undo`` may be anything, since
what could be taken back is not part of the form.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn

from engine.digest import EMPTY_DRAWS
from engine.errors import PositionError, SetupError
from engine.game import Seat
from engine.krieg.boards import Cell
from engine.krieg.buildings import BUILDING_NAMES
from engine.krieg.economy import crowns_of, income, upkeep
from engine.krieg.modes import MAX_GOLD, Rules, rules_for
from engine.krieg.pieces import (
    CASTLE_GUARDS,
    CHARGES,
    COUNT,
    CROWN,
    CROWN_GUARDS,
    DEAD_CROWN,
    DEAD_CROWN_SITE,
    GUARDS,
    KIND,
    KIND_BY_NAME,
    KIND_NAMES,
    MAX_STACK,
    MAY_ACT,
    MINE_SITE,
    SITE_TYPE,
    STEPS,
    STEPS_OF_KIND,
    TOWER_ARCHERS,
    WORKER,
    WORKER_CHARGES,
    castle,
    crown,
    stack,
    tower,
    worker,
)
from engine.krieg.soundness import MOST_ARCHERS, check
from engine.krieg.state import NOBODY, State, seat_of
from engine.krieg.victory import outcome

__all__ = ["MAX_LOADED_ROUND", "from_json", "to_json"]

MAX_LOADED_ROUND: Final = 10**9
"""Rounds that a position may claim to have behind it; no game gets anywhere near."""

_MAX_FIGURE: Final = 10**9
"""Income, upkeep and the like in a position are compared with the right ones; so far they are only numbers."""

_CROWN_NAMES = {CROWN: "standing", DEAD_CROWN: "dead"}


# --- writing --------------------------------------------------------------------------------------------
def to_json(s: State) -> dict[str, Any]:
    """Return ``s`` as a JSON object; cells that are not blank in canonical order."""
    options = s.rules.options()
    result = outcome(s)
    return {
        "game": "krieg",
        "setup": options | {"gold": list(options["gold"])},
        "turn": s.turn,
        "round": s.round,
        "seats": [_seat_to_json(s, seat) for seat in range(s.rules.seats)],
        "cells": [_cell_to_json(s, cell) for cell in range(s.rules.geometry.size) if _is_marked(s, cell)],
        "undo": s.undo_depth,
        "over": result is not None,
        "winner": result.winners[0] if result and result.winners else None,
        "draw": result is not None and not result.winners,
    }


def _is_marked(s: State, cell: Cell) -> bool:
    return bool(s.owners[cell] or s.sites[cell])  # units stand on owned cells only (K3.6)


def _seat_to_json(s: State, seat: Seat) -> dict[str, Any]:
    return {
        "gold": s.gold[seat],
        "alive": seat in s.living,
        "income": income(s, seat),
        "upkeep": upkeep(s, seat),
        "crowns": crowns_of(s, seat),
    }


def _cell_to_json(s: State, cell: Cell) -> dict[str, Any]:
    owner, site = seat_of(s.owners[cell]), s.sites[cell]
    return {
        "cell": s.rules.geometry.names[cell],
        "owner": owner,
        "stack": _stack_to_json(owner, s.units[cell]),
        "building": BUILDING_NAMES.get(SITE_TYPE[site]),
        "crown": _CROWN_NAMES.get(SITE_TYPE[site]),
        "guards": GUARDS[site],
        "tower": TOWER_ARCHERS[site],
    }


def _stack_to_json(owner: Seat | None, packed: int) -> dict[str, Any] | None:
    if not packed:
        return None
    value: dict[str, Any] = {
        "owner": owner,
        "kind": KIND_NAMES[KIND[packed]],
        "count": COUNT[packed],
        "steps": STEPS[packed],
        "can_act": bool(MAY_ACT[packed]),
    }
    if KIND[packed] == WORKER:
        value["charges"] = CHARGES[packed]
    return value


# --- reading --------------------------------------------------------------------------------------------
def from_json(value: Mapping[str, Any]) -> State:
    """Return the position that ``value`` describes, with nothing to take back and no draws so far.

    Raises:
        PositionError: Malformed or impossible; the culprit is the cell or key at fault.
    """
    top = _object(
        value,
        "position",
        ("setup", "turn", "round", "seats", "cells"),
        ("game", "undo", "over", "winner", "draw"),
    )
    if top.get("game", "krieg") != "krieg":
        _refuse("this is a position of another game", "game")
    setup = top["setup"]
    if not isinstance(setup, Mapping):
        _refuse("must be an object", "setup")
    try:
        rules = rules_for(setup)
    except SetupError as error:
        raise PositionError(error.text, f"setup.{error.culprit}") from error
    seats = _seats(top["seats"])
    living = tuple(seat for seat, entry in enumerate(seats) if entry["alive"])
    owners, sites, units = _cells(top["cells"], rules)
    s = State(
        rules,
        owners,
        sites,
        units,
        gold=tuple(entry["gold"] for entry in seats),
        turn=_integer(top["turn"], "turn", 0, rules.seats - 1),
        round=_integer(top["round"], "round", 1, MAX_LOADED_ROUND),
        living=living,
        limit_reached=_boolean(top.get("over", False), "over") and len(living) > 1,
        final=False,
        draws=EMPTY_DRAWS,
    )
    if "undo" in top:
        _integer(top["undo"], "undo", 0, _MAX_FIGURE)
    check(s)
    _compare_derived(s, top, seats)
    return s


def _compare_derived(s: State, top: Mapping[str, Any], seats: list[dict[str, Any]]) -> None:
    """Refuse keys that follow from the rest and say something else."""
    right = to_json(s)
    for key in ("over", "winner", "draw"):
        if key in top and (top[key] != right[key] or type(top[key]) is not type(right[key])):
            _refuse(f"must be {right[key]!r} here", key)
    for seat, entry in enumerate(seats):
        for key, given in entry.items():
            if given != right["seats"][seat][key]:
                _refuse(f"must be {right['seats'][seat][key]!r} here", f"seats[{seat}].{key}")


def _seats(value: object) -> list[dict[str, Any]]:
    result = []
    for seat, item in enumerate(_array(value, "seats")):
        where = f"seats[{seat}]"
        entry = _object(item, where, ("gold", "alive"), ("income", "upkeep", "crowns"))
        _integer(entry["gold"], f"{where}.gold", 0, MAX_GOLD)
        _boolean(entry["alive"], f"{where}.alive")
        for key in ("income", "upkeep", "crowns"):
            if key in entry:
                _integer(entry[key], f"{where}.{key}", 0, _MAX_FIGURE)
        result.append(entry)
    return result


def _cells(value: object, rules: Rules) -> tuple[bytes, bytes, bytes]:
    """Return owners, sites and stacks of all cells."""
    size = rules.geometry.size
    owners, sites, units = bytearray(size), bytearray(size), bytearray(size)
    seen = set()
    for number, item in enumerate(_array(value, "cells")):
        entry = _object(
            item, f"cells[{number}]", ("cell", "owner", "stack", "building", "crown", "guards", "tower"), ()
        )
        name = entry["cell"]
        cell = rules.geometry.index.get(name) if isinstance(name, str) else None
        if cell is None:
            _refuse(f"there is no cell {name!r} on this board (K1.3)", f"cells[{number}].cell")
        if cell in seen:
            _refuse("stands twice in this position", name)
        seen.add(cell)
        owner = entry["owner"]
        if owner is not None:
            _integer(owner, f"{name}.owner", 0, rules.seats - 1)
        owners[cell] = NOBODY if owner is None else owner + 1
        sites[cell] = _site(entry, name)
        if entry["stack"] is not None:
            units[cell] = _stack(entry["stack"], owner, name)
    return bytes(owners), bytes(sites), bytes(units)


def _site(entry: Mapping[str, Any], name: str) -> int:
    """Return the site of a cell: at most one of building, crown and tower, with its guards or archers."""
    building, crown_word = entry["building"], entry["crown"]
    if building is not None:
        _word(building, f"{name}.building", BUILDING_NAMES.values())
    if crown_word is not None:
        _word(crown_word, f"{name}.crown", _CROWN_NAMES.values())
    archers = _integer(entry["tower"], f"{name}.tower", 0, MOST_ARCHERS)
    if (building is not None) + (crown_word is not None) + bool(archers) > 1:
        _refuse("a cell has a building, a crown or a tower, not two of them (K6.8)", name)
    most = CROWN_GUARDS if crown_word == "standing" else CASTLE_GUARDS if building == "castle" else 0
    guards = _integer(entry["guards"], f"{name}.guards", 0, most)
    if building is not None:
        return castle(guards) if building == "castle" else MINE_SITE
    if crown_word is not None:
        return crown(guards) if crown_word == "standing" else DEAD_CROWN_SITE
    return tower(archers) if archers else 0


def _stack(value: object, owner: Seat | None, name: str) -> int:
    where = f"{name}.stack"
    entry = _object(value, where, ("owner", "kind", "count", "steps", "can_act"), ("charges",))
    if entry["owner"] != owner or type(entry["owner"]) is not type(owner):
        _refuse("units stand on cells of their owner only (K3.6)", name)
    kind = KIND_BY_NAME[_word(entry["kind"], f"{where}.kind", KIND_NAMES)]
    count = _integer(entry["count"], f"{where}.count", 1, 1 if kind == WORKER else MAX_STACK)
    steps = _integer(entry["steps"], f"{where}.steps", 0, STEPS_OF_KIND[kind])
    may_act = _boolean(entry["can_act"], f"{where}.can_act")
    if kind != WORKER:
        if "charges" in entry:
            _refuse("only workers have charges (K5.1)", where)
        return stack(kind, count, steps, may_act)
    return worker(_integer(entry.get("charges"), f"{where}.charges", 1, WORKER_CHARGES), steps, may_act)


def _refuse(text: str, culprit: str) -> NoReturn:
    raise PositionError(f"{culprit}: {text}", culprit)


def _object(value: object, where: str, needed: Iterable[str], optional: Iterable[str]) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        _refuse("must be an object", where)
    for key in needed:
        if key not in value:
            _refuse(f"lacks {key!r}", where)
    known = {*needed, *optional}
    for key in value:
        if key not in known:
            _refuse(f"has no key {key!r}", where)
    return dict(value)


def _array(value: object, where: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        _refuse("must be an array", where)
    return list(value)


def _integer(value: object, where: str, lowest: int, highest: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        _refuse(f"must be a whole number from {lowest} to {highest}", where)
    return value


def _boolean(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        _refuse("must be true or false", where)
    return value


def _word(value: object, where: str, words: Iterable[str]) -> str:
    if not isinstance(value, str) or value not in words:
        _refuse(f"must be one of {', '.join(words)}", where)
    return value
