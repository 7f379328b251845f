from quixotry.engine.end_moves cimport EndMoves
from quixotry.engine.end_position cimport monotonic
from quixotry.engine.position_table cimport PositionTable

cdef class Endgame(EndMoves):
    cdef PositionTable table
    cdef bint is_plain
    # Did the horizon play no part in the value just found?
    cdef bint whole
    # The best move of the root by its tag, and its value.
    cdef unsigned int best_tag
    cdef int best_value

    cdef int playout(self, int side, int left, int settles) noexcept nogil
    cdef int search(self, int side, int alpha, int beta, int depth, int ply, int left, int settles) noexcept nogil
    cdef int deeper(self, int side, int low, int high, int depth, int ply, int left, int settles, bint narrow) noexcept nogil
