"""What a search already knows about positions: values or bounds, how deep they were looked at, the best move.

A bucket holds four positions and is one line of the processor's cache. A new position takes the place of one
from an earlier question, or else of the one looked at least deep.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.lexicon.bits import free, uint32_t, uint64_t, zeroed
else:
    from quixotry.lexicon.bits import uint32_t, uint64_t

WHOLE = 255
"""The depth of a value no horizon has part in; the code writes it as a literal."""
# 524288 moves values above zero; 20 bits of value, 31 of move, 2 of bound, 2 of age, 8 of depth.


@cython.final
@cython.cclass
class PositionTable:
    """A table of 4 << bits positions, 16 bytes each."""

    def __init__(self, bits):
        self.buckets = 1 << bits
        self.age = 0
        if cython.compiled:
            self.words = cython.cast(cython.pointer(uint64_t), zeroed(self.buckets * 64))
            if not self.words:
                raise MemoryError
        else:
            self.words = [0] * (self.buckets * 8)

    def __dealloc__(self):
        if cython.compiled:
            free(self.words)

    def next_question(self):
        """What is known stays known, and makes room first."""
        self.age = (self.age + 1) & 3

    def look_up(self, key):
        """(value, best move, bound, depth), or None."""
        return (self.value, self.best, self.bound, self.depth) if self.find(key) else None

    def enter(self, key, value, best, bound, depth):
        self.put(key, value, best, bound, depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, key: uint64_t) -> cython.bint:
        """Is anything known of a position? Bound 1: at least `value`; 2: at most; 3: exactly."""
        at: uint64_t = (key & (self.buckets - 1)) * 8
        word: uint64_t
        i: cython.int
        for i in range(4):
            word = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] == key and word:
                self.value = cython.cast(cython.int, word & 0xFFFFF) - 524288
                self.best = cython.cast(uint32_t, (word >> 20) & 0x7FFFFFFF)
                self.bound = (word >> 51) & 3
                self.depth = word >> 56
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(
        self,
        key: uint64_t,
        value: cython.int,
        best: uint32_t,
        bound: cython.int,
        depth: cython.int,
    ) -> cython.void:
        at: uint64_t = (key & (self.buckets - 1)) * 8
        place: uint64_t = at
        least: cython.int = 1000
        rank: cython.int
        word: uint64_t
        i: cython.int
        for i in range(4):
            word = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] == key or not word:
                place = at + 2 * i
                break
            rank = cython.cast(cython.int, word >> 56)
            if (word >> 54) & 3 == self.age:
                rank += 300
            if rank < least:
                least = rank
                place = at + 2 * i
        word = cython.cast(uint64_t, value + 524288)
        word |= cython.cast(uint64_t, best) << 20
        word |= cython.cast(uint64_t, bound) << 51
        word |= self.age << 54
        word |= cython.cast(uint64_t, depth) << 56
        self.words[place] = key
        self.words[place + 1] = word
