from libc.stdint cimport int64_t
from quixotry.engine.chooser cimport Chooser
from quixotry.engine.leaves cimport Leaves
from quixotry.lexicon.bits cimport int32_t, uint8_t, uint32_t, uint64_t

cdef class SelfPlay(Chooser):
    cdef Leaves leaves
    cdef bint has_leaves
    # Facets of the ruleset, as in rules/ruleset.py.
    cdef bint refill_first, exchange_allowed, whole_rack, no_play, gains_double, pass_as_exchange, pass_late
    cdef int exchange_least, bag_least, per_game, first_rule
    cdef int runs
    cdef int[8] run_of
    cdef int[8] run_turns
    cdef int[8] run_bag_empty
    cdef int[8] run_unless_zero
    cdef int[8] run_settles
    cdef int[8] run_now
    cdef uint8_t[1024] whole_bag
    cdef int whole_count
    # A game as it goes.
    cdef uint64_t state
    cdef uint8_t[1024] bag
    cdef int bag_count
    cdef uint8_t[32] rack
    cdef int[2] rack_count
    cdef int[2] scores
    cdef int[2] scores_before
    cdef int[2] exchanges
    cdef int[2] emptied
    cdef int[2] bingos
    cdef int starter, turns, reason, out_seat
    cdef bint last_was_play
    # A record for replaying: draws in order, and 48 numbers a turn: kind, seat, score, count,
    # start, cells or tiles (5 on), size of the rack (30), its tiles (31 on).
    cdef bint recording
    cdef uint8_t[32768] draws
    cdef int draw_count
    cdef int[65536] record_of
    cdef readonly bint record_full
    # What all games came to.
    cdef int64_t[32] sums
    # Samples for training: sum of equities and how many, by number of the leave.
    cdef bint sampling
    cdef int64_t[::1] sample_sum
    cdef uint32_t[::1] sample_count

    cdef uint32_t below(self, uint32_t limit) noexcept nogil
    cdef int draw(self) noexcept nogil
    cdef void fill_rack(self, int seat) noexcept nogil
    cdef void take_rack(self, int seat) noexcept nogil
    cdef void value_leaves(self, int seat) noexcept nogil
    cdef bint may_exchange(self, int seat, int amount) noexcept nogil
    cdef bint can_act(self, int seat) noexcept nogil
    cdef bint ended(self, int seat) noexcept nogil
    cdef void settle_up(self) noexcept nogil
    cdef void take_turn(self, int seat) noexcept nogil
    cdef int idle_choice(self, int seat, bint passes) noexcept nogil
    cdef void sample(self) noexcept nogil
    cdef void play_game(self, uint64_t seed, int number) noexcept nogil
    cdef void note_turn(self, int kind, int seat, int score) noexcept nogil
