"""The real store on a simulated disk: its one writer commits when its moment has come, and may die before or after.

SQLite plays the shared database too: what the store asks of PostgreSQL there (a word to the others, a lock for the
chain of draws, the database's own clock) is this world's. A power cut leaves what was synced, and any part
of what was not.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlalchemy import BigInteger, Connection, Engine, event, literal

from quixotry.play.ports import NO_ANSWER, WRITE_S, CannotSave
from quixotry.store import database as product
from quixotry.store.database import Database
from quixotry.store.sql import SqlGameLog
from quixotry.store.writer import GROUP_MAX, GroupWriter
from tests.simulation.jobs import DEAD, Jobs
from tests.simulation.loop import OWNER, Owner
from tests.simulation.network import TICK_S

COMMIT_MS = (1.0, 15.0)
WORD_MS = (1.0, 30.0)
"""How long word of a commit takes to another process."""
LATE_S = (WRITE_S, WRITE_S + 5)
"""A commit nobody waits for any more when it is done: before or after somebody has tried again."""

SYNCED = 2
"""SQLite's `synchronous=FULL`."""


@dataclass(eq=False)
class _Listener:
    owner: Owner
    heard: Callable[[str], None]
    is_connected: bool = False
    last_s: float = 0.0


@dataclass(eq=False)
class Disk:
    file: Path
    jobs: Jobs
    chance: random.Random
    wall_ms: Callable[[], int]
    is_shared: bool
    committed: Callable[[], None]
    """Called after each commit."""
    at_commit: Callable[[Owner], str] = lambda _: ""
    """What happens at a commit: nothing, `full`, `late`, or `kill before`, `kill after` and the same with `cut`."""
    strike: Callable[[Owner, str], None] = lambda *_: None
    """Do it."""
    _listeners: list[_Listener] = field(default_factory=list)
    _words: list[str] = field(default_factory=list)
    _said: list[str] = field(default_factory=list)
    _synced: int = 0
    _number: int = 0

    def __post_init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._keep()

    def _keep(self) -> None:
        """A reader of our own, which also keeps SQLite from tidying its journal away."""
        self.reader = sqlite3.connect(self.file, isolation_level=None)
        self.reader.execute("PRAGMA journal_mode=WAL")
        self.reader.execute("PRAGMA wal_autocheckpoint=0")

    def open(self, owner: Owner) -> SqlGameLog:
        log = SqlGameLog.at(self.file)
        if self.is_shared:
            log.is_shared = log._database.is_shared = True
            log.listen = lambda heard: self._listen(owner, heard)
        with log._database.engine.connect() as connection:
            self._is_synced = connection.exec_driver_sql("PRAGMA synchronous").scalar_one() >= SYNCED
        # Whatever is there when a server opens it has been there for a while.
        self._synced = max(self._synced, self.journal.stat().st_size)
        return log

    @property
    def journal(self) -> Path:
        return self.file.with_name(self.file.name + "-wal")

    def note_commit(self) -> None:
        if self._is_synced:
            self._synced = self.journal.stat().st_size
        said, self._said = self._said, []
        for word in said:
            for listener in self._listeners:
                self._say(listener, word)
        self.committed()

    def power_cut(self) -> None:
        """What was not synced may be there in part, and torn. All processes must be dead."""
        content = self.journal.read_bytes()
        cut = self.chance.randint(self._synced, len(content)) if self._synced <= len(content) else 0
        torn = self.chance.randbytes(self.chance.choice((0, 100)))
        self._number += 1
        after = self.file.with_name(f"after-{self._number}.sqlite3")
        shutil.copyfile(self.file, after)
        self.reader.close()
        self.file = after
        self.journal.write_bytes(content[:cut] + torn)
        self._listeners.clear()
        self._keep()
        self._synced = 0

    # Word to other processes

    def _listen(self, owner: Owner, heard: Callable[[str], None]) -> None:
        listener = _Listener(owner, heard)
        self._listeners.append(listener)
        self._connect(listener)

    def deafen(self, for_s: float) -> None:
        """Nobody hears anything for a while; then, as PostgreSQL has it, that something may have been missed."""
        for listener in self._listeners:
            listener.is_connected = False
            self._loop.call_later(for_s, self._connect, listener)

    def _connect(self, listener: _Listener) -> None:
        listener.is_connected = True
        self._say(listener, "")

    def _say(self, listener: _Listener, word: str) -> None:
        if listener.is_connected and not listener.owner.is_dead:
            at_s = max(listener.last_s + TICK_S, self._loop.time() + self.chance.uniform(*WORD_MS) / 1000)
            listener.last_s = at_s
            self._loop.call_at(at_s, self._hear, listener, word, context=listener.owner.context)

    def _hear(self, listener: _Listener, word: str) -> None:
        if not listener.owner.is_dead:
            listener.heard(word)

    # Instead of the product's own

    @contextmanager
    def in_place(self) -> Iterator[None]:
        disk, open_engine, reading = self, product.open_engine, product.Database.reading

        class Writer(_Writer):
            def __init__(self, engine: Engine) -> None:
                super().__init__(engine, disk)

        def opened(url: Any) -> Engine:
            engine = open_engine(url)
            event.listen(engine, "connect", self._set_up)
            event.listen(engine, "commit", self._commits)
            event.listen(engine, "rollback", lambda _: self._words.clear())
            return engine

        @contextmanager
        def read_later(database: product.Database) -> Iterator[Connection]:
            disk.jobs.pause()
            with reading(database) as connection:
                yield connection

        with ExitStack() as patched:
            patched.enter_context(patch.object(product, "GroupWriter", Writer))
            patched.enter_context(patch.object(product, "open_engine", opened))
            patched.enter_context(patch.object(product.Database, "reading", read_later))
            patched.enter_context(
                patch.object(Database, "now_ms", lambda _: literal(self.wall_ms(), BigInteger))
            )
            yield

    def _commits(self, _: Connection) -> None:
        self._said += self._words
        self._words.clear()

    def _set_up(self, connection: Any, _: object) -> None:
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.create_function("pg_notify", 2, lambda _, word: self._words.append(word))
        connection.create_function("pg_advisory_xact_lock", 1, lambda _: None)


