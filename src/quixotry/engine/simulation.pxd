from quixotry.engine.chooser cimport Chooser
from quixotry.engine.leaves cimport Leaves
from quixotry.lexicon.bits cimport int32_t, uint8_t, uint32_t, uint64_t

cdef class Simulation:
    cdef Chooser gen
    cdef Leaves leaves
    cdef bint trained
    cdef int[64] worth
    cdef uint64_t vowels
    # The position: the board, who holds what, what is not seen.
    cdef uint8_t *board
    cdef size_t board_bytes
    cdef object copy
    cdef int root_tiles
    cdef uint8_t[48] dirty
    cdef int players, rack_size, plies, unseen_count, bag_count, own_count
    cdef uint8_t[1024] unseen
    cdef uint8_t[16] own
    cdef int[4] opp_sizes
    cdef int[4] scores
    cdef bint late_refill, can_exchange
    cdef int bag_least
    # Candidates: where they lie, cells, score, tiles kept and given back.
    cdef int count
    cdef int[64] at
    cdef int[64] length
    cdef int[64] points
    cdef int[64] leave
    cdef int[64] kept_count
    cdef int[64] given_count
    cdef uint8_t[1024] kept
    cdef uint8_t[1024] given
    cdef uint8_t[2048] cells
    # One rollout as it goes.
    cdef uint8_t[64] racks
    cdef int[4] sizes
    cdef int[4] totals
    cdef int[4] last_leave
    cdef uint8_t[1024] bag
    cdef int bag_size
    cdef uint64_t luck
    cdef uint8_t[32] laid
    cdef public bint cancelled
    cdef double deadline
    # Win chance by spread and tiles not seen: 1 / (1 + exp(-(spread + lead) / scale[unseen])).
    cdef double[128] scale
    cdef double[128] lead

    cdef uint64_t chance(self) noexcept nogil
    cdef void restore(self) noexcept nogil
    cdef void put(self, int at, int length, unsigned char *cells) noexcept nogil
    cdef void value_leaves(self, int mover) noexcept nogil
    cdef void refill(self, int mover) noexcept nogil
    cdef int others_worth(self, int mover) noexcept nogil
    cdef bint move_once(self, int mover, int ply, double *out) noexcept nogil
    cdef void exchange_best(self, int mover) noexcept nogil
    cdef void settle(self, int out) noexcept nogil
    cdef void roll(self, int arm, uint64_t sample, double *out) noexcept nogil
