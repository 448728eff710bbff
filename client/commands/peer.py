"""``wabe peer``: host, join or resume a match between peers."""

import argparse
import re

from client.commands.levelnames import told_levels
from client.errors import UsageError
from client.gameoptions import add_game_options, read_game_options
from client.log import LEVELS
from client.names import is_name
from client.settings import ComputerChoice, EngineChoice, LevelChoice, PeerSettings
from engine.ai.levels import levels_of
from engine.registry import find
from protocol.limits import MAX_NODES, MAX_SEATS

__all__ = ["add_parser", "peer_settings"]

_DESCRIPTION = """\
Host a match, join one, or go on with one from its file. A person types actions (type help); with --level or
--engine a computer plays this peer's seats. Nobody has to be trusted: every dice roll is made by all, every
entry is signed, and the match file proves the result (wabe replay FILE --verify).
"""

_EPILOG = """\
examples:
  wabe peer --host --game krieg --mode classic --seats 2
  wabe peer --join wabe://...
  wabe peer --host --game krieg --mode factions --computer 2=simple --computer 3=simple --computer 4=simple --computer 5=simple
  wabe peer --resume 482d41ffed5a2dc5
"""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of the program."""
    parser = commands.add_parser(
        "peer",
        help="host, join or resume a match",
        description=_DESCRIPTION,
        epilog=f"{told_levels()}\n{_EPILOG}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--host", action="store_true", help="open a room and wait for others")
    what.add_argument(
        "--join", metavar="ADDR", help="host:port or an invitation (wabe://...) of anybody in the room"
    )
    what.add_argument("--resume", metavar="MATCH", help="the beginning of a match's id, or its file")
    add_game_options(parser)
    seats = parser.add_argument_group("seats and players")
    seats.add_argument(
        "--seat", type=_seat, action="append", default=[], metavar="N", help="hold seat N (repeatable)"
    )
    seats.add_argument(
        "--computer",
        type=_computer,
        action="append",
        default=[],
        metavar="N=LEVEL[:NODES]",
        help="give seat N to a computer that the host runs (repeatable; with --host)",
    )
    player = seats.add_mutually_exclusive_group()
    player.add_argument("--level", metavar="NAME", help="let a computer of that level play your seats")
    player.add_argument(
        "--engine", metavar="CMD", help="let an external engine play your seats (line protocol)"
    )
    bound = seats.add_mutually_exclusive_group()
    bound.add_argument(
        "--nodes", type=_nodes, metavar="N", help="node budget of one turn for --level or --engine"
    )
    bound.add_argument(
        "--time", type=_nodes, metavar="MS", help="milliseconds for each answer of --engine (1000)"
    )
    seats.add_argument(
        "--name",
        type=_name,
        help="how the others see you (default: the name that the window knows, else the profile's)",
    )
    network = parser.add_argument_group("network")
    network.add_argument(
        "--listen", metavar="ADDR", help="host:port, :port or port to listen on; port 0: any free one"
    )
    network.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="ADDR",
        help="link to exactly these peers, tell nobody an address, and be dialled by nobody else (repeatable)",
    )
    local = parser.add_argument_group("this process")
    local.add_argument(
        "--profile", metavar="NAME", help="profile with its own key and matches (or WABE_PROFILE)"
    )
    local.add_argument("--log-level", choices=LEVELS, default="info", help="what the log file holds (info)")
    local.add_argument("--json", action="store_true", help="tell events as JSON lines (docs/command-line.md)")
    local.add_argument("--end-with-input", action="store_true", help="leave as soon as standard input ends")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    settings = peer_settings(arguments)
    # Streams and cryptography are loaded only by commands that need them: wabe engine starts in no time.
    from client.session import run_peer

    return run_peer(settings)


def peer_settings(arguments: argparse.Namespace) -> PeerSettings:
    """Return what the parsed command line asks for.

    Raises:
        UsageError: Options that do not go together, or a value that the game refuses.
    """
    if not (arguments.host or arguments.join or arguments.resume or arguments.peer):
        raise UsageError(
            "one of --host, --join ADDR, --peer ADDR and --resume MATCH is needed (see wabe peer --help)"
        )
    game, options = None, None
    if arguments.host:
        if arguments.game is None:
            raise UsageError("--host needs --game (see wabe peer --help)", "game")
        game, options = read_game_options(arguments)
        _check_seats(arguments, game, find(game).seats(options))
    elif arguments.game is not None or any(
        value is not None for key, value in vars(arguments).items() if key.startswith("game_option_")
    ):
        raise UsageError("only who hosts chooses game and options", "game")
    if arguments.computer and not arguments.host:
        raise UsageError("only who hosts gives seats to the computer", "computer")
    if arguments.seat and arguments.resume:
        raise UsageError("a resumed match has its seats already", "seat")
    return PeerSettings(
        game=game,
        options=options,
        join=arguments.join,
        resume=arguments.resume,
        seats=tuple(arguments.seat),
        computers=tuple(arguments.computer),
        player=_player(arguments, game),
        name=arguments.name,
        listen=arguments.listen,
        peers=tuple(arguments.peer),
        profile=arguments.profile,
        log_level=arguments.log_level,
        json=arguments.json,
        end_with_input=arguments.end_with_input,
    )


def _check_seats(arguments: argparse.Namespace, game: str, count: int) -> None:
    """Check who is to hold which of the ``count`` seats of the game to host."""
    computers = [choice.seat for choice in arguments.computer]
    named = [*arguments.seat, *computers]
    for seat in named:
        if seat >= count:
            raise UsageError(f"there is no seat {seat}; this game has {count}", f"seat {seat}", "setup")
        if named.count(seat) > 1:
            raise UsageError(f"seat {seat} is given away twice", f"seat {seat}", "setup")
    if len(computers) == count:
        raise UsageError("at least one seat must be left for a person", "computer", "setup")
    for choice in arguments.computer:
        _check_level(choice.level, game)


def _check_level(level: str, game: str) -> None:
    if level not in levels_of(game):
        raise UsageError(
            f"there is no level {level!r}; there are {', '.join(levels_of(game))}", "level", "setup"
        )


def _player(arguments: argparse.Namespace, game: str | None) -> LevelChoice | EngineChoice | None:
    if arguments.level:
        if game is not None:
            _check_level(arguments.level, game)
        if arguments.time is not None:
            raise UsageError("a level counts nodes, not time", "time")
        return LevelChoice(arguments.level, arguments.nodes)
    if arguments.engine:
        # Loaded here, as it brings streams along.
        from client.external import NODES_SECONDS, split_command

        command = tuple(split_command(arguments.engine))
        if arguments.nodes is not None:
            return EngineChoice(command, f"nodes {arguments.nodes}", NODES_SECONDS)
        time = 1000 if arguments.time is None else arguments.time
        return EngineChoice(command, f"time {time}", time / 1000)
    if arguments.nodes is not None or arguments.time is not None:
        raise UsageError("--nodes and --time belong to --level or --engine")
    return None


def _seat(text: str) -> int:
    if not re.fullmatch(r"[0-9]", text) or int(text) >= MAX_SEATS:
        raise argparse.ArgumentTypeError(f"a seat is 0 to {MAX_SEATS - 1}, not {text[:20]!r}")
    return int(text)


def _name(text: str) -> str:
    name = text.strip()
    if not is_name(name):
        raise argparse.ArgumentTypeError(
            f"a name has 1 to 32 characters, none of which controls a terminal, not {text[:40]!r}"
        )
    return name


def _nodes(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,10}", text) or not 1 <= int(text) <= MAX_NODES:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MAX_NODES} is needed, not {text[:20]!r}")
    return int(text)


def _computer(text: str) -> ComputerChoice:
    found = re.fullmatch(r"(?P<seat>[0-9])=(?P<level>[a-z0-9_-]{1,32})(?::(?P<nodes>[0-9]{1,10}))?", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"write SEAT=LEVEL or SEAT=LEVEL:NODES, not {text[:40]!r}")
    nodes = None if found["nodes"] is None else _nodes(found["nodes"])
    return ComputerChoice(_seat(found["seat"]), found["level"], nodes)
