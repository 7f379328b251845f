"""The hall: all tables of this server process. Opens them, puts idle ones away, and wakes the computers."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from quixotry.fair.draws import SeededDraws
from quixotry.play import limits, lobby
from quixotry.play.new_game import new_seed as secret_seed
from quixotry.play.playtime import Now
from quixotry.play.ports import (
    GameExists,
    GameLogError,
    ServerLog,
    Thinkers,
    UnknownGame,
    Wordbook,
    status_of,
)
from quixotry.play.seating import check_players
from quixotry.play.table import Services, Table, Watcher
from quixotry.rules.game import Game, GameHeader, SeatedPlayer
from quixotry.rules.match import game_ids, match_of, next_game
from quixotry.rules.ruleset import Ruleset

logger = logging.getLogger(__name__)

Plain = dict[str, Any]
T = TypeVar("T")


def _now() -> datetime:
    return datetime.now(UTC)


class Hall:
    def __init__(
        self,
        *,
        log: ServerLog,
        thinkers: Thinkers,
        wordbook: Callable[[str], Wordbook],
        now: Now,
        budget_ms: int,
        new_seed: Callable[[], str] = secret_seed,
        today: Callable[[], datetime] = _now,
    ) -> None:
        self.log = log
        self._wordbook, self._new_seed, self._today = wordbook, new_seed, today
        self._executor = ThreadPoolExecutor(2, thread_name_prefix="quixotry-referee")
        self._services = Services(
            log=log,
            thinkers=thinkers,
            now=now,
            executor=self._executor,
            summary=self.summary,
            finished=self._finished,
            saving=self._saving,
            budget_ms=budget_ms,
            holder=secrets.token_hex(8),
        )
        self.read_only: str | None = None
        """Why the last move could not be saved, or None when it was."""
        self._tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Future[Table]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._refreshing: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Take up all games where they were: listen to the other processes and wake the computers."""
        loop = asyncio.get_running_loop()

        def heard(game_id: str) -> None:
            loop.call_soon_threadsafe(self._heard, game_id)

        self.log.listen(heard)
        self._sweeper = asyncio.ensure_future(self._sweep())

    async def end(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        for table in list(self._tables.values()):
            await table.stop()
        await asyncio.gather(*self._refreshing, return_exceptions=True)
        self._executor.shutdown()

    # Games

    async def new_game(
        self, ruleset: Ruleset, lexicon_id: str, players: Sequence[SeatedPlayer], session: str
    ) -> str:
        check_players(players, ruleset)
        book = await self._threaded(self._wordbook, lexicon_id)
        header = GameHeader(
            id=lobby.new_id(),
            ruleset=ruleset,
            lexicon_id=lexicon_id,
            lexicon_digest=book.digest,
            players=tuple(players),
            seed=self._new_seed(),
            started_at=self._today().isoformat(timespec="seconds"),
        )
        people = [seat for seat, player in enumerate(players) if player.kind == "person"]
        await self._create(header, [(session, seat) for seat in people])
        (await self.table(header.id)).wake()
        return header.id

    async def _create(self, header: GameHeader, seats: Sequence[tuple[str, int]]) -> None:
        game = Game.begin(header, SeededDraws(header.seed))
        await asyncio.wrap_future(self.log.submit_create(header, game.events, status_of(game), seats))

    async def _finished(self, game: Game) -> str | None:
        header = next_game(game.header, started_at=self._today().isoformat(timespec="seconds"))
        if header is None:
            return None
        try:
            await self._create(header, ())
        except GameExists:
            return header.id
        if header.players[(header.match_game - 1) % len(header.players)].kind == "computer":
            task = asyncio.ensure_future(self._wake(header.id))
            self._refreshing.add(task)
            task.add_done_callback(self._refreshing.discard)
        return header.id

    async def table(self, game_id: str) -> Table:
        """The table of a game, opened when it is not: once, however many ask at the same time."""
        if game_id in self._tables:
            return self._tables[game_id]
        if game_id not in self._opening:
            self._opening[game_id] = asyncio.ensure_future(self._open(game_id))
            self._opening[game_id].add_done_callback(lambda _: self._opening.pop(game_id, None))
        return await asyncio.shield(self._opening[game_id])

    async def _open(self, game_id: str) -> Table:
        stored = await self._threaded(self.log.read, game_id)
        if stored.damage:
            logger.warning("game %s goes on from its last whole decision", game_id)
        header = stored.game.header
        try:
            book: Wordbook | None = await self._threaded(self._wordbook, header.lexicon_id)
        except Exception as error:  # noqa: BLE001 - a word list is somebody's file; the game can still be seen
            logger.warning("game %s: its word list cannot be read: %s", game_id, type(error).__name__)
            book = None
        if book is not None and book.digest != header.lexicon_digest:
            book = None
        table = Table(stored.game, book, self._services)
        if stored.game.position.is_over:
            table.next_game = await self._finished(stored.game)
        self._tables[game_id] = table
        return table

    # Seats

    async def seats_of(self, session: str, game_id: str) -> tuple[int, ...]:
        if not session:
            return ()
        return await self._threaded(self.log.seats_of, session, match_of(game_id))

    async def seats_moved(self, table_id: str) -> None:
        """Seats have changed hands: open pages learn anew whose they are."""
        for game_id in game_ids(table_id, 2):
            table = self._tables.get(game_id)
            if table is None:
                continue
            for watcher in list(table.watchers):
                watcher.seats = await self.seats_of(watcher.session, game_id)
            table.seats_changed()
            for watcher in list(table.watchers):
                await table.snapshot(watcher)

    async def summary(self, game_id: str, session: str) -> Plain:
        def read() -> Plain:
            return lobby.summary(self.log, self.log.find(game_id), session)

        return await self._threaded(read)

    async def page(
        self, *, is_over: bool | None, session: str, all_games: bool, before: str, limit: int
    ) -> Plain:
        def read() -> Plain:
            found = self.log.page(
                is_over=is_over, session=None if all_games else session, before=before, limit=limit
            )
            games = [lobby.summary(self.log, listed, session) for listed in found]
            return {"games": games, "before": found[-1].played_at if len(found) == limit else None}

        return await self._threaded(read)

    # Looking after

    def _saving(self, failure: str | None) -> None:
        self.read_only = failure

    def _heard(self, game_id: str) -> None:
        for table in list(self._tables.values()) if not game_id else [self._tables.get(game_id)]:
            if table is not None:
                task = asyncio.ensure_future(table.refresh())
                self._refreshing.add(task)
                task.add_done_callback(self._refreshing.discard)

    async def _sweep(self) -> None:
        while True:
            try:
                for game_id in await self._threaded(self.log.waiting_for_computers):
                    await self._wake(game_id)
            except GameLogError as error:
                logger.warning("the store did not answer (%s)", error.code)
            self._put_away()
            await asyncio.sleep(limits.SWEEP_MS / 1000)

    async def _wake(self, game_id: str) -> None:
        try:
            (await self.table(game_id)).wake()
        except GameLogError as error:
            logger.warning("game %s could not be taken up (%s)", game_id, error.code)

    def _put_away(self) -> None:
        now = self._services.now()
        idle = sorted(
            (table.idle_since_ms, game_id) for game_id, table in self._tables.items() if not table.is_busy
        )
        surplus = max(0, len(idle) - limits.TABLES_IDLE_MAX)
        for number, (since, game_id) in enumerate(idle):
            if number < surplus or now - since > limits.IDLE_MS:
                del self._tables[game_id]

    async def _threaded(self, function: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(None, partial(function, *arguments))


__all__ = ["Hall", "UnknownGame", "Watcher"]
