"""``python -m bench.tuning.towerwars``: weights of the TowerWars evaluation, from self-play.

Three steps, each bounded by the number of games asked for:

- ``play FILE`` lets the present weights play against themselves and appends the positions at rest, each with
  the result of its game, to FILE.
- ``fit FILE`` adjusts weights so that the logistic function of the evaluation foretells the results best
  (maximum likelihood with a pull towards the present weights), and writes them out as Python.
- ``match FILE`` plays the weights that ``fit`` wrote against the present ones at equal nodes, colours
  alternating, every opening from both sides. They are worth keeping when they win that.

The evaluation is linear in its weights, so the coefficient of each is what the evaluation itself returns with
that weight alone set: what is fitted and what is played cannot differ.
"""

import argparse
import math
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from bench.tuning.whole import whole
from engine.ai.player import generator, never
from engine.ai.towerwars.evaluation import Evaluator, impatience
from engine.ai.towerwars.search import MATE_BOUND, Search
from engine.ai.towerwars.terrain import terrain
from engine.ai.towerwars.weights import TUNED, Weights
from engine.ai.uniform import pick
from engine.towerwars.geometry import geometry
from engine.towerwars.outcome import legal_moves
from engine.towerwars.position import Position
from engine.towerwars.state import State, start

__all__ = ["Sample", "fit", "main", "samples_of_game"]

PLY_LIMIT: Final = 300
"""Plies after which a game counts as half a point."""

SIZES: Final = (8, 5, 8, 12, 8, 6, 8, 10)
"""Boards, in turns; most people play on 8."""

OPENING: Final = 10
"""Plies with a large random bonus for every move, so that games differ."""

UNIT: Final = 2520
"""A weight set alone to find its coefficient: a multiple of the steps between entries of rows on most boards."""

CUT: Final = 1_200
"""Values beyond are as good as won."""

LAST_PLY: Final = 200
"""Later positions of one game differ little from each other."""

TRUST: Final = 0.5
"""Share of the search's value in what is to be foretold; the rest is the result."""

SCALE: Final = 200.0
"""Hundredths of a stone to which one unit of the logistic function corresponds."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position at rest, and what came of it.

    Attributes:
        size: Of the board.
        turn: The colour to move.
        board: As ``State.board``.
        value: What the search of the game found, for red, in hundredths of a stone, cut to ``±CUT``.
        result: Red's points in the end: 1, 0.5 or 0.
    """

    size: int
    turn: int
    board: bytes
    value: int
    result: float

    def __str__(self) -> str:
        return f"{self.size} {self.turn} {self.value} {self.result} {self.board.hex()}"

    @classmethod
    def of(cls, line: str) -> "Sample":
        """Read what ``str`` wrote."""
        size, turn, value, result, board = line.split()
        return cls(int(size), int(turn), bytes.fromhex(board), int(value), float(result))


# --- games ------------------------------------------------------------------------------------------------
def _played(
    size: int, nodes: int, seed: bytes, players: tuple[Weights, Weights]
) -> tuple[list[tuple[State, int]], int | None]:
    """Play one game; return its states with the values found in them for red, and the winner's colour if any.

    A game ends as soon as a search sees its end.
    """
    state = start({"size": size})
    states: list[tuple[State, int]] = []
    while state.ply < PLY_LIMIT:
        position = Position.of(state)
        draws = generator(seed, 0, state.ply)
        moves = list(legal_moves(state))
        noise = 40 if state.ply < OPENING else 4
        bonus = {move: pick(draws, noise) for move in moves}
        found = Search(position, nodes, impatience(state.ply), 0, never, players[state.turn]).run(
            moves, bonus
        )
        if abs(found.value) > MATE_BOUND:
            return states, state.turn if found.value > 0 else 1 - state.turn
        states.append((state, -found.value if state.turn else found.value))
        position.make(found.move)
        state = replace(state, board=position.board(), turn=position.side, ply=state.ply + 1)
    return states, None


