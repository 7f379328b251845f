"""Computers in processes of their own, put together once for server and terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.fallback import FALLBACK_WORD_LETTERS, FallbackEngines
from quixotry.players.worker_pool import OUR_WORKER, WorkerPool


def worker_pool(size: int, lexicon_of: Callable[[str], Lexicon], command: Sequence[str] = ()) -> WorkerPool:
    """So many workers; `command` starts one that is not ours."""

    @lru_cache(maxsize=8)
    def short_words(name: str) -> Sequence[str]:
        return tuple(word for word in lexicon_of(name).words if len(word) <= FALLBACK_WORD_LETTERS)

    return WorkerPool(
        size,
        short_words,
        command or OUR_WORKER,
        engines=FallbackEngines(lexicon_of),
        lexicon_of=lexicon_of,
    )
