"""Positions of Krieg und Frieden from a few words, for the tests of its rules."""

import re
from typing import Any

from engine.dice import ScriptedDraws
from engine.game import Event
from engine.krieg.game import Krieg
from engine.krieg.state import State

GAME = Krieg()

_STACK = re.compile(r"(worker|fighter|rider|archer)(\d)(?:/(\d)(\d))?")
_STEPS = {"worker": 1, "fighter": 1, "rider": 2, "archer": 1}


def position(
    *cells: str,
    turn: int = 0,
    gold: tuple[int, ...] | None = None,
    number: int = 1,
    out: tuple[int, ...] = (),
    **options: Any,
) -> State:
    """Return the set-up of ``options`` with some cells otherwise, read back by ``from_json``.

    Each of ``cells`` is the name of a cell, its owner (``-`` for nobody) and what is on it: ``mine``, ``castle``,
    ``castle0`` (guard beaten), ``crown0`` to ``crown2``, ``dead``, ``tower1`` to ``tower5``; ``fighter3`` for
    a stack (``worker1`` has one charge left), ready if its seat is to move, or with steps left and whether it
    may act: ``rider2/10``.
    """
    value = GAME.to_json(GAME.setup(options))
    value = {key: value[key] for key in ("setup", "cells")}
    by_name = {cell["cell"]: cell for cell in value["cells"]}
    for text in cells:
        name, owner, *items = text.split()
        by_name[name] = _cell(name, None if owner == "-" else int(owner), items, turn)
    seats = len(value["setup"]["gold"])
    given = gold or (0,) * seats
    value |= {
        "turn": turn,
        "round": number,
        "seats": [{"gold": given[seat], "alive": seat not in out} for seat in range(seats)],
        "cells": list(by_name.values()),
    }
    return GAME.from_json(value)


def _cell(name: str, owner: int | None, items: list[str], turn: int) -> dict[str, Any]:
    cell: dict[str, Any] = {
        "cell": name,
        "owner": owner,
        "stack": None,
        "building": None,
        "crown": None,
        "guards": 0,
        "tower": 0,
    }
    for item in items:
        if match := _STACK.fullmatch(item):
            cell["stack"] = _stack(owner, match, owner == turn)
        elif item == "mine":
            cell["building"] = "mine"
        elif item.startswith("castle"):
            cell |= {"building": "castle", "guards": int(item[6:] or 1)}
        elif item.startswith("crown"):
            cell |= {"crown": "standing", "guards": int(item[5:])}
        elif item == "dead":
            cell["crown"] = "dead"
        else:
            assert item.startswith("tower"), item
            cell["tower"] = int(item[5:])
    return cell


def _stack(owner: int | None, match: re.Match[str], ready: bool) -> dict[str, Any]:
    kind, number, steps, may_act = match.groups()
    stack = {
        "owner": owner,
        "kind": kind,
        "count": 1 if kind == "worker" else int(number),
        "steps": int(steps) if steps else _STEPS[kind] * ready,
        "can_act": bool(int(may_act)) if may_act else ready,
    }
    return stack | {"charges": int(number)} if kind == "worker" else stack


def play(s: State, text: str, *dice: int, choices: tuple[int, ...] = ()) -> tuple[State, tuple[Event, ...]]:
    """Play an action with exactly these draws."""
    draws = ScriptedDraws(dice, choices)
    result = GAME.apply(s, GAME.parse(text), draws)
    draws.check_used()
    return result


def after(s: State, *texts: str) -> State:
    """Return the position after actions without chance."""
    for text in texts:
        s, _ = play(s, text)
    return s


def resign(s: State, seat: int, *dice: int, choices: tuple[int, ...] = ()) -> tuple[State, tuple[Event, ...]]:
    """Let a seat resign with exactly these draws."""
    draws = ScriptedDraws(dice, choices)
    result = GAME.resign(s, seat, draws)
    draws.check_used()
    return result


def cell(s: State, name: str) -> dict[str, Any]:
    """Return a cell as ``to_json`` writes it; of a blank one its name alone."""
    found = [entry for entry in GAME.to_json(s)["cells"] if entry["cell"] == name]
    return found[0] if found else {"cell": name, "owner": None, "stack": None}


def unit(s: State, name: str) -> str | None:
    """Return the stack on a cell in the words of ``position``, with steps and whether it may act."""
    stack = cell(s, name)["stack"]
    if stack is None:
        return None
    number = stack["charges"] if stack["kind"] == "worker" else stack["count"]
    return f"{stack['kind']}{number}/{stack['steps']}{int(stack['can_act'])}"


def texts(s: State, verb: str = "") -> list[str]:
    """Return the texts of all legal actions that begin with ``verb``."""
    return [text for action in GAME.legal_actions(s) if (text := GAME.format(action)).startswith(verb)]


def reason(s: State, text: str) -> str | None:
    """Return the word for why an action is refused, None if it is legal."""
    refusal = GAME.refusal(s, GAME.parse(text))
    return None if refusal is None else refusal.value
