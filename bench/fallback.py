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

from quixotry.app.can_play import LexiconCanPlay
from quixotry.arena.game import header_for
from quixotry.engine.moves import COMPILED
from quixotry.fair.draws import SeededDraws
from quixotry.lexicon import Lexicon, load
from quixotry.lexicon.gaddag_file import load_or_build
from quixotry.players.fallback import FALLBACK_WORD_LETTERS, FallbackEngines
from quixotry.players.worker_pool import WorkerPool
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.ruleset_file import preset

BUDGET_MS = 50
BEYOND_MS_MAX = 200
# Starts in a few milliseconds, which is no part of the budget, and never answers.
HANGS = ("/bin/sh", "-c", 'echo \'{"type":"ready"}\'; exec sleep 3600')

lexicon_of = cache(load)


@cache
def short_words(name: str) -> tuple[str, ...]:
    return tuple(word for word in lexicon_of(name).words if len(word) <= FALLBACK_WORD_LETTERS)


async def beyond_ms(moves: int, engines: FallbackEngines | None, words: Lexicon) -> list[float]:
    ruleset = preset("solo")
    can_play = LexiconCanPlay(ruleset, words)
    pool = WorkerPool(1, short_words, HANGS, engines)
    took: list[float] = []
    number = 0
    while len(took) < moves:
        number += 1
        arbiter = Arbiter(SeededDraws(f"{number:04x}"), words, can_play)
        game = Game.begin(header_for(ruleset, words, 2, seed=number), arbiter.tiles)
        while len(took) < moves and (seat := game.position.turn) is not None:
            began = time.perf_counter()
            move = await pool.choose("club", "default", game.view(seat), BUDGET_MS)
            took.append((time.perf_counter() - began) * 1000 - BUDGET_MS)
            game = game.move(seat, move, arbiter)
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
