from quixotry.engine.slots cimport Slots
from quixotry.lexicon.bits cimport int32_t, uint16_t, uint64_t

cdef class TileSets(Slots):
    # Of each (through, tiles laid), eight numbers: which sets of rack tiles may form a word with it.
    cdef int32_t *known
    cdef uint16_t *pool
    cdef int pool_used, epoch
    # Sets of rack tiles, by mask and by size.
    cdef uint64_t[1024] sum_of
    cdef int32_t[1024] value_of
    cdef int32_t[16384] falling
    cdef uint16_t[1024] by_value
    # Which bits of `by_value` a letter's tiles have.
    cdef uint16_t[64] places
    cdef uint16_t[2816] sets
    cdef int[16] set_count
    cdef int32_t[16] falling_all
    cdef int32_t[16] size_leave
    cdef int32_t[16] size_value

    cdef void forget_sets(self) noexcept nogil
    cdef void list_sets(self) noexcept nogil
    cdef int known_sets(self, int through, int laid) noexcept nogil
