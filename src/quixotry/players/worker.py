"""Computers that think in processes of their own, with a deadline, a memory limit and an end.

A worker that hangs, dies or eats memory costs its game one fallback move and nothing else: it is killed, and
the next question gets a new one. Requests go to a worker as pickles (it is our own program), answers come back
as JSON, one line each, because whatever a worker has become by then must not be able to harm the server.

    python -m quixotry.players.worker      the worker itself; speaks on stdin and stdout
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quixotry.lexicon.wordlist import Lexicon
    from quixotry.players.fallback import FallbackEngines
    from quixotry.rules.move import Move
    from quixotry.rules.ports import Player
    from quixotry.rules.ruleset import Ruleset
    from quixotry.rules.view import View

logger = logging.getLogger(__name__)

MEMORY_BYTES_MAX = 1 << 30
"""Address space of one worker."""

ANSWER_BYTES_MAX = 1 << 16

HEAD_START_MS = 50
"""Kept back from a budget for the way there and back."""

START_MS = 15_000
"""How long a worker may take to get ready for a level, a word list and a ruleset; that is no thinking."""

READY = b'"ready"\n'


@dataclass(frozen=True, slots=True)
class Preparation:
    """What a worker is to load before its first thought; it answers that it is ready."""

    level: str
    lexicon_id: str
    ruleset: Ruleset


@dataclass(frozen=True, slots=True)
class Request:
    level: str
    lexicon_id: str
    view: View
    budget_ms: int


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """The worker: get ready and answer requests until there are no more."""
    from quixotry.lexicon import load
    from quixotry.players.levels import player_for
    from quixotry.protocol.moves import encode_move
    from quixotry.rules.ports import Prepares

    _limit_memory()
    loaded: dict[str, Lexicon] = {}
    # A computer keeps graphs and tables from move to move; making one anew costs a champion's whole second.
    seated: dict[str, Player] = {}
    while size := source.read(4):
        request: Preparation | Request = pickle.loads(source.read(int.from_bytes(size, "big")))
        if request.lexicon_id not in loaded:
            loaded.clear()
            seated.clear()
            loaded[request.lexicon_id] = load(request.lexicon_id)
        if request.level not in seated:
            seated[request.level] = player_for(request.level, loaded[request.lexicon_id])
        player = seated[request.level]
        if isinstance(request, Preparation):
            if isinstance(player, Prepares):
                player.prepare(request.ruleset)
            sink.write(READY)
        else:
            move = player.choose(request.view, request.budget_ms)
            alphabet = request.view.ruleset.tiles.alphabet
            sink.write(encode_move(move, alphabet) + b"\n")
        sink.flush()


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        limit = int(os.environ.get("QUIXOTRY_WORKER_BYTES", MEMORY_BYTES_MAX))
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


@dataclass(eq=False)
class _Worker:
    process: asyncio.subprocess.Process
    prepared: set[Preparation] = field(default_factory=set)

    @classmethod
    async def start(cls, command: Sequence[str]) -> _Worker:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=ANSWER_BYTES_MAX,
        )
        return cls(process)

    async def prepare(self, preparation: Preparation) -> None:
        """Have it load what a level, a word list and a ruleset need; at once where that was done before."""
        if preparation in self.prepared:
            return
        async with asyncio.timeout(START_MS / 1000):
            if await self.ask(preparation) != READY:
                raise ValueError("the worker is not ready")
        self.prepared.add(preparation)

    async def ask(self, request: Preparation | Request) -> bytes:
        message = pickle.dumps(request)
        assert self.process.stdin is not None
        self.process.stdin.write(len(message).to_bytes(4, "big") + message)
        await self.process.stdin.drain()
        return await self._line()

    async def _line(self) -> bytes:
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise ConnectionError("the worker is gone")
        return line

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    async def stop(self) -> None:
        self.kill()
        await self.process.wait()


@dataclass(eq=False)
class WorkerPool:
    """So many workers at most; a question waits its turn, and always gets a legal move for an answer."""

    size: int
    words_of: Callable[[str], Sequence[str]]
    """Short words of a list, sorted, for the fallback move."""
    command: Sequence[str] = (sys.executable, "-m", "quixotry.players.worker")
    engines: FallbackEngines | None = None
    """Better fallback moves, where they take no longer."""
    _idle: list[_Worker] = field(default_factory=list)
    _ending: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._places = asyncio.Semaphore(self.size)

    async def choose(self, level: str, lexicon_id: str, view: View, budget_ms: int) -> Move:
        async with self._places:
            worker: _Worker | None = None
            try:
                preparation = Preparation(level, lexicon_id, view.ruleset)
                worker = self._fittest(preparation) if self._idle else await _Worker.start(self.command)
                if preparation not in worker.prepared:
                    await worker.prepare(preparation)
                    await asyncio.to_thread(self._prepare_fallback, lexicon_id, view)
                request = Request(level, lexicon_id, view, max(1, budget_ms - HEAD_START_MS))
                async with asyncio.timeout(budget_ms / 1000):
                    answer = await worker.ask(request)
                move = _move(answer, view)
                self._idle.append(worker)
                worker = None
                return move
            except (TimeoutError, OSError, ValueError) as error:
                logger.warning("a worker gave no move: %s", type(error).__name__)
            finally:
                if worker is not None:
                    self._end(worker)
        return await asyncio.to_thread(self._fallback, lexicon_id, view)

    def _fittest(self, preparation: Preparation) -> _Worker:
        """An idle worker, one that is prepared if there is one."""
        best = max(
            range(len(self._idle)), key=lambda place: (preparation in self._idle[place].prepared, place)
        )
        return self._idle.pop(best)

    def _end(self, worker: _Worker) -> None:
        worker.kill()
        task = asyncio.ensure_future(worker.stop())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _prepare_fallback(self, lexicon_id: str, view: View) -> None:
        if self.engines is not None:
            self.engines.prepare(view.ruleset, lexicon_id)

    def _fallback(self, lexicon_id: str, view: View) -> Move:
        from quixotry.players.fallback import fallback_move

        found = self.engines.move(view, lexicon_id) if self.engines is not None else None
        return found or fallback_move(view, self.words_of(lexicon_id))

    async def close(self) -> None:
        """End every worker; none is left behind."""
        while self._idle:
            await self._idle.pop().stop()
        await asyncio.gather(*self._ending, return_exceptions=True)


def _move(answer: bytes, view: View) -> Move:
    from quixotry.protocol.errors import BadCommand
    from quixotry.protocol.moves import decode_move

    try:
        return decode_move(answer, view.ruleset.tiles.alphabet)
    except BadCommand as error:
        raise ValueError("the worker answered no move") from error


def main() -> None:
    # Whatever the engine prints must not get between the answers.
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    # As `quixotry.players.worker`, so that requests unpickle to the class of that module.
    from quixotry.players.worker import main as worker_main

    worker_main()
