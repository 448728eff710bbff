"""Positions from a few words, for prepared states."""

import re
from typing import Any, Final

from engine.krieg.game import Krieg
from engine.towerwars.game import TowerWars

__all__ = ["krieg", "towerwars"]

_STACK: Final = re.compile(r"(worker|fighter|rider|archer)(\d)(?:/(\d)(\d))?")
_STEPS: Final = {"worker": 1, "fighter": 1, "rider": 2, "archer": 1}


def krieg(
    cells: str, *, turn: int = 0, gold: tuple[int, ...], number: int = 1, bare: bool = True, **options: Any
) -> Any:
    """Return a position of Krieg und Frieden.

    Args:
        cells: Entries divided by semicolons: names of cells, owner (``-`` for nobody), what is there:
            ``mine castle crown2``, or a stack as ``fighter3`` or ``rider2/10`` (two steps left or so, may act).
        turn: Seat to act.
        gold: Of every seat.
        number: Of the round.
        bare: Whether everything that the set-up has is taken away but crowns.
        options: Of the match.
    """
    game = Krieg()
    value = game.to_json(game.setup(options))
    by_name = {
        cell["cell"]: cell
        for cell in value["cells"]
        if not bare or cell["crown"] is not None or cell["tower"]
    }
    for entry in cells.split(";"):
        *names, owner, items = _divided(entry)
        for name in names:
            by_name[name] = _cell(name, None if owner == "-" else int(owner), items, turn, by_name.get(name))
    return game.from_json(
        {
            "setup": value["setup"],
            "turn": turn,
            "round": number,
            "seats": [{"gold": amount, "alive": True} for amount in gold],
            "cells": list(by_name.values()),
        }
    )


def _divided(entry: str) -> tuple[Any, ...]:
    words = entry.split()
    place = next(n for n, word in enumerate(words) if word == "-" or word.isdecimal())
    return (*words[:place], words[place], words[place + 1 :])


def _cell(
    name: str, owner: int | None, items: list[str], turn: int, before: dict[str, Any] | None
) -> dict[str, Any]:
    cell: dict[str, Any] = {
        "cell": name,
        "owner": owner,
        "stack": None,
        "building": None,
        "crown": before["crown"] if before else None,
        "guards": before["guards"] if before else 0,
        "tower": 0,
    }
    for item in items:
        if found := _STACK.fullmatch(item):
            kind, count, steps, may = found.groups()
            ready = owner == turn
            cell["stack"] = {
                "owner": owner,
                "kind": kind,
                "count": 1 if kind == "worker" else int(count),
                "steps": int(steps) if steps else _STEPS[kind] * ready,
                "can_act": bool(int(may)) if may else ready,
            } | ({"charges": int(count)} if kind == "worker" else {})
        elif item == "mine":
            cell["building"] = "mine"
        elif item == "castle":
            cell |= {"building": "castle", "guards": 1}
    return cell


def towerwars(board: str, *, turn: str = "red", size: int = 8, **options: Any) -> Any:
    """Return a position of TowerWars: cells as ``D4:R`` or ``F4:B2``, bases in their corners."""
    pieces = {"A1": "R*", f"{chr(64 + size)}{size}": "B*"}
    pieces |= dict(entry.split(":") for entry in board.split())
    return TowerWars().from_json({"game": "towerwars", "n": size, "turn": turn, "board": pieces} | options)
