"""The names of the computer levels, for the help of commands that take one."""

from engine.ai.levels import levels_of
from engine.registry import GAMES

__all__ = ["told_levels"]


def told_levels() -> str:
    """Return a paragraph of help: the levels of every game, weakest first."""
    rows = "".join(f"  {name}: {', '.join(levels_of(name))}\n" for name in GAMES)
    return f"levels, weakest first:\n{rows}"
