"""The best play, found by looking at few.

A *slot* is a place a play could take: a line, the square it starts on and how many tiles it lays; what lies
between them is then fixed too. What a slot holds of the board (points of what is played through and across,
premiums, the letters played through) changes only when its line does, so that it is kept from turn to turn.

For a slot and a set of rack tiles there is an upper bound: the tiles that are worth most on the squares that
count most, plus the leave. Slots are taken best bound first until the bound falls below the best play found;
the bound never lies below what the slot can give, so that what is left cannot win. The anagram filter (see
lexicon/graph.py) takes out beforehand the sets of tiles that form no word with the letters played through:
that is what makes the bound sharp, since most sets of seven tiles are no word at all.

Ties: higher equity, then higher score, then across before down, upper and left lines and squares first, then
the shorter word, then the lower tiles: the order of `Generator.ranked`.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.libc.stdint import int64_t
    from cython.cimports.quixotry.engine.generator import Generator
    from cython.cimports.quixotry.lexicon.bits import (
        M64,
        ONE,
        ctz,
        free,
        int32_t,
        popcount,
        uint16_t,
        uint32_t,
        uint64_t,
        zeroed,
    )
else:
    from quixotry.engine.generator import Generator
    from quixotry.lexicon.bits import M64, ONE, ctz, int64_t, popcount, uint32_t, uint64_t

# The sixteen numbers of a slot: 0 fixed points, 1 word multiplier, 2 start | length << 12 | tiles << 17,
# 3 the squares laid as bits of the line, 4 number of the letters played through, 5 how many extras follow,
# 6-15 extras: what a letter's points count on its square beyond the word multiplier, largest first.


@cython.cclass
class Chooser(Generator):
    """A generator that can also find the best play alone."""

    def __init__(self, ruleset, graph):
        Generator.__init__(self, ruleset, graph)
        self.rack_size = ruleset.rack.size
        if cython.compiled:
            self.slots = cython.cast(cython.pointer(int32_t), zeroed(48 * 210 * 16 * 4))
            self.known = cython.cast(cython.pointer(uint32_t), zeroed(10240 * 16 * 4))
            self.known_first = cython.cast(cython.pointer(int32_t), zeroed(10240 * 16 * 4))
            self.known_count = cython.cast(cython.pointer(int32_t), zeroed(10240 * 16 * 4))
            self.known_leave = cython.cast(cython.pointer(int32_t), zeroed(10240 * 16 * 4))
            self.known_value = cython.cast(cython.pointer(int32_t), zeroed(10240 * 16 * 4))
            self.pool = cython.cast(cython.pointer(uint16_t), zeroed(262144 * 2))
            self.heap = cython.cast(cython.pointer(int64_t), zeroed(65536 * 8))
            if not (
                self.slots
                and self.known
                and self.known_first
                and self.known_count
                and self.known_leave
                and self.known_value
                and self.pool
                and self.heap
            ):
                raise MemoryError
        else:
            self.slots = [0] * (48 * 210 * 16)
            self.known, self.known_first, self.known_count = [0] * 163840, [0] * 163840, [0] * 163840
            self.known_leave, self.known_value = [0] * 163840, [0] * 163840
            self.pool, self.heap = [0] * 262144, [0] * 65536
            self.slot_count = [0] * 48
            self.through, self.through_at = [0] * 10240, [0] * 32768
            self.sum_of, self.value_of, self.falling = [0] * 1024, [0] * 1024, [0] * 10240
            self.sets, self.set_count, self.falling_all = [0] * 2816, [0] * 16, [0] * 16
            self.size_leave, self.size_value, self.by_value = [0] * 16, [0] * 16, [0] * 16
            self.best_strip = [0] * 32
        self.epoch = self.best_where = 0
        self.has_best = False
        self.tried_slots = self.tried_sets = 0
        self.reset_slots()

    def __dealloc__(self):
        if cython.compiled:
            free(self.slots)
            free(self.known)
            free(self.known_first)
            free(self.known_count)
            free(self.known_leave)
            free(self.known_value)
            free(self.pool)
            free(self.heap)

    def find_best(self):
        """The best play as `found` gives it, or None."""
        if cython.compiled:
            with cython.nogil:
                self.choose_play(-2000000000)
        else:
            self.choose_play(-2000000000)
        if not self.has_best:
            return None
        where = self.best_where
        cells = bytes([self.best_strip[i] for i in range(where >> 12 & 0x1F)])
        laid = self.described(where & 0xFFF, cells, where >> 17)
        return (*laid, self.best_score, self.best_equity)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reset_slots(self) -> cython.void:
        """Forget all slots and the letters played through; every line is listed anew when next asked."""
        i: cython.int
        for i in range(32768):
            self.through_at[i] = 0
        # Number 0 is no letters at all, so that a free place in `through_at` needs no other sign.
        self.through[0] = 0
        self.through_count = 1
        for i in range(48):
            self.stale[i] = 1

    @cython.cfunc
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
        count: cython.int = 0
        start: cython.int
        place: cython.int
        laid: cython.int
        through: cython.int
        face: cython.int
        cross: cython.int
        times: cython.int
        extra: cython.int
        extras: cython.int
        i: cython.int
        j: cython.int
        touches: cython.bint
        squares: uint32_t
        total: uint64_t
        self.stale[row] = 0
        self.slot_count[row] = 0
        if not (self.tile_bits[row] | self.touch_bits[row]):
            return True
        for start in range(length):
            if start and self.cell[base + start - 1]:
                continue
            place = start
            laid = face = cross = 0
            times = 1
            touches = False
            squares = 0
            total = 0
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
                    through = self.number_through(total)
                    if through < 0:
                        return False
                    self.slots[out] = face * times + cross + self.bonus[laid]
                    self.slots[out + 1] = times
                    self.slots[out + 2] = (base + start) | (place - start) << 12 | laid << 17
                    self.slots[out + 3] = squares
                    self.slots[out + 4] = through
                    extras = 0
                    for i in range(start, place):
                        if squares >> i & 1:
                            extra = (self.letter_times[base + i] - 1) * times + self.cross_times[base + i]
                            if extra:
                                j = extras
                                while j and self.slots[out + 5 + j] < extra:
                                    self.slots[out + 6 + j] = self.slots[out + 5 + j]
                                    j -= 1
                                self.slots[out + 6 + j] = extra
                                extras += 1
                    self.slots[out + 5] = extras
                    out += 16
                    count += 1
                if (
                    place == length
                    or laid == self.rack_size
                    or place - start >= self.longest
                    or not self.fits[base + place]
                ):
                    break
                if self.touch_bits[row] >> place & 1:
                    touches = True
                cross += self.cross_base[base + place]
                times *= self.word_times[base + place]
                squares |= cython.cast(uint32_t, 1) << place
                laid += 1
                place += 1
        self.slot_count[row] = count
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_sets(self) -> cython.void:
        """The sets of tiles the rack can lay, by size, each with its letters, its points and those in order."""
        used: uint32_t
        i: cython.int
        j: cython.int
        low: cython.int
        points: cython.int
        order: cython.int[16]
        value: cython.int[16]
        if not cython.compiled:
            order, value = [0] * 16, [0] * 16
        for i in range(self.size):
            points = self.face[self.tile[i]] if self.tile[i] else self.face[129]
            j = i
            while j and value[order[j - 1]] < points:
                order[j] = order[j - 1]
                j -= 1
            order[j] = i
            value[i] = points
        for i in range(self.size + 1):
            self.set_count[i] = 0
            self.size_leave[i] = -2000000000
            self.size_value[i] = 0
        for i in range(self.size):
            self.falling_all[i] = value[order[i]]
            # A blank stands for no letter of its own; bit 63 is never a letter.
            self.by_value[i] = self.tile[order[i]] if self.tile[order[i]] else 63
        self.sum_of[0] = 0
        self.value_of[0] = 0
        for used in range(1, self.full + 1):
            low = ctz(used)
            self.sum_of[used] = self.sum_of[used & (used - 1)]
            if self.tile[low]:
                self.sum_of[used] = (self.sum_of[used] + self.graph.codes[self.tile[low]]) & M64
            self.value_of[used] = self.value_of[used & (used - 1)] + value[low]
            if self.canonical[self.full ^ used]:
                i = popcount(used)
                self.sets[i * 256 + self.set_count[i]] = used
                self.set_count[i] += 1
                if self.leave[self.full ^ used] > self.size_leave[i]:
                    self.size_leave[i] = self.leave[self.full ^ used]
                if self.value_of[used] > self.size_value[i]:
                    self.size_value[i] = self.value_of[used]
                j = 0
                for i in range(self.size):
                    if used >> order[i] & 1:
                        self.falling[used * 10 + j] = value[order[i]]
                        j += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def known_sets(self, through: cython.int, laid: cython.int) -> cython.int:
        """Where the sets of so many tiles that may form a word with these letters are kept."""
        entry: cython.int = through * 16 + laid
        if self.known[entry] == self.epoch:
            return entry
        i: cython.int
        used: uint32_t
        blanks: cython.int
        count: cython.int = 0
        leave: cython.int = -2000000000
        value: cython.int = 0
        total: uint64_t = self.through[through]
        sum_all: uint64_t
        word: uint64_t
        want: uint64_t
        first: cython.int
        if self.pool_used > 261000:
            self.epoch += 1
            self.pool_used = 0
        first = self.pool_used
        for i in range(self.set_count[laid]):
            used = self.sets[laid * 256 + i]
            sum_all = (total + self.sum_of[used]) & M64
            want = (ONE << (sum_all & 63)) | (ONE << ((sum_all >> 6) & 63))
            if used & self.blanks:
                blanks = popcount(used & self.blanks)
                if blanks == 1:
                    word = self.graph.one[sum_all >> (64 - self.graph.bits1)]
                elif blanks == 2:
                    word = self.graph.two[sum_all >> (64 - self.graph.bits2)]
                else:
                    word = want
            else:
                word = self.graph.none[sum_all >> (64 - self.graph.bits0)]
            if word & want == want:
                self.pool[first + count] = used
                count += 1
                if self.leave[self.full ^ used] > leave:
                    leave = self.leave[self.full ^ used]
                if self.value_of[used] > value:
                    value = self.value_of[used]
        self.pool_used += count
        self.known[entry] = self.epoch
        self.known_first[entry] = first
        self.known_count[entry] = count
        self.known_leave[entry] = leave
        self.known_value[entry] = value
        return entry

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose_play(self, floor: cython.int) -> cython.void:
        """Find the best play of an equity of at least `floor`."""
        row: cython.int
        i: cython.int
        j: cython.int
        slot: cython.int
        last: cython.int
        laid: cython.int
        entry: cython.int
        leave: cython.int
        value: cython.int
        bound: cython.int
        turn: cython.int
        letter: cython.int
        letters: uint64_t
        top: int64_t
        usable: uint32_t[48]
        if not cython.compiled:
            usable = [0] * 48
        self.has_best = False
        self.best_equity = floor
        self.best_score = 0
        self.heap_size = 0
        if not self.size:
            return
        if self.size > self.rack_size:
            self.rack_size = self.size
            self.reset_slots()
        self.wipe()
        self.list_sets()
        self.epoch += 1
        self.pool_used = 0
        for row in range(48):
            usable[row] = self.empty_bits[row]
        if not self.blanks:
            for row in range(48):
                usable[row] = 0
            letters = self.held[self.full]
            while letters:
                letter = ctz(letters)
                letters &= letters - 1
                for turn in range(2):
                    j = (turn * 64 + letter) * 24
                    for i in range(24):
                        usable[turn * 24 + i] |= self.allow[j + i]
        for row in range(48):
            if self.stale[row] and not self.list_slots(row):
                self.reset_slots()
                self.choose_play(floor)
                return
            slot = row * 3360
            last = slot + 16 * self.slot_count[row]
            while slot < last:
                laid = self.slots[slot + 2] >> 17
                if laid <= self.size and not self.slots[slot + 3] & ~usable[row]:
                    # Large sets are few, and whether they are words decides most: they are asked at once.
                    if self.set_count[laid] <= 8:
                        entry = self.known_sets(self.slots[slot + 4], laid)
                        leave = self.known_leave[entry]
                        value = self.known_value[entry]
                    else:
                        leave = self.size_leave[laid]
                        value = self.size_value[laid]
                    bound = self.slots[slot] + self.slots[slot + 1] * value
                    for j in range(self.slots[slot + 5]):
                        bound += self.slots[slot + 6 + j] * self.falling_all[j]
                    bound = bound * 1000 + leave
                    if leave > -2000000000 and bound >= floor:
                        self.heap[self.heap_size] = cython.cast(int64_t, bound) << 25 | (slot >> 4) << 11
                        self.heap_size += 1
                slot += 16
        for i in range(self.heap_size // 2 - 1, -1, -1):
            self.sift(i)
        while self.heap_size:
            top = self.heap[0]
            if top >> 25 < self.best_equity:
                break
            self.heap_size -= 1
            self.heap[0] = self.heap[self.heap_size]
            self.sift(0)
            slot = (top >> 11 & 0x3FFF) << 4
            if top & 1:
                self.fill_from(slot, top >> 1 & 0x3FF)
            else:
                self.open_slot(slot)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def open_slot(self, slot: cython.int) -> cython.void:
        """Bound each set of tiles for a slot by itself, and put those that may still win on the heap."""
        shape: cython.int = self.slots[slot + 2]
        start: cython.int = shape & 0xFFF
        line: cython.int = start - start % 24 + 1
        entry: cython.int = self.known_sets(self.slots[slot + 4], shape >> 17)
        squares: uint32_t = self.slots[slot + 3]
        bound: cython.int
        tighter: cython.int
        plain: cython.int = 0
        tight: cython.int = 0
        i: cython.int
        j: cython.int
        at: cython.int
        used: uint32_t
        lettered: uint64_t
        points: cython.int
        crossed_at: cython.int[12]
        crossed_extra: cython.int[12]
        if not cython.compiled:
            crossed_at, crossed_extra = [0] * 12, [0] * 12
        self.tried_slots += 1
        if not self.known_count[entry]:
            return
        while squares:
            at = line + ctz(squares)
            squares &= squares - 1
            i = (self.letter_times[at] - 1) * self.slots[slot + 1] + self.cross_times[at]
            if self.fits[at] != self.every:
                crossed_at[tight] = at
                crossed_extra[tight] = i
                tight += 1
            else:
                plain += i
        for i in range(self.known_count[entry]):
            used = self.pool[self.known_first[entry] + i]
            bound = self.slots[slot + 1] * self.value_of[used]
            tighter = bound + plain * self.falling[used * 10]
            for j in range(self.slots[slot + 5]):
                bound += self.slots[slot + 6 + j] * self.falling[used * 10 + j]
            if (bound + self.slots[slot]) * 1000 + self.leave[self.full ^ used] < self.best_equity:
                continue
            # On a square with tiles beside it, no letter counts that does not fit there.
            for j in range(tight):
                at = crossed_at[j]
                lettered = self.held[used] & self.fits[at]
                if lettered:
                    points = self.best_of(lettered)
                    # A tile set may make a blank worth more than a letter.
                    if used & self.blanks and self.face[129] > points:
                        points = self.face[129]
                    tighter += crossed_extra[j] * points
                elif used & self.blanks and self.fits[at]:
                    tighter += crossed_extra[j] * self.face[129]
                else:
                    tighter = -1000000
            if tighter < bound:
                bound = tighter
            bound = (bound + self.slots[slot]) * 1000 + self.leave[self.full ^ used]
            if tighter >= 0 and bound >= self.best_equity:
                if self.heap_size == 60000:
                    self.fill_from(slot, used)
                    continue
                at = self.heap_size
                self.heap_size += 1
                top: int64_t = cython.cast(int64_t, bound) << 25 | (slot >> 4) << 11 | used << 1 | 1
                while at and self.heap[(at - 1) >> 1] < top:
                    self.heap[at] = self.heap[(at - 1) >> 1]
                    at = (at - 1) >> 1
                self.heap[at] = top

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def best_of(self, letters: uint64_t) -> cython.int:
        """The most points of any of these letters."""
        i: cython.int
        for i in range(self.size):
            if letters >> self.by_value[i] & 1:
                return self.falling_all[i]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_from(self, slot: cython.int, used: uint32_t) -> cython.void:
        """Try to lay exactly these tiles on a slot."""
        shape: cython.int = self.slots[slot + 2]
        self.slot_start = shape & 0xFFF
        self.slot_length = shape >> 12 & 0x1F
        self.slot_end = self.slot_start + self.slot_length
        self.slot_times = self.slots[slot + 1]
        self.slot_kept = self.full ^ used
        self.tried_sets += 1
        # What a blank may stand for is asked of the filter first: mostly one or two letters are left.
        self.blank_letters = 0
        letter: cython.int
        blanks: cython.int = popcount(used & self.blanks)
        total: uint64_t
        if blanks:
            total = (self.through[self.slots[slot + 4]] + self.sum_of[used]) & M64
            for letter in range(1, self.letters + 1):
                if self.graph.may_exist((total + self.graph.codes[letter]) & M64, blanks - 1):
                    self.blank_letters |= ONE << letter
        self.fill_slot(self.graph.forward, self.slot_start, used, 0, self.bonus[shape >> 17])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sift(self, at: cython.int) -> cython.void:
        """Let a heap entry sink to its place; the largest is on top."""
        entry: int64_t = self.heap[at]
        below: cython.int = 2 * at + 1
        while below < self.heap_size:
            if below + 1 < self.heap_size and self.heap[below + 1] > self.heap[below]:
                below += 1
            if self.heap[below] <= entry:
                break
            self.heap[at] = self.heap[below]
            at = below
            below = 2 * at + 1
        self.heap[at] = entry

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_slot(
        self, node: uint32_t, at: cython.int, left: uint32_t, main: cython.int, cross: cython.int
    ) -> cython.void:
        """Every way to lay the tiles `left` on the rest of the slot, from left to right."""
        arc: uint32_t = 0
        mask: uint64_t
        bit: uint64_t
        letters: uint64_t
        own: uint32_t
        letter: cython.int
        points: cython.int
        beyond: cython.int
        through: cython.int
        while self.cell[at]:
            arc = self.graph.arc(node, self.cell[at] & 127)
            node = arc >> 1
            if not node:
                return
            main += self.face[self.cell[at]]
            at += 1
        mask = self.nodes[node] | cython.cast(uint64_t, self.nodes[node + 1]) << 32
        letters = self.held[left]
        if left & self.blanks:
            letters |= self.blank_letters
        letters &= mask & self.fits[at]
        while letters:
            letter = ctz(letters)
            bit = letters & (~letters + 1)
            letters ^= bit
            arc = self.nodes[node + 2 + popcount(mask & (bit - 1))]
            beyond = at + 1
            through = main
            while self.cell[beyond]:
                arc = self.graph.arc(arc >> 1, self.cell[beyond] & 127)
                if not arc:
                    break
                through += self.face[self.cell[beyond]]
                beyond += 1
            if not arc:
                continue
            own = left & self.copies[letter]
            if own:
                own &= ~own + 1
                points = self.face[letter]
                self.strip[at] = letter
                if beyond == self.slot_end:
                    if arc & 1:
                        self.offer(
                            (through + points * self.letter_times[at]) * self.slot_times
                            + cross
                            + self.cross_base[at]
                            + points * self.cross_times[at]
                        )
                elif arc >> 1:
                    self.fill_slot(
                        arc >> 1,
                        beyond,
                        left ^ own,
                        through + points * self.letter_times[at],
                        cross + self.cross_base[at] + points * self.cross_times[at],
                    )
            own = left & self.blanks
            if own and self.blank_letters & bit:
                own &= ~own + 1
                points = self.face[letter | 128]
                self.strip[at] = letter | 128
                if beyond == self.slot_end:
                    if arc & 1:
                        self.offer(
                            (through + points * self.letter_times[at]) * self.slot_times
                            + cross
                            + self.cross_base[at]
                            + points * self.cross_times[at]
                        )
                elif arc >> 1:
                    self.fill_slot(
                        arc >> 1,
                        beyond,
                        left ^ own,
                        through + points * self.letter_times[at],
                        cross + self.cross_base[at] + points * self.cross_times[at],
                    )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def offer(self, points: cython.int) -> cython.void:
        """A legal play of the slot and set at hand: keep it if it comes before the best so far."""
        equity: cython.int = points * 1000 + self.leave[self.slot_kept]
        if equity < self.best_equity:
            return
        place: cython.int = self.slot_start << 5 | self.slot_length
        best_place: cython.int = (self.best_where & 0xFFF) << 5 | (self.best_where >> 12 & 0x1F)
        i: cython.int
        if self.has_best and equity == self.best_equity:
            if points < self.best_score:
                return
            if points == self.best_score:
                if place > best_place:
                    return
                if place == best_place:
                    for i in range(self.slot_length):
                        if self.strip[self.slot_start + i] != self.best_strip[i]:
                            if self.strip[self.slot_start + i] > self.best_strip[i]:
                                return
                            break
        self.has_best = True
        self.best_equity = equity
        self.best_score = points
        self.best_where = self.slot_start | self.slot_length << 12 | self.slot_kept << 17
        for i in range(self.slot_length):
            self.best_strip[i] = self.strip[self.slot_start + i]
