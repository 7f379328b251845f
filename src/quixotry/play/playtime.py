"""How long a game has been played: time that passes only while somebody is there to play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Now = Callable[[], int]
"""Milliseconds from some fixed moment, never going back."""


@dataclass(slots=True)
class PlayTime:
    """A stopwatch over the game's own time. An outage costs nobody anything: it begins where the log ends."""

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
