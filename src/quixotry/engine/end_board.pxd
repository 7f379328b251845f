from quixotry.lexicon.bits cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from quixotry.lexicon.graph cimport Graph

cdef class EndBoard:
    cdef Graph graph
    cdef const uint32_t *arcs
    cdef readonly int height, width, letters, shortest, longest
    cdef int start
    cdef uint64_t every
    # The letters somebody still holds: all others are left out of `fits`.
    cdef uint64_t wanted
    # Both orientations, 0 across and 1 down: square p of line l of orientation o is o*528 + l*24 + p + 1.
    cdef uint8_t[1056] inside
    cdef uint8_t[1056] letter_times
    cdef uint8_t[1056] word_times
    cdef uint16_t[1056] twin
    cdef uint8_t[1056] line_of
    cdef uint8_t[1056] cell
    cdef uint64_t[1056] fits
    # 1: a word runs across here; 2: the start of an empty board.
    cdef uint8_t[1056] crossed
    cdef int32_t[1056] cross_base
    # What each square adds to the key of its line; the keys, one a line: line l of orientation o is o*24 + l.
    cdef uint64_t[1056] part
    cdef uint64_t[48] line_key
    # The key of all tiles on the board.
    cdef uint64_t board_key
    cdef int[256] face
    cdef int[32] bonus
    # Squares as they were before they changed, the latest on top.
    cdef int log_top
    cdef uint16_t[4096] log_at
    cdef uint8_t[4096] log_cell
    cdef uint8_t[4096] log_crossed
    cdef uint64_t[4096] log_fits
    cdef int32_t[4096] log_base
    cdef uint64_t[4096] log_part

    cdef uint32_t arc(self, uint32_t node, int letter) noexcept nogil
    cdef void note(self, int at) noexcept nogil
    cdef void rekey(self, int at) noexcept nogil
    cdef void write(self, int at, int cell) noexcept nogil
    cdef void lay(self, int at, int tiles, uint8_t *laid) noexcept nogil
    cdef void lift(self, int mark) noexcept nogil
    cdef void settle(self, int at) noexcept nogil
    cdef void recross(self, int at) noexcept nogil
    cdef uint64_t crossing(self, int first, int at, int last) noexcept nogil
    cdef uint64_t changed_lines(self, int at, int length) noexcept nogil

cdef uint64_t mix(uint64_t word) noexcept nogil
