from libc.stdint cimport int16_t
from quixotry.lexicon.bits cimport int32_t, uint8_t, uint32_t

cdef class Leaves:
    cdef readonly int kinds, longest
    cdef readonly size_t count
    cdef readonly object tile_counts
    cdef const int16_t[::1] values
    # Rank of a leave: base of its size, then for each kind of tile in it ahead[kind, tiles left, how many].
    cdef uint32_t[16] base
    cdef uint32_t[::1] ahead

    cdef uint32_t rank(self, const uint8_t *tiles, int size, uint32_t kept) noexcept nogil
    cdef void fill(self, const uint8_t *tiles, int size, int32_t *out) noexcept nogil
