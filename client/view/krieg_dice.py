"""Dice of Krieg und Frieden: what was rolled, pair by pair, and what may be rolled, exactly."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from client.i18n import decimal, mark, number, percent, portion, tr
from client.view.people import People
from client.view.values import OddsGroup, OddsView, Pair, Roll
from engine.game import Event, EventKind, OddsRow, Seat
from engine.krieg.actions import Verb, parse_action
from engine.krieg.combat import GUARD_KIND, resolve
from engine.krieg.describing import falls
from engine.krieg.odds import odds_table
from engine.krieg.pieces import ARCHER, KIND_BY_NAME, WORKER, Kind
from engine.krieg.state import State
from protocol.effects import Applied

__all__ = ["Combat", "combats", "duel_chance", "hundredths", "kind_of", "odds_view", "rolls_of", "tie_words"]

_TIES = {
    (True, True): mark("On a tie both fall."),
    (False, True): mark("A tie goes to the attacker."),
    (True, False): mark("A tie goes to the defender."),
    (False, False): mark("On a tie nobody falls."),
}
"""By whether attacker and defender fall."""


def kind_of(name: str) -> Kind:
    """Return how a piece fights: a tower as archers, a guard as a fighter (K6.2, K9.2)."""
    return ARCHER if name == "tower" else GUARD_KIND if name == "guard" else KIND_BY_NAME[name]


def tie_words(attacker: str, defender: str) -> str:
    """Return what a tie between two kinds of pieces comes to."""
    losses = resolve(kind_of(attacker), [3], kind_of(defender), [3])
    return tr(_TIES[bool(losses.attackers_lost), bool(losses.garrison_lost)])


@dataclass(frozen=True, slots=True)
class Combat:
    """One combat with dice, as events tell it.

    Attributes:
        seat, rival: Sides; None for a tower or nobody.
        piece, rival_piece: Kinds; ``rival_piece`` is that of the garrison, ``guard`` where guards alone defend.
        source, target: Cells.
        dice, garrison, guards: Pips.
        advanced: Whether the attackers went onto the cell.
        lost, garrison_lost, guards_beaten: By the rules for these dice.
    """

    seat: Seat | None
    rival: Seat | None
    piece: str
    rival_piece: str
    source: str
    target: str
    dice: tuple[int, ...]
    garrison: tuple[int, ...]
    guards: tuple[int, ...]
    advanced: bool
    lost: int
    garrison_lost: int
    guards_beaten: int


def combats(step: Applied) -> Iterator[Combat]:
    """Yield the combats of an item in order."""
    opening: Event | None = None
    answers: list[Event] = []
    advanced = False
    for event in step.events:
        if event.kind is EventKind.TOWER or (event.kind is EventKind.ROLLED and event.source is not None):
            if opening is not None:
                yield _combat(opening, answers, advanced)
            opening, answers, advanced = event, [], False
        elif event.kind is EventKind.ROLLED:
            answers.append(event)
        elif event.kind is EventKind.MOVED and opening is not None:
            advanced = True
    if opening is not None:
        yield _combat(opening, answers, advanced)


def _combat(opening: Event, answers: Sequence[Event], advanced: bool) -> Combat:
    garrison = next((event for event in answers if event.piece != "guard"), None)
    guards = next((event for event in answers if event.piece == "guard"), None)
    piece = opening.piece or "tower"
    dice, own = opening.dice or (), garrison.dice if garrison and garrison.dice else ()
    guard_dice = guards.dice if guards and guards.dice else ()
    rival_piece = garrison.piece if garrison and garrison.piece else "guard"
    # Without a garrison its kind is asked for nothing.
    losses = resolve(kind_of(piece), dice, kind_of(rival_piece) if own else WORKER, own, guard_dice)
    rival = next((event.seat for event in answers), None)
    return Combat(
        opening.seat,
        rival,
        piece,
        rival_piece,
        opening.source or "",
        opening.cell or "",
        dice,
        own,
        guard_dice,
        advanced,
        losses.attackers_lost,
        losses.garrison_lost,
        losses.guards_beaten,
    )


def pairs_of(combat: Combat) -> tuple[tuple[Pair, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the pairs in the order in which the rules compare them, and what was left over on both sides (K4.4)."""
    attackers = sorted(combat.dice, reverse=True)
    # A guard's die comes before an equal one of the garrison (K4.4).
    defenders = sorted(
        [(pips, True) for pips in combat.guards] + [(pips, False) for pips in combat.garrison], reverse=True
    )
    pairs = []
    for attack, (defence, is_guard) in zip(attackers, defenders, strict=False):
        piece = "guard" if is_guard else combat.rival_piece
        losses = resolve(kind_of(combat.piece), [attack], kind_of(piece), [defence])
        sign = ">" if attack > defence else "=" if attack == defence else "<"
        pairs.append(
            Pair(attack, defence, sign, bool(losses.attackers_lost), bool(losses.garrison_lost), piece)
        )
    met = len(pairs)
    return tuple(pairs), tuple(attackers[met:]), tuple(pips for pips, _ in defenders[met:])


