"""The time of play is kept with the state of the game it was read in. What was kept before is of no known state: such a
game goes on with the time of its last move."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("played_times", sa.Column("seq", sa.Integer, nullable=False, server_default="0"))
