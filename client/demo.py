"""The demonstration: peers as processes of this machine play a match, then everything is checked."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import trio
from rich.console import Console
from rich.live import Live

from client.demoview import DemoView, verification_lines
from client.errors import ClientError, file_errors
from client.gameoptions import as_flags, format_value
from client.interrupts import run_interruptible, run_until
from client.names import Names
from client.processes import PeerProcess, child_environment, start_peer
from client.verify import Verification, verify_file
from client.views import result_fields
from client.words import item_words, result_words
from engine.game import Seat
from engine.options import OptionValue
from engine.registry import find

__all__ = ["DemoSettings", "compare", "run_demo"]

_LINES_EVERY = 25
"""Items between two lines of progress where the output is no terminal."""

_FRAMES_PER_SECOND = 6
"""Of the live display: smooth enough, and too few to matter beside the match itself on two cores."""


@dataclass(frozen=True, slots=True)
class DemoSettings:
    """What to demonstrate.

    Attributes:
        game, options: The game.
        peers: Number of processes.
        line: Links in a line instead of all with all.
        level: Level of all seats.
        limited: Words about a limit that was set to end in time; empty if none was.
        keep: Directory to keep everything in; None: a temporary one.
    """

    game: str
    options: Mapping[str, OptionValue]
    peers: int
    line: bool
    level: str
    limited: str
    keep: str | None


def run_demo(settings: DemoSettings) -> int:
    """Play and check a match; return the exit status.

    Raises:
        ClientError: A peer failed, the match did not end, or something does not hold.
    """
    console = Console(highlight=False)
    with _workplace(settings.keep) as home:

        async def main(asked: trio.Event) -> int:
            return await run_until(asked, lambda: _demo(settings, home, console)) or 0

        return run_interruptible(main)


@contextmanager
def _workplace(keep: str | None) -> Iterator[Path]:
    if keep is not None:
        if Path(keep).exists():
            raise ClientError("exists", f"{keep} is there already: --keep DIR makes a new directory", keep)
        with file_errors(keep):
            Path(keep).mkdir(parents=True)
        yield Path(keep).resolve()
        return
    home = Path(tempfile.mkdtemp(prefix="wabe-demo-"))
    try:
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


async def _demo(settings: DemoSettings, home: Path, console: Console) -> int:
    seats = _share_seats(settings)
    options = ", ".join(
        f"{name.replace('_', ' ')} {format_value(value)}" for name, value in settings.options.items()
    )
    console.print(f"{settings.game}: {options}")
    if settings.limited:
        console.print(settings.limited)
    who = _names(settings, seats)
    started = trio.current_time()
    async with _start_all(settings, seats, home) as peers:
        view = DemoView(settings.game, settings.options, peers, who)
        with _progress(view, peers, who, console) as show:
            await _watch(peers, show)
        for peer in peers:
            await peer.finish()
        console.print()
        console.print(view.final(console.width), soft_wrap=True)
        played = trio.current_time() - started
    files = [Path(_told(peer, "match")["file"]) for peer in peers]
    results = [await trio.to_thread.run_sync(verify_file, file) for file in files]
    compare(results)
    assert results[0].result is not None, "every peer told that the match is complete"
    console.print(f"\nresult: {result_words(**result_fields(results[0].result), who=who)}")
    for line in verification_lines(results[0], len(results)):
        console.print(line, soft_wrap=True)
    console.print(f"time: {played:.1f} s played, {trio.current_time() - started - played:.1f} s checked")
    if settings.keep is not None:
        for file in files:
            console.print(f"kept: {file}", soft_wrap=True)
    return 0


def _share_seats(settings: DemoSettings) -> list[list[Seat]]:
    """Return the human-keyed seats of each peer; those of nobody are the computer's."""
    count = find(settings.game).seats(settings.options)
    if settings.options.get("mode") == "factions":
        # Spread over the board: neighbours of human-keyed seats are the computer's where there are any.
        return [[peer * count // settings.peers] for peer in range(settings.peers)]
    return [list(range(peer, count, settings.peers)) for peer in range(settings.peers)]


@asynccontextmanager
async def _start_all(
    settings: DemoSettings, seats: list[list[Seat]], home: Path
) -> AsyncIterator[list[PeerProcess]]:
    environment = child_environment(home)
    common = ["--level", settings.level, "--listen", "127.0.0.1:0"]
    held = {seat for own in seats for seat in own}
    computers = [seat for seat in range(find(settings.game).seats(settings.options)) if seat not in held]
    async with AsyncExitStack() as stack:
        peers: list[PeerProcess] = []
        for number, own in enumerate(seats):
            name = f"peer-{number + 1}"
            if number == 0:
                where = ["--host", "--game", settings.game, *as_flags(settings.options)]
                where += [f"--computer={seat}={settings.level}" for seat in computers]
            else:
                # Everybody joins through the host, or in a line through the one before.
                told = await peers[number - 1 if settings.line else 0].wait_for("invitation")
                where = [f"--peer={told['invitation']}" if settings.line else f"--join={told['invitation']}"]
            arguments = [*where, *common, *(f"--seat={seat}" for seat in own)]
            peers.append(await stack.enter_async_context(start_peer(name, arguments, environment)))
        yield peers


async def _watch(peers: list[PeerProcess], show: Callable[[], None]) -> None:
    """Show what happens until every peer has told that the match is complete.

    Raises:
        ClientError: A peer ended before that, or nothing happens any more.
    """
    async with trio.open_nursery() as nursery:
        for peer in peers:
            nursery.start_soon(_follow, peer, show)


async def _follow(peer: PeerProcess, show: Callable[[], None]) -> None:
    while peer.last("complete") is None:
        await peer.changed()
        if (failed := peer.failure()) is not None and peer.last("complete") is None:
            raise failed
        show()


@contextmanager
def _progress(
    view: DemoView, peers: list[PeerProcess], who: Names, console: Console
) -> Iterator[Callable[[], None]]:
    """Show the peers' progress and the board live in a terminal, else a line now and then."""
    if not console.is_terminal or console.is_dumb_terminal:
        yield _plain_progress(peers, who, console)
        return
    with Live(view, console=console, refresh_per_second=_FRAMES_PER_SECOND, transient=True):
        yield lambda: None


def _plain_progress(peers: list[PeerProcess], who: Names, console: Console) -> Callable[[], None]:
    shown = -_LINES_EVERY

    def show() -> None:
        nonlocal shown
        item = peers[0].last("item")
        if item is not None and (item["k"] >= shown + _LINES_EVERY or shown < 0):
            shown = item["k"]
            console.print(item_words(item, who))

    return show


def _names(settings: DemoSettings, seats: list[list[Seat]]) -> Names:
    """Return the names of the seats: those of the peers that hold them."""
    count = find(settings.game).seats(settings.options)
    holders = {seat: f"peer-{number + 1}" for number, own in enumerate(seats) for seat in own}
    return Names({seat: holders.get(seat, "computer") for seat in range(count)})


def _told(peer: PeerProcess, event: str) -> dict[str, Any]:
    found = peer.last(event)
    if found is None:
        raise ClientError("peer_failed", f"{peer.name} ended without {event!r}", peer.name)
    return found


def compare(results: list[Verification]) -> None:
    """Check that several peers stored one and the same match. Raises ``ClientError`` ``not_equal``."""
    first = results[0]
    for other in results[1:]:
        if (other.match, other.head, other.state_hash) != (first.match, first.head, first.state_hash):
            raise ClientError("not_equal", "the peers' transcripts differ in match, log head or state hash")
