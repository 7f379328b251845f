"""Who holds which seat, and the keys that give one away or bring one back.

Locks are taken in one order: undealt games, ways back, seats (by number), games that are played. Draws and moves keep
to it too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from quixotry.notation.record import header_from_json, header_to_json
from quixotry.play.ports import SEATS, Brief, Rename
from quixotry.store.database import Database
from quixotry.store.schema import games, grants, invitations, ways_back

BRIEFS = msgspec.json.Decoder(Brief)


class SqlSeats:
    """`Seats` in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def held_by(self, session: str, table_id: str) -> tuple[int, ...]:
        held = (grants.c.session == session) & (grants.c.table_id == table_id)
        with self._database.reading() as connection:
            return tuple(connection.scalars(select(grants.c.seat).where(held).order_by(grants.c.seat)))

    def holders(self, table_id: str) -> Mapping[int, str]:
        query = select(grants.c.seat, grants.c.session).where(grants.c.table_id == table_id)
        with self._database.reading() as connection:
            return {row.seat: row.session for row in connection.execute(query.order_by(grants.c.seat))}

    def grant(self, session: str, table_id: str, seats: Sequence[int]) -> None:
        def write(connection: Connection) -> None:
            for seat in sorted(seats):
                self.put(connection, session, table_id, seat)
            self._database.tell(connection, SEATS + table_id)

        self._database.write(write)

    def invite(self, key: str, table_id: str, seat: int) -> None:
        row = {"key": key, "table_id": table_id, "seat": seat}

        def write(connection: Connection) -> None:
            # One open invitation a seat: a new one makes the old one worthless.
            seat_of = (invitations.c.table_id == table_id) & (invitations.c.seat == seat)
            connection.execute(delete(invitations).where(seat_of))
            connection.execute(insert(invitations).values(row))

        self._database.write(write)

    def invited_to(self, key: str) -> tuple[str, int] | None:
        with self._database.reading() as connection:
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
                _rename(connection, found.table_id, found.seat, renamed)
            self.put(connection, session, found.table_id, found.seat)
            self._database.tell(connection, SEATS + found.table_id)
            return found.table_id, found.seat

        return self._database.write(write)

    def hand_on(self, table_id: str, giver: str, taker: str) -> None:
        self._database.write(lambda connection: self._move(connection, table_id, giver, taker))

    def keep_way_back(self, key: str, table_id: str, session: str) -> bool:
        row = {"table_id": table_id, "session": session, "key": key}
        held = (grants.c.table_id == table_id) & (grants.c.session == session)

        def write(connection: Connection) -> bool:
            if connection.execute(select(grants.c.seat).where(held).limit(1)).first() is None:
                return False
            statement = self._database.insert(ways_back).values(row)
            connection.execute(
                statement.on_conflict_do_update(index_elements=["table_id", "session"], set_={"key": key})
            )
            return True

        return self._database.write(write)

    def come_back(self, key: str, session: str) -> str | None:
        ours = ways_back.c.key == key

        def write(connection: Connection) -> str | None:
            found = connection.execute(select(ways_back).where(ours)).first()
            if found is None:
                return None
            _lock_undealt(connection, found.table_id)
            # Of two who bring it at once, in whatever processes, one deletes it.
            if connection.execute(delete(ways_back).where(ours)).rowcount != 1:
                return None
            is_moved = self._move(connection, found.table_id, found.session, session)
            return str(found.table_id) if is_moved else None

        return self._database.write(write)

    # In somebody else's transaction

    def put(self, connection: Connection, session: str, table_id: str, seat: int) -> None:
        """Whoever held the seat no longer does, and the links of both are worthless: they were for other seats."""
        there = (grants.c.table_id == table_id) & (grants.c.seat == seat)
        holder = connection.scalar(select(grants.c.session).where(there))
        _close_ways_back(connection, table_id, (holder or session, session))
        row = {"table_id": table_id, "seat": seat, "session": session}
        statement = self._database.insert(grants).values(row)
        connection.execute(
            statement.on_conflict_do_update(index_elements=["table_id", "seat"], set_={"session": session})
        )

    def _move(self, connection: Connection, table_id: str, giver: str, taker: str) -> bool:
        """All seats of one session, and the right to invite if it was theirs."""
        held = (grants.c.table_id == table_id) & (grants.c.session == giver)
        _close_ways_back(connection, table_id, (giver, taker))
        connection.execute(select(grants.c.seat).where(held).order_by(grants.c.seat).with_for_update())
        count = connection.execute(update(grants).where(held).values(session=taker)).rowcount
        rows = connection.execute(select(games.c.id, games.c.brief).where(games.c.table_id == table_id)).all()
        for row in rows:
            brief = BRIEFS.decode(row.brief)
            if brief.host == giver:
                changed = msgspec.json.encode(replace(brief, host=taker)).decode()
                connection.execute(update(games).where(games.c.id == row.id).values(brief=changed))
        self._database.tell(connection, SEATS + table_id)
        return count > 0

    @staticmethod
    def held(connection: Connection, table_id: str) -> Mapping[int, str]:
        """Who holds which seat of a table. Locked where there are several writers: a seat is given away before a move
        or after it."""
        return {row.seat: row.session for row in connection.execute(_HELD, {"of_table": table_id})}

    @staticmethod
    def holds(connection: Connection, session: str, table_id: str, seat: int) -> bool:
        # Under the lock of its row where there are several writers: a seat is given away before or after a move.
        held = select(grants.c.session).where((grants.c.table_id == table_id) & (grants.c.seat == seat))
        return connection.scalar(held.with_for_update(read=True)) == session


# Put together once, because it is asked with every move.
_HELD = (
    select(grants.c.seat, grants.c.session)
    .where(grants.c.table_id == bindparam("of_table"))
    .order_by(grants.c.seat)
    .with_for_update(read=True)
)


def _close_ways_back(connection: Connection, table_id: str, sessions: Sequence[str]) -> None:
    theirs = (ways_back.c.table_id == table_id) & ways_back.c.session.in_(sessions)
    connection.execute(delete(ways_back).where(theirs))


def _lock_undealt(connection: Connection, table_id: str) -> None:
    undealt = (games.c.table_id == table_id) & (games.c.next_seq == 0)
    connection.execute(select(games.c.id).where(undealt).order_by(games.c.id).with_for_update())


def _rename(connection: Connection, game_id: str, seat: int, renamed: Rename) -> None:
    bare = (games.c.id == game_id) & (games.c.next_seq == 0) & (games.c.gcg == b"")
    row = connection.execute(select(games.c.header, games.c.brief).where(bare).with_for_update()).first()
    if row is not None:
        header = renamed(header_from_json(row.header), seat)
        brief = replace(BRIEFS.decode(row.brief), players=header.players)
        changed = {"header": header_to_json(header), "brief": msgspec.json.encode(brief).decode()}
        connection.execute(update(games).where(bare).values(changed))
