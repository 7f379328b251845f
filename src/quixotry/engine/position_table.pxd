from quixotry.lexicon.bits cimport uint32_t, uint64_t

cdef class PositionTable:
    # Four entries a bucket, two words an entry: the key, then value | best move | bound | age | depth.
    cdef uint64_t buckets
    cdef uint64_t *words
    cdef uint64_t age
    # What `find` found.
    cdef int value, bound, depth
    cdef uint32_t best

    cdef bint find(self, uint64_t key) noexcept nogil
    cdef void put(self, uint64_t key, int value, uint32_t best, int bound, int depth) noexcept nogil
