"""One database: SQLite by default, PostgreSQL when several server processes share one.

What the stores of this room have in common: reading, the one thread that writes, and word from other processes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    BigInteger,
    ColumnElement,
    Connection,
    Engine,
    cast,
    create_engine,
    event,
    func,
    literal,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from quixotry.metrics import STORE_ERRORS
from quixotry.play.ports import BadDatabase, CannotSave, GameLogError
from quixotry.store.migration import migrate
from quixotry.store.schema import revisions
from quixotry.store.writer import CLOSE_S, GroupWriter, reason_of

T = TypeVar("T")

CHANNEL = "quixotry"
"""Where PostgreSQL tells the other processes that a game has gone on."""

ANSWER_S = 10
"""How long a database may take to answer; less than anybody waits for it (`play.ports.WRITE_S`)."""

APPLICATION = "quixotry"
"""What our connections are called, so that PostgreSQL can say whether a server has its database open."""

_LIMITS = {
    "application_name": APPLICATION,
    "connect_timeout": ANSWER_S,
    "tcp_user_timeout": ANSWER_S * 1000,
    "options": f"-c statement_timeout={ANSWER_S * 1000} -c lock_timeout={ANSWER_S * 1000}",
}

_KEEP_ALIVE: dict[str, Any] = {
    "application_name": APPLICATION,
    "connect_timeout": ANSWER_S,
    "keepalives_idle": ANSWER_S,
    "keepalives_interval": ANSWER_S // 2,
    "keepalives_count": 2,
}
"""For a connection that only listens: it would never notice by itself that nobody is there to speak."""


class Database:
    def __init__(self, url: str | URL) -> None:
        self.engine = open_engine(url)
        self.is_shared = self.engine.dialect.name == "postgresql"
        self.insert: Callable[..., Any] = sqlite.insert
        """An INSERT that can say what to do about a row that is there already."""
        if self.is_shared:
            # Loaded only where it is used: it costs a tenth of a second at every start.
            from sqlalchemy.dialects import postgresql

            self.insert = postgresql.insert
        try:
            migrate(self.engine)
        except SQLAlchemyError as error:
            self.engine.dispose()
            raise CannotSave(reason_of(error)) from None
        except GameLogError:
            self.engine.dispose()
            raise
        self._writer = GroupWriter(self.engine)
        self._stopped = threading.Event()
        self._listener: threading.Thread | None = None

    def close(self) -> None:
        self._stopped.set()
        if self._listener is not None:
            self._listener.join(CLOSE_S)
        self._writer.close()
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            STORE_ERRORS.count()
            raise CannotSave(reason_of(error)) from None

    def submit(self, write: Callable[[Connection], T]) -> Future[T]:
        """Have something written, together with whatever else waits; done when it is on the disk."""
        return self._writer.submit(write)

    def write(self, write: Callable[[Connection], T]) -> T:
        """Submit a write and wait for it."""
        return self._writer.write(write)

    def ping(self) -> None:
        """Return once a reader and the writer have answered."""
        with self.reading() as connection:
            connection.execute(select(revisions.c.version_num))
        # A real write, although nothing changes: a full disk or a locked database shows only then.
        same = update(revisions).values(version_num=revisions.c.version_num)
        self.write(lambda connection: connection.execute(same))

    def now_ms(self) -> ColumnElement[int]:
        """By one clock for all: the database's own where processes on several machines share it."""
        if self.is_shared:
            return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
        return literal(time.time_ns() // 1_000_000, BigInteger)

    # Other processes

    def tell(self, connection: Connection, what: str) -> None:
        """Let the other processes know, once this is committed."""
        if self.is_shared:
            connection.execute(text("SELECT pg_notify(:channel, :id)"), {"channel": CHANNEL, "id": what})

    def listen(self, heard: Callable[[str], None]) -> None:
        if not self.is_shared or self._listener is not None:
            return
        self._listener = threading.Thread(
            target=self._listen, args=(heard,), name="quixotry-listener", daemon=True
        )
        self._listener.start()

    def _listen(self, heard: Callable[[str], None]) -> None:
        import psycopg

        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopped.is_set():
            try:
                with psycopg.connect(url, autocommit=True, **_KEEP_ALIVE) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    heard("")  # what was missed while nobody listened
                    while not self._stopped.is_set():
                        for note in connection.notifies(timeout=0.5):
                            heard(note.payload)
            except psycopg.Error:
                self._stopped.wait(1)


def database_address(url: str | URL) -> URL:
    """The address of a database as it was given, or `BadDatabase`; what is said of it never holds a password."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise BadDatabase("it is not an address") from None
    if address.drivername not in ("sqlite", "postgresql"):
        raise BadDatabase(f"{address.drivername[:40]} is not a kind of database that is known here")
    if address.drivername == "postgresql" and find_spec("psycopg") is None:
        raise BadDatabase(
            "PostgreSQL needs a library that is not installed (pip install 'quixotry[postgres]')"
        )
    if address.drivername == "sqlite":
        if address.database in (None, "", ":memory:"):
            raise BadDatabase("it names no file")
        if str(address.database).startswith("file:"):
            raise BadDatabase("it has another address in it, not the name of a file")
    return address


def database_file(url: str | URL) -> Path | None:
    """The file of an SQLite database; None for a database somewhere else."""
    address = database_address(url)
    return Path(address.database).resolve() if address.drivername == "sqlite" and address.database else None


def server_note(file: Path) -> Path:
    """What a server holds as long as it has a database file open: one server per file, by whatever name."""
    return file.resolve().with_suffix(".server")


def open_engine(url: str | URL) -> Engine:
    address = database_address(url)
    is_remote = address.drivername == "postgresql"
    try:
        engine = create_engine(
            address.set(drivername="postgresql+psycopg") if is_remote else address,
            pool_pre_ping=is_remote,
            pool_timeout=ANSWER_S,
            connect_args=_LIMITS if is_remote else {"timeout": ANSWER_S},
        )
    except (ArgumentError, TypeError, ValueError):
        raise BadDatabase("its address has parts that are not understood") from None
    if not is_remote:

        @event.listens_for(engine, "connect")
        def _set_up(connection: Any, _: object) -> None:
            cursor = connection.cursor()
            # FULL: a commit that was told to be done survives a power cut, not only a killed process.
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

    return engine
