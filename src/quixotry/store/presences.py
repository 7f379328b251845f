"""When which seat was at its table, in a database: what one process knows of the pages of another."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import Connection, case, select

from quixotry.play.ports import UnknownGame
from quixotry.play.presence import HOUSE, Attendance, Presence
from quixotry.store.database import Database
from quixotry.store.schema import games, presences


class SqlPresences:
    """`Presences` in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(self, here: Mapping[str, Collection[int]], gone_ms: int) -> None:
        now = self._database.now_ms()
        # In the same order everywhere: nobody waits for nobody.
        rows = [
            {"game_id": game_id, "seat": seat} for game_id in sorted(here) for seat in sorted(here[game_id])
        ]
        if not rows:
            return
        # Seen too long ago, or by a clock that has been put back since.
        is_new = (presences.c.seen_ms < now - gone_ms) | (presences.c.seen_ms > now + gone_ms)
        noted = self._database.insert(presences).values(since_ms=now, seen_ms=now)
        noted = noted.on_conflict_do_update(
            index_elements=["game_id", "seat"],
            set_={"since_ms": case((is_new, now), else_=presences.c.since_ms), "seen_ms": now},
        )
        self._database.write(lambda connection: connection.execute(noted, rows))

    def read(self, game_id: str) -> Attendance:
        query = select(games.c.played_at, self._database.now_ms().label("now_ms"))
        with self._database.reading() as connection:
            game = connection.execute(query.where(games.c.id == game_id)).first()
            ours = presences.c.game_id.in_((HOUSE, game_id))
            stays = connection.execute(select(presences).where(ours)).all()
        if game is None:
            raise UnknownGame(game_id)
        played_ms = int(datetime.fromisoformat(game.played_at).timestamp() * 1000)
        seats = {row.seat: Presence(row.since_ms, row.seen_ms) for row in stays if row.game_id == game_id}
        open_ms = max((row.since_ms for row in stays if row.game_id == HOUSE), default=game.now_ms)
        return Attendance(game.now_ms, played_ms, open_ms, seats)

    def is_back(self, connection: Connection, game_id: str, seat: int, seen_ms: int) -> bool:
        """Was a seat seen again after this time?"""
        stay = (presences.c.game_id == game_id) & (presences.c.seat == seat)
        found = connection.scalar(select(presences.c.seen_ms).where(stay))
        return found is not None and found > seen_ms
