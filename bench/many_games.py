"""The coordinator's memory in a match of 100,000 games that are made up, through the journal and the statistics.

python -m bench.many_games [--games 100000]
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.words import machine
from quixotry.arena.match import Match
from quixotry.arena.plan import Plan
from quixotry.arena.played import PlayedChunk, PlayedGame, PlayedPair
from quixotry.lexicon import load
from quixotry.rules.ruleset_file import preset


class MadeUp:
    """A runner that makes answers up instead of playing: all that is measured is what happens to them."""

    def run(self, _work: Callable[[Any], Any], chunks: Iterable[Any], /) -> Iterator[tuple[Any, Any]]:
        for chunk in chunks:
            luck = random.Random(chunk.number)
            pairs = [
                PlayedPair(chunk.first, chunk.second, number, (made_up(luck), made_up(luck)))
                for number in range(chunk.start, chunk.start + chunk.pairs)
            ]
            yield chunk, PlayedChunk(tuple(pairs))


def made_up(luck: random.Random) -> PlayedGame:
    turns = tuple(tuple(luck.randrange(70) for _ in range(12)) for _ in range(2))
    one, two = (sum(scores) for scores in turns)
    return PlayedGame(
        starter=luck.randrange(2),
        scores=(one, two),
        winner=-1 if one == two else int(two > one),
        reason="out",
        turn_scores=(turns[0], turns[1]),
        bingos=(luck.randrange(3), luck.randrange(3)),
        used_ms=(luck.randrange(9000), luck.randrange(9000)),
        slowest_ms=(900, 900),
    )


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * resource.getpagesize() / 1e6


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100_000)
    games = parser.parse_args().games
    print(machine())
    began = time.perf_counter()
    with TemporaryDirectory() as folder:
        plan = Plan.of(preset("match"), load("default"))
        match = Match("static", "static", plan, Path(folder), pairs=games // 2, records=0)
        marks = iter(range(games // 10, games + 1, games // 10))
        mark = [next(marks)]

        def tell(now: Match) -> None:
            if now.pairing.games >= mark[0]:
                print(f"{now.pairing.games:>8} games: {resident_mb():.1f} MB")
                mark[0] = next(marks, games + 1)

        match.play(MadeUp(), tell)
        size = (Path(folder) / "journal.jsonl").stat().st_size / 1e6
    print(f"{games / (time.perf_counter() - began):.0f} games a second; a journal of {size:.0f} MB")


if __name__ == "__main__":
    main()
