"""How fast one client may have things made that stay: a token bucket for each."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil

from quixotry.values import frozen
from quixotry.web import limits


@dataclass(eq=False)
class TokenBuckets:
    """A bucket of `most` tokens per client, filled again within each window. Two numbers per client."""

    most: int
    window_s: float
    now_s: Callable[[], float] = time.monotonic
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    """The tokens of each client, and when there were so many; whoever asked longest ago comes first."""

    def wait_s(self, client: str) -> int:
        """Take a token. 0 if there was one to take, else in how many seconds there will be."""
        now = self.now_s()
        left, at = self._left.pop(client, (float(self.most), now))
        left = min(self.most, left + (now - at) * self.most / self.window_s)
        wait = 0 if left >= 1 else ceil((1 - left) * self.window_s / self.most)
        self._left[client] = (left if wait else left - 1, now)
        # Who asked longest ago has the fullest bucket, and loses least by a new one.
        if len(self._left) > limits.CLIENTS_MAX:
            self._left.popitem(last=False)
        return wait


@frozen
class RateLimit:
    """For a session, and for an address: keys of sessions cost nothing to make up."""

    sessions: TokenBuckets = field(
        default_factory=lambda: TokenBuckets(limits.MADE_MAX, limits.MADE_WINDOW_S)
    )
    addresses: TokenBuckets = field(
        default_factory=lambda: TokenBuckets(limits.MADE_BY_ADDRESS_MAX, limits.MADE_WINDOW_S)
    )

    days: TokenBuckets = field(default_factory=lambda: TokenBuckets(limits.MADE_A_DAY_MAX, limits.DAY_S))
    """Of addresses."""

    def wait_s(self, session: str, address: str) -> int:
        wait = self.sessions.wait_s(session) if session else 0
        return wait or self.addresses.wait_s(address) or self.days.wait_s(address)
