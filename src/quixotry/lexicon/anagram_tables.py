"""Words by their letters: three filters and an index, built once a word list (see graph.py for what they are).

A multiset of letters is the sum of its letters' codes, so that joining two is one addition. The filters are bits
sown by that sum. The index finds the words themselves: a place in it is the upper bits of the sum, an entry the
lower half of the sum and where in `spelt` the words stand: their length, their number (two bytes), their letters.
Entries that share a place stand behind each other; two sums that look alike there are both found, and whoever
reads the words checks their letters.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.lexicon.bits import M32, M64, ONE, uint8_t, uint64_t
else:
    from quixotry.lexicon.bits import M32, M64, ONE

from quixotry.lexicon.graph import letter_codes

WORDS_MAX = 65535
"""How many words of the same letters there may be: their number is written in two bytes."""


def anagram_tables(cells, letters):
    """The five tables of words given as letter numbers, each word ended by a 0: three filters, index, spelt."""
    count = bytes(cells).count(0)
    codes = memoryview(array("Q", letter_codes(letters)))
    return *_filters(cells, codes, count), *_index(cells, codes, count)


def _u64(size):
    return memoryview(bytearray(8 * size)).cast("Q")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sow(table: uint64_t[::1], bits: cython.int, total: uint64_t) -> cython.void:
    table[total >> (64 - bits)] |= (ONE << (total & 63)) | (ONE << ((total >> 6) & 63))


def _filters(cells, letter_codes_of, count):
    """Words' letters, and the same less any one and any two of them."""
    bits: cython.int = max(3, (max(64, count) // 4).bit_length())
    none, one, two = _u64(1 << bits), _u64(1 << (bits + 2)), _u64(1 << (bits + 4))
    in_none: uint64_t[::1] = none
    in_one: uint64_t[::1] = one
    in_two: uint64_t[::1] = two
    codes: uint64_t[::1] = letter_codes_of
    view: cython.const[uint8_t][::1] = cells
    at: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = len(view)
    length: cython.int
    i: cython.int
    j: cython.int
    total: uint64_t
    less: uint64_t
    while at < size:
        length = 0
        total = 0
        while at + length < size and view[at + length]:
            total = (total + codes[view[at + length]]) & M64
            length += 1
        sow(in_none, bits, total)
        for i in range(length):
            less = (total - codes[view[at + i]]) & M64
            sow(in_one, bits + 2, less)
            for j in range(i):
                sow(in_two, bits + 4, (less - codes[view[at + j]]) & M64)
        at += length + 1
    return none, one, two


def _index(cells, letter_codes_of, count):
    """Where the words of each sum stand, and the words."""
    bits: cython.int = max(4, (2 * count).bit_length())
    last: uint64_t = (ONE << bits) - 1
    entries, begins = _u64(1 << bits), _u64(1 << bits)
    # While the tables are built, an entry is its sum whole; `begin` counts its words, then says where they go.
    entry: uint64_t[::1] = entries
    begin: uint64_t[::1] = begins
    length_of: uint8_t[::1] = bytearray(1 << bits)
    place_of: uint64_t[::1] = _u64(count + 1)
    codes: uint64_t[::1] = letter_codes_of
    view: cython.const[uint8_t][::1] = cells
    size: cython.Py_ssize_t = len(view)
    at: cython.Py_ssize_t = 0
    word: cython.Py_ssize_t = 0
    length: cython.int
    i: cython.int
    total: uint64_t
    place: uint64_t
    amount: uint64_t
    room: uint64_t = 1
    while at < size:
        length = 0
        total = 0
        while at + length < size and view[at + length]:
            total = (total + codes[view[at + length]]) & M64
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
    out: uint8_t[::1] = spelt
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
