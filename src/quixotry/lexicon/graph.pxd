from quixotry.lexicon.bits cimport uint8_t, uint32_t, uint64_t

cdef class Graph:
    cdef readonly int letters
    cdef readonly uint32_t size, forward, back, count
    cdef uint64_t spelt_size
    cdef readonly int bits0, bits1, bits2, index_bits
    cdef const uint32_t *nodes
    cdef const uint64_t *one
    cdef const uint64_t *two
    cdef const uint64_t *none
    cdef const uint64_t *index
    cdef const uint8_t *spelt
    cdef object _keep
    cdef uint64_t[64] codes

    cdef uint32_t arc(self, uint32_t node, int letter) noexcept nogil
    cdef uint64_t mask(self, uint32_t node) noexcept nogil
    cdef uint64_t ending(self, uint32_t node) noexcept nogil
    cdef bint may_exist(self, uint64_t total, int blanks) noexcept nogil
    cdef bint is_tiled(self, uint32_t end, uint64_t[::1] starts) noexcept nogil
    cdef bint is_led(self, uint32_t end, uint64_t[::1] starts) noexcept nogil
    cdef bint is_indexed(self) noexcept nogil
