"""Multisets of letters played through, by number, so that what is known of one can be kept in an array."""

from __future__ import annotations

from typing import Final, Literal

from quixotry.lexicon.cdefs import Array, cint, memset, native, uint16_t, uint32_t, uint64_t

THROUGH_MAX: Final = 10240
PLACES: Final = 32768
"""Open addressing by the highest 15 bits of a multiset's code."""


@native
class ThroughLetters:
    """Numbers for multisets, which are sums of `Gaddag.codes`."""

    total: Array[uint64_t, Literal[10240]]
    place_of: Array[uint16_t, Literal[32768]]
    count: cint

    def __init__(self) -> None:
        self.clear()

    @native
    def clear(self) -> None:
        """Forget all. Number 0 is no letters at all, so that a free place needs no other sign."""
        memset(self.place_of, 0, PLACES * 2)
        self.total[0] = 0
        self.count = 1

    @native
    def number(self, total: uint64_t) -> cint:
        """The number of a multiset, or -1 when there are too many."""
        if not total:
            return 0
        place: uint32_t = total >> 49
        while self.place_of[place]:
            if self.total[self.place_of[place]] == total:
                return self.place_of[place]
            place = (place + 1) & (PLACES - 1)
        if self.count == THROUGH_MAX:
            return -1
        self.place_of[place] = self.count
        self.total[self.count] = total
        self.count += 1
        return self.count - 1
