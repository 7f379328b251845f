"""House rules have an owner. Those from before are the operator's."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("rulesets", sa.Column("owner", sa.String(64), nullable=False, server_default=""))
