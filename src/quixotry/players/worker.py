"""A computer in a process of its own: reads requests from stdin, answers on stdout, until there are no more.

    python -m quixotry.players.worker

The lines it speaks are those of `worker_messages`; `worker_pool` starts and ends it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import BinaryIO

from quixotry.errors import QuixotryError
from quixotry.lexicon.catalogue import load_known
from quixotry.lexicon.wordlist import Lexicon
from quixotry.machine import ended_after, ignore_interrupts, limit_memory
from quixotry.players import worker_messages as messages
from quixotry.players.champion import Champion
from quixotry.players.levels import player_for
from quixotry.rules.ports import Player, Prepares

MEMORY_BYTES_MAX = 1 << 30
"""Address space of one worker."""

GRACE_S = 5
"""A worker whose answer is so late ends itself: whoever should have killed it is gone."""

PROGRESS_S = 0.1
"""How often a worker says how far it has come."""


def _unguarded(_seconds: float) -> AbstractContextManager[None]:
    return nullcontext()


@dataclass
class Worker:
    """Answers requests. What was loaded for one is kept for the next."""

    lexicon_of: Callable[[str], Lexicon] = load_known
    _lexicon_id: str = ""
    _players: dict[str, Player] = field(default_factory=dict)
    """By level: making one anew costs a champion's whole second."""
    tell: Callable[[messages.Progress], None] | None = None
    """Where news of a search goes while it is under way."""
    guard: Callable[[float], AbstractContextManager[None]] = _unguarded
    """Ends the process unless the block is left in so many seconds."""

    def answer(self, line: bytes) -> messages.Ready | messages.Chosen | messages.Failure:
        """The answer to one line."""
        try:
            request = messages.decode_request(line)
            with self.guard(request.deadline_ms / 1000 + GRACE_S):
                return self._answer(request)
        except (messages.BadLine, QuixotryError) as error:
            return messages.Failure(str(error))

    def _answer(self, request: messages.Prepare | messages.Choose) -> messages.Ready | messages.Chosen:
        ruleset = messages.read_ruleset(request)
        player = self._player(request)
        if isinstance(request, messages.Prepare):
            if isinstance(player, Prepares):
                player.prepare(ruleset)
            return messages.Ready()
        view = messages.read_view(request.view, ruleset)
        if isinstance(player, Champion):
            player.watch = self._reporter() if request.progress else None
        return messages.chosen(player.choose(view, request.deadline_ms), ruleset)

    def _reporter(self) -> Callable[[int, int], None]:
        told_at = time.monotonic()

        def report(_leader: int, rollouts: int) -> None:
            nonlocal told_at
            if self.tell is not None and time.monotonic() - told_at >= PROGRESS_S:
                told_at = time.monotonic()
                self.tell(messages.Progress(rollouts))

        return report

    def _player(self, request: messages.Request) -> Player:
        if request.lexicon != self._lexicon_id:
            self._players.clear()
            self._lexicon_id = request.lexicon
        if request.level not in self._players:
            self._players[request.level] = player_for(request.level, self.lexicon_of(request.lexicon))
        return self._players[request.level]


def serve(source: BinaryIO, sink: BinaryIO, worker: Worker) -> None:
    """Have a worker answer every line of a stream."""

    def tell(message: messages.Ready | messages.Chosen | messages.Failure | messages.Progress) -> None:
        sink.write(messages.encode_line(message))
        sink.flush()

    worker.tell = tell
    while line := source.readline(messages.REQUEST_BYTES_MAX):
        tell(worker.answer(line))


def main() -> None:
    """Serve stdin and stdout, within a limit of memory."""
    ignore_interrupts()
    limit_memory(int(os.environ.get("QUIXOTRY_WORKER_BYTES", MEMORY_BYTES_MAX)))
    # Whatever the engine prints must not get between the answers.
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        serve(sys.stdin.buffer, sink, Worker(guard=ended_after))
    except BrokenPipeError:
        # Nobody is left to answer. Python would complain once more when it flushes on the way out.
        os._exit(0)


if __name__ == "__main__":
    main()
