"""Computers in processes of their own, put together once for server and terminal."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from quixotry.lexicon.wordlist import Lexicon
from quixotry.play.seating import PROGRAM, is_program
from quixotry.players.bot_list import ListedBot
from quixotry.players.bot_process import Confinement
from quixotry.players.fallback import FallbackEngines, short_words
from quixotry.players.fallback_worker import FallbackWorker
from quixotry.players.levels import level_named
from quixotry.players.play_finder import PlayFinder
from quixotry.players.time_use import thinking_ms
from quixotry.players.turn_queue import NOBODY, Party, ToldPlace
from quixotry.players.worker_pool import OUR_WORKER, WorkerPool
from quixotry.rules.board import Board
from quixotry.rules.move import Move, Resign
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View

logger = logging.getLogger(__name__)

ADVISER = "expert"
"""Who recommends moves to people: a level that weighs every play at first sight."""
ADVICE_MS = 5_000
"""How long it may take for that; by usual rules it takes milliseconds."""


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


@dataclass(frozen=True, eq=False)
class ServerComputers:
    """`Computers` of a server: our levels, and the programs its operator has listed."""

    ours: WorkerPool
    programs: Mapping[str, WorkerPool]
    """By the name in the list."""
    finder: PlayFinder

    @classmethod
    def of(
        cls, ours: WorkerPool, listed: Mapping[str, ListedBot], lexicon_of: Callable[[str], Lexicon]
    ) -> ServerComputers:
        programs = {name: program_pool(bot, lexicon_of) for name, bot in listed.items()}
        return cls(ours, programs, PlayFinder(OUR_WORKER, lexicon_of))

    def thinking_ms(self, level: str, view: View, usual_ms: int) -> int:
        return usual_ms if is_program(level) else thinking_ms(level_named(level), view, usual_ms)

    async def choose(
        self,
        level: str,
        lexicon_id: str,
        view: View,
        budget_ms: int,
        party: tuple[str, str] = NOBODY,
        told: ToldPlace | None = None,
    ) -> Move:
        asker = Party(*party)
        if not is_program(level):
            return await self.ours.choose(level, lexicon_id, view, budget_ms, asker, told)
        program = self.programs.get(level.removeprefix(PROGRAM))
        if program is None:
            logger.warning("%s is no longer listed, and resigns", level)
            return Resign()
        return await program.choose(level, lexicon_id, view, budget_ms, asker, told)

    async def advise(self, lexicon_id: str, view: View, party: tuple[str, str]) -> Move:
        return await self.ours.advise(ADVISER, lexicon_id, view, ADVICE_MS, Party(*party))

    async def can_play(
        self, lexicon_id: str, ruleset: Ruleset, board: Board, rack: Tiles, party: tuple[str, str]
    ) -> bool:
        return await self.finder.can_play(lexicon_id, ruleset, board, rack, Party(*party))

    def instead(self, level: str) -> Sequence[Move]:
        program = self.programs.get(level.removeprefix(PROGRAM)) if is_program(level) else self.ours
        return (Resign(),) if program is None else program.instead(level)

    @property
    def waiting(self) -> int:
        """How many turns wait for a process."""
        return sum(pool.waiting for pool in (self.ours, *self.programs.values()))

    @property
    def are_ill(self) -> bool:
        """Ours alone: what is wrong with somebody else's program is not the server's health."""
        return self.ours.are_ill

    async def close(self) -> None:
        """End every process."""
        pools = (self.ours, *self.programs.values())
        await asyncio.gather(self.finder.close(), *(pool.close() for pool in pools))
