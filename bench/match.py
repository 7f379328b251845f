"""Static players through `quixotry match`, against the engine's raw self-play.

python -m bench.match [--pairs 2000] [--jobs 2]

Rates are by processor time besides the clock, because other programs on the machine take theirs. Starting the
processes and loading the word graph is part of a match, so a short one is slower. No game is written as GCG, which
takes twenty times as long as playing it.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.words import machine
from quixotry.arena.batches import LocalProcesses
from quixotry.arena.match import Match
from quixotry.arena.plan import Plan
from quixotry.arena.static_games import play_static_games
from quixotry.lexicon import load
from quixotry.rules.ruleset_file import preset


def processor_s() -> float:
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in (own, children))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    print(machine())
    ruleset, lexicon = preset("match"), load("default")
    play_static_games(ruleset, lexicon, seed=0, games=20)
    used = processor_s()
    raw = play_static_games(ruleset, lexicon, seed=1, games=2 * args.pairs, threads=args.jobs)
    raw_used = processor_s() - used
    with TemporaryDirectory() as folder:
        used, began = processor_s(), time.perf_counter()
        match = Match(
            "static", "static", Plan.of(ruleset, lexicon), Path(folder), pairs=args.pairs, records=0
        )
        match.play(LocalProcesses(args.jobs))
        seconds, match_used = time.perf_counter() - began, processor_s() - used
    games = 2 * args.pairs
    rows = (("raw self-play", raw.seconds, raw_used), ("match", seconds, match_used))
    for name, clock, busy in rows:
        print(f"{name:<14} {games / clock:7.0f} games/s, {games / busy:7.0f} a second of processor time")
    print(
        f"the match plays at {raw.seconds / seconds:.0%} by the clock, {raw_used / match_used:.0%} by processor time"
    )


if __name__ == "__main__":
    main()
