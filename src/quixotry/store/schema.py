"""The tables of a server's database, and the steps from each version of them to the next."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    inspect,
    select,
    text,
)

from quixotry.play.ports import NewerDatabase

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("header", LargeBinary, nullable=False),
    Column("brief", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("next_seq", Integer, nullable=False),
    Column("is_over", Boolean, nullable=False),
    Column("waits_for_computer", Boolean, nullable=False),
    Column("played_at", String(64), nullable=False),
    Column("table_id", String(64), nullable=False),
    Column("gcg", LargeBinary, nullable=False),
    Index("games_by_time", "played_at"),
    Index("games_by_table", "table_id"),
)
"""One row a game. Everything but the header is kept for lists, and follows from header and decisions."""

decisions = Table(
    "decisions",
    metadata,
    Column("game_id", String(64), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("events", LargeBinary, nullable=False),
    Column("command_id", String(80)),
    Column("answer", LargeBinary),
    UniqueConstraint("game_id", "command_id"),
)
"""One row a decision, keyed by its first event: a decision is kept whole or not at all."""

grants = Table(
    "grants",
    metadata,
    Column("table_id", String(64), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("session", String(64), nullable=False),
    Index("grants_by_session", "session"),
)
"""Who holds which seat; the session is a digest, so that a stolen copy of the database gives no seat away."""

invitations = Table(
    "invitations",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("table_id", String(64), nullable=False),
    Column("seat", Integer, nullable=False),
)

rulesets = Table(
    "rulesets",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("plain", Text, nullable=False),
    Column("owner", String(64), nullable=False, server_default=""),
)
"""House rules and the session that saved them; without one they are the operator's."""

leases = Table(
    "leases",
    metadata,
    Column("game_id", String(64), primary_key=True),
    Column("holder", String(64), nullable=False),
    Column("until_ms", BigInteger, nullable=False),
)
"""Which server process is thinking for a computer, and until when it may."""

schema = Table("schema_version", metadata, Column("version", Integer, primary_key=True, autoincrement=False))


def _add_owners(connection: Connection) -> None:
    if "owner" not in {column["name"] for column in inspect(connection).get_columns("rulesets")}:
        connection.execute(text("ALTER TABLE rulesets ADD COLUMN owner VARCHAR(64) NOT NULL DEFAULT ''"))


STEPS: tuple[Callable[[Connection], None], ...] = (metadata.create_all, _add_owners)
"""Step n takes a database from version n to n + 1. A step that was released is never changed: when the tables
change, the first step gets the tables of its time written out, and a new one is added."""

VERSION = len(STEPS)


def migrate(connection: Connection) -> None:
    """Bring a database up to date, or refuse one from the future; in the caller's transaction."""
    found = 0
    if inspect(connection).has_table(schema.name):
        found = connection.scalar(select(schema.c.version)) or 0
    if found > VERSION:
        raise NewerDatabase(found, VERSION)
    for step in STEPS[found:]:
        step(connection)
    if found != VERSION:
        connection.execute(schema.delete())
        connection.execute(schema.insert().values(version=VERSION))
