"""What came of an arena: counts, shares with their confidence intervals, ratings.

All figures are for people; nothing is decided by them, so floating point numbers are fine here. They are made of
the games in the order of the schedule, whatever order these ended in.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from client.arena.bout import Played
from client.arena.schedule import Entrant

__all__ = ["SeatTally", "Share", "Standing", "Tally", "wilson"]

Z95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of something with its 95 % confidence interval, all from 0 to 1."""

    value: float
    low: float
    high: float


def wilson(points: float, trials: int) -> Share:
    """Return the share ``points / trials`` with Wilson's score interval (E. B. Wilson, 1927).

    With halves among the points the interval is a little wider than need be.

    >>> share = wilson(50, 100)
    >>> round(share.low, 3), round(share.high, 3)
    (0.404, 0.596)
    >>> wilson(0, 0)
    Share(value=0.0, low=0.0, high=1.0)
    """
    if not trials:
        return Share(0.0, 0.0, 1.0)
    share, square = points / trials, Z95 * Z95
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    spread = Z95 * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    spread /= 1 + square / trials
    return Share(share, max(0.0, middle - spread), min(1.0, middle + spread))


@dataclass(slots=True)
class SeatTally:
    """What one seat has brought whoever sat there.

    Attributes:
        games: Games.
        wins, draws, undecided: Of these.
        points: A win is one; a game without winner is divided among the seats still in it.
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    undecided: int = 0
    points: float = 0.0

    @property
    def losses(self) -> int:
        """Games that another seat won."""
        return self.games - self.wins - self.draws - self.undecided

    @property
    def share(self) -> Share:
        """Points a game."""
        return wilson(self.points, self.games)

    def add(self, played: Played, seat: int) -> None:
        """Count a game for ``seat``."""
        self.games += 1
        if seat in played.winners:
            self.wins += 1
            self.points += 1 / len(played.winners)
        elif not played.winners:
            self.draws += not played.undecided
            self.undecided += played.undecided
            if seat in played.sharing:
                self.points += 1 / len(played.sharing)


@dataclass(slots=True)
class Standing(SeatTally):
    """What an entrant has reached; a game in which it holds several seats counts for each of them.

    Attributes:
        name: The entrant.
        forfeits: Games that it lost by breaking its promise.
        mu, sigma: Rating and its uncertainty (Weng and Lin's Plackett-Luce model, beginning at 25 and 25/3).
    """

    name: str = ""
    forfeits: int = 0
    mu: float = 25.0
    sigma: float = 25 / 3


@dataclass(slots=True)
class Tally:
    """All games of an arena so far.

    Attributes:
        standings: By entrant.
        seats: By seat.
        reasons: How many games ended for which reason, most frequent first.
        games: Number of games.
        plies: Their actions together.
    """

    standings: list[Standing]
    seats: list[SeatTally]
    reasons: dict[str, int] = field(default_factory=dict)
    games: int = 0
    plies: int = 0

    @classmethod
    def of(cls, entrants: Sequence[Entrant], seats: int, games: Iterable[Played]) -> "Tally":
        """Return the tally of ``games``, in the order of the schedule."""
        tally = cls(
            [Standing(name=entrant.name) for entrant in entrants], [SeatTally() for _ in range(seats)]
        )
        reasons: dict[str, int] = {}
        ordered = sorted(games, key=lambda played: played.fixture.number)
        for played in ordered:
            tally.games += 1
            tally.plies += played.plies
            reasons[played.reason] = reasons.get(played.reason, 0) + 1
            for seat, who in enumerate(played.fixture.seats):
                tally.seats[seat].add(played, seat)
                tally.standings[who].add(played, seat)
            for seat, _ in played.forfeits:
                tally.standings[played.fixture.seats[seat]].forfeits += 1
        tally.reasons = dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0])))
        _rate(tally.standings, ordered)
        return tally


def _rate(standings: list[Standing], games: list[Played]) -> None:
    """Rate all players by ``games``; one that holds several seats of a game is one side there."""
    # Loaded here: only an arena needs it.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in standings]
    for played in games:
        sides = list(dict.fromkeys(played.fixture.seats))
        if len(sides) < 2:
            continue
        # Without a winner those still in the game are level with each other, and ahead of those who are out.
        ahead = {played.fixture.seats[seat] for seat in played.winners or played.sharing}
        ranks = [0.0 if who in ahead else 1.0 for who in sides]
        for who, (rated,) in zip(
            sides, model.rate([[ratings[who]] for who in sides], ranks=ranks), strict=True
        ):
            ratings[who] = rated
    for standing, rating in zip(standings, ratings, strict=True):
        standing.mu, standing.sigma = rating.mu, rating.sigma
