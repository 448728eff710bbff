"""A position that a planner changes: the rules' own draft, without events, chance and hashes.

What the seat to move can do is written in deeds, tuples of small numbers: verb, cell, and the target, the
kind bought or the building. The rules carry them out (``engine.krieg``); of an attack every result stands
in the odds table, with its exact weight.
"""

from typing import Final, TypeAlias

from engine.ai.tactics_krieg import CERTAIN
from engine.game import EventKind, OddsRow, Seat
from engine.krieg.actions import Action, action_table
from engine.krieg.attack import Defence, defence_against, finish_attack
from engine.krieg.boards import Cell
from engine.krieg.buildings import build
from engine.krieg.combat import Losses
from engine.krieg.economy import buy
from engine.krieg.movement import step
from engine.krieg.odds import odds_table
from engine.krieg.pieces import CASTLE, COUNT, KIND
from engine.krieg.state import Draft, State

__all__ = ["ATTACK", "BUILD", "BUY", "STEP", "Deed", "Key", "Sketch", "action_of"]

BUY: Final = 0
STEP: Final = 1
BUILD: Final = 2
ATTACK: Final = 3

Deed: TypeAlias = tuple[int, Cell, int]
"""Verb, cell, and the kind bought, the cell stepped to or attacked, or the building built."""
Key: TypeAlias = tuple[bytes, bytes, bytes, int]
"""Tells positions of one turn apart: owners, sites, stacks, gold of the seat to move."""

_SURE: Final[tuple[OddsRow, ...]] = (OddsRow(0, 0, 0, 1),)


class Sketch(Draft):
    """A draft that keeps quiet and can be copied."""

    __slots__ = ()

    def tell(self, kind: EventKind, seat: Seat | None = None, *args: object, **more: object) -> None:
        """Tell nobody."""

    def copy(self) -> "Sketch":
        """Return an independent copy."""
        other = Sketch.__new__(Sketch)
        other.origin = self.origin
        other.rules = self.rules
        other.owners = self.owners[:]
        other.sites = self.sites[:]
        other.units = self.units[:]
        other.gold = self.gold[:]
        other.turn = self.turn
        other.round = self.round
        other.living = self.living
        other.limit_reached = self.limit_reached
        other.final = self.final
        other.events = self.events
        return other

    @property
    def key(self) -> Key:
        """What tells this position from others of the turn."""
        return bytes(self.owners), bytes(self.sites), bytes(self.units), self.gold[self.turn]

    def do(self, deed: Deed) -> None:
        """Carry out a legal deed that needs no chance."""
        verb, cell, target = deed
        if verb == STEP:
            step(self, cell, target)
        elif verb == BUY:
            buy(self, cell, target)
        else:
            build(self, cell, target)

    def defence(self, cell: Cell, target: Cell) -> Defence:
        """Return what an attack of the stack on ``cell`` would meet."""
        return defence_against(self, KIND[self.units[cell]], target)

    def results(self, cell: Cell, target: Cell) -> list[tuple[int, "Sketch"]]:
        """Return what a legal attack can come to, each with its chance in ten-thousandths (at least 1)."""
        packed = self.units[cell]
        defence = self.defence(cell, target)
        rows = _SURE
        if not defence.open:
            rows = odds_table(
                KIND[packed], COUNT[packed], defence.garrison, defence.garrison_count, defence.guard_dice
            )
        rolls = sum(row.rolls for row in rows)
        found = []
        for row in rows:
            after = self.copy()
            finish_attack(
                after, cell, target, Losses(row.attackers_lost, row.garrison_lost, row.guards_beaten)
            )
            found.append((max(1, CERTAIN * row.rolls // rolls), after))
        return found


def sketch(s: State) -> Sketch:
    """Return ``s`` as a position to plan on."""
    return Sketch(s)


def action_of(radius: int, deed: Deed) -> Action:
    """Return the action that a deed stands for."""
    table = action_table(radius)
    verb, cell, target = deed
    if verb == BUY:
        return table.buys[target][cell]
    if verb == BUILD:
        return table.castles[cell] if target == CASTLE else table.mines[cell]
    reach = table.moves[cell] if verb == STEP else table.shots[cell]
    return next(action for other, action in reach if other == target)
