"""What a match of Krieg und Frieden looks like from its end: worth by round, sums, and luck by exact odds."""

from collections.abc import Sequence
from math import isqrt

from client.i18n import decimal, number, tr
from client.view.krieg_dice import Combat, combats, hundredths, kind_of
from client.view.nouns import piece_name
from client.view.people import People
from client.view.values import Curve, Line, Luck, Moment, Statistics
from engine.game import EventKind, OddsRow, Seat
from engine.krieg.economy import income
from engine.krieg.odds import odds_table
from engine.krieg.state import State
from engine.krieg.victory import worth_of
from protocol.effects import Applied

__all__ = ["luck_of", "statistics_of"]

_MOMENTS = 6
"""Notes that fit on the curve."""

_LARGE_FIGHT = 3
"""Units of a garrison that fell at one stroke."""

_PIPS_EXPECTED = 350
"""Mean of a die in hundredths."""


def statistics_of(states: Sequence[State], steps: Sequence[Applied], people: People) -> Statistics:
    """Return curve, table and luck of a match; ``states[k]`` is the position after ``k`` items."""
    return Statistics(
        _worth(states, steps), _table(states, steps), luck_of(states[0].rules.seats, steps, people)
    )


# --- worth ------------------------------------------------------------------------------------------------
def _worth(states: Sequence[State], steps: Sequence[Applied]) -> Curve:
    """Return gold, units and buildings of every seat at the start and after every round (K8.5 counts the same)."""
    rounds = {0: states[0]}
    # Of the round in which a seat goes, what it had stands: resigning is no loss of worth.
    last_alive: list[dict[int, State]] = [{0: states[0]} for _ in range(states[0].rules.seats)]
    for state in states:
        rounds[state.round] = state
        for seat in state.living:
            last_alive[seat][state.round] = state
    values = tuple(
        tuple(worth_of(alive[n], seat) if n in alive else 0 for n in rounds)
        for seat, alive in enumerate(last_alive)
    )
    return Curve(
        tr("Worth by round"),
        tr("gold + units + buildings"),
        tr("Round"),
        tuple(rounds),
        values,
        _moments(states, steps),
    )


def _moments(states: Sequence[State], steps: Sequence[Applied]) -> tuple[Moment, ...]:
    """Return what is worth a note: crowns and castles that change hands, castles built, cells stormed, mines taken."""
    found: list[tuple[int, Moment]] = []
    for step, before in zip(steps, states, strict=False):
        for event in step.events:
            if event.seat is None or event.cell is None:
                continue
            rank, text = _note(event.kind, event.piece or "", event.cell)
            if rank:
                found.append((rank, Moment(before.round, step.k, event.seat, text, event.piece or "")))
        for combat in combats(step):
            if combat.seat is not None and combat.advanced and combat.garrison_lost >= _LARGE_FIGHT:
                text = tr("{cell} taken", cell=combat.target)
                found.append((3, Moment(before.round, step.k, combat.seat, text, combat.piece)))
    found.sort(key=lambda ranked: (ranked[0], ranked[1].k))
    return tuple(sorted((moment for _, moment in found[:_MOMENTS]), key=lambda moment: moment.k))


def _note(kind: EventKind, piece: str, cell: str) -> tuple[int, str]:
    """Return a rank, 1 the highest and 0 for nothing, and words."""
    if kind is EventKind.CAPTURED and piece in ("crown", "castle"):
        return 1, tr("{piece} {cell} taken", piece=piece_name(piece), cell=cell)
    if kind is EventKind.BUILT and piece == "castle":
        return 2, tr("{piece} {cell}", piece=piece_name(piece), cell=cell)
    if kind is EventKind.CAPTURED:
        return 4, tr("{piece} {cell} taken", piece=piece_name(piece), cell=cell)
    return 0, ""


# --- sums -------------------------------------------------------------------------------------------------
def _table(states: Sequence[State], steps: Sequence[Applied]) -> tuple[Line, ...]:
    seats = states[0].rules.seats
    earned, bought, mines, castles, won, lost = ([0] * seats for _ in range(6))
    undone: list[tuple[Seat, int]] = []
    for step, after in zip(steps, states[1:], strict=True):
        for event in step.events:
            if event.seat is None:
                continue
            match event.kind:
                case EventKind.INCOME:
                    # A settlement is the last thing to happen in its item: nothing has changed hands since.
                    earned[event.seat] += income(after, event.seat)
                case EventKind.BOUGHT:
                    bought[event.seat] += 1
                case EventKind.BUILT:
                    (castles if event.piece == "castle" else mines)[event.seat] += 1
        _keep_purchases(step, bought, undone)
        for combat in combats(step):
            if combat.seat is not None:
                (won if combat.advanced or _cleared(combat) else lost)[combat.seat] += 1
    return (
        Line(tr("Gold earned"), tuple(map(number, earned))),
        Line(tr("Units bought"), tuple(map(number, bought))),
        Line(tr("Mines, castles built"), _paired(mines, castles)),
        Line(tr("Attacks won, lost"), _paired(won, lost)),
    )


