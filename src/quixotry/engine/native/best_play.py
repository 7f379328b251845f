"""The best play, found by looking at few.

For a slot (see slots.py) and a set of rack tiles there is an upper bound: the tiles that are worth most on the
squares that count most, plus the leave. Slots are taken best bound first until the bound falls below the best play
found; the bound never lies below what the slot can give, so that what is left cannot win. The anagram filters (see
lexicon/gaddag.py) take out beforehand the sets of tiles that form no word with the letters played through: that is
what makes the bound sharp, since most sets of seven tiles are no word at all. What is left is looked up in the
anagram index, and each of the few words found is held against the squares.
"""

from __future__ import annotations

from typing import Literal

from quixotry.engine.native.board import Board
from quixotry.engine.native.bound_queue import BoundQueue
from quixotry.engine.native.generator import Generator
from quixotry.engine.native.layout import (
    DOWN_LINES,
    LETTERS,
    LINES,
    LOWEST,
    MASKS,
    RACK_MAX,
    STRIDE,
    Lines,
    Rack16,
    length_of,
    rest_of,
    start_of,
)
from quixotry.engine.native.line_bits import LineBits
from quixotry.engine.native.play_list import FoundPlay, PlayList
from quixotry.engine.native.rack import Rack
from quixotry.engine.native.slots import EXTRAS, FIXED, ROW, SLOT, TAKEN, THROUGH, TIMES, WHERE, Slots
from quixotry.engine.native.through_letters import ThroughLetters
from quixotry.engine.native.tile_sets import END, FIRST, RUN, TileSets
from quixotry.engine.native.winner import Winner
from quixotry.engine.native.word_fitter import WordFitter
from quixotry.lexicon.cdefs import (
    M32,
    Array,
    Const,
    Pointer,
    Readonly,
    bint,
    cast,
    cint,
    ctz,
    dot10,
    inline,
    int32_t,
    native,
    nogil,
    on_stack,
    popcount,
    prefetch,
    size_t,
    uint16_t,
    uint32_t,
    uint64_t,
)
from quixotry.lexicon.gaddag import Gaddag
from quixotry.rules.ruleset import Ruleset


@inline
def queued_slot(slot: cint) -> uint32_t:
    """A slot as it waits in the queue."""
    return cast(uint32_t, slot) // SLOT * (2 * MASKS)


@inline
def queued_set(slot: cint, used: uint32_t) -> uint32_t:
    """A slot with a set of tiles as it waits in the queue: an odd number."""
    return cast(uint32_t, slot) // SLOT * (2 * MASKS) | used << 1 | 1


