"""``python -m bench [--only S1,S2] [--json]``: measure, and print one table.

Exit status: 0 when everything asked for was measured (goals met or not), 2 for an id that there is not.
"""

import argparse
import json
import sys
from collections.abc import Sequence

from bench.cases import CASES, FrameGrowth, Growth, Result, grow, grow_frames, measure

GROWTH = "growth"
FRAMES = "frames"
TABLES = (GROWTH, FRAMES)


def main(arguments: Sequence[str]) -> int:
    """Measure what ``arguments`` ask for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Speed, as ratios within one run.")
    parser.add_argument("--only", metavar="IDS", help=f"of {', '.join((*CASES, *TABLES))}, commas between")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options = parser.parse_args(arguments)
    names = [*CASES, *TABLES] if options.only is None else [n.strip() for n in options.only.split(",")]
    unknown = [name for name in names if name not in CASES and name not in TABLES]
    if unknown:
        parser.error(f"there is no {', '.join(map(repr, unknown))}; there are {', '.join((*CASES, *TABLES))}")
    results = []
    for name in names:
        if name not in TABLES:
            print(f"{name} ...", end="\r", file=sys.stderr, flush=True)
            results.append(measure(CASES[name]))
    growth = grow() if GROWTH in names else []
    frames = grow_frames() if FRAMES in names else []
    if options.json:
        print(json.dumps(_as_json(results, growth, frames), indent=2))
    else:
        print("\n\n".join(filter(None, (_table(results), _growth_table(growth), _frame_table(frames)))))
    return 0


def _table(results: list[Result]) -> str:
    if not results:
        return ""
    rows = [("id", "work", "against", "ours", "reference", "ratio", "(range)", "goal", "met")]
    for result in results:
        case, times = result.case, result.times
        low, high = times.spread if case.kind == "speed" else (1 / times.spread[1], 1 / times.spread[0])
        rows.append(
            (
                case.name,
                case.work,
                case.against,
                f"{_short(times.ours.per_second)}/s",
                f"{_short(times.reference.per_second)}/s",
                f"{result.ratio:.3g} x",
                f"({low:.3g}-{high:.3g})",
                "" if case.goal is None else f"{'>=' if case.kind == 'speed' else '<='} {case.goal:g} x",
                "" if case.goal is None else "yes" if result.met else "NO",
            )
        )
    return _aligned(rows)


def _growth_table(growth: list[Growth]) -> str:
    if not growth:
        return ""
    rows = [("n", "perft", "leaves", "leaves/s", "ns/leaf", "")]
    costs = [1e9 / row.rate.per_second for row in growth]
    for row, cost in zip(growth, costs, strict=True):
        bar = "#" * round(40 * cost / max(costs))
        rows.append(
            (
                str(row.size),
                str(row.depth),
                str(row.rate.units),
                _short(row.rate.per_second),
                f"{cost:.1f}",
                bar,
            )
        )
    return "TowerWars perft from the start, as the board grows\n" + _aligned(rows)


def _frame_table(frames: list[FrameGrowth]) -> str:
    if not frames:
        return ""
    rows = [("cells", "kept", "anew", "quads", "us/cell anew", "")]
    costs = [1e6 / row.anew.per_second / row.cells for row in frames]
    for row, cost in zip(frames, costs, strict=True):
        kept, anew, quads = (f"{1000 / rate.per_second:.2f} ms" for rate in (row.kept, row.anew, row.quads))
        rows.append((str(row.cells), kept, anew, quads, f"{cost:.0f}", "#" * round(40 * cost / max(costs))))
    return "Frames of a board with pieces, 1280 x 800, CPU time, as the board grows\n" + _aligned(rows)


def _aligned(rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def _short(number: float) -> str:
    for factor, letter in ((1e6, "M"), (1e3, "k")):
        if number >= factor:
            return f"{number / factor:.2f} {letter}"
    return f"{number:.0f} "


def _as_json(results: list[Result], growth: list[Growth], frames: list[FrameGrowth]) -> dict[str, object]:
    return {
        "figures": [
            {
                "id": result.case.name,
                "work": result.case.work,
                "against": result.case.against,
                "ours_per_second": result.times.ours.per_second,
                "reference_per_second": result.times.reference.per_second,
                "kind": result.case.kind,
                "ratio": result.ratio,
                "goal": result.case.goal,
                "met": result.met,
            }
            for result in results
        ],
        "growth": [
            {
                "n": row.size,
                "depth": row.depth,
                "leaves": row.rate.units,
                "leaves_per_second": row.rate.per_second,
            }
            for row in growth
        ],
        "frames": [
            {
                "cells": row.cells,
                "kept_per_second": row.kept.per_second,
                "anew_per_second": row.anew.per_second,
                "quads_per_second": row.quads.per_second,
            }
            for row in frames
        ],
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
