"""A rack as the searches see it: tiles by place, and every set of them by its mask.

Tile i is bit i of a mask; equal tiles stand side by side, blanks last. Equal tiles are laid lowest bit first, so that
equal leaves have equal masks and what a leave is worth is one look-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quixotry.engine.native.board import Board
from quixotry.engine.native.layout import BLANK_FACE, LETTER, LETTERS, RACK_MAX, Letters, Masks, Rack16
from quixotry.engine.native.leaves import Leaves
from quixotry.lexicon.cdefs import (
    ONE,
    Pointer,
    bint,
    cast,
    cint,
    ctz,
    inline,
    int32_t,
    native,
    uint8_t,
    uint32_t,
    uint64_t,
)


@native
class Rack:
    """The tiles of whoever is on turn, and what each leave is worth, in thousandths of a point."""

    board: Board
    size: cint
    full: uint32_t
    blanks: uint32_t
    tile: Rack16[uint8_t]
    # Each letter's tiles, as a mask.
    copies: Letters[uint32_t]
    # By mask: its letters; the letters it can lay, with a blank all of them; whether of equal tiles it has the lowest.
    held: Masks[uint64_t]
    usable: Masks[uint64_t]
    canonical: Masks[uint8_t]
    # What is kept is worth so much after a play; and after an exchange, if that differs (`idle_worth`).
    leave: Masks[int32_t]
    idle: Masks[int32_t]
    is_late: bint
    # In a first play, what a vowel costs beside a premium square; 0 in others.
    vowel_cost: cint
    # The points on the tiles of a mask; `count_points` makes them.
    points: Masks[int32_t]

    def __init__(self, board: Board) -> None:
        self.board = board
        self.size = 0
        self.is_late = False
        self.vowel_cost = 0
        self.hold()

    def set_tiles(self, tiles: Iterable[int], most: int = RACK_MAX) -> None:
        """Take a rack: tile numbers in any order, 0 the blank. Leaves are worth 0 until they are valued."""
        ordered = sorted(tiles, key=lambda tile: (tile == 0, tile))
        if len(ordered) > most:
            raise ValueError(f"a rack holds at most {most} tiles")
        if any(not 0 <= tile <= self.board.letters for tile in ordered):
            raise ValueError("a tile outside the alphabet")
        self.size = len(ordered)
        for place, tile in enumerate(ordered):
            self.tile[place] = tile
        self.hold()
        self.clear_leaves()

    def set_leaves(self, leaves: Leaves) -> None:
        """Give every leave its value from a table."""
        if leaves.kinds != self.board.letters + 1:
            raise ValueError("leaves of another alphabet")
        leaves.fill(self.tile, self.size, self.leave)

    def weigh(self, values: Sequence[int], vowel_cost: int = 0) -> None:
        """Give every mask of kept tiles its value, and vowels beside premium squares what they cost in a first play, in
        thousandths of a point."""
        if len(values) > self.full + 1:
            raise ValueError("more values than leaves")
        for kept, value in enumerate(values):
            self.leave[kept] = value
        self.charge_vowels(vowel_cost)

    def leaves_kept(self) -> list[tuple[int, tuple[int, ...], int, int]]:
        """Every different leave: (mask, tiles kept, value in thousandths after a play, and after an exchange)."""
        return [
            (kept, self.kept_tiles(kept), self.leave[kept], self.idle_worth(kept))
            for kept in range(1 << self.size)
            if self.canonical[kept]
        ]

    def kept_tiles(self, kept: int) -> tuple[int, ...]:
        """The tiles of a mask."""
        return tuple([self.tile[i] for i in range(self.size) if kept >> i & 1])

    @native
    def sort_in(self, place: cint, tile: cint) -> None:
        """Put a tile among the first `place` ones, in order."""
        while place and tile and (self.tile[place - 1] > tile or not self.tile[place - 1]):
            self.tile[place] = self.tile[place - 1]
            place -= 1
        self.tile[place] = tile

    @native
    def hold(self) -> None:
        """Make the tables of the tiles in `tile`, sorted, blanks last."""
        i: cint
        kept: uint32_t
        rest: uint32_t
        low: cint
        for i in range(LETTERS):
            self.copies[i] = 0
        self.full = (cast(uint32_t, 1) << self.size) - 1
        for i in range(self.size):
            self.copies[self.tile[i]] |= cast(uint32_t, 1) << i
        self.blanks = self.copies[0]
        self.held[0] = 0
        self.usable[0] = 0
        self.canonical[0] = 1
        for kept in range(1, self.full + 1):
            low = ctz(kept)
            rest = kept & (kept - 1)
            self.held[kept] = self.held[rest]
            self.usable[kept] = self.usable[rest]
            if self.tile[low]:
                self.held[kept] |= ONE << self.tile[low]
                self.usable[kept] |= ONE << self.tile[low]
            else:
                self.usable[kept] = self.board.every
            # The lowest kept copy may be followed only by kept copies of the same tile.
            self.canonical[kept] = self.canonical[rest]
            if low + 1 < self.size and self.tile[low + 1] == self.tile[low] and not kept >> (low + 1) & 1:
                self.canonical[kept] = 0

    @native
    def clear_leaves(self) -> None:
        """All leaves are worth nothing."""
        kept: uint32_t
        self.is_late = False
        self.vowel_cost = 0
        for kept in range(self.full + 1):
            self.leave[kept] = 0

    @inline
    def idle_worth(self, kept: uint32_t) -> cint:
        """What these tiles are worth to whoever keeps them in an exchange, after which the bag is as full as before."""
        return self.idle[kept] if self.is_late else self.leave[kept]

    @native
    def charge_vowels(self, cost: cint) -> None:
        """A vowel beside a premium square costs this, if the board is empty."""
        self.vowel_cost = 0 if self.board.tiles_down else cost

    @native
    def exposure(self, start: cint, length: cint, cells: Pointer[uint8_t]) -> cint:
        """What a first play costs by its vowels beside premium squares."""
        i: cint
        found: cint = 0
        for i in range(length):
            found += self.board.exposed[start + i] >> (cells[i] & LETTER) & 1
        return found * self.vowel_cost

    @native
    def count_points(self) -> None:
        """Add up the points on the tiles of every mask."""
        kept: uint32_t
        tile: cint
        self.points[0] = 0
        for kept in range(1, self.full + 1):
            tile = self.tile[ctz(kept)]
            self.points[kept] = self.points[kept & (kept - 1)] + (
                self.board.face[tile] if tile else self.board.face[BLANK_FACE]
            )
