"""How much sooner several threads solve the endgames of `bench/endgame.py` that take one thread a while.

    python -m bench.endgame_threads [--threads 2] [--positions 40] [--seconds 5] [--least-ms 300] [--times 3]

Seconds on the clock until a position is proven, or, where one thread does not get there within `--seconds`, until every
line was looked at one ply deeper than it got in a tenth of that. Each figure is the mean of several runs by fresh
solvers, on one thread and on several in turn. Other work on the machine falsifies it.
"""

from __future__ import annotations

import argparse
import statistics
import time

from bench.endgame import RULES, positions
from bench.positions import WORDS
from bench.words import machine
from quixotry.engine.solver import DEPTH_MAX, Solution, Solver
from quixotry.lexicon.gaddag_file import load_or_build
from quixotry.notation.cgp import Cgp


def timed(
    cgp: Cgp, threads: int, *, depth_max: int = DEPTH_MAX, seconds: float = 1e6
) -> tuple[Solution, float]:
    """The answer of a fresh solver, and how long it took on the clock."""
    solver = Solver(RULES, load_or_build(WORDS, RULES.tiles.alphabet.letters), threads=threads)
    began = time.perf_counter()
    solved = solver.solve(cgp.board, *cgp.racks, depth_max=depth_max, budget_ms=1000 * seconds)
    return solved, time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--least-ms", type=float, default=300.0)
    parser.add_argument("--times", type=int, default=3)
    args = parser.parse_args()
    print(machine())
    ratios, ones, severals = [], [], []
    for number, cgp in enumerate(positions(args.positions)):
        solved, took = timed(cgp, 1, seconds=args.seconds)
        if 1000 * took < args.least_ms:
            continue
        depth_max = DEPTH_MAX
        if not solved.is_proven:
            depth_max = timed(cgp, 1, seconds=args.seconds / 10)[0].depth + 1
        values: set[int] = set()
        spent: dict[int, list[float]] = {1: [], args.threads: []}
        for _ in range(args.times):
            for threads, times in spent.items():
                solved, took = timed(cgp, threads, depth_max=depth_max)
                times.append(took)
                values.add(solved.value)
        assert len(values) == 1 or not solved.is_proven, (number, values)
        one, several = (statistics.mean(times) for times in spent.values())
        ones.append(one)
        severals.append(several)
        ratios.append(one / several)
        goal = "proven" if depth_max == DEPTH_MAX else f"{depth_max} plies"
        print(f"{number:3}  {goal:8} {one:8.3f} s {several:8.3f} s {ratios[-1]:6.2f}", flush=True)
    print(
        f"{args.threads} threads: {statistics.mean(ratios):.2f} times as fast (mean of {len(ratios)} positions), "
        f"{sum(ones) / sum(severals):.2f} times over the whole time"
    )


if __name__ == "__main__":
    main()
