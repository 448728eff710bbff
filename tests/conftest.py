"""What holds for all tests."""

import signal


def pytest_configure() -> None:
    """Let interrupts through to the processes that tests start.

    Whoever starts the tests in the background may have them ignore SIGINT, and children would inherit that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
