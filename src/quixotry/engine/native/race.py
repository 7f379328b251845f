"""Which of several candidates is best, how sure that is, and which to try out next.

Candidate a has been tried with samples 0 to n-1 and nothing else, so that two candidates can be compared sample
by sample, on the same hidden tiles, as far as both have come. What is known beforehand counts like `prior`
samples. The leader is whoever is ahead; of the others the one least surely behind it is the challenger, and the
next samples go to these two. It is decided when there is little doubt left that the leader is best, or as good:
better by less than `tie` does not count.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Literal

from quixotry.lexicon.cdefs import (
    Array,
    Pointer,
    Readonly,
    View,
    cast,
    cint,
    double,
    erfc,
    free,
    native,
    size_t,
    sqrt,
    zeroed,
)


@native
class Race:
    """Candidates 0 to `arms` - 1, each with up to `room` samples."""

    arms: Readonly[cint]
    room: Readonly[cint]
    spread_weight: double
    tie: double
    noise: double
    # Of candidate a's sample i at a * room + i: its value, and the chance to win alone.
    values: Pointer[double]
    wins: Pointer[double]
    counts: Array[cint, Literal[64]]
    before: Array[double, Literal[64]]
    totals: Array[double, Literal[384]]
    prior: cint

    def __init__(self, arms: int, room: int, *, spread_weight: float, tie: float, noise: float) -> None:
        if not 0 < arms <= 64 or not 0 < room <= 1 << 20:
            raise ValueError("1 to 64 candidates, and room for some samples")
        self.arms, self.room = arms, room
        self.spread_weight, self.tie, self.noise = spread_weight, tie, noise
        self.prior = 0
        self.values = cast(Pointer[double], zeroed(arms * room * 8))
        self.wins = cast(Pointer[double], zeroed(arms * room * 8))
        if not (self.values and self.wins):
            raise MemoryError
        for arm in range(64):
            self.counts[arm] = 0
            self.before[arm] = 0
        for place in range(384):
            self.totals[place] = 0

    def __dealloc__(self) -> None:
        free(self.values)
        free(self.wins)

    def count(self, arm: int) -> int:
        """How many samples a candidate has had."""
        return self.counts[arm]

    def mean(self, arm: int, figure: int) -> float:
        """A figure's mean over a candidate's own samples."""
        return self.totals[arm * 6 + figure] / max(1, self.counts[arm])

    def set_prior(self, weight: int, values: Sequence[float]) -> None:
        """What is known beforehand: each candidate's value against the others', worth so many samples."""
        self.prior = weight
        for arm, value in enumerate(values):
            self.before[arm] = value

    def record(self, arms: array[int], figures: array[float], done: int) -> None:
        """What came of the first `done` rollouts asked for; candidates' samples come in order."""
        which: View[cint] = arms
        out: View[double] = figures
        i: cint
        place: cint
        arm: cint
        at: size_t
        total: cint = done
        for i in range(total):
            arm = which[i]
            if self.counts[arm] >= self.room:
                continue
            at = arm * self.room + self.counts[arm]
            self.wins[at] = out[6 * i]
            self.values[at] = out[6 * i] + self.spread_weight * out[6 * i + 1]
            for place in range(6):
                self.totals[arm * 6 + place] += out[6 * i + place]
            self.counts[arm] += 1

    def leader(self) -> int:
        """The candidate that is ahead."""
        best, ahead = 0, 0.0
        for arm in range(self.arms):
            value = self.estimate(arm)
            if arm == 0 or value > ahead:
                best, ahead = arm, value
        return best

    def challenger(self, leader: int) -> tuple[int, float]:
        """The candidate least surely behind the leader, and the chance that any is better than the leader."""
        found, least, doubt = -1, 1e300, 0.0
        for arm in range(self.arms):
            if arm != leader:
                behind = self.evidence(leader, arm)
                doubt += erfc(behind / 1.4142135623730951) / 2
                if behind < least:
                    found, least = arm, behind
        return found, doubt

    def order(self) -> list[int]:
        """All candidates, best first."""
        values = [self.estimate(arm) for arm in range(self.arms)]
        return sorted(range(self.arms), key=lambda arm: (-values[arm], arm))

    def win_chance(self, arm: int) -> float:
        """A candidate's mean win chance; what the luck of its own samples alone explains is taken off."""
        most = self.most()
        total: double = 0
        luck: double = 0
        i: cint
        count: cint = self.counts[arm]
        if not count:
            return 0.0
        for i in range(count):
            total += self.wins[arm * self.room + i]
            luck += self.wins[most * self.room + i]
        value = (total - luck) / count + self.mean(most, 0)
        return min(1.0, max(0.0, value))

    def error(self, arm: int) -> float:
        """The standard error of a candidate's win chance."""
        total: double = 0
        squares: double = 0
        i: cint
        count: cint = self.counts[arm]
        if not count:
            return 0.0
        for i in range(count):
            total += self.wins[arm * self.room + i]
            squares += self.wins[arm * self.room + i] * self.wins[arm * self.room + i]
        total /= count
        return sqrt(max(0.0, squares / count - total * total) / count)

    @native
    def most(self) -> cint:
        """The candidate with the most samples."""
        arm: cint
        best: cint = 0
        for arm in range(self.arms):
            if self.counts[arm] > self.counts[best]:
                best = arm
        return best

    @native
    def estimate(self, arm: cint) -> double:
        """By how much a candidate is ahead of the one with the most samples, on the samples of both."""
        most: cint = self.most()
        total: double = 0
        i: cint
        for i in range(self.counts[arm]):
            total += self.values[arm * self.room + i] - self.values[most * self.room + i]
        total += self.prior * (self.before[arm] - self.before[most])
        return total / max(1, self.prior + self.counts[arm])

    @native
    def evidence(self, leader: cint, arm: cint) -> double:
        """How many standard errors a candidate is behind the leader; no difference varies less than `noise`."""
        total: double = 0
        squares: double = 0
        ahead: double
        spread: double
        count: cint = min(self.counts[leader], self.counts[arm])
        i: cint
        if count < 2:
            return 0.0
        for i in range(count):
            ahead = self.values[leader * self.room + i] - self.values[arm * self.room + i]
            total += ahead
            squares += ahead * ahead
        spread = squares / count - total / count * (total / count)
        spread = sqrt(spread) if spread > self.noise * self.noise else self.noise
        total += self.prior * (self.before[leader] - self.before[arm])
        count += self.prior
        return (total / count + self.tie) * sqrt(count) / spread
