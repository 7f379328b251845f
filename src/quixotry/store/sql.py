"""Games in a database: SQLite by default, PostgreSQL when several server processes share one.

The row `(game, seq)` of a decision decides who was first. The order of locks is the same in every process
(one statement on the game's own row, before anything else), so that groups of writes cannot block each other
for good.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Row,
    Select,
    create_engine,
    delete,
    event,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import SQLAlchemyError

from quixotry.notation.record import (
    RecordError,
    events_from_json,
    events_to_json,
    header_from_json,
    header_to_json,
)
from quixotry.play.ports import (
    Brief,
    CannotSave,
    DamagedGame,
    GameExists,
    OutOfSync,
    Receipt,
    Status,
    StoredGame,
    StoredSummary,
    UnknownGame,
    brief_of,
    status_of,
)
from quixotry.rules.errors import ImpossibleEvent
from quixotry.rules.event import Event
from quixotry.rules.game import Game, GameHeader
from quixotry.store import schema
from quixotry.store.schema import decisions, games, grants, invitations, leases, rulesets
from quixotry.store.writer import GroupWriter, reason_of

CHANNEL = "quixotry"
"""Where PostgreSQL tells the other processes that a game has gone on."""

RULESETS_MAX = 200


class SqlGameLog:
    """A `ServerLog` over SQLAlchemy Core."""

    def __init__(self, url: str | URL) -> None:
        self._engine = open_engine(url)
        self.is_shared = self._engine.dialect.name == "postgresql"
        self._insert: Callable[..., Any] = sqlite.insert
        if self.is_shared:
            # Loaded only where it is used: it costs a tenth of a second at every start.
            from sqlalchemy.dialects import postgresql

            self._insert = postgresql.insert
        try:
            with self._engine.begin() as connection:
                if self.is_shared:
                    # Two processes that start at once must not both make the tables.
                    connection.execute(text("SELECT pg_advisory_xact_lock(7119)"))
                schema.migrate(connection)
        except SQLAlchemyError as error:
            raise CannotSave(reason_of(error)) from None
        self._writer = GroupWriter(self._engine)
        self._stopped = threading.Event()
        self._listener: threading.Thread | None = None

    @classmethod
    def at(cls, file: Path) -> SqlGameLog:
        """The SQLite database in a file, made when it is not there."""
        return cls(URL.create("sqlite", database=str(file)))

    def close(self) -> None:
        self._stopped.set()
        if self._listener is not None:
            self._listener.join()
        self._writer.close()
        self._engine.dispose()

    # Games

    def create(self, header: GameHeader, events: Sequence[Event]) -> None:
        self.submit_create(header, events, status_of(Game.of(header, events)), ()).result()

    def submit_create(
        self, header: GameHeader, events: Sequence[Event], status: Status, seats: Sequence[tuple[str, int]]
    ) -> Future[None]:
        row = {
            "id": header.id,
            "header": header_to_json(header),
            "brief": _json(brief_of(header)),
            "next_seq": len(events),
            "table_id": header.table_id,
            "gcg": b"",
            **_status_columns(status),
        }
        first = {"game_id": header.id, "seq": 0, "events": events_to_json(events)}

        def write(connection: Connection) -> None:
            added = self._insert(games).values(row).on_conflict_do_nothing().returning(games.c.id)
            if connection.scalar(added) is None:
                raise GameExists(header.id)
            connection.execute(insert(decisions).values(first))
            for session, seat in seats:
                self._grant(connection, session, row["table_id"], seat)

        return self._writer.submit(write)

    def append(self, game_id: str, expected_seq: int, events: Sequence[Event]) -> None:
        stored = self.read(game_id)
        if stored.game.position.seq != expected_seq:
            raise OutOfSync(game_id, expected_seq, stored.game.position.seq)
        status = status_of(stored.game.after(events))
        self.submit_append(game_id, expected_seq, events, status, None).result()

    def submit_append(
        self,
        game_id: str,
        expected_seq: int,
        events: Sequence[Event],
        status: Status,
        receipt: Receipt | None,
    ) -> Future[None]:
        row = {
            "game_id": game_id,
            "seq": expected_seq,
            "events": events_to_json(events),
            "command_id": receipt and receipt.key,
            "answer": receipt and receipt.answer,
        }
        changed = {"next_seq": expected_seq + len(events), **_status_columns(status)}
        ours = (games.c.id == game_id) & (games.c.next_seq == expected_seq) & (games.c.gcg == b"")

        def write(connection: Connection) -> None:
            if connection.execute(update(games).where(ours).values(changed)).rowcount != 1:
                there = connection.scalar(select(games.c.next_seq).where(games.c.id == game_id))
                raise UnknownGame(game_id) if there is None else OutOfSync(game_id, expected_seq, there)
            connection.execute(insert(decisions).values(row))
            if self.is_shared:
                connection.execute(
                    text("SELECT pg_notify(:channel, :id)"), {"channel": CHANNEL, "id": game_id}
                )

        return self._writer.submit(write)

    def read(self, game_id: str) -> StoredGame:
        with self._reading() as connection:
            header = connection.scalar(
                select(games.c.header).where((games.c.id == game_id) & (games.c.gcg == b""))
            )
            rows = connection.execute(
                select(decisions.c.events).where(decisions.c.game_id == game_id).order_by(decisions.c.seq)
            ).all()
        if header is None:
            raise UnknownGame(game_id)
        try:
            game = Game.of(header_from_json(header), ())
        except RecordError as error:
            raise DamagedGame(game_id, str(error)) from error
        for number, (events,) in enumerate(rows, 1):
            try:
                game = game.after(events_from_json(events))
            except (RecordError, ImpossibleEvent) as error:
                return StoredGame(game, f"decision {number}: {error}")
        return StoredGame(game)

    def list(self) -> Iterator[str]:
        with self._reading() as connection:
            found = connection.scalars(
                select(games.c.id).where(games.c.gcg == b"").order_by(games.c.played_at.desc(), games.c.id)
            ).all()
        return iter(found)

    def next_seq(self, game_id: str) -> int:
        with self._reading() as connection:
            found = connection.scalar(select(games.c.next_seq).where(games.c.id == game_id))
        if found is None:
            raise UnknownGame(game_id)
        return int(found)

    def answer(self, game_id: str, key: str) -> bytes | None:
        decision = (decisions.c.game_id == game_id) & (decisions.c.command_id == key)
        with self._reading() as connection:
            return connection.scalar(select(decisions.c.answer).where(decision))

    def keep_gcg(self, game_id: str, brief: Brief, status: Status, gcg: bytes) -> None:
        row = {
            "id": game_id,
            "header": b"",
            "brief": _json(brief),
            "next_seq": 0,
            "table_id": game_id,
            "gcg": gcg,
            **_status_columns(status),
            "is_over": True,
        }
        self._writer.submit(lambda connection: connection.execute(insert(games).values(row))).result()

    # Lists

    def find(self, game_id: str) -> StoredSummary:
        with self._reading() as connection:
            row = connection.execute(_listing().where(games.c.id == game_id)).first()
        if row is None:
            raise UnknownGame(game_id)
        return _summary(row)

    def page(
        self, *, is_over: bool | None, session: str | None, before: str, limit: int
    ) -> Sequence[StoredSummary]:
        query = _listing().order_by(games.c.played_at.desc(), games.c.id).limit(limit)
        if is_over is not None:
            query = query.where(games.c.is_over == is_over)
        if before:
            query = query.where(games.c.played_at < before)
        if session is not None:
            held = select(grants.c.table_id).where(grants.c.session == session)
            query = query.where(games.c.table_id.in_(held))
        with self._reading() as connection:
            return [_summary(row) for row in connection.execute(query)]

    def waiting_for_computers(self) -> Sequence[str]:
        waits = games.c.waits_for_computer & (games.c.gcg == b"")
        with self._reading() as connection:
            return connection.scalars(select(games.c.id).where(waits)).all()

    # Leases, seats, invitations, house rules

    def take_lease(self, game_id: str, holder: str, for_ms: int) -> bool:
        now_ms = time.time_ns() // 1_000_000
        until_ms = now_ms + for_ms
        lease = {"game_id": game_id, "holder": holder, "until_ms": until_ms}
        free = (leases.c.until_ms < now_ms) | (leases.c.holder == holder)

        def write(connection: Connection) -> bool:
            claim = self._insert(leases).values(lease)
            claim = claim.on_conflict_do_update(
                index_elements=["game_id"], set_={"holder": holder, "until_ms": until_ms}, where=free
            )
            return connection.scalar(claim.returning(leases.c.holder)) is not None

        return self._writer.submit(write).result()

    def seats_of(self, session: str, table_id: str) -> tuple[int, ...]:
        held = (grants.c.session == session) & (grants.c.table_id == table_id)
        with self._reading() as connection:
            return tuple(connection.scalars(select(grants.c.seat).where(held).order_by(grants.c.seat)))

    def grant(self, session: str, table_id: str, seats: Sequence[int]) -> None:
        def write(connection: Connection) -> None:
            for seat in seats:
                self._grant(connection, session, table_id, seat)

        self._writer.submit(write).result()

    def _grant(self, connection: Connection, session: str, table_id: str, seat: int) -> None:
        row = {"table_id": table_id, "seat": seat, "session": session}
        statement = self._insert(grants).values(row)
        connection.execute(
            statement.on_conflict_do_update(index_elements=["table_id", "seat"], set_={"session": session})
        )

    def invite(self, key: str, table_id: str, seat: int) -> None:
        row = {"key": key, "table_id": table_id, "seat": seat}

        def write(connection: Connection) -> None:
            # One open invitation a seat: a new one makes the old one worthless.
            seat_of = (invitations.c.table_id == table_id) & (invitations.c.seat == seat)
            connection.execute(delete(invitations).where(seat_of))
            connection.execute(insert(invitations).values(row))

        self._writer.submit(write).result()

    def join(self, key: str, session: str) -> tuple[str, int] | None:
        def write(connection: Connection) -> tuple[str, int] | None:
            found = connection.execute(select(invitations).where(invitations.c.key == key)).first()
            if found is None:
                return None
            if connection.execute(delete(invitations).where(invitations.c.key == key)).rowcount != 1:
                return None
            self._grant(connection, session, found.table_id, found.seat)
            return found.table_id, found.seat

        return self._writer.submit(write).result()

    def rulesets(self) -> Sequence[dict[str, Any]]:
        with self._reading() as connection:
            found = connection.scalars(select(rulesets.c.plain).order_by(rulesets.c.name)).all()
        return [msgspec.json.decode(plain, type=dict[str, Any]) for plain in found]

    def save_ruleset(self, name: str, plain: dict[str, Any]) -> None:
        statement = self._insert(rulesets).values(name=name, plain=_json(plain))
        statement = statement.on_conflict_do_update(index_elements=["name"], set_={"plain": _json(plain)})
        self._writer.submit(lambda connection: connection.execute(statement)).result()

    def delete_ruleset(self, name: str) -> bool:
        statement = delete(rulesets).where(rulesets.c.name == name)
        return bool(self._writer.submit(lambda connection: connection.execute(statement).rowcount).result())

    # Other processes

    def listen(self, heard: Callable[[str], None]) -> None:
        if not self.is_shared or self._listener is not None:
            return
        self._listener = threading.Thread(
            target=self._listen, args=(heard,), name="quixotry-listener", daemon=True
        )
        self._listener.start()

    def _listen(self, heard: Callable[[str], None]) -> None:
        import psycopg

        url = self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopped.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    heard("")  # what was missed while nobody listened
                    while not self._stopped.is_set():
                        for note in connection.notifies(timeout=0.5):
                            heard(note.payload)
            except psycopg.Error:
                self._stopped.wait(1)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise CannotSave(reason_of(error)) from None


def open_engine(url: str | URL) -> Engine:
    address = make_url(url)
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    engine = create_engine(address, pool_pre_ping=address.drivername.startswith("postgresql"))
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def _set_up(connection: Any, _: object) -> None:
            cursor = connection.cursor()
            # FULL: a commit that was told to be done survives a power cut, not only a killed process.
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

    return engine


def _status_columns(status: Status) -> dict[str, Any]:
    return {
        "status": _json(status),
        "is_over": status.outcome is not None,
        "waits_for_computer": status.waits_for_computer,
        "played_at": datetime.now(UTC).isoformat(),
    }


def _listing() -> Select[Any]:
    return select(games.c.id, games.c.brief, games.c.status, games.c.next_seq, games.c.played_at, games.c.gcg)


def _summary(row: Row[Any]) -> StoredSummary:
    return StoredSummary(
        id=row.id,
        brief=msgspec.json.decode(row.brief, type=Brief),
        status=msgspec.json.decode(row.status, type=Status),
        next_seq=row.next_seq,
        played_at=row.played_at,
        gcg=row.gcg,
    )


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
