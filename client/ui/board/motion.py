"""What is seen of a board at a moment while something moves: pure functions of time, and the queue before them.

A motion is cut into phases that follow each other: dice are thrown, what fell fades, a piece steps (what it
captures fades under it), what is new appears. Each phase has a board without what moves, and what moves.
"""

import enum
import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from client.ui.toolkit.motion import ease_out
from client.view.picture import BoardPicture, Motion
from engine.game import Event, EventKind, Piece, Seat

__all__ = [
    "CAPTURE",
    "DICE",
    "DICE_APART",
    "STEP",
    "TURN",
    "Die",
    "Flying",
    "MotionQueue",
    "Scene",
    "Speed",
    "Throw",
]

STEP: Final = 160
"""Milliseconds a cell."""
CAPTURE: Final = 240
DICE: Final = 600
DICE_APART: Final = 40
DICE_STAY: Final = 450
"""How long dice lie after the last has settled."""
TURN: Final = 260
STILL: Final = 80
"""Length of the one fade when motion is off."""
STILL_DICE: Final = 700

MOST_WAITING: Final = 12
"""Motions that may wait; when more do, the oldest end at once."""
BRISK_FROM: Final = 3
"""So many may wait before all go faster."""
TUMBLE: Final = 70
"""Milliseconds that a rolling die shows each face."""


class Speed(enum.Enum):
    """How fast things move, as a person chose it: the share of the time that each takes."""

    NORMAL = 1.0
    FAST = 0.5
    OFF = 0.0


@dataclass(frozen=True, slots=True)
class Flying:
    """A piece that is painted over the board.

    Attributes:
        pieces: What it is made of, lower ones first.
        source, target: The cells that it is between.
        part: How far it is from one to the other, 0..1.
        lift: How far above the board, in circumradii.
        scale: Of its size.
        alpha: 0..1.
    """

    pieces: tuple[Piece, ...]
    source: str
    target: str
    part: float = 0.0
    lift: float = 0.0
    scale: float = 1.0
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class Die:
    """One die.

    Attributes:
        side: 0 for the attackers' row, 1 for the others'.
        seat: Whose, None for neutral towers.
        pips: What is on top now, 1..6.
        settled: 0 while it rolls, up to 1 when it lies.
    """

    side: int
    seat: Seat | None
    pips: int
    settled: float


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice on the table: near which cell, and each of them."""

    cell: str
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is seen at a moment.

    Attributes:
        base: The board under what moves.
        over: A board that fades in over it.
        share: How far it has, 0..1.
        flying: Pieces that move, lowest first.
        throw: Dice, while they are shown.
    """

    base: BoardPicture
    over: BoardPicture | None = None
    share: float = 0.0
    flying: tuple[Flying, ...] = ()
    throw: Throw | None = None


class MotionQueue:
    """Plays motions one after another. Kept by whoever builds board widgets, as these are built anew all the time.

    Attributes:
        speed: How fast; takes effect with the next motion.
    """

    def __init__(self, speed: Speed = Speed.NORMAL) -> None:
        self.speed = speed
        self._waiting: deque[Motion] = deque()
        self._playing: _Playing | None = None
        self._since = 0

    @property
    def running(self) -> bool:
        """Whether anything moves or waits to move, as of the last ``scene``."""
        return self._playing is not None or bool(self._waiting)

    def add(self, motion: Motion) -> None:
        """Play ``motion`` after all others. When too many wait, the oldest are at their ends at once."""
        self._waiting.append(motion)
        while len(self._waiting) > MOST_WAITING:
            self._playing = None
            self._waiting.popleft()

    def skip(self) -> bool:
        """Bring everything to its end at once; tell whether anything was running."""
        running = self.running
        self._waiting.clear()
        self._playing = None
        return running

    def scene(self, now: int) -> Scene | None:
        """Return what is seen at ``now`` (milliseconds, never going back), None when nothing moves any more."""
        if self._playing is None:
            self._next(now)
        while self._playing is not None:
            elapsed = now - self._since
            if elapsed < self._playing.length:
                return self._playing.at(max(elapsed, 0))
            self._next(self._since + self._playing.length)
        return None

    def _next(self, since: int) -> None:
        self._since = since
        if self._waiting:
            motion = self._waiting.popleft()
            self._playing = _Playing(motion, self.speed, len(self._waiting))
        else:
            self._playing = None


class _Kind(enum.Enum):
    DICE = enum.auto()
    FALL = enum.auto()
    STEP = enum.auto()
    APPEAR = enum.auto()
    FADE = enum.auto()


