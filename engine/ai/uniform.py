"""Level "random": every forward action is as likely as any other.

It never takes anything back and never resigns, and looks at no position but the present one.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from engine.ai.player import Decision, Player, generator, never
from engine.dice import DrawSource

__all__ = ["Uniform", "pick"]


def pick(draws: DrawSource, size: int) -> int:
    """Draw uniformly one of ``size`` (1 or more) equals: 0..size-1.

    One equal draws nothing and up to 256 are one ``choice``. More are written with as few base-256 digits
    as can tell them apart, one ``choice`` a digit, highest first; numbers from the largest multiple of
    ``size`` on are drawn anew, so that each remainder has the same share.

    >>> from engine.dice import SeededDraws
    >>> pick(SeededDraws(bytes(32)), 1), pick(SeededDraws(bytes(32)), 1000)
    (0, 501)
    """
    if size < 1:
        raise ValueError("there is nothing to pick from")
    if size == 1:
        return 0
    if size <= 256:
        return draws.choice(size)
    digits = ((size - 1).bit_length() + 7) // 8
    limit = 256**digits - 256**digits % size
    while True:
        number = 0
        for _ in range(digits):
            number = number * 256 + draws.choice(256)
        if number < limit:
            return number % size


class Uniform(Player[Any, Any]):
    """Plays a uniformly random forward action; needs no nodes and ignores its budget."""

    level: ClassVar[str] = "random"

    def choose(self, state: Any, step: int, should_stop: Callable[[], bool] = never) -> Decision[Any]:
        """Return one of ``Game.forward_actions``, drawn with ``generator(seed, seat, step)``."""
        actions = self.game.forward_actions(state)
        return Decision(actions[pick(generator(self.seed, self.seat, step), len(actions))])
