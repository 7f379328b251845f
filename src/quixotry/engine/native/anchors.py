"""The plays of one anchor: a run of tiles, or an empty square with a word across it.

Every play belongs to the leftmost anchor it covers. From there the GADDAG is read leftwards over free squares, then
turned and read rightwards over whatever comes. Starting from what is fixed prunes most of the graph at once.
"""

from __future__ import annotations

from quixotry.engine.native.board import Board
from quixotry.engine.native.layout import BLANK, LETTER
from quixotry.engine.native.play_sink import PlaySink
from quixotry.engine.native.rack import Rack
from quixotry.lexicon.cdefs import (
    ONE,
    Pointer,
    bint,
    cast,
    cint,
    ctz,
    native,
    popcount,
    uint32_t,
    uint64_t,
)


@native
class AnchorSearch:
    """Finds the plays of anchors on one board, with one rack at a time."""

    board: Board
    sink: PlaySink
    # The rack: see `Rack`.
    usable: Pointer[uint64_t]
    copies: Pointer[uint32_t]
    blanks: uint32_t
    # The tiles there are to lay, whether the line runs down, the square after the anchor and whether a tile lies there.
    given: uint32_t
    down: bint
    right: cint
    runs_on: bint

    def __init__(self, board: Board, sink: PlaySink) -> None:
        self.board, self.sink = board, sink

    @native
    def take_rack(self, rack: Rack, given: uint32_t) -> None:
        """Lay tiles of this rack, those in the mask `given`."""
        self.usable = rack.usable
        self.copies = rack.copies
        self.blanks = rack.blanks
        self.given = given

    @native
    def find_from_run(self, first: cint, last: cint, room: cint) -> None:
        """The plays whose leftmost anchor is this run of tiles, with so many free squares to its left."""
        node: uint32_t = self.board.graph.back
        face: cint = 0
        at: cint
        for at in range(last, first - 1, -1):
            node = self.board.graph.arc(node, self.board.cell[at] & LETTER) >> 1
            if not node:
                return
            face += self.board.face[self.board.cell[at]]
        self.right = last + 1
        self.runs_on = False
        self.go_left(node, self.board.graph.mask(node), first - 1, room, self.given, face, 1, 0)

    @native
    def find_from_square(self, at: cint, room: cint) -> None:
        """The plays whose leftmost anchor is this empty square, with so many free squares to its left."""
        if self.board.fits[at] & self.usable[self.given]:
            self.right = at + 1
            self.runs_on = self.board.cell[at + 1] != 0
            self.go_left(
                self.board.graph.back,
                self.board.graph.mask(self.board.graph.back) & ~ONE,
                at,
                room + 1,
                self.given,
                0,
                1,
                0,
            )

    @native
    def go_left(
        self,
        node: uint32_t,
        mask: uint64_t,
        at: cint,
        room: cint,
        kept: uint32_t,
        main: cint,
        times: cint,
        cross: cint,
    ) -> None:
        """Lay tiles leftwards from `at`, and turn round to the right of the anchor from each place reached."""
        nodes: Pointer[uint32_t] = cast(Pointer[uint32_t], self.board.nodes)
        child: uint32_t
        bit: uint64_t
        arc: uint32_t
        own: uint32_t
        after: uint32_t
        cell: cint
        points: cint
        new_main: cint
        new_cross: cint
        below: uint64_t
        usable: uint64_t = self.usable[kept]
        _kind: cint
        if mask & 1:
            child = nodes[node + 2] >> 1
            if self.runs_on:
                self.turn_into_run(child, at + 1, kept, main, times, cross)
            else:
                below = nodes[child] | cast(uint64_t, nodes[child + 1]) << 32
                if below & self.board.fits[self.right] & usable:
                    self.go_right(child, below, self.right, at + 1, kept, main, times, cross)
        if room <= 0:
            return
        letters: uint64_t = mask & self.board.fits[at] & usable
        times *= self.board.word_multiplier[at]
        while letters:
            bit = letters & (~letters + 1)
            cell = ctz(letters)
            letters ^= bit
            arc = nodes[node + 2 + popcount(mask & (bit - 1))]
            child = arc >> 1
            below = nodes[child] | cast(uint64_t, nodes[child + 1]) << 32
            own = kept & self.copies[cell]
            for _kind in range(2):
                if own:
                    after = kept ^ (own & (~own + 1))
                    self.sink.strip[at] = cell
                    points = self.board.face[cell]
                    new_main = main + points * self.board.letter_multiplier[at]
                    new_cross = cross + self.board.cross_base[at] + points * self.board.cross_times[at]
                    # A single tile that makes words both ways counts as a play across.
                    if (
                        arc & 1
                        and not self.runs_on
                        and not (kept == self.given and self.down and self.board.crossed[at])
                    ):
                        self.sink.record(at, self.right - at, after, new_main * times + new_cross)
                    # With a run behind the anchor a word may come about without another tile. Most of what is
                    # below leads nowhere: neither to a turn, nor to a letter that fits and is at hand.
                    if below & (ONE | self.board.fits[at - 1] & self.usable[after]) and (
                        after or self.runs_on
                    ):
                        self.go_left(child, below, at - 1, room - 1, after, new_main, times, new_cross)
                own = kept & self.blanks
                cell |= BLANK

    @native
    def turn_into_run(
        self, node: uint32_t, start: cint, kept: uint32_t, main: cint, times: cint, cross: cint
    ) -> None:
        """Turn round where the square after the anchor has a tile: its run belongs to the word."""
        arc: uint32_t = node << 1
        at: cint = self.right
        below: uint64_t
        while self.board.cell[at]:
            arc = self.board.graph.arc(arc >> 1, self.board.cell[at] & LETTER)
            if not arc:
                return
            main += self.board.face[self.board.cell[at]]
            at += 1
        if arc & 1 and not (
            self.down and popcount(self.given ^ kept) == 1 and self.board.crossed[start] == 1
        ):
            self.sink.record(start, at - start, kept, main * times + cross)
        below = self.board.graph.mask(arc >> 1)
        if below & self.board.fits[at] & self.usable[kept]:
            self.go_right(arc >> 1, below, at, start, kept, main, times, cross)

    @native
    def go_right(
        self,
        node: uint32_t,
        mask: uint64_t,
        at: cint,
        start: cint,
        kept: uint32_t,
        main: cint,
        times: cint,
        cross: cint,
    ) -> None:
        """Lay tiles rightwards from the empty square `at`, reading whatever lies in the way."""
        nodes: Pointer[uint32_t] = cast(Pointer[uint32_t], self.board.nodes)
        child: uint32_t
        bit: uint64_t
        arc: uint32_t
        own: uint32_t
        after: uint32_t
        cell: cint
        points: cint
        beyond: cint
        through: cint
        new_main: cint
        new_cross: cint
        below: uint64_t
        letters: uint64_t = mask & self.board.fits[at] & self.usable[kept]
        _kind: cint
        times *= self.board.word_multiplier[at]
        while letters:
            bit = letters & (~letters + 1)
            cell = ctz(letters)
            letters ^= bit
            arc = nodes[node + 2 + popcount(mask & (bit - 1))]
            beyond = at + 1
            through = main
            while self.board.cell[beyond]:
                arc = self.board.graph.arc(arc >> 1, self.board.cell[beyond] & LETTER)
                if not arc:
                    break
                through += self.board.face[self.board.cell[beyond]]
                beyond += 1
            if not arc:
                continue
            child = arc >> 1
            below = nodes[child] | cast(uint64_t, nodes[child + 1]) << 32
            own = kept & self.copies[cell]
            for _kind in range(2):
                if own:
                    after = kept ^ (own & (~own + 1))
                    self.sink.strip[at] = cell
                    points = self.board.face[cell]
                    new_main = through + points * self.board.letter_multiplier[at]
                    new_cross = cross + self.board.cross_base[at] + points * self.board.cross_times[at]
                    if arc & 1 and not (kept == self.given and self.down and self.board.crossed[at]):
                        self.sink.record(start, beyond - start, after, new_main * times + new_cross)
                    if below & self.board.fits[beyond] & self.usable[after]:
                        self.go_right(child, below, beyond, start, after, new_main, times, new_cross)
                own = kept & self.blanks
                cell |= BLANK
