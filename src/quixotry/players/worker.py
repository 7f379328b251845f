"""Our own computers as a program that plays: reads requests from stdin, answers on stdout, until there are no more.

    python -m quixotry.players.worker

It speaks the protocol for programs of all kinds (`protocol/bots.py`); `worker_pool` starts and ends it, and
`quixotry bot` is the same for others.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from quixotry.errors import QuixotryError
from quixotry.lexicon.catalogue import load_known
from quixotry.lexicon.errors import LexiconError
from quixotry.lexicon.wordlist import Lexicon
from quixotry.machine import ended_after, ignore_interrupts, limit_memory
from quixotry.players.champion import Champion
from quixotry.players.levels import DEFAULT_LEVEL, level_named, level_title, player_for
from quixotry.protocol import bots as messages
from quixotry.rules.ports import Player, Prepares
from quixotry.rules.ruleset import Ruleset

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
    """Answers requests. What was loaded for one game is kept for the next."""

    lexicon_of: Callable[[str], Lexicon] = load_known
    level: str = ""
    """Plays at this level, whatever a game asks for."""
    version: str = ""
    tell: Callable[[messages.Progress], None] | None = None
    """Where news of a search goes while it is under way."""
    guard: Callable[[float], AbstractContextManager[None]] = _unguarded
    """Ends the process unless the block is left in so many seconds."""
    _lexicon: Lexicon | None = None
    _lexicon_file: messages.LexiconFile | None = None
    _players: dict[str, Player] = field(default_factory=dict)
    """By level: making one anew costs a champion's whole second."""
    _game: tuple[Ruleset, Player] | None = None

    def answer(self, line: bytes) -> messages.AnyAnswer:
        """The answer to one line."""
        try:
            request = messages.decode_request(line)
            with self.guard(request.deadline_ms / 1000 + GRACE_S):
                return self._answer(request)
        except (messages.BadLine, QuixotryError) as error:
            return messages.Failure(str(error)[: messages.MESSAGE_MAX])

    def _answer(self, request: messages.AnyRequest) -> messages.AnyAnswer:
        match request:
            case messages.Hello():
                return self._introduction()
            case messages.NewGame():
                ruleset, player = messages.read_ruleset(request), self._player(request)
                if isinstance(player, Prepares):
                    player.prepare(ruleset)
                self._game = ruleset, player
                return messages.Ready()
            case messages.YourTurn():
                return self._choose(request)
            case _:
                return messages.Ready()

    def _introduction(self) -> messages.Introduction:
        name = f"Quixotry {level_title(self.level)}" if self.level else "Quixotry"
        is_quick = bool(self.level) and not level_named(self.level).searches
        return messages.Introduction(messages.PROTOCOL, name, self.version, is_quick)

    def _choose(self, request: messages.YourTurn) -> messages.Chosen:
        if self._game is None:
            raise messages.BadLine("a turn before any game")
        ruleset, player = self._game
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

    def _player(self, request: messages.NewGame) -> Player:
        if self._lexicon is None or request.lexicon != self._lexicon_file:
            self._players.clear()
            self._lexicon, self._lexicon_file = self._words(request.lexicon), request.lexicon
        level = self.level or request.level or DEFAULT_LEVEL
        if level not in self._players:
            self._players[level] = player_for(level, self._lexicon)
        return self._players[level]

    def _words(self, told: messages.LexiconFile) -> Lexicon:
        """The list with this id if it has the same words, else what the host has written down for us."""
        with suppress(LexiconError):
            known = self.lexicon_of(told.id)
            if told.file is None or told.digest == known.digest:
                return known
        if told.file is None:
            return self.lexicon_of(told.id)  # says what is wrong
        try:
            return Lexicon.of(Path(told.file).read_text("utf-8").split(), id=told.id)
        except (OSError, ValueError) as error:
            raise messages.BadLine(f"the words cannot be read: {error}") from None


def serve(source: Iterable[bytes], sink: BinaryIO, worker: Worker) -> None:
    """Have a worker answer every line of a stream."""

    def tell(message: messages.AnyAnswer) -> None:
        sink.write(messages.encode_line(message))
        sink.flush()

    worker.tell = tell
    for line in source:
        tell(worker.answer(line))


def serve_standard_streams(worker: Worker) -> None:
    """Answer on standard output what is asked on standard input, until that ends."""
    # Whatever the engine prints must not get between the answers.
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    lines = iter(lambda: sys.stdin.buffer.readline(messages.REQUEST_BYTES_MAX), b"")
    try:
        serve(lines, sink, worker)
    except BrokenPipeError:
        # Nobody is left to answer. Python would complain once more when it flushes on the way out.
        os._exit(0)


def main() -> None:
    """Serve stdin and stdout, within a limit of memory."""
    ignore_interrupts()
    limit_memory(int(os.environ.get("QUIXOTRY_WORKER_BYTES", MEMORY_BYTES_MAX)))
    serve_standard_streams(Worker(guard=ended_after))


if __name__ == "__main__":
    main()
