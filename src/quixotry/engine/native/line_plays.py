"""The plays of every line of a board, worked out once for each state of a line and each rack.

In an endgame the same lines come back all the time: a play changes a few of them, and the others have the plays
they had. So plays are kept in lists, one for each key of a line (`Board.line_key`) and each rest of a rack.
A list that is missing is filtered from that of the whole rack if there is one, or else found in the graph. For
each list the best play that keeps tiles and the best that goes out are known, so that what looks best on the
whole board is found by looking at thirty lists.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from quixotry.engine.native.anchors import AnchorSearch
from quixotry.engine.native.board import Board
from quixotry.engine.native.layout import (
    BLANK_FACE,
    DOWN_LINES,
    HELD_MAX,
    LINES,
    MASKS,
    BothMasks,
    rest_of,
    square_at,
    start_of,
)
from quixotry.engine.native.play_list import Laid
from quixotry.engine.native.play_store import LAID, PlayStore
from quixotry.engine.native.rack import Rack
from quixotry.lexicon.cdefs import (
    M32,
    Array,
    Pointer,
    Readonly,
    cast,
    cint,
    ctz,
    free_pages,
    inline,
    int32_t,
    memset,
    native,
    pages,
    prefetch,
    size_t,
    splitmix,
    uint16_t,
    uint32_t,
    uint64_t,
)
from quixotry.lexicon.gaddag import Gaddag

LIST_BITS = 19
"""So many lists are kept at once, with twice as many plays in eight times as many places; when the room runs out
all are forgotten. About 110 MB, taken as it is used."""

# The eight numbers of a list (a look-up is one line of the cache): its key (two words, the second never 0), its first
# item and how many there are, the best play that keeps tiles and how good it looks, the best that goes out and its
# score.
LIST: Final = 8
KEY_HIGH: Final = 1
FIRST_ITEM: Final = 2
ITEMS: Final = 3
BEST_KEEPING: Final = 4
BEST_GUESS: Final = 5
BEST_OUT: Final = 6
OUT_SCORE: Final = 7
# The four numbers of an item of a list: a play, how good it looks from that rack, its name, and the tiles it uses.
ITEM: Final = 4
ITEM_GUESS: Final = 1
ITEM_TAG: Final = 2
ITEM_USED: Final = 3
NO_GUESS: Final = -2000000
GOES_OUT: Final = 1000000
"""Added to the guess of a play that goes out."""


@native
class LinePlays:
    """The plays two racks have on a board. Side 0 is on turn when the position is set."""

    board: Readonly[Board]
    cells: bytes
    # What each side holds or may come to hold.
    held: list[list[int]]
    anchors: AnchorSearch
    own: Rack
    other: Rack
    # Tables of both racks, [side * MASKS + mask]: the mask with the lowest of equal tiles, its points, its key. `full`
    # is everything a side may come to hold; `whole` is the rack whose lists the others are taken from.
    full: Array[uint32_t, Literal[2]]
    whole: Array[uint32_t, Literal[2]]
    canonical: BothMasks[uint16_t]
    worth: BothMasks[int32_t]
    mask_key: BothMasks[uint64_t]
    plays: Readonly[PlayStore]
    item_room: uint32_t
    item_top: uint32_t
    items: Pointer[int32_t]
    # Lists by key of line and rack, open addressing. Racks are known by their tiles, so that what was found under one
    # deal serves under the next; all are forgotten when the room runs out.
    list_slots: uint32_t
    list_count: uint32_t
    lists: Pointer[int32_t]

    def __init__(self, board: Board, list_bits: int = LIST_BITS) -> None:
        assert board.has_journal, "lines are known by their keys, and plays are taken back"
        self.board, self.cells, self.held = board, b"", [[], []]
        self.own, self.other = Rack(board), Rack(board)
        self.plays = PlayStore(board, 2 << list_bits)
        self.anchors = AnchorSearch(board, self.plays)
        self.item_room, self.list_slots = 8 << list_bits, 1 << list_bits
        self.items = cast(Pointer[int32_t], pages(cast(size_t, self.item_room) * ITEM * 4))
        self.lists = cast(Pointer[int32_t], pages(cast(size_t, self.list_slots) * LIST * 4))
        if not (self.items and self.lists):
            raise MemoryError

    def __dealloc__(self) -> None:
        free_pages(self.items, cast(size_t, self.item_room) * ITEM * 4)
        free_pages(self.lists, cast(size_t, self.list_slots) * LIST * 4)

    def set_graph(self, graph: Gaddag) -> None:
        """Take words from another graph that has all plays of the position. Lists found before stay right: what lies on
        a line, the letters that fit and the tiles at hand are all they depend on. What fits need not be what it was in
        another position, so the next `set_tiles` finds it anew."""
        if graph is not self.board.graph:
            self.board.set_graph(graph)
            self.cells = b""

    def set_tiles(self, cells: bytes, own: Iterable[int], other: Iterable[int]) -> list[int]:
        """A board, and all that the side on turn (0) and the other side (1) hold or may come to hold. The sides whose
        tiles are others than before: one deal after another changes little, and its tables are kept."""
        changed = []
        for side, tiles in enumerate((sorted(own), sorted(other))):
            if tiles != self.held[side]:
                rack = self.other if side else self.own
                rack.set_tiles(tiles, HELD_MAX)
                self.take_tables(rack, side)
                self.held[side] = tiles
                changed.append(side)
            self.whole[side] = self.full[side]
        wanted = self.own.usable[self.own.full] | self.other.usable[self.other.full]
        self.board.lift(0)
        if cells != self.cells or wanted != self.board.wanted:
            # Until they are there, none are.
            self.cells = b""
            self.board.set_cells(cells, wanted)
            self.cells = cells
        if self.plays.failed:
            self.forget_lists()
        self.plays.failed = False
        return changed

    def all_plays(self, side: int) -> list[tuple[Laid, int, int]]:
        """Every play of a side with its whole rack: (squares and cells laid, score, how good it looks)."""
        items = self._items(side, self.full[side])
        return [
            (
                self.plays.described(self.items[ITEM * item]),
                self.plays.score(self.items[ITEM * item]),
                self.items[ITEM * item + ITEM_GUESS],
            )
            for item in items
        ]

    def choices(self, side: int, rack: int) -> list[tuple[int, Laid, int]]:
        """Every play of a side with the rest of a rack, as a mask: (play, squares and cells laid, score)."""
        plays = [self.items[ITEM * item] for item in self._items(side, rack)]
        return [(play, self.plays.described(play), self.plays.score(play)) for play in plays]

    def _items(self, side: int, rack: int) -> list[int]:
        found: list[int] = []
        for line in range(LINES):
            if self.board.line_key[line]:
                slot = self.list_of(line, side, rack)
                first = self.lists[LIST * slot + FIRST_ITEM]
                found += range(first, first + self.lists[LIST * slot + ITEMS])
        return found

    def lay_play(self, play: int, side: int, rack: int) -> int:
        """Lay a play of `choices`; what is then left of the rack."""
        return self.lay(play, side, rack)

    def mark(self) -> int:
        """Where `take_back` goes back to."""
        return self.board.journal.top

    def take_back(self, mark: int) -> None:
        """Lift all plays laid since."""
        self.board.lift(mark)

    @inline
    def worth_of(self, side: cint, rack: uint32_t) -> cint:
        """The points of some of a side's tiles."""
        return self.worth[side * MASKS + rack]

    @native
    def lay(self, play: uint32_t, side: cint, rack: uint32_t) -> uint32_t:
        """Lay a play on the board; what is then left of the rack."""
        where: uint32_t = self.plays.where(play)
        self.board.lay_tiles(start_of(where), rest_of(where), self.plays.laid + LAID * cast(size_t, play))
        return self.canonical[side * MASKS + (rack & ~self.plays.used(play))]

    @native
    def take_tables(self, rack: Rack, side: cint) -> None:
        """Make the tables of a side's rack."""
        i: cint
        at: cint
        rest: cint
        mask: uint32_t
        group: uint32_t
        low: uint32_t
        tiles: uint64_t = 0
        self.full[side] = rack.full
        for i in range(rack.size):
            tiles = splitmix(tiles + rack.tile[i] + 1)
        at = side * MASKS
        self.canonical[at] = 0
        self.worth[at] = 0
        self.mask_key[at] = splitmix(tiles)
        for mask in range(1, rack.full + 1):
            at = side * MASKS + mask
            rest = side * MASKS + (mask & (mask - 1))
            i = ctz(mask)
            group = rack.copies[rack.tile[i]]
            low = group & (~group + 1)
            # One tile more than the rest has: the lowest of its kind that is free there.
            self.canonical[at] = self.canonical[rest] | ((self.canonical[rest] & group) + low)
            self.worth[at] = self.worth[rest] + self.board.face[rack.tile[i] if rack.tile[i] else BLANK_FACE]
            self.mask_key[at] = splitmix(tiles + mask)

    @native
    def forget_lists(self) -> None:
        """Start anew, with no plays and no lists."""
        memset(self.lists, 0, cast(size_t, self.list_slots) * LIST * 4)
        self.list_count = self.plays.top = self.item_top = 0

    @native
    def expect(self, side: cint, rack: uint32_t) -> None:
        """All lists of a side will be asked for: begin to bring them into the cache."""
        mask_key: uint64_t = self.mask_key[side * MASKS + rack]
        key: uint64_t
        line: cint
        for line in range(LINES):
            key = self.board.line_key[line]
            if key:
                prefetch(self.lists + LIST * ((key ^ mask_key) & (self.list_slots - 1)))

    @native
    def slot_of(self, line: cint, side: cint, rack: uint32_t) -> uint32_t:
        """Where the list of a line for a rack is, or would be if there were one."""
        key: uint64_t = self.board.line_key[line] ^ self.mask_key[side * MASKS + rack]
        low: int32_t = cast(int32_t, key & M32)
        high: int32_t = cast(int32_t, key >> 32 | 1)
        slot: uint32_t = key & (self.list_slots - 1)
        while self.lists[LIST * slot + KEY_HIGH]:
            if self.lists[LIST * slot] == low and self.lists[LIST * slot + KEY_HIGH] == high:
                break
            slot = (slot + 1) & (self.list_slots - 1)
        return slot

    @native
    def list_of(self, line: cint, side: cint, rack: uint32_t) -> uint32_t:
        """The slot of the plays of a line for a rack; the line's key must not be 0 (such a line has no plays).

        The caller sees to it that there is room before it asks (see `MoveOrder.make_room`)."""
        slot: uint32_t = self.slot_of(line, side, rack)
        if self.lists[LIST * slot + KEY_HIGH]:
            return slot
        # Is there a list of the whole rack to take them from?
        source: uint32_t = self.slot_of(line, side, self.whole[side])
        key: uint64_t = self.board.line_key[line] ^ self.mask_key[side * MASKS + rack]
        self.lists[LIST * slot] = cast(int32_t, key & M32)
        self.lists[LIST * slot + KEY_HIGH] = cast(int32_t, key >> 32 | 1)
        self.list_count += 1
        self.lists[LIST * slot + FIRST_ITEM] = self.item_top
        self.lists[LIST * slot + BEST_GUESS] = NO_GUESS
        self.lists[LIST * slot + OUT_SCORE] = NO_GUESS
        play: uint32_t
        item: uint32_t
        first: uint32_t
        end: uint32_t
        if self.lists[LIST * source + KEY_HIGH] and source != slot and not rack & ~self.whole[side]:
            first = self.lists[LIST * source + FIRST_ITEM]
            end = first + self.lists[LIST * source + ITEMS]
            for item in range(first, end):
                if not cast(uint32_t, self.items[ITEM * item + ITEM_USED]) & ~rack:
                    self.add_item(slot, side, rack, self.items[ITEM * item])
        else:
            play = self.plays.top
            self.find_line(line, side, rack)
            while play < self.plays.top:
                self.add_item(slot, side, rack, play)
                play += 1
        self.lists[LIST * slot + ITEMS] = self.item_top - self.lists[LIST * slot + FIRST_ITEM]
        return slot

    @native
    def add_item(self, slot: uint32_t, side: cint, rack: uint32_t, play: uint32_t) -> None:
        """One more play for a list. Staying in is likely to cost one's own tiles twice, and eight points for
        the turn it gives away. What going out wins of the other's tiles is added by who asks: it has GOES_OUT more."""
        guess: cint = self.plays.score(play)
        if self.item_top == self.item_room:
            self.plays.failed = True
            return
        if self.plays.used(play) == rack:
            if guess > self.lists[LIST * slot + OUT_SCORE]:
                self.lists[LIST * slot + OUT_SCORE] = guess
                self.lists[LIST * slot + BEST_OUT] = play
            guess += GOES_OUT
        else:
            guess -= 2 * self.worth_of(side, rack & ~self.plays.used(play)) + 8
            if guess > self.lists[LIST * slot + BEST_GUESS]:
                self.lists[LIST * slot + BEST_GUESS] = guess
                self.lists[LIST * slot + BEST_KEEPING] = play
        item: Pointer[int32_t] = self.items + ITEM * cast(size_t, self.item_top)
        item[0] = play
        item[ITEM_GUESS] = guess
        item[ITEM_TAG] = self.plays.tag(play)
        item[ITEM_USED] = self.plays.used(play)
        self.item_top += 1

    @native
    def find_line(self, line: cint, side: cint, rack: uint32_t) -> None:
        """Record every play of a line."""
        at: cint = square_at(line, 0)
        last: cint
        room: cint = 0
        self.anchors.down = line >= DOWN_LINES
        self.plays.given = rack
        if side == 0:
            self.anchors.take_rack(self.own, rack)
        else:
            self.anchors.take_rack(self.other, rack)
        # `room` counts the free squares between the anchor and what lies to its left, one of them kept free when
        # that is a tile.
        while self.board.inside[at]:
            if self.board.cell[at]:
                last = at
                while self.board.cell[last + 1]:
                    last += 1
                self.anchors.find_from_run(at, last, room)
                # The square after the run stays free, or belongs to it.
                room = -1
                at = last + 1
                continue
            if self.board.crossed[at]:
                if room >= 0:
                    self.anchors.find_from_square(at, room)
                room = 0
            else:
                room += 1
            at += 1
