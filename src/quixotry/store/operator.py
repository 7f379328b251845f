"""What an operator orders, and what they can see: whoever runs a server has its database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, delete, func, insert, select, text

from quixotry.play.operator import BAN, UNBAN, Bans, Order
from quixotry.play.presence import HOUSE
from quixotry.store.database import Database
from quixotry.store.schema import bans, games, grants, orders, presences, ways_back
from quixotry.values import frozen

ORDER_LOCK = 7121
"""So that orders become visible in the order of their numbers."""

AT_ONCE_MAX = 1000

HERE_MS = 60_000
"""A seat that was seen so lately is at its table: servers note them twice as often."""


@frozen
class SessionFigures:
    session: str
    games: int
    unfinished: int
    played_at: str
    is_banned: bool


@frozen
class Load:
    """How much there is, and how much of it has moved lately."""

    games: int
    unfinished: int
    sessions: int
    minute: int
    """Games with a move in the last minute."""
    hour: int
    day: int
    waiting_for_computers: int
    players_here: int
    """Seats of games between people whose page is open."""


class SqlOrders:
    """`Orders` in a database, and the tables an operator reads."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # As servers hear of it

    def last(self) -> int:
        with self._database.reading() as connection:
            return connection.scalar(select(func.max(orders.c.number))) or 0

    def after(self, number: int) -> Sequence[Order]:
        query = select(orders).where(orders.c.number > number).order_by(orders.c.number).limit(AT_ONCE_MAX)
        with self._database.reading() as connection:
            return [
                Order(row.number, row.made_at, row.what, row.subject, row.detail)
                for row in connection.execute(query)
            ]

    def bans(self) -> Bans:
        with self._database.reading() as connection:
            return Bans.of(connection.scalars(select(bans.c.subject)).all())

    # As an operator gives it

    def ban(self, subject: str, reason: str) -> None:
        row = {"subject": subject, "reason": reason, "made_at": _now()}
        statement = self._database.insert(bans).values(row)
        statement = statement.on_conflict_do_update(index_elements=["subject"], set_={"reason": reason})

        def write(connection: Connection) -> None:
            connection.execute(statement)
            # Or they would have their seats again in a browser that is not shut out.
            connection.execute(delete(ways_back).where(ways_back.c.session == subject))
            self._note(connection, BAN, subject, reason)

        self._database.write(write)

    def unban(self, subject: str) -> bool:
        """False if nobody of that name was shut out."""

        def write(connection: Connection) -> bool:
            is_lifted = bool(connection.execute(delete(bans).where(bans.c.subject == subject)).rowcount)
            if is_lifted:
                self._note(connection, UNBAN, subject, "")
            return is_lifted

        return self._database.write(write)

    def note(self, what: str, subject: str, detail: str = "") -> None:
        """Write down what was done."""
        self._database.write(lambda connection: self._note(connection, what, subject, detail))

    def _note(self, connection: Connection, what: str, subject: str, detail: str) -> None:
        if self._database.is_shared:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ORDER_LOCK})
        number = (connection.scalar(select(func.max(orders.c.number))) or 0) + 1
        row = {"number": number, "made_at": _now(), "what": what, "subject": subject, "detail": detail}
        connection.execute(insert(orders).values(row))

    # As an operator reads it

    def banned(self) -> Sequence[tuple[str, str, str]]:
        """Subject, reason and time, newest first."""
        with self._database.reading() as connection:
            rows = connection.execute(select(bans).order_by(bans.c.made_at.desc(), bans.c.subject)).all()
        return [(row.subject, row.reason, row.made_at) for row in rows]

    def sessions(self, limit: int, prefix: str = "") -> Sequence[SessionFigures]:
        """Who has seats, whoever played last first."""
        played = func.max(games.c.played_at)
        query = (
            select(
                grants.c.session,
                func.count(games.c.id.distinct()).label("games"),
                func.count(games.c.id.distinct()).filter(~games.c.is_over).label("unfinished"),
                played.label("played_at"),
            )
            .join(games, games.c.table_id == grants.c.table_id)
            .where(grants.c.session.startswith(prefix, autoescape=True))
            .group_by(grants.c.session)
            .order_by(played.desc())
            .limit(limit)
        )
        out = self.bans().sessions
        with self._database.reading() as connection:
            return [
                SessionFigures(row.session, row.games, row.unfinished, row.played_at, row.session in out)
                for row in connection.execute(query)
            ]

    def load(self) -> Load:
        now = datetime.now(UTC)
        count = func.count()

        def since(**ago: int) -> object:
            return count.filter(games.c.played_at > (now - timedelta(**ago)).isoformat())

        query = select(
            count,
            count.filter(~games.c.is_over),
            since(minutes=1),
            since(hours=1),
            since(days=1),
            count.filter(games.c.waits_for_computer),
        ).select_from(games)  # type: ignore[call-overload]
        with self._database.reading() as connection:
            row = connection.execute(query).one()
            sessions = connection.scalar(select(func.count(grants.c.session.distinct()))) or 0
            here = (presences.c.game_id != HOUSE) & (presences.c.seen_ms > self._database.now_ms() - HERE_MS)
            players_here = connection.scalar(select(count).select_from(presences).where(here)) or 0
        every, unfinished, minute, hour, day, waiting = row
        return Load(every, unfinished, sessions, minute, hour, day, waiting, players_here)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
