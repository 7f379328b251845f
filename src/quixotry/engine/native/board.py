"""A board as the searches see it: both orientations, and what may lie on every empty square.

For every empty square, `fits` is its cross-set: the letters that form a word (or none) the other way. `cross_base` and
`cross_times` are what that word then scores: base + value of the letter * times. `lay` keeps this up to date by
looking only at the ends of the runs a play has changed.

A board has one of two things besides. `bits` are the lines as bits, for whoever looks for plays on all lines at once.
With a `journal` plays can be lifted again, and every line has a Zobrist key made of all that its plays depend on: lines
with equal keys have equal plays.
"""

from __future__ import annotations

from typing import Final, Literal

from quixotry.engine.native.journal import Journal
from quixotry.engine.native.layout import (
    BLANK,
    DOWN,
    DOWN_LINES,
    LETTER,
    LINES,
    SQUARES,
    STRIDE,
    Cells,
    Lines,
    Squares,
    square_at,
)
from quixotry.engine.native.line_bits import LineBits
from quixotry.engine.static_values import premium_beside, vowels_of
from quixotry.lexicon.cdefs import (
    ONE,
    SPLITMIX_STEP,
    Array,
    Const,
    Pointer,
    Readonly,
    address,
    bint,
    cast,
    cint,
    ctz,
    int32_t,
    memcpy,
    memset,
    native,
    size_t,
    splitmix,
    uint8_t,
    uint16_t,
    uint32_t,
    uint64_t,
)
from quixotry.lexicon.gaddag import Gaddag
from quixotry.rules.ruleset import Ruleset

RUNS: Final = 1024
"""Cross-sets a journal's board remembers; the endgame search asks for the same ones again and again."""
RUN_MAX: Final = 10
"""Letters and the gap between them, six bits each, that fit into a word beside the bit that says where they begin."""


