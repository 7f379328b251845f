"""What a server does by itself, again and again, whether or not anybody looks.

Each chore has its own pace and waits for nobody: one that takes long, or fails because the store does not answer, holds
up no other. With several processes each does its chores, so what a chore writes must not mind being written twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from quixotry.play.ports import GameLogError
from quixotry.threads import TookTooLong
from quixotry.values import frozen

logger = logging.getLogger(__name__)


@frozen
class Chore:
    name: str
    """What is said in the log if it cannot be done."""
    every_ms: int
    """From the end of one time to the beginning of the next; the first time is at once."""
    do: Callable[[], Awaitable[None]]


@dataclass(eq=False)
class Chores:
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def begin(self, chores: Sequence[Chore]) -> None:
        self._tasks += [asyncio.ensure_future(_again_and_again(chore)) for chore in chores]

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()


async def _again_and_again(chore: Chore) -> None:
    while True:
        try:
            await chore.do()
        except (GameLogError, TookTooLong) as error:
            logger.warning("%s: the store did not answer (%s)", chore.name, error.code)
        await asyncio.sleep(chore.every_ms / 1000)
