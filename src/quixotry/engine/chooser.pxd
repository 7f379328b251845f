cimport cython
from quixotry.engine.tile_sets cimport TileSets
from quixotry.lexicon.bits cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef class Chooser(TileSets):
    # Slots, and slots with a set of tiles, that wait to be looked at, by bound.
    cdef uint16_t[1024] bucket
    cdef int32_t *queue_bound
    cdef uint32_t *queue_what
    cdef uint16_t *queue_next
    cdef int queue_size, top_bucket
    # The best play so far.
    cdef readonly int best_score
    cdef readonly int best_equity
    cdef uint32_t best_where
    cdef uint8_t[32] best_strip
    cdef readonly bint has_best
    # The slot being filled.
    cdef int ready_slot, slot_start, slot_length, slot_fixed
    cdef uint32_t slot_used
    cdef uint64_t[32] wanted
    cdef int[32] weight
    cdef uint8_t[32] word_strip
    cdef readonly size_t tried_slots, tried_sets

    @cython.final
    cdef void push(self, int bound, uint32_t what) noexcept nogil
    cdef void choose_play(self, int floor) noexcept nogil
    @cython.final
    cdef void forget(self) noexcept nogil
    @cython.final
    cdef bint bound_slots(self, int floor) noexcept nogil
    @cython.final
    cdef void open_slot(self, int slot) noexcept nogil
    @cython.final
    cdef void ready(self, int slot) noexcept nogil
    @cython.final
    cdef void fill(self, int slot, uint32_t used) noexcept nogil
    @cython.final
    cdef void try_words(self, uint64_t total) noexcept nogil
    @cython.final
    cdef void lay_word(self, uint32_t word, int i, uint32_t left, int points) noexcept nogil
    @cython.final
    cdef void offer(self, int start, int length, uint32_t kept, int points) noexcept nogil
    @cython.final
    cdef void choose_from_all(self) noexcept nogil
