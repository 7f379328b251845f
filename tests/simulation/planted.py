"""Bugs planted in the real code, one at a time, to prove that the worlds find them.

Each is a small patch of the product at the place where somebody could have written it so.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC
from typing import Any
from unittest.mock import patch

from sqlalchemy import event

from quixotry.fair.agreement import completed
from quixotry.play import expiry, limits, registry, table
from quixotry.play.ports import status_of
from quixotry.play.receipts import Command, Receipts
from quixotry.play.turn_lease import TurnLease
from quixotry.players import worker_pool
from quixotry.players.bot_errors import BotFailed
from quixotry.players.bot_process import BotProcess
from quixotry.rules import event as happened
from quixotry.rules import view
from quixotry.store import database, presences, sql
from quixotry.threads import in_thread
from tests.simulation.plan import Plan, PlannedGame


def acknowledged_before_the_commit() -> AbstractContextManager[Any]:
    """A move counts and is answered while it is still being written."""

    async def save(self: Any, after: Any, receipt: Any) -> None:
        events, seq = after.events_since(self.game), self.game.position.seq
        self.services.log.submit_append(self.id, seq, events, status_of(after), receipt)
        await self._advance(after, events)

    return patch.object(table.Table, "_save", save)


def stale_command_accepted() -> AbstractContextManager[Any]:
    """A move thought of for another state of the game is made in this one."""
    answer = table.Table._answer

    async def answered(self: Any, watcher: Any, command: Command) -> Any:
        known = await self.receipts.find(command, self.game.position.seq)
        if known is None and command.expected_seq < self.game.position.seq:
            command = replace(command, expected_seq=self.game.position.seq)
        return await answer(self, watcher, command)

    return patch.object(table.Table, "_answer", answered)


def missed_words_not_asked_for() -> AbstractContextManager[Any]:
    """A process that could not listen for a while does not look what it has missed, nor does it look now and then."""
    heard = registry.TableRegistry._heard

    def only_words(self: Any, game_id: str) -> None:
        if game_id:
            heard(self, game_id)

    async def trusting(self: Any) -> None:
        """Nothing is looked after."""

    stack = ExitStack()
    stack.enter_context(patch.object(registry.TableRegistry, "_heard", only_words))
    stack.enter_context(patch.object(registry.TableRegistry, "_check_watched", trusting))
    return stack


def exchange_not_redacted() -> AbstractContextManager[Any]:
    """Everybody sees which tiles an exchange gave and took."""
    return patch.object(view, "_PUBLIC", (*view._PUBLIC, happened.TilesExchanged))


def outage_on_the_clock() -> AbstractContextManager[Any]:
    """After a restart the clock goes on from the time of day of the last move."""
    begin = table.Table.__init__

    def begun(self: Any, game: Any, words: Any, services: Any, **damage: Any) -> None:
        begin(self, game, words, services, **damage)
        if game.events:
            last = services.log.find(game.header.id).played_at
            clock: Any = vars(sql)["datetime"]
            now, then = clock.now(UTC), clock.fromisoformat(last)
            self._stopwatch.at_ms += max(0, int((now - then).total_seconds() * 1000))

    return patch.object(table.Table, "__init__", begun)


def late_answer_played_in_the_next_turn() -> AbstractContextManager[Any]:
    """A worker that was too slow is asked again: what it says next belongs to the turn before."""
    failed = BotProcess.failed

    def forgiven(self: Any, reason: Any, detail: str) -> Any:
        if reason != "late":
            return failed(self, reason, detail)
        return BotFailed(reason, detail, self.name)

    def kept(self: Any, worker: Any) -> None:
        if worker.process.failure is None:
            self._idle.append(worker)
        else:
            end(self, worker)

    end = worker_pool.WorkerPool._end
    stack = ExitStack()
    stack.enter_context(patch.object(BotProcess, "failed", forgiven))
    stack.enter_context(patch.object(worker_pool.WorkerPool, "_end", kept))
    return stack


def share_left_out_of_the_draw() -> AbstractContextManager[Any]:
    """The last seat's share is kept, and not mixed in."""

    def without_last(header: Any, shares: tuple[str, ...]) -> Any:
        return completed(header, (*shares[:-1], shares[-1] and "0" * len(shares[-1])))

    return patch.object(sql, "completed", without_last)


def lease_not_renewed() -> AbstractContextManager[Any]:
    """The right to think for a computer runs out while it thinks."""

    @asynccontextmanager
    async def kept(self: Any) -> Any:
        yield

    return patch.object(TurnLease, "kept", kept)


