"""``wabe`` and ``wabe window``: the window, and what is done where none can be opened."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from client import i18n
from client.errors import EXPECTED, ClientError, FaultError, explain
from client.log import LEVELS, LOG, log_to
from client.version import VERSION

if TYPE_CHECKING:
    from client.profiles import Profile

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
        "--language", choices=tuple(i18n.LANGUAGES), help="in place of the one that was chosen before"
    )
    parser.add_argument("--log-level", choices=LEVELS, default="info", help="what the log file holds (info)")
    parser.set_defaults(run=_run)


def run_without_command(arguments: argparse.Namespace) -> int:
    """Open the window; where there is no display, say so and play the demonstration in the terminal."""
    try:
        return _open(None, None, "info")
    except ClientError as error:
        if error.code != "no_window":
            raise
        sys.stdout.write(f"{error.text}, so the demonstration is played in the terminal (wabe --help).\n")
    from client.commands import demo

    return demo.run_with_defaults()


def _run(arguments: argparse.Namespace) -> int:
    return _open(arguments.profile, arguments.language, arguments.log_level)


def _load() -> None:
    """Load what shows the window.

    Raises:
        ClientError: ``no_window``: there is no display, or a library that drawing needs is missing.
    """
    try:
        import_module("client.ui.main")
    except Exception as error:
        if isinstance(error, ImportError):
            raise ClientError("no_window", f"No window can be opened here ({error})") from error
        if type(error).__module__.startswith("pyglet"):
            raise ClientError("no_window", "There is no display here") from error
        raise


def _open(profile_name: str | None, language: str | None, log_level: str) -> int:
    _load()
    # Loaded here, as most commands start without them.
    from client.app.application import WindowApplication
    from client.app.preferences import preferred_language
    from client.ui.main import run_window

    i18n.use(language or preferred_language())  # until the preferences have been read
    with _profile(profile_name, log_level) as profile:
        LOG.info("wabe %s, window, profile %s", VERSION, profile.name)
        try:
            status = run_window(WindowApplication(profile, log_level=log_level, language=language))
            LOG.info("ended with status %d", status)
            return status
        except EXPECTED as error:
            found = explain(error)
            LOG.error("%s: %s", found.code, found.text)
            raise found from error
        except Exception as error:
            LOG.exception("a fault of this program")
            raise FaultError(profile.log_file) from error


@contextmanager
def _profile(name: str | None, log_level: str) -> "Iterator[Profile]":
    """Open a profile and its log.

    Where that is not possible a small window tells why, as nobody who started this by an icon sees standard error.
    """
    from client.profiles import open_profile
    from client.ui.main import show_fault

    with ExitStack() as held:
        try:
            profile = held.enter_context(open_profile(name))
            held.enter_context(log_to(profile.log_file, log_level))
        except EXPECTED as error:
            held.close()  # nothing is held while somebody reads
            found = explain(error)
            show_fault(found)
            raise found from error
        yield profile
