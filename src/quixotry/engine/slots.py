"""The places a play could take.

A *slot* is a line, the square a play starts on and how many tiles it lays; what lies between them is then fixed
too. What a slot holds of the board (points of what is played through and across, premiums, the letters played
through) changes only when its line does, so that the slots of a line are kept from turn to turn.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.engine.generator import Generator
    from cython.cimports.quixotry.lexicon.bits import (
        M64,
        ctz,
        free,
        int32_t,
        memcpy,
        memset,
        uint32_t,
        uint64_t,
        zeroed,
    )
else:
    from quixotry.engine.generator import Generator
    from quixotry.lexicon.bits import M64, ctz, uint32_t

# The sixteen numbers of a slot, one cache line:
# 0 fixed points (through, across, bonus), 1 word multiplier, 2 start | length << 12 | tiles << 17,
# 3 the squares laid as bits of the line, 4 number of the letters played through, 5 unused,
# 6-15 extras: what a letter's points count on its square beyond the word multiplier, largest first, then 0.


@cython.cclass
class Slots(Generator):
    """A generator that also keeps the slots of every line."""

    def __init__(self, ruleset, graph):
        Generator.__init__(self, ruleset, graph)
        self.rack_size = ruleset.rack.size
        if cython.compiled:
            self.slots = cython.cast(cython.pointer(int32_t), zeroed(48 * 210 * 16 * 4))
            if not self.slots:
                raise MemoryError
        else:
            self.slots = [0] * (48 * 210 * 16)
            self.slot_count = [0] * 48
            self.through, self.through_at = [0] * 10240, [0] * 32768
        self.reset_slots()

    def __dealloc__(self):
        if cython.compiled:
            free(self.slots)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reset_slots(self) -> cython.void:
        """Forget all slots and the letters played through; every line is listed anew when next asked."""
        i: cython.int
        if cython.compiled:
            memset(self.through_at, 0, 32768 * 2)
        else:
            self.through_at = [0] * 32768
        # Number 0 is no letters at all, so that a free place in `through_at` needs no other sign.
        self.through[0] = 0
        self.through_count = 1
        for i in range(48):
            self.stale[i] = 1

    @cython.cfunc
    @cython.final
    @cython.nogil
    @cython.exceptval(check=False)
    def number_through(self, total: uint64_t) -> cython.int:
        """The number of a multiset of letters played through, or -1 when there are too many."""
        if not total:
            return 0
        place: uint32_t = total >> 49
        while self.through_at[place]:
            if self.through[self.through_at[place]] == total:
                return self.through_at[place]
            place = (place + 1) & 32767
        if self.through_count == 10240:
            return -1
        self.through_at[place] = self.through_count
        self.through[self.through_count] = total
        self.through_count += 1
        return self.through_count - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_slots(self, row: cython.int) -> cython.bint:
        """The slots of a line (down ones are rows 24 on); False when the letters have no numbers left."""
        turn: cython.int = 1 if row >= 24 else 0
        length: cython.int = self.length[turn]
        base: cython.int = turn * 528 + (row - turn * 24) * 24 + 1
        out: cython.int = row * 3360
        # The empty squares of the line by number, from 1 on; 0 stands before the line and the last behind it.
        # Of each: how many points, letters and cross points lie before it.
        square: cython.int[24]
        points: cython.int[24]
        codes: uint64_t[24]
        across: cython.int[24]
        empty: cython.int = 0
        face: cython.int = 0
        cross: cython.int = 0
        total: uint64_t = 0
        blocked: uint32_t = 0
        reached: uint32_t = 0
        special: uint32_t = 0
        first: cython.int
        last: cython.int
        laid: cython.int
        most: cython.int
        least: cython.int
        start: cython.int
        number: cython.int
        times: cython.int
        extra: cython.int
        count: cython.int
        at: cython.int
        i: cython.int
        squares: uint32_t
        rest: uint32_t
        numbered: uint64_t
        slots: cython.pointer(int32_t) = self.slots
        extras: int32_t[16]
        if not cython.compiled:
            square, points, codes, across, extras = [0] * 24, [0] * 24, [0] * 24, [0] * 24, [0] * 16
        self.stale[row] = 0
        self.slot_count[row] = 0
        if not self.tile_bits[row] | self.touch_bits[row]:
            return True
        square[0] = -1
        points[0] = across[0] = 0
        codes[0] = 0
        for i in range(length + 1):
            at = base + i
            if i < length and self.cell[at]:
                # Who lays on the square before touches this tile.
                reached |= cython.cast(uint32_t, 1) << empty
                face += self.face[self.cell[at]]
                total = (total + self.graph.codes[self.cell[at] & 127]) & M64
                continue
            empty += 1
            square[empty] = i
            points[empty] = face
            codes[empty] = total
            across[empty] = cross
            if i == length:
                break
            cross += self.cross_base[at]
            if self.touch_bits[row] >> i & 1:
                reached |= cython.cast(uint32_t, 1) << empty
            if not self.fits[at]:
                blocked |= cython.cast(uint32_t, 1) << empty
            if self.letter_times[at] != 1 or self.word_times[at] != 1 or self.cross_times[at]:
                special |= cython.cast(uint32_t, 1) << empty
        blocked |= cython.cast(uint32_t, 1) << empty
        for first in range(1, empty):
            # At most so many tiles, up to a square where nothing fits; at least so many to touch something.
            most = ctz(blocked >> first)
            if most > self.rack_size:
                most = self.rack_size
            start = square[first - 1] + 1
            if not reached >> first and start == square[first]:
                break
            least = 1 if start < square[first] else ctz(reached >> first) + 1
            times = 1
            count = number = 0
            squares = 0
            numbered = 0
            if cython.compiled:
                memset(extras, 0, 40)
            else:
                extras = [0] * 16
            for laid in range(1, most + 1):
                last = first + laid - 1
                at = base + square[last]
                squares |= cython.cast(uint32_t, 1) << square[last]
                if special >> last & 1:
                    rest = cython.cast(uint32_t, 1) << square[last]
                    if self.word_times[at] != 1:
                        # A word premium changes what all letter premiums count.
                        times *= self.word_times[at]
                        rest = squares
                        count = 0
                        if cython.compiled:
                            memset(extras, 0, 40)
                        else:
                            extras = [0] * 16
                    while rest:
                        at = base + ctz(rest)
                        rest &= rest - 1
                        extra = (self.letter_times[at] - 1) * times + self.cross_times[at]
                        if extra:
                            i = count
                            while i and extras[i - 1] < extra:
                                extras[i] = extras[i - 1]
                                i -= 1
                            extras[i] = extra
                            count += 1
                i = square[last + 1] - start
                if (
                    laid < least
                    or i < self.shortest
                    or i < 2
                    or (laid == 1 and turn and self.crossed[base + square[first]])
                ):
                    continue
                if i > self.longest:
                    break
                total = (codes[last + 1] - codes[first - 1]) & M64
                if total != numbered:
                    number = self.number_through(total)
                    numbered = total
                    if number < 0:
                        return False
                face = points[last + 1] - points[first - 1]
                cross = across[last + 1] - across[first]
                slots[out] = face * times + cross + self.bonus[laid]
                slots[out + 1] = times
                slots[out + 2] = (base + start) | i << 12 | laid << 17
                slots[out + 3] = squares
                slots[out + 4] = number
                if cython.compiled:
                    memcpy(cython.address(slots[out + 6]), extras, 40)
                else:
                    slots[out + 6 : out + 16] = extras[:10]
                out += 16
        self.slot_count[row] = (out - row * 3360) >> 4
        return True
