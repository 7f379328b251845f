"""The other end of the bot protocol: what a program of ours that plays does with its standard input and output."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from quixotry.errors import QuixotryError
from quixotry.protocol import bots as messages
from quixotry.rules.move import Move
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.view import View

GRACE_S = 5
"""A program whose answer is so late ends itself: whoever should have killed it is gone."""

Tell = Callable[[messages.Progress], None]


class Sitter(Protocol):
    """Who plays."""

    def introduction(self) -> messages.Introduction: ...

    def new_game(self, request: messages.NewGame, ruleset: Ruleset) -> None:
        """Load what a game needs."""

    def choose(self, view: View, request: messages.YourTurn, tell: Tell) -> Move: ...


def _unguarded(_seconds: float) -> AbstractContextManager[None]:
    return nullcontext()


@dataclass
class BotServer:
    """Answers requests, line by line."""

    sitter: Sitter
    guard: Callable[[float], AbstractContextManager[None]] = _unguarded
    """Ends the process unless the block is left in so many seconds."""
    _ruleset: Ruleset | None = None
    """Of the game it knows of."""

    def serve(self, source: Iterable[bytes], sink: BinaryIO) -> None:
        """Answer every line of a stream."""

        def tell(message: messages.AnyAnswer) -> None:
            sink.write(messages.encode_line(message))
            sink.flush()

        for line in source:
            tell(self.answer(line, tell))

    def answer(self, line: bytes, tell: Tell = lambda _: None) -> messages.AnyAnswer:
        """The answer to one line; `tell` is where news of a search goes while it is under way."""
        try:
            request = messages.decode_request(line)
            with self.guard(request.deadline_ms / 1000 + GRACE_S):
                return self._answer(request, tell)
        except (messages.BadLine, QuixotryError) as error:
            return messages.Failure(str(error)[: messages.MESSAGE_MAX])

    def _answer(self, request: messages.AnyRequest, tell: Tell) -> messages.AnyAnswer:
        match request:
            case messages.Hello():
                return self.sitter.introduction()
            case messages.NewGame():
                ruleset = messages.read_ruleset(request)
                self.sitter.new_game(request, ruleset)
                self._ruleset = ruleset
                return messages.Ready()
            case messages.YourTurn():
                if self._ruleset is None:
                    raise messages.BadLine("a turn before any game")
                view = messages.read_view(request.view, self._ruleset)
                return messages.chosen(self.sitter.choose(view, request, tell), self._ruleset)
            case _:
                return messages.Ready()


def serve_standard_streams(server: BotServer) -> None:
    """Answer on standard output what is asked on standard input, until that ends."""
    # Whatever is printed meanwhile must not get between the answers.
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    lines = iter(lambda: sys.stdin.buffer.readline(messages.REQUEST_BYTES_MAX), b"")
    try:
        server.serve(lines, sink)
    except BrokenPipeError:
        # Nobody is left to answer. Python would complain once more when it flushes on the way out.
        os._exit(0)
