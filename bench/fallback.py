"""How long a game waits for a computer whose worker hangs: its budget and at most 200 ms more.

    python -m bench.fallback [MOVES]

Whole games in which every worker hangs, with the default word list and two blanks in the bag: what each move
took beyond its budget, by the engine with its graph kept on disk, and by short words alone.
"""

import asyncio
import logging
import statistics
import sys
import time
from functools import cache

from quixotry.app import LexiconCanPlay
from quixotry.engine.moves import COMPILED
from quixotry.fair.draws import SeededDraws
from quixotry.lexicon import Lexicon, load
from quixotry.lexicon.graph_file import load_or_build
from quixotry.players.fallback import FALLBACK_WORD_LETTERS, FallbackEngines
from quixotry.players.worker import WorkerPool
from quixotry.rules.position import replay
from quixotry.rules.referee import decide, start
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import view_of

BUDGET_MS = 50
BEYOND_MS_MAX = 200
# Starts in a few milliseconds, which is no part of the budget, and never answers.
HANGS = ("/bin/sh", "-c", "echo '\"ready\"'; exec sleep 3600")

lexicon_of = cache(load)


@cache
def short_words(name: str) -> tuple[str, ...]:
    return tuple(word for word in lexicon_of(name).words if len(word) <= FALLBACK_WORD_LETTERS)


async def beyond_ms(moves: int, engines: FallbackEngines | None, words: Lexicon) -> list[float]:
    ruleset = preset("solo")
    can_play = LexiconCanPlay(ruleset, words)
    pool = WorkerPool(1, short_words, HANGS, engines)
    took: list[float] = []
    game = 0
    while len(took) < moves:
        game += 1
        draws = SeededDraws(f"{game:04x}")
        events = list(start(ruleset, 2, tiles=draws))
        while len(took) < moves and (position := replay(ruleset, 2, events)).turn is not None:
            seat, began = position.turn, time.perf_counter()
            move = await pool.choose("club", "default", view_of(position, seat), BUDGET_MS)
            took.append((time.perf_counter() - began) * 1000 - BUDGET_MS)
            events += decide(position, seat, move, now_ms=0, tiles=draws, words=words, can_play=can_play)
    await pool.close()
    return took


def main() -> None:
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    logging.disable(logging.WARNING)
    words = lexicon_of("default")
    load_or_build(words, preset("solo").tiles.alphabet.letters)
    for name, engines in (("engine", FallbackEngines(lexicon_of)), ("short words", None)):
        if engines is not None and not COMPILED:
            print(f"{name:12} not compiled")
            continue
        took = sorted(asyncio.run(beyond_ms(moves, engines, words)))
        late = sum(each > BEYOND_MS_MAX for each in took)
        print(
            f"{name:12} {moves} moves: {statistics.median(took):.0f} ms beyond the budget, "
            f"p99 {took[int(0.99 * (len(took) - 1))]:.0f}, most {took[-1]:.0f}; over {BEYOND_MS_MAX} ms: {late}"
        )


if __name__ == "__main__":
    main()
