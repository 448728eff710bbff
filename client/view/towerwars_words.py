"""TowerWars in sentences: what moves will do, and why they are refused."""

from collections.abc import Mapping

from client.i18n import mark, tr
from engine.game import Effect

__all__ = ["EFFECTS", "REFUSALS", "effect_words", "refusal_words"]

EFFECTS: Mapping[str, tuple[str, ...]] = {
    "stone-empty-near": (mark("The stone goes to {there}."),),
    "stone-empty-far": (mark("The stone goes {distance} cells far, to {there}."),),
    "stone-build-near": (mark("Builds a tower of height 1 on {there}."),),
    "stone-build-far": (mark("Builds a tower of height 1 on {there}."),),
    "stone-raise-near": (mark("Raises the tower to height {height}."),),
    "stone-raise-far": (mark("Raises the tower to height {height}."),),
    "stone-unblock-near": (
        mark("Frees the tower."),
        mark("Your stone and the one that blocks it leave the game."),
    ),
    "stone-unblock-far": (
        mark("Frees the tower."),
        mark("Your stone and the one that blocks it leave the game."),
    ),
    "stone-take-near": (mark("Takes the stone."),),
    "stone-take-far": (mark("Takes the stone from {distance} cells away."),),
    "stone-raze": (mark("Takes the whole tower, {taken} stones."),),
    "stone-raze-blocked": (
        mark("Takes the blocked tower, {taken} stones."),
        mark("Your stone that blocks it leaves the game."),
    ),
    "stone-block-far": (mark("Blocks the tower."), mark("Your stone stays on it.")),
    "stone-base-near": (mark("Enters the base."),),
    "stone-base-far": (mark("Enters the base."),),
    "tower-empty": (mark("The top stone steps down to {there}."), mark("The tower gets one lower.")),
    "tower-build": (
        mark("The top stone builds a tower of height 1 on {there}."),
        mark("The tower gets one lower."),
    ),
    "tower-raise": (mark("The top stone raises the tower to height {height}."),),
    "tower-unblock": (
        mark("Frees the tower."),
        mark("The top stone and the one that blocks it leave the game."),
    ),
    "swap": (mark("You take the other colour; the board stays as it is."),),
}
"""Sentences by ``Effect.kind``, over its details."""

REFUSALS: Mapping[str, str] = {
    "off_board": mark("This board has no such cell."),
    "nothing_there": mark("Nothing stands there."),
    "not_yours": mark("That piece belongs to the other side."),
    "base_stays": mark("Bases never move."),
    "tower_blocked": mark("A blocked tower cannot move; an own stone can free it."),
    "same_cell": mark("A move leads to another cell."),
    "too_far": mark("That cell is out of reach."),
    "own_base": mark("Nothing moves onto its own base."),
    "tower_full": mark("That tower has its greatest height."),
    "far_blocked": mark("A blocked tower is taken from a cell beside it only."),
    "tower_takes": mark("A stone from a tower takes nothing."),
    "no_swap": mark("Colours can be swapped as the second player's first move only."),
}
"""A sentence for every ``IllegalAction.reason``."""


def effect_words(effect: Effect) -> str:
    """Return sentences about what a legal move will do."""
    fields = {**effect.details, "there": effect.cells[-1] if effect.cells else ""}
    told = [tr(words, **fields) for words in EFFECTS[effect.kind]]
    if effect.details.get("wins"):
        told.append(tr("That wins the game."))
    return " ".join(told)


def refusal_words(word: str) -> str:
    """Return why a move is refused, as a sentence."""
    return tr(REFUSALS[word])
