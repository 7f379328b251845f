"""A server process of a world: the real tables, lobby, sockets and workers, put together as `app/web.py` does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context
from datetime import UTC, datetime
from typing import Any, TypeVar

from quixotry.app.computers import server_pool
from quixotry.app.server_computers import Pools, ServerComputers
from quixotry.lexicon.wordlist import Lexicon
from quixotry.play.admission import Admission
from quixotry.play.lobby import Lobby
from quixotry.play.patience import Patience
from quixotry.play.registry import TableRegistry
from quixotry.players.play_finder import PlayFinder
from quixotry.players.worker_pool import OUR_WORKER
from quixotry.rules.ports import CanPlay
from quixotry.rules.ruleset import Ruleset
from quixotry.store.sql import SqlGameLog
from quixotry.web.socket import Sockets
from tests.simulation.disk import Disk
from tests.simulation.jobs import Jobs
from tests.simulation.loop import Owner, unwind
from tests.simulation.network import Wire
from tests.simulation.plan import WORDS
from tests.simulation.programs import engine_for

T = TypeVar("T")

BUDGET_MS = 1000
WORKERS = 2
PATIENCE = Patience(absent_minutes=1, absent_days=1)
"""Little enough for a story, in which a day of absence lasts a minute."""


class Book:
    """The words of every game here."""

    id, digest, words = WORDS.id, WORDS.digest, WORDS

    def can_play(self, ruleset: Ruleset) -> CanPlay:
        return engine_for(ruleset).can_play


class Unreachable(ConnectionError):
    """The process has died before it answered."""


class Process(Owner):
    log: SqlGameLog
    tables: TableRegistry
    sockets: Sockets

    def __init__(
        self,
        name: str,
        *,
        disk: Disk,
        jobs: Jobs,
        wall_ms: Callable[[], int],
        monotonic_ms: Callable[[], int],
        attend: Callable[[str, int], None],
    ) -> None:
        super().__init__(name)
        self._attend = attend
        self._disk, self._jobs, self._wall_ms, self._monotonic_ms = disk, jobs, wall_ms, monotonic_ms
        self._loop = asyncio.get_running_loop()
        self._calls: dict[asyncio.Future[Any], None] = {}
        self.wires: dict[Wire, None] = {}
        self.is_ready = False

    async def start(self) -> None:
        await self.run(self._start)

    async def _start(self) -> None:
        self.log = self._disk.open(self)
        lobby = Lobby(self.log, Admission(lambda _: Book(), str), today=self._today)
        self.pool = server_pool(WORKERS, _words)
        self.pool.now_s = lambda: self._monotonic_ms() / 1000
        self.tables = TableRegistry(
            lobby=lobby,
            computers=ServerComputers(lambda: Pools(self.pool, {}, PlayFinder(OUR_WORKER, _words))),
            now=self._monotonic_ms,
            budget_ms=BUDGET_MS,
            patience=PATIENCE,
        )
        self.sockets = Sockets(self.tables)
        await self.tables.begin()
        self.is_ready = True

    def _today(self) -> datetime:
        return datetime.fromtimestamp(self._wall_ms() / 1000, UTC)

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """Have something done here, as by an HTTP request; `Unreachable` if this process dies over it."""
        if self.is_dead:
            raise Unreachable

        async def done() -> T:
            return await work()

        answer: asyncio.Future[T] = self._loop.create_future()
        task = self._loop.create_task(done(), context=self.context)

        def ended(task: asyncio.Task[T]) -> None:
            self._calls.pop(answer, None)
            if answer.done():
                return
            if task.cancelled():
                answer.set_exception(Unreachable())
            elif (error := task.exception()) is not None:
                answer.set_exception(error)
            else:
                answer.set_result(task.result())

        self._calls[answer] = None
        task.add_done_callback(ended)
        return await answer

    def connect(self, wire: Wire, game_id: str, session: str) -> None:
        async def serve() -> None:
            self._attend(game_id, 1)
            try:
                await self.sockets.serve(wire, game_id, session, session)  # type: ignore[arg-type]
            finally:
                self._attend(game_id, -1)
                self.wires.pop(wire, None)

        self.wires[wire] = None
        self._loop.create_task(serve(), context=self.context)

    def kill(self, *, is_power_cut: bool = False) -> None:
        """SIGKILL: nothing more is written, sent or thought. Whoever is connected learns of it, or not."""
        self.is_dead, self.is_ready = True, False
        self._jobs.kill(self)
        for wire in list(self.wires):
            wire.fall_silent() if is_power_cut else wire.cut()
        for answer in list(self._calls):
            if not answer.done():
                answer.set_exception(Unreachable())
        self._calls.clear()
        self._burial = self._loop.create_task(self._bury(), context=Context())

    async def _bury(self) -> None:
        await unwind(self)
        if hasattr(self, "log"):
            self.log._database.engine.dispose()

    async def stop(self) -> None:
        """SIGTERM: everybody is told to come back, everything is finished."""
        self.is_ready = False

        async def stop() -> None:
            self.sockets.close_all()
            await self.tables.end()
            await self.pool.close()
            self.log.close()

        try:
            await self.run(stop)
        except Unreachable:
            return
        if not self.is_dead:
            self.kill()


def _words(_: str) -> Lexicon:
    return WORDS
