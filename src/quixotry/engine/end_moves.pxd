from quixotry.engine.end_position cimport EndPosition
from quixotry.lexicon.bits cimport int32_t, uint8_t, uint32_t, uint64_t

cdef class EndMoves(EndPosition):
    # Moves of all plies of the line being searched, one after the other: a play (NO_PLAY is the pass) and how good
    # it looks. `saved` is room to put plays in while lists are forgotten.
    cdef size_t top
    cdef uint32_t *move_play
    cdef int32_t *move_guess
    cdef int32_t *saved
    cdef uint8_t *saved_laid
    # Slots of the lists of the side on turn, [ply*48 + line].
    cdef uint32_t[2048] slots
    # The other side's best plays that would go out, best first, [ply*8 + number], and how many there are.
    cdef int32_t[512] threat_score
    cdef uint64_t[512] threat_line
    cdef int[64] threats
    # Moves that refuted others at a ply, by their tags.
    cdef uint32_t[128] killers
    # The best play that goes out of those last looked at, and its score.
    cdef int out_score
    cdef uint32_t out_play

    cdef void make_room(self) noexcept nogil
    cdef int look(self, int side, int ply) noexcept nogil
    cdef bint can_play(self, int side) noexcept nogil
    cdef void push(self, int side, int ply, uint32_t first) noexcept nogil
    cdef void look_out(self, int side, int ply) noexcept nogil
    cdef int most(self, uint32_t play, int side, int ply) noexcept nogil
    cdef uint32_t pick(self, size_t at, size_t end) noexcept nogil
    cdef void sort(self, size_t base, size_t end) noexcept nogil
