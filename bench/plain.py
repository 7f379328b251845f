"""How long an expert's move takes without a compiler.

    python -m bench.plain [--games 5]

Every turn of so many seeded games of experts (list `default`), by the plain generator: with the rack as it was, and
with one and two of its tiles replaced by blanks, which hardly ever happens and takes longest. Times are of `choose`
alone, processor time; what is loaded beforehand, as a worker loads it, is timed apart.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from statistics import median, quantiles

from bench.positions import RULES, WORDS, views
from quixotry.engine import generators
from quixotry.players.computer import Computer
from quixotry.players.levels import level_named
from quixotry.rules.view import View


def with_blanks(view: View, blanks: int) -> View:
    """The same position with at least so many blanks on the rack, wherever they come from."""
    assert view.rack is not None
    held = list(view.rack)
    missing = max(0, min(blanks, len(held)) - held.count(0))
    tiles = [0] * missing + held[missing:]
    return replace(view, rack=view.ruleset.tiles.tiles(tiles))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=5)
    args = parser.parse_args()
    turns = [view for seed in range(args.games) for view in views(RULES, seed)]
    generators.COMPILED = False
    for name in ("expert", "club", "beginner"):
        computer = Computer(level_named(name), WORDS)
        began = time.process_time()
        computer.prepare(turns[0].ruleset)
        print(f"{name}: loaded in {time.process_time() - began:.2f} s; {len(turns)} turns")
        for blanks in (0, 1, 2):
            asked = [with_blanks(view, blanks) for view in turns] if blanks else turns
            times = []
            for view in asked:
                began = time.process_time()
                computer.choose(view, 1000)
                times.append(1000 * (time.process_time() - began))
            p99 = quantiles(times, n=100)[98]
            what = f"{blanks} blanks or more" if blanks else "as they were"
            print(f"  {what}: median {median(times):.0f} ms, p99 {p99:.0f} ms, worst {max(times):.0f} ms")


if __name__ == "__main__":
    main()
