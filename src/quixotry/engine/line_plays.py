"""The plays of every line of a board, worked out once for each state of a line and each rack.

In an endgame the same lines come back all the time: a play changes a few of them, and the others have the plays
they had. So plays are kept in lists, one for each key of a line (`EndBoard.line_key`) and each rest of a rack.
A list that is missing is filtered from that of the whole rack if there is one, or else found in the graph. For
each list the best play that keeps tiles and the best that goes out are known, so that what looks best on the
whole board is found by looking at thirty lists.

Plays of a line belong to the leftmost anchor they cover: a run of tiles, or an empty square where a word runs
across. From there the graph is read leftwards over free squares, then turned and read rightwards.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.engine.end_board import EndBoard, mix
    from cython.cimports.quixotry.lexicon.bits import (
        M32,
        ONE,
        ctz,
        free,
        int32_t,
        memset,
        popcount,
        uint8_t,
        uint32_t,
        uint64_t,
        zeroed,
    )
else:
    from quixotry.engine.end_board import EndBoard, mix
    from quixotry.lexicon.bits import M32, ONE, ctz, int32_t, popcount, uint32_t, uint64_t

RACK_MAX = 10
LIST_BITS = 18
"""So many lists are kept at once, with twice as many plays in eight times as many places; when the room runs out
all are forgotten. About 50 MB, taken as it is used."""


@cython.cclass
class LinePlays(EndBoard):
    """A board, two racks, and the plays both sides have on it."""

    def __init__(self, ruleset, graph, list_bits=LIST_BITS):
        EndBoard.__init__(self, ruleset, graph)
        self.lists_made = self.lists_filtered = 0
        if not cython.compiled:
            list_bits = min(list_bits, 14)
        self.play_room, self.item_room, self.list_slots = 2 << list_bits, 8 << list_bits, 1 << list_bits
        if not cython.compiled:
            self.sizes, self.tile, self.copies, self.full = [0, 0], [0] * 32, [0] * 128, [0, 0]
            self.canonical, self.worth = [0] * 2048, [0] * 2048
            self.holds, self.mask_key = [0] * 2048, [0] * 2048
            self.plays, self.play_laid = [0] * (self.play_room * 4), [0] * (self.play_room * 16)
            self.item_play, self.item_guess = [0] * self.item_room, [0] * self.item_room
            self.item_tag, self.lists = [0] * self.item_room, [0] * (self.list_slots * 8)
            self.strip = [0] * 1088
        else:
            self.plays = cython.cast(cython.pointer(int32_t), zeroed(self.play_room * 16))
            self.play_laid = cython.cast(cython.pointer(uint8_t), zeroed(self.play_room * 16))
            self.item_play = cython.cast(cython.pointer(uint32_t), zeroed(self.item_room * 4))
            self.item_guess = cython.cast(cython.pointer(int32_t), zeroed(self.item_room * 4))
            self.item_tag = cython.cast(cython.pointer(uint32_t), zeroed(self.item_room * 4))
            self.lists = cython.cast(cython.pointer(int32_t), zeroed(self.list_slots * 32))
            if not (self.plays and self.play_laid and self.item_play and self.item_guess):
                raise MemoryError
            if not (self.item_tag and self.lists):
                raise MemoryError

    def __dealloc__(self):
        if cython.compiled:
            free(self.plays)
            free(self.play_laid)
            free(self.item_play)
            free(self.item_guess)
            free(self.item_tag)
            free(self.lists)

    def set_tiles(self, cells, own, other):
        """A board, the rack on turn (side 0) and the other one (side 1)."""
        racks = [sorted(rack, key=lambda tile: (tile == 0, tile)) for rack in (own, other)]
        if any(len(rack) > RACK_MAX for rack in racks):
            raise ValueError(f"a rack holds at most {RACK_MAX} tiles")
        if any(not 0 <= tile <= self.letters for rack in racks for tile in rack):
            raise ValueError("a tile outside the alphabet")
        wanted = 0
        for side, rack in enumerate(racks):
            self.sizes[side] = len(rack)
            for place, tile in enumerate(rack):
                self.tile[side * 16 + place] = tile
                wanted |= ONE << tile if tile else self.every
        self.set_board(cells, wanted)
        self.put_racks()
        self.forget_lists()
        self.failed = False

    def all_plays(self, side):
        """Every play of a side with its whole rack: (squares and cells laid, score, how good it looks)."""
        return [
            (self.described(play), self.plays[4 * play + 2], guess)
            for play, guess in (
                (self.item_play[item], self.item_guess[item]) for item in self._items(side, self.full[side])
            )
        ]

    def choices(self, side, rack):
        """Every play of a side with the rest of a rack, as a mask: (play, squares and cells laid, score)."""
        plays = [self.item_play[item] for item in self._items(side, rack)]
        return [(play, self.described(play), self.plays[4 * play + 2]) for play in plays]

    def _items(self, side, rack):
        found = []
        for line in range(48):
            if self.line_key[line]:
                slot = self.list_of(line, side, rack)
                found += range(self.lists[8 * slot + 2], self.lists[8 * slot + 2] + self.lists[8 * slot + 3])
        return found

    def lay_play(self, play, side, rack):
        """Lay a play of `choices`; what is then left of the rack."""
        where = self.plays[4 * play]
        laid = bytearray(self.play_laid[16 * play + i] for i in range(16))
        if cython.compiled:
            tiles: cython.uchar[::1] = laid
            self.lay(where & 0xFFF, where >> 17, cython.address(tiles[0]))
        else:
            self.lay(where & 0xFFF, where >> 17, laid)
        return self.canonical[side * 1024 + (rack & ~self.plays[4 * play + 1])]

    def mark(self):
        """Where `take_back` goes back to."""
        return self.log_top

    def take_back(self, mark):
        self.lift(mark)

    def described(self, play):
        """The squares and cells a play lays."""
        at, tiles = self.plays[4 * play] & 0xFFF, self.plays[4 * play] >> 17
        laid, done = [], 0
        while done < tiles:
            if not self.cell[at]:
                there = at if at < 528 else self.twin[at]
                laid.append((there // 24 * self.width + there % 24 - 1, self.play_laid[play * 16 + done]))
                done += 1
            at += 1
        return tuple(laid)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put_racks(self) -> cython.void:
        """Make the tables of both racks in `tile`, sorted, blanks last."""
        side: cython.int
        i: cython.int
        tile: cython.int
        rack: uint32_t
        group: uint32_t
        low: uint32_t
        at: cython.int
        for side in range(2):
            for i in range(64):
                self.copies[side * 64 + i] = 0
            self.full[side] = (cython.cast(uint32_t, 1) << self.sizes[side]) - 1
            for i in range(self.sizes[side]):
                self.copies[side * 64 + self.tile[side * 16 + i]] |= cython.cast(uint32_t, 1) << i
            for rack in range(self.full[side] + 1):
                at = side * 1024 + rack
                self.canonical[at] = 0
                self.worth[at] = 0
                self.holds[at] = 0
                self.mask_key[at] = mix((cython.cast(uint64_t, side + 1) << 40) + rack)
                for i in range(self.sizes[side]):
                    tile = self.tile[side * 16 + i]
                    group = self.copies[side * 64 + tile]
                    if rack >> i & 1:
                        self.worth[at] += self.face[tile] if tile else self.face[129]
                        self.holds[at] |= ONE << tile if tile else self.every
                    low = group & (~group + 1)
                    if low == cython.cast(uint32_t, 1) << i:
                        # So many lowest tiles of the group as the rack holds of it.
                        self.canonical[at] |= low * ((cython.cast(uint32_t, 1) << popcount(rack & group)) - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forget_lists(self) -> cython.void:
        if cython.compiled:
            memset(self.lists, 0, self.list_slots * 32)
        else:
            self.lists = [0] * (self.list_slots * 8)
        self.list_count = self.play_top = self.item_top = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def slot_of(self, line: cython.int, side: cython.int, rack: uint32_t) -> uint32_t:
        """Where the list of a line for a rack is, or would be if there were one."""
        key: uint64_t = self.line_key[line] ^ self.mask_key[side * 1024 + rack]
        low: int32_t = cython.cast(int32_t, key & M32)
        high: int32_t = cython.cast(int32_t, key >> 32 | 1)
        slot: uint32_t = key & (self.list_slots - 1)
        while self.lists[8 * slot + 1]:
            if self.lists[8 * slot] == low and self.lists[8 * slot + 1] == high:
                break
            slot = (slot + 1) & (self.list_slots - 1)
        return slot

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_of(self, line: cython.int, side: cython.int, rack: uint32_t) -> uint32_t:
        """The slot of the plays of a line for a rack; the line's key must not be 0 (such a line has no plays).

        The caller sees to it that there is room before it asks (see `Endgame.make_room`)."""
        slot: uint32_t = self.slot_of(line, side, rack)
        if self.lists[8 * slot + 1]:
            return slot
        # Is there a list of the whole rack to take them from?
        source: uint32_t = self.slot_of(line, side, self.full[side])
        key: uint64_t = self.line_key[line] ^ self.mask_key[side * 1024 + rack]
        self.lists[8 * slot] = cython.cast(int32_t, key & M32)
        self.lists[8 * slot + 1] = cython.cast(int32_t, key >> 32 | 1)
        self.list_count += 1
        self.lists[8 * slot + 2] = self.item_top
        self.lists[8 * slot + 5] = -2000000
        self.lists[8 * slot + 7] = -2000000
        play: uint32_t
        item: uint32_t
        first: uint32_t
        end: uint32_t
        if self.lists[8 * source + 1] and source != slot:
            self.lists_filtered += 1
            first = self.lists[8 * source + 2]
            end = first + self.lists[8 * source + 3]
            for item in range(first, end):
                play = self.item_play[item]
                if not self.plays[4 * play + 1] & ~rack:
                    self.add_item(slot, side, rack, play)
        else:
            self.lists_made += 1
            play = self.play_top
            self.find_line(line, side, rack)
            while play < self.play_top:
                self.add_item(slot, side, rack, play)
                play += 1
        self.lists[8 * slot + 3] = self.item_top - self.lists[8 * slot + 2]
        return slot

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_item(self, slot: uint32_t, side: cython.int, rack: uint32_t, play: uint32_t) -> cython.void:
        """One more play for a list. Staying in is likely to cost one's own tiles twice, and eight points for
        the turn it gives away. What going out wins of the other's tiles is added by who asks: it has a million more."""
        guess: cython.int = self.plays[4 * play + 2]
        if self.item_top == self.item_room:
            self.failed = True
            return
        if cython.cast(uint32_t, self.plays[4 * play + 1]) == rack:
            if guess > self.lists[8 * slot + 7]:
                self.lists[8 * slot + 7] = guess
                self.lists[8 * slot + 6] = play
            guess += 1000000
        else:
            guess -= 2 * self.worth[side * 1024 + (rack & ~self.plays[4 * play + 1])] + 8
            if guess > self.lists[8 * slot + 5]:
                self.lists[8 * slot + 5] = guess
                self.lists[8 * slot + 4] = play
        self.item_play[self.item_top] = play
        self.item_guess[self.item_top] = guess
        self.item_tag[self.item_top] = self.plays[4 * play + 3]
        self.item_top += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def record(
        self, start: cython.int, length: cython.int, kept: uint32_t, points: cython.int
    ) -> cython.void:
        if length > self.longest or length < self.shortest or length < 2:
            return
        if self.play_top == self.play_room:
            self.failed = True
            return
        play: uint32_t = self.play_top
        tiles: cython.int = 0
        square: cython.int
        tag: uint32_t = (cython.cast(uint32_t, start) * 2654435 + length) & 0x7FFFFFFF
        for square in range(start, start + length):
            if not self.cell[square]:
                self.play_laid[play * 16 + tiles] = self.strip[square]
                tag = ((tag ^ self.strip[square]) * 16777619) & 0x7FFFFFFF
                tiles += 1
        self.plays[4 * play] = start | length << 12 | tiles << 17
        self.plays[4 * play + 1] = self.given ^ kept
        self.plays[4 * play + 2] = points + self.bonus[tiles]
        # 0 is the pass.
        self.plays[4 * play + 3] = tag | 1
        self.play_top += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_line(self, line: cython.int, side: cython.int, rack: uint32_t) -> cython.void:
        """Record every play of a line."""
        base: cython.int = line * 24 + 1 if line < 24 else 528 + (line - 24) * 24 + 1
        at: cython.int = base
        last: cython.int
        i: cython.int
        face: cython.int
        room: cython.int = 0
        node: uint32_t
        mask: uint64_t
        self.side = side
        self.down = line >= 24
        self.given = rack
        self.all_tiles = popcount(rack)
        self.blanks = self.copies[side * 64]
        # `room` counts the free squares between the anchor and what lies to its left, one of them kept free when
        # that is a tile.
        while self.inside[at]:
            if self.cell[at]:
                last = at
                while self.cell[last + 1]:
                    last += 1
                node = self.graph.back
                face = 0
                for i in range(last, at - 1, -1):
                    node = self.arc(node, self.cell[i] & 127) >> 1
                    if not node:
                        break
                    face += self.face[self.cell[i]]
                if node:
                    self.run_last = last
                    self.right = last + 1
                    mask = self.arcs[node] | cython.cast(uint64_t, self.arcs[node + 1]) << 32
                    self.go_left(node, mask, at - 1, room, rack, face, 1, 0)
                # The square after the run stays free, or belongs to it.
                room = -1
                at = last + 1
                continue
            if self.crossed[at]:
                if room >= 0 and self.fits[at] & self.holds[side * 1024 + rack]:
                    self.run_last = at
                    self.right = at + 1
                    node = self.graph.back
                    mask = self.arcs[node] | cython.cast(uint64_t, self.arcs[node + 1]) << 32
                    self.go_left(node, mask & ~ONE, at, room + 1, rack, 0, 1, 0)
                room = 0
            else:
                room += 1
            at += 1

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
        """Lay tiles leftwards from `at`, and turn round to the right of the anchor from each place reached."""
        child: uint32_t
        bit: uint64_t
        arc: uint32_t
        own: uint32_t
        after: uint32_t
        cell: cython.int
        letter: cython.int
        points: cython.int
        beyond: cython.int
        through: cython.int
        new_main: cython.int
        new_cross: cython.int
        usable: uint64_t = self.holds[self.side * 1024 + kept]
        letters: uint64_t
        below: uint64_t
        _kind: cython.int
        if mask & 1:
            # Beside an anchor without tiles a run may follow, which belongs to the word.
            arc = self.arcs[node + 2] & ~cython.cast(uint32_t, 1)
            beyond = self.right
            through = main
            while self.cell[beyond]:
                arc = self.arc(arc >> 1, self.cell[beyond] & 127)
                if not arc:
                    break
                through += self.face[self.cell[beyond]]
                beyond += 1
            if arc & 1 and not (self.down and popcount(self.given ^ kept) == 1 and self.crossed[at + 1] == 1):
                self.record(at + 1, beyond - at - 1, kept, through * times + cross)
            if arc >> 1:
                self.go_right(arc >> 1, beyond, at + 1, kept, through, times, cross)
        if room <= 0:
            return
        letters = mask & self.fits[at] & usable
        times *= self.word_times[at]
        while letters:
            letter = ctz(letters)
            bit = letters & (~letters + 1)
            letters ^= bit
            arc = self.arcs[node + 2 + popcount(mask & (bit - 1))]
            child = arc >> 1
            below = self.arcs[child] | cython.cast(uint64_t, self.arcs[child + 1]) << 32
            own = kept & self.copies[self.side * 64 + letter]
            cell = letter
            for _kind in range(2):
                if own:
                    after = kept ^ (own & (~own + 1))
                    self.strip[at] = cell
                    points = self.face[cell]
                    new_main = main + points * self.letter_times[at]
                    new_cross = cross
                    if self.crossed[at] == 1:
                        new_cross += (
                            self.cross_base[at] + points * self.letter_times[at] * self.word_times[at]
                        )
                    # A single tile that makes words both ways counts as a play across.
                    if (
                        arc & 1
                        and not self.cell[self.right]
                        and not (kept == self.given and self.down and self.crossed[at] == 1)
                    ):
                        self.record(at, self.right - at, after, new_main * times + new_cross)
                    if below:
                        self.go_left(child, below, at - 1, room - 1, after, new_main, times, new_cross)
                own = kept & self.blanks
                cell = letter | 128

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def go_right(
        self,
        node: uint32_t,
        at: cython.int,
        start: cython.int,
        kept: uint32_t,
        main: cython.int,
        times: cython.int,
        cross: cython.int,
    ) -> cython.void:
        """Read what lies at `at`, or lay a tile there, and go on rightwards."""
        child: uint32_t
        bit: uint64_t
        arc: uint32_t
        own: uint32_t
        after: uint32_t
        cell: cython.int
        letter: cython.int
        points: cython.int
        beyond: cython.int
        through: cython.int
        new_main: cython.int
        new_cross: cython.int
        letters: uint64_t
        _kind: cython.int
        mask: uint64_t = self.arcs[node] | cython.cast(uint64_t, self.arcs[node + 1]) << 32
        letters = mask & self.fits[at] & self.holds[self.side * 1024 + kept]
        times *= self.word_times[at]
        while letters:
            letter = ctz(letters)
            bit = letters & (~letters + 1)
            letters ^= bit
            arc = self.arcs[node + 2 + popcount(mask & (bit - 1))]
            beyond = at + 1
            through = main
            while self.cell[beyond]:
                arc = self.arc(arc >> 1, self.cell[beyond] & 127)
                if not arc:
                    break
                through += self.face[self.cell[beyond]]
                beyond += 1
            if not arc:
                continue
            child = arc >> 1
            own = kept & self.copies[self.side * 64 + letter]
            cell = letter
            for _kind in range(2):
                if own:
                    after = kept ^ (own & (~own + 1))
                    self.strip[at] = cell
                    points = self.face[cell]
                    new_main = through + points * self.letter_times[at]
                    new_cross = cross
                    if self.crossed[at] == 1:
                        new_cross += (
                            self.cross_base[at] + points * self.letter_times[at] * self.word_times[at]
                        )
                    if arc & 1 and not (kept == self.given and self.down and self.crossed[at] == 1):
                        self.record(start, beyond - start, after, new_main * times + new_cross)
                    if child and after:
                        self.go_right(child, beyond, start, after, new_main, times, new_cross)
                own = kept & self.blanks
                cell = letter | 128
