"""Which tiles of a rack to lay: its sets, and of which of them a word can be made with the letters played through.

A set of tiles is a mask of rack places. Of each: the sum of its letters' codes, its points, and the points of its tiles
as they fall, for the bounds of best_play.py. Whether a set forms a word with some letters is asked of the anagram
filters (see lexicon/gaddag.py) once per position, for all slots that go through the same letters.
"""

from __future__ import annotations

from typing import Final, Literal

from quixotry.engine.native.board import Board
from quixotry.engine.native.layout import BLANK_FACE, LOWEST, MASKS, RACK_ROOM, Letters, Masks, Rack16
from quixotry.engine.native.rack import Rack
from quixotry.engine.native.through_letters import THROUGH_MAX, ThroughLetters
from quixotry.lexicon.cdefs import (
    Array,
    Const,
    Pointer,
    address,
    bint,
    cast,
    cint,
    ctz,
    free,
    inline,
    int32_t,
    memcpy,
    memset,
    native,
    on_stack,
    popcount,
    uint8_t,
    uint16_t,
    uint32_t,
    uint64_t,
    zeroed,
)
from quixotry.lexicon.gaddag import has_bits

# What is known of letters played through with a number of tiles laid: the epoch it is of, then these.
ENTRY: Final = 4
FIRST: Final = 1
END: Final = 2
POOL: Final = 262144
SETS: Final = 256
"""Room for the sets of one size: 252 of five out of ten."""
RUN: Final = 16
RUN_BYTES: Final = 40
"""Room for the points of a set's tiles, falling."""


