"""How much sooner several threads prove pre-endgames, and count their points, than one does.

    python -m bench.preendgame_threads [--threads 2] [--positions 12] [--seconds 20] [--least-ms 1000]

Seconds on the clock, by fresh champions, for the first positions of the regression set that are proven there,
have one or two tiles in the bag and take one thread a while. Which draw is decided first is left to chance on several
threads, so one position says little. Other work on the machine falsifies it.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from bench.preendgame_truth import WORDS, rows_of, view_of
from bench.words import machine
from quixotry.players.champion import Champion
from quixotry.players.levels import level_named

SET = Path(__file__).parents[1] / "tests" / "golden" / "preendgames.jsonl"
BAG_MAX = 2


def timed(cgp: str, threads: int, seconds: float) -> float:
    """How long a fresh champion takes on the clock."""
    view = view_of(cgp)
    champion = Champion(level_named("champion"), WORDS, threads=threads)
    moves = champion.legal_moves(view)
    began = time.perf_counter()
    champion.search_draws(view, moves, 1000 * seconds)
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--least-ms", type=float, default=1000.0)
    args = parser.parse_args()
    print(machine())
    ones, severals = [], []
    for row in (row for row in rows_of(SET) if row["proven"] and row["bag"] <= BAG_MAX):
        one = timed(row["cgp"], 1, args.seconds)
        if not args.least_ms / 1000 < one < args.seconds / 2:
            continue
        several = timed(row["cgp"], args.threads, args.seconds)
        ones.append(one)
        severals.append(several)
        print(
            f"{row['seed']:5} bag {row['bag']}  {one:6.2f} s {several:6.2f} s  {one / several:5.2f}",
            flush=True,
        )
        if len(ones) == args.positions:
            break
    median = statistics.median(one / several for one, several in zip(ones, severals, strict=True))
    print(
        f"{args.threads} threads: {median:.2f} times as fast (median of {len(ones)} positions),"
        f" {sum(ones) / sum(severals):.2f} times over the whole time"
    )


if __name__ == "__main__":
    main()
