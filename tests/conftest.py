"""What holds for all tests."""

import signal
from collections.abc import Iterator

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
