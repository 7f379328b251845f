from quixotry.engine.end_board cimport EndBoard
from quixotry.lexicon.bits cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef class LinePlays(EndBoard):
    # The racks of both sides at the start: tile i is bit i of a mask. Equal tiles lie side by side, and a mask is
    # `canonical` when of equal tiles it holds the lowest. Tables by mask: [side*1024 + mask].
    cdef int[2] sizes
    cdef uint8_t[32] tile
    cdef uint32_t[128] copies
    cdef uint32_t[2] full
    cdef uint16_t[2048] canonical
    cdef int32_t[2048] worth
    cdef uint64_t[2048] holds
    cdef uint64_t[2048] mask_key
    # Plays in the order they were found, four words each: start | length << 12 | tiles << 17, tiles used as a mask,
    # score, a name that stays the same; and the cells laid, 16 a play.
    cdef uint32_t play_room, play_top
    cdef int32_t *plays
    cdef uint8_t *play_laid
    # Items of lists: a play, how good it looks from that rack, and its name.
    cdef uint32_t item_room, item_top
    cdef uint32_t *item_play
    cdef int32_t *item_guess
    cdef uint32_t *item_tag
    # Lists by key of line and rack, open addressing, eight words each (a lookup is one line of the cache): key (two
    # words, the second never 0), first item, items, the best play that keeps tiles and how good it looks, the best
    # that goes out and its score.
    cdef uint32_t list_slots, list_count
    cdef int32_t *lists
    cdef readonly bint failed
    cdef readonly uint64_t lists_made, lists_filtered
    # The search of one line as it goes.
    cdef uint8_t[1088] strip
    cdef int side, down, right, run_last, all_tiles
    cdef uint32_t given, blanks

    cdef void put_racks(self) noexcept nogil
    cdef uint32_t slot_of(self, int line, int side, uint32_t rack) noexcept nogil
    cdef uint32_t list_of(self, int line, int side, uint32_t rack) noexcept nogil
    cdef void forget_lists(self) noexcept nogil
    cdef void add_item(self, uint32_t slot, int side, uint32_t rack, uint32_t play) noexcept nogil
    cdef void find_line(self, int line, int side, uint32_t rack) noexcept nogil
    cdef void record(self, int start, int length, uint32_t kept, int points) noexcept nogil
    cdef void go_left(self, uint32_t node, uint64_t mask, int at, int room, uint32_t kept, int main, int times, int cross) noexcept nogil
    cdef void go_right(self, uint32_t node, int at, int start, uint32_t kept, int main, int times, int cross) noexcept nogil
