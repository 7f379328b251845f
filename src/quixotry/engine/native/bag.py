"""A bag whose draws follow from a seed, by splitmix64.

Games between people draw by fair/draws.py instead, which can be proved fair but is a hundred times slower.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from quixotry.lexicon.cdefs import SPLITMIX_STEP, Array, cint, native, splitmix, uint8_t, uint32_t, uint64_t


@native
class Bag:
    """All tiles of a set, and those still in the bag."""

    whole: Array[uint8_t, Literal[1024]]
    whole_count: cint
    tiles: Array[uint8_t, Literal[1024]]
    count: cint
    state: uint64_t

    def __init__(self, tiles: Iterable[int]) -> None:
        self.whole_count = self.count = 0
        for tile in tiles:
            self.whole[self.whole_count] = tile
            self.whole_count += 1

    @native
    def refill(self, seed: uint64_t) -> None:
        """All tiles are in it again, and what will be drawn follows from the seed."""
        i: cint
        self.state = seed
        self.below(2)
        self.state ^= seed << 1
        self.count = self.whole_count
        for i in range(self.whole_count):
            self.tiles[i] = self.whole[i]

    @native
    def below(self, limit: uint32_t) -> uint32_t:
        """An even choice among `limit` (to one part in four thousand million)."""
        self.state += SPLITMIX_STEP
        return ((splitmix(self.state) >> 32) * limit) >> 32

    @native
    def draw(self) -> cint:
        """A tile out of the bag."""
        place: uint32_t = self.below(self.count)
        tile: cint = self.tiles[place]
        self.count -= 1
        self.tiles[place] = self.tiles[self.count]
        return tile

    @native
    def put(self, tile: cint) -> None:
        """A tile into the bag."""
        self.tiles[self.count] = tile
        self.count += 1
