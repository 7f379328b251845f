from quixotry.engine.line_plays cimport LinePlays
from quixotry.engine.position_table cimport PositionTable
from quixotry.lexicon.bits cimport int32_t, uint8_t, uint32_t, uint64_t

cdef class Endgame(LinePlays):
    cdef PositionTable table
    # The rest of each side's rack, as a mask; keys of racks by content, for who is on turn and for the other.
    cdef uint32_t[2] rack
    cdef uint64_t[2048] moving_key
    cdef uint64_t[2048] waiting_key
    # Endings: passes left before the game ends now and after a play, and whether tiles are then settled.
    cdef int root_left, rest_left
    cdef bint root_settles, rest_settles, no_play, scoreless_run
    # Moves of all plies of the line being searched, one after the other: a play (NO_PLAY is the pass) and how good
    # it looks. `saved` is room to put plays in while lists are forgotten.
    cdef size_t top
    cdef uint32_t *move_play
    cdef int32_t *move_guess
    cdef uint32_t *saved
    # Slots of the lists of the side on turn, [ply*48 + line].
    cdef uint32_t[2048] slots
    # The other side's best plays that would go out, best first, [ply*8 + number], and how many there are.
    cdef int32_t[512] threat_score
    cdef uint64_t[512] threat_line
    cdef int[64] threats
    # Moves that refuted others at a ply, by their tags.
    cdef uint32_t[128] killers
    # Limits and what happened.
    cdef public bint cancelled
    cdef readonly bint stopped, inexact
    cdef readonly uint64_t nodes
    cdef uint64_t nodes_max
    cdef double deadline
    cdef bint whole
    cdef int out_score
    cdef uint32_t out_play
    # The best move of the root by its tag, and its value.
    cdef uint32_t best_tag
    cdef int best_value

    cdef void make_room(self) noexcept nogil
    cdef uint64_t state(self, int side, int left, bint settles) noexcept nogil
    cdef int look(self, int side, int ply) noexcept nogil
    cdef void push(self, int side, int ply, uint32_t first) noexcept nogil
    cdef void look_out(self, int side, int ply) noexcept nogil
    cdef bint can_play(self, int side) noexcept nogil
    cdef uint32_t pick(self, size_t at, size_t end) noexcept nogil
    cdef void sort(self, size_t base, size_t end) noexcept nogil
    cdef int most(self, uint32_t play, int side, int ply) noexcept nogil
    cdef void play(self, uint32_t play, int side) noexcept nogil
    cdef int settled(self, int side, bint settles) noexcept nogil
    cdef bint out_of_budget(self) noexcept nogil
    cdef int playout(self, int side, int left, bint settles) noexcept nogil
    cdef int search(self, int side, int alpha, int beta, int depth, int ply, int left, bint settles) noexcept nogil
    cdef int deeper(self, int side, int low, int high, int depth, int ply, int left, bint settles, bint narrow) noexcept nogil

cdef double monotonic() noexcept nogil
