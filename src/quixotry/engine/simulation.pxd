from quixotry.engine.turns cimport Turns
from quixotry.lexicon.bits cimport uint8_t, uint64_t

cdef class Simulation(Turns):
    # The position: who holds what, what is not seen (in order), what the others may have kept.
    cdef int plies, unseen_count, bag_count, own_count
    cdef uint8_t[1024] unseen
    cdef uint8_t[16] own
    cdef int[4] opp_sizes
    cdef int[4] scores
    cdef int[4] hand_count
    cdef int[4] hand_size
    cdef uint8_t *hands
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
    cdef public bint cancelled
    cdef double deadline
    # Win chance by spread and tiles not seen: 1 / (1 + exp(-(spread + lead) / scale[unseen])).
    cdef double[128] scale
    cdef double[128] lead

    cdef void deal(self) noexcept nogil
    cdef void roll(self, int arm, uint64_t sample, double *out) noexcept nogil
    cdef void judge(self, bint ended, double *out) noexcept nogil