@native
class Board:
    """A board and the rules of placing and scoring on it. One thread owns it."""

    graph: Gaddag
    nodes: Pointer[Const[uint32_t]]
    bits: LineBits
    journal: Journal
    has_bits: bint
    has_journal: bint
    square_bytes: size_t
    saved_bytes: size_t
    height: Readonly[cint]
    width: Readonly[cint]
    letters: Readonly[cint]
    shortest: Readonly[cint]
    longest: Readonly[cint]
    start: cint
    lines: Array[cint, Literal[2]]
    length: Array[cint, Literal[2]]
    # All letters; those somebody still holds, which alone are kept in `fits`.
    every: uint64_t
    wanted: uint64_t
    # What never changes: squares of the board, the same square in the other orientation, its line, premiums, values of
    # cells, and the bonus for so many tiles.
    inside: Squares[uint8_t]
    twin: Squares[uint16_t]
    line_of: Squares[uint8_t]
    letter_multiplier: Squares[uint8_t]
    word_multiplier: Squares[uint8_t]
    # Vowels, where the square before or behind it, across its line, multiplies a letter.
    exposed: Squares[uint64_t]
    face: Cells[cint]
    bonus: Array[cint, Literal[32]]
    # What changes with every play, from `tiles_down` to `cross_times`: `save` and `load` copy it as a whole.
    tiles_down: Readonly[cint]
    cell: Squares[uint8_t]
    fits: Squares[uint64_t]
    # 1: a word runs across here; 2: the start of an empty board with a journal.
    crossed: Squares[uint8_t]
    cross_base: Squares[int32_t]
    cross_times: Squares[int32_t]
    # With a journal: what each square adds to the key of its line, the keys of the lines, that of all tiles.
    key: Squares[uint64_t]
    line_key: Lines[uint64_t]
    board_key: uint64_t

    def __init__(
        self, ruleset: Ruleset, graph: Gaddag, bits: LineBits | None = None, journal: Journal | None = None
    ) -> None:
        layout = ruleset.layout
        if bits is not None and journal is not None:
            raise ValueError("a board has line bits or a journal, not both")
        if graph.letters != len(ruleset.tiles.alphabet):
            raise ValueError("the graph was built for another alphabet")
        self.set_graph(graph)
        self.has_bits, self.has_journal = bits is not None, journal is not None
        self.bits = bits if bits is not None else LineBits(0)
        self.journal = journal if journal is not None else Journal()
        self.square_bytes = cast(size_t, address(self.key[0])) - cast(size_t, address(self.tiles_down))
        self.saved_bytes = self.square_bytes + self.bits.state_bytes
        self.height, self.width = layout.height, layout.width
        self.lines[0], self.lines[1] = layout.height, layout.width
        self.length[0], self.length[1] = layout.width, layout.height
        self.letters = graph.letters
        self.shortest, self.longest = max(2, ruleset.words.shortest), ruleset.words.longest
        self.every = ((ONE << self.letters) - 1) << 1
        self.wanted = self.every
        for letter in range(1, self.letters + 1):
            self.face[letter] = ruleset.tiles.values[letter]
            self.face[letter | BLANK] = ruleset.tiles.values[0]
        for tiles in range(32):
            self.bonus[tiles] = ruleset.bonus.points if tiles >= ruleset.bonus.tiles else 0
        for at in range(SQUARES):
            self.line_of[at] = at // STRIDE if at < DOWN else DOWN_LINES + (at - DOWN) // STRIDE
        vowels = sum([1 << tile for tile in vowels_of(ruleset.tiles)])
        for square in layout.squares:
            row, column = divmod(square, layout.width)
            across, down = square_at(row, column), square_at(DOWN_LINES + column, row)
            self.twin[across], self.twin[down] = down, across
            for at in (across, down):
                self.inside[at] = 1
                self.letter_multiplier[at] = layout.letter_multipliers[square]
                self.word_multiplier[at] = layout.word_multipliers[square]
            self.exposed[across] = vowels if premium_beside(layout, square, down=False) else 0
            self.exposed[down] = vowels if premium_beside(layout, square, down=True) else 0
        row, column = divmod(layout.start, layout.width)
        self.start = square_at(row, column)
        self.clear()

    def set_graph(self, graph: Gaddag) -> None:
        """Take words from this graph from now on; what fits is as it was until `set_cells`."""
        self.graph = graph
        self.nodes = self.graph.nodes

    def set_cells(self, cells: bytes, wanted: int | None = None) -> None:
        """Put this board's cells (as in `rules.board.Board`) here; `wanted` is the mask of letters anybody may lay."""
        if len(cells) != self.height * self.width:
            raise ValueError("a board of another size")
        self.wanted = self.every if wanted is None else wanted
        self.clear()
        for square, cell in enumerate(cells):
            if cell:
                if not 1 <= cell & LETTER <= self.letters:
                    raise ValueError(f"no letter {cell}")
                self.journal.top = 0
                self.write(square_at(square // self.width, square % self.width), cell)
        for square, cell in enumerate(cells):
            if cell:
                self.journal.top = 0
                self.settle(square_at(square // self.width, square % self.width))
                self.settle(self.twin[square_at(square // self.width, square % self.width)])
        if self.has_journal and not self.tiles_down:
            for at in (self.start, self.twin[self.start]):
                self.crossed[at] = 2
                self.rekey(at)
        self.journal.top = 0

    def cells(self) -> bytes:
        """The board's cells, row by row."""
        return bytes(
            [self.cell[square_at(row, column)] for row in range(self.height) for column in range(self.width)]
        )

    def square_of(self, at: int) -> int:
        """The number of a square in `rules.board.Board`."""
        there = at if at < DOWN else self.twin[at]
        return there // STRIDE * self.width + there % STRIDE - 1

    @native
    def clear(self) -> None:
        """An empty board."""
        at: cint
        line: cint
        self.tiles_down = 0
        self.journal.top = 0
        self.board_key = 0
        # They hold only letters that are wanted.
        memset(address(self.journal.run[0]), 0, 8 * RUNS)
        for line in range(LINES):
            self.line_key[line] = 0
        for at in range(SQUARES):
            self.cell[at] = 0
            self.crossed[at] = 0
            self.cross_base[at] = 0
            self.cross_times[at] = 0
            self.key[at] = 0
            self.fits[at] = self.wanted if self.inside[at] else 0
        # The first play covers the start: until then it alone counts as touching, both ways.
        at = self.twin[self.start]
        if self.has_bits:
            self.bits.clear(self.lines[0], self.lines[1])
            self.bits.touching[self.line_of[self.start]] = self.bit(self.start)
            self.bits.touching[self.line_of[at]] = self.bit(at)

    @native
    def save(self, target: Pointer[uint8_t]) -> None:
        """Copy what changes with a play, `saved_bytes` long; the lines as bits come behind the squares."""
        memcpy(target, address(self.tiles_down), self.square_bytes)
        memcpy(target + self.square_bytes, address(self.bits.tiles[0]), self.bits.state_bytes)

    @native
    def load(self, source: Pointer[uint8_t]) -> None:
        """Take back what `save` copied; no line is stale then."""
        line: cint
        memcpy(address(self.tiles_down), source, self.square_bytes)
        memcpy(address(self.bits.tiles[0]), source + self.square_bytes, self.bits.state_bytes)
        for line in range(LINES):
            self.bits.stale[line] = 0

    @native
    def bit(self, at: cint) -> uint32_t:
        """A square's bit in its line."""
        return cast(uint32_t, 1) << (at % STRIDE - 1)

    @native
    def note(self, at: cint) -> None:
        """Remember a square that is about to change."""
        top: cint = self.journal.top
        self.journal.at[top] = at
        self.journal.cell[top] = self.cell[at]
        self.journal.crossed[top] = self.crossed[at]
        self.journal.fits[top] = self.fits[at]
        self.journal.cross_base[top] = self.cross_base[at]
        self.journal.key[top] = self.key[at]
        self.journal.top = top + 1

    @native
    def rekey(self, at: cint) -> None:
        """Bring the key of a line up to date with one of its squares."""
        key: uint64_t = cast(uint64_t, at) * 1024 + self.cell[at] * 4 + self.crossed[at]
        key = splitmix((key * SPLITMIX_STEP) ^ (cast(uint64_t, self.cross_base[at]) << 40) ^ self.fits[at])
        self.line_key[self.line_of[at]] ^= self.key[at] ^ key
        self.key[at] = key

    @native
    def tile_key(self, at: cint, cell: cint) -> uint64_t:
        """What a tile on a square adds to the key of the board."""
        return splitmix(cast(uint64_t, at) * 256 + cell)

    @native
    def write(self, at: cint, cell: cint) -> None:
        """A tile onto an empty square, in both orientations; `settle` must follow for what it changes."""
        _turn: cint
        if self.has_bits and self.tiles_down == 0:
            self.bits.touching[self.line_of[self.start]] = 0
            self.bits.touching[self.line_of[self.twin[self.start]]] = 0
        self.tiles_down += 1
        for _turn in range(2):
            if self.has_journal:
                self.note(at)
                if at < DOWN:
                    self.board_key ^= self.tile_key(at, cell)
            self.cell[at] = cell
            self.fits[at] = 0
            self.crossed[at] = 0
            self.cross_base[at] = 0
            self.cross_times[at] = 0
            if self.has_journal:
                self.rekey(at)
            if self.has_bits:
                self.bits.cover(self.line_of[at], self.bit(at))
            at = self.twin[at]

    @native
    def lay(self, at: cint, length: cint, cells: Pointer[uint8_t]) -> None:
        """A whole play: `cells` from square `at` on, 0 where a tile lies already."""
        i: cint
        first: bint = True
        for i in range(length):
            if cells[i]:
                self.write(at + i, cells[i])
        for i in range(length):
            if cells[i]:
                if first:
                    self.settle(at + i)
                self.settle(self.twin[at + i])
                first = False

    @native
    def lay_tiles(self, at: cint, tiles: cint, laid: Pointer[uint8_t]) -> None:
        """A whole play: so many tiles onto the empty squares of a line from square `at` on."""
        square: cint = at
        done: cint = 0
        mark: cint = self.journal.top
        while done < tiles:
            if not self.cell[square]:
                self.write(square, laid[done])
                done += 1
            square += 1
        self.settle(at)
        # The squares just written are those noted twice each since the mark.
        for done in range(tiles):
            self.settle(self.twin[self.journal.at[mark + 2 * done]])

    @native
    def lift(self, mark: cint) -> None:
        """Take back everything noted since the journal stood at `mark`."""
        at: cint
        top: cint = self.journal.top
        while top > mark:
            top -= 1
            at = self.journal.at[top]
            if at < DOWN and self.cell[at] and not self.journal.cell[top]:
                self.board_key ^= self.tile_key(at, self.cell[at])
                self.tiles_down -= 1
            self.cell[at] = self.journal.cell[top]
            self.crossed[at] = self.journal.crossed[top]
            self.fits[at] = self.journal.fits[top]
            self.cross_base[at] = self.journal.cross_base[top]
            self.cross_times[at] = 0
            if self.crossed[at] == 1:
                self.cross_times[at] = self.letter_multiplier[at] * self.word_multiplier[at]
            self.line_key[self.line_of[at]] ^= self.key[at] ^ self.journal.key[top]
            self.key[at] = self.journal.key[top]
        self.journal.top = top

    @native
    def settle(self, at: cint) -> None:
        """Work out anew what fits at both ends of the run of tiles through a square, along its line."""
        first: cint = at - 1
        last: cint = at + 1
        while self.cell[first]:
            first -= 1
        while self.cell[last]:
            last += 1
        if self.inside[first]:
            self.recross(first)
        if self.inside[last]:
            self.recross(last)

    @native
    def recross(self, at: cint) -> None:
        """What may lie on an empty square with tiles beside it along this line, for plays the other way."""
        first: cint = at
        last: cint = at
        face: cint = 0
        run: uint64_t = 1
        while self.cell[first - 1]:
            first -= 1
            face += self.face[self.cell[first]]
            run = run << 6 | self.cell[first] & LETTER
        run <<= 6
        while self.cell[last + 1]:
            last += 1
            face += self.face[self.cell[last]]
            run = run << 6 | self.cell[last] & LETTER
        fits: uint64_t = 0
        known: uint64_t
        if self.shortest <= last - first + 1 <= self.longest:
            if self.has_journal and last - first < RUN_MAX:
                known = run * SPLITMIX_STEP >> 54
                if self.journal.run[known] != run:
                    self.journal.run[known] = run
                    self.journal.run_fits[known] = self.crossing(first, at, last) & self.wanted
                fits = self.journal.run_fits[known]
            else:
                fits = self.crossing(first, at, last) & self.wanted
        there: cint = self.twin[at]
        if self.has_journal:
            self.note(there)
        self.fits[there] = fits
        self.crossed[there] = 1
        # Where nothing fits it is all one what would be scored.
        self.cross_base[there] = face * self.word_multiplier[there] if fits else 0
        self.cross_times[there] = self.letter_multiplier[there] * self.word_multiplier[there]
        if self.has_journal:
            self.rekey(there)
        if self.has_bits:
            self.bits.restrict(self.line_of[there], self.bit(there), fits)

    @native
    def crossing(self, first: cint, at: cint, last: cint) -> uint64_t:
        """The letters that make a word of the run from first to last, the square `at` being empty."""
        node: uint32_t = self.graph.back
        onward: uint32_t
        letters: uint64_t
        found: uint64_t = 0
        bit: uint64_t
        i: cint
        if first == at:
            for i in range(last, at, -1):
                node = self.graph.arc(node, self.cell[i] & LETTER) >> 1
                if not node:
                    return 0
            return self.graph.ending(node) & self.every
        for i in range(at - 1, first - 1, -1):
            node = self.graph.arc(node, self.cell[i] & LETTER) >> 1
            if not node:
                return 0
        node = self.graph.arc(node, 0) >> 1
        if last == at:
            return self.graph.ending(node)
        letters = self.graph.mask(node) & self.wanted
        while letters:
            bit = letters & (~letters + 1)
            letters ^= bit
            onward = self.graph.arc(node, ctz(bit))
            for i in range(at + 1, last + 1):
                onward = self.graph.arc(onward >> 1, self.cell[i] & LETTER)
                if not onward:
                    break
            if onward & 1:
                found |= bit
        return found

    @native
    def changed_lines(self, at: cint, length: cint) -> uint64_t:
        """The lines whose plays may change with a play from square `at` to `at + length - 1`: a bit per line.

        Its own, those across its tiles, and those of every empty square at the end of a run that grows."""
        lines: uint64_t = ONE << self.line_of[at]
        square: cint
        end: cint
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
