"""The table of leave values without a compiler: the same numbers in the same places as `leaves`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from quixotry.rules.alphabet import BLANK

UNIT = 4
"""Thousandths of a point in one step of a table."""


class LeaveTable(Protocol):
    """What any table of leaves answers, compiled or not."""

    tile_counts: tuple[int, ...]
    longest: int
    """The most tiles of a leave it knows."""

    def value(self, tiles: Iterable[int]) -> int:
        """What a leave is worth, in thousandths of a point."""


class PlainLeaves:
    """A table of leave values for one tile set.

    Leaves are numbered by size and then by their tiles in rack order, letters first and blanks last.
    """

    def __init__(self, tile_counts: Sequence[int], longest: int, values: bytes) -> None:
        self.tile_counts, self.longest = tuple(tile_counts), longest
        kinds = len(self.tile_counts)
        self._order = (*range(1, kinds), BLANK)
        caps = [min(self.tile_counts[tile], longest) for tile in self._order]
        # ways[k][s]: leaves of s tiles out of the kinds from place k on.
        self._ways = [[1] + [0] * longest for _ in range(kinds + 1)]
        for place in range(kinds - 1, -1, -1):
            for size in range(1, longest + 1):
                most = min(caps[place], size)
                self._ways[place][size] = sum(self._ways[place + 1][size - n] for n in range(most + 1))
        self._values = memoryview(values).cast("h")
        if len(self._values) != sum(self._ways[0]):
            raise ValueError(f"a table of {len(self._values)} values for {sum(self._ways[0])} leaves")

    def index(self, tiles: Iterable[int]) -> int:
        """The number of a leave."""
        tiles = list(tiles)
        left = len(tiles)
        if left > self.longest or any(tiles.count(tile) > self.tile_counts[tile] for tile in tiles):
            raise ValueError("no such leave")
        at = sum(self._ways[0][:left])
        for place, tile in enumerate(self._order):
            if not left:
                break
            same = tiles.count(tile)
            at += sum(self._ways[place + 1][left - fewer] for fewer in range(same))
            left -= same
        return at

    def value(self, tiles: Iterable[int]) -> int:
        """What a leave is worth, in thousandths of a point."""
        return self._values[self.index(tiles)] * UNIT
