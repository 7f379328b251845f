"""Commitments to seeds in a database, and what seats have given to draws that wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, Row, delete, insert, select, text, update

from quixotry.fair.agreement import FIRST_LINK, begun, link, new_secret, pledge_of
from quixotry.fair.ledger import DELETED, OVER, PLAYING, THROWN_AWAY, WAITING, Entry
from quixotry.notation.record import header_from_json, header_to_json
from quixotry.play.ports import SEATS, BadShare, DrawStand, SeatGone
from quixotry.rules.draw import Draw
from quixotry.rules.game import GameHeader
from quixotry.store.database import Database
from quixotry.store.schema import draw_seats, draws, games, grants
from quixotry.store.seats import SqlSeats

CHAIN_LOCK = 7120
"""Where several processes write: held from reading the last number until the next one is committed."""

ATTEMPTS_MAX = 1000
"""A draw that has begun anew so often is somebody's game with the others; it stays as it is."""


class SqlDraws:
    """`Draws` in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def stand(self, game_id: str) -> DrawStand:
        with self._database.reading() as connection:
            return stand_of(connection, game_id)

    def pledge(self, game_id: str, draw: int, seat: int, session: str, pledge: str) -> None:
        def write(connection: Connection) -> None:
            header, own = _waiting(connection, game_id, draw)
            if header is None or own is None:
                return
            if not SqlSeats.holds(connection, session, header.table_id, seat):
                raise SeatGone
            if stand_of(connection, game_id).pledges.get(seat) == pledge:
                return
            if _is_any_shown(connection, game_id):
                # Somebody has shown a share, may they still hold the seat or not: whoever pledges now could choose.
                if not stand_of(connection, game_id).is_complete and own.attempt < ATTEMPTS_MAX:
                    self._begin_anew(connection, header, own)
            else:
                row = {"game_id": game_id, "seat": seat, "session": session, "pledge": pledge, "share": ""}
                kept = self._database.insert(draw_seats).values(row)
                changed = {"session": session, "pledge": pledge, "share": ""}
                connection.execute(
                    kept.on_conflict_do_update(index_elements=["game_id", "seat"], set_=changed)
                )
            self._database.tell(connection, SEATS + header.table_id)

        self._database.write(write)

    def share(self, game_id: str, draw: int, seat: int, session: str, share: str) -> None:
        def write(connection: Connection) -> None:
            header, own = _waiting(connection, game_id, draw)
            if header is None or own is None:
                return
            if not SqlSeats.holds(connection, session, header.table_id, seat):
                raise SeatGone
            stand = stand_of(connection, game_id)
            if not stand.all_pledged or stand.pledges.get(seat) != pledge_of(link(own), seat, share):
                raise BadShare
            ours = (draw_seats.c.game_id == game_id) & (draw_seats.c.seat == seat)
            connection.execute(update(draw_seats).where(ours).values(share=share))
            self._database.tell(connection, SEATS + header.table_id)

        self._database.write(write)

    def entries(self, after: int, limit: int) -> Sequence[Entry]:
        query = (
            select(draws, games.c.is_over, games.c.next_seq)
            .join(games, games.c.id == draws.c.game_id, isouter=True)
            .where(draws.c.number > after)
            .order_by(draws.c.number)
            .limit(limit)
        )
        with self._database.reading() as connection:
            return [_entry(row) for row in connection.execute(query)]

    # In somebody else's transaction

    def begin(self, connection: Connection, header: GameHeader, *, attempt: int = 1) -> GameHeader:
        """The header with a commitment to its seed, under the next number."""
        if self._database.is_shared:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": CHAIN_LOCK})
        newest = select(draws.c.number, draws.c.link).order_by(draws.c.number.desc()).limit(1)
        number, previous = connection.execute(newest).first() or (0, FIRST_LINK)
        draw = begun(header.seed, number=number + 1, previous=previous, attempt=attempt)
        row = {
            "number": draw.number,
            "game_id": header.id,
            "seed": header.seed,
            "commitment": draw.commitment,
            "link": link(draw),
            "is_thrown_away": False,
        }
        connection.execute(insert(draws).values(row))
        return replace(header, draw=draw)

    def _begin_anew(self, connection: Connection, header: GameHeader, draw: Draw) -> None:
        connection.execute(update(draws).where(draws.c.number == draw.number).values(is_thrown_away=True))
        connection.execute(delete(draw_seats).where(draw_seats.c.game_id == header.id))
        anew = self.begin(connection, replace(header, seed=new_secret()), attempt=draw.attempt + 1)
        connection.execute(update(games).where(games.c.id == header.id).values(header=header_to_json(anew)))


def stand_of(connection: Connection, game_id: str) -> DrawStand:
    """What counts: given by the session that still holds the seat."""
    holder = (grants.c.table_id == games.c.table_id) & (grants.c.seat == draw_seats.c.seat)
    query = (
        select(draw_seats.c.seat, draw_seats.c.pledge, draw_seats.c.share)
        .join(games, games.c.id == draw_seats.c.game_id)
        .join(grants, holder & (grants.c.session == draw_seats.c.session))
        .where(draw_seats.c.game_id == game_id)
    )
    rows = connection.execute(query).all()
    header = connection.scalar(select(games.c.header).where(games.c.id == game_id))
    players = header_from_json(header).players if header else ()
    people = tuple(seat for seat, player in enumerate(players) if player.kind == "person")
    return DrawStand(
        people, {row.seat: row.pledge for row in rows}, {row.seat: row.share for row in rows if row.share}
    )


def _is_any_shown(connection: Connection, game_id: str) -> bool:
    shown = (draw_seats.c.game_id == game_id) & (draw_seats.c.share != "")
    return connection.scalar(select(draw_seats.c.seat).where(shown).limit(1)) is not None


def _waiting(connection: Connection, game_id: str, number: int) -> tuple[GameHeader | None, Draw | None]:
    """The header of a game whose draw of this number waits, under the lock of its row."""
    bare = (games.c.id == game_id) & (games.c.next_seq == 0) & (games.c.gcg == b"")
    found = connection.scalar(select(games.c.header).where(bare).with_for_update())
    header = None if found is None else header_from_json(found)
    if header is None or header.draw is None or header.draw.number != number:
        return None, None
    return header, header.draw


def _entry(row: Row[tuple[object, ...]]) -> Entry:
    if row.is_thrown_away:
        state = THROWN_AWAY
    elif row.next_seq is None:
        state = DELETED
    elif row.is_over:
        state = OVER
    else:
        state = PLAYING if row.next_seq else WAITING
    is_shown = state in (THROWN_AWAY, OVER, DELETED)
    return Entry(row.number, row.commitment, row.link, state, row.seed if is_shown else "")
