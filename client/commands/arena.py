"""``wabe arena``: matches between computer levels and external engines."""

import argparse
import re
from collections.abc import Callable
from pathlib import Path

from client.arena.schedule import MAX_ENTRANTS, Entrant, games_of_set
from client.commands.levelnames import told_levels
from client.errors import UsageError
from client.gameoptions import add_game_options, read_game_options
from client.terminal.harmless import harmless
from engine.ai.levels import levels_of
from engine.registry import find
from protocol.limits import MAX_NODES

__all__ = ["add_parser"]

_DESCRIPTION = """\
Plays games between computer levels and external engines (line protocol), and tells who won how often, with
confidence intervals, ratings, and the share of every seat. All games of a set share opening and dice, and players
change seats between them. The same seed gives the same games, as long as everybody is bound by nodes.
"""

_EPILOG = """\
examples:
  wabe arena easy simple --game towerwars --games 100
  wabe arena hard hard:5000 --game krieg --games 40 --jobs 4 --save games
  wabe arena simple --engine "python my_bot.py" --time 200 --game towerwars --size 6
"""

LIMITS = {"towerwars": 300, "krieg": 4000}
"""Actions after which a game is undecided unless told otherwise: several times as many as decided games take."""

OTHER_LIMIT = 2000
"""The same for any further game."""

OPENINGS = {"towerwars": 4}
"""Random first actions unless told otherwise. Games with dice go different ways by themselves."""

MAX_GAMES = 100_000
MAX_LIMIT = 99_999
MAX_OPENING = 40


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of the program."""
    parser = commands.add_parser(
        "arena",
        help="let computer levels and engines play matches",
        description=_DESCRIPTION,
        epilog=f"{told_levels()}\n{_EPILOG}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "players",
        nargs="*",
        metavar="LEVEL[:NODES]",
        help="one of the levels below, with its node budget of one turn; the same one may be named twice",
    )
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="CMD",
        help="a program that speaks the line protocol (repeatable)",
    )
    bound = parser.add_mutually_exclusive_group()
    bound.add_argument(
        "--nodes", type=_number(1, MAX_NODES), metavar="N", help="node budget of one turn for every --engine"
    )
    bound.add_argument(
        "--time",
        type=_number(1, 86_400_000),
        metavar="MS",
        help="milliseconds for each answer of every --engine (1000)",
    )
    add_game_options(parser)
    group = parser.add_argument_group("matches")
    group.add_argument(
        "--games",
        type=_number(1, MAX_GAMES),
        default=20,
        metavar="N",
        help="games in all (20), rounded up so that everybody has every seat equally often",
    )
    group.add_argument(
        "--seed",
        type=_number(0, 2**63),
        default=0,
        metavar="N",
        help="seed of openings, dice and players (0)",
    )
    group.add_argument(
        "--limit",
        type=_number(1, MAX_LIMIT),
        metavar="PLIES",
        help="actions after which a game is undecided and counts as shared "
        f"({', '.join(f'{game}: {limit}' for game, limit in LIMITS.items())})",
    )
    group.add_argument(
        "--openings",
        type=_number(0, MAX_OPENING),
        metavar="PLIES",
        help="random first actions, the same in all games of a set "
        f"({', '.join(f'{game}: {plies}' for game, plies in OPENINGS.items())}, else 0)",
    )
    group.add_argument(
        "--jobs", type=_number(1, 256), metavar="N", help="games at once (the cores of this machine but one)"
    )
    group.add_argument("--json", action="store_true", help="tell the result as JSON (docs/command-line.md)")
    group.add_argument(
        "--save", metavar="DIR", help="keep every game's record and the result in this new directory"
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    if arguments.game is None:
        raise UsageError("--game is needed (see wabe arena --help)", "game")
    name, options = read_game_options(arguments)
    if (arguments.nodes is not None or arguments.time is not None) and not arguments.engine:
        raise UsageError("--nodes and --time belong to --engine; a level's nodes are written LEVEL:NODES")
    # Loaded here for the same reason as in the command peer.
    from client.arena.bout import Terms
    from client.arena.contest import ArenaSettings, run_arena
    from client.external import split_command
    from client.workers.pool import worker_limit

    entrants: list[Entrant] = []
    for text in arguments.players:
        level, nodes = _level(text, name)
        entrants.append(Entrant(_name(text, entrants), level, nodes))
    for text in arguments.engine:
        command = tuple(split_command(text))
        shown = _name(_short_name(command), entrants)
        milliseconds = 0 if arguments.nodes is not None else arguments.time or 1000
        entrants.append(Entrant(shown, "", arguments.nodes, command, milliseconds))
    game = find(name)
    options = game.complete(options)
    _check_players(len(entrants), game.seats(options))
    limit = LIMITS.get(name, OTHER_LIMIT) if arguments.limit is None else arguments.limit
    plies = OPENINGS.get(name, 0) if arguments.openings is None else arguments.openings
    if plies >= limit:
        raise UsageError(
            f"--limit counts the {plies} random first actions as well: it must be larger, or --openings smaller",
            "limit",
        )
    terms = Terms(name, options, limit, plies, arguments.save is not None)
    return run_arena(
        ArenaSettings(
            terms,
            tuple(entrants),
            arguments.games,
            arguments.seed,
            arguments.jobs or worker_limit(),
            arguments.json,
            None if arguments.save is None else Path(arguments.save),
        )
    )


def _check_players(entrants: int, seats: int) -> None:
    if entrants < 2:
        raise UsageError("two players are needed at least (see wabe arena --help)", "players")
    if entrants > MAX_ENTRANTS:
        raise UsageError(f"{MAX_ENTRANTS} players are possible, not {entrants}", "players")
    games = games_of_set(entrants, seats)
    if games > MAX_GAMES:
        raise UsageError(
            f"with {entrants} players on {seats} seats every pairing once makes {games} games, "
            f"and {MAX_GAMES} are possible",
            "players",
        )


def _level(text: str, game: str) -> tuple[str, int | None]:
    found = re.fullmatch(r"(?P<level>[a-z0-9_-]{1,32})(?::(?P<nodes>[0-9]{1,30}))?", text)
    if found is None:
        raise UsageError(f"write LEVEL or LEVEL:NODES, not {text[:40]!r}", "players")
    if found["level"] not in levels_of(game):
        raise UsageError(
            f"there is no level {found['level']!r}; there are {', '.join(levels_of(game))}", "level", "setup"
        )
    nodes = None if found["nodes"] is None else int(found["nodes"])
    if nodes is not None and not 1 <= nodes <= MAX_NODES:
        raise UsageError(f"1 to {MAX_NODES} nodes are possible, not {nodes}", "players")
    return found["level"], nodes


def _short_name(command: tuple[str, ...]) -> str:
    """Return the last word of a command that is no option, without its folder."""
    words = [word for word in command if not word.startswith("-")]
    return harmless(Path(words[-1] if words else command[0]).name) or "engine"


def _name(wanted: str, entrants: list[Entrant]) -> str:
    """Return ``wanted``, numbered if that name is taken."""
    taken = {entrant.name for entrant in entrants}
    names = (wanted if number == 1 else f"{wanted} #{number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def _number(lowest: int, highest: int) -> Callable[[str], int]:
    """Return a reader of whole numbers in that range."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,19}", text) or not lowest <= int(text) <= highest:
            raise argparse.ArgumentTypeError(
                f"a whole number from {lowest} to {highest} is needed, not {text[:20]!r}"
            )
        return int(text)

    return read
