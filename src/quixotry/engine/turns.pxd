from quixotry.engine.chooser cimport Chooser
from quixotry.engine.kept_boards cimport KeptBoards
from quixotry.engine.leaves cimport Leaves
from quixotry.lexicon.bits cimport uint8_t, uint32_t, uint64_t

cdef class Turns:
    cdef Chooser gen
    cdef readonly KeptBoards boards
    cdef Leaves leaves
    cdef bint trained
    cdef int[64] worth
    cdef uint64_t vowels
    cdef int players, rack_size, bag_least
    cdef bint late_refill, can_exchange
    # Who holds what, points, what each kept in its last turn; the bag, from its first tile on.
    cdef uint8_t[64] racks
    cdef int[4] sizes
    cdef int[4] totals
    cdef int[4] last_leave
    cdef uint8_t[1024] bag
    cdef int bag_first, bag_size
    cdef uint64_t luck
    cdef uint8_t[32] laid
    cdef readonly uint64_t chosen

    cdef uint64_t chance(self) noexcept nogil
    cdef void value_leaves(self, int mover) noexcept nogil
    cdef void refill(self, int mover) noexcept nogil
    cdef void put_back(self, int tile) noexcept nogil
    cdef int others_worth(self, int mover) noexcept nogil
    cdef int move_once(self, int mover, int ply, bint last, double *out) noexcept nogil
    cdef void exchange_best(self, int mover) noexcept nogil
    cdef void settle(self, int out) noexcept nogil
