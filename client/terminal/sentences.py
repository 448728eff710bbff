"""What an action will do and what one did, in sentences: one table for each, by the stable words of the games.

Whatever a table does not know, such as a further game's words, is told in general terms. All figures are whole
numbers to the end, so that they are the same everywhere.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from client.i18n import portion
from engine.game import Effect, OddsRow, Seat

__all__ = ["Who", "effect_sentences", "happened", "number", "odds_table", "percent"]

Who = Callable[[Seat], str]
"""Gives a seat's holder a name."""

_Details = Mapping[str, Any]


# --- what an action will do -------------------------------------------------------------------------------
def effect_sentences(effect: Effect, odds: Sequence[OddsRow] | None, who: Who) -> str:
    """Return what ``describe`` told of a legal action, in sentences.

    Args:
        effect: What it does.
        odds: The results that it can have, where it is an attack with dice.
        who: Names of the seats.
    """
    tell = _EFFECTS.get(effect.kind)
    if tell is None:
        return _any_effect(effect)
    known: dict[str, Any] = {
        **effect.details,
        "cells": effect.cells,
        "here": effect.cells[0] if effect.cells else "",
        "there": effect.cells[-1] if effect.cells else "",
        "odds": odds or (),
        "who": who,
    }
    first = tell.format_map(known) if isinstance(tell, str) else tell(known)
    wins = ["That wins the game."] if effect.details.get("wins") and not odds else []
    warnings = (words for name, words in _WARNINGS.items() if effect.details.get(name))
    return " ".join([first, *wins, *warnings])


def _any_effect(effect: Effect) -> str:
    facts = [f"{name.replace('_', ' ')}: {_plain(value)}" for name, value in effect.details.items()]
    sentence = " ".join([effect.kind.replace("-", " ").capitalize(), *effect.cells])
    return f"{sentence} ({', '.join(facts)})." if facts else f"{sentence}."


