"""Draw n of a game comes from SHA-256 of a seed and n.

The seed is mixed from what the house and every seat gave (`agreement.py`). Games in which nobody gave anything, such as
those of the library and of versions before that, are drawn from the seed in their header.

Each draw picks one of the tiles in the bag, all equally likely: the first eight bytes of the digest are a number,
and one too large to be divided evenly among the tiles is rejected for the next attempt (rejection sampling).
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from itertools import accumulate, count

from quixotry.fair.agreement import mixed_seed
from quixotry.rules.game import GameHeader
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen

_RANGE = 1 << 64


def draws_of(header: GameHeader) -> SeededDraws:
    """Where a game's tiles come from."""
    if header.draw is None:
        return SeededDraws(header.seed)
    assert header.draw.is_complete, "nothing is drawn before every seat has given its share"
    return SeededDraws(mixed_seed(header.seed, header.draw))


@frozen
class SeededDraws:
    """A TileSource: the same seed gives the same tiles, on every machine."""

    seed: str
    """Hexadecimal, 32 bytes for a real game."""

    def __call__(self, number: int, bag: Tiles) -> int:
        return bisect_right(list(accumulate(bag.counts)), self.below(len(bag), number))

    def below(self, limit: int, number: int) -> int:
        """A uniform choice among `limit` for draw `number`."""
        assert limit > 0, "nothing can be drawn from an empty bag"
        fair = _RANGE - _RANGE % limit
        values = (self._value(number, attempt) for attempt in count())
        return next(value for value in values if value < fair) % limit

    def _value(self, number: int, attempt: int) -> int:
        text = f"{self.seed}:{number}:{attempt}".encode()
        return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")
