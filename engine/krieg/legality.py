"""What may be played: one answer for windows, network, computer players and tests (K11).

``refusal`` judges any one action; ``legal_actions`` lists all legal ones. Both ask the same rules in their
rooms; the list only spares itself questions whose answer is plain.
"""

from collections.abc import Iterable

from engine.krieg.actions import END, UNDO, Action, Verb, action_table
from engine.krieg.attack import attack_refusal, reach_refusal, target_refusal
from engine.krieg.boards import Cell
from engine.krieg.buildings import BUILDING_BY_NAME, build_refusal
from engine.krieg.economy import buy_refusal
from engine.krieg.movement import entry_refusal, step_refusal
from engine.krieg.pieces import (
    ARCHER,
    CASTLE,
    FIGHTER,
    IS_STRONGHOLD,
    KIND,
    KIND_BY_NAME,
    MAY_ACT,
    MINE,
    RIDER,
    STEPS,
    WORKER,
    Kind,
    Stack,
)
from engine.krieg.refusals import Refusal
from engine.krieg.state import State
from engine.krieg.turn import disband_refusal, undo_refusal

__all__ = ["forward_actions", "legal_actions", "refusal"]

_KINDS = (ARCHER, FIGHTER, RIDER, WORKER)


def refusal(s: State, a: Action) -> Refusal | None:
    """Tell why ``a`` may not be played in ``s``, a running game; None if it may."""
    index = s.rules.geometry.index
    cell, target = index.get(a.cell, -1), index.get(a.target, -1)
    if (a.cell and cell < 0) or (a.target and target < 0):
        return Refusal.OFF_BOARD
    match a.verb:
        case Verb.MOVE:
            return step_refusal(s, cell, target)
        case Verb.ATTACK:
            return attack_refusal(s, cell, target)
        case Verb.BUY:
            return buy_refusal(s, cell, KIND_BY_NAME[a.piece])
        case Verb.BUILD:
            return build_refusal(s, cell, BUILDING_BY_NAME[a.piece])
        case Verb.DISBAND:
            return disband_refusal(s, cell)
        case Verb.UNDO:
            return undo_refusal(s)
        case Verb.END:
            return None


def legal_actions(s: State) -> list[Action]:
    """Return all legal actions sorted by code point of their text; none when the game is over."""
    actions = forward_actions(s)
    if actions and s.previous is not None:
        actions.append(UNDO)
    return actions


def forward_actions(s: State) -> list[Action]:
    """Return the same without ``undo``.

    Cells are gone through in the order of their names and verbs in the order of the alphabet, so the list
    comes out sorted: attack, build, buy, disband, end, move, undo.
    """
    if s.over:
        return []
    rules, owners, sites, units = s.rules, s.owners, s.sites, s.units
    table = action_table(rules.radius)
    own = s.turn + 1
    attacks: list[Action] = []
    moves: list[Action] = []
    stacks, workers, shops = [], [], []
    for cell in rules.geometry.by_name:
        if owners[cell] != own:
            continue
        if IS_STRONGHOLD[sites[cell]]:
            shops.append(cell)
        packed = units[cell]
        if not packed:
            continue
        stacks.append(cell)
        if STEPS[packed]:
            moves += _moves(s, packed, table.moves[cell])
        if MAY_ACT[packed]:
            kind = KIND[packed]
            if kind == WORKER:
                workers.append(cell)
            elif kind == ARCHER and reach_refusal(s, packed, 2) is None:
                attacks += _attacks(s, kind, table.shots[cell])
            else:
                attacks += _attacks(s, kind, table.attacks[cell])
    return [
        *attacks,
        *(table.castles[cell] for cell in workers if build_refusal(s, cell, CASTLE) is None),
        *(table.mines[cell] for cell in workers if build_refusal(s, cell, MINE) is None),
        *(table.buys[kind][cell] for kind in _KINDS for cell in shops if buy_refusal(s, cell, kind) is None),
        *(table.disbands[cell] for cell in stacks if rules.disband),
        END,
        *moves,
    ]


def _moves(s: State, packed: Stack, candidates: Iterable[tuple[Cell, Action]]) -> list[Action]:
    """Return the legal ones of the steps that a stack with a step left could take to adjacent cells."""
    units, sites = s.units, s.sites
    return [
        action
        for target, action in candidates
        if not (units[target] or sites[target]) or entry_refusal(s, packed, target) is None
    ]


def _attacks(s: State, kind: Kind, candidates: Iterable[tuple[Cell, Action]]) -> list[Action]:
    """Return the legal ones of the attacks that a stack that may act could make on cells in its reach."""
    owners, units, sites = s.owners, s.units, s.sites
    own = s.turn + 1
    return [
        action
        for target, action in candidates
        if owners[target] != own
        and (units[target] or sites[target])
        and target_refusal(s, kind, target) is None
    ]
