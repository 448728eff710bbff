"""Which figures there are: what is timed against what, and how good it has to be."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from bench import games, reference, wire
from bench.display import some_display
from bench.timing import Comparison, Rate, Work, alternate, compare, rate_of

__all__ = [
    "CASES",
    "GROWTH_SIZES",
    "Case",
    "FrameGrowth",
    "Growth",
    "Result",
    "grow",
    "grow_frames",
    "measure",
]


@dataclass(frozen=True, slots=True)
class Case:
    """One figure.

    Attributes:
        name: Its id, such as ``S1``.
        work: What is timed.
        against: What it is compared with.
        goal: Bound of the ratio; ``speed`` ratios must not be smaller, ``cost`` ratios not larger. None: only told.
        kind: ``speed``: our units a second divided by the reference's. ``cost``: the reverse, how many times
            as long one unit of ours takes.
        times: Measures both.
    """

    name: str
    work: str
    against: str
    goal: float | None
    kind: Literal["speed", "cost"]
    times: Callable[[], Comparison]


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


def _pair(ours: Callable[[], Work], other: Callable[[], Work]) -> Callable[[], Comparison]:
    """Return what makes both pieces of work, and times them."""
    return lambda: compare(ours(), other())


def _action_message() -> Comparison:
    data = wire.action_message()
    return compare(wire.decode_action(data, 5_000), reference.unpack(data, 5_000))


# What needs a window is loaded when it is asked for: the other figures need none.
def _trips(mode: str) -> Callable[[], Comparison]:
    def measured() -> Comparison:
        from bench import trip

        with some_display():
            return alternate(lambda: trip.game_trips(mode), trip.echo_trips, 3)

    return measured


def _start(*, menu: bool) -> Callable[[], Comparison]:
    def measured() -> Comparison:
        from bench import starting

        with some_display():
            ours = starting.first_frame(menu=menu)
            return compare(ours, starting.bare_window, rounds=5, clock=time.perf_counter)

    return measured


def _frames(*, anew: bool) -> Callable[[], Comparison]:
    def measured() -> Comparison:
        with some_display():
            from bench import painting

            ours = painting.board_frames(LARGEST, 3 if anew else 20, anew=anew)
            return compare(ours, painting.quad_frames(LARGEST, 20))

    return measured


def _idle() -> Comparison:
    from bench import starting

    with some_display():
        return alternate(starting.idle_window, starting.busy_core, 1)


LARGEST = 676
"""Cells of the largest board that there is."""


_ALL = (
    Case(
        "S1",
        "TowerWars perft(3), n=8, last ply listed",
        "python-chess perft(4), last ply counted",
        3.0,
        "speed",
        _pair(lambda: games.towerwars_perft_counted(8, 3), lambda: reference.chess_perft_counted),
    ),
    Case(
        "S1b",
        "TowerWars perft(3), n=8, every leaf made",
        "python-chess perft(4), every leaf pushed",
        3.0,
        "speed",
        _pair(lambda: games.towerwars_perft_applied(8, 3), lambda: reference.chess_perft_applied),
    ),
    Case(
        "S2",
        "TowerWars make + unmake, n=8",
        "python-chess push + pop",
        3.0,
        "speed",
        _pair(lambda: games.towerwars_make_unmake(80, 1_000), lambda: reference.chess_push_pop(80, 400)),
    ),
    Case(
        "S3",
        "Krieg random playout, radius 4, actions",
        "python-chess random playout, plies",
        0.5,
        "speed",
        _pair(lambda: games.krieg_playouts(6_000), lambda: reference.chess_playouts(8_000)),
    ),
    Case(
        "S4",
        "Krieg state hash in full",
        "SHA-256 of 1 KiB",
        40.0,
        "cost",
        _pair(lambda: games.krieg_full_hashes(1_000), lambda: reference.sha256(20_000)),
    ),
    Case(
        "S4b",
        "Krieg state hash after one step",
        "SHA-256 of 1 KiB",
        12.0,
        "cost",
        _pair(lambda: games.krieg_step_hashes(600), lambda: reference.sha256(20_000)),
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
        "S6",
        "move and answer between two windows at 60 fps, bare",
        "100 bytes and their echo, two trio processes, TLS",
        2.5,
        "cost",
        _trips("bare"),
    ),
    Case(
        "S6b",
        "the same, signed and on disk, as it is played",
        "the same",
        None,
        "cost",
        _trips("signed"),
    ),
    Case("S6c", "as S6, with nothing painted", "the same", None, "cost", _trips("still")),
    Case(
        "S10",
        "the program, to its first frame (the table)",
        "Python, pyglet, a window, one frame",
        4.0,
        "cost",
        _start(menu=False),
    ),
    Case("S10b", "the program, to its menu", "the same", None, "cost", _start(menu=True)),
    Case(
        "S11",
        "frame of 676 cells with pieces, kept",
        "one list of 676 quads, all over the window",
        1.5,
        "cost",
        _frames(anew=False),
    ),
    Case(
        "S11b",
        "the same, with everything painted anew",
        "the same",
        None,
        "cost",
        _frames(anew=True),
    ),
    Case("S12", "menu, idle: CPU time", "a busy core", 0.01, "cost", _idle),
    Case(
        "S14",
        "TowerWars search nodes, n=8, full evaluation",
        "sunfish nodes, by python-chess",
        4.0,
        "speed",
        _pair(lambda: games.towerwars_search((0, 20, 40), 20_000), lambda: reference.chess_search_nodes),
    ),
)

CASES: Mapping[str, Case] = {case.name: case for case in _ALL}

GROWTH_SIZES = (8, 12, 16, 26)
"""Boards of the growth table, up to the largest that there is (T1.1)."""

GROWTH_DEPTH = 2
"""Plies counted there: 325,000 leaves on the largest board."""


@dataclass(frozen=True, slots=True)
class FrameGrowth:
    """How fast boards of one size are painted: kept, anew, and as bare quads."""

    cells: int
    kept: Rate
    anew: Rate
    quads: Rate


def measure(case: Case) -> Result:
    """Time a case."""
    times = case.times()
    ratio = times.faster if case.kind == "speed" else 1 / times.faster
    met = case.goal is None or (ratio >= case.goal if case.kind == "speed" else ratio <= case.goal)
    return Result(case, ratio, met, times)


def grow() -> list[Growth]:
    """Time TowerWars perft on growing boards."""
    return [
        Growth(size, GROWTH_DEPTH, rate_of(games.towerwars_perft_counted(size, GROWTH_DEPTH)))
        for size in GROWTH_SIZES
    ]


def grow_frames() -> list[FrameGrowth]:
    """Time frames of growing boards."""
    with some_display():
        from bench import painting

        return [
            FrameGrowth(
                cells,
                rate_of(painting.board_frames(cells, 20)),
                rate_of(painting.board_frames(cells, 3, anew=True)),
                rate_of(painting.quad_frames(cells, 20)),
            )
            for cells in painting.BOARDS
        ]
