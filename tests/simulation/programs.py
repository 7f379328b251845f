"""Workers of a world: they speak the real protocol of programs that play, and think, hang, die or answer rubbish."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from quixotry.engine.moves import Engine
from quixotry.protocol import bots as messages
from quixotry.rules.board import Board
from quixotry.rules.exchange import pass_move
from quixotry.rules.move import Accept, Move
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from tests.simulation.loop import OWNER
from tests.simulation.plan import WORDS

THINK_S = (0.05, 0.6)
START_S = (0.1, 0.5)
SLOW_START_S = (3.0, 8.0)
LATE_S = (0.1, 4.0)
"""After the deadline."""


@lru_cache(maxsize=32)
def engine_for(ruleset: Ruleset) -> Engine:
    return Engine(ruleset, WORDS)


def best_play(ruleset: Ruleset, board: Board, rack: Tiles) -> Move | None:
    found = engine_for(ruleset).best_play(board, rack)
    return None if found is None else found.move


class Program:
    """A subprocess as asyncio shows one: the transport of itself and of its input."""

    def __init__(
        self, pipes: Any, chance: random.Random, faults: Callable[[], str], asked: Callable[[], None]
    ) -> None:
        self._pipes, self._chance, self._faults, self._asked = pipes, chance, faults, asked
        self._loop = asyncio.get_running_loop()
        self._ruleset: Ruleset | None = None
        self._is_dead = False
        self._owner = OWNER.get()

    # Its input

    def get_pipe_transport(self, fd: int) -> Program:
        assert fd == 0
        return self

    def write(self, line: bytes) -> None:
        request = messages.decode_request(line)
        delay_s = self._chance.uniform(0.001, 0.02)
        if isinstance(request, messages.Hello):
            slow = self._faults() == "slow start"
            self._answer(
                self._chance.uniform(*(SLOW_START_S if slow else START_S)),
                messages.Introduction(messages.PROTOCOL, "simulated"),
            )
        elif isinstance(request, messages.NewGame):
            self._ruleset = messages.read_ruleset(request)
            self._answer(delay_s, messages.Ready())
        elif isinstance(request, messages.YourTurn):
            self._choose(request)

    def _choose(self, request: messages.YourTurn) -> None:
        assert self._ruleset is not None
        self._asked()
        view = messages.read_view(request.view, self._ruleset)
        assert view.rack is not None
        move: Move | None = Accept() if view.pending is not None else None
        move = move or best_play(self._ruleset, view.board, view.rack) or pass_move(self._ruleset)
        think_s, fault = self._chance.uniform(*THINK_S), self._faults()
        if fault == "die":
            self._loop.call_later(think_s, self._die)
        elif fault == "late":
            late_s = request.deadline_ms / 1000 + self._chance.uniform(*LATE_S)
            self._answer(late_s, messages.chosen(move, self._ruleset))
        elif fault == "rubbish":
            self._loop.call_later(think_s, self._say, b'{"move": "PLEASE"}\n')
        elif fault != "hang":
            self._answer(think_s, messages.chosen(move, self._ruleset))

    def _answer(self, delay_s: float, answer: messages.AnyAnswer) -> None:
        self._loop.call_later(delay_s, self._say, messages.encode_line(answer))

    def _say(self, line: bytes) -> None:
        if not self._is_dead and not (self._owner is not None and self._owner.is_dead):
            self._pipes.pipe_data_received(1, line)

    def _die(self) -> None:
        if not self._is_dead:
            self._is_dead = True
            self._pipes.pipe_connection_lost(1, None)
            self._pipes.process_exited()

    # Itself

    def get_pid(self) -> int:
        return 1

    def get_returncode(self) -> int | None:
        return 1 if self._is_dead else None

    def kill(self) -> None:
        if self._is_dead:
            raise ProcessLookupError
        self._loop.call_soon(self._die)

    def close(self) -> None:
        """Its input is closed: it is not minded."""