def rolls_of(before: State, step: Applied, people: People) -> tuple[Roll, ...]:
    """Return the combats of an item as they are shown."""
    return tuple(_roll(before, step, combat, people) for combat in combats(step))


def _roll(before: State, step: Applied, combat: Combat, people: People) -> Roll:
    pairs, spare, rival_spare = pairs_of(combat)
    where = f"{combat.source} × {combat.target}"
    title = tr("Tower · {where}", where=where) if combat.seat is None else f"{people(combat.seat)} · {where}"
    chance = ""
    if step.action.startswith(Verb.ATTACK.value):
        index = before.rules.geometry.index
        action = parse_action(step.action)
        chance = percent(*falls(before, index[action.cell], index[action.target]))
    return Roll(
        step.k,
        title,
        combat.seat,
        combat.rival,
        combat.piece,
        combat.rival_piece,
        combat.source,
        combat.target,
        pairs,
        spare,
        rival_spare,
        combat.lost,
        combat.garrison_lost + combat.guards_beaten,
        tr("{cell} taken", cell=combat.target) if combat.advanced else "",
        _decided_by(combat, pairs),
        chance,
    )


def _decided_by(combat: Combat, pairs: Sequence[Pair]) -> str:
    tie = next((pair for pair in pairs if pair.sign == "="), None)
    if tie is not None:
        return tie_words(combat.piece, tie.defender_piece)
    if kind_of(combat.piece) == ARCHER:
        return tr("Whoever shoots loses nobody.")
    if pairs and not any(_can_fall(combat.piece, pair.defender_piece) for pair in pairs):
        return tr("Against these defenders the attacker loses nobody.")
    return tr("The higher die wins.")


def _can_fall(attacker: str, defender: str) -> bool:
    """Tell whether an attacker can fall to a defender at all: to its six with a one of its own."""
    return bool(resolve(kind_of(attacker), [1], kind_of(defender), [6]).attackers_lost)


def hundredths(part: int, whole: int) -> int:
    """Return a fraction in hundredths, rounded half up."""
    return (part * 200 + whole) // (2 * whole)


def odds_view(rows: Sequence[OddsRow], attackers: int, target: str, good: int, shot: bool) -> OddsView:
    """Return the chances of an attack as they are shown.

    Args:
        rows: Every result with its weight (``Game.odds``).
        attackers: Units that attack.
        target: The cell.
        good: Weight of the results in which the cell falls (``engine.krieg.describing.falls``).
        shot: Whether archers shoot.
    """
    total = sum(row.rolls for row in rows)
    gone = sum(row.rolls for row in rows if row.attackers_lost == attackers)
    middle = total - good - gone
    take = portion(good, total)
    between = min(max(100 - take - portion(gone, total), 1 if middle else 0), 100 - take)
    groups = [
        OddsGroup(
            "take", tr("clear {cell}", cell=target) if shot else tr("take {cell}", cell=target), take, good
        ),
        OddsGroup("partial", _partial_words(rows, good, gone, target), between, middle),
        OddsGroup("lose", _lose_words(attackers), 100 - take - between, gone),
    ]
    lost = hundredths(sum(row.attackers_lost * row.rolls for row in rows), total)
    rival = hundredths(sum((row.garrison_lost + row.guards_beaten) * row.rolls for row in rows), total)
    return OddsView(
        percent(good, total),
        tr("chance to clear the cell") if shot else tr("chance to win"),
        tr("exact, {rolls} rolls", rolls=number(total)),
        good,
        total,
        tuple(group for group in groups if group.rolls),
        lost,
        rival,
        decimal(lost),
        decimal(rival),
        tuple(rows),
    )


def duel_chance(attacker: str, defender: str) -> str:
    """Return the chance of one unit to beat one of another kind, such as ``42%``."""
    rows = odds_table(kind_of(attacker), 1, kind_of(defender), 1)
    return percent(sum(row.rolls for row in rows if row.garrison_lost), sum(row.rolls for row in rows))


def _partial_words(rows: Sequence[OddsRow], good: int, gone: int, target: str) -> str:
    """Return what lies between taking and losing all: ``one each`` where that is all, else that the cell holds."""
    between = sum(row.rolls for row in rows) - good - gone
    even = sum(
        row.rolls for row in rows if row.attackers_lost == 1 and row.garrison_lost + row.guards_beaten == 1
    )
    return tr("one each") if even == between else tr("{cell} holds", cell=target)


def _lose_words(attackers: int) -> str:
    if attackers == 1:
        return tr("lose it")
    return tr("lose both") if attackers == 2 else tr("lose all")
