"""Whose things are, by session and address: counted from the rows themselves, as they are added.

A count that is kept beside what it counts can be wrong; these cannot, over restarts and with several processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, delete, func, select, text, update

from quixotry.play.ports import OverQuota
from quixotry.play.quotas import QUOTAS, Keeper, Kind
from quixotry.store.database import Database
from quixotry.store.schema import belongings, games

QUOTA_LOCK = 7121
"""Where several processes write: held from counting until what was counted for is committed."""


class SqlBelongings:
    """What is kept for whom, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def counts(self, kind: Kind, keeper: Keeper) -> tuple[int, int]:
        """How many things of a kind a session, and an address, have here now."""
        with self._database.reading() as connection:
            return (
                _count(connection, kind, belongings.c.session == keeper.session),
                _count(connection, kind, belongings.c.address == keeper.address),
            )

    def older(self, kind: Kind, before: str, limit: int) -> Sequence[str]:
        """Things of a kind that were made or used before a time."""
        old = (belongings.c.kind == kind) & (belongings.c.used_at < before)
        with self._database.reading() as connection:
            return connection.scalars(
                select(belongings.c.thing).where(old).order_by(belongings.c.used_at).limit(limit)
            ).all()

    # In somebody else's transaction

    def check(self, connection: Connection, kind: Kind, keeper: Keeper) -> None:
        """Raise `OverQuota` unless there is room for one more; before anything is written."""
        quota = QUOTAS[kind]
        if keeper.session or keeper.address:
            if self._database.is_shared:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": QUOTA_LOCK})
            for name, column, most in (
                (keeper.session, belongings.c.session, quota.by_session),
                (keeper.address, belongings.c.address, quota.by_address),
            ):
                if name and _count(connection, kind, column == name) >= most:
                    raise OverQuota(quota.things, most)

    def add(self, connection: Connection, kind: Kind, thing: str, keeper: Keeper) -> None:
        """Note whose a thing is."""
        row = {
            "kind": kind,
            "thing": thing,
            "session": keeper.session,
            "address": keeper.address,
            "used_at": datetime.now(UTC).isoformat(),
        }
        connection.execute(self._database.insert(belongings).values(row).on_conflict_do_nothing())

    @staticmethod
    def use(connection: Connection, kind: Kind, thing: str) -> None:
        ours = (belongings.c.kind == kind) & (belongings.c.thing == thing)
        connection.execute(update(belongings).where(ours).values(used_at=datetime.now(UTC).isoformat()))

    @staticmethod
    def remove(connection: Connection, kinds: Sequence[Kind], things: Sequence[str]) -> None:
        connection.execute(
            delete(belongings).where(belongings.c.kind.in_(kinds) & belongings.c.thing.in_(things))
        )


def _count(connection: Connection, kind: Kind, whose: ColumnElement[bool]) -> int:
    things = func.count(belongings.c.thing.distinct())
    query = select(things).select_from(belongings).where((belongings.c.kind == kind) & whose)
    if kind == "game":
        query = query.join(games, games.c.table_id == belongings.c.thing).where(~games.c.is_over)
    return connection.scalar(query) or 0
