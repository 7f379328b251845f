"""What kept tiles are worth: one number for every leave of up to six tiles a tile set can give.

Leaves are numbered without gaps: by size, then by their tiles in rack order (letters first, blanks last), so
that a table of them is only numbers, sixteen bits each, in steps of 4 thousandths of a point.
A leave of more tiles than the table knows is worth the mean of what it is with one tile less.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.lexicon.bits import ctz, int32_t, popcount, uint8_t, uint32_t
else:
    from quixotry.lexicon.bits import ctz, popcount, uint32_t

UNIT = 4
"""Thousandths of a point in one step of a table."""


@cython.final
@cython.cclass
class Leaves:
    """A table of leave values for one tile set."""

    def __init__(self, tile_counts, longest, values=None):
        self.tile_counts = tuple(tile_counts)
        self.kinds = kinds = len(self.tile_counts)
        self.longest = longest
        if not 1 <= longest <= 9 or not 2 <= kinds <= 51:
            raise ValueError("leaves are of 1 to 9 tiles out of 2 to 51 kinds")
        if not cython.compiled:
            self.base = [0] * 16
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
        self.values = view

    def index(self, tiles):
        """The number of a leave."""
        tiles = sorted(tiles, key=lambda tile: (tile == 0, tile))
        if len(tiles) > self.longest or any(tiles.count(t) > self.tile_counts[t] for t in tiles):
            raise ValueError("no such leave")
        view: cython.uchar[::1] = bytearray(bytes(tiles) + b"\0")
        if cython.compiled:
            return self.rank(cython.address(view[0]), len(tiles), (1 << len(tiles)) - 1)
        return self.rank(view, len(tiles), (1 << len(tiles)) - 1)

    def value(self, tiles):
        """What a leave is worth, in thousandths of a point."""
        return self.values[self.index(tiles)] * UNIT

    def table(self):
        """The values as bytes, two each."""
        return bytes(memoryview(self.values).cast("B"))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rank(
        self, tiles: cython.pointer(cython.const[uint8_t]), size: cython.int, kept: uint32_t
    ) -> uint32_t:
        """The number of the leave of tiles whose bits are set; tiles are in rack order."""
        left: cython.int = popcount(kept)
        at: uint32_t = self.base[left]
        i: cython.int = 0
        same: cython.int
        while left:
            # Equal tiles stand together, and within a leave they count together.
            tile: cython.int = tiles[i]
            same = 0
            while i < size and tiles[i] == tile:
                same += kept >> i & 1
                i += 1
            at += self.ahead[(tile * 10 + left) * 10 + same]
            left -= same
        return at

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill(
        self, tiles: cython.pointer(cython.const[uint8_t]), size: cython.int, out: cython.pointer(int32_t)
    ) -> cython.void:
        """The value of every leave of a rack, in thousandths, by the mask of its kept tiles."""
        kept: uint32_t
        rest: uint32_t
        same: uint32_t
        total: cython.int
        size_kept: cython.int
        groups: uint32_t[16]
        partial: uint32_t[1024]
        i: cython.int
        j: cython.int
        if not cython.compiled:
            groups, partial = [0] * 16, [0] * 1024
        for i in range(size):
            groups[i] = 0
            for j in range(size):
                if tiles[i] == tiles[j]:
                    groups[i] |= cython.cast(uint32_t, 1) << j
        partial[0] = 0
        out[0] = self.values[0] * 4
        for kept in range(1, cython.cast(uint32_t, 1) << size):
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
