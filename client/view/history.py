"""What was played: rows of the list of moves, rolls, figures over the whole match. Each item is worked out once."""

from collections.abc import Sequence
from typing import Any

from client.view.generic import Presenter
from client.view.source import MatchSource
from client.view.values import MoveRow, Roll, Statistics
from protocol.effects import Applied

__all__ = ["History"]


class History:
    """The items of a match as they are told; it follows a match that grows, and one that is taken back."""

    def __init__(self, source: MatchSource, presenter: Presenter) -> None:
        self._source = source
        self._presenter = presenter
        self._known: list[Applied] = []
        self._rows: list[MoveRow] = []
        self._rolls: list[tuple[Roll, ...]] = []
        self._statistics: Statistics | None = None

    def rows(self) -> Sequence[MoveRow]:
        """Return a row for every item."""
        self._catch_up()
        return self._rows

    def last_roll(self, k: int) -> Roll | None:
        """Return the last combat with dice in the first ``k`` items, None where there was none."""
        self._catch_up()
        return next((rolls[-1] for rolls in reversed(self._rolls[:k]) if rolls), None)

    def rolls(self, k: int) -> tuple[Roll, ...]:
        """Return the combats of item ``k``, 1 and on."""
        self._catch_up()
        return self._rolls[k - 1]

    def statistics(self) -> Statistics:
        """Return what the match looks like from here."""
        self._catch_up()
        if self._statistics is None:
            states = [self._source.state_at(k) for k in range(len(self._known) + 1)]
            self._statistics = self._presenter.statistics(states, self._known)
        return self._statistics

    def forget(self) -> None:
        """Tell everything anew: names or the language have changed."""
        self._drop(0)

    def _drop(self, k: int) -> None:
        del self._known[k:], self._rows[k:], self._rolls[k:]
        self._statistics = None

    def _catch_up(self) -> None:
        steps = self._source.steps
        kept = min(len(self._known), len(steps))
        if self._known[:kept] != list(steps[:kept]):
            kept = next(n for n in range(kept) if self._known[n] != steps[n])
        if kept < len(self._known):
            self._drop(kept)
        for step in steps[kept:]:
            before: Any = self._source.state_at(step.k - 1)
            self._known.append(step)
            self._rows.append(self._presenter.row(before, step))
            self._rolls.append(self._presenter.rolls(before, step))
            self._statistics = None
