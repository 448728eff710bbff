"""A token bucket that counts in whole numbers and is told the time: limits how often something may happen."""

__all__ = ["Meter"]


class Meter:
    """Allows a burst of ``burst`` events, and ``per_second`` events a second in the long run.

    Times are milliseconds of any clock that does not go back; one that does is taken to stand still.
    """

    __slots__ = ("_full", "_level", "_per_second", "_seen")

    def __init__(self, burst: int, per_second: int, now: int) -> None:
        self._full = burst * 1000
        self._level = self._full
        self._per_second = per_second
        self._seen = now

    def take(self, now: int) -> bool:
        """Count one event and return True, or return False if there have been too many."""
        if now > self._seen:
            self._level = min(self._full, self._level + (now - self._seen) * self._per_second)
            self._seen = now
        if self._level < 1000:
            return False
        self._level -= 1000
        return True
