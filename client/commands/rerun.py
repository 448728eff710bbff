"""``wabe rerun``: the state hashes of a match file, computed in a process that knows nothing else (N8).

A peer whose position differs from another's starts it to find out whether its own memory is at fault.
"""

import argparse
import sys
from pathlib import Path

__all__ = ["add_parser"]


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of the program."""
    parser = commands.add_parser(
        "rerun",
        help="print the state hash after every item of a match file",
        description="Prints one state hash a line, from the start position on. Used by a peer whose position "
        "differs from another's; also good for comparing two files with diff.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a match file (.wabe)")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    # Loaded here for the same reason as in the command peer.
    from client.verify import load_match, open_transcript

    match = load_match(open_transcript(arguments.file))
    sys.stdout.writelines(f"{state_hash.hex()}\n" for state_hash in match.hashes())
    return 0