@native
class TileSets:
    """The sets of a rack's tiles, and which of them may form a word with letters played through."""

    board: Board
    rack: Rack
    through: ThroughLetters
    # Of each number of letters played through and of tiles laid: see above. The sets themselves are in `pool`.
    known: Pointer[int32_t]
    pool: Pointer[uint16_t]
    pool_used: cint
    epoch: cint
    # By mask: the sum of the letters' codes, the points, the points of each tile as they fall, the tiles by value.
    sum_of: Masks[uint64_t]
    value_of: Masks[int32_t]
    falling: Array[int32_t, Literal[16384]]
    by_value: Masks[uint16_t]
    # Which bits of `by_value` a letter's tiles have.
    places: Letters[uint16_t]
    # Sets of each size, how many, the best leave and the most points among them; the points of all tiles as they fall.
    sets: Array[uint16_t, Literal[2816]]
    set_count: Rack16[cint]
    size_leave: Rack16[int32_t]
    size_value: Rack16[int32_t]
    falling_all: Rack16[int32_t]

    def __init__(self, board: Board, rack: Rack, through: ThroughLetters) -> None:
        self.board, self.rack, self.through = board, rack, through
        self.known = cast(Pointer[int32_t], zeroed(THROUGH_MAX * RACK_ROOM * ENTRY * 4))
        self.pool = cast(Pointer[uint16_t], zeroed(POOL * 2))
        if not (self.known and self.pool):
            raise MemoryError
        self.epoch = self.pool_used = 0

    def __dealloc__(self) -> None:
        free(self.known)
        free(self.pool)

    @native
    def forget(self) -> None:
        """Of no letters played through it is known any more which sets go with them."""
        if self.epoch == 2147483647:
            self.epoch = 0
            memset(self.known, 0, THROUGH_MAX * RACK_ROOM * ENTRY * 4)
        self.epoch += 1
        self.pool_used = 0

    @native
    def list_sets(self) -> None:
        """The sets of tiles the rack can lay, by size, each with its letters, its points and those in order."""
        used: uint32_t
        rest: uint32_t
        i: cint
        j: cint
        points: cint
        leave: cint
        order: Rack16[cint] = on_stack()
        value: Rack16[cint] = on_stack()
        code: Rack16[uint64_t] = on_stack()
        place_bit: Rack16[uint32_t] = on_stack()
        tile: Pointer[uint8_t] = self.rack.tile
        full: uint32_t = self.rack.full
        size: cint = self.rack.size
        for i in range(size):
            points = self.board.face[tile[i]] if tile[i] else self.board.face[BLANK_FACE]
            j = i
            while j and value[order[j - 1]] < points:
                order[j] = order[j - 1]
                j -= 1
            order[j] = i
            value[i] = points
            # A blank stands for no letter of its own: code 0 is 0.
            code[i] = self.board.graph.codes[tile[i]]
        for i in range(16):
            self.set_count[i] = 0
            self.size_leave[i] = LOWEST
            self.size_value[i] = 0
            self.falling_all[i] = 0
            self.falling[i] = 0
        for i in range(size):
            self.places[tile[i]] = 0
        for i in range(size):
            self.falling_all[i] = value[order[i]]
            place_bit[order[i]] = cast(uint32_t, 1) << i
            self.places[tile[order[i]]] |= place_bit[order[i]]
        self.sum_of[0] = 0
        self.value_of[0] = 0
        self.by_value[0] = 0
        for used in range(1, full + 1):
            i = ctz(used)
            rest = used & (used - 1)
            self.sum_of[used] = self.sum_of[rest] + code[i]
            self.value_of[used] = self.value_of[rest] + value[i]
            self.by_value[used] = self.by_value[rest] | place_bit[i]
            # The tile worth most, then the others as they fall.
            i = order[ctz(self.by_value[used])]
            rest = used ^ (cast(uint32_t, 1) << i)
            self.falling[used * RUN] = value[i]
            memcpy(address(self.falling[used * RUN + 1]), address(self.falling[rest * RUN]), RUN_BYTES)
            if self.rack.canonical[full ^ used]:
                i = popcount(used)
                self.sets[i * SETS + self.set_count[i]] = used
                self.set_count[i] += 1
                leave = self.rack.leave[full ^ used]
                if leave > self.size_leave[i]:
                    self.size_leave[i] = leave
                if self.value_of[used] > self.size_value[i]:
                    self.size_value[i] = self.value_of[used]

    @inline
    def known_sets(self, through: cint, laid: cint) -> cint:
        """Where it is noted which sets of so many tiles may form a word with these letters."""
        entry: cint = (through * RACK_ROOM + laid) * ENTRY
        if self.known[entry] != self.epoch:
            self.ask_filters(entry, self.through.total[through], laid)
        return entry

    @inline
    def has_any(self, through: cint, laid: cint) -> bint:
        """May any set of so many tiles form a word with these letters?"""
        entry: cint = self.known_sets(through, laid)
        return self.known[entry + FIRST] < self.known[entry + END]

    @native
    def ask_filters(self, entry: cint, total: uint64_t, laid: cint) -> None:
        """Note which sets of so many tiles may form a word with letters played through.

        Whether a set may is used as a number, never branched on: it is as good as chance, and a branch the processor
        guesses wrongly makes the loads after it wait (`python -m bench.selfplay`)."""
        i: cint
        used: uint32_t
        sum_all: uint64_t
        if self.pool_used > POOL - MASKS:
            self.forget()
        first: cint = self.pool_used
        end: cint = first
        pool: Pointer[uint16_t] = self.pool
        sets: Pointer[uint16_t] = self.sets + laid * SETS
        sums: Pointer[uint64_t] = self.sum_of
        none: Pointer[Const[uint64_t]] = self.board.graph.none
        shift: cint = 64 - self.board.graph.bits0
        blanks: uint32_t = self.rack.blanks
        if blanks:
            for i in range(self.set_count[laid]):
                used = sets[i]
                pool[end] = used
                end += self.board.graph.may_exist(total + sums[used], popcount(used & blanks))
        else:
            for i in range(self.set_count[laid]):
                used = sets[i]
                sum_all = total + sums[used]
                pool[end] = used
                end += has_bits(none[sum_all >> shift], sum_all)
        self.pool_used = end
        self.known[entry] = self.epoch
        self.known[entry + FIRST] = first
        self.known[entry + END] = end
