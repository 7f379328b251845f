"""Several searches at work side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import TypeVar

from quixotry.engine.open_game import OpenGame

T = TypeVar("T")


class Crew:
    """Games that work side by side, one thread each."""

    def __init__(self, games: Sequence[OpenGame]) -> None:
        self._free: SimpleQueue[OpenGame] = SimpleQueue()
        for game in games:
            self._free.put(game)
        self._pool = ThreadPoolExecutor(len(games)) if len(games) > 1 else None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def run(self, work: Callable[[OpenGame, T], None], tasks: Sequence[T]) -> None:
        """Have all tasks done, each by the next game that is free."""

        def do(task: T) -> None:
            game = self._free.get()
            try:
                work(game, task)
            finally:
                self._free.put(game)

        for _ in (self._pool.map if self._pool is not None else map)(do, tasks):
            pass
