"""Clocks as values: how long each seat has thought. Nobody here asks what time it is."""

from __future__ import annotations

from dataclasses import replace

from quixotry.rules.ruleset import ClockRule
from quixotry.values import frozen

MINUTE_MS = 60_000


@frozen
class Clock:
    used_ms: tuple[int, ...]
    """Thinking time of each seat so far."""

    def charged(self, seat: int, elapsed_ms: int) -> Clock:
        used = list(self.used_ms)
        used[seat] += elapsed_ms
        return replace(self, used_ms=tuple(used))

    def left_ms(self, seat: int, rule: ClockRule) -> int | None:
        """Time left, below zero in overtime; None when these rules have no clock."""
        return None if rule.minutes is None else rule.minutes * MINUTE_MS - self.used_ms[seat]

    def is_out(self, seat: int, rule: ClockRule) -> bool:
        """Is all the time gone, and all the overtime that there is?"""
        left_ms = self.left_ms(seat, rule)
        if left_ms is None or rule.overtime_minutes is None:
            return False
        return left_ms <= -rule.overtime_minutes * MINUTE_MS

    def penalty(self, seat: int, rule: ClockRule) -> int:
        """Points lost for every started minute of overtime."""
        left_ms = self.left_ms(seat, rule)
        if left_ms is None or left_ms >= 0:
            return 0
        return -(left_ms // MINUTE_MS) * rule.overtime_points
