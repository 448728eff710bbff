"""What others could do in their next turn of Krieg und Frieden, told as threats."""

from collections.abc import Iterator

from client.i18n import decimal, percent, tr
from client.view.krieg_dice import hundredths
from client.view.krieg_reach import Strike, stacks_of, strikes, turn_of, ways
from client.view.nouns import piece_name, pieces
from client.view.values import Threat
from engine.game import Seat
from engine.krieg.describing import attack_odds, falls
from engine.krieg.pieces import ARCHER, COUNT, KIND, KIND_NAMES, MINE, SITE_NAMES, SITE_TYPE
from engine.krieg.state import State

__all__ = ["threats_to"]


def threats_to(s: State, seat: Seat) -> tuple[Threat, ...]:
    """Return which stacks, crowns, castles and mines of ``seat`` each other seat could attack or take, gravest first.

    Each seat is given the turn as if it began now; for every cell the gravest threat is told.
    """
    if s.over or seat not in s.living:
        return ()
    gravest: dict[str, Threat] = {}
    for rival in s.living:
        if rival != seat:
            for threat in _by(turn_of(s, rival), rival, seat):
                known = gravest.get(threat.cell)
                if known is None or _gravity(threat) > _gravity(known):
                    gravest[threat.cell] = threat
    order = sorted(gravest.values(), key=lambda threat: threat.cell)
    return tuple(sorted(order, key=_gravity, reverse=True))


def _gravity(threat: Threat) -> tuple[int, int]:
    """Return a sort key: how likely the cell falls, as a whole number, then how many stand there."""
    return threat.rolls_win * 6**10 // threat.rolls, threat.count


def _by(theirs: State, rival: Seat, seat: Seat) -> Iterator[Threat]:
    """Yield what each stack of ``rival``, whose turn it is, could do to ``seat``."""
    index = theirs.rules.geometry.index
    for cell in stacks_of(theirs, rival):
        reached = ways(theirs, cell)
        for strike in strikes(theirs, cell, reached).values():
            if theirs.owners[index[strike.target]] == seat + 1:
                yield _strike(strike, rival, cell)
        kind = KIND_NAMES[KIND[theirs.units[index[cell]]]]
        for name in reached:
            # An own mine without a garrison is taken by stepping on it (K3.6).
            if theirs.owners[index[name]] == seat + 1 and SITE_TYPE[theirs.sites[index[name]]] == MINE:
                text = tr("by {piece} from {cell}, without a fight", piece=piece_name(kind), cell=cell)
                yield Threat(name, "mine", 1, rival, kind, cell, name, text, percent(1, 1))


def _strike(strike: Strike, rival: Seat, cell: str) -> Threat:
    before = strike.way.after
    index = before.rules.geometry.index
    here, there = index[strike.attack.cell], index[strike.target]
    packed, units = before.units[here], before.units[there]
    good, total = falls(before, here, there)
    by = KIND_NAMES[KIND[packed]]
    text = tr("by {units} from {cell}", units=pieces(by, COUNT[packed]), cell=cell)
    figure = percent(good, total)
    if KIND[packed] == ARCHER:
        # Archers take nothing: what matters is how many they fell.
        fallen = sum(row.garrison_lost * row.rolls for row in attack_odds(before, here, there))
        figure = decimal(-hundredths(fallen, total))
    site = SITE_NAMES.get(SITE_TYPE[before.sites[there]], "")
    kind, count = (KIND_NAMES[KIND[units]], COUNT[units]) if units else (site, 1)
    return Threat(strike.target, kind, count, rival, by, cell, strike.target, text, figure, good, total)
