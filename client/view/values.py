"""What the view model tells beside the board: plain values, their texts in the person's language."""

from dataclasses import dataclass, field
from typing import Any, Final

from client.view.picture import Badge, Mark
from client.view.source import Connection
from engine.game import OddsRow, Outcome, Seat

__all__ = [
    "BACK_KEY",
    "CellFacts",
    "Count",
    "Curve",
    "Deed",
    "Figure",
    "Idle",
    "Line",
    "Luck",
    "Moment",
    "MoveRow",
    "Notice",
    "OddsGroup",
    "OddsView",
    "Pair",
    "Pending",
    "Prediction",
    "ResultView",
    "Roll",
    "SeatCard",
    "Side",
    "Statistics",
    "Target",
    "Threat",
    "Warn",
]

BACK_KEY: Final = "u"
"""Shortcut of what takes back, in every game."""


@dataclass(frozen=True, slots=True)
class Count:
    """So many pieces of a kind (``engine.game.Piece.kind``)."""

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A seat as its card shows it.

    Attributes:
        seat: Its number.
        name: What to call its holder.
        place: Where it starts, such as ``South · e1`` or ``Red · A1``; "" where the game does not say.
        own: Whether a person here plays it.
        you: Whether it is the one seat of the one person here.
        kind: ``human`` or ``computer``.
        level: Of a computer, in words.
        alive: Whether it is still in the game.
        fate: ``eliminated`` or ``resigned`` once it is out, else "".
        fate_words: The same in words.
        to_act: Whether its action is next.
        thinking: Whether this machine computes its move.
        status: What it does, in words; "" for nothing worth saying.
        connection: How it is linked; None in a replay.
        connection_words: The same in words: ``direct · 14 ms``.
        gold, income, upkeep: None where the game has none.
        next_gold: Gold after the next settlement as things stand; None where there is none: out, or at the end.
        settlement: The sum in figures: ``14 + 15 − 14 = 15``; "" likewise.
        starving: Units that this settlement would cost.
        counts: Units by kind, or stones and towers, those that it has.
    """

    seat: Seat
    name: str
    place: str
    own: bool
    you: bool
    kind: str
    level: str
    alive: bool
    fate: str
    fate_words: str
    to_act: bool
    thinking: bool
    status: str
    connection: Connection | None
    connection_words: str
    gold: int | None = None
    income: int | None = None
    upkeep: int | None = None
    next_gold: int | None = None
    settlement: str = ""
    starving: int = 0
    counts: tuple[Count, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One applied item in the list of moves.

    Attributes:
        k: Its number; ``look_back(k)`` shows the position after it.
        group: Heading that it stands under (``Round 11``), or the number of the move.
        seat: Who acted; None where nobody did.
        piece: Kind of the piece that acted, "" for none.
        text: ``f5 × f4``.
        gold: What it cost or brought the seat, 0 for nothing.
        dice: ``5 4 1 : 4 4``, "" without.
        badge: What a stone did where it landed.
        height: Of the tower that it built.
        quiet: Whether nothing is to be seen in it, such as a plain end of a turn.
        current: Whether its position is the one looked at.
    """

    k: int
    group: str
    seat: Seat | None
    piece: str
    text: str
    gold: int = 0
    dice: str = ""
    badge: Badge | None = None
    height: int = 0
    quiet: bool = False
    current: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """Two dice that were compared.

    Attributes:
        attacker, defender: Pips.
        sign: ``>``, ``=`` or ``<``.
        attacker_falls, defender_falls: Who fell for it.
        defender_piece: Kind of the unit that the die was rolled for.
    """

    attacker: int
    defender: int
    sign: str
    attacker_falls: bool
    defender_falls: bool
    defender_piece: str


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice of one combat as the rules compared them.

    Attributes:
        k: Item that it belongs to.
        title: ``Jonas · f5 × f4``.
        seat, rival: Who attacked, and who was attacked; None for a neutral tower and for nobody.
        piece, rival_piece: Kinds, ``tower`` for a tower's archers.
        source, target: Cells.
        pairs: Highest dice first.
        spare, rival_spare: Pips that met nobody.
        lost, rival_lost: Units that fell; guards count.
        result: ``f4 taken``; "" where the cell did not fall.
        words: A sentence about what decided.
        chance: Chance of the cell falling before the roll, such as ``45%``; "" where none was told.
    """

    k: int
    title: str
    seat: Seat | None
    rival: Seat | None
    piece: str
    rival_piece: str
    source: str
    target: str
    pairs: tuple[Pair, ...]
    spare: tuple[int, ...]
    rival_spare: tuple[int, ...]
    lost: int
    rival_lost: int
    result: str
    words: str
    chance: str


@dataclass(frozen=True, slots=True)
class Warn:
    """A warning before a deed: a stable word and a sentence."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a possible attack: ``2 riders · e4`` and what is to be known of it."""

    seat: Seat | None
    kind: str
    count: int
    title: str
    note: str


