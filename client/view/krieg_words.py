"""Krieg und Frieden in sentences: what actions will do, why they are refused, how a game ended."""

from collections.abc import Callable, Mapping
from typing import Any

from client.i18n import mark, ntr, number, percent, tr
from client.view.nouns import piece_name, pieces
from client.view.people import People
from client.view.values import Warn
from engine.game import Effect
from engine.krieg.refusals import Refusal

__all__ = ["EFFECTS", "REFUSALS", "WARNINGS", "effect_words", "left_words", "refusal_words"]

_Details = Mapping[str, Any]

REFUSALS: Mapping[Refusal, str] = {
    Refusal.OFF_BOARD: mark("There is no such cell on this board."),
    Refusal.NO_UNIT: mark("No unit stands there."),
    Refusal.NOT_YOUR_UNIT: mark("That stack belongs to somebody else."),
    Refusal.NO_STEPS: mark("That stack has no step left in this turn."),
    Refusal.DONE: mark("That stack is done for this turn."),
    Refusal.NEW_UNIT: mark("A unit bought in this turn can step, but neither attack nor build."),
    Refusal.OUT_OF_RANGE: mark("That cell is out of reach."),
    Refusal.MOVED_ARCHER: mark("Archers that have moved shoot at the next cell only."),
    Refusal.BLOCKED: mark("Another player's unit stands there."),
    Refusal.TOWER: mark("A tower stands there; it can only be attacked."),
    Refusal.GUARDED: mark("Nobody steps on another player's crown or castle; it has to be attacked."),
    Refusal.OTHER_KIND: mark("A stack holds units of one kind only."),
    Refusal.WORKERS_ALONE: mark("Workers stand alone on a cell."),
    Refusal.STACK_FULL: mark("A stack holds at most five units."),
    Refusal.NEVER_ATTACKS: mark("Workers never attack."),
    Refusal.NO_TARGET: mark("There is nothing to attack."),
    Refusal.GUARDS_ONLY: mark("Guards cannot be shot at: archers need a unit as their target."),
    Refusal.NO_SHOP: mark("Units are bought on an own crown or castle."),
    Refusal.NO_GOLD: mark("There is not enough gold."),
    Refusal.NOT_A_WORKER: mark("Only workers build."),
    Refusal.NO_CHARGES: mark("That worker has not enough strength left for this building."),
    Refusal.HAS_BUILDING: mark("That cell has a building already."),
    Refusal.ON_CROWN: mark("Nothing can be built on a crown."),
    Refusal.NOTHING_TO_UNDO: mark("Nothing was bought or moved in this turn."),
    Refusal.FINAL: mark("What came last cannot be taken back: an attack or a building is final."),
    Refusal.OPTION_OFF: mark("This match is played without that house rule."),
}
"""A sentence for every reason why an action is refused."""

_FINAL_DISBANDING = mark(
    "What came last cannot be taken back: an attack, a building or a disbanding is final."
)

WARNINGS: Mapping[str, str] = {
    "loses_attack": mark("One part could still attack; the joint stack cannot."),
    "loses_steps": mark("One part loses steps that it has left."),
    "poverty_lock": mark("Upkeep would eat up all income, with no gold left to buy anything."),
    "final": mark("This cannot be taken back, nor anything before it in this turn."),
    "ends_game": mark("This is the last turn: the game is judged after it."),
}
"""A sentence for every detail of an effect that is a warning."""


def refusal_words(refusal: Refusal, *, disband: bool = False) -> str:
    """Return why an action is refused, as a sentence; ``disband``: whether stacks can be disbanded in this match."""
    return tr(_FINAL_DISBANDING if disband and refusal is Refusal.FINAL else REFUSALS[refusal])


def effect_words(effect: Effect, people: People) -> tuple[str, tuple[Warn, ...]]:
    """Return sentences about what an action will do, and its warnings, the gravest first."""
    details = {**effect.details, "cells": effect.cells, "people": people}
    text = " ".join(EFFECTS[effect.kind](details))
    warnings = [Warn(code, tr(words)) for code, words in WARNINGS.items() if effect.details.get(code)]
    if starving := effect.details.get("starving"):
        warnings.insert(0, Warn("starving", starving_words(int(starving))))
    return text, tuple(warnings)


def starving_words(count: int) -> str:
    """Return the warning that units will starve."""
    return ntr(
        "{count} of your units will starve at the start of your next turn.",
        "{count} of your units will starve at the start of your next turn.",
        count,
    )


def _buy(d: _Details) -> list[str]:
    told = [
        tr(
            "{piece} on {cell} for {cost} gold; {left} gold left.",
            piece=piece_name(d["piece"]),
            cell=d["cells"][0],
            cost=d["cost"],
            left=d["gold_left"],
        )
    ]
    if d["count"] > 1:
        told.append(tr("The stack grows to {units}.", units=pieces(d["piece"], d["count"])))
    told.append(tr("Upkeep becomes {upkeep}, income is {income}.", upkeep=d["upkeep"], income=d["income"]))
    return told


