from quixotry.lexicon.bits cimport uint8_t, uint32_t, uint64_t
from quixotry.lexicon.graph cimport Graph

cdef class Grid:
    cdef Graph graph
    cdef const uint32_t *nodes
    cdef readonly int height, width, letters, shortest, longest, start, tiles_down
    cdef int[2] lines
    cdef int[2] length
    cdef uint64_t every
    # Both orientations, 0 across and 1 down: square p of line l of orientation o is o*528 + l*24 + p + 1.
    cdef uint8_t[1056] cell
    cdef uint64_t[1056] fits
    cdef uint8_t[1056] crossed
    cdef uint8_t[1056] letter_times
    cdef uint8_t[1056] word_times
    cdef int[1056] cross_base
    cdef int[1056] cross_times
    cdef uint32_t[48] tile_bits
    cdef uint32_t[48] empty_bits
    cdef uint32_t[48] touch_bits
    # Squares that may take a letter, a bit a square: allow[(o*64 + letter)*24 + line].
    cdef uint32_t[3072] allow
    cdef uint8_t[48] stale
    cdef int[256] face
    cdef int[32] bonus

    cdef int other(self, int at) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef void write(self, int at, int cell) noexcept nogil
    cdef void lay(self, int at, int length, unsigned char *cells) noexcept nogil
    cdef void settle(self, int at) noexcept nogil
    cdef void recross(self, int at) noexcept nogil
    cdef uint64_t crossing(self, int first, int at, int last) noexcept nogil