@native
class BestPlay:
    """A board, a rack, and the play of highest equity. One thread owns it."""

    board: Readonly[Board]
    rack: Readonly[Rack]
    generator: Readonly[Generator]
    plays: PlayList
    through: ThroughLetters
    slots: Slots
    sets: TileSets
    queue: BoundQueue
    fitter: WordFitter
    winner: Winner

    def __init__(self, ruleset: Ruleset, graph: Gaddag) -> None:
        self.board = Board(ruleset, graph, LineBits(graph.letters))
        self.rack = Rack(self.board)
        self.generator = Generator(self.board, self.rack)
        self.plays = self.generator.plays
        self.through = ThroughLetters()
        self.slots = Slots(self.board, self.through, ruleset.rack.size)
        self.sets = TileSets(self.board, self.rack, self.through)
        self.queue, self.winner = BoundQueue(), Winner()
        self.fitter = WordFitter(self.slots, self.sets, self.winner)

    def find(self) -> FoundPlay | None:
        """The best play, or None."""
        with nogil:
            self.choose_play(LOWEST)
        if self.plays.failed:
            raise MemoryError
        if not self.winner.exists:
            return None
        where = self.winner.where
        cells = bytes([self.winner.strip[i] for i in range(length_of(where))])
        return (*self.plays.described(where, cells), self.winner.score, self.winner.equity)

    @native
    def choose_play(self, floor: cint) -> None:
        """Find the best play of an equity of at least `floor`."""
        what: uint32_t
        self.winner.clear(floor)
        if not self.rack.size:
            return
        # The filters know of one and of two blanks.
        if popcount(self.rack.blanks) > 2:
            self.choose_from_all()
            return
        if self.rack.size > self.slots.rack_size:
            self.slots.rack_size = self.rack.size
            self.slots.reset()
        self.sets.list_sets()
        self.forget()
        if not self.bound_slots(floor):
            # No numbers were left for letters played through: begin anew, which makes all lines stale.
            self.slots.reset()
            self.forget()
            self.bound_slots(floor)
        while True:
            what = self.queue.pop(self.winner.equity)
            if what == M32:
                return
            if what & 1:
                self.fitter.fill(what // (2 * MASKS) * SLOT, what >> 1 & (MASKS - 1))
            else:
                self.open_slot(what // (2 * MASKS) * SLOT)

    @native
    def forget(self) -> None:
        """Nothing waits, and of no letters played through it is known which sets of tiles go with them."""
        self.sets.forget()
        self.queue.clear()
        self.fitter.ready_slot = -1

    @native
    def bound_slots(self, floor: cint) -> bint:
        """Put every slot that could reach `floor` into the queue; False when a line could not be listed."""
        row: cint
        i: cint
        slot: cint
        last: cint
        laid: cint
        bound: cint
        letters: uint64_t
        allowed: Pointer[uint32_t]
        slots: Pointer[int32_t] = self.slots.slots
        falling: Pointer[int32_t] = self.sets.falling_all
        size_value: Pointer[int32_t] = self.sets.size_value
        size_leave: Pointer[int32_t] = self.sets.size_leave
        open_squares: uint32_t
        size: cint = self.rack.size
        usable: Lines[uint32_t] = on_stack()
        for row in range(LINES):
            usable[row] = self.board.bits.empty[row]
        if not self.rack.blanks:
            for row in range(LINES):
                usable[row] = 0
            letters = self.rack.held[self.rack.full]
            while letters:
                allowed = self.board.bits.allowed + ctz(letters) * STRIDE
                letters &= letters - 1
                for i in range(DOWN_LINES):
                    usable[i] |= allowed[i]
                for i in range(DOWN_LINES):
                    usable[DOWN_LINES + i] |= allowed[LETTERS * STRIDE + i]
        for row in range(LINES):
            if self.board.bits.stale[row] and not self.slots.list_line(row):
                return False
            open_squares = usable[row]
            slot = row * ROW
            last = slot + SLOT * self.slots.count[row]
            while slot < last:
                laid = rest_of(slots[slot + WHERE])
                if laid <= size and not slots[slot + TAKEN] & ~open_squares:
                    bound = slots[slot + FIXED] + slots[slot + TIMES] * size_value[laid]
                    bound = (bound + dot10(slots + slot + EXTRAS, falling)) * 1000 + size_leave[laid]
                    # Whether the whole rack makes a word decides most: that is asked at once.
                    if bound >= floor and (laid < size or self.sets.has_any(slots[slot + THROUGH], laid)):
                        self.queue.push(bound, queued_slot(slot))
                slot += SLOT
        return True

    @native
    def open_slot(self, slot: cint) -> None:
        """Bound each set of tiles for a slot by itself, and put those that may still win into the queue."""
        where: uint32_t = self.slots.slots[slot + WHERE]
        start: cint = start_of(where)
        line: cint = start - start % STRIDE + 1
        entry: cint = self.sets.known_sets(self.slots.slots[slot + THROUGH], rest_of(where))
        squares: uint32_t = self.slots.slots[slot + TAKEN]
        fixed: cint = self.slots.slots[slot + FIXED]
        times: cint = self.slots.slots[slot + TIMES]
        bound: cint
        tighter: cint
        plain: cint = 0
        tight: cint = 0
        found: cint = 0
        i: cint
        j: cint
        at: cint
        used: uint32_t
        fitting: uint32_t
        letters: uint64_t
        floor: cint = self.winner.equity
        full: uint32_t = self.rack.full
        leaves: Pointer[int32_t] = self.rack.leave
        falling: Pointer[int32_t] = self.sets.falling
        falling_all: Pointer[int32_t] = self.sets.falling_all
        value_of: Pointer[int32_t] = self.sets.value_of
        by_value: Pointer[uint16_t] = self.sets.by_value
        sum_of: Pointer[uint64_t] = self.sets.sum_of
        index: Pointer[Const[uint64_t]] = self.board.graph.index
        shift: cint = 64 - self.board.graph.index_bits
        through: uint64_t = self.through.total[self.slots.slots[slot + THROUGH]]
        extras: Pointer[int32_t] = self.slots.slots + slot + EXTRAS
        pool: Pointer[uint16_t] = self.sets.pool
        crossed_fit: Rack16[uint32_t] = on_stack()
        crossed_extra: Rack16[cint] = on_stack()
        # Which sets may win is as good as chance, so that it is used as a number first and branched on later.
        hopeful: Array[uint16_t, Literal[256]] = on_stack()
        bounds: Array[cint, Literal[256]] = on_stack()
        for i in range(self.sets.known[entry + FIRST], self.sets.known[entry + END]):
            used = pool[i]
            bound = fixed + times * value_of[used] + dot10(extras, falling + used * RUN)
            bound = bound * 1000 + leaves[full ^ used]
            hopeful[found] = used
            bounds[found] = bound
            found += bound >= floor
        if not found:
            return
        # On a square with tiles beside it only what fits there counts: which places of the rack, best first; a blank
        # always does. What the other squares count goes with the tile that is worth most.
        i = 0
        while i < RACK_MAX and extras[i]:
            plain += extras[i]
            i += 1
        squares &= self.board.bits.touching[self.board.line_of[start]]
        while squares:
            at = line + ctz(squares)
            squares &= squares - 1
            j = (self.board.letter_multiplier[at] - 1) * times + self.board.cross_times[at]
            fitting = self.sets.places[0] if self.rack.blanks else 0
            letters = self.rack.held[full] & self.board.fits[at]
            while letters:
                fitting |= self.sets.places[ctz(letters)]
                letters &= letters - 1
            plain -= j
            crossed_fit[tight] = fitting
            crossed_extra[tight] = j
            tight += 1
        for i in range(found):
            used = hopeful[i]
            tighter = times * value_of[used] + plain * falling[used * RUN]
            for j in range(tight):
                fitting = by_value[used] & crossed_fit[j]
                if not fitting:
                    break
                tighter += crossed_extra[j] * falling_all[ctz(fitting)]
            else:
                bound = (fixed + tighter) * 1000 + leaves[full ^ used]
                if bounds[i] < bound:
                    bound = bounds[i]
                if bound >= floor:
                    if not self.queue.push(bound, queued_set(slot, used)):
                        self.fitter.fill(slot, used)
                    # If its turn comes, the words of these letters are looked up: 3 % faster when fetched by then
                    # (`python -m bench.selfplay`).
                    prefetch(index + ((through + sum_of[used]) >> shift))

    @native
    def choose_from_all(self) -> None:
        """The best of all plays, each looked at; for racks with more blanks than the filters know."""
        play: size_t
        where: uint32_t
        self.generator.find_all()
        for play in range(self.plays.count):
            if self.plays.equity[play] >= self.winner.equity:
                where = self.plays.where[play]
                self.winner.offer(
                    start_of(where),
                    length_of(where),
                    rest_of(where),
                    self.plays.score[play],
                    self.plays.equity[play],
                    self.plays.strips + play * STRIDE,
                )
