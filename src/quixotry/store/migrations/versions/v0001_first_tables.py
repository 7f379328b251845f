"""The tables of the first servers. They made them themselves, so there is nothing to do."""

from __future__ import annotations

revision = "0001"
down_revision = None


def upgrade() -> None:
    pass
