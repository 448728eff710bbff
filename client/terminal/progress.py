"""How far something is that takes long, at standard error, so that output can be piped: a bar on a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["progress"]

_LINES = 10
"""So many lines at most tell of what has begun, where there is no bar: few enough for a log."""


@contextmanager
def progress(what: str, *, shown: bool, lines: bool = False) -> Iterator[Callable[[int, int], None]]:
    """Give a function that shows how many of how many were done, as a bar on a terminal at standard error.

    Args:
        what: What is counted, in the plural.
        shown: False: never show anything.
        lines: Where standard error is no terminal, write a line at the beginning and at every tenth; False: nothing.
    """
    console = Console(stderr=True)
    if shown and lines and not console.is_terminal:
        yield _line_by_line(what, console)
        return
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not (shown and console.is_terminal),
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _line_by_line(what: str, console: Console) -> Callable[[int, int], None]:
    told = -1

    def tell(done: int, total: int) -> None:
        nonlocal told
        step = _LINES * done // total if total else 0
        if step > told:
            told = step
            console.print(f"{what}: {done} of {total}", highlight=False, soft_wrap=True)

    return tell
