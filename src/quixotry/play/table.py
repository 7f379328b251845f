"""A table: one live game, who sits and watches there, and one command at a time.

A command is answered after its events are on disk. A command id seen before gets its answer again; a command
that expects another state of the game gets what it missed. Whatever is sent is made from a view or from
events redacted for one seat.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Protocol, TypeVar

import msgspec

from quixotry.fair.draws import SeededDraws
from quixotry.notation import wire
from quixotry.notation.moves import format_play
from quixotry.play import limits
from quixotry.play.playtime import Now, PlayTime
from quixotry.play.ports import (
    CannotSave,
    Commanded,
    GameLogError,
    OutOfSync,
    ServerLog,
    Thinkers,
    Wordbook,
    status_of,
)
from quixotry.play.preview import preview
from quixotry.rules import event as happened
from quixotry.rules.errors import GameOver, IllegalMove, NotYourTurn
from quixotry.rules.event import Event
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.match import carried_points
from quixotry.rules.move import Move, Pass, Play, Resign
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.view import redact

Plain = dict[str, Any]
T = TypeVar("T")

logger = logging.getLogger(__name__)

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Command:
    """A move somebody asks for."""

    id: str
    seat: int
    expected_seq: int
    move: Move


@dataclass(frozen=True, slots=True)
class Services:
    """What every table needs from outside."""

    log: ServerLog
    thinkers: Thinkers
    now: Now
    executor: Executor
    """For judging moves: whether a rack can play at all may take a moment."""
    summary: Callable[[str, str], Awaitable[Plain]]
    """A game as lists show it, to a session."""
    finished: Callable[[Game], Awaitable[str | None]]
    """Told of each finished game; answers with the id of the match's next game, if there is one."""
    saving: Callable[[str | None], None]
    """Told why a move could not be saved, or, with None, that one was."""
    budget_ms: int
    holder: str = ""
    """This process, in leases."""


class Watcher(Protocol):
    """One open page at a table."""

    session: str
    seats: tuple[int, ...]

    def send(self, message: bytes) -> None:
        """Queue a message; never waits."""


@dataclass(slots=True)
class Thinking:
    seat: int
    since_ms: int
    budget_ms: int


