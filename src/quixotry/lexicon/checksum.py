"""A checksum as fast as memory: the bytes read as one number, modulo 2**61 - 1.

Every change of up to 60 neighbouring bits changes it, and of others all but one in 2**61. Sixty-four bits are worth 8
in that modulus, so that words 61 apart weigh the same: compiled, they are only added up, column by column.
"""

from __future__ import annotations

from typing import Literal

from quixotry.lexicon.cdefs import (
    M32,
    Array,
    ConstView,
    View,
    cint,
    native,
    nogil,
    on_stack,
    ssize_t,
    uint64_t,
)

MODULUS = (1 << 61) - 1
COLUMNS = 61


def checksum(contents: bytes | bytearray | memoryview) -> int:
    """Of bytes, or anything that shows itself as such."""
    view = memoryview(contents).cast("B")
    whole = len(view) // (8 * COLUMNS) * (8 * COLUMNS)
    total = int.from_bytes(view[whole:], "little") << (8 * whole % COLUMNS)
    if whole:
        low: View[uint64_t] = memoryview(bytearray(8 * COLUMNS)).cast("Q")
        high: View[uint64_t] = memoryview(bytearray(8 * COLUMNS)).cast("Q")
        words: ConstView[uint64_t] = view[:whole].cast("Q")
        with nogil:
            add_columns(words, low, high)
        column: cint
        for column in range(COLUMNS):
            total += (int(low[column]) + (int(high[column]) << 32)) << (64 * column)
    return total % MODULUS


@native
def add_columns(words: ConstView[uint64_t], low: View[uint64_t], high: View[uint64_t]) -> None:
    """Add up every sixty-first word, its two halves apart so that nothing overflows."""
    at: ssize_t
    column: cint
    lows: Array[uint64_t, Literal[61]] = on_stack()
    highs: Array[uint64_t, Literal[61]] = on_stack()
    for column in range(61):
        lows[column] = highs[column] = 0
    for at in range(0, len(words), 61):
        for column in range(61):
            lows[column] += words[at + column] & M32
            highs[column] += words[at + column] >> 32
    for column in range(61):
        low[column] = lows[column]
        high[column] = highs[column]
