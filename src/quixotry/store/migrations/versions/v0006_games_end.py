"""The time games have been played is kept while they are, and games nobody plays are found by an index. A game from
before goes on with the time of its last move."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "played_times",
        sa.Column("game_id", sa.String(64), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("games_left_alone", "games", ["is_over", "played_at"])
