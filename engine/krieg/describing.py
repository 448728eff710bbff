"""What an action will do, before it is made (``Effect``): costs, merges, warnings, chances.

Facts that do not apply are left out. Warnings are facts that are True: ``loses_attack`` and ``loses_steps``
(joining a stack takes from it what it could still do, K3.5), ``poverty_lock`` (K12.1), ``final`` (neither this
nor anything before it can be taken back, K7.1).
"""

from engine.game import Effect, OddsRow
from engine.krieg.actions import Action, Verb
from engine.krieg.attack import defence_against, defender_name
from engine.krieg.boards import Cell
from engine.krieg.buildings import BUILDING_BY_NAME, BUILDING_PRICE, charges_for
from engine.krieg.economy import crowns_of, income, locks_in_poverty, new_unit, own_stacks, settlement, upkeep
from engine.krieg.modes import FACTIONS
from engine.krieg.movement import after_step, joined
from engine.krieg.odds import odds_table
from engine.krieg.pieces import (
    ARCHER,
    CHARGES,
    COUNT,
    CROWN,
    IS_STRONGHOLD,
    KIND,
    KIND_BY_NAME,
    KIND_NAMES,
    MAY_ACT,
    PRICE,
    SITE_NAMES,
    SITE_TYPE,
    STEPS,
    UPKEEP,
    Stack,
)
from engine.krieg.state import State, seat_of
from engine.krieg.towers import watching_towers
from engine.krieg.turn import next_seat

__all__ = ["attack_odds", "describe", "falls"]


def describe(s: State, a: Action) -> Effect:
    """Return what a legal action will do.

    ``buy``: ``piece cost gold_left count steps upkeep income``, and as they apply ``loses_attack
    loses_steps poverty_lock``. ``move``: ``piece count steps``, ``conquers``, ``takes`` (mine, castle).
    ``merge``: as ``move``, with the joint ``count``, ``steps``, ``may_act``. ``attack``, and ``storm`` for an
    attack on a crown or castle by fighters or riders: ``piece attackers defender garrison guard_dice guards
    falls_rolls rolls`` (in so many of all rolls the cell falls), ``shot``, ``open`` (no dice, K6.5),
    ``wins`` or ``eliminates`` if it falls. ``build``: ``piece cost gold_left charges_left``. ``undo``:
    ``left`` (what can be taken back after it). ``end``: ``idle`` (own stacks that may still act),
    ``tower_shots``, ``next`` (seat), ``starving`` (own units that die at the next settlement as things
    stand), ``ends_game`` (round limit). ``disband``: ``piece count upkeep_saved``.
    """
    index = s.rules.geometry.index
    cells = tuple(name for name in (a.cell, a.target) if name)
    match a.verb:
        case Verb.BUY:
            return Effect("buy", cells, _buying(s, index[a.cell], KIND_BY_NAME[a.piece]))
        case Verb.MOVE:
            kind = "merge" if s.units[index[a.target]] else "move"
            return Effect(kind, cells, _moving(s, index[a.cell], index[a.target]))
        case Verb.ATTACK:
            storm = IS_STRONGHOLD[s.sites[index[a.target]]] and KIND[s.units[index[a.cell]]] != ARCHER
            return Effect(
                "storm" if storm else "attack", cells, _attacking(s, index[a.cell], index[a.target])
            )
        case Verb.BUILD:
            return Effect("build", cells, _building(s, index[a.cell], BUILDING_BY_NAME[a.piece]))
        case Verb.DISBAND:
            packed = s.units[index[a.cell]]
            details = {
                "piece": KIND_NAMES[KIND[packed]],
                "count": COUNT[packed],
                "upkeep_saved": UPKEEP[packed],
            }
            return Effect("disband", cells, details | {"final": True})
        case Verb.UNDO:
            return Effect("undo", cells, {"left": s.undo_depth - 1})
        case Verb.END:
            return Effect("end", cells, _ending(s))


def attack_odds(s: State, cell: Cell, target: Cell) -> tuple[OddsRow, ...]:
    """Return the exact distribution of the results of a legal attack."""
    packed = s.units[cell]
    defence = defence_against(s, KIND[packed], target)
    if defence.open:
        return (OddsRow(0, 0, 0, 1),)
    return odds_table(
        KIND[packed], COUNT[packed], defence.garrison, defence.garrison_count, defence.guard_dice
    )


