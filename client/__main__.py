"""``wabe``: the command line. One module of ``client.commands`` for each command."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from client.commands import demo, engine, peer, replay, rerun
from client.errors import EXPECTED, STATUS_FAILED, UsageError, explain
from client.version import VERSION

__all__ = ["main"]

STATUS_INTERRUPTED = 130
"""Exit status after Ctrl-C where no command has a better one: 128 + SIGINT, as shells expect."""

_EPILOG = """\
Without a command a demonstration is played in the terminal: two processes on this machine, a full match,
compared and verified. Errors are one line on standard error, "wabe: error [code]: what is wrong", with a status
other than 0: 2 for the command line itself, 1 for everything else.
"""


class _Parser(argparse.ArgumentParser):
    """Raises where ``argparse`` would print usage and exit, so that every error looks alike."""

    def error(self, message: str) -> NoReturn:
        """Raise a ``UsageError``."""
        raise UsageError(f"{message} (see {self.prog} --help)")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line; the parsed namespace holds ``run``, the command."""
    parser = _Parser(
        prog="wabe",
        description="Two turn-based games on hexagons, TowerWarsPP and Krieg und Frieden, played from peer to peer.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"wabe {VERSION}")
    parser.set_defaults(run=demo.run_without_command)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    for command in (peer, demo, engine, replay, rerun):
        command.add_parser(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; the entry point of the script ``wabe``."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character must not end the program.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        return _run(argv)
    except BrokenPipeError:
        # Whoever read our output has gone (``wabe replay FILE | head``); say nothing more, not at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return STATUS_FAILED
    except KeyboardInterrupt:
        return STATUS_INTERRUPTED


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = build_parser().parse_args(argv)
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except EXPECTED as error:
        found = explain(error)
        sys.stderr.write(f"wabe: error [{found.code}]: {found.text}\n")
        return found.status
    return status


if __name__ == "__main__":
    sys.exit(main())
