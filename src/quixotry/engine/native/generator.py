"""Every legal play of a position, with score and equity.

Plays are of two kinds, and each is found once, by the way that is cheapest for it.

*Through* plays use tiles that lie in their line. Each belongs to the leftmost run of tiles it uses (`anchors.py`).

*Beside* plays use no tile of their line, only words of the rack that touch tiles across it. They are found
for all lines of an orientation at once: a word is spelt from the left while a bit for every square of every
line says whether it may still start there; laying one more letter is a shift and an `and`.
"""

from __future__ import annotations

from typing import Literal

from quixotry.engine.native.anchors import AnchorSearch
from quixotry.engine.native.board import Board
from quixotry.engine.native.layout import (
    BLANK,
    DOWN_LINES,
    RACK_MAX,
    STRIDE,
    Strip,
    letter_line,
    square_at,
)
from quixotry.engine.native.line_bits import LineBits
from quixotry.engine.native.play_list import PlayList
from quixotry.engine.native.rack import Rack
from quixotry.lexicon.cdefs import (
    Array,
    Pointer,
    Readonly,
    bint,
    cast,
    cint,
    ctz,
    native,
    nogil,
    popcount,
    uint8_t,
    uint32_t,
    uint64_t,
)


@native
class Generator:
    """Finds all plays of a board and a rack."""

    board: Board
    rack: Rack
    plays: Readonly[PlayList]
    bits: LineBits
    anchors: AnchorSearch
    # Beside plays: the orientation, the word being spelt, and for each of its lengths a row of bits per line: where it
    # may still start, where a word of this length may lie, and where one of at least this length may.
    turn: cint
    word: Strip[uint8_t]
    live: Array[uint32_t, Literal[288]]
    valid: Array[uint32_t, Literal[288]]
    reach: Array[uint32_t, Literal[288]]
    few_lines: bint
    deepest: cint

    def __init__(self, board: Board, rack: Rack) -> None:
        assert board.has_bits, "plays beside tiles are found by the bits of lines"
        self.board, self.rack, self.bits = board, rack, board.bits
        self.plays = PlayList(board, rack)
        self.anchors = AnchorSearch(board, self.plays)

    def find(self) -> int:
        """Find all plays; returns how many."""
        with nogil:
            self.find_all()
        if self.plays.failed:
            raise MemoryError
        return self.plays.count

    @native
    def find_all(self) -> None:
        """Fill `plays`."""
        self.plays.clear()
        if self.rack.size:
            self.anchors.take_rack(self.rack, self.rack.full)
            self.find_through(0)
            self.find_beside(0)
            self.find_through(1)
            self.find_beside(1)

    @native
    def find_through(self, turn: cint) -> None:
        """Plays of one orientation that use tiles of their line."""
        line: cint
        tiles: uint32_t
        first: cint
        last: cint
        before: cint
        base: cint
        self.anchors.down = turn != 0
        for line in range(turn * DOWN_LINES, turn * DOWN_LINES + self.board.lines[turn]):
            tiles = self.bits.tiles[line]
            base = square_at(line, 0)
            before = -2
            while tiles:
                first = ctz(tiles)
                last = first
                while tiles >> (last + 1) & 1:
                    last += 1
                tiles &= ~((cast(uint32_t, 2) << last) - 1)
                # One square stays free after the run before, or else that run would be the leftmost.
                self.anchors.find_from_run(base + first, base + last, first - before - 2)
                before = last

    @native
    def find_beside(self, turn: cint) -> None:
        """Plays of one orientation that use no tile of their line."""
        row: cint
        line: cint
        length: cint
        longest: cint = self.rack.size
        free_run: uint32_t
        touching: uint32_t
        tiles: uint32_t
        some: uint32_t
        if longest > self.board.length[turn]:
            longest = self.board.length[turn]
        if longest > self.board.longest:
            longest = self.board.longest
        self.turn = turn
        self.few_lines = self.board.lines[turn] <= 16
        self.deepest = 0
        for row in range((RACK_MAX + 2) * STRIDE):
            self.valid[row] = 0
            self.reach[row] = 0
        for row in range(self.board.lines[turn]):
            line = turn * DOWN_LINES + row
            touching = 0
            free_run = self.bits.empty[line]
            tiles = self.bits.tiles[line]
            for length in range(1, longest + 1):
                free_run &= self.bits.empty[line] >> (length - 1)
                touching |= self.bits.touching[line] >> (length - 1)
                if length >= self.board.shortest:
                    self.valid[length * STRIDE + row] = (
                        free_run & touching & ~(tiles << 1) & ~(tiles >> length)
                    )
        for length in range(longest, 0, -1):
            some = 0
            for row in range(STRIDE):
                self.reach[length * STRIDE + row] = (
                    self.valid[length * STRIDE + row] | self.reach[(length + 1) * STRIDE + row]
                )
                some |= self.reach[length * STRIDE + row]
            if some and not self.deepest:
                self.deepest = length
        if not self.deepest:
            return
        for row in range(STRIDE):
            self.live[row] = self.reach[STRIDE + row]
        self.spread(
            self.board.graph.forward, self.board.graph.mask(self.board.graph.forward), 0, self.rack.full
        )

    @native
    def spread(self, node: uint32_t, mask: uint64_t, depth: cint, kept: uint32_t) -> None:
        """One more letter of a word, on every square where what is spelt so far may still lie."""
        nodes: Pointer[uint32_t] = cast(Pointer[uint32_t], self.board.nodes)
        allowed: Pointer[uint32_t]
        live: Pointer[uint32_t] = self.live + depth * STRIDE
        reach: Pointer[uint32_t] = self.reach + (depth + 1) * STRIDE
        letters: uint64_t = mask & self.rack.usable[kept]
        bit: uint64_t
        below: uint64_t
        arc: uint32_t
        child: uint32_t
        own: uint32_t
        after: uint32_t
        some: uint32_t
        cell: cint
        i: cint
        _kind: cint
        while letters:
            cell = ctz(letters)
            bit = letters & (~letters + 1)
            letters ^= bit
            allowed = self.bits.allowed + letter_line(cell, self.turn * DOWN_LINES)
            some = 0
            if self.few_lines:
                for i in range(16):
                    live[STRIDE + i] = live[i] & (allowed[i] >> depth) & reach[i]
                    some |= live[STRIDE + i]
            else:
                for i in range(STRIDE):
                    live[STRIDE + i] = live[i] & (allowed[i] >> depth) & reach[i]
                    some |= live[STRIDE + i]
            if not some:
                continue
            arc = nodes[node + 2 + popcount(mask & (bit - 1))]
            child = arc >> 1
            below = nodes[child] | cast(uint64_t, nodes[child + 1]) << 32
            own = kept & self.rack.copies[cell]
            for _kind in range(2):
                if own:
                    after = kept ^ (own & (~own + 1))
                    self.word[depth] = cell
                    if arc & 1 and depth:
                        self.emit(depth + 1, after)
                    if depth + 1 < self.deepest and below & self.rack.usable[after]:
                        self.spread(child, below, depth + 1, after)
                own = kept & self.rack.blanks
                cell |= BLANK

    @native
    def emit(self, length: cint, kept: uint32_t) -> None:
        """Record the word spelt at every place it may lie."""
        row: cint
        i: cint
        at: cint
        start: cint
        points: cint
        main: cint
        times: cint
        cross: cint
        starts: uint32_t
        for row in range(self.board.lines[self.turn]):
            starts = self.live[length * STRIDE + row] & self.valid[length * STRIDE + row]
            while starts:
                start = square_at(self.turn * DOWN_LINES + row, ctz(starts))
                starts &= starts - 1
                main = 0
                times = 1
                cross = 0
                for i in range(length):
                    at = start + i
                    self.plays.strip[at] = self.word[i]
                    points = self.board.face[self.word[i]]
                    main += points * self.board.letter_multiplier[at]
                    times *= self.board.word_multiplier[at]
                    cross += self.board.cross_base[at] + points * self.board.cross_times[at]
                self.plays.record(start, length, kept, main * times + cross)
