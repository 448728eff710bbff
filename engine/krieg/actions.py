"""Actions and their text (K11), and all actions of a board made once and shared.

An action names its cells as players do, so that it means the same without a board at hand. Resigning is no
action in this sense: it is never listed, it may come out of turn, and it has its own way in
(``Game.resign``).
"""

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.errors import ActionSyntaxError
from engine.krieg.boards import Cell, geometry
from engine.krieg.pieces import KIND_NAMES

__all__ = [
    "BUILDINGS",
    "END",
    "UNDO",
    "Action",
    "ActionTable",
    "Verb",
    "action_table",
    "format_action",
    "parse_action",
]

BUILDINGS: Final = ("mine", "castle")


class Verb(enum.Enum):
    """What an action does; the value is the first word of its text."""

    ATTACK = "attack"
    BUILD = "build"
    BUY = "buy"
    DISBAND = "disband"
    END = "end"
    MOVE = "move"
    UNDO = "undo"

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a seat in its turn; only what can be written is made (else ``ValueError``).

    Attributes:
        verb: What is done.
        cell: Where: the cell bought on, built on or disbanded; the stack's own cell for a move or an attack;
            ``""`` for ``end`` and ``undo``.
        target: Where to, for a move or an attack, else ``""``.
        piece: Kind of unit bought or building built, else ``""``.

    >>> Action(Verb.MOVE, "e1", "e2")
    Action(verb=Verb.MOVE, cell='e1', target='e2', piece='')
    """

    verb: Verb
    cell: str = ""
    target: str = ""
    piece: str = ""

    def __post_init__(self) -> None:
        if not _FORMS[self.verb].fullmatch(format_action(self)):
            raise ValueError(f"{format_action(self)!r} is no action")


_CELL: Final = r"[a-q](?:[1-9]|1[0-7])"
"""A cell's name on the largest board: 17 columns of up to 17 cells (K1.3)."""

_FORMS: Final[Mapping[Verb, re.Pattern[str]]] = {
    Verb.ATTACK: re.compile(rf"attack (?P<cell>{_CELL}) (?P<target>{_CELL})"),
    Verb.BUILD: re.compile(rf"build (?P<piece>{'|'.join(BUILDINGS)}) (?P<cell>{_CELL})"),
    Verb.BUY: re.compile(rf"buy (?P<piece>{'|'.join(KIND_NAMES)}) (?P<cell>{_CELL})"),
    Verb.DISBAND: re.compile(rf"disband (?P<cell>{_CELL})"),
    Verb.END: re.compile("end"),
    Verb.MOVE: re.compile(rf"move (?P<cell>{_CELL}) (?P<target>{_CELL})"),
    Verb.UNDO: re.compile("undo"),
}
_VERB_BY_WORD: Final = {verb.value: verb for verb in Verb}


def format_action(a: Action) -> str:
    """Return the text of an action.

    >>> format_action(Action(Verb.BUY, "e1", piece="fighter"))
    'buy fighter e1'
    """
    return " ".join(word for word in (a.verb.value, a.piece, a.cell, a.target) if word)


END: Final = Action(Verb.END)
UNDO: Final = Action(Verb.UNDO)


def parse_action(text: str) -> Action:
    """Return the action that ``text`` denotes, on a board of any radius; legality is not looked at.

    >>> parse_action("build castle d4")
    Action(verb=Verb.BUILD, cell='d4', target='', piece='castle')

    Raises:
        ActionSyntaxError: No action is written so; ``resign`` among them, which is not played as an action.
    """
    verb = _VERB_BY_WORD.get(text.partition(" ")[0])
    form = _FORMS[verb].fullmatch(text) if verb else None
    if verb is None or form is None:
        raise ActionSyntaxError(f"no action is written {text[:40]!r}", text[:40])
    return Action(verb, **form.groupdict())


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ActionTable:
    """Every action that can be written on one board, each made once.

    Attributes:
        moves: For every cell, pairs of an adjacent cell and the step there, in the order of names.
        attacks: For every cell, pairs of an adjacent cell and the attack on it, in the order of names.
        shots: The same for the cells at distance 1 or 2.
        buys: By kind, then by cell.
        mines, castles, disbands: By cell.
    """

    moves: tuple[tuple[tuple[Cell, Action], ...], ...]
    attacks: tuple[tuple[tuple[Cell, Action], ...], ...]
    shots: tuple[tuple[tuple[Cell, Action], ...], ...]
    buys: tuple[tuple[Action, ...], ...]
    mines: tuple[Action, ...]
    castles: tuple[Action, ...]
    disbands: tuple[Action, ...]


@cache
def action_table(radius: int) -> ActionTable:
    """Return the actions on the board of ``radius``."""
    board = geometry(radius)
    names = board.names

    def towards(
        verb: Verb, reach: tuple[tuple[Cell, ...], ...]
    ) -> tuple[tuple[tuple[Cell, Action], ...], ...]:
        return tuple(
            tuple((other, Action(verb, names[cell], names[other])) for other in others)
            for cell, others in enumerate(reach)
        )

    return ActionTable(
        moves=towards(Verb.MOVE, board.neighbours),
        attacks=towards(Verb.ATTACK, board.neighbours),
        shots=towards(Verb.ATTACK, board.within_shot),
        buys=tuple(tuple(Action(Verb.BUY, name, piece=kind) for name in names) for kind in KIND_NAMES),
        mines=tuple(Action(Verb.BUILD, name, piece="mine") for name in names),
        castles=tuple(Action(Verb.BUILD, name, piece="castle") for name in names),
        disbands=tuple(Action(Verb.DISBAND, name) for name in names),
    )
