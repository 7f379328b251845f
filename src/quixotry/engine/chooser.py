"""The best play, found by looking at few.

For a slot (see slots.py) and a set of rack tiles there is an upper bound: the tiles that are worth most on the
squares that count most, plus the leave. Slots are taken best bound first until the bound falls below the best play
found; the bound never lies below what the slot can give, so that what is left cannot win. The anagram filters (see
lexicon/graph.py) take out beforehand the sets of tiles that form no word with the letters played through: that is
what makes the bound sharp, since most sets of seven tiles are no word at all. What is left is looked up in the
anagram index, and each of the few words found is held against the squares.

Ties: higher equity, then higher score, then across before down, upper and left lines and squares first, then
the shorter word, then the lower tiles: the order of `Generator.ranked`.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.engine.tile_sets import TileSets
    from cython.cimports.quixotry.lexicon.bits import (
        M32,
        M64,
        ONE,
        ctz,
        free,
        int32_t,
        memset,
        paired,
        popcount,
        uint16_t,
        uint32_t,
        uint64_t,
        zeroed,
    )
else:
    from quixotry.engine.tile_sets import TileSets
    from quixotry.lexicon.bits import M32, M64, ONE, ctz, int32_t, paired, popcount, uint32_t, uint64_t


@cython.cclass
class Chooser(TileSets):
    """A generator that can also find the best play alone."""

    def __init__(self, ruleset, graph):
        TileSets.__init__(self, ruleset, graph)
        if cython.compiled:
            self.queue_bound = cython.cast(cython.pointer(int32_t), zeroed(65536 * 4))
            self.queue_what = cython.cast(cython.pointer(uint32_t), zeroed(65536 * 4))
            self.queue_next = cython.cast(cython.pointer(uint16_t), zeroed(65536 * 2))
            if not (self.queue_bound and self.queue_what and self.queue_next):
                raise MemoryError
        else:
            self.queue_bound, self.queue_what, self.queue_next = [0] * 65536, [0] * 65536, [0] * 65536
            self.bucket = [0] * 1024
            self.wanted, self.weight = [0] * 32, [0] * 32
            self.best_strip, self.word_strip = [0] * 32, [0] * 32
        self.best_where = 0
        self.has_best = False
        self.tried_slots = self.tried_sets = 0

    def __dealloc__(self):
        if cython.compiled:
            free(self.queue_bound)
            free(self.queue_what)
            free(self.queue_next)

    def find_best(self):
        """The best play as `found` gives it, or None."""
        if cython.compiled:
            with cython.nogil:
                self.choose_play(-2000000000)
        else:
            self.choose_play(-2000000000)
        if self.failed:
            raise MemoryError
        if not self.has_best:
            return None
        where = self.best_where
        cells = bytes([self.best_strip[i] for i in range(where >> 12 & 0x1F)])
        laid = self.described(where & 0xFFF, cells, where >> 17)
        return (*laid, self.best_score, self.best_equity)

    @cython.cfunc
    @cython.final
    @cython.nogil
    @cython.exceptval(check=False)
    def push(self, bound: cython.int, what: uint32_t) -> cython.void:
        """Let a slot, or a slot with a set of tiles, wait for its turn, in a bucket of 1,024 thousandths."""
        bucket: cython.int = (bound >> 10) + 256
        if bucket < 0:
            bucket = 0
        elif bucket > 1023:
            bucket = 1023
        if bucket > self.top_bucket:
            self.top_bucket = bucket
        self.queue_size += 1
        self.queue_bound[self.queue_size] = bound
        self.queue_what[self.queue_size] = what
        self.queue_next[self.queue_size] = self.bucket[bucket]
        self.bucket[bucket] = self.queue_size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose_play(self, floor: cython.int) -> cython.void:
        """Find the best play of an equity of at least `floor`."""
        bucket: cython.int
        entry: cython.int
        self.has_best = False
        self.best_equity = floor
        self.best_score = 0
        if not self.size:
            return
        # The filters know of one and of two blanks.
        if popcount(self.blanks) > 2:
            self.choose_from_all()
            return
        if self.size > self.rack_size:
            self.rack_size = self.size
            self.reset_slots()
        self.list_sets()
        self.forget()
        if not self.bound_slots(floor):
            # No numbers were left for letters played through: begin anew, which makes all lines stale.
            self.reset_slots()
            self.forget()
            self.bound_slots(floor)
        bucket = self.top_bucket
        while bucket >= 0:
            # The best of this bucket falls short, so all the rest does.
            if bucket < 1023 and (bucket - 255) * 1024 <= self.best_equity:
                return
            while self.bucket[bucket]:
                entry = self.bucket[bucket]
                self.bucket[bucket] = self.queue_next[entry]
                if self.queue_bound[entry] >= self.best_equity:
                    if self.queue_what[entry] & 1:
                        self.fill(self.queue_what[entry] >> 11 << 4, self.queue_what[entry] >> 1 & 0x3FF)
                    else:
                        self.open_slot(self.queue_what[entry] >> 11 << 4)
            bucket -= 1

    @cython.cfunc
    @cython.final
    @cython.nogil
    @cython.exceptval(check=False)
    def forget(self) -> cython.void:
        """Nothing waits, and of no letters played through it is known which sets of tiles go with them."""
        self.forget_sets()
        self.queue_size = self.top_bucket = 0
        self.ready_slot = -1
        if cython.compiled:
            memset(self.bucket, 0, 1024 * 2)
        else:
            self.bucket = [0] * 1024

    @cython.cfunc
    @cython.final
    @cython.nogil
    @cython.exceptval(check=False)
    def bound_slots(self, floor: cython.int) -> cython.bint:
        """Put every slot that could reach `floor` into the queue; False when a line could not be listed."""
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
        letters: uint64_t
        slots: cython.pointer(int32_t) = self.slots
        usable: uint32_t[48]
        if not cython.compiled:
            usable = [0] * 48
        for row in range(48):
            usable[row] = self.empty_bits[row]
        if not self.blanks:
            for row in range(48):
                usable[row] = 0
            letters = self.held[self.full]
            while letters:
                j = ctz(letters) * 24
                letters &= letters - 1
                for i in range(24):
                    usable[i] |= self.allow[j + i]
                for i in range(24):
                    usable[24 + i] |= self.allow[1536 + j + i]
        for row in range(48):
            if self.stale[row] and not self.list_slots(row):
                return False
            slot = row * 3360
            last = slot + 16 * self.slot_count[row]
            while slot < last:
                laid = slots[slot + 2] >> 17
                if laid <= self.size and not slots[slot + 3] & ~usable[row]:
                    leave = self.size_leave[laid]
                    value = self.size_value[laid]
                    # Whether the whole rack makes a word decides most: that is asked at once.
                    if laid == self.size:
                        entry = self.known_sets(slots[slot + 4], laid)
                        leave = self.known[entry + 3]
                        value = self.known[entry + 4]
                    bound = slots[slot] + slots[slot + 1] * value
                    bound = (bound + paired(slots, slot + 6, self.falling_all, 0)) * 1000 + leave
                    if leave > -2000000000 and bound >= floor:
                        self.push(bound, slot >> 4 << 11)
                slot += 16
        return True

    @cython.cfunc
    @cython.final
    @cython.nogil
    @cython.exceptval(check=False)
    def open_slot(self, slot: cython.int) -> cython.void:
        """Bound each set of tiles for a slot by itself, and put those that may still win into the queue."""
        shape: cython.int = self.slots[slot + 2]
        start: cython.int = shape & 0xFFF
        line: cython.int = start - start % 24 + 1
        entry: cython.int = self.known_sets(self.slots[slot + 4], shape >> 17)
        squares: uint32_t = self.slots[slot + 3]
        fixed: cython.int = self.slots[slot]
        times: cython.int = self.slots[slot + 1]
        first: cython.int = self.known[entry + 1]
        bound: cython.int
        tighter: cython.int
        leave: cython.int
        plain: cython.int = 0
        tight: cython.int = -1
        i: cython.int
        j: cython.int
        at: cython.int
        used: uint32_t
        fitting: uint32_t
        letters: uint64_t
        crossed_fit: uint32_t[12]
        crossed_extra: cython.int[12]
        if not cython.compiled:
            crossed_fit, crossed_extra = [0] * 12, [0] * 12
        self.tried_slots += 1
        for i in range(first, first + self.known[entry + 2]):
            used = self.pool[i]
            leave = self.leave[self.full ^ used] + fixed * 1000
            tighter = times * self.value_of[used]
            bound = tighter + paired(self.slots, slot + 6, self.falling, used * 16)
            if bound * 1000 + leave < self.best_equity:
                continue
            if tight < 0:
                tight = 0
                while squares:
                    at = line + ctz(squares)
                    squares &= squares - 1
                    j = (self.letter_times[at] - 1) * times + self.cross_times[at]
                    if self.fits[at] == self.every:
                        plain += j
                        continue
                    # On a square with tiles beside it only what fits there counts: which places of the rack, best
                    # first; a blank always does.
                    fitting = self.places[0] if self.blanks else 0
                    letters = self.held[self.full] & self.fits[at]
                    while letters:
                        fitting |= self.places[ctz(letters)]
                        letters &= letters - 1
                    crossed_fit[tight] = fitting
                    crossed_extra[tight] = j
                    tight += 1
            tighter += plain * self.falling[used * 16]
            for j in range(tight):
                fitting = self.by_value[used] & crossed_fit[j]
                if not fitting:
                    tighter = -1000000
                    break
                tighter += crossed_extra[j] * self.falling_all[ctz(fitting)]
            if tighter < bound:
                bound = tighter
            bound = bound * 1000 + leave
            if tighter >= 0 and bound >= self.best_equity:
                if self.queue_size == 65000:
                    self.fill(slot, used)
                else:
                    self.push(bound, slot >> 4 << 11 | used << 1 | 1)

    @cython.cfunc
    @cython.final
    @cython.nogil
    @cython.exceptval(check=False)
    def ready(self, slot: cython.int) -> cython.void:
        """Write down what a word must be to fit a slot: letters allowed on each square, and what they count."""
        shape: cython.int = self.slots[slot + 2]
        times: cython.int = self.slots[slot + 1]
        i: cython.int
        at: cython.int
        self.ready_slot = slot
        self.slot_start = shape & 0xFFF
        self.slot_length = shape >> 12 & 0x1F
        self.slot_fixed = self.slots[slot]
        for i in range(self.slot_length):
            at = self.slot_start + i
            if self.cell[at]:
                self.wanted[i] = ONE << (self.cell[at] & 127)
                self.weight[i] = 0
            else:
                self.wanted[i] = self.fits[at]
                self.weight[i] = self.letter_times[at] * times + self.cross_times[at]

    @cython.cfunc
    @cython.final
    @cython.nogil
    @cython.exceptval(check=False)
    def fill(self, slot: cython.int, used: uint32_t) -> cython.void:
        """Try to lay exactly these tiles on a slot."""
        letter: cython.int
        second: cython.int
        total: uint64_t = (self.through[self.slots[slot + 4]] + self.sum_of[used]) & M64
        one_more: uint64_t
        blanks: cython.int = popcount(used & self.blanks)
        self.tried_sets += 1
        if self.ready_slot != slot:
            self.ready(slot)
        self.slot_used = used
        if not blanks:
            self.try_words(total)
            return
        # What blanks may stand for is asked of the filters: mostly a letter or two.
        for letter in range(1, self.letters + 1):
            one_more = (total + self.graph.codes[letter]) & M64
            if not self.graph.may_exist(one_more, blanks - 1):
                continue
            if blanks == 1:
                self.try_words(one_more)
                continue
            for second in range(letter, self.letters + 1):
                self.try_words((one_more + self.graph.codes[second]) & M64)

    @cython.cfunc
    @cython.final
    @cython.nogil
    @cython.exceptval(check=False)
    def try_words(self, total: uint64_t) -> cython.void:
        """Hold the words of these letters against the slot that is ready."""
        place: uint64_t = total >> (64 - self.graph.index_bits)
        entry: uint64_t = self.graph.index[place]
        at: uint32_t
        last: uint32_t
        i: cython.int
        while entry:
            at = entry & M32
            if entry >> 32 == total & M32 and self.graph.spelt[at] == self.slot_length:
                last = at + 3 + (self.graph.spelt[at + 1] | self.graph.spelt[at + 2] << 8) * self.slot_length
                at += 3
                while at < last:
                    i = 0
                    while i < self.slot_length and self.wanted[i] >> (self.graph.spelt[at + i] & 63) & 1:
                        i += 1
                    if i == self.slot_length:
                        self.lay_word(at, 0, self.slot_used, self.slot_fixed)
                    at += self.slot_length
            place = (place + 1) & ((ONE << self.graph.index_bits) - 1)
            entry = self.graph.index[place]

    @cython.cfunc
    @cython.final
    @cython.nogil
    @cython.exceptval(check=False)
    def lay_word(self, word: uint32_t, i: cython.int, left: uint32_t, points: cython.int) -> cython.void:
        """Every way to lay the tiles `left` so that the rest of a word that fits comes about."""
        letter: cython.int
        own: uint32_t
        while i < self.slot_length:
            if not self.weight[i]:
                self.word_strip[i] = 0
                i += 1
                continue
            letter = self.graph.spelt[word + i] & 63
            own = left & self.blanks
            if own:
                own &= ~own + 1
                self.word_strip[i] = letter | 128
                self.lay_word(word, i + 1, left ^ own, points + self.face[letter | 128] * self.weight[i])
            own = left & self.copies[letter]
            if not own:
                return
            own &= ~own + 1
            self.word_strip[i] = letter
            left ^= own
            points += self.face[letter] * self.weight[i]
            i += 1
        self.offer(
            self.slot_start,
            self.slot_length,
            self.full ^ self.slot_used,
            points,
        )

    @cython.cfunc
    @cython.final
    @cython.nogil
    @cython.exceptval(check=False)
    def offer(self, start: cython.int, length: cython.int, kept: uint32_t, points: cython.int) -> cython.void:
        """A legal play, its cells in `word_strip`: keep it if it comes before the best so far."""
        equity: cython.int = points * 1000 + self.leave[kept]
        if equity < self.best_equity:
            return
        place: cython.int = start << 5 | length
        best_place: cython.int = (self.best_where & 0xFFF) << 5 | (self.best_where >> 12 & 0x1F)
        i: cython.int
        if self.has_best and equity == self.best_equity:
            if points < self.best_score:
                return
            if points == self.best_score:
                if place > best_place:
                    return
                if place == best_place:
                    for i in range(length):
                        if self.word_strip[i] != self.best_strip[i]:
                            if self.word_strip[i] > self.best_strip[i]:
                                return
                            break
        self.has_best = True
        self.best_equity = equity
        self.best_score = points
        self.best_where = start | length << 12 | kept << 17
        for i in range(length):
            self.best_strip[i] = self.word_strip[i]

    @cython.cfunc
    @cython.final
    @cython.nogil
    @cython.exceptval(check=False)
    def choose_from_all(self) -> cython.void:
        """The best of all plays, each looked at; for racks with more blanks than the filters know."""
        play: cython.size_t
        i: cython.int
        length: cython.int
        self.find_all()
        for play in range(self.count):
            if self.equity[play] >= self.best_equity:
                length = self.where[play] >> 12 & 0x1F
                for i in range(length):
                    self.word_strip[i] = self.strips[play * 24 + i]
                self.offer(self.where[play] & 0xFFF, length, self.where[play] >> 17, self.score[play])
