"""Every legal play of a position, with score and equity.

Plays are of two kinds, and each is found once, by the way that is cheapest for it.

*Through* plays use tiles that lie in their line. Each belongs to the leftmost run of tiles it uses: from
that run the graph is read leftwards over the squares up to the run before, then turned and read rightwards
over whatever comes. Starting from fixed letters prunes most of the graph at once.

*Beside* plays use no tile of their line, only words of the rack that touch tiles across it. They are found
for all lines of an orientation at once: a word is spelt from the left while a bit for every square of every
line says whether it may still start there; laying one more letter is a shift and an `and`.

The rack is a mask of kept tiles. Equal tiles are laid lowest bit first, so that equal leaves have equal masks
and `leave` is one look-up. Equity is in thousandths of a point.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.engine.grid import Grid
    from cython.cimports.quixotry.engine.leaves import Leaves
    from cython.cimports.quixotry.lexicon.bits import (
        ONE,
        ctz,
        free,
        int32_t,
        memcpy,
        memset,
        popcount,
        regrown,
        uint8_t,
        uint32_t,
        uint64_t,
    )
else:
    from quixotry.engine.grid import Grid
    from quixotry.engine.leaves import Leaves
    from quixotry.lexicon.bits import ONE, ctz, popcount, uint32_t, uint64_t

RACK_MAX = 10


@cython.cclass
class Generator(Grid):
    """A position being searched: a board, a rack, and the plays found. One thread owns it."""

    def __init__(self, ruleset, graph):
        Grid.__init__(self, ruleset, graph)
        if not cython.compiled:
            self.tile, self.copies = [0] * 16, [0] * 64
            self.held, self.canonical, self.leave = [0] * 1024, [0] * 1024, [0] * 1024
            self.equity, self.score, self.where, self.strips = [], [], [], []
            self.strip, self.word = [0] * 1088, [0] * 32
            self.live, self.valid, self.reach = [0] * 288, [0] * 288, [0] * 288
        self.size = 0
        self.count = self.room = 0
        self.failed = False
        self.full = self.blanks = 0

    def __dealloc__(self):
        if cython.compiled:
            free(self.equity)
            free(self.score)
            free(self.where)
            free(self.strips)

    def set_rack(self, tiles):
        """Take a rack: tile numbers in any order, 0 the blank. Leaves are worth 0 until `set_leaves`."""
        tiles = sorted(tiles, key=lambda tile: (tile == 0, tile))
        if len(tiles) > RACK_MAX:
            raise ValueError(f"a rack holds at most {RACK_MAX} tiles")
        if any(not 0 <= tile <= self.letters for tile in tiles):
            raise ValueError("a tile outside the alphabet")
        self.size = len(tiles)
        for place, tile in enumerate(tiles):
            self.tile[place] = tile
        self.hold()
        for kept in range(1 << self.size):
            self.leave[kept] = 0

    def set_leaves(self, leaves):
        """Give every leave of the rack its value from a table."""
        table: Leaves = leaves
        if table.kinds != self.letters + 1:
            raise ValueError("leaves of another alphabet")
        table.fill(self.tile, self.size, self.leave)

    def set_end(self, others):
        """Leaves for an empty bag, when the others hold tiles worth `others`."""
        self.value_end(others)

    def leave_value(self, kept):
        """What a mask of kept tiles is worth, in thousandths."""
        return self.leave[kept]

    def leaves_kept(self):
        """Every different leave: (mask, tiles kept, value in thousandths)."""
        return [
            (kept, tuple(self.tile[i] for i in range(self.size) if kept >> i & 1), self.leave[kept])
            for kept in range(1 << self.size)
            if self.canonical[kept]
        ]

    def find(self):
        """Find all plays of this board and rack; returns how many."""
        if cython.compiled:
            with cython.nogil:
                self.find_all()
        else:
            self.find_all()
        if self.failed:
            raise MemoryError
        return self.count

    def found(self, index):
        """Play `index`: (start square index, down, length, cells from there on with 0 for tiles there
        already, score, equity in thousandths, kept tiles)."""
        if not 0 <= index < self.count:
            raise IndexError(index)
        where = self.where[index]
        at, length, kept = where & 0xFFF, where >> 12 & 0x1F, where >> 17
        cells = bytes([self.strips[24 * index + i] for i in range(length)])
        return (*self.described(at, cells, kept), self.score[index], self.equity[index])

    def described(self, at, cells, kept):
        """A play in plain terms: the squares and cells it lays, whether it runs down, and the tiles kept."""
        laid = []
        for i, cell in enumerate(cells):
            if cell and not self.cell[at + i]:
                there = at + i if at < 528 else self.other(at + i)
                laid.append((there // 24 * self.width + there % 24 - 1, cell))
        return tuple(laid), at >= 528, tuple(self.tile[i] for i in range(self.size) if kept >> i & 1)

    def ranked(self, limit):
        """Play numbers, best first: equity, then score, then place (across before down, top left first)."""
        some = range(self.count)
        if limit is not None and limit < self.count:
            # Most plays are out by equity alone, which is all that is looked at here.
            least = sorted([self.equity[i] for i in some])[self.count - limit]
            some = [i for i in some if self.equity[i] >= least]
        order = sorted(
            some,
            key=lambda i: (
                -self.equity[i],
                -self.score[i],
                self.where[i] & 0xFFF,
                self.where[i] >> 12 & 0x1F,
                bytes([self.strips[24 * i + k] for k in range(self.where[i] >> 12 & 0x1F)]),
            ),
        )
        return order if limit is None else order[:limit]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hold(self) -> cython.void:
        """Make the tables of the rack in `tile`, sorted, blanks last."""
        i: cython.int
        kept: uint32_t
        low: cython.int
        for i in range(64):
            self.copies[i] = 0
        self.full = (cython.cast(uint32_t, 1) << self.size) - 1
        for i in range(self.size):
            self.copies[self.tile[i]] |= cython.cast(uint32_t, 1) << i
        self.blanks = self.copies[0]
        self.held[0] = 0
        self.canonical[0] = 1
        for kept in range(1, self.full + 1):
            low = ctz(kept)
            self.held[kept] = self.held[kept & (kept - 1)]
            if self.tile[low]:
                self.held[kept] |= ONE << self.tile[low]
            # The lowest kept copy may be followed only by kept copies of the same tile.
            self.canonical[kept] = self.canonical[kept & (kept - 1)]
            if low + 1 < self.size and self.tile[low + 1] == self.tile[low] and not kept >> (low + 1) & 1:
                self.canonical[kept] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value_end(self, others: cython.int) -> cython.void:
        """With an empty bag: going out wins the others' tiles twice over, as settling up moves them; staying
        in is likely to cost one's own, and eight points more for the turn it gives away."""
        kept: uint32_t
        i: cython.int
        own: cython.int
        self.leave[0] = 2000 * others
        for kept in range(1, self.full + 1):
            own = 0
            for i in range(self.size):
                if kept >> i & 1:
                    own += self.face[self.tile[i]] if self.tile[i] else self.face[129]
            self.leave[kept] = -2000 * own - 8000

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow(self) -> cython.bint:
        """Twice the room for plays; False when there is no memory, and then `failed` says so."""
        more: cython.size_t = 2 * self.room if self.room else 4096
        if cython.compiled:
            equity: cython.p_void = regrown(self.equity, self.room * 4, more * 4)
            if equity:
                self.equity = cython.cast(cython.pointer(int32_t), equity)
            score: cython.p_void = regrown(self.score, self.room * 4, more * 4)
            if score:
                self.score = cython.cast(cython.pointer(int32_t), score)
            where: cython.p_void = regrown(self.where, self.room * 4, more * 4)
            if where:
                self.where = cython.cast(cython.pointer(uint32_t), where)
            strips: cython.p_void = regrown(self.strips, self.room * 24, more * 24)
            if strips:
                self.strips = cython.cast(cython.pointer(uint8_t), strips)
            if not (equity and score and where and strips):
                self.failed = True
                return False
        else:
            grown = more - self.room
            self.equity += [0] * grown
            self.score += [0] * grown
            self.where += [0] * grown
            self.strips += [0] * (grown * 24)
        self.room = more
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def record(
        self, start: cython.int, length: cython.int, kept: uint32_t, points: cython.int
    ) -> cython.void:
        if length > self.longest or length < self.shortest:
            return
        if self.count == self.room and not self.grow():
            return
        at: cython.size_t = self.count
        points += self.bonus[self.size - popcount(kept)]
        self.score[at] = points
        self.equity[at] = points * 1000 + self.leave[kept]
        self.where[at] = start | length << 12 | kept << 17
        if cython.compiled:
            memcpy(self.strips + at * 24, cython.address(self.strip[start]), 24)
        else:
            self.strips[at * 24 : at * 24 + 24] = self.strip[start : start + 24]
        self.count = at + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_all(self) -> cython.void:
        self.count = 0
        if self.size:
            self.wipe()
            self.find_through(0)
            self.find_beside(0)
            self.find_through(1)
            self.find_beside(1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def wipe(self) -> cython.void:
        """A clean strip: squares with tiles stay 0 in it for the whole search."""
        if cython.compiled:
            memset(self.strip, 0, 1088)
        else:
            self.strip = [0] * 1088

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_through(self, turn: cython.int) -> cython.void:
        """Plays of one orientation that use tiles of their line."""
        line: cython.int
        tiles: uint32_t
        first: cython.int
        last: cython.int
        before: cython.int
        base: cython.int
        face: cython.int
        i: cython.int
        node: uint32_t
        mask: uint64_t
        self.turn = turn
        for line in range(self.lines[turn]):
            tiles = self.tile_bits[turn * 24 + line]
            base = turn * 528 + line * 24 + 1
            before = -2
            while tiles:
                first = ctz(tiles)
                last = first
                while tiles >> (last + 1) & 1:
                    last += 1
                tiles &= ~((cython.cast(uint32_t, 2) << last) - 1)
                node = self.graph.back
                face = 0
                for i in range(last, first - 1, -1):
                    node = self.graph.arc(node, self.cell[base + i] & 127) >> 1
                    if not node:
                        break
                    face += self.face[self.cell[base + i]]
                if node:
                    self.run_last = base + last
                    self.right = base + last + 1
                    mask = self.graph.mask(node)
                    # One square stays free after the run before, or else that run would be the leftmost.
                    self.go_left(node, mask, base + first - 1, first - before - 2, self.full, face, 1, 0)
                before = last

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def go_left(
        self,
        node: uint32_t,
        mask: uint64_t,
        at: cython.int,
        room: cython.int,
        kept: uint32_t,
        main: cython.int,
        times: cython.int,
        cross: cython.int,
    ) -> cython.void:
        """Lay tiles leftwards from `at`, and turn round to the right of the run from each place reached."""
        child: uint32_t
        bit: uint64_t
        arc: uint32_t
        own: uint32_t
        after: uint32_t
        letter: cython.int
        points: cython.int
        new_main: cython.int
        new_cross: cython.int
        new_times: cython.int
        usable: uint64_t = self.held[kept]
        below: uint64_t
        if kept & self.blanks:
            usable = self.every
        if mask & 1:
            child = self.nodes[node + 2] >> 1
            below = self.nodes[child] | cython.cast(uint64_t, self.nodes[child + 1]) << 32
            if below & self.fits[self.right] & usable:
                self.go_right(child, below, self.right, at + 1, kept, main, times, cross)
        if room == 0:
            return
        letters: uint64_t = mask & self.fits[at] & usable
        new_times = times * self.word_times[at]
        while letters:
            letter = ctz(letters)
            bit = letters & (~letters + 1)
            letters ^= bit
            arc = self.nodes[node + 2 + popcount(mask & (bit - 1))]
            child = arc >> 1
            below = self.nodes[child] | cython.cast(uint64_t, self.nodes[child + 1]) << 32
            own = kept & self.copies[letter]
            if own:
                after = kept ^ (own & (~own + 1))
                self.strip[at] = letter
                points = self.face[letter]
                new_main = main + points * self.letter_times[at]
                new_cross = cross + self.cross_base[at] + points * self.cross_times[at]
                if arc & 1 and not (kept == self.full and self.turn and self.crossed[at]):
                    self.record(at, self.run_last - at + 1, after, new_main * new_times + new_cross)
                if after and below:
                    self.go_left(child, below, at - 1, room - 1, after, new_main, new_times, new_cross)
            own = kept & self.blanks
            if own:
                after = kept ^ (own & (~own + 1))
                self.strip[at] = letter | 128
                points = self.face[letter | 128]
                new_main = main + points * self.letter_times[at]
                new_cross = cross + self.cross_base[at] + points * self.cross_times[at]
                if arc & 1 and not (kept == self.full and self.turn and self.crossed[at]):
                    self.record(at, self.run_last - at + 1, after, new_main * new_times + new_cross)
                if after and below:
                    self.go_left(child, below, at - 1, room - 1, after, new_main, new_times, new_cross)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def go_right(
        self,
        node: uint32_t,
        mask: uint64_t,
        at: cython.int,
        start: cython.int,
        kept: uint32_t,
        main: cython.int,
        times: cython.int,
        cross: cython.int,
    ) -> cython.void:
        """Lay tiles rightwards from the empty square `at`, reading whatever lies in the way."""
        child: uint32_t
        bit: uint64_t
        arc: uint32_t
        own: uint32_t
        after: uint32_t
        letter: cython.int
        points: cython.int
        beyond: cython.int
        through: cython.int
        new_main: cython.int
        new_cross: cython.int
        below: uint64_t
        usable: uint64_t = self.held[kept]
        if kept & self.blanks:
            usable = self.every
        letters: uint64_t = mask & self.fits[at] & usable
        new_times: cython.int = times * self.word_times[at]
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
            child = arc >> 1
            below = (self.nodes[child] | cython.cast(uint64_t, self.nodes[child + 1]) << 32) & self.fits[
                beyond
            ]
            own = kept & self.copies[letter]
            if own:
                after = kept ^ (own & (~own + 1))
                self.strip[at] = letter
                points = self.face[letter]
                new_main = through + points * self.letter_times[at]
                new_cross = cross + self.cross_base[at] + points * self.cross_times[at]
                if arc & 1 and not (kept == self.full and self.turn and self.crossed[at]):
                    self.record(start, beyond - start, after, new_main * new_times + new_cross)
                if after and (below & self.held[after] or (below and after & self.blanks)):
                    self.go_right(
                        child,
                        self.nodes[child] | cython.cast(uint64_t, self.nodes[child + 1]) << 32,
                        beyond,
                        start,
                        after,
                        new_main,
                        new_times,
                        new_cross,
                    )
            own = kept & self.blanks
            if own:
                after = kept ^ (own & (~own + 1))
                self.strip[at] = letter | 128
                points = self.face[letter | 128]
                new_main = through + points * self.letter_times[at]
                new_cross = cross + self.cross_base[at] + points * self.cross_times[at]
                if arc & 1 and not (kept == self.full and self.turn and self.crossed[at]):
                    self.record(start, beyond - start, after, new_main * new_times + new_cross)
                if after and (below & self.held[after] or (below and after & self.blanks)):
                    self.go_right(
                        child,
                        self.nodes[child] | cython.cast(uint64_t, self.nodes[child + 1]) << 32,
                        beyond,
                        start,
                        after,
                        new_main,
                        new_times,
                        new_cross,
                    )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_beside(self, turn: cython.int) -> cython.void:
        """Plays of one orientation that use no tile of their line."""
        line: cython.int
        length: cython.int
        longest: cython.int = self.size if self.size < self.length[turn] else self.length[turn]
        free_run: uint32_t
        touching: uint32_t
        tiles: uint32_t
        starts: uint32_t
        some: uint32_t
        if longest > self.longest:
            longest = self.longest
        self.turn = turn
        self.wide = 16 if self.lines[turn] <= 16 else 24
        self.deepest = 0
        for length in range(12):
            for line in range(24):
                self.valid[length * 24 + line] = 0
                self.reach[length * 24 + line] = 0
        for line in range(self.lines[turn]):
            touching = 0
            free_run = self.empty_bits[turn * 24 + line]
            tiles = self.tile_bits[turn * 24 + line]
            for length in range(1, longest + 1):
                free_run &= self.empty_bits[turn * 24 + line] >> (length - 1)
                touching |= self.touch_bits[turn * 24 + line] >> (length - 1)
                if length >= 2 and length >= self.shortest:
                    starts = free_run & touching & ~(tiles << 1) & ~(tiles >> length)
                    self.valid[length * 24 + line] = starts
        for length in range(longest, 0, -1):
            some = 0
            for line in range(24):
                self.reach[length * 24 + line] = (
                    self.valid[length * 24 + line] | self.reach[(length + 1) * 24 + line]
                )
                some |= self.reach[length * 24 + line]
            if some and not self.deepest:
                self.deepest = length
        if not self.deepest:
            return
        for line in range(24):
            self.live[line] = self.reach[24 + line]
        self.spread(self.graph.forward, self.graph.mask(self.graph.forward), 0, self.full)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spread(self, node: uint32_t, mask: uint64_t, depth: cython.int, kept: uint32_t) -> cython.void:
        """One more letter of a word, on every square where what is spelt so far may still lie."""
        letters: uint64_t
        bit: uint64_t
        below: uint64_t
        arc: uint32_t
        child: uint32_t
        own: uint32_t
        after: uint32_t
        some: uint32_t
        here: cython.int
        there: cython.int
        allowed: cython.int
        letter: cython.int
        i: cython.int
        usable: uint64_t = self.held[kept]
        if kept & self.blanks:
            usable = self.every
        letters = mask & usable
        here = depth * 24
        there = here + 24
        while letters:
            letter = ctz(letters)
            bit = letters & (~letters + 1)
            letters ^= bit
            allowed = (self.turn * 64 + letter) * 24
            some = 0
            if self.wide == 16:
                for i in range(16):
                    self.live[there + i] = (
                        self.live[here + i] & (self.allow[allowed + i] >> depth) & self.reach[there + i]
                    )
                    some |= self.live[there + i]
            else:
                for i in range(24):
                    self.live[there + i] = (
                        self.live[here + i] & (self.allow[allowed + i] >> depth) & self.reach[there + i]
                    )
                    some |= self.live[there + i]
            if not some:
                continue
            arc = self.nodes[node + 2 + popcount(mask & (bit - 1))]
            child = arc >> 1
            below = self.nodes[child] | cython.cast(uint64_t, self.nodes[child + 1]) << 32
            own = kept & self.copies[letter]
            if own:
                after = kept ^ (own & (~own + 1))
                self.word[depth] = letter
                if arc & 1 and depth:
                    self.emit(depth + 1, after)
                if depth + 1 < self.deepest and (below & self.held[after] or (below and after & self.blanks)):
                    self.spread(child, below, depth + 1, after)
            own = kept & self.blanks
            if own:
                after = kept ^ (own & (~own + 1))
                self.word[depth] = letter | 128
                if arc & 1 and depth:
                    self.emit(depth + 1, after)
                if depth + 1 < self.deepest and (below & self.held[after] or (below and after & self.blanks)):
                    self.spread(child, below, depth + 1, after)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def emit(self, length: cython.int, kept: uint32_t) -> cython.void:
        """Record the word spelt at every place it may lie."""
        line: cython.int
        i: cython.int
        start: cython.int
        points: cython.int
        main: cython.int
        times: cython.int
        cross: cython.int
        starts: uint32_t
        base: cython.int = self.turn * 528 + 1
        for line in range(self.lines[self.turn]):
            starts = self.live[length * 24 + line] & self.valid[length * 24 + line]
            while starts:
                start = base + line * 24 + ctz(starts)
                starts &= starts - 1
                main = 0
                times = 1
                cross = 0
                for i in range(length):
                    self.strip[start + i] = self.word[i]
                    points = self.face[self.word[i]]
                    main += points * self.letter_times[start + i]
                    times *= self.word_times[start + i]
                    cross += self.cross_base[start + i] + points * self.cross_times[start + i]
                self.record(start, length, kept, main * times + cross)