@dataclass(eq=False)
class Table:
    game: Game
    words: Wordbook | None
    """None when the game's word list is not there or has changed: the game can be watched, not played."""
    services: Services
    watchers: set[Watcher] = field(default_factory=set)
    next_game: str | None = None
    idle_since_ms: int = 0

    def __post_init__(self) -> None:
        self._lock = asyncio.Lock()
        self._time = PlayTime(self.services.now, self.game.position.at_ms)
        self._answers: OrderedDict[tuple[int, str], bytes] = OrderedDict()
        self._released: dict[str, int] = {}
        self._tries = 0
        self._thinking: Thinking | None = None
        self._task: asyncio.Task[None] | None = None
        self._told: list[wire.Told] = []
        self._last_play: tuple[int, tuple[int, ...]] | None = None
        self._carried: tuple[int, ...] | None = None
        self._tell(Game.of(self.game.header, ()), self.game.events)
        self.idle_since_ms = self.services.now()

    # Who is here

    @property
    def id(self) -> str:
        return self.game.header.id

    @property
    def is_busy(self) -> bool:
        return bool(self.watchers) or self._task is not None or self._lock.locked()

    def attach(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self._keep_time()

    def detach(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.idle_since_ms = self.services.now()
        self._keep_time()

    def _keep_time(self) -> None:
        is_played = any(watcher.seats for watcher in self.watchers) or self._thinking is not None
        if is_played and self.game.position.turn is not None:
            self._time.run()
        else:
            self._time.pause()

    # What a page may see

    def _viewing(self, watcher: Watcher) -> int | None:
        """The seat whose eyes this page has: on a shared screen only after that seat's Continue."""
        if len(watcher.seats) == 1:
            return watcher.seats[0]
        released = self._released.get(watcher.session)
        return released if released in watcher.seats else None

    def _hand_over(self, watcher: Watcher) -> Plain | None:
        turn = self.game.position.turn
        if len(watcher.seats) < 2 or turn not in watcher.seats or self._viewing(watcher) == turn:
            return None
        assert turn is not None
        return {"seat": turn, "name": self.game.header.players[turn].name}

    def _scene(self, watcher: Watcher) -> Plain:
        view = self.game.view(self._viewing(watcher))
        thinking = self._thinking
        return {
            "view": wire.view_plain(view, self._last_play),
            "hand_over": self._hand_over(watcher),
            "thinking": thinking
            and {
                "seat": thinking.seat,
                "elapsed_ms": self.services.now() - thinking.since_ms,
                "budget_ms": thinking.budget_ms,
            },
            "clock": self._clock(),
        }

    def _clock(self) -> Plain:
        position, rule = self.game.position, self.game.header.ruleset.clock
        clock, turn = position.clock, position.turn
        if turn is not None:
            clock = clock.charged(turn, max(0, self._time.read_ms() - position.at_ms))
        left = [clock.left_ms(seat, rule) for seat in position.seats]
        running = turn if self._time.is_running else None
        return {"used_ms": clock.used_ms, "left_ms": None if None in left else left, "running": running}

    def _seen(self, watcher: Watcher, since: int = 0) -> list[Plain]:
        seat, ruleset = self._viewing(watcher), self.game.header.ruleset
        return [
            wire.event_plain(redact(told.event, seat), told, ruleset) for told in self._told[max(0, since) :]
        ]

    async def snapshot(self, watcher: Watcher) -> None:
        game = await self.services.summary(self.id, watcher.session)
        async with self._lock:
            watcher.send(
                _encode(
                    {
                        "type": "snapshot",
                        "game": game,
                        "ruleset": _ruleset(self.game.header.ruleset),
                        "seats": watcher.seats,
                        "is_shared": len(watcher.seats) > 1,
                        **self._scene(watcher),
                        "events": self._seen(watcher),
                        "next_game": self.next_game,
                    }
                )
            )

    async def carry_on(self, watcher: Watcher, seat: int) -> None:
        """That person is at the shared screen now."""
        if seat in watcher.seats and seat == self.game.position.turn:
            self._released[watcher.session] = seat
        for other in self._of_session(watcher.session):
            await self.snapshot(other)

    async def cover(self, watcher: Watcher) -> None:
        self._released.pop(watcher.session, None)
        for other in self._of_session(watcher.session):
            await self.snapshot(other)

    def _of_session(self, session: str) -> list[Watcher]:
        return [watcher for watcher in self.watchers if watcher.session == session]

    def preview(self, watcher: Watcher, number: int, seat: int, laid: Sequence[tuple[int, str]]) -> None:
        answer: Plain = {"type": "preview", "id": number, "seat": seat}
        if seat != self._viewing(watcher):
            code = "hand_over" if seat in watcher.seats else "not_your_seat"
            error = {"code": code, "sentence": _SENTENCES[code], "details": {}, "squares": []}
            shown: Plain = {"score": None, "bonus": 0, "words": [], "error": error, "open_squares": None}
        else:
            ruleset = self.game.header.ruleset
            is_told = not ruleset.allows_challenges and self._tries < limits.TRIES_MAX
            words = self.words.words if self.words is not None and is_told else None
            placements = wire.placements_from(laid, ruleset.tiles.alphabet)
            shown = preview(self.game.view(seat), placements, words)
        watcher.send(_encode(answer | shown))

    # Commands

    async def handle(self, watcher: Watcher, command: Command) -> None:
        """Answer a command. Once begun it is finished, whether or not anybody still waits for the answer."""
        await asyncio.shield(asyncio.ensure_future(self._handle(watcher, command)))

    async def _handle(self, watcher: Watcher, command: Command) -> None:
        if self._viewing(watcher) != command.seat and not (
            isinstance(command.move, Resign) and command.seat in watcher.seats
        ):
            code = "hand_over" if command.seat in watcher.seats else "not_your_seat"
            # A command that was accepted ended the turn, and with it the sight of the rack.
            known = await self._known_answer(command) if code == "hand_over" else None
            watcher.send(known or _refusal(command.id, code, _SENTENCES[code]))
            return
        async with self._lock:
            answer = await self._known_answer(command)
            if answer is None and command.expected_seq != self.game.position.seq:
                await self._reload()
                if command.expected_seq != self.game.position.seq:
                    watcher.send(self._out_of_sync(watcher, command))
                    return
            if answer is None:
                answer = await self._judge(watcher, command)
        watcher.send(answer)
        self._wake()

    async def _known_answer(self, command: Command) -> bytes | None:
        key = (command.seat, command.id)
        if key in self._answers:
            return self._answers[key]
        # An accepted command moved the game on, so one that expects its present state is new.
        if command.expected_seq == self.game.position.seq:
            return None
        return await _threaded(self.services.log.answer, self.id, f"{command.seat}:{command.id}")

    def _out_of_sync(self, watcher: Watcher, command: Command) -> bytes:
        return _encode(
            {
                "type": "out_of_sync",
                "command_id": command.id,
                "seq": self.game.position.seq,
                "events": self._seen(watcher, command.expected_seq),
                **self._scene(watcher),
            }
        )

    async def _judge(self, watcher: Watcher, command: Command) -> bytes:
        """Decide and keep a command; the answer."""
        try:
            seq = await self._commit(command.seat, command.move, f"{command.seat}:{command.id}", command.id)
        except IllegalMove as error:
            answer = self._refused(command, error)
        except OutOfSync:
            await self._reload()
            return self._out_of_sync(watcher, command)
        except _Unplayable:
            return _refusal(command.id, "lexicon_changed", _SENTENCES["lexicon_changed"])
        except CannotSave as error:
            logger.warning("game %s cannot be saved: %s", self.id, error.why)
            return _refusal(command.id, error.code, str(error))
        else:
            answer = _ack(command.id, seq)
        self._answers[command.seat, command.id] = answer
        if len(self._answers) > limits.ANSWERS_MAX:
            self._answers.popitem(last=False)
        return answer

    def _refused(self, command: Command, error: IllegalMove) -> bytes:
        if isinstance(command.move, Play) and not isinstance(error, NotYourTurn | GameOver):
            self._tries += 1
            if self._tries > limits.TRIES_MAX:
                return _refusal(command.id, "too_many_tries", _SENTENCES["too_many_tries"])
        return _encode({"type": "refused", "command_id": command.id, **wire.refusal_plain(error)})

    async def _commit(self, seat: int, move: Move, key: str, command_id: str) -> int:
        """Decide, save, fold, tell everybody; the next event's number. Under the lock."""
        if self.words is None:
            raise _Unplayable
        header, position = self.game.header, self.game.position
        arbiter = Arbiter(SeededDraws(header.seed), self.words.words, self.words.can_play(header.ruleset))
        judge = partial(self.game.move, seat, move, arbiter, now_ms=self._time.read_ms())
        after = await asyncio.get_running_loop().run_in_executor(self.services.executor, judge)
        events = after.events_since(self.game)
        saved = self.services.log.submit_append(
            self.id,
            position.seq,
            events,
            status_of(after),
            Commanded(key, _ack(command_id, after.position.seq)),
        )
        try:
            await asyncio.wrap_future(saved)
        except CannotSave as error:
            self.services.saving(str(error))
            raise
        self.services.saving(None)
        await self._happened(after, events)
        return after.position.seq

    async def _happened(self, after: Game, events: Sequence[Event]) -> None:
        before, self.game = self.game, after
        self._tell(before, events)
        self._tries = 0
        self._time.at_ms, self._time._since = after.position.at_ms, None
        self._keep_time()
        for session, seat in list(self._released.items()):
            if seat != after.position.turn:
                del self._released[session]
        if after.position.is_over:
            self.next_game = await self.services.finished(after)
        for watcher in list(self.watchers):
            message: Plain = {
                "type": "events",
                "from_seq": before.position.seq,
                "events": self._seen(watcher, before.position.seq),
                **self._scene(watcher),
            }
            if after.position.is_over:
                message["game"] = await self.services.summary(self.id, watcher.session)
                message["next_game"] = self.next_game
            watcher.send(_encode(message))

    def _tell(self, game: Game, events: Sequence[Event]) -> None:
        """Note what is public about events, with the board and scores as they were at each of them."""
        for event in events:
            after = game.after((event,))
            text, total = "", None
            if isinstance(event, happened.TilesPlayed):
                alphabet = game.header.ruleset.tiles.alphabet
                text = format_play(game.position.board, Play(event.placements), alphabet)
                self._last_play = (event.seat, tuple(square for square, _ in event.placements))
            elif isinstance(event, happened.PlayWithdrawn):
                self._last_play = None
            if isinstance(event, happened.TilesPlayed | happened.PlayWithdrawn | happened.PointsAdjusted):
                total = after.position.scores[event.seat]
            self._told.append(wire.Told(event, text, total))
            game = after

    # Other processes

    async def refresh(self) -> None:
        """Another process has written: catch up."""
        async with self._lock:
            if await _threaded(self.services.log.next_seq, self.id) != self.game.position.seq:
                await self._reload()
        self._wake()

    async def _reload(self) -> None:
        stored = await _threaded(self.services.log.read, self.id)
        fresh = stored.game.events[self.game.position.seq :]
        if fresh:
            await self._happened(stored.game, fresh)

    def seats_changed(self) -> None:
        """Seats have changed hands: no rack stays in sight for whoever had continued."""
        self._released.clear()
        self._keep_time()

    # Computers

    def wake(self) -> None:
        """See whether a computer is on turn that nobody thinks for."""
        self._wake()

    def _wake(self) -> None:
        turn = self.game.position.turn
        if turn is None or self._task is not None or self.words is None:
            return
        if self.game.header.players[turn].kind == "computer":
            self._task = asyncio.ensure_future(self._think(turn))
            self._task.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[None]) -> None:
        self._task, self._thinking = None, None
        self._keep_time()
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, GameLogError):
            logger.warning("game %s: a computer's move was not kept (%s)", self.id, error.code)
        elif error is not None:
            logger.error("game %s: a computer could not move: %s", self.id, type(error).__name__)
        else:
            self._wake()

    async def _think(self, seat: int) -> None:
        services, position = self.services, self.game.position
        player, budget_ms = self.game.header.players[seat], services.budget_ms
        if services.log.is_shared:
            # Twice the budget: enough for the thought, its fallback and the commit.
            claimed = await _threaded(services.log.claim_turn, self.id, services.holder, 2 * budget_ms)
            if not claimed:
                await asyncio.sleep(budget_ms / 1000)
                await self.refresh_quietly()
                return
        self._thinking = Thinking(seat, services.now(), budget_ms)
        self._keep_time()
        notice = _encode({"type": "thinking", "seat": seat, "elapsed_ms": 0, "budget_ms": budget_ms})
        for watcher in list(self.watchers):
            watcher.send(notice)
        view = self.game.view(seat, carried=await self._carried_points())
        move = await services.thinkers.choose(player.level, self.game.header.lexicon_id, view, budget_ms)
        async with self._lock:
            self._thinking = None
            if self.game.position.seq != position.seq:
                return
            for attempt in (move, Pass(), Resign()):
                try:
                    await self._commit(seat, attempt, f"{seat}:computer-{position.seq}", "")
                    return
                except IllegalMove as error:
                    # A computer that breaks the rules is our bug, but the game must not hang on it.
                    logger.error("game %s: the computer's move was refused: %s", self.id, error.code)
                except OutOfSync:
                    await self._reload()
                    return

    async def _carried_points(self) -> tuple[int, ...]:
        """What the seats bring along from the first game of a match; it is over, so it is read once."""
        header = self.game.header
        if header.match_game == 1:
            return ()
        if self._carried is None:
            first = await _threaded(self.services.log.read, header.match_id)
            outcome = first.game.position.outcome
            self._carried = () if outcome is None else carried_points(outcome)
        return self._carried

    async def refresh_quietly(self) -> None:
        async with self._lock:
            if await _threaded(self.services.log.next_seq, self.id) != self.game.position.seq:
                await self._reload()

    async def stop(self) -> None:
        """Let go of the game; what is being saved is saved first."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        async with self._lock:
            pass

    @property
    def table_id(self) -> str:
        return self.game.header.table_id


@lru_cache(maxsize=64)
def _ruleset(ruleset: Ruleset) -> msgspec.Raw:
    """The largest part of a snapshot, and the same for every game by these rules."""
    return msgspec.Raw(_encode(wire.ruleset_plain(ruleset)))


class _Unplayable(Exception):
    """The words this game is played with are not there."""


_SENTENCES = {
    "not_your_seat": "This seat belongs to somebody else.",
    "hand_over": "Nobody has continued at this seat yet, or its turn is over.",
    "too_many_tries": f"More than {limits.TRIES_MAX} plays were refused this turn; it is no longer said why.",
    "lexicon_changed": "The word list this game was begun with is not there or has changed; it cannot go on.",
}


def _ack(command_id: str, seq: int) -> bytes:
    return _encode({"type": "ack", "command_id": command_id, "seq": seq})


def _refusal(command_id: str, code: str, sentence: str) -> bytes:
    refusal = {"code": code, "sentence": sentence, "clause": "", "details": {}}
    return _encode({"type": "refused", "command_id": command_id, **refusal})


async def _threaded(function: Callable[..., T], *arguments: Any) -> T:
    return await asyncio.get_running_loop().run_in_executor(None, partial(function, *arguments))
