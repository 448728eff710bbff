"""``wabe demo``: a whole match between processes of this machine, watched, compared and verified."""

import argparse

from client.commands.levelnames import told_levels
from client.errors import UsageError
from client.gameoptions import add_game_options, read_game_options
from engine.ai.levels import levels_of
from engine.registry import find
from protocol.limits import MAX_SEATS

__all__ = ["add_parser", "run_with_defaults"]

_DESCRIPTION = """\
Starts peer processes on this machine that play a whole match against each other over TLS on the loopback
interface, shows its progress, and then compares and verifies what they stored: both engines, all signatures,
all dice, all hashes. Nothing of it stays on disk.
"""

ROUND_LIMITS = {2: (100, 100), 3: (60, 60, 50), 6: (50, 50, 40, 32, 28, 24)}
"""Rounds after which a demonstration of Krieg und Frieden is judged (K8.5), by seats and number of peers, unless
another limit is given: measured so that most games end by themselves (after some 30 rounds of two seats, 40 of
three, 30 of six) and none takes half a minute on two cores. More peers sign, send and check more for every action."""

PLY_LIMIT = 240
"""Plies after which a demonstration of TowerWarsPP is drawn, unless another limit is given (T6.3): the simple
players reach a base after 40 to 100, but may also run into a standoff."""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of the program."""
    parser = commands.add_parser(
        "demo",
        help="watch processes on this machine play a match, verified",
        description=_DESCRIPTION,
        epilog=told_levels(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _add_arguments(parser)
    parser.set_defaults(run=_run)


def run_with_defaults() -> int:
    """Play the demonstration that ``wabe demo`` plays without arguments."""
    parser = argparse.ArgumentParser()
    _add_arguments(parser)
    return _run(parser.parse_args([]))


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_options(parser, "krieg")
    group = parser.add_argument_group("demonstration")
    group.add_argument(
        "--peers",
        type=_peers,
        default=2,
        metavar="N",
        help="processes, each with at least one human-keyed seat (2); seats beyond: the computer's (factions), "
        "else shared out",
    )
    group.add_argument("--line", action="store_true", help="link the peers in a line instead of all with all")
    group.add_argument(
        "--level", default="simple", metavar="NAME", help="the level that plays all seats (simple)"
    )
    group.add_argument(
        "--keep", metavar="DIR", help="keep profiles, match files and logs in this new directory"
    )


def _run(arguments: argparse.Namespace) -> int:
    # Loaded here for the same reason as in the command peer.
    from client.demo import DemoSettings, run_demo

    name, options = read_game_options(arguments)
    limited = ""
    seats = find(name).seats(options)
    if arguments.peers > seats:
        raise UsageError(f"{arguments.peers} peers need as many seats; this game has {seats}", "peers")
    limits = {"round_limit": ROUND_LIMITS[seats][arguments.peers - 1], "ply_limit": PLY_LIMIT}
    for option, limit in limits.items():
        if option in options and getattr(arguments, f"game_option_{option}") is None:
            options = find(name).complete(options | {option: limit})
            limited = f"(--{option.replace('_', '-')} sets another limit than {limit})"
    if arguments.level not in levels_of(name):
        raise UsageError(
            f"there is no level {arguments.level!r}; there are {', '.join(levels_of(name))}", "level"
        )
    return run_demo(
        DemoSettings(name, options, arguments.peers, arguments.line, arguments.level, limited, arguments.keep)
    )


def _peers(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:3]) <= MAX_SEATS:
        raise argparse.ArgumentTypeError(f"1 to {MAX_SEATS} peers are possible, not {text[:20]!r}")
    return int(text)
