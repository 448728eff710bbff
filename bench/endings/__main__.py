"""``python -m bench.endings --size 5 --stones 2 2``: are TowerWars endings with few stones drawn?

Solves all positions in which the sides have at most so many stones, by retrograde analysis (``solving``), and
prints for each number of stones what share is won, lost and drawn for the side to move, and how many plies the
longest win takes when the loser delays it as long as can be. Stones in towers and on towers count. ``2-1`` means
two stones of the side to move and one of the other; it and ``1-2`` are solved together, in the time printed.
Positions whose side to move has no legal move are over (T6.1) and not counted, though they may be reached.

    python -m bench.endings --size 8 --stones 2 2
    python -m bench.endings --size 5 --stones 3 3
    python -m bench.endings --size 5 --stones 2 2 --judge hard:20000 --sample 200 --seed 1
    python -m bench.endings --size 5 --stones 2 2 --play hard:2000 --games 40 --seed 1
    python -m bench.endings --size 8 --stones 2 2 --records games/game-*.json

With ``--judge`` a level is asked for its move in positions with just the stones named (the first number is that of
the side to move): in so many at random that are won for it, and as many that are drawn (``judging``). *kept*: its
move keeps the win, or the draw; *open*: positions that have moves which keep it and moves which do not; *at random*:
how many a player of random moves would be expected to keep; *fastest*: its move is one of those that win soonest.

With ``--play`` a level plays against itself, with ``--records`` games are read from records such as those of
``wabe arena --save``, and the first solved position of every game is looked up (``playing``): *ending* is what it is, *arrival* the median ply at which it came up; of the games that it decided,
*won as told* are those that were won by the side for which it was won. *drawn then*: unfinished games whose
last position is drawn.

Time and memory grow with the number of positions, which is that of the arrangements of one side's stones times that
of the other's: some 25 seconds and 50 MB for a million, more where towers give stones many moves. On an idle core
of 2026: 2-2 takes 1 second on five rows, 5 on six, 70 on eight (0.2 GB); 3-2 takes 20 seconds on five rows and
150 on six (0.4 GB); 3-3 takes 4 seconds on four rows and 100 on five (0.3 GB). Out of reach are 3-3 on six rows and
3-2 on eight.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median_low
from time import perf_counter

from bench.endings.judging import KINDS, judge
from bench.endings.placing import Stones
from bench.endings.playing import Fate, fate, play
from bench.endings.solving import DRAWN, IMPOSSIBLE, Endings
from client.terminal.progress import progress
from engine.ai.levels import levels_of
from engine.errors import EngineError
from engine.record import RecordError, parse_record, replay
from engine.towerwars.game import TowerWars
from engine.towerwars.geometry import MIN_SIZE
from engine.towerwars.notation import MAX_SIZE
from engine.towerwars.state import State

_SOLVED = "{:>6}  {:>10}  {:>8}  {:>8}  {:>8}  {:>11}  {:>8}"
_JUDGED = "{:>6}  {:>9}  {:>16}  {:>6}  {:>16}  {:>9}  {:>7}"
_PLAYED = "{:>8}  {:>11}  {:>7}  {:>11}  {:>5}  {:>10}  {:>10}"


@dataclass(frozen=True, slots=True)
class _Level:
    name: str
    nodes: int | None

    def __str__(self) -> str:
        return self.name if self.nodes is None else f"{self.name}:{self.nodes}"


def main(arguments: Sequence[str]) -> int:
    """Solve, print, and judge or play if asked to; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.endings",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "--size", type=int, default=5, choices=range(MIN_SIZE, MAX_SIZE + 1), metavar="N", help="of the board"
    )
    add("--stones", type=_count, nargs=2, default=(2, 2), metavar="COUNT", help="of each side")
    add("--seed", type=_from_nought, default=1, help="of what is drawn at random, and of the level")
    add("--judge", type=_level, metavar="LEVEL[:NODES]", help="judge this level's moves in solved positions")
    add("--sample", type=_count, default=200, help="how many positions of each kind (200)")
    add(
        "--ply",
        type=_from_nought,
        default=100,
        help="how many plies these games are said to have lasted (100)",
    )
    add("--play", type=_level, metavar="LEVEL[:NODES]", help="let this level play, and look endings up")
    add("--games", type=_count, default=40, help="how many games (40)")
    add("--limit", type=_count, default=300, help="plies after which a game is broken off (300)")
    add("--records", type=Path, nargs="+", metavar="FILE", help="look endings of recorded games up")
    options = parser.parse_args(arguments)
    games = []
    try:
        games = [_recorded(path, options.size) for path in options.records or ()]
    except (OSError, UnicodeDecodeError, EngineError) as error:
        parser.error(str(error))
    stones = (options.stones[0], options.stones[1])
    endings = _solve(options.size, stones)
    if options.judge:
        _judge(endings, stones, options)
    if options.play:
        _play(endings, options)
    if games:
        print(f"\n{len(games)} recorded games")
        _tell([fate(endings, states) for states in games])
    return 0


