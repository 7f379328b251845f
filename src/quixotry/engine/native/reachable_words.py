"""The words that can still come about on a board with the tiles that are left, as a graph of their own.

Near the end these are a few thousand of a quarter of a million: a graph that stays in the nearest cache, and in which
fewer ways lead nowhere. Every word of a later board stands between two free squares or edges of a line; each of its
letters lies there now or is one of the tiles left, each of which is there once. So the word fits what a line has from
the square it begins on. All beginnings are gone through at once, down the graph from letter to letter, and those that
the letters do not fit drop out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from quixotry.engine.native.layout import LETTER, LETTERS, STRIDE, Letters, LineArray
from quixotry.lexicon.cdefs import (
    ONE,
    View,
    bint,
    cast,
    cint,
    ctz,
    native,
    nogil,
    size_t,
    uint8_t,
    uint32_t,
    uint64_t,
)
from quixotry.lexicon.gaddag import Gaddag
from quixotry.lexicon.gaddag_build import build_gaddag

EDGE: Final = 255
"""Where a line has ended. A beginning takes STRIDE squares, more than any board has, so each ends at an edge, where
nothing fits."""
ROOM: Final = 1 << 20
"""Bytes for the words. What needs more is most of any list, and gains nothing."""


def reachable_graph(
    graph: Gaddag, cells: bytes, width: int, tiles: Sequence[int], effort_max: int = 1 << 62
) -> Gaddag | None:
    """The graph of the words that tiles can make on a board, for finding plays; it has no anagram tables.

    Whatever is laid of these tiles, and by whom, it has every play that the whole graph has. None if there are too many
    words, or too much effort: steps in the graph, and for every word the square of its length, which is what it adds to
    a graph at most."""
    words = ReachableWords(graph, tiles).spell(beginnings(cells, width), effort_max)
    return None if words is None else build_gaddag(words, graph.letters, anagrams=False)


def beginnings(cells: bytes, width: int) -> list[bytes]:
    """What lies on a line from each square on where a word may begin, each once."""
    rows = [cells[first : first + width] for first in range(0, len(cells), width)]
    columns = [cells[first::width] for first in range(width)]
    found = {
        bytes(cell & LETTER for cell in line[first:])
        for line in (*rows, *columns)
        for first in range(len(line) - 1)
        if not (first and line[first - 1])
    }
    free = max((each for each in found if not any(each)), key=len, default=None)
    # A line without tiles has room for whatever fits a shorter one.
    return sorted(each for each in found if any(each) or each is free)


@native
class ReachableWords:
    """Spells the words that fit the beginnings of lines with some tiles.

    A set of beginnings is `words` times 64 bits."""

    graph: Gaddag
    # How many tiles there are of each letter, and how many of each the letters spelt so far are.
    left: Letters[cint]
    spelt_of: Letters[cint]
    blanks: cint
    word: LineArray[uint8_t]
    # The beginnings, a row each, closed by an edge.
    rows: View[uint8_t]
    words: cint
    # Sets of beginnings: those with a free square after so many letters, those with this letter there, those where a
    # word may end there, and those with a free square before.
    free: View[uint64_t]
    holding: View[uint64_t]
    ending: View[uint64_t]
    filled: View[uint64_t]
    # Those that fit the letters spelt so far, [(length * (blanks + 1) + blanks taken) * words].
    fitting: View[uint64_t]
    # The words found, each ended by a 0.
    out: View[uint8_t]
    top: size_t
    effort: uint64_t
    effort_max: uint64_t
    is_too_much: bint

    def __init__(self, graph: Gaddag, tiles: Sequence[int]) -> None:
        self.graph, self.blanks = graph, 0
        for tile, amount in Counter(tiles).items():
            if tile:
                self.left[tile] = amount
            else:
                self.blanks = amount

    def spell(self, lines: Sequence[bytes], effort_max: int) -> bytes | None:
        """All words that fit one of these at least and lay a tile, sorted; None if that is too much."""
        self.rows = memoryview(bytearray().join(line.ljust(STRIDE, bytes([EDGE])) for line in lines))
        self.words = len(lines) // 64 + 1
        self.free, self.ending, self.filled = (_sets(STRIDE * self.words) for _ in range(3))
        self.holding = _sets(STRIDE * LETTERS * self.words)
        self.fitting = _sets(STRIDE * (self.blanks + 1) * self.words)
        row: cint
        for row in range(len(lines)):
            self.fitting[row >> 6] |= ONE << (row & 63)
            self.enter(row)
        buffer = bytearray(ROOM)
        self.out, self.top = memoryview(buffer), 0
        self.effort, self.effort_max, self.is_too_much = 0, effort_max, False
        with nogil:
            self.go_on(self.graph.forward, 0)
        return None if self.is_too_much else bytes(buffer[: self.top])

    @native
    def enter(self, row: cint) -> None:
        """Add a beginning to the sets it belongs to."""
        bit: uint64_t = ONE << (row & 63)
        length: cint
        at: size_t
        cell: cint
        is_filled: bint = False
        for length in range(STRIDE):
            at = length * self.words + (row >> 6)
            cell = self.rows[row * STRIDE + length]
            if is_filled:
                self.filled[at] |= bit
            if cell == 0:
                self.free[at] |= bit
                is_filled = True
            elif cell != EDGE:
                self.holding[(length * LETTERS + cell) * self.words + (row >> 6)] |= bit
            if cell == 0 or cell == EDGE:
                self.ending[at] |= bit

    @native
    def go_on(self, node: uint32_t, length: cint) -> None:
        """Spell one letter more, each that fits."""
        mask: uint64_t = self.graph.mask(node)
        at: uint32_t = node + 2
        arc: uint32_t
        letter: cint
        while mask:
            letter = ctz(mask)
            mask &= mask - 1
            arc = self.graph.nodes[at]
            at += 1
            self.effort += 1
            if not self.fit(letter, length):
                continue
            self.word[length] = letter
            self.spelt_of[letter] += 1
            if arc & 1 and self.is_made(length + 1):
                self.keep(length + 1)
            if arc >> 1:
                self.go_on(arc >> 1, length + 1)
            self.spelt_of[letter] -= 1
            if self.is_too_much or self.effort > self.effort_max:
                self.is_too_much = True
                return

    @native
    def fit(self, letter: cint, length: cint) -> bint:
        """Which beginnings does this letter fit after the others? Is there any?"""
        i: cint
        blanks: cint
        fits: uint64_t
        open_squares: uint64_t
        by_blank: uint64_t
        found: uint64_t = 0
        step: cint = (self.blanks + 1) * self.words
        here: size_t = cast(size_t, length) * step
        there: size_t = here + step
        is_short: bint = self.spelt_of[letter] >= self.left[letter]
        for i in range(self.words):
            by_blank = 0
            for blanks in range(self.blanks + 1):
                fits = self.fitting[here + blanks * self.words + i]
                open_squares = fits & self.free[length * self.words + i]
                fits &= self.holding[(length * LETTERS + letter) * self.words + i]
                # Those for which a blank was taken just now.
                fits |= by_blank
                by_blank = 0
                if is_short and open_squares:
                    by_blank = self.without(letter, length, i, open_squares)
                fits |= open_squares & ~by_blank
                self.fitting[there + blanks * self.words + i] = fits
                found |= fits
        return found != 0

    @native
    def without(self, letter: cint, length: cint, i: cint, some: uint64_t) -> uint64_t:
        """The beginnings among `some` for which no tile of this letter is left: those on the line took none."""
        none: uint64_t = some
        row: cint
        k: cint
        laid: cint
        if self.left[letter]:
            while some:
                row = (i * 64 + ctz(some)) * STRIDE
                laid = 0
                for k in range(length):
                    laid += self.word[k] == letter and self.rows[row + k] == 0
                if laid < self.left[letter]:
                    none &= ~(some & (~some + 1))
                some &= some - 1
        return none

    @native
    def is_made(self, length: cint) -> bint:
        """May the letters spelt so far end here, on a line where one of them was laid?"""
        i: cint
        blanks: cint
        ends: uint64_t
        for i in range(self.words):
            ends = self.ending[length * self.words + i] & self.filled[length * self.words + i]
            for blanks in range(self.blanks + 1):
                if ends & self.fitting[(length * (self.blanks + 1) + blanks) * self.words + i]:
                    return True
        return False

    @native
    def keep(self, length: cint) -> None:
        """Write the word down, if there is room."""
        i: cint
        self.effort += cast(uint64_t, length) * length
        if self.top + length >= ROOM:
            self.is_too_much = True
            return
        for i in range(length):
            self.out[self.top + i] = self.word[i]
        self.out[self.top + length] = 0
        self.top += length + 1


def _sets(amount: int) -> memoryview[int]:
    return memoryview(bytearray(8 * amount)).cast("Q")
