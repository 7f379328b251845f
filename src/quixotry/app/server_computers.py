"""The computers of a server: our levels, and the programs its operator has listed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from quixotry.play.seating import PROGRAM, is_program
from quixotry.players.levels import level_named
from quixotry.players.time_use import thinking_ms
from quixotry.players.turn_queue import NOBODY, Party, ToldPlace
from quixotry.rules.board import Board
from quixotry.rules.move import Move, Resign
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View
from quixotry.values import frozen

if TYPE_CHECKING:
    from quixotry.players.play_finder import PlayFinder
    from quixotry.players.worker_pool import WorkerPool

logger = logging.getLogger(__name__)

ADVISER = "expert"
"""Who recommends moves to people: a level that weighs every play at first sight."""
ADVICE_MS = 5_000
"""How long it may take for that; by usual rules it takes milliseconds."""


@frozen
class Pools:
    """The processes of a server's computers."""

    ours: WorkerPool
    programs: Mapping[str, WorkerPool]
    """By the name in the list."""
    finder: PlayFinder

    def __iter__(self) -> Iterator[WorkerPool]:
        """Those whose turns wait for a process, ours first."""
        yield self.ours
        yield from self.programs.values()

    async def close(self) -> None:
        """End every process."""
        await asyncio.gather(self.finder.close(), *(pool.close() for pool in self))


class ServerComputers:
    """`ComputerPlayers` of a server. Their pools are made when the first of them is asked: a start need not wait."""

    def __init__(self, make: Callable[[], Pools]) -> None:
        self._make = make

    @cached_property
    def _pools(self) -> Pools:
        return self._make()

    @property
    def _made(self) -> Pools | None:
        """None so far, maybe."""
        return self.__dict__.get("_pools")

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
            return await self._pools.ours.choose(level, lexicon_id, view, budget_ms, asker, told)
        program = self._pools.programs.get(level.removeprefix(PROGRAM))
        if program is None:
            logger.warning("%s is no longer listed, and resigns", level)
            return Resign()
        return await program.choose(level, lexicon_id, view, budget_ms, asker, told)

    async def advise(self, lexicon_id: str, view: View, party: tuple[str, str]) -> Move:
        return await self._pools.ours.advise(ADVISER, lexicon_id, view, ADVICE_MS, Party(*party))

    async def can_play(
        self, lexicon_id: str, ruleset: Ruleset, board: Board, rack: Tiles, party: tuple[str, str]
    ) -> bool:
        return await self._pools.finder.can_play(lexicon_id, ruleset, board, rack, Party(*party))

    def instead(self, level: str) -> Sequence[Move]:
        pools = self._pools
        program = pools.programs.get(level.removeprefix(PROGRAM)) if is_program(level) else pools.ours
        return (Resign(),) if program is None else program.instead(level)

    @property
    def waiting(self) -> int:
        """How many turns wait for a process."""
        return sum(pool.waiting for pool in self._made or ())

    @property
    def are_ill(self) -> bool:
        """Ours alone: what is wrong with somebody else's program is not the server's health."""
        return self._made is not None and self._made.ours.are_ill

    async def close(self) -> None:
        """End every process."""
        if self._made is not None:
            await self._made.close()
