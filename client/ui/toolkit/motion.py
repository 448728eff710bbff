"""Motion of the controls: short, eased out, and absent where motion is off."""

from client.ui.toolkit.widget import Look

__all__ = ["HOVER", "PANEL_IN", "PRESS", "Eased", "ease_out"]

HOVER = 90
PRESS = 60
PANEL_IN = 180


def ease_out(share: float) -> float:
    """Return how far a motion has come (0..1) when ``share`` of its time has passed: cubic, fast at first."""
    rest = 1 - min(max(share, 0.0), 1.0)
    return 1 - rest * rest * rest


class Eased:
    """A number that follows its target over some time."""

    __slots__ = ("_begin", "_from", "_to")

    def __init__(self, value: float = 0.0) -> None:
        self._from = self._to = value
        self._begin = 0

    def follow(self, look: Look, target: float, over: int) -> float:
        """Return the value now, on its way to ``target``, which it reaches ``over`` milliseconds after a change.

        Asks for more frames until it is there.
        """
        if look.still:
            self._from = self._to = target
            return target
        if target != self._to:
            self._from = self._at(look.now, over)
            self._to, self._begin = target, look.now
        if self._from != self._to:
            if look.now - self._begin >= over:
                self._from = self._to
            else:
                look.again()
        return self._at(look.now, over)

    def _at(self, now: int, over: int) -> float:
        return self._from + (self._to - self._from) * ease_out((now - self._begin) / over)
