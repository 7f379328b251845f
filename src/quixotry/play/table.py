"""A table: one live game, its time, and one command at a time.

A command is answered after its events are on disk. A command that expects another state of the game gets what it
missed (optimistic concurrency); one that comes again gets its answer again (`receipts.py`). Who sees what is
`audience.py`, the computers' turns are `computers.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence

from msgspec import UNSET

from quixotry.fair.draws import SeededDraws, draws_of
from quixotry.play import limits
from quixotry.play.absence import AbsenceWatch
from quixotry.play.audience import Audience, TableState, Watcher
from quixotry.play.computers import ComputerTurns
from quixotry.play.errors import (
    DamagedRecord,
    LexiconChanged,
    NoTakeBack,
    NotDealt,
    PlayError,
    SeatOfAnother,
    TooManyTries,
)
from quixotry.play.hints import Advice, NoSuchTurn, best_at, hint_for
from quixotry.play.judging import judged
from quixotry.play.pace import Pace
from quixotry.play.ports import (
    CannotSave,
    GameLogError,
    OutOfSync,
    Reading,
    Receipt,
    SeatGone,
    UnknownGame,
    Wordbook,
    saved,
    status_of,
)
from quixotry.play.preview import preview_play, refused_preview
from quixotry.play.receipts import Command, Receipts, receipt_for
from quixotry.play.scoresheet import Scoresheet
from quixotry.play.services import Services
from quixotry.play.stopwatch import Stopwatch
from quixotry.play.word_tools import WordToolsClosed, hides_words
from quixotry.protocol.games import GameSummary
from quixotry.protocol.moves import Placement, placements_from
from quixotry.protocol.server import Ack, FrameError, Refused, ServerMessage
from quixotry.rules.board import Board
from quixotry.rules.errors import CannotTakeBack, GameOver, IllegalMove, NotYourTurn
from quixotry.rules.event import Event
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.move import Adjudicate, Forfeit, Move, Play, Resign, Ruling
from quixotry.rules.tiles import Tiles
from quixotry.threads import TookTooLong, in_thread

logger = logging.getLogger(__name__)


class Table:
    def __init__(self, game: Game, words: Wordbook | None, services: Services, *, damage: str = "") -> None:
        self.game, self.words, self.services = game, words, services
        self.damage = damage
        """What is wrong with the rest of the record: the game can be looked at, and not played on."""
        self.next_game: str | None = None
        self.is_concluded = True
        """Was the store's answer to the end of the game told? There is nothing to tell before it."""
        self.idle_since_ms = services.now()
        self.lock = asyncio.Lock()
        self._seating = asyncio.Lock()
        self._unaware: set[Watcher] = set()
        """Pages whose seats have changed, and that were not told."""
        self.audience = Audience()
        self.absence = AbsenceWatch(self, services.patience)
        self.receipts = Receipts(services.log, game.header.id)
        self.computers = ComputerTurns(self, services)
        has_people = any(player.kind == "person" for player in game.header.players)
        self.pace = None if has_people else Pace(services.now, lambda: bool(self.audience.watchers))
        self._scoresheet = Scoresheet(game)
        self._stopwatch = Stopwatch(services.now, game.position.at_ms)
        self._tries = 0
        """Plays refused this turn."""

    @property
    def id(self) -> str:
        return self.game.header.id

    @property
    def is_busy(self) -> bool:
        return bool(self.audience.watchers) or self.computers.is_busy or self.lock.locked()

    @property
    def state(self) -> TableState:
        clocks = self._stopwatch.clocks(self.game.position)
        pace = None if self.pace is None else self.pace.notice
        return TableState(self.game, self._scoresheet, clocks, self.computers.thinking, self.next_game, pace)

    # Pages

    def attach(self, watcher: Watcher) -> None:
        self.audience.watchers.add(watcher)
        self.keep_time()
        if self.pace is not None:
            self.wake()

    async def welcome(self, watcher: Watcher) -> None:
        """Let a page that was attached have its seats. Attached, then read: a seat that moved in between found no page
        to be taken from."""
        await self.reseat()
        self._unaware.discard(watcher)
        await self.absence.attend()

    def detach(self, watcher: Watcher) -> None:
        self.audience.watchers.discard(watcher)
        self._unaware.discard(watcher)
        self.idle_since_ms = self.services.now()
        self.keep_time()
        if self.pace is not None:
            self.pace.nudge()

    def keep_time(self) -> None:
        """Time passes while somebody is there to play, or a computer thinks; none while it waits for others'."""
        is_played = self.audience.has_players or self.computers.is_thinking
        if is_played and self.game.position.turn is not None and not self.computers.is_queued:
            self._stopwatch.run()
        else:
            self._stopwatch.pause()

    def tell(self, message: ServerMessage) -> None:
        self.audience.tell(message)

    async def snapshot(self, watcher: Watcher) -> None:
        await self._show(watcher, await self.services.summary(self.id, watcher.session))

    async def _show(self, watcher: Watcher, game: GameSummary) -> None:
        async with self.lock:
            watcher.send(self.audience.snapshot(watcher, self.state, game))
            self._unaware.discard(watcher)
        if self.damage:
            damaged = DamagedRecord()
            watcher.send(FrameError(damaged.code, str(damaged)))
        else:
            await self.absence.tell(watcher)

    async def carry_on(self, watcher: Watcher, seat: int) -> None:
        """That person is at the shared screen now."""
        if seat in watcher.seats and seat == self.game.position.turn:
            self.audience.hand_over_to(watcher.session, seat)
        await self._show_again(watcher)

    async def cover(self, watcher: Watcher) -> None:
        self.audience.cover(watcher.session)
        await self._show_again(watcher)

    async def seats_changed(self) -> None:
        """Seats have changed hands: every page learns whose they are."""
        for watcher in self.audience:
            await self.snapshot(watcher)

    async def _show_again(self, watcher: Watcher) -> None:
        """To all pages of a player; those who only watch have nothing to hide from each other."""
        game = await self.services.summary(self.id, watcher.session)
        for each in self.audience.of_session(watcher.session) if watcher.seats else [watcher]:
            await self._show(each, game)

    async def pledge(self, watcher: Watcher, seat: int, draw: int, pledge: str) -> None:
        """A seat pledges its share of the draw; when the last one has, all are asked for theirs."""
        await self._give(self.services.log.draws.pledge, watcher, seat, draw, pledge)

    async def share(self, watcher: Watcher, seat: int, draw: int, share: str) -> None:
        """A seat gives its share; with the last one the tiles are dealt."""
        await self._give(self.services.log.draws.share, watcher, seat, draw, share)

    async def _give(
        self,
        give: Callable[[str, int, int, str, str], None],
        watcher: Watcher,
        seat: int,
        draw: int,
        given: str,
    ) -> None:
        if seat not in watcher.seats:
            raise SeatOfAnother
        if not self.game.events:
            await in_thread(give, self.id, draw, seat, watcher.session, given)
            await self.services.seats_moved(self.id)

    async def preview(self, watcher: Watcher, number: int, seat: int, laid: Sequence[Placement]) -> None:
        objection = self.audience.objection(watcher, seat)
        if objection is not None:
            watcher.send(refused_preview(number, seat, objection))
            return
        ruleset = self.game.header.ruleset
        is_told = not ruleset.allows_challenges and self._tries < limits.TRIES_MAX
        # Another table is no way around the silence of a game with challenges.
        is_told = is_told and not await self.services.hides_words(watcher.session)
        words = self.words.words if self.words is not None and is_told else None
        placements = placements_from(laid, ruleset.tiles.alphabet)
        watcher.send(preview_play(number, seat, self.game.view(seat), placements, words))

    def set_pace(self, pace_ms: int, *, is_paused: bool) -> None:
        """How fast computers play among themselves; where people play it is theirs to say, and nothing happens."""
        if self.pace is not None:
            self.pace.set(pace_ms, is_paused=is_paused)
            self.tell(self.pace.notice)

    def step(self) -> None:
        """Pause, after one move more."""
        if self.pace is not None:
            self.pace.step()
            self.tell(self.pace.notice)

    async def hint(self, watcher: Watcher, seat: int, grade: int) -> None:
        """A little help for who is on turn."""
        await self._check_hints(watcher, seat)
        watcher.send(await hint_for(self.game, seat, grade, self._advice_for(watcher)))

    async def best_move(self, watcher: Watcher, seat: int, seq: int) -> None:
        """What would have been best in a turn of a page's own seat."""
        await self._check_hints(watcher, seat)
        if not 0 <= seq < len(self.game.events) or self.game.events[seq].seat != seat:
            raise NoSuchTurn(seq)
        watcher.send(await best_at(self.game, seq, self._advice_for(watcher)))

    def _advice_for(self, watcher: Watcher) -> Advice:
        return Advice(self.services.computers, (watcher.address, watcher.session))

    async def _check_hints(self, watcher: Watcher, seat: int) -> None:
        objection = self.audience.objection(watcher, seat)
        if objection is not None:
            raise objection
        if self.words is None:
            raise LexiconChanged
        if hides_words(self.game) or await self.services.hides_words(watcher.session):
            ruleset = self.game.header.ruleset
            raise WordToolsClosed(self.id, ruleset.title or ruleset.name)

    # Commands

    async def handle(self, watcher: Watcher, command: Command) -> None:
        """Answer a command. Once begun it is finished, whether or not anybody still waits for the answer."""
        await asyncio.shield(asyncio.ensure_future(self._handle(watcher, command)))

    async def _handle(self, watcher: Watcher, command: Command) -> None:
        objection = self.audience.objection(watcher, command.seat)
        if objection is not None and not (isinstance(command.move, Resign) and command.seat in watcher.seats):
            # A command that was accepted ended the turn, and with it the sight of the rack; and the seat may have been
            # given away since. That it was accepted is no secret; why one was refused may be.
            known = await self.receipts.find(command, self.game.position.seq)
            is_told = isinstance(known, Ack) or command.seat in watcher.seats
            watcher.send(known if known and is_told else _refused(command, objection))
            return
        async with self.lock:
            answer = await self._answer(watcher, command)
        watcher.send(answer)
        self.wake()

    async def _answer(self, watcher: Watcher, command: Command) -> ServerMessage:
        known = await self.receipts.find(command, self.game.position.seq)
        if known is not None:
            if isinstance(known, Ack) and known.seq > self.game.position.seq:
                await self.reload()
            return known
        if self.damage:
            return _refused(command, DamagedRecord())
        if not self.game.events:
            return _refused(command, NotDealt())
        if command.expected_seq != self.game.position.seq:
            await self.reload()
            if command.expected_seq != self.game.position.seq:
                return self._out_of_sync(watcher, command)
        try:
            seq = await self.commit(
                command.seat, command.move, key=command.key, command_id=command.id, session=watcher.session
            )
        except IllegalMove as error:
            answer: Ack | Refused = _refused(command, self._counted(command, error))
        except OutOfSync:
            await self.reload()
            # It may have been this very command: one that was saved too late for its answer.
            known = await self.receipts.find(command, self.game.position.seq)
            return known or self._out_of_sync(watcher, command)
        except (LexiconChanged, SeatGone, TookTooLong, UnknownGame) as error:
            answer = _refused(command, error)
        except CannotSave as error:
            logger.warning("game %s cannot be saved: %s", self.id, error.why)
            answer = _refused(command, error)
        else:
            answer = Ack(command.id, seq)
        self.receipts.keep(command, answer)
        return answer

    def _out_of_sync(self, watcher: Watcher, command: Command) -> ServerMessage:
        return self.audience.missed(watcher, self.state, command_id=command.id, from_seq=command.expected_seq)

    def _counted(self, command: Command, error: IllegalMove) -> IllegalMove | PlayError:
        """The refusal, as long as not too many plays were refused this turn."""
        if isinstance(command.move, Play) and not isinstance(error, NotYourTurn | GameOver):
            self._tries += 1
            if self._tries > limits.TRIES_MAX:
                return TooManyTries()
        return error

    async def commit(self, seat: int, move: Move, *, key: str, command_id: str, session: str = "") -> int:
        """Decide, save, fold, tell everybody; the next event's number. Under the lock.

        With a session, its seat is looked at again as the move is written: another process may have given it away.
        """
        if self.words is None:
            raise LexiconChanged
        now_ms = self._stopwatch.read_ms()
        after = await judged(self.game, seat, move, self.words, self._can_play, now_ms=now_ms)
        by = (session, seat) if session else None
        await self._save(after, receipt_for(key, command_id, after.position.seq, by))
        return after.position.seq

    async def _can_play(self, board: Board, rack: Tiles) -> bool:
        header, party = self.game.header, self.audience.party
        return await self.services.computers.can_play(header.lexicon_id, header.ruleset, board, rack, party)

    async def take_back(self, watcher: Watcher, seat: int, expected_seq: int) -> None:
        """Take back a person's last turn and what computers answered; the record keeps both."""
        objection = self.audience.objection(watcher, seat)
        if objection is not None:
            raise objection
        if self.damage:
            raise DamagedRecord
        async with self.lock:
            if expected_seq != self.game.position.seq:
                raise OutOfSync(self.id, expected_seq, self.game.position.seq)
            try:
                after = self.game.take_back(seat, now_ms=self._stopwatch.read_ms())
            except CannotTakeBack as error:
                raise NoTakeBack from error
            await self._save(after, None)

    async def _save(self, after: Game, receipt: Receipt | None) -> None:
        """Save what has come to pass, then let it count. Under the lock."""
        events = after.events_since(self.game)
        append = self.services.log.submit_append
        async with self._seating:
            there_before = tuple(self.audience)
            try:
                held = await saved(append(self.id, self.game.position.seq, events, status_of(after), receipt))
            except CannotSave as error:
                self.services.saving(str(error))
                raise
            # Whoever gave a seat away before this was written must not see its tiles in it.
            self._seat(there_before, held)
        self.services.saving(None)
        await self._advance(after, events)

    async def _advance(self, after: Game, events: Sequence[Event]) -> None:
        """The game has gone on: fold it, and tell everybody."""
        before, self.game = self.game, after
        self._scoresheet.note(before, after, events)
        self._tries = 0
        self._stopwatch.reset(after.position.at_ms)
        self.keep_time()
        self.audience.turn_to(after.position.turn)
        shown = await self._conclude() if after.position.is_over else {}
        for watcher in self.audience:
            summary, from_seq = shown.get(watcher, UNSET), before.position.seq
            watcher.send(self.audience.news(watcher, self.state, from_seq=from_seq, game=summary))

    async def _conclude(self) -> Mapping[Watcher, GameSummary]:
        """Begin the match's next game, and read what pages are shown of one that is over. Its end is saved, and told
        even if the store does not answer just then."""
        shown: dict[Watcher, GameSummary] = {}
        self.is_concluded = True
        try:
            self.next_game = await self.services.finished(self.game)
            for watcher in self.audience:
                shown[watcher] = await self.services.summary(self.id, watcher.session)
        except (GameLogError, TookTooLong) as error:
            logger.warning("game %s is over, and the store did not answer (%s)", self.id, error.code)
            self.is_concluded = False
        return shown

    async def conclude_again(self) -> None:
        """If the store did not answer after the end, ask again, and show everybody what it says."""
        async with self.lock:
            shown = {} if self.is_concluded else await self._conclude()
            for watcher, game in shown.items() if self.is_concluded else ():
                watcher.send(self.audience.snapshot(watcher, self.state, game))

    # Endings without a move

    def beat(self) -> Reading | None:
        """Look at the clock: how long the game has been played, if it is being played and its rules have a clock."""
        self._stopwatch.tick()
        is_timed = self.game.header.ruleset.clock.minutes is not None
        if not is_timed or not self._stopwatch.is_running:
            return None
        return Reading(self.game.position.seq, self._stopwatch.read_ms())

    def keep_reading(self, sent: Reading, counts: Reading) -> None:
        """The store knows how long the game has been played; if it has gone on since, that is of no turn any more."""
        if sent.seq == counts.seq == self.game.position.seq:
            self._stopwatch.keep(sent.at_ms, counts.at_ms)

    def forgive(self) -> None:
        """The store does not answer: nobody can move, and nobody is charged."""
        self._stopwatch.forgive(self.game.position.at_ms)

    def take_up(self, kept: Reading | None) -> None:
        """Go on from the time that was kept in this turn, if any was."""
        if kept is not None and kept.seq == self.game.position.seq:
            self._stopwatch.reset(max(kept.at_ms, self._stopwatch.at_ms))

    @property
    def is_out_of_time(self) -> bool:
        position = self.game.position
        if position.turn is None:
            return False
        return self._stopwatch.clock(position).is_out(position.turn, position.ruleset.clock)

    async def run_out(self) -> None:
        """Whose clock has run out for good has lost."""
        async with self.lock:
            turn = self.game.position.turn
            if turn is not None and self.is_out_of_time:
                await self._rule_if_first(turn, Forfeit("time"))
        self.wake()

    async def end_abandoned(self, seq: int) -> None:
        """End a game as it stands, if nothing has happened in it since this number."""
        async with self.lock:
            position = self.game.position
            if position.seq == seq and not position.is_over and not self.damage:
                await self._rule_if_first(position.turn or 0, Adjudicate("abandoned"))

    async def rule(self, seat: int, ruling: Ruling, receipt: Receipt | None = None) -> None:
        """The house's word: it asks no word list, so that a game whose list is gone ends too. Under the lock."""
        header = self.game.header
        # Where no tile was ever dealt none will be, and not everybody has given a share.
        tiles = draws_of(header) if self.game.events else SeededDraws(header.seed)
        arbiter = Arbiter(tiles, (), lambda board, rack: True)
        after = self.game.move(seat, ruling, arbiter, now_ms=self._stopwatch.read_ms())
        await self._save(after, receipt)

    async def _rule_if_first(self, seat: int, ruling: Ruling) -> None:
        try:
            await self.rule(seat, ruling)
        except OutOfSync:  # somebody moved after all, or another process was first
            await self.reload()

    # Other processes, computers

    async def look(self) -> None:
        """Where other processes write too, only the store knows whose the seats are and how the game stands."""
        if self.services.log.is_shared:
            if await self.reseat():
                await self.seats_changed()
            await self.catch_up()

    async def refresh(self) -> None:
        """Another process has written: catch up."""
        await self.look()
        self.wake()

    async def reseat(self) -> bool:
        """Read anew whose the seats are; is there an open page that does not know yet?"""
        # One at a time: what was read first must not be the last that is believed.
        async with self._seating:
            # Whoever comes while the store is read may have been seated after it, and is looked up by their own door.
            there_before = tuple(self.audience)
            held = await in_thread(self.services.log.seats.holders, self.game.header.table_id)
            self._seat(there_before, held)
        return bool(self._unaware)

    def _seat(self, watchers: Sequence[Watcher], held: Mapping[int, str]) -> None:
        """Let pages have the seats that their sessions hold."""
        for watcher in watchers:
            seats = tuple(seat for seat, session in held.items() if session == watcher.session)
            if seats != watcher.seats:
                if watcher.seats:
                    # No rack stays in sight for whoever had continued. A page that has just come has none in sight.
                    self.audience.cover(watcher.session)
                watcher.seats = seats
                if watcher in self.audience.watchers:  # it may have left meanwhile
                    self._unaware.add(watcher)
        if self._unaware:
            self.keep_time()

    async def catch_up(self) -> None:
        if self.damage:
            return
        async with self.lock:
            if await in_thread(self.services.log.next_seq, self.id) != self.game.position.seq:
                await self.reload()

    async def reload(self) -> None:
        """Read what others have written. Under the lock."""
        stored = await in_thread(self.services.log.read, self.id)
        self.damage = stored.damage
        fresh = stored.game.events[self.game.position.seq :]
        if fresh:
            # Whoever gave a seat away before these happened must not see its tiles in them.
            await self.reseat()
            await self._advance(stored.game, fresh)

    def wake(self) -> None:
        """See whether a computer is on turn that nobody thinks for."""
        if self.words is not None and not self.damage:
            self.computers.wake()

    async def stop(self) -> None:
        """Let go of the game; what is being saved is saved first."""
        await self.computers.stop()
        async with self.lock:
            pass


def _refused(command: Command, error: IllegalMove | PlayError | TookTooLong) -> Refused:
    clause, details = (error.clause, error.parameters) if isinstance(error, IllegalMove) else ("", {})
    return Refused(command.id, error.code, str(error), clause, details)
