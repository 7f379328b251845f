"""What kept tiles are worth: one number for every leave of up to six tiles a tile set can give.

Leaves are numbered without gaps: by size, then by their tiles in rack order (letters first, blanks last), so
that a table of them is only numbers, sixteen bits each, in steps of 4 thousandths of a point.
A leave of more tiles than the table knows is worth the mean of what it is with one tile less.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from quixotry.lexicon.cdefs import (
    Array,
    Const,
    ConstView,
    Pointer,
    Readonly,
    View,
    address,
    cast,
    cint,
    ctz,
    int16_t,
    int32_t,
    native,
    on_stack,
    popcount,
    size_t,
    ssize_t,
    uint8_t,
    uint32_t,
)

UNIT = 4
"""Thousandths of a point in one step of a table."""


@native
class Leaves:
    """A table of leave values for one tile set."""

    kinds: Readonly[cint]
    longest: Readonly[cint]
    count: Readonly[size_t]
    tile_counts: Readonly[tuple[int, ...]]
    numbers: memoryview[int]
    values: ConstView[int16_t]
    # Rank of a leave: base of its size, then for each kind of tile in it ahead[kind, tiles left, how many].
    base: Array[uint32_t, Literal[16]]
    ahead: View[uint32_t]

    def __init__(
        self, tile_counts: Sequence[int], longest: int, values: bytes | bytearray | None = None
    ) -> None:
        self.tile_counts = tuple(tile_counts)
        self.kinds = kinds = len(self.tile_counts)
        self.longest = longest
        if not 1 <= longest <= 9 or not 2 <= kinds <= 51:
            raise ValueError("leaves are of 1 to 9 tiles out of 2 to 51 kinds")
        # ways[k][s]: leaves of s tiles out of the kinds from place k on.
        caps = [min(self.tile_counts[(place + 1) % kinds], longest) for place in range(kinds)]
        ways = [[1] + [0] * longest for _ in range(kinds + 1)]
        for place in range(kinds - 1, -1, -1):
            for size in range(1, longest + 1):
                ways[place][size] = sum(ways[place + 1][size - n] for n in range(min(caps[place], size) + 1))
        ahead = memoryview(bytearray(4 * 64 * 100)).cast("I")
        for place in range(kinds):
            for left in range(longest + 1):
                total = 0
                for n in range(min(left, caps[place]) + 1):
                    ahead[((place + 1) % kinds * 10 + left) * 10 + n] = total
                    total += ways[place + 1][left - n]
        self.ahead = ahead
        total = 0
        for size in range(longest + 1):
            self.base[size] = total
            total += ways[0][size]
        self.count = total
        if values is None:
            values = bytearray(2 * total)
        view = memoryview(values).cast("B").cast("h")
        if len(view) != total:
            raise ValueError(f"a table of {len(view)} values for {total} leaves")
        self.numbers = self.values = view

    def index(self, tiles: Iterable[int]) -> int:
        """The number of a leave."""
        tiles = sorted(tiles, key=lambda tile: (tile == 0, tile))
        if len(tiles) > self.longest or any(tiles.count(t) > self.tile_counts[t] for t in tiles):
            raise ValueError("no such leave")
        view: View[uint8_t] = bytearray(bytes(tiles) + b"\0")
        return self.rank(address(view[0]), len(tiles), (1 << len(tiles)) - 1)

    def value(self, tiles: Iterable[int]) -> int:
        """What a leave is worth, in thousandths of a point."""
        at: ssize_t = self.index(tiles)
        return self.values[at] * UNIT

    def table(self) -> bytes:
        """The values as bytes, two each."""
        return self.numbers.tobytes()

    @native
    def rank(self, tiles: Pointer[Const[uint8_t]], size: cint, kept: uint32_t) -> uint32_t:
        """The number of the leave of tiles whose bits are set; tiles are in rack order."""
        left: cint = popcount(kept)
        at: uint32_t = self.base[left]
        i: cint = 0
        same: cint
        while left:
            # Equal tiles stand together, and within a leave they count together.
            tile: cint = tiles[i]
            same = 0
            while i < size and tiles[i] == tile:
                same += kept >> i & 1
                i += 1
            at += self.ahead[(tile * 10 + left) * 10 + same]
            left -= same
        return at

    @native
    def fill(self, tiles: Pointer[Const[uint8_t]], size: cint, out: Pointer[int32_t]) -> None:
        """The value of every leave of a rack, in thousandths, by the mask of its kept tiles."""
        kept: uint32_t
        rest: uint32_t
        same: uint32_t
        total: cint
        size_kept: cint
        groups: Array[uint32_t, Literal[16]] = on_stack()
        partial: Array[uint32_t, Literal[2048]] = on_stack()
        i: cint
        j: cint
        for i in range(size):
            groups[i] = 0
            for j in range(size):
                if tiles[i] == tiles[j]:
                    groups[i] |= cast(uint32_t, 1) << j
        partial[0] = 0
        out[0] = self.values[0] * 4
        for kept in range(1, cast(uint32_t, 1) << size):
            size_kept = popcount(kept)
            if size_kept <= self.longest:
                # What the first kind of tile adds; the rest is a smaller leave whose number is known.
                i = ctz(kept)
                same = kept & groups[i]
                partial[kept] = (
                    partial[kept ^ same] + self.ahead[(tiles[i] * 10 + size_kept) * 10 + popcount(same)]
                )
                out[kept] = self.values[self.base[size_kept] + partial[kept]] * 4
            else:
                total = 0
                rest = kept
                while rest:
                    total += out[kept ^ (rest & (~rest + 1))]
                    rest &= rest - 1
                # Kept positive, for C rounds towards zero and Python downwards.
                out[kept] = (total + 1000000 * size_kept) // size_kept - 1000000
