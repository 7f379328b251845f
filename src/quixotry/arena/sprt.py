"""When enough has been played: Wald's sequential test between two hypotheses about a difference in rating.

H0 says that the first player is `low` points stronger, H1 that it is `high` points stronger. After every pair the
log-likelihood ratio of H1 to H0 is compared with two bounds; crossing one ends the match. The ratio is the normal
approximation of the generalised test on pairs, as programs for testing chess engines use it: the variance of a
pair's result is the one that was seen.
"""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from quixotry.arena.tally import Pairing

PAIRS_LEAST = 8
"""Before this the variance that was seen says nothing."""


class Sprt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    low: float
    high: float
    alpha: float = 0.05
    """How often H1 may be accepted though H0 is true."""
    beta: float = 0.05
    """How often H0 may be accepted though H1 is true."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first H0 is accepted, above the second H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairing: Pairing) -> float:
        """The log-likelihood ratio of H1 to H0."""
        if pairing.pairs < PAIRS_LEAST:
            return 0.0
        # A variance of nothing (every pair alike) would make any difference certain: one pair is taken as
        # having come out otherwise.
        variance = max(pairing.share_variance, 1 / (16 * pairing.pairs))
        s0, s1 = (1 / (1 + 10 ** (-points / 400)) for points in (self.low, self.high))
        return pairing.pairs * (s1 - s0) * (2 * pairing.share - s0 - s1) / (2 * variance)

    def verdict(self, pairing: Pairing) -> Literal["H0", "H1"] | None:
        """What is accepted, once it is."""
        ratio, (lower, upper) = self.ratio(pairing), self.bounds
        return "H0" if ratio <= lower else "H1" if ratio >= upper else None
