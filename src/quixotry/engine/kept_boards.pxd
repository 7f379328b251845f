from quixotry.engine.chooser cimport Chooser
from quixotry.lexicon.bits cimport int32_t, uint8_t

cdef class KeptBoards:
    cdef Chooser gen
    cdef size_t board_bytes
    # The position's board, and the base: as candidate `base_of` leaves it.
    cdef uint8_t *root
    cdef uint8_t *base
    cdef int root_tiles, base_tiles, base_of
    # Slots of both; of the base only those of lines that differ from the position's.
    cdef int32_t *root_slots
    cdef int32_t *base_slots
    cdef int[48] root_count
    cdef int[48] base_count
    cdef uint8_t[48] differs
    # Lines listed since the board was last given back.
    cdef uint8_t[48] changed
    cdef int numbers
    cdef readonly int renumbered

    cdef void take(self, uint8_t *board) noexcept nogil
    cdef void give(self, uint8_t *board, int tiles) noexcept nogil
    cdef void copy_slots(self, int row, int count, int32_t *source, int32_t *target) noexcept nogil
    cdef void keep_root(self) noexcept nogil
    cdef void note_listing(self) noexcept nogil
    cdef void restore(self, int arm, int at, int length, unsigned char *cells) noexcept nogil
    cdef void begin(self, int arm, int at, int length, unsigned char *cells) noexcept nogil
    cdef void renumber(self) noexcept nogil
