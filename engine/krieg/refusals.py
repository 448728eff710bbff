"""Why an action is refused: one stable word each, and a sentence for logs.

The rules' rooms answer ``None`` (allowed) or a ``Refusal``; windows turn the word into a tooltip.
"""

import enum

__all__ = ["Refusal"]


class Refusal(enum.Enum):
    """A reason why the rules forbid an action. The value is the word in ``IllegalAction.reason``."""

    OFF_BOARD = "off_board"
    NO_UNIT = "no_unit"
    NOT_YOUR_UNIT = "not_your_unit"
    NO_STEPS = "no_steps"
    DONE = "done"
    NEW_UNIT = "new_unit"
    OUT_OF_RANGE = "out_of_range"
    MOVED_ARCHER = "moved_archer"
    BLOCKED = "blocked"
    TOWER = "tower"
    GUARDED = "guarded"
    OTHER_KIND = "other_kind"
    WORKERS_ALONE = "workers_alone"
    STACK_FULL = "stack_full"
    NEVER_ATTACKS = "never_attacks"
    NO_TARGET = "no_target"
    GUARDS_ONLY = "guards_only"
    NO_SHOP = "no_shop"
    NO_GOLD = "no_gold"
    NOT_A_WORKER = "not_a_worker"
    NO_CHARGES = "no_charges"
    HAS_BUILDING = "has_building"
    ON_CROWN = "on_crown"
    NOTHING_TO_UNDO = "nothing_to_undo"
    FINAL = "final"
    OPTION_OFF = "option_off"

    @property
    def text(self) -> str:
        """One sentence in English, with the rule."""
        return _TEXTS[self]


_TEXTS = {
    Refusal.OFF_BOARD: "there is no such cell on this board (K1.3)",
    Refusal.NO_UNIT: "no unit stands there",
    Refusal.NOT_YOUR_UNIT: "that unit belongs to another seat",
    Refusal.NO_STEPS: "that stack has no step left (K3.2)",
    Refusal.DONE: "that stack is done for this turn (K3.2)",
    Refusal.NEW_UNIT: "a unit bought this turn neither attacks nor builds (K3.3)",
    Refusal.OUT_OF_RANGE: "that cell is out of reach (K3.2)",
    Refusal.MOVED_ARCHER: "archers that moved shoot at distance 1 only (K12.2)",
    Refusal.BLOCKED: "another seat's unit stands in the way (K3.4)",
    Refusal.TOWER: "a tower blocks its cell (K9.2)",
    Refusal.GUARDED: "another owner's crown or castle cannot be stepped on (K3.4)",
    Refusal.OTHER_KIND: "a stack is of one kind only (K3.1)",
    Refusal.WORKERS_ALONE: "workers never stack (K3.1)",
    Refusal.STACK_FULL: "a stack holds at most five units (K3.1)",
    Refusal.NEVER_ATTACKS: "workers never attack (K3)",
    Refusal.NO_TARGET: "there is nothing to attack",
    Refusal.GUARDS_ONLY: "an empty crown or castle cannot be shot at (K6.6)",
    Refusal.NO_SHOP: "units are bought on an own crown or castle (K3.3)",
    Refusal.NO_GOLD: "there is not enough gold",
    Refusal.NOT_A_WORKER: "only workers build (K5.1)",
    Refusal.NO_CHARGES: "that worker has too few charges left (K5.1)",
    Refusal.HAS_BUILDING: "that cell has a building already (K5.1)",
    Refusal.ON_CROWN: "nothing can be built on a crown (K6.8)",
    Refusal.NOTHING_TO_UNDO: "nothing was bought or moved in this turn (K7.1)",
    Refusal.FINAL: "an attack, a build, a disbanding or a resignation is final (K7.1)",
    Refusal.OPTION_OFF: "this game is played without that house rule (K12)",
}
