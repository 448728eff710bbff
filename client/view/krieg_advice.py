"""An action of Krieg und Frieden as advice: a sentence that names the piece."""

from collections.abc import Mapping

from client.i18n import mark, ntr, tr
from engine.krieg.actions import Action, Verb
from engine.krieg.pieces import COUNT, KIND, KIND_NAMES
from engine.krieg.state import State

__all__ = ["advice_words"]

_BUYS: Mapping[str, str] = {
    "worker": mark("Buy a worker on {cell}."),
    "fighter": mark("Buy a fighter on {cell}."),
    "rider": mark("Buy a rider on {cell}."),
    "archer": mark("Buy an archer on {cell}."),
}

_BUILDS: Mapping[str, str] = {
    "mine": mark("The worker builds a mine on {cell}."),
    "castle": mark("The worker builds a castle on {cell}."),
}


def advice_words(s: State, action: Action) -> str:
    """Return a sentence for a legal action."""
    match action.verb:
        case Verb.BUY:
            return tr(_BUYS[action.piece], cell=action.cell)
        case Verb.BUILD:
            return tr(_BUILDS[action.piece], cell=action.cell)
        case Verb.DISBAND:
            return tr("Disband the stack on {cell}.", cell=action.cell)
        case Verb.UNDO:
            return tr("Take back the last action of this turn.")
        case Verb.END:
            return tr("End the turn.")
    unit = s.units[s.rules.geometry.index[action.cell]]
    words = _moves if action.verb is Verb.MOVE else _attacks
    return words(KIND_NAMES[KIND[unit]], COUNT[unit], action.cell, action.target)


def _moves(kind: str, count: int, here: str, there: str) -> str:
    match kind:
        case "worker":
            return tr("The worker goes from {here} to {there}.", here=here, there=there)
        case "rider":
            return ntr(
                "The rider goes from {here} to {there}.",
                "{count} riders go from {here} to {there}.",
                count,
                here=here,
                there=there,
            )
        case "archer":
            return ntr(
                "The archer goes from {here} to {there}.",
                "{count} archers go from {here} to {there}.",
                count,
                here=here,
                there=there,
            )
    return ntr(
        "The fighter goes from {here} to {there}.",
        "{count} fighters go from {here} to {there}.",
        count,
        here=here,
        there=there,
    )


def _attacks(kind: str, count: int, here: str, there: str) -> str:
    match kind:
        case "rider":
            return ntr(
                "The rider on {here} attacks {there}.",
                "{count} riders on {here} attack {there}.",
                count,
                here=here,
                there=there,
            )
        case "archer":
            return ntr(
                "The archer on {here} shoots at {there}.",
                "{count} archers on {here} shoot at {there}.",
                count,
                here=here,
                there=there,
            )
    return ntr(
        "The fighter on {here} attacks {there}.",
        "{count} fighters on {here} attack {there}.",
        count,
        here=here,
        there=there,
    )
