"""How long a game has been played: time that passes only while somebody is there to play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quixotry.protocol.server import Clocks
from quixotry.rules.position import Position

Now = Callable[[], int]
"""Milliseconds from some fixed moment, never going back."""


@dataclass(slots=True)
class Stopwatch:
    """The game's own time. An outage costs nobody anything: it begins where the log ends."""

    now: Now
    at_ms: int
    _since: int | None = None

    def read_ms(self) -> int:
        return self.at_ms if self._since is None else self.at_ms + max(0, self.now() - self._since)

    @property
    def is_running(self) -> bool:
        return self._since is not None

    def run(self) -> None:
        if self._since is None:
            self._since = self.now()

    def pause(self) -> None:
        self.at_ms, self._since = self.read_ms(), None

    def reset(self, at_ms: int) -> None:
        """Stand still at this time."""
        self.at_ms, self._since = at_ms, None

    def clocks(self, position: Position) -> Clocks:
        """The seats' clocks: what the game has charged, and the turn that is under way."""
        clock, turn, rule = position.clock, position.turn, position.ruleset.clock
        if turn is not None:
            clock = clock.charged(turn, max(0, self.read_ms() - position.at_ms))
        left = [left_ms for seat in position.seats if (left_ms := clock.left_ms(seat, rule)) is not None]
        has_clock = len(left) == len(position.seats)
        return Clocks(clock.used_ms, left if has_clock else None, turn if self.is_running else None)
