"""A computer in a process of its own: reads requests from stdin, answers on stdout, until there are no more.

    python -m quixotry.players.worker

The lines it speaks are those of `worker_messages`; `worker_pool` starts and ends it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import BinaryIO

from quixotry.errors import QuixotryError
from quixotry.lexicon import load
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players import worker_messages as messages
from quixotry.players.levels import player_for
from quixotry.rules.ports import Player, Prepares

MEMORY_BYTES_MAX = 1 << 30
"""Address space of one worker."""


@dataclass
class Worker:
    """Answers requests. What was loaded for one is kept for the next."""

    lexicon_of: Callable[[str], Lexicon] = load
    _lexicon_id: str = ""
    _players: dict[str, Player] = field(default_factory=dict)
    """By level: making one anew costs a champion's whole second."""

    def answer(self, line: bytes) -> messages.Ready | messages.Chosen | messages.Failure:
        """The answer to one line."""
        try:
            request = messages.decode_request(line)
            ruleset = messages.read_ruleset(request)
            player = self._player(request)
            if isinstance(request, messages.Prepare):
                if isinstance(player, Prepares):
                    player.prepare(ruleset)
                return messages.Ready()
            view = messages.read_view(request.view, ruleset)
            return messages.chosen(player.choose(view, request.deadline_ms), ruleset)
        except (messages.BadLine, QuixotryError) as error:
            return messages.Failure(str(error))

    def _player(self, request: messages.Request) -> Player:
        if request.lexicon != self._lexicon_id:
            self._players.clear()
            self._lexicon_id = request.lexicon
        if request.level not in self._players:
            self._players[request.level] = player_for(request.level, self.lexicon_of(request.lexicon))
        return self._players[request.level]


def serve(source: BinaryIO, sink: BinaryIO, worker: Worker) -> None:
    """Have a worker answer every line of a stream."""
    while line := source.readline(messages.REQUEST_BYTES_MAX):
        sink.write(messages.encode_line(worker.answer(line)))
        sink.flush()


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        limit = int(os.environ.get("QUIXOTRY_WORKER_BYTES", MEMORY_BYTES_MAX))
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def main() -> None:
    """Serve stdin and stdout, within a limit of memory."""
    _limit_memory()
    # Whatever the engine prints must not get between the answers.
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, sink, Worker())


if __name__ == "__main__":
    main()
