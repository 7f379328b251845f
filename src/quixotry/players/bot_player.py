"""A program in any language as a `Player`, for those who wait for each move: terminal, matches, tournaments.

    with BotPlayer(("python", "mybot.py"), lexicon) as player:
        player.new_game(ruleset, seat=0, players=[...])
        move = player.choose(view, 3000)

`choose` returns a move, which need not be legal, or raises `BotFailed`. Whoever runs the game then lets the seat lose,
or pass; the program is ended, and started again for the next game. Leaving the block ends everything the program has
started. Not for a thread that runs an event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine, Sequence
from types import TracebackType
from typing import IO, Self, TypeVar

from quixotry.lexicon.word_file import word_file
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.bot_errors import BotFailed
from quixotry.players.bot_process import (
    HEAD_START_MS,
    MEMORY_BYTES,
    START_MS,
    BotProcess,
    Confinement,
    ToldProgress,
)
from quixotry.protocol import bots as messages
from quixotry.rules.move import Move
from quixotry.rules.outcome import Outcome
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.view import View

HOST = "quixotry"

RESULT_MS = 1000
"""How long a program may take to hear how its game ended."""

T = TypeVar("T")


class BotPlayer:
    """A `Player` whose moves a program chooses, in a process that is started when it is first needed."""

    def __init__(
        self,
        command: Sequence[str],
        lexicon: Lexicon,
        *,
        memory: int = MEMORY_BYTES,
        network: bool = True,
        level: str = "",
        errors: IO[bytes] | None = None,
        start_ms: int = START_MS,
    ) -> None:
        self.command, self.lexicon, self.level = tuple(command), lexicon, level
        self.watch: ToldProgress | None = None
        """Told now and then how many rollouts a search has made."""
        self.introduction: messages.Introduction | None = None
        """What the program said of itself when it was last started: name, version, `deterministic`."""
        self.starts = 0
        """How often it was started."""
        self._confinement = Confinement(memory, network, errors)
        self._start_ms = start_ms
        self._runner = asyncio.Runner()
        self._process: BotProcess | None = None
        self._game: tuple[Ruleset, int | None, int] | None = None
        """Ruleset, seat and number of seats of the game it knows of."""
        self._seq = -1

    @property
    def name(self) -> str:
        """What the program calls itself; empty before it was first started."""
        return "" if self.introduction is None else self.introduction.name

    @property
    def has_network_in_spite(self) -> bool:
        """Has it a network it should not have, because the system cannot take it away?"""
        return self._process is not None and self._process.has_network_in_spite

    def start(self) -> None:
        """Start the program, unless it runs, and let it say hello; or raise BotFailed."""
        self._run(self._started())

    def prepare(self, _ruleset: Ruleset) -> None:
        """Have it started before any clock runs. If it cannot be, its first move finds out again."""
        with contextlib.suppress(BotFailed):
            self.start()

    def new_game(
        self, ruleset: Ruleset, *, seat: int, players: Sequence[tuple[str, str]] = (("", ""), ("", ""))
    ) -> None:
        """Tell it of a new game, before any clock runs, or raise BotFailed. `players` are names and kinds by seat."""
        self._run(self._new_game(ruleset, seat, players))

    def choose(self, view: View, budget_ms: int, *, left_ms: int | None = None) -> Move:
        """Its move within the budget, or BotFailed. `left_ms` is what is left on a clock for the whole game."""
        return self._run(self._choose(view, budget_ms, left_ms))

    def tell_result(self, outcome: Outcome) -> None:
        """Tell it how the game ended. What it does wrong now costs nothing but a new start."""
        if self._process is not None and self._process.failure is None and self._game is not None:
            with contextlib.suppress(BotFailed):
                self._run(self._tell_result(outcome))
        self._game = None

    def end(self) -> bool:
        """End the program and everything it has started; the next game starts it again. Did it end by itself?"""
        return self._run(self._stop())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        with self._runner:
            self.end()

    def _run(self, job: Coroutine[object, object, T]) -> T:
        return self._runner.run(job)

    async def _started(self) -> BotProcess:
        if self._process is not None and self._process.failure is not None:
            await self._stop()
        if self._process is None:
            self._game = None
            self._process = await BotProcess.start(self.command, self._confinement)
            self.starts += 1
            async with self._ended_on_failure():
                self.introduction = await self._process.greet(HOST, deadline_ms=self._start_ms)
        return self._process

    async def _new_game(self, ruleset: Ruleset, seat: int, players: Sequence[tuple[str, str]]) -> None:
        process = await self._started()
        request = messages.new_game(
            ruleset,
            seat=seat,
            players=[messages.BotPlace(name, kind) for name, kind in players],
            lexicon=lexicon_sent(self.lexicon, ruleset),
            deadline_ms=self._start_ms,
            level=self.level,
        )
        async with self._ended_on_failure():
            await process.ask(request, messages.Ready, limit_ms=self._start_ms)
        self._game, self._seq = (ruleset, seat, len(players)), -1

    async def _choose(self, view: View, budget_ms: int, left_ms: int | None) -> Move:
        process = await self._started()
        if self._game != (view.ruleset, view.seat, len(view.scores)) or view.seq < self._seq:
            assert view.seat is not None, "a spectator chooses no moves"
            await self._new_game(view.ruleset, view.seat, [("", "")] * len(view.scores))
        self._seq = view.seq
        request = messages.YourTurn(
            deadline_ms=max(1, budget_ms - HEAD_START_MS),
            view=messages.send_view(view),
            left_ms=left_ms,
            progress=self.watch is not None,
        )
        async with self._ended_on_failure():
            answer = await process.ask(request, messages.Chosen, limit_ms=budget_ms, progress=self.watch)
            try:
                return messages.read_move(answer, view.ruleset)
            except messages.BadLine as error:
                raise process.failed("bad_answer", str(error)) from None

    async def _tell_result(self, outcome: Outcome) -> None:
        assert self._process is not None
        request = messages.Result(deadline_ms=RESULT_MS, outcome=outcome)
        async with self._ended_on_failure():
            await self._process.ask(request, messages.Ready, limit_ms=RESULT_MS)

    @contextlib.asynccontextmanager
    async def _ended_on_failure(self) -> AsyncIterator[None]:
        """Nothing of a program that has failed is left when others hear of it."""
        try:
            yield
        except BaseException:
            await self._stop()
            raise

    async def _stop(self) -> bool:
        process, self._process, self._game = self._process, None, None
        return process is None or await process.stop()


def lexicon_sent(lexicon: Lexicon, ruleset: Ruleset) -> messages.LexiconFile:
    """The words of a game as a program is told of them."""
    try:
        file = str(word_file(lexicon, ruleset))
    except OSError:  # no place to write to: the id and the digest have to do
        file = None
    return messages.LexiconFile(lexicon.id, lexicon.digest, file)
