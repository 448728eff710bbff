"""``python -m fuzz AREA [--seconds S] [--seed N] [--attempt K]``: spoiled inputs, until the time is up.

Areas: ``engine`` (lines, positions, records, actions, options; ``fuzz.engine``).

Good inputs are made from the seed, then attempt 0, 1, 2, ... each spoil one of them by a random source of
their own (seed and number), so that ``--attempt K`` repeats attempt K alone. An attempt may take
``SLOW_SECONDS`` of CPU time: longer is a finding as well, as a stranger's input must not hold up the program.

Exit status: 0 nothing found, 1 a finding (printed with its traceback and how to repeat it), 2 wrong usage.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from random import Random

from fuzz import engine

AREAS = {"engine": (engine.make_corpus, engine.attempt)}

SLOW_SECONDS = 5.0


def main(arguments: Sequence[str]) -> int:
    """Fuzz one area as ``arguments`` say; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description="Feed spoiled inputs.")
    parser.add_argument("area", choices=AREAS)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="other seeds make other inputs (default: 1)")
    parser.add_argument("--attempt", type=int, help="repeat this attempt alone")
    options = parser.parse_args(arguments)
    make_corpus, attempt = AREAS[options.area]
    corpus = make_corpus(options.seed)
    done: Counter[str] = Counter()
    end = time.monotonic() + options.seconds
    number = options.attempt or 0
    while time.monotonic() < end or not done:
        start = time.process_time()
        try:
            done[attempt(corpus, Random(f"{options.seed} {number}"))] += 1
            seconds = time.process_time() - start
            assert seconds < SLOW_SECONDS, f"took {seconds:.1f} s"
        except Exception:  # whatever escapes is what is looked for
            traceback.print_exc()
            print(f"found: python -m fuzz {options.area} --seed {options.seed} --attempt {number}")
            return 1
        if options.attempt is not None:
            break
        number += 1
    print(
        f"nothing found in {done.total()} attempts: "
        + ", ".join(f"{n} {name}" for name, n in sorted(done.items()))
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
