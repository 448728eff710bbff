"""``wabe``: the command line. One module of ``client.commands`` for each command."""

import argparse
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

from client.commands import window
from client.errors import EXPECTED, STATUS_FAILED, ClientError, FaultError, UsageError, explain
from client.files import ensure_directory
from client.log import LOG, log_to
from client.terminal.harmless import harmless
from client.version import VERSION

__all__ = ["main"]

STATUS_INTERRUPTED = 130
"""Exit status after Ctrl-C where no command has a better one: 128 + SIGINT, as shells expect."""

_EPILOG = """\
Without a command the window is opened; where there is no display, a demonstration is played in the terminal: two
processes on this machine, a full match, compared and verified. Errors are one line on standard error, "wabe:
error [code]: what is wrong", with a status other than 0: 2 for the command line itself, 70 for a fault of this
program (its log tells more), 1 for everything else.
"""


class _Parser(argparse.ArgumentParser):
    """Raises where ``argparse`` would print usage and exit, so that every error looks alike."""

    def error(self, message: str) -> NoReturn:
        """Raise a ``UsageError``."""
        raise UsageError(f"{message} (see {self.prog} --help)")


def build_parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of the command line; the parsed namespace holds ``run``, the command.

    Args:
        argv: What is going to be parsed. The window is to be there in no time, so it alone is known where it
            alone is asked for.
    """
    parser = _Parser(
        prog="wabe",
        description="Two turn-based games on hexagons, TowerWarsPP and Krieg und Frieden, played from peer to peer.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"wabe {VERSION}")
    parser.set_defaults(run=window.run_without_command)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    known: list[ModuleType] = [window]
    if argv[:1] not in ([], ["window"]):
        from client.commands import analyse, arena, demo, engine, peer, replay, rerun

        known += (peer, demo, engine, replay, analyse, arena, rerun)
    for command in known:
        command.add_parser(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; the entry point of the script ``wabe``."""
    _open_what_is_closed()
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
        status = _dispatch(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except EXPECTED as error:
        return _tell(explain(error))
    except Exception as error:  # the last resort: nobody is ever shown a traceback
        return _tell(_record(error))
    return status


def _open_what_is_closed() -> None:
    """Open to nowhere what the caller has closed (``>&-``), for which Python has None.

    Else the next file that is opened, such as a match, would have the number of standard output, for everything
    that is started from here as well.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # The system gives the lowest number that is free: that of the stream, as those before it are open.
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _dispatch(argv: Sequence[str] | None) -> int:
    try:
        given = sys.argv[1:] if argv is None else argv
        arguments = build_parser(given).parse_args(given)
    except SystemExit as finished:
        # Help or the version was printed. Going on lets the caller flush it, and notice that nobody reads it.
        return finished.code if isinstance(finished.code, int) else 0
    status: int = arguments.run(arguments)
    return status


def _tell(error: ClientError) -> int:
    sys.stderr.write(harmless(f"wabe: error [{error.code}]: {error.text}") + "\n")
    return error.status


def _record(error: Exception) -> ClientError:
    """Write a fault that no command has recorded itself to a log, and return what to tell of it."""
    # Loaded here, as it brings cryptography along, which most commands start without.
    from client.profiles import home

    path = home() / "wabe.log"
    try:
        ensure_directory(path.parent)
        with log_to(path):
            LOG.error("a fault of this program", exc_info=error)
    except ClientError:
        return FaultError(f"no log, as {path} cannot be written: {type(error).__name__}")
    return FaultError(path)


if __name__ == "__main__":
    sys.exit(main())
