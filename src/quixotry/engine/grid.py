"""A board as the search sees it: both orientations, and what may lie on every empty square.

Lines are stored with a border square at each end, once by rows and once by columns, so that a line of either
orientation is contiguous. For every empty square, `fits` is the mask of letters that form a word (or none)
the other way, `cross_base` and `cross_times` what that word then scores: base + value of the letter * times.
`lay` keeps all of this up to date by looking only at the ends of the runs a play has changed.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.lexicon.bits import ONE, ctz, uint32_t, uint64_t
else:
    from quixotry.lexicon.bits import ONE, ctz, uint32_t


@cython.cclass
class Grid:
    """A board and the rules of placing and scoring on it. One thread owns it."""

    def __init__(self, ruleset, graph):
        layout = ruleset.layout
        if not cython.compiled:
            self.lines, self.length = [0, 0], [0, 0]
            self.cell, self.fits, self.crossed = [0] * 1056, [0] * 1056, [0] * 1056
            self.letter_times, self.word_times = [0] * 1056, [0] * 1056
            self.cross_base, self.cross_times = [0] * 1056, [0] * 1056
            self.tile_bits, self.empty_bits, self.touch_bits = [0] * 48, [0] * 48, [0] * 48
            self.allow, self.stale = [0] * 3072, [0] * 48
            self.face, self.bonus = [0] * 256, [0] * 32
        if graph.letters != len(ruleset.tiles.alphabet):
            raise ValueError("the graph was built for another alphabet")
        self.graph = graph
        self.nodes = self.graph.nodes
        self.height, self.width = layout.height, layout.width
        self.lines[0], self.lines[1] = layout.height, layout.width
        self.length[0], self.length[1] = layout.width, layout.height
        self.letters = graph.letters
        self.shortest, self.longest = ruleset.words.shortest, ruleset.words.longest
        self.every = ((ONE << self.letters) - 1) << 1
        for letter in range(1, self.letters + 1):
            self.face[letter] = ruleset.tiles.values[letter]
            self.face[letter | 128] = ruleset.tiles.values[0]
        for tiles in range(32):
            self.bonus[tiles] = ruleset.bonus.points if tiles >= ruleset.bonus.tiles else 0
        for square in layout.squares:
            row, column = divmod(square, layout.width)
            for at in (row * 24 + column + 1, 528 + column * 24 + row + 1):
                self.letter_times[at] = layout.letter_multipliers[square]
                self.word_times[at] = layout.word_multipliers[square]
        row, column = divmod(layout.start, layout.width)
        self.start = row * 24 + column + 1
        self.clear()

    def set_cells(self, cells):
        """Put this board's cells (as in `rules.board.Board`) here."""
        if len(cells) != self.height * self.width:
            raise ValueError("a board of another size")
        self.clear()
        for square, cell in enumerate(cells):
            if cell:
                if not 1 <= cell & 127 <= self.letters:
                    raise ValueError(f"no letter {cell}")
                self.write(square // self.width * 24 + square % self.width + 1, cell)
        line: cython.int
        place: cython.int
        for line in range(self.lines[0]):
            for place in range(self.length[0]):
                if self.cell[line * 24 + place + 1]:
                    self.settle(line * 24 + place + 1)
                    self.settle(self.other(line * 24 + place + 1))

    def cells(self):
        """The board's cells, row by row."""
        return bytes(
            self.cell[row * 24 + column + 1] for row in range(self.height) for column in range(self.width)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def other(self, at: cython.int) -> cython.int:
        """The same square in the other orientation."""
        if at < 528:
            return 528 + ((at % 24) - 1) * 24 + at // 24 + 1
        at -= 528
        return ((at % 24) - 1) * 24 + at // 24 + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def clear(self) -> cython.void:
        o: cython.int
        line: cython.int
        place: cython.int
        letter: cython.int
        at: cython.int
        self.tiles_down = 0
        for at in range(1056):
            self.cell[at] = 0
            self.fits[at] = 0
            self.crossed[at] = 0
            self.cross_base[at] = 0
            self.cross_times[at] = 0
        for at in range(3072):
            self.allow[at] = 0
        for o in range(2):
            for line in range(24):
                self.tile_bits[o * 24 + line] = 0
                self.touch_bits[o * 24 + line] = 0
                self.empty_bits[o * 24 + line] = 0
                self.stale[o * 24 + line] = 1
                if line < self.lines[o]:
                    self.empty_bits[o * 24 + line] = (cython.cast(uint32_t, 1) << self.length[o]) - 1
                    for letter in range(1, self.letters + 1):
                        self.allow[(o * 64 + letter) * 24 + line] = self.empty_bits[o * 24 + line]
                    for place in range(self.length[o]):
                        self.fits[o * 528 + line * 24 + place + 1] = self.every
        # The first play covers the start: until then it alone counts as touching, both ways.
        at = self.start
        self.touch_bits[at // 24] = cython.cast(uint32_t, 1) << (at % 24 - 1)
        self.touch_bits[24 + at % 24 - 1] = cython.cast(uint32_t, 1) << (at // 24)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write(self, at: cython.int, cell: cython.int) -> cython.void:
        """A tile onto an empty square, in both orientations; `settle` must follow for what it changes."""
        if self.tiles_down == 0:
            self.touch_bits[self.start // 24] = 0
            self.touch_bits[24 + self.start % 24 - 1] = 0
        self.tiles_down += 1
        _turn: cython.int
        line: cython.int
        letter: cython.int
        row: cython.int
        bit: uint32_t
        for _turn in range(2):
            line = at // 24 if at < 528 else 24 + (at - 528) // 24
            bit = cython.cast(uint32_t, 1) << ((at % 24) - 1)
            self.cell[at] = cell
            self.fits[at] = 0
            self.tile_bits[line] |= bit
            self.empty_bits[line] &= ~bit
            self.touch_bits[line] &= ~bit
            self.stale[line] = 1
            row = line + 63 * 24 if line >= 24 else line
            for letter in range(1, self.letters + 1):
                self.allow[row + letter * 24] &= ~bit
            at = self.other(at)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lay(self, at: cython.int, length: cython.int, cells: cython.p_uchar) -> cython.void:
        """A whole play: `cells` from square `at` on, 0 where a tile lies already."""
        i: cython.int
        first: cython.bint = True
        for i in range(length):
            if cells[i]:
                self.write(at + i, cells[i])
        for i in range(length):
            if cells[i]:
                if first:
                    self.settle(at + i)
                self.settle(self.other(at + i))
                first = False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, at: cython.int) -> cython.void:
        """Work out anew what fits at both ends of the run of tiles through a square, along its line."""
        first: cython.int = at
        last: cython.int = at
        while self.cell[first - 1]:
            first -= 1
        while self.cell[last + 1]:
            last += 1
        line: cython.int = at - at % 24
        if first - line > 1:
            self.recross(first - 1)
        if last - line < self.length[at >= 528]:
            self.recross(last + 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def recross(self, at: cython.int) -> cython.void:
        """What may lie on an empty square with tiles beside it along this line, for plays the other way."""
        first: cython.int = at
        last: cython.int = at
        face: cython.int = 0
        while self.cell[first - 1]:
            first -= 1
            face += self.face[self.cell[first]]
        while self.cell[last + 1]:
            last += 1
            face += self.face[self.cell[last]]
        mask: uint64_t = 0
        if self.shortest <= last - first + 1 <= self.longest:
            mask = self.crossing(first, at, last)
        there: cython.int = self.other(at)
        self.fits[there] = mask
        self.crossed[there] = 1
        self.cross_base[there] = face * self.word_times[there]
        self.cross_times[there] = self.letter_times[there] * self.word_times[there]
        line: cython.int = there // 24 if there < 528 else 24 + (there - 528) // 24
        bit: uint32_t = cython.cast(uint32_t, 1) << ((there % 24) - 1)
        self.touch_bits[line] |= bit
        self.stale[line] = 1
        row: cython.int = line + 63 * 24 if line >= 24 else line
        letter: cython.int
        for letter in range(1, self.letters + 1):
            if mask >> letter & 1:
                self.allow[row + letter * 24] |= bit
            else:
                self.allow[row + letter * 24] &= ~bit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def crossing(self, first: cython.int, at: cython.int, last: cython.int) -> uint64_t:
        """The letters that make a word of the run from first to last, the square `at` being empty."""
        node: uint32_t = self.graph.back
        arc: uint32_t
        i: cython.int
        if first == at:
            for i in range(last, at, -1):
                arc = self.graph.arc(node, self.cell[i] & 127)
                if not arc >> 1:
                    return 0
                node = arc >> 1
            return self.graph.ending(node) & self.every
        for i in range(at - 1, first - 1, -1):
            arc = self.graph.arc(node, self.cell[i] & 127)
            if not arc >> 1:
                return 0
            node = arc >> 1
        node = self.graph.arc(node, 0) >> 1
        if last == at:
            return self.graph.ending(node)
        letters: uint64_t = self.graph.mask(node) & self.every
        found: uint64_t = 0
        bit: uint64_t
        onward: uint32_t
        while letters:
            bit = letters & (~letters + 1)
            letters ^= bit
            onward = self.graph.arc(node, ctz(bit))
            for i in range(at + 1, last + 1):
                onward = self.graph.arc(onward >> 1, self.cell[i] & 127)
                if not onward:
                    break
            if onward & 1:
                found |= bit
        return found
