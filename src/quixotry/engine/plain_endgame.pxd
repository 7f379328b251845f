from quixotry.engine.generator cimport Generator
from quixotry.lexicon.bits cimport int32_t, uint8_t, uint32_t, uint64_t

cdef class Endgame:
    cdef Generator gen
    # Tiles held: held[side*64 + tile]; what they are worth together; how many there are.
    cdef uint8_t[128] held
    cdef int[2] worth
    cdef int[2] sizes
    cdef uint64_t key
    # Endings: passes left before the game ends now and after a play, and whether tiles are then settled.
    cdef int root_left, rest_left
    cdef bint root_settles, rest_settles, no_play, scoreless_run
    # Boards to go back to, one a ply; moves of all plies, one after the other.
    cdef uint8_t *boards
    cdef size_t board_bytes
    cdef object copies
    cdef size_t room, top
    cdef uint32_t *where
    cdef int32_t *score
    cdef int32_t *guess
    cdef uint32_t *tag
    cdef uint8_t *cells
    cdef uint32_t *order
    # Table of positions: key, and value | bound | depth | best move.
    cdef size_t slots
    cdef uint64_t *table_key
    cdef int32_t *table_value
    cdef uint32_t *table_best
    cdef uint8_t *table_bound
    cdef uint8_t *table_depth
    cdef bint plain
    # Limits and what happened.
    cdef public bint cancelled
    cdef readonly bint stopped, inexact, failed
    cdef readonly uint64_t nodes
    cdef uint64_t nodes_max
    cdef double deadline
    cdef bint whole
    # The best move of the root by its tag, 0 for a pass.
    cdef uint32_t best_tag

    cdef void take_board(self, int ply) noexcept nogil
    cdef void give_board(self, int ply) noexcept nogil
    cdef void load(self, int side) noexcept nogil
    cdef int generate(self, int side) noexcept nogil
    cdef void sort(self, size_t base, int count, uint32_t first) noexcept nogil
    cdef void play(self, size_t move, int side) noexcept nogil
    cdef void unplay(self, size_t move, int side, int ply) noexcept nogil
    cdef bint can_play(self, int side) noexcept nogil
    cdef int settled(self, int side, bint settles) noexcept nogil
    cdef bint out_of_budget(self) noexcept nogil
    cdef int playout(self, int side, int left, bint settles, int ply) noexcept nogil
    cdef void keep_move(self, size_t best) noexcept nogil
    cdef uint64_t state(self, int side, int left, bint settles) noexcept nogil
    cdef int deeper(self, int side, int low, int high, int depth, int ply, int left, bint settles, bint narrow) noexcept nogil
    cdef int search(self, int side, int alpha, int beta, int depth, int ply, int left, bint settles) noexcept nogil

cdef uint64_t mix(uint64_t word) noexcept nogil
cdef double monotonic() noexcept nogil
