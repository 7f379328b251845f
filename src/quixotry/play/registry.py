"""All tables of this server process: opens them, puts idle ones away, and wakes the computers."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Sequence
from datetime import timedelta
from typing import Any, Literal

from quixotry.play import limits
from quixotry.play.chores import Chore, Chores
from quixotry.play.hints import Advice
from quixotry.play.lobby import Lobby
from quixotry.play.operator import BAN, DELETE, UNBAN, Bans
from quixotry.play.patience import USUAL, Patience
from quixotry.play.ports import (
    SEATS,
    CannotSave,
    ComputerPlayers,
    GameExists,
    GameLogError,
    UnknownGame,
    Wordbook,
    status_of,
)
from quixotry.play.presence import HOUSE
from quixotry.play.quotas import NOBODY, Keeper
from quixotry.play.services import Services
from quixotry.play.stopwatch import BEAT_MS, GAP_MS, Now
from quixotry.play.table import Table
from quixotry.play.word_tools import challenge_game
from quixotry.rules.game import Game, SeatedPlayer
from quixotry.rules.match import game_ids, match_of
from quixotry.rules.ruleset import Ruleset
from quixotry.threads import TookTooLong, are_lost, in_thread

logger = logging.getLogger(__name__)

Ill = Literal["store", "workers", "threads"]


class TableRegistry:
    def __init__(
        self,
        *,
        lobby: Lobby,
        computers: ComputerPlayers,
        now: Now,
        budget_ms: int,
        patience: Patience = USUAL,
    ) -> None:
        self._patience = patience
        self.lobby, self._log = lobby, lobby.log
        self._services = Services(
            log=lobby.log,
            computers=computers,
            now=now,
            summary=lobby.summary,
            finished=self._finished,
            hides_words=self._hides_words,
            seats_moved=self.seats_moved,
            saving=self._saving,
            budget_ms=budget_ms,
            patience=patience,
            holder=secrets.token_hex(8),
        )
        self.read_only: str | None = None
        """Why the last move could not be saved, or None when it was."""
        self._asking: asyncio.Future[bool] | None = None
        self._asked_ms = 0
        self._tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Future[Table]] = {}
        self._chores = Chores()
        self._order = 0
        """The number of the last order that was followed."""
        self.bans = Bans()
        self.when_banned: Callable[[Bans], None] = lambda _: None
        """Called when somebody has been shut out."""
        self._errands: set[asyncio.Task[None]] = set()
        self._is_ending = False

    async def begin(self) -> None:
        """Take up all games where they were: listen to the other processes and wake the computers."""
        loop = asyncio.get_running_loop()

        def heard(game_id: str) -> None:
            loop.call_soon_threadsafe(self._heard, game_id)

        self._log.listen(heard)
        self._order, self.bans = await in_thread(lambda: (self._log.orders.last(), self._log.orders.bans()))
        self._chores.begin(
            (
                Chore("computers' turns", limits.SWEEP_MS, self._wake_computers),
                Chore("watched tables", limits.SWEEP_MS, self._check_watched),
                Chore("idle tables", limits.SWEEP_MS, self._put_away),
                Chore("the operator's orders", limits.SWEEP_MS, self._follow_orders),
                Chore("clocks", BEAT_MS, self._keep_time),
                Chore("who is there", limits.ATTEND_MS, self._attend),
                Chore("the open house", limits.OPEN_MS, self._stay_open),
                Chore("abandoned games", limits.END_MS, self._end_abandoned),
                Chore("what has expired", limits.EXPIRE_MS, self._expire),
            )
        )

    async def end(self) -> None:
        self._is_ending = True  # nothing that is heard from now on has anything done
        await self._chores.end()
        await asyncio.gather(*(table.stop() for table in self._tables.values()), return_exceptions=True)
        await asyncio.gather(*self._errands, return_exceptions=True)

    # Tables

    async def new_game(
        self,
        ruleset: Ruleset,
        lexicon_id: str,
        players: Sequence[SeatedPlayer],
        session: str,
        invited: Collection[int] = (),
        keeper: Keeper = NOBODY,
    ) -> str:
        """Begin a game, and wake the computer that may be on turn."""
        game_id = await self.lobby.new_game(ruleset, lexicon_id, players, session, invited, keeper)
        (await self.table(game_id)).wake()
        return game_id

    async def table(self, game_id: str) -> Table:
        """The table of a game, opened when it is not: once, however many ask at the same time."""
        if game_id in self._tables:
            return self._tables[game_id]
        if game_id not in self._opening:
            self._opening[game_id] = asyncio.ensure_future(self._open(game_id))
            self._opening[game_id].add_done_callback(lambda _: self._opening.pop(game_id, None))
        return await asyncio.shield(self._opening[game_id])

    async def _open(self, game_id: str) -> Table:
        stored = await in_thread(self._log.read, game_id)
        if stored.damage:
            logger.warning("game %s is damaged, and cannot be played on", game_id)
        game = await self.lobby.deal(stored.game)
        table = Table(game, await self._words(game), self._services, damage=stored.damage)
        if game.position.is_over:
            table.next_game = await self._finished(game)
        if game.header.ruleset.clock.minutes is not None:
            table.take_up(await in_thread(self._log.played_times.read, game_id))
        self._tables[game_id] = table
        # Register, then read: whatever came while the table was being opened found nobody to tell.
        await self.lobby.deal(game)
        await table.catch_up()
        return table

    async def _words(self, game: Game) -> Wordbook | None:
        """The words a game was begun with; None when they are not there or have changed."""
        header = game.header
        try:
            book = await in_thread(self.lobby.admission.wordbook, header.lexicon_id)
        except (TookTooLong, TimeoutError):
            # A busy machine, not a bad list: whoever opens the table next has better luck.
            raise TookTooLong from None
        except Exception as error:  # noqa: BLE001 - a word list is somebody's file; the game can still be seen
            logger.warning("game %s: its word list cannot be read: %s", header.id, type(error).__name__)
            return None
        return book if book.digest == header.lexicon_digest else None

    async def seats_moved(self, game_id: str) -> None:
        """Seats have changed hands: open pages learn anew whose they are, and the tiles are dealt if all are taken."""
        for each in game_ids(match_of(game_id)):
            table = self._tables.get(each)
            if table is None:
                continue
            try:
                await table.reseat()
                await self.lobby.deal(table.game)
                await table.catch_up()
                await table.seats_changed()
            except UnknownGame:  # another process has deleted it
                await self._forget(each)
            else:
                table.wake()

    async def delete(self, game_id: str) -> None:
        """Delete a game, or its whole match; whoever is at its table learns that it is gone."""
        await self.lobby.delete(game_id)
        await self._forget(game_id)

    async def _forget(self, game_id: str) -> None:
        for each in game_ids(match_of(game_id)):
            table = self._tables.pop(each, None)
            if table is not None:
                await table.stop()
                for watcher in table.audience:
                    watcher.send_away()

    async def _follow_orders(self) -> None:
        """An operator speaks through the store, to all processes alike."""
        orders = await in_thread(self._log.orders.after, self._order)
        if any(order.what in (BAN, UNBAN) for order in orders):
            self.bans = await in_thread(self._log.orders.bans)
            self.when_banned(self.bans)
        for order in orders:
            if order.what == DELETE:
                await self._forget(order.subject)
            self._order = order.number

    def advice_for(self, session: str, address: str) -> Advice:
        """Where questions of somebody who looks at a finished game go."""
        return Advice(self._services.computers, (address, session))

    async def ills(self) -> list[Ill]:
        """What is not well: asks the store, and looks at the workers and the threads."""
        if self._asking is None or (self._asking.done() and self._asked_ms + limits.ASKED_MS < self._now()):
            self._asking, self._asked_ms = asyncio.ensure_future(self._ask_store()), self._now()
        found: list[Ill] = [] if await asyncio.shield(self._asking) else ["store"]
        if self._services.computers.are_ill:
            found.append("workers")
        if are_lost():
            found.append("threads")
        return found

    async def _ask_store(self) -> bool:
        """Does it answer, and take what it is given?"""
        try:
            await in_thread(self._log.ping, limit_s=limits.PING_S)
        except (TookTooLong, CannotSave):
            return False
        self._saving(None)
        return True

    def count(self, state: str) -> int:
        """How many tables are played at by somebody, only watched, or idle."""
        found = Counter(
            "played" if table.audience.has_players else "watched" if table.audience.watchers else "idle"
            for table in self._tables.values()
        )
        return found[state]

    def _now(self) -> int:
        return self._services.now()

    # What tables ask for

    async def _finished(self, game: Game) -> str | None:
        """Begin the match's next game; its id, if there is one."""
        try:
            following = await self.lobby.begin_next(game)
        except GameExists as error:
            return error.game_id
        if following is None:
            return None
        if status_of(following).waits_for_computer:
            self._run(self._wake(following.header.id))
        return following.header.id

    async def _hides_words(self, session: str) -> bool:
        return await in_thread(challenge_game, self._log, session) is not None

    def _saving(self, failure: str | None) -> None:
        self.read_only = failure

    # Looking after

    def _run(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def _heard(self, game_id: str) -> None:
        """Another process has written to a game or moved seats, or, with no id, nobody knows what."""
        if self._is_ending:
            return
        if game_id.startswith(SEATS):
            self._run(self.seats_moved(game_id.removeprefix(SEATS)))
            return
        for table in list(self._tables.values()) if not game_id else [self._tables.get(game_id)]:
            if table is not None:
                self._run(table.refresh())

    async def _wake_computers(self) -> None:
        for game_id in await in_thread(self._log.waiting_for_computers):
            await self._wake(game_id)
        # A move saved too late for its answer is in the store, and not at its table: who thinks again finds out.
        for table in self._tables.values():
            table.wake()
            if not table.is_concluded:
                self._run(table.conclude_again())

    async def _expire(self) -> None:
        """Games in which nothing ever happened vanish by themselves, and old ones where they are not kept for good."""
        for game_id in (*await self.lobby.pointless(), *await self.lobby.outdated()):
            if game_id not in self._tables or not self._tables[game_id].audience.watchers:
                await self.delete(game_id)

    async def _keep_time(self) -> None:
        """Look at every clock that runs, have the store know it, and end the games whose time is gone."""
        tables = list(self._tables.values())
        beats = {table.id: reading for table in tables if (reading := table.beat()) is not None}
        timed = [table for table in tables if table.id in beats]
        if not timed:
            return
        try:
            keep = self._log.played_times.keep
            counts = await in_thread(keep, self._services.holder, beats, GAP_MS)
        except (GameLogError, TookTooLong):
            for table in timed:
                table.forgive()
            raise
        for table in timed:
            table.keep_reading(beats[table.id], counts[table.id])
            if table.is_out_of_time:
                await table.run_out()

    async def _attend(self) -> None:
        """Have the store know who is at which table, and tell players whom they need not wait for any longer."""
        met = [table for table in list(self._tables.values()) if table.absence.here]
        for first in range(0, len(met), limits.ATTEND_MAX):
            here = {table.id: table.absence.here for table in met[first : first + limits.ATTEND_MAX]}
            await in_thread(self._log.presences.note, here, limits.GONE_MS)
        for table in met:
            await table.absence.tell()

    async def _stay_open(self) -> None:
        """Have the store know that people can come: while nobody can, nobody stays away."""
        await in_thread(self._log.presences.note, {HOUSE: (0,)}, limits.OUTAGE_MS)

    async def _end_abandoned(self) -> None:
        """Games that nobody plays any more end as they stand."""
        left_at = self.lobby.today() - timedelta(days=self._patience.abandoned_days)
        for game_id in await in_thread(self._log.left_alone, left_at.isoformat(), limits.ENDED_MAX):
            seq = await in_thread(self._log.next_seq, game_id)
            try:
                await (await self.table(game_id)).end_abandoned(seq)
            except (GameLogError, TookTooLong) as error:
                logger.warning("game %s could not be ended (%s)", game_id, error.code)

    async def _check_watched(self) -> None:
        """Should word of another process ever be lost, nobody waits for it long."""
        if self._log.is_shared:
            watched = [table for table in self._tables.values() if table.audience.watchers]
            stand = await in_thread(self._log.next_seqs, [table.id for table in watched])
            for table in watched:
                if stand.get(table.id, 0) > table.game.position.seq:
                    self._run(table.refresh())

    async def _wake(self, game_id: str) -> None:
        try:
            (await self.table(game_id)).wake()
        except (GameLogError, TookTooLong) as error:
            logger.warning("game %s could not be taken up (%s)", game_id, error.code)

    async def _put_away(self) -> None:
        now = self._services.now()
        idle = sorted(
            (table.idle_since_ms, game_id) for game_id, table in self._tables.items() if not table.is_busy
        )
        surplus = max(0, len(idle) - limits.TABLES_IDLE_MAX)
        for number, (since, game_id) in enumerate(idle):
            if number < surplus or now - since > limits.IDLE_MS:
                del self._tables[game_id]
