"""Several searches at work side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Condition
from typing import TypeVar

from quixotry.engine.open_game import OpenGame

T = TypeVar("T")
R = TypeVar("R")


class Crew:
    """Games that work side by side, one thread each."""

    def __init__(self, games: Sequence[OpenGame]) -> None:
        self.games = games
        self._pool = ThreadPoolExecutor(len(games) - 1) if len(games) > 1 else None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def share(
        self, take: Callable[[], T | None], work: Callable[[OpenGame, T], R], give: Callable[[T, R], None]
    ) -> None:
        """Have each game take something to do, do it and give what came of it, again and again, until there is nothing
        to take and nobody is at work who might bring more. Only `work` is done side by side."""
        turn, at_work, is_broken = Condition(), 0, False

        def do(game: OpenGame) -> None:
            nonlocal at_work
            while True:
                with turn:
                    while not is_broken and (taken := take()) is None and at_work:
                        turn.wait()
                    if is_broken or taken is None:
                        return
                    at_work += 1
                try:
                    result = work(game, taken)
                    with turn:
                        give(taken, result)
                finally:
                    with turn:
                        at_work -= 1
                        turn.notify_all()

        def do_or_stop_all(game: OpenGame) -> None:
            nonlocal is_broken
            try:
                do(game)
            except BaseException:
                is_broken = True
                for each in self.games:
                    each.cancel()
                raise

        # The first works in this thread, which would only wait otherwise.
        others = [self._pool.submit(do_or_stop_all, game) for game in self.games[1:]] if self._pool else []
        do_or_stop_all(self.games[0])
        for other in others:
            other.result()
