"""How fast one asker may have things made that stay: each asker has a bucket that fills up with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil

from quixotry.web import limits


@dataclass(eq=False)
class Pace:
    """So many at once, and as many again in each window. Two numbers an asker, however much is asked."""

    most: int
    window_s: float
    now_s: Callable[[], float] = time.monotonic
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    """What each asker has left, and when that was so; whoever asked longest ago comes first."""

    def wait_s(self, who: str) -> int:
        """Take one. 0 if there was one to take, else in how many seconds there will be."""
        now = self.now_s()
        left, at = self._left.pop(who, (float(self.most), now))
        left = min(self.most, left + (now - at) * self.most / self.window_s)
        wait = 0 if left >= 1 else ceil((1 - left) * self.window_s / self.most)
        self._left[who] = (left if wait else left - 1, now)
        # Who asked longest ago has the fullest bucket, and loses least by a new one.
        if len(self._left) > limits.ASKERS_MAX:
            self._left.popitem(last=False)
        return wait


@dataclass(frozen=True, slots=True)
class Paces:
    """For a session, and for an address: keys of sessions cost nothing to make up."""

    sessions: Pace = field(default_factory=lambda: Pace(limits.MADE_MAX, limits.MADE_WINDOW_S))
    addresses: Pace = field(default_factory=lambda: Pace(limits.MADE_BY_ADDRESS_MAX, limits.MADE_WINDOW_S))

    def wait_s(self, session: str, address: str) -> int:
        wait = self.sessions.wait_s(session) if session else 0
        return wait or self.addresses.wait_s(address)
