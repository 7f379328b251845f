"""Computers in processes of their own, put together once for server and terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from quixotry.app.server_computers import Pools
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.bot_list import ListedBot
from quixotry.players.bot_process import Confinement
from quixotry.players.fallback import FallbackEngines, short_words
from quixotry.players.fallback_worker import FallbackWorker
from quixotry.players.play_finder import PlayFinder
from quixotry.players.worker_pool import OUR_WORKER, WorkerPool


def worker_pool(size: int, lexicon_of: Callable[[str], Lexicon], command: Sequence[str] = ()) -> WorkerPool:
    """So many workers for one player at a terminal; `command` starts one that is not ours."""

    @lru_cache(maxsize=8)
    def words_of(name: str) -> Sequence[str]:
        return short_words(lexicon_of(name))

    return WorkerPool(
        size,
        words_of,
        command or OUR_WORKER,
        engines=FallbackEngines(lexicon_of),
        lexicon_of=lexicon_of,
    )


def server_pool(size: int, lexicon_of: Callable[[str], Lexicon], command: Sequence[str] = ()) -> WorkerPool:
    """The same for a server: nothing is searched in its own process."""
    return WorkerPool(
        size,
        lambda _: (),
        command or OUR_WORKER,
        lexicon_of=lexicon_of,
        fallbacks=FallbackWorker(OUR_WORKER, lexicon_of),
    )


def program_pool(bot: ListedBot, lexicon_of: Callable[[str], Lexicon]) -> WorkerPool:
    """One process of a listed program: it plays all its games, a turn here and a turn there."""
    return WorkerPool(
        1,
        lambda _: (),
        bot.words,
        lexicon_of=lexicon_of,
        confinement=Confinement(bot.memory_mb << 20, bot.network),
        on_failure=bot.on_failure,
    )


def server_pools(
    size: int,
    lexicon_of: Callable[[str], Lexicon],
    command: Sequence[str],
    listed: Mapping[str, ListedBot],
) -> Pools:
    """All pools of a server: for our levels, and for each program that is listed."""
    programs = {name: program_pool(bot, lexicon_of) for name, bot in listed.items()}
    return Pools(server_pool(size, lexicon_of, command), programs, PlayFinder(OUR_WORKER, lexicon_of))
