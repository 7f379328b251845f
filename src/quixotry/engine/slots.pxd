cimport cython
from quixotry.engine.generator cimport Generator
from quixotry.lexicon.bits cimport int32_t, uint16_t, uint64_t

cdef class Slots(Generator):
    cdef readonly int rack_size
    # Slots, 210 a line and 16 numbers each: see slots.py.
    cdef int32_t *slots
    cdef int[48] slot_count
    # Multisets of letters played through, by number; `through_at` finds the number.
    cdef uint64_t[10240] through
    cdef uint16_t[32768] through_at
    cdef int through_count

    cdef void reset_slots(self) noexcept nogil
    @cython.final
    cdef int number_through(self, uint64_t total) noexcept nogil
    cdef bint list_slots(self, int row) noexcept nogil
