"""``wabe replay``: show a match file, verify it, export it."""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from client.errors import UsageError

if TYPE_CHECKING:
    from client.verify import Verification

__all__ = ["add_parser"]

_DESCRIPTION = """\
Shows the match in a .wabe file: what was agreed, who held which seat, every item with its dice, and the result.
Names come from the file ID.links.json beside it, if that is there; nothing vouches for them.
Every signature and every dice roll is checked while reading; --verify also plays everything again with the
engine alone and tells in figures what holds. An export is plain JSON with all draws and hashes, without keys.
"""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of the program."""
    parser = commands.add_parser(
        "replay",
        help="show, verify or export a match file",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="a match file (.wabe)")
    parser.add_argument("--verify", action="store_true", help="re-run everything, tell what holds")
    parser.add_argument(
        "--computer",
        "--computers",
        dest="computers",
        action="store_true",
        help="with --verify: also make the decisions of computer seats again, from level, nodes and seed in the "
        "contract; takes as long as they took",
    )
    parser.add_argument(
        "--export",
        nargs="?",
        const="-",
        metavar="OUT",
        help="write the plain JSON record to the new file OUT, or to standard output",
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    # Loaded here for the same reason as in the command peer.
    from client import replay
    from client.terminal.harmless import harmless
    from client.verify import load_match, open_transcript, verify_file

    file, target = _file_and_target(arguments)
    if target is not None:
        replay.export(load_match(open_transcript(file)), target, sys.stdout.buffer)
        if target != "-":
            sys.stdout.write(f"written: {target}\n")
    if arguments.computers and not arguments.verify:
        raise UsageError("--computer belongs to --verify", "computer")
    if arguments.verify:
        report = sys.stderr if target == "-" else sys.stdout
        found = _made_again(file) if arguments.computers else verify_file(file)
        if isinstance(found, int):
            return found
        holds = replay.verified(found, replay.names_of(found.contract, file))
        report.writelines(f"{harmless(line)}\n" for line in holds)
    if target is None and not arguments.verify:
        transcript = open_transcript(file)
        match = load_match(transcript)
        shown = replay.lines(match, transcript, replay.names_of(match.contract, file))
        # Also the words that a contract itself may hold, such as a level's name, are others'.
        sys.stdout.writelines(f"{harmless(line)}\n" for line in shown)
    return 0


def _made_again(file: Path) -> "Verification | int":
    """Return what holds, decisions of computers made again, or the status after a signal: it may take for ever."""
    import trio

    from client.interrupts import run_interruptible, run_until
    from client.terminal.progress import progress
    from client.verify import verify_file

    found: list[Verification] = []

    # In a thread, which ends with the program: a contract may name a budget that lasts for years.
    async def main(asked: trio.Event) -> int:
        with progress("decisions", shown=True) as told:
            verify = partial(verify_file, file, decisions=True, told=told)

            async def work() -> None:
                found.append(await trio.to_thread.run_sync(verify, abandon_on_cancel=True))

            await run_until(asked, work)
        return 0

    status = run_interruptible(main)
    return status or found[0]


def _file_and_target(arguments: argparse.Namespace) -> tuple[Path, str | None]:
    """Return the match file, and where its record goes: ``-`` standard output, None nowhere.

    In ``--export FILE`` the one name is taken for OUT by ``argparse``, and is meant as FILE.
    """
    file, target = arguments.file, arguments.export
    if file is None and target not in (None, "-"):
        file, target = target, "-"
    if file is None:
        raise UsageError("which match file? (see wabe replay --help)", "file")
    return Path(file), target