def samples_of_game(size: int, nodes: int, seed: bytes, weights: Weights) -> list[Sample]:
    """Return positions at rest of one game after its opening: every second one."""
    states, winner = _played(size, nodes, seed, (weights, weights))
    result = 0.5 if winner is None else 1.0 - winner
    return [
        Sample(size, state.turn, state.board, max(-CUT, min(CUT, value)), result)
        for state, value in states[OPENING // 2 : LAST_PLY]
        if (state.ply + seed[-1]) % 3 and _at_rest(state)
    ]


def _at_rest(state: State) -> bool:
    """Tell whether no base is in danger, and no taking changes what the side to move stands to have."""
    position = Position.of(state)
    if position.can_take_base() or position.can_take_base(1 - position.side):
        return False
    sample = Sample(state.size, state.turn, state.board, 0, 0.5)
    value = _value_for_red(sample, TUNED)
    return abs(Search(position, 10_000, 0, 0, never).at_rest() - (-value if state.turn else value)) <= 30


# --- fitting ----------------------------------------------------------------------------------------------
def _flat(weights: Weights) -> list[int]:
    values: list[int] = []
    for field in fields(weights):
        value = getattr(weights, field.name)
        values += value if isinstance(value, tuple) else (value,)
    return values


def _shaped(values: Sequence[int]) -> Weights:
    made: dict[str, Any] = {}
    left = list(values)
    for field in fields(TUNED):
        old = getattr(TUNED, field.name)
        count = len(old) if isinstance(old, tuple) else 1
        taken, left = left[:count], left[count:]
        made[field.name] = tuple(taken) if isinstance(old, tuple) else taken[0]
    return Weights(**made)


def _value_for_red(sample: Sample, weights: Weights) -> int:
    board = geometry(sample.size)
    codes = board.with_margin(sample.board)
    land = terrain(sample.size, weights)
    evaluator = Evaluator(land, codes, 0, 0)
    packed, turn = land.pack(codes), sample.turn
    stones = [packed >> colour * land.length & land.plane for colour in (0, 1)]
    reach = [evaluator.reach(packed, colour) for colour in (0, 1)]
    value = evaluator.value(packed, turn, stones[turn], stones[1 - turn], reach[turn], reach[1 - turn])
    return -value if turn else value


def _coefficients(sample: Sample) -> list[tuple[int, float]]:
    """Return the number and the coefficient of every weight that has one."""
    count = len(_flat(TUNED))
    found = []
    for number in range(count):
        alone = _shaped([UNIT if number == other else 0 for other in range(count)])
        value = _value_for_red(sample, alone)
        if value:
            found.append((number, value / UNIT))
    return found


def _chance(value: float) -> float:
    return 1 / (1 + math.exp(-value / SCALE))


def _goal(sample: Sample) -> float:
    return TRUST * _chance(sample.value) + (1 - TRUST) * sample.result


def fit(samples: Sequence[Sample], rounds: int, pull: float) -> Weights:
    """Return the weights that foretell the results of ``samples`` best.

    Args:
        samples: Positions, one or more.
        rounds: Steps of gradient descent (Adam) over all samples.
        pull: How strongly weights are drawn towards the present ones: what one hundredth of a stone of
            difference in every weight costs, as a share of one sample's likelihood, is its square.
    """
    base = [float(value) for value in _flat(TUNED)]
    now = base.copy()
    rows = [(_coefficients(sample), _goal(sample)) for sample in samples]
    first, second = [0.0] * len(now), [0.0] * len(now)
    for step in range(1, rounds + 1):
        slope = [2 * pull * pull * (value - old) for value, old in zip(now, base, strict=True)]
        loss = 0.0
        for row, result in rows:
            value = sum(now[number] * coefficient for number, coefficient in row)
            chance = _chance(value)
            loss -= result * math.log(max(chance, 1e-9)) + (1 - result) * math.log(max(1 - chance, 1e-9))
            error = (chance - result) / (SCALE * len(rows))
            for number, coefficient in row:
                slope[number] += error * coefficient
        for number, gradient in enumerate(slope):
            first[number] = 0.9 * first[number] + 0.1 * gradient
            second[number] = 0.99 * second[number] + 0.01 * gradient * gradient
            ahead = first[number] / (1 - 0.9**step)
            spread = math.sqrt(second[number] / (1 - 0.99**step)) + 1e-12
            now[number] -= 2.0 * (1 - step / (rounds + 1)) * ahead / spread
        print(f"round {step}: loss {loss / len(rows):.4f}", file=sys.stderr)
    return _shaped([round(value) for value in now])


# --- the command ------------------------------------------------------------------------------------------
def _match(candidate: Weights, games: int, nodes: int, sizes: Sequence[int]) -> None:
    won = lost = even = 0
    for number in range(games):
        seed = (number // 2).to_bytes(32, "big")
        size = sizes[number // 2 % len(sizes)]
        colour = number % 2
        players = (candidate, TUNED) if colour == 0 else (TUNED, candidate)
        _, winner = _played(size, nodes, seed, players)
        won += winner == colour
        lost += winner == 1 - colour
        even += winner is None
        score = (won + even / 2) / (number + 1)
        error = math.sqrt(score * (1 - score) / (number + 1))
        print(f"+{won} -{lost} ={even}: {score:.3f} ± {error:.3f}", flush=True)


def main(arguments: Sequence[str]) -> int:
    """Do one of the three steps; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench.tuning.towerwars", description=__doc__)
    parser.add_argument("step", choices=("play", "fit", "match"))
    parser.add_argument("file", type=Path, help="positions (play, fit) or weights (match)")
    parser.add_argument("--games", type=whole(1), default=100)
    parser.add_argument("--first", type=whole(0), default=0, help="number of the first game, which seeds it")
    parser.add_argument("--nodes", type=whole(1), default=800, help="nodes of one move")
    parser.add_argument("--rounds", type=whole(1), default=150)
    parser.add_argument("--pull", type=float, default=0.0001)
    parser.add_argument("--sizes", type=whole(4, 26), nargs="+", default=SIZES)
    options = parser.parse_args(arguments)
    try:
        _do(options)
    except (OSError, ValueError) as error:
        parser.error(f"{options.file}: {error}")
    return 0


def _do(options: argparse.Namespace) -> None:
    if options.step == "play":
        with options.file.open("a", encoding="ascii") as lines:
            for number in range(options.first, options.first + options.games):
                size = options.sizes[number % len(options.sizes)]
                seed = number.to_bytes(32, "big")
                for sample in samples_of_game(size, options.nodes, seed, TUNED):
                    print(sample, file=lines)
                lines.flush()
    elif options.step == "fit":
        samples = [Sample.of(line) for line in options.file.read_text(encoding="ascii").splitlines()]
        if not samples:
            raise ValueError("there are no positions in it")
        print(fit(samples, options.rounds, options.pull))
    else:
        source = options.file.read_text(encoding="utf-8")
        numbers = [int(number) for number in re.findall(r"-?\d+", source)]
        if len(numbers) != len(_flat(TUNED)):
            raise ValueError(f"{len(_flat(TUNED))} weights are needed, not {len(numbers)}")
        _match(_shaped(numbers), options.games, options.nodes, options.sizes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
