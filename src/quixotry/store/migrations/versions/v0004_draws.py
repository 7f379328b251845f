"""Commitments to seeds, and what seats give to a draw. Games that wait for a seat go on from the seed they have."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "draws",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("link", sa.String(64), nullable=False),
        sa.Column("is_thrown_away", sa.Boolean, nullable=False),
    )
    op.create_table(
        "draw_seats",
        sa.Column("game_id", sa.String(64), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("pledge", sa.String(64), nullable=False),
        sa.Column("share", sa.String(64), nullable=False),
    )
