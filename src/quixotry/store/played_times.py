"""How long games with a clock have been played, in a database.

Where several processes have players at one table, one of them counts: whoever was first, as long as it is heard of.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import ColumnElement, Connection, case, select, true

from quixotry.store.database import Database
from quixotry.store.schema import played_times


class SqlPlayedTimes:
    """`PlayedTimes` in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, holder: str, times: Mapping[str, int], gap_ms: int) -> Mapping[str, int]:
        now = self._database.now_ms()
        # Heard of too long ago, or by a clock that has been put back since.
        is_silent = (played_times.c.seen_ms < now - gap_ms) | (played_times.c.seen_ms > now + gap_ms)
        free: ColumnElement[bool] = (played_times.c.holder == holder) | is_silent
        if not self._database.is_shared:
            free = true()  # whoever else counted is gone

        def write(connection: Connection) -> Mapping[str, int]:
            counts = {}
            for game_id in sorted(times):  # in the same order everywhere: nobody waits for nobody
                ours = times[game_id]
                row = {"game_id": game_id, "at_ms": ours, "holder": holder, "seen_ms": now}
                later = case((played_times.c.at_ms > ours, played_times.c.at_ms), else_=ours)
                kept = self._database.insert(played_times).values(row)
                kept = kept.on_conflict_do_update(
                    index_elements=["game_id"],
                    set_={"at_ms": later, "holder": holder, "seen_ms": now},
                    where=free,
                )
                found = connection.scalar(kept.returning(played_times.c.at_ms))
                counts[game_id] = _read(connection, game_id) if found is None else int(found)
            return counts

        return self._database.write(write)

    def read(self, game_id: str) -> int:
        with self._database.reading() as connection:
            return _read(connection, game_id)


def _read(connection: Connection, game_id: str) -> int:
    found = connection.scalar(select(played_times.c.at_ms).where(played_times.c.game_id == game_id))
    return int(found or 0)
