"""From a sorted word list to a graph whose nodes are each there once (see gaddag.py for what comes out).

Two sorted lists of strings are folded into smallest automata by the same steps: keep the path of the last
string open, close what the next one no longer shares, and give a closed node the number of an equal one
when there is one. First the words; then every beginning of a word, read backwards, with a turning arc to
the node it leads to in the first automaton.
"""

from __future__ import annotations

from typing import Any, Literal

from quixotry.lexicon.anagram_tables import anagram_tables
from quixotry.lexicon.cdefs import (
    FNV,
    M32,
    M64,
    ONE,
    Array,
    ConstView,
    View,
    bint,
    cast,
    cfunc,
    cint,
    native,
    size_t,
    ssize_t,
    uint8_t,
    uint32_t,
    uint64_t,
)
from quixotry.lexicon.gaddag import PADDING, WORD_MAX, Gaddag


def build_gaddag(cells: bytes, letters: int, *, anagrams: bool = True) -> Gaddag:
    """The graph of words given as letter numbers, sorted, each once and each ended by a 0. Without `anagrams` its
    anagram tables know no words: that will do for whoever only walks the graph."""
    builder = Builder(letters)
    builder.build(cells)
    nodes, forward, back = builder.laid_out()
    tables = anagram_tables(cells if anagrams else b"", letters)
    return Gaddag(letters, builder.word_count(), forward, back, nodes, tables)


def _u32(size: int) -> memoryview[int]:
    return memoryview(bytearray(4 * size)).cast("I")


def _grown(buffer: Any, size: int) -> memoryview[int]:
    """The same buffer with room for more."""
    view = memoryview(buffer)
    grown = bytearray(view.itemsize * size)
    grown[: view.nbytes] = view.cast("B")
    return memoryview(grown).cast("I") if view.itemsize == 4 else memoryview(grown)


@native
def mixed(mix: uint64_t, word: uint64_t) -> uint64_t:
    mix = ((mix ^ word) * FNV) & M64
    return mix ^ (mix >> 29)


