"""An analysis from its file to what is shown."""

import errno
import json
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import trio
from rich.console import Console

from client.analysis.judging import Judgement, judge_game
from client.analysis.report import as_group, as_json
from client.analysis.source import open_game
from client.errors import ClientError, UsageError, file_errors
from client.files import write_whole
from client.interrupts import run_interruptible, run_until
from client.terminal.progress import progress
from engine.ai.levels import default_nodes, levels_of

__all__ = ["AnalysisSettings", "run_analysis"]

_SHARE = 10
"""A position gets the tenth part of the level's usual budget unless another is named: a game has hundreds."""


@dataclass(frozen=True, slots=True)
class AnalysisSettings:
    """What ``wabe analyse`` is asked for.

    Attributes:
        file: Transcript or record.
        level: Who judges; None: the strongest level.
        nodes: Budget for every position; None: a tenth of the level's usual one.
        png: Where a picture goes; None: nowhere.
        json: Tell the analysis as JSON.
    """

    file: Path
    level: str | None
    nodes: int | None
    png: Path | None
    json: bool


def run_analysis(settings: AnalysisSettings) -> int:
    """Judge the game, print what is asked for, and return the exit status.

    Raises:
        ClientError, EngineError, ProtocolError: The file is none, ``empty``, or the picture cannot be written.
    """
    if settings.png is not None:
        _check_target(settings.png)
    played = open_game(settings.file)
    name = played.game.name
    level = settings.level or list(levels_of(name))[-1]
    if level not in levels_of(name):
        raise UsageError(
            f"there is no level {level!r}; there are {', '.join(levels_of(name))}", "level", "setup"
        )
    nodes = settings.nodes or max(1, default_nodes(name, level) // _SHARE)
    judgements: list[Judgement] = []

    async def main(asked: trio.Event) -> int:
        with progress("positions", shown=True, lines=not settings.json) as told:

            async def work() -> None:
                judgements.extend(await judge_game(played, level, nodes, told))

            await run_until(asked, work)
        return 0

    status = run_interruptible(main)
    if status:
        return status
    if not judgements:
        raise ClientError("empty", f"{settings.file}: nothing was played in this game", str(settings.file))
    # Told first: should the picture not be written, the work was not in vain.
    if settings.json:
        found = as_json(played, judgements, level, nodes)
        sys.stdout.write(f"{json.dumps(found, indent=2, sort_keys=True)}\n")
    else:
        console = Console(file=sys.stdout)
        # Where lines cannot be coloured, or dots not be shown, each seat is drawn with its number.
        plain = console.color_system is None or console.options.ascii_only
        console.print(as_group(played, judgements, level, nodes, console.width, plain=plain))
    if settings.png is not None:
        # Loaded here: pictures are rarely asked for.
        from client.analysis.picture import draw_png

        write_whole(settings.png, draw_png(played, judgements, level, nodes))
    return 0


def _check_target(path: Path) -> None:
    """See whether a picture can be put at ``path``, before a game is judged for hours. Raises ``ClientError``."""
    with file_errors(path):
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        os.close(descriptor)
        Path(name).unlink()
