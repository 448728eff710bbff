"""``python -m bench.endings --size 5 --stones 2 2``: are TowerWars endings with few stones drawn?

Solves all positions in which the sides have at most so many stones, by retrograde analysis (``solving``), and
prints for each number of stones what share is won, lost and drawn for the side to move, and how many plies the
longest win takes when the loser delays it as long as can be. Stones in towers and on towers count. ``2-1`` means
two stones of the side to move and one of the other; it and ``1-2`` are solved together, in the time printed.
Positions whose side to move has no legal move are over (T6.1) and not counted, though they may be reached.

    python -m bench.endings --size 8 --stones 2 2
    python -m bench.endings --size 5 --stones 3 3
    python -m bench.endings --size 5 --stones 2 2 --judge hard:20000 --sample 200 --seed 1

With ``--judge`` a level is asked for its move in positions with just the stones named (the first number is that of
the side to move): in so many at random that are won for it, and as many that are drawn (``judging``). *kept*: its move keeps the win, or
the draw; *open*: positions that have moves which keep it and moves which do not; *at random*: how many a player of
random moves would be expected to keep; *fastest*: its move is one of those that win soonest.

SIZES
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from time import perf_counter

from bench.endings.judging import KINDS, Judgement, judge
from bench.endings.placing import Stones
from bench.endings.solving import DRAWN, IMPOSSIBLE, Endings
from client.terminal.progress import progress
from engine.ai.levels import levels_of
from engine.towerwars.geometry import MIN_SIZE
from engine.towerwars.notation import MAX_SIZE

_SOLVED = "{:>6}  {:>10}  {:>8}  {:>8}  {:>8}  {:>11}  {:>8}"
_JUDGED = "{:>6}  {:>9}  {:>16}  {:>6}  {:>16}  {:>9}  {:>7}"


def main(arguments: Sequence[str]) -> int:
    """Solve, print, and judge if asked to; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.endings",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--size", type=int, default=5, choices=range(MIN_SIZE, MAX_SIZE + 1), metavar="N")
    parser.add_argument(
        "--stones", type=_stones, nargs=2, default=(2, 2), metavar="COUNT", help="of each side"
    )
    parser.add_argument("--judge", metavar="LEVEL[:NODES]", help="the level to ask for moves")
    parser.add_argument("--sample", type=int, default=200, help="positions of each kind to ask about")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of positions, and of the level")
    parser.add_argument("--ply", type=int, default=100, help="plies that the judged games have lasted")
    options = parser.parse_args(arguments)
    level, _, nodes = (options.judge or "").partition(":")
    if options.judge and level not in levels_of("towerwars"):
        parser.error(f"there is no level {level!r}; there are {', '.join(levels_of('towerwars'))}")
    if nodes and not (nodes.isdecimal() and int(nodes)):
        parser.error(f"a budget is a number of nodes, 1 or more, not {nodes!r}")
    stones = (options.stones[0], options.stones[1])
    endings = _solve(options.size, stones)
    if options.judge:
        print()
        print(f"{options.judge}, {stones[0]}-{stones[1]}, seed {options.seed}, after {options.ply} plies")
        print(_JUDGED.format("", "positions", "kept", "open", "kept of those", "at random", "fastest"))
        for kind in KINDS:
            with progress("positions", shown=True) as show:
                found = judge(
                    endings,
                    stones,
                    kind,
                    level,
                    nodes=int(nodes) if nodes else None,
                    sample=options.sample,
                    seed=options.seed,
                    ply=options.ply,
                    progress=show,
                )
            print(_judged(kind, found), flush=True)
    return 0


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


def _judged(kind: str, found: Judgement) -> str:
    return _JUDGED.format(
        kind,
        found.positions,
        _share(found.kept, found.positions),
        found.open,
        _share(found.open_kept, found.open),
        f"{float(found.by_chance):.1f}",
        found.fastest if kind == "won" else "",
    )


def _share(count: int, total: int) -> str:
    return f"{count} ({count / total:.1%})" if total else "0"


def _stones(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError("each side has one stone or more")
    return count


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
