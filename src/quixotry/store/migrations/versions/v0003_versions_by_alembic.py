"""The version is kept by Alembic. The number where it was kept before goes up once more, for good: a server from that
time refuses the database as newer than itself, instead of taking it for an empty one."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute("UPDATE schema_version SET version = 3")
