"""``wabe engine``: the rules engine and the computer players over standard input and output."""

import argparse
import sys
import time
from typing import IO

from client.log import LOG
from client.version import VERSION
from engine.lineproto import MAX_LINE, LineProtocol

__all__ = ["add_parser", "serve"]

_LONGEST = 4 * MAX_LINE + 2
"""Bytes of the longest line that can still be valid: four a character in UTF-8, and a line break."""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of the program."""
    parser = commands.add_parser(
        "engine",
        help="speak the line protocol with a bot, an arena or a test",
        description="Reads one command a line from standard input and answers on standard output "
        "(docs/line-protocol.md). Ends at the end of input or with the command quit.",
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def serve(source: IO[bytes], target: IO[bytes]) -> None:
    """Answer every line of ``source`` on ``target``, flushed at once, until its end or ``quit``.

    Bytes that are no UTF-8 reach the interpreter as replacement characters, which no command understands;
    a line beyond the longest is cut, so that it is refused without being held in memory.
    """
    interpreter = LineProtocol(VERSION, time.perf_counter)
    while not interpreter.closed and (line := _read_line(source)):
        answers = interpreter.handle(line.decode("utf-8", "replace"))
        if interpreter.fault is not None:
            LOG.error("the line protocol met a defect", exc_info=interpreter.fault)
            interpreter.fault = None
        target.write("".join(f"{answer}\n" for answer in answers).encode())
        target.flush()


def _read_line(source: IO[bytes]) -> bytes:
    """Return the next line, cut to ``_LONGEST`` bytes; empty at the end of input."""
    line = source.readline(_LONGEST)
    rest = line
    while len(rest) == _LONGEST and not rest.endswith(b"\n"):
        rest = source.readline(_LONGEST)
    return line
