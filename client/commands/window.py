"""``wabe`` and ``wabe window``: the window, and what is done where none can be opened."""

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from client.errors import EXPECTED, ClientError, FaultError, explain
from client.i18n import LANGUAGES
from client.log import LEVELS, LOG, log_to
from client.version import VERSION

if TYPE_CHECKING:
    from client.app.application import WindowApplication

__all__ = ["add_parser", "run_without_command"]


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of the program."""
    parser = commands.add_parser(
        "window",
        help="open the window (as without a command)",
        description="Open the window: play at this machine or with others, go on with a match, look at one.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--profile", metavar="NAME", help="profile with its own key and matches (or WABE_PROFILE)"
    )
    parser.add_argument(
        "--language", choices=tuple(LANGUAGES), help="in place of the one that was chosen before"
    )
    parser.add_argument("--log-level", choices=LEVELS, default="info", help="what the log file holds (info)")
    parser.set_defaults(run=_run)


def run_without_command(arguments: argparse.Namespace) -> int:
    """Open the window; where there is no display, say so and play the demonstration in the terminal."""
    try:
        return _open(_load(), None, None, "info")
    except ClientError as error:
        if error.code != "no_window":
            raise
        sys.stdout.write(f"{error.text}, so the demonstration is played in the terminal (wabe --help).\n")
    from client.commands import demo

    return demo.run_with_defaults()


def _run(arguments: argparse.Namespace) -> int:
    return _open(_load(), arguments.profile, arguments.language, arguments.log_level)


def _load() -> "Callable[[WindowApplication], int]":
    """Return the function that shows the window.

    Raises:
        ClientError: ``no_window``: there is no display, or a library that drawing needs is missing.
    """
    try:
        from client.ui.main import run_window
    except Exception as error:
        if isinstance(error, ImportError):
            raise ClientError("no_window", f"No window can be opened here ({error})") from error
        if type(error).__module__.startswith("pyglet"):
            raise ClientError("no_window", "There is no display here") from error
        raise
    return run_window


def _open(
    show: "Callable[[WindowApplication], int]", profile_name: str | None, language: str | None, log_level: str
) -> int:
    # Loaded here, as most commands start without them.
    from client.app.application import WindowApplication
    from client.profiles import open_profile

    with open_profile(profile_name) as profile, log_to(profile.log_file, log_level):
        LOG.info("wabe %s, window, profile %s", VERSION, profile.name)
        try:
            status = show(WindowApplication(profile, log_level=log_level, language=language))
            LOG.info("ended with status %d", status)
            return status
        except EXPECTED as error:
            found = explain(error)
            LOG.error("%s: %s", found.code, found.text)
            raise found from error
        except Exception as error:
            LOG.exception("a fault of this program")
            raise FaultError(profile.log_file) from error
