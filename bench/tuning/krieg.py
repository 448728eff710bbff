"""Look for better weights of the planners of Krieg und Frieden by self-play.

    python -m bench.tuning.krieg --pairs 100 --nodes 600 --spread 20

Each pair of games sets some weights up and the others down for one side, and the other way round for the
other; in its second game the sides swap seats and keep the dice. From all pairs follows how much each weight
speaks for winning: the list shows it in standard deviations, and the weights moved that way. What it proposes
counts only when a match of its own shows it (``--against`` plays the weights named there against the present
ones).
"""

import argparse
import dataclasses
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bench.tuning.whole import whole
from engine.ai.krieg.players import HardKrieg, PlanningKrieg
from engine.ai.krieg.weights import TUNED, Weights
from engine.dice import SeededDraws, event_seed
from engine.digest import H
from engine.krieg.game import Krieg

__all__ = ["main"]

GAME: Final = Krieg()
ROUNDS: Final = 120
"""A game that is not over by then is judged."""
NAMES: Final = tuple(field.name for field in dataclasses.fields(Weights))
FIXED: Final = ("win", "tower_archer", "crown", "leader")
"""Not moved: the measure of all others, or of no account with two seats."""


def player_with(weights: Weights) -> type[PlanningKrieg]:
    """Return a hard player with other weights."""
    return type("Tried", (HardKrieg,), {"weights": weights})


def play(sides: tuple[type[PlanningKrieg], type[PlanningKrieg]], seed: bytes, nodes: int) -> int:
    """Return 1 if the first side, in seat 0, wins, -1 if the other does, 0 for a draw."""
    s = GAME.setup({"round_limit": ROUNDS})
    players = [side(GAME, seat, H("tuning.seat", seed), nodes) for seat, side in enumerate(sides)]
    step = 0
    while not s.over:
        action = players[s.turn].choose(s, step).action
        assert action is not None
        step += 1
        s, _ = GAME.apply(s, action, SeededDraws(event_seed(seed, step)))
    outcome = GAME.outcome(s)
    assert outcome is not None
    return 0 if not outcome.winners else 1 if outcome.winners == (0,) else -1


def pair(a: Weights, b: Weights, seed: bytes, nodes: int) -> int:
    """Return by how many games of two ``a`` is ahead."""
    first, second = player_with(a), player_with(b)
    return play((first, second), seed, nodes) - play((second, first), seed, nodes)


def moved(weights: Weights, per_cent: Mapping[str, int]) -> Weights:
    """Return the weights with some of them changed by per cents, at least by one."""
    changes: dict[str, Any] = {}
    for name, change in per_cent.items():
        old = getattr(weights, name)
        step = old * abs(change) // 100 or 1
        changes[name] = max(0, old + (step if change > 0 else -step)) if change else old
    return dataclasses.replace(weights, **changes)


def search(pairs: int, nodes: int, spread: int, seconds: int) -> None:
    """Play pairs of games between opposite changes and print what speaks for which."""
    free = [name for name in NAMES if name not in FIXED]
    sums = dict.fromkeys(free, 0)
    squares = played = 0
    end = time.monotonic() + seconds
    for number in range(pairs):
        seed = H("tuning.pair", number.to_bytes(4, "big"))
        draws = SeededDraws(H("tuning.signs", seed))
        signs = {name: 1 - 2 * draws.choice(2) for name in free}
        up = moved(TUNED, {name: sign * spread for name, sign in signs.items()})
        down = moved(TUNED, {name: -sign * spread for name, sign in signs.items()})
        ahead = pair(up, down, seed, nodes)
        squares += ahead * ahead
        played += 1
        for name, sign in signs.items():
            sums[name] += sign * ahead
        if time.monotonic() > end:
            break
    deviation = max(1.0, squares**0.5)
    print(f"{played} pairs")
    change: dict[str, int] = {}
    for name in sorted(free, key=lambda name: -abs(sums[name])):
        strength = sums[name] / deviation
        change[name] = round(max(-spread, min(spread, strength * spread / 2)))
        print(f"{name:14} {getattr(TUNED, name):6} {strength:+5.1f}")
    print(moved(TUNED, change))


def match(changes: Mapping[str, int], pairs: int, nodes: int) -> None:
    """Play a match of changed weights against the present ones and print its result."""
    tried = dataclasses.replace(TUNED, **changes)
    results = [
        pair(tried, TUNED, H("tuning.match", number.to_bytes(4, "big")), nodes) for number in range(pairs)
    ]
    points = sum(results) / 2 + pairs
    print(f"{points} of {2 * pairs}; pairs won {results.count(2)}, lost {results.count(-2)}")


def change(text: str) -> tuple[str, int]:
    """Read ``NAME=VALUE``. Raises ``ValueError`` where that is no weight, or no number from 0."""
    name, _, value = text.partition("=")
    if name not in NAMES:
        raise ValueError(text)
    return name, whole(0)(value)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and search, or play a match."""
    parser = argparse.ArgumentParser(prog="python -m bench.tuning.krieg", description=__doc__)
    parser.add_argument("--pairs", type=whole(1), default=100, help="pairs of games at most")
    parser.add_argument("--nodes", type=whole(1), default=600, help="budget of a turn")
    parser.add_argument("--spread", type=whole(1, 100), default=20, help="change of each weight in per cent")
    parser.add_argument("--seconds", type=whole(0), default=900, help="no new pair after that")
    parser.add_argument(
        "--against", type=change, nargs="+", metavar="NAME=VALUE", help="a match instead of a search"
    )
    chosen = parser.parse_args(arguments)
    if chosen.against:
        match(dict(chosen.against), chosen.pairs, chosen.nodes)
    else:
        search(chosen.pairs, chosen.nodes, chosen.spread, chosen.seconds)


if __name__ == "__main__":
    main()
