"""How fast computers play among themselves: at the pace of whoever watches, a move at a time if they like.

Nobody waits for such a game, so it rests while nobody watches it: a match's second game never runs ahead.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from quixotry.play.stopwatch import Now
from quixotry.protocol.server import PaceNotice

PACE_MS = 1_000
"""From one move to the next when nobody says otherwise."""


@dataclass(eq=False)
class Pace:
    now: Now
    is_watched: Callable[[], bool]
    pace_ms: int = PACE_MS
    is_paused: bool = False
    _steps: int = 0
    """Moves asked for while paused."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def notice(self) -> PaceNotice:
        return PaceNotice(self.pace_ms, self.is_paused)

    def set(self, pace_ms: int, *, is_paused: bool) -> None:
        self.pace_ms, self.is_paused, self._steps = pace_ms, is_paused, 0
        self.nudge()

    def step(self) -> None:
        """Pause, after one move more."""
        self.is_paused = True
        self._steps += 1
        self.nudge()

    def nudge(self) -> None:
        """Look again whether the next move may be shown."""
        self._changed.set()

    async def may_move(self, since_ms: int) -> bool:
        """Wait until the move after the one at `since_ms` may be shown; False when nobody watches any more."""
        while self.is_watched():
            left_ms = self.pace_ms - (self.now() - since_ms)
            if self._steps:
                self._steps -= 1
                return True
            if not self.is_paused and left_ms <= 0:
                return True
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), None if self.is_paused else left_ms / 1000)
            except TimeoutError:
                continue
        return False
