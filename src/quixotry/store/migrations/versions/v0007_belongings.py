"""For whom games, imports and house rules are kept, to count them. Games that are there already count for nobody."""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    belongings = op.create_table(
        "belongings",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("thing", sa.String(64), primary_key=True),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("used_at", sa.String(64), nullable=False),
    )
    now = sa.literal(datetime.now(UTC).isoformat())
    rulesets = sa.table("rulesets", sa.column("name"), sa.column("owner"))
    owned = sa.select(sa.literal("ruleset"), rulesets.c.name, rulesets.c.owner, sa.literal(""), now)
    op.execute(belongings.insert().from_select(["kind", "thing", "session", "address", "used_at"], owned))
    op.create_index("belongings_by_session", "belongings", ["session", "kind"])
    op.create_index("belongings_by_address", "belongings", ["address", "kind"])