def _move(d: _Details) -> list[str]:
    here, there = d["cells"]
    told = [tr("{units}: {here} – {there}.", units=pieces(d["piece"], d["count"]), here=here, there=there)]
    taken = d.get("takes")
    if taken == "mine":
        told.append(tr("Takes the mine."))
    elif taken:
        told.append(tr("Takes the building."))
    elif "conquers" in d:
        told.append(tr("Takes the cell."))
    return [*told, left_words(d["piece"], d["steps"], d["may_act"])]


def _merge(d: _Details) -> list[str]:
    told = tr(
        "Joins the stack on {cell}: {units}.", cell=d["cells"][-1], units=pieces(d["piece"], d["count"])
    )
    return [told, left_words(d["piece"], d["steps"], d["may_act"])]


def left_words(piece: str, steps: int, may_act: bool) -> str:
    """Return what a stack can still do, as a sentence."""
    if piece == "worker":
        if may_act:
            return ntr("{count} step left, can build.", "{count} steps left, can build.", steps)
        return ntr("{count} step left, cannot build.", "{count} steps left, cannot build.", steps)
    if may_act:
        return ntr("{count} step left, can attack.", "{count} steps left, can attack.", steps)
    return ntr("{count} step left, cannot attack.", "{count} steps left, cannot attack.", steps)


def _attack(d: _Details) -> list[str]:
    here, there = d["cells"]
    attackers = pieces(d["piece"], d["attackers"])
    if "open" in d:
        told = [tr("{units} take {cell} without a fight.", units=attackers, cell=there)]
    else:
        told = [
            tr(
                "{units} from {here} against {defenders} on {there}.",
                units=attackers,
                here=here,
                defenders=_defenders(d),
                there=there,
            ),
            _chance(d),
        ]
    people: People = d["people"]
    if d.get("wins"):
        told.append(tr("If the crown falls, the game is won."))
    elif "eliminates" in d:
        told.append(tr("If the crown falls, {name} is out.", name=people(d["eliminates"])))
    return told


def _defenders(d: _Details) -> str:
    parts = []
    if d["garrison"]:
        tower = d["defender"] == "tower"
        parts.append(pieces("archer" if tower else d["defender"], d["garrison"]))
    if d["guards"] and "shot" not in d:
        parts.append(pieces("guard", d["guards"]))
    return tr("{first} and {second}", first=parts[0], second=parts[1]) if len(parts) == 2 else "".join(parts)


def _chance(d: _Details) -> str:
    chance = percent(d["falls_rolls"], d["rolls"])
    good, rolls = number(d["falls_rolls"]), number(d["rolls"])
    if "shot" in d:
        return tr(
            "Chance to clear the cell: {chance} ({good} of {rolls} rolls).",
            chance=chance,
            good=good,
            rolls=rolls,
        )
    return tr(
        "Chance to take the cell: {chance} ({good} of {rolls} rolls).", chance=chance, good=good, rolls=rolls
    )


def _build(d: _Details) -> list[str]:
    told = [
        tr(
            "{building} on {cell} for {cost} gold; {left} gold left.",
            building=piece_name(d["piece"]),
            cell=d["cells"][0],
            cost=d["cost"],
            left=d["gold_left"],
        )
    ]
    if d["charges_left"]:
        told.append(
            ntr("The worker can build {count} more.", "The worker can build {count} more.", d["charges_left"])
        )
    else:
        told.append(tr("The worker is used up."))
    return told


def _undo(d: _Details) -> list[str]:
    told = [tr("Takes back the last action of this turn.")]
    if d["left"]:
        told.append(ntr("{count} more could be taken back.", "{count} more could be taken back.", d["left"]))
    return told


def _end(d: _Details) -> list[str]:
    people: People = d["people"]
    told = [tr("{name} is next.", name=people(d["next"]))]
    if d["idle"]:
        told.append(ntr("{count} stack could still act.", "{count} stacks could still act.", d["idle"]))
    if d["tower_shots"]:
        told.append(ntr("{count} tower will shoot.", "{count} towers will shoot.", d["tower_shots"]))
    return told


def _disband(d: _Details) -> list[str]:
    return [
        tr(
            "Dissolves {units} on {cell}; that saves {upkeep} gold a turn.",
            units=pieces(d["piece"], d["count"]),
            cell=d["cells"][0],
            upkeep=d["upkeep_saved"],
        )
    ]


EFFECTS: Mapping[str, Callable[[_Details], list[str]]] = {
    "buy": _buy,
    "move": _move,
    "merge": _merge,
    "attack": _attack,
    "storm": _attack,
    "build": _build,
    "undo": _undo,
    "end": _end,
    "disband": _disband,
}
"""Sentences by ``Effect.kind``."""
