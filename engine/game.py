"""The one interface of all games.

Network, window, computer players, replays, lobby and line protocol are written once against ``Game``; a
further game is one new folder and one line in ``engine.registry``. States and actions are immutable
values that only their game looks into.
"""

import enum
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from engine import digest
from engine.dice import DrawSource, NoDraws
from engine.errors import ChanceNeeded
from engine.options import Option, Options

__all__ = [
    "Board",
    "BoardCell",
    "Effect",
    "Event",
    "EventKind",
    "Game",
    "OddsRow",
    "Outcome",
    "Piece",
    "Seat",
]

Seat: TypeAlias = int
"""A place at the board: 0, 1, ... in turn order."""

State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winners: The winning seats; empty for a draw.
        reason: Stable word: ``base stuck resigned ply_limit`` (TowerWars), ``crown last_seat resigned
            round_limit`` (Krieg und Frieden), ``adjudicated`` (judged before its end).
    """

    winners: tuple[Seat, ...]
    reason: str


class EventKind(enum.Enum):
    """The kinds of things that happen in a step, as the line protocol writes them."""

    ROLLED = "rolled"
    LOST = "lost"
    CAPTURED = "captured"
    BUILT = "built"
    BOUGHT = "bought"
    MOVED = "moved"
    STARVED = "starved"
    INCOME = "income"
    TOWER = "tower"
    ELIMINATED = "eliminated"
    WON = "won"
    DRAW = "draw"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a step, in the order of happening; for logs, animation and sound.

    Attributes:
        kind: What happened.
        seat: Whose affair it is (the loser of LOST, the taker of CAPTURED), None for neutral towers.
        cell: Where, by name; for MOVED the target.
        source: Where from, for MOVED, for attackers of ROLLED and for shots of TOWER.
        count: How many units, gold, levels; signed for INCOME.
        piece: Kind of piece that it is about, as in ``Piece.kind``.
        dice: Pips, in the order of rolling, of one side of a combat.
    """

    kind: EventKind
    seat: Seat | None = None
    cell: str | None = None
    source: str | None = None
    count: int | None = None
    piece: str | None = None
    dice: tuple[int, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the event as a JSON object; keys that do not apply are left out."""
        pairs: dict[str, Any] = {"kind": self.kind.value}
        for name in ("seat", "cell", "source", "count", "piece"):
            value = getattr(self, name)
            if value is not None:
                pairs[name] = value
        if self.dice is not None:
            pairs["dice"] = list(self.dice)
        return pairs


@dataclass(frozen=True, slots=True)
class BoardCell:
    """One cell of a board, for drawing. ``q`` and ``r`` are axial coordinates.

    Attributes:
        name: The cell's name in the notation of the game.
        q, r: Axial coordinates. With orientation "pointy" a cell's centre is at x = √3 (q + r/2), y = 3/2 r;
            with "flat" at x = 3/2 q, y = √3 (r + q/2); y points down, circumradius 1.
        kind: ``plain``, ``base``, ``crown``: what the ground is, not what stands on it.
        owner: Seat that owns the cell, or None.
    """

    name: str
    q: int
    r: int
    kind: str = "plain"
    owner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """The shape of a board: its hexagonal cells in canonical order."""

    orientation: Literal["flat", "pointy"]
    cells: tuple[BoardCell, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that stands on a cell, for drawing; several may share a cell, lower ones first.

    Attributes:
        cell: Name of the cell.
        kind: ``stone tower base`` (TowerWars), ``worker fighter rider archer mine castle crown guard tower``
            (Krieg und Frieden).
        owner: Seat or None (neutral).
        count: Units in a stack, height of a tower, guards standing.
        marks: Stable words about its condition: ``blocked``, ``done``, ``new``, ``charge1``, ``charge2``,
            ``dead``, ``beaten``.
    """

    cell: str
    kind: str
    owner: Seat | None
    count: int = 1
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OddsRow:
    """One possible result of an attack and its exact weight: that many of all equally likely rolls."""

    attackers_lost: int
    garrison_lost: int
    guards_beaten: int
    rolls: int


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action will do, before it is made; for tooltips and logs. Words are made in the client.

    Attributes:
        kind: Stable word; for TowerWars those of the recorded games (``stone-take-near``, ...), for Krieg
            und Frieden ``buy move merge attack storm build undo end disband``.
        cells: The cells that it is about, as ``Game.action_cells``.
        details: Further facts by stable name (cost, gold left, losses possible, warning words, ...).
    """

    kind: str
    cells: tuple[str, ...] = ()
    details: Mapping[str, int | str | bool] = field(default_factory=dict)


class Game(ABC, Generic[State, Action]):
    """The rules of one game.

    Every method is a pure function of its arguments. ``State`` and ``Action`` are immutable, hashable
    values with a paste-able ``repr``. Unless a method says otherwise it trusts that a state came from
    ``setup``, ``apply``, ``resign``, ``decode`` or ``from_json`` of the same game.

    Attributes:
        name: Key in the registry, in contracts and on the line protocol.
        rules_version: Raised whenever any result of ``apply``, any encoding or any notation changes.
        part_names: Names of the hash parts, in hashing order.
    """

    name: ClassVar[str]
    rules_version: ClassVar[int]
    part_names: ClassVar[tuple[str, ...]]

    # --- options and set-up ---------------------------------------------------------------------------
    @abstractmethod
    def options_schema(self) -> tuple[Option, ...]:
        """Return all options in their fixed order."""

    @abstractmethod
    def complete(self, options: Mapping[str, object]) -> dict[str, Any]:
        """Return ``options`` with every missing option at its default, checked, keys in schema order.

        Raises:
            SetupError: Unknown option, wrong type, out of range, or options that do not go together.
        """

    @abstractmethod
    def modes(self) -> tuple[dict[str, Any], ...]:
        """Return complete options of every mode and number of seats: what a conformance suite plays."""

    @abstractmethod
    def seats(self, options: Options) -> int:
        """Return the number of seats of a game with these complete options."""

    @abstractmethod
    def setup(self, options: Mapping[str, object]) -> State:
        """Return the start position; options are completed first. Raises ``SetupError`` as ``complete``."""

    @abstractmethod
    def options(self, s: State) -> dict[str, Any]:
        """Return the complete options of the game that ``s`` belongs to."""

    # --- play -----------------------------------------------------------------------------------------
    @abstractmethod
    def to_act(self, s: State) -> Seat | None:
        """Return the seat whose action is next, or None when the game is over."""

    @abstractmethod
    def living(self, s: State) -> tuple[Seat, ...]:
        """Return the seats that are still in the game (neither eliminated nor resigned), ascending."""

    @abstractmethod
    def legal_actions(self, s: State) -> list[Action]:
        """Return all legal actions sorted by code point of their text; empty when the game is over.

        Resigning is always possible in a running game and never listed.
        """

    def forward_actions(self, s: State) -> list[Action]:
        """Return the legal actions that do not take anything back (all but ``undo``)."""
        return self.legal_actions(s)

    @abstractmethod
    def is_legal(self, s: State, a: Action) -> bool:
        """Tell whether ``a`` may be played; any action of this game may be asked about."""

    @abstractmethod
    def apply(self, s: State, a: Action, draws: DrawSource) -> tuple[State, tuple[Event, ...]]:
        """Play ``a`` and all that follows at once (dice, towers, settlement, end of the game).

        ``draws`` is asked for exactly the chance that the rules name, in their order (K4.4, K9.3).

        Raises:
            GameOver: The game has ended.
            IllegalAction: The rules forbid ``a``; the reason says why. ``s`` is untouched, nothing drawn.
            DrawError: ``draws`` could not serve.
        """

    @abstractmethod
    def resign(self, s: State, seat: Seat, draws: DrawSource) -> tuple[State, tuple[Event, ...]]:
        """Let a living ``seat`` resign, in or out of turn; may need chance only if it is to act.

        Raises:
            GameOver: The game has ended.
            IllegalAction: No such seat, or it is out already.
        """

    def needs_chance(self, s: State, a: Action) -> bool:
        """Tell whether ``apply(s, a)`` would draw at least once; ``a`` must be legal."""
        try:
            self.apply(s, a, NoDraws())
        except ChanceNeeded:
            return True
        return False

    def resignation_needs_chance(self, s: State, seat: Seat) -> bool:
        """Tell whether ``resign(s, seat)`` would draw at least once."""
        try:
            self.resign(s, seat, NoDraws())
        except ChanceNeeded:
            return True
        return False

    def end_action(self, s: State) -> Action | None:
        """Return the action that passes the turn, where the game has one (K7.2), else None."""
        return None

    @abstractmethod
    def outcome(self, s: State) -> Outcome | None:
        """Return how the game ended, or None while it runs."""

    @abstractmethod
    def adjudicate(self, s: State) -> Outcome:
        """Judge a game that cannot go on: its outcome if over, else by the limit rule, else a draw."""

    def observation(self, s: State, seat: Seat) -> State:
        """Return what ``seat`` may see of ``s``: all of it, as both games have perfect information."""
        return s

    # --- encoding and hash ----------------------------------------------------------------------------
    @abstractmethod
    def encode(self, s: State) -> bytes:
        """Return the canonical bytes of ``s``: everything that decides how play can go on."""

    @abstractmethod
    def decode(self, data: bytes) -> State:
        """Return the state that ``encode`` made ``data`` of. Raises ``PositionError``."""

    @abstractmethod
    def hash_parts(self, s: State) -> dict[str, bytes]:
        """Return the 16-byte hash of every part, keyed in the order of ``part_names``."""

    def state_hash(self, s: State) -> bytes:
        """Return the 16-byte state hash: the same on every machine for equal states."""
        return digest.state_hash(self.hash_parts(s).values())

    # --- text -----------------------------------------------------------------------------------------
    @abstractmethod
    def format(self, a: Action) -> str:
        """Return the canonical text of an action (K11, T8)."""

    @abstractmethod
    def parse(self, text: str) -> Action:
        """Return the action that ``text`` denotes; legality is not looked at.

        Raises:
            ActionSyntaxError: No action is written so.
        """

    @abstractmethod
    def to_json(self, s: State) -> dict[str, Any]:
        """Return the state in the form that the line protocol prints."""

    @abstractmethod
    def from_json(self, value: Mapping[str, Any]) -> State:
        """Return the state that ``value`` describes, with an empty undo history.

        Raises:
            PositionError: Malformed or impossible; the text says what is wrong and where.
        """

    # --- for tooltips, logs and any window ------------------------------------------------------------
    @abstractmethod
    def describe(self, s: State, a: Action) -> Effect:
        """Return what a legal action will do."""

    def odds(self, s: State, a: Action) -> tuple[OddsRow, ...] | None:
        """Return the exact distribution of the results of an attack, None for anything else."""
        return None

    @abstractmethod
    def board(self, s: State) -> Board:
        """Return the cells of the board with ground and owners."""

    @abstractmethod
    def pieces(self, s: State) -> tuple[Piece, ...]:
        """Return all pieces, by canonical cell, lower ones of a cell first."""

    @abstractmethod
    def action_cells(self, a: Action) -> tuple[str, ...]:
        """Return the cells that an action names: none, (cell,) or (source, target)."""

    # --- counting -------------------------------------------------------------------------------------
    def perft(self, s: State, depth: int) -> int:
        """Count the sequences of ``depth`` forward actions without chance from ``s``.

        The list of actions is built for every position of the last but one ply; ended games have no
        children. Games override this with a faster way to the same number.
        """
        if depth == 0:
            return 1
        actions = [a for a in self.forward_actions(s) if not self.needs_chance(s, a)]
        if depth == 1:
            return len(actions)
        return sum(self.perft(self.apply(s, a, NoDraws())[0], depth - 1) for a in actions)
