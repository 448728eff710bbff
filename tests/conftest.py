"""What holds for all tests."""

import signal
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from client import i18n


def pytest_configure() -> None:
    """Let interrupts through to the processes that tests start.

    Whoever starts the tests in the background may have them ignore SIGINT, and children would inherit that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Let every test begin in English, whatever language one before it chose."""
    i18n.use("en")
    yield
    i18n.use("en")


@pytest.fixture
def consumed(record_property) -> Callable[..., None]:
    """Note how many recorded things of a kind a test has compared: ``consumed("TowerWars", positions=7)``."""

    def note(game: str, **counts: int) -> None:
        for kind, count in counts.items():
            record_property(f"consumed/{game}/{kind.replace('_', ' ')}", count)

    return note


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was consumed, so that everybody sees that no file was cut."""
    totals: dict[str, Counter[str]] = {}
    for report in terminalreporter.getreports("passed"):
        for name, count in report.user_properties:
            if name.startswith("consumed/"):
                _, game, kind = name.split("/")
                totals.setdefault(game, Counter())[kind] += count
    for game, counts in sorted(totals.items()):
        told = ", ".join(f"{kind} {count:,}" for kind, count in sorted(counts.items()))
        terminalreporter.write_line(f"{game} records consumed: {told}")
