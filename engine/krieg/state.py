"""The position: an immutable value, and the draft in which one step changes it.

A state keeps the cells as three strings of bytes (owners, sites, stacks; see ``engine.krieg.pieces``).
What can be taken back is a chain: each state within a turn knows the one before its last purchase or step
(K7.1). ``Draft`` is the mutable copy that the rules of one step work on; freezing it shares what did not
change, together with its hash.

The five hash parts are ``PART_NAMES``. The turn part covers the chain by the state hash of the state before, so
that a step costs the same however much can be taken back.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from engine.canonical import pack
from engine.digest import Digest16, part_hash, state_hash
from engine.game import Event, EventKind, Seat
from engine.krieg.boards import Cell
from engine.krieg.modes import Rules
from engine.krieg.pieces import KIND, KIND_NAMES, READY, RESTED

__all__ = [
    "NOBODY",
    "PART_NAMES",
    "Draft",
    "Position",
    "State",
    "full_hash",
    "hash_parts",
    "linked",
    "seat_of",
]

PART_NAMES: Final = ("board", "economy", "units", "turn", "dice")

NOBODY: Final = 0
"""Owner byte of a cell that no seat owns; seat ``n`` is ``n + 1``."""


def seat_of(owner: int) -> Seat | None:
    """Return the seat that an owner byte stands for, None for nobody."""
    return owner - 1 if owner else None


@dataclass(slots=True)
class _Digests:
    """Hashes of a state as far as they have been asked for."""

    board: Digest16 | None = None
    economy: Digest16 | None = None
    units: Digest16 | None = None
    turn: Digest16 | None = None
    whole: Digest16 | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class State:
    """A position, with everything that decides how play can go on.

    Attributes:
        rules: Options and board.
        owners: For every cell, seat + 1 or ``NOBODY``.
        sites: For every cell, its packed site.
        units: For every cell, its packed stack.
        gold: Gold of every seat, 0..999; of a seat that is out as it was.
        turn: The seat to move; when the game is over, the seat whose turn it was.
        round: Number of the round, from 1.
        living: Seats still in the game, ascending.
        limit_reached: The last turn of the last round has ended (K8.5).
        final: Something that cannot be taken back has happened in this turn (K7.1).
        draws: Running hash over all draws of the game (``engine.digest.extend_draws``).
        previous: The state that ``undo`` restores, or None.
        undo_depth: How many actions can be taken back: the length of the chain.
    """

    rules: Rules
    owners: bytes
    sites: bytes
    units: bytes
    gold: tuple[int, ...]
    turn: Seat
    round: int
    living: tuple[Seat, ...]
    limit_reached: bool
    final: bool
    draws: Digest16
    previous: "State | None" = None
    undo_depth: int = field(init=False)
    _digests: _Digests = field(init=False)

    def __post_init__(self) -> None:
        previous = self.previous
        object.__setattr__(self, "undo_depth", previous.undo_depth + 1 if previous is not None else 0)
        object.__setattr__(self, "_digests", _Digests())

    @property
    def over(self) -> bool:
        """Whether the game has ended: one seat is left, or the round limit was reached."""
        return self.limit_reached or len(self.living) == 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        here: State | None = self
        there: State | None = other
        while here is not there:
            # Chains are walked in a loop: a long turn is deeper than the interpreter's stack.
            if here is None or there is None or here._own() != there._own():
                return False
            here, there = here.previous, there.previous
        return True

    def __repr__(self) -> str:
        texts = [
            "State(" + ", ".join(f"{name}={getattr(state, name)!r}" for name in _OWN) + ")"
            for state in self._chain()
        ]
        return texts[0] if len(texts) == 1 else f"linked({', '.join(texts)})"

    def __reduce__(self) -> tuple[Callable[..., "State"], tuple[Any, ...]]:
        # For pickling (worker processes) and deep copies, which by themselves would call each other once for
        # each state of the chain.
        if self.previous is None:
            return State, self._own()
        return linked, tuple(replace(state, previous=None) for state in self._chain())

    def __hash__(self) -> int:
        return hash((self.owners, self.sites, self.units, self.gold, self.turn, self.round, self.undo_depth))

    def _chain(self) -> list["State"]:
        """Return all states that ``undo`` leads back to, the oldest first, and this one."""
        chain: list[State] = []
        state: State | None = self
        while state is not None:
            chain.append(state)
            state = state.previous
        chain.reverse()
        return chain

    def _own(self) -> tuple[object, ...]:
        """Return everything but the chain."""
        return tuple(getattr(self, name) for name in _OWN)


_OWN: Final = (
    "rules",
    "owners",
    "sites",
    "units",
    "gold",
    "turn",
    "round",
    "living",
    "limit_reached",
    "final",
    "draws",
)
"""The fields of a state but its chain and what follows from it."""


def linked(*states: State) -> State:
    """Return the last of ``states``, each of them with the one before it as what ``undo`` restores.

    It is what the ``repr`` of a state is written with when something can be taken back.
    """
    last: State | None = None
    for state in states:
        last = replace(state, previous=last)
    if last is None:
        raise ValueError("there is no state to link")
    return last


class Draft:
    """A position being changed within one step, and the events of that step.

    Its attributes are those of ``State``, to be changed; ``origin`` is the state that the step began with, and
    ``events`` collects what happens, in order.
    """

    __slots__ = (
        "events",
        "final",
        "gold",
        "limit_reached",
        "living",
        "origin",
        "owners",
        "round",
        "rules",
        "sites",
        "turn",
        "units",
    )

    def __init__(self, origin: State) -> None:
        self.origin = origin
        self.rules = origin.rules
        self.owners = bytearray(origin.owners)
        self.sites = bytearray(origin.sites)
        self.units = bytearray(origin.units)
        self.gold = list(origin.gold)
        self.turn = origin.turn
        self.round = origin.round
        self.living = origin.living
        self.limit_reached = origin.limit_reached
        self.final = origin.final
        self.events: list[Event] = []

    @property
    def over(self) -> bool:
        """As ``State.over``."""
        return self.limit_reached or len(self.living) == 1

    def tell(
        self,
        kind: EventKind,
        seat: Seat | None = None,
        cell: Cell | None = None,
        source: Cell | None = None,
        count: int | None = None,
        piece: str | None = None,
        dice: Iterable[int] | None = None,
    ) -> None:
        """Add an event; cells are given as ints."""
        names = self.rules.geometry.names
        self.events.append(
            Event(
                kind,
                seat,
                None if cell is None else names[cell],
                None if source is None else names[source],
                count,
                piece,
                None if dice is None else tuple(dice),
            )
        )

    def kind_name(self, cell: Cell) -> str:
        """Return the name of the kind of stack on ``cell``, which must hold one."""
        return KIND_NAMES[KIND[self.units[cell]]]

    def rest_all(self) -> None:
        """Take step and attack from every stack: nobody is to move, or nobody yet."""
        self.units = self.units.translate(RESTED)

    def ready_own(self) -> None:
        """Give every stack of the seat to move all its steps and its attack."""
        own = self.turn + 1
        units, owners = self.units, self.owners
        for cell, packed in enumerate(units):
            if packed and owners[cell] == own:
                units[cell] = READY[packed]

    def freeze(self, draws: Digest16, previous: State | None) -> State:
        """Return the changed position as a value, with ``previous`` as what ``undo`` restores."""
        old = self.origin
        owners, sites, units, gold = (
            bytes(self.owners),
            bytes(self.sites),
            bytes(self.units),
            tuple(self.gold),
        )
        same_board = owners == old.owners and sites == old.sites
        same_units = units == old.units
        same_gold = gold == old.gold
        new = State(
            self.rules,
            old.owners if same_board else owners,
            old.sites if same_board else sites,
            old.units if same_units else units,
            old.gold if same_gold else gold,
            self.turn,
            self.round,
            self.living,
            self.limit_reached,
            self.final,
            draws,
            previous,
        )
        known, digests = old._digests, new._digests
        if same_board:
            digests.board = known.board
        if same_gold:
            digests.economy = known.economy
        if same_units:
            digests.units = known.units
        return new


Position: TypeAlias = State | Draft
"""What rules read: a state, or the draft of one."""


def hash_parts(s: State) -> dict[str, Digest16]:
    """Return the hash of every part of ``s``, in the order of ``PART_NAMES``."""
    full_hash(s)
    return dict(zip(PART_NAMES, _parts(s), strict=True))


def full_hash(s: State) -> Digest16:
    """Return the state hash of ``s``; what earlier calls found out about shared parts is not repeated."""
    waiting = []
    state: State | None = s
    while state is not None and state._digests.whole is None:
        waiting.append(state)
        state = state.previous
    for state in reversed(waiting):
        state._digests.whole = state_hash(_parts(state))
    assert s._digests.whole is not None
    return s._digests.whole


def _parts(s: State) -> tuple[Digest16, ...]:
    """Return the part hashes of ``s``; the whole hash of the state before must be known."""
    known = s._digests
    if known.board is None:
        known.board = part_hash(pack((s.rules.packed_options, s.owners, s.sites)))
    if known.economy is None:
        known.economy = part_hash(pack(s.gold))
    if known.units is None:
        known.units = part_hash(pack(s.units))
    if known.turn is None:
        before = s.previous._digests.whole if s.previous is not None else None
        known.turn = part_hash(pack((s.turn, s.round, s.living, s.limit_reached, s.final, before)))
    return known.board, known.economy, known.units, known.turn, s.draws
