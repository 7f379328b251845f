from quixotry.engine.end_position cimport EndPosition

cdef class PlainEndgame(EndPosition):
    cdef int search(self, int side, int alpha, int beta, int left, int settles) noexcept nogil
