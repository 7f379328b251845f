cdef class Race:
    cdef readonly int arms, room
    cdef double spread_weight, tie, noise
    # Of candidate a's sample i at a * room + i: its value, and the chance to win alone.
    cdef double *values
    cdef double *wins
    cdef int[64] counts
    cdef double[64] before
    cdef double[384] totals
    cdef int prior

    cdef int most(self) noexcept
    cdef double estimate(self, int arm) noexcept
    cdef double evidence(self, int leader, int arm) noexcept
