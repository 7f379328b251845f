from quixotry.engine.line_plays cimport LinePlays
from quixotry.lexicon.bits cimport uint32_t, uint64_t

cdef class EndPosition(LinePlays):
    # The rest of each side's rack, as a mask; keys of racks by content, for who is on turn and for the other.
    cdef uint32_t[2] rack
    cdef uint64_t[2048] moving_key
    cdef uint64_t[2048] waiting_key
    # Turns left before the game ends, now and after a play: those without tiles, and those without a score << 8;
    # whether tiles are settled at the end of the one (1) and of the other (2); which end counts if both have come.
    cdef int root_left, rest_left, now_settles, after_settles
    cdef bint no_play, counting, scoreless_first
    # Limits and what happened.
    cdef public bint cancelled
    cdef readonly bint stopped
    cdef readonly uint64_t nodes
    cdef uint64_t nodes_max
    cdef double deadline

    cdef uint64_t state(self, int side, int left, int settles) noexcept nogil
    cdef void play(self, uint32_t play, int side) noexcept nogil
    cdef int settled(self, int side) noexcept nogil
    cdef int idled(self, int side, int left, int settles) noexcept nogil
    cdef int after_pass(self, int left) noexcept nogil
    cdef int after_play(self, int left, int score) noexcept nogil
    cdef int settles_after(self, int settles, int score) noexcept nogil
    cdef bint is_over(self, int left) noexcept nogil
    cdef bint out_of_budget(self) noexcept nogil

cdef double monotonic() noexcept nogil