class _Writer(GroupWriter):
    """The product's writer without its thread: what it does with a group is its own."""

    def __init__(self, engine: Engine, disk: Disk) -> None:
        self._engine, self._disk = engine, disk
        self._queue: deque[tuple[Callable[[Connection], Any], Future[Any]]] = deque()
        self._is_due = False
        owner = OWNER.get()
        assert owner is not None
        self._owner, self._context = owner, copy_context()

    def submit(self, write: Callable[[Connection], Any]) -> Future[Any]:
        done: Future[Any] = Future()
        if self._owner.is_dead:
            done.set_exception(CannotSave(DEAD))
            return done
        self._queue.append((write, done))
        self._plan()
        return done

    def write(self, write: Callable[[Connection], Any]) -> Any:
        done = self.submit(write)
        if not done.done() and not self._disk.jobs.wait(done, WRITE_S):
            done.cancel()
            raise CannotSave(NO_ANSWER)
        return done.result(0)

    def close(self) -> None:
        while self._queue and not self._owner.is_dead:
            self._work()

    def _plan(self) -> None:
        if not self._is_due:
            self._is_due = True
            disk = self._disk
            delay_s = disk.chance.uniform(*COMMIT_MS) * disk.jobs.slow / 1000
            disk._loop.call_later(delay_s, self._work, context=self._context)

    def _work(self) -> None:
        self._is_due = False
        if self._owner.is_dead:
            return
        waiting = [self._queue.popleft() for _ in range(min(len(self._queue), GROUP_MAX))]
        group = [each for each in waiting if each[1].set_running_or_notify_cancel()]
        if not group:
            return
        what = self._disk.at_commit(self._owner)
        if what == "full":
            for _, done in group:
                done.set_exception(CannotSave("the disk is full"))
        elif what == "late":
            late_s = self._disk.chance.uniform(*LATE_S)
            self._disk._loop.call_later(late_s, self._finish, group, context=self._context)
            return
        elif what.endswith("before"):
            self._disk.strike(self._owner, what)
            return
        else:
            self._finish(group)
            if what:
                self._disk.strike(self._owner, what)
        if self._queue:
            self._plan()

    def _finish(self, group: list[tuple[Callable[[Connection], Any], Future[Any]]]) -> None:
        if not self._owner.is_dead:
            self._commit(group)
            self._disk.note_commit()
            if self._queue:
                self._plan()
