"""Functions to be called when something happens."""

from collections.abc import Callable
from typing import Generic, ParamSpec

__all__ = ["Listeners"]

P = ParamSpec("P")


class Listeners(Generic[P]):
    """Functions that are called, in the order in which they came, with what there is to tell."""

    def __init__(self) -> None:
        self._functions: dict[object, Callable[P, None]] = {}

    def add(self, function: Callable[P, None]) -> Callable[[], None]:
        """Call ``function`` from now on; returns a function that ends this, and may be called again."""
        key = object()
        self._functions[key] = function
        return lambda: self._forget(key)

    def tell(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call them all; one that is taken away meanwhile is not called any more."""
        for key, function in list(self._functions.items()):
            if key in self._functions:
                function(*args, **kwargs)

    def _forget(self, key: object) -> None:
        self._functions.pop(key, None)
