"""Who plays which seat of which game, with what chance: all of it follows from the seed.

Games come in *sets*. All games of a set share the opening and the seed of the dice; between them the players
change seats until each of them has sat everywhere equally often. With two seats a set is a pair. What luck gives to
one side in one game of a pair, it gives to the other side in the other.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.ai.uniform import pick
from engine.dice import NoDraws, SeededDraws
from engine.digest import H
from engine.game import Game

__all__ = [
    "MAX_ENTRANTS",
    "Entrant",
    "Fixture",
    "fixtures",
    "games_of_set",
    "opening",
    "seatings",
    "set_seed",
]

MAX_ENTRANTS = 256
"""Players of one arena: the seed of each is made with its number in one byte."""

_OPENING_ATTEMPTS = 200
"""Random openings looked at for a balanced one; nearly every one of a few plies is."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the arena.

    Attributes:
        name: As tables call it; no two alike.
        level: Level, or ``""`` for an external engine.
        nodes: Budget of one turn; None: the level's usual one. Of an engine: None unless it is bound by nodes.
        command: Program and arguments of an external engine; empty for a level.
        milliseconds: What an engine that is bound by time has for each decision.
    """

    name: str
    level: str = ""
    nodes: int | None = None
    command: tuple[str, ...] = ()
    milliseconds: int = 0


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played.

    Attributes:
        number: From 0, in the order of the schedule.
        seats: For each seat the index of its entrant.
        seed: 32 bytes shared by the games of the set: of the opening, the dice and, with the entrant's index, the
            players.
    """

    number: int
    seats: tuple[int, ...]
    seed: bytes


def set_seed(seed: int, number: int) -> bytes:
    """Return the seed of set ``number`` (from 0) of an arena with ``seed``."""
    return H("wabe.arena", f"{seed} {number}".encode("ascii"))


def seatings(players: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """Return the seatings of one set: all rotations, so that each of the players sits everywhere equally often.

    Args:
        players: Distinct entrants, at most as many as seats.
        seats: Seats of the game. Where there are more of them than players, players take turns along the table.

    >>> seatings((0, 1), 2)
    [(0, 1), (1, 0)]
    >>> seatings((0, 1), 3)
    [(0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0)]
    """
    found: dict[tuple[int, ...], None] = {}
    for first in range(len(players)):
        row = [players[(first + seat) % len(players)] for seat in range(seats)]
        for shift in range(seats):
            found[(*row[shift:], *row[:shift])] = None
    return list(found)


def fixtures(entrants: int, seats: int, games: int, seed: int) -> Iterator[Fixture]:
    """Yield at least ``games`` games, in whole sets, as many of every pairing.

    Args:
        entrants: Number of players, 2 or more. Every choice of as many of them as there are seats meets.
        seats: Seats of the game.
        games: How many are asked for, 1 or more; rounded up so that nobody has a seat oftener than others.
        seed: Any number.
    """
    number = 0
    for turn in itertools.count():
        if number >= games:
            return
        shared = set_seed(seed, turn)
        for players in itertools.combinations(range(entrants), min(entrants, seats)):
            for seated in seatings(players, seats):
                yield Fixture(number, seated, shared)
                number += 1


def games_of_set(entrants: int, seats: int) -> int:
    """Return how many games a set of every pairing has: ``fixtures`` yields a multiple of it.

    >>> games_of_set(2, 2), games_of_set(3, 2), games_of_set(7, 6)
    (2, 6, 252)
    """
    players = min(entrants, seats)
    return math.comb(entrants, players) * len(seatings(range(players), seats))


def opening(game: Game[Any, Any], start: Any, plies: int, seed: bytes) -> tuple[str, ...]:
    """Return the texts of ``plies`` random first actions without dice after which nobody can win at once.

    Fewer are returned if nothing else is possible without dice, none if no balanced opening was found.

    Args:
        game: The rules.
        start: The start position.
        plies: How many, 0 or more.
        seed: 32 bytes.
    """
    for attempt in range(_OPENING_ATTEMPTS):
        draws = SeededDraws(H("wabe.opening", seed + attempt.to_bytes(2, "big")))
        state, texts = start, []
        for _ in range(plies):
            actions = [a for a in game.forward_actions(state) if not game.needs_chance(state, a)]
            if not actions:
                break
            action = actions[pick(draws, len(actions))]
            texts.append(game.format(action))
            state, _ = game.apply(state, action, NoDraws())
        if game.outcome(state) is None and not _can_win(game, state):
            return tuple(texts)
    return ()


def _can_win(game: Game[Any, Any], state: Any) -> bool:
    """Tell whether the seat to act has an action without dice after which somebody has won."""
    for action in game.forward_actions(state):
        if not game.needs_chance(state, action):
            outcome = game.outcome(game.apply(state, action, NoDraws())[0])
            if outcome is not None and outcome.winners:
                return True
    return False
