"""What a search already knows about positions: values or bounds, how deep they were looked at, the best move.

A bucket holds four positions and is one line of the processor's cache. A new position takes the place of one
from an earlier question, or else of the one looked at least deep.
"""

from __future__ import annotations

from typing import Final

from quixotry.lexicon.cdefs import Pointer, bint, cast, cint, free, native, uint32_t, uint64_t, zeroed

# An entry's second word, from the lowest bit: value, best move, bound, age, depth.
VALUE_MASK: Final = 0xFFFFF
VALUE_ZERO: Final = 524288
BEST_SHIFT: Final = 20
BEST_MASK: Final = 0x7FFFFFFF
BOUND_SHIFT: Final = 51
AGE_SHIFT: Final = 54
DEPTH_SHIFT: Final = 56
# What a value says.
AT_LEAST: Final = 1
AT_MOST: Final = 2
EXACT: Final = 3
WHOLE: Final = 255
"""The depth of a value the horizon played no part in."""


@native
class TranspositionTable:
    """A table of 4 << bits positions, 16 bytes each."""

    # Four entries per bucket, two words per entry: the key, then value | best move | bound | age | depth.
    buckets: uint64_t
    words: Pointer[uint64_t]
    age: uint64_t
    # What `find` found.
    value: cint
    bound: cint
    depth: cint
    best: uint32_t

    def __init__(self, bits: int) -> None:
        self.buckets = 1 << bits
        self.age = 0
        self.words = cast(Pointer[uint64_t], zeroed(self.buckets * 64))
        if not self.words:
            raise MemoryError

    def __dealloc__(self) -> None:
        free(self.words)

    def next_question(self) -> None:
        """What is known stays known, and makes room first."""
        self.age = (self.age + 1) & 3

    def look_up(self, key: int) -> tuple[int, int, int, int] | None:
        """(value, best move, bound, depth), or None."""
        return (self.value, self.best, self.bound, self.depth) if self.find(key) else None

    @native
    def find(self, key: uint64_t) -> bint:
        """Is anything known of a position?"""
        at: uint64_t = (key & (self.buckets - 1)) * 8
        word: uint64_t
        i: cint
        for i in range(4):
            word = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] == key and word:
                self.value = cast(cint, word & VALUE_MASK) - VALUE_ZERO
                self.best = cast(uint32_t, (word >> BEST_SHIFT) & BEST_MASK)
                self.bound = (word >> BOUND_SHIFT) & 3
                self.depth = word >> DEPTH_SHIFT
                return True
        return False

    @native
    def put(
        self,
        key: uint64_t,
        value: cint,
        best: uint32_t,
        bound: cint,
        depth: cint,
    ) -> None:
        at: uint64_t = (key & (self.buckets - 1)) * 8
        place: uint64_t = at
        least: cint = 1000
        # What does not fit is not remembered; only absurd premiums score so much.
        if value < -VALUE_ZERO or value >= VALUE_ZERO:
            return
        rank: cint
        word: uint64_t
        i: cint
        for i in range(4):
            word = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] == key or not word:
                place = at + 2 * i
                break
            rank = cast(cint, word >> DEPTH_SHIFT)
            if (word >> AGE_SHIFT) & 3 == self.age:
                rank += 300
            if rank < least:
                least = rank
                place = at + 2 * i
        word = cast(uint64_t, value + VALUE_ZERO)
        word |= cast(uint64_t, best) << BEST_SHIFT
        word |= cast(uint64_t, bound) << BOUND_SHIFT
        word |= self.age << AGE_SHIFT
        word |= cast(uint64_t, depth) << DEPTH_SHIFT
        self.words[place] = key
        self.words[place + 1] = word
