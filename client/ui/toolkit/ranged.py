"""What steppers and sliders have in common: a whole number between two others, set by keys as well."""

from collections.abc import Callable

from client.ui.toolkit.widget import KeyPress, Widget

__all__ = ["Ranged"]


class Ranged(Widget):
    """A whole number between two others.

    Args:
        value: Now.
        low: The least.
        high: The greatest.
        on_change: Told the new value.
        step: Values go by this, from ``low``.
        page: The page keys go by this.
        enabled: See ``Widget``.
        key: See ``Widget``.
        tip: See ``Widget``.
    """

    focusable = True

    def __init__(
        self,
        value: int,
        low: int,
        high: int,
        on_change: Callable[[int], None] | None,
        *,
        step: int,
        page: int,
        enabled: bool,
        key: str,
        tip: str,
    ) -> None:
        super().__init__(key=key, enabled=enabled, tip=tip)
        self.value, self.low, self.high = value, low, high
        self.on_change = on_change
        self.step, self.page = step, page

    def set_value(self, value: int) -> bool:
        """Take the possible value that is nearest to ``value``, and tell it if it is a new one; returns True."""
        steps = round((value - self.low) / self.step)
        value = min(max(self.low, self.low + steps * self.step), self.high)
        if value != self.value:
            self.value = value
            if self.on_change is not None:
                self.on_change(value)
        return True

    def key_pressed(self, press: KeyPress) -> bool:
        """Go by a step by arrows and signs, further by page keys, or to an end."""
        if press.ctrl or press.alt:
            return False
        moves = {
            **dict.fromkeys(("left", "down", "minus"), self.value - self.step),
            **dict.fromkeys(("right", "up", "plus"), self.value + self.step),
            "pagedown": self.value - self.page,
            "pageup": self.value + self.page,
            "home": self.low,
            "end": self.high,
        }
        return press.name in moves and self.set_value(moves[press.name])
