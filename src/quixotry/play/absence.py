"""What a player who stayed may do about one who stays away: claim the game, or have it ended as it stands.

A seat is awaited if it is a person's and on turn, and absent if no process has a page of it open. The ruling is written
only if the seat was not seen again meanwhile, and only for the state of the game it was asked for.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from quixotry.errors import Parameters
from quixotry.play import limits
from quixotry.play.audience import Watcher
from quixotry.play.errors import DamagedRecord, NotDealt, PlayError, SeatOfAnother
from quixotry.play.patience import Patience
from quixotry.play.ports import GameLogError, OutOfSync, Receipt, SomebodyCameBack
from quixotry.play.presence import Attendance
from quixotry.protocol.client import AbsenceEnding
from quixotry.protocol.server import Absence, Ack, encode
from quixotry.rules.move import Adjudicate, Forfeit, Ruling
from quixotry.threads import TookTooLong, in_thread

if TYPE_CHECKING:
    from quixotry.play.table import Table

MINUTE_MS, DAY_MS = 60_000, 86_400_000


class NobodyAwaited(PlayError):
    code = "nobody_awaited"
    kind = "conflict"


class LeftGame(PlayError):
    code = "left_game"
    kind = "conflict"


class StillHere(PlayError):
    code = "still_here"
    kind = "conflict"
    name: str


class TooEarly(PlayError):
    code = "too_early"
    kind = "conflict"
    name: str
    wait_s: int
    at_ms: int

    @property
    def wording_parameters(self) -> Parameters:
        at = datetime.fromtimestamp(self.at_ms / 1000, UTC)
        return {"name": self.name, "at": f"{at:%Y-%m-%d %H:%M}"}


class OthersPlayOn(PlayError):
    code = "others_play_on"
    kind = "conflict"
    name: str


class AbsenceWatch:
    """Absences at one table."""

    def __init__(self, table: Table, patience: Patience) -> None:
        self._table, self._patience = table, patience
        self._seq = -1
        self._told: set[Watcher] = set()
        """Who was told, in this state of the game, that they need not wait any longer."""

    @property
    def people(self) -> frozenset[int]:
        """The seats of people who still play; none before the game begins and after it has ended."""
        game = self._table.game
        if game.position.turn is None or not game.events:
            return frozenset()
        players = game.header.players
        return frozenset(seat for seat in game.position.active if players[seat].kind == "person")

    @property
    def here(self) -> Collection[int]:
        """Seats to be noted as present: none where nobody could wait for anybody."""
        return self._table.audience.seats & self.people if len(self.people) > 1 else ()

    @property
    def _awaited(self) -> int | None:
        """The seat on turn, if it is a person's and another person plays."""
        turn, people = self._table.game.position.turn, self.people
        return turn if turn in people and len(people) > 1 else None

    async def attend(self) -> None:
        """Somebody has come: have the other processes know at once."""
        log = self._table.services.log
        if self.here:
            with contextlib.suppress(GameLogError, TookTooLong):  # it is noted again before long
                await in_thread(log.presences.note, {self._table.id: self.here}, limits.GONE_MS)
        await self.tell()

    async def tell(self, only: Watcher | None = None) -> None:
        """Let those who wait know that they need not any longer, or that the player they wait for is back."""
        awaited = self._awaited
        seated = [each for each in self._table.audience if each.seats and only in (None, each)]
        is_here = awaited in self._table.audience.seats
        seq = self._table.game.position.seq
        if seq != self._seq:
            self._seq, self._told = seq, set()
        if awaited is None or not seated or (is_here and not self._told):
            return
        try:
            attendance = await in_thread(self._table.services.log.presences.read, self._table.id)
        except (GameLogError, TookTooLong):
            return  # they are told when the store is well again
        if self._table.game.position.seq != seq:
            return
        for watcher in seated:
            waiting = self.people.intersection(watcher.seats) - {awaited}
            if any(self._objection(awaited, seat, attendance) is None for seat in waiting):
                if only is not None or watcher not in self._told:
                    watcher.send(Absence(awaited, len(self.people) == 2))
                self._told.add(watcher)
            elif watcher in self._told:
                watcher.send(Absence(None, can_adjudicate=False))
                self._told.discard(watcher)

    async def end(
        self, session: str, seats: Collection[int], seat: int, seq: int, ending: AbsenceEnding
    ) -> None:
        """Rule on the wish of a seat that stayed."""
        table, log = self._table, self._table.services.log
        if seat not in seats:
            raise SeatOfAnother
        if table.damage:
            raise DamagedRecord
        async with table.lock:
            game = table.game
            if game.position.seq != seq:
                raise OutOfSync(table.id, seq, game.position.seq)
            if not game.events:
                raise NotDealt
            awaited = self._awaited
            if awaited is None or awaited == seat:
                raise NobodyAwaited
            if seat not in self.people:
                raise LeftGame
            attendance = await in_thread(log.presences.read, table.id)
            objection = self._objection(awaited, seat, attendance)
            if objection is not None:
                raise objection
            if ending == "adjudicate" and len(self.people) > 2:
                raise OthersPlayOn(game.header.players[awaited].name)
            ruling: Ruling = Forfeit("absence") if ending == "claim" else Adjudicate("adjudicated")
            seen = attendance.seats.get(awaited)
            answer = encode(Ack(f"absence-{seq}", seq))
            by = (session, seat)
            receipt = Receipt(f"absence:{seq}", answer, by, (awaited, seen.seen_ms if seen else 0))
            try:
                await table.rule(awaited, ruling, receipt)
            except OutOfSync:
                await table.reload()
                raise
            except SomebodyCameBack:
                raise StillHere(game.header.players[awaited].name) from None
        table.wake()

    def _objection(self, awaited: int, waiting: int, attendance: Attendance) -> PlayError | None:
        """Why this seat must go on waiting for that one, if it must."""
        name, now_ms = self._table.game.header.players[awaited].name, attendance.now_ms
        stay, ours = attendance.seats.get(awaited), attendance.seats.get(waiting)
        seen_ms = stay.seen_ms if stay else 0
        if awaited in self._table.audience.seats or seen_ms > now_ms - limits.GONE_MS:
            return StillHere(name)
        is_timed = self._table.game.header.ruleset.clock.minutes is not None
        minutes_ms = self._patience.absent_minutes * MINUTE_MS
        away_ms = minutes_ms if is_timed else self._patience.absent_days * DAY_MS
        # Nobody can be there while the house is closed, so an absence begins when it opens at the earliest.
        left_ms = max(seen_ms, attendance.played_ms, attendance.open_ms)
        # Whoever asks must have been here for a while: after a short outage both have as long to come back.
        since_ms = ours.since_ms if ours and ours.seen_ms > now_ms - limits.GONE_MS else now_ms
        due_ms = max(left_ms + away_ms, since_ms + minutes_ms)
        return None if due_ms <= now_ms else TooEarly(name, (due_ms - now_ms) // 1000 + 1, due_ms)