@native
class Builder:
    letters: cint
    count: uint32_t
    forward_root: uint32_t
    back_root: uint32_t
    # Closed nodes: node n has the arcs first[n] to first[n + 1], each a letter and `child << 1 | ends`.
    nodes: uint32_t
    arcs: uint32_t
    first: View[uint32_t]
    arc_letter: View[uint8_t]
    arc_word: View[uint32_t]
    # Open addressing, hash of a node's arcs -> node number; 0 is a free place.
    table: View[uint32_t]
    # Open nodes of the current path: row d, 64 wide, is the node after d letters.
    open_letter: Array[uint8_t, Literal[1536]]
    open_word: Array[uint32_t, Literal[1536]]
    open_count: Array[cint, Literal[24]]
    path: Array[uint8_t, Literal[24]]
    depth: cint
    # Beginnings of words read backwards, a row of 24 a beginning, and `node << 1 | is a word` of each.
    keys: uint32_t
    key_letters: View[uint8_t]
    key_word: View[uint32_t]

    def __init__(self, letters: int) -> None:
        self.letters = letters
        self.count = 0
        self.nodes = 1
        self.arcs = 0
        self.keys = 0
        self.depth = 0
        self.first = _u32(1 << 10)
        self.arc_word = _u32(1 << 10)
        self.arc_letter = memoryview(bytearray(1 << 10))
        self.table = _u32(1 << 11)
        self.key_letters = memoryview(bytearray(24 << 10))
        self.key_word = _u32(1 << 10)
        # The forward root is closed as node `forward`, the other as `back`; node 0 is the empty one.
        self.open_count[0] = 0

    def build(self, cells: bytes) -> None:
        self.add_forward(cells)
        self.forward_root = self.finish_root()
        self.add_backward()
        self.back_root = self.finish_root()

    def word_count(self) -> int:
        return self.count

    def finish_root(self) -> int:
        self.close_to(0, False)
        root = self.close(0)
        self.open_count[0] = 0
        return root

    @cfunc
    def room_for_one_more(self) -> cint:
        """Room for one more node, its arcs and one more key; buffers double, so this is rarely work."""
        if self.nodes + 2 > len(self.first):
            self.first = _grown(self.first, 2 * len(self.first))
        if self.arcs + 64 > len(self.arc_word):
            self.arc_letter = _grown(self.arc_letter, 2 * len(self.arc_letter))
            self.arc_word = _grown(self.arc_word, 2 * len(self.arc_word))
        if self.keys + 1 > len(self.key_word):
            self.key_letters = _grown(self.key_letters, 2 * len(self.key_letters))
            self.key_word = _grown(self.key_word, 2 * len(self.key_word))
        if 2 * self.nodes > len(self.table):
            table: View[uint32_t] = _u32(2 * len(self.table))
            last: uint32_t = len(table) - 1
            node: uint32_t
            at: uint32_t
            place: uint32_t
            mix: uint64_t
            for node in range(1, self.nodes):
                mix = 0
                for at in range(self.first[node], self.first[node + 1]):
                    mix = mixed(mixed(mix, self.arc_letter[at]), self.arc_word[at])
                place = mix & last
                while table[place]:
                    place = (place + 1) & last
                table[place] = node
            self.table = table
        return 0

    @cfunc
    def add_forward(self, cells: ConstView[uint8_t]) -> cint:
        at: ssize_t = 0
        size: ssize_t = len(cells)
        length: cint
        shared: cint
        i: cint
        while at < size:
            length = 0
            while at + length < size and cells[at + length]:
                if cells[at + length] > self.letters:
                    raise ValueError("a letter outside the alphabet")
                length += 1
                if length > WORD_MAX:
                    raise ValueError("a word longer than any board")
            shared = 0
            while shared < length and shared < self.depth and cells[at + shared] == self.path[shared]:
                shared += 1
            if shared == length or (shared < self.depth and cells[at + shared] < self.path[shared]):
                raise ValueError("the words are not sorted, or one is there twice")
            self.close_to(shared, True)
            for i in range(shared, length):
                self.path[i] = cells[at + i]
                self.open_letter[i * 64 + self.open_count[i]] = cells[at + i]
                self.open_word[i * 64 + self.open_count[i]] = 0
                self.open_count[i] += 1
                self.open_count[i + 1] = 0
            self.open_word[(length - 1) * 64 + self.open_count[length - 1] - 1] |= 1
            self.depth = length
            self.count += 1
            at += length + 1
        self.close_to(0, True)
        return 0

    @cfunc
    def add_backward(self) -> cint:
        order: View[uint32_t] = self.sorted_keys()
        index: uint32_t
        key: uint32_t
        word: uint32_t
        shared: cint
        length: cint
        i: cint
        row: size_t
        for index in range(self.keys):
            key = order[index]
            word = self.key_word[key]
            length = 0
            row = cast(size_t, key) * 24
            while self.key_letters[row + length]:
                length += 1
            shared = 0
            while (
                shared < length
                and shared < self.depth
                and self.key_letters[row + shared] == self.path[shared]
            ):
                shared += 1
            self.close_to(shared, False)
            for i in range(shared, length):
                self.path[i] = self.key_letters[row + i]
                self.open_letter[i * 64 + self.open_count[i]] = self.key_letters[row + i]
                self.open_word[i * 64 + self.open_count[i]] = 0
                self.open_count[i] += 1
                self.open_count[i + 1] = 0
            self.open_word[(length - 1) * 64 + self.open_count[length - 1] - 1] |= word & 1
            if word >> 1:
                self.open_letter[length * 64] = 0
                self.open_word[length * 64] = word & ~cast(uint32_t, 1)
                self.open_count[length] = 1
            self.depth = length
        return 0

    @cfunc
    def close_to(self, depth: cint, keep: bint) -> cint:
        """Close the open nodes below `depth`; `keep` remembers what was spelt and the node it led to."""
        node: uint32_t
        above: cint
        i: cint
        row: size_t
        while self.depth > depth:
            node = self.close(self.depth)
            above = (self.depth - 1) * 64 + self.open_count[self.depth - 1] - 1
            self.open_word[above] |= node << 1
            if keep:
                row = cast(size_t, self.keys) * 24
                for i in range(self.depth):
                    self.key_letters[row + i] = self.path[self.depth - 1 - i]
                self.key_word[self.keys] = self.open_word[above]
                self.keys += 1
            self.depth -= 1
        return 0

    @cfunc
    def close(self, depth: cint) -> uint32_t:
        """The number of the node with the open row's arcs, a known one when there is an equal."""
        self.room_for_one_more()
        count: cint = self.open_count[depth]
        row: cint = depth * 64
        if count == 0:
            return 0
        mix: uint64_t = 0
        i: cint
        for i in range(count):
            mix = mixed(mixed(mix, self.open_letter[row + i]), self.open_word[row + i])
        last: uint32_t = len(self.table) - 1
        place: uint32_t = mix & last
        node: uint32_t
        start: uint32_t
        while self.table[place]:
            node = self.table[place]
            start = self.first[node]
            if self.first[node + 1] - start == cast(uint32_t, count):
                for i in range(count):
                    if (
                        self.arc_word[start + i] != self.open_word[row + i]
                        or self.arc_letter[start + i] != self.open_letter[row + i]
                    ):
                        break
                else:
                    return node
            place = (place + 1) & last
        node = self.nodes
        self.nodes += 1
        self.table[place] = node
        self.first[node] = self.arcs
        for i in range(count):
            self.arc_letter[self.arcs] = self.open_letter[row + i]
            self.arc_word[self.arcs] = self.open_word[row + i]
            self.arcs += 1
        self.first[node + 1] = self.arcs
        return node

    @cfunc
    def sorted_keys(self) -> View[uint32_t]:
        """The order of the keys: a counting sort by two letters at a time, the last ones first."""
        order: View[uint32_t] = _u32(self.keys + 1)
        other: View[uint32_t] = _u32(self.keys + 1)
        spare: View[uint32_t]
        counts: View[uint32_t]
        index: uint32_t
        digit: cint
        pair: cint
        at: size_t
        for index in range(self.keys):
            order[index] = index
        for pair in range(22, -2, -2):
            counts = _u32(4097)
            for index in range(self.keys):
                at = cast(size_t, index) * 24 + pair
                counts[(self.key_letters[at] << 6 | self.key_letters[at + 1]) + 1] += 1
            if counts[1] == self.keys:
                continue
            for digit in range(1, 4097):
                counts[digit] += counts[digit - 1]
            for index in range(self.keys):
                at = cast(size_t, order[index]) * 24 + pair
                digit = self.key_letters[at] << 6 | self.key_letters[at + 1]
                other[counts[digit]] = order[index]
                counts[digit] += 1
            spare = order
            order = other
            other = spare
        return order

    def laid_out(self) -> tuple[memoryview[int], int, int]:
        """The nodes in the order of gaddag.py, breadth first from both roots, and where the roots are."""
        offsets: View[uint32_t] = _u32(self.nodes)
        queue: View[uint32_t] = _u32(self.nodes + 1)
        head: uint32_t = 0
        tail: uint32_t = 0
        place: uint32_t = 2
        node: uint32_t
        child: uint32_t
        at: uint32_t
        mask: uint64_t
        for root in (self.forward_root, self.back_root):
            node = root
            if node and not offsets[node]:
                offsets[node] = place
                place += 2 + self.first[node + 1] - self.first[node]
                queue[tail] = node
                tail += 1
        while head < tail:
            node = queue[head]
            head += 1
            for at in range(self.first[node], self.first[node + 1]):
                child = self.arc_word[at] >> 1
                if child and not offsets[child]:
                    offsets[child] = place
                    place += 2 + self.first[child + 1] - self.first[child]
                    queue[tail] = child
                    tail += 1
        out = _u32(place + PADDING)
        words: View[uint32_t] = out
        for head in range(tail):
            node = queue[head]
            place = offsets[node]
            mask = 0
            for at in range(self.first[node], self.first[node + 1]):
                mask |= ONE << self.arc_letter[at]
                words[place + 2 + at - self.first[node]] = (
                    offsets[self.arc_word[at] >> 1] << 1 | self.arc_word[at] & 1
                )
            words[place] = mask & M32
            words[place + 1] = mask >> 32
        return out, int(offsets[self.forward_root]), int(offsets[self.back_root])
