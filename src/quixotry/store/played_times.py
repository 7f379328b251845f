"""How long games with a clock have been played, in a database.

Where several processes have players at one table, one of them counts: whoever was first, as long as it is heard of and
knows how the game stands.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import ColumnElement, Connection, case, select, true

from quixotry.play.ports import Reading
from quixotry.store.database import Database
from quixotry.store.schema import played_times


class SqlPlayedTimes:
    """`PlayedTimes` in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, holder: str, readings: Mapping[str, Reading], gap_ms: int) -> Mapping[str, Reading]:
        now = self._database.now_ms()
        # Heard of too long ago, or by a clock that has been put back since.
        is_silent = (played_times.c.seen_ms < now - gap_ms) | (played_times.c.seen_ms > now + gap_ms)
        free: ColumnElement[bool] = (played_times.c.holder == holder) | is_silent
        if not self._database.is_shared:
            free = true()  # whoever else counted is gone

        def write(connection: Connection) -> Mapping[str, Reading]:
            counts = {}
            for game_id in sorted(readings):  # in the same order everywhere: nobody waits for nobody
                ours = readings[game_id]
                changed = {"at_ms": ours.at_ms, "holder": holder, "seen_ms": now, "seq": ours.seq}
                is_same, is_older = played_times.c.seq == ours.seq, played_times.c.seq < ours.seq
                is_more = is_same & (played_times.c.at_ms > ours.at_ms)
                kept = self._database.insert(played_times).values(game_id=game_id, **changed)
                kept = kept.on_conflict_do_update(
                    index_elements=["game_id"],
                    set_=changed | {"at_ms": case((is_more, played_times.c.at_ms), else_=ours.at_ms)},
                    where=is_older | (is_same & free),
                )
                at_ms = connection.scalar(kept.returning(played_times.c.at_ms))
                found = _read(connection, game_id) if at_ms is None else Reading(ours.seq, at_ms)
                counts[game_id] = found or ours
            return counts

        return self._database.write(write)

    def read(self, game_id: str) -> Reading | None:
        with self._database.reading() as connection:
            return _read(connection, game_id)


def _read(connection: Connection, game_id: str) -> Reading | None:
    kept = select(played_times.c.seq, played_times.c.at_ms).where(played_times.c.game_id == game_id)
    found = connection.execute(kept).first()
    return None if found is None else Reading(found.seq, found.at_ms)
