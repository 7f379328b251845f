from quixotry.engine.grid cimport Grid
from quixotry.lexicon.bits cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef class Generator(Grid):
    # The rack: tile i of `size` is bit i of a mask of kept tiles; blanks are the highest bits.
    cdef readonly int size
    cdef uint32_t full, blanks
    cdef uint8_t[16] tile
    cdef uint32_t[64] copies
    cdef uint64_t[1024] held
    cdef uint8_t[1024] canonical
    cdef int32_t[1024] leave
    # Plays found.
    cdef readonly size_t count
    cdef size_t room
    cdef int32_t *equity
    cdef int32_t *score
    cdef uint32_t *where
    cdef uint8_t *strips
    cdef readonly bint failed
    # The search as it goes.
    cdef uint8_t[1088] strip
    cdef uint8_t[32] word
    cdef int turn, right, run_last
    cdef uint32_t[288] live
    cdef uint32_t[288] valid
    cdef uint32_t[288] reach
    cdef int wide, deepest

    cdef void hold(self) noexcept nogil
    cdef void value_end(self, int others) noexcept nogil
    cdef bint grow(self) noexcept nogil
    cdef void record(self, int start, int length, uint32_t kept, int points) noexcept nogil
    cdef void wipe(self) noexcept nogil
    cdef void find_all(self) noexcept nogil
    cdef void find_through(self, int turn) noexcept nogil
    cdef void find_beside(self, int turn) noexcept nogil
    cdef void go_left(self, uint32_t node, uint64_t mask, int at, int room, uint32_t kept, int main, int times, int cross) noexcept nogil
    cdef void go_right(self, uint32_t node, uint64_t mask, int at, int start, uint32_t kept, int main, int times, int cross) noexcept nogil
    cdef void spread(self, uint32_t node, uint64_t mask, int depth, uint32_t kept) noexcept nogil
    cdef void emit(self, int length, uint32_t kept) noexcept nogil
