"""Which server process thinks for a computer, and until when it may."""

from __future__ import annotations

from sqlalchemy import Connection, delete

from quixotry.store.database import Database
from quixotry.store.schema import leases

FAR, FAR_MS = 10, 60_000
"""A lease that ends so many times later than one lasts, and a minute at least, was taken by a clock that has been put
back since: nobody waits for that."""


class SqlLeases:
    """`Leases` in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, game_id: str, holder: str, for_ms: int) -> bool:
        now = self._database.now_ms()
        until_ms = now + for_ms
        free = (
            (leases.c.until_ms < now)
            | (leases.c.until_ms > now + max(FAR_MS, FAR * for_ms))
            | (leases.c.holder == holder)
        )

        def write(connection: Connection) -> bool:
            claim = self._database.insert(leases).values(game_id=game_id, holder=holder, until_ms=until_ms)
            claim = claim.on_conflict_do_update(
                index_elements=["game_id"], set_={"holder": holder, "until_ms": until_ms}, where=free
            )
            return connection.scalar(claim.returning(leases.c.holder)) is not None

        return self._database.write(write)

    def release(self, game_id: str, holder: str) -> None:
        ours = (leases.c.game_id == game_id) & (leases.c.holder == holder)

        def write(connection: Connection) -> None:
            if connection.execute(delete(leases).where(ours)).rowcount:
                self._database.tell(connection, game_id)

        self._database.write(write)
