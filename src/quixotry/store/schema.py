"""The tables of a server's database as they are now. What changes here needs a step in `migrations/versions/`."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

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
    Index("games_left_alone", "is_over", "played_at"),
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

ways_back = Table(
    "ways_back",
    metadata,
    Column("table_id", String(64), primary_key=True),
    Column("session", String(64), primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
)
"""One link per table and session that brings its seats to another browser; the key is a digest too."""

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

played_times = Table(
    "played_times",
    metadata,
    Column("game_id", String(64), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("holder", String(64), nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False, server_default="0"),
)
"""How long a game with a clock has been played, by which server process, when that was last heard of, and in which
state of the game."""

presences = Table(
    "presences",
    metadata,
    Column("game_id", String(64), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
)
"""Since when a seat was last at its table, and when it was last seen there."""

draws = Table(
    "draws",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game_id", String(64), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("link", String(64), nullable=False),
    Column("is_thrown_away", Boolean, nullable=False),
)
"""Every commitment to a seed, without a gap; a row is only ever added, and marked when its draw begins anew."""

draw_seats = Table(
    "draw_seats",
    metadata,
    Column("game_id", String(64), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("session", String(64), nullable=False),
    Column("pledge", String(64), nullable=False),
    Column("share", String(64), nullable=False),
)
"""What seats have given to a draw that waits; once the tiles are dealt it is in the header of the game."""

bans = Table(
    "bans",
    metadata,
    Column("subject", String(80), primary_key=True),
    Column("reason", Text, nullable=False),
    Column("made_at", String(64), nullable=False),
)
"""Who is shut out: a session, or a network of addresses."""

orders = Table(
    "orders",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("made_at", String(64), nullable=False),
    Column("what", String(40), nullable=False),
    Column("subject", String(80), nullable=False),
    Column("detail", Text, nullable=False),
)
"""Everything an operator did, without a gap: their record, and what running servers follow."""

belongings = Table(
    "belongings",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("thing", String(64), primary_key=True),
    Column("session", String(64), nullable=False),
    Column("address", String(64), nullable=False),
    Column("used_at", String(64), nullable=False),
    Index("belongings_by_session", "session", "kind"),
    Index("belongings_by_address", "address", "kind"),
)
"""For whom a game, an import or house rules are kept, and when they were made or used last: to count, and to expire."""

revisions = Table("alembic_version", metadata, Column("version_num", String(32), primary_key=True))
"""The version of the tables, kept by Alembic."""

REVISION = "0010"
"""The version these tables are: the newest step in `migrations/versions/`."""

legacy_version = Table(
    "schema_version", metadata, Column("version", Integer, primary_key=True, autoincrement=False)
)
"""Where the version was kept before Alembic. It says one more than the last of that time, so that servers from then
refuse the database."""

BEFORE_ALEMBIC = 2
"""The last version that was kept there."""
