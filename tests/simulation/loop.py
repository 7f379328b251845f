"""One event loop for a whole world: time is virtual, and every chance comes from the seed.

Server processes and people are *owners*: whatever an owner's task begins belongs to it too, by a context variable.
Each has its own order of what is ready, as asyncio promises; which owner comes next is drawn. Nothing waits for a real
clock: when nobody has anything to do, time jumps to the next timer.
"""

from __future__ import annotations

import asyncio
import heapq
import random
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any

STEPS_MAX = 400_000
"""A world that is not through by then turns in circles."""


class Owner:
    """A server process or a person: something that can be ended all at once."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_dead = False
        self.tasks: list[asyncio.Task[Any]] = []
        self.context = copy_context()
        self.context.run(OWNER.set, self)


OWNER: ContextVar[Owner | None] = ContextVar("owner", default=None)


class TurnsInCircles(Exception):
    """More steps than any story needs."""


class SimulatedLoop(asyncio.BaseEventLoop):
    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance, self._now_s, self._steps = chance, 0.0, 0
        self._inner: Any = self
        """Where asyncio's base class keeps what is ready and what is scheduled."""
        self.set_task_factory(_owned_task)  # type: ignore[arg-type]
        self.start_program: Callable[[Callable[[], Any]], Any] | None = None

    def time(self) -> float:
        return self._now_s

    def _write_to_self(self) -> None:
        """Nobody sleeps who would have to be woken."""

    async def subprocess_exec(self, protocol_factory: Any, *_: Any, **__: Any) -> Any:
        """No process is started: the world has programs of its own."""
        assert self.start_program is not None
        return self.start_program(protocol_factory)

    def _run_once(self) -> None:
        self._steps += 1
        if self._steps > STEPS_MAX:
            raise TurnsInCircles
        ready: deque[Any] = self._inner._ready
        timers: list[Any] = self._inner._scheduled
        while timers and timers[0]._cancelled:
            heapq.heappop(timers)._scheduled = False
        if not ready and timers:
            self._now_s = max(self._now_s, timers[0]._when)
        while timers and timers[0]._when <= self._now_s:
            timer = heapq.heappop(timers)
            timer._scheduled = False
            ready.append(timer)
        assert ready, "nothing will ever happen again"
        handle = self._next(ready)
        if not handle._cancelled:
            handle._run()

    def _next(self, ready: deque[Any]) -> Any:
        """The first of some owner's."""
        first: dict[Owner | None, int] = {}
        for place, handle in enumerate(ready):
            first.setdefault(handle._context.get(OWNER), place)
        place = 0 if len(first) == 1 else self._chance.choice(list(first.values()))
        handle = ready[place]
        del ready[place]
        return handle


def _owned_task(
    loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], context: Context | None = None
) -> asyncio.Task[Any]:
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, context=context)
    owner = OWNER.get() if context is None else context.get(OWNER)
    if owner is not None:
        owner.tasks.append(task)

        def ended(task: asyncio.Task[Any]) -> None:
            owner.tasks.remove(task)
            if owner.is_dead and not task.cancelled():
                task.exception()  # nobody is left to hear of it

        task.add_done_callback(ended)
    return task


async def unwind(owner: Owner) -> None:
    """End the tasks of an owner that is dead: by then nothing it does reaches anybody."""
    assert owner.is_dead
    for _ in range(1000):
        if not owner.tasks:
            return
        for task in list(owner.tasks):
            task.cancel()
        await asyncio.sleep(0)
    raise AssertionError(f"tasks of {owner.name} do not end: {owner.tasks}")
