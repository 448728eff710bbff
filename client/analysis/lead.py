"""Who leads, over a whole game, made of what every seat's positions were worth to it.

A level's value is relative to the others' best, but what two seats see of one position need not add up to 0: each thinks
of what it will do next. So a seat's *lead* is half the difference between its own value and the best one of the others,
each from the last position that the seat in question had before it: the mean of how both see it. For two seats one lead
is the other's with the sign changed, and one curve tells both.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from client.analysis.judging import Judgement
from client.analysis.source import PlayedGame

__all__ = ["Curve", "Leads", "Point", "leads_of"]

Point = tuple[float, float]
"""Actions played, lead."""


@dataclass(frozen=True, slots=True)
class Curve:
    """What is drawn in the colour of a seat.

    Attributes:
        seat: The seat.
        name: What the legend says of it.
        runs: Its lines, each from left to right.
    """

    seat: int
    name: str
    runs: Sequence[Sequence[Point]]


@dataclass(frozen=True, slots=True)
class Leads:
    """The leads of all seats.

    Attributes:
        names: What the seats are called.
        points: For each seat ``(actions played, lead)``; of two seats the second has the first one's, negated.
    """

    names: Sequence[str]
    points: Sequence[Sequence[tuple[int, int]]]

    def curves(self) -> list[Curve]:
        """Return a curve for every seat; for two seats one that goes over from the leading seat to the other at 0."""
        if len(self.points) != 2:
            return [
                Curve(seat, name, [points] if points else [])
                for seat, (name, points) in enumerate(zip(self.names, self.points, strict=True))
            ]
        runs = _split(self.points[0])
        return [Curve(seat, f"{name} leads", runs[seat]) for seat, name in enumerate(self.names)]

    def at(self, judgement: Judgement) -> int:
        """Return where the curve stands before that action: the seat's own, of two seats the one of both."""
        points = self.points[judgement.seat if len(self.points) != 2 else 0]
        before = [lead for number, lead in points if number <= judgement.number - 1]
        return before[-1] if before else points[0][1] if points else 0


def leads_of(played: PlayedGame, judgements: Sequence[Judgement]) -> Leads:
    """Return the leads before every action, from where on they are known; seats that are out have none."""
    seats = len(played.names)
    latest: dict[int, int] = {}
    points: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
    for judgement in judgements:
        latest[judgement.seat] = judgement.value
        living = played.game.living(played.states[judgement.number - 1])
        for seat in living:
            others = [latest[other] for other in living if other != seat and other in latest]
            if seat in latest and others:
                points[seat].append((judgement.number - 1, _half(latest[seat] - max(others))))
    if not any(points) and seats == 2:
        # Only one seat has ever acted: its own view is all that there is.
        for judgement in judgements:
            for seat in range(seats):
                value = judgement.value if seat == judgement.seat else -judgement.value
                points[seat].append((judgement.number - 1, value))
    return Leads(played.names, points)


def _half(value: int) -> int:
    """Return half of it, rounded towards 0, so that it is the same for both sides."""
    return value // 2 if value >= 0 else -(-value // 2)


def _split(points: Sequence[tuple[int, int]]) -> tuple[list[list[Point]], list[list[Point]]]:
    """Return the parts of a line that lie above 0, and those that lie below; they meet where it crosses."""
    runs: tuple[list[list[Point]], list[list[Point]]] = ([], [])
    side: int | None = None
    for x, y in points:
        here = side if y == 0 and side is not None else int(y < 0)
        if side is None:
            runs[here].append([])
        elif here != side:
            before, value = runs[side][-1][-1]
            crossing = (before + (x - before) * abs(value) / (abs(value) + abs(y)), 0.0)
            runs[side][-1].append(crossing)
            runs[here].append([crossing])
        runs[here][-1].append((x, y))
        side = here
    return runs
