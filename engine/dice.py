"""Where chance comes from: draw sources handed to the rules, never made by them.

A game asks its source for dice (``die``) and for choices among equals (``choice``). The source keeps what
it gave, so that every step can be recorded and replayed. The rules know only this interface; whether the
draws come from a script, from a seed or from an event that several peers opened together is not theirs.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import blake2b

from engine.digest import H
from engine.errors import ChanceNeeded, DrawError

__all__ = ["DrawSource", "NoDraws", "ScriptedDraws", "SeededDraws", "event_seed"]

DIE_SIDES = 6


class DrawSource(ABC):
    """A source of draws for one step.

    Attributes:
        dice: Pips drawn so far (1..6), in the order of drawing.
        choices: Choices drawn so far, counted from 0, in the order of drawing.
    """

    __slots__ = ("_trace", "choices", "dice")

    def __init__(self) -> None:
        self.dice: list[int] = []
        self.choices: list[int] = []
        self._trace = bytearray()

    @property
    def trace(self) -> bytes:
        """All draws so far in one sequence, two bytes each, as ``digest.extend_draws`` takes them."""
        return bytes(self._trace)

    def die(self) -> int:
        """Roll one six-sided die: 1..6."""
        value = self._draw(DIE_SIDES, is_die=True)
        self.dice.append(value + 1)
        self._trace += bytes((DIE_SIDES - 1, value))
        return value + 1

    def roll(self, count: int) -> list[int]:
        """Roll ``count`` dice, one draw each, in this order."""
        return [self.die() for _ in range(count)]

    def choice(self, size: int) -> int:
        """Draw uniformly one of ``size`` (2..256) equals: 0..size-1."""
        if not 2 <= size <= 256:
            raise ValueError(f"a choice is among 2 to 256 equals, not {size}")
        value = self._draw(size, is_die=False)
        self.choices.append(value)
        self._trace += bytes((size - 1, value))
        return value

    @abstractmethod
    def _draw(self, size: int, *, is_die: bool) -> int:
        """Return the next value, 0..size-1."""


class NoDraws(DrawSource):
    """Refuses every draw with ``ChanceNeeded``: for steps that must not need chance, and to find out."""

    __slots__ = ()

    def _draw(self, size: int, *, is_die: bool) -> int:
        raise ChanceNeeded("this step needs chance and was given none")


class ScriptedDraws(DrawSource):
    """Gives recorded dice and choices, two separate sequences.

    Raises:
        DrawError: On the draw that finds its sequence empty or its value impossible.
    """

    __slots__ = ("_choices_left", "_dice_left")

    def __init__(self, dice: Sequence[int] = (), choices: Sequence[int] = ()) -> None:
        super().__init__()
        self._dice_left = list(reversed(dice))
        self._choices_left = list(reversed(choices))

    def _draw(self, size: int, *, is_die: bool) -> int:
        left, name = (self._dice_left, "dice") if is_die else (self._choices_left, "choices")
        if not left:
            raise DrawError(f"too few {name} were given", culprit=name)
        value = left.pop() - (1 if is_die else 0)
        if not 0 <= value < size:
            raise DrawError(f"the {name} hold an impossible value", culprit=name)
        return value

    def check_used(self) -> None:
        """Raise ``DrawError`` unless every scripted draw was used."""
        for left, name in ((self._dice_left, "dice"), (self._choices_left, "choices")):
            if left:
                raise DrawError(f"{len(left)} {name} too many were given", culprit=name)


class SeededDraws(DrawSource):
    """Draws from the stream of a 32-byte event seed.

    Block j = 0, 1, ... of the stream is ``BLAKE2b-512(u64 j, key=seed, person="wabe.stream")``. A draw
    below m takes the next byte b, refused while ``b >= 256 - (256 mod m)``, and is ``b mod m``: uniform.

    >>> SeededDraws(bytes(32)).roll(5)
    [2, 6, 2, 2, 6]
    """

    __slots__ = ("_block", "_bytes", "_position", "_seed")

    def __init__(self, seed: bytes) -> None:
        super().__init__()
        if len(seed) != 32:
            raise ValueError("an event seed has 32 bytes")
        self._seed = seed
        self._block = 0
        self._bytes = b""
        self._position = 0

    def _next_byte(self) -> int:
        if self._position == len(self._bytes):
            self._bytes = blake2b(
                self._block.to_bytes(8, "big"), key=self._seed, person=b"wabe.stream"
            ).digest()
            self._block += 1
            self._position = 0
        byte = self._bytes[self._position]
        self._position += 1
        return byte

    def _draw(self, size: int, *, is_die: bool) -> int:
        limit = 256 - 256 % size
        while (byte := self._next_byte()) >= limit:
            pass
        return byte % size


def event_seed(seed: bytes, n: int) -> bytes:
    """Return the seed of event ``n`` (1, 2, ...) of a game that one 32-byte ``seed`` stands for.

    Used by the line protocol and by local simulations; a networked match makes its event seeds from
    what all its seats reveal.
    """
    return H("wabe.event", seed + n.to_bytes(4, "big"))
