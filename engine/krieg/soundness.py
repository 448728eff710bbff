"""Which positions are possible (for ``load`` and ``decode``): positions come from strangers.

Checked is what holds in every position of a game and can be seen in it alone: not whether some course of
play leads there. The rule that a broken one breaks is named in the error.
"""

from typing import Final, NoReturn

from engine.errors import PositionError
from engine.krieg.boards import Cell
from engine.krieg.economy import crowns_of
from engine.krieg.modes import FACTIONS, MAX_GOLD
from engine.krieg.pieces import (
    CASTLE_GUARDS,
    CROWN,
    CROWN_GUARDS,
    DEAD_CROWN,
    DEAD_CROWN_SITE,
    IS_STRONGHOLD,
    MAX_STACK,
    MAY_ACT,
    MINE_SITE,
    SITE_TYPE,
    STEPS,
    STEPS_OF_KIND,
    TOWER,
    TOWER_ARCHERS,
    WORKER,
    WORKER_CHARGES,
    Kind,
    castle,
    crown,
    stack,
    tower,
    worker,
)
from engine.krieg.state import NOBODY, State, seat_of
from engine.krieg.turn import next_seat

__all__ = ["MAX_ROUND", "MOST_ARCHERS", "check"]

MAX_ROUND: Final = 2**63 - 1
"""More rounds than any game can last, wherever it began (``loading.MAX_LOADED_ROUND``); packs into 64 bits."""
MOST_ARCHERS: Final = 5
"""Archers of the largest tower (K9.1)."""

_SITES: Final = frozenset(
    [0, MINE_SITE, DEAD_CROWN_SITE]
    + [castle(guards) for guards in range(CASTLE_GUARDS + 1)]
    + [crown(guards) for guards in range(CROWN_GUARDS + 1)]
    + [tower(archers) for archers in range(1, MOST_ARCHERS + 1)]
)


def _stacks_of(kind: Kind) -> set[int]:
    allowances = [(steps, act) for steps in range(STEPS_OF_KIND[kind] + 1) for act in (False, True)]
    if kind == WORKER:
        return {worker(charges, *left) for charges in range(1, WORKER_CHARGES + 1) for left in allowances}
    return {stack(kind, count, *left) for count in range(1, MAX_STACK + 1) for left in allowances}


_STACKS: Final = frozenset().union(*(_stacks_of(kind) for kind in range(4)))


def check(s: State) -> None:
    """Raise ``PositionError`` if ``s`` is impossible; the culprit is the cell or field at fault.

    ``s.rules`` and the types of all fields are trusted; what can be taken back is not looked at.
    """
    _check_frame(s)
    for cell in range(s.rules.geometry.size):
        _check_cell(s, cell)
        if s.units[cell]:
            _check_stack(s, cell)
    _check_crowns(s)


def _refuse(text: str, culprit: str) -> NoReturn:
    raise PositionError(f"{culprit}: {text}", culprit)


def _check_frame(s: State) -> None:
    """Check what concerns no single cell."""
    rules = s.rules
    size, seats = rules.geometry.size, range(rules.seats)
    if not len(s.owners) == len(s.sites) == len(s.units) == size:
        _refuse(f"a board of radius {rules.radius} has {size} cells (K1.1)", "cells")
    if len(s.gold) != rules.seats:
        _refuse(f"there are {rules.seats} seats", "seats")
    if not all(0 <= gold <= MAX_GOLD for gold in s.gold):
        _refuse(f"gold is from 0 to {MAX_GOLD} (K2.3)", "gold")
    if s.turn not in seats:
        _refuse("there is no such seat", "turn")
    if not 1 <= s.round <= (rules.round_limit or MAX_ROUND):
        _refuse("there is no such round in this game (K8.5)", "round")
    if not s.living or any(seat not in seats for seat in s.living) or list(s.living) != sorted(set(s.living)):
        _refuse("nobody is alive", "seats")
    if s.over:
        if s.limit_reached and not (
            len(s.living) > 1 and s.round == rules.round_limit and next_seat(s.turn, s.living) <= s.turn
        ):
            _refuse("the round limit is not reached (K8.5)", "over")
    elif s.turn not in s.living:
        _refuse("the seat to move is out of the game", "turn")


def _check_cell(s: State, cell: Cell) -> None:
    """Check owner and site of a cell (K5.1, K6.1, K9.1)."""
    rules, name = s.rules, s.rules.geometry.names[cell]
    owner, site = s.owners[cell], s.sites[cell]
    if owner > rules.seats:
        _refuse("there is no such owner", name)
    if site not in _SITES:
        _refuse("there is no such building, crown or tower, or it has too many guards (K6.1)", name)
    kind = SITE_TYPE[site]
    if (kind in (CROWN, DEAD_CROWN)) != (cell in rules.crowns):
        _refuse("crowns stand on the corners of the seats, and nothing else does (K1.4, K6.8)", name)
    if kind == TOWER:
        if cell not in rules.towers or TOWER_ARCHERS[site] > rules.tower_archers:
            _refuse("such a tower cannot stand there (K9.1)", name)
        if owner != NOBODY:
            _refuse("a tower is nobody's (K9.2)", name)
    elif kind and kind != CROWN and owner == NOBODY:
        _refuse("a building or dead crown always has an owner (K5.3)", name)


def _check_stack(s: State, cell: Cell) -> None:
    """Check a stack: its size, its place and what it may still do (K3)."""
    name, packed = s.rules.geometry.names[cell], s.units[cell]
    owner = seat_of(s.owners[cell])
    if packed not in _STACKS:
        _refuse("there is no such stack (K3.1)", name)
    if owner is None:
        _refuse("units stand on cells of their owner only (K3.6)", name)
    if owner not in s.living and s.rules.seats > 2:
        _refuse("the units of a seat that is out vanish (K8.2)", name)
    if (STEPS[packed] or MAY_ACT[packed]) and (s.over or owner != s.turn):
        _refuse("only stacks of the seat to move may step or act (K3.2)", name)
    if STEPS[packed] and not MAY_ACT[packed] and not (STEPS[packed] == 1 and IS_STRONGHOLD[s.sites[cell]]):
        _refuse("a stack that may step and not act was bought here in this turn (K3.3)", name)


def _check_crowns(s: State) -> None:
    """Check that the crowns agree with who is alive (K8.1 to K8.4)."""
    rules = s.rules
    names = rules.geometry.names
    for seat, cell in enumerate(rules.crowns):
        owner, dead = seat_of(s.owners[cell]), SITE_TYPE[s.sites[cell]] == DEAD_CROWN
        alive = seat in s.living
        if rules.mode == FACTIONS:
            if dead:
                _refuse("with factions no crown dies (K8.3)", names[cell])
            if owner is None:
                if len(s.living) == rules.seats:
                    _refuse("a crown is without owner only after a resignation (K8.4)", names[cell])
            elif owner not in s.living:
                _refuse("a seat that owns a crown is in the game (K8.3)", names[cell])
            if alive and not crowns_of(s, seat):
                _refuse("a seat without a crown is out (K8.3)", names[cell])
        elif alive and (dead or owner != seat):
            _refuse("a living seat owns its crown, and it stands (K8.1, K8.2)", names[cell])
        elif not alive and (dead != (rules.seats > 2) or owner is None):
            _refuse(
                "of three seats the crown of one that is out is dead, of two it stands (K8.2)", names[cell]
            )