def _recorded(path: Path, size: int) -> list[State]:
    """Return the positions of a recorded game on a board of ``size``.

    Raises:
        OSError, UnicodeDecodeError: The file cannot be read.
        EngineError: It is no such record.
    """
    record = parse_record(path.read_text("utf-8"), {TowerWars.name: TowerWars()})
    states = replay(record, TowerWars())
    if states[0].size != size:
        raise RecordError(f"{path}: the board has {states[0].size} rows, not {size}")
    return states


def _solve(size: int, stones: Stones) -> Endings:
    """Solve everything up to ``stones``, and print a row for each kind of positions as soon as it is solved."""
    most, least = max(stones), min(stones)
    endings = Endings(size, most)
    print(f"TowerWars, {size} rows")
    print(_SOLVED.format("stones", "positions", "won", "lost", "drawn", "longest win", "time"))
    for kind in [(more, fewer) for more in range(1, most + 1) for fewer in range(1, min(more, least) + 1)]:
        began = perf_counter()
        with progress(f"rows of {_named(kind)}", shown=True) as show:
            endings.solve(kind, show)
        time = f"{perf_counter() - began:.1f} s"
        for each in dict.fromkeys((kind, kind[::-1])):
            print(_row(each, Counter(endings.values[each]), time), flush=True)
    return endings


def _row(stones: Stones, counts: "Counter[int]", time: str) -> str:
    running = {value: count for value, count in counts.items() if value not in (IMPOSSIBLE, 0)}
    positions = sum(running.values())
    drawn = running.pop(DRAWN, 0)
    won = sum(count for value, count in running.items() if value % 2)
    shares = (f"{count / positions:.2%}" for count in (won, positions - won - drawn, drawn))
    longest = max(value for value in running if value % 2)
    return _SOLVED.format(_named(stones), positions, *shares, longest, time)


def _named(stones: Stones) -> str:
    return f"{stones[0]}-{stones[1]}"


def _judge(endings: Endings, stones: Stones, options: argparse.Namespace) -> None:
    level: _Level = options.judge
    print(f"\n{level}, {_named(stones)}, after {options.ply} plies, seed {options.seed}")
    print(_JUDGED.format("", "positions", "kept", "open", "kept of those", "at random", "fastest"))
    for kind in KINDS:
        with progress("positions", shown=True) as show:
            found = judge(
                endings,
                stones,
                kind,
                level.name,
                nodes=level.nodes,
                sample=options.sample,
                seed=options.seed,
                ply=options.ply,
                progress=show,
            )
        row = (
            kind,
            found.positions,
            _part(found.kept, found.positions),
            found.open,
            _part(found.open_kept, found.open),
            f"{float(found.by_chance):.1f}",
            found.fastest if kind == "won" else "",
        )
        print(_JUDGED.format(*row), flush=True)


def _play(endings: Endings, options: argparse.Namespace) -> None:
    level: _Level = options.play
    print(
        f"\n{level} against itself, {options.games} games of up to {options.limit} plies, seed {options.seed}"
    )
    with progress("games", shown=True) as show:
        fates = play(
            endings,
            level.name,
            nodes=level.nodes,
            games=options.games,
            seed=options.seed,
            limit=options.limit,
            progress=show,
        )
    _tell(fates)


def _tell(fates: Sequence[Fate]) -> None:
    """Print what became of games, by what their endings were."""
    print(_PLAYED.format("ending", "games", "arrival", "won as told", "won", "unfinished", "drawn then"))
    kinds = {
        "drawn": [fate for fate in fates if fate.arrived is not None and fate.promised is None],
        "decided": [fate for fate in fates if fate.promised is not None],
        "none": [fate for fate in fates if fate.arrived is None],
    }
    for kind, those in kinds.items():
        arrivals = [fate.arrived for fate in those if fate.arrived is not None]
        won = [fate for fate in those if fate.winner is not None]
        row = (
            kind,
            _part(len(those), len(fates)),
            median_low(arrivals) if arrivals else "",
            sum(fate.winner == fate.promised for fate in won) if kind == "decided" else "",
            len(won),
            len(those) - len(won),
            sum(fate.drawn for fate in those),
        )
        print(_PLAYED.format(*row))


def _part(count: int, total: int) -> str:
    return f"{count} ({count / total:.1%})" if total else "0"


def _count(text: str, least: int = 1) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from {least} on")
    return int(text)


def _from_nought(text: str) -> int:
    return _count(text, 0)


def _level(text: str) -> _Level:
    name, _, nodes = text.partition(":")
    if name not in levels_of("towerwars"):
        raise argparse.ArgumentTypeError(
            f"there is no {name!r}; there are {', '.join(levels_of('towerwars'))}"
        )
    return _Level(name, _count(nodes) if nodes else None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
