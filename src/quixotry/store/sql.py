"""Games in a database.

The row `(game, seq)` of a decision decides who was first. The order of locks is the same in every process
(one statement on the game's own row, before anything else), so that groups of writes cannot block each other
for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import URL, Connection, Row, Select, bindparam, delete, func, insert, select, update

from quixotry.fair.agreement import completed
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
    DamagedGame,
    GameExists,
    OutOfSync,
    Receipt,
    SeatGone,
    SomebodyCameBack,
    Status,
    StoredGame,
    StoredSummary,
    UnknownGame,
    brief_of,
    status_of,
    waited,
)
from quixotry.play.quotas import NOBODY, Keeper, Kind
from quixotry.rules.errors import ImpossibleEvent
from quixotry.rules.event import Event
from quixotry.rules.game import Game, GameHeader
from quixotry.rules.match import match_of
from quixotry.store.belongings import SqlBelongings
from quixotry.store.database import Database
from quixotry.store.draws import SqlDraws, stand_of
from quixotry.store.house_rules import SqlHouseRules
from quixotry.store.leases import SqlLeases
from quixotry.store.operator import SqlOrders
from quixotry.store.played_times import SqlPlayedTimes
from quixotry.store.presences import SqlPresences
from quixotry.store.schema import (
    decisions,
    draw_seats,
    games,
    grants,
    invitations,
    leases,
    played_times,
    presences,
    ways_back,
)
from quixotry.store.seats import BRIEFS, SqlSeats

LINE_EVENTS = 50
"""In each line of a game that comes with a past: far below what a line may hold, however long each of them is."""


class SqlGameLog:
    """A `ServerLog` over SQLAlchemy Core."""

    def __init__(self, url: str | URL) -> None:
        self._database = Database(url)
        self.is_shared = self._database.is_shared
        self.seats = SqlSeats(self._database)
        self.house_rules = SqlHouseRules(self._database)
        self.leases = SqlLeases(self._database)
        self.draws = SqlDraws(self._database)
        self.orders = SqlOrders(self._database)
        self.played_times = SqlPlayedTimes(self._database)
        self.presences = SqlPresences(self._database)
        self.belongings = SqlBelongings(self._database)
        self.listen, self.ping, self.close = self._database.listen, self._database.ping, self._database.close

    @classmethod
    def at(cls, file: Path) -> SqlGameLog:
        """The SQLite database in a file, made when it is not there."""
        return cls(URL.create("sqlite", database=str(file)))

    @property
    def database(self) -> Database:
        """For the rest of this room."""
        return self._database

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
        is_drawn: bool = False,
        keeper: Keeper | None = NOBODY,
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
        kind: Kind = "import" if is_uploaded else "game"
        # A game brought along has more of them than one line may hold, in number or in bytes.
        lines = [
            {"game_id": header.id, "seq": at, "events": events_to_json(events[at : at + LINE_EVENTS])}
            for at in range(0, len(events), LINE_EVENTS)
        ]

        def write(connection: Connection) -> None:
            if keeper is not None:
                self.belongings.check(connection, kind, keeper)
            added = self._database.insert(games).values(row).on_conflict_do_nothing().returning(games.c.id)
            if connection.scalar(added) is None:
                raise GameExists(header.id)
            if keeper is not None:
                self.belongings.add(connection, kind, header.table_id, keeper)
                self.belongings.use(connection, "ruleset", header.ruleset.name)
            if is_drawn:
                kept = header_to_json(self.draws.begin(connection, header))
                connection.execute(update(games).where(games.c.id == header.id).values(header=kept))
            if lines:
                connection.execute(insert(decisions), lines)
            for session, seat in seats:
                self.seats.put(connection, session, row["table_id"], seat)

        return self._database.submit(write)

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
    ) -> Future[Mapping[int, str]]:
        row = {
            "game_id": game_id,
            "seq": expected_seq,
            "events": events_to_json(events),
            "command_id": receipt and receipt.key,
            "answer": receipt and receipt.answer,
        }
        changed = {
            "of_game": game_id,
            "expected_seq": expected_seq,
            "next_seq": expected_seq + len(events),
            **_status_columns(status),
        }

        def write(connection: Connection) -> Mapping[int, str]:
            held = self.seats.held(connection, match_of(game_id))
            if receipt is not None and receipt.by is not None:
                session, seat = receipt.by
                if held.get(seat) != session:
                    raise SeatGone
            if receipt is not None and receipt.absent is not None:
                seat, seen_ms = receipt.absent
                if self.presences.is_back(connection, game_id, seat, seen_ms):
                    raise SomebodyCameBack
            if connection.execute(_GO_ON, changed).rowcount != 1:
                there = connection.scalar(select(games.c.next_seq).where(games.c.id == game_id))
                raise UnknownGame(game_id) if there is None else OutOfSync(game_id, expected_seq, there)
            connection.execute(_DECISION, row)
            self._database.tell(connection, game_id)
            return held

        return self._database.submit(write)

    def submit_deal(self, game_id: str, deal: Callable[[GameHeader], Game]) -> Future[Game | None]:
        bare = (games.c.id == game_id) & (games.c.next_seq == 0) & (games.c.gcg == b"")

        def write(connection: Connection) -> Game | None:
            # Under the lock of the game's row: what everybody gave cannot change while it is being dealt from.
            found = connection.scalar(select(games.c.header).where(bare).with_for_update())
            stand = stand_of(connection, game_id)
            if found is None or not stand.is_complete:
                return None
            header = header_from_json(found)
            dealt = deal(
                completed(header, tuple(stand.shares.get(seat, "") for seat in range(len(header.players))))
            )
            changed = {
                "header": header_to_json(dealt.header),
                "next_seq": len(dealt.events),
                **_status_columns(status_of(dealt)),
            }
            connection.execute(update(games).where(bare).values(changed))
            row = {"game_id": game_id, "seq": 0, "events": events_to_json(dealt.events)}
            connection.execute(insert(decisions).values(row))
            self._database.tell(connection, game_id)
            return dealt

        return self._database.submit(write)

    def read(self, game_id: str) -> StoredGame:
        with self._database.reading() as connection:
            row = connection.execute(
                select(games.c.header, games.c.next_seq).where((games.c.id == game_id) & (games.c.gcg == b""))
            ).first()
            rows = connection.execute(
                select(decisions.c.events).where(decisions.c.game_id == game_id).order_by(decisions.c.seq)
            ).all()
        if row is None:
            raise UnknownGame(game_id)
        try:
            game = Game.of(header_from_json(row.header), ())
        except RecordError as error:
            raise DamagedGame(game_id, str(error)) from error
        for number, (events,) in enumerate(rows, 1):
            try:
                game = game.after(events_from_json(events))
            except (RecordError, ImpossibleEvent) as error:
                return StoredGame(game, f"decision {number}: {error}")
        # Its row was read before its decisions, so there can be more of them by now, but never fewer.
        if game.position.seq < row.next_seq:
            return StoredGame(game, f"decision {len(rows) + 1}: it is missing")
        return StoredGame(game)

    def list(self) -> Iterator[str]:
        with self._database.reading() as connection:
            found = connection.scalars(
                select(games.c.id).where(games.c.gcg == b"").order_by(games.c.played_at.desc(), games.c.id)
            ).all()
        return iter(found)

    def next_seq(self, game_id: str) -> int:
        with self._database.reading() as connection:
            found = connection.scalar(select(games.c.next_seq).where(games.c.id == game_id))
        if found is None:
            raise UnknownGame(game_id)
        return int(found)

    def next_seqs(self, game_ids: Sequence[str]) -> Mapping[str, int]:
        with self._database.reading() as connection:
            found = connection.execute(select(games.c.id, games.c.next_seq).where(games.c.id.in_(game_ids)))
            return {row.id: row.next_seq for row in found}

    def answer(self, game_id: str, key: str) -> bytes | None:
        decision = (decisions.c.game_id == game_id) & (decisions.c.command_id == key)
        with self._database.reading() as connection:
            return connection.scalar(select(decisions.c.answer).where(decision))

    def keep_gcg(
        self, game_id: str, brief: Brief, status: Status, gcg: bytes, keeper: Keeper = NOBODY
    ) -> None:
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

        def write(connection: Connection) -> None:
            self.belongings.check(connection, "import", keeper)
            self.belongings.add(connection, "import", game_id, keeper)
            connection.execute(insert(games).values(row))

        self._database.write(write)

    def delete(self, table_id: str) -> None:
        ours = select(games.c.id).where(games.c.table_id == table_id)

        def write(connection: Connection) -> None:
            for statement in (
                delete(decisions).where(decisions.c.game_id.in_(ours)),
                delete(leases).where(leases.c.game_id.in_(ours)),
                delete(draw_seats).where(draw_seats.c.game_id.in_(ours)),
                delete(played_times).where(played_times.c.game_id.in_(ours)),
                delete(presences).where(presences.c.game_id.in_(ours)),
                delete(ways_back).where(ways_back.c.table_id == table_id),
                delete(grants).where(grants.c.table_id == table_id),
                delete(invitations).where(invitations.c.table_id == table_id),
                delete(games).where(games.c.table_id == table_id),
            ):
                connection.execute(statement)
            self.belongings.remove(connection, ("game", "import"), (table_id,))
            self._database.tell(connection, SEATS + table_id)

        self._database.write(write)

    # Lists

    def older(self, before: str, limit: int) -> Sequence[str]:
        last = func.max(games.c.played_at)
        query = select(games.c.table_id).group_by(games.c.table_id).having(last < before)
        with self._database.reading() as connection:
            return connection.scalars(query.order_by(last).limit(limit)).all()

    def untouched(self, before: str, limit: int) -> Sequence[StoredSummary]:
        query = (
            _listing().where((~games.c.is_over) & (games.c.played_at < before)).order_by(games.c.played_at)
        )
        with self._database.reading() as connection:
            found = _whole(connection.execute(query))
            return list(islice((each for each in found if not any(each.status.scores)), limit))

    def left_alone(self, before: str, limit: int) -> Sequence[str]:
        # A match's later game ends even if its tiles were never dealt; any other that waits for people is no game yet.
        is_begun = (games.c.next_seq > 0) | (games.c.table_id != games.c.id)
        left = (~games.c.is_over) & (games.c.played_at < before) & (games.c.gcg == b"") & is_begun
        query = select(games.c.id).where(left).order_by(games.c.played_at).limit(limit)
        with self._database.reading() as connection:
            return connection.scalars(query).all()

    def find(self, game_id: str) -> StoredSummary:
        with self._database.reading() as connection:
            row = connection.execute(_listing().where(games.c.id == game_id)).first()
        if row is None:
            raise UnknownGame(game_id)
        try:
            return _summary(row)
        except msgspec.MsgspecError as error:
            raise DamagedGame(game_id, str(error)) from error

    def page(
        self, *, is_over: bool | None, session: str | None, before: str, limit: int
    ) -> Sequence[StoredSummary]:
        query = _listing().order_by(games.c.played_at.desc(), games.c.id).limit(limit)
        if is_over is not None:
            query = query.where(games.c.is_over == is_over)
        if session is not None:
            held = select(grants.c.table_id).where(grants.c.session == session)
            query = query.where(games.c.table_id.in_(held))
        found: list[StoredSummary] = []
        with self._database.reading() as connection:
            while True:
                older = query.where(games.c.played_at < before) if before else query
                rows = connection.execute(older).all()
                found += islice(_whole(rows), limit - len(found))
                if len(found) == limit or len(rows) < limit:
                    return found
                before = rows[-1].played_at  # some were damaged, and nobody can list them

    def waiting_for_computers(self) -> Sequence[str]:
        waits = games.c.waits_for_computer & (games.c.gcg == b"")
        with self._database.reading() as connection:
            return connection.scalars(select(games.c.id).where(waits)).all()


# Put together once: making the statements anew took a third of a move's time (bench/server.py).
_GO_ON = update(games).where(
    (games.c.id == bindparam("of_game"))
    & (games.c.next_seq == bindparam("expected_seq"))
    & (games.c.gcg == b"")
)
_DECISION = insert(decisions)


def _status_columns(status: Status) -> dict[str, Any]:
    return {
        "status": _json(status),
        "is_over": status.outcome is not None,
        "waits_for_computer": status.waits_for_computer,
        "played_at": datetime.now(UTC).isoformat(),
    }


_STATUSES = msgspec.json.Decoder(Status)


def _listing() -> Select[Any]:
    return select(games.c.id, games.c.brief, games.c.status, games.c.next_seq, games.c.played_at, games.c.gcg)


def _summary(row: Row[Any]) -> StoredSummary:
    return StoredSummary(
        id=row.id,
        brief=BRIEFS.decode(row.brief),
        status=_STATUSES.decode(row.status),
        next_seq=row.next_seq,
        played_at=row.played_at,
        gcg=row.gcg,
    )


def _whole(rows: Iterable[Row[Any]]) -> Iterator[StoredSummary]:
    """Those that can be read: one damaged row does not hide the others."""
    for row in rows:
        with suppress(msgspec.MsgspecError):
            yield _summary(row)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
