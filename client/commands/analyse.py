"""``wabe analyse``: a played game judged by a computer level."""

import argparse
import re
from pathlib import Path

from client.commands.levelnames import told_levels
from protocol.limits import MAX_NODES

__all__ = ["add_parser"]

_DESCRIPTION = """\
Lets a computer level look at every position of a game, and shows how its judgement went up and down, which actions
cost most by it, and how much the dice changed. Reads match files (.wabe) and plain records (wabe replay --export,
wabe arena --save).
"""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of the program."""
    parser = commands.add_parser(
        "analyse",
        help="let a computer level judge a played game",
        description=_DESCRIPTION,
        epilog=told_levels(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a match file (.wabe) or a record (JSON)")
    parser.add_argument("--level", metavar="NAME", help="who judges: one of the levels below (the strongest)")
    parser.add_argument(
        "--nodes",
        type=_nodes,
        metavar="N",
        help="budget for every position (a tenth of the level's usual one)",
    )
    parser.add_argument("--png", type=Path, metavar="OUT", help="also draw a picture into this new file")
    parser.add_argument(
        "--json", action="store_true", help="tell the analysis as JSON (docs/command-line.md)"
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    # Loaded here for the same reason as in the command peer.
    from client.analysis.review import AnalysisSettings, run_analysis

    return run_analysis(
        AnalysisSettings(arguments.file, arguments.level, arguments.nodes, arguments.png, arguments.json)
    )


def _nodes(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,10}", text) or not 1 <= int(text) <= MAX_NODES:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MAX_NODES} is needed, not {text[:20]!r}")
    return int(text)
