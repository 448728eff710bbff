"""A bar for what takes long: on a terminal at standard error alone, so that output can be piped."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["progress"]


@contextmanager
def progress(what: str, *, shown: bool) -> Iterator[Callable[[int, int], None]]:
    """Give a function that shows how many of how many were done, on a terminal at standard error alone.

    Args:
        what: What is counted, in the plural.
        shown: False: never show anything.
    """
    console = Console(stderr=True)
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
