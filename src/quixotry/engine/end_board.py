"""A board for the end of a game, on which plays are laid and lifted again a million times a second.

Lines are stored with a border square at each end, once by rows and once by columns, as in `Grid`. Two things
are different. Every square that changes is noted first, so that a play is taken back by looking only at what
it changed. And every line has a key made of all that the plays of that line depend on: its tiles, and on its
empty squares the letters that fit and what a word across them scores. Lines with equal keys have equal plays.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.lexicon.bits import (
        M64,
        MIX_A,
        MIX_B,
        MIX_STEP,
        ONE,
        ctz,
        popcount,
        uint8_t,
        uint32_t,
        uint64_t,
    )
else:
    from quixotry.lexicon.bits import (
        M64,
        MIX_A,
        MIX_B,
        MIX_STEP,
        ONE,
        ctz,
        popcount,
        uint64_t,
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mix(word: uint64_t) -> uint64_t:
    """A number like no other for each number."""
    word = (word ^ (word >> 30)) * MIX_A & M64
    word = (word ^ (word >> 27)) * MIX_B & M64
    return word ^ (word >> 31)


@cython.cclass
class EndBoard:
    """A board with plays that can be taken back. One thread owns it."""

    def __init__(self, ruleset, graph):
        layout = ruleset.layout
        if not cython.compiled:
            for name in ("inside", "letter_times", "word_times", "twin", "line_of", "cell", "fits"):
                setattr(self, name, [0] * 1056)
            self.crossed, self.cross_base, self.part = [0] * 1056, [0] * 1056, [0] * 1056
            self.line_key, self.face, self.bonus = [0] * 48, [0] * 256, [0] * 32
            for name in ("log_at", "log_cell", "log_crossed", "log_fits", "log_base", "log_part"):
                setattr(self, name, [0] * 4096)
        if graph.letters != len(ruleset.tiles.alphabet):
            raise ValueError("the graph was built for another alphabet")
        self.graph = graph
        self.arcs = self.graph.nodes
        self.height, self.width = layout.height, layout.width
        self.letters = graph.letters
        self.shortest, self.longest = ruleset.words.shortest, ruleset.words.longest
        self.every = ((ONE << self.letters) - 1) << 1
        for letter in range(1, self.letters + 1):
            self.face[letter] = ruleset.tiles.values[letter]
            self.face[letter | 128] = ruleset.tiles.values[0]
        for tiles in range(32):
            self.bonus[tiles] = ruleset.bonus.points if tiles >= ruleset.bonus.tiles else 0
        for at in range(1056):
            self.line_of[at] = at // 24 if at < 528 else 24 + (at - 528) // 24
        for square in layout.squares:
            row, column = divmod(square, layout.width)
            across, down = row * 24 + column + 1, 528 + column * 24 + row + 1
            self.twin[across], self.twin[down] = down, across
            for at in (across, down):
                self.inside[at] = 1
                self.letter_times[at] = layout.letter_multipliers[square]
                self.word_times[at] = layout.word_multipliers[square]
        row, column = divmod(layout.start, layout.width)
        self.start = row * 24 + column + 1
        self.wanted = self.every

    def set_board(self, cells, wanted):
        """Put these cells (as in `rules.board.Board`) here; `wanted` are the letters anybody may yet lay."""
        if len(cells) != self.height * self.width:
            raise ValueError("a board of another size")
        self.wanted = wanted
        self.board_key = 0
        for at in range(1056):
            self.cell[at] = self.crossed[at] = 0
            self.cross_base[at] = 0
            self.part[at] = 0
            self.fits[at] = wanted if self.inside[at] else 0
        for line in range(48):
            self.line_key[line] = 0
        for square, cell in enumerate(cells):
            if cell:
                if not 1 <= cell & 127 <= self.letters:
                    raise ValueError(f"no letter {cell}")
                self.log_top = 0
                self.write(square // self.width * 24 + square % self.width + 1, cell)
        for square, cell in enumerate(cells):
            if cell:
                self.log_top = 0
                self.settle(square // self.width * 24 + square % self.width + 1)
                self.settle(self.twin[square // self.width * 24 + square % self.width + 1])
        if not any(cells):
            for at in (self.start, self.twin[self.start]):
                self.crossed[at] = 2
                self.rekey(at)
        self.log_top = 0

    def cells(self):
        """The board's cells, row by row."""
        return bytes(
            self.cell[row * 24 + column + 1] for row in range(self.height) for column in range(self.width)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def arc(self, node: uint32_t, letter: cython.int) -> uint32_t:
        """The graph's arc word of a letter, or 0 when there is none."""
        mask: uint64_t = self.arcs[node] | (cython.cast(uint64_t, self.arcs[node + 1]) << 32)
        bit: uint64_t = ONE << letter
        if not mask & bit:
            return 0
        return self.arcs[node + 2 + popcount(mask & (bit - 1))]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note(self, at: cython.int) -> cython.void:
        """Remember a square that is about to change."""
        top: cython.int = self.log_top
        self.log_at[top] = at
        self.log_cell[top] = self.cell[at]
        self.log_crossed[top] = self.crossed[at]
        self.log_fits[top] = self.fits[at]
        self.log_base[top] = self.cross_base[at]
        self.log_part[top] = self.part[at]
        self.log_top = top + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rekey(self, at: cython.int) -> cython.void:
        """Bring the key of a line up to date with one of its squares."""
        part: uint64_t = cython.cast(uint64_t, at) * 1024 + self.cell[at] * 4 + self.crossed[at]
        part = mix(
            (part * MIX_STEP & M64) ^ (cython.cast(uint64_t, self.cross_base[at]) << 40) ^ self.fits[at]
        )
        self.line_key[self.line_of[at]] ^= self.part[at] ^ part
        self.part[at] = part

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write(self, at: cython.int, cell: cython.int) -> cython.void:
        """A tile onto an empty square, in both orientations; `settle` must follow for what it changes."""
        _turn: cython.int
        for _turn in range(2):
            self.note(at)
            self.cell[at] = cell
            self.fits[at] = 0
            self.crossed[at] = 0
            self.cross_base[at] = 0
            self.rekey(at)
            if at < 528:
                self.board_key ^= mix(cython.cast(uint64_t, at) * 256 + cell)
            at = self.twin[at]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lay(self, at: cython.int, tiles: cython.int, laid: cython.pointer(uint8_t)) -> cython.void:
        """A whole play: so many tiles onto the empty squares of a line from square `at` on."""
        square: cython.int = at
        done: cython.int = 0
        mark: cython.int = self.log_top
        while done < tiles:
            if not self.cell[square]:
                self.write(square, laid[done])
                done += 1
            square += 1
        self.settle(at)
        # The squares just written are those noted twice each since the mark.
        for done in range(tiles):
            self.settle(self.twin[self.log_at[mark + 2 * done]])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lift(self, mark: cython.int) -> cython.void:
        """Take back everything noted since the log stood at `mark`."""
        at: cython.int
        top: cython.int = self.log_top
        while top > mark:
            top -= 1
            at = self.log_at[top]
            if at < 528 and self.cell[at] and not self.log_cell[top]:
                self.board_key ^= mix(cython.cast(uint64_t, at) * 256 + self.cell[at])
            self.cell[at] = self.log_cell[top]
            self.crossed[at] = self.log_crossed[top]
            self.fits[at] = self.log_fits[top]
            self.cross_base[at] = self.log_base[top]
            self.line_key[self.line_of[at]] ^= self.part[at] ^ self.log_part[top]
            self.part[at] = self.log_part[top]
        self.log_top = top

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, at: cython.int) -> cython.void:
        """Work out anew what fits at both ends of the run of tiles through a square, along its line."""
        first: cython.int = at - 1
        last: cython.int = at + 1
        while self.cell[first]:
            first -= 1
        while self.cell[last]:
            last += 1
        if self.inside[first]:
            self.recross(first)
        if self.inside[last]:
            self.recross(last)

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
        there: cython.int = self.twin[at]
        self.note(there)
        self.fits[there] = 0
        if self.shortest <= last - first + 1 <= self.longest:
            self.fits[there] = self.crossing(first, at, last) & self.wanted
        self.crossed[there] = 1
        # Where nothing fits it is all one what would be scored.
        self.cross_base[there] = face * self.word_times[there] if self.fits[there] else 0
        self.rekey(there)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def crossing(self, first: cython.int, at: cython.int, last: cython.int) -> uint64_t:
        """The letters that make a word of the run from first to last, the square `at` being empty."""
        node: uint32_t = self.graph.back
        i: cython.int
        letters: uint64_t
        found: uint64_t = 0
        bit: uint64_t
        onward: uint32_t
        place: uint32_t
        if first == at:
            for i in range(last, at, -1):
                node = self.arc(node, self.cell[i] & 127) >> 1
                if not node:
                    return 0
        else:
            for i in range(at - 1, first - 1, -1):
                node = self.arc(node, self.cell[i] & 127) >> 1
                if not node:
                    return 0
            node = self.arc(node, 0) >> 1
        letters = self.arcs[node] | (cython.cast(uint64_t, self.arcs[node + 1]) << 32)
        if first == at or last == at:
            place = node + 2
            while letters:
                if self.arcs[place] & 1:
                    found |= letters & (~letters + 1)
                letters &= letters - 1
                place += 1
            return found & self.every
        letters &= self.wanted
        while letters:
            bit = letters & (~letters + 1)
            letters ^= bit
            onward = self.arc(node, ctz(bit))
            for i in range(at + 1, last + 1):
                onward = self.arc(onward >> 1, self.cell[i] & 127)
                if not onward:
                    break
            if onward & 1:
                found |= bit
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def changed_lines(self, at: cython.int, length: cython.int) -> uint64_t:
        """The lines whose plays may change with a play from square `at` to `at + length - 1`: a bit a line.

        Its own, those across its tiles, and those of every empty square at the end of a run that grows."""
        lines: uint64_t = ONE << self.line_of[at]
        square: cython.int
        end: cython.int
        if self.inside[at - 1]:
            lines |= ONE << self.line_of[self.twin[at - 1]]
        if self.inside[at + length]:
            lines |= ONE << self.line_of[self.twin[at + length]]
        for square in range(at, at + length):
            if not self.cell[square]:
                end = self.twin[square]
                lines |= ONE << self.line_of[end]
                end -= 1
                while self.cell[end]:
                    end -= 1
                if self.inside[end]:
                    lines |= ONE << self.line_of[self.twin[end]]
                end = self.twin[square] + 1
                while self.cell[end]:
                    end += 1
                if self.inside[end]:
                    lines |= ONE << self.line_of[self.twin[end]]
        return lines
