"""Links by which somebody comes back to a seat without their cookie. Nobody has one yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "ways_back",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("session", sa.String(64), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
    )