@dataclass(frozen=True, slots=True)
class _Phase:
    """One part of a motion.

    Attributes:
        kind: What is seen.
        length: Milliseconds, at least 1.
        base: The board under what moves.
        pieces: What falls, steps or appears.
        captured: What fades under the piece that steps.
        rolls: Events of one throw of dice.
    """

    kind: _Kind
    length: int
    base: BoardPicture
    pieces: tuple[Piece, ...] = ()
    captured: tuple[Piece, ...] = ()
    rolls: tuple[Event, ...] = ()


class _Playing:
    """One motion cut into phases, for its speed and the number of others that wait."""

    def __init__(self, motion: Motion, speed: Speed, waiting: int) -> None:
        self._motion = motion
        self._still = speed is Speed.OFF
        self._share = (speed.value or 1.0) / (1 + 0.5 * max(0, waiting - BRISK_FROM))
        self._phases = tuple(self._cut())
        self.length = sum(phase.length for phase in self._phases)

    def _ms(self, length: int) -> int:
        return max(1, round(length * self._share))

    def _cut(self) -> Iterable[_Phase]:
        motion = self._motion
        before, after = motion.before, motion.after
        throws = _throws(motion.events) if motion.dice else []
        for rolls in throws:
            count = sum(len(event.dice or ()) for event in rolls)
            length = STILL_DICE if self._still else DICE + DICE_APART * (count - 1) + DICE_STAY
            yield _Phase(_Kind.DICE, self._ms(length), before, rolls=rolls)
        if self._still:
            yield _Phase(_Kind.FADE, STILL, before)
            return
        change = _Change.of(motion)
        if change.gone:
            yield _Phase(_Kind.FALL, self._ms(CAPTURE), _without(before, change.gone), change.gone)
        if change.mover:
            left = _without(before, (*change.gone, *change.captured))
            left = _with_cell(left, motion.path[0], after)
            length = STEP * (len(motion.path) - 1)
            if change.captured:
                length = max(length, CAPTURE)
            yield _Phase(_Kind.STEP, self._ms(length), left, change.mover, change.captured)
        if change.new:
            yield _Phase(_Kind.APPEAR, self._ms(CAPTURE), _without(after, change.new), change.new)
        if not (change.gone or change.mover or change.new):
            yield _Phase(_Kind.FADE, self._ms(TURN), before)

    def at(self, elapsed: int) -> Scene:
        """Return what is seen ``elapsed`` milliseconds after the start, before the end."""
        for phase in self._phases:
            if elapsed < phase.length:
                return self._scene(phase, elapsed)
            elapsed -= phase.length
        return Scene(self._motion.after)

    def _scene(self, phase: _Phase, elapsed: int) -> Scene:
        share = elapsed / phase.length
        eased = ease_out(share)
        match phase.kind:
            case _Kind.DICE:
                throw = _throw(phase.rolls, elapsed / self._share, still=self._still)
                return Scene(phase.base, throw=throw)
            case _Kind.FALL:
                return Scene(phase.base, flying=tuple(_fading(piece, eased) for piece in phase.pieces))
            case _Kind.STEP:
                falling = max(0.0, 2 * share - 1)
                captured = tuple(_fading(piece, falling) for piece in phase.captured)
                return Scene(phase.base, flying=(*captured, self._stepping(phase, share)))
            case _Kind.APPEAR:
                flying = (
                    Flying((piece,), piece.cell, piece.cell, scale=0.7 + 0.3 * eased, alpha=eased)
                    for piece in phase.pieces
                )
                return Scene(phase.base, flying=tuple(flying))
            case _Kind.FADE:
                return Scene(phase.base, self._motion.after, eased)

    def _stepping(self, phase: _Phase, share: float) -> Flying:
        path = self._motion.path
        way = ease_out(share) * (len(path) - 1)
        k = min(int(way), len(path) - 2)
        return Flying(phase.pieces, path[k], path[k + 1], way - k, 0.18 * math.sin(math.pi * ease_out(share)))


def _fading(piece: Piece, share: float) -> Flying:
    return Flying((piece,), piece.cell, piece.cell, scale=1 - 0.25 * share, alpha=1 - share)


