"""A checksum as fast as memory: the bytes read as one number, modulo 2**61 - 1.

Every change of up to 60 neighbouring bits changes it, and of others all but one in 2**61. Sixty-four bits are worth 8
in that modulus, so that words 61 apart weigh the same: compiled, they are only added up, column by column.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.lexicon.bits import M32, uint64_t
else:
    from quixotry.lexicon.bits import M32

MODULUS = (1 << 61) - 1
COLUMNS = 61


def checksum(contents):
    """Of bytes, or anything that shows itself as such."""
    view = memoryview(contents).cast("B")
    if not cython.compiled:
        return int.from_bytes(view, "little") % MODULUS
    whole = len(view) // (8 * COLUMNS) * (8 * COLUMNS)
    total = int.from_bytes(view[whole:], "little") << (8 * whole % COLUMNS)
    if whole:
        low: uint64_t[::1] = memoryview(bytearray(8 * COLUMNS)).cast("Q")
        high: uint64_t[::1] = memoryview(bytearray(8 * COLUMNS)).cast("Q")
        words: cython.const[uint64_t][::1] = view[:whole].cast("Q")
        with cython.nogil:
            add_columns(words, low, high)
        for column in range(COLUMNS):
            total += (int(low[column]) + (int(high[column]) << 32)) << (64 * column)
    return total % MODULUS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_columns(words: cython.const[uint64_t][::1], low: uint64_t[::1], high: uint64_t[::1]) -> cython.void:
    """Add up every sixty-first word, its two halves apart so that nothing overflows."""
    at: cython.Py_ssize_t
    column: cython.int
    lows: uint64_t[61]
    highs: uint64_t[61]
    if not cython.compiled:
        lows, highs = [0] * 61, [0] * 61
    for column in range(61):
        lows[column] = highs[column] = 0
    for at in range(0, words.shape[0], 61):
        for column in range(61):
            lows[column] += words[at + column] & M32
            highs[column] += words[at + column] >> 32
    for column in range(61):
        low[column] = lows[column]
        high[column] = highs[column]
