"""A program behind the window in which nothing happens: it answers as it was told to, and notes what it is asked."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from client.app.ports import Again, Notice, RoomView, SavedMatch, SeatPlan, Table, VerifiedMatch
from client.app.preferences import Preferences
from client.ui.audio import Audio
from client.view.source import MatchSource
from client.workers.deciding import Advice
from engine.game import Seat
from engine.options import OptionValue

__all__ = ["Silence", "StillApplication", "StillTable"]


class Silence(Audio):
    """Sounds that nobody hears.

    Attributes:
        heard: Names of what was played, with whether it was one's own.
    """

    def __init__(self) -> None:
        super().__init__(0.0)
        self.heard: list[tuple[str, bool]] = []

    def play(self, name: str, *, own: bool = True) -> None:
        """Note it."""
        self.heard.append((name, own))


class StillTable:
    """A ``client.app.ports.Table`` as it is told to be.

    Attributes:
        deeds: What was asked of it, in words.
    """

    def __init__(self, *, room: RoomView | None = None, match: MatchSource | None = None) -> None:
        self.room = room
        self.match = match
        self.file: Path | None = None
        self.notices: Sequence[Notice] = ()
        self.ended: Notice | None = None
        self.again: Again | None = None
        self.deeds: list[str] = []
        self._listeners: list[Callable[[], None]] = []

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Have ``changed`` called by ``tell``."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    def tell(self) -> None:
        """Let everybody know that something was set from outside."""
        for changed in tuple(self._listeners):
            changed()

    def claim(self, seat: Seat) -> None:
        """Note it."""
        self.deeds.append(f"claim {seat}")

    def set_ready(self, ready: bool) -> None:
        """Note it."""
        self.deeds.append(f"ready {ready}")

    def set_terms(self, options: Mapping[str, OptionValue]) -> None:
        """Note it."""
        self.deeds.append(f"terms {dict(options)}")

    def set_seat(self, seat: Seat, plan: SeatPlan) -> None:
        """Note it."""
        self.deeds.append(f"seat {seat} {plan.kind.value} {plan.level}".rstrip())

    def kick(self, seat: Seat) -> None:
        """Note it."""
        self.deeds.append(f"kick {seat}")

    def start(self) -> None:
        """Note it."""
        self.deeds.append("start")

    def say(self, text: str) -> None:
        """Note it."""
        self.deeds.append(f"say {text}")

    def leave(self) -> None:
        """Note it."""
        self.deeds.append("leave")


class StillApplication:
    """A ``client.app.ports.Application`` as it is told to be.

    Attributes:
        matches: What ``library`` returns.
        replay: What ``open_replay`` comes to; None: it never ends.
        advice: What ``ask_hint`` comes to; None: it never ends.
        opened: What ``host``, ``join``, ``resume`` and ``start_local`` return.
        deeds: What was asked of it, in words.
    """

    def __init__(self, preferences: Preferences) -> None:
        self.table: Table | None = None
        self.name = "Mira"
        self.needs_name = False
        self.fingerprint = "7f3a 91c4 2be0 77d1 04aa 5c1e 9d02 e3b7"
        self.profile = "mira"
        self.log_file = Path("/home/mira/.local/state/wabe/mira/wabe.log")
        self.log_level = "info"
        self.preferences = preferences
        self.notices: list[Notice] = []
        self.matches: Sequence[SavedMatch] = ()
        self.replay: tuple[VerifiedMatch | None, Notice] | None = None
        self.advice: Advice | None = None
        self.opened: Table = StillTable()
        self.names: Sequence[str] = ("mira",)
        self.deeds: list[str] = []

    def save_preferences(self) -> None:
        """Note it."""
        self.deeds.append("save preferences")

    def library(self) -> Sequence[SavedMatch]:
        """Return ``matches``."""
        return self.matches

    def refresh_library(self, done: Callable[[], None]) -> None:
        """Be done at once."""
        done()

    def profiles(self) -> Sequence[str]:
        """Return ``names``."""
        return self.names

    def start_local(self, game: str, options: Mapping[str, OptionValue], seats: Sequence[SeatPlan]) -> Table:
        """Return ``opened``."""
        held = ", ".join(plan.level or plan.kind.value for plan in seats)
        self.deeds.append(f"start {game} {dict(options)} {held}")
        return self._sit_down()

    def host(
        self,
        game: str,
        options: Mapping[str, OptionValue],
        seats: Sequence[SeatPlan],
        port: int | None = None,
    ) -> Table:
        """Return ``opened``."""
        held = ", ".join(plan.level or plan.kind.value for plan in seats)
        self.deeds.append(f"host {game} {dict(options)} {held} {port}")
        return self._sit_down()

    def join(self, target: str) -> Table:
        """Return ``opened``."""
        self.deeds.append(f"join {target}")
        return self._sit_down()

    def play_again(self) -> Table:
        """Return ``opened``."""
        self.deeds.append("play again")
        return self._sit_down()

    def resume(self, match: str) -> Table:
        """Return ``opened``."""
        self.deeds.append(f"resume {match}")
        return self._sit_down()

    def _sit_down(self) -> Table:
        self.table = self.opened
        return self.opened

    def ask_hint(self, match: MatchSource, done: Callable[[Advice | None], None]) -> None:
        """Hand out ``advice``, if there is any."""
        self.deeds.append("ask hint")
        if self.advice is not None:
            done(self.advice)

    def open_replay(self, path: Path, done: Callable[[VerifiedMatch | None, Notice], None]) -> None:
        """Hand out ``replay``, if there is one."""
        self.deeds.append(f"open {path.name}")
        if self.replay is not None:
            done(*self.replay)

    def export(self, path: Path, target: Path) -> Notice:
        """Note it."""
        self.deeds.append(f"export {path.name} {target.name}")
        return Notice("exported", f"The record was written to {target}")

    def remove(self, path: Path, done: Callable[[Notice], None]) -> None:
        """Take it off the shelf."""
        self.deeds.append(f"remove {path.name}")
        self.matches = [saved for saved in self.matches if saved.path != path]
        done(Notice("removed", "The match was deleted."))

    def switch_profile(self, name: str) -> None:
        """Note it."""
        self.deeds.append(f"profile {name}")

    def quit(self) -> None:
        """Note it."""
        self.deeds.append("quit")
