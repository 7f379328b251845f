"""Which tiles of a rack to lay: its sets, and of which of them a word can be made with the letters played through.

A set of tiles is a mask of rack places. Of each: the sum of its letters' codes, its points, and the points of its tiles
as they fall, for the bounds of chooser.py. Whether a set forms a word with some letters is asked of the anagram filters
(see lexicon/graph.py) once a position, for all slots that go through the same letters.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.engine.slots import Slots
    from cython.cimports.quixotry.lexicon.bits import (
        M64,
        ONE,
        ctz,
        free,
        int32_t,
        memcpy,
        memset,
        popcount,
        uint16_t,
        uint32_t,
        uint64_t,
        zeroed,
    )
else:
    from quixotry.engine.slots import Slots
    from quixotry.lexicon.bits import M64, ONE, ctz, popcount, uint32_t, uint64_t


@cython.cclass
class TileSets(Slots):
    """Slots, and the sets of rack tiles that could be laid on them."""

    def __init__(self, ruleset, graph):
        Slots.__init__(self, ruleset, graph)
        if cython.compiled:
            self.known = cython.cast(cython.pointer(int32_t), zeroed(10240 * 16 * 8 * 4))
            self.pool = cython.cast(cython.pointer(uint16_t), zeroed(262144 * 2))
            if not (self.known and self.pool):
                raise MemoryError
        else:
            self.known, self.pool = [0] * (10240 * 16 * 8), [0] * 262144
            self.sum_of, self.value_of, self.falling = [0] * 1024, [0] * 1024, [0] * 16384
            self.by_value, self.places = [0] * 1024, [0] * 64
            self.sets, self.set_count, self.falling_all = [0] * 2816, [0] * 16, [0] * 16
            self.size_leave, self.size_value = [0] * 16, [0] * 16
        self.epoch = self.pool_used = 0

    def __dealloc__(self):
        if cython.compiled:
            free(self.known)
            free(self.pool)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forget_sets(self) -> cython.void:
        """Of no letters played through it is known any more which sets go with them."""
        if self.epoch == 2147483647:
            self.epoch = 0
            if cython.compiled:
                memset(self.known, 0, 10240 * 16 * 8 * 4)
            else:
                self.known = [0] * (10240 * 16 * 8)
        self.epoch += 1
        self.pool_used = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_sets(self) -> cython.void:
        """The sets of tiles the rack can lay, by size, each with its letters, its points and those in order."""
        used: uint32_t
        rest: uint32_t
        i: cython.int
        j: cython.int
        points: cython.int
        leave: cython.int
        order: cython.int[16]
        value: cython.int[16]
        code: uint64_t[16]
        place_bit: uint32_t[16]
        if not cython.compiled:
            order, value, code, place_bit = [0] * 16, [0] * 16, [0] * 16, [0] * 16
        for i in range(self.size):
            points = self.face[self.tile[i]] if self.tile[i] else self.face[129]
            j = i
            while j and value[order[j - 1]] < points:
                order[j] = order[j - 1]
                j -= 1
            order[j] = i
            value[i] = points
            # A blank stands for no letter of its own: code 0 is 0.
            code[i] = self.graph.codes[self.tile[i]]
        for i in range(16):
            self.set_count[i] = 0
            self.size_leave[i] = -2000000000
            self.size_value[i] = 0
            self.falling_all[i] = 0
            self.falling[i] = 0
        for i in range(self.size):
            self.places[self.tile[i]] = 0
        for i in range(self.size):
            self.falling_all[i] = value[order[i]]
            place_bit[order[i]] = cython.cast(uint32_t, 1) << i
            self.places[self.tile[order[i]]] |= place_bit[order[i]]
        self.sum_of[0] = 0
        self.value_of[0] = 0
        self.by_value[0] = 0
        for used in range(1, self.full + 1):
            i = ctz(used)
            rest = used & (used - 1)
            self.sum_of[used] = (self.sum_of[rest] + code[i]) & M64
            self.value_of[used] = self.value_of[rest] + value[i]
            self.by_value[used] = self.by_value[rest] | place_bit[i]
            # The tile worth most, then the others as they fall.
            i = order[ctz(self.by_value[used])]
            rest = used ^ (cython.cast(uint32_t, 1) << i)
            self.falling[used * 16] = value[i]
            if cython.compiled:
                memcpy(
                    cython.address(self.falling[used * 16 + 1]), cython.address(self.falling[rest * 16]), 40
                )
            else:
                self.falling[used * 16 + 1 : used * 16 + 11] = self.falling[rest * 16 : rest * 16 + 10]
            if self.canonical[self.full ^ used]:
                i = popcount(used)
                self.sets[i * 256 + self.set_count[i]] = used
                self.set_count[i] += 1
                leave = self.leave[self.full ^ used]
                if leave > self.size_leave[i]:
                    self.size_leave[i] = leave
                if self.value_of[used] > self.size_value[i]:
                    self.size_value[i] = self.value_of[used]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def known_sets(self, through: cython.int, laid: cython.int) -> cython.int:
        """Where it is noted which sets of so many tiles may form a word with these letters.

        Five numbers: in which epoch, first in `pool`, how many, the best leave, the most points."""
        entry: cython.int = (through * 16 + laid) * 8
        if self.known[entry] == self.epoch:
            return entry
        i: cython.int
        used: uint32_t
        count: cython.int = 0
        leave: cython.int = -2000000000
        value: cython.int = 0
        total: uint64_t = self.through[through]
        sum_all: uint64_t
        word: uint64_t
        want: uint64_t
        if self.pool_used > 261000:
            self.forget_sets()
        first: cython.int = self.pool_used
        none: cython.pointer(cython.const[uint64_t]) = self.graph.none
        shift: cython.int = 64 - self.graph.bits0
        rack_blanks: uint32_t = self.blanks
        for i in range(laid * 256, laid * 256 + self.set_count[laid]):
            used = self.sets[i]
            sum_all = (total + self.sum_of[used]) & M64
            want = (ONE << (sum_all & 63)) | (ONE << ((sum_all >> 6) & 63))
            if not used & rack_blanks:
                word = none[sum_all >> shift]
            elif popcount(used & rack_blanks) == 1:
                word = self.graph.one[sum_all >> (64 - self.graph.bits1)]
            else:
                word = self.graph.two[sum_all >> (64 - self.graph.bits2)]
            if not want & ~word:
                self.pool[first + count] = used
                count += 1
                if self.leave[self.full ^ used] > leave:
                    leave = self.leave[self.full ^ used]
                if self.value_of[used] > value:
                    value = self.value_of[used]
        self.pool_used += count
        self.known[entry] = self.epoch
        self.known[entry + 1] = first
        self.known[entry + 2] = count
        self.known[entry + 3] = leave
        self.known[entry + 4] = value
        return entry