def _plain(value: int | str | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _buy(d: _Details) -> str:
    stack = f"; then {number(d['count'], d['piece'])} stand there" if d["count"] > 1 else ""
    return (
        f"Buys {_one(d['piece'])} on {d['here']} for {d['cost']} gold, {d['gold_left']} left{stack}. "
        f"Upkeep becomes {d['upkeep']} a turn, income is {d['income']}."
    )


def _move(d: _Details) -> str:
    one = d["count"] == 1
    subject = f"The {d['piece']} goes" if one else f"The {number(d['count'], d['piece'])} go"
    ground = d.get("takes", "cell" if "conquers" in d else "")
    takes = f" and {'takes' if one else 'take'} the {ground}" if ground else ""
    return f"{subject} from {d['here']} to {d['there']}{takes}; {_can_still(d)}."


def _merge(d: _Details) -> str:
    return (
        f"Joins the stack on {d['there']}, which then is {number(d['count'], d['piece'])}; {_can_still(d)}."
    )


def _can_still(d: _Details) -> str:
    steps = number(d["steps"], "step") if d["steps"] else "no step"
    acting = "build" if d["piece"] == "worker" else "attack"
    return f"{steps} left, it may still {acting}" if d["may_act"] else f"{steps} left, it cannot {acting}"


def _attack(d: _Details) -> str:
    attackers = number(d["attackers"], d["piece"])
    if "open" in d:
        return f"{attackers} from {d['here']} take {d['there']} without dice: nobody defends it.{_decides(d)}"
    defence = []
    if d["garrison"]:
        defence.append(_defenders(d["garrison"], d["defender"]))
    if d["guards"] and "shot" not in d:
        dice = "" if d["guard_dice"] == d["guards"] else f", {d['guard_dice'] or 'none'} of them rolling"
        defence.append(f"{number(d['guards'], 'guard')}{dice}")
    verb = "shoot at" if "shot" in d else "attack"
    if d["attackers"] == 1:
        verb = "shoots at" if "shot" in d else "attacks"
    aim = "to clear" if "shot" in d else "to take"
    chance = f"Chance {aim} the cell: {percent(d['falls_rolls'], d['rolls'])} ({d['falls_rolls']} of {d['rolls']} rolls)."
    return (
        f"{attackers} from {d['here']} {verb} {' and '.join(defence)} on {d['there']}. {chance}"
        f"{_expected(d['odds'])}{_decides(d)}"
    )


def _defenders(count: int, kind: str) -> str:
    return f"a tower of {number(count, 'archer')}" if kind == "tower" else number(count, kind)


def _decides(d: _Details) -> str:
    """Return what else follows if the cell falls; what wins without dice is told for every game alike."""
    if "wins" in d and d["odds"]:
        return " If it falls, the game is won."
    return f" If it falls, {d['who'](d['eliminates'])} is out." if "eliminates" in d else ""


def _expected(rows: Sequence[OddsRow]) -> str:
    total = sum(row.rolls for row in rows)
    if not total:
        return ""
    own = _hundredths(sum(row.attackers_lost * row.rolls for row in rows), total)
    other = _hundredths(sum((row.garrison_lost + row.guards_beaten) * row.rolls for row in rows), total)
    return f" On average {own} attackers and {other} defenders fall."


def _build(d: _Details) -> str:
    left = (
        number(d["charges_left"], "charge") + " left" if d["charges_left"] else "its last charge: it is gone"
    )
    return f"The worker builds a {d['piece']} on {d['here']} for {d['cost']} gold, {d['gold_left']} left; {left}."


def _undo(d: _Details) -> str:
    more = f"; {number(d['left'], 'more action')} could be taken back then" if d["left"] else ""
    return f"Takes back the last action of this turn{more}."


def _end(d: _Details) -> str:
    parts = [f"Ends the turn; {d['who'](d['next'])} is next."]
    if d["idle"]:
        parts.append(f"{number(d['idle'], 'stack')} could still act.")
    if d["tower_shots"]:
        parts.append(f"{number(d['tower_shots'], 'tower')} will shoot.")
    if d["starving"]:
        parts.append(f"As things stand, {number(d['starving'], 'own unit')} will starve.")
    if "ends_game" in d:
        parts.append("It is the last turn: the game is judged then.")
    return " ".join(parts)


def _disband(d: _Details) -> str:
    return f"Dissolves {number(d['count'], d['piece'])} on {d['here']}, which saves {d['upkeep_saved']} upkeep a turn."


_EFFECTS: Mapping[str, str | Callable[[_Details], str]] = {
    # TowerWars (T4, T5, T6.3)
    "stone-empty-near": "The stone goes from {here} to {there}.",
    "stone-empty-far": "The stone goes {distance} cells, from {here} to {there}.",
    "stone-build-near": "With the stone from {here}, a tower of height 1 stands on {there}.",
    "stone-build-far": "With the stone from {here}, a tower of height 1 stands on {there}.",
    "stone-raise-near": "The tower on {there} grows to height {height}.",
    "stone-raise-far": "The tower on {there} grows to height {height}.",
    "stone-unblock-near": "Frees the tower on {there}; the stone and the one that blocks it leave the game.",
    "stone-unblock-far": "Frees the tower on {there}; the stone and the one that blocks it leave the game.",
    "stone-take-near": "Takes the stone on {there}.",
    "stone-take-far": "Takes the stone on {there}, {distance} cells away.",
    "stone-raze": "Takes the whole tower on {there}, {taken} stones.",
    "stone-raze-blocked": "Takes the blocked tower on {there}, {taken} stones; the stone that blocks it goes too.",
    "stone-block-far": "Blocks the tower on {there}: the stone stays on it and can no longer move.",
    "stone-base-near": "Reaches the base on {there}.",
    "stone-base-far": "Reaches the base on {there}.",
    "tower-empty": "The tower's top stone goes from {here} to {there}.",
    "tower-build": "With the top stone from {here}, a tower of height 1 stands on {there}.",
    "tower-raise": "The tower on {there} grows to height {height}.",
    "tower-unblock": "Frees the tower on {there}; the top stone and the one that blocks it leave the game.",
    "swap": "The players exchange colours; the board stays.",
    # Krieg und Frieden (K11)
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
"""By ``Effect.kind``: a pattern over its details, or what makes sentences of them."""

_WARNINGS: Mapping[str, str] = {
    "loses_attack": "Careful: one part could still attack, the joint stack cannot.",
    "loses_steps": "Careful: one part loses steps that it had left.",
    "poverty_lock": "Careful: after this upkeep eats up all income, and no gold is left.",
}
"""By the name of a detail that is true."""


# --- what happened ----------------------------------------------------------------------------------------
def happened(events: Iterable[Mapping[str, Any]], seat: Seat, who: Who) -> list[str]:
    """Return what came of an item and cannot be seen from its action, a phrase each.

    Args:
        events: Events of the item, as ``Event.to_json`` writes them.
        seat: Whose action it was.
        who: Names of the seats.
    """
    phrases: list[str] = []
    rolls: list[str] = []
    fought = False
    for event in events:
        if event["kind"] == "rolled" or (event["kind"] == "tower" and "dice" in event):
            rolls.append(_roll(event, who))
            fought = True
            continue
        if rolls:
            phrases.append(", ".join(rolls))
            rolls = []
        if event["kind"] == "moved" and not fought:
            continue
        tell = _EVENTS.get(event["kind"])
        if tell is not None and (words := tell({**event, "mover": seat, "who": who})):
            phrases.append(words)
    return _together([*phrases, *([", ".join(rolls)] if rolls else [])])


def _roll(event: Mapping[str, Any], who: Who) -> str:
    pips = " ".join(map(str, event["dice"]))
    if event["kind"] == "tower":
        return f"the tower on {event['source']} shoots at {event['cell']}: {pips}"
    if event.get("seat") is None:
        return f"the {event['piece']}'s {pips}"
    return f"{who(event['seat'])}'s {_plural(event['count'], event['piece'])} {pips}"


def _together(phrases: Sequence[str]) -> list[str]:
    """Return the phrases, those that come several times running (units that starve) told once with their number."""
    found: list[tuple[str, int]] = []
    for phrase in phrases:
        if found and found[-1][0] == phrase:
            found[-1] = phrase, found[-1][1] + 1
        else:
            found.append((phrase, 1))
    return [phrase if times == 1 else f"{phrase} ({times} times)" for phrase, times in found]


def _lost(d: _Details) -> str:
    count, owner = d["count"], d.get("seat")
    verb = "falls" if count == 1 else "fall"
    if owner is None:
        return f"{number(count, 'archer')} of the tower {verb}"
    if d["piece"] == "stone":
        return f"{number(count, 'stone')} of {d['who'](owner)} {'leaves' if count == 1 else 'leave'} the game"
    return f"{number(count, d['piece'])} of {d['who'](owner)} {verb}"


def _starved(d: _Details) -> str:
    return f"{d['who'](d['seat'])} cannot pay: {_one(d['piece'])} starves on {d['cell']}"


def _captured(d: _Details) -> str:
    if d.get("piece") == "base":
        return f"reaches the base on {d['cell']}"
    stones = f" of {number(d['count'], 'stone')}" if d.get("count", 1) > 1 else ""
    return f"takes the {d.get('piece', 'cell')}{stones} on {d['cell']}"


def _built(d: _Details) -> str:
    return f"a tower of height {d['count']}" if "count" in d else ""


def _tower(d: _Details) -> str:
    """A tower of TowerWars: blocked if another seat moved, free again if its own did."""
    if d.get("seat") == d["mover"]:
        return f"frees the tower on {d['cell']}"
    return f"blocks the tower on {d['cell']}"


def _advance(d: _Details) -> str:
    return f"{number(d['count'], d['piece'])} {'advances' if d['count'] == 1 else 'advance'} to {d['cell']}"


def _income(d: _Details) -> str:
    gold = d["count"]
    return f"{d['who'](d['seat'])} {'gets' if gold >= 0 else 'pays'} {abs(gold)} gold"


_EVENTS: Mapping[str, Callable[[_Details], str]] = {
    "lost": _lost,
    "starved": _starved,
    "captured": _captured,
    "built": _built,
    "tower": _tower,
    "income": _income,
    "moved": _advance,
    "eliminated": lambda d: f"{d['who'](d['seat'])} is out",
}
"""By ``EventKind``; what is missing here says nothing that action and result do not say."""


# --- figures ----------------------------------------------------------------------------------------------
def odds_table(rows: Sequence[OddsRow]) -> str:
    """Return a table of the chances of an attack's results, likeliest first."""
    total = sum(row.rolls for row in rows)
    likeliest = sorted(rows, key=lambda row: (-row.rolls, row.attackers_lost, row.garrison_lost))
    lines = (
        f"{percent(row.rolls, total):>8}  {row.attackers_lost:>14}  {row.garrison_lost:>13}  {row.guards_beaten:>13}"
        for row in likeliest
    )
    return "\n".join(["chance    attackers lost  garrison lost  guards beaten", *lines])


def percent(part: int, whole: int) -> str:
    """Return ``58.33 %``, rounded as by ``portion``: who reads a table wants it closer than the window tells."""
    hundredths = portion(part, whole, 10_000)
    return f"{hundredths // 100}.{hundredths % 100:02} %"


def _hundredths(part: int, whole: int) -> str:
    rounded = (part * 100 + whole // 2) // whole
    return f"{rounded // 100}.{rounded % 100:02}"


def number(count: int, noun: str) -> str:
    """Return ``1 fighter`` or ``3 fighters``."""
    return f"{count} {_plural(count, noun)}"


def _one(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _plural(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"
