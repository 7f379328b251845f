"""Whole static games a second, by threads.

python bench/selfplay.py [--games 2000]
"""

from __future__ import annotations

import argparse
import time

from bench.words import bench_lexicon, machine, peak_mb
from quixotry.arena.static_games import play_static_games
from quixotry.lexicon.compiled import COMPILED
from quixotry.rules.ruleset_file import preset


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2000)
    games = parser.parse_args().games
    if not COMPILED:
        raise SystemExit("the engine is not compiled: there is nothing to measure")
    print(machine())
    ruleset, lexicon = preset("tournament"), bench_lexicon()
    play_static_games(ruleset, lexicon, seed=0, games=20)
    for threads in (1, 2):
        used = time.process_time()
        result = play_static_games(ruleset, lexicon, seed=1000, games=games, threads=threads)
        used = time.process_time() - used
        turn = used / result.totals["turns"] * 1e6
        print(
            f"{threads} threads: {games / result.seconds:7.0f} games/s, {games / used:.0f} a second of processor time, "
            f"{turn:.1f} us a turn; {result.plain()['points_a_seat']:.1f} points a seat"
        )
    print(f"peak memory {peak_mb():.1f} MB")


if __name__ == "__main__":
    main()