def _keep_purchases(step: Applied, bought: list[int], undone: list[tuple[Seat, int]]) -> None:
    """Keep count of what an undo takes back: a chain as long as nothing final happens (K7.1)."""
    verb = step.action.partition(" ")[0] if step.kind == "act" else ""
    if verb in ("buy", "move"):
        undone.append((step.seat, int(verb == "buy")))
    elif verb == "undo" and undone:
        seat, units = undone.pop()
        bought[seat] -= units
    else:
        undone.clear()


def _paired(one: Sequence[int], other: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"{number(a)}, {number(b)}" for a, b in zip(one, other, strict=True))


def _cleared(combat: Combat) -> bool:
    """Tell whether no unit of the garrison is left, whether or not anybody went there."""
    return bool(combat.garrison) and combat.garrison_lost == len(combat.garrison)


# --- luck -------------------------------------------------------------------------------------------------
def luck_of(seats: int, steps: Sequence[Applied], people: People) -> Luck:
    """Return what every seat felled against what was to be expected of its dice, by exact odds."""
    fights = 0
    dice, pips, expected, actual = ([0] * seats for _ in range(4))
    variance = [0] * seats
    series: list[list[int]] = [[0] for _ in range(seats)]
    band: list[list[int]] = [[0] for _ in range(seats)]
    for step in steps:
        for combat in combats(step):
            fights += 1
            rows = _rows(combat)
            sides = (
                (combat.seat, combat.dice, combat.garrison_lost + combat.guards_beaten, _felled_by_attack),
                (combat.rival, (*combat.garrison, *combat.guards), combat.lost, _felled_by_defence),
            )
            for seat, rolled, felled, of_row in sides:
                if seat is None:
                    continue
                mean, spread = _moments_of([(of_row(row), row.rolls) for row in rows])
                dice[seat] += len(rolled)
                pips[seat] += sum(rolled)
                expected[seat] += mean
                actual[seat] += felled * 100
                variance[seat] += spread
                series[seat].append(actual[seat] - expected[seat])
                band[seat].append(isqrt(variance[seat]))
    means = tuple(hundredths(total, count) if count else 0 for total, count in zip(pips, dice, strict=True))
    return Luck(
        fights,
        tuple(map(tuple, series)),
        tuple(map(tuple, band)),
        tuple(dice),
        means,
        tuple(expected),
        tuple(actual),
        (
            Line(tr("Dice rolled"), tuple(map(number, dice))),
            Line(
                tr("Mean pips ({expected} expected)", expected=decimal(_PIPS_EXPECTED, 2)),
                tuple(decimal(mean, 2) if count else "–" for mean, count in zip(means, dice, strict=True)),
            ),
            Line(tr("Felled, expected"), tuple(map(decimal, expected))),
            Line(tr("Felled, actual"), tuple(number(felled // 100) for felled in actual)),
        ),
        _judgement(series, band, people),
    )


def _rows(combat: Combat) -> tuple[OddsRow, ...]:
    garrison = kind_of(combat.rival_piece) if combat.garrison else None
    return odds_table(
        kind_of(combat.piece), len(combat.dice), garrison, len(combat.garrison), len(combat.guards)
    )


def _felled_by_attack(row: OddsRow) -> int:
    return row.garrison_lost + row.guards_beaten


def _felled_by_defence(row: OddsRow) -> int:
    return row.attackers_lost


def _moments_of(weighted: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return mean in hundredths and variance in ten-thousandths of values with weights."""
    total = sum(weight for _, weight in weighted)
    first = sum(value * weight for value, weight in weighted)
    second = sum(value * value * weight for value, weight in weighted)
    return hundredths(first, total), 10_000 * (second * total - first * first) // (total * total)


def _judgement(series: Sequence[Sequence[int]], band: Sequence[Sequence[int]], people: People) -> str:
    """Return a sentence about the seat whose luck stands out most."""
    rolled = [seat for seat, points in enumerate(series) if len(points) > 1]
    if not rolled:
        return ""
    seat = max(rolled, key=lambda number: (abs(series[number][-1]), -number))
    deviation, usual = series[seat][-1], band[seat][-1]
    name = people(seat)
    if abs(deviation) <= usual:
        if deviation >= 0:
            return tr("{name} was lucky, within what chance allows.", name=name)
        return tr("{name} was unlucky, within what chance allows.", name=name)
    if deviation > 0:
        return tr("{name} was luckier than two of three matches are.", name=name)
    return tr("{name} was unluckier than two of three matches are.", name=name)
