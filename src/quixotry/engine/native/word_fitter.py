"""Laying a set of tiles on a slot: the words of those letters are looked up and held against the squares."""

from __future__ import annotations

from quixotry.engine.native.board import Board
from quixotry.engine.native.layout import BLANK, LETTER, Strip, length_of, start_of
from quixotry.engine.native.rack import Rack
from quixotry.engine.native.slots import FIXED, THROUGH, TIMES, WHERE, Slots
from quixotry.engine.native.through_letters import ThroughLetters
from quixotry.engine.native.tile_sets import TileSets
from quixotry.engine.native.winner import Winner
from quixotry.lexicon.cdefs import M32, ONE, cint, native, popcount, uint8_t, uint32_t, uint64_t
from quixotry.lexicon.gaddag import Gaddag


@native
class WordFitter:
    """Offers the plays of a slot and a set of tiles to the winner."""

    graph: Gaddag
    board: Board
    rack: Rack
    slots: Slots
    sets: TileSets
    through: ThroughLetters
    winner: Winner
    # The slot being filled, the tiles laid on it, and of each of its squares the letters it takes and what a letter's
    # points count there: 0 where a tile lies already.
    ready_slot: cint
    slot_start: cint
    slot_length: cint
    slot_fixed: cint
    slot_used: uint32_t
    wanted: Strip[uint64_t]
    weight: Strip[cint]
    strip: Strip[uint8_t]

    def __init__(self, slots: Slots, sets: TileSets, winner: Winner) -> None:
        self.slots, self.sets, self.winner = slots, sets, winner
        self.board, self.rack, self.through = slots.board, sets.rack, slots.through
        self.graph = self.board.graph
        self.ready_slot = -1

    @native
    def ready(self, slot: cint) -> None:
        """Write down what a word must be to fit a slot: letters allowed on each square, and what they count."""
        where: uint32_t = self.slots.slots[slot + WHERE]
        times: cint = self.slots.slots[slot + TIMES]
        i: cint
        at: cint
        self.ready_slot = slot
        self.slot_start = start_of(where)
        self.slot_length = length_of(where)
        self.slot_fixed = self.slots.slots[slot + FIXED]
        for i in range(self.slot_length):
            at = self.slot_start + i
            if self.board.cell[at]:
                self.wanted[i] = ONE << (self.board.cell[at] & LETTER)
                self.weight[i] = 0
            else:
                self.wanted[i] = self.board.fits[at]
                self.weight[i] = self.board.letter_multiplier[at] * times + self.board.cross_times[at]

    @native
    def fill(self, slot: cint, used: uint32_t) -> None:
        """Try to lay exactly these tiles on a slot."""
        letter: cint
        second: cint
        total: uint64_t = self.through.total[self.slots.slots[slot + THROUGH]] + self.sets.sum_of[used]
        one_more: uint64_t
        blanks: cint = popcount(used & self.rack.blanks)
        if self.ready_slot != slot:
            self.ready(slot)
        self.slot_used = used
        if not blanks:
            self.try_words(total)
            return
        # What blanks may stand for is asked of the filters: mostly a letter or two.
        for letter in range(1, self.board.letters + 1):
            one_more = total + self.graph.codes[letter]
            if not self.graph.may_exist(one_more, blanks - 1):
                continue
            if blanks == 1:
                self.try_words(one_more)
                continue
            for second in range(letter, self.board.letters + 1):
                self.try_words(one_more + self.graph.codes[second])

    @native
    def try_words(self, total: uint64_t) -> None:
        """Hold the words of these letters against the slot that is ready."""
        place: uint64_t = total >> (64 - self.graph.index_bits)
        entry: uint64_t = self.graph.index[place]
        at: uint32_t
        last: uint32_t
        i: cint
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

    @native
    def lay_word(self, word: uint32_t, i: cint, left: uint32_t, points: cint) -> None:
        """Every way to lay the tiles `left` so that the rest of a word that fits comes about."""
        letter: cint
        own: uint32_t
        while i < self.slot_length:
            if not self.weight[i]:
                self.strip[i] = 0
                i += 1
                continue
            letter = self.graph.spelt[word + i] & 63
            own = left & self.rack.blanks
            if own:
                own &= ~own + 1
                self.strip[i] = letter | BLANK
                self.lay_word(
                    word, i + 1, left ^ own, points + self.board.face[letter | BLANK] * self.weight[i]
                )
            own = left & self.rack.copies[letter]
            if not own:
                return
            own &= ~own + 1
            self.strip[i] = letter
            left ^= own
            points += self.board.face[letter] * self.weight[i]
            i += 1
        kept: uint32_t = self.rack.full ^ self.slot_used
        equity: cint = points * 1000 + self.rack.leave[kept]
        if self.rack.vowel_cost:
            equity -= self.rack.exposure(self.slot_start, self.slot_length, self.strip)
        self.winner.offer(self.slot_start, self.slot_length, kept, points, equity, self.strip)