def command_id_forgotten_after_a_restart() -> AbstractContextManager[Any]:
    """Answers are kept in memory alone."""

    async def find(self: Any, command: Command, seq: int) -> Any:
        return self._answers.get(command.key)

    return patch.object(Receipts, "find", find)


def live_game_swept_away() -> AbstractContextManager[Any]:
    """The sweeper deletes games without a point, however young, and whoever plays at another process."""
    stack = ExitStack()
    stack.enter_context(patch.object(expiry, "POINTLESS", replace(expiry.POINTLESS, days=0)))
    stack.enter_context(patch.object(limits, "EXPIRE_MS", 1_000))
    return stack


def commits_that_do_not_wait_for_the_disk() -> AbstractContextManager[Any]:
    """What the database has taken is still in the machine's memory."""
    open_engine = database.open_engine

    def hasty(url: Any) -> Any:
        engine = open_engine(url)
        event.listen(engine, "connect", lambda each, _: each.execute("PRAGMA synchronous=OFF"))
        return engine

    return patch.object(database, "open_engine", hasty)


def seat_kept_after_it_was_given_away() -> AbstractContextManager[Any]:
    """Who sits where is read when a page is opened, and never again."""

    seat = table.Table._seat

    def seat_once(self: Any, watchers: Any, held: Any) -> None:
        seat(self, [watcher for watcher in watchers if not watcher.seats], held)

    return patch.object(table.Table, "_seat", seat_once)


def late_save_not_looked_for() -> AbstractContextManager[Any]:
    """Only the store is asked where computers are on turn: it knows of a move that its table has given up."""

    async def wake_listed(self: Any) -> None:
        for game_id in await in_thread(self._log.waiting_for_computers):
            await self._wake(game_id)

    return patch.object(registry.TableRegistry, "_wake_computers", wake_listed)


def nobody_noted_as_present() -> AbstractContextManager[Any]:
    """Who is at a table is not kept, so nobody can ever be said to have stayed while another was away."""
    return patch.object(presences.SqlPresences, "note", lambda *_: None)


def plan(
    *mishaps: str,
    every_s: float = 2.0,
    processes: int = 1,
    computer: bool = False,
    tabs: int = 1,
    faults: tuple[str, ...] = (),
) -> Plan:
    """A world in which a bug shows soon: these mishaps over and over, and workers with these faults."""
    game = PlannedGame("friends", has_computer=computer, tabs=tabs, has_watcher=False)
    times = [2.0 + every_s * number for number in range(10)] if mishaps else []
    planned = tuple((at_s, mishaps[number % len(mishaps)]) for number, at_s in enumerate(times))
    return Plan(processes, (game,), planned, program_faults=0.7 if faults else 0.0, program_faults_of=faults)


@dataclass(frozen=True, slots=True)
class Planted:
    plant: Callable[[], AbstractContextManager[Any]]
    plan: Plan
    promise: str
    """What it breaks."""


_KILLS = plan("kill after a commit", "kill before a commit")

PLANTED: dict[str, Planted] = {
    plant.__name__.replace("_", "-"): Planted(plant, planned, promise)
    for plant, planned, promise in (
        (acknowledged_before_the_commit, _KILLS, "P1"),
        (commits_that_do_not_wait_for_the_disk, plan("cut the power after a commit"), "P1"),
        (live_game_swept_away, plan(processes=2, computer=True), "P1"),
        (stale_command_accepted, plan(tabs=4), "P2"),
        (command_id_forgotten_after_a_restart, _KILLS, "P2"),
        (exchange_not_redacted, plan(), "P3"),
        (seat_kept_after_it_was_given_away, plan("give a seat away"), "P3"),
        (share_left_out_of_the_draw, plan(), "P6"),
        (outage_on_the_clock, _KILLS, "P7"),
        (late_answer_played_in_the_next_turn, plan(computer=True, faults=("late",)), "house"),
        (lease_not_renewed, plan(processes=2, computer=True, faults=("die", "slow start")), "house"),
        (missed_words_not_asked_for, plan("deafen", processes=2), "P4"),
        (late_save_not_looked_for, plan("late", computer=True), "P4"),
        (nobody_noted_as_present, replace(plan(processes=2), mishaps=((6.0, "vanish"),)), "P4"),
    )
}
"""By the name they are planted with on the command line."""
