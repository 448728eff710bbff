"""What the view model needs of a match, live or from a file. ``client.app`` offers it; so do tests."""

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from engine.game import Game, Outcome, Seat

if TYPE_CHECKING:
    # Only named here: the window's first frame need not wait for the protocol.
    from protocol.agreements import OpenOffer
    from protocol.effects import Applied

__all__ = ["ChatLine", "Connection", "MatchSource", "Phase", "SeatInfo", "Status"]


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who holds a seat.

    Attributes:
        seat: Its number.
        kind: ``human`` or ``computer``.
        name: As its holder wants to be called; for a computer "".
        own: Whether it is played by a person at this machine.
        level: Of a computer, else "".
    """

    seat: Seat
    kind: str
    name: str
    own: bool
    level: str = ""


@dataclass(frozen=True, slots=True)
class Connection:
    """How a seat is linked.

    Attributes:
        state: ``here`` (at this machine), ``direct``, ``through`` (over another player), ``lost``.
        quality: 0 (lost) to 3.
        round_trip_ms: None where unknown.
        absent_ms: For how long it has been lost.
    """

    state: str
    quality: int
    round_trip_ms: int | None = None
    absent_ms: int = 0


class Phase(enum.Enum):
    """Where a match stands."""

    PLAYING = "playing"
    DICE = "dice"
    """The dice of others are waited for."""
    RECOVERING = "recovering"
    FROZEN = "frozen"
    STOPPED = "stopped"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Status:
    """Where a match stands, and why.

    Attributes:
        phase: The phase.
        waiting_for: Seats that are waited for (dice, what they hold).
        code, text: Why it stopped.
        how: ``played``, ``agreed`` and so on, once finished.
        outcome: Once finished, None where it was called off.
        complete: Everybody has acknowledged the end.
    """

    phase: Phase
    waiting_for: tuple[Seat, ...] = ()
    code: str = ""
    text: str = ""
    how: str = ""
    outcome: Outcome | None = None
    complete: bool = False


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat; seat None: a notice of this program."""

    seat: Seat | None
    text: str


class MatchSource(Protocol):
    """A match to be looked at and, where it is live, played.

    Everything is called in the thread of the window; deeds are carried out soon after, and what comes of them is
    told by ``changed``. A deed that is refused is told through ``refused`` with a code and a sentence.
    """

    game: Game[Any, Any]
    options: Mapping[str, Any]
    seats: Sequence[SeatInfo]
    live: bool
    """Whether it is played; a replay is not."""

    @property
    def can_take_back(self) -> bool:
        """Whether ``take_back`` is possible: a match at this machine alone, of a game without an undo of its own."""

    @property
    def steps(self) -> "Sequence[Applied]":
        """All applied items, in order."""

    @property
    def chat_lines(self) -> Sequence[ChatLine]:
        """What was said, oldest first."""

    def state_at(self, k: int) -> Any:
        """Return the position after ``k`` items, 0..len(steps)."""

    def now(self) -> Any:
        """Return the position to decide in: the newest, resignations that are not yet listed applied."""

    def status(self) -> Status:
        """Return where the match stands."""

    def to_act(self) -> Seat | None:
        """Return the seat whose action is next."""

    def own_turn(self) -> Seat | None:
        """Return the seat of a person here that may act now, or None."""

    def thinking(self) -> Seat | None:
        """Return the computer seat that is thinking at this machine, or None."""

    def connection(self, seat: Seat) -> Connection:
        """Return how ``seat`` is linked."""

    def offers(self) -> "Sequence[OpenOffer]":
        """Return the offers that stand."""

    def subscribe(
        self, changed: Callable[[], None], refused: Callable[[str, str], None]
    ) -> Callable[[], None]:
        """Have ``changed`` called after every change and ``refused`` for every deed that is not possible.

        Returns a function that ends this.
        """

    # --- deeds --------------------------------------------------------------------------------------------
    def act(self, seat: Seat, action: str) -> None:
        """Play."""

    def resign(self, seat: Seat) -> None:
        """Give up."""

    def offer(self, seat: Seat, kind: str) -> None:
        """Offer ``draw`` or ``abort``."""

    def accept(self, seat: Seat, offer: bytes) -> None:
        """Accept an offer."""

    def chat(self, seat: Seat, text: str) -> None:
        """Say something."""

    def take_back(self) -> None:
        """Go back to this person's last decision, where ``can_take_back``."""
