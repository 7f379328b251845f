from libc.stdint cimport int64_t
from quixotry.engine.generator cimport Generator
from quixotry.lexicon.bits cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef class Chooser(Generator):
    cdef readonly int rack_size
    # Slots, 210 a line and 16 numbers each: see FIXED and the rest in chooser.py.
    cdef int32_t *slots
    cdef int[48] slot_count
    # Multisets of letters played through, by number; `through_at` finds the number.
    cdef uint64_t[10240] through
    cdef uint16_t[32768] through_at
    cdef int through_count
    # Of each (through, tiles laid): which sets of rack tiles may form a word with it, this position.
    cdef uint32_t *known
    cdef int32_t *known_first
    cdef int32_t *known_count
    cdef int32_t *known_leave
    cdef int32_t *known_value
    cdef uint16_t *pool
    cdef int pool_used
    cdef uint32_t epoch
    # Sets of rack tiles, by mask and by size.
    cdef uint64_t[1024] sum_of
    cdef int32_t[1024] value_of
    cdef int32_t[10240] falling
    cdef uint16_t[2816] sets
    cdef int[16] set_count
    cdef int32_t[16] falling_all
    cdef int32_t[16] size_leave
    cdef int32_t[16] size_value
    cdef int[16] by_value
    # The heap of slots still worth a look, and the best play so far.
    cdef int64_t *heap
    cdef int heap_size
    cdef readonly int best_score
    cdef readonly int best_equity
    cdef uint32_t best_where
    cdef uint8_t[32] best_strip
    cdef readonly bint has_best
    # The slot being filled.
    cdef int slot_end, slot_start, slot_times, slot_length
    cdef uint32_t slot_kept
    cdef uint64_t blank_letters
    cdef readonly size_t tried_slots, tried_sets

    cdef void reset_slots(self) noexcept nogil
    cdef int number_through(self, uint64_t total) noexcept nogil
    cdef bint list_slots(self, int row) noexcept nogil
    cdef void list_sets(self) noexcept nogil
    cdef int known_sets(self, int through, int laid) noexcept nogil
    cdef void choose_play(self, int floor) noexcept nogil
    cdef void open_slot(self, int slot) noexcept nogil
    cdef int best_of(self, uint64_t letters) noexcept nogil
    cdef void fill_from(self, int slot, uint32_t used) noexcept nogil
    cdef void sift(self, int at) noexcept nogil
    cdef void fill_slot(self, uint32_t node, int at, uint32_t left, int main, int cross) noexcept nogil
    cdef void offer(self, int points) noexcept nogil
