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
from dataclasses import replace
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
    SEATS,
    Brief,
    CannotSave,
    DamagedGame,
    GameExists,
    GameLogError,
    OutOfSync,
    Receipt,
    Rename,
    SeatGone,
    Status,
    StoredGame,
    StoredSummary,
    UnknownGame,
    brief_of,
    status_of,
    waited,
)
from quixotry.rules.errors import ImpossibleEvent
from quixotry.rules.event import Event
from quixotry.rules.game import Game, GameHeader
from quixotry.store.migration import migrate
from quixotry.store.schema import decisions, games, grants, invitations, leases, revisions, rulesets
from quixotry.store.writer import CLOSE_S, GroupWriter, reason_of

CHANNEL = "quixotry"
"""Where PostgreSQL tells the other processes that a game has gone on."""

ANSWER_S = 10
"""How long a database may take to answer; less than anybody waits for it (`play.ports.WRITE_S`)."""

_LIMITS = {
    "connect_timeout": ANSWER_S,
    "tcp_user_timeout": ANSWER_S * 1000,
    "options": f"-c statement_timeout={ANSWER_S * 1000} -c lock_timeout={ANSWER_S * 1000}",
}


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
            migrate(self._engine)
        except SQLAlchemyError as error:
            self._engine.dispose()
            raise CannotSave(reason_of(error)) from None
        except GameLogError:
            self._engine.dispose()
            raise
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
            self._listener.join(CLOSE_S)
        self._writer.close()
        self._engine.dispose()

    # Games

    def create(self, header: GameHeader, events: Sequence[Event]) -> None:
        waited(self.submit_create(header, events, status_of(Game.of(header, events)), ()))

    def submit_create(
        self,
        header: GameHeader,
        events: Sequence[Event],
        status: Status,
        seats: Sequence[tuple[str, int]],
        *,
        host: str = "",
        is_uploaded: bool = False,
    ) -> Future[None]:
        row = {
            "id": header.id,
            "header": header_to_json(header),
            "brief": _json(brief_of(header, host=host, is_uploaded=is_uploaded)),
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
            if events:
                connection.execute(insert(decisions).values(first))
            for session, seat in seats:
                self._grant(connection, session, row["table_id"], seat)

        return self._writer.submit(write)

    def append(self, game_id: str, expected_seq: int, events: Sequence[Event]) -> None:
        stored = self.read(game_id)
        if stored.game.position.seq != expected_seq:
            raise OutOfSync(game_id, expected_seq, stored.game.position.seq)
        status = status_of(stored.game.after(events))
        waited(self.submit_append(game_id, expected_seq, events, status, None))

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
            if receipt is not None and receipt.by is not None and not _holds(connection, *receipt.by):
                raise SeatGone
            if connection.execute(update(games).where(ours).values(changed)).rowcount != 1:
                there = connection.scalar(select(games.c.next_seq).where(games.c.id == game_id))
                raise UnknownGame(game_id) if there is None else OutOfSync(game_id, expected_seq, there)
            connection.execute(insert(decisions).values(row))
            self._tell(connection, game_id)

        return self._writer.submit(write)

    def _tell(self, connection: Connection, what: str) -> None:
        """Let the other processes know, once this is committed."""
        if self.is_shared:
            connection.execute(text("SELECT pg_notify(:channel, :id)"), {"channel": CHANNEL, "id": what})

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
        self._writer.write(lambda connection: connection.execute(insert(games).values(row)))

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

        return self._writer.write(write)

    def seats_of(self, session: str, table_id: str) -> tuple[int, ...]:
        held = (grants.c.session == session) & (grants.c.table_id == table_id)
        with self._reading() as connection:
            return tuple(connection.scalars(select(grants.c.seat).where(held).order_by(grants.c.seat)))

    def holders(self, table_id: str) -> dict[int, str]:
        held = select(grants.c.seat, grants.c.session).where(grants.c.table_id == table_id)
        with self._reading() as connection:
            return {row.seat: row.session for row in connection.execute(held.order_by(grants.c.seat))}

    def grant(self, session: str, table_id: str, seats: Sequence[int]) -> None:
        def write(connection: Connection) -> None:
            for seat in seats:
                self._grant(connection, session, table_id, seat)
            self._tell(connection, SEATS + table_id)

        self._writer.write(write)

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

        self._writer.write(write)

    def invited_to(self, key: str) -> tuple[str, int] | None:
        with self._reading() as connection:
            found = connection.execute(select(invitations).where(invitations.c.key == key)).first()
        return None if found is None else (found.table_id, found.seat)

    def join(self, key: str, session: str, renamed: Rename | None = None) -> tuple[str, int] | None:
        def write(connection: Connection) -> tuple[str, int] | None:
            found = connection.execute(select(invitations).where(invitations.c.key == key)).first()
            if found is None:
                return None
            if connection.execute(delete(invitations).where(invitations.c.key == key)).rowcount != 1:
                return None
            if renamed is not None:
                self._rename(connection, found.table_id, found.seat, renamed)
            self._grant(connection, session, found.table_id, found.seat)
            self._tell(connection, SEATS + found.table_id)
            return found.table_id, found.seat

        return self._writer.write(write)

    def _rename(self, connection: Connection, game_id: str, seat: int, renamed: Rename) -> None:
        bare = (games.c.id == game_id) & (games.c.next_seq == 0) & (games.c.gcg == b"")
        row = connection.execute(select(games.c.header, games.c.brief).where(bare).with_for_update()).first()
        if row is not None:
            header = renamed(header_from_json(row.header), seat)
            brief = replace(msgspec.json.decode(row.brief, type=Brief), players=header.players)
            changed = {"header": header_to_json(header), "brief": _json(brief)}
            connection.execute(update(games).where(bare).values(changed))

    def hand_on(self, table_id: str, giver: str, taker: str) -> None:
        held = (grants.c.table_id == table_id) & (grants.c.session == giver)

        def write(connection: Connection) -> None:
            connection.execute(update(grants).where(held).values(session=taker))
            rows = connection.execute(
                select(games.c.id, games.c.brief).where(games.c.table_id == table_id)
            ).all()
            for row in rows:
                brief = replace(msgspec.json.decode(row.brief, type=Brief), host=taker)
                connection.execute(update(games).where(games.c.id == row.id).values(brief=_json(brief)))
            self._tell(connection, SEATS + table_id)

        self._writer.write(write)

    def rulesets(self) -> Sequence[dict[str, Any]]:
        with self._reading() as connection:
            found = connection.scalars(select(rulesets.c.plain).order_by(rulesets.c.name)).all()
        return [msgspec.json.decode(plain, type=dict[str, Any]) for plain in found]

    def ruleset_owners(self) -> dict[str, str]:
        with self._reading() as connection:
            found = connection.execute(select(rulesets.c.name, rulesets.c.owner)).all()
        return {row.name: row.owner for row in found}

    def save_ruleset(self, name: str, plain: dict[str, Any], owner: str) -> bool:
        kept = _json(plain)
        statement = self._insert(rulesets).values(name=name, plain=kept, owner=owner)
        statement = statement.on_conflict_do_update(
            index_elements=["name"], set_={"plain": kept}, where=rulesets.c.owner == owner
        ).returning(rulesets.c.name)
        return self._writer.write(lambda connection: connection.scalar(statement) is not None)

    def delete_ruleset(self, name: str, owner: str) -> bool:
        statement = delete(rulesets).where((rulesets.c.name == name) & (rulesets.c.owner == owner))
        return bool(self._writer.write(lambda connection: connection.execute(statement).rowcount))

    def ping(self) -> None:
        with self._reading() as connection:
            connection.execute(select(revisions.c.version_num))
        # A real write, although nothing changes: a full disk or a locked database shows only then.
        same = update(revisions).values(version_num=revisions.c.version_num)
        self._writer.write(lambda connection: connection.execute(same))

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
    is_remote = address.drivername.startswith("postgresql")
    engine = create_engine(
        address,
        pool_pre_ping=is_remote,
        pool_timeout=ANSWER_S,
        connect_args=_LIMITS if is_remote else {"timeout": ANSWER_S},
    )
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def _set_up(connection: Any, _: object) -> None:
            cursor = connection.cursor()
            # FULL: a commit that was told to be done survives a power cut, not only a killed process.
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

    return engine


def _holds(connection: Connection, session: str, table_id: str, seat: int) -> bool:
    # Read under the lock of its row where there are several writers: a seat is given away before or after a move.
    held = select(grants.c.session).where((grants.c.table_id == table_id) & (grants.c.seat == seat))
    return connection.scalar(held.with_for_update(read=True)) == session


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
