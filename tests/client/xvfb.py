"""A display of its own for a test session: loaded by the fixtures of ``conftest.py``, no tests here."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def virtual_display(size: str = "2600x1500x24") -> Iterator[str]:
    """Start Xvfb on a free display number, set DISPLAY to it and yield its name; ended and unset afterwards."""
    before = os.environ.get("DISPLAY")
    # -noreset: the server must live on when the last window of one test is closed.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp", "-noreset"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert server.stdout is not None
        number = server.stdout.readline().decode().strip()
        assert number.isdecimal(), "Xvfb did not start"
        os.environ["DISPLAY"] = f":{number}"
        yield os.environ["DISPLAY"]
    finally:
        if before is None:
            os.environ.pop("DISPLAY", None)
        else:
            os.environ["DISPLAY"] = before
        server.terminate()
        server.wait()
        server.stdout.close()
