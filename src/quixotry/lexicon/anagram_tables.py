"""Words by their letters: three filters and an index, built once a word list (see gaddag.py for what they are).

A multiset of letters is the sum of its letters' codes, so that joining two is one addition. The filters are bits
sown by that sum. The index finds the words themselves: a place in it is the upper bits of the sum, an entry the
lower half of the sum and where in `spelt` the words stand: their length, their number (two bytes), their letters.
Entries that share a place stand behind each other; two sums that look alike there are both found, and whoever
reads the words checks their letters.
"""

from __future__ import annotations

from array import array

from quixotry.lexicon.cdefs import (
    M32,
    ONE,
    ConstView,
    View,
    cint,
    native,
    ssize_t,
    uint8_t,
    uint64_t,
)
from quixotry.lexicon.gaddag import letter_codes

WORDS_MAX = 65535
"""How many words of the same letters there may be: their number is written in two bytes."""


def anagram_tables(
    cells: bytes, letters: int
) -> tuple[memoryview, memoryview, memoryview, memoryview, memoryview]:
    """The five tables of words given as letter numbers, each word ended by a 0: three filters, index, spelt."""
    count = bytes(cells).count(0)
    codes = memoryview(array("Q", letter_codes(letters)))
    return *_filters(cells, codes, count), *_index(cells, codes, count)


def _u64(size: int) -> memoryview[int]:
    return memoryview(bytearray(8 * size)).cast("Q")


@native
def sow(table: View[uint64_t], bits: cint, total: uint64_t) -> None:
    table[total >> (64 - bits)] |= (ONE << (total & 63)) | (ONE << ((total >> 6) & 63))


def _filters(
    cells: bytes, letter_codes_of: memoryview[int], count: int
) -> tuple[memoryview[int], memoryview[int], memoryview[int]]:
    """Words' letters, and the same less any one and any two of them."""
    bits: cint = max(3, (max(64, count) // 4).bit_length())
    none, one, two = _u64(1 << bits), _u64(1 << (bits + 2)), _u64(1 << (bits + 4))
    in_none: View[uint64_t] = none
    in_one: View[uint64_t] = one
    in_two: View[uint64_t] = two
    codes: View[uint64_t] = letter_codes_of
    view: ConstView[uint8_t] = cells
    at: ssize_t = 0
    size: ssize_t = len(view)
    length: cint
    i: cint
    j: cint
    total: uint64_t
    less: uint64_t
    while at < size:
        length = 0
        total = 0
        while at + length < size and view[at + length]:
            total = total + codes[view[at + length]]
            length += 1
        sow(in_none, bits, total)
        for i in range(length):
            less = total - codes[view[at + i]]
            sow(in_one, bits + 2, less)
            for j in range(i):
                sow(in_two, bits + 4, (less - codes[view[at + j]]))
        at += length + 1
    return none, one, two


def _index(
    cells: bytes, letter_codes_of: memoryview[int], count: int
) -> tuple[memoryview[int], memoryview[int]]:
    """Where the words of each sum stand, and the words."""
    bits: cint = max(4, (2 * count).bit_length())
    last: uint64_t = (ONE << bits) - 1
    entries, begins = _u64(1 << bits), _u64(1 << bits)
    # While the tables are built, an entry is its sum whole; `begin` counts its words, then says where they go.
    entry: View[uint64_t] = entries
    begin: View[uint64_t] = begins
    length_of: View[uint8_t] = bytearray(1 << bits)
    place_of: View[uint64_t] = _u64(count + 1)
    codes: View[uint64_t] = letter_codes_of
    view: ConstView[uint8_t] = cells
    size: ssize_t = len(view)
    at: ssize_t = 0
    word: ssize_t = 0
    length: cint
    i: cint
    total: uint64_t
    place: uint64_t
    amount: uint64_t
    room: uint64_t = 1
    while at < size:
        length = 0
        total = 0
        while at + length < size and view[at + length]:
            total = total + codes[view[at + length]]
            length += 1
        place = total >> (64 - bits)
        while length_of[place] and not (entry[place] == total and length_of[place] == length):
            place = (place + 1) & last
        if begin[place] == WORDS_MAX:
            raise ValueError(f"more than {WORDS_MAX} words of the same letters")
        entry[place] = total
        length_of[place] = length
        begin[place] += 1
        place_of[word] = place
        word += 1
        at += length + 1
    spelt = bytearray(len(cells) + 3 * count + 1)
    out: View[uint8_t] = spelt
    for place in range(last + 1):
        if length_of[place]:
            amount = begin[place]
            out[room] = length_of[place]
            out[room + 1] = amount & 255
            out[room + 2] = amount >> 8
            entry[place] = (entry[place] & M32) << 32 | room
            begin[place] = room + 3
            room += 3 + amount * length_of[place]
    at = 0
    for word in range(count):
        place = place_of[word]
        for i in range(length_of[place]):
            out[begin[place] + i] = view[at + i]
        begin[place] += length_of[place]
        at += length_of[place] + 1
    return entries, memoryview(spelt)[:room]