# --- what changes ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Change:
    """What a motion changes on the board.

    Attributes:
        gone: Pieces of ``before`` that fall before anything moves.
        captured: Pieces of ``before`` that the mover takes when it arrives.
        mover: What moves along the path.
        new: Pieces of ``after`` that appear in the end.
    """

    gone: tuple[Piece, ...]
    captured: tuple[Piece, ...]
    mover: tuple[Piece, ...]
    new: tuple[Piece, ...]

    @classmethod
    def of(cls, motion: Motion) -> "_Change":
        before, after = motion.before.pieces, motion.after.pieces
        earlier, later = set(map(_identity, before)), set(map(_identity, after))
        mover = _mover(motion)
        target = motion.path[-1] if mover else None
        source = motion.path[0] if mover else None
        arrived = {(target, piece.kind, piece.owner) for piece in mover}
        taken = {(cell, kind) for cell, kind, _ in later - earlier - arrived}
        lost = [
            piece
            for piece in before
            if _identity(piece) not in later
            and piece.cell != source
            and (piece.cell, piece.kind) not in taken  # it has another owner now: seen when all is over
        ]
        known = {(cell, kind) for cell, kind, _ in earlier}
        new = [
            piece
            for piece in after
            if _identity(piece) not in earlier | arrived
            and piece.cell != source
            and (piece.cell, piece.kind) not in known
        ]
        if not mover or motion.dice:
            return cls(tuple(lost), (), mover, tuple(new))
        foreign = [piece for piece in lost if piece.owner != motion.seat]
        # An own piece on the target becomes part of what is there afterwards (a tower grows).
        return cls((), tuple(foreign), mover, tuple(new))


def _identity(piece: Piece) -> tuple[str | None, str, Seat | None]:
    """Return what makes it the same piece in another position; counts and marks may have changed."""
    return piece.cell, piece.kind, piece.owner


def _mover(motion: Motion) -> tuple[Piece, ...]:
    """Return what moves along the path: as the events tell, else what the source lost and the target gained."""
    if len(motion.path) < 2:
        return ()
    source, target = motion.path[0], motion.path[-1]
    here = [piece for piece in motion.before.pieces if piece.cell == source]
    there = [piece for piece in motion.after.pieces if piece.cell == target]
    for event in motion.events:
        if event.kind is EventKind.MOVED and event.cell == target:
            kind = event.piece or (here[-1].kind if here else "")
            like = next((piece for piece in (*there, *here) if piece.kind == kind), None)
            marks = () if like is None else tuple(word for word in like.marks if word not in ("done", "new"))
            return (Piece(source, kind, event.seat, event.count or 1, marks),)
    if any(event.kind is EventKind.ROLLED for event in motion.events):
        return ()  # an attack that was beaten back, or shots
    came = {(piece.kind, piece.owner) for piece in there}
    remaining = {_identity(piece) for piece in motion.after.pieces}
    return tuple(
        piece for piece in here if _identity(piece) not in remaining and (piece.kind, piece.owner) in came
    )


def _without(picture: BoardPicture, pieces: Iterable[Piece]) -> BoardPicture:
    leaving = {id(piece) for piece in pieces}
    return replace(picture, pieces=tuple(piece for piece in picture.pieces if id(piece) not in leaving))


def _with_cell(picture: BoardPicture, cell: str, other: BoardPicture) -> BoardPicture:
    """Return ``picture`` with what stands on ``cell`` as in ``other``."""
    kept = tuple(piece for piece in picture.pieces if piece.cell != cell)
    return replace(picture, pieces=kept + tuple(piece for piece in other.pieces if piece.cell == cell))


# --- dice -----------------------------------------------------------------------------------------------------
def _throws(events: Iterable[Event]) -> list[tuple[Event, ...]]:
    """Return the events with dice, those of one fight together: it begins with the side that has a source."""
    throws: list[list[Event]] = []
    for event in events:
        if not event.dice or event.cell is None:
            continue
        if event.source is not None or not throws:
            throws.append([])
        throws[-1].append(event)
    return [tuple(rolls) for rolls in throws]


def _throw(rolls: tuple[Event, ...], elapsed: float, *, still: bool) -> Throw:
    dice: list[Die] = []
    for i, event in enumerate(rolls):
        side = 0 if i == 0 else 1
        for pips in event.dice or ():
            rest = DICE + DICE_APART * len(dice) - elapsed
            if still or rest <= 0:
                dice.append(Die(side, event.seat, pips, 1.0))
                continue
            # Faces follow each other without chance: the same throw looks the same each time.
            face = (int(elapsed) // TUMBLE * 5 + len(dice) * 3 + pips) % 6 + 1
            dice.append(Die(side, event.seat, face, 0.0 if rest > DICE / 2 else 1 - rest / (DICE / 2)))
    assert rolls[0].cell is not None
    return Throw(rolls[0].cell, tuple(dice))