@dataclass(frozen=True, slots=True)
class OddsGroup:
    """Results of an attack that come to the same: ``take``, ``partial`` or ``lose``, so many of all rolls."""

    key: str
    label: str
    percent: int
    rolls: int


@dataclass(frozen=True, slots=True)
class OddsView:
    """The exact chances of an attack.

    Attributes:
        win: Chance that the cell falls: ``45%``.
        label: What that chance is of: ``chance to win``.
        exact: ``exact, 1,296 rolls``.
        win_rolls, rolls: The same as whole numbers.
        groups: Take, partial, lose; their percentages add up to 100.
        lost, rival_lost: Expected losses in hundredths of a unit; guards count.
        lost_words, rival_lost_words: The same to one decimal.
        rows: Every result, as the engine counted it.
    """

    win: str
    label: str
    exact: str
    win_rolls: int
    rolls: int
    groups: tuple[OddsGroup, ...]
    lost: int
    rival_lost: int
    lost_words: str
    rival_lost_words: str
    rows: tuple[OddsRow, ...]


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a deed would do.

    Attributes:
        action: Text of the last action that it comes to.
        steps: How many actions it comes to; more than one for a way of several steps.
        title: ``F4 · far``, or the cell.
        text: Whole sentences.
        warnings: What to think of first.
        attack: Whether it has to be confirmed.
        chosen: Whether it is the chosen attack, not just what is hovered.
        odds: Of an attack with dice.
        attacker, defender: Of an attack.
    """

    action: str
    steps: int
    title: str
    text: str
    warnings: tuple[Warn, ...] = ()
    attack: bool = False
    chosen: bool = False
    odds: OddsView | None = None
    attacker: Side | None = None
    defender: Side | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """A cell that something selected can go to or attack.

    Attributes:
        cell: Its name.
        steps: The actions that lead there, in order.
        before: The position in which the last of them is played; computed, never played.
        marks: How it is shown.
        attack: Whether it has to be confirmed.
        badge: What a stone would do there.
    """

    cell: str
    steps: tuple[str, ...]
    before: Any = field(repr=False, compare=False)
    marks: frozenset[Mark]
    attack: bool = False
    badge: Badge | None = None


@dataclass(frozen=True, slots=True)
class CellFacts:
    """What stands on a cell: a title, and lines of text."""

    cell: str
    title: str
    lines: tuple[str, ...]
    seat: Seat | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that can be done without naming a further cell; ``MatchModel.do`` takes its key.

    Attributes:
        key: Stable: ``buy:fighter``, ``build:mine``, ``disband``, ``undo``, ``end``, ``attack``, ``resign``,
            ``offer:draw``, ``offer:abort``, ``accept:draw``, ``take_back``, ``hint``, ``act:<text>``.
        label: What a button says.
        group: Where it belongs: ``shop``, ``turn``, ``attack``, ``match``.
        piece: Kind of piece shown beside it, "" for none.
        price: Gold, 0 for none.
        enabled: Whether it can be done now.
        reason: Why not.
        shortcut: Name of the key, "" for none.
        danger: Whether it is to look dangerous.
        warnings: What to think of first.
        text: What it will do, in sentences.
    """

    key: str
    label: str
    group: str
    piece: str = ""
    price: int = 0
    enabled: bool = True
    reason: str = ""
    shortcut: str = ""
    danger: bool = False
    warnings: tuple[Warn, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Pending:
    """A deed that waits for ``confirm`` or ``cancel``: what to ask, and what the two buttons say."""

    key: str
    title: str
    text: str
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class Idle:
    """What can still be done in this turn.

    Attributes:
        cells: Stacks that may still act, in the order of ``next_stack``.
        title: ``3 stacks can still act``.
        kinds: Their kinds in words.
        gold: A sentence about gold that could still be spent, or "".
    """

    cells: tuple[str, ...]
    title: str
    kinds: str
    gold: str = ""


@dataclass(frozen=True, slots=True)
class Threat:
    """Something of one's own that others could attack or take in their next turn.

    Attributes:
        cell: What is threatened.
        kind, count: The piece there.
        by, by_kind, by_cell: Who threatens, with what, from where.
        title, text: ``f2`` and ``castle, by fighters from g3``.
        figure: ``62%`` (chance that the cell falls), or expected losses such as ``−1``.
        rolls_win, rolls: The same as whole numbers; 1 of 1 where no dice are needed.
    """

    cell: str
    kind: str
    count: int
    by: Seat
    by_kind: str
    by_cell: str
    title: str
    text: str
    figure: str
    rolls_win: int = 1
    rolls: int = 1


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell: a stable word, a sentence, and a number that rises with every notice."""

    code: str
    text: str
    number: int


@dataclass(frozen=True, slots=True)
class Line:
    """A figure for every seat: ``Gold earned`` and its texts, in seat order."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A label and one text."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment worth a note on a curve: when, whose, what, with which piece."""

    at: int
    k: int
    seat: Seat
    text: str
    piece: str


@dataclass(frozen=True, slots=True)
class Curve:
    """Values of every seat over rounds or plies.

    Attributes:
        title, note, axis: ``Worth by round``, ``gold + units + buildings``, ``Round``.
        at: Rounds or plies, ascending.
        values: For every seat as many values as ``at`` has.
        moments: Notes.
    """

    title: str
    note: str
    axis: str
    at: tuple[int, ...]
    values: tuple[tuple[int, ...], ...]
    moments: tuple[Moment, ...] = ()


@dataclass(frozen=True, slots=True)
class Luck:
    """Dice against expectation. Hundredths of a unit felled throughout.

    Attributes:
        fights: Combats with dice.
        series: For every seat what it felled less what was to be expected, after each of its combats and 0 before.
        band: For every seat one standard deviation at the same points: two of three matches end within.
        dice: Dice rolled, by seat.
        pips: Mean pips in hundredths, by seat; 0 without dice.
        expected, actual: Units felled, by seat.
        lines: The same as a table of texts.
        words: A sentence that judges, "" without dice.
    """

    fights: int
    series: tuple[tuple[int, ...], ...]
    band: tuple[tuple[int, ...], ...]
    dice: tuple[int, ...]
    pips: tuple[int, ...]
    expected: tuple[int, ...]
    actual: tuple[int, ...]
    lines: tuple[Line, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a match looks like from its end.

    Attributes:
        curve: What tells most, None where nothing is known.
        lines: A table.
        luck: None where nothing is rolled.
        second: Another curve.
    """

    curve: Curve | None
    lines: tuple[Line, ...]
    luck: Luck | None
    second: Curve | None = None


@dataclass(frozen=True, slots=True)
class ResultView:
    """How a match ended.

    Attributes:
        headline: ``Mira takes the crown``.
        text: ``Two riders enter e9 in round 17. Jonas is beaten.``
        winners: Empty for a draw and for a match that was called off.
        you_won: True, False, or None where nobody here is meant or nobody won.
        piece: Kind of piece to show, "" for none.
        length: ``17 rounds`` or ``45 moves``.
        outcome: As the rules or the players decided; None where it was called off or stopped.
        complete: Whether everybody has acknowledged the end.
    """

    headline: str
    text: str
    winners: tuple[Seat, ...]
    you_won: bool | None
    piece: str
    length: str
    outcome: Outcome | None
    complete: bool
