"""Which of several candidates is best, how sure that is, and which to try out next.

Candidate a has been tried with samples 0 to n-1 and nothing else, so that two candidates can be compared sample
by sample, on the same hidden tiles, as far as both have come. What is known beforehand counts like `prior`
samples. The leader is whoever is ahead; of the others the one least surely behind it is the challenger, and the
next samples go to these two. It is decided when there is little doubt left that the leader is best, or as good:
better by less than `tie` does not count.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.libc.math import erfc, sqrt
    from cython.cimports.quixotry.lexicon.bits import free, zeroed
else:
    from math import erfc, sqrt


@cython.final
@cython.cclass
class Race:
    """Candidates 0 to `arms` - 1, each with up to `room` samples."""

    def __init__(self, arms, room, *, spread_weight, tie, noise):
        if not 0 < arms <= 64 or not 0 < room <= 1 << 20:
            raise ValueError("1 to 64 candidates, and room for some samples")
        self.arms, self.room = arms, room
        self.spread_weight, self.tie, self.noise = spread_weight, tie, noise
        self.prior = 0
        if cython.compiled:
            self.values = cython.cast(cython.p_double, zeroed(arms * room * 8))
            self.wins = cython.cast(cython.p_double, zeroed(arms * room * 8))
            if not (self.values and self.wins):
                raise MemoryError
            for arm in range(64):
                self.counts[arm] = 0
                self.before[arm] = 0
            for place in range(384):
                self.totals[place] = 0
        else:
            self.values, self.wins = [0.0] * (arms * room), [0.0] * (arms * room)
            self.counts, self.before, self.totals = [0] * 64, [0.0] * 64, [0.0] * 384

    def __dealloc__(self):
        if cython.compiled:
            free(self.values)
            free(self.wins)

    def count(self, arm):
        """How many samples a candidate has had."""
        return self.counts[arm]

    def mean(self, arm, figure):
        """A figure's mean over a candidate's own samples."""
        return self.totals[arm * 6 + figure] / max(1, self.counts[arm])

    def set_prior(self, weight, values):
        """What is known beforehand: each candidate's value against the others', worth so many samples."""
        self.prior = weight
        for arm, value in enumerate(values):
            self.before[arm] = value

    def record(self, arms, figures, done):
        """What came of the first `done` rollouts asked for; candidates' samples come in order."""
        which: cython.int[::1] = arms
        out: cython.double[::1] = figures
        i: cython.int
        place: cython.int
        arm: cython.int
        at: cython.size_t
        total: cython.int = done
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

    def leader(self):
        """The candidate that is ahead."""
        best, ahead = 0, 0.0
        for arm in range(self.arms):
            value = self.estimate(arm)
            if arm == 0 or value > ahead:
                best, ahead = arm, value
        return best

    def challenger(self, leader):
        """The candidate least surely behind the leader, and the chance that any is better than the leader."""
        found, least, doubt = -1, 1e300, 0.0
        for arm in range(self.arms):
            if arm != leader:
                behind = self.evidence(leader, arm)
                doubt += erfc(behind / 1.4142135623730951) / 2
                if behind < least:
                    found, least = arm, behind
        return found, doubt

    def order(self):
        """All candidates, best first."""
        values = [self.estimate(arm) for arm in range(self.arms)]
        return sorted(range(self.arms), key=lambda arm: (-values[arm], arm))

    def win_chance(self, arm):
        """A candidate's mean win chance; what the luck of its own samples alone explains is taken off."""
        most = self.most()
        total: cython.double = 0
        luck: cython.double = 0
        i: cython.int
        count: cython.int = self.counts[arm]
        if not count:
            return 0.0
        for i in range(count):
            total += self.wins[arm * self.room + i]
            luck += self.wins[most * self.room + i]
        value = (total - luck) / count + self.mean(most, 0)
        return min(1.0, max(0.0, value))

    def error(self, arm):
        """The standard error of a candidate's win chance."""
        total: cython.double = 0
        squares: cython.double = 0
        i: cython.int
        count: cython.int = self.counts[arm]
        if not count:
            return 0.0
        for i in range(count):
            total += self.wins[arm * self.room + i]
            squares += self.wins[arm * self.room + i] * self.wins[arm * self.room + i]
        total /= count
        return sqrt(max(0.0, squares / count - total * total) / count)

    @cython.cfunc
    @cython.exceptval(check=False)
    def most(self) -> cython.int:
        """The candidate with the most samples."""
        arm: cython.int
        best: cython.int = 0
        for arm in range(self.arms):
            if self.counts[arm] > self.counts[best]:
                best = arm
        return best

    @cython.cfunc
    @cython.exceptval(check=False)
    def estimate(self, arm: cython.int) -> cython.double:
        """By how much a candidate is ahead of the one with the most samples, on the samples of both."""
        most: cython.int = self.most()
        total: cython.double = 0
        i: cython.int
        for i in range(self.counts[arm]):
            total += self.values[arm * self.room + i] - self.values[most * self.room + i]
        total += self.prior * (self.before[arm] - self.before[most])
        return total / max(1, self.prior + self.counts[arm])

    @cython.cfunc
    @cython.exceptval(check=False)
    def evidence(self, leader: cython.int, arm: cython.int) -> cython.double:
        """How many standard errors a candidate is behind the leader; no difference varies less than `noise`."""
        total: cython.double = 0
        squares: cython.double = 0
        ahead: cython.double
        spread: cython.double
        count: cython.int = min(self.counts[leader], self.counts[arm])
        i: cython.int
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