def falls(s: State, cell: Cell, target: Cell) -> tuple[int, int]:
    """Return in how many of all rolls a legal attack clears ``target`` and, not shooting, takes it."""
    packed = s.units[cell]
    defence = defence_against(s, KIND[packed], target)
    rows = attack_odds(s, cell, target)
    good = sum(
        row.rolls
        for row in rows
        if row.garrison_lost == defence.garrison_count
        and (KIND[packed] == ARCHER or row.guards_beaten == defence.guards)
        and row.attackers_lost < COUNT[packed]
    )
    return good, sum(row.rolls for row in rows)


_Details = dict[str, int | str | bool]


def _buying(s: State, cell: Cell, kind: int) -> _Details:
    seat, present = s.turn, s.units[cell]
    bought = joined(new_unit(kind), present)
    details: _Details = {
        "piece": KIND_NAMES[kind],
        "cost": PRICE[kind],
        "gold_left": s.gold[seat] - PRICE[kind],
        "count": COUNT[bought],
        "steps": STEPS[bought],
        "upkeep": upkeep(s, seat) + UPKEEP[bought] - UPKEEP[present],
        "income": income(s, seat),
    }
    details |= _lost_by_joining(present, bought)
    # K12.1: with disbanding on there is a way out.
    if not s.rules.disband and locks_in_poverty(s, cell, kind):
        details["poverty_lock"] = True
    return details


def _moving(s: State, cell: Cell, target: Cell) -> _Details:
    moved, present = after_step(s.units[cell]), s.units[target]
    after = joined(moved, present)
    details: _Details = {
        "piece": KIND_NAMES[KIND[after]],
        "count": COUNT[after],
        "steps": STEPS[after],
        "may_act": bool(MAY_ACT[after]),
    }
    for part in (moved, present):
        details |= _lost_by_joining(part, after)
    if s.owners[target] != s.turn + 1:
        details["conquers"] = True
        taken = SITE_NAMES.get(SITE_TYPE[s.sites[target]])
        if taken is not None:
            details["takes"] = taken
    return details


def _lost_by_joining(part: Stack, joint: Stack) -> _Details:
    """Return the warnings about what ``part`` of a ``joint`` stack could do before and cannot now (K3.5)."""
    details: _Details = {}
    if MAY_ACT[part] and not MAY_ACT[joint]:
        details["loses_attack"] = True
    if STEPS[part] > STEPS[joint]:
        details["loses_steps"] = True
    return details


def _attacking(s: State, cell: Cell, target: Cell) -> _Details:
    packed = s.units[cell]
    kind = KIND[packed]
    defence = defence_against(s, kind, target)
    good, rolls = falls(s, cell, target)
    details: _Details = {
        "piece": KIND_NAMES[kind],
        "attackers": COUNT[packed],
        "garrison": defence.garrison_count,
        "guard_dice": defence.guard_dice,
        "guards": defence.guards,
        "falls_rolls": good,
        "rolls": rolls,
        "final": True,
    }
    if defence.garrison is not None:
        details["defender"] = defender_name(s, target)
    if kind == ARCHER:
        details["shot"] = True
        return details
    if defence.open:
        details["open"] = True
    return details | _if_crown_falls(s, target)


def _if_crown_falls(s: State, target: Cell) -> _Details:
    """Return ``wins`` or ``eliminates`` if that is what taking ``target`` comes to (K8)."""
    loser = seat_of(s.owners[target])
    if SITE_TYPE[s.sites[target]] != CROWN or loser is None:
        return {}
    if s.rules.mode == FACTIONS and crowns_of(s, loser) > 1:
        return {}
    return {"eliminates": loser, "wins": True} if len(s.living) == 2 else {"eliminates": loser}


def _building(s: State, cell: Cell, building: int) -> _Details:
    cost = BUILDING_PRICE[building]
    return {
        "piece": SITE_NAMES[building],
        "cost": cost,
        "gold_left": s.gold[s.turn] - cost,
        "charges_left": CHARGES[s.units[cell]] - charges_for(s.rules, building),
        "final": True,
    }


def _ending(s: State) -> _Details:
    seat = s.turn
    following = next_seat(seat, s.living)
    _, starving = settlement(s.gold[seat], income(s, seat), own_stacks(s, seat))
    details: _Details = {
        "idle": sum(bool(MAY_ACT[unit]) for unit in own_stacks(s, seat).values()),
        "tower_shots": watching_towers(s),
        "next": following,
        "starving": len(starving),
        "final": True,
    }
    if following <= seat and s.round == s.rules.round_limit:
        details["ends_game"] = True
    return details
