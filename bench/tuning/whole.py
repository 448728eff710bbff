"""Whole numbers on the command line of the tuning tools."""

from collections.abc import Callable

__all__ = ["whole"]


def whole(lowest: int, highest: int = 10**9) -> Callable[[str], int]:
    """Return a reader of whole numbers in that range, as ``argparse`` wants it.

    >>> whole(1)("12")
    12
    """

    def number(text: str) -> int:
        value = int(text)
        if not lowest <= value <= highest:
            raise ValueError(text)
        return value

    return number
