"""An arena from its terms to its tables: progress, records, an orderly end when interrupted."""

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import trio
from rich.console import Console

from client.arena.bout import Played, Terms
from client.arena.report import as_json, as_tables, file_name
from client.arena.running import play_all
from client.arena.schedule import Entrant, fixtures
from client.arena.tally import Tally
from client.errors import ClientError, file_errors
from client.external import ExternalPlayer
from client.files import ensure_directory, write_whole
from client.interrupts import run_interruptible, run_until
from client.terminal.progress import progress
from engine.registry import find

__all__ = ["ArenaSettings", "run_arena"]


@dataclass(frozen=True, slots=True)
class ArenaSettings:
    """What ``wabe arena`` is asked for.

    Attributes:
        terms: Game, options and limits.
        entrants: The players, two or more.
        games: How many games at least.
        seed: Of everything random.
        jobs: How many games run at once.
        json: Tell the result as JSON.
        save: Directory for the records; None: none are kept.
    """

    terms: Terms
    entrants: tuple[Entrant, ...]
    games: int
    seed: int
    jobs: int
    json: bool
    save: Path | None


def run_arena(settings: ArenaSettings) -> int:
    """Play, show progress and print the result, also after an interrupt; return the exit status.

    Raises:
        ClientError: An engine could not be started, or a record could not be saved.
    """
    if settings.save is not None:
        _prepare(settings.save)
    seats = find(settings.terms.game).seats(settings.terms.options)
    schedule = list(fixtures(len(settings.entrants), seats, settings.games, settings.seed))
    games: list[Played] = []

    async def main(asked: trio.Event) -> int:
        with progress("games", shown=True) as show:
            show(0, len(schedule))

            def told(played: Played) -> None:
                if settings.save is not None:
                    write_whole(settings.save / file_name(played), played.record.encode() + b"\n")
                games.append(played)
                show(len(games), len(schedule))

            async def work() -> None:
                await _check_engines(settings.entrants)
                await play_all(settings.terms, settings.entrants, schedule, settings.jobs, told)

            await run_until(asked, work)
        return 0

    try:
        status = run_interruptible(main)
    except BaseException:
        # Hours may lie behind the games that are over.
        if games:
            _tell(settings, seats, len(schedule), games)
        raise
    _tell(settings, seats, len(schedule), games)
    return status


def _tell(settings: ArenaSettings, seats: int, planned: int, games: Sequence[Played]) -> None:
    """Print what came of ``games``, and keep it where records are kept."""
    tally = Tally.of(settings.entrants, seats, games)
    saved = settings.save is not None
    found = as_json(tally, settings.terms, settings.entrants, games, settings.seed, planned, saved)
    text = json.dumps(found, indent=2, sort_keys=True)
    try:
        if settings.save is not None:
            write_whole(settings.save / "arena.json", text.encode() + b"\n")
    finally:
        if settings.json:
            sys.stdout.write(f"{text}\n")
        else:
            console = Console(file=sys.stdout)
            console.print(as_tables(tally, planned, console.width))


async def _check_engines(entrants: Sequence[Entrant]) -> None:
    """Start every engine once: that one cannot be started is no defeat but a mistake in the command line."""
    for entrant in entrants:
        if entrant.command:
            await ExternalPlayer(list(entrant.command), {}, "", 0).check()


def _prepare(directory: Path) -> None:
    """Make the directory for records, and see whether it takes any.

    Raises:
        ClientError: ``exists``: there is something in it; or it cannot be made or written to.
    """
    ensure_directory(directory)
    with file_errors(directory):
        if any(directory.iterdir()):
            raise ClientError(
                "exists", f"{directory}: there are files in it; records go to a new directory", str(directory)
            )
        # The first record comes after a whole game only.
        with tempfile.TemporaryFile(dir=directory):
            pass
