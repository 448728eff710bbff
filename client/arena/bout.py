"""One game between players of the arena, from its opening to its end or the limit.

``Bout`` is the game without whoever decides in it, so that levels (here, in one go, in a worker) and external
engines (over a pipe, in ``running``) are played by the same rules.
"""

from dataclasses import dataclass
from typing import Any

from client.arena.schedule import Entrant, Fixture, opening
from client.workers.deciding import Spec, Thinker, orphaned
from engine import strictjson
from engine.dice import SeededDraws, event_seed
from engine.digest import H
from engine.game import Event, Game, Outcome, Seat
from engine.options import OptionValue
from engine.record import Recorder
from engine.registry import find

__all__ = ["Bout", "Played", "Terms", "play_levels", "player_seed"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What all games of an arena have in common.

    Attributes:
        game: Name of the game.
        options: Its complete options.
        limit: Actions after which a game is undecided.
        opening: Random first actions, the same for all games of a set.
        keep: Whether the record is wanted.
    """

    game: str
    options: dict[str, OptionValue]
    limit: int
    opening: int = 0
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has been played.

    Attributes:
        fixture: Who met.
        winners: Winning seats; empty for a draw and for an undecided game.
        reason: ``Outcome.reason``, or ``undecided`` where the limit was reached.
        plies: Actions and resignations, the opening's among them.
        opening: How many of these were given.
        sharing: Seats among which a game without winner is divided: those still in it at its end.
        forfeits: Seats whose engine broke its promise, each with the code.
        record: The record as JSON, where it was wanted; else ``""``.
    """

    fixture: Fixture
    winners: tuple[Seat, ...]
    reason: str
    plies: int
    opening: int
    sharing: tuple[Seat, ...]
    forfeits: tuple[tuple[Seat, str], ...] = ()
    record: str = ""

    @property
    def undecided(self) -> bool:
        """Whether the limit ended the game."""
        return self.reason == "undecided"


class Bout:
    """A running game of the arena.

    Attributes:
        game: The rules.
        recorder: What was played.
        seat: The seat to act; None: the game has ended, or the limit is reached.
        earlier: ``(k, state)`` of the earlier decisions of the running turn.
    """

    def __init__(self, terms: Terms, fixture: Fixture) -> None:
        self.game: Game[Any, Any] = find(terms.game)
        start = self.game.setup(terms.options)
        self.recorder: Recorder[Any, Any] = Recorder(self.game, start)
        self.earlier: tuple[tuple[int, Any], ...] = ()
        self.seat: Seat | None = self.game.to_act(start)
        self._terms = terms
        self._fixture = fixture
        self._forfeits: list[tuple[Seat, str]] = []
        self._before = start
        given = opening(self.game, start, terms.opening, fixture.seed)
        for text in given:
            self.play(text)
        self._given = len(given)
        # A player that takes over in mid-turn begins its turn there.
        self.earlier = ()

    @property
    def k(self) -> int:
        """Number of steps so far."""
        return len(self.recorder.steps)

    @property
    def state(self) -> Any:
        """The position."""
        return self.recorder.state

    def play(self, text: str | None) -> tuple[Event, ...]:
        """Play the action ``text`` for the seat to act, or resign for it; return what happened.

        Raises:
            EngineError: It is not legal. Nothing has changed.
        """
        assert self.seat is not None, "the game is running"
        # The dice of the set: event n is the same in all of its games.
        seat, k, state = self.seat, self.k, self.state
        draws = SeededDraws(event_seed(H("wabe.dice", self._fixture.seed), self.recorder.chance_steps + 1))
        if text is None:
            events = self.recorder.resign(seat, draws)
        else:
            events = self.recorder.play(self.game.parse(text), draws)
        following = self.game.to_act(self.state)
        self.earlier = (*self.earlier, (k, state)) if following == seat else ()
        self.seat = None if self.k >= self._terms.limit else following
        return events

    def forfeit(self, code: str) -> tuple[Event, ...]:
        """Let the seat to act resign for breaking its promise with ``code``."""
        assert self.seat is not None, "the game is running"
        self._forfeits.append((self.seat, code))
        return self.play(None)

    def result(self) -> Played:
        """Return what came of the game."""
        outcome: Outcome | None = self.game.outcome(self.state)
        record = ""
        if self._terms.keep:
            record = strictjson.dump(self.recorder.record().to_json(self.game.part_names))
        return Played(
            self._fixture,
            outcome.winners if outcome else (),
            outcome.reason if outcome else "undecided",
            self.k,
            self._given,
            self.game.living(self.state),
            tuple(self._forfeits),
            record,
        )


def player_seed(fixture: Fixture, entrant: int) -> bytes:
    """Return the seed of an entrant's player in all games of the fixture's set."""
    return H("wabe.arena", fixture.seed + bytes((entrant,)))


def play_levels(terms: Terms, fixture: Fixture, entrants: tuple[Entrant, ...]) -> Played:
    """Play a game between levels, in this process, and return what came of it.

    Args:
        terms: Game, options and limits.
        fixture: Who sits where.
        entrants: All players of the arena; those of the fixture are levels.
    """
    bout = Bout(terms, fixture)
    specs = [
        Spec(entrants[who].level, seat, player_seed(fixture, who), entrants[who].nodes)
        for seat, who in enumerate(fixture.seats)
    ]
    thinkers = [Thinker() for _ in specs]
    while (seat := bout.seat) is not None and not orphaned():
        decision = thinkers[seat].think(bout.game, specs[seat], bout.earlier, bout.k, bout.state, orphaned)
        bout.play(None if decision.action is None else bout.game.format(decision.action))
    return bout.result()
