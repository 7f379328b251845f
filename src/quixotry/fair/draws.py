"""Draw n of a game comes from SHA-256 of its secret seed and n.

Each draw picks one of the tiles in the bag, all alike: sixteen digits of the digest are taken as a number,
and one too large to divide evenly among the tiles is thrown away for the next attempt (rejection sampling),
so that no tile is ever a little more likely than another.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import count

from quixotry.rules.tiles import Tiles

_RANGE = 1 << 64


@dataclass(frozen=True, slots=True)
class SeededDraws:
    """A TileSource: the same seed gives the same tiles, wherever and whenever it is asked."""

    seed: str
    """Hexadecimal, 32 bytes for a real game."""

    def __call__(self, number: int, bag: Tiles) -> int:
        index = self.below(len(bag), number)
        for tile, there in enumerate(bag.counts):
            index -= there
            if index < 0:
                return tile
        raise AssertionError("the bag holds fewer tiles than it said")

    def below(self, limit: int, number: int) -> int:
        """An even choice among `limit` for draw `number`."""
        assert limit > 0, "nothing can be drawn from an empty bag"
        fair = _RANGE - _RANGE % limit
        for attempt in count():
            text = f"{self.seed}:{number}:{attempt}".encode()
            value = int.from_bytes(hashlib.sha256(text).digest()[:8], "big")
            if value < fair:
                return value % limit
        raise AssertionError("unreachable: attempts never end")
