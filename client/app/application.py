"""The program behind the window: one profile, its preferences and saved matches, one table at a time.

It is made before the first frame is drawn, so whatever takes long to load (streams, cryptography's rest, the
rules) is loaded when it is first needed, and by ``run`` at once.
"""

from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from client import i18n
from client.app.ports import Notice, SavedMatch, SeatKind, SeatPlan, VerifiedMatch
from client.app.preferences import (
    FILE,
    Preferences,
    chosen_name,
    load_preferences,
    save_preferences,
    system_name,
)
from client.errors import EXPECTED, ClientError, explain
from client.files import write_whole
from client.log import LOG
from client.profiles import Profile, check_name, home
from client.settings import ComputerChoice, PeerSettings
from client.view.source import MatchSource
from engine.options import OptionValue
from protocol.identity import fingerprint, public_bytes

if TYPE_CHECKING:
    from client.app.library import Library
    from client.app.table import LiveTable
    from client.workers.deciding import Advice

__all__ = ["WindowApplication"]

Job = Callable[[], Awaitable[None]]


class WindowApplication:
    """See ``client.app.ports.Application``; ``run`` has to run as long as the window is open.

    Args of the constructor:
        profile: Opened and locked.
        log_level: In force.
        language: In place of the one that the preferences name.
        listen_host: Literal address to listen on, in place of all that this machine has.

    Attributes:
        table: The table at which this person sits; None after ``Table.leave``.
        notices: What there is to tell at the start.
    """

    def __init__(
        self,
        profile: Profile,
        *,
        log_level: str = "info",
        language: str | None = None,
        listen_host: str | None = None,
    ) -> None:
        self.table: LiveTable | None = None
        self.profile = profile.name
        self.log_file: Path = profile.log_file
        self.log_level = log_level
        self.fingerprint = fingerprint(public_bytes(profile.key))
        self.notices: list[Notice] = []
        self.preferences: Preferences
        self._profile = profile
        self._listen_host = listen_host
        self._file = profile.directory / FILE
        self._jobs: deque[Job] = deque()
        self._wake: Callable[[], None] = lambda: None
        self._quitting = False
        self._last: LiveTable | None = None
        self._library: Library | None = None
        self.preferences, sound = load_preferences(self._file)
        i18n.use(language or self.preferences.language)
        if language is not None:
            self.preferences.language = language
        if not sound:
            self.notices.append(
                Notice(
                    "preferences",
                    i18n.tr(
                        "The file with your preferences was damaged. What made no sense is the default again."
                    ),
                    bad=True,
                )
            )

    @property
    def name(self) -> str:
        """As others see this person: never "default", which says no more than that nobody chose a profile."""
        return chosen_name(self.preferences, self.profile) or system_name() or i18n.tr("Player")

    @property
    def needs_name(self) -> bool:
        """Whether nobody has said yet what this person is called."""
        return not chosen_name(self.preferences, self.profile)

    # --- running --------------------------------------------------------------------------------------
    async def run(self) -> None:
        """Do in trio what is asked for, until ``quit``; cancelled, it still takes leave of everybody."""
        import trio

        # In a thread, so that the window answers meanwhile; a first click that is faster waits for it.
        await trio.to_thread.run_sync(_load)
        news = trio.Event()

        def wake() -> None:
            news.set()

        self._wake = wake
        async with trio.open_nursery() as nursery:
            while not self._quitting or self._jobs:
                while self._jobs:
                    nursery.start_soon(self._jobs.popleft())
                news = trio.Event()
                if not self._quitting:
                    await news.wait()
            await self._leave()
            nursery.cancel_scope.cancel()

    def quit(self) -> None:
        """End ``run`` in an orderly way."""
        self._quitting = True
        self._wake()

    def _get_up(self, table: "LiveTable") -> None:
        if self.table is table:
            self.table = None

    async def _leave(self) -> None:
        if self._last is not None:
            self._last.leave()
            await self._last.finished.wait()

    def _start(self, job: Job) -> None:
        self._jobs.append(job)
        self._wake()

    # --- preferences ----------------------------------------------------------------------------------
    def save_preferences(self) -> None:
        """Keep them, and speak the language that they name. Raises ``ClientError``."""
        save_preferences(self._file, self.preferences)
        i18n.use(self.preferences.language)

    def profiles(self) -> Sequence[str]:
        """Return the names of all profiles, this one's among them."""
        found = {path.name for path in (home() / "profiles").glob("*") if path.is_dir()}
        return sorted(found | {self.profile})

    def switch_profile(self, name: str) -> None:
        """Start the program anew with another profile and end this one. Raises ``UsageError`` for an impossible name.

        The new one is on its own: it has its own lock, and does not end with this process.
        """
        import os
        import subprocess

        from client.processes import package_environment, wabe_command

        wanted = check_name(name)
        subprocess.Popen(  # noqa: S603 - this very program
            [*wabe_command(), "window", "--profile", wanted],
            env=package_environment(os.environ),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.quit()

    # --- tables ---------------------------------------------------------------------------------------
    def start_local(
        self, game: str, options: Mapping[str, OptionValue], seats: Sequence[SeatPlan]
    ) -> "LiveTable":
        """Begin a match at this machine. Raises ``ClientError`` where game, options or seats do not go together."""
        for number, plan in enumerate(seats):
            if plan.kind is SeatKind.OPEN:
                raise ClientError(
                    "setup",
                    i18n.tr("Nobody can join a match at one machine."),
                    f"seat {number}",
                )
        settings = self._settings_of(game, options, seats)
        names = tuple(plan.name for plan in seats)
        return self._sit_down(replace(settings, alone=True, seat_names=names if any(names) else ()), seats)

    def host(
        self,
        game: str,
        options: Mapping[str, OptionValue],
        seats: Sequence[SeatPlan],
        port: int | None = None,
    ) -> "LiveTable":
        """Open a room. Raises as ``start_local``; a ``port`` that cannot be had ends the table."""
        settings = replace(self._settings_of(game, options, seats), by_hand=True)
        if port is not None:
            host = self._listen_host or ""
            settings = replace(settings, listen=f"{host}:{port}")
        return self._sit_down(settings, seats)

    def join(self, target: str) -> "LiveTable":
        """Join by address or invitation. Raises ``ClientError`` where the text is neither."""
        from client.targets import check_settings

        settings = replace(self._usual_settings(), join=target.strip(), by_hand=True)
        check_settings(settings)
        return self._sit_down(settings)

    def play_again(self) -> "LiveTable":
        """Leave the table for one at which the same people can meet. Raises ``ClientError``."""
        if self.table is None:
            raise ClientError("again", i18n.tr("This match cannot be played again from here."))
        return self._sit_down(*self.table.next_settings())

    def resume(self, match: str) -> "LiveTable":
        """Go on with a match of this profile."""
        return self._sit_down(replace(self._usual_settings(), resume=match))

    def _usual_settings(self) -> PeerSettings:
        return PeerSettings(
            name=self.name, usual_host=self._listen_host, usual_port=self.preferences.port, stays=True
        )

    def _settings_of(
        self, game: str, options: Mapping[str, OptionValue], seats: Sequence[SeatPlan]
    ) -> PeerSettings:
        from engine.registry import find

        try:
            rules = find(game)
            complete = rules.complete(options)
        except EXPECTED as error:
            raise explain(error) from error
        count = rules.seats(complete)
        if len(seats) != count:
            raise ClientError("setup", i18n.tr("This game has another number of seats."), "seats")
        own = tuple(number for number, plan in enumerate(seats) if plan.kind is SeatKind.ME)
        if not own:
            raise ClientError("setup", i18n.tr("Take a seat yourself."), "seats")
        computers = tuple(
            ComputerChoice(number, plan.level, plan.nodes)
            for number, plan in enumerate(seats)
            if plan.kind is SeatKind.COMPUTER
        )
        return replace(self._usual_settings(), game=game, options=complete, seats=own, computers=computers)

    def _sit_down(self, settings: PeerSettings, seats: Sequence[SeatPlan] = ()) -> "LiveTable":
        """Open a table, after whatever is left of the one before has ended."""
        from client.app.table import LiveTable

        before = self._last
        if before is not None:
            before.leave()
        table = self.table = self._last = LiveTable(settings, self._profile, seats, self._get_up)

        async def sit() -> None:
            if before is not None:
                await before.finished.wait()
            await table.run()

        self._start(sit)
        return table

    # --- advice ---------------------------------------------------------------------------------------
    def ask_hint(self, match: MatchSource, done: Callable[["Advice | None"], None]) -> None:
        """Have a worker find out what a good player would do, then call ``done``."""
        game, state, seat = match.game, match.now(), match.own_turn()

        async def ask() -> None:
            from client.hints import adviser, hint

            try:
                advice = None if seat is None else await hint(game, state, seat, *adviser(game))
            except Exception:  # advice that cannot be had is no reason to end the program
                LOG.exception("no advice")
                advice = None
            done(advice)

        self._start(ask)

    # --- saved matches --------------------------------------------------------------------------------
    def library(self) -> Sequence[SavedMatch]:
        """Return the matches on disk as they were found last, newest first."""
        return () if self._library is None else self._library.matches()

    def refresh_library(self, done: Callable[[], None]) -> None:
        """Read the directory again in a thread, then call ``done``."""

        async def refresh() -> None:
            from client.app.notices import why_ended

            library = self._shelves()
            try:
                await library.refresh()
            except Exception as error:  # a list that cannot be read is no reason to end the program
                self.notices.append(why_ended(error, self.log_file))
            done()

        self._start(refresh)

    def open_replay(self, path: Path, done: Callable[[VerifiedMatch | None, Notice], None]) -> None:
        """Read and verify a match file in a thread, then call ``done``."""

        async def read() -> None:
            import trio

            from client.app.library import open_replay
            from client.app.notices import why_ended

            me = public_bytes(self._profile.key)
            try:
                source, notice = await trio.to_thread.run_sync(
                    open_replay, path, me, self.name, abandon_on_cancel=True
                )
            except Exception as error:  # told to the person, as everything about a file is
                done(None, why_ended(error, self.log_file))
            else:
                done(source, notice)

        self._start(read)

    def export(self, path: Path, target: Path) -> Notice:
        """Write the plain record of a match file and return what came of it."""
        from client.app.notices import refusal, sentence
        from client.verify import load_match, open_transcript, plain_record

        try:
            write_whole(target, plain_record(load_match(open_transcript(path))))
        except EXPECTED as error:
            code, text = refusal(error)
            return Notice(code, text, bad=True)
        return Notice("exported", sentence(i18n.tr("The record was written to {path}", path=target)))

    def remove(self, path: Path, done: Callable[[Notice], None]) -> None:
        """Delete a match file and what lies beside it, then call ``done``; not that of the table in use."""

        async def remove() -> None:
            import trio

            from client.app.notices import refusal, sentence
            from client.store import remove_match

            try:
                if self.table is not None and self.table.file == path:
                    raise ClientError("in_use", i18n.tr("That match is being played."))
                await trio.to_thread.run_sync(remove_match, path)
                await self._shelves().refresh()
            except EXPECTED as error:
                code, text = refusal(error)
                done(Notice(code, text, bad=True))
            else:
                done(Notice("removed", sentence(i18n.tr("The match was deleted."))))

        self._start(remove)

    def _shelves(self) -> "Library":
        from client.app.library import Library

        if self._library is None:
            kept = self._profile.directory / "library.json"
            self._library = Library(self._profile.matches, kept, public_bytes(self._profile.key), self.name)
        return self._library


def _load() -> None:
    """Load what tables and saved matches need."""
    import client.app.library
    import client.app.table  # noqa: F401
