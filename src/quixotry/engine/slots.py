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
EXTRAS = 6


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
        first: cython.int = out
        touching: uint32_t = self.tile_bits[row] | self.touch_bits[row]
        start: cython.int
        place: cython.int
        laid: cython.int
        number: cython.int
        face: cython.int
        cross: cython.int
        times: cython.int
        extra: cython.int
        count: cython.int
        i: cython.int
        j: cython.int
        touches: cython.bint
        squares: uint32_t
        rest: uint32_t
        total: uint64_t
        numbered: uint64_t
        extras: int32_t[16]
        if not cython.compiled:
            extras = [0] * 16
        self.stale[row] = 0
        self.slot_count[row] = 0
        for start in range(length):
            if not touching >> start:
                break
            # What touches nothing within the tiles of a rack is no place for a play.
            if ctz(touching >> start) > self.rack_size or (start and self.cell[base + start - 1]):
                continue
            place = start
            laid = face = cross = number = count = 0
            times = 1
            touches = False
            squares = 0
            total = numbered = 0
            for i in range(10):
                extras[i] = 0
            while True:
                while self.cell[base + place]:
                    total = (total + self.graph.codes[self.cell[base + place] & 127]) & M64
                    face += self.face[self.cell[base + place]]
                    touches = True
                    place += 1
                if (
                    laid
                    and touches
                    and place - start > 1
                    and self.shortest <= place - start <= self.longest
                    and not (laid == 1 and turn and self.crossed[base + ctz(squares)])
                ):
                    if total != numbered:
                        number = self.number_through(total)
                        numbered = total
                        if number < 0:
                            return False
                    self.slots[out] = face * times + cross + self.bonus[laid]
                    self.slots[out + 1] = times
                    self.slots[out + 2] = (base + start) | (place - start) << 12 | laid << 17
                    self.slots[out + 3] = squares
                    self.slots[out + 4] = number
                    for i in range(10):
                        self.slots[out + 6 + i] = extras[i]
                    out += 16
                if (
                    place == length
                    or laid == self.rack_size
                    or place - start >= self.longest
                    or not self.fits[base + place]
                ):
                    break
                if touching >> place & 1:
                    touches = True
                cross += self.cross_base[base + place]
                squares |= cython.cast(uint32_t, 1) << place
                rest = cython.cast(uint32_t, 1) << place
                if self.word_times[base + place] != 1:
                    # A word premium changes what all letter premiums count.
                    times *= self.word_times[base + place]
                    rest = squares
                    count = 0
                    for i in range(10):
                        extras[i] = 0
                while rest:
                    i = base + ctz(rest)
                    rest &= rest - 1
                    extra = (self.letter_times[i] - 1) * times + self.cross_times[i]
                    if extra:
                        j = count
                        while j and extras[j - 1] < extra:
                            extras[j] = extras[j - 1]
                            j -= 1
                        extras[j] = extra
                        count += 1
                laid += 1
                place += 1
        self.slot_count[row] = (out - first) >> 4
        return True
