"""How long a game has been played: time that passes only while somebody is there to play.

An outage costs nobody anything. A stopwatch is looked at once a second (`tick`); between two looks that are further
apart than `GAP_MS` the server slept, hung or was stopped, and what went by is not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quixotry.protocol.server import Clocks
from quixotry.rules.clock import Clock
from quixotry.rules.position import Position

Now = Callable[[], int]
"""Milliseconds from some fixed moment, never going back."""

BEAT_MS = 1_000
"""How often it is looked at, and kept: a crash loses no more than that."""
GAP_MS = 5 * BEAT_MS
"""More than this from one look to the next is no time of play."""


@dataclass(slots=True)
class Stopwatch:
    now: Now
    at_ms: int
    kept_ms: int = 0
    """What the store is known to hold."""
    _since: int | None = None

    def read_ms(self) -> int:
        passed_ms = 0 if self._since is None else self.now() - self._since
        return self.at_ms + (passed_ms if 0 < passed_ms <= GAP_MS else 0)

    @property
    def is_running(self) -> bool:
        return self._since is not None

    def run(self) -> None:
        if self._since is None:
            self._since = self.now()

    def pause(self) -> None:
        self.at_ms, self._since = self.read_ms(), None

    def tick(self) -> None:
        """Count what has gone by since the last look."""
        if self._since is not None:
            self.at_ms, self._since = self.read_ms(), self.now()

    def reset(self, at_ms: int) -> None:
        """Stand still at this time, which the store holds."""
        self.at_ms, self.kept_ms, self._since = at_ms, at_ms, None

    def keep(self, sent_ms: int, counts_ms: int) -> None:
        """The store has kept what it was sent, or says what another process counts instead."""
        self.at_ms, self.kept_ms = self.at_ms + counts_ms - sent_ms, counts_ms

    def forgive(self, least_ms: int) -> None:
        """The store does not answer, so nobody can move: what it does not hold is not counted."""
        self.at_ms = max(self.kept_ms, least_ms)
        self._since = None if self._since is None else self.now()

    def clock(self, position: Position) -> Clock:
        """The seats' clocks, with the turn that is under way."""
        if position.turn is None:
            return position.clock
        return position.clock.charged(position.turn, max(0, self.read_ms() - position.at_ms))

    def clocks(self, position: Position) -> Clocks:
        """The same as a page is told."""
        clock, rule = self.clock(position), position.ruleset.clock
        left = [left_ms for seat in position.seats if (left_ms := clock.left_ms(seat, rule)) is not None]
        has_clock = len(left) == len(position.seats)
        return Clocks(clock.used_ms, left if has_clock else None, position.turn if self.is_running else None)
