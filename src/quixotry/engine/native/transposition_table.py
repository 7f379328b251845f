"""What a search already knows about positions: values or bounds, how deep they were looked at, the best move.

A bucket holds four positions and is one line of the processor's cache. A new position takes the place of one
from an earlier question, or else of the one looked at least deep.
"""

from __future__ import annotations

from typing import Final

from quixotry.lexicon.cdefs import (
    Pointer,
    cast,
    cint,
    free_pages,
    inline,
    load_word,
    native,
    pages,
    store_word,
    uint32_t,
    uint64_t,
)

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


@inline
def value_in(word: uint64_t) -> cint:
    """What a position is worth, or the bound of it."""
    return cast(cint, word & VALUE_MASK) - VALUE_ZERO


@inline
def best_in(word: uint64_t) -> uint32_t:
    """The tag of the best move."""
    return cast(uint32_t, (word >> BEST_SHIFT) & BEST_MASK)


@inline
def bound_in(word: uint64_t) -> cint:
    """What the value says."""
    return (word >> BOUND_SHIFT) & 3


@inline
def depth_in(word: uint64_t) -> cint:
    """How deep the position was looked at."""
    return word >> DEPTH_SHIFT


@native
class TranspositionTable:
    """A table of 4 << bits positions, 16 bytes each. Threads may share it."""

    # Four entries per bucket, two words per entry: the key xor the second word, then value | best move | bound | age |
    # depth. A thread that reads an entry while another writes it gets words that do not belong together, and with them
    # a key nobody asks for.
    buckets: uint64_t
    words: Pointer[uint64_t]
    age: uint64_t

    def __init__(self, bits: int) -> None:
        self.buckets = 1 << bits
        self.age = 0
        self.words = cast(Pointer[uint64_t], pages(self.buckets * 64))
        if not self.words:
            raise MemoryError

    def __dealloc__(self) -> None:
        free_pages(self.words, self.buckets * 64)

    def next_question(self) -> None:
        """What is known stays known, and makes room first."""
        self.age = (self.age + 1) & 3

    def look_up(self, key: int) -> tuple[int, int, int, int] | None:
        """(value, best move, bound, depth), or None."""
        word: uint64_t = self.find(key)
        return (value_in(word), best_in(word), bound_in(word), depth_in(word)) if word else None

    @native
    def find(self, key: uint64_t) -> uint64_t:
        """What is known of a position, or 0."""
        entry: Pointer[uint64_t] = self.words + (key & (self.buckets - 1)) * 8
        word: uint64_t
        i: cint
        for i in range(4):
            word = load_word(entry + 2 * i + 1)
            if word and load_word(entry + 2 * i) ^ word == key:
                return word
        return 0

    @native
    def put(
        self,
        key: uint64_t,
        value: cint,
        best: uint32_t,
        bound: cint,
        depth: cint,
    ) -> None:
        entry: Pointer[uint64_t] = self.words + (key & (self.buckets - 1)) * 8
        place: cint = 0
        least: cint = 1000
        # What does not fit is not remembered; only absurd premiums score so much.
        if value < -VALUE_ZERO or value >= VALUE_ZERO:
            return
        rank: cint
        word: uint64_t
        i: cint
        for i in range(4):
            word = load_word(entry + 2 * i + 1)
            if not word or load_word(entry + 2 * i) ^ word == key:
                place = i
                break
            rank = cast(cint, word >> DEPTH_SHIFT)
            if (word >> AGE_SHIFT) & 3 == self.age:
                rank += 300
            if rank < least:
                least = rank
                place = i
        word = cast(uint64_t, value + VALUE_ZERO)
        word |= cast(uint64_t, best) << BEST_SHIFT
        word |= cast(uint64_t, bound) << BOUND_SHIFT
        word |= self.age << AGE_SHIFT
        word |= cast(uint64_t, depth) << DEPTH_SHIFT
        store_word(entry + 2 * place, key ^ word)
        store_word(entry + 2 * place + 1, word)
