"""``python -m bench [--only S1,S2] [--json]``: measure, and print one table.

Exit status: 0 when everything asked for was measured (goals met or not), 2 for an id that there is not.
"""

import argparse
import json
import sys
from collections.abc import Sequence

from bench.cases import CASES, Growth, Result, grow, measure

GROWTH = "growth"


def main(arguments: Sequence[str]) -> int:
    """Measure what ``arguments`` ask for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Speed, as ratios within one run.")
    parser.add_argument("--only", metavar="IDS", help=f"of {', '.join((*CASES, GROWTH))}, commas between")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options = parser.parse_args(arguments)
    names = [*CASES, GROWTH] if options.only is None else [n.strip() for n in options.only.split(",")]
    unknown = [name for name in names if name not in CASES and name != GROWTH]
    if unknown:
        parser.error(f"there is no {', '.join(map(repr, unknown))}; there are {', '.join((*CASES, GROWTH))}")
    results = []
    for name in names:
        if name != GROWTH:
            print(f"{name} ...", end="\r", file=sys.stderr, flush=True)
            results.append(measure(CASES[name]))
    growth = grow() if GROWTH in names else []
    if options.json:
        print(json.dumps(_as_json(results, growth), indent=2))
    else:
        print("\n\n".join(filter(None, (_table(results), _growth_table(growth)))))
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
                f"{result.ratio:.2f} x",
                f"({low:.2f}-{high:.2f})",
                f"{'>=' if case.kind == 'speed' else '<='} {case.goal:g} x",
                "yes" if result.met else "NO",
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


def _as_json(results: list[Result], growth: list[Growth]) -> dict[str, object]:
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
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
