"""Where a stack of Krieg und Frieden can get to, what it can attack, and what others could do next turn.

All by applying actions with the engine's own rules to positions that are thrown away: nothing here knows a rule, and
nothing here touches a match.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.dice import NoDraws
from engine.game import Seat
from engine.krieg.actions import Action, action_table
from engine.krieg.economy import own_stacks
from engine.krieg.game import Krieg
from engine.krieg.pieces import ARCHER, GUARDS_BACK, KIND, MAY_ACT
from engine.krieg.state import Draft, State
from engine.krieg.turn import start_turn

__all__ = ["Strike", "Way", "stacks_of", "strikes", "turn_of", "ways"]

_GAME = Krieg()


@dataclass(frozen=True, slots=True)
class Way:
    """Steps that lead a stack to a cell.

    Attributes:
        cell: Where they lead.
        steps: The moves, in order; none for where it stands.
        before: The position before the last move.
        after: The position after it.
        joined: Whether it joined another stack there.
    """

    cell: str
    steps: tuple[Action, ...]
    before: State
    after: State
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack that a stack can make, perhaps after some steps."""

    way: Way
    attack: Action

    @property
    def target(self) -> str:
        """The cell attacked."""
        return self.attack.target


def ways(s: State, cell: str) -> dict[str, Way]:
    """Return the cells that the stack of the seat to move on ``cell`` can reach, each with a shortest way there.

    Of ways of one length the one that takes most foreign ground is chosen, then the first by text. No way leads
    through an own stack: from there on the joint stack would march, and that is another plan.
    """
    found: dict[str, Way] = {}
    layer = [Way(cell, (), s, s)]
    while layer:
        reached: dict[str, Way] = {}
        for way in layer:
            for longer in _longer(way):
                if longer.cell == cell or longer.cell in found:
                    continue
                known = reached.get(longer.cell)
                if known is None or _taken(longer.after, s.turn) > _taken(known.after, s.turn):
                    reached[longer.cell] = longer
        found |= reached
        layer = [way for way in reached.values() if not way.joined]
    return found


def _longer(way: Way) -> Iterator[Way]:
    geometry = way.after.rules.geometry
    here = geometry.index[way.cell]
    for target, move in action_table(way.after.rules.radius).moves[here]:
        if _GAME.is_legal(way.after, move):
            after, _ = _GAME.apply(way.after, move, NoDraws())
            yield Way(
                geometry.names[target], (*way.steps, move), way.after, after, bool(way.after.units[target])
            )


def _taken(s: State, seat: Seat) -> int:
    return s.owners.count(seat + 1)


def strikes(s: State, cell: str, reached: dict[str, Way] | None = None) -> dict[str, Strike]:
    """Return what the stack of the seat to move on ``cell`` can attack, each target after as few steps as can be.

    Args:
        s: A running game.
        cell: Where the stack stands.
        reached: What ``ways`` returned, where that is known.
    """
    found: dict[str, Strike] = {}
    start = Way(cell, (), s, s)
    for way in (start, *(ways(s, cell) if reached is None else reached).values()):
        here = s.rules.geometry.index[way.cell]
        packed = way.after.units[here]
        if way.joined or not packed or not MAY_ACT[packed]:
            continue
        table = action_table(s.rules.radius)
        candidates = (table.shots if KIND[packed] == ARCHER else table.attacks)[here]
        for target, attack in candidates:
            name = s.rules.geometry.names[target]
            if name not in found and _GAME.is_legal(way.after, attack):
                found[name] = Strike(way, attack)
    return found


def turn_of(s: State, seat: Seat) -> State:
    """Return the position as it would be if the turn of ``seat`` began now, guards back and its settlement made."""
    d = Draft(s)
    d.sites = bytearray(d.sites.translate(GUARDS_BACK))
    d.final = False
    start_turn(d, seat)
    return d.freeze(s.draws, None)


def stacks_of(s: State, seat: Seat) -> tuple[str, ...]:
    """Return the cells with stacks of ``seat``, in canonical order."""
    names = s.rules.geometry.names
    return tuple(names[cell] for cell in own_stacks(s, seat))
