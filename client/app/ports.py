"""What the window asks of the program behind it: agreed between ``client.app`` and ``client.ui.screens``."""

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from client.view.source import Connection, MatchSource
from engine.game import Seat
from engine.options import OptionValue

if TYPE_CHECKING:
    from client.workers.deciding import Advice

__all__ = [
    "Again",
    "Application",
    "Notice",
    "RoomSeat",
    "RoomView",
    "SavedMatch",
    "Seal",
    "SeatKind",
    "SeatPlan",
    "Table",
    "VerifiedMatch",
]


class SeatKind(enum.Enum):
    """Who is to sit on a seat."""

    ME = "me"
    """A person at this machine; several seats may be: hot-seat."""
    OPEN = "open"
    """Whoever joins."""
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who is to sit on a seat of a new match.

    Attributes:
        kind: Who.
        level: Of a computer.
        nodes: Its budget; None: the usual one.
        name: Of a person at this machine, where all are; "": as others see this person.
    """

    kind: SeatKind
    level: str = ""
    nodes: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a person should know.

    Attributes:
        code: Stable.
        text: A sentence in the language in use.
        bad: Whether it is a fault, not news.
    """

    code: str
    text: str
    bad: bool = False


class Again(enum.Enum):
    """How the people of a match over the network meet for another one."""

    HOST = "host"
    """A room like that of this match is opened here."""
    JOIN = "join"
    """The host opens one, and it is joined."""
    WAIT = "wait"
    """The host has not left the table yet: there is no room to join."""


@dataclass(frozen=True, slots=True)
class RoomSeat:
    """One seat of a room before the match.

    Attributes:
        seat: Its number.
        kind: ``open``, ``human``, ``computer``.
        name: Of its holder.
        level: Of a computer.
        ready: Whether its holder agreed to the terms as they stand.
        own: Whether it is held here.
        host: Whether its holder is the host.
        connection: How its holder is linked, None for open and computer seats.
    """

    seat: Seat
    kind: str
    name: str = ""
    level: str = ""
    ready: bool = False
    own: bool = False
    host: bool = False
    connection: Connection | None = None


@dataclass(frozen=True, slots=True)
class RoomView:
    """A room before the match.

    Attributes:
        hosting: Whether it is one's own.
        game, options: What is to be played; "" and none as long as nothing is known.
        special: Names of options that differ from what the game would choose.
        seats: All seats.
        ready: Whether one is ready oneself.
        can_start: Whether every seat is taken and all others are ready (the host starts, and so is ready).
        waiting: A sentence: what is missing.
        invitation: To give to others.
        addresses: Where one can be reached.
        port: The port listened on, 0 for none.
        starting: Signatures are being collected.
    """

    hosting: bool
    game: str
    options: Mapping[str, OptionValue]
    special: tuple[str, ...]
    seats: tuple[RoomSeat, ...]
    ready: bool
    can_start: bool
    waiting: str
    invitation: str
    addresses: tuple[str, ...]
    port: int
    starting: bool = False


class Table(Protocol):
    """A room and the match that comes of it, from sitting down to leaving. Deeds are as in ``MatchSource``."""

    @property
    def room(self) -> RoomView | None:
        """The room; None once there is a match, and for local and resumed ones."""

    @property
    def match(self) -> MatchSource | None:
        """The match, once there is one."""

    @property
    def notices(self) -> Sequence[Notice]:
        """News, newest last, at most 50."""

    @property
    def ended(self) -> Notice | None:
        """Why the table cannot go on, if so; the match is on disk."""

    @property
    def file(self) -> Path | None:
        """The file of the match; None before there is one."""

    @property
    def again(self) -> Again | None:
        """How the same people meet for another match.

        None: not from here, as nobody else plays, or as nothing is known of where the host listens.
        """

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Have ``changed`` called after every change; returns a function that ends this."""

    def claim(self, seat: Seat) -> None:
        """Sit down on an open seat, giving up the one held."""

    def set_ready(self, ready: bool) -> None:
        """Agree to the terms as they stand, or take it back."""

    def set_terms(self, options: Mapping[str, OptionValue]) -> None:
        """Change the options (the host)."""

    def set_seat(self, seat: Seat, plan: SeatPlan) -> None:
        """Give a free or computer seat to the computer, or open it (the host)."""

    def kick(self, seat: Seat) -> None:
        """Turn out whoever holds the seat (the host)."""

    def start(self) -> None:
        """Begin the match (the host)."""

    def say(self, text: str) -> None:
        """Chat, where there is a match."""

    def leave(self) -> None:
        """Get up: the links end, the match stays on disk."""


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match on disk.

    Attributes:
        path: The file.
        id: Of the match, as hexadecimal text.
        game, options: What was played.
        seats: Names, "" for a computer.
        own: Seats held here.
        items: Length of the log.
        when: Seconds since 1970, of the last write.
        finished: Whether it has ended.
        winners: Once ended.
        resumable: Whether it can be gone on with from here.
        local: Whether all seats are this machine's.
        round: Number of the round or ply for people.
        damaged: A sentence, where the file cannot be read.
    """

    path: Path
    id: str
    game: str
    options: Mapping[str, OptionValue]
    seats: tuple[str, ...]
    own: tuple[Seat, ...]
    items: int
    when: float
    finished: bool
    winners: tuple[Seat, ...]
    resumable: bool
    local: bool
    round: int
    damaged: str = ""


