"""A computer's turn at a table: who thinks for it, for how long, and what is played if its move is refused."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Protocol

from quixotry.play.audience import Audience
from quixotry.play.pace import Pace
from quixotry.play.ports import GameLogError, OutOfSync
from quixotry.play.seating import is_program
from quixotry.play.services import Services
from quixotry.play.turn_lease import TurnLease
from quixotry.protocol.server import ServerMessage, Thinking, ThinkingNotice
from quixotry.rules.errors import IllegalMove
from quixotry.rules.game import Game
from quixotry.rules.match import carried_points
from quixotry.rules.move import Move
from quixotry.threads import TookTooLong, in_thread

BUDGET_LEAST_MS = 100
"""However fast a watcher wants it."""

logger = logging.getLogger(__name__)


class Host(Protocol):
    """The table, as its computers need it."""

    lock: asyncio.Lock
    audience: Audience

    @property
    def game(self) -> Game: ...

    @property
    def pace(self) -> Pace | None:
        """How fast the game goes where only computers play."""

    def keep_time(self) -> None:
        """Thinking has begun or ended."""

    def tell(self, message: ServerMessage, /) -> None: ...

    async def commit(
        self, seat: int, move: Move, /, *, key: str, command_id: str, session: str = ""
    ) -> int: ...

    async def reload(self) -> None: ...

    async def catch_up(self) -> None: ...


class ComputerTurns:
    def __init__(self, table: Host, services: Services) -> None:
        self._table, self._services = table, services
        self._task: asyncio.Task[None] | None = None
        self._seat_since: tuple[int, int] | None = None
        """The seat that thinks, and since when."""
        self._budget_ms = services.budget_ms
        """How long it may."""
        self._place = 0
        """In the queue of those who wait for a computer; 0 when it is at it."""
        self._carried: tuple[int, ...] | None = None
        self._lease = TurnLease(services, table.game.header.id)
        self._news = asyncio.Event()
        """Something has happened while another process had the lease."""
        self._is_stopped = False

    @property
    def is_busy(self) -> bool:
        return self._task is not None

    @property
    def is_thinking(self) -> bool:
        return self._seat_since is not None

    @property
    def is_queued(self) -> bool:
        """Does a seat wait for computers of others?"""
        return self._place > 0

    @property
    def thinking(self) -> Thinking | None:
        if self._seat_since is None:
            return None
        seat, since_ms = self._seat_since
        return Thinking(seat, self._services.now() - since_ms, self._budget_ms, self._place)

    def wake(self) -> None:
        """See whether a computer is on turn that nobody thinks for."""
        self._news.set()
        game = self._table.game
        turn, pace = game.position.turn, self._table.pace
        if self._is_stopped or (pace is not None and not pace.is_watched()):
            return
        if turn is not None and self._task is None and game.header.players[turn].kind == "computer":
            self._task = asyncio.ensure_future(self._take_turn(turn))
            self._task.add_done_callback(self._turn_done)

    async def stop(self) -> None:
        """For good: word of the lease that is given back must not have it taken again here."""
        self._is_stopped = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _turn_done(self, task: asyncio.Task[None]) -> None:
        self._task, self._seat_since, self._place = None, None, 0
        self._table.keep_time()
        if task.cancelled():
            return
        error, game_id = task.exception(), self._table.game.header.id
        if isinstance(error, GameLogError | TookTooLong):
            logger.warning("game %s: a computer's move was not kept (%s)", game_id, error.code)
        elif error is not None:
            logger.error("game %s: a computer could not move: %s", game_id, type(error).__name__)
        else:
            self.wake()

    async def _take_turn(self, seat: int) -> None:
        table, services = self._table, self._services
        game, budget_ms, began_ms = table.game, services.budget_ms, services.now()
        if table.pace is not None:
            budget_ms = min(budget_ms, max(table.pace.pace_ms, BUDGET_LEAST_MS))
        self._news.clear()  # before it is asked for: a lease may be given back as it is refused
        if not await self._lease.take():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), budget_ms / 1000)
            await table.catch_up()
            return
        async with self._lease.kept():
            if services.log.is_shared:
                # Whoever had the lease before may have moved.
                await table.catch_up()
            if table.game.position.seq == game.position.seq:
                await self._think(seat, game, budget_ms, began_ms)

    async def _think(self, seat: int, game: Game, budget_ms: int, began_ms: int) -> None:
        table, services = self._table, self._services
        view = game.view(seat, carried=await self._carried_points())
        level = game.header.players[seat].level
        if table.pace is None:
            budget_ms = services.computers.thinking_ms(level, view, budget_ms)
        self._seat_since, self._budget_ms = (seat, services.now()), budget_ms
        table.keep_time()
        table.tell(ThinkingNotice(seat, 0, budget_ms))

        def told(place: int) -> None:
            self._seat_since, self._place = (seat, services.now()), place
            table.keep_time()
            table.tell(ThinkingNotice(seat, 0, budget_ms, place))

        party = table.audience.party
        move = await services.computers.choose(level, game.header.lexicon_id, view, budget_ms, party, told)
        if table.pace is not None:
            # Thought over; what follows is for the watcher's sake and on nobody's clock.
            self._seat_since = None
            table.keep_time()
            if not await table.pace.may_move(began_ms):
                return
        async with table.lock:
            self._seat_since = None
            if table.game.position.seq == game.position.seq:
                await self._play(seat, move, game.position.seq)

    async def _play(self, seat: int, move: Move, seq: int) -> None:
        """Make the move, or what is left to do if it is refused. Under the table's lock."""
        level = self._table.game.header.players[seat].level
        for attempt in (move, *self._services.computers.instead(level)):
            try:
                await self._table.commit(seat, attempt, key=f"{seat}:computer-{seq}", command_id="")
                return
            except IllegalMove as error:
                game_id = self._table.game.header.id
                # A computer of ours that breaks the rules is our bug, but the game must not hang on it.
                log = logger.warning if is_program(level) else logger.error
                log("game %s: the computer's move was refused: %s", game_id, error.code)
            except OutOfSync:
                await self._table.reload()
                return

    async def _carried_points(self) -> tuple[int, ...]:
        """What the seats bring along from the first game of a match; it is over, so it is read once."""
        header = self._table.game.header
        if not header.match_id:  # also where a match's second game was brought along without its first
            return ()
        if self._carried is None:
            first = await in_thread(self._services.log.read, header.match_id)
            outcome = first.game.position.outcome
            self._carried = () if outcome is None else carried_points(outcome)
        return self._carried
