"""What a command line asks a peer process to do, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.game import Seat
from engine.options import OptionValue

__all__ = ["ComputerChoice", "EngineChoice", "LevelChoice", "PeerSettings"]


@dataclass(frozen=True, slots=True)
class ComputerChoice:
    """A seat that the host gives to the computer; ``nodes`` None: the level's usual budget."""

    seat: Seat
    level: str
    nodes: int | None


@dataclass(frozen=True, slots=True)
class LevelChoice:
    """A computer level that plays this peer's human-keyed seats."""

    level: str
    nodes: int | None


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """An external engine that plays them: its command, what ``go`` is told, and the seconds that this gives."""

    command: tuple[str, ...]
    bound: str
    seconds: float


@dataclass(frozen=True, slots=True)
class PeerSettings:
    """Everything that ``wabe peer`` was told.

    Attributes:
        game, options: What to host; None for who joins or resumes.
        join: Address or invitation of somebody in the room.
        resume: Match file or match id.
        seats: Seats to hold; empty: the first free one.
        computers: Seats of the computer.
        player: Who plays the own seats; None: a person at the terminal.
        name: Shown to others; None: as in a resumed match, else ``usual_name``.
        usual_name: Shown to others who were told no other name.
        seat_names: Of a match at one machine: names of its persons by seat, "" for ``name``.
        listen: Where to listen; None: the usual port on all addresses, or any free one where that is taken.
        peers: If not empty, the only peers to link to.
        profile: Profile name; None: the usual one.
        log_level: Of the log file.
        json: JSON lines instead of sentences.
        end_with_input: Leave as soon as standard input ends, whoever's turn it is.
        alone: All seats are held here or by computers: nobody is listened for.
        by_hand: Be ready, and start a room of one's own, only when told.
        stays: Do not leave by itself when the match is over.
        usual_host, usual_port: Where to listen unless ``listen`` says something else; None: on all addresses, at the
            program's usual port. Where that is taken, any free port will do.
    """

    game: str | None = None
    options: Mapping[str, OptionValue] | None = None
    join: str | None = None
    resume: str | None = None
    seats: tuple[Seat, ...] = ()
    computers: tuple[ComputerChoice, ...] = ()
    player: LevelChoice | EngineChoice | None = None
    name: str | None = None
    usual_name: str = "Player"
    seat_names: tuple[str, ...] = ()
    listen: str | None = None
    peers: tuple[str, ...] = ()
    profile: str | None = None
    log_level: str = "info"
    json: bool = False
    end_with_input: bool = False
    alone: bool = False
    by_hand: bool = False
    stays: bool = False
    usual_host: str | None = None
    usual_port: int | None = None

    @property
    def hosts(self) -> bool:
        """Whether this process opens the room."""
        return self.game is not None
