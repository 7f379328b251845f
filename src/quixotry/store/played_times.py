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
        new = self._database.insert(played_times).values(holder=holder, seen_ms=now)
        sent = new.excluded
        is_same, is_older = played_times.c.seq == sent.seq, played_times.c.seq < sent.seq
        is_more = is_same & (played_times.c.at_ms > sent.at_ms)
        at_ms = case((is_more, played_times.c.at_ms), else_=sent.at_ms)
        keep = new.on_conflict_do_update(
            index_elements=["game_id"],
            set_={"at_ms": at_ms, "holder": holder, "seen_ms": now, "seq": sent.seq},
            where=is_older | (is_same & free),
        )
        kept = select(played_times.c.game_id, played_times.c.seq, played_times.c.at_ms)
        kept = kept.where(played_times.c.game_id.in_(readings))
        # In the same order everywhere: nobody waits for nobody.
        rows = [
            {"game_id": game_id, "seq": ours.seq, "at_ms": ours.at_ms}
            for game_id, ours in sorted(readings.items(), key=lambda each: each[0])
        ]

        def write(connection: Connection) -> Mapping[str, Reading]:
            # All with one statement: a statement each kept everybody's moves waiting, with a thousand games for 0.4 s.
            connection.execute(keep, rows)
            counts = {row.game_id: Reading(row.seq, row.at_ms) for row in connection.execute(kept)}
            return {**readings, **counts}

        return self._database.write(write)

    def read(self, game_id: str) -> Reading | None:
        kept = select(played_times.c.seq, played_times.c.at_ms).where(played_times.c.game_id == game_id)
        with self._database.reading() as connection:
            found = connection.execute(kept).first()
        return None if found is None else Reading(found.seq, found.at_ms)
