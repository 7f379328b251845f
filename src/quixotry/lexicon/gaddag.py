"""The word graph: every word forwards, and every word from each of its letters outwards, in one array.

A node is a 64-bit mask of the letters that may follow (bit n for letter n, bit 0 for the turning point),
held in two 32-bit words, then one word per arc in letter order: `child << 1 | ends a word`. The child with
letter n is found by counting the mask's bits below n. Node 0 has no letters, so that it can be asked anything.

Two ways in. From `forward`, letters spell words from left to right. From `back`, the letters of a word are
read leftwards from any place in it; the arc with bit 0 turns round and leads to the forward node from which
the rest of the word is read rightwards. What follows a turn is what follows that beginning in the forward
graph, so that half of the graph is there only once.

Beside it stand the anagram tables (built by anagram_tables.py). Filters: is there a word with exactly these
letters (and none, one or two blanks)? They may say yes wrongly (about one in a hundred), never no wrongly: they
serve bounds, not answers. The index: which words have exactly these letters?
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from quixotry.lexicon.cdefs import (
    M32,
    M64,
    ONE,
    SPLITMIX_STEP,
    Array,
    Const,
    ConstView,
    Pointer,
    Readonly,
    View,
    address,
    bint,
    cast,
    cint,
    inline,
    native,
    nogil,
    popcount,
    splitmix,
    uint8_t,
    uint32_t,
    uint64_t,
)

PADDING = 64
"""Zero words after the last node, so that reading past a damaged one stays inside."""

WORD_MAX = 21
"""The longest word a board of ours takes; longer ones are left out."""


def letter_codes(letters: int) -> list[int]:
    """The code of each letter, index 0 unused: splitmix64 of its number, the same on every machine."""
    letter: cint
    codes = [0]
    for letter in range(1, letters + 1):
        codes.append(splitmix(cast(uint64_t, letter) * SPLITMIX_STEP))
    return codes


@inline
def has_bits(word: uint64_t, total: uint64_t) -> bint:
    """Are the two bits of a sum of codes set in its word of a filter?"""
    want: uint64_t = (ONE << (total & 63)) | (ONE << ((total >> 6) & 63))
    return (word & want) == want


@native
class Gaddag:
    """A graph in memory that somebody else owns: bytes, or a mapped file."""

    letters: Readonly[cint]
    size: Readonly[uint32_t]
    forward: Readonly[uint32_t]
    back: Readonly[uint32_t]
    count: Readonly[uint32_t]
    spelt_size: uint64_t
    bits0: cint
    bits1: cint
    bits2: cint
    index_bits: cint
    nodes: Pointer[Const[uint32_t]]
    one: Pointer[Const[uint64_t]]
    two: Pointer[Const[uint64_t]]
    none: Pointer[Const[uint64_t]]
    index: Pointer[Const[uint64_t]]
    spelt: Pointer[Const[uint8_t]]
    _keep: tuple[memoryview, ...]
    codes: Array[uint64_t, Literal[64]]

    def __init__(
        self,
        letters: int,
        count: int,
        forward: int,
        back: int,
        nodes: memoryview,
        anagrams: Sequence[memoryview],
    ) -> None:
        self.letters = letters
        self.count = count
        self.forward = forward
        self.back = back
        none, one, two, index, spelt = (memoryview(part).cast("B") for part in anagrams)
        nodes = memoryview(nodes).cast("B")
        self.size = len(nodes) // 4
        self.bits0, self.bits1, self.bits2, self.index_bits = (
            max(0, (len(part) // 8).bit_length() - 1) for part in (none, one, two, index)
        )
        self.spelt_size = len(spelt)
        self._keep = (nodes, none, one, two, index, spelt)
        view: ConstView[uint8_t] = nodes
        self.nodes = cast(Pointer[Const[uint32_t]], address(view[0]))
        view = none
        self.none = cast(Pointer[Const[uint64_t]], address(view[0]))
        view = one
        self.one = cast(Pointer[Const[uint64_t]], address(view[0]))
        view = two
        self.two = cast(Pointer[Const[uint64_t]], address(view[0]))
        view = index
        self.index = cast(Pointer[Const[uint64_t]], address(view[0]))
        view = spelt
        self.spelt = cast(Pointer[Const[uint8_t]], address(view[0]))
        for letter, code in enumerate(letter_codes(letters)):
            self.codes[letter] = code

    def parts(self) -> tuple[memoryview, tuple[memoryview, ...]]:
        """The nodes, and the five anagram tables, as they are written to files."""
        return self._keep[0], self._keep[1:]

    @inline
    def mask(self, node: uint32_t) -> uint64_t:
        return self.nodes[node] | (cast(uint64_t, self.nodes[node + 1]) << 32)

    @inline
    def arc(self, node: uint32_t, letter: cint) -> uint32_t:
        """The arc word of a letter (0 turns round), or 0 when there is none."""
        mask: uint64_t = self.mask(node)
        bit: uint64_t = ONE << letter
        if not mask & bit:
            return 0
        return self.nodes[node + 2 + popcount(mask & (bit - 1))]

    @inline
    def ending(self, node: uint32_t) -> uint64_t:
        """The letters that end a word here, as a mask."""
        mask: uint64_t = self.mask(node)
        at: uint32_t = node + 2
        ends: uint64_t = 0
        while mask:
            if self.nodes[at] & 1:
                ends |= mask & (~mask + 1)
            mask &= mask - 1
            at += 1
        return ends

    @inline
    def may_exist(self, total: uint64_t, blanks: cint) -> bint:
        """Could these letters, with so many blanks, be all the letters of a word? Wrong only in saying yes."""
        word: uint64_t
        if blanks == 0:
            word = self.none[total >> (64 - self.bits0)]
        elif blanks == 1:
            word = self.one[total >> (64 - self.bits1)]
        elif blanks == 2:
            word = self.two[total >> (64 - self.bits2)]
        else:
            return True
        return has_bits(word, total)

    def is_sound(self) -> bool:
        """Does every way through the nodes and into the anagram index stay inside?

        They must follow each other without a gap, and both roots and every arc must lead to the beginning of
        one. Whoever walks a graph takes a letter from a rack, a board or a word with each step, so that a
        circle costs nothing worse than words nobody wrote."""
        if self.size < 2 + PADDING or any(self.nodes[at] for at in (0, 1)):
            return False
        end: uint32_t = self.size - PADDING
        starts: View[uint64_t] = memoryview(bytearray(8 * (self.size // 64 + 2))).cast("Q")
        with nogil:
            sound: bint = self.is_tiled(end, starts) and self.is_led(end, starts) and self.is_indexed()
        root: uint32_t
        for root in (self.forward, self.back):
            sound = sound and root < end and starts[root >> 6] >> (root & 63) & 1 == 1
        return sound

    @native
    def is_indexed(self) -> bint:
        """Does every entry of the anagram index lead to words inside `spelt`, and is one free to end a search?"""
        place: uint32_t
        at: uint64_t
        has_free: bint = False
        for place in range(cast(uint32_t, 1) << self.index_bits):
            if not self.index[place]:
                has_free = True
                continue
            at = self.index[place] & M32
            if at + 3 > self.spelt_size:
                return False
            if at + 3 + (self.spelt[at + 1] | self.spelt[at + 2] << 8) * self.spelt[at] > self.spelt_size:
                return False
        return has_free

    @native
    def is_tiled(self, end: uint32_t, starts: View[uint64_t]) -> bint:
        """Nodes from place 2 to `end`, then zeros, nothing else; each one's place is marked in `starts`."""
        at: uint32_t
        mask: uint64_t
        foreign: uint64_t = ~((ONE << (self.letters + 1)) - 1)
        for at in range(end, self.size):
            if self.nodes[at]:
                return False
        starts[0] = ONE
        at = 2
        while at < end:
            mask = self.mask(at)
            if not mask or mask & foreign:
                return False
            starts[at >> 6] |= ONE << (at & 63)
            at += 2 + popcount(mask)
        return at == end

    @native
    def is_led(self, end: uint32_t, starts: View[uint64_t]) -> bint:
        """Arcs that lead to places marked in `starts`. All words are looked at alike, 64 at a time, and none
        decides what is done next, which is three times as fast as going from node to node; the two words of
        a mask and what lies beyond the end are excused afterwards."""
        block: uint32_t
        i: uint32_t
        child: uint32_t
        led: uint64_t
        marked: uint64_t
        carried: uint64_t = 0
        for block in range((end + 63) >> 6):
            led = 0
            for i in range(64):
                child = self.nodes[(block << 6) + i] >> 1
                child = child if child < end else end
                led |= (starts[child >> 6] >> (child & 63) & 1) << i
            marked = starts[block]
            led |= marked | (marked << 1) & M64 | carried
            carried = marked >> 63
            if (block + 1) << 6 > end:
                led |= (M64 << (end & 63)) & M64
            if led != M64:
                return False
        return True

    def has_word(self, word: bytes) -> bool:
        """Is this, as letter numbers, a word?"""
        node: uint32_t = self.forward
        found: uint32_t = 0
        for letter in word:
            if not 1 <= letter <= self.letters:
                return False
            found = self.arc(node, letter)
            if not found:
                return False
            node = found >> 1
        return bool(found & 1)

    def has_word_through(self, word: bytes, turn: int) -> bool:
        """The same by the other way in: read back from before `turn`, then turn and read on."""
        node: uint32_t = self.back
        found: uint32_t = 0
        for letter in reversed(word[:turn]):
            found = self.arc(node, letter)
            if not found:
                return False
            node = found >> 1
        for letter in b"\0" + word[turn:] if turn < len(word) else b"":
            found = self.arc(node, letter)
            if not found:
                return False
            node = found >> 1
        return bool(found & 1)

    def may_have_anagram(self, letters: bytes, blanks: int) -> bool:
        """The anagram filter's answer for letters as numbers."""
        total: uint64_t = 0
        for letter in letters:
            total = total + self.codes[letter]
        return self.may_exist(total, blanks)

    def anagrams(self, letters: bytes) -> list[bytes]:
        """The words of exactly these letters, all as numbers."""
        total: uint64_t = 0
        for letter in letters:
            total = total + self.codes[letter]
        place = int(total) >> (64 - self.index_bits)
        found = []
        while self.index[place]:
            entry = int(self.index[place])
            at = entry & 0xFFFFFFFF
            length, count = self.spelt[at], self.spelt[at + 1] | self.spelt[at + 2] << 8
            if entry >> 32 == int(total) & 0xFFFFFFFF and length == len(letters):
                for first in range(at + 3, at + 3 + count * length, length):
                    word = bytes([self.spelt[first + i] for i in range(length)])
                    if sorted(word) == sorted(letters):
                        found.append(word)
            place = (place + 1) & ((1 << self.index_bits) - 1)
        return found

    def words(self) -> Iterator[bytes]:
        """Every word as letter numbers, sorted."""
        stack = [(int(self.forward), b"")]
        while stack:
            node, spelt = stack.pop()
            if node < 0:
                yield spelt
                continue
            mask, at = int(self.mask(node)), node + 2
            deeper = []
            while mask:
                longer = spelt + bytes([(mask & -mask).bit_length() - 1])
                if len(longer) > WORD_MAX:
                    raise ValueError("a graph that runs in a circle")
                arc = int(self.nodes[at])
                if arc & 1:
                    deeper.append((-1, longer))
                if arc >> 1:
                    deeper.append((arc >> 1, longer))
                mask &= mask - 1
                at += 1
            stack.extend(reversed(deeper))
