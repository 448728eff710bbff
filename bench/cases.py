"""Which figures there are: what is timed against what, and how good it has to be."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from bench import games, reference, wire
from bench.timing import Comparison, Rate, Work, compare, rate_of

__all__ = ["CASES", "GROWTH_SIZES", "Case", "Growth", "Result", "grow", "measure"]


@dataclass(frozen=True, slots=True)
class Case:
    """One figure.

    Attributes:
        name: Its id, such as ``S1``.
        work: What is timed.
        against: What it is compared with.
        goal: Bound of the ratio; ``speed`` ratios must not be smaller, ``cost`` ratios not larger.
        kind: ``speed``: our units a second divided by the reference's. ``cost``: the reverse, how many times
            as long one unit of ours takes.
        pair: Makes the two pieces of work, ours first.
    """

    name: str
    work: str
    against: str
    goal: float
    kind: Literal["speed", "cost"]
    pair: Callable[[], tuple[Work, Work]]


@dataclass(frozen=True, slots=True)
class Result:
    """A case measured: its ratio, whether that meets the goal, and the speeds behind it."""

    case: Case
    ratio: float
    met: bool
    times: Comparison


@dataclass(frozen=True, slots=True)
class Growth:
    """Speed of TowerWars perft on one board size; ``depth`` is the same for all."""

    size: int
    depth: int
    rate: Rate


def _action_message() -> tuple[Work, Work]:
    data = wire.action_message()
    return wire.decode_action(data, 5_000), reference.unpack(data, 5_000)


_ALL = (
    Case(
        "S1",
        "TowerWars perft(3), n=8, last ply listed",
        "python-chess perft(4), last ply counted",
        3.0,
        "speed",
        lambda: (games.towerwars_perft_counted(8, 3), reference.chess_perft_counted),
    ),
    Case(
        "S1b",
        "TowerWars perft(3), n=8, every leaf made",
        "python-chess perft(4), every leaf pushed",
        3.0,
        "speed",
        lambda: (games.towerwars_perft_applied(8, 3), reference.chess_perft_applied),
    ),
    Case(
        "S2",
        "TowerWars make + unmake, n=8",
        "python-chess push + pop",
        3.0,
        "speed",
        lambda: (games.towerwars_make_unmake(80, 1_000), reference.chess_push_pop(80, 400)),
    ),
    Case(
        "S3",
        "Krieg random playout, radius 4, actions",
        "python-chess random playout, plies",
        0.5,
        "speed",
        lambda: (games.krieg_playouts(6_000), reference.chess_playouts(8_000)),
    ),
    Case(
        "S4",
        "Krieg state hash in full",
        "SHA-256 of 1 KiB",
        40.0,
        "cost",
        lambda: (games.krieg_full_hashes(1_000), reference.sha256(20_000)),
    ),
    Case(
        "S4b",
        "Krieg state hash after one step",
        "SHA-256 of 1 KiB",
        12.0,
        "cost",
        lambda: (games.krieg_step_hashes(600), reference.sha256(20_000)),
    ),
    Case(
        "S5",
        "decode and validate one action message",
        "bare msgpack.unpackb of its bytes",
        4.0,
        "cost",
        _action_message,
    ),
    Case(
        "S14",
        "TowerWars search nodes, n=8, full evaluation",
        "sunfish nodes, by python-chess",
        4.0,
        "speed",
        lambda: (games.towerwars_search((0, 20, 40), 20_000), reference.chess_search_nodes),
    ),
)

CASES: Mapping[str, Case] = {case.name: case for case in _ALL}

GROWTH_SIZES = (8, 12, 16, 26)
"""Boards of the growth table, up to the largest that there is (T1.1)."""

GROWTH_DEPTH = 2
"""Plies counted there: 325,000 leaves on the largest board."""


def measure(case: Case) -> Result:
    """Time a case."""
    times = compare(*case.pair())
    ratio = times.faster if case.kind == "speed" else 1 / times.faster
    return Result(case, ratio, ratio >= case.goal if case.kind == "speed" else ratio <= case.goal, times)


def grow() -> list[Growth]:
    """Time TowerWars perft on growing boards."""
    return [
        Growth(size, GROWTH_DEPTH, rate_of(games.towerwars_perft_counted(size, GROWTH_DEPTH)))
        for size in GROWTH_SIZES
    ]
