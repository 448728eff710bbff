"""Something to paint on: the display that there is, else an Xvfb of one's own."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["some_display"]


@contextmanager
def some_display() -> Iterator[None]:
    """Within the context windows can be opened.

    Without DISPLAY, Xvfb is started and ended afterwards.

    Raises:
        OSError: There is neither a display nor an Xvfb.
    """
    if os.environ.get("DISPLAY"):
        yield
        return
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None, "it was opened with a pipe"
        try:
            os.environ["DISPLAY"] = f":{server.stdout.readline().strip()}"
            yield
        finally:
            os.environ.pop("DISPLAY", None)
            server.terminate()