@dataclass(frozen=True, slots=True)
class Seal:
    """What was found to hold in a match file: everything in it was verified, and played again by the rules.

    Attributes:
        match: Id, hexadecimal.
        entries: Signed entries.
        items: Items of the log.
        links: Dice links that were opened.
        events: Items with dice.
        signatures: Of the contract: name of each person, "" where it is not known, and head of the fingerprint.
    """

    match: str
    entries: int
    items: int
    links: int
    events: int
    signatures: tuple[tuple[str, str], ...]


class VerifiedMatch(MatchSource, Protocol):
    """A match from a file, verified."""

    seal: Seal


class Application(Protocol):
    """The program behind the window. One table at a time."""

    notices: list[Notice]
    """What there is to tell; whoever tells it takes it out."""
    fingerprint: str
    profile: str
    log_file: Path
    log_level: str
    preferences: Any
    """``client.app.preferences.Preferences``: language, theme, scale, motion, volume, port, ..."""

    @property
    def table(self) -> Table | None:
        """The table at which this person sits."""

    @property
    def name(self) -> str:
        """As others see this person."""

    @property
    def needs_name(self) -> bool:
        """Whether nobody has said yet what this person is called: to be asked before others see ``name``."""

    def save_preferences(self) -> None:
        """Keep them."""

    def library(self) -> Sequence[SavedMatch]:
        """Return the matches on disk, newest first (a cache; see ``refresh_library``)."""

    def refresh_library(self, done: Callable[[], None]) -> None:
        """Read the directory again without holding up the window, then call ``done``."""

    def profiles(self) -> Sequence[str]:
        """Return the names of all profiles."""

    def switch_profile(self, name: str) -> None:
        """Start the program anew with another profile, which is made if need be, and end this one.

        Raises ``ClientError`` where no profile can be called that.
        """

    def start_local(self, game: str, options: Mapping[str, OptionValue], seats: Sequence[SeatPlan]) -> Table:
        """Begin a match at this machine: persons (hot-seat) and computers."""

    def host(
        self,
        game: str,
        options: Mapping[str, OptionValue],
        seats: Sequence[SeatPlan],
        port: int | None = None,
    ) -> Table:
        """Open a room."""

    def join(self, target: str) -> Table:
        """Join by address or invitation. Raises ``ClientError`` where the text is neither."""

    def play_again(self) -> Table:
        """Leave the table for one at which the same people can meet. Raises ``ClientError`` where there is none."""

    def resume(self, match: str) -> Table:
        """Go on with a match of this profile, by id."""

    def ask_hint(self, match: MatchSource, done: Callable[["Advice | None"], None]) -> None:
        """Find out what a good player would do in the position of ``match`` for the person who is to act.

        ``done`` is called with the advice, without holding up the window; with None where there is none to give.
        """

    def open_replay(self, path: Path, done: Callable[[VerifiedMatch | None, Notice], None]) -> None:
        """Read and verify a match file without holding up the window, then call ``done``."""

    def export(self, path: Path, target: Path) -> Notice:
        """Write the plain record of a match file."""

    def remove(self, path: Path, done: Callable[[Notice], None]) -> None:
        """Delete a match file for good, without holding up the window, then call ``done``."""

    def quit(self) -> None:
        """End the program in an orderly way."""
